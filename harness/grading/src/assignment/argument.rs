//! Kinds of arguments, and the names that the file gives them.

use crate::value::Number;

/// A kind of argument.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Argument {
    /// A pointer to a cell.
    Cell,
    /// A pointer to a board of 81 cells.
    Board,
    /// A pointer to a solved cell of the board before it.
    Place,
    /// A number.
    Number(Item),
    /// The size of another argument of this index.
    Size(Side, usize),
    /// A pointer to numbers that follow one another.
    Array {
        /// Count.
        count: ElementCount,
        /// Of what.
        item: Item,
        /// Whether they rise.
        is_sorted: bool,
    },
    /// A pointer to the numbers of a matrix, row by row.
    Matrix {
        /// Number of rows.
        rows: ElementCount,
        /// Number of columns.
        columns: ElementCount,
        /// Of what.
        item: Item,
        /// Whether it is a table of pointers to rows.
        has_pointers: bool,
    },
    /// A pointer to a text of at most this many characters, and a NUL.
    Text(u16),
    /// A pointer to a table of pointers to texts.
    Texts {
        /// Count.
        count: ElementCount,
        /// Characters of each at most.
        most: u16,
    },
    /// A pointer to the first node of a linked list, or 0.
    List(Nodes),
    /// A pointer to the root of a binary tree, or 0.
    Tree(Nodes),
}

/// A side of an argument that has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The number of its elements, characters or nodes.
    Length,
    /// The rows of a matrix.
    Rows,
    /// The columns of a matrix.
    Columns,
}

/// Number of elements: from `low` to `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementCount {
    /// The fewest.
    pub low: u16,
    /// The most.
    pub high: u16,
}

/// A number's width, and the smallest and largest value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Item {
    /// Its width, and whether it is floating point.
    pub width: Width,
    /// The smallest.
    pub low: Number,
    /// The largest.
    pub high: Number,
}

/// The width of a number in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// 8 bits.
    Byte,
    /// 16 bits.
    Half,
    /// A word of the machine.
    Word,
    /// 64 bits.
    Long,
    /// A floating-point number of one word.
    Single,
    /// A floating-point number of 64 bits.
    Double,
}

impl Width {
    /// Whether it is a floating-point number.
    #[must_use]
    pub fn is_real(self) -> bool {
        matches!(self, Width::Single | Width::Double)
    }

    /// Words that carry it.
    #[must_use]
    pub fn words(self) -> usize {
        if matches!(self, Width::Long | Width::Double) { 2 } else { 1 }
    }
}

/// Nodes of a linked structure, whose values are words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nodes {
    /// Count.
    pub count: ElementCount,
    /// Their values.
    pub item: Item,
    /// Whether a node's pointers come before its value.
    pub links_first: bool,
    /// Whether a list's values rise; a tree is a search tree.
    pub is_sorted: bool,
}

/// Elements of an array, characters of a text, or nodes at most.
const MOST_UNITS: u16 = 1000;

/// Units of memory that a function's arguments may take together, with what is around them.
pub const ROOM_UNITS: u64 = 6000;

/// The names of arguments, for messages.
pub const NAMES: &str = "`int LOW..HIGH`, `int64 LOW..HIGH`, `float LOW..HIGH`, `double LOW..HIGH`, \
    `words COUNT LOW..HIGH` (or bytes, halves, floats, doubles), `length N`, `matrix ROWS COLUMNS LOW..HIGH`, \
    `row-pointers ROWS COLUMNS LOW..HIGH`, `rows N`, `columns N`, `text MOST`, `texts COUNT MOST`, \
    `list MOST LOW..HIGH`, `tree MOST LOW..HIGH`, cell, board, place and digit";

impl Argument {
    /// The kind of a name such as `cell` or `int -5..5`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let words: Vec<&str> = name.split_whitespace().collect();
        Some(match *words.as_slice() {
            ["cell"] => Argument::Cell,
            ["board"] => Argument::Board,
            ["place"] => Argument::Place,
            ["digit"] => Argument::Number(Item::of(Width::Word, "1..9")?),
            ["length", of] => Argument::Size(Side::Length, rank(of)?),
            ["rows", of] => Argument::Size(Side::Rows, rank(of)?),
            ["columns", of] => Argument::Size(Side::Columns, rank(of)?),
            ["text", most] => Argument::Text(number(most)?),
            ["texts", count, most] => {
                Argument::Texts { count: ElementCount::exactly(count)?, most: number(most)? }
            }
            [matrix @ ("matrix" | "row-pointers"), rows, columns, span] => Argument::Matrix {
                rows: ElementCount::exactly(rows)?,
                columns: ElementCount::exactly(columns)?,
                item: Item::of(Width::Word, span)?,
                has_pointers: matrix == "row-pointers",
            },
            [kind @ ("list" | "tree"), most, span, ref options @ ..] => {
                let nodes = Nodes {
                    count: ElementCount::at_most(most)?,
                    item: Item::of(Width::Word, span)?,
                    links_first: options.contains(&"links-first"),
                    is_sorted: options.contains(&"sorted"),
                };
                let is_known = |option: &&str| matches!(*option, "links-first" | "sorted");
                if !options.iter().all(is_known) {
                    return None;
                }
                if kind == "list" { Argument::List(nodes) } else { Argument::Tree(nodes) }
            }
            [kind, count, span, ref options @ ..]
                if options.is_empty() || *options == ["sorted"] =>
            {
                let (count, item) =
                    (ElementCount::exactly(count)?, Item::of(Width::of_array(kind)?, span)?);
                Argument::Array { count, item, is_sorted: !options.is_empty() }
            }
            [kind, span] => Argument::Number(Item::of(Width::of_number(kind)?, span)?),
            _ => return None,
        })
    }

    /// Whether it comes with its own memory.
    #[must_use]
    pub fn is_memory(self) -> bool {
        !matches!(self, Argument::Place | Argument::Number(_) | Argument::Size(..))
    }

    /// Whether it has this side.
    #[must_use]
    pub fn has(self, side: Side) -> bool {
        match self {
            Argument::Matrix { .. } => side != Side::Length,
            Argument::Array { .. }
            | Argument::Text(_)
            | Argument::Texts { .. }
            | Argument::List(_)
            | Argument::Tree(_) => side == Side::Length,
            _ => false,
        }
    }

    /// Words that carry it, and whether they are a floating-point number.
    #[must_use]
    pub fn carried(self) -> (usize, bool) {
        match self {
            Argument::Number(item) => (item.width.words(), item.width.is_real()),
            _ => (1, false),
        }
    }

    /// Whether it needs numbers of more or fewer bits than a word, which a machine of words has not.
    #[must_use]
    pub fn is_of_bytes(self) -> bool {
        let is = |item: Item| !matches!(item.width, Width::Word | Width::Single);
        match self {
            Argument::Number(item)
            | Argument::Array { item, .. }
            | Argument::Matrix { item, .. } => is(item),
            _ => false,
        }
    }

    /// Its noun in messages.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Argument::Cell => "cell",
            Argument::Board => "board",
            Argument::Place => "place in the board",
            Argument::Number(_) => "number",
            Argument::Size(..) => "size",
            Argument::Array { .. } => "array",
            Argument::Matrix { .. } => "matrix",
            Argument::Text(_) => "text",
            Argument::Texts { .. } => "table of texts",
            Argument::List(_) => "list",
            Argument::Tree(_) => "tree",
        }
    }

    /// Notation of its values in a row.
    #[must_use]
    pub fn written(self) -> String {
        match self {
            Argument::Cell => {
                "nine characters, each its digit or `.`, such as \"12..5....\"".to_owned()
            }
            Argument::Board => "81 characters, digits and `.`".to_owned(),
            Argument::Place => "a cell number from 0 to 80".to_owned(),
            Argument::Number(item) => format!("a number from {} to {}", item.low, item.high),
            Argument::Size(..) => "left out: the other argument determines it".to_owned(),
            Argument::Array { count, item, .. } => format!(
                "{count} numbers from {0} to {1}, such as [{0}, {1}, ...]",
                item.low, item.high
            ),
            Argument::Matrix { rows, columns, item, .. } => format!(
                "{rows} rows of {columns} numbers from {0} to {1}, such as [[{0}, {1}, ...], ...]",
                item.low, item.high
            ),
            Argument::Text(most) => format!("a text of at most {most} characters of ASCII"),
            Argument::Texts { count, most } => {
                format!("{count} texts of at most {most} characters of ASCII, such as [\"a\", ...]")
            }
            Argument::List(nodes) => format!(
                "{} numbers from {} to {}, such as [1, 2]",
                nodes.count, nodes.item.low, nodes.item.high
            ),
            Argument::Tree(nodes) => format!(
                "a tree of {} numbers from {} to {}: [] is empty, [1] a leaf, [2, [1], []] a node with left and right subtrees",
                nodes.count, nodes.item.low, nodes.item.high
            ),
        }
    }
}

impl Width {
    fn of_number(name: &str) -> Option<Width> {
        Some(match name {
            "int" => Width::Word,
            "int64" => Width::Long,
            "float" => Width::Single,
            "double" => Width::Double,
            _ => return None,
        })
    }

    fn of_array(name: &str) -> Option<Width> {
        Some(match name {
            "bytes" => Width::Byte,
            "halves" => Width::Half,
            "words" => Width::Word,
            "floats" => Width::Single,
            "doubles" => Width::Double,
            _ => return None,
        })
    }
}

impl Item {
    /// A number of a span `LOW..HIGH`, which must fit its width.
    fn of(width: Width, span: &str) -> Option<Item> {
        let (low, high) = span.split_once("..")?;
        let read = |text: &str| {
            if width.is_real() {
                let number = text.parse().ok().filter(|number: &f64| number.is_finite())?;
                return Some(Number::Real(number));
            }
            let number: i64 = text.parse().ok()?;
            let fits = match width {
                Width::Byte => (-128..=255).contains(&number),
                Width::Half => (-32_768..=65_535).contains(&number),
                _ => true,
            };
            fits.then_some(Number::Int(number))
        };
        let (low, high) = (read(low)?, read(high)?);
        (low.real() <= high.real()).then_some(Item { width, low, high })
    }

    /// Whether a number may be one of them.
    #[must_use]
    pub fn has(self, number: Number) -> bool {
        match (self.low, self.high, number) {
            (Number::Int(low), Number::Int(high), Number::Int(number)) => {
                (low..=high).contains(&number)
            }
            (low, high, number) => (low.real()..=high.real()).contains(&number.real()),
        }
    }
}

impl ElementCount {
    /// `COUNT` is an exact number; `LOW..HIGH` is a range.
    fn exactly(text: &str) -> Option<ElementCount> {
        match text.split_once("..") {
            None => number(text).map(|number| ElementCount { low: number, high: number }),
            Some((low, high)) => {
                let (low, high) = (low.parse().ok()?, number(high)?);
                (low <= high).then_some(ElementCount { low, high })
            }
        }
    }

    /// `MOST` is a range from 0.
    fn at_most(text: &str) -> Option<ElementCount> {
        let count = ElementCount::exactly(text)?;
        Some(if text.contains("..") { count } else { ElementCount { low: 0, ..count } })
    }

    /// Whether there may be this many.
    #[must_use]
    pub fn has(self, count: usize) -> bool {
        (usize::from(self.low)..=self.high.into()).contains(&count)
    }
}

impl std::fmt::Display for ElementCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.low == self.high {
            return write!(f, "{}", self.high);
        }
        write!(f, "{} to {}", self.low, self.high)
    }
}

/// Maximum number of elements, characters or nodes.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number| (1..=MOST_UNITS).contains(number))
}

/// The index of an argument that is counted from 1.
fn rank(text: &str) -> Option<usize> {
    text.parse::<usize>().ok()?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_to_the_letter() {
        let Some(Argument::List(nodes)) = Argument::named("list 5 -9..9 sorted links-first") else {
            panic!("a list")
        };
        assert_eq!(
            (nodes.count, nodes.links_first, nodes.is_sorted),
            (ElementCount { low: 0, high: 5 }, true, true)
        );
        let Some(Argument::Array { count, item, .. }) = Argument::named("floats 2..4 -0.5..1.5")
        else {
            panic!("an array")
        };
        assert_eq!((count, item.high), (ElementCount { low: 2, high: 4 }, Number::Real(1.5)));
        for wrong in [
            "list 5",
            "list 5 1..2 doubled",
            "words 0 1..2",
            "words 5..2 1..2",
            "bytes 3 0..256",
            "int 2..1",
            "float 1..inf",
            "length 0",
            "texts 3",
            "matrix 2 1..2",
            "words 3 1..2 sorted sorted",
            "",
        ] {
            assert_eq!(Argument::named(wrong), None, "{wrong}");
        }
    }
}
