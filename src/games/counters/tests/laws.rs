use proptest::prelude::*;
use proptest::strategy::Strategy;

use super::*;

/// Any puzzle of a few counters, with some moves made at random.
fn any_puzzle() -> impl Strategy<Value = (Counters, State, Vec<usize>)> {
    let goals = prop::sample::select(vec!["ab-left", "ab-right", "ab-any", "ba-left", "ba-right", "ba-any"]);
    let parameters = (2usize..5, 2usize..4, 0usize..3, any::<bool>(), any::<bool>(), goals);
    (parameters, prop::collection::vec(0usize..1000, 0..12)).prop_map(|((n, k, more, reversed, left, goal), picks)| {
        let start = if left { "left" } else { "right" };
        let reversed = if reversed { ",reversed" } else { "" };
        let name = format!("{n},k={k},free={},start={start},goal={goal}{reversed}", k + more);
        let (rules, state) = placed(&name);
        (rules, state, picks)
    })
}

fn walk(rules: &Counters, state: &mut State, picks: &[usize]) {
    for pick in picks {
        let mut moves = Vec::new();
        rules.moves(state, &mut moves);
        if moves.is_empty() {
            return;
        }
        rules.apply(state, &moves[pick % moves.len()]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn undo_takes_back_apply((rules, mut state, picks) in any_puzzle()) {
        walk(&rules, &mut state, &picks);
        let mut moves = Vec::new();
        rules.moves(&state, &mut moves);
        for step in moves {
            let mut after = state.clone();
            rules.apply(&mut after, &step);
            prop_assert_eq!(after.pairs(), State::new(after.row.clone()).pairs());
            prop_assert_eq!(rules.read_move(&state, &step.to_string()), Ok(step));
            let mut back = after.clone();
            rules.apply(&mut back, &step.back());
            prop_assert_eq!(&back.row, &state.row);
            rules.undo(&mut after, &step, &());
            prop_assert_eq!(&after.row, &state.row);
            prop_assert_eq!(after.pairs(), state.pairs());
            prop_assert_eq!(&after.trail, &state.trail);
        }
    }

    #[test]
    fn a_position_is_read_back_as_written((rules, mut state, picks) in any_puzzle()) {
        walk(&rules, &mut state, &picks);
        let position = Placed::boxed(rules, state);
        let again = GAME.read(&position.line(), &position.line_options()).unwrap();
        prop_assert!(again.same_as(&*position));
        prop_assert_eq!(again.line(), position.line());
        prop_assert_eq!(again.line_options(), position.line_options());
        for form in ["row", "ox", "digits"] {
            let again = GAME.read(&position.text(form).unwrap(), &Options::new()).unwrap();
            prop_assert!(again.same_as(&*position), "{}", form);
        }
    }
}
