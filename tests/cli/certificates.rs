//! Certificates: written by `solve`, checked by `verify`, refused wherever they are not what they say.

use std::fs;
use std::path::PathBuf;

use rompicapo::games::certificate::{self, Case, Claim};

use crate::{Ran, run, run_with, text};

/// A folder with the certificates of a run, and its verdicts.
struct Proven {
    folder: tempfile::TempDir,
    ran: Ran,
}

impl Proven {
    fn new(args: &[&str], stdin: &str) -> Proven {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("proofs.jsonl");
        let ran = run_with(&[&["solve", "--json", "--certificate", text(&file)], args].concat(), stdin);
        Proven { folder, ran }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("proofs.jsonl")
    }

    fn proofs(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }

    fn check(&self) -> Ran {
        run(&["verify", "--strict", "--certificate", text(&self.file())])
    }
}

/// A position of the wrong parity.
const LOST: &str = "1 2 3 4 5 6 8 7 0";

#[test]
fn a_certificate_is_written_and_checked() {
    let proven = Proven::new(&["-", "--game", "sliding"], LOST);
    assert_eq!(
        proven.proofs().split(",\"version\"").next().unwrap(),
        concat!(
            r#"{"certificate":1,"game":"sliding","puzzle":"-","text":"1 2 3 4 5 6 8 7 0","claim":"unsolvable","#,
            r#""kind":"parity","proof":"permutation odd, blank even""#
        )
    );
    assert_eq!(proven.check().expect(0).out, "1 certificate valid\n");
    let verdict = proven.ran.expect(1).out;
    assert!(verdict.contains(r#""certificate":"parity: permutation odd, blank even""#), "{verdict}");
    let ran = run_with(&["verify", "--strict", "--from", "-"], &verdict).expect(0);
    assert_eq!(ran.out, "0 solutions right, 1 refuted with a proof that holds\n");
}

#[test]
fn what_is_not_what_it_says_is_refused() {
    let proven = Proven::new(&["-", "--game", "sliding"], LOST);
    let line = proven.proofs();
    let check = |line: &str| run_with(&["verify", "--certificate", "-"], line);
    for (from, to, why) in [
        ("8 7 0", "7 8 0", "it is solved as it stands"),
        ("8 7 0", "7 0 8", "the parity is right"),
        ("permutation odd", "permutation even", "expected \"permutation odd, blank even\""),
        ("unsolvable", "optimal", "the solution shown is none: 2 tiles not home, and there are no moves"),
        ("\"kind\"", "\"moves\":[\"U\"],\"kind\"", "it shows moves of what has no solution"),
    ] {
        let ran = check(&line.replace(from, to)).expect(1);
        assert!(ran.out.contains("-:1: invalid: -: ") && ran.out.contains(why), "{}", ran.out);
        assert!(ran.out.ends_with("0 certificates valid, 1 invalid\n"), "{}", ran.out);
    }
    for (from, to, why) in [
        ("\"certificate\":1", "\"certificate\":2", "expected \"certificate\":1"),
        ("unsolvable", "lost", "\"claim\" is \"lost\"; expected unsolvable, unique, several, optimal"),
        ("\"proof\"", "\"prof\"", "expected \"proof\", a string"),
        ("sliding", "chess", "no game is called `chess`"),
    ] {
        let ran = check(&line.replace(from, to)).expect(2);
        assert!(ran.err.contains("error: -:1: ") && ran.err.contains(why), "{}", ran.err);
    }
    let deep = line.replace("\"permutation odd, blank even\"", &"[".repeat(1_000_000));
    assert!(check(&deep).expect(2).err.contains("recursion limit exceeded"));
    check("\n").refused(&["there is no certificate in it"]);
}

#[test]
fn what_cannot_be_checked_is_not_called_valid() {
    let proven = Proven::new(&["-", "--game", "sliding"], LOST);
    let line = proven.proofs().replace("\"parity\"", "\"oracle\"");
    let ran = run_with(&["verify", "--certificate", "-"], &line).expect(0);
    let told = "-:1: not checkable: -: unsolvable: no proof of the kind \"oracle\" is known of sliding\n";
    assert_eq!(ran.out, format!("{told}0 certificates valid, 1 not checkable\n"));
    run_with(&["verify", "--strict", "--certificate", "-"], &line).expect(3);
}

#[test]
fn a_verdict_refers_to_a_line_beside_it() {
    let proven = Proven::new(&["-", "--game", "sliding"], LOST);
    let verdicts = proven.folder.path().join("verdicts.jsonl");
    let refer = |line: &str| {
        let verdict = proven.ran.out.replace("parity: permutation odd, blank even", line);
        fs::write(&verdicts, verdict).unwrap();
        run(&["verify", "--strict", "--from", text(&verdicts)])
    };
    assert!(refer("proofs.jsonl:1").expect(0).out.contains("1 refuted with a proof that holds"));
    // Sliding tells by the rules alone what it could not learn from a certificate, and says that there was one.
    for (broken, why) in [
        ("proofs.jsonl:2", "proofs.jsonl has 1 lines, not 2"),
        ("nowhere.jsonl:1", "nowhere.jsonl: no such file"),
        ("oracle: no", "is no proof of a kind that is known, and no FILE:LINE"),
    ] {
        let told = refer(broken).expect(0).out;
        assert!(told.contains(":1: its certificate is not checkable: ") && told.contains(why), "{told}");
        assert!(told.ends_with("0 solutions right, 1 refuted with a proof that holds\n"), "{told}");
    }
    let other = proven.proofs().replace("1 2 3", "2 1 3").replace("8 7 0", "7 8 0");
    fs::write(proven.folder.path().join("other.jsonl"), other).unwrap();
    assert!(refer("other.jsonl:1").expect(1).out.contains("other.jsonl:1 is of another puzzle"));
    let other = proven.proofs().replace("unsolvable", "optimal");
    fs::write(proven.folder.path().join("other.jsonl"), other).unwrap();
    assert!(refer("other.jsonl:1").expect(1).out.contains("is of another claim: optimal, not unsolvable"));
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_anything_runs() {
    // A file has no files in it, whoever asks.
    let nowhere = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/proofs.jsonl");
    run(&["solve", "fourteen:1", "--certificate", nowhere]).refused(&["Cargo.toml/proofs.jsonl"]);
    run(&["solve", "fourteen:1", "--certificate", "-"]).refused(&["expected a file"]);
}

#[test]
fn answers_are_given_where_their_certificates_cannot_be_written() {
    let full = ["--certificate", "/dev/full"];
    let lost = run_with(&[&["solve", "-", "--game", "sliding"][..], &full].concat(), LOST).expect(2);
    assert!(lost.out.contains("no solution (proven)"), "{}", lost.out);
    assert!(lost.err.contains("/dev/full: No space left on device (os error 28): 1 certificate was not written"));
    // What refers to the file refers to nothing.
    let plain = run(&["solve", "fourteen:1..40", "--json"]);
    let batch = run(&[&["solve", "fourteen:1..40", "--json"][..], &full].concat()).expect(2);
    let statuses = |ran: &Ran| -> Vec<String> {
        let status = |line: &str| line.split("\"status\":").nth(1).unwrap().split(',').next().unwrap().to_owned();
        ran.out.lines().map(status).collect()
    };
    assert_eq!(statuses(&batch), statuses(&plain));
    assert!(!batch.out.contains("/dev/full"), "{}", batch.out);
    assert!(batch.err.contains("certificates were not written"), "{}", batch.err);
    assert!(batch.out.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn lost_deals_are_proven_lost_in_the_order_of_the_deals() {
    let proven = Proven::new(&["fourteen:1..120", "--jobs", "2"], "");
    let verdicts = &proven.ran.out;
    let lost = verdicts.matches("\"status\":\"unsolvable\"").count();
    assert_eq!(proven.check().expect(0).out, format!("{lost} certificates valid\n"));
    let ran = run_with(&["verify", "--strict", "--from", "-"], verdicts).expect(0);
    let expected = format!("{} solutions right, {lost} refuted with a proof that holds\n", 120 - lost);
    assert_eq!(ran.out, expected);
    // Short proofs stand beside their verdicts, long ones in the file.
    let places: Vec<_> = verdicts.lines().filter_map(|line| line.split("\"certificate\":\"").nth(1)).collect();
    assert!(places.iter().any(|place| place.starts_with("circles: ")), "{places:?}");
    let numbers = (1..).zip(&places).filter(|(_, place)| !place.starts_with("circles: "));
    let mut long = 0;
    for (number, place) in numbers {
        assert!(place.starts_with(&format!("{}:{number}\",", text(&proven.file()))), "{number}: {place}");
        long += 1;
    }
    assert!(long > 0);
}

#[test]
fn every_game_proves_what_it_claims() {
    for (game, puzzle, claim) in [
        ("kakuro", "# 3\\ 4\\\n\\4 . .\n\\3 . .\n", "unique"),
        ("kakuro", "# 15\\ 7\\ 8\\\n\\16 . . .\n\\14 . . .\n", "several"),
        ("kakuro", "# 3\\ 4\\\n\\4 . .\n\\4 . .\n", "unsolvable"),
        ("sudoku", "530070000600195000098000060800060003400803001700020006060000280000419005000080079", "unique"),
        ("sudoku", &"0".repeat(81), "several"),
        ("sudoku", &format!("11{}", "0".repeat(79)), "unsolvable"),
        ("counters", "__ABABABAB", "optimal"),
        ("counters", "__ABAB", "unsolvable"),
        ("sliding", "1 2 3\n4 0 6\n7 5 8\n", "optimal"),
    ] {
        let unique = if matches!(game, "kakuro" | "sudoku") { &["--unique"][..] } else { &[] };
        let proven = Proven::new(&[&["-", "--game", game], unique].concat(), puzzle);
        let line = proven.proofs();
        assert!(line.contains(&format!("\"claim\":\"{claim}\"")), "{game}: {line}");
        assert_eq!(proven.check().expect(0).out, "1 certificate valid\n");
        run_with(&["verify", "--strict", "--from", "-"], &proven.ran.out).expect(0);
        for other in ["unsolvable", "unique", "several", "optimal"].into_iter().filter(|&other| other != claim) {
            let changed = line.replace(&format!("\"claim\":\"{claim}\""), &format!("\"claim\":\"{other}\""));
            run_with(&["verify", "--certificate", "-"], &changed).expect(1);
        }
    }
}

/// Trees, halves, cuts and levels, through both doors.
#[test]
fn boards_of_squares_are_proven() {
    for (puzzle, kind, claim) in [
        ("queens:3", "tree", "unsolvable"),
        ("knight:1x1,closed:1", "tree", "unsolvable"),
        ("knight:5x5:2", "tree", "unsolvable"),
        ("knight:3x3,any", "tree", "unsolvable"),
        ("knight:4x6,closed:1", "halves", "unsolvable"),
        ("maze:21x41,loops=20:7", "levels", "optimal"),
    ] {
        let proven = Proven::new(&[puzzle], "");
        let line: serde_json::Value = serde_json::from_str(&proven.proofs()).unwrap();
        assert_eq!((&line["kind"], &line["claim"]), (&kind.into(), &claim.into()), "{puzzle}");
        assert_eq!(proven.check().expect(0).out, "1 certificate valid\n", "{puzzle}");
    }
    let proven = Proven::new(&["-", "--game", "maze"], "S.#./..#G");
    assert!(proven.ran.out.contains(r#""certificate":"cut: ++../++..""#), "{}", proven.ran.out);
    assert_eq!(proven.check().expect(0).out, "1 certificate valid\n");
}

/// A reference that leads nowhere is not the same as none.
#[test]
fn a_certificate_that_is_not_there_is_told() {
    let verdict = |certificate: &str| {
        let head = r#"{"schema":1,"game":"fourteen","puzzle":"x","text":"6 10|4 8","status":"unsolvable""#;
        run_with(&["verify", "--strict", "--from", "-"], &format!("{head}{certificate}}}\n"))
    };
    assert_eq!(verdict("").expect(3).out, "0 solutions right, 1 refuted without a certificate, not checked\n");
    assert_eq!(
        verdict(r#","certificate":"nowhere.jsonl:3""#).expect(3).out,
        "-:1: its certificate is not checkable: nowhere.jsonl: no such file\n\
         0 solutions right, 1 refuted with a certificate that is not checkable\n"
    );
    assert!(verdict(r#","certificate":"circles: ab(cdab)""#).expect(0).out.contains("a proof that holds"));
}

/// Of a set that there is no room to write down its size and its digest remain; whoever checks them finds it again.
#[test]
fn a_set_that_is_only_counted_is_found_again() {
    let position = rompicapo::games::find("freecell").unwrap().deal("11982").unwrap();
    let case = Case { position: &*position, claim: Claim::Unsolvable, moves: &[] };
    let proof = certificate::make(&case, 2_200_000).unwrap();
    assert_eq!(proof.kind, "counted-set");
    let head = r#"{"schema":1,"game":"freecell","puzzle":"freecell:11982","status":"unsolvable","certificate":"#;
    let verify = |proof: &str, limits: &[&str]| {
        let line = format!("{head}\"{proof}\"}}\n");
        run_with(&[&["verify", "--strict", "--from", "-"], limits].concat(), &line)
    };
    let whole = proof.inline();
    assert!(verify(&whole, &[]).expect(0).out.ends_with("1 refuted with a proof that holds\n"));
    for (limit, most) in [("--nodes", "83238"), ("--memory", "1")] {
        let told = verify(&whole, &[limit, most]).expect(3).out;
        assert!(told.contains("-:1: its certificate is not checkable: "), "{told}");
    }
    let told = verify(&whole, &["--time", "0.001"]).expect(3).out;
    assert_eq!(told, "-:1: not checked: not done after 0.001 s\n0 solutions right, 1 given up\n");
    for (from, to, why) in [
        ("83,239", "83,238", "there are more boards than 83,238"),
        ("83,239", "83,240", "expected \"83,239 boards, sum "),
        ("sum ", "sum 0", "expected \"83,239 boards, sum "),
    ] {
        assert!(verify(&whole.replace(from, to), &[]).expect(1).out.contains(why));
    }
}

#[test]
fn a_pipe_is_no_place_for_certificates() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    run(&["solve", "queens:3", "--certificate", text(&pipe)]).refused(&["is no ordinary file"]);
}
