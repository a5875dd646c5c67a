//! Fourteen (Fourteen Out): 52 cards in twelve columns, heads that make fourteen leave in pairs.

mod certificate;
mod checks;
mod classic;
mod deadlock;
mod deal;
mod dfs;
mod hand;
mod hint;
mod matching;
mod printout;
mod refute;
mod rules;
mod setter;
mod solve;
mod study;
mod text;
mod view;
mod xray;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_classic;

use std::sync::Arc;

pub use deal::deal;
pub use rules::{Fourteen, Pair, State};

use super::view::View;
use super::{
    Certificates, Claims, Deadlock, Game, Hand, Kind, NewPuzzle, Options, ParamError, Placed, Position, Profile,
    Puzzle, Region, Settings, TextError, VerdictWish, Viewers, Workshop, Xray,
};
use crate::search::{self, Cell, Engine, Plan, PlanError, Rules as _, Strategy, count};

/// The registry's entry.
pub static GAME: FourteenGame = FourteenGame;

pub struct FourteenGame;

static STRATEGIES: [Strategy; 3] = [solve::STRATEGY, classic::STRATEGY, dfs::STRATEGY];

static PACKS: [&str; 2] =
    [include_str!("../../../puzzles/fourteen/duchi.toml"), include_str!("../../../puzzles/fourteen/graded.toml")];

const HELP: &str = "\
Fifty-two cards lie in twelve columns: five in each of columns 1 to 4, four
in the others. Suits do not matter; ace is 1, jack 11, queen 12, king 13.
Only the head of a column, its lowest card on the screen, can be taken.
Take two heads whose ranks make fourteen: 1 with 13, 2 with 12, 6 with 8,
7 with another 7. The cards above them become the new heads.
The game is won when the table is empty, after 26 pairs.
Which card goes with which is the whole question: a 6 that waits for an 8
which lies behind a 4 that waits for a 10 behind that same 6 never leaves.
Choose a head with the arrows and Enter, then its partner; or click both;
or press = and type the columns: = 3-7 takes columns 3 and 7.";

static PROFILE: Profile = Profile {
    name: "fourteen",
    title: "Fourteen",
    about: "take two heads that make fourteen until the table is empty",
    gist: "Take two heads (the lowest cards of two columns) that make \
           fourteen together, until no card is left on the table.",
    help: HELP,
    names: &[("fourteen:NUMBER", "the deal of this number, from 0; about 93 in 100 can be won")],
    new_puzzle: NewPuzzle { can_be_lost: true, ..NewPuzzle::NUMBERED },
    packs: &PACKS,
    forms: &text::FORMS,
    largest_text: 16 << 10,
    strategies: &STRATEGIES,
    settings: &[],
    text_options: &[],
    generate_options: &[],
    seeks_shortest: false,
    verdict: VerdictWish::Always,
};

impl Game for FourteenGame {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        Some(&setter::TableWorkshop)
    }

    fn study(&self) -> Option<&'static dyn crate::games::Study> {
        Some(&study::Florence)
    }

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        deal::kind(params)
    }

    fn make(&self, _params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        Ok(Placed::boxed(deal(number.unwrap_or_default()), State::default()))
    }

    fn read_form(&self, text: &str, _options: &Options) -> Result<Box<dyn Position>, TextError> {
        text::read(text).map(|rules| Placed::boxed(rules, State::default()))
    }

    fn view(&self) -> &'static dyn View {
        &view::Board
    }

    fn xray(&self) -> Option<&'static dyn Xray> {
        Some(&xray::PairRays)
    }

    fn hand(&self, _settings: &Settings) -> Box<dyn Hand> {
        Box::<hand::Player>::default()
    }

    fn claims(&self) -> Option<&'static dyn Claims> {
        Some(&GAME)
    }

    fn certificates(&self) -> Option<&'static dyn Certificates> {
        Some(&GAME)
    }

    fn viewers(&self) -> Option<&'static dyn Viewers> {
        Some(&GAME)
    }
}

impl Viewers for FourteenGame {
    fn page(&self, position: &dyn Position, next: Option<&str>) -> Option<String> {
        let (rules, state) = Placed::<Fourteen>::parts(position);
        let next = next.and_then(|mv| rules.read_move(state, mv).ok());
        Some(printout::page(rules, state, next.as_ref()))
    }
}

impl Claims for FourteenGame {
    fn missing(&self, position: &dyn Position) -> Option<String> {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        Some(count(rules.cards_left(state) as u64, "card left", "cards left"))
    }

    /// Every move takes two cards.
    fn are_all_of_one_length(&self) -> bool {
        true
    }
}

impl Puzzle for Fourteen {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn line(&self, state: &State) -> String {
        text::line(self, state)
    }

    fn board(&self, state: &State, next: Option<&Pair>) -> String {
        printout::board(self, state, next)
    }

    fn markers(&self, state: &State, mv: &Pair) -> Vec<Cell> {
        mv.columns().into_iter().filter_map(|column| self.head(state, column)).map(|card| card as Cell).collect()
    }

    fn words(&self, state: &State, mv: &Pair) -> Option<String> {
        let [one, other] = mv.columns().map(|c| format!("the {} of column {}", self.head_rank(state, c), c + 1));
        Some(format!("take {one} and {other}"))
    }

    fn reason(&self, state: &State, way: &[Pair]) -> Option<String> {
        hint::reason(self, state, way)
    }

    fn region(&self, state: &State, way: &[Pair]) -> Option<Region> {
        hint::region(self, state, way)
    }

    fn changed(&self, before: &State, after: &State) -> Vec<Cell> {
        let columns = (0..self.width()).filter(|&c| before.gone[c] != after.gone[c]);
        columns.filter_map(|c| self.head(after, c)).map(|card| card as Cell).collect()
    }

    fn deadlock(&self, state: &State) -> Option<Deadlock> {
        deadlock::explain(self, state)
    }

    fn own_rules(&self) -> Option<String> {
        let is_deal = self.cards() == rules::CARDS && self.width() == rules::COLUMNS;
        let (_, rest) = HELP.split_once("Suits").filter(|_| !is_deal)?;
        let [cards, columns] = [(self.cards(), "card", "cards"), (self.width(), "column", "columns")]
            .map(|(n, one, many)| count(n as u64, one, many));
        Some(format!("{cards} lie in {columns}. Suits{}", rest.replace(", after 26 pairs", "")))
    }

    fn headline(&self, state: &State, made: &[String]) -> String {
        let made = count(made.len() as u64, "move", "moves");
        match self.cards_left(state) {
            0 => format!("solved in {made}"),
            left => format!("{} left, {made} made", count(left as u64, "card", "cards")),
        }
    }

    fn engine(rules: &Arc<Self>, state: &State, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        let one_of_many =
            || PlanError("finds one solution; `--strategy dfs --without memory --all` lists them all".into());
        match plan.strategy.name {
            "dfs" => dfs::engine(rules, state, plan),
            _ if plan.all || plan.unique => Err(one_of_many()),
            "classic" => Ok(search::engine(classic::Classic::new(rules, *state, plan))),
            _ => Ok(search::engine(solve::Exact::new(rules, *state, plan))),
        }
    }
}
