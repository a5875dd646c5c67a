//! Help, manual page, completions, lists.

use rompicapo::games::GAMES;

use crate::run;

const COMMANDS: [&str; 12] =
    ["play", "solve", "show", "verify", "generate", "list", "pack", "stats", "tables", "completions", "man", "config"];

#[test]
fn help_is_short_or_long() {
    let (short, long) = (run(&["-h"]).expect(0).out, run(&["--help"]).expect(0).out);
    assert!(short.lines().count() < long.lines().count());
    for command in COMMANDS {
        assert!(short.contains(command) && long.contains(command), "{command}");
    }
    assert!(long.contains("Exit codes:") && long.contains("GAME:PARAMS:NUMBER"));
    for command in COMMANDS {
        assert!(run(&[command, "--help"]).expect(0).out.contains("Usage: rompicapo"), "{command}");
    }
    assert!(run(&["solve", "--help"]).expect(0).out.contains("Examples:"));
    assert!(run(&["--version"]).expect(0).out.starts_with("rompicapo "));
}

#[test]
fn options_of_single_games_are_in_the_help_of_the_commands_that_take_them() {
    let (solve, generate) = (run(&["solve", "--help"]).out, run(&["generate", "--help"]).out);
    for game in GAMES {
        for option in game.profile().text_options {
            assert!(solve.contains(&format!("--{}", option.name)), "{}: --{}", game.name(), option.name);
        }
        for option in game.profile().generate_options {
            assert!(generate.contains(&format!("--{}", option.name)), "{}: --{}", game.name(), option.name);
        }
    }
}

#[test]
fn the_manual_page_has_every_command() {
    let page = run(&["man"]).expect(0).out;
    assert!(page.starts_with(".ie") || page.starts_with(".TH"), "{}", &page[..40]);
    for command in COMMANDS {
        assert!(page.contains(&format!(".SH \"ROMPICAPO {}\"", command.to_uppercase())), "{command}");
    }
    for part in [".SH NAME", ".SH SYNOPSIS", ".SH FILES", "\\-\\-max\\-moves", "Exit codes"] {
        assert!(page.contains(part), "{part}");
    }
}

/// For packagers, by one command. `INSTA_UPDATE=always cargo test --test cli docs` renews the snapshots; look at them.
#[test]
fn manual_page_and_completions_are_as_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("papers");
    run(&["man", "--out", crate::text(&out)]).expect(0);
    let mut names: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(
        names,
        ["_rompicapo", "_rompicapo.ps1", "rompicapo.1", "rompicapo.bash", "rompicapo.elv", "rompicapo.fish"]
    );
    for name in names {
        let content = std::fs::read_to_string(out.join(&name)).unwrap();
        insta::assert_snapshot!(name, content.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).expect(0).out;
        for word in ["rompicapo", "solve", "generate", "max-moves"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    run(&["completions", "tcsh"]).refused(&["tcsh"]);
}

#[test]
fn lists_name_every_game_pack_and_strategy() {
    let all = run(&["list"]).expect(0).out;
    let strategies = run(&["list", "--strategies"]).expect(0).out;
    for game in GAMES {
        assert!(all.contains(game.name()));
        let own = run(&["list", game.name(), "--strategies"]).expect(0).out;
        for strategy in game.strategies() {
            assert!(strategies.contains(strategy.name) && own.contains(strategy.name), "{}", strategy.name);
            for toggle in strategy.toggles {
                assert!(own.contains(toggle.name), "{}", toggle.name);
            }
        }
    }
    assert!(run(&["list", "fourteen"]).expect(0).out.contains("fourteen/duchi-2"));
    run(&["list", "forteen"]).refused(&["fourteen"]);
}
