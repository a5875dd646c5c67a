//! The event loop: waits for keys, signals and wakes, and draws only when something changed.

use std::fs::File;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use super::app::{App, Effect, Setup};
use super::picture;
use super::terminal::{Screen, copy};
use crate::games::Game;
use crate::workbench::builder::Wake;
use crate::workbench::naming::Named;

/// A solver at full speed wakes the loop more often than anybody can see: one frame in this time is enough.
const FRAME: Duration = Duration::from_millis(33);

/// How long the workstation has to end by itself.
const LAST_WORDS: Duration = Duration::from_secs(2);

enum Message {
    Input(Event),
    /// A worker published something.
    Wake,
    Signal(i32),
    /// Standard input is gone.
    Closed,
}

/// Why the workstation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Left,
    /// By a signal, which the exit code should tell.
    Signal(i32),
}

/// Where the workstation begins.
pub enum Start {
    Browser,
    /// The browser, at the puzzles of this game.
    Game(&'static dyn Game),
    Puzzle(Box<Named>),
    Tour,
}

/// Runs the workstation until the user leaves.
pub fn run(setup: Setup, start: Start) -> io::Result<Ending> {
    let (sender, inbox) = channel();
    let waker: Wake = {
        let sender = sender.clone();
        Arc::new(move || {
            let _ = sender.send(Message::Wake);
        })
    };
    let mut app = App::new(setup, waker);
    match start {
        Start::Browser => app.welcome(),
        Start::Game(game) => app.show_game(game),
        Start::Puzzle(named) => app.open(*named),
        Start::Tour => app.begin_tour(),
    }
    listen_to_signals(sender.clone())?;
    let mut screen = Screen::open()?;
    std::thread::spawn(move || listen_to_input(&sender));
    let ending = Loop { app: &mut app, screen: &mut screen, inbox: &inbox }.run();
    app.close();
    drop(screen);
    // A terminal that is gone cannot be drawn on: that is how some learn of it first.
    ending.or_else(|error| if is_gone(&error) { Ok(Ending::Signal(SIGHUP)) } else { Err(error) })
}

fn is_gone(error: &io::Error) -> bool {
    const EIO: i32 = 5;
    error.raw_os_error() == Some(EIO) || error.kind() == io::ErrorKind::BrokenPipe
}

fn listen_to_input(sender: &Sender<Message>) {
    loop {
        let message = event::read().map_or(Message::Closed, Message::Input);
        let is_closed = matches!(message, Message::Closed);
        if sender.send(message).is_err() || is_closed {
            return;
        }
    }
}

fn listen_to_signals(sender: Sender<Message>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGWINCH])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let is_heard = sender.send(Message::Signal(signal)).is_ok();
            if matches!(signal, SIGTERM | SIGHUP) {
                // A terminal that nobody reads may hold the drawing for ever; what is worth keeping is written already.
                std::thread::sleep(LAST_WORDS);
                std::process::exit(128 + signal);
            }
            if !is_heard {
                return;
            }
        }
    });
    Ok(())
}

/// Writes a file of a name that is free in the current directory.
fn write_picture(svg: &str) -> io::Result<String> {
    for number in 1.. {
        let name = format!("rompicapo-{number}.svg");
        match File::create_new(&name) {
            Ok(mut file) => return file.write_all(svg.as_bytes()).map(|()| name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 10_000 => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("the last number ends it")
}

struct Loop<'a> {
    app: &'a mut App,
    screen: &'a mut Screen,
    inbox: &'a Receiver<Message>,
}

impl Loop<'_> {
    fn run(&mut self) -> io::Result<Ending> {
        let mut drawn = self.draw()?;
        // Something changed that may wait for the next frame.
        let mut stale = false;
        loop {
            let now = Instant::now();
            let frame_due = stale.then_some(drawn + FRAME);
            let due = [frame_due, self.app.next_tick(now)].into_iter().flatten().min();
            let mut urgent = false;
            match self.wait(due, now) {
                Some(message) => match self.take(&message, &mut urgent, &mut stale)? {
                    Some(ending) => return Ok(ending),
                    None => {
                        // Whatever else has come in meanwhile belongs into the same frame.
                        while let Ok(message) = self.inbox.try_recv() {
                            if let Some(ending) = self.take(&message, &mut urgent, &mut stale)? {
                                return Ok(ending);
                            }
                        }
                    }
                },
                None => {
                    if self.app.next_tick(now).is_some_and(|tick| tick <= Instant::now()) {
                        self.app.tick(Instant::now());
                        urgent = true;
                    }
                }
            }
            if urgent || (stale && drawn.elapsed() >= FRAME) {
                drawn = self.draw()?;
                stale = false;
            }
        }
    }

    /// The next message, or nothing when `due` comes first.
    fn wait(&self, due: Option<Instant>, now: Instant) -> Option<Message> {
        match due {
            None => Some(self.inbox.recv().unwrap_or(Message::Closed)),
            Some(due) => match self.inbox.recv_timeout(due.saturating_duration_since(now)) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Message::Closed),
            },
        }
    }

    fn take(&mut self, message: &Message, urgent: &mut bool, stale: &mut bool) -> io::Result<Option<Ending>> {
        let now = Instant::now();
        match message {
            Message::Input(Event::Key(key)) => {
                self.app.key(*key, now);
                *urgent = true;
            }
            Message::Input(Event::Mouse(mouse)) => {
                self.app.mouse(*mouse, now);
                *urgent = true;
            }
            Message::Input(Event::Paste(text)) => {
                self.app.paste(text);
                *urgent = true;
            }
            // The signal too, since a window may change before the input thread listens.
            Message::Input(Event::Resize(..)) | Message::Signal(SIGWINCH) => *urgent = true,
            Message::Input(_) => {}
            Message::Wake => *stale |= self.app.wake(),
            Message::Signal(SIGTSTP) => {
                self.screen.suspend()?;
                *urgent = true;
            }
            Message::Signal(SIGCONT) => {
                self.screen.resume()?;
                *urgent = true;
            }
            Message::Signal(signal) => return Ok(Some(Ending::Signal(*signal))),
            Message::Closed => return Ok(Some(Ending::Signal(SIGHUP))),
        }
        for effect in self.app.effects() {
            match effect {
                Effect::Quit => return Ok(Some(Ending::Left)),
                Effect::Suspend => self.screen.suspend()?,
                Effect::Copy(text) => copy(&text)?,
                Effect::Picture => self.take_picture()?,
            }
        }
        Ok(None)
    }

    /// Draws the screen once more, into memory, and writes it down beside the other files of the user.
    fn take_picture(&mut self) -> io::Result<()> {
        let size = self.screen.terminal.size()?;
        let mut memory = Terminal::new(TestBackend::new(size.width, size.height)).expect("memory never fails");
        memory.draw(|frame| self.app.draw(frame, Instant::now())).expect("memory never fails");
        let svg = picture::svg(memory.backend().buffer());
        self.app.tell(match write_picture(&svg) {
            Ok(name) => format!("The screen is in {name}."),
            Err(error) => format!("The picture could not be written: {error}"),
        });
        Ok(())
    }

    fn draw(&mut self) -> io::Result<Instant> {
        let now = Instant::now();
        self.screen.terminal.draw(|frame| self.app.draw(frame, now))?;
        Ok(now)
    }
}
