//! What the documentation says of the house is true of the house: the rooms of ARCHITECTURE.md, its walks, and every
//! command that README, CONTRIBUTING and docs/ show.

mod commands;
mod examples;
mod keys;
mod links;
mod markdown;
mod package;
mod rooms;
mod source;
mod walks;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// The directory of the package.
pub fn house() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn text_of(path: impl AsRef<Path>) -> String {
    let path = house().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a directory of the package that end in this way, in order, by their path in the package.
pub fn files_below(directory: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![house().join(directory)];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path.strip_prefix(house()).expect("below the package").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// What people read: the pages at the top, and docs/.
pub fn pages() -> Vec<PathBuf> {
    let top = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(PathBuf::from);
    top.into_iter().chain(files_below("docs", "md")).collect()
}
