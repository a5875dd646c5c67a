//! `cast`: a solution, a stretch of search, or any keys as a film or a picture.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};

use super::Code;
use super::args::{CastArgs, GameOptions};
use super::interrupt::leave_on_interrupt;
use super::out::tell;
use super::user;
use crate::tui::app::{Configured, Setup};
use crate::tui::film::SHORTEST;
use crate::tui::keymap::{Key, Keymap};
use crate::tui::picture;
use crate::tui::stage::Stage;
use crate::tui::theme::Theme;
use crate::workbench::config::Charset;
use crate::workbench::drive::ANYTIME_SECONDS;
use crate::workbench::entry::Entry;
use crate::workbench::packs::Library;
use crate::workbench::preferences::Preferences;
use crate::workbench::progress::Progress;
use crate::workbench::resolve::Resolver;
use crate::workbench::suggest;
use crate::workbench::words::count;

/// A film that is longer than this nobody looks at.
const MOST_FRAMES: u64 = 3_000;

/// How long to look for a solution where nobody says.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Asciicast,
    Svg,
}

pub fn run(args: &CastArgs, options: GameOptions) -> anyhow::Result<Code> {
    leave_on_interrupt(|| ())?;
    let kind = kind(args)?;
    let script = Script::of(args)?;
    let library = user::library();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0, is_asked: true };
    let named = resolver.only(&args.puzzle)?;
    let (title, game) = (named.name.clone(), named.game);
    let entry = args.entry.as_deref().map(|entry| Entry::read(game, entry)).transpose().map_err(anyhow::Error::msg)?;
    let improves = entry.as_ref().map_or(named.position.default_strategy(), |entry| entry.strategy).anytime;
    let mut stage = Stage::open(setup(library, args)?, named, args.screen);
    if let Some(entry) = &entry {
        stage.take_up(&entry.plan());
    }
    // At the highest speed a step would else be too short by a rounding, and every other one be left out.
    let tempo = Duration::from_secs_f64(1.0 / args.speed).max(SHORTEST);
    match script {
        Script::Keys(keys) => play_keys(&mut stage, &keys),
        Script::Search(from, to) => stage.search(from, to, tempo),
        Script::Solution => {
            let patience = if improves { Duration::from_secs(ANYTIME_SECONDS) } else { PATIENCE };
            if !stage.solve(args.time.unwrap_or(patience)) {
                tell(&format!("{title}: no solution to show; --from and --to show the search itself"));
                return Ok(if stage.is_refuted() { Code::Refuted } else { Code::Limit });
            }
            stage.walk(tempo);
        }
    }
    let film = stage.into_film();
    let text = match (kind, args.still, film.last()) {
        (Kind::Svg, true, Some(screen)) => picture::svg(screen),
        (Kind::Svg, ..) => film.svg(),
        (Kind::Asciicast, ..) => film.asciicast(&title),
    };
    fs::write(&args.out, text).with_context(|| args.out.display().to_string())?;
    let frames = if args.still { "a picture".into() } else { count(film.len() as u64, "frame", "frames") };
    tell(&format!("{}: {frames}", args.out.display()));
    Ok(Code::Done)
}

/// What is made is told by the name of the file.
fn kind(args: &CastArgs) -> anyhow::Result<Kind> {
    let ending = args.out.extension().and_then(|ending| ending.to_str());
    match ending {
        Some("svg") => Ok(Kind::Svg),
        Some("cast") if args.still => bail!("--still makes an SVG picture: expected --out FILE.svg"),
        Some("cast") => Ok(Kind::Asciicast),
        _ => bail!("--out {}: expected FILE.cast for asciinema, or FILE.svg", args.out.display()),
    }
}

/// What is to be seen.
enum Script {
    Solution,
    Search(u64, u64),
    Keys(Vec<Word>),
}

enum Word {
    Press(Key),
    /// Until the solver and the referee have done what they can.
    Wait,
}

impl Script {
    fn of(args: &CastArgs) -> anyhow::Result<Script> {
        if let Some(keys) = &args.keys {
            let words = keys.split_whitespace().map(word).collect::<anyhow::Result<_>>()?;
            return Ok(Script::Keys(words));
        }
        let (from, to) = match (args.from, args.to) {
            (None, None) => return Ok(Script::Solution),
            (from, to) => (from.unwrap_or(1), to.unwrap_or(from.unwrap_or(1) + 99)),
        };
        if from > to {
            bail!("--from {from} --to {to}: expected an expansion that is not before the first");
        }
        if to - from >= MOST_FRAMES {
            bail!("--from {from} --to {to}: a film has at most {MOST_FRAMES} frames");
        }
        Ok(Script::Search(from, to))
    }
}

fn word(text: &str) -> anyhow::Result<Word> {
    match text {
        "wait" => Ok(Word::Wait),
        _ => Key::read(text).map(Word::Press).ok_or_else(|| {
            anyhow!("--keys: `{text}` is no key; write characters and names (enter, esc, space, up, f5) between blanks, and `wait` to let the solver finish")
        }),
    }
}

fn play_keys(stage: &mut Stage, words: &[Word]) {
    for word in words {
        match word {
            Word::Press(key) => stage.press(*key),
            Word::Wait => stage.settle(),
        }
    }
    stage.settle();
    stage.shoot(Duration::from_secs(1));
}

/// The workstation as it comes: a picture does not depend on whose it is.
fn setup(library: Library, args: &CastArgs) -> anyhow::Result<Setup> {
    let mut themes: Vec<_> = Theme::builtin().into_iter().map(|theme| (theme.name, theme.paint)).collect();
    if let Some(wanted) = &args.theme {
        let Some(at) = themes.iter().position(|(name, _)| name == wanted) else {
            let hint = suggest::hint(wanted, themes.iter().map(|(name, _)| name.as_str()));
            bail!("there is no theme `{wanted}`{hint}");
        };
        themes[..=at].rotate_right(1);
    }
    Ok(Setup {
        library,
        themes,
        charset: match (args.ascii, args.unicode) {
            (true, _) => Charset::Ascii,
            (_, true) => Charset::Unicode,
            _ => Charset::Auto,
        },
        utf8: true,
        speed: args.speed,
        keymap: Keymap::default(),
        settings: BTreeMap::new(),
        progress: Progress::default(),
        preferences: Preferences::default(),
        configured: Configured::default(),
        tables: None,
        is_first_start: false,
        tree_memory: 64 << 20,
        notice: String::new(),
    })
}

/// `80x24`.
pub fn screen_size(text: &str) -> Result<(u16, u16), String> {
    let expected = || "expected COLUMNSxROWS, from 60x16 to 400x200".to_owned();
    let (columns, rows) = text.split_once('x').ok_or_else(expected)?;
    let number = |text: &str| text.parse::<u16>().map_err(|_| expected());
    let size = (number(columns)?, number(rows)?);
    if (60..=400).contains(&size.0) && (16..=200).contains(&size.1) { Ok(size) } else { Err(expected()) }
}

/// Steps a second.
pub fn speed(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.1..=30.0).contains(number));
    number.ok_or_else(|| "expected steps a second, 0.1 to 30".into())
}
