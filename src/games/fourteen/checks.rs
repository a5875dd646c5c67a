//! The two deadlock checks of the 2007 program, as it had them: neither sound nor complete, although the report says so.
//!
//! Both play in a sandbox. To uncover a rank in a column, the cards above it are taken one by one, each with a partner
//! that is a head, or else with one that is uncovered in another column first. Either can take very long, so each is a
//! small machine that can be stopped after any call and gone on with later: the calls that wait stand on a stack.

use super::rules::{CARDS, COLUMNS, Fourteen, SUM, State};

/// A check is given up as passed after so many calls: the original could go on for hours. It ends by itself on all but
/// a few deals, so this only keeps a run from standing still.
pub const PATIENCE: u32 = 20_000_000;

/// A set of columns, one bit each.
type Columns = u16;

fn first(columns: Columns) -> Option<usize> {
    (columns != 0).then(|| columns.trailing_zeros() as usize)
}

/// The ranks being uncovered on the way, each with its columns: what the original called Exclude.
#[derive(Clone, Copy, Default)]
struct Exclude([Columns; SUM as usize]);

impl Exclude {
    fn has(&self, rank: u8, column: usize) -> bool {
        self.0[rank as usize] >> column & 1 == 1
    }

    fn with(mut self, rank: u8, column: usize) -> Self {
        self.0[rank as usize] |= 1 << column;
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    Failed,
    /// Taken as passed.
    GivenUp,
}

/// One check of one board, under way.
#[derive(Clone)]
pub struct Check {
    calls: u32,
    patience: u32,
    method: Method,
}

#[derive(Clone)]
enum Method {
    Avoid(Avoid),
    Full(Full),
}

impl Check {
    /// *Avoid*: each rank still on the table has a card that can be uncovered.
    ///
    /// The original kept the step in a thirteenth list, in which it looked for ranks as in a column but never found a
    /// head: where `step` is given, a rank that has left the table is missed when it equals the step.
    pub fn avoid(board: State, step: Option<usize>) -> Self {
        Self::new(Method::Avoid(Avoid { board, step, rank: 0, calls: Vec::new(), found: true }))
    }

    /// *Full check*: every card can be uncovered, and of several cards of a rank in one column each can be taken and
    /// the next one uncovered from there.
    pub fn full(board: State) -> Self {
        Self::new(Method::Full(Full { board, place: 0, call: None, choices: Vec::new(), thens: Vec::new() }))
    }

    fn new(method: Method) -> Self {
        Check { calls: 0, patience: PATIENCE, method }
    }

    /// Given up after so many calls.
    pub fn with_patience(self, patience: u32) -> Self {
        Check { patience, ..self }
    }

    /// How many calls it has made.
    pub fn calls(&self) -> u32 {
        self.calls
    }

    /// Goes on for at most so many calls, which are taken off; `None` where they did not suffice.
    pub fn run(&mut self, table: &Table, calls: &mut u32) -> Option<Verdict> {
        loop {
            if self.calls > self.patience {
                return Some(Verdict::GivenUp);
            }
            if *calls == 0 {
                return None;
            }
            let verdict = match &mut self.method {
                Method::Avoid(avoid) => avoid.call(table),
                Method::Full(full) => full.call(table),
            };
            match verdict {
                Some(passed) => return Some(if passed { Verdict::Passed } else { Verdict::Failed }),
                None => (self.calls, *calls) = (self.calls + 1, *calls - 1),
            }
        }
    }
}

/// How deep a rank lies in what is left of a column where it does not lie there at all.
const NOWHERE: u8 = u8::MAX;

/// What the checks ask of a deal over and over, looked up: by column and how many of its cards are gone, the rank of the
/// head (0 for an empty column) and how deep each rank lies first.
#[derive(Clone)]
pub struct Table {
    /// Where each column's entries begin.
    first: [u8; COLUMNS],
    heads: [u8; CARDS + COLUMNS],
    depths: [[u8; SUM as usize]; CARDS + COLUMNS],
}

impl Table {
    pub fn new(rules: &Fourteen) -> Self {
        let mut table = Table {
            first: [0; COLUMNS],
            heads: [0; CARDS + COLUMNS],
            depths: [[NOWHERE; SUM as usize]; CARDS + COLUMNS],
        };
        let mut next = 0;
        for column in 0..COLUMNS {
            table.first[column] = next as u8;
            let cards: Vec<u8> = rules.left(&State::default(), column).map(|card| rules.rank(card)).collect();
            for gone in 0..=cards.len() {
                table.heads[next] = cards.get(gone).copied().unwrap_or(0);
                for (depth, &rank) in cards[gone..].iter().enumerate().rev() {
                    table.depths[next][rank as usize] = depth as u8;
                }
                next += 1;
            }
        }
        table
    }

    fn at(&self, state: &State, column: usize) -> usize {
        (self.first[column] + state.gone[column]) as usize
    }

    fn head_rank(&self, state: &State, column: usize) -> u8 {
        self.heads[self.at(state, column)]
    }

    fn depth(&self, state: &State, column: usize, rank: u8) -> u8 {
        self.depths[self.at(state, column)][rank as usize]
    }

    fn columns_with(&self, state: &State, rank: u8) -> Columns {
        (0..COLUMNS).fold(0, |columns, c| columns | Columns::from(self.depth(state, c, rank) != NOWHERE) << c)
    }

    /// How many cards of a rank are left in a column.
    fn count(&self, state: &State, rank: u8, column: usize) -> u8 {
        let (mut left, mut cards) = (*state, 0);
        while self.depth(&left, column, rank) != NOWHERE {
            cards += 1;
            left.gone[column] += self.depth(&left, column, rank) + 1;
        }
        cards
    }

    /// The columns whose heads go with a column's head; its own head never does, or it is a 7.
    fn partners(&self, state: &State, column: usize) -> Columns {
        let wanted = SUM - self.head_rank(state, column);
        let all = (0..COLUMNS).fold(0, |columns, c| columns | Columns::from(self.head_rank(state, c) == wanted) << c);
        all & !(1 << column)
    }
}

fn after(state: &State, one: usize, other: usize) -> State {
    let mut state = *state;
    state.gone[one] += 1;
    state.gone[other] += 1;
    state
}

/// A rank that is to become the head of a column.
#[derive(Clone, Copy)]
struct Target {
    rank: u8,
    column: u8,
    exclude: Exclude,
}

impl Target {
    fn column(&self) -> usize {
        self.column as usize
    }
}

/// A call of *avoid* that waits for another one.
#[derive(Clone, Copy)]
enum Waiting {
    /// The rank is uncovered in the first of these columns where that works.
    Any { state: State, rank: u8, columns: Columns, visited: u16, exclude: Exclude },
    /// Taking the head with a partner in sight is being tried; the other way is left.
    InSight { state: State, target: Target, visited: u16 },
    /// The partner of the head is being uncovered.
    Freeing { target: Target, visited: u16 },
}

/// The avoid check: the first way that works is final.
#[derive(Clone)]
struct Avoid {
    board: State,
    step: Option<usize>,
    /// The rank that is being looked for; 0 before the first.
    rank: u8,
    calls: Vec<Waiting>,
    /// Whether the last rank was found.
    found: bool,
}

impl Avoid {
    /// Makes one call of the original's `notdeadlock3` and follows its result to the next one, or to the verdict.
    fn call(&mut self, table: &Table) -> Option<bool> {
        loop {
            let Some(waiting) = self.calls.pop() else {
                match self.next_rank(table) {
                    Some(verdict) => return Some(verdict),
                    None => continue,
                }
            };
            // Only an `Any` with columns left waits at the top between two calls.
            let Waiting::Any { state, rank, columns, visited, exclude } = waiting else {
                unreachable!("other calls are gone on with at once")
            };
            let Some(column) = first(columns) else {
                self.give_back(table, None);
                continue;
            };
            self.calls.push(Waiting::Any { state, rank, columns: columns & (columns - 1), visited, exclude });
            self.uncover(table, &state, Target { rank, column: column as u8, exclude }, visited);
            return None;
        }
    }

    /// The verdict, or the next rank to look for.
    fn next_rank(&mut self, table: &Table) -> Option<bool> {
        if !self.found {
            return Some(false);
        }
        self.rank += 1;
        if self.rank == SUM {
            return Some(true);
        }
        match table.columns_with(&self.board, self.rank) {
            0 => self.found = self.step != Some(self.rank as usize),
            columns => {
                self.found = false;
                self.any(self.board, self.rank, columns, 0, Exclude::default());
            }
        }
        None
    }

    fn any(&mut self, state: State, rank: u8, columns: Columns, visited: u16, exclude: Exclude) {
        self.calls.push(Waiting::Any { state, rank, columns, visited: visited | 1 << rank, exclude });
    }

    fn uncover(&mut self, table: &Table, state: &State, target: Target, visited: u16) {
        let (Target { rank, exclude, .. }, column) = (target, target.column());
        if exclude.has(rank, column) {
            return self.give_back(table, None);
        }
        match table.head_rank(state, column) {
            0 => self.give_back(table, None),
            head if head == rank => self.give_back(table, Some(*state)),
            _ => match first(table.partners(state, column)) {
                Some(partner) => {
                    self.calls.push(Waiting::InSight { state: *state, target, visited });
                    self.again(after(state, column, partner), target, visited);
                }
                None => self.free(table, state, target, visited),
            },
        }
    }

    /// The same target in another state: a call that waits as a choice of one column.
    fn again(&mut self, state: State, target: Target, visited: u16) {
        let Target { rank, column, exclude } = target;
        self.calls.push(Waiting::Any { state, rank, columns: 1 << column, visited, exclude });
    }

    /// Uncovers a partner of the head first; a rank that is being uncovered already (one of the bits of `visited`) fails.
    fn free(&mut self, table: &Table, state: &State, target: Target, visited: u16) {
        let (Target { rank, exclude, .. }, column) = (target, target.column());
        let complement = SUM - table.head_rank(state, column);
        if visited >> complement & 1 == 1 {
            return self.give_back(table, None);
        }
        let columns = table.columns_with(state, complement) & !(1 << column);
        self.calls.push(Waiting::Freeing { target, visited });
        self.any(*state, complement, columns, visited, exclude.with(rank, column));
    }

    /// Gives a result to the calls that wait for it, up to one that has something to call.
    fn give_back(&mut self, table: &Table, found: Option<State>) {
        while let Some(&waiting) = self.calls.last() {
            match (waiting, found) {
                (Waiting::Any { columns, .. }, None) if columns != 0 => return,
                (Waiting::InSight { state, target, visited }, None) => {
                    self.calls.pop();
                    return self.free(table, &state, target, visited);
                }
                (Waiting::Freeing { target, visited }, Some(freed)) => {
                    self.calls.pop();
                    match first(table.partners(&freed, target.column())) {
                        Some(partner) => {
                            return self.again(after(&freed, target.column(), partner), target, visited);
                        }
                        None => return self.give_back(table, None),
                    }
                }
                _ => _ = self.calls.pop(),
            }
        }
        self.found = found.is_some();
    }
}

/// What follows when a rank has become the head of a column in the full check.
#[derive(Clone, Copy)]
enum Then {
    /// So many cards of the rank are to be uncovered in the column, this one included; each but the last is taken.
    Take { cards: u8 },
    /// It is the partner that the head of this target's column waited for.
    GoOn { target: Target, then: u16 },
}

/// A call of the full check: uncover the target, then go on.
#[derive(Clone, Copy)]
struct Call {
    state: State,
    target: Target,
    then: u16,
}

/// A place of the full check to which it comes back when what it tried has failed.
#[derive(Clone, Copy)]
struct Choice {
    call: Call,
    /// The [`Then`]s that were there before it.
    thens: u16,
    ways: Ways,
}

#[derive(Clone, Copy)]
enum Ways {
    /// Take the head with each of these visible partners in turn; an excluded one ends the list.
    Partners(Columns),
    /// Uncover the head's complement elsewhere: not begun.
    Elsewhere,
    /// The same in these columns, from the `next` one on.
    Columns { list: [u8; COLUMNS], next: u8, count: u8 },
    /// Take the card that was uncovered with each of these, and uncover the next of its rank.
    Takers { partners: Columns, cards: u8 },
}

/// The full check: every way is tried, the last choice first.
#[derive(Clone)]
struct Full {
    board: State,
    /// Rank and column whose cards are next, as one number.
    place: usize,
    /// What is called next, where that is not for the last choice to say.
    call: Option<Call>,
    choices: Vec<Choice>,
    thens: Vec<Then>,
}

impl Full {
    /// Makes one call of the original's `notdeadlock3_fullcheck`, or comes to the verdict.
    fn call(&mut self, table: &Table) -> Option<bool> {
        if self.place == 0 && !self.next_place(table) {
            return Some(true);
        }
        let Some(call) = self.call.take().or_else(|| self.next_way(table)) else { return Some(false) };
        (self.uncover(table, call) && !self.next_place(table)).then_some(true)
    }

    /// Begins with the cards of the next rank and column that has any; false where there are no more.
    fn next_place(&mut self, table: &Table) -> bool {
        self.choices.clear();
        self.thens.clear();
        while self.place < (SUM as usize - 1) * COLUMNS {
            let (rank, column) = ((self.place / COLUMNS) as u8 + 1, self.place % COLUMNS);
            self.place += 1;
            let cards = table.count(&self.board, rank, column);
            if cards > 0 {
                let target = Target { rank, column: column as u8, exclude: Exclude::default() };
                self.thens.push(Then::Take { cards });
                self.call = Some(Call { state: self.board, target, then: 0 });
                return true;
            }
        }
        false
    }

    fn push(&mut self, call: Call, ways: Ways) {
        self.choices.push(Choice { call, thens: self.thens.len() as u16, ways });
    }

    fn push_partners(&mut self, table: &Table, call: Call) {
        let partners = table.partners(&call.state, call.target.column());
        if partners != 0 {
            self.push(call, Ways::Partners(partners));
        }
    }

    /// A call: whether all cards of the place are done with.
    fn uncover(&mut self, table: &Table, call: Call) -> bool {
        let target = &call.target;
        if target.exclude.has(target.rank, target.column()) {
            return false;
        }
        match table.head_rank(&call.state, target.column()) {
            0 => {}
            head if head == target.rank => return self.reached(table, call),
            _ => {
                self.push(call, Ways::Elsewhere);
                self.push_partners(table, call);
            }
        }
        false
    }

    fn reached(&mut self, table: &Table, call: Call) -> bool {
        match self.thens[call.then as usize] {
            Then::Take { cards: 1 } => return true,
            Then::Take { cards } => {
                let partners = table.partners(&call.state, call.target.column());
                self.push(call, Ways::Takers { partners, cards });
            }
            Then::GoOn { target, then } => self.push_partners(table, Call { state: call.state, target, then }),
        }
        false
    }

    /// The next way of the last choice that has one.
    fn next_way(&mut self, table: &Table) -> Option<Call> {
        while let Some(choice) = self.choices.last_mut() {
            self.thens.truncate(choice.thens as usize);
            let call = choice.call;
            let (Target { rank, exclude, .. }, column) = (call.target, call.target.column());
            match &mut choice.ways {
                Ways::Partners(left) => {
                    let next = first(*left).filter(|&c| !exclude.has(table.head_rank(&call.state, c), c));
                    if let Some(partner) = next {
                        *left &= *left - 1;
                        return Some(Call { state: after(&call.state, column, partner), ..call });
                    }
                }
                Ways::Elsewhere => {
                    let (list, count) = shallowest_first(table, &call.state, column);
                    choice.ways = Ways::Columns { list, next: 0, count };
                    continue;
                }
                Ways::Columns { list, next, count } if *next < *count => {
                    // The complement is uncovered while this rank is barred in this column; what follows is not barred.
                    let (column, barred) = (list[*next as usize], exclude.with(rank, column));
                    *next += 1;
                    self.thens.push(Then::GoOn { target: call.target, then: call.then });
                    let complement = SUM - table.head_rank(&call.state, call.target.column());
                    let target = Target { rank: complement, column, exclude: barred };
                    return Some(Call { target, then: self.thens.len() as u16 - 1, ..call });
                }
                Ways::Columns { .. } => {}
                Ways::Takers { partners, cards } => {
                    if let Some(partner) = first(*partners) {
                        *partners &= *partners - 1;
                        self.thens.push(Then::Take { cards: *cards - 1 });
                        let target = Target { exclude: Exclude::default(), ..call.target };
                        let state = after(&call.state, column, partner);
                        return Some(Call { state, target, then: self.thens.len() as u16 - 1 });
                    }
                }
            }
            self.choices.pop();
        }
        None
    }
}

/// The columns in which the complement of a column's head lies above every card of the head's own rank, but that
/// column itself, the shallowest first; and how many they are.
fn shallowest_first(table: &Table, state: &State, column: usize) -> ([u8; COLUMNS], u8) {
    let head = table.head_rank(state, column);
    let complement = SUM - head;
    let mut found = [(NOWHERE, 0); COLUMNS];
    let mut count = 0;
    for c in (0..COLUMNS).filter(|&c| c != column) {
        let depth = table.depth(state, c, complement);
        // Two 7s are a head and its complement alike.
        if depth != NOWHERE && depth <= table.depth(state, c, head) {
            found[count] = (depth, c as u8);
            count += 1;
        }
    }
    // Columns differ, so the order is that of the columns where the depths are equal.
    found[..count].sort_unstable();
    (found.map(|(_, c)| c), count as u8)
}
