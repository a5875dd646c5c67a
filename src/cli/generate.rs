//! `generate`: new puzzles, each under a name that gives it again.

use anyhow::{anyhow, bail};

use super::Code;
use super::args::{GameOptions, GenerateArgs};
use super::interrupt::leave_on_interrupt;
use super::out::Out;
use super::show::written;
use crate::games::Game;
use crate::workbench::resolve::find_game;

pub fn run(args: &GenerateArgs, options: GameOptions) -> anyhow::Result<Code> {
    let (game, params) = args.what.split_once(':').unwrap_or((&args.what, ""));
    let game = find_game(game)?;
    let params = with_options(game, params, options)?;
    let room = args.seed.is_none_or(|seed| seed.checked_add(args.count - 1).is_some());
    if !room {
        bail!("--seed {} leaves no room for {} numbers up to {}", args.seed.unwrap_or(0), args.count, u64::MAX);
    }
    leave_on_interrupt(|| ())?;
    let mut out = Out::new();
    for i in 0..args.count {
        let number = match args.seed {
            Some(seed) => (seed + i).to_string(),
            None => game.random_number(rand::random()),
        };
        let colon = if params.is_empty() { "" } else { ":" };
        let name = format!("{}:{params}{colon}{number}", game.name());
        let position = game.deal(&params, &number).map_err(|error| anyhow!("{name}: {error}"))?;
        match &args.form {
            None => out.put(&format!("{name} {}\n", position.whole_line()))?,
            Some(form) => {
                let text = written(&*position, form)?;
                let apart = i > 0 && text.trim_end().contains('\n');
                out.put(if apart { "\n" } else { "" })?;
                out.put(&text)?;
            }
        }
    }
    out.flush()?;
    Ok(Code::Done)
}

/// The parameters with the game's own options behind them, as they stand in a name.
fn with_options(game: &dyn Game, params: &str, options: GameOptions) -> anyhow::Result<String> {
    let mut parts: Vec<String> = params.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    for (key, value) in options.0 {
        if !game.profile().generate_options.iter().any(|option| option.name == key) {
            bail!("--{key} means nothing to {}", game.name());
        }
        if value.contains([':', ',']) {
            bail!("--{key} {value}: a value must have no colon and no comma, since it becomes part of a name");
        }
        parts.push(format!("{key}={value}"));
    }
    Ok(parts.join(","))
}
