//! Files that must not be lost: read only where they are files, replaced whole, set aside under a new name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// What is in a file; `None` where there is none. What is no file (a pipe without a writer would block for ever) is
/// refused at once; symbolic links are followed.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match refuse_others(path) {
        Ok(()) => fs::read(path).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// An error where the path leads to something that is no plain file.
pub fn refuse_others(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?.file_type();
    let what = match () {
        () if kind.is_file() => return Ok(()),
        () if kind.is_dir() => "is a directory; expected a file",
        () => "is no plain file",
    };
    Err(io::Error::other(what))
}

/// Renames a file to a name that is still free: `NAME.WORD`, `NAME.WORD-2`, …
pub fn set_aside(path: &Path, word: &str) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for n in 1..10_000 {
        let number = if n == 1 { String::new() } else { format!("-{n}") };
        let aside = path.with_file_name(format!("{name}.{word}{number}"));
        if aside.symlink_metadata().is_err() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
    }
    Err(io::Error::other("there is no free name to set it aside under"))
}

/// Writes a file anew through a temporary one, both on disk before the name changes its meaning. A symbolic link stays
/// one: the file that it leads to is replaced.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().unwrap_or(Path::new(".")).to_owned();
    fs::create_dir_all(&folder)?;
    let temporary = target.with_extension(format!("tmp{}", std::process::id()));
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    if let Err(error) = written.and_then(|()| fs::rename(&temporary, &target)) {
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    sync_folder(&folder);
    Ok(())
}

/// A new name is on disk only when its folder is; where a system cannot do that there is nothing to be done.
pub fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Holds off other processes that do the same with a file, as long as it lives.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Whether the name still leads to the file that is locked: who held it before took the name away.
    fn is_there(&self) -> bool {
        let (Ok(held), Ok(named)) = (self.file.metadata(), fs::metadata(&self.path)) else { return false };
        (held.dev(), held.ino()) == (named.dev(), named.ino())
    }
}

impl Drop for Lock {
    /// Nothing is left beside the file. Whoever waits for this lock finds that it has no name any more, and asks again.
    fn drop(&mut self) {
        if self.is_there() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Waits until nobody else holds this file's lock. Where there are no locks, it goes on without.
pub fn lock(path: &Path) -> io::Result<Lock> {
    let path = path.with_extension("lock");
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    loop {
        match refuse_others(&path) {
            // Who held it may just have taken it away.
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        let locked = file.lock();
        let has_locks = !matches!(&locked, Err(error) if error.kind() == io::ErrorKind::Unsupported);
        if has_locks {
            locked?;
        }
        let lock = Lock { file, path: path.clone() };
        if !has_locks || lock.is_there() {
            return Ok(lock);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_set_aside_under_a_name_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        for n in 0..3 {
            fs::write(&path, format!("{n}")).unwrap();
            set_aside(&path, "damaged").unwrap();
        }
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("progress.json.damaged"), "0");
        assert_eq!(read("progress.json.damaged-2"), "1");
        assert_eq!(read("progress.json.damaged-3"), "2");
    }

    /// Whoever waits for a lock gets it, one after the other, and no file of it is left.
    #[test]
    fn locks_hold_others_off_and_leave_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        fs::write(&path, "0").unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _lock = lock(&path).unwrap();
                        let n: u32 = fs::read_to_string(&path).unwrap().parse().unwrap();
                        fs::write(&path, (n + 1).to_string()).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "200");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_directories_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (link, real) = (folder.path().join("link"), folder.path().join("real"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        assert!(link.is_symlink(), "the link is still one");
        assert_eq!(read(&link).unwrap().unwrap(), b"new");
        assert!(read(folder.path()).is_err());
        assert_eq!(read(&folder.path().join("none")).unwrap(), None);
    }
}
