//! Linked structures as a program left them: compared by shape and values, never by address.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use super::{Layout, bracketed};

/// Target of a pointer.
#[derive(Debug, Clone, PartialEq)]
pub enum Structure {
    /// The values of a list, and how it ends.
    List(Vec<i64>, ChainEnd),
    /// A tree.
    Tree(Branch),
    /// The characters of a text, and how it ends.
    Text(Vec<u8>, ChainEnd),
    /// The texts of a table.
    Texts(Vec<Structure>),
    /// Rows of numbers, with what they may differ by.
    Rows(Vec<Vec<f64>>, f64),
}

/// A binary tree, or what is in the place of one.
#[derive(Debug, Clone, PartialEq)]
pub enum Branch {
    /// No node.
    Empty,
    /// A value with the left and the right tree.
    Node(i64, Box<(Branch, Branch)>),
    /// A pointer that leads to no node of a tree.
    Bad(ChainEnd),
}

/// End of a chain of pointers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainEnd {
    /// As it should.
    Proper,
    /// A pointer leads back to the node of this number, from 1.
    Cycle(usize),
    /// A pointer leads to an address that has no memory.
    Wild(u64),
    /// A pointer leads to memory of an argument, where all must be new.
    Old,
    /// There are more nodes than anybody asked for.
    Endless,
}

/// Nodes and characters that are read at most.
const MOST_NODES: usize = 2000;

impl Branch {
    /// A node.
    #[must_use]
    pub fn node(value: i64, left: Branch, right: Branch) -> Branch {
        Branch::Node(value, Box::new((left, right)))
    }

    /// Number of its nodes.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Branch::Node(_, both) => 1 + both.0.count() + both.1.count(),
            Branch::Empty | Branch::Bad(_) => 0,
        }
    }

    /// The values from left to right.
    fn values(&self, all: &mut Vec<i64>) {
        if let Branch::Node(value, both) = self {
            both.0.values(all);
            all.push(*value);
            both.1.values(all);
        }
    }

    /// Whether it is a search tree without a value that comes twice.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        let mut values = Vec::new();
        self.values(&mut values);
        values.is_sorted_by(|a, b| a < b)
    }

    fn is_sound(&self) -> bool {
        match self {
            Branch::Node(_, both) => both.0.is_sound() && both.1.is_sound(),
            Branch::Empty => true,
            Branch::Bad(_) => false,
        }
    }
}

impl Structure {
    /// Whether another is the same; floating-point numbers within the tolerance.
    #[must_use]
    pub fn agrees(&self, other: &Structure) -> bool {
        match (self, other) {
            (Structure::Rows(all, most), Structure::Rows(others, _)) => {
                let is_near = |(a, b): (&Vec<f64>, &Vec<f64>)| {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_near(*a, *b, *most))
                };
                all.len() == others.len() && all.iter().zip(others).all(is_near)
            }
            _ => self == other,
        }
    }

    /// Whether every pointer in it has a valid target.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        match self {
            Structure::List(_, end) | Structure::Text(_, end) => *end == ChainEnd::Proper,
            Structure::Tree(tree) => tree.is_sound(),
            Structure::Texts(texts) => texts.iter().all(Structure::is_sound),
            Structure::Rows(..) => true,
        }
    }
}

/// Whether two floating-point numbers are as near as they must be; of a tolerance of 0, the same.
#[must_use]
pub(crate) fn is_near(a: f64, b: f64, tolerance: f64) -> bool {
    a.to_bits() == b.to_bits()
        || a == b && tolerance > 0.0
        || (a - b).abs() <= tolerance && tolerance > 0.0
        || a.is_nan() && b.is_nan()
}

/// Reads memory, unit by unit.
pub(crate) type Peek<'p> = &'p dyn Fn(u64) -> Option<u64>;

impl Layout {
    fn word_at(self, peek: Peek<'_>, at: u64) -> Option<u64> {
        let units: Option<Vec<u64>> = (at..at + self.word_units()).map(peek).collect();
        units.map(|units| self.number(&units) as u64)
    }

    /// Pointer in memory, without the other bits of its word.
    fn pointer_at(self, peek: Peek<'_>, at: u64) -> Option<u64> {
        self.word_at(peek, at).map(|word| word & (u64::MAX >> (64 - self.address_bits)))
    }

    /// The list whose first node a pointer names.
    #[must_use]
    pub fn list(
        self,
        peek: Peek<'_>,
        first: u64,
        links_first: bool,
        old: &[Range<u64>],
    ) -> Structure {
        let (mut values, mut seen) = (Vec::new(), HashMap::new());
        let (value, next) =
            if links_first { (self.word_units(), 0) } else { (0, self.word_units()) };
        let mut at = first & (u64::MAX >> (64 - self.address_bits));
        let end = loop {
            if at == 0 {
                break ChainEnd::Proper;
            }
            if old.iter().any(|old| old.contains(&at)) {
                break ChainEnd::Old;
            }
            if let Some(&number) = seen.get(&at) {
                break ChainEnd::Cycle(number);
            }
            if values.len() == MOST_NODES {
                break ChainEnd::Endless;
            }
            let node = self.word_at(peek, at + value).zip(self.pointer_at(peek, at + next));
            let Some((number, next)) = node else { break ChainEnd::Wild(at) };
            values.push(number as i64);
            seen.insert(at, values.len());
            at = next;
        };
        Structure::List(values, end)
    }

    /// The tree whose root a pointer names.
    #[must_use]
    pub fn tree(self, peek: Peek<'_>, root: u64, links_first: bool, old: &[Range<u64>]) -> Branch {
        let root = root & (u64::MAX >> (64 - self.address_bits));
        self.branch(peek, root, links_first, (old, &mut HashMap::new()))
    }

    fn branch(
        self,
        peek: Peek<'_>,
        at: u64,
        links_first: bool,
        (old, seen): (&[Range<u64>], &mut HashMap<u64, usize>),
    ) -> Branch {
        let word = self.word_units();
        let (value, left, right) =
            if links_first { (2 * word, 0, word) } else { (0, word, 2 * word) };
        if at == 0 {
            return Branch::Empty;
        }
        if old.iter().any(|old| old.contains(&at)) {
            return Branch::Bad(ChainEnd::Old);
        }
        if let Some(&number) = seen.get(&at) {
            return Branch::Bad(ChainEnd::Cycle(number));
        }
        if seen.len() == MOST_NODES {
            return Branch::Bad(ChainEnd::Endless);
        }
        let links = self.pointer_at(peek, at + left).zip(self.pointer_at(peek, at + right));
        let Some((number, (left, right))) = self.word_at(peek, at + value).zip(links) else {
            return Branch::Bad(ChainEnd::Wild(at));
        };
        seen.insert(at, seen.len() + 1);
        let left = self.branch(peek, left, links_first, (old, seen));
        let right = self.branch(peek, right, links_first, (old, seen));
        Branch::node(number as i64, left, right)
    }

    /// The text that begins at an address.
    #[must_use]
    pub fn text_at(self, peek: Peek<'_>, first: u64, old: &[Range<u64>]) -> Structure {
        let mut bytes = Vec::new();
        for at in first & (u64::MAX >> (64 - self.address_bits)).. {
            if old.iter().any(|old| old.contains(&at)) {
                return Structure::Text(bytes, ChainEnd::Old);
            }
            let Some(unit) = peek(at) else { return Structure::Text(bytes, ChainEnd::Wild(at)) };
            for byte in self.bytes(&[unit]) {
                if byte == 0 {
                    return Structure::Text(bytes, ChainEnd::Proper);
                }
                bytes.push(byte as u8);
            }
            if bytes.len() >= MOST_NODES {
                break;
            }
        }
        Structure::Text(bytes, ChainEnd::Endless)
    }

    /// The texts of a table of pointers.
    #[must_use]
    pub fn texts_at(self, peek: Peek<'_>, table: u64, count: usize) -> Structure {
        let text = |at| {
            let pointer = self.pointer_at(peek, at);
            pointer.map_or(Structure::Text(Vec::new(), ChainEnd::Wild(at)), |at| {
                self.text_at(peek, at, &[])
            })
        };
        let places = (0..count as u64).map(|number| table + number * self.word_units());
        Structure::Texts(places.map(text).collect())
    }
}

impl fmt::Display for ChainEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChainEnd::Proper => Ok(()),
            ChainEnd::Cycle(number) => write!(f, "back to node {number}"),
            ChainEnd::Wild(at) => write!(f, "a pointer to {at:#x}, where there is no memory"),
            ChainEnd::Old => f.write_str("a pointer to the argument, not to a copy"),
            ChainEnd::Endless => f.write_str("and so on without end"),
        }
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Branch::Empty => f.write_str("[]"),
            Branch::Bad(end) => write!(f, "<{end}>"),
            Branch::Node(value, both) if **both == (Branch::Empty, Branch::Empty) => {
                write!(f, "[{value}]")
            }
            Branch::Node(value, both) => write!(f, "[{value}, {}, {}]", both.0, both.1),
        }
    }
}

/// Values of a long list that are shown.
const SHOWN: usize = 40;

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Structure::List(values, ChainEnd::Proper) if values.len() <= SHOWN => {
                f.write_str(&bracketed(values))
            }
            Structure::List(values, end) => {
                let more = if values.len() > SHOWN { "...".to_owned() } else { String::new() };
                let end =
                    Some(end).filter(|end| **end != ChainEnd::Proper).map(|end| format!("<{end}>"));
                let shown = values.iter().take(SHOWN).map(ToString::to_string).chain([more]);
                f.write_str(&bracketed(shown.filter(|part| !part.is_empty()).chain(end)))
            }
            Structure::Tree(tree) => write!(f, "{tree}"),
            Structure::Text(bytes, end) => {
                let shown = targets::escape::line(bytes, 200);
                match end {
                    ChainEnd::Proper => write!(f, "\"{shown}\""),
                    end => write!(f, "\"{shown}\" <{end}>"),
                }
            }
            Structure::Texts(texts) => f.write_str(&bracketed(texts)),
            Structure::Rows(rows, _) => match rows.as_slice() {
                [row] => write!(f, "{row:?}"),
                rows => write!(f, "{rows:?}"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::Cells;

    const LAYOUT: Layout = Layout {
        cells: Cells::Strings,
        unit_bits: 36,
        word_bits: 36,
        is_big_endian: false,
        address_bits: 18,
    };

    /// Memory of words from address 8 on.
    fn list(words: &[u64]) -> String {
        let peek = |at: u64| words.get(at.checked_sub(8)? as usize).copied();
        LAYOUT.list(&peek, 8, false, &[]).to_string()
    }

    #[test]
    fn cycles_and_wild_pointers_are_reported_and_not_followed() {
        assert_eq!(list(&[5, 10, 6, 0]), "[5, 6]");
        assert_eq!(list(&[5, 10, 6, 8]), "[5, 6, <back to node 1>]");
        assert_eq!(
            list(&[5, 10, 6, 0o777]),
            "[5, 6, <a pointer to 0x1ff, where there is no memory>]"
        );
        assert_eq!(
            list(&[5, 0o5_000010]),
            "[5, <back to node 1>]",
            "the left half is not an address"
        );
        let old = std::iter::once(9..10).collect::<Vec<Range<u64>>>();
        let old = LAYOUT.list(&|_| Some(9), 8, false, &old).to_string();
        assert_eq!(old, "[9, <a pointer to the argument, not to a copy>]");
        let words = [5, 8 + 3, 0, 7, 8, 0];
        let peek = |at: u64| words.get(at.checked_sub(8)? as usize).copied();
        let tree = LAYOUT.tree(&peek, 8, false, &[]);
        assert_eq!(tree.to_string(), "[5, [7, <back to node 1>, []], []]");
        assert!(!Structure::Tree(tree).is_sound());
    }

    #[test]
    fn numbers_are_near_within_the_tolerance_alone() {
        assert!(
            is_near(1.0, 1.5, 0.5) && !is_near(1.0, 1.5, 0.25) && is_near(f64::NAN, f64::NAN, 0.0)
        );
        assert!(!is_near(0.0, -0.0, 0.0) && is_near(0.0, -0.0, 0.1));
        let infinity = f64::INFINITY;
        assert!(is_near(infinity, infinity, 0.5) && !is_near(infinity, -infinity, 0.5));
    }
}
