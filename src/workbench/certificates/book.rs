//! A file of certificates that is being written.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::States;
use crate::workbench::kept::files;

pub struct Book {
    path: PathBuf,
    file: Mutex<(File, u64)>,
    states: Mutex<()>,
}

impl Book {
    /// Begins a new file, in place of an older one.
    pub fn create(path: &Path) -> io::Result<Book> {
        let file = Mutex::new((File::create(path)?, 0));
        Ok(Book { path: path.to_owned(), file, states: Mutex::new(()) })
    }

    /// Adds lines, each with its line break; says the number of the first, from 1.
    pub fn add(&self, lines: &[&str]) -> io::Result<u64> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.0.write_all(lines.concat().as_bytes())?;
        let first = file.1 + 1;
        file.1 += lines.len() as u64;
        Ok(first)
    }

    /// Puts a set of states beside the file.
    pub fn keep(&self, bytes: &[u8]) -> io::Result<States> {
        let states = States::of(bytes);
        let path = states.path(&self.path);
        // Two puzzles may have the same set.
        let _guard = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        if fs::metadata(&path).is_ok_and(|kept| kept.len() == states.bytes) {
            return Ok(states);
        }
        files::replace(&path, bytes).map(|()| states)
    }
}
