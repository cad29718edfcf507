//! Several puzzles in one line.

use std::ops::Range;

use super::Line;
use crate::{Size, is_blank, value};

impl Line {
    /// Splits a line before its second puzzle; the rest keeps its columns.
    ///
    /// A puzzle is a word of all its cells, some empty and some not; a word without an empty
    /// cell is the solution of the puzzle before.
    pub(in crate::parse) fn parted(&self) -> Option<(Self, Self)> {
        if self.fault.is_some() {
            return None;
        }
        let chars: Vec<char> = self.raw.chars().collect();
        let mut puzzles = puzzles(&chars);
        let first = puzzles.next()?;
        let second = match puzzles.find(|word| word.len() == first.len()) {
            Some(second) => second,
            // The cells of the first puzzle have spaces between them.
            None if first.start >= self.chars.len() && self.read(first.len()).is_some() => first,
            None => return None,
        };
        let rest = chars[second.start..].iter();
        let rest: String = std::iter::repeat_n(&' ', second.start).chain(rest).collect();
        let first: String = chars[..second.start].iter().collect();
        let first = first.trim_end_matches(|c: char| c.is_whitespace() || parts(c));
        Some((Self::new(self.number, first), Self::new(self.number, &rest)))
    }
}

/// Whether a character other than a space separates words.
fn parts(c: char) -> bool {
    matches!(c, ',' | ';' | '"' | '\'')
}

/// Words before a comment that are whole puzzles.
fn puzzles(chars: &[char]) -> impl Iterator<Item = Range<usize>> {
    let end = chars.iter().position(|&c| c == '#').unwrap_or(chars.len());
    let is_gap = |c: &char| c.is_whitespace() || parts(*c);
    let mut start = 0;
    let words = chars[..end].split(is_gap).map(move |word| {
        let place = start..start + word.len();
        start = place.end + 1;
        place
    });
    words.filter(|place| is_puzzle(&chars[place.clone()]))
}

fn is_puzzle(word: &[char]) -> bool {
    let Some(size) = Size::from_cells(word.len()) else { return false };
    let (blanks, digits): (Vec<char>, Vec<char>) = word.iter().partition(|c| is_blank(**c));
    let fits = |c: &char| value(*c).is_some_and(|digit| usize::from(digit) <= size.side());
    !blanks.is_empty() && !digits.is_empty() && digits.iter().all(fits)
}
