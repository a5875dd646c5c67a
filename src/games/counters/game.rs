//! The registry's entry: names, strategies, forms, and how a position is shown and solved.

use std::sync::Arc;

use super::board;
use super::classic::{ClassicSearch, LOWER_BOUND};
use super::construct;
use super::count::Count;
use super::deal;
use super::goal::Goal;
use super::hand::RowHand;
use super::hint;
use super::row::{Place, letters};
use super::rules::{Counters, State, Step};
use super::shortest::{self, MEMORY};
use super::svg;
use super::text;
use super::told;
use super::view::RowView;
use crate::games::view::View;
use crate::games::{
    Certificates, Claims, Field, Form, Game, Hand, Kind, NewPuzzle, Options, ParamError, Placed, Position, Profile,
    Puzzle, Region, Settings, TextError, TextOption, VerdictWish, Viewers, Workshop, Xray,
};
use crate::search::{self, Cell, Engine, Keeps, Plan, PlanError, Strategy, Toggle, count};

pub struct CountersGame;

pub static GAME: CountersGame = CountersGame;

const fn lower_bound(default: bool) -> Toggle {
    Toggle {
        name: LOWER_BOUND,
        about: "leave rows whose equal neighbours are too few for the moves left (two a move)",
        keeps: Keeps::Everything,
        default,
        group: None,
    }
}

static STRATEGIES: [Strategy; 5] = [
    Strategy {
        name: "shortest",
        about: "a shortest solution, proven, or a proof that there is none",
        toggles: &[
            lower_bound(true),
            Toggle::on(
                MEMORY,
                "remember every row (without: deeper and deeper, which cannot prove that there is none)",
            ),
        ],
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "construct",
        about: "the solution by induction, for any number of counters; shortest for the goals with a side",
        toggles: &[],
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "search-one",
        about: "the classroom recursion: the first solution within M moves, not always a shortest (M sets it)",
        toggles: &[lower_bound(false)],
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "search-all",
        about: "the classroom recursion, going on at each success: all solutions within M moves (M sets it)",
        toggles: &[lower_bound(false)],
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "count",
        about: "how many shortest solutions there are, layer by layer",
        toggles: &[lower_bound(true)],
        anytime: false,
        weight: None,
    },
];

pub fn shortest() -> &'static Strategy {
    &STRATEGIES[0]
}

/// Up to so many places a shortest solution takes no time that one would notice.
const QUICK_PLACES: usize = 22;

const HELP: &str = "\
A row of counters, A and B in turn, and two free places. A move takes two
counters that lie side by side, without turning them, into the free places.
In as few moves as possible the row shall become what its goal says: in the
plain puzzle all B come first, then all A, and the free places at the other
end.

Choose a pair with the arrows and move it with Enter, or click its left
counter. The rows above the present one are those you came from: the free
places of each row lie under the pair that has left. The number before a row
is the move made from it: the left place of the pair, counted from 0.

Each move makes at most two new pairs of equal neighbours; that tells how
many moves are needed at least. Variants: other goals, k counters a move,
a group that turns around, more free places.

P. G. Tait 1884, H. Delannoy, E. Lucas 1892; L. Repetto's classroom version.";

static FIELDS: &[Field] = &[
    Field {
        label: "goal",
        word: "goal=",
        values: &[
            ("", "B before A, gap right"),
            ("ba-left", "B before A, gap left"),
            ("ba-any", "B before A, gap anywhere"),
            ("ab-left", "A before B, gap left"),
            ("ab-right", "A before B, gap right"),
            ("ab-any", "A before B, gap anywhere"),
        ],
        is_open: true,
    },
    Field { label: "gap at the start", word: "start=", values: &[("", "left"), ("right", "right")], is_open: false },
    Field { label: "counters a move", word: "k=", values: &[("", "2"), ("3", "3"), ("4", "4")], is_open: true },
    Field {
        label: "free places",
        word: "free=",
        values: &[("", "as many as move"), ("4", "4"), ("6", "6")],
        is_open: true,
    },
    Field { label: "a group turns around", word: "", values: &[("", "no"), ("reversed", "yes")], is_open: false },
];

static PROFILE: Profile = Profile {
    name: "counters",
    title: "Counters",
    about: "Tait's counters: sort a row of two colours, two neighbours at a time",
    gist: "Move two neighbours at a time into the gap, as they stand, until \
        the colours are sorted as the goal says.",
    help: HELP,
    names: &[
        ("counters:N", "N counters of each colour, 1 to 1000000"),
        ("counters:N,goal=ab-left", "another goal: ab or ba, then left, right or any; or a row as in goal=AABB__"),
        ("counters:N,start=right", "the free places begin at the right"),
        ("counters:N,k=3", "k counters a move, into k free places"),
        ("counters:N,reversed", "the group turns around while it moves"),
        ("counters:N,free=4", "more free places; a move then is FROM-TO, as in 5-0"),
        ("counters:start=__ABBA,goal=BBAA__", "a start and a goal of your own"),
        ("counters:goal=ab-left:N", "N behind the other words, which also takes a range A..B"),
    ],
    new_puzzle: NewPuzzle { fields: FIELDS, number: "counters of each colour", can_be_lost: true },
    packs: &[
        include_str!("../../../puzzles/counters/classic.toml"),
        include_str!("../../../puzzles/counters/goals.toml"),
        include_str!("../../../puzzles/counters/variants.toml"),
    ],
    forms: &[
        Form::new("row", "__ABABAB, with goal=, k= and reversed behind it where needed", |position| {
            Some(position.whole_line() + "\n")
        }),
        Form::new("ox", "..oxoxox, likewise", |position| {
            let (rules, state) = Placed::<Counters>::parts(position);
            Some(signs(&state.row, "", ['.', 'o', 'x']) + &rules.all_words(['.', 'o', 'x']) + "\n")
        }),
        Form::new("digits", "0 0 1 2 1 2 1 2, as in the classroom program", |position| {
            let (rules, state) = Placed::<Counters>::parts(position);
            Some(signs(&state.row, " ", ['0', '1', '2']) + &rules.all_words(['0', '1', '2']) + "\n")
        }),
        Form::shown("triangle", "all rows from the start on, with the moves between them", |position| {
            let (rules, state) = Placed::<Counters>::parts(position);
            Some(board::triangle(rules, state))
        }),
        Form::shown("svg", "the triangle as a picture", |position| {
            let (rules, state) = Placed::<Counters>::parts(position);
            Some(svg::triangle(rules, state))
        }),
    ],
    largest_text: 5 << 20,
    strategies: &STRATEGIES,
    settings: &[],
    text_options: &[
        TextOption {
            name: "goal",
            value: "GOAL",
            about: "ab-left, ab-right, ab-any, ba-left, ba-right, ba-any, or a row",
        },
        TextOption { name: "k", value: "K", about: "counters a move (2)" },
        TextOption { name: "reversed", value: "yes|no", about: "the group turns around while it moves" },
    ],
    generate_options: &[],
    seeks_shortest: false,
    verdict: VerdictWish::Always,
};

impl Claims for CountersGame {
    fn missing(&self, position: &dyn Position) -> Option<String> {
        let Placed { rules, .. } = Placed::<Counters>::of(position);
        Some(format!("the goal is not reached ({})", rules.goal.words()))
    }
}

impl Viewers for CountersGame {
    fn heading(&self, position: &dyn Position) -> String {
        let words = Placed::<Counters>::of(position).rules.all_words(['_', 'A', 'B']);
        if words.is_empty() { words } else { format!("{}\n", words.trim_start()) }
    }
}

impl Game for CountersGame {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        Some(&super::setter::RowWorkshop)
    }

    fn study(&self) -> Option<&'static dyn crate::games::Study> {
        Some(&super::study::Genoa)
    }

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        deal::kind(params)
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let (rules, start) = deal::puzzle(params, number)?;
        Ok(Placed::boxed(rules, State::new(start)))
    }

    fn read_form(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError> {
        let (rules, start) = text::read(text, options)?;
        Ok(Placed::boxed(rules, State::new(start)))
    }

    fn view(&self) -> &'static dyn View {
        &RowView
    }

    fn certificates(&self) -> Option<&'static dyn Certificates> {
        Some(&GAME)
    }

    fn xray(&self) -> Option<&'static dyn Xray> {
        Some(&super::xray::PairRays)
    }

    fn claims(&self) -> Option<&'static dyn Claims> {
        Some(&GAME)
    }

    fn viewers(&self) -> Option<&'static dyn Viewers> {
        Some(&GAME)
    }

    fn hand(&self, _settings: &Settings) -> Box<dyn Hand> {
        Box::new(RowHand::default())
    }
}

impl Counters {
    /// How deep the classroom recursion goes where nobody says: as many moves as a solution is known to need, also from
    /// a row that a bad move led to; or one more than the bound.
    fn default_depth(rules: &Arc<Self>, state: &State) -> u32 {
        let family = rules.family.filter(|_| state.trail.is_empty());
        let known = family.and_then(|family| family.length(rules, &state.row)).map(|length| length as u32);
        known.or_else(|| Self::quick_length(rules, state)).unwrap_or_else(|| rules.bound(state) + 1)
    }

    /// How many moves a shortest solution has, where that is quickly found.
    fn quick_length(rules: &Arc<Self>, state: &State) -> Option<u32> {
        if state.row.len() > QUICK_PLACES {
            return None;
        }
        let plan = Plan { nodes: Some(100_000), memory: 64 << 20, ..Plan::new(shortest()) };
        let mut engine = shortest::engine(rules, state, &plan).ok()?;
        engine.run(u64::MAX, None);
        engine.answer().map(|answer| answer.length() as u32)
    }

    /// What the row's text leaves open: its own words, where they are not the usual ones.
    fn words(&self) -> String {
        let k = if self.k == 2 { String::new() } else { format!(" k={}", self.k) };
        k + if self.reversed { " reversed" } else { "" }
    }

    /// The same with the goal, a goal row in these signs: of a row two colours are read, not four.
    fn all_words(&self, shapes: [char; 3]) -> String {
        let goal = match &self.goal {
            Goal::Row(row) => signs(row, "", shapes),
            goal @ Goal::Sorted { .. } => goal.to_string(),
        };
        self.words() + &if self.goal == Goal::CLASSIC { String::new() } else { format!(" goal={goal}") }
    }
}

/// The places in signs for free, A and B.
fn signs(row: &[Place], between: &str, [free, a, b]: [char; 3]) -> String {
    let sign = |place: &Place| match place {
        Place::Free => free,
        Place::A => a,
        Place::B => b,
    };
    row.iter().map(|place| sign(place).to_string()).collect::<Vec<_>>().join(between)
}

impl Puzzle for Counters {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn line(&self, state: &State) -> String {
        letters(&state.row) + &self.words()
    }

    fn line_options(&self, _state: &State) -> Options {
        let goal = (self.goal != Goal::CLASSIC).then(|| ("goal".to_string(), self.goal.to_string()));
        goal.into_iter().collect()
    }

    fn whole_line(&self, state: &State) -> String {
        letters(&state.row) + &self.all_words(['_', 'A', 'B'])
    }

    fn board(&self, state: &State, next: Option<&Step>) -> String {
        board::board(self, state, next)
    }

    fn markers(&self, _state: &State, mv: &Step) -> Vec<Cell> {
        let k = self.k as u32;
        (mv.from..mv.from + k).chain(mv.to..mv.to + k).collect()
    }

    fn words(&self, state: &State, mv: &Step) -> Option<String> {
        let group = state.row.get(mv.from as usize..mv.from as usize + self.k)?;
        Some(format!("move {} from place {} to place {}", letters(group), mv.from, mv.to))
    }

    fn reason(&self, state: &State, way: &[Step]) -> Option<String> {
        hint::reason(self, state, way)
    }

    fn region(&self, _state: &State, way: &[Step]) -> Option<Region> {
        hint::region(self, way)
    }

    fn changed(&self, before: &State, after: &State) -> Vec<Cell> {
        let places = before.row.iter().zip(&after.row).enumerate();
        places.filter(|(_, (old, new))| old != new).map(|(place, _)| place as Cell).collect()
    }

    fn aim(&self) -> Option<String> {
        Some(self.goal.words())
    }

    fn own_rules(&self) -> Option<String> {
        told::own_rules(self)
    }

    fn own_gist(&self) -> Option<String> {
        told::own_gist(self)
    }

    fn headline(&self, state: &State, made: &[String]) -> String {
        let moves = |n: u64| count(n, "move", "moves");
        if self.is_solved(state) {
            return format!("solved in {}", moves(made.len() as u64));
        }
        moves(made.len() as u64)
    }

    fn at_least(&self, state: &State) -> Option<u64> {
        (!self.is_solved(state)).then(|| self.bound(state).into())
    }

    fn params(&self, state: &State) -> Option<String> {
        deal::params_of(self, &self.start_of(state).row)
    }

    fn default_strategy(&self, state: &State) -> &'static Strategy {
        let known = self.family.is_some() && state.row.len() > QUICK_PLACES;
        &STRATEGIES[usize::from(known)]
    }

    fn check_plan(&self, state: &State) -> Plan {
        let mut plan = Plan::new(self.default_strategy(state));
        plan.nodes = Some(8_000_000);
        plan.memory = 256 << 20;
        plan
    }

    fn engine(rules: &Arc<Self>, state: &State, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        let name = plan.strategy.name;
        if plan.unique {
            return Err(PlanError(
                "counters has no --unique: `count` says how many shortest solutions there are".into(),
            ));
        }
        if plan.all && name != "search-all" {
            return Err(PlanError(format!("`{name}` does not list all solutions; `search-all` does")));
        }
        let classic = |all| {
            let given = plan.max_moves.map(|most| most.min(u32::MAX.into()) as u32);
            let depth = given.unwrap_or_else(|| Self::default_depth(rules, state));
            Ok(search::engine(ClassicSearch::new(Arc::clone(rules), state, depth, all, plan)))
        };
        match name {
            "construct" => construct::engine(rules, state, plan),
            "search-one" => classic(false),
            "search-all" => classic(true),
            "count" => Ok(search::engine(Count::new(rules, state, plan)?)),
            _ => shortest::engine(rules, state, plan),
        }
    }
}
