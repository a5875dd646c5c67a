//! What the dialog for a new puzzle asks: the parameters of a game's names, as data.

/// One parameter.
#[derive(Debug)]
pub struct Field {
    pub label: &'static str,
    /// What stands before its value in a name (`goal=`); nothing where the value stands alone.
    pub word: &'static str,
    /// The values to choose from, each with how it is called; the first is the default. An empty one leaves the
    /// parameter out.
    pub values: &'static [(&'static str, &'static str)],
    /// Whether another value may be typed in.
    pub is_open: bool,
}

/// How new puzzles of a game are asked for.
#[derive(Clone, Copy, Debug)]
pub struct NewPuzzle {
    pub fields: &'static [Field],
    /// What the number in a name is: a mere number, or what it counts.
    pub number: &'static str,
    /// Whether some of them have no solution, so that one may want those that have.
    pub can_be_lost: bool,
}

impl NewPuzzle {
    /// Without parameters.
    pub const NUMBERED: NewPuzzle = NewPuzzle { fields: &[], number: "number", can_be_lost: false };

    /// The parameters of a name, out of the value of each field.
    pub fn params(&self, values: &[String]) -> String {
        let said = self.fields.iter().zip(values).filter(|(_, value)| !value.is_empty());
        said.map(|(field, value)| format!("{}{value}", field.word)).collect::<Vec<_>>().join(",")
    }

    /// The value of each field in these parameters; the default where they say nothing of it.
    pub fn values(&self, params: &str) -> Vec<String> {
        let words: Vec<&str> = params.split(',').filter(|word| !word.is_empty()).collect();
        let value = |field: &Field| {
            let mut said = words.iter().filter_map(|word| {
                let value = word.strip_prefix(field.word)?;
                let is_known = field.values.iter().any(|(known, _)| *known == value);
                let is_typed =
                    field.is_open && (!field.word.is_empty() || value.starts_with(|c: char| c.is_ascii_digit()));
                (is_known || is_typed && !value.contains('=')).then(|| value.to_owned())
            });
            said.next()
                .unwrap_or_else(|| field.values.first().map_or_else(String::new, |(value, _)| (*value).to_owned()))
        };
        self.fields.iter().map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{Deal, GAMES};

    /// Every value that is offered is one that the game reads, and comes back from the name.
    #[test]
    fn every_value_that_is_offered_is_read() {
        for &game in GAMES {
            let new = &game.profile().new_puzzle;
            let defaults = new.values("");
            assert!(Deal::random(game, &new.params(&defaults), 7).is_ok(), "{}", game.name());
            for (n, field) in new.fields.iter().enumerate() {
                for (value, _) in field.values {
                    let mut values = defaults.clone();
                    values[n] = (*value).to_owned();
                    let params = new.params(&values);
                    let deal = Deal::random(game, &params, 7);
                    assert!(deal.is_ok(), "{}: {params}: {:?}", game.name(), deal.err());
                    assert_eq!(new.values(&params)[n], *value, "{}: {params}", game.name());
                }
            }
        }
    }
}
