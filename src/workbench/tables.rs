//! Tables on disk: written whole or not at all, checked whenever they are read, never trusted.
//!
//! A file is three lines of text and an empty one, then the parts one after the other:
//!
//! ```text
//! rompicapo tables 1
//! sliding 4x4 version 1 …            what is in it
//! 28828800 259459200 9d7f…           bytes of each part, checksum
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::dirs::Dirs;
use crate::games::{Crew, Game, Position, TableSet};
use crate::search::{Plan, Tables};

const MAGIC: &str = "rompicapo tables 1";

/// How a set stands on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Absent,
    Ready,
    /// Damaged, truncated or foreign, and why it is called so.
    Bad(String),
}

/// All cores.
struct Cores;

impl Crew for Cores {
    fn each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..count).into_par_iter().for_each(work);
    }
}

/// A directory of tables.
#[derive(Clone, Debug)]
pub struct Shelf {
    dir: PathBuf,
}

impl Shelf {
    pub fn new(dir: PathBuf) -> Self {
        Shelf { dir }
    }

    /// In the user's cache; `None` where there is no home directory.
    pub fn of_user() -> Option<Self> {
        Dirs::of_user().cache.map(|cache| Shelf { dir: cache.join("tables") })
    }

    pub fn path(&self, game: &dyn Game, set: &TableSet) -> PathBuf {
        self.dir.join(format!("{}-{}.tables", game.name(), set.name))
    }

    /// Reads the whole file to tell.
    pub fn condition(&self, game: &dyn Game, set: &TableSet) -> Condition {
        match read(&self.path(game, set), set) {
            Ok(_) => Condition::Ready,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Condition::Absent,
            Err(error) => Condition::Bad(error.to_string()),
        }
    }

    /// Builds on all cores and keeps. True if there was something to do.
    pub fn build(&self, game: &dyn Game, set: &TableSet, progress: &mut dyn FnMut(u64, u64)) -> io::Result<bool> {
        if self.condition(game, set) == Condition::Ready {
            return Ok(false);
        }
        let maker = game.tables().ok_or_else(|| io::Error::other("this game has no tables"))?;
        let parts = maker.build(set, &Cores, progress);
        self.write(game, set, &parts)?;
        Ok(true)
    }

    /// To a temporary file first: no reader ever sees half of one.
    pub fn write(&self, game: &dyn Game, set: &TableSet, parts: &[Arc<[u8]>]) -> io::Result<()> {
        fs::create_dir_all(&self.dir)?;
        let path = self.path(game, set);
        let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
        let written = write_file(&temporary, set, parts).and_then(|()| fs::rename(&temporary, &path));
        if written.is_err() {
            // The error that stopped the writing is the one to tell.
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    /// True if there was a file.
    pub fn remove(&self, game: &dyn Game, set: &TableSet) -> io::Result<bool> {
        match fs::remove_file(self.path(game, set)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn open(&self, game: &dyn Game, set: &TableSet) -> Tables {
        let parts = read(&self.path(game, set), set).ok()?;
        game.tables()?.open(set, parts)
    }
}

/// What this run has read, or found missing.
static OPEN: Mutex<BTreeMap<PathBuf, Tables>> = Mutex::new(BTreeMap::new());

/// The plan with the tables that are there for it.
pub fn equipped<'a>(position: &dyn Position, plan: &'a Plan) -> Cow<'a, Plan> {
    let game = position.game();
    let wanted = game.tables().filter(|_| plan.tables.is_none()).and_then(|maker| maker.wanted(position, plan));
    // The shelf is looked for only where something is wanted from it: quick puzzles come by the ten thousand.
    let Some((set, shelf)) = wanted.and_then(|set| Some((set, Shelf::of_user()?))) else { return Cow::Borrowed(plan) };
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let tables = open.entry(shelf.path(game, &set)).or_insert_with(|| shelf.open(game, &set));
    match tables {
        None => Cow::Borrowed(plan),
        Some(tables) => Cow::Owned(Plan { tables: Some(Arc::clone(tables)), ..plan.clone() }),
    }
}

fn write_file(path: &Path, set: &TableSet, parts: &[Arc<[u8]>]) -> io::Result<()> {
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

fn read(path: &Path, set: &TableSet) -> io::Result<Vec<Arc<[u8]>>> {
    let bad = |message: &str| io::Error::new(io::ErrorKind::InvalidData, message.to_string());
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut line = || -> io::Result<String> {
        let mut line = Vec::new();
        for byte in (&mut file).bytes().take(4096) {
            match byte? {
                b'\n' => return String::from_utf8(line).map_err(|_| bad("not a file of tables")),
                byte => line.push(byte),
            }
        }
        Err(bad("not a file of tables"))
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
    let mut parts = Vec::new();
    for &bytes in &set.parts {
        let mut part = vec![0; bytes];
        file.read_exact(&mut part).map_err(|_| bad("truncated"))?;
        parts.push(Arc::from(part));
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
fn checksum(parts: &[Arc<[u8]>]) -> u64 {
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

    fn parts() -> Vec<Arc<[u8]>> {
        vec![(0..100).collect::<Vec<u8>>().into(), vec![7; 33].into()]
    }

    #[test]
    fn what_is_written_is_read_back_and_nothing_else_stays() {
        let dir = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(dir.path().join("tables"));
        let game = GAMES[0];
        assert_eq!(shelf.condition(game, &set()), Condition::Absent);
        shelf.write(game, &set(), &parts()).unwrap();
        assert_eq!(shelf.condition(game, &set()), Condition::Ready);
        assert_eq!(read(&shelf.path(game, &set()), &set()).unwrap(), parts());
        assert_eq!(fs::read_dir(dir.path().join("tables")).unwrap().count(), 1);
        assert!(shelf.remove(game, &set()).unwrap());
        assert!(!shelf.remove(game, &set()).unwrap());
    }

    #[test]
    fn damaged_truncated_and_foreign_files_are_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(dir.path().to_path_buf());
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
