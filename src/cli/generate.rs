//! `generate`: new puzzles, each under a name that gives it again.

use std::collections::HashSet;

use anyhow::{anyhow, bail};

use super::Code;
use super::args::{GameOptions, GenerateArgs};
use super::interrupt::leave_on_interrupt;
use super::out::{Out, tell};
use super::show::written;
use crate::games::{Deal, Game, Kind, Numbers, ParamError, Position};
use crate::workbench::resolve::find_game;
use crate::workbench::words::count;

/// Numbers tried in a row before a kind is given up: some kinds have a puzzle under few of their numbers.
const TRIES: u32 = 100;

pub fn run(args: &GenerateArgs, options: GameOptions) -> anyhow::Result<Code> {
    let (game, params) = args.what.split_once(':').unwrap_or((&args.what, ""));
    let game = find_game(game)?;
    let params = with_options(game, params, options)?;
    let kind = game.kind(&params).map_err(|error| anyhow!("{}: {error}", args.what))?;
    leave_on_interrupt(|| ())?;
    let mut press = Press { out: Out::new(), form: args.form.as_deref(), printed: 0 };
    match (&kind.numbers, args.seed) {
        (None, Some(_)) => bail!("{}: is one puzzle alone; --seed chooses among several", args.what),
        (None, None) => {
            let deal = Deal::new(game, &kind.params, None)?;
            press.print(&deal, &*opened(&deal)?)?;
        }
        (Some(numbers), Some(seed)) => in_order(game, &kind, numbers, seed, args, &mut press)?,
        (Some(numbers), None) => at_random(game, &kind, numbers, args.count, &mut press)?,
    }
    press.out.flush()?;
    if press.printed < args.count {
        tell(&format!("{}: there is no other; {} in all", args.what, count(press.printed, "puzzle", "puzzles")));
    }
    Ok(Code::Done)
}

/// From the seed on, number by number; one that has no puzzle is passed over, and that is said.
fn in_order(
    game: &'static dyn Game,
    kind: &Kind,
    numbers: &Numbers,
    seed: u64,
    args: &GenerateArgs,
    press: &mut Press<'_>,
) -> anyhow::Result<()> {
    let (count, last) = (args.count, *numbers.all.end());
    if seed.checked_add(count - 1).is_none_or(|end| end > last) {
        bail!("--seed {seed} leaves no room for {count} numbers up to {last}");
    }
    let mut tries = TRIES;
    for number in seed..=last {
        let deal = Deal::new(game, &kind.params, Some(number));
        let deal = deal.map_err(|error| anyhow!("{}:{number}: {error}", args.what))?;
        match deal.open() {
            Ok(position) => {
                press.print(&deal, &*position)?;
                tries = TRIES;
            }
            Err(error) if tries > 1 => {
                tell(&format!("{}; the next number takes its place", refused(&deal, &error)));
                tries -= 1;
            }
            Err(error) => return Err(refused(&deal, &error)),
        }
        if press.printed == count {
            break;
        }
    }
    Ok(())
}

/// Different numbers at random, until there are enough or all were there. A number that has no puzzle gives way to the
/// next.
fn at_random(
    game: &'static dyn Game,
    kind: &Kind,
    numbers: &Numbers,
    count: u64,
    press: &mut Press<'_>,
) -> anyhow::Result<()> {
    let many = (numbers.all.end() - numbers.all.start()).saturating_add(1);
    let mut drawn = HashSet::new();
    while press.printed < count && (drawn.len() as u64) < many {
        let mut number = numbers.draw(rand::random());
        let mut tries = TRIES;
        loop {
            while !drawn.insert(number) {
                number = numbers.after(number);
            }
            let deal = Deal::new(game, &kind.params, Some(number))?;
            match deal.open() {
                Ok(position) => break press.print(&deal, &*position)?,
                Err(_) if tries > 1 && (drawn.len() as u64) < many => tries -= 1,
                Err(error) => return Err(refused(&deal, &error)),
            }
        }
    }
    Ok(())
}

fn opened(deal: &Deal) -> anyhow::Result<Box<dyn Position>> {
    deal.open().map_err(|error| refused(deal, &error))
}

fn refused(deal: &Deal, error: &ParamError) -> anyhow::Error {
    anyhow!("{deal}: {error}")
}

/// Prints puzzles one after the other.
struct Press<'a> {
    out: Out,
    form: Option<&'a str>,
    printed: u64,
}

impl Press<'_> {
    fn print(&mut self, deal: &Deal, position: &dyn Position) -> anyhow::Result<()> {
        match self.form {
            None => self.out.put(&format!("{deal} {}\n", position.whole_line()))?,
            Some(form) => {
                let text = written(position, form)?;
                let apart = self.printed > 0 && text.trim_end().contains('\n');
                self.out.put(if apart { "\n" } else { "" })?;
                self.out.put(&text)?;
            }
        }
        self.printed += 1;
        Ok(())
    }
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
