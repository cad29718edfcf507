//! Bands of difficulty.

use std::fmt;

/// Difficulty of a score, as 1.20 names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// Up to 80.
    Trivial,
    /// 81 to 125.
    Easy,
    /// 126 to 250.
    Medium,
    /// 251 to 350.
    Hard,
    /// 351 to 760.
    VeryHard,
    /// 761 or more.
    Diabolical,
}

impl Band {
    /// Every band, easiest first.
    pub const ALL: [Self; 6] =
        [Self::Trivial, Self::Easy, Self::Medium, Self::Hard, Self::VeryHard, Self::Diabolical];

    /// Returns the band of a score.
    pub fn of(score: u64) -> Self {
        match score {
            0..=80 => Self::Trivial,
            81..=125 => Self::Easy,
            126..=250 => Self::Medium,
            251..=350 => Self::Hard,
            351..=760 => Self::VeryHard,
            _ => Self::Diabolical,
        }
    }

    /// Name in lower case: `trivial` to `very hard` and `diabolical`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trivial => "trivial",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::VeryHard => "very hard",
            Self::Diabolical => "diabolical",
        }
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_end_where_1_20_says() {
        let last = [80, 125, 250, 350, 760];
        for (pair, score) in Band::ALL.windows(2).zip(last) {
            assert_eq!([Band::of(score), Band::of(score + 1)], pair);
        }
        assert_eq!(Band::of(0), Band::Trivial);
        assert_eq!(Band::of(u64::MAX), Band::Diabolical);
        assert_eq!(format!("{:>10}|", Band::VeryHard), " very hard|");
    }
}
