//! Boards that are set up by hand: kept and read back at every step, complete or not, and puzzles when nothing is missing.

use rompicapo::games::view::{Paint, Scene};
use rompicapo::games::{Game, Input, Options, Position, Reply, SplitMix};
use rompicapo::search::{Mark, MarkKind, Plan};

use crate::play::inputs;
use crate::positions::{pick, starts};
use crate::{Kept, hold};

const STEPS: usize = 100;
/// Some of these are sizes of each game whose boards have sizes.
const SIZES: [&str; 8] = ["1x1", "2x3", "3x4", "5x5", "9x9", "12x7", "5", "12"];
/// Of so many boards one is solved for a while.
const SOLVED: u64 = 16;

pub fn kept(game: &'static dyn Game) -> Kept {
    let Some(workshop) = game.workshop() else { return Ok(()) };
    let mut dice = SplitMix(15);
    for start in starts(game, 1, &mut dice)?.into_iter().take(2) {
        let empty = workshop.emptied(&*start, None).map_err(|why| format!("no empty board: {why}"))?;
        let sized: Vec<_> = SIZES.iter().filter_map(|size| workshop.emptied(&*start, Some(size)).ok()).collect();
        hold!(!sized.is_empty(), "no board of any of the sizes {SIZES:?}");
        for mut position in [start, empty] {
            let mut hand = workshop.hand();
            read_back(game, &*position, &mut dice)?;
            for _ in 0..STEPS {
                let Some(&input) = pick(&inputs_of(&mut dice), &mut dice) else { continue };
                match hand.input(&*position, input) {
                    Reply::Move(mv) => drop(position.play(&mv)?),
                    Reply::Moves(moves) => {
                        for mv in moves {
                            position.play(&mv)?;
                        }
                    }
                    Reply::Replace(other) => {
                        position = other;
                        read_back(game, &*position, &mut dice)?;
                    }
                    Reply::Ignored | Reply::Cursor | Reply::Say(_) => {}
                }
                for other in &sized {
                    draw(&*position, &changed(&*position, &**other), None);
                    draw(&**other, &changed(&**other, &*position), None);
                }
                draw(&*position, &hand.marks(&*position), hand.cursor(&*position));
                hand.lines(&*position);
            }
        }
    }
    Ok(())
}

/// Keys of cards, tiles and counters are commoner than others.
fn inputs_of(dice: &mut SplitMix) -> Vec<Input> {
    let typed = "0123456789atjqkcdhs_+-gGofiw#".chars().map(Input::Char);
    typed.chain(inputs(dice)).collect()
}

fn read_back(game: &'static dyn Game, position: &dyn Position, dice: &mut SplitMix) -> Kept {
    let (text, with) = position.kept();
    let mut again = game.read_kept(&text).map_err(|error| format!("{text} is not read back: {error}"))?;
    for mv in with {
        again.play(&mv)?;
    }
    let board = position.board(None);
    hold!(again.board(None) == board && again.same_as(position), "{text} is read back as another board\n{board}");
    if position.missing().is_none() && dice.draw().is_multiple_of(SOLVED) {
        let (text, _) = position.set_up();
        let puzzle =
            game.read(&text, &Options::new()).map_err(|error| format!("{text} lacks nothing, but: {error}"))?;
        let plan = Plan { nodes: Some(300), memory: 64 << 20, ..Plan::new(puzzle.default_strategy()) };
        if let Ok(mut engine) = puzzle.engine(&plan) {
            engine.run(300, None);
        }
        position.deadlock();
    }
    Ok(())
}

/// What is marked where one board takes the place of another, which may be of another size.
fn changed(position: &dyn Position, before: &dyn Position) -> Vec<Mark> {
    position.changed(before).into_iter().map(|cell| Mark::new(cell, MarkKind::Changed)).collect()
}

fn draw(position: &dyn Position, marks: &[Mark], cursor: Option<rompicapo::search::Cell>) {
    use ratatui::{buffer::Buffer, layout::Rect};
    let area = Rect::new(0, 0, 60, 20);
    let mut buffer = Buffer::empty(area);
    let paint = Paint::plain();
    let scene = Scene { position, marks, cursor, looked: None, paint: &paint };
    position.game().view().draw(&scene, area, &mut buffer);
}
