use super::*;

fn line(text: &str) -> String {
    let position = GAME.read(text, &Options::new()).unwrap_or_else(|error| panic!("{text}: {error}"));
    position.line()
}

fn error(text: &str, options: &[(&str, &str)]) -> (usize, usize, String) {
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let error = GAME.read(text, &options).err().unwrap_or_else(|| panic!("{text} was read"));
    (error.line, error.column, error.message)
}

#[test]
fn any_two_signs_will_do() {
    for text in ["__ABAB", "..abab", "__oxox", "__WBWB", "0 0 1 2 1 2", "001212", "_.PQPQ", "0,0,1,2,1,2", "__○●○●"]
    {
        assert_eq!(line(text), "__ABAB", "{text}");
    }
    assert_eq!(line("__xoxo"), "__BABA");
    assert_eq!(line("# mine\n___ABAB k=3\n"), "___ABAB k=3");
}

#[test]
fn a_goal_row_may_follow() {
    for text in ["__ABAB -> AABB__", "__ABAB\nAABB__\n", "__ABAB goal=AABB__", "__oxox > ooxx.."] {
        let position = GAME.read(text, &Options::new()).unwrap();
        assert_eq!(position.line_options().get("goal").map(String::as_str), Some("AABB__"), "{text}");
    }
}

#[test]
fn bad_rows_are_told_where_and_why() {
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], usize, usize, &'a str);
    let cases: [Case; 13] = [
        ("__ABCAB", &[], 1, 5, "third colour"),
        ("\n__AB?B", &[], 2, 5, "no place"),
        ("ABAB", &[], 1, 0, "no room to move"),
        ("_ABAB_", &[], 1, 0, "side by side"),
        ("_ABAB", &[], 1, 0, "no room to move"),
        ("____", &[], 1, 0, "no counters"),
        ("", &[], 0, 0, "no row"),
        ("_________ABAB", &[("k", "9")], 1, 0, "larger than the row"),
        ("__ABAB", &[("k", "1")], 0, 0, "from 2"),
        ("__ABAB -> AAAB__", &[], 1, 0, "3 A and 1 B"),
        ("__ABAB -> AABB", &[], 1, 0, "4 places"),
        ("__ABAB", &[("goal", "ab-up")], 0, 0, "ab-left"),
        ("__ABAB\nAABB__\n__BBAA", &[], 3, 1, "third row"),
    ];
    for (text, options, line, column, words) in cases {
        let (at_line, at_column, message) = error(text, options);
        assert_eq!((at_line, at_column), (line, column), "{text}: {message}");
        assert!(message.contains(words), "{text}: {message}");
    }
}

#[test]
fn unequal_colours_are_fine() {
    let run = run_from(&*GAME.read("__ABAAB", &Options::new()).unwrap(), &plan("shortest"));
    assert_eq!(run.outcome, Outcome::Solved);
}

#[test]
fn names() {
    let row = |name: &str| open(name).line();
    assert_eq!(row("3"), "__ABABAB");
    assert_eq!(row("2,start=right"), "ABAB__");
    assert_eq!(row("2,free=4"), "____ABAB");
    assert_eq!(row("5,k=3,reversed"), "___ABABABABAB k=3 reversed");
    assert_eq!(row("start=_AB_BA__,k=2"), "_AB_BA__");
    assert_eq!(open("3,start=right").line_options()["goal"], "ba-left");
    assert!(open("3").line_options().is_empty());
    for bad in ["0", "1000001", "x", "", "3,k=1", "3,k=7", "3,free=1", "3,goal=up", "3,colour=red", "3,start=__AB"] {
        assert!(GAME.deal(bad).is_err(), "{bad}");
    }
    assert!(GAME.deal("1000000").is_ok());
}

#[test]
fn forms() {
    let mut position = open("3");
    assert_eq!(position.text("ox").unwrap(), "..oxoxox\n");
    assert_eq!(position.text("digits").unwrap(), "0 0 1 2 1 2 1 2\n");
    for mv in ["2", "5", "0", "6"] {
        position.play(mv).unwrap();
    }
    assert_eq!(position.text("triangle").unwrap(), "2  __ABABAB\n5  AB__ABAB\n0  ABBAA__B\n6  __BAAABB\n   BBBAAA__\n");
    assert!(position.text("svg").unwrap().matches("<circle").count() == 5 * 6);
}

#[test]
fn a_row_tells_the_parameters_of_its_kind() {
    for (name, params) in [
        ("7", None),
        ("7,goal=ba-right", None),
        ("4,goal=ab-left", Some("goal=ab-left")),
        ("5,start=right", Some("start=right")),
        ("5,start=right,goal=ab-any,k=3,free=4,reversed", Some("start=right,goal=ab-any,k=3,free=4,reversed")),
        ("start=__ABABAB,goal=ab-left", Some("goal=ab-left")),
        ("start=__ABBA", None),
        ("start=__ABAB,goal=AABB__", None),
    ] {
        assert_eq!(open(name).params().as_deref(), params, "{name}");
    }
    let mut position = open("4,goal=ab-left");
    position.play("7").unwrap();
    assert_eq!(position.params().as_deref(), Some("goal=ab-left"), "also after a move");
}
