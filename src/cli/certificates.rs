//! `verify --certificate`: certificates held against the rules, with nothing of the solvers.

use std::io::Write as _;
use std::path::Path;

use anyhow::anyhow;
use serde_json::Value;

use super::Code;
use super::claims::{self, Bench, Fault};
use super::objects::Object;
use super::out::Out;
use super::verify::{Input, Limits};
use crate::games::certificate::{self, Case};
use crate::games::{Checked, Claim, Effort, Objection, Position, Proof, harmless, quoted};
use crate::workbench::certificates::{Certificate, Reference};
use crate::workbench::packs::Library;
use crate::workbench::words::count;

/// Checks a certificate for a position that is known to be its own; sets of states lie beside its file.
fn check(position: &dyn Position, certificate: Certificate, file: Option<&Path>, effort: Effort) -> Checked {
    let Certificate { claim, moves, mut proof, states } = certificate;
    if let Some(states) = states {
        let Some(file) = file else {
            return certificate::unchecked("its states lie beside its file, which is not known here");
        };
        proof.states = Some(states.read(file)?);
    }
    certificate::check_within(&Case { position, claim, moves: &moves }, &proof, effort)
}

/// Checks what stands beside a verdict: the proof itself, or the place of its certificate.
pub fn check_beside(bench: &mut Bench<'_>, case: &Case<'_>, beside: &str) -> Checked {
    if let Some(proof) = Proof::from_inline(beside, case.position.game()) {
        return certificate::check_within(case, &proof, bench.effort);
    }
    let Some(reference) = Reference::read(beside) else {
        return certificate::unchecked(format!(
            "\"{}\" is no proof of a kind that is known, and no FILE:LINE",
            quoted(beside)
        ));
    };
    let (line, file) = bench.archive.line(reference).map_err(Objection::Unchecked)?;
    let told = |fault| match fault {
        Fault::Wrong(why) => Objection::Invalid(why),
        Fault::Unreadable(error) => Objection::Invalid(format!("{error:#}")),
    };
    let object = claims::read(&line, "solve --certificate").map_err(told)?;
    let other = claims::position(bench.library, &object).map_err(told)?;
    let certificate = Certificate::of(&object).map_err(Objection::Invalid)?;
    if other.game().name() != case.position.game().name() || !other.same_as(case.position) {
        return certificate::invalid(format!("{} is of another puzzle", harmless(beside)));
    }
    if certificate.claim != case.claim {
        return certificate::invalid(format!(
            "{} is of another claim: {}, not {}",
            harmless(beside),
            certificate.claim.name(),
            case.claim.name()
        ));
    }
    if certificate.claim == Claim::Optimal && certificate.moves.len() != case.moves.len() {
        return certificate::invalid(format!("{} is of a solution of another length", harmless(beside)));
    }
    check(case.position, certificate, Some(&file), bench.effort)
}

/// What the lines came to.
#[derive(Default)]
struct Totals {
    valid: u64,
    invalid: u64,
    unchecked: u64,
    /// Not checkable in the time that there was.
    given_up: u64,
    unreadable: u64,
}

/// Checks a file of certificates, line by line.
pub fn lines(library: &Library, file: &str, limits: &Limits, strict: bool, out: &mut Out) -> anyhow::Result<Code> {
    let place = (file != "-").then(|| Path::new(file));
    let mut totals = Totals::default();
    Input::open(file, "certificates")?.each(|number, line| {
        let checked = limits.within(|| line.and_then(|line| check_line(library, &line, place, limits.effort)));
        let Some(checked) = checked else {
            totals.given_up += 1;
            return Ok(writeln!(out, "{file}:{number}: not checkable: {}", limits.time_is_up())?);
        };
        match checked {
            Ok(None) => totals.valid += 1,
            Ok(Some(why)) => {
                totals.unchecked += 1;
                writeln!(out, "{file}:{number}: not checkable: {why}")?;
            }
            Err(Fault::Wrong(why)) => {
                totals.invalid += 1;
                writeln!(out, "{file}:{number}: invalid: {why}")?;
            }
            Err(Fault::Unreadable(error)) => {
                totals.unreadable += 1;
                super::out::tell(&format!("error: {file}:{number}: {error:#}"));
            }
        }
        Ok(())
    })?;
    conclude(&totals, file, strict, out)
}

/// Why the certificate of a line could not be checked; `None` where it is valid.
pub fn check_line(library: &Library, line: &str, file: Option<&Path>, effort: Effort) -> Result<Option<String>, Fault> {
    let object: Object = claims::read(line, "solve --certificate")?;
    let certificate = Certificate::of(&object).map_err(|why| anyhow!("{why}"))?;
    let puzzle = object.get("puzzle").and_then(Value::as_str).map(quoted).unwrap_or_default();
    let claim = certificate.claim.name();
    let checked =
        claims::position(library, &object).and_then(|position| match check(&*position, certificate, file, effort) {
            Ok(()) => Ok(None),
            Err(Objection::Unchecked(why)) => Ok(Some(why)),
            Err(Objection::Invalid(why)) => Err(Fault::Wrong(format!("{claim}: {why}"))),
        });
    match checked {
        Err(Fault::Wrong(why)) => Err(Fault::Wrong(format!("{puzzle}: {why}"))),
        Ok(Some(why)) => Ok(Some(format!("{puzzle}: {claim}: {why}"))),
        other => other,
    }
}

fn conclude(totals: &Totals, file: &str, strict: bool, out: &mut Out) -> anyhow::Result<Code> {
    let Totals { valid, invalid, unchecked, given_up, unreadable } = *totals;
    if valid + invalid + unchecked + given_up + unreadable == 0 {
        anyhow::bail!("{file}: there is no certificate in it");
    }
    let mut words = vec![format!("{} valid", count(valid, "certificate", "certificates"))];
    for (number, what) in [(invalid, "invalid"), (unchecked + given_up, "not checkable"), (unreadable, "unreadable")] {
        if number > 0 {
            words.push(format!("{number} {what}"));
        }
    }
    writeln!(out, "{}", words.join(", "))?;
    Ok(match (unreadable, invalid) {
        (1.., _) => Code::Bad,
        (_, 1..) => Code::Refuted,
        _ if given_up > 0 || strict && unchecked > 0 => Code::Limit,
        _ => Code::Done,
    })
}
