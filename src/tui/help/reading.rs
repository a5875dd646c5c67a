//! The page on reading a search: what stands beside a watched node, and the keys that go through its time.

use super::{Help, plain};
use crate::tui::keymap::{Action, Keymap};
use crate::tui::node_pane::glyph;
use crate::workbench::notebook::Fate;
use crate::workbench::tree;

impl Help {
    pub fn on_search(keymap: &Keymap) -> Self {
        let key = |action| keymap.key(action);
        let two = |one, other| format!("{} {}", keymap.key(one), keymap.key(other));
        let signs = |fates: &[Fate]| fates.iter().map(|&fate| glyph(fate).0.to_string()).collect::<Vec<_>>().join(" ");
        let cut = Fate::Cut("");
        let rows = [
            (
                "g h f bound".to_owned(),
                "g: moves or decisions made; h: moves left, as estimated, its parts below; f: its rank, g + h or weighed; bound: the most that f may be",
            ),
            (
                format!("> {}", signs(&[Fate::Entered, Fate::Waits])),
                "a child or sibling: the node itself, entered, waits",
            ),
            (signs(&[cut, Fate::Seen, Fate::Dead]), "cut by what is named, met before, dead and why"),
            (
                format!("{} {}", signs(&[Fate::Left, Fate::Solution]), tree::Fate::Best.glyph()),
                "done with, a solution, on the way to it (in the tree)",
            ),
            ("line".into(), "the moves from the start; the last is marked ' on the board"),
            (
                "what waits".into(),
                "to come back to (depth first), open list (best first), layer (beams), fewest alternatives (digits, pairs)",
            ),
            (two(Action::Step, Action::StepMany), "one expansion (all children of one node), a hundred"),
            (two(Action::Pause, Action::Cancel), "pause or go on, stop"),
            (two(Action::Slower, Action::Faster), "tempo, from one expansion in two seconds to full speed"),
            (two(Action::SolutionFirst, Action::SolutionLast), "one expansion back, one on; the mouse drags the time"),
            (key(Action::Jump), "to an expansion by its number"),
            (
                two(Action::RunTo, Action::BackTo),
                "on to the next, back to the last: dead end, cut, solution, bound, depth, node, your position; twice: the same again",
            ),
            (two(Action::Tree, Action::Xray), "the tree; x-ray: what the heuristics see on the board"),
            (key(Action::Conduct), "conduct: you say what comes next"),
            (two(Action::NextSolution, Action::PreviousSolution), "next and previous of several solutions"),
            (key(Action::Watch), "the board shows the search's node, or yours"),
        ];
        let intro = "What is known of the search's node stands beside the board, or below it.";
        let mut lines = vec![plain(intro)];
        lines.extend(rows.into_iter().map(|(keys, does)| (keys, does.to_owned())));
        Help::of("Reading the search", lines)
    }
}
