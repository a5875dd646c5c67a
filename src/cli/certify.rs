//! `solve --certificate`: proves what was claimed of each puzzle, into a file beside the answers.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, anyhow, bail};

use super::batch::Sheet;
use crate::games::certificate::{self, Case};
use crate::games::patience::while_wanted;
use crate::games::{NoProof, Proof};
use crate::workbench::certificates::{self, Book, LARGEST_STATES, LONGEST_LINE, States};
use crate::workbench::naming::Named;
use crate::workbench::places::expect_file;
use crate::workbench::report::Report;
use crate::workbench::words::count;

/// A shorter proof stands beside its verdict.
const INLINE: usize = 4 << 10;
/// Where a reference begins.
const FIELD: &str = ",\"certificate\":\"";
/// A reference before the number of its line is known, as far as it can be told from other fields.
const OPEN_REFERENCE: &str = ":0\",\"strategy\":";

pub struct Certifier<'a> {
    book: Book,
    file: &'a str,
    written: AtomicU64,
    unknown: AtomicU64,
    given_up: AtomicU64,
    /// Why nothing more is written, and how many certificates were not.
    failure: Mutex<Option<(String, u64)>>,
}

/// A certificate that waits for its turn to be written.
pub struct Slip {
    line: String,
    /// Where the number of its line belongs in the sheet's output.
    number_at: Option<usize>,
}

/// What came of proving a claim.
pub enum Certified {
    /// What stands beside the verdict, and the line for the file.
    Proven { beside: String, slip: Slip },
    /// There is nothing to prove, or no proof of it is known.
    None,
    /// It would take longer, or more room, than it may.
    GivenUp,
}

impl<'a> Certifier<'a> {
    pub fn create(file: &'a str) -> anyhow::Result<Certifier<'a>> {
        if file == "-" {
            bail!("--certificate -: expected a file; standard output has the answers");
        }
        expect_file(Path::new(file))?;
        let book = Book::create(Path::new(file)).with_context(|| file.to_owned())?;
        Ok(Certifier {
            book,
            file,
            written: AtomicU64::default(),
            unknown: AtomicU64::default(),
            given_up: AtomicU64::default(),
            failure: Mutex::default(),
        })
    }

    pub fn certify(
        &self,
        report: &Report,
        named: &Named,
        memory: usize,
        is_wanted: impl Fn() -> bool + 'static,
    ) -> Certified {
        let Some((claim, moves)) = report.claim(&*named.position) else { return Certified::None };
        if self.misses(1) {
            return Certified::None;
        }
        let case = Case { position: &*named.position, claim, moves };
        let proof = match while_wanted(is_wanted, || certificate::make(&case, memory)) {
            Some(Ok(proof)) if is_portable(&proof) => proof,
            Some(Err(NoProof::Unknown)) => {
                self.unknown.fetch_add(1, Ordering::Relaxed);
                return Certified::None;
            }
            Some(Ok(_) | Err(NoProof::TooLarge)) | None => {
                self.given_up.fetch_add(1, Ordering::Relaxed);
                return Certified::GivenUp;
            }
        };
        let states = match proof.states.as_ref().map(|states| self.book.keep(states)).transpose() {
            Ok(states) => states,
            Err(error) => {
                self.fail(1, &error);
                return Certified::None;
            }
        };
        let line = certificates::line(named, claim, moves, &proof, states.as_ref());
        Certified::Proven { beside: self.beside(&proof, states.as_ref()), slip: Slip { line, number_at: None } }
    }

    /// So many certificates could not be written: the answers are worth having without them, so this is told at the end.
    fn fail(&self, number: u64, error: &io::Error) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert_with(|| (format!("{}: {error}", self.file), 0)).1 += number;
    }

    /// Whether so many more are not written: behind part of a line no other has its number.
    fn misses(&self, number: u64) -> bool {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.as_mut().map(|(_, missed)| *missed += number).is_some()
    }

    /// Whether all went into the file.
    pub fn conclude(&self) -> anyhow::Result<()> {
        match &*self.failure.lock().unwrap_or_else(PoisonError::into_inner) {
            Some((why, number)) => {
                Err(anyhow!("{why}: {} not written", count(*number, "certificate was", "certificates were")))
            }
            None => Ok(()),
        }
    }

    fn beside(&self, proof: &Proof, states: Option<&States>) -> String {
        match proof.inline() {
            short if states.is_none() && short.len() < INLINE => short,
            _ => format!("{}:0", self.file),
        }
    }

    /// Writes the certificates of a sheet, and their places into it; where that fails, the answers have none.
    pub fn hand_in(&self, sheet: &mut Sheet) {
        if sheet.slips.is_empty() {
            return;
        }
        let lines: Vec<&str> = sheet.slips.iter().map(|slip| &*slip.line).collect();
        let number = lines.len() as u64;
        let add = || self.book.add(&lines).inspect_err(|error| self.fail(number, error)).ok();
        let first = if self.misses(number) { None } else { add() };
        if first.is_some() {
            self.written.fetch_add(number, Ordering::Relaxed);
        }
        let (mut out, mut done) = (String::with_capacity(sheet.out.len()), 0);
        for (slip, n) in sheet.slips.drain(..).zip(0..) {
            let Some(at) = slip.number_at else { continue };
            match first {
                Some(first) => {
                    out.push_str(&sheet.out[done..at]);
                    out.push_str(&(first + n).to_string());
                    done = at + 1;
                }
                None => {
                    let field = sheet.out[done..at].rfind(FIELD).map_or(at, |field| done + field);
                    out.push_str(&sheet.out[done..field]);
                    done = at + "0\"".len();
                }
            }
        }
        out.push_str(&sheet.out[done..]);
        sheet.out = out;
    }

    pub fn summary(&self) -> String {
        let [written, unknown, given_up] =
            [&self.written, &self.unknown, &self.given_up].map(|number| number.load(Ordering::Relaxed));
        let mut words = format!("{}: {}", self.file, count(written, "certificate", "certificates"));
        for (number, what) in [(unknown, "without a kind of proof"), (given_up, "given up")] {
            if number > 0 {
                let _ = write!(words, ", {} {what}", count(number, "claim", "claims"));
            }
        }
        words
    }
}

/// Whether it can be read back.
fn is_portable(proof: &Proof) -> bool {
    let states = proof.states.as_ref().map_or(0, Vec::len);
    proof.text.len() <= LONGEST_LINE / 2 && states as u64 <= LARGEST_STATES
}

impl Slip {
    /// Looks for the place of its number in what was written of its puzzle, which begins at `from`.
    #[must_use]
    pub fn placed(self, out: &str, from: usize) -> Slip {
        Slip { number_at: out[from..].find(OPEN_REFERENCE).map(|at| from + at + 1), ..self }
    }
}
