//! Files of certificates that are being read: lines by their number, sets of states by their digest.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::{LARGEST_STATES, LONGEST_LINE, States};
use crate::games::{Objection, harmless};
use crate::workbench::kept::files::refuse_others;
use crate::workbench::lines::{Line, Lines};
use crate::workbench::places::reason;

/// `FILE:LINE` as it stands beside a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference<'a> {
    pub file: &'a str,
    /// From 1.
    pub line: u64,
}

impl<'a> Reference<'a> {
    pub fn read(text: &'a str) -> Option<Reference<'a>> {
        let (file, line) = text.rsplit_once(':')?;
        let line = line.parse().ok().filter(|&line| line > 0)?;
        (!file.is_empty()).then_some(Reference { file, line })
    }
}

/// What references lead to; files are looked through once.
pub struct Archive {
    /// Where relative names begin.
    folder: PathBuf,
    /// Where the lines of a file begin.
    starts: HashMap<PathBuf, Vec<u64>>,
}

impl Archive {
    /// For references in this file; `-` is read where one stands.
    pub fn beside(file: &str) -> Archive {
        let folder = Path::new(file).parent().map(Path::to_owned).unwrap_or_default();
        Archive { folder, starts: HashMap::new() }
    }

    /// The line that is meant, and its file.
    pub fn line(&mut self, reference: Reference<'_>) -> Result<(String, PathBuf), String> {
        let path = self.folder.join(reference.file);
        let told = |error: &std::io::Error| format!("{}: {}", harmless(path.display()), reason(error));
        if !self.starts.contains_key(&path) {
            let starts = line_starts(&path).map_err(|error| told(&error))?;
            self.starts.insert(path.clone(), starts);
        }
        let starts = &self.starts[&path];
        let Some(&start) = usize::try_from(reference.line - 1).ok().and_then(|line| starts.get(line)) else {
            return Err(format!("{} has {} lines, not {}", harmless(path.display()), starts.len(), reference.line));
        };
        let read = || {
            let mut file = File::open(&path)?;
            file.seek(SeekFrom::Start(start))?;
            Lines::new(BufReader::new(file), LONGEST_LINE).next().transpose()
        };
        match read().map_err(|error| told(&error))? {
            Some(Line::Text(text)) => Ok((text, path)),
            _ => Err(format!("{}:{}: expected a line of text", harmless(path.display()), reference.line)),
        }
    }
}

fn line_starts(path: &Path) -> std::io::Result<Vec<u64>> {
    refuse_others(path)?;
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    let (mut starts, mut at, mut is_start) = (Vec::new(), 0, true);
    loop {
        let part = reader.fill_buf()?;
        if part.is_empty() {
            return Ok(starts);
        }
        for &byte in part {
            if is_start {
                starts.push(at);
            }
            is_start = byte == b'\n';
            at += 1;
        }
        let taken = part.len();
        reader.consume(taken);
    }
}

impl States {
    /// The set beside a file of certificates, as long as it is the one that is meant.
    pub fn read(&self, certificates: &Path) -> Result<Vec<u8>, Objection> {
        if self.bytes > LARGEST_STATES {
            return Err(Objection::Unchecked(format!("a set of states has at most {} MiB", LARGEST_STATES >> 20)));
        }
        let path = self.path(certificates);
        let read = || {
            refuse_others(&path)?;
            let mut bytes = Vec::new();
            File::open(&path)?.take(self.bytes + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(|error: std::io::Error| {
            Objection::Unchecked(format!("{}: {}", harmless(path.display()), reason(&error)))
        })?;
        if States::of(&bytes) != *self {
            return Err(Objection::Invalid(format!("{} is not the set of states meant", harmless(path.display()))));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_paths_with_a_line() {
        let read = |text| Reference::read(text).map(|Reference { file, line }| (file, line));
        assert_eq!(read("certs.jsonl:12"), Some(("certs.jsonl", 12)));
        assert_eq!(read("a:b:1"), Some(("a:b", 1)));
        assert_eq!([read("certs.jsonl"), read("x:0"), read(":3"), read("x:-1")], [None; 4]);
    }

    #[test]
    fn lines_are_found_by_their_number() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("c.jsonl"), "one\n\nthree\nlast").unwrap();
        let mut archive = Archive::beside(folder.path().join("verdicts.jsonl").to_str().unwrap());
        let mut line = |line| archive.line(Reference { file: "c.jsonl", line }).map(|(text, _)| text);
        assert_eq!(line(3).unwrap(), "three");
        assert_eq!(line(2).unwrap(), "");
        assert_eq!(line(4).unwrap(), "last");
        assert!(line(5).unwrap_err().contains("has 4 lines, not 5"));
        let missing = archive.line(Reference { file: "none", line: 1 }).unwrap_err();
        assert!(missing.ends_with("none: no such file"), "{missing}");
        let folder = archive.line(Reference { file: ".", line: 1 }).unwrap_err();
        assert!(folder.contains("is a directory"), "{folder}");
    }

    #[test]
    fn states_must_be_those_that_are_meant() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("c.jsonl");
        let book = super::super::Book::create(&file).unwrap();
        let states = book.keep(b"some states").unwrap();
        assert_eq!(book.keep(b"some states").unwrap(), states);
        assert_eq!(states.read(&file).unwrap(), b"some states");
        std::fs::write(states.path(&file), "other state").unwrap();
        assert!(matches!(states.read(&file), Err(Objection::Invalid(_))));
        std::fs::remove_file(states.path(&file)).unwrap();
        assert!(matches!(states.read(&file), Err(Objection::Unchecked(_))));
    }
}
