//! Writes a journal: at once into the file, and to the disk within a second.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use super::files;
use super::lines;
use super::story::Entry;

/// What is written within this time goes to the disk together.
const GATHERED: Duration = Duration::from_millis(250);

/// Brings files to the disk on a thread of its own, since that can take long.
#[derive(Clone, Debug)]
pub(super) struct Syncer(Sender<Arc<File>>);

impl Syncer {
    pub fn spawn() -> Self {
        let (sender, files) = mpsc::channel();
        let started = thread::Builder::new().name("journal".into()).spawn(move || sync_as_they_come(&files));
        // Without the thread lines still go into the file; the system brings them to the disk in its own time.
        drop(started);
        Syncer(sender)
    }
}

fn sync_as_they_come(files: &Receiver<Arc<File>>) {
    while let Ok(file) = files.recv() {
        let mut waiting = vec![file];
        thread::sleep(GATHERED);
        while let Ok(file) = files.try_recv() {
            if !waiting.iter().any(|known| Arc::ptr_eq(known, &file)) {
                waiting.push(file);
            }
        }
        for file in waiting {
            let _ = file.sync_data();
        }
    }
}

/// A journal that this process alone writes, from its first move on.
#[derive(Debug)]
pub struct Pen {
    folder: PathBuf,
    /// The file's name without number and ending.
    stem: String,
    /// The first line.
    heading: String,
    page: Option<Page>,
    /// Lines that are not in the file yet: before the first move there is none.
    waiting: Vec<String>,
    /// Whether they are worth a file.
    is_worth_it: bool,
    syncer: Syncer,
}

#[derive(Debug)]
pub(super) struct Page {
    file: Arc<File>,
    pub path: PathBuf,
    /// Bytes of whole lines, and the checksum for the next.
    length: u64,
    sum: u32,
}

impl Page {
    /// Takes up a file behind its whole lines; `None` where another process writes it.
    pub fn take_up(path: &Path) -> io::Result<Option<File>> {
        let file = OpenOptions::new().append(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            // Where there are no locks, it goes on without.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Some(file)),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    pub fn behind(file: File, path: PathBuf, lines: &lines::Lines<'_>) -> Page {
        Page { file: Arc::new(file), path, length: lines.length as u64, sum: lines.sum }
    }

    /// All of it or nothing: what a full disk leaves of a line is taken back.
    fn append(&mut self, json: &[String]) -> io::Result<()> {
        let (mut text, mut sum) = (String::new(), self.sum);
        for line in json {
            let (line, next) = lines::written(line, sum);
            text.push_str(&line);
            sum = next;
        }
        if self.file.metadata()?.len() != self.length {
            self.file.set_len(self.length)?;
        }
        if let Err(error) = (&*self.file).write_all(text.as_bytes()) {
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += text.len() as u64;
        self.sum = sum;
        Ok(())
    }
}

impl Pen {
    pub(super) fn new(folder: &Path, stem: String, heading: String, page: Option<Page>, syncer: Syncer) -> Self {
        let is_worth_it = page.is_some();
        Pen { folder: folder.to_owned(), stem, heading, page, waiting: Vec::new(), is_worth_it, syncer }
    }

    /// Lines that go before the next ones, but make no file by themselves.
    pub fn prepare(&mut self, entries: &[(Entry, Duration)]) {
        self.waiting.extend(entries.iter().map(|(entry, clock)| entry.json(*clock)));
    }

    /// Writes lines. Those that could not be written are tried again with the next.
    pub fn write(&mut self, entries: &[(Entry, Duration)]) -> io::Result<()> {
        self.is_worth_it |= entries.iter().any(|(entry, _)| !matches!(entry, Entry::Name(_) | Entry::Clock));
        self.prepare(entries);
        if !self.is_worth_it || self.waiting.is_empty() {
            return Ok(());
        }
        let page = match &mut self.page {
            Some(page) => page,
            none => none.insert(new_page(&self.folder, &self.stem)?),
        };
        if page.length == 0 && self.waiting.first() != Some(&self.heading) {
            self.waiting.insert(0, self.heading.clone());
        }
        page.append(&self.waiting)?;
        self.waiting.clear();
        let _ = self.syncer.0.send(Arc::clone(&page.file));
        Ok(())
    }

    /// Where it writes, once there is a file.
    pub fn path(&self) -> Option<&Path> {
        self.page.as_ref().map(|page| page.path.as_path())
    }
}

/// A file of which the name was free.
fn new_page(folder: &Path, stem: &str) -> io::Result<Page> {
    fs::create_dir_all(folder)?;
    for n in 1..10_000 {
        let path = folder.join(numbered(stem, n));
        match OpenOptions::new().append(true).create_new(true).open(&path) {
            Ok(file) => match file.try_lock() {
                // Another process has found it before it was locked, and goes on in it.
                Err(TryLockError::WouldBlock) => {}
                _ => {
                    files::sync_folder(folder);
                    return Ok(Page::behind(file, path, &lines::read(b"")));
                }
            },
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there is no free name for the game's file"))
}

/// The n-th file of a puzzle.
pub(super) fn numbered(stem: &str, n: usize) -> String {
    if n == 1 { format!("{stem}.jsonl") } else { format!("{stem}-{n}.jsonl") }
}

impl Drop for Pen {
    fn drop(&mut self) {
        if let Some(page) = &self.page {
            let _ = page.file.sync_data();
            // The thread that syncs may hold the file a little longer than the game is open.
            let _ = page.file.unlock();
        }
    }
}
