//! Mazes: find the way, and see how searches find it.

mod certificate;
mod deal;
mod explore;
mod hand;
mod hint;
mod rules;
mod setter;
mod solve;
mod text;
mod view;
mod wall;
mod xray;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use deal::Params;
use rules::{Dir, Maze, Walk};

use super::view::View;
use super::{
    Certificates, Claims, Deadlock, Field, Form, Game, Hand, Kind, NewPuzzle, Options, ParamError, Placed, Position,
    Profile, Puzzle, Region, Settings, TextError, VerdictWish, Workshop, Xray,
};
use crate::search::{Cell, Engine, Mark, MarkKind, Plan, PlanError, count};

pub struct MazeGame;

pub static GAME: MazeGame = MazeGame;

static FIELDS: &[Field] = &[
    Field {
        label: "rows x columns",
        word: "",
        values: &[("21x41", "21x41"), ("11x21", "11x21"), ("15x31", "15x31"), ("31x61", "31x61")],
        is_open: true,
    },
    Field {
        label: "dug by",
        word: "",
        values: &[
            ("", "backtracker"),
            ("prim", "prim"),
            ("kruskal", "kruskal"),
            ("wilson", "wilson"),
            ("division", "division"),
        ],
        is_open: false,
    },
    Field { label: "walls opened", word: "loops=", values: &[("", "none"), ("5", "5"), ("20", "20")], is_open: true },
];

static PROFILE: Profile = Profile {
    name: "maze",
    title: "Maze",
    about: "find the way from the start to the goal, and watch searches find it",
    gist: "Walk from S to G through the open squares. Fewer steps are better; \
           or watch how a search finds the way.",
    help: "Walk from S to G. Arrows walk; home, end, pageup and pagedown run left,\n\
     right, up and down to the next fork; a click goes to a square in line. Dots\n\
     show the way that you came, u takes a step back.\n\
     \n\
     Watch a search with s and v, or step by step: squares that it has looked at\n\
     and squares that wait are marked on the maze. a* (the default) and bfs find\n\
     a shortest way, dfs some way, wall keeps one hand on the wall and can go in\n\
     circles where the maze has loops; classic is the classroom's search, and\n\
     classic-all lists all ways within the limit that M sets.\n\
     \n\
     Mazes are dug by backtracker (long ways), prim (many short dead ends),\n\
     kruskal, wilson (each maze as likely as any other) or division (straight\n\
     walls); loops=N opens N walls more.",
    names: &[
        ("maze:N", "maze number N of 21 rows and 41 columns, walls included"),
        ("maze:RxC:N", "the same with R rows and C columns, odd numbers from 5 to 201"),
        ("maze:RxC,prim:N", "dug by backtracker (the default), prim, kruskal, wilson or division"),
        ("maze:RxC,loops=K:N", "K walls are opened, so that there is more than one way"),
    ],
    new_puzzle: NewPuzzle { fields: FIELDS, ..NewPuzzle::NUMBERED },
    packs: &[include_str!("../../../puzzles/maze/graded.toml"), include_str!("../../../puzzles/maze/diggers.toml")],
    forms: &[Form::new("rows", "a row of # . S G and @ a line", |position| {
        let (maze, walk) = Placed::<Maze>::parts(position);
        Some(text::rows(maze, walk, "\n") + "\n")
    })],
    largest_text: 1 << 20,
    strategies: solve::STRATEGIES,
    settings: &[],
    text_options: &[],
    generate_options: &[],
    seeks_shortest: true,
    verdict: VerdictWish::Always,
};

impl Game for MazeGame {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        Some(&setter::MazeWorkshop)
    }

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        Ok(Kind::numbered(Params::read(params)?.words(), 0..=u64::MAX))
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let maze = deal::maze(&Params::read(params)?, number.unwrap_or_default());
        let start = Walk::new(maze.start);
        Ok(Placed::boxed(maze, start))
    }

    fn read_form(&self, text: &str, _options: &Options) -> Result<Box<dyn Position>, TextError> {
        text::read(text).map(|(maze, walk)| Placed::boxed(maze, walk))
    }

    fn certificates(&self) -> Option<&'static dyn Certificates> {
        Some(&GAME)
    }

    fn view(&self) -> &'static dyn View {
        &view::MazeView
    }

    fn hand(&self, _settings: &Settings) -> Box<dyn Hand> {
        Box::new(hand::MazeHand)
    }

    fn xray(&self) -> Option<&'static dyn Xray> {
        Some(&xray::DistanceRays)
    }

    fn claims(&self) -> Option<&'static dyn Claims> {
        Some(&GAME)
    }
}

impl Claims for MazeGame {
    fn missing(&self, position: &dyn Position) -> Option<String> {
        let (maze, walk) = Placed::<Maze>::parts(position);
        Some(format!(
            "the walker is at {}, the goal at {}",
            maze.grid.name(walk.at.into()),
            maze.grid.name(maze.goal.into())
        ))
    }
}

impl Puzzle for Maze {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn line(&self, walk: &Walk) -> String {
        text::rows(self, walk, "/")
    }

    fn board(&self, walk: &Walk, next: Option<&Dir>) -> String {
        text::board(self, walk, next.and_then(|&dir| self.next(walk.at, dir)))
    }

    fn markers(&self, walk: &Walk, mv: &Dir) -> Vec<Cell> {
        self.next(walk.at, *mv).map(Cell::from).into_iter().collect()
    }

    fn words(&self, _walk: &Walk, mv: &Dir) -> Option<String> {
        Some(format!("go {}", mv.word()))
    }

    fn reason(&self, walk: &Walk, way: &[Dir]) -> Option<String> {
        Some(hint::reason(self, walk, way))
    }

    fn region(&self, walk: &Walk, way: &[Dir]) -> Option<Region> {
        Some(hint::region(self, walk, way))
    }

    fn changed(&self, before: &Walk, after: &Walk) -> Vec<Cell> {
        if before.at == after.at { Vec::new() } else { vec![before.at.into(), after.at.into()] }
    }

    fn deadlock(&self, walk: &Walk) -> Option<Deadlock> {
        let reached = self.reachable(walk.at);
        if reached[usize::from(self.goal)] {
            return None;
        }
        let squares = reached.iter().filter(|&&reached| reached).count();
        let story = format!(
            "walls shut the goal off: {} can be reached, and it is not among them",
            count(squares as u64, "square", "squares")
        );
        Some(Deadlock { story, marks: vec![Mark::new(self.goal.into(), MarkKind::Dead)] })
    }

    fn headline(&self, walk: &Walk, made: &[String]) -> String {
        let moves = count(made.len() as u64, "move", "moves");
        if walk.at == self.goal { format!("solved in {moves}") } else { moves }
    }

    fn params(&self, _walk: &Walk) -> Option<String> {
        let words = Params::of(self.grid).words();
        (!words.is_empty() && Params::read(&words).is_ok()).then_some(words)
    }

    fn check_plan(&self, _walk: &Walk) -> Plan {
        Plan::new(&self.game().strategies()[0])
    }

    fn engine(rules: &Arc<Self>, walk: &Walk, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        solve::engine(rules, walk, plan)
    }
}
