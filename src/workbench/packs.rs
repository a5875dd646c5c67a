//! Packs of puzzles: built in (`puzzles/<game>/*.toml`) or the user's own.

use std::fmt;

use serde::Deserialize;

use crate::games::{Game, Options, ParamError, Position, TextError};

/// A pack as its file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Pack {
    pub name: String,
    pub title: String,
    /// Where the puzzles come from; a puzzle may say it better.
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub about: String,
    #[serde(rename = "puzzle")]
    pub puzzles: Vec<Entry>,
}

/// A puzzle of a pack.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    /// Unique within the game: `fourteen/NAME` finds it whatever its pack.
    pub name: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub source: String,
    /// A sentence or two for the preview.
    #[serde(default)]
    pub about: String,
    /// `easy`, `medium`, `hard`, `expert`, or what the pack calls it.
    #[serde(default)]
    pub level: String,
    /// Best known length.
    pub best: Option<u64>,
    /// Proven to have no solution.
    #[serde(default)]
    pub unsolvable: bool,
    /// The puzzle's text in any form that the game reads …
    pub text: Option<String>,
    /// … or the part of a name behind `GAME:`, as in `4x4:42`.
    pub deal: Option<String>,
    /// What the text alone does not say.
    #[serde(default)]
    pub options: Options,
}

/// What is wrong with a pack, in words, with the place where it is known.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    #[error("puzzle {puzzle}: {error}")]
    Text { puzzle: String, error: TextError },
    #[error("puzzle {puzzle}: {error}")]
    Deal { puzzle: String, error: ParamError },
    #[error("puzzle {puzzle}: expected either `text` or `deal`, and not both")]
    TextOrDeal { puzzle: String },
}

impl Pack {
    pub fn read(text: &str) -> Result<Pack, PackError> {
        Ok(toml::from_str(text)?)
    }
}

impl Entry {
    /// Sets the puzzle up.
    pub fn open(&self, game: &dyn Game) -> Result<Box<dyn Position>, PackError> {
        let puzzle = self.name.clone();
        match (&self.text, &self.deal) {
            (Some(text), None) => game.read(text, &self.options).map_err(|error| PackError::Text { puzzle, error }),
            (None, Some(deal)) => {
                let (params, number) = split_deal(deal);
                game.deal(params, number).map_err(|error| PackError::Deal { puzzle, error })
            }
            _ => Err(PackError::TextOrDeal { puzzle }),
        }
    }
}

/// `PARAMS:NUMBER` or `NUMBER` into parameters and number.
pub fn split_deal(deal: &str) -> (&str, &str) {
    deal.rsplit_once(':').unwrap_or(("", deal))
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} puzzles)", self.title, self.puzzles.len())
    }
}
