//! The estimates along a solution against the moves that are left, as a small chart of characters.

use crate::games::view::Role;
use crate::workbench::middle::Course;
use crate::workbench::words;

/// The chart with a headline, in so many columns and rows; `here` is the step at which one stands.
pub fn lines(course: &Course, here: Option<usize>, width: usize, rows: usize) -> Vec<(String, Role)> {
    let most = course.estimates.iter().map(|(_, value)| *value).fold(course.length as f64, f64::max).max(1.0);
    let label = format!("{most:.0}").len();
    let columns = width.saturating_sub(label + 1).min(course.length + 1);
    if columns < 4 {
        return Vec::new();
    }
    let step_at = |column: usize| column * course.length / (columns - 1);
    let height_of = |value: f64| ((value / most) * (rows - 1) as f64).round() as usize;
    // What ranks boards has a scale of its own.
    let scale = if course.is_rank { course.length as f64 / most } else { 1.0 };
    let signs: Vec<Vec<char>> = (0..columns)
        .map(|column| {
            let step = step_at(column);
            let left = (course.length - step) as f64;
            let mut signs = vec![' '; rows];
            signs[height_of(left / scale)] = '.';
            if let Some(value) = value_at(course, step) {
                signs[height_of(value)] = if value > left && !course.is_rank { '!' } else { '*' };
            }
            signs
        })
        .collect();
    let (text, role) = headline(course);
    let mut lines: Vec<(String, Role)> = words::wrap(&text, width).into_iter().map(|line| (line, role)).collect();
    for height in (0..rows).rev() {
        let figure = match height {
            0 => "0".to_owned(),
            _ if height + 1 == rows => format!("{most:.0}"),
            _ => String::new(),
        };
        let mut text = format!("{figure:>label$} ");
        text.extend(signs.iter().map(|column| column[height]));
        lines.push((text.trim_end().to_owned(), Role::Text));
    }
    if let Some(column) = here.and_then(|here| (0..columns).find(|&column| step_at(column) >= here)) {
        lines.push((format!("{}^", " ".repeat(label + 1 + column)), Role::Key));
    }
    lines
}

/// The estimate at a step, or at the last one before it that was looked at.
fn value_at(course: &Course, step: usize) -> Option<f64> {
    let behind = course.estimates.partition_point(|(at, _)| *at <= step);
    course.estimates[..behind].last().map(|(_, value)| *value)
}

fn headline(course: &Course) -> (String, Role) {
    let truth = if course.is_shortest { "moves left" } else { "moves left on this way" };
    match course.overestimates().count() {
        _ if course.is_rank => {
            ("h (*) ranks boards and counts no moves; moves left (.) by a scale of their own".into(), Role::Dim)
        }
        0 => (format!("h (*) against the {truth} (.): never more"), Role::Dim),
        over => {
            let steps = words::count(over as u64, "step", "steps");
            (format!("h (*) against the {truth} (.): too much (!) at {steps}"), Role::Warning)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(estimates: &[f64]) -> Course {
        let length = estimates.len() - 1;
        Course { estimates: estimates.iter().copied().enumerate().collect(), length, is_shortest: true, is_rank: false }
    }

    #[test]
    fn an_estimate_that_is_too_large_is_flagged() {
        let sound = lines(&course(&[4.0, 3.0, 3.0, 2.0, 1.0, 0.0]), Some(2), 50, 5);
        assert_eq!(sound[0].0, "h (*) against the moves left (.): never more");
        assert_eq!(sound.last().unwrap().0.find('^'), Some(4));
        let weighted = lines(&course(&[6.0, 4.5, 4.5, 3.0, 1.5, 0.0]), None, 60, 5);
        assert_eq!(weighted[0].0, "h (*) against the moves left (.): too much (!) at 5 steps");
        let narrow = lines(&course(&[6.0, 4.5, 4.5, 3.0, 1.5, 0.0]), None, 30, 4);
        assert!(narrow.iter().all(|(line, _)| line.chars().count() <= 30));
    }
}
