//! The laws can be broken: the sample with one flaw at a time, and the law that finds it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rompicapo::games::view::{Paint, Scene, View};
use rompicapo::games::{
    Game, Hand, Input, KeyHint, Kind, Options, ParamError, Placed, Position, Profile, Puzzle, Reply, SAMPLE, Settings,
    TextError, Workshop,
};
use rompicapo::search::{
    Answer, Cell, Counters, Engine, Focus, Limit, Mark, Observer, Outcome, Plan, PlanError, Rules, Status, Strategy,
};

use crate::{LAWS, Law};

/// What is wrong with a copy of the sample.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    Nothing,
    /// Undo leaves the move on the board.
    Undo,
    /// A move is read as the one before it in the list.
    MoveText,
    /// The hand makes a move that is not legal.
    Hand,
    /// The line leaves out the last move.
    Text,
    /// What is set up cannot be kept.
    Setting,
    /// The board is drawn in a corner of the screen, wherever its area is.
    Drawing,
    /// The first cell is out of sight where there is little room.
    Sight,
    /// A puzzle of the pack is said to have a shorter solution than it has.
    Pack,
    /// The same name gives another puzzle each time.
    Deal,
    /// Each slice counts one node more.
    Slices,
    /// An observed run counts one node more.
    Observed,
    /// The last move of a solution is missing.
    Answer,
    /// A limit is called a proof.
    Claim,
}

/// Each flaw with the law that must find it.
const FLAWS: [(Flaw, &str); 14] = [
    (Flaw::Undo, "a_move_taken_back_leaves_the_same_position"),
    (Flaw::MoveText, "moves_are_read_as_they_are_written"),
    (Flaw::Hand, "what_a_hand_does_is_legal"),
    (Flaw::Text, "every_text_is_read_back"),
    (Flaw::Setting, "what_is_set_up_is_kept_and_played_when_complete"),
    (Flaw::Drawing, "boards_are_drawn_at_any_size"),
    (Flaw::Sight, "every_cell_is_within_reach_at_every_size"),
    (Flaw::Sight, "the_hands_own_keys_lead_to_every_cell"),
    (Flaw::Pack, "packs_open_and_are_what_they_say"),
    (Flaw::Deal, "random_deals_open_and_stay_the_same"),
    (Flaw::Slices, "work_in_slices_is_the_same_work"),
    (Flaw::Observed, "an_observer_changes_nothing"),
    (Flaw::Answer, "every_solution_replays"),
    (Flaw::Claim, "what_is_claimed_under_a_limit_is_true"),
];

/// A copy of the sample for the registry's side of the border.
fn copy(flaw: Flaw) -> &'static Copied {
    let profile = SAMPLE.profile();
    let lying = "name = 'lies'\ntitle = ''\n[[puzzle]]\nname = 'six'\ndeal = '6'\nbest = 5\n";
    let packs: &'static [&'static str] = if flaw == Flaw::Pack { Box::leak(Box::new([lying])) } else { profile.packs };
    let profile = Box::leak(Box::new(Profile { packs, ..*profile }));
    Box::leak(Box::new(Copied { flaw, profile, deals: AtomicU8::new(4) }))
}

struct Copied {
    flaw: Flaw,
    profile: &'static Profile,
    deals: AtomicU8,
}

impl Copied {
    fn placed(&'static self, inner: Box<dyn Position>) -> Box<dyn Position> {
        Placed::boxed(Mirror { game: self }, Board(inner))
    }
}

/// The rules of the sample behind the border, with a flaw.
struct Mirror {
    game: &'static Copied,
}

struct Board(Box<dyn Position>);

impl Clone for Board {
    fn clone(&self) -> Self {
        Board(self.0.boxed_clone())
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_as(&*other.0)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.line().hash(state);
    }
}

impl Rules for Mirror {
    type State = Board;
    type Move = String;
    type Undo = Board;

    fn moves(&self, board: &Board, into: &mut Vec<String>) {
        into.extend(board.0.moves());
    }

    fn apply(&self, board: &mut Board, mv: &String) -> Board {
        let before = board.clone();
        board.0.play(mv).expect("a legal move");
        before
    }

    fn undo(&self, board: &mut Board, _mv: &String, before: &Board) {
        if self.game.flaw != Flaw::Undo {
            *board = before.clone();
        }
    }

    fn status(&self, board: &Board) -> Status {
        board.0.status()
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<String, String> {
        let mv = board.0.boxed_clone().play(text)?;
        let moves = board.0.moves();
        Ok(if self.game.flaw == Flaw::MoveText { moves[0].clone() } else { mv })
    }
}

impl Puzzle for Mirror {
    fn game(&self) -> &'static dyn Game {
        self.game
    }

    fn line(&self, board: &Board) -> String {
        let line = board.0.line();
        let Some((before, behind)) = line.rsplit_once('Q').filter(|_| self.game.flaw == Flaw::Text) else {
            return line;
        };
        format!("{before}.{behind}")
    }

    fn board(&self, board: &Board, next: Option<&String>) -> String {
        board.0.board(next.map(String::as_str))
    }

    fn markers(&self, board: &Board, mv: &String) -> Vec<Cell> {
        board.0.markers(mv).iter().map(|mark| mark.cell).collect()
    }

    fn changed(&self, before: &Board, after: &Board) -> Vec<Cell> {
        after.0.changed(&*before.0)
    }

    fn headline(&self, board: &Board, made: &[String]) -> String {
        board.0.headline(made)
    }

    fn default_strategy(&self, board: &Board) -> &'static Strategy {
        board.0.default_strategy()
    }

    fn engine(rules: &Arc<Self>, board: &Board, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        let engine = board.0.engine(plan)?;
        Ok(Box::new(Machine { engine, flaw: rules.game.flaw, miscounted: 0 }))
    }
}

impl Game for Copied {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        SAMPLE.kind(params)
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let next = u64::from(self.deals.fetch_add(1, Ordering::Relaxed) % 8 + 4);
        let number = if self.flaw == Flaw::Deal { Some(next) } else { number };
        SAMPLE.make(params, number).map(|inner| copied(self).placed(inner))
    }

    fn read_form(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError> {
        SAMPLE.read(text, options).map(|inner| copied(self).placed(inner))
    }

    fn view(&self) -> &'static dyn View {
        Box::leak(Box::new(Sight { flaw: self.flaw }))
    }

    fn hand(&self, settings: &Settings) -> Box<dyn Hand> {
        Box::new(Fingers { hand: SAMPLE.hand(settings), flaw: self.flaw })
    }

    fn workshop(&self) -> Option<&'static dyn Workshop> {
        (self.flaw == Flaw::Setting).then_some(&Torn as _)
    }
}

/// Writes drafts that it cannot read.
struct Torn;

impl Workshop for Torn {
    fn hand(&self) -> Box<dyn Hand> {
        SAMPLE.hand(&Settings::new())
    }

    fn emptied(&self, position: &dyn Position, _size: Option<&str>) -> Result<Box<dyn Position>, String> {
        Ok(position.boxed_clone())
    }

    fn draft(&self, _position: &dyn Position) -> Option<String> {
        Some("a board that nobody reads".into())
    }
}

/// The same copy for the positions' side: it must live for ever.
fn copied(game: &Copied) -> &'static Copied {
    Box::leak(Box::new(Copied { flaw: game.flaw, profile: game.profile, deals: AtomicU8::new(0) }))
}

fn inner(position: &dyn Position) -> &dyn Position {
    &*Placed::<Mirror>::of(position).state.0
}

struct Sight {
    flaw: Flaw,
}

impl Sight {
    fn area(&self, area: Rect) -> Rect {
        if self.flaw == Flaw::Drawing { Rect { x: 0, y: 0, ..area } } else { area }
    }
}

impl View for Sight {
    fn size(&self, position: &dyn Position, paint: &Paint) -> (u16, u16) {
        SAMPLE.view().size(inner(position), paint)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let scene = Scene { position: inner(scene.position), ..*scene };
        SAMPLE.view().draw(&scene, self.area(area), buffer);
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let scene = Scene { position: inner(scene.position), ..*scene };
        let hit = SAMPLE.view().hit(&scene, area, x, y);
        hit.filter(|&cell| self.flaw != Flaw::Sight || cell > 0 || area.height > 100)
    }
}

struct Fingers {
    hand: Box<dyn Hand>,
    flaw: Flaw,
}

impl Hand for Fingers {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        match self.hand.input(inner(position), input) {
            Reply::Say(_) if self.flaw == Flaw::Hand => Reply::Move("1".into()),
            reply => reply,
        }
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        self.hand.marks(inner(position))
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        self.hand.cursor(inner(position))
    }

    fn keys(&self) -> Vec<KeyHint> {
        self.hand.keys()
    }
}

struct Machine {
    engine: Box<dyn Engine>,
    flaw: Flaw,
    miscounted: u64,
}

impl Engine for Machine {
    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        let is_wrong = self.flaw == Flaw::Slices || (self.flaw == Flaw::Observed && watch.is_some());
        self.miscounted += u64::from(is_wrong);
        match self.engine.run(fuel, watch) {
            Outcome::Limit(Limit::Nodes) if self.flaw == Flaw::Claim => Outcome::Exhausted,
            outcome => outcome,
        }
    }

    fn fork(&self) -> Box<dyn Engine> {
        Box::new(Machine { engine: self.engine.fork(), ..*self })
    }

    fn counters(&self) -> Counters {
        let counters = self.engine.counters();
        Counters { generated: counters.generated + self.miscounted, ..counters }
    }

    fn answer(&self) -> Option<Answer> {
        let mut answer = self.engine.answer()?;
        if self.flaw == Flaw::Answer {
            answer.moves.pop();
        }
        Some(answer)
    }

    fn lower_bound(&self) -> Option<u64> {
        self.engine.lower_bound()
    }

    fn focus(&self) -> Focus {
        self.engine.focus()
    }
}

fn law(name: &str) -> Law {
    LAWS.iter().find(|(other, _)| *other == name).expect("a law of this name").1
}

#[test]
fn each_flaw_is_found_by_its_law() {
    for (flaw, name) in FLAWS {
        assert!(law(name)(copy(flaw)).is_err(), "{name} does not see the flaw {flaw:?}");
    }
    assert!(LAWS.iter().all(|(name, _)| FLAWS.iter().any(|(_, found)| found == name)), "a law was never broken");
}

#[test]
fn a_faithful_copy_keeps_every_law() {
    for (name, law) in LAWS {
        assert_eq!(law(copy(Flaw::Nothing)), Ok(()), "{name}");
    }
}
