//! A user's own files: configurations, themes, packs.

use std::fs;
use std::path::{Path, PathBuf};

use rompicapo::tui::theme::Theme;
use rompicapo::workbench::config::Config;

use crate::{finish, program, run, text};

fn folder(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder).expect("a folder").map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The message that an invalid file must give, from its first line: `# expect: …`.
fn expected(file: &Path) -> String {
    let content = fs::read_to_string(file).unwrap();
    let first = content.lines().next().unwrap();
    first.strip_prefix("# expect: ").expect("a first line `# expect: …`").to_owned()
}

#[test]
fn valid_configurations_are_read() {
    for file in folder("configs/valid") {
        Config::from_file(&file).unwrap();
        run(&["config", "--config", text(&file)]).expect(0);
    }
}

#[test]
fn invalid_configurations_are_refused_with_file_line_and_key() {
    for file in folder("configs/invalid") {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        // Opening the workstation reads the configuration, whatever the terminal.
        run(&["--config", text(&file)]).refused(&[&format!("{name}{}", expected(&file))]);
    }
    run(&["config", "--config", "nowhere.toml"]).refused(&["nowhere.toml: no such file"]);
    run(&["solve", "fourteen:1", "--config", "nowhere.toml"]).refused(&["nowhere.toml: no such file"]);
}

#[test]
fn the_printed_default_is_a_valid_configuration() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("config.toml");
    let printed = run(&["config", "--print-default"]).expect(0).out;
    fs::write(&file, &printed).unwrap();
    run(&["config", "--config", text(&file)]).expect(0);
    // The keys are there as comments; without the `# ` they say what holds anyway.
    let opened: Vec<&str> =
        printed.lines().map(|line| line.strip_prefix("# ").filter(|l| l.contains(" = [")).unwrap_or(line)).collect();
    fs::write(&file, opened.join("\n")).unwrap();
    run(&["--config", text(&file)]).refused(&["terminal"]);
}

#[test]
fn valid_themes_are_read_and_invalid_ones_are_refused() {
    for file in folder("themes/valid") {
        let name = file.file_stem().unwrap().to_str().unwrap();
        Theme::load(name, file.parent()).unwrap();
    }
    for file in folder("themes/invalid") {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let error = Theme::load(name, file.parent()).unwrap_err().to_string();
        let expected = format!("{name}.toml{}", expected(&file));
        assert!(error.contains(&expected), "expected {expected}\nfound {error}");
    }
}

#[test]
fn a_theme_of_the_users_own_is_found_by_the_configuration() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("rompicapo");
    fs::create_dir_all(home.join("themes")).unwrap();
    let open = || {
        let mut command = program();
        command.env("XDG_CONFIG_HOME", dir.path());
        finish(command)
    };
    fs::write(home.join("config.toml"), "theme = \"mine\"\n").unwrap();
    open().refused(&["config.toml:1: `theme`: no theme is called `mine`"]);
    fs::write(home.join("themes/mine.toml"), "inherits = \"dark\"\n[roles]\ndedd = {}\n").unwrap();
    open().refused(&["mine.toml:3: unknown role `dedd`; did you mean `dead`?"]);
    fs::write(home.join("themes/mine.toml"), "inherits = \"dark\"\n[roles]\ndead = { fg = \"red\" }\n").unwrap();
    open().refused(&["terminal"]);
}

#[test]
fn packs_of_the_users_own_stand_beside_the_built_in_ones() {
    let dir = tempfile::tempdir().unwrap();
    let packs = dir.path().join("rompicapo/puzzles/fourteen");
    fs::create_dir_all(&packs).unwrap();
    let good = "name = \"mine\"\ntitle = \"My own\"\n[[puzzle]]\nname = \"tiny\"\ntext = \"7|7\"\n\
                [[puzzle]]\nname = \"numbered\"\ndeal = \"3\"\n[[puzzle]]\nname = \"odd\"\ntext = \"7|99\"\n\
                [[puzzle]]\nname = \"duchi-1\"\ntext = \"7|7\"\n";
    fs::write(packs.join("good.toml"), good).unwrap();
    fs::write(packs.join("bad.toml"), "name = \"bad\"\ntitel = \"Bad\"\n").unwrap();
    let run = |args: &[&str]| {
        let mut command = program();
        command.args(args).env("XDG_DATA_HOME", dir.path());
        finish(command)
    };
    let ran = run(&["solve", "fourteen/tiny", "fourteen/numbered", "fourteen/duchi-1", "--json"]).expect(0);
    let lengths: Vec<_> = ran.objects().iter().map(|object| object["length"].as_u64().unwrap()).collect();
    assert_eq!(lengths, [1, 26, 26], "a name that is taken keeps its meaning");
    let ran = run(&["solve", "fourteen/tiny", "fourteen/odd", "--json"]).expect(2);
    assert_eq!(ran.objects()[1]["status"], "invalid");
    let listed = run(&["list", "fourteen"]).expect(0);
    assert!(listed.out.contains("fourteen/tiny") && listed.out.contains("fourteen/duchi-1"));
    assert!(listed.err.contains("bad.toml:2: unknown field `titel`"), "{}", listed.err);
    assert!(listed.err.contains("good.toml") && listed.err.contains("duchi-1"), "{}", listed.err);
}

#[test]
fn a_pack_of_ones_own_begins_grows_and_is_checked() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.toml");
    let path = crate::text(&file);
    // A new one is well-formed as it is printed.
    for game in rompicapo::games::GAMES {
        let new = crate::run(&["pack", "new", game.name()]).expect(0);
        fs::write(&file, new.out).unwrap();
        let checked = crate::run(&["pack", "check", path]).expect(0);
        assert!(checked.out.contains("1 puzzle") && checked.out.contains("all well-formed"), "{}", checked.out);
    }
    fs::remove_file(&file).unwrap();
    crate::run(&["pack", "add", path, "fourteen:7", "--title", "The \"seventh\""]).expect(0);
    crate::run(&["pack", "add", path, "fourteen/duchi-1"]).expect(0);
    crate::run(&["pack", "add", path, "fourteen/duchi-1"]).refused(&["called duchi-1 already", "--name"]);
    crate::run(&["pack", "add", path, "counters:4"]).refused(&["is a pack of fourteen"]);
    crate::run(&["pack", "check", path]).expect(0);
    let solved = crate::run(&["solve", path, "--json"]).expect(0);
    assert_eq!(solved.objects().len(), 2);
    assert_eq!(solved.objects()[1]["length"], 26);
}

#[test]
fn what_is_wrong_with_a_pack_is_told_with_line_and_field() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.toml");
    let text = "name = \"mine\"\ntitle = \"Mine\"\ngame = \"fourteen\"\n\n[[puzzle]]\nname = \"a\"\ntext = '''\n7 1\n99 7\n'''\n\n\
                [[puzzle]]\nname = \"a\"\ndeal = \"x\"\n";
    fs::write(&file, text).unwrap();
    let ran = crate::run(&["pack", "check", crate::text(&file)]).expect(2);
    assert!(ran.err.contains("mine.toml:9: puzzle a, `text`, column 1 of it:"), "{}", ran.err);
    assert!(ran.err.contains("mine.toml:13: `name`: a puzzle is called a already, in line 6"), "{}", ran.err);
    assert!(ran.err.contains("mine.toml:14: puzzle a, `deal`:"), "{}", ran.err);
    fs::write(&file, "name = \"mine\"\ntitle = \"Mine\"\ngame = \"chess\"\n[[puzzle]]\nname = \"a\"\ndeal = \"1\"\n")
        .unwrap();
    crate::run(&["pack", "check", crate::text(&file)]).refused(&["mine.toml:3: `game`: no game is called `chess`"]);
}

#[test]
fn figures_of_ones_play() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("rompicapo");
    fs::create_dir_all(&state).unwrap();
    let stats = |args: &[&str]| {
        let mut command = program();
        command.args(args).env("XDG_STATE_HOME", dir.path());
        finish(command)
    };
    assert_eq!(stats(&["stats"]).expect(0).out, "No game has been begun yet.\n");
    let line = |name: &str, own: bool, time: u64| {
        format!(
            "{{\"rompicapo\":1,\"at\":1,\"game\":\"counters\",\"name\":\"{name}\",\"own\":{own},\"moves\":5,\"time\":{time}}}\n"
        )
    };
    fs::write(state.join("results.jsonl"), line("counters:4", true, 61_000) + &line("counters:5", false, 1)).unwrap();
    let told = stats(&["stats"]).expect(0).out;
    assert!(told.contains("played") && told.lines().any(|l| l.starts_with("counters") && l.contains("1:01")), "{told}");
    let json = stats(&["stats", "counters", "--json"]).expect(0).objects().remove(0);
    assert_eq!((&json["rows"][0]["won"], &json["rows"][0]["helped"]), (&1.into(), &1.into()));
    assert_eq!(stats(&["stats", "sliding", "--json"]).expect(0).objects()[0]["rows"], serde_json::json!([]));
}
