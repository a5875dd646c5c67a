//! docs/keys.md has every key of the program.

use rompicapo::games::GAMES;
use rompicapo::tui::keymap::{Keymap, Place};

use crate::markdown::{spans, table};
use crate::text_of;

#[test]
fn the_table_of_keys_is_that_of_the_program() {
    let page = text_of("docs/keys.md");
    let keymap = Keymap::default();
    let rows =
        [Place::Everywhere, Place::Browser, Place::Game].into_iter().flat_map(|place| keymap.table(place, |_| true));
    let missing: Vec<String> = rows
        .map(|(_, keys, does)| {
            let keys: Vec<String> = keys.split(' ').map(|key| format!("`{}`", key.replace('|', "&#124;"))).collect();
            format!("| {} | {} |", keys.join(" "), does.replace('|', "&#124;"))
        })
        .filter(|row| !page.contains(row.as_str()))
        .collect();
    assert!(missing.is_empty(), "docs/keys.md lacks these rows:\n{}", missing.join("\n"));
}

/// The characters that a cell of the table names: single ones, and ranges of two with `to` between them.
fn characters(cell: &str) -> Vec<char> {
    let singles = spans(cell).into_iter().filter_map(|span| span.chars().next());
    let ranges = cell.split(", ").filter_map(|part| part.split_once(" to "));
    let end = |text: &str| text.trim().trim_matches('`').chars().next();
    let ranges = ranges.filter_map(|(first, last)| Some(end(first)?..=end(last)?));
    singles.chain(ranges.flatten()).collect()
}

#[test]
fn what_a_game_takes_for_itself_is_told() {
    let page = text_of("docs/keys.md");
    let (_, page) = page.split_once("## What a game takes for itself").expect("the heading");
    let rows = table(page, "key");
    for game in GAMES {
        let hand = game.hand(&game.profile().settings_with(None));
        let told: Vec<char> = rows
            .iter()
            .filter(|row| row[1].contains(game.profile().title))
            .flat_map(|row| characters(&row[0]))
            .collect();
        let untold: String = ('!'..='~').filter(|&c| hand.wants(c) && !told.contains(&c)).collect();
        assert!(untold.is_empty(), "docs/keys.md does not say that {} takes {untold}", game.name());
    }
}
