//! `config`: where the configuration is, and what it can say.

use std::fmt::Write as _;
use std::path::Path;

use super::Code;
use super::args::ConfigArgs;
use super::out::Out;
use super::user;
use crate::tui::keymap::Keymap;
use crate::workbench::config::{self, Config};

pub fn run(args: &ConfigArgs, file: Option<&Path>) -> anyhow::Result<Code> {
    let text = if args.print_default { config::default_text(&Keymap::default_lines()) } else { places(file)? };
    let mut out = Out::new();
    out.put(&text)?;
    out.flush()?;
    Ok(Code::Done)
}

/// Where the user's own files are looked for, after a check of the configuration that is there.
fn places(file: Option<&Path>) -> anyhow::Result<String> {
    let dirs = user::dirs();
    let config = Config::load(file, &dirs)?;
    let mut text = String::new();
    let mut line = |what: &str, path: Option<&Path>, note: &str| {
        let path = path.map_or("no home directory".into(), |path| path.display().to_string());
        let _ = writeln!(text, "{what:<14} {path}{note}");
    };
    let there = if config.file.is_some() { "" } else { " (not there: all defaults)" };
    line("configuration", file.or(dirs.config_file().as_deref()), there);
    line("themes", dirs.themes().as_deref(), "");
    line("packs", dirs.packs().as_deref(), "");
    Ok(text)
}
