//! Commands that the pages only mention are there: subcommands, options, benches, test files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use assert_cmd::Command;

use crate::markdown::{blocks, spans, table};
use crate::{house, pages, text_of};

/// What the program's own help says of a command.
#[derive(Default)]
struct Help {
    commands: BTreeMap<String, Help>,
    options: BTreeSet<String>,
}

impl Help {
    fn of(path: &[&str]) -> Help {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rompicapo"));
        let output = command.arg("help").args(path).output().expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success() && !text.is_empty(), "no help of {path:?}");
        let mut help = Help { options: text.split_whitespace().filter_map(option).collect(), ..Help::default() };
        let commands = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        for line in commands.take_while(|line| line.starts_with("  ")) {
            let name = line.split_whitespace().next().unwrap_or_default();
            if name != "help" && !line.starts_with("   ") {
                let path: Vec<&str> = path.iter().copied().chain([name]).collect();
                help.commands.insert(name.to_owned(), Help::of(&path));
            }
        }
        help
    }

    fn has_option(&self, option: &str) -> bool {
        self.options.contains(option) || self.commands.values().any(|command| command.has_option(option))
    }

    /// What is wrong with the words behind `rompicapo`.
    fn refuse(&self, words: &[&str]) -> Option<String> {
        let (mut help, mut words) = (self, words);
        while let Some((name, rest)) = words.split_first() {
            match help.commands.get(*name) {
                Some(command) => (help, words) = (command, rest),
                None if *name == "help" => words = rest,
                None if help.commands.is_empty() || option(name).is_some() => break,
                None => return Some(format!("no command `{name}`")),
            }
        }
        let unknown = words.iter().filter_map(|word| option(word)).find(|option| !help.options.contains(option));
        unknown.map(|option| format!("no option {option}"))
    }
}

/// `--time` of `--time`, `[--time]`, `--time=5`.
fn option(word: &str) -> Option<String> {
    let word = word.trim_start_matches(['[', '(', '`', '\'']);
    let name: String = word.strip_prefix("--")?.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
    (!name.is_empty()).then(|| format!("--{name}"))
}

/// Every stretch of code of a page with its place.
fn code(page: &Path) -> Vec<String> {
    let text = text_of(page);
    let lines = blocks(&text).into_iter().map(|line| line.text.split(" # ").next().unwrap_or_default().to_owned());
    lines.chain(spans(&text)).collect()
}

/// The words of each command `name …` in a line, up to a pipe or what else ends it.
fn commands<'a>(code: &'a str, name: &str) -> Vec<Vec<&'a str>> {
    let parts = code.split(['|', ';', '>']);
    let after = parts.filter_map(|part| {
        let words: Vec<&str> = part.split_whitespace().collect();
        let at = words.iter().position(|word| *word == name)?;
        Some(words[at + 1..].to_vec())
    });
    after.collect()
}

#[test]
fn every_command_and_option_is_there() {
    let help = Help::of(&[]);
    let mut wrong = Vec::new();
    for page in pages() {
        for code in code(&page) {
            let lone = code.split_whitespace().next().and_then(option);
            let lone = lone.filter(|lone| !help.has_option(lone)).map(|lone| format!("no option {lone}"));
            let refused = commands(&code, "rompicapo").iter().find_map(|words| help.refuse(words));
            wrong.extend(lone.or(refused).map(|why| format!("{}: {why}: {code}", page.display())));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_table_of_commands_is_that_of_the_program() {
    let help = Help::of(&[]);
    let mut shown = BTreeSet::new();
    for row in table(&text_of("README.md"), "command") {
        let mut inner: Option<&Help> = None;
        for span in spans(&row[0]) {
            let words: Vec<&str> = span.split_whitespace().collect();
            let known = help.commands.get(words[0]);
            let refused =
                if known.is_some() { help.refuse(&words) } else { inner.and_then(|help| help.refuse(&words)) };
            assert!(known.or(inner).is_some() && refused.is_none(), "{span}: {refused:?}");
            shown.extend(known.map(|_| words[0].to_owned()));
            inner = known.or(inner);
        }
    }
    assert_eq!(shown, help.commands.keys().cloned().collect());
}

#[test]
fn every_bench_and_test_file_is_there() {
    let mut seen = 0;
    for page in pages() {
        for code in code(&page) {
            for words in commands(&code, "cargo") {
                for pair in words.windows(2) {
                    let there = match pair[0] {
                        "--bench" => house().join(format!("benches/{}.rs", pair[1])).exists(),
                        "--test" => {
                            ["", "/main"].iter().any(|end| house().join(format!("tests/{}{end}.rs", pair[1])).exists())
                        }
                        _ => continue,
                    };
                    assert!(there, "{}: {code}", page.display());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 5);
}
