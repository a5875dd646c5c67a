//! A student's output of a stage held against ours: the first thing in it that is wrong, in words.

use std::collections::BTreeMap;

use super::shown::{Bench, Item, Output};
use super::stages::Permutation;
use super::term::{self, Term};
use crate::games::TextError;
use crate::games::kakuro::grid::Square;
use crate::games::kakuro::rules::Kakuro;
use crate::games::kakuro::text;

/// What is wrong first, or `None`.
pub fn first_fault(
    rules: &Kakuro,
    bench: &Bench<'_>,
    (stage, only): (usize, Option<usize>),
    file: &str,
) -> Result<Option<String>, TextError> {
    let name = |space: usize| format!("space {} ({})", space + 1, rules.grid.run_name(&rules.runs[space]));
    Ok(match bench.output(stage, only).map_err(TextError::whole)? {
        Output::Grid(digits) => grid_fault(rules, &digits, file)?,
        Output::False => match &term::read(file)?[..] {
            [Term::Atom(word)] if word == "false" => None,
            _ => Some("expected `false`: the predicate fails here".into()),
        },
        Output::Items(items) => {
            let mut given = term::read(file)?;
            // The whole list in place of its elements.
            if let [Term::List(elements)] = &mut given[..]
                && (items.len() != 1 || matches!(stage, 5 | 7 | 10 | 12..=15 | 17 | 18))
                && !is_element(elements)
            {
                given = std::mem::take(elements);
            }
            Matching::default().items(&items, &given, name)
        }
    })
}

/// Whether a list is one element of a stage's list, `[espaco(…),[…]]` or `[[…],[[…]]]`, and not the whole.
fn is_element(items: &[Term]) -> bool {
    match items {
        [Term::Compound(..), Term::List(_)] => true,
        [Term::List(cells), Term::List(permutations)] => {
            let is_flat = !cells.iter().any(|cell| matches!(cell, Term::List(_)));
            is_flat && permutations.iter().all(|permutation| matches!(permutation, Term::List(_)))
        }
        _ => false,
    }
}

fn grid_fault(rules: &Kakuro, digits: &[u8], file: &str) -> Result<Option<String>, TextError> {
    // Whatever was printed before the solved grid is passed over.
    let solved = file.rsplit_once("Solucao:").map_or(file, |(_, solved)| solved);
    let given = text::read(solved)?;
    let same_shape = (given.rows(), given.cols()) == (rules.grid.rows(), rules.grid.cols());
    if !same_shape {
        return Ok(Some("the grid has another size".into()));
    }
    let cells = given.squares().iter().zip(digits).enumerate();
    let fault =
        cells.filter(|(cell, _)| rules.grid.squares()[*cell].is_white()).find_map(|(cell, (&square, &digit))| {
            let place = rules.grid.place(cell as u32);
            match square {
                Square::White { given } if given == digit => None,
                Square::White { given: 0 } => Some(format!("{place} is empty, expected {digit}")),
                Square::White { given } => Some(format!("{place} is {given}, expected {digit}")),
                Square::Black { .. } => Some(format!("{place} is black, expected {digit}")),
            }
        });
    Ok(fault)
}

/// Which name the file has for each of our variables, and the other way round.
#[derive(Default)]
struct Matching {
    theirs: BTreeMap<String, String>,
    ours: BTreeMap<String, String>,
}

impl Matching {
    fn items(&mut self, items: &[Item], given: &[Term], name: impl Fn(usize) -> String) -> Option<String> {
        let place = |i: usize, item: &Item| item.space.map_or_else(|| format!("line {}", i + 1), &name);
        if let Some(all) = items.iter().map(|item| item.term.digits()).collect::<Option<Vec<_>>>()
            && items.iter().all(|item| item.space == items[0].space)
        {
            let fault = permutations_fault(&all, given)?;
            return Some(items.first().map_or(fault.clone(), |item| format!("{}: {fault}", place(0, item))));
        }
        for (i, item) in items.iter().enumerate() {
            let Some(term) = given.get(i) else {
                return Some(format!("{}: missing, expected {}", place(i, item), shortened(&item.term)));
            };
            if let Err(fault) = self.term(&item.term, term) {
                return Some(format!("{}: {fault}", place(i, item)));
            }
        }
        let more = given.get(items.len())?;
        Some(format!("expected no more than {} elements, found {}", items.len(), shortened(more)))
    }

    fn term(&mut self, ours: &Term, theirs: &Term) -> Result<(), String> {
        match (ours, theirs) {
            (Term::Variable(ours), Term::Variable(theirs)) => self.variable(ours, theirs),
            (Term::Permutations(ours), Term::List(theirs)) => permutations_fault(ours, theirs).map_or(Ok(()), Err),
            (Term::List(ours), Term::List(theirs)) | (Term::Pair(ours), Term::Pair(theirs)) => self.all(ours, theirs),
            (Term::Compound(name, ours), Term::Compound(other, theirs)) if name == other => self.all(ours, theirs),
            (Term::Digits(ours), theirs) if theirs.digits() == Some(*ours) => Ok(()),
            (Term::Number(_) | Term::Atom(_), _) if ours == theirs => Ok(()),
            _ => Err(format!("expected {}, found {}", shortened(ours), shortened(theirs))),
        }
    }

    fn all(&mut self, ours: &[Term], theirs: &[Term]) -> Result<(), String> {
        for (i, term) in ours.iter().enumerate() {
            match theirs.get(i) {
                Some(found) => self.term(term, found)?,
                None => return Err(format!("missing {}", shortened(term))),
            }
        }
        theirs.get(ours.len()).map_or(Ok(()), |more| Err(format!("{} is too many", shortened(more))))
    }

    /// A variable of the file stands for one cell, and a cell has one variable; `_` is any.
    fn variable(&mut self, ours: &str, theirs: &str) -> Result<(), String> {
        if theirs == "_" {
            return Ok(());
        }
        let known = self.theirs.entry(ours.into()).or_insert_with(|| theirs.into());
        let cell = self.ours.entry(theirs.into()).or_insert_with(|| ours.into());
        if known == theirs && cell == ours {
            return Ok(());
        }
        Err(format!("{theirs} in the place of {ours}: one variable for each cell, the same wherever the cell stands"))
    }
}

/// The first permutation that is missing, wrong or out of order.
fn permutations_fault(ours: &[Permutation], theirs: &[Term]) -> Option<String> {
    for (i, expected) in ours.iter().enumerate() {
        let found = theirs.get(i);
        if found.and_then(Term::digits) == Some(*expected) {
            continue;
        }
        let behind = i.checked_sub(1).map_or_else(|| "at the beginning".into(), |i| format!("behind {}", ours[i]));
        let has = |wanted: &Permutation| theirs.iter().any(|term| term.digits() == Some(*wanted));
        return Some(match found {
            Some(term) if term.digits().is_none_or(|digits| !ours.contains(&digits)) => {
                format!("{} is wrong, expected {expected} {behind}", shortened(term))
            }
            Some(term) if has(expected) => format!("{} is out of order, expected {expected} {behind}", shortened(term)),
            _ => format!("{expected} is missing {behind}"),
        });
    }
    let more = theirs.get(ours.len())?;
    Some(format!("{} is one too many behind the last", shortened(more)))
}

fn shortened(term: &Term) -> String {
    const LONGEST: usize = 60;
    let text = term.to_string();
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
