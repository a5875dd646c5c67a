//! Who could race on a position: proposals for the dialog, the good ones first.

use crate::games::Game;
use crate::workbench::entry::Entry;

/// The entries that are worth a race in this game, each once; the first two are the proposal.
pub fn rivals(game: &dyn Game) -> Vec<Entry> {
    let mut rivals: Vec<Entry> = Vec::new();
    let mut add = |entry: Entry| {
        if !rivals.iter().any(|known| known.to_string() == entry.to_string()) {
            rivals.push(entry);
        }
    };
    for text in game.rivals() {
        if let Ok(entry) = Entry::read(game, text) {
            add(entry);
        }
    }
    let strategies = game.strategies();
    // The classroom's method against the default, where the game has not said better.
    let classic = strategies.iter().find(|strategy| strategy.name.starts_with("classic"));
    classic.into_iter().chain(strategies).for_each(|strategy| add(Entry::plain(strategy)));
    // Each with one of its own heuristics left out.
    for strategy in strategies {
        for (i, toggle) in strategy.toggles.iter().enumerate().filter(|(_, toggle)| toggle.default) {
            let plain = Entry::plain(strategy);
            add(Entry { on: strategy.switched(plain.on, i, !toggle.default), ..plain });
        }
    }
    rivals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn every_game_has_a_race_to_propose_and_reads_its_own_rivals() {
        for game in GAMES {
            assert!(rivals(*game).len() >= 2, "{}", game.name());
            for text in game.rivals() {
                assert!(Entry::read(*game, text).is_ok(), "{}: {text}", game.name());
            }
        }
    }
}
