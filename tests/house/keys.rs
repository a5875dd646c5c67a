//! docs/keys.md has every key of the program.

use rompicapo::tui::keymap::{Keymap, Place};

use crate::text_of;

#[test]
fn the_table_of_keys_is_that_of_the_program() {
    let page = text_of("docs/keys.md");
    let keymap = Keymap::default();
    let rows =
        [Place::Everywhere, Place::Browser, Place::Game].into_iter().flat_map(|place| keymap.table(place, |_| true));
    let missing: Vec<String> = rows
        .map(|(keys, does)| {
            let keys: Vec<String> = keys.split(' ').map(|key| format!("`{}`", key.replace('|', "&#124;"))).collect();
            format!("| {} | {} |", keys.join(" "), does.replace('|', "&#124;"))
        })
        .filter(|row| !page.contains(row.as_str()))
        .collect();
    assert!(missing.is_empty(), "docs/keys.md lacks these rows:\n{}", missing.join("\n"));
}
