//! Tables on disk: written whole or not at all, checked whenever they are read, never trusted.
//!
//! A file that is damaged, cut short or made for something else is not used but made again: by the workstation in the
//! background, by the command line before it solves, some seconds on all cores.
//!
//! A file is three lines of text and an empty one, then the parts one after the other:
//!
//! ```text
//! rompicapo tables 1
//! sliding 4x4 version 1 …            what is in it
//! 28828800 259459200 9d7f…           bytes of each part, checksum
//! ```

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::games::{Crew, Game, Position, TableSet, harmless};
use crate::search::Plan;

/// How files are called while they are written.
const TEMPORARY: &str = ".tmp";

const MAGIC: &str = "rompicapo tables 1";

/// How a set stands on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Absent,
    Ready,
    /// Damaged, truncated or foreign, and why it is called so.
    Bad(String),
}

/// What came of building.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Built {
    /// It was there already, and whole.
    There,
    New,
    /// In place of one that was no good, and why it was not.
    Again(String),
}

/// A set whose file was not used.
#[derive(Clone, Debug)]
pub struct Unusable {
    pub path: PathBuf,
    pub set: TableSet,
    pub why: String,
    /// The file itself is no good, so that making it again would help.
    pub is_damaged: bool,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: tables not used, {}", harmless(self.path.display()), self.why)
    }
}

/// All cores.
pub struct Cores;

impl Crew for Cores {
    fn each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..count).into_par_iter().for_each(work);
    }
}

/// A directory of tables.
#[derive(Clone, Debug)]
pub struct TableShelf {
    dir: PathBuf,
}

impl TableShelf {
    pub fn new(dir: PathBuf) -> Self {
        TableShelf { dir }
    }

    pub fn path(&self, game: &dyn Game, set: &TableSet) -> PathBuf {
        self.dir.join(format!("{}-{}.tables", game.name(), set.name))
    }

    /// What this run calls the file while it writes it.
    pub fn temporary(&self, game: &dyn Game, set: &TableSet) -> PathBuf {
        self.path(game, set).with_extension(format!("{}{TEMPORARY}", std::process::id()))
    }

    /// Reads the whole file to tell.
    pub fn condition(&self, game: &dyn Game, set: &TableSet) -> Condition {
        match read(&self.path(game, set), set) {
            Ok(_) => Condition::Ready,
            Err(error) if is_absent(&error) => Condition::Absent,
            Err(error) => Condition::Bad(error.to_string()),
        }
    }

    /// A look at the beginning of the file and its length: quick, and no proof that the rest is whole.
    pub fn glance(&self, game: &dyn Game, set: &TableSet) -> Condition {
        let path = self.path(game, set);
        if let Ok(open) = OPEN.try_lock()
            && let Some(Err(why)) = open.get(&path)
        {
            return Condition::Bad(why.clone());
        }
        let length = fs::metadata(&path).map(|data| data.len());
        let header = open_file(&path).and_then(|file| read_header(&mut BufReader::new(file), set));
        match (header, length) {
            (Ok((bytes, _)), Ok(length)) if length == bytes + set.bytes() as u64 => Condition::Ready,
            (Ok(_), _) => Condition::Bad("not as long as it should be".into()),
            (Err(error), _) if is_absent(&error) => Condition::Absent,
            (Err(error), _) => Condition::Bad(error.to_string()),
        }
    }

    /// Builds with a crew and keeps, where there is anything to do.
    pub fn build(
        &self,
        game: &dyn Game,
        set: &TableSet,
        crew: &dyn Crew,
        progress: &mut dyn FnMut(u64, u64),
    ) -> io::Result<Built> {
        let before = self.condition(game, set);
        if before == Condition::Ready {
            return Ok(Built::There);
        }
        // Told before the work, not after it.
        match open_file(&self.path(game, set)) {
            Err(error) if !is_absent(&error) => return Err(error),
            _ => {}
        }
        let maker = game.tables().ok_or_else(|| io::Error::other("this game has no tables"))?;
        self.make_room(game, set, &before)?;
        let parts = maker.build(set, crew, progress);
        self.write(game, set, &parts)?;
        Ok(match before {
            Condition::Bad(why) => Built::Again(why),
            _ => Built::New,
        })
    }

    /// Whether there is a place to write to, told before the work and not after it. A file that is no good gives up its
    /// room, so that a full disk is not met again at every run.
    fn make_room(&self, game: &dyn Game, set: &TableSet, before: &Condition) -> io::Result<()> {
        let is_new = !self.dir.exists();
        fs::create_dir_all(&self.dir)?;
        let temporary = self.temporary(game, set);
        File::create(&temporary)?;
        fs::remove_file(&temporary)?;
        if is_new {
            // A build that is called off leaves nothing behind.
            fs::remove_dir(&self.dir)?;
        }
        if matches!(before, Condition::Bad(_)) {
            fs::remove_file(self.path(game, set))?;
        }
        Ok(())
    }

    /// To a temporary file first: no reader ever sees half of one.
    pub fn write(&self, game: &dyn Game, set: &TableSet, parts: &[Vec<u8>]) -> io::Result<()> {
        fs::create_dir_all(&self.dir)?;
        let path = self.path(game, set);
        remove_leftovers(&path);
        let temporary = self.temporary(game, set);
        let written = write_file(&temporary, set, parts).and_then(|()| fs::rename(&temporary, &path));
        if written.is_err() {
            // The error that stopped the writing is the one to tell.
            let _ = fs::remove_file(&temporary);
        }
        opened().remove(&path);
        written
    }

    /// True if there was a file.
    pub fn remove(&self, game: &dyn Game, set: &TableSet) -> io::Result<bool> {
        let path = self.path(game, set);
        opened().remove(&path);
        match fs::remove_file(path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The plan with the tables that are there for it; and, only once, those that are no good.
    pub fn equip<'a>(
        &self,
        game: &dyn Game,
        position: &dyn Position,
        plan: &'a Plan,
    ) -> (Cow<'a, Plan>, Option<Unusable>) {
        let maker = game.tables().filter(|_| plan.tables.is_none());
        let Some((maker, set)) = maker.and_then(|maker| Some((maker, maker.wanted(position, plan)?))) else {
            return (Cow::Borrowed(plan), None);
        };
        let path = self.path(game, &set);
        let mut open = opened();
        let mut news = None;
        if !open.contains_key(&path) {
            let is_large = set.bytes() > plan.memory;
            let mut is_damaged = true;
            let tables = match if is_large { open_file(&path).map(|_| Vec::new()) } else { read(&path, &set) } {
                Ok(_) if is_large => {
                    is_damaged = false;
                    Err(format!("they take {} MiB, more than --memory allows", set.bytes().div_ceil(1 << 20)))
                }
                Ok(parts) => maker.open(&set, parts).ok_or_else(|| "not what it should be".to_owned()),
                // Not remembered, since it may be built at any time.
                Err(error) if is_absent(&error) => return (Cow::Borrowed(plan), None),
                Err(error) => {
                    is_damaged = error.kind() == io::ErrorKind::InvalidData;
                    Err(error.to_string())
                }
            };
            news = tables.as_ref().err().map(|why| Unusable { path: path.clone(), set, why: why.clone(), is_damaged });
            open.insert(path.clone(), tables);
        }
        match open.get(&path) {
            Some(Ok(tables)) => (Cow::Owned(Plan { tables: Some(Arc::clone(tables)), ..plan.clone() }), news),
            _ => (Cow::Borrowed(plan), news),
        }
    }
}

type Opened = BTreeMap<PathBuf, Result<Arc<dyn Any + Send + Sync>, String>>;

/// What this run has read, or found to be no good.
static OPEN: Mutex<Opened> = Mutex::new(BTreeMap::new());

fn opened() -> MutexGuard<'static, Opened> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The plan with the tables that are there for it, and what there is to tell about them; without a shelf there are none.
pub fn equipped<'a>(
    shelf: Option<&TableShelf>,
    position: &dyn Position,
    plan: &'a Plan,
) -> (Cow<'a, Plan>, Option<Unusable>) {
    shelf.map_or((Cow::Borrowed(plan), None), |shelf| shelf.equip(position.game(), position, plan))
}

/// Temporary files of runs that were ended while they wrote; none takes this long.
fn remove_leftovers(path: &Path) {
    const LONG: Duration = Duration::from_secs(600);
    let (Some(dir), Some(stem)) = (path.parent(), path.file_stem()) else { return };
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let (name, stem) = (name.to_string_lossy(), stem.to_string_lossy());
        let ours = name.strip_prefix(&*stem).is_some_and(|rest| rest.starts_with('.') && rest.ends_with(TEMPORARY));
        let written = entry.metadata().and_then(|data| data.modified()).ok();
        if ours && written.is_some_and(|when| when.elapsed().is_ok_and(|age| age > LONG)) {
            // What cannot be removed is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn write_file(path: &Path, set: &TableSet, parts: &[Vec<u8>]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, "{MAGIC}\n{}", set.identity)?;
    for part in parts {
        write!(file, "{} ", part.len())?;
    }
    writeln!(file, "{:016x}\n", checksum(parts))?;
    for part in parts {
        file.write_all(part)?;
    }
    file.into_inner()?.sync_all()
}

/// Whether there is no such file, nor could there be one (`HOME=/dev/null`).
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Opens an ordinary file; a pipe in its place would keep us waiting for ever.
fn open_file(path: &Path) -> io::Result<File> {
    match fs::metadata(path)? {
        data if data.is_dir() => {
            Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory, where the file should be"))
        }
        data if !data.is_file() => Err(io::Error::other("is no ordinary file")),
        _ => File::open(path),
    }
}

fn bad(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_owned())
}

/// Checks the header; its length and the checksum it tells.
fn read_header(file: &mut impl BufRead, set: &TableSet) -> io::Result<(u64, String)> {
    let mut length = 0;
    let mut line = || -> io::Result<String> {
        let mut line = Vec::new();
        file.by_ref().take(4096).read_until(b'\n', &mut line)?;
        length += line.len() as u64;
        if line.pop() != Some(b'\n') {
            return Err(bad("not a file of tables"));
        }
        String::from_utf8(line).map_err(|_| bad("not a file of tables"))
    };
    if line()? != MAGIC {
        return Err(bad("not a file of tables"));
    }
    if line()? != set.identity {
        return Err(bad("made for another board, other patterns or by another version"));
    }
    let sizes = line()?;
    let expected: Vec<String> = set.parts.iter().map(ToString::to_string).collect();
    let (found, sum) = sizes.rsplit_once(' ').unwrap_or_default();
    if found != expected.join(" ") || !line()?.is_empty() {
        return Err(bad("damaged header"));
    }
    Ok((length, sum.to_owned()))
}

fn read(path: &Path, set: &TableSet) -> io::Result<Vec<Vec<u8>>> {
    let mut file = BufReader::with_capacity(1 << 16, open_file(path)?);
    let (_, sum) = read_header(&mut file, set)?;
    let mut parts = Vec::new();
    for &bytes in &set.parts {
        let mut part = vec![0; bytes];
        file.read_exact(&mut part).map_err(|_| bad("truncated"))?;
        parts.push(part);
    }
    if file.read(&mut [0])? > 0 {
        return Err(bad("longer than it should be"));
    }
    if format!("{:016x}", checksum(&parts)) != sum {
        return Err(bad("damaged: the checksum does not fit"));
    }
    Ok(parts)
}

/// Eight bytes at a time in four lanes: as quick as reading them.
fn checksum(parts: &[Vec<u8>]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut lanes = [1_u64, 2, 3, 4];
    for part in parts {
        let (words, rest) = part.as_chunks::<32>();
        for word in words {
            for (lane, bytes) in lanes.iter_mut().zip(word.as_chunks::<8>().0) {
                *lane = (*lane ^ u64::from_le_bytes(*bytes)).wrapping_mul(FACTOR).rotate_left(29);
            }
        }
        for &byte in rest {
            lanes[0] = (lanes[0] ^ u64::from(byte)).wrapping_mul(FACTOR).rotate_left(29);
        }
    }
    lanes.into_iter().fold(0, |sum: u64, lane| (sum ^ lane).wrapping_mul(FACTOR).rotate_left(31))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn set() -> TableSet {
        TableSet { name: "2x2", about: "", identity: "test of files".into(), parts: vec![100, 33] }
    }

    fn parts() -> Vec<Vec<u8>> {
        vec![(0..100).collect(), vec![7; 33]]
    }

    #[test]
    fn what_is_written_is_read_back_and_nothing_else_stays() {
        let dir = tempfile::tempdir().unwrap();
        let shelf = TableShelf::new(dir.path().join("tables"));
        let game = GAMES[0];
        assert_eq!(shelf.condition(game, &set()), Condition::Absent);
        shelf.write(game, &set(), &parts()).unwrap();
        assert_eq!(shelf.condition(game, &set()), Condition::Ready);
        assert_eq!(read(&shelf.path(game, &set()), &set()).unwrap(), parts());
        assert_eq!(fs::read_dir(dir.path().join("tables")).unwrap().count(), 1);
        assert!(shelf.remove(game, &set()).unwrap());
        assert!(!shelf.remove(game, &set()).unwrap());
    }

    /// Whatever single byte is changed, to whatever it is: the file is not used.
    #[test]
    fn a_file_that_is_damaged_in_any_byte_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let shelf = TableShelf::new(dir.path().to_path_buf());
        let game = GAMES[0];
        shelf.write(game, &set(), &parts()).unwrap();
        let path = shelf.path(game, &set());
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            for bit in [0, 3, 7] {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                fs::write(&path, bytes).unwrap();
                assert!(matches!(shelf.condition(game, &set()), Condition::Bad(_)), "byte {at}, bit {bit}");
            }
        }
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(matches!(shelf.condition(game, &set()), Condition::Bad(_)), "{length} bytes");
        }
    }

    #[test]
    fn damaged_truncated_and_foreign_files_are_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let shelf = TableShelf::new(dir.path().to_path_buf());
        let game = GAMES[0];
        shelf.write(game, &set(), &parts()).unwrap();
        let path = shelf.path(game, &set());
        let whole = fs::read(&path).unwrap();
        let spoil = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = whole.clone();
            change(&mut bytes);
            fs::write(&path, bytes).unwrap();
            match shelf.condition(game, &set()) {
                Condition::Bad(why) => why,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(spoil(&|b| *b.last_mut().unwrap() ^= 1), "damaged: the checksum does not fit");
        assert_eq!(spoil(&|b| b.truncate(b.len() - 1)), "truncated");
        assert_eq!(spoil(&|b| b.push(0)), "longer than it should be");
        assert_eq!(spoil(&|b| b[0] = b'X'), "not a file of tables");
        assert_eq!(spoil(&|b| b.clear()), "not a file of tables");
        assert_eq!(
            spoil(&|b| b[MAGIC.len() + 1] = b'X'),
            "made for another board, other patterns or by another version"
        );
        fs::write(&path, &whole).unwrap();
        assert_eq!(shelf.condition(game, &set()), Condition::Ready);
    }
}
