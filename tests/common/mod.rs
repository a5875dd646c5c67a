//! A person at the workstation, without a terminal.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use rompicapo::games;
use rompicapo::tui::app::{App, Configured, Effect, Setup};
use rompicapo::tui::keymap::Keymap;
use rompicapo::tui::theme::Theme;
use rompicapo::workbench::config::Charset;
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::packs::Library;
use rompicapo::workbench::preferences::Preferences;
use rompicapo::workbench::progress::Progress;
use rompicapo::workbench::tables::TableShelf;

pub struct Desk {
    /// What the owner of the terminal was asked to do.
    pub effects: Vec<Effect>,
    app: App,
    terminal: Terminal<TestBackend>,
    now: Instant,
}

impl Desk {
    pub fn new(width: u16, height: u16) -> Self {
        Self::with_tables(width, height, None)
    }

    /// With a directory of tables.
    pub fn with_tables(width: u16, height: u16, tables: Option<TableShelf>) -> Self {
        Self::with(width, height, tables, None)
    }

    /// With a home in which packs, games and settings are kept.
    pub fn at_home(home: &std::path::Path) -> Self {
        Self::with(80, 24, None, Some(home))
    }

    fn with(width: u16, height: u16, tables: Option<TableShelf>, home: Option<&std::path::Path>) -> Self {
        let (progress, _) = Progress::load(home.map(|home| home.join("state")));
        let (preferences, _) = Preferences::load(home.map(|home| home.join("state/settings.json")));
        let setup = Setup {
            library: Library::new(home.map(|home| home.join("puzzles"))),
            themes: Theme::builtin().into_iter().map(|theme| (theme.name, theme.paint)).collect(),
            charset: Charset::Auto,
            utf8: false,
            speed: 4.0,
            tree_memory: 8 << 20,
            keymap: Keymap::default(),
            settings: std::collections::BTreeMap::new(),
            progress,
            preferences,
            configured: Configured::default(),
            tables,
            is_first_start: false,
            notice: String::new(),
        };
        let app = App::new(setup, Arc::new(|| {}));
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        Desk { effects: Vec::new(), app, terminal, now: Instant::now() }
    }

    /// At a puzzle of a pack, in 80x24.
    pub fn at(name: &str) -> Self {
        let mut desk = Desk::new(80, 24);
        let (game, puzzle) = name.split_once('/').unwrap();
        let game = games::find(game).unwrap();
        let named = Library::new(None).open(game, puzzle).expect("a puzzle of this name").unwrap();
        desk.app.open(named);
        desk.settle();
        desk
    }

    /// A puzzle by the name that a player types.
    pub fn open_name(&mut self, game: &str, name: &str) {
        let game = games::find(game).unwrap();
        self.app.show_game(game);
        self.keys(&format!("N{name}<enter>"));
        self.settle();
    }

    pub fn open(&mut self, named: Named) {
        self.app.open(named);
        self.settle();
    }

    /// Without waiting for the referee.
    pub fn open_only(&mut self, named: Named) {
        self.app.open(named);
    }

    /// The puzzle on screen, and its board as it would be kept.
    pub fn standing(&self) -> Option<(String, (String, Vec<String>))> {
        self.app.standing()
    }

    /// Where the board stands on the screen.
    pub fn board_place(&mut self) -> Rect {
        self.screen();
        self.app.board_place().expect("a game")
    }

    /// What has just been said, in full, and the verdict.
    pub fn told(&self) -> (String, String) {
        self.app.told().expect("a game")
    }

    pub fn is_searching(&self) -> bool {
        self.app.is_searching()
    }

    /// The screen, and under it a letter for the style of each place, with what the letters stand for.
    pub fn with_styles(&mut self) -> String {
        self.with_styles_of(usize::MAX)
    }

    /// The same of so many columns, where what times something stands in the others.
    pub fn with_styles_of(&mut self, columns: usize) -> String {
        let cut = |line: &str| line.chars().take(columns).collect::<String>().trim_end().to_owned() + "\n";
        let mut text: String = self.screen().lines().map(cut).collect();
        let buffer = self.buffer();
        let width = usize::from(buffer.area.width);
        let mut styles = Vec::new();
        let mut map = String::new();
        for row in buffer.content.chunks(width) {
            for cell in &row[..columns.min(width)] {
                let style = (cell.fg, cell.bg, cell.modifier);
                let at = styles.iter().position(|&known| known == style).unwrap_or_else(|| {
                    styles.push(style);
                    styles.len() - 1
                });
                map.push(char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[at]));
            }
            map.push('\n');
        }
        let _ = write!(text, "\n{map}\n");
        for (n, (fg, bg, modifier)) in styles.iter().enumerate() {
            let letter = char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[n]);
            let _ = writeln!(text, "{letter} {fg} on {bg} {modifier:?}");
        }
        text
    }

    /// Waits for the solver alone: the referee looks at a large board for seconds.
    pub fn settle_solver(&mut self) {
        self.app.settle_solver();
    }

    /// Draws until the text is there; what other threads do takes its time.
    pub fn wait_for(&mut self, text: &str) -> String {
        let start = Instant::now();
        loop {
            self.app.wake();
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "waited in vain for {text}:\n{screen}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Presses keys: characters, or names between angle brackets.
    pub fn keys(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(c) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|r| r.split_once('>')).filter(|(name, _)| code(name).is_some());
            let key = match named {
                Some((name, behind)) => {
                    rest = behind;
                    code(name).unwrap()
                }
                None => {
                    rest = &rest[c.len_utf8()..];
                    KeyCode::Char(c)
                }
            };
            self.press(key);
        }
    }

    /// A character with the control key.
    pub fn ctrl(&mut self, c: char) {
        self.press_with(KeyCode::Char(c), KeyModifiers::CONTROL);
    }

    fn press(&mut self, code: KeyCode) {
        self.press_with(code, KeyModifiers::NONE);
    }

    fn press_with(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.app.key(KeyEvent::new(code, modifiers), self.now);
        self.effects.extend(self.app.effects());
        self.now += Duration::from_millis(50);
        self.app.tick(self.now);
    }

    /// Looks around on a board: `up`, `down`, `left`, `right`.
    pub fn look(&mut self, way: &str) {
        let key = rompicapo::tui::keymap::Key::read(&format!("shift-{way}")).unwrap();
        self.app.key(key.event(), self.now);
    }

    /// The person looks at the screen for a while.
    pub fn pause(&mut self) {
        self.now += Duration::from_secs(2);
        self.app.tick(self.now);
    }

    /// As `keys`, and cancels whatever long search they started.
    pub fn keys_bounded(&mut self, keys: &str) {
        self.keys(keys);
        self.app.wake();
    }

    pub fn click(&mut self, x: u16, y: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.app.mouse(MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE }, self.now);
    }

    /// Goes on to a place with the button held.
    pub fn drag(&mut self, x: u16, y: u16) {
        let kind = MouseEventKind::Drag(MouseButton::Left);
        self.app.mouse(MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE }, self.now);
    }

    /// Clicks where a text stands on the screen, the lowest if there are several.
    pub fn click_on(&mut self, text: &str) {
        let screen = self.screen();
        let found = screen.lines().enumerate().filter_map(|(y, line)| Some((line.find(text)?, y))).last();
        let (x, y) = found.unwrap_or_else(|| panic!("no {text} to click on:\n{screen}"));
        self.click(x as u16, y as u16);
        self.effects.extend(self.app.effects());
    }

    pub fn paste(&mut self, text: &str) {
        self.app.paste(text);
    }

    pub fn begin_tour(&mut self) {
        self.app.begin_tour();
    }

    pub fn wheel(&mut self, down: bool) {
        let kind = if down { MouseEventKind::ScrollDown } else { MouseEventKind::ScrollUp };
        self.app.mouse(MouseEvent { kind, column: 10, row: 5, modifiers: KeyModifiers::NONE }, self.now);
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
    }

    pub fn settle(&mut self) {
        self.app.settle();
    }

    pub fn screen(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame, self.now)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let width = buffer.area.width as usize;
        let cells: Vec<&str> = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        cells.chunks(width).map(|row| row.concat() + "\n").collect()
    }

    /// The screen as it was drawn last, with its colours.
    pub fn buffer(&self) -> &ratatui::buffer::Buffer {
        self.terminal.backend().buffer()
    }

    /// The left part of the screen, where the board is.
    pub fn board(&mut self) -> String {
        self.screen().lines().skip(1).take(10).map(|l| l.chars().take(50).collect::<String>() + "\n").collect()
    }

    /// Chooses a strategy by name.
    pub fn choose(&mut self, strategy: &str) {
        self.keys("S<home>");
        for _ in 0..9 {
            if self.screen().contains(&format!("> {strategy} ")) {
                self.keys("<enter>");
                return;
            }
            self.keys("<down>");
        }
        panic!("no strategy {strategy}:\n{}", self.screen());
    }

    /// A number from the solver pane.
    pub fn figure(&mut self, label: &str) -> u64 {
        let screen = self.screen();
        let line = screen.lines().find_map(|l| l.split('|').find(|part| part.trim_start().starts_with(label)));
        let line = line.unwrap_or_else(|| panic!("no {label}:\n{screen}"));
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        digits.parse().unwrap()
    }

    /// Makes moves of Fourteen by typing pairs of columns.
    pub fn play(&mut self, moves: &[&str]) {
        for mv in moves {
            self.keys(&format!("={mv}"));
            // A pair that could still grow by a digit waits for Enter.
            if self.screen().contains("columns: ") {
                self.keys("<enter>");
            }
        }
    }
}

fn code(name: &str) -> Option<KeyCode> {
    Some(match name {
        "backtab" => KeyCode::BackTab,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "pageup" => KeyCode::PageUp,
        "pagedown" => KeyCode::PageDown,
        "backspace" => KeyCode::Backspace,
        "delete" => KeyCode::Delete,
        "space" => KeyCode::Char(' '),
        "f2" => KeyCode::F(2),
        "f3" => KeyCode::F(3),
        "f4" => KeyCode::F(4),
        "f5" => KeyCode::F(5),
        _ => return None,
    })
}

/// One by one: characters, and names between angle brackets.
pub fn keys(keys: &str) -> impl Iterator<Item = &str> {
    let end = |key: &str| if key.starts_with('<') { key.find('>').map_or(1, |end| end + 1) } else { 1 };
    std::iter::successors(Some(keys.split_at(end(keys))), move |(_, rest)| {
        (!rest.is_empty()).then(|| rest.split_at(end(rest)))
    })
    .map(|(key, _)| key)
}
