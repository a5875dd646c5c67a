//! `stats`: the figures of one's play.

use std::fmt::Write as _;

use super::Code;
use super::args::StatsArgs;
use super::out::{Out, tell};
use super::user;
use crate::workbench::progress::Progress;
use crate::workbench::results::table;

pub fn run(args: &StatsArgs) -> anyhow::Result<Code> {
    let (progress, warning) = Progress::load(user::dirs().state);
    if let Some(warning) = warning {
        tell(&format!("warning: {warning}"));
    }
    let (mut rows, odd) = progress.figures(&user::library())?;
    if let Some(odd) = odd {
        tell(&format!("warning: {odd}"));
    }
    rows.retain(|row| args.game.is_none_or(|game| row.game == game.name()));
    let mut text = String::new();
    if args.json {
        writeln!(text, "{}", serde_json::json!({ "stats": 1, "rows": rows }))?;
    } else {
        text = table(&rows).join("\n") + "\n";
    }
    let mut out = Out::new();
    out.put(&text)?;
    out.flush()?;
    Ok(Code::Done)
}
