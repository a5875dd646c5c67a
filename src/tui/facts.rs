//! What is worth knowing of a puzzle, beside its board and in the browser.

use crate::games::view::Role;
use crate::workbench::naming::Named;
use crate::workbench::words;

/// Title, what the player has done (`own`), goal, name, size, best known length, about, source: a paragraph each.
pub fn of_puzzle(named: &Named, own: Option<String>) -> Vec<(String, Role)> {
    let mut facts = vec![(named.title.clone(), Role::Title)];
    facts.extend(own.map(|own| (own, Role::Text)));
    facts.extend(named.position.aim().map(|aim| (format!("Goal: {aim}"), Role::Text)));
    facts.push((named.name.clone(), Role::Dim));
    let mut short = Vec::new();
    if !named.unsolvable && !named.level.is_empty() {
        short.push(named.level.clone());
    }
    short.extend(named.position.params());
    if named.unsolvable {
        short.push("proven to have no solution".into());
    }
    if let Some(best) = named.best.filter(|_| !named.game.has_one_length()) {
        short.push(format!("best known {}", words::count(best, "move", "moves")));
    }
    facts.push((words::sentence(&short.join(", ")), Role::Text));
    facts.push((named.about.clone(), Role::Text));
    facts.push((words::sentence(&named.source), Role::Dim));
    facts.retain(|(text, _)| !text.is_empty());
    facts
}

/// The same, broken to so many columns.
pub fn lines(facts: &[(String, Role)], width: usize) -> Vec<(String, Role)> {
    let broken = |(text, role): &(String, Role)| {
        let role = *role;
        words::wrap_well(text, width).into_iter().map(move |line| (line, role)).collect::<Vec<_>>()
    };
    facts.iter().flat_map(broken).collect()
}
