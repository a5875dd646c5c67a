//! What `cargo package` takes along: all that a build needs and people read, and none of the workshop.

use std::process::Command;

use crate::{files_below, house};

#[test]
fn the_package_holds_what_it_should() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let args = ["package", "--list", "--offline", "--allow-dirty"];
    let output = Command::new(cargo).args(args).current_dir(house()).output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let list = String::from_utf8(output.stdout).expect("UTF-8");
    let holds = |name: &str| list.lines().any(|line| line == name);
    for name in ["Cargo.lock", "README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/README.md"] {
        assert!(holds(name), "{name} is missing");
    }
    let needed = [("src", "rs"), ("puzzles", "toml"), ("themes", "toml"), ("benches", "rs")];
    for file in needed.into_iter().flat_map(|(folder, ending)| files_below(folder, ending)) {
        assert!(holds(&file.display().to_string()), "{} is missing", file.display());
    }
    let workshop = [".ci", "fuzz", "tests", "scripts", "proptest-regressions", "docs/figures/"];
    let odd: Vec<&str> = list.lines().filter(|line| workshop.iter().any(|folder| line.starts_with(folder))).collect();
    assert!(odd.is_empty(), "{odd:?}");
}
