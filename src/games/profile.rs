//! What is constant about a game.

use super::{Form, NewPuzzle, Setting, Settings, TextOption, VerdictWish};
use crate::search::Strategy;

/// Everything about a game that is data: each has one, `static`, in its `mod.rs`.
#[derive(Debug)]
pub struct Profile {
    /// The word of the command line: `fourteen`.
    pub name: &'static str,
    /// The word of the screen: `Fourteen`.
    pub title: &'static str,
    /// One line for lists.
    pub about: &'static str,
    /// The rules in two lines of sixty columns, for who has not opened the game yet.
    pub gist: &'static str,
    /// The rules in about ten lines of at most 76 columns, for the help overlay.
    pub help: &'static str,
    /// What names of numbered puzzles look like, for `list` and error messages: one line each, `form` and meaning.
    pub names: &'static [(&'static str, &'static str)],
    /// What the dialog for a new puzzle asks.
    pub new_puzzle: NewPuzzle,
    /// The packs that come with the program: the text of `puzzles/<game>/*.toml`.
    pub packs: &'static [&'static str],
    /// The text forms, each with its writer; the first is the default.
    pub forms: &'static [Form],
    /// How many bytes a text may have: well above any puzzle of the game, and what a reader can be asked to look at.
    pub largest_text: usize,
    /// The default of the game first; a position may have its own, see
    /// [`Position::default_strategy`](super::Position::default_strategy).
    pub strategies: &'static [Strategy],
    /// Settings of this game for `[games.NAME]` in the configuration.
    pub settings: &'static [Setting],
    /// What the text alone does not say (`--size`, `--goal`), and the reader understands.
    pub text_options: &'static [TextOption],
    /// Options of the generator beyond `PARAMS` (`--moves 40..45`); each becomes `name=value` in the parameters.
    pub generate_options: &'static [TextOption],
    /// Whether players want to know how far the goal is from where they stand, and not only that they can win.
    pub seeks_shortest: bool,
    /// When players are told how they stand, as long as they do not say otherwise: not at every move where that would
    /// give each mistake away.
    pub verdict: VerdictWish,
}

impl Profile {
    /// What is said of a text above [`Profile::largest_text`].
    pub fn too_large(&self) -> String {
        let most = self.largest_text;
        let most = if most < 1 << 20 { format!("{} KiB", most >> 10) } else { format!("{} MiB", most >> 20) };
        format!("too large: the text of a {} puzzle has at most {most}", self.title)
    }

    /// All settings: those that were chosen, and the defaults of the others.
    pub fn settings_with(&self, chosen: Option<&Settings>) -> Settings {
        let value = |setting: &Setting| {
            let chosen = chosen.and_then(|chosen| chosen.get(setting.name));
            chosen.map_or(setting.default, String::as_str).to_owned()
        };
        self.settings.iter().map(|setting| (setting.name.to_owned(), value(setting))).collect()
    }
}
