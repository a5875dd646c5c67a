//! Every link between the pages leads somewhere, and every page of the book is on its contents page.

use std::path::Path;

use crate::{files_below, house, pages, text_of};

/// What stands behind `](` in a page, code left out.
fn links(page: &str) -> Vec<String> {
    let prose = page.lines().filter(|line| !line.starts_with("    "));
    let parts = prose.flat_map(|line| line.split("](").skip(1));
    parts.filter_map(|part| Some(part.split_once(')')?.0.to_owned())).collect()
}

/// The name of a heading as links have it.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-")
}

#[test]
fn every_link_leads_somewhere() {
    let mut lost = Vec::new();
    for page in pages().into_iter().chain(["CHANGELOG.md".into(), "fuzz/README.md".into()]) {
        for link in links(&text_of(&page)).into_iter().filter(|link| !link.contains("://")) {
            let (path, place) = link.split_once('#').unwrap_or((&link, ""));
            let file = if path.is_empty() { page.clone() } else { page.parent().unwrap_or(Path::new("")).join(path) };
            let is_there = house().join(&file).exists();
            let has_place = || text_of(&file).lines().any(|line| line.starts_with('#') && anchor(line) == place);
            if !is_there || !place.is_empty() && !has_place() {
                lost.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(lost.is_empty(), "\n{}", lost.join("\n"));
}

#[test]
fn the_book_has_all_its_pages() {
    let contents = links(&text_of("docs/README.md"));
    for page in files_below("docs", "md").iter().filter(|page| !page.ends_with("README.md")) {
        let name = page.strip_prefix("docs").expect("below docs").display().to_string();
        assert!(contents.contains(&name), "docs/README.md does not name {name}");
    }
    for game in rompicapo::games::GAMES {
        assert!(contents.contains(&format!("{}.md", game.name())), "no page on {}", game.name());
    }
}
