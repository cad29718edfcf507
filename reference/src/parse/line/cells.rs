//! Cells of a line, read in the way that yields the right number.

use std::ops::Range;

use super::{Cell, Line, SHORTEST_FIRST};
use crate::{is_blank, value};

impl Line {
    /// The cells of the line, if it can be read as that number of cells.
    pub(in crate::parse) fn read(&self, width: usize) -> Option<Vec<Cell>> {
        if self.fault.is_some() {
            return None;
        }
        if self.has('|') {
            return self.drawn(width);
        }
        if self.has(',') {
            return self.fields(width, ',');
        }
        if let (true, Some(cells)) = (self.has('\t'), self.fields(width, '\t')) {
            return Some(cells);
        }
        let readings = [Self::words, Self::packed, Self::spaced, Self::first_word];
        readings.iter().find_map(|read| read(self, width))
    }

    /// Its visible characters, if all are symbols, as in a Sukaku.
    pub(in crate::parse) fn symbols_of_line(&self) -> Option<Vec<Cell>> {
        self.symbols(self.visible())
    }

    /// Its words without bars, each with its first column.
    pub(in crate::parse) fn words_between_bars(&self) -> Vec<(usize, &[char])> {
        let gap = |&index: &usize| self.chars[index] == '|' || self.chars[index].is_whitespace();
        let mut words = Vec::new();
        let mut next = 0;
        while let Some(start) = (next..self.chars.len()).find(|index| !gap(index)) {
            next = (start..self.chars.len()).find(gap).unwrap_or(self.chars.len());
            words.push((start + 1, &self.chars[start..next]));
        }
        words
    }

    /// Whether its words have different lengths, like candidates.
    pub(in crate::parse) fn has_uneven_words(&self) -> bool {
        let words = self.words_between_bars();
        words.windows(2).any(|pair| pair[0].1.len() != pair[1].1.len())
    }

    /// Apparent number of cells, for a message about it.
    pub(in crate::parse) fn count(&self) -> usize {
        let are_single =
            |parts: &[Range<usize>]| parts.iter().all(|part| self.single(part.clone()).is_some());
        let parts = match [',', '\t'].into_iter().find(|&separator| self.has(separator)) {
            _ if self.has('|') => self.parts_between_bars(),
            Some(separator) => self.split(|c| c == separator),
            None => self.words_of_line(),
        };
        if are_single(&parts) {
            parts.len()
        } else {
            self.visible().filter(|&index| self.chars[index] != ',').count()
        }
    }

    /// Words, one per cell.
    fn words(&self, width: usize) -> Option<Vec<Cell>> {
        let words = self.words_of_line();
        (words.len() == width).then(|| self.singles(words))?
    }

    /// Fields separated by commas or tabs, one per cell; an empty field is an empty cell.
    ///
    /// A separator after the last field or after adjacent symbols is ignored.
    fn fields(&self, width: usize, separator: char) -> Option<Vec<Cell>> {
        let mut fields = self.split(|c| c == separator);
        let is_over = fields.last().is_some_and(|last| self.is_space(last.clone()));
        if is_over && (fields.len() == width + 1 || fields.len() == 2) {
            fields.pop();
        }
        match fields.as_slice() {
            [symbols] => {
                let shown = symbols.clone().filter(|&index| !self.chars[index].is_whitespace());
                (shown.clone().count() == width).then(|| self.symbols(shown))?
            }
            fields => (fields.len() == width).then(|| self.singles(fields.to_vec()))?,
        }
    }

    /// Visible symbols, one per cell.
    fn packed(&self, width: usize) -> Option<Vec<Cell>> {
        (self.visible().count() == width).then(|| self.symbols(self.visible()))?
    }

    /// Digits and spaces, one per cell.
    fn spaced(&self, width: usize) -> Option<Vec<Cell>> {
        (self.chars.len() == width).then(|| self.digits_and_spaces(0..width))?
    }

    /// Symbols of the first word, if it is a whole puzzle of 9x9 or more.
    fn first_word(&self, width: usize) -> Option<Vec<Cell>> {
        let words = self.words_of_line();
        let word = words.first().filter(|word| word.len() == width && width >= SHORTEST_FIRST)?;
        self.symbols(word.clone())
    }

    /// Parts between bars, each a cell or the row of a box.
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

    /// Cells of one box in one row.
    fn box_row(&self, part: Range<usize>, order: usize) -> Option<Vec<Cell>> {
        let words = self.words_within(part.clone());
        let visible = part.clone().filter(|&index| !self.chars[index].is_whitespace());
        if words.len() == order {
            return self.singles(words);
        }
        if visible.clone().count() == order {
            return self.symbols(visible);
        }
        // Adjacent cells, or cells separated by a space, with or without margins.
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

    pub(super) fn words_of_line(&self) -> Vec<Range<usize>> {
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

    /// Parts between characters, including empty ones.
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

    /// Characters except spaces and bars.
    fn visible(&self) -> impl Iterator<Item = usize> {
        let shows = |c: char| !c.is_whitespace() && c != '|';
        (0..self.chars.len()).filter(move |&index| shows(self.chars[index]))
    }

    fn is_space(&self, mut indices: impl Iterator<Item = usize>) -> bool {
        indices.all(|index| self.chars[index].is_whitespace())
    }

    /// Symbols, if only spaces are empty cells.
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

    /// The cell of a part that is empty, one symbol or a number of two digits.
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
