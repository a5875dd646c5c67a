//! No command, and `play`: the workstation.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use anyhow::bail;

use super::Code;
use super::args::{GameOptions, PlayArgs, When};
use super::out::wants_colour;
use super::user;
use crate::games::view::Paint;
use crate::games::{self, GAMES, Settings};
use crate::tui::app::{Configured, Setup};
use crate::tui::keymap::{Keymap, KeymapError};
use crate::tui::theme::Theme;
use crate::tui::{self, Ending, Start};
use crate::workbench::config::{Charset, Config};
use crate::workbench::dirs::Dirs;
use crate::workbench::packs::Library;
use crate::workbench::places::FileError;
use crate::workbench::preferences::Preferences;
use crate::workbench::progress::Progress;
use crate::workbench::resolve::Resolver;

pub fn browser(color: When, file: Option<&Path>) -> anyhow::Result<Code> {
    open(Start::Browser, user::library(), color, file)
}

pub fn tour(color: When, file: Option<&Path>) -> anyhow::Result<Code> {
    open(Start::Tour, user::library(), color, file)
}

pub fn run(args: &PlayArgs, options: GameOptions, color: When, file: Option<&Path>) -> anyhow::Result<Code> {
    let library = user::library();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0, is_asked: true };
    let start = match args.puzzle.as_deref() {
        None => Start::Browser,
        Some(word) => match games::find(word) {
            Some(game) => Start::Game(game),
            None => Start::Puzzle(Box::new(resolver.only(word)?)),
        },
    };
    open(start, library, color, file)
}

fn open(start: Start, library: Library, color: When, file: Option<&Path>) -> anyhow::Result<Code> {
    let dirs = user::dirs();
    let config = Config::load(file, &dirs)?;
    let keymap = Keymap::patched(&config.keys).map_err(|error| key_error(&config, &error))?;
    let terminal = io::stdout().is_terminal();
    let (preferences, warning) = Preferences::load(dirs.state.as_ref().map(|dir| dir.join("settings.json")));
    let mut themes = themes(&config, &dirs, wants_colour(color, terminal))?;
    let preferred_theme = preferences.value("theme", &config.theme);
    if let Some(at) = themes.iter().position(|(name, _)| name == preferred_theme) {
        themes[..=at].rotate_right(1);
    }
    if !terminal {
        bail!("the workstation needs a terminal, and standard output is none; for scripts there is `rompicapo solve`");
    }
    let (progress, notice) = Progress::load(dirs.state);
    let settings: BTreeMap<_, _> = GAMES.iter().map(|&game| (game.name().to_owned(), config.settings(game))).collect();
    let configured = Configured {
        theme: config.theme.clone(),
        charset: config.charset.name().to_owned(),
        settings: settings.clone(),
    };
    let is_first_start = preferences.value("welcome", "").is_empty() && progress.begun().is_empty();
    let setup = Setup {
        is_first_start,
        library,
        themes,
        charset: Charset::of_name(preferences.value("charset", config.charset.name())).unwrap_or(config.charset),
        utf8: locale_is_utf8(),
        speed: config.speed,
        tree_memory: config.tree_memory << 20,
        keymap,
        settings: preferred(settings, &preferences),
        progress,
        preferences,
        configured,
        tables: user::shelf(),
        notice: notice.or(warning).unwrap_or_default(),
    };
    Ok(match tui::run(setup, start)? {
        Ending::Left => Code::Done,
        Ending::Signal(signal) => Code::Signal(signal),
    })
}

/// The games' settings with what was set by key in place of what the configuration says.
fn preferred(mut settings: BTreeMap<String, Settings>, preferences: &Preferences) -> BTreeMap<String, Settings> {
    for (game, own) in &mut settings {
        for (name, value) in own {
            *value = preferences.value(&format!("games.{game}.{name}"), value).to_owned();
        }
    }
    settings
}

/// Whether the terminal shows more than ASCII, as the locale says.
pub fn locale_is_utf8() -> bool {
    let set =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    set.is_some_and(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The theme of the configuration first, then the others, for whoever looks through them.
fn themes(config: &Config, dirs: &Dirs, colour: bool) -> Result<Vec<(String, Paint)>, FileError> {
    let dir = dirs.themes();
    let first = Theme::load(&config.theme, dir.as_deref()).map_err(|error| match error.line {
        0 => config.error("theme", error.message),
        _ => error,
    })?;
    let mut themes = vec![first];
    for name in Theme::names(dir.as_deref()).iter().filter(|&name| *name != config.theme) {
        // One that was not asked for and cannot be read is left out of the choice.
        themes.extend(Theme::load(name, dir.as_deref()));
    }
    let looks = themes.into_iter().map(|theme| if colour { theme } else { theme.without_colour() });
    Ok(looks.map(|theme| (theme.name, theme.paint)).collect())
}

/// A bad binding, at the place in the file that made it one.
fn key_error(config: &Config, error: &KeymapError) -> FileError {
    let name = match error {
        KeymapError::UnknownAction { name, .. } | KeymapError::UnknownKey { name, .. } => name,
        KeymapError::Duplicate { second, .. } if config.keys.contains_key(second) => second,
        KeymapError::Duplicate { first, .. } => first,
    };
    config.error(&format!("keys.{name}"), error.to_string())
}
