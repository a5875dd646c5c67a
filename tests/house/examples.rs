//! Every line of a block that begins with `$ rompicapo` is run, and prints what stands below it, times left out.

use std::path::Path;
use std::process::Command;

use crate::markdown::{BlockLine, blocks};
use crate::{pages, text_of};

const PROMPT: &str = "$ ";

/// A command with what it prints, as a page shows it.
struct Example {
    place: String,
    command: String,
    output: String,
    /// Marked by a comment `<!-- slow -->` above its block.
    is_slow: bool,
}

fn examples() -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    for page in pages() {
        let mut block = None;
        for BlockLine { number, text, remark, block: of } in blocks(&text_of(&page)) {
            if let Some(command) = text.strip_prefix(PROMPT) {
                let place = format!("{}:{number}", page.display());
                let is_slow = remark == "slow";
                found.push(Example { place, command: command.to_owned(), output: String::new(), is_slow });
                block = Some(of);
            } else if block == Some(of) {
                let output = &mut found.last_mut().expect("a command before its output").output;
                *output += text.trim_end();
                output.push('\n');
            }
        }
    }
    found.into_iter().filter(|example| example.command.starts_with("rompicapo")).collect()
}

/// Both outputs of a command, in an empty directory, with nothing of the user's about.
fn printed(command: &str, directory: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_rompicapo")).parent().expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(directory);
    shell.env("PATH", format!("{}:{path}", program.display())).env("HOME", directory);
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "NO_COLOR", "COLUMNS"] {
        shell.env_remove(name);
    }
    let output = shell.output().expect("sh starts");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The text with each time (`23.7 µs`, `"seconds":0.0123`) as a word of its own, and no blanks behind lines.
fn without_times(text: &str) -> String {
    text.trim_end().lines().map(|line| line_without_times(line) + "\n").collect()
}

fn line_without_times(line: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in line.trim_end().split(' ') {
        let unit = word.trim_end_matches([']', ')', ',', ';', ':', '.']);
        let is_number = |word: &String| {
            let number = word.trim_start_matches(['[', '(']);
            !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',')
        };
        match words.last_mut() {
            Some(last) if is_number(last) && ["ns", "µs", "ms", "s", "min", "h"].contains(&unit) => {
                *last = format!("TIME{}", &word[unit.len()..]);
            }
            _ => words.push(member_without_value(word, "\"seconds\":")),
        }
    }
    words.join(" ")
}

/// A JSON object with the number behind `key` left out.
fn member_without_value(text: &str, key: &str) -> String {
    let mut parts = text.split(key);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += key;
        out += part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c));
    }
    out
}

fn run(slow: bool) -> usize {
    let mut wrong = Vec::new();
    let examples = examples().into_iter().filter(|example| example.is_slow == slow);
    let mut count = 0;
    for Example { place, command, output, .. } in examples {
        count += 1;
        let directory = tempfile::tempdir().expect("a directory");
        let printed = printed(&command, directory.path());
        if without_times(&printed) != without_times(&output) {
            wrong.push(format!("{place}: {command}\nshown:\n{output}printed:\n{printed}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    count
}

#[test]
fn every_example_prints_what_is_shown() {
    assert!(run(false) > 5);
}

#[test]
#[ignore = "examples that take more than a second or two"]
fn every_slow_example_prints_what_is_shown() {
    run(true);
}

#[test]
fn times_are_left_out_and_nothing_else() {
    assert_eq!(line_without_times("a: [exact, 17 nodes, 23.7 µs]"), "a: [exact, 17 nodes, TIME]");
    assert_eq!(line_without_times("took 1,234 ms, 3 sliding"), "took TIME, 3 sliding");
    assert_eq!(line_without_times("{\"seconds\":0.00012,\"nodes\":3}"), "{\"seconds\":,\"nodes\":3}");
}
