//! Words of a line with their places, in one pass: a reader looks at every character once, however many words there are.

/// The words between blanks (as `is_blank` has them) with the column of each, in characters from 1.
pub fn words(line: &str, is_blank: impl Fn(char) -> bool + Copy) -> impl Iterator<Item = (usize, &str)> {
    let (mut rest, mut column) = (line, 1);
    std::iter::from_fn(move || {
        let start = rest.find(|c| !is_blank(c))?;
        column += rest[..start].chars().count();
        rest = &rest[start..];
        let (word, behind) = rest.split_at(rest.find(is_blank).unwrap_or(rest.len()));
        let at = column;
        column += word.chars().count();
        rest = behind;
        Some((at, word))
    })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_have_their_columns_in_characters() {
        let found: Vec<_> = words("  é9  10\tK♠ ", char::is_whitespace).collect();
        assert_eq!(found, [(3, "é9"), (7, "10"), (10, "K♠")]);
        assert_eq!(words(" , a,b", |c| c == ',' || c == ' ').collect::<Vec<_>>(), [(4, "a"), (6, "b")]);
        assert_eq!(words(" \t", char::is_whitespace).count(), 0);
    }
}
