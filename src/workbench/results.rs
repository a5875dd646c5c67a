//! Finished games, one line each, and the figures that come of them.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::kept::files;
use super::middle::clock_words;
use super::packs::Library;
use super::words::count;
use crate::games::{self, Game};

/// The version that is written; lines of a newer one are passed over.
const VERSION: u64 = 1;

/// A game that came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    #[serde(rename = "rompicapo")]
    pub version: u64,
    /// Seconds since 1970.
    pub at: u64,
    pub game: String,
    pub name: String,
    #[serde(default)]
    pub level: String,
    /// Whether all moves were the player's own.
    pub own: bool,
    pub moves: u64,
    /// The player's time in milliseconds.
    pub time: u64,
    #[serde(default)]
    pub hints: u32,
    /// Whether moves were made while all of them were marked by what is known of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
}

impl Finished {
    /// A game that ends now.
    pub fn now(game: &str, name: &str, level: &str) -> Self {
        let at = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let level = if level.is_empty() { level_in_name(name) } else { level };
        let [game, name, level] = [game, name, level].map(str::to_owned);
        Finished { version: VERSION, at, game, name, level, own: false, moves: 0, time: 0, hints: 0, marked: false }
    }

    /// Whether the solver, a hint or marks on moves had a part in it.
    fn is_helped(&self) -> bool {
        !self.own || self.hints > 0 || self.marked
    }
}

/// Adds a line; what others write at the same time stays whole.
pub fn append(file: &Path, finished: &Finished) -> io::Result<()> {
    if file.exists() {
        files::refuse_others(file)?;
    }
    let _lock = files::lock(file)?;
    let torn = files::read(file)?.is_some_and(|bytes| !bytes.is_empty() && !bytes.ends_with(b"\n"));
    let mut line = if torn { "\n".to_owned() } else { String::new() };
    line.push_str(&serde_json::to_string(finished)?);
    line.push('\n');
    let mut file = OpenOptions::new().create(true).append(true).open(file)?;
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

/// All games that can be read, oldest first, and how many lines could not; those are left where they are.
pub fn read(file: &Path) -> io::Result<(Vec<Finished>, usize)> {
    let bytes = files::read(file)?.unwrap_or_default();
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let (mut all, mut odd) = (Vec::new(), 0);
    for line in lines {
        match serde_json::from_slice::<Finished>(line) {
            Ok(finished) if finished.version <= VERSION => all.push(finished),
            _ => odd += 1,
        }
    }
    Ok((all, odd))
}

/// What to say where lines are not counted.
pub fn odd_words(file: &Path, odd: usize) -> String {
    let lines = count(odd as u64, "line", "lines");
    format!("{}: {lines} not counted: damaged, or of a newer version", file.display())
}

/// The figures of one game at one level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    pub game: String,
    /// Empty where the puzzles have none.
    pub level: String,
    /// Games: those that came to their end, and those that go on.
    pub played: u64,
    /// Games won by one's own moves without any help.
    pub won: u64,
    /// Games finished with help: hints, marks on moves, moves of the solver's. None of them is among those won.
    pub helped: u64,
    /// The time of the games won, in milliseconds: all, and the shortest.
    pub time: u64,
    pub best_time: Option<u64>,
    /// Games in a row won without any help: now, and at most.
    pub streak: u64,
    pub longest_streak: u64,
}

impl Figures {
    fn take(&mut self, finished: &Finished) {
        if finished.is_helped() {
            self.helped += 1;
            self.streak = 0;
            return;
        }
        self.won += 1;
        self.time += finished.time;
        self.best_time = self.best_time.into_iter().chain([finished.time]).min();
        self.streak += 1;
        self.longest_streak = self.longest_streak.max(self.streak);
    }

    /// The mean time of a game won, in milliseconds.
    pub fn mean_time(&self) -> Option<u64> {
        self.time.checked_div(self.won)
    }
}

/// What the finished games and those still going on amount to, by game and level; each game's sum, with the level `all`, first.
pub fn figures<'a>(
    finished: &[Finished],
    begun: impl IntoIterator<Item = (&'static dyn Game, &'a str)>,
    library: &Library,
) -> Vec<Figures> {
    let mut all: BTreeMap<(String, String), Figures> = BTreeMap::new();
    let mut note = |game: &str, level: &str, finished: Option<&Finished>| {
        for level in ["all", level] {
            let figures = all.entry((game.to_owned(), level.to_owned())).or_default();
            figures.played += 1;
            if let Some(finished) = finished {
                figures.take(finished);
            }
        }
    };
    for one in finished {
        note(&one.game, &one.level, Some(one));
    }
    let begun: BTreeMap<&str, &dyn Game> = begun.into_iter().map(|(game, name)| (name, game)).collect();
    for (name, game) in begun {
        note(game.name(), &level_of(library, name), None);
    }
    let named = |((game, level), figures)| Figures { game, level, ..figures };
    let mut rows: Vec<Figures> = all.into_iter().map(named).collect();
    rows.sort_by_key(|row| (row.game.clone(), row.level != "all", row.level.clone()));
    rows
}

/// The figures in words, each beside its game or level.
pub fn told(rows: &[Figures]) -> Vec<(String, String)> {
    if rows.is_empty() {
        return vec![(String::new(), "No game has been begun yet.".into())];
    }
    let told = |row: &Figures| {
        let name = match row.level.as_str() {
            "all" => row.game.clone(),
            "" => "  other".into(),
            level => format!("  {level}"),
        };
        let mut words = vec![format!("{} played", row.played), format!("{} won", row.won)];
        if row.helped > 0 {
            words.push(format!("{} with help", row.helped));
        }
        let clock = |time| clock_words(Duration::from_millis(time));
        if let (Some(best), Some(mean)) = (row.best_time, row.mean_time()) {
            words.push(format!("best {}, mean {}", clock(best), clock(mean)));
        }
        words.push(format!("streak {} (longest {})", row.streak, row.longest_streak));
        (name, words.join(", "))
    };
    rows.iter().map(told).collect()
}

/// The figures as lines for people.
pub fn table(rows: &[Figures]) -> Vec<String> {
    if rows.is_empty() {
        return vec!["No game has been begun yet.".into()];
    }
    let time = |time: Option<u64>| time.map_or_else(|| "-".into(), |time| clock_words(Duration::from_millis(time)));
    let heading = ["game", "level", "played", "won", "helped", "best", "mean", "streak", "longest"].map(str::to_owned);
    let mut lines = vec![heading];
    // To people one level alone says the same twice.
    let has_levels = |game: &str| rows.iter().filter(|row| row.game == game).count() > 2;
    for row in rows.iter().filter(|row| row.level == "all" || has_levels(&row.game)) {
        let game = if row.level == "all" { row.game.clone() } else { String::new() };
        let level = if row.level.is_empty() { "other".to_owned() } else { row.level.clone() };
        let [played, won, helped] = [row.played, row.won, row.helped].map(|number| number.to_string());
        let [streak, longest] = [row.streak, row.longest_streak].map(|number| number.to_string());
        lines.push([game, level, played, won, helped, time(row.best_time), time(row.mean_time()), streak, longest]);
    }
    let widths: Vec<usize> =
        (0..9).map(|at| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0)).collect();
    let padded = |line: &[String; 9]| {
        let cells = line.iter().zip(&widths).enumerate().map(|(at, (cell, &width))| match at {
            0 | 1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    lines.iter().map(padded).collect()
}

/// What the packs say of a puzzle's level.
fn level_of(library: &Library, name: &str) -> String {
    let found = name.split_once('/').and_then(|(word, puzzle)| library.collection(games::find(word)?).find(puzzle));
    found.map_or_else(|| level_in_name(name).to_owned(), |(_, entry)| entry.level.clone())
}

/// What the name of a numbered puzzle asks for: `sudoku:hard:7`.
fn level_in_name(name: &str) -> &str {
    const LEVELS: [&str; 4] = ["easy", "medium", "hard", "expert"];
    let params = name.split_once(':').and_then(|(_, behind)| behind.rsplit_once(':'));
    let level = params.and_then(|(params, _)| params.split(',').find(|word| LEVELS.contains(word)));
    level.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::SplitMix;

    #[test]
    fn a_numbered_puzzle_has_the_level_that_its_name_asks_for() {
        let told =
            ["sudoku:hard:7", "kakuro:12x10,easy:3", "freecell:617", "kakuro:7", "kakuro/hard-1"].map(level_in_name);
        assert_eq!(told, ["hard", "easy", "", "", ""]);
    }

    fn game(name: &str, level: &str, own: bool, hints: u32, time: u64) -> Finished {
        Finished { own, hints, time, moves: 9, ..Finished::now("counters", name, level) }
    }

    #[test]
    fn games_are_kept_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("results.jsonl");
        let games = [
            game("counters:4", "easy", true, 0, 5_000),
            game("counters:5", "easy", true, 0, 3_000),
            game("counters:5", "easy", true, 1, 9_000),
            game("counters:6", "hard", false, 0, 1_000),
        ];
        for game in &games {
            append(&file, game).unwrap();
        }
        // A line that was interrupted costs no other.
        let mut bytes = std::fs::read(&file).unwrap();
        bytes.extend(b"{\"rompicapo\":1,\"at\"");
        std::fs::write(&file, &bytes).unwrap();
        append(&file, &games[1]).unwrap();
        let (read, odd) = read(&file).unwrap();
        assert_eq!((read.len(), odd), (5, 1));
        let rows = figures(&read, [], &Library::new(None));
        assert_eq!(rows.iter().map(|row| row.level.as_str()).collect::<Vec<_>>(), ["all", "easy", "hard"]);
        let expected = Figures {
            game: "counters".into(),
            level: "all".into(),
            played: 5,
            won: 3,
            helped: 2,
            time: 11_000,
            best_time: Some(3_000),
            streak: 1,
            longest_streak: 2,
        };
        assert_eq!(rows[0], expected);
        assert_eq!(rows[0].mean_time(), Some(3_666));
    }

    /// However often a puzzle is played, and with whatever help: no game is won or helped that was not played.
    #[test]
    fn every_game_won_or_helped_was_played() {
        let counters = games::find("counters").expect("a game");
        let mut dice = SplitMix(5);
        for _ in 0..50 {
            let finished: Vec<Finished> = (0..dice.below(12))
                .map(|_| {
                    let (name, level) = (format!("counters:{}", dice.below(3)), ["easy", "hard", ""][dice.below(3)]);
                    game(&name, level, dice.below(2) == 0, dice.below(2) as u32, 1_000)
                })
                .collect();
            let begun: Vec<(&'static dyn Game, &str)> = (0..dice.below(2)).map(|_| (counters, "counters:7")).collect();
            let rows = figures(&finished, begun.iter().copied(), &Library::new(None));
            for row in &rows {
                assert!(row.won + row.helped <= row.played && row.longest_streak <= row.won, "{row:?}");
                assert!(row.streak <= row.longest_streak, "{row:?}");
            }
            let all = rows.first().map_or(0, |row| row.played);
            assert_eq!(all, (finished.len() + begun.len()) as u64);
        }
    }

    #[test]
    fn a_game_that_goes_on_has_been_begun() {
        let counters = games::find("counters").expect("a game");
        let rows = figures(&[], [(counters, "counters:4")], &Library::new(None));
        assert_eq!(told(&rows)[0].1, "1 played, 0 won, streak 0 (longest 0)");
    }
}
