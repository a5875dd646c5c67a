//! `solve --certificate`: proves what was claimed of each puzzle, into a file beside the answers.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, bail};

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
/// A reference before the number of its line is known, as far as it can be told from other fields.
const OPEN_REFERENCE: &str = ":0\",\"strategy\":";

pub struct Certifier<'a> {
    book: Book,
    file: &'a str,
    written: AtomicU64,
    unknown: AtomicU64,
    given_up: AtomicU64,
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
        })
    }

    pub fn certify(
        &self,
        report: &Report,
        named: &Named,
        memory: usize,
        is_wanted: impl Fn() -> bool + 'static,
    ) -> io::Result<Certified> {
        let Some((claim, moves)) = report.claim(&*named.position) else { return Ok(Certified::None) };
        let case = Case { position: &*named.position, claim, moves };
        let proof = match while_wanted(is_wanted, || certificate::make(&case, memory)) {
            Some(Ok(proof)) if is_portable(&proof) => proof,
            Some(Err(NoProof::Unknown)) => {
                self.unknown.fetch_add(1, Ordering::Relaxed);
                return Ok(Certified::None);
            }
            Some(Ok(_) | Err(NoProof::TooLarge)) | None => {
                self.given_up.fetch_add(1, Ordering::Relaxed);
                return Ok(Certified::GivenUp);
            }
        };
        let states = proof.states.as_ref().map(|states| self.book.keep(states)).transpose()?;
        self.written.fetch_add(1, Ordering::Relaxed);
        let line = certificates::line(named, claim, moves, &proof, states.as_ref());
        Ok(Certified::Proven { beside: self.beside(&proof, states.as_ref()), slip: Slip { line, number_at: None } })
    }

    fn beside(&self, proof: &Proof, states: Option<&States>) -> String {
        match proof.inline() {
            short if states.is_none() && short.len() < INLINE => short,
            _ => format!("{}:0", self.file),
        }
    }

    /// Writes the certificates of a sheet, and their places into it.
    pub fn hand_in(&self, sheet: &mut Sheet) -> io::Result<()> {
        if sheet.slips.is_empty() {
            return Ok(());
        }
        let lines: Vec<&str> = sheet.slips.iter().map(|slip| &*slip.line).collect();
        let first = self.book.add(&lines).map_err(|error| io::Error::other(format!("{}: {error}", self.file)))?;
        let numbers = sheet.slips.drain(..).zip(first..).filter_map(|(slip, number)| Some((slip.number_at?, number)));
        let (mut out, mut done) = (String::with_capacity(sheet.out.len()), 0);
        for (at, number) in numbers {
            out.push_str(&sheet.out[done..at]);
            out.push_str(&number.to_string());
            done = at + 1;
        }
        out.push_str(&sheet.out[done..]);
        sheet.out = out;
        Ok(())
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
