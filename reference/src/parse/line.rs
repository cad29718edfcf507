//! One line of a text and the cells it may hold.

use std::ops::Range;

use super::error::{ParseError, ParseErrorKind};
use crate::{is_blank, value};

/// A line without its comment.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: usize,
    chars: Vec<char>,
}

/// A cell as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// Where it starts, from 1.
    pub(super) column: usize,
    /// What it holds, 0 for nothing; 99 at most, whatever the size.
    pub(super) value: u8,
}

/// Fewest characters that make a one-line puzzle, whose line may go on after a tab or comma.
const SHORTEST_WHOLE: usize = 16;

impl Line {
    pub(super) fn new(number: usize, text: &str) -> Self {
        let mut chars: Vec<char> = text.chars().take_while(|&c| c != '#').collect();
        let field = chars.iter().position(|c| matches!(c, '\t' | ',')).unwrap_or(chars.len());
        if field >= SHORTEST_WHOLE && !chars[..field].contains(&'|') {
            chars.truncate(field);
        }
        Self { number, chars }
    }

    /// Whether there is nothing on it.
    pub(super) fn is_empty(&self) -> bool {
        self.chars.iter().all(|c| c.is_whitespace())
    }

    /// Whether it is `Grid` and a number.
    pub(super) fn is_heading(&self) -> bool {
        let text: String = self.chars.iter().collect();
        let mut words = text.split_whitespace();
        words.next().is_some_and(|word| word.eq_ignore_ascii_case("grid"))
            && words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
            && words.next().is_none()
    }

    /// Whether it could be the rule between two rows.
    pub(super) fn is_rule(&self) -> bool {
        self.chars.iter().all(|&c| "+-=|*:.'".contains(c) || c.is_whitespace())
            && self.chars.windows(3).any(|run| run == ['-'; 3] || run == ['='; 3])
    }

    /// Whether it has a digit.
    pub(super) fn has_digit(&self) -> bool {
        self.chars.iter().any(|&c| value(c).is_some_and(|digit| digit != 0))
    }

    /// Whether it has this character.
    pub(super) fn has(&self, wanted: char) -> bool {
        self.chars.contains(&wanted)
    }

    /// One past its last visible character, from 1.
    pub(super) fn end(&self) -> usize {
        self.chars.iter().rposition(|c| !c.is_whitespace()).map_or(1, |last| last + 2)
    }

    /// An error on this line.
    pub(super) fn error(&self, column: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line: self.number, column, kind }
    }

    /// The error of the first character that has no place in any format.
    pub(super) fn unfit(&self) -> Option<ParseError> {
        let fits = |c: char| value(c).is_some() || c.is_whitespace() || c == '|' || c == ',';
        let index = self.chars.iter().position(|&c| !fits(c))?;
        Some(self.error(index + 1, ParseErrorKind::BadCharacter { found: self.chars[index] }))
    }

    /// The cells of the line when it can be read as that many.
    pub(super) fn read(&self, width: usize) -> Option<Vec<Cell>> {
        if self.has('|') {
            return self.drawn(width);
        }
        if self.has(',') {
            return self.fields(width);
        }
        let readings = [Self::words, Self::packed, Self::spaced, Self::first_word];
        readings.iter().find_map(|read| read(self, width))
    }

    /// How many cells the line seems to have, for a message about their count.
    pub(super) fn count(&self) -> usize {
        if self.has('|') {
            let parts = self.parts_between_bars();
            let single = |part: &Range<usize>| self.single(part.clone()).is_some();
            return if parts.iter().all(single) { parts.len() } else { self.visible().count() };
        }
        if self.has(',') {
            return self.split(|c| c == ',').len();
        }
        let words = self.words_of_line();
        if words.iter().all(|word| word.len() <= 2) { words.len() } else { self.visible().count() }
    }

    /// Words, one a cell.
    fn words(&self, width: usize) -> Option<Vec<Cell>> {
        let words = self.words_of_line();
        (words.len() == width).then(|| self.singles(words))?
    }

    /// Fields between commas, one a cell; an empty field is an empty cell.
    fn fields(&self, width: usize) -> Option<Vec<Cell>> {
        let mut fields = self.split(|c| c == ',');
        if fields.len() == width + 1 && self.is_space(fields[width].clone()) {
            fields.pop();
        }
        (fields.len() == width).then(|| self.singles(fields))?
    }

    /// Visible symbols, one a cell.
    fn packed(&self, width: usize) -> Option<Vec<Cell>> {
        (self.visible().count() == width).then(|| self.symbols(self.visible()))?
    }

    /// Digits and spaces, one a cell.
    fn spaced(&self, width: usize) -> Option<Vec<Cell>> {
        (self.chars.len() == width).then(|| self.digits_and_spaces(0..width))?
    }

    /// The first word, symbol by symbol, when it is a whole puzzle of 9x9 or more.
    fn first_word(&self, width: usize) -> Option<Vec<Cell>> {
        let words = self.words_of_line();
        let word = words.first().filter(|word| word.len() == width && width >= 81)?;
        self.symbols(word.clone())
    }

    /// Parts between bars, a cell or the row of a box each.
    fn drawn(&self, width: usize) -> Option<Vec<Cell>> {
        let order = width.isqrt();
        let with_ends = self.split(|c| c == '|').into_iter().filter(|part| !part.is_empty());
        for parts in [self.parts_between_bars(), with_ends.collect()] {
            if parts.len() == width && parts.iter().all(|part| part.len() <= 5) {
                return self.singles(parts);
            }
            if parts.len() == order {
                let rows = parts.into_iter().map(|part| self.box_row(part, order));
                return rows.collect::<Option<Vec<_>>>().map(|rows| rows.concat());
            }
        }
        None
    }

    /// The cells of one box in one row.
    fn box_row(&self, part: Range<usize>, order: usize) -> Option<Vec<Cell>> {
        let words = self.words_within(part.clone());
        let visible = part.clone().filter(|&index| !self.chars[index].is_whitespace());
        if words.len() == order {
            return self.singles(words);
        }
        if visible.clone().count() == order {
            return self.symbols(visible);
        }
        // Cells side by side, or a space apart with or without margins.
        let margin = match part.len() {
            len if len == order => return self.digits_and_spaces(part),
            len if len + 1 == 2 * order => 0,
            len if len == 2 * order + 1 => 1,
            _ => return None,
        };
        let (cells, gaps) = (part.clone().skip(margin), part.skip(1 - margin));
        self.is_space(gaps.step_by(2)).then(|| self.digits_and_spaces(cells.step_by(2)))?
    }

    fn parts_between_bars(&self) -> Vec<Range<usize>> {
        let mut parts = self.split(|c| c == '|');
        if parts.last().is_some_and(|last| self.is_space(last.clone())) {
            parts.pop();
        }
        if parts.first().is_some_and(|first| self.is_space(first.clone())) {
            parts.remove(0);
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    fn words_of_line(&self) -> Vec<Range<usize>> {
        self.words_within(0..self.chars.len())
    }

    fn words_within(&self, part: Range<usize>) -> Vec<Range<usize>> {
        let mut words: Vec<Range<usize>> = Vec::new();
        for index in part.filter(|&index| !self.chars[index].is_whitespace()) {
            match words.last_mut() {
                Some(word) if word.end == index => word.end += 1,
                _ => words.push(index..index + 1),
            }
        }
        words
    }

    /// The parts between characters, empty ones included.
    fn split(&self, at: impl Fn(char) -> bool) -> Vec<Range<usize>> {
        let mut start = 0;
        let mut parts = Vec::new();
        for (index, &c) in self.chars.iter().enumerate() {
            if at(c) {
                parts.push(start..index);
                start = index + 1;
            }
        }
        parts.push(start..self.chars.len());
        parts
    }

    /// Characters that are neither space nor bar.
    fn visible(&self) -> impl Iterator<Item = usize> {
        let shows = |c: char| !c.is_whitespace() && c != '|';
        (0..self.chars.len()).filter(move |&index| shows(self.chars[index]))
    }

    fn is_space(&self, mut indices: impl Iterator<Item = usize>) -> bool {
        indices.all(|index| self.chars[index].is_whitespace())
    }

    /// Symbols where a space is an empty cell, and nothing else is one.
    fn digits_and_spaces(&self, indices: impl Iterator<Item = usize> + Clone) -> Option<Vec<Cell>> {
        let fits = |index| self.chars[index] == ' ' || !is_blank(self.chars[index]);
        indices.clone().all(fits).then(|| self.symbols(indices))?
    }

    fn symbols(&self, indices: impl Iterator<Item = usize>) -> Option<Vec<Cell>> {
        indices
            .map(|index| Some(Cell { column: index + 1, value: value(self.chars[index])? }))
            .collect()
    }

    fn singles(&self, parts: Vec<Range<usize>>) -> Option<Vec<Cell>> {
        parts.into_iter().map(|part| self.single(part)).collect()
    }

    /// The cell of a part that holds nothing, one symbol or a number of two digits.
    fn single(&self, part: Range<usize>) -> Option<Cell> {
        let start = part.clone().find(|&index| !self.chars[index].is_whitespace());
        let column = start.unwrap_or(part.start) + 1;
        let text: String = self.chars[part].iter().collect();
        let text = text.trim();
        let mut symbols = text.chars();
        let value = match (symbols.next(), symbols.next()) {
            (None, _) => 0,
            (Some(symbol), None) => value(symbol)?,
            _ if text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit()) => {
                text.parse().ok()?
            }
            _ => return None,
        };
        Some(Cell { column, value })
    }
}
