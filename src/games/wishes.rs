//! How much a player wants to be told: of the position, and by a hint.

/// When the verdict on a position is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VerdictWish {
    #[default]
    Always,
    OnRequest,
    Off,
}

impl VerdictWish {
    const ALL: [VerdictWish; 3] = [VerdictWish::Always, VerdictWish::OnRequest, VerdictWish::Off];

    /// As it is kept.
    pub fn name(self) -> &'static str {
        match self {
            VerdictWish::Always => "always",
            VerdictWish::OnRequest => "on-request",
            VerdictWish::Off => "off",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wish| wish.name() == name)
    }

    #[must_use]
    pub fn next(self) -> Self {
        match self {
            VerdictWish::Always => VerdictWish::OnRequest,
            VerdictWish::OnRequest => VerdictWish::Off,
            VerdictWish::Off => VerdictWish::Always,
        }
    }
}

/// What hints tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintWish {
    /// Where to look, why, what: one level further each time in the same position.
    #[default]
    Levels,
    /// All of it.
    AtOnce,
    Off,
}

impl HintWish {
    const ALL: [HintWish; 3] = [HintWish::Levels, HintWish::AtOnce, HintWish::Off];

    /// As it is kept.
    pub fn name(self) -> &'static str {
        match self {
            HintWish::Levels => "levels",
            HintWish::AtOnce => "at-once",
            HintWish::Off => "off",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wish| wish.name() == name)
    }

    #[must_use]
    pub fn next(self) -> Self {
        match self {
            HintWish::Levels => HintWish::AtOnce,
            HintWish::AtOnce => HintWish::Off,
            HintWish::Off => HintWish::Levels,
        }
    }
}

/// How far a hint goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintLevel {
    Where,
    Why,
    What,
}

impl HintLevel {
    /// One level further, as far as there is one.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            HintLevel::Where => HintLevel::Why,
            HintLevel::Why | HintLevel::What => HintLevel::What,
        }
    }
}
