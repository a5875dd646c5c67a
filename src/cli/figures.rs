//! `figures`: the figures of the reports that the games come from, with our numbers.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, bail};

use super::Code;
use super::args::FiguresArgs;
use super::interrupt::Stop;
use super::out::{self, Out, tell};
use super::play::locale_is_utf8;
use super::progress::RunsMeter;
use super::user;
use crate::games::Study;
use crate::workbench::plot::Sheet;
use crate::workbench::studies::{self, Bench};
use crate::workbench::suggest;

pub fn run(args: &FiguresArgs) -> anyhow::Result<Code> {
    let stop = Stop::listen()?;
    let chosen = chosen(args.name.as_deref())?;
    if let Some(dir) = &args.out {
        fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    }
    stop.begin();
    let flag = &*stop.flag;
    let library = user::library();
    let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut out = Out::new();
    for study in chosen {
        let figure = study.figure();
        let (over, runs) = (AtomicU64::new(0), study.trials().len() as u64);
        let meter = RunsMeter::new(Some(runs), None, jobs);
        let bench =
            Bench { library: &library, nodes: args.nodes.unwrap_or(figure.nodes), jobs, stop: flag, over: &over };
        let drawn = bench.run(study, || meter.show(over.load(Ordering::Relaxed)));
        meter.clear();
        let Some(sheet) = drawn.map_err(anyhow::Error::msg)? else {
            tell("interrupted; figures that were finished are written");
            return Ok(Code::Signal(stop.signal().unwrap_or_default()));
        };
        match &args.out {
            Some(dir) => out.put(&write(dir, figure.name, &sheet)?)?,
            None => out.put(&sheet.text(out::width(), locale_is_utf8()))?,
        }
        out.flush()?;
    }
    Ok(Code::Done)
}

/// The study of this name, or all.
fn chosen(name: Option<&str>) -> anyhow::Result<Vec<&'static dyn Study>> {
    let all = studies::all();
    let Some(name) = name else { return Ok(all) };
    match all.iter().find(|study| study.figure().name == name) {
        Some(study) => Ok(vec![*study]),
        None => {
            let hint = suggest::hint(name, all.iter().map(|study| study.figure().name));
            bail!("there is no figure `{name}`{hint}")
        }
    }
}

/// Writes the picture and the table, and says where.
fn write(dir: &Path, name: &str, sheet: &Sheet) -> anyhow::Result<String> {
    let mut text = String::new();
    for (extension, content) in [("svg", sheet.svg()), ("csv", studies::table(sheet))] {
        let file = dir.join(name).with_extension(extension);
        fs::write(&file, content).with_context(|| file.display().to_string())?;
        let _ = writeln!(text, "{}", file.display());
    }
    Ok(text)
}
