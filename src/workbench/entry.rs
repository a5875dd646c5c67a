//! A strategy as one word: `STRATEGY`, `STRATEGY+H,H…` (exactly these heuristics on), `@W` behind it for a weight.

use std::fmt;

use super::suggest;
use crate::games::{GAMES, Game};
use crate::search::{Plan, Strategy, ToggleSet};

/// What runs in a race, or on one side of a comparison.
#[derive(Clone)]
pub struct Entry {
    pub strategy: &'static Strategy,
    pub on: ToggleSet,
    pub weight: Option<f64>,
}

impl Entry {
    /// The strategy as it comes.
    pub fn plain(strategy: &'static Strategy) -> Self {
        Entry { strategy, on: strategy.defaults(), weight: None }
    }

    /// Reads an entry; the error says what is possible.
    pub fn read(game: &dyn Game, text: &str) -> Result<Entry, String> {
        Self::parsed(game, text.trim()).map_err(|why| format!("entry `{text}`: {why}"))
    }

    fn parsed(game: &dyn Game, text: &str) -> Result<Entry, String> {
        let (text, weight) = match text.split_once('@') {
            Some((text, weight)) => (text.trim(), Some(weight.trim())),
            None => (text, None),
        };
        let (name, heuristics) = match text.split_once('+') {
            Some((name, heuristics)) => (name.trim(), Some(heuristics)),
            None => (text, None),
        };
        let strategy = find_strategy(game, name)?;
        let mut plan = Plan::new(strategy);
        if let Some(heuristics) = heuristics {
            if heuristics.trim().is_empty() {
                let known: Vec<&str> = strategy.toggles.iter().map(|toggle| toggle.name).collect();
                return Err(format!("expected heuristics behind `+`, or `none`: {}", known.join(", ")));
            }
            let names: Vec<&str> = heuristics.split(',').map(str::trim).collect();
            set_exactly(&mut plan, &names)?;
        }
        let weight = weight.map(|weight| read_weight(game, strategy, weight)).transpose()?;
        let entry = Entry { strategy, on: plan.on, weight };
        game.check_usage(&entry.plan()).map_err(|error| error.to_string())?;
        Ok(entry)
    }

    /// For people: by what it leaves out, where that is little and all.
    pub fn words(&self) -> String {
        let (own, on) = (Entry::plain(self.strategy).plan().heuristics(), self.plan().heuristics());
        let without: Vec<&str> = own.iter().filter(|name| !on.contains(name)).copied().collect();
        let only_leaves_out = on.len() + without.len() == own.len();
        if without.is_empty() || without.len() >= on.len() || !only_leaves_out {
            return in_words(&self.to_string());
        }
        let weight = self.weight.map_or_else(String::new, |weight| format!("@{weight}"));
        format!("{}{weight} without {}", self.strategy.name, without.join(", "))
    }

    /// What it does: of one that leaves something out, what that is.
    pub fn about(&self) -> String {
        let toggles = self.strategy.toggles.iter().enumerate();
        let mut out = toggles.filter(|&(n, toggle)| toggle.default && !self.on.has(n));
        match (out.next(), out.next()) {
            (Some((_, only)), None) if self.words().contains(" without ") => format!("{}: {}", only.name, only.about),
            _ => self.strategy.about.to_owned(),
        }
    }

    /// What an engine is made with; limits are added by whoever runs it.
    pub fn plan(&self) -> Plan {
        Plan { on: self.on, weight: self.weight, ..Plan::new(self.strategy) }
    }
}

/// As it is read: heuristics only where they are not the strategy's own choice.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.strategy.name)?;
        if self.on != self.strategy.defaults() {
            let names = self.plan().heuristics();
            write!(f, "+{}", if names.is_empty() { "none".into() } else { names.join(",") })?;
        }
        self.weight.map_or(Ok(()), |weight| write!(f, "@{weight}"))
    }
}

/// An entry for people, who take `none` for the name of a heuristic.
pub fn in_words(entry: &str) -> String {
    match entry.split_once("+none") {
        Some((strategy, weight)) => format!("{strategy}{weight}, no heuristics"),
        None => entry.to_owned(),
    }
}

/// Words of an entry in so many columns: what tells it apart stands at both ends, so the middle gives way.
pub fn cut_inside(words: &str, width: usize) -> String {
    let count = words.chars().count();
    if count <= width {
        return words.to_owned();
    }
    let strategy = ["+", ",", "@", " without"].iter().filter_map(|sign| words.find(sign)).min().unwrap_or(words.len());
    let strategy = words[..strategy].chars().count();
    let head = if strategy + 4 <= width { strategy } else { width / 2 };
    let tail: String = words.chars().skip(count - width.saturating_sub(head + 2)).collect();
    // From the beginning of a word, where that leaves most of them.
    let whole = tail.find([' ', '+', ',']).map(|at| &tail[at + 1..]).filter(|rest| 2 * rest.len() > tail.len());
    words.chars().take(head).chain("..".chars()).chain(whole.unwrap_or(&tail).chars()).take(width).collect()
}

fn read_weight(game: &dyn Game, strategy: &Strategy, text: &str) -> Result<f64, String> {
    if strategy.weight.is_none() {
        return Err(without_weight(game, strategy));
    }
    let weight = text.parse().ok().filter(|weight: &f64| weight.is_finite() && *weight >= 1.0);
    weight.ok_or_else(|| format!("weight `{text}`: expected a number, 1 or above"))
}

/// Why a weight is refused, and which strategies take one.
fn without_weight(game: &dyn Game, strategy: &Strategy) -> String {
    let with: Vec<&str> = game.strategies().iter().filter(|s| s.weight.is_some()).map(|s| s.name).collect();
    let name = strategy.name;
    if with.is_empty() {
        format!("strategy `{name}` has no weight, and no strategy of {} has one", game.name())
    } else {
        format!("strategy `{name}` has no weight; expected one of {}", with.join(", "))
    }
}

/// The strategy of this name.
pub fn find_strategy(game: &dyn Game, name: &str) -> Result<&'static Strategy, String> {
    game.strategy(name).ok_or_else(|| {
        let hint = suggest::hint(name, game.strategies().iter().map(|strategy| strategy.name));
        format!("{} has no strategy `{name}`{hint}", game.name())
    })
}

/// Exactly these heuristics on; `none` for none at all.
pub fn set_exactly<S: AsRef<str>>(plan: &mut Plan, names: &[S]) -> Result<(), String> {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).filter(|&name| !matches!(name, "" | "none")).collect();
    plan.on = ToggleSet::default();
    switch(plan, &names, true)
}

/// Where the strategy's game has now what was once a heuristic of this name.
fn elsewhere(strategy: &'static Strategy, name: &str) -> Option<&'static str> {
    let is_own = |game: &&&'static dyn Game| game.strategies().iter().any(|own| std::ptr::eq(own, strategy));
    GAMES.iter().find(is_own)?.usage()?.elsewhere(strategy.name, name)
}

/// Switches heuristics on or off by their names.
pub fn switch<S: AsRef<str>>(plan: &mut Plan, names: &[S], on: bool) -> Result<(), String> {
    let strategy = plan.strategy;
    let mut switched: Vec<usize> = Vec::new();
    for name in names {
        let name = name.as_ref();
        let Some(index) = strategy.toggle_index(name) else {
            let known: Vec<&str> = strategy.toggles.iter().map(|toggle| toggle.name).collect();
            let hint = match elsewhere(strategy, name) {
                Some(hint) => format!("; {hint}"),
                None => suggest::hint(name, known.iter().copied()),
            };
            return Err(format!("strategy `{}` has no heuristic `{name}`{hint}", strategy.name));
        };
        let group = strategy.toggles[index].group;
        let rival = switched.iter().find(|&&other| other != index && strategy.toggles[other].group == group);
        if let (true, Some(_), Some(&rival)) = (on, group, rival) {
            let rival = strategy.toggles[rival].name;
            return Err(format!("heuristics `{rival}` and `{name}` exclude each other"));
        }
        plan.on = strategy.switched(plan.on, index, on);
        switched.push(index);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn read(text: &str) -> Result<Entry, String> {
        Entry::read(games::find("sliding").unwrap(), text)
    }

    fn refused(text: &str) -> String {
        read(text).err().unwrap()
    }

    #[test]
    fn people_read_what_an_entry_leaves_out() {
        let words = |game: &str, text: &str| Entry::read(games::find(game).unwrap(), text).unwrap().words();
        assert_eq!(words("kakuro", "fast+fewest,split,learn"), "fast without run-consistency");
        assert_eq!(words("kakuro", "fast"), "fast");
        assert_eq!(words("sliding", "ida*+manhattan"), "ida*+manhattan");
        assert_eq!(words("sliding", "ida*+none"), "ida*, no heuristics");
    }

    #[test]
    fn an_entry_is_cut_where_it_is_like_others() {
        assert_eq!(cut_inside("fast without safe-home", 17), "fast..safe-home");
        assert_eq!(cut_inside("ida*+manhattan,linear-conflict", 24), "ida*..linear-conflict");
        assert_eq!(cut_inside("fast without safe-home", 12), "fast..e-home");
        assert_eq!(cut_inside("ida*", 4), "ida*");
        for width in 0..40 {
            assert!(cut_inside("weighted+manhattan,linear-conflict@1.5", width).chars().count() <= width);
        }
    }

    #[test]
    fn an_entry_is_a_strategy_with_exactly_its_heuristics_and_a_weight() {
        let entry = read("weighted+manhattan@1.5").unwrap();
        assert_eq!((entry.strategy.name, entry.plan().heuristics()), ("weighted", vec!["manhattan"]));
        assert_eq!(entry.plan().weight, Some(1.5));
        let entry = read(" ida* + manhattan, linear-conflict ").unwrap();
        assert_eq!(entry.plan().heuristics(), ["manhattan", "linear-conflict"]);
        assert!(read("a*+none").unwrap().plan().heuristics().is_empty());
        assert!(read("a*").unwrap().on == Entry::plain(read("a*").unwrap().strategy).on);
    }

    #[test]
    fn an_entry_reads_back_as_it_is_written() {
        for text in ["ida*", "ida*+manhattan", "a*+none", "weighted+manhattan@1.5", "weighted@2"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert_eq!(read("weighted+none@2").unwrap().words(), "weighted@2, no heuristics");
    }

    #[test]
    fn a_bad_entry_says_what_is_possible() {
        assert_eq!(refused("idas"), "entry `idas`: sliding has no strategy `idas`; did you mean `ida*`?");
        assert!(refused("").starts_with("entry ``: sliding has no strategy ``; expected one of "));
        assert_eq!(
            refused("ida*+manhatan"),
            "entry `ida*+manhatan`: strategy `ida*` has no heuristic `manhatan`; did you mean `manhattan`?"
        );
        assert!(refused("ida*+").starts_with("entry `ida*+`: expected heuristics behind `+`, or `none`: manhattan, "));
        assert_eq!(refused("weighted@0.5"), "entry `weighted@0.5`: weight `0.5`: expected a number, 1 or above");
        let old = "entry `weighted+open-list`: strategy `weighted` has no heuristic `open-list`; A* with a weight is the strategy `weighted-a*`";
        assert_eq!(refused("weighted+open-list"), old);
        assert_eq!(refused("weighted@"), "entry `weighted@`: weight ``: expected a number, 1 or above");
        assert_eq!(refused("weighted@99"), "entry `weighted@99`: weight 99: expected 1 to 10");
        assert_eq!(refused("a*@2"), "entry `a*@2`: strategy `a*` has no weight; expected one of weighted, weighted-a*");
        let error = Entry::read(games::find("fourteen").unwrap(), "dfs@2").err().unwrap();
        assert_eq!(error, "entry `dfs@2`: strategy `dfs` has no weight, and no strategy of fourteen has one");
    }
}
