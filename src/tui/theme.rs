//! Themes: how each role looks. Built in (`themes/*.toml`), or a user's file that may change only some roles.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use ratatui::style::{Color, Modifier, Style};
use toml::de::DeValue;

use crate::games::quoted;
use crate::games::view::{Paint, Role};
use crate::workbench::places::{FileError, Source, Table, Value, kind, read_text};
use crate::workbench::suggest;

/// The built-in themes, the default first.
const BUILT_IN: [(&str, &str); 5] = [
    ("dark", include_str!("../../themes/dark.toml")),
    ("light", include_str!("../../themes/light.toml")),
    ("colour-blind", include_str!("../../themes/colour-blind.toml")),
    ("high-contrast", include_str!("../../themes/high-contrast.toml")),
    ("mono", include_str!("../../themes/mono.toml")),
];

#[derive(Clone, Debug)]
pub struct Theme {
    pub name: String,
    pub paint: Paint,
}

const KEYS: [&str; 2] = ["inherits", "roles"];
const STYLE_KEYS: [&str; 3] = ["fg", "bg", "modifiers"];
const MODIFIERS: [(&str, Modifier); 7] = [
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("italic", Modifier::ITALIC),
    ("underlined", Modifier::UNDERLINED),
    ("reversed", Modifier::REVERSED),
    ("crossed-out", Modifier::CROSSED_OUT),
    ("slow-blink", Modifier::SLOW_BLINK),
];

impl Theme {
    /// All built-in themes, the default first.
    pub fn builtin() -> Vec<Theme> {
        let themes = BUILT_IN.iter().map(|&(name, _)| Theme::built_in(name));
        themes.map(|theme| theme.expect("tested: built in").expect("tested: well-formed")).collect()
    }

    fn built_in(name: &str) -> Option<Result<Theme, FileError>> {
        let (_, text) = BUILT_IN.iter().find(|(own, _)| *own == name)?;
        let file = PathBuf::from(format!("themes/{name}.toml"));
        Some(read(name, Source { file: &file, text }, None, 0))
    }

    /// The user's theme of this name in `dir`, or else the built-in one.
    pub fn load(name: &str, dir: Option<&Path>) -> Result<Theme, FileError> {
        load(name, dir, 0)
    }

    /// The names to choose from: built in, then the user's own in `dir`.
    pub fn names(dir: Option<&Path>) -> Vec<String> {
        let mut names: Vec<String> = BUILT_IN.iter().map(|(name, _)| (*name).to_owned()).collect();
        let files = dir.and_then(|dir| std::fs::read_dir(dir).ok()).into_iter().flatten().flatten();
        let paths = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|e| e == "toml"));
        let mut own: Vec<String> = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        own.retain(|name| !names.contains(name));
        own.sort();
        names.extend(own);
        names
    }

    /// The same without colour: modifiers stay, since they are what `NO_COLOR` leaves to tell things apart by. What
    /// stood out by its background looks as in the theme that has no colours.
    #[must_use]
    pub fn without_colour(mut self) -> Theme {
        let mono = Theme::built_in("mono").and_then(Result::ok).map(|theme| theme.paint);
        let paper = self.paint.style(Role::Text).bg;
        for (style, plain) in self.paint.styles.iter_mut().zip(mono.unwrap_or_else(Paint::plain).styles) {
            if style.bg.is_some() && style.bg != paper {
                *style = plain;
            }
            style.fg = None;
            style.bg = None;
        }
        self
    }
}

/// A theme that inherits from one that inherits … must come to an end.
const DEEPEST: usize = 8;

fn load(name: &str, dir: Option<&Path>, depth: usize) -> Result<Theme, FileError> {
    let own = dir.map(|dir| dir.join(format!("{name}.toml"))).filter(|file| file.exists());
    if let Some(file) = own {
        let text = read_text(&file)?;
        return read(name, Source { file: &file, text: &text }, dir, depth);
    }
    Theme::built_in(name).unwrap_or_else(|| {
        let names = Theme::names(dir);
        let hint = suggest::hint(name, names.iter().map(String::as_str));
        let place = dir.map_or_else(|| PathBuf::from("themes"), Path::to_owned);
        Err(FileError::whole(
            &place.join(format!("{name}.toml")),
            format!("no theme is called `{name}`{hint}", name = quoted(name)),
        ))
    })
}

fn read(name: &str, source: Source<'_>, dir: Option<&Path>, depth: usize) -> Result<Theme, FileError> {
    let table = source.parse()?;
    let mut paint = Paint::plain();
    if let Some(value) = table.get("inherits") {
        let parent = source.string("inherits", value)?;
        paint = inherited(name, parent, dir, depth)
            .map_err(|message| source.error(value.span(), format!("`inherits`: {message}")))?
            .paint;
    }
    for (key, value) in &table {
        let key_name: &str = key.as_ref();
        match key_name {
            "inherits" => {}
            "roles" => read_roles(source, source.table(key_name, value)?, &mut paint)?,
            _ => {
                let hint = suggest::hint(key_name, KEYS);
                return Err(
                    source.error(key.span(), format!("unknown key `{key_name}`{hint}", key_name = quoted(key_name)))
                );
            }
        }
    }
    Ok(Theme { name: name.to_owned(), paint })
}

/// The theme that another one starts from; a user's `dark` may start from the built-in `dark`.
fn inherited(name: &str, parent: &str, dir: Option<&Path>, depth: usize) -> Result<Theme, String> {
    if depth == DEEPEST {
        return Err("themes inherit from each other in a circle".into());
    }
    let dir = if parent == name { None } else { dir };
    load(parent, dir, depth + 1).map_err(|error| error.message)
}

fn read_roles(source: Source<'_>, table: &Table<'_>, paint: &mut Paint) -> Result<(), FileError> {
    for (key, value) in table {
        let name: &str = key.as_ref();
        let Some(role) = Role::ALL.into_iter().find(|role| role.name() == name) else {
            let hint = suggest::hint(name, Role::ALL.iter().map(|role| role.name()));
            return Err(source.error(key.span(), format!("unknown role `{name}`{hint}", name = quoted(name))));
        };
        paint.styles[role as usize] = style(source, name, value)?;
    }
    Ok(())
}

fn style(source: Source<'_>, role: &str, value: &Value<'_>) -> Result<Style, FileError> {
    let mut style = Style::new();
    for (key, value) in source.table(role, value)? {
        let name: &str = key.as_ref();
        let path = format!("{role}.{name}");
        match name {
            "fg" => style.fg = colour(source, &path, value)?,
            "bg" => style.bg = colour(source, &path, value)?,
            "modifiers" => style = style.add_modifier(modifiers(source, &path, value)?),
            _ => {
                let hint = suggest::hint(name, STYLE_KEYS);
                return Err(source.error(key.span(), format!("unknown key `{path}`{hint}", path = quoted(path))));
            }
        }
    }
    Ok(style)
}

/// `default` leaves the terminal's own colour.
fn colour(source: Source<'_>, path: &str, value: &Value<'_>) -> Result<Option<Color>, FileError> {
    let expected =
        "expected a colour: a name (red, light-blue), a number of the palette (0 to 255), #rrggbb, or default";
    let text = match value.as_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        other => return Err(source.error(value.span(), format!("`{path}` is {}; {expected}", kind(other)))),
    };
    if text == "default" {
        return Ok(None);
    }
    let wrong = |_| {
        source
            .error(value.span(), format!("`{path}` is `{text}`; {expected}", path = quoted(path), text = quoted(&text)))
    };
    Color::from_str(&text).map(Some).map_err(wrong)
}

fn modifiers(source: Source<'_>, path: &str, value: &Value<'_>) -> Result<Modifier, FileError> {
    let choices: Vec<&str> = MODIFIERS.iter().map(|&(name, _)| name).collect();
    let Some(list) = value.as_ref().as_array() else {
        let message = format!("`{path}` is {}; expected a list of {}", kind(value.as_ref()), choices.join(", "));
        return Err(source.error(value.span(), message));
    };
    let mut all = Modifier::empty();
    for item in list {
        let name = source.string(path, item)?;
        let Some((_, modifier)) = MODIFIERS.iter().find(|(own, _)| *own == name) else {
            let hint = suggest::hint(name, choices.iter().copied());
            return Err(
                source.error(item.span(), format!("`{path}`: unknown modifier `{name}`{hint}", name = quoted(name)))
            );
        };
        all |= *modifier;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_theme_says_every_role() {
        for (name, text) in BUILT_IN {
            let table = Table::parse(text).unwrap();
            let roles = table.as_ref()["roles"].as_ref().as_table().unwrap();
            let inherits = table.as_ref().contains_key("inherits");
            for role in Role::ALL {
                assert!(inherits || roles.contains_key(role.name()), "{name} says nothing of {}", role.name());
            }
        }
        assert_eq!(Theme::builtin()[0].name, "dark");
    }

    #[test]
    fn the_marks_of_a_board_can_be_told_apart() {
        let marks = [Role::Piece, Role::Cursor, Role::Picked, Role::Dead, Role::Choice, Role::Hint];
        for theme in Theme::builtin() {
            for (i, &a) in marks.iter().enumerate() {
                for &b in &marks[i + 1..] {
                    assert_ne!(theme.paint.style(a), theme.paint.style(b), "{}: {a:?} and {b:?}", theme.name);
                }
            }
        }
    }

    #[test]
    fn mono_and_no_colour_have_no_colour() {
        let mono = Theme::load("mono", None).unwrap();
        let bare = Theme::load("dark", None).unwrap().without_colour();
        for style in mono.paint.styles.iter().chain(&bare.paint.styles) {
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert!(bare.paint.style(Role::Cursor).add_modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn a_users_theme_changes_some_roles_and_keeps_the_others() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("mine.toml"), "inherits = \"light\"\n[roles]\ndead = { fg = \"#ff0000\" }\n")
            .unwrap();
        let mine = Theme::load("mine", Some(dir.path())).unwrap();
        let light = Theme::load("light", None).unwrap();
        assert_eq!(mine.paint.style(Role::Dead).fg, Some(Color::Rgb(255, 0, 0)));
        assert_eq!(mine.paint.style(Role::Text), light.paint.style(Role::Text));
        assert_eq!(Theme::names(Some(dir.path())), ["dark", "light", "colour-blind", "high-contrast", "mono", "mine"]);
    }

    /// The colours of the palette as xterm has them.
    fn rgb(colour: Color) -> [u8; 3] {
        const ANSI: [[u8; 3]; 16] = [
            [0, 0, 0],
            [205, 0, 0],
            [0, 205, 0],
            [205, 205, 0],
            [0, 0, 238],
            [205, 0, 205],
            [0, 205, 205],
            [229, 229, 229],
            [127, 127, 127],
            [255, 0, 0],
            [0, 255, 0],
            [255, 255, 0],
            [92, 92, 255],
            [255, 0, 255],
            [0, 255, 255],
            [255, 255, 255],
        ];
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        match colour {
            Color::Rgb(r, g, b) => [r, g, b],
            Color::Indexed(n @ 232..) => [8 + 10 * (n - 232); 3],
            Color::Indexed(n @ 16..) => [(n - 16) / 36, (n - 16) / 6 % 6, (n - 16) % 6].map(level),
            Color::Indexed(n) => ANSI[n as usize],
            Color::Black => ANSI[0],
            Color::Red => ANSI[1],
            Color::LightRed => ANSI[9],
            Color::LightGreen => ANSI[10],
            Color::LightYellow => ANSI[11],
            Color::LightMagenta => ANSI[13],
            Color::LightCyan => ANSI[14],
            Color::White => ANSI[15],
            other => panic!("{other} is in no built-in theme"),
        }
    }

    /// WCAG 2.1, relative luminance and contrast ratio.
    fn contrast(one: Color, other: Color) -> f64 {
        let linear = |c: u8| match f64::from(c) / 255.0 {
            c if c <= 0.04045 => c / 12.92,
            c => ((c + 0.055) / 1.055).powf(2.4),
        };
        let light = |colour| {
            let [r, g, b] = rgb(colour).map(linear);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (one, other) = (light(one), light(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Text reaches AA (4.5 to 1); lines, which nobody reads, 3 to 1.
    #[test]
    fn every_role_can_be_read_on_its_ground() {
        const LINES: [Role; 2] = [Role::Border, Role::Frame];
        const ON_PIECES: [Role; 8] = [
            Role::Piece,
            Role::RedPiece,
            Role::Covered,
            Role::RedCovered,
            Role::OtherPiece,
            Role::Home,
            Role::Empty,
            Role::Given,
        ];
        for theme in Theme::builtin().into_iter().filter(|theme| theme.name != "mono") {
            let paint = &theme.paint;
            let least = |role| if LINES.contains(&role) { 3.0 } else { 4.5 };
            let check = |what: &str, style: Style, least: f64| {
                let ratio = contrast(style.fg.unwrap(), style.bg.unwrap());
                assert!(ratio >= least, "{}: {what} has a contrast of {ratio:.2}", theme.name);
            };
            for role in Role::ALL.into_iter().filter(|&role| role != Role::RedMarked) {
                let on_board = role as usize >= Role::Ground as usize;
                let under = paint.style(if role == Role::Note {
                    Role::Blank
                } else if on_board {
                    Role::Ground
                } else {
                    Role::Text
                });
                check(role.name(), under.patch(paint.style(role)), least(role));
            }
            // Around some boards there is paper and no ground.
            check("label on paper", paint.style(Role::Text).patch(Style { bg: None, ..paint.style(Role::Label) }), 4.5);
            let marks = Role::ALL.into_iter().filter(|&role| role as usize >= Role::Cursor as usize);
            for mark in marks.filter(|&mark| paint.style(mark).fg == paint.style(Role::Piece).fg) {
                check("a red card that is marked", paint.style(mark).patch(paint.style(Role::RedMarked)), 4.5);
            }
            for role in [Role::Piece, Role::Given, Role::Note] {
                let tinted = Style { bg: paint.style(Role::InLine).bg, ..paint.style(role) };
                check("what is written in line with the cursor", tinted, 4.5);
            }
            for (mark, piece) in [Role::Legal, Role::Settled].iter().flat_map(|m| ON_PIECES.map(|p| (*m, p))) {
                check(mark.name(), paint.style(piece).patch(paint.style(mark)), 4.5);
            }
        }
    }

    #[test]
    fn errors_name_line_and_key() {
        let file = Path::new("t.toml");
        let error = |text: &str| read("t", Source { file, text }, None, 0).unwrap_err().to_string();
        let cases = [
            ("[role]", "t.toml:1: unknown key `role`; did you mean `roles`?"),
            ("[roles]\ndeda = {}", "t.toml:2: unknown role `deda`; did you mean `dead`?"),
            ("[roles]\ndead = { fgg = 1 }", "t.toml:2: unknown key `dead.fgg`; did you mean `fg`?"),
            ("[roles]\ndead = 3", "t.toml:2: `dead` is a whole number; expected a table"),
            (
                "[roles]\n\ndead = { modifiers = [\"bolt\"] }",
                "t.toml:3: `dead.modifiers`: unknown modifier `bolt`; did you mean `bold`?",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(error(text), message);
        }
        assert!(
            error("[roles]\ndead = { fg = \"rde\" }").starts_with("t.toml:2: `dead.fg` is `rde`; expected a colour")
        );
        assert!(
            error("inherits = \"drak\"").starts_with("t.toml:1: `inherits`: no theme is called `drak`; did you mean")
        );
    }
}
