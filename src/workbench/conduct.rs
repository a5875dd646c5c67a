//! Conduct: the student says what the search does next, and hears the rule that decides.
//!
//! Questions are asked where there is something to decide: which of several nodes is taken up next, which child is
//! entered, what becomes of a child. What the search will do is found by running a fork of it one expansion ahead.

use super::look::{Look, Relative, family_of, rank_words};
use super::notebook::{Fate, Notebook};
use crate::search::{Engine, NodeId, Outcome, Waiting, capitalised, grouped};

/// The most answers that one chooses from.
const MOST_OPTIONS: usize = 5;
/// So many moves before a node's own say where it lies.
const MOVES_NAMED: usize = 3;

/// What the next expansion will do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ahead {
    /// The node that is expanded.
    pub expanded: Option<NodeId>,
    /// The children, with what is known of each after the expansion: of that node or, where the search stands at a node
    /// that it has expanded already, of the node at which it stands.
    pub family: Vec<Relative>,
    /// The child to which it goes, if it goes to one.
    pub then: Option<NodeId>,
    /// The search has expanded the node at which it stands, and goes on from there.
    is_behind: bool,
    /// It stays at its node, as a method of several stages does: neither on nor back.
    pub stays: bool,
    /// The first node that is made by then.
    pub first_made: NodeId,
    /// Where the nodes that wait lie, in words.
    pub places: Vec<(NodeId, String)>,
    /// Names of what it cuts by.
    pub cuts: Vec<&'static str>,
    /// What decides; an engine that has not begun yet need not know.
    pub rule: &'static str,
    /// A lot decides.
    pub is_by_lot: bool,
}

/// So many units of work may pass without an expansion.
const MOST_UNITS: u32 = 100_000;

impl Ahead {
    /// One expansion on from where an engine stands; empty where it ends before.
    pub fn of(engine: &dyn Engine, book: &Notebook) -> Self {
        let (mut engine, mut book) = (engine.fork(), book.clone());
        let (before, counted) = (engine.standing(), engine.counters().cuts);
        let (here, first_made) = (engine.counters().expanded, engine.counters().generated);
        let waiting = before.queue.iter().flat_map(|queue| &queue.first);
        let places = waiting.map(|node| (node.id, place_words(&book, node, before.node))).collect();
        let mut units = 0;
        while engine.counters().expanded == here {
            let outcome = engine.run(1, Some(&mut book));
            units += 1;
            if engine.counters().expanded == here && (outcome != Outcome::MoreWork || units == MOST_UNITS) {
                return Ahead::default();
            }
        }
        let expanded = book.expanded();
        // Some stand at a node before they expand it, others behind that.
        let is_behind = before.queue.is_none() && before.node.is_some() && before.node != expanded;
        let stays = engine.standing().node.is_some_and(|node| Some(node) == before.node);
        if before.queue.is_none() && !is_behind && !stays {
            run_to_first_child(&mut *engine, &mut book, expanded);
        }
        let standing = engine.standing();
        let (parent, then) =
            if is_behind { (before.node, expanded) } else { (expanded, standing.node.or(book.solution())) };
        let family = parent.map_or_else(Vec::new, |id| family_of(&book, &standing, id));
        let cuts = cuts_told(&*engine, &counted, &family);
        let rule = if before.rule.is_empty() { standing.rule } else { before.rule };
        let is_by_lot = standing.is_by_lot;
        Ahead { expanded, family, then, is_behind, stays, first_made, places, cuts, rule, is_by_lot }
    }

    /// A node that waits: its move, and where it is made.
    fn named(&self, waiting: &Waiting) -> String {
        let place = self.places.iter().find(|(id, _)| *id == waiting.id);
        format!("{}{}", waiting.mv, place.map_or("", |(_, words)| words))
    }
}

/// The names of what cuts children. One that has counted by now without a child that was cut by it counts what was met
/// before: there that is the answer, and no second one beside it.
fn cuts_told(engine: &dyn Engine, before: &[(&'static str, u64)], family: &[Relative]) -> Vec<&'static str> {
    let was = |name| before.iter().find(|(known, _)| *known == name).map_or(0, |&(_, count)| count);
    let cuts_a_child = |name| family.iter().any(|child| child.note.fate == Fate::Cut(name));
    let after = engine.counters().cuts.into_iter();
    let is_memory = |name: &str| outcome_words(Fate::Seen).ends_with(name);
    let counts = |&(name, count): &(&'static str, u64)| !is_memory(name) && (count == was(name) || cuts_a_child(name));
    after.filter(counts).map(|(name, _)| name).collect()
}

/// `from here`, or after which moves; where not all of them are named and an estimate decides, how many they are.
fn place_words(book: &Notebook, waiting: &Waiting, here: Option<NodeId>) -> String {
    let Some(parent) = book.note(waiting.id).and_then(|note| note.parent) else { return String::new() };
    if Some(parent) == here {
        return " from here".into();
    }
    let (line, is_whole) = book.line(parent);
    let moves: Vec<&str> = line.iter().map(|note| note.mv.as_str()).filter(|mv| !mv.is_empty()).collect();
    let named = &moves[moves.len().saturating_sub(MOVES_NAMED)..];
    match (named, is_whole && named.len() == moves.len()) {
        ([], _) if parent == 0 => " from the start".into(),
        ([], _) => String::new(),
        (_, true) => format!(" after {}", named.join(" ")),
        (_, false) if waiting.rank().is_some() => {
            format!(" after ... {}, g {}", named.join(" "), grouped(waiting.depth.into()))
        }
        (_, false) => format!(" after ... {}", named.join(" ")),
    }
}

/// Digits are made children one by one, after the expansion: on to the first of them.
fn run_to_first_child(engine: &mut dyn Engine, book: &mut Notebook, expanded: Option<NodeId>) {
    let (Some(parent), so_far) = (expanded, engine.counters().expanded) else { return };
    for _ in 0..MOST_UNITS {
        let family = family_of(book, &engine.standing(), parent);
        let is_made = family.is_empty() || family.iter().any(|child| child.is_told);
        if is_made || engine.run(1, Some(book)) != Outcome::MoreWork || engine.counters().expanded != so_far {
            return;
        }
    }
}

/// One of the answers to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub words: String,
    /// What would answer the question: it is told afterwards.
    figures: String,
    /// Why it is wrong, or that it is right.
    because: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub text: String,
    pub choices: Vec<Choice>,
    right: usize,
    rule: &'static str,
}

impl Question {
    /// The question at a place, where there is something to decide; `asked` varies what is asked for.
    pub fn at(look: &Look, ahead: &Ahead, asked: u32) -> Option<Question> {
        let next = || next_of_queue(look, ahead, asked).or_else(|| next_child(look, ahead, asked));
        let fate = || fate_of_child(look, ahead, asked);
        if asked.is_multiple_of(2) { next().or_else(fate) } else { fate().or_else(next) }
    }

    /// Whether what was said to the last answer holds the answer to this one too: the same child, or the fate of one.
    fn is_answered_by(&self, told: &str) -> bool {
        // Of the nodes that wait another is next each time.
        if !self.text.contains("child") {
            return false;
        }
        let right = &self.choices[self.right];
        let is_same =
            told.starts_with(&format!("Right: {}", right.words)) || told.starts_with(&format!("No, {}", right.words));
        is_same && !right.words.starts_with("none") || !right.because.is_empty() && told.contains(right.because.trim())
    }

    /// Whether this answer is right, and what there is to say to it.
    fn judge(&self, answer: usize) -> (bool, String) {
        let because = &self.choices[answer].because;
        let Choice { words, figures, .. } = &self.choices[self.right];
        let right = format!("{words}{figures}");
        let rule = capitalised(self.rule);
        let rule = if rule.is_empty() { rule } else { format!("{rule}.") };
        let is_right = answer == self.right;
        let told = if is_right { "Right:" } else { "No," };
        (is_right, format!("{told} {right}. {because}{rule}").trim_end().to_owned())
    }
}

/// Answers in an order that tells nothing.
fn shuffled(mut choices: Vec<(Choice, bool)>, seed: u64) -> (Vec<Choice>, usize) {
    let mut dice = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for last in (1..choices.len()).rev() {
        dice ^= dice >> 29;
        dice = dice.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        choices.swap(last, (dice >> 33) as usize % (last + 1));
    }
    let right = choices.iter().position(|(_, is_right)| *is_right).unwrap_or(0);
    (choices.into_iter().map(|(choice, _)| choice).collect(), right)
}

fn ranked(rank: Option<f64>) -> String {
    rank.map_or_else(String::new, |f| format!(" (f {})", rank_words(f)))
}

/// What ranks a node.
fn figures(waiting: &Waiting) -> String {
    let Some(f) = waiting.rank() else { return String::new() };
    let h = waiting.h.map_or_else(String::new, |h| format!("h {}, ", grouped(h)));
    format!("g {}, {h}f {}", grouped(waiting.depth.into()), rank_words(f))
}

/// Which child, without its figures, and they for afterwards.
fn child_choice(child: &Relative, because: String) -> Choice {
    Choice { words: child.note.mv.clone(), figures: ranked(child.note.rank()), because }
}

/// Best first: which of those that wait is expanded next?
fn next_of_queue(look: &Look, ahead: &Ahead, asked: u32) -> Option<Question> {
    let queue = look.standing.queue.as_ref()?;
    let next = queue.first.iter().position(|waiting| Some(waiting.id) == ahead.expanded)?;
    let right = &queue.first[next];
    let differs = |waiting: &&Waiting| waiting.id != right.id && waiting.mv != right.mv;
    // Those of another rank first: they are told apart by their figures.
    let (others, equals): (Vec<&Waiting>, Vec<&Waiting>) =
        queue.first.iter().filter(differs).partition(|waiting| waiting.rank() != right.rank());
    let mut wrong: Vec<&Waiting> = Vec::new();
    for waiting in others.into_iter().chain(equals) {
        if wrong.len() < MOST_OPTIONS - 2 && !wrong.iter().any(|known| known.mv == waiting.mv) {
            wrong.push(waiting);
        }
    }
    if wrong.is_empty() {
        return None;
    }
    let because = |waiting: &Waiting| match (waiting.rank(), right.rank()) {
        (Some(mine), Some(best)) if mine > best => format!("Yours: {}. ", figures(waiting)),
        (Some(_), Some(best)) => format!("Both have f {}. ", rank_words(best)),
        _ => String::new(),
    };
    let choice = |waiting: &Waiting, because: String| {
        let figures = figures(waiting);
        let figures = if figures.is_empty() { figures } else { format!(" ({figures})") };
        Choice { words: ahead.named(waiting), figures, because }
    };
    let beaten = wrong.iter().filter(|waiting| waiting.rank() > right.rank()).filter_map(|waiting| waiting.rank());
    let beaten: Vec<String> = beaten.map(|f| format!("f {}", rank_words(f))).collect();
    let others = if wrong.len() > 1 { "The others have" } else { "The other has" };
    let beaten = if beaten.is_empty() { String::new() } else { format!("{others} {}. ", beaten.join(", ")) };
    let mut choices: Vec<(Choice, bool)> =
        wrong.into_iter().map(|waiting| (choice(waiting, because(waiting)), false)).collect();
    choices.push((choice(right, beaten), true));
    let (choices, right) = shuffled(choices, u64::from(asked) + queue.len);
    let text = "Which of these is expanded next?".into();
    Some(Question { text, choices, right, rule: ahead.rule })
}

/// Depth first: which child does it go on with?
fn next_child(look: &Look, ahead: &Ahead, asked: u32) -> Option<Question> {
    if look.standing.queue.is_some() || ahead.stays || ahead.family.len() < 2 {
        return None;
    }
    let entered = ahead.family.iter().position(|child| child.is_told && Some(child.note.id) == ahead.then);
    let is_open = |child: &Relative| matches!(child.note.fate, Fate::Waits | Fate::Entered);
    if entered.is_none() && ahead.family.iter().any(is_open) {
        // One of them may be entered yet: that it goes back is not known.
        return None;
    }
    let mut chosen: Vec<&Relative> = entered.map(|at| &ahead.family[at]).into_iter().collect();
    let others = ahead.family.iter().enumerate().filter(|(at, _)| Some(*at) != entered).map(|(_, child)| child);
    for child in others {
        if chosen.len() < MOST_OPTIONS - 1 && !chosen.iter().any(|known| known.note.mv == child.note.mv) {
            chosen.push(child);
        }
    }
    let choice = |child: &Relative| {
        let mv = &child.note.mv;
        let because = match child.note.fate {
            Fate::Waits if !child.is_told => format!("{mv} comes later. "),
            Fate::Waits | Fate::Entered => String::new(),
            _ => told_fate(mv, child, look.bound),
        };
        child_choice(child, because)
    };
    let right = entered.map(|at| ahead.family[at].note.id);
    let mut choices: Vec<(Choice, bool)> =
        chosen.iter().map(|child| (choice(child), child.is_told && Some(child.note.id) == right)).collect();
    let none = Choice { words: "none of them: back".into(), figures: String::new(), because: String::new() };
    choices.push((none, right.is_none()));
    let (choices, right) = shuffled(choices, u64::from(asked) + look.line.len() as u64);
    let text = format!("{}. With which child does the search go on?", expanded_words(look, ahead));
    Some(Question { text, choices, right, rule: ahead.rule })
}

/// Which node is expanded, and when.
fn expanded_words(look: &Look, ahead: &Ahead) -> String {
    match (&look.standing.queue, ahead.expanded) {
        (Some(queue), Some(id)) => match queue.first.iter().find(|waiting| waiting.id == id) {
            Some(next) if !next.mv.is_empty() => format!("Next {} is expanded", ahead.named(next)),
            _ => "The next node is expanded".into(),
        },
        _ if ahead.is_behind => "This node is expanded".into(),
        _ => "This node is expanded next".into(),
    }
}

fn compared(rank: Option<f64>, bound: Option<u64>) -> String {
    let (Some(f), Some(bound)) = (rank, bound) else { return String::new() };
    format!(" (f {}, bound {})", rank_words(f), grouped(bound))
}

fn told_fate(mv: &str, child: &Relative, bound: Option<u64>) -> String {
    let words = child.fate_words();
    let rank = child.note.rank().filter(|_| matches!(child.note.fate, Fate::Cut(_)));
    let figures = compared(rank, bound);
    let why = if child.note.why.is_empty() { String::new() } else { format!(": {}", child.note.why) };
    let verb = match words.as_str() {
        "met before" => " was",
        "solution" => " is a",
        _ => " is",
    };
    format!("{mv}{verb} {words}{figures}{why}. ")
}

/// What becomes of a child that is made now?
fn fate_of_child(look: &Look, ahead: &Ahead, asked: u32) -> Option<Question> {
    let is_new = |child: &&Relative| child.is_told && child.note.id >= ahead.first_made;
    let told: Vec<&Relative> = ahead.family.iter().filter(is_new).collect();
    let decided = |child: &&&Relative| !matches!(child.note.fate, Fate::Waits | Fate::Entered);
    let some: Vec<&&Relative> = told.iter().filter(decided).collect();
    if some.is_empty() {
        return None;
    }
    // Every third question is about one that is followed, where there is any.
    let followed = told.iter().find(|child| !decided(child)).filter(|_| asked % 3 == 2);
    let child = followed.unwrap_or(some[asked as usize / 2 % some.len()]);
    let is_open = |fate: Fate| matches!(fate, Fate::Waits | Fate::Entered | Fate::Left);
    let mut kinds: Vec<(String, bool)> = Vec::new();
    let mut add = |words: String, is_right: bool| {
        if !kinds.iter().any(|(known, _)| *known == words) {
            kinds.push((words, is_right));
        }
    };
    let fate = child.note.fate;
    if !is_open(fate) {
        add(outcome_words(fate), true);
    }
    add("it is followed, now or later".into(), is_open(fate));
    for &by in ahead.cuts.iter().take(2) {
        add(outcome_words(Fate::Cut(by)), fate == Fate::Cut(by));
    }
    add(outcome_words(Fate::Seen), fate == Fate::Seen);
    if fate == Fate::Dead || child.note.why.is_empty() {
        add(outcome_words(Fate::Dead), fate == Fate::Dead);
    }
    kinds.truncate(MOST_OPTIONS);
    let because = told_fate(&child.note.mv, child, look.bound);
    let because = if is_open(fate) {
        // The bound of best first is what it has proven, and cuts nothing.
        let bound = look.bound.filter(|_| look.standing.queue.is_none());
        format!("Nothing cuts {}{}. ", child.note.mv, compared(child.note.rank(), bound))
    } else {
        because
    };
    let choice = |words| Choice { words, figures: String::new(), because: because.clone() };
    let choices = kinds.into_iter().map(|(words, is_right)| (choice(words), is_right));
    let (choices, right) = shuffled(choices.collect(), u64::from(asked) + u64::from(look.depth));
    let mv = &child.note.mv;
    let bound = look.bound.filter(|_| look.standing.queue.is_none());
    let bound = bound.map_or_else(String::new, |bound| format!(", the bound is {}", grouped(bound)));
    let text = format!("{}{bound}. What becomes of its child {mv}?", expanded_words(look, ahead));
    Some(Question { text, choices, right, rule: ahead.rule })
}

fn outcome_words(fate: Fate) -> String {
    match fate {
        Fate::Cut(by) => format!("it is cut by {by}"),
        Fate::Seen => "it was met before".into(),
        Fate::Dead => "it is dead".into(),
        Fate::Solution => "it is a solution".into(),
        Fate::Waits | Fate::Entered | Fate::Left => "it is followed, now or later".into(),
    }
}

/// How a student has done so far.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    pub question: Option<Question>,
    /// What was said to the last answer.
    pub told: String,
    asked: u32,
    right: u32,
    /// Steps that decided themselves since the last question.
    pub skipped: u64,
    /// After how many expansions it looked for a question last.
    pub place: Option<u64>,
    /// After how many it began to look.
    pub home: Option<u64>,
    /// The solution that was in hand: how many deeds lead to its start, and its moves.
    before: Option<(usize, Vec<String>)>,
}

impl Conduct {
    /// With the solution that is in hand, for afterwards.
    pub fn after(before: Option<(usize, Vec<String>)>) -> Self {
        Conduct { before, ..Conduct::default() }
    }

    pub fn solution_before(&self) -> Option<&(usize, Vec<String>)> {
        self.before.as_ref()
    }

    pub fn ask(&mut self, look: &Look, ahead: &Ahead) -> bool {
        // What has just been told is not asked.
        let is_new = |question: &Question| !question.is_answered_by(&self.told) || self.skipped > 0;
        self.question = Question::at(look, ahead, self.asked).filter(is_new);
        self.question.is_some()
    }

    /// Takes an answer, counted from 0; whether it was one.
    pub fn answer(&mut self, answer: usize) -> bool {
        let Some(question) = self.question.take_if(|question| answer < question.choices.len()) else { return false };
        let (is_right, told) = question.judge(answer);
        self.asked += 1;
        self.right += u32::from(is_right);
        self.skipped = 0;
        self.told = told;
        true
    }

    /// `4 of 5 right`.
    pub fn tally(&self) -> String {
        format!("{} of {} right", self.right, self.asked)
    }

    pub fn was_asked(&self) -> bool {
        self.asked > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Queue, Standing};
    use crate::workbench::notebook::Note;

    fn waiting(id: NodeId, mv: &str, depth: u32, h: u64) -> Waiting {
        Waiting { id, mv: mv.into(), depth, h: Some(h), f: None }
    }

    #[test]
    fn the_rule_that_decides_is_told() {
        let first = vec![waiting(7, "3-7", 4, 10), waiting(5, "1-2", 4, 12)];
        let queue = Some(Queue { name: String::new(), len: 2, first });
        let rule = "A* takes the smallest f";
        let look = Look { standing: Standing { queue, ..Standing::default() }, ..Look::default() };
        let places = vec![(7, " after 5-6".into()), (5, " from here".into())];
        let ahead = Ahead { expanded: Some(7), rule, places, ..Ahead::default() };
        let mut conduct = Conduct::default();
        assert!(conduct.ask(&look, &ahead));
        let question = conduct.question.clone().unwrap();
        assert_eq!(question.text, "Which of these is expanded next?");
        let wrong = 1 - question.right;
        assert!(conduct.answer(wrong));
        let words: Vec<&str> = question.choices.iter().map(|choice| choice.words.as_str()).collect();
        assert!(words.contains(&"3-7 after 5-6") && words.contains(&"1-2 from here"), "{words:?}");
        assert_eq!(
            conduct.told,
            "No, 3-7 after 5-6 (g 4, h 10, f 14). Yours: g 4, h 12, f 16. A* takes the smallest f."
        );
        assert!(conduct.ask(&look, &ahead));
        let right = conduct.question.as_ref().unwrap().right;
        assert!(conduct.answer(right));
        assert!(conduct.told.ends_with("f 14). The other has f 16. A* takes the smallest f."), "{}", conduct.told);
        assert_eq!(conduct.tally(), "1 of 2 right");
        assert!(!conduct.answer(0), "nothing is asked now");
    }

    #[test]
    fn no_figure_gives_the_answer_away() {
        let told = |mv: &str, id: NodeId| {
            let mut note = Note::untold(mv, 1);
            (note.id, note.h) = (id, Some(3 + id));
            Relative { note, is_here: false, is_told: true, is_past: false }
        };
        let untold = Relative { is_told: false, note: Note::untold("L", 1), ..told("L", 0) };
        let words = |family: Vec<Relative>| {
            let ahead = Ahead { expanded: Some(0), family, then: Some(1), ..Ahead::default() };
            let question = Question::at(&Look::default(), &ahead, 0).expect("a question");
            assert_eq!(question.text, "This node is expanded next. With which child does the search go on?");
            let mut words: Vec<String> = question.choices.into_iter().map(|choice| choice.words).collect();
            words.sort();
            words
        };
        assert_eq!(words(vec![told("U", 1), untold]), ["L", "U", "none of them: back"]);
        assert_eq!(words(vec![told("U", 1), told("L", 2)]), ["L", "U", "none of them: back"]);
    }

    #[test]
    fn a_single_way_on_is_not_asked_about() {
        let child = Relative { note: Note::untold("U", 1), is_here: false, is_told: true, is_past: false };
        let ahead = Ahead { expanded: Some(0), family: vec![child], then: Some(1), ..Ahead::default() };
        assert!(!Conduct::default().ask(&Look::default(), &ahead));
    }
}
