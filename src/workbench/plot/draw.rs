//! Draws a sheet on any backend of `plotters`.

use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::element::{ComposedElement, DashedPathElement};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::text::Characters;
use super::{Panel, Sheet, line_of, points, range, words_of};
use crate::workbench::words;

/// Okabe and Ito's colours, which people with any sight of colour tell apart; black first.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(150, 110, 0),
    RGBColor(60, 150, 215),
    RGBColor(120, 120, 120),
];

/// Length of a dash and of the gap behind it; none is a line without gaps.
const DASHES: [Option<(u32, u32)>; 8] =
    [None, Some((9, 4)), Some((3, 3)), Some((16, 5)), Some((5, 7)), Some((1, 4)), Some((12, 2)), Some((2, 8))];

/// Outlines of the marks around their point, about nine pixels wide.
const MARKS: [&[(i32, i32)]; 8] = [
    &[(-2, -4), (2, -4), (4, -2), (4, 2), (2, 4), (-2, 4), (-4, 2), (-4, -2)],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(0, -6), (5, 0), (0, 6), (-5, 0)],
    &[(0, 5), (5, -4), (-5, -4)],
    &[(-2, -5), (2, -5), (2, -2), (5, -2), (5, 2), (2, 2), (2, 5), (-2, 5), (-2, 2), (-5, 2), (-5, -2), (-2, -2)],
    &[(-5, 0), (4, -5), (4, 5)],
    &[(5, 0), (-4, -5), (-4, 5)],
];

/// What differs between paper and a terminal.
struct Look {
    /// The height of a line of text, and of a title, in pixels.
    line: i32,
    title: i32,
    /// Room for the numbers along the axes.
    x_area: i32,
    y_area: i32,
    margin: i32,
    panel: i32,
    /// Characters in a line of the caption.
    columns: usize,
    is_paper: bool,
}

const PAPER: Look =
    Look { line: 20, title: 26, x_area: 48, y_area: 80, margin: 12, panel: 330, columns: 120, is_paper: true };

type Area<B> = DrawingArea<B, Shift>;
type Failure<B> = DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>;

pub fn svg(sheet: &Sheet) -> String {
    let mut out = String::new();
    {
        let root = SVGBackend::with_string(&mut out, (760, height(sheet, &PAPER) as u32)).into_drawing_area();
        root.fill(&WHITE).and_then(|()| draw(sheet, &root, &PAPER)).expect("a text takes all that is written to it");
        root.present().expect("a text takes all that is written to it");
    }
    out
}

pub fn text(sheet: &Sheet, columns: usize, unicode: bool) -> String {
    let mut characters = Characters::new(unicode);
    let (width, line) = characters.cell();
    let look = Look {
        line,
        title: line,
        x_area: 2 * line,
        y_area: 9 * width,
        margin: 0,
        panel: 18 * line,
        columns,
        is_paper: false,
    };
    characters.resize(columns, (height(sheet, &look) / line) as usize);
    {
        let root = (&mut characters).into_drawing_area();
        draw(sheet, &root, &look).expect("characters take all that is drawn");
    }
    characters.lines()
}

fn height(sheet: &Sheet, look: &Look) -> i32 {
    let lines = sheet.names().len() + caption(sheet, look).len();
    look.title + look.margin * 3 + look.panel * sheet.panels.len() as i32 + look.line * lines as i32
}

/// The caption's lines, as many as its width asks for.
fn caption(sheet: &Sheet, look: &Look) -> Vec<String> {
    sheet.caption.iter().flat_map(|line| words::wrap(line, look.columns)).collect()
}

fn draw<B: DrawingBackend>(sheet: &Sheet, root: &Area<B>, look: &Look) -> Result<(), Failure<B>> {
    let (head, mut rest) = root.split_vertically(look.title + look.margin);
    write(&head, &sheet.title, (look.margin, look.margin / 2), look.title - 6, look)?;
    for panel in &sheet.panels {
        let (here, below) = rest.split_vertically(look.panel);
        draw_panel(sheet, panel, &here, look)?;
        rest = below;
    }
    for (i, name) in sheet.names().iter().enumerate() {
        let (here, below) = rest.split_vertically(look.line);
        draw_legend(&here, i, name, look)?;
        rest = below;
    }
    let (_, mut rest) = rest.split_vertically(look.margin);
    for line in &caption(sheet, look) {
        let (here, below) = rest.split_vertically(look.line);
        write(&here, line, (look.margin, 0), look.line - 7, look)?;
        rest = below;
    }
    Ok(())
}

fn write<B: DrawingBackend>(
    area: &Area<B>,
    text: &str,
    at: (i32, i32),
    size: i32,
    look: &Look,
) -> Result<(), Failure<B>> {
    area.draw(&Text::new(text.to_owned(), at, look.style(size)))
}

impl Look {
    fn style(&self, size: i32) -> TextStyle<'static> {
        let size = if self.is_paper { size } else { self.line };
        ("sans-serif", size).into_font().color(&BLACK).pos(Pos::new(HPos::Left, VPos::Top))
    }

    fn small(&self) -> TextStyle<'static> {
        self.style(13)
    }
}

fn draw_panel<B: DrawingBackend>(sheet: &Sheet, panel: &Panel, area: &Area<B>, look: &Look) -> Result<(), Failure<B>> {
    let x = range(points(panel).map(|point| point.x), &panel.x);
    let y = range(points(panel).map(|point| point.y), &panel.y);
    match (panel.x.is_log, panel.y.is_log) {
        (false, false) => plot(sheet, panel, area, look, x.clone(), y.clone()),
        (false, true) => plot(sheet, panel, area, look, x.clone(), y.log_scale()),
        (true, false) => plot(sheet, panel, area, look, x.log_scale(), y.clone()),
        (true, true) => plot(sheet, panel, area, look, x.log_scale(), y.log_scale()),
    }
}

fn plot<B: DrawingBackend, X, Y>(
    sheet: &Sheet,
    panel: &Panel,
    area: &Area<B>,
    look: &Look,
    x: X,
    y: Y,
) -> Result<(), Failure<B>>
where
    X: plotters::coord::ranged1d::AsRangedCoord<Value = f64>,
    Y: plotters::coord::ranged1d::AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>,
    Y::CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>,
{
    let mut chart = ChartBuilder::on(area);
    let title = if look.is_paper { panel.title.clone() } else { format!("{}: {}", panel.title, panel.y.label) };
    chart.caption(title, look.style(16)).margin(look.margin).margin_right(look.margin * 3);
    chart.x_label_area_size(look.x_area).y_label_area_size(look.y_area);
    let mut chart = chart.build_cartesian_2d(x, y)?;
    let (x_words, y_words) = (|v: &f64| words_of(&panel.x, *v), |v: &f64| words_of(&panel.y, *v));
    let mut mesh = chart.configure_mesh();
    mesh.x_label_formatter(&x_words).y_label_formatter(&y_words).label_style(look.small());
    mesh.axis_style(BLACK.stroke_width(1)).x_desc(panel.x.label.clone()).axis_desc_style(look.style(14));
    if look.is_paper {
        mesh.y_desc(panel.y.label.clone()).light_line_style(BLACK.mix(0.0)).bold_line_style(BLACK.mix(0.12));
    } else {
        mesh.disable_mesh().x_labels(8).y_labels(8).set_all_tick_mark_size(0);
    }
    mesh.draw()?;
    let names = sheet.names();
    for series in &panel.series {
        let number = names.iter().position(|name| *name == series.name).unwrap_or_default();
        let style = COLOURS[number % COLOURS.len()].stroke_width(if look.is_paper { 2 } else { 1 });
        let closed = line_of(series);
        match DASHES[number % DASHES.len()].filter(|_| look.is_paper) {
            Some((dash, gap)) => drop(chart.draw_series(DashedLineSeries::new(closed, dash, gap, style))?),
            None => drop(chart.draw_series(LineSeries::new(closed, style))?),
        }
        if look.is_paper {
            chart.draw_series(series.points.iter().map(|point| mark((point.x, point.y), number, point.open)))?;
        } else {
            let style = look.small().pos(Pos::new(HPos::Left, VPos::Top));
            chart.draw_series(
                series
                    .points
                    .iter()
                    .map(|point| Text::new(letter(number, point.open), (point.x, point.y), style.clone())),
            )?;
        }
    }
    Ok(())
}

/// A ground and an outline around it.
type Mark<C, B> = ComposedElement<C, B, Polygon<(i32, i32)>, PathElement<(i32, i32)>>;

/// On paper: filled, or an outline alone where a limit was reached.
fn mark<C, B: DrawingBackend>(at: C, number: usize, open: bool) -> Mark<C, B> {
    let colour = COLOURS[number % COLOURS.len()];
    let outline = MARKS[number % MARKS.len()];
    let around: Vec<(i32, i32)> = outline.iter().chain(&outline[..1]).copied().collect();
    // Several that reached the same limit lie upon each other, so an open one hides nothing.
    let fill = colour.mix(if open { 0.0 } else { 1.0 });
    EmptyElement::at(at) + Polygon::new(outline, fill.filled()) + PathElement::new(around, colour.stroke_width(1))
}

/// In a terminal: a capital letter, or a small one where a limit was reached.
fn letter(number: usize, open: bool) -> String {
    let first = if open { b'a' } else { b'A' };
    char::from(first + (number % 26) as u8).to_string()
}

fn draw_legend<B: DrawingBackend>(area: &Area<B>, number: usize, name: &str, look: &Look) -> Result<(), Failure<B>> {
    if !look.is_paper {
        let text = format!("{} {name}", letter(number, false));
        return write(area, &text, (look.y_area, 0), look.line, look);
    }
    let (left, middle) = (look.margin + look.y_area, look.line / 2);
    let style = COLOURS[number % COLOURS.len()].stroke_width(2);
    let line = [(left, middle), (left + 56, middle)];
    match DASHES[number % DASHES.len()] {
        Some((dash, gap)) => area.draw(&DashedPathElement::new(line, dash, gap, style))?,
        None => area.draw(&PathElement::new(line, style))?,
    }
    area.draw(&mark((left + 28, middle), number, false))?;
    write(area, name, (left + 68, 2), 14, look)
}
