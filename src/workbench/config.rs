//! `config.toml`: theme, charset, speed, keys, settings of single games. Whatever it does not say is the default.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use toml::de::DeValue;

use super::dirs::Dirs;
use super::places::{FileError, Source, Table, Value, kind, read_text};
use super::{suggest, tree};
use crate::games::{self, GAMES, Game, Settings, quoted};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Boards in ASCII; frames, bars and charts as the locale allows.
    #[default]
    Auto,
    /// Suits, discs and box drawing on the boards too.
    Unicode,
    /// ASCII alone.
    Ascii,
}

impl Charset {
    const ALL: [Charset; 3] = [Charset::Auto, Charset::Unicode, Charset::Ascii];

    pub fn name(self) -> &'static str {
        match self {
            Charset::Auto => "auto",
            Charset::Unicode => "unicode",
            Charset::Ascii => "ascii",
        }
    }

    pub fn of_name(name: &str) -> Option<Charset> {
        Charset::ALL.into_iter().find(|charset| charset.name() == name)
    }

    #[must_use]
    pub fn next(self) -> Charset {
        match self {
            Charset::Auto => Charset::Unicode,
            Charset::Unicode => Charset::Ascii,
            Charset::Ascii => Charset::Auto,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The name of a theme, built in or a file of the user's.
    pub theme: String,
    pub charset: Charset,
    /// Steps per second of a solution that plays.
    pub speed: f64,
    /// Mebibytes that the tree of a search may take.
    pub tree_memory: usize,
    /// By action, the keys that replace its own; the keymap knows actions and keys.
    pub keys: BTreeMap<String, Vec<String>>,
    /// By game, the settings that the file says.
    games: BTreeMap<String, Settings>,
    /// The file it came from; none where all is default.
    pub file: Option<PathBuf>,
    /// Where each key stands in the file.
    lines: BTreeMap<String, usize>,
}

const KEYS: [&str; 6] = ["theme", "charset", "speed", "tree-memory", "keys", "games"];
const SPEEDS: std::ops::RangeInclusive<f64> = 0.1..=1000.0;
const TREE_MEMORIES: std::ops::RangeInclusive<usize> = 1..=16_384;

impl Default for Config {
    fn default() -> Self {
        Config {
            theme: "dark".into(),
            charset: Charset::Auto,
            speed: 4.0,
            tree_memory: tree::DEFAULT_MEMORY >> 20,
            keys: BTreeMap::new(),
            games: BTreeMap::new(),
            file: None,
            lines: BTreeMap::new(),
        }
    }
}

impl Config {
    /// The file that was named, or the user's own if there is one.
    pub fn load(named: Option<&Path>, dirs: &Dirs) -> Result<Config, FileError> {
        match (named, dirs.config_file()) {
            (Some(file), _) => Config::from_file(file),
            (None, Some(file)) if file.exists() => Config::from_file(&file),
            _ => Ok(Config::default()),
        }
    }

    pub fn from_file(file: &Path) -> Result<Config, FileError> {
        Config::from_text(file, &read_text(file)?)
    }

    pub fn from_text(file: &Path, text: &str) -> Result<Config, FileError> {
        let source = Source { file, text };
        let mut config = Config { file: Some(file.to_owned()), ..Config::default() };
        for (key, value) in &source.parse()? {
            let name: &str = key.as_ref();
            config.lines.insert(name.to_owned(), source.line(key.span().start));
            match name {
                "theme" => config.theme = source.string(name, value)?.into(),
                "charset" => config.charset = charset(source, value)?,
                "speed" => config.speed = speed(source, value)?,
                "tree-memory" => config.tree_memory = tree_memory(source, value)?,
                "keys" => config.read_keys(source, source.table(name, value)?)?,
                "games" => config.read_games(source, source.table(name, value)?)?,
                _ => {
                    let hint = suggest::hint(name, KEYS);
                    return Err(source.error(key.span(), format!("unknown key `{name}`{hint}", name = quoted(name))));
                }
            }
        }
        Ok(config)
    }

    fn read_keys(&mut self, source: Source<'_>, table: &Table<'_>) -> Result<(), FileError> {
        for (action, value) in table {
            let name: &str = action.as_ref();
            let wrong = || {
                let message =
                    format!("`keys.{name}`: expected a key such as \"s\", or a list of keys", name = quoted(name));
                source.error(value.span(), message)
            };
            let keys = match value.as_ref() {
                DeValue::String(key) => vec![key.to_string()],
                DeValue::Array(list) => {
                    let keys = list.iter().map(|key| key.as_ref().as_str().map(str::to_owned));
                    keys.collect::<Option<Vec<_>>>().ok_or_else(wrong)?
                }
                _ => return Err(wrong()),
            };
            self.lines.insert(format!("keys.{name}"), source.line(action.span().start));
            self.keys.insert(name.to_owned(), keys);
        }
        Ok(())
    }

    fn read_games(&mut self, source: Source<'_>, table: &Table<'_>) -> Result<(), FileError> {
        for (key, value) in table {
            let name: &str = key.as_ref();
            let Some(game) = games::find(name) else {
                let hint = suggest::hint(name, GAMES.iter().map(|game| game.name()));
                return Err(source.error(
                    key.span(),
                    format!("`games.{name}`: no game is called `{name}`{hint}", name = quoted(name)),
                ));
            };
            let settings = game_settings(source, game, source.table(name, value)?)?;
            self.games.insert(name.to_owned(), settings);
        }
        Ok(())
    }

    /// All settings of a game: the file's, and the defaults of the others.
    pub fn settings(&self, game: &dyn Game) -> Settings {
        game.profile().settings_with(self.games.get(game.name()))
    }

    /// An error about `key` (`theme`, `keys.solve`), at its place in the file.
    pub fn error(&self, key: &str, message: impl Into<String>) -> FileError {
        FileError {
            file: self.file.clone().unwrap_or_else(|| "config.toml".into()),
            line: self.lines.get(key).copied().unwrap_or(0),
            message: format!("`{key}`: {}", message.into()),
        }
    }
}

fn charset(source: Source<'_>, value: &Value<'_>) -> Result<Charset, FileError> {
    let name = source.string("charset", value)?;
    let wrong = || {
        source
            .error(value.span(), format!("`charset` is `{name}`; expected auto, unicode or ascii", name = quoted(name)))
    };
    Charset::of_name(name).ok_or_else(wrong)
}

fn speed(source: Source<'_>, value: &Value<'_>) -> Result<f64, FileError> {
    let text = match value.as_ref() {
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        other => {
            let message = format!("`speed` is {}; expected steps per second", kind(other));
            return Err(source.error(value.span(), message));
        }
    };
    let number = text.parse().ok().filter(|number| SPEEDS.contains(number));
    let (low, high) = (SPEEDS.start(), SPEEDS.end());
    let expected = || format!("`speed` is {text}; expected {low} to {high} steps per second");
    number.ok_or_else(|| source.error(value.span(), expected()))
}

fn tree_memory(source: Source<'_>, value: &Value<'_>) -> Result<usize, FileError> {
    let (low, high) = (TREE_MEMORIES.start(), TREE_MEMORIES.end());
    let number = match value.as_ref() {
        DeValue::Integer(number) => number.to_string().parse().ok().filter(|number| TREE_MEMORIES.contains(number)),
        _ => None,
    };
    number.ok_or_else(|| source.error(value.span(), format!("`tree-memory`: expected {low} to {high} mebibytes")))
}

fn game_settings(source: Source<'_>, game: &dyn Game, table: &Table<'_>) -> Result<Settings, FileError> {
    let mut settings = Settings::new();
    for (key, value) in table {
        let name: &str = key.as_ref();
        let path = format!("games.{}.{name}", game.name());
        let Some(setting) = game.profile().settings.iter().find(|setting| setting.name == name) else {
            let hint = match game.profile().settings {
                [] => "; this game has no settings".to_owned(),
                some => suggest::hint(name, some.iter().map(|setting| setting.name)),
            };
            return Err(source.error(key.span(), format!("unknown key `{path}`{hint}", path = quoted(path))));
        };
        let text = source.string(&path, value)?;
        if !setting.values.contains(&text) {
            let choices = setting.values.join(", ");
            return Err(source.error(
                value.span(),
                format!("`{path}` is `{text}`; expected one of {choices}", path = quoted(path), text = quoted(text)),
            ));
        }
        settings.insert(name.to_owned(), text.to_owned());
    }
    Ok(settings)
}

const TOP: &str = "\
# rompicapo: the configuration, with every default.
# What is left out here stays as it is; an unknown key is an error.

# Colours: dark, light, colour-blind, high-contrast, mono, or NAME for a file NAME.toml in the folder `themes` beside this one.
theme = \"dark\"

# auto: boards in ASCII, frames and charts as the locale allows. unicode: suits, discs and lines on the boards too.
# ascii: ASCII alone.
charset = \"auto\"

# Steps per second of a solution that plays.
speed = 4

# Mebibytes that the tree of a search may take; past that, finished subtrees are folded to counts.
tree-memory = 64

# Keys of your own: an action gets these in place of the ones it has. A key of two actions is an error.
[keys]
";

/// A commented configuration that says what would hold without it; `keys` are the lines of the keymap's defaults.
pub fn default_text(keys: &[String]) -> String {
    let mut text = TOP.to_owned();
    for line in keys {
        let _ = writeln!(text, "# {line}");
    }
    for game in GAMES.iter().filter(|game| !game.profile().settings.is_empty()) {
        let _ = writeln!(text, "\n# {}", game.profile().title);
        let _ = writeln!(text, "[games.{}]", game.name());
        for setting in game.profile().settings {
            let _ = writeln!(text, "# {}: {}", setting.about, setting.values.join(", "));
            let _ = writeln!(text, "{} = \"{}\"", setting.name, setting.default);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        Config::from_text(Path::new("c.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn the_printed_default_is_the_default() {
        let config = read(&default_text(&["solve = [\"s\"]".to_owned()])).unwrap();
        let plain = Config::default();
        assert_eq!(
            (config.theme.as_str(), config.charset, config.speed, config.tree_memory),
            (plain.theme.as_str(), plain.charset, plain.speed, plain.tree_memory)
        );
        assert!(config.keys.is_empty());
        for &game in GAMES {
            assert_eq!(config.settings(game), plain.settings(game));
        }
    }

    #[test]
    fn errors_name_file_line_and_key() {
        let cases = [
            ("theme = \"dark\"\nthem = 1", "c.toml:2: unknown key `them`; did you mean `theme`?"),
            ("\ncharset = \"utf\"", "c.toml:2: `charset` is `utf`; expected auto, unicode or ascii"),
            ("charset = 3", "c.toml:1: `charset` is a whole number; expected a string"),
            ("speed = 0", "c.toml:1: `speed` is 0; expected 0.1 to 1000 steps per second"),
            ("speed = \"fast\"", "c.toml:1: `speed` is a string; expected steps per second"),
            ("tree-memory = 0", "c.toml:1: `tree-memory`: expected 1 to 16384 mebibytes"),
            ("keys = 1", "c.toml:1: `keys` is a whole number; expected a table"),
            ("[keys]\nsolve = 1", "c.toml:2: `keys.solve`: expected a key such as \"s\", or a list of keys"),
        ];
        for (text, error) in cases {
            assert_eq!(read(text).unwrap_err(), error);
        }
        assert!(read("theme = \"dark\"\ntheme = \"light\"").unwrap_err().starts_with("c.toml:2: "));
        assert!(read("theme = ").unwrap_err().starts_with("c.toml:1: "));
        assert!(read("[games.chess]").unwrap_err().starts_with("c.toml:1: `games.chess`: no game is called `chess`"));
    }

    #[test]
    fn keys_are_a_patch() {
        let config = read("[keys]\nsolve = \"x\"\npause = [\"space\", \"p\"]").unwrap();
        assert_eq!(config.keys["solve"], ["x"]);
        assert_eq!(config.keys["pause"], ["space", "p"]);
        assert_eq!(config.error("keys.pause", "no").to_string(), "c.toml:3: `keys.pause`: no");
    }
}
