//! "Did you mean …?" for every name that a person can mistype.

/// A longer word is no slip of the fingers, and comparing takes its time.
const LONGEST: usize = 80;

/// The candidate nearest to `word`, if one is near enough to be a slip of the fingers.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let allowed = (word.chars().count() / 3).max(1);
    let ranked = candidates.into_iter().map(|candidate| (distance(word, candidate), candidate));
    ranked.filter(|&(d, _)| d <= allowed).min_by_key(|&(d, _)| d).map(|(_, candidate)| candidate)
}

/// `; did you mean X?`, or `; expected one of A, B, C`, or nothing where there is nothing to choose from.
pub fn hint<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    match nearest(word, candidates.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if candidates.is_empty() => String::new(),
        None => format!("; expected one of {}", candidates.join(", ")),
    }
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_different_word_is_not() {
        let games = ["fourteen", "freecell", "kakuro"];
        assert_eq!(nearest("forteen", games), Some("fourteen"));
        assert_eq!(nearest("kakrou", games), Some("kakuro"));
        assert_eq!(nearest("chess", games), None);
        assert_eq!(nearest("", games), None);
    }

    #[test]
    fn the_hint_names_the_choices_where_none_is_near() {
        assert_eq!(hint("freecel", ["freecell", "kakuro"]), "; did you mean `freecell`?");
        assert_eq!(hint("chess", ["freecell", "kakuro"]), "; expected one of freecell, kakuro");
        assert_eq!(hint("chess", []), "");
    }
}
