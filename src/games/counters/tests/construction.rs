use super::*;

#[test]
fn sorts_every_row_from_3_to_500_to_every_goal() {
    for start in ["left", "right"] {
        for goal in ["ba-right", "ba-left", "ab-right", "ab-left"] {
            for n in 3..=500 {
                let name = format!("{n},start={start},goal={goal}");
                let (rules, mut state) = placed(&name);
                let steps = construct::steps(&rules, &state, rules.family.unwrap()).unwrap();
                for step in &steps {
                    assert!(rules.is_group(&state.row, step.from as usize), "{name}");
                    rules.apply(&mut state, step);
                }
                assert!(rules.is_solved(&state), "{name}");
                let classic = (goal == "ba-right") == (start == "left") && goal.starts_with("ba");
                if n >= 4 {
                    assert_eq!(steps.len(), n + usize::from(!classic), "{name}");
                }
            }
        }
    }
}

#[test]
fn is_as_short_as_the_search() {
    for n in 3..=9 {
        for goal in ["ba-right", "ba-left", "ab-right", "ab-left"] {
            let name = format!("{n},goal={goal}");
            let built = run(&name, &plan("construct"));
            assert_eq!(built.length(), run(&name, &plan("shortest")).length(), "{name}");
            assert!(built.answer.unwrap().optimal);
        }
    }
}

#[test]
fn goes_back_to_its_line_from_anywhere() {
    let mut position = open("20");
    for mv in ["39", "4", "10", "20"] {
        position.play(mv).unwrap();
    }
    let built = run_from(&*position, &plan("construct"));
    assert_eq!(built.length(), 2 + 18);
    assert!(!built.answer.unwrap().optimal);
}

#[test]
fn open_goals_are_solved_but_not_called_shortest() {
    for name in ["20,goal=ba-any", "20,goal=ab-any"] {
        let built = run(name, &plan("construct"));
        assert_eq!(built.outcome, Outcome::Solved);
        assert!(!built.answer.unwrap().optimal);
    }
}

#[test]
fn says_what_it_knows() {
    let error = open("5,k=3").engine(&plan("construct")).err().expect("no construction");
    assert!(error.0.contains("alternating start"), "{error}");
}
