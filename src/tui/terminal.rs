//! The terminal itself: taken over at the start, given back however the program ends.

use std::io::{self, Stdout, Write as _};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::{Backend as _, CrosstermBackend};

/// Whether the terminal is ours now, so that it is given back exactly once, by whoever comes first.
static TAKEN: AtomicBool = AtomicBool::new(false);

pub struct Screen {
    /// Never dropped: it would tell a terminal that is gone that it cannot be reached any more, and panic over that.
    pub terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Screen {
    pub fn open() -> io::Result<Self> {
        give_back_on_panic();
        // Themes without colour are how NO_COLOR is obeyed; the library must not decide it a second time, or
        // `--color always` could not beat it.
        crossterm::style::force_color_output(true);
        let terminal = take().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        // Without a screen there is nobody else to give the terminal back.
        let terminal = terminal.inspect_err(|_| give_back())?;
        Ok(Screen { terminal: ManuallyDrop::new(terminal) })
    }

    /// Gives the terminal back, stops the process as Ctrl-Z does in any program, and takes it again on `fg`.
    pub fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.resume()
    }

    /// After the process was continued: the terminal may hold anything now.
    pub fn resume(&mut self) -> io::Result<()> {
        take()?;
        let size = self.terminal.size()?;
        // Forgets what it believes to be on the screen, so that the next frame is drawn whole.
        self.terminal.resize(size.into())
    }
}

/// Puts text into the terminal's clipboard (OSC 52), which works over ssh too.
pub fn copy(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()))?;
    out.flush()
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.terminal.backend_mut().show_cursor();
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Errors are of no use here: there is no screen left to tell them on.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            io::stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            crossterm::cursor::Show
        );
        let _ = disable_raw_mode();
    }
}

/// A panic outside the solver ends the program: its message must land on a sane terminal. A solver's panic is caught
/// by the worker and shown as a message, so its report stays off the screen.
fn give_back_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some("solver") {
            give_back();
            report(panic);
        }
    }));
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, &b| group << 8 | u32::from(b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            if i <= chunk.len() {
                text.push(char::from(DIGITS[(group >> (18 - 6 * i)) as usize & 63]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_agrees_with_rfc_4648() {
        let examples =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (plain, coded) in examples {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
