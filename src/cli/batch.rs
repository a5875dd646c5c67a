//! Many puzzles, several at a time, reported in their order.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use super::Code;
use super::certify::Slip;
use super::interrupt::Stop;
use super::out::{Out, tell};
use super::progress::Meter;
use crate::search::Engine;
use crate::workbench::naming::Ticket;

/// How many there were of each verdict.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub solved: u64,
    /// Solved, but what was asked beside a solution (`--all`, `--unique`) was given up.
    pub open: u64,
    pub unsolvable: u64,
    pub limit: u64,
    /// Not solved, since the options ask what cannot be done with it.
    pub refused: u64,
    pub invalid: u64,
    /// Of all those: their certificates were given up.
    pub uncertified: u64,
}

impl Tally {
    pub fn total(self) -> u64 {
        self.solved + self.open + self.unsolvable + self.limit + self.refused + self.invalid
    }

    pub fn code(self) -> Code {
        match self {
            Tally { invalid: 1.., .. } | Tally { refused: 1.., .. } => Code::Bad,
            Tally { limit: 1.., .. } | Tally { open: 1.., .. } | Tally { uncertified: 1.., .. } => Code::Limit,
            Tally { unsolvable: 1.., .. } => Code::Refuted,
            _ => Code::Done,
        }
    }

    fn add(&mut self, other: Tally) {
        self.solved += other.solved;
        self.open += other.open;
        self.unsolvable += other.unsolvable;
        self.limit += other.limit;
        self.refused += other.refused;
        self.invalid += other.invalid;
        self.uncertified += other.uncertified;
    }
}

/// What is to be written about some puzzles.
#[derive(Default)]
pub struct Sheet {
    pub out: String,
    pub err: String,
    pub tally: Tally,
    /// Certificates, written with the output and in its order.
    pub slips: Vec<Slip>,
    /// Interrupted before it could say anything of its next puzzle: what comes behind it would stand in a wrong place.
    pub ends_here: bool,
}

/// What is done with one puzzle; must return early once `stop` is set.
pub trait Work: Sync {
    fn work(&self, ticket: Ticket, sheet: &mut Sheet, tick: &mut dyn FnMut(&dyn Engine));
    /// Writes what belongs elsewhere, when it is the sheet's turn.
    fn hand_in(&self, sheet: &mut Sheet);
}

pub struct Batch<'a, W> {
    pub work: &'a W,
    pub stop: &'a Stop,
    pub jobs: usize,
    /// Puzzles come from a pipe: each is worked on as it comes, and its verdict does not wait for the next.
    pub stream: bool,
}

impl<W: Work> Batch<'_, W> {
    pub fn run(
        &self,
        tickets: impl Iterator<Item = Ticket> + Send,
        out: &mut Out,
        progress: &mut Meter,
    ) -> io::Result<Tally> {
        let tally = if self.jobs == 1 && !self.stream {
            self.one_by_one(tickets, out, progress)
        } else {
            self.side_by_side(tickets, out, progress)
        };
        progress.clear();
        let flushed = out.flush();
        let tally = tally?;
        flushed.map(|()| tally)
    }

    fn one_by_one(
        &self,
        tickets: impl Iterator<Item = Ticket>,
        out: &mut Out,
        progress: &mut Meter,
    ) -> io::Result<Tally> {
        let mut sheet = Sheet::default();
        let mut total = Tally::default();
        for ticket in tickets {
            if self.stopped() {
                break;
            }
            let mut flushed = Ok(());
            self.work.work(ticket, &mut sheet, &mut |engine| {
                if flushed.is_ok() {
                    flushed = out.flush_if_late();
                }
                progress.working(engine);
            });
            flushed?;
            progress.done();
            self.put(&mut sheet, &mut total, out, progress)?;
            if sheet.ends_here {
                break;
            }
        }
        Ok(total)
    }

    fn side_by_side(
        &self,
        tickets: impl Iterator<Item = Ticket> + Send,
        out: &mut Out,
        progress: &mut Meter,
    ) -> io::Result<Tally> {
        let queue = Queue::new(tickets, 4 * self.jobs as u64);
        let (sender, sheets) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (queue, sender) = (&queue, sender.clone());
                scope.spawn(move || self.worker(queue, &sender));
            }
            drop(sender);
            let written = self.write_in_order(&sheets, &queue, out, progress);
            if written.is_err() {
                // Nobody reads: the others need not go on.
                self.stop.flag.store(true, Ordering::Relaxed);
                queue.close();
            }
            written
        })
    }

    fn worker<I: Iterator<Item = Ticket>>(&self, queue: &Queue<I>, sender: &mpsc::Sender<(u64, Sheet)>) {
        let _guard = CloseOnPanic(queue);
        let mut size = 1;
        while let Some((number, chunk)) = queue.take(size) {
            let started = Instant::now();
            let mut sheet = Sheet::default();
            for ticket in chunk {
                if self.stopped() {
                    queue.close();
                    sheet.ends_here = true;
                }
                if sheet.ends_here {
                    break;
                }
                self.work.work(ticket, &mut sheet, &mut |_| ());
            }
            size = if self.stream { 1 } else { next_size(size, started.elapsed()) };
            // What is in hand at an interruption is written, too.
            let sent = sender.send((number, sheet));
            queue.at_work.fetch_sub(1, Ordering::AcqRel);
            if sent.is_err() {
                return;
            }
        }
    }

    /// Writes what the workers send, in the order of the puzzles.
    fn write_in_order<I: Iterator<Item = Ticket>>(
        &self,
        sheets: &mpsc::Receiver<(u64, Sheet)>,
        queue: &Queue<I>,
        out: &mut Out,
        progress: &mut Meter,
    ) -> io::Result<Tally> {
        let mut early: BTreeMap<u64, Sheet> = BTreeMap::new();
        let mut total = Tally::default();
        let mut next = 0;
        loop {
            match sheets.recv_timeout(Duration::from_millis(10)) {
                Ok((number, sheet)) => early.insert(number, sheet),
                Err(RecvTimeoutError::Timeout) => {
                    out.flush_if_late()?;
                    if self.stream && self.stopped() && queue.at_work.load(Ordering::Acquire) == 0 {
                        // A worker that waits for a pipe cannot be woken, so there is no end to wait for.
                        early.extend(sheets.try_iter());
                        self.write_next(&mut early, &mut next, &mut total, out, progress)?;
                        out.flush()?;
                        let signal = self.stop.tell().unwrap_or_default();
                        std::process::exit(128 + signal);
                    }
                    continue;
                }
                // What is left at an interruption has gaps before it.
                Err(RecvTimeoutError::Disconnected) => return Ok(total),
            };
            self.write_next(&mut early, &mut next, &mut total, out, progress)?;
            queue.written(next);
        }
    }

    /// Writes what is next, as far as it is there, and nothing behind a gap.
    fn write_next(
        &self,
        early: &mut BTreeMap<u64, Sheet>,
        next: &mut u64,
        total: &mut Tally,
        out: &mut Out,
        progress: &mut Meter,
    ) -> io::Result<()> {
        while let Some(mut sheet) = early.remove(next) {
            for _ in 0..sheet.tally.total() {
                progress.done();
            }
            self.put(&mut sheet, total, out, progress)?;
            *next = if sheet.ends_here { u64::MAX } else { *next + 1 };
        }
        Ok(())
    }

    fn put(&self, sheet: &mut Sheet, total: &mut Tally, out: &mut Out, progress: &mut Meter) -> io::Result<()> {
        progress.make_room();
        self.work.hand_in(sheet);
        if !sheet.err.is_empty() {
            progress.clear();
            // In order with the data, for those who see both.
            out.flush()?;
            tell(sheet.err.trim_end());
            sheet.err.clear();
        }
        let written = out.put(&sheet.out);
        sheet.out.clear();
        total.add(std::mem::take(&mut sheet.tally));
        written
    }

    fn stopped(&self) -> bool {
        self.stop.flag.load(Ordering::Relaxed)
    }
}

/// A worker that panics must not leave the others waiting for its turn.
struct CloseOnPanic<'a, I: Iterator<Item = Ticket>>(&'a Queue<I>);

impl<I: Iterator<Item = Ticket>> Drop for CloseOnPanic<'_, I> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

/// Quick puzzles are taken several at a time, so that threads do not spend their time queueing.
fn next_size(size: usize, took: Duration) -> usize {
    match took.as_micros() {
        0..500 => (size * 2).min(64),
        500..5_000 => size,
        _ => 1,
    }
}

/// Puzzles to be taken in order, not too far ahead of what is written, so that memory stays flat.
struct Queue<I> {
    tickets: Mutex<(I, u64)>,
    /// Chunks that are written; the end of all work when it is `u64::MAX`.
    written: Mutex<u64>,
    moved: Condvar,
    window: u64,
    /// Workers that have taken a chunk and not yet sent what came of it.
    at_work: AtomicUsize,
}

impl<I: Iterator<Item = Ticket>> Queue<I> {
    fn new(tickets: I, window: u64) -> Self {
        Queue {
            tickets: Mutex::new((tickets, 0)),
            written: Mutex::new(0),
            moved: Condvar::new(),
            window,
            at_work: AtomicUsize::new(0),
        }
    }

    /// The next few puzzles and the number of their chunk; `None` at the end.
    fn take(&self, size: usize) -> Option<(u64, Vec<Ticket>)> {
        let (number, chunk) = {
            let mut tickets = self.tickets.lock().ok()?;
            let chunk: Vec<Ticket> = tickets.0.by_ref().take(size).collect();
            if chunk.is_empty() {
                return None;
            }
            tickets.1 += 1;
            (tickets.1 - 1, chunk)
        };
        let ahead = |written: &mut u64| *written != u64::MAX && number >= *written + self.window;
        let written = self.moved.wait_while(self.written.lock().ok()?, ahead).ok()?;
        (*written != u64::MAX).then(|| {
            self.at_work.fetch_add(1, Ordering::AcqRel);
            (number, chunk)
        })
    }

    fn written(&self, chunks: u64) {
        if let Ok(mut written) = self.written.lock()
            && *written != u64::MAX
        {
            *written = chunks;
            self.moved.notify_all();
        }
    }

    fn close(&self) {
        if let Ok(mut written) = self.written.lock() {
            *written = u64::MAX;
            self.moved.notify_all();
        }
    }
}
