//! `completions` and `man`: for packagers.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use clap::ValueEnum as _;
use clap_complete::{Generator as _, Shell};
use clap_mangen::Man;

use super::Code;
use super::args;
use super::out::Out;
use crate::games::harmless;

const NAME: &str = "rompicapo";

pub fn completions(shell: Shell) -> anyhow::Result<Code> {
    put(&script(shell))
}

fn script(shell: Shell) -> Vec<u8> {
    // The generator panics where it cannot write, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), NAME, &mut script);
    script
}

/// Prints the manual page, or writes it and all completions into a directory.
pub fn man(out: Option<&Path>) -> anyhow::Result<Code> {
    let Some(directory) = out else { return put(&page()?) };
    fs::create_dir_all(directory).with_context(|| harmless(directory.display()))?;
    let write = |name: &str, content: &[u8]| {
        let file = directory.join(name);
        fs::write(&file, content).with_context(|| harmless(file.display()))
    };
    write(&format!("{NAME}.1"), &page()?)?;
    for &shell in Shell::value_variants() {
        write(&shell.file_name(NAME), &script(shell))?;
    }
    Ok(Code::Done)
}

/// One page: the program, then each command.
fn page() -> anyhow::Result<Vec<u8>> {
    let mut command = args::command();
    command.build();
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        writeln!(page, ".SH \"ROMPICAPO {}\"", sub.get_name().to_uppercase())?;
        page.extend(command_section(sub)?);
    }
    man.render_extra_section(&mut page)?;
    page.extend_from_slice(FILES.as_bytes());
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// A command's synopsis, description, options and examples, one level down.
fn command_section(command: &clap::Command) -> anyhow::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut section = Vec::new();
    man.render_synopsis_section(&mut section)?;
    man.render_description_section(&mut section)?;
    man.render_options_section(&mut section)?;
    if command.get_after_help().is_some() {
        man.render_extra_section(&mut section)?;
    }
    let section = String::from_utf8(section)?;
    Ok(section.replace(".SH ", ".SS ").into_bytes())
}

const FILES: &str = r".SH FILES
.TP
\fI$XDG_CONFIG_HOME/rompicapo/config.toml\fR
The configuration; \fBrompicapo config \-\-print\-default\fR prints a commented one.
.TP
\fI$XDG_CONFIG_HOME/rompicapo/themes/NAME.toml\fR
Themes of your own.
.TP
\fI$XDG_DATA_HOME/rompicapo/puzzles/GAME/*.toml\fR
Packs of your own.
";

fn put(bytes: &[u8]) -> anyhow::Result<Code> {
    let mut out = Out::new();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Code::Done)
}
