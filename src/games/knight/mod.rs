//! The knight's tour.

mod certificate;
mod construct;
mod dead;
mod hand;
mod hint;
mod rules;
mod setter;
mod solve;
mod text;
mod view;
mod xray;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use rules::{Knight, LONGEST, Leap, Tour};

use super::squares::Grid;
use super::view::View;
use super::{
    Certificates, Claims, Deadlock, Field, Form, Game, Hand, Kind, NewPuzzle, Options, ParamError, Placed, Position,
    Profile, Puzzle, Region, Settings, TextError, VerdictWish, Workshop, Xray,
};
use crate::games::quoted;
use crate::search::{Cell, Engine, Plan, PlanError, Strategy, count, grouped};

pub struct KnightGame;

pub static GAME: KnightGame = KnightGame;

/// Boards of up to so many squares are searched without being asked; larger ones have their construction.
const SEARCHED: usize = 100;

static FIELDS: &[Field] = &[
    Field {
        label: "rows x columns",
        word: "",
        values: &[("8x8", "8x8"), ("5x5", "5x5"), ("5x6", "5x6"), ("6x6", "6x6"), ("10x10", "10x10")],
        is_open: true,
    },
    Field {
        label: "tour",
        word: "",
        values: &[("", "open"), ("closed", "closed"), ("any", "open, from any square")],
        is_open: false,
    },
];

static PROFILE: Profile = Profile {
    name: "knight",
    title: "Knight",
    about: "lead a knight over every square of a board, once each",
    gist: "Lead the knight to every square of the board once; a closed \
        tour ends a knight's move from its start.",
    help: "Lead the knight over the board so that it visits every square once. A closed\n\
     tour ends a knight's move from its start. The number on a square is the step\n\
     at which it was visited; dots mark the squares where the knight can go.\n\
     \n\
     arrows choose a square, enter or a click leaps there, u takes it back. A\n\
     square that nothing leads to any more loses, and is shown.\n\
     \n\
     Every leap changes the colour of the square: so there is no closed tour of\n\
     an odd number of squares, and an open one begins on the commoner colour.\n\
     H. C. von Warnsdorff advised in 1823 to go where the fewest ways lead on.\n\
     \n\
     tour follows him and cuts what is lost; classic is the classroom's search\n\
     and classic-all its list of all tours; construct joins tours of small\n\
     boards to one of a large board, as is done at once from 101 squares on.\n\
     There are 1,728 open tours of 5x5 (knight:5x5,any) and 16 closed ones of\n\
     5x6, both ways counted.",
    names: &[
        ("knight:N", "a knight on square N of 8x8, squares numbered row by row from 1"),
        ("knight:RxC:N", "the same on R rows and C columns, up to 50x50"),
        ("knight:RxC,closed:N", "the tour must end a knight's move from its start"),
        ("knight:RxC,any", "the first move chooses the start"),
    ],
    new_puzzle: NewPuzzle { fields: FIELDS, number: "square to begin on", can_be_lost: true },
    packs: &[include_str!("../../../puzzles/knight/tours.toml")],
    forms: &[Form::new("rows", "a row of step numbers and . a line, closed behind them", |position| {
        let (rules, tour) = Placed::<Knight>::parts(position);
        Some(text::lines(rules, tour))
    })],
    largest_text: 1 << 20,
    strategies: solve::STRATEGIES,
    settings: &[],
    text_options: &[],
    generate_options: &[],
    seeks_shortest: false,
    verdict: VerdictWish::Always,
};

/// What stands between `knight:` and the number.
struct Params {
    grid: Grid,
    closed: bool,
    any: bool,
}

impl Params {
    fn read(text: &str) -> Result<Params, ParamError> {
        let mut params = Params { grid: Grid::new(8, 8), closed: false, any: false };
        let mut seen = [false; 3];
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let place = match word {
                "closed" => 0,
                "any" => 1,
                _ => 2,
            };
            if std::mem::replace(&mut seen[place], true) {
                return Err(ParamError(format!("`{}`: one of its kind is enough", quoted(word))));
            }
            match place {
                0 => params.closed = true,
                1 => params.any = true,
                _ => {
                    let fits = |grid: &Grid| (1..=LONGEST).contains(&grid.rows) && (1..=LONGEST).contains(&grid.cols);
                    params.grid = Grid::sized(word).filter(fits).ok_or_else(|| {
                        let sizes = format!("a size from 1x1 to {LONGEST}x{LONGEST}");
                        ParamError(format!("`{}`: expected {sizes}, closed or any", quoted(word)))
                    })?;
                }
            }
        }
        if params.closed && params.any {
            return Err(ParamError("a closed tour passes every square: leave `any` out and give a start".into()));
        }
        Ok(params)
    }

    /// As they are written; the usual size is left out where nothing else is said.
    fn words(&self) -> String {
        let size = format!("{}x{}", self.grid.rows, self.grid.cols);
        let words = [Some(size), self.closed.then(|| "closed".into()), self.any.then(|| "any".into())];
        let words = words.into_iter().flatten().collect::<Vec<_>>().join(",");
        if words == "8x8" { String::new() } else { words }
    }
}

impl Game for KnightGame {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        Some(&setter::KnightWorkshop)
    }

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        let params = Params::read(params)?;
        if params.any {
            return Ok(Kind { params: params.words(), numbers: None });
        }
        Ok(Kind::numbered(params.words(), 1..=params.grid.cells() as u64))
    }

    fn number_words(&self, params: &str, number: u64) -> Option<String> {
        let grid = Params::read(params).ok()?.grid;
        let square = usize::try_from(number).ok()?.checked_sub(1).filter(|&square| square < grid.cells())?;
        Some(grid.name(square as Cell))
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let params = Params::read(params)?;
        let rules = Knight::new(params.grid, params.closed);
        let start = rules.start(number.map(|number| (number - 1) as u16));
        Ok(Placed::boxed(rules, start))
    }

    fn read_form(&self, text: &str, _options: &Options) -> Result<Box<dyn Position>, TextError> {
        text::read(text).map(|(rules, tour)| Placed::boxed(rules, tour))
    }

    fn view(&self) -> &'static dyn View {
        &view::KnightView
    }

    fn hand(&self, _settings: &Settings) -> Box<dyn Hand> {
        Box::new(hand::KnightHand::default())
    }

    fn xray(&self) -> Option<&'static dyn Xray> {
        Some(&xray::LeapRays)
    }

    fn certificates(&self) -> Option<&'static dyn Certificates> {
        Some(&GAME)
    }

    fn claims(&self) -> Option<&'static dyn Claims> {
        Some(&GAME)
    }
}

impl Claims for KnightGame {
    fn missing(&self, position: &dyn Position) -> Option<String> {
        let Placed { state, .. } = Placed::<Knight>::of(position);
        Some(match state.left() {
            0 => "a knight's move back to the start".into(),
            left => count(left as u64, "square not visited", "squares not visited"),
        })
    }

    /// Every tour visits every square.
    fn are_all_of_one_length(&self) -> bool {
        true
    }
}

impl Puzzle for Knight {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn line(&self, tour: &Tour) -> String {
        text::line(self, tour)
    }

    fn board(&self, tour: &Tour, next: Option<&Leap>) -> String {
        text::board(self, tour, next)
    }

    fn markers(&self, _tour: &Tour, mv: &Leap) -> Vec<Cell> {
        vec![mv.to.into()]
    }

    fn words(&self, _tour: &Tour, mv: &Leap) -> Option<String> {
        Some(format!("leap to {mv}"))
    }

    fn reason(&self, tour: &Tour, way: &[Leap]) -> Option<String> {
        Some(hint::reason(self, tour, *way.first()?))
    }

    fn region(&self, tour: &Tour, _way: &[Leap]) -> Option<Region> {
        hint::region(self, tour)
    }

    fn changed(&self, before: &Tour, after: &Tour) -> Vec<Cell> {
        // A board that is set up may have had another size before.
        let both = before.path.iter().chain(&after.path).map(|&square| Cell::from(square));
        let mut cells: Vec<Cell> = both.filter(|&cell| before.step_on(cell) != after.step_on(cell)).collect();
        cells.retain(|&cell| (cell as usize) < self.grid.cells());
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn deadlock(&self, tour: &Tour) -> Option<Deadlock> {
        dead::look(self, tour).map(|dead| dead.deadlock(self))
    }

    fn headline(&self, tour: &Tour, _made: &[String]) -> String {
        let kind = if self.closed { "closed" } else { "open" };
        let (visited, all) = (grouped(tour.path.len() as u64), grouped(self.grid.cells() as u64));
        format!("{kind} tour: {visited} of {all} squares")
    }

    fn params(&self, tour: &Tour) -> Option<String> {
        let params = Params { grid: self.grid, closed: self.closed, any: tour.path.is_empty() };
        Some(params.words()).filter(|words| !words.is_empty())
    }

    fn default_strategy(&self, tour: &Tour) -> &'static Strategy {
        let large = self.grid.cells() > SEARCHED && tour.path.len() <= 1;
        let can = large && construct::path(self.grid, tour.path.first().copied()).is_some();
        let name = if can { "construct" } else { "tour" };
        self.game().strategy(name).unwrap_or(&self.game().strategies()[0])
    }

    fn check_plan(&self, _tour: &Tour) -> Plan {
        let mut plan = Plan::new(&self.game().strategies()[0]);
        plan.nodes = Some(300_000);
        plan
    }

    fn engine(rules: &Arc<Self>, tour: &Tour, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        solve::engine(rules, tour, plan)
    }
}
