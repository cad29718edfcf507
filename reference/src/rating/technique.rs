//! Techniques and their ratings.

use std::fmt;

use crate::Size;

/// A technique to place a digit or rule out a candidate, in the order of [`rate`](super::rate).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// The last empty cell of a row, column or box.
    LastDigit,
    /// The only cell of a box that can hold a digit.
    HiddenSingleInBox,
    /// The only cell of a row or column that can hold a digit.
    HiddenSingleInLine,
    /// Pointing that leaves another box one cell for the digit.
    DirectPointing,
    /// Claiming that leaves another row or column one cell for the digit.
    DirectClaiming,
    /// A hidden pair that leaves its row, column or box one cell for a third digit.
    DirectHiddenPair,
    /// The only digit a cell can hold.
    NakedSingle,
    /// A hidden triple that leaves its row, column or box one cell for a fourth digit.
    DirectHiddenTriple,
    /// All cells of a box for a digit are in one row or column.
    Pointing,
    /// All cells of a row or column for a digit are in one box.
    Claiming,
    /// Two cells with two digits between them.
    NakedPair,
    /// Two columns have a digit in the same two rows, or vice versa.
    XWing,
    /// Two digits with two cells between them.
    HiddenPair,
    /// Three cells with three digits between them.
    NakedTriple,
    /// Three columns have a digit in the same three rows, or vice versa.
    Swordfish,
    /// Three digits with three cells between them.
    HiddenTriple,
    /// Two rows, or two columns, with two cells for a digit each, one of them in line.
    Skyscraper,
    /// A row and a column with two cells for a digit each, one of them in one box.
    TwoStringKite,
    /// As these two, with a box in place of a row or column.
    TurbotFish,
    /// As these three, with several cells in line in place of one.
    GroupedTurbotFish,
    /// A cell of two digits between two others, all of three digits.
    XyWing,
    /// A cell of three digits between two others that hold two of them.
    XyzWing,
    /// Four cells whose two digits could be swapped, except for one cell.
    UniqueRectangle1,
    /// The same, except for one more digit in several cells.
    UniqueRectangle2,
    /// The same, except for digits that form a naked or hidden set with other cells.
    UniqueRectangle3,
    /// The same, but one of the digits has no other cells in the row, column or box.
    UniqueRectangle4,
    /// As the unique rectangle of this type, with six cells or more.
    UniqueLoop1,
    /// As the unique rectangle of this type, with six cells or more.
    UniqueLoop2,
    /// As the unique rectangle of this type, with six cells or more.
    UniqueLoop3,
    /// As the unique rectangle of this type, with six cells or more.
    UniqueLoop4,
    /// Four cells with four digits between them.
    NakedQuad,
    /// Four columns have a digit in the same four rows, or vice versa.
    Jellyfish,
    /// Four digits with four cells between them.
    HiddenQuad,
}

use Technique as T;

/// Every technique, its name, and its rating in tenths.
///
/// Source: the scale of Sudoku Explainer 1.2.1, and for the turbot family, which that rates 6.6 as
/// chains, the one of its successor SukakuExplainer 1.18.
#[rustfmt::skip]
const TABLE: [(Technique, &str, u16); 33] = [
    (T::LastDigit,          "last digit",              10),
    (T::HiddenSingleInBox,  "hidden single in a box",  12),
    (T::HiddenSingleInLine, "hidden single in a line", 15),
    (T::DirectPointing,     "direct pointing",         17),
    (T::DirectClaiming,     "direct claiming",         19),
    (T::DirectHiddenPair,   "direct hidden pair",      20),
    (T::NakedSingle,        "naked single",            23),
    (T::DirectHiddenTriple, "direct hidden triple",    25),
    (T::Pointing,           "pointing",                26),
    (T::Claiming,           "claiming",                28),
    (T::NakedPair,          "naked pair",              30),
    (T::XWing,              "X-wing",                  32),
    (T::HiddenPair,         "hidden pair",             34),
    (T::NakedTriple,        "naked triple",            36),
    (T::Swordfish,          "swordfish",               38),
    (T::HiddenTriple,       "hidden triple",           40),
    (T::Skyscraper,         "skyscraper",              40),
    (T::TwoStringKite,      "two-string kite",         41),
    (T::TurbotFish,         "turbot fish",             41),
    (T::GroupedTurbotFish,  "grouped turbot fish",     43),
    (T::XyWing,             "XY-wing",                 42),
    (T::XyzWing,            "XYZ-wing",                44),
    (T::UniqueRectangle1,   "unique rectangle type 1", 45),
    (T::UniqueRectangle2,   "unique rectangle type 2", 45),
    (T::UniqueRectangle3,   "unique rectangle type 3", 45),
    (T::UniqueRectangle4,   "unique rectangle type 4", 45),
    (T::UniqueLoop1,        "unique loop type 1",      46),
    (T::UniqueLoop2,        "unique loop type 2",      46),
    (T::UniqueLoop3,        "unique loop type 3",      46),
    (T::UniqueLoop4,        "unique loop type 4",      46),
    (T::NakedQuad,          "naked quad",              50),
    (T::Jellyfish,          "jellyfish",               52),
    (T::HiddenQuad,         "hidden quad",             54),
];

// Checked at compile time: each row is at the index of its technique.
const _: () = {
    let mut row = 0;
    while row < TABLE.len() {
        assert!(TABLE[row].0 as usize == row, "the rows are in the order of the techniques");
        row += 1;
    }
};

/// The rating of the hardest technique, in tenths.
pub(super) const HARDEST: u16 = {
    let (mut hardest, mut row) = (0, 0);
    while row < TABLE.len() {
        if TABLE[row].2 > hardest {
            hardest = TABLE[row].2;
        }
        row += 1;
    }
    hardest
};

impl Technique {
    /// Every technique in the order of the search.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// Usual name, in lower case except for letters as in `X-wing`.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Rating in tenths: 15 is 1.5.
    ///
    /// A unique loop and any of type 3 may be rated more for its length: see
    /// [`Step::tenths`](super::RatingStep::tenths).
    pub fn tenths(self) -> u16 {
        TABLE[self as usize].2
    }

    /// Whether puzzles of a size may need it.
    ///
    /// Direct claiming needs three other boxes next to the box. With one or two, if the row leaves
    /// the digit one cell, either that cell's box leaves it no other, or the box next to that one
    /// points at the others.
    pub(super) fn is_for(self, size: Size) -> bool {
        self != T::DirectClaiming || size > Size::Nine
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
