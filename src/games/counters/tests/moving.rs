use super::*;

#[test]
fn a_group_may_turn_around() {
    let mut position = open("3,reversed");
    position.play("2").unwrap();
    assert_eq!(position.line(), "BA__ABAB reversed");
}

#[test]
fn more_free_places_need_a_target() {
    let mut position = open("2,free=4");
    assert!(position.play("4").unwrap_err().contains("where to"));
    assert_eq!(position.play("4-1").unwrap(), "4-1");
    assert_eq!(position.line(), "_AB___AB");
    assert_eq!(position.moves(), ["1-3", "1-4", "6-3", "6-4"]);
}

#[test]
fn refusals_say_why() {
    let mut position = open("3");
    for (mv, words) in
        [("0", "place 0 is free"), ("7", "no 2 places"), ("x", "left place"), ("3-4", "no 2 free places")]
    {
        let why = position.play(mv).unwrap_err();
        assert!(why.contains(words), "{mv}: {why}");
    }
}

#[test]
fn a_goal_is_met_only_with_its_gap() {
    let solved = |text: &str, goal: &str| {
        let options = [("goal".to_string(), goal.to_string())].into();
        GAME.read(text, &options).unwrap().status() == Status::Solved
    };
    assert!(solved("BBAA__", "ba-right") && !solved("__BBAA", "ba-right"));
    assert!(solved("__AABB", "ab-left") && solved("A__ABB", "ab-any") && !solved("A__BAB", "ab-any"));
}
