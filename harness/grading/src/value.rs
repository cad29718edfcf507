//! Arguments of functions as values, and how they lie in memory.

use std::fmt;

use crate::assignment::{Argument, Cells};

/// What a function is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A cell by its candidates, bit d-1 for digit d.
    Cell(u16),
    /// The cells of a board, row by row.
    Board(Vec<u16>),
    /// A cell of the board before it, by its index.
    Place(usize),
    /// A number.
    Int(i64),
    /// The words of an array.
    Words(Vec<i64>),
    /// A text in a place for so many characters and a NUL.
    Text(String, u16),
}

/// A cell of which nothing is known.
pub const OPEN: u16 = 0x1ff;

/// Cells of a board.
pub const CELLS: usize = 81;

/// How a machine's memory takes values.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// How a cell lies in memory.
    pub cells: Cells,
    /// Bits of a unit of memory: 8 or 36.
    pub unit_bits: u32,
    /// Whether a word's highest byte comes first.
    pub is_big_endian: bool,
}

/// Characters of five in a word of a machine of words, seven bits each from the left.
pub(crate) const CHARACTERS: usize = 5;

impl Layout {
    /// Units that a cell takes.
    #[must_use]
    pub fn cell_units(self) -> u64 {
        match (self.cells, self.unit_bits) {
            (Cells::Strings, 8) => 10,
            (Cells::Strings, _) => 2,
            (_, 8) => 4,
            _ => 1,
        }
    }

    /// Units of an argument's own memory; none where it has none.
    #[must_use]
    pub fn units(self, argument: Argument) -> u64 {
        match argument {
            Argument::Cell => self.cell_units(),
            Argument::Board => self.cell_units() * CELLS as u64,
            Argument::Place | Argument::Int(..) => 0,
            Argument::Words(count, ..) => u64::from(count) * self.word_units(),
            Argument::Text(most) if self.unit_bits == 8 => u64::from(most) + 1,
            Argument::Text(most) => (u64::from(most) + 1).div_ceil(CHARACTERS as u64),
        }
    }

    pub(crate) fn word_units(self) -> u64 {
        if self.unit_bits == 8 { 4 } else { 1 }
    }

    /// A value as memory has it; nothing for one that a register carries.
    #[must_use]
    pub fn memory(self, value: &Value) -> Vec<u64> {
        match value {
            Value::Cell(cell) => self.cell(*cell),
            Value::Board(cells) => cells.iter().flat_map(|&cell| self.cell(cell)).collect(),
            Value::Place(_) | Value::Int(_) => Vec::new(),
            Value::Words(numbers) => numbers.iter().flat_map(|&number| self.word(number)).collect(),
            Value::Text(text, most) => {
                let mut units = self.text(text);
                units.resize(self.units(Argument::Text(*most)) as usize, 0);
                units
            }
        }
    }

    fn cell(self, cell: u16) -> Vec<u64> {
        match self.cells {
            Cells::Strings => self.text(&show_cell(cell)),
            Cells::Masks => self.word(cell.into()),
            Cells::Digits => self.word(only(cell).into()),
        }
    }

    pub(crate) fn word(self, number: i64) -> Vec<u64> {
        if self.unit_bits != 8 {
            return vec![number as u64 & (u64::MAX >> (64 - self.unit_bits))];
        }
        let word = number as u32;
        let bytes = if self.is_big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
        bytes.map(u64::from).to_vec()
    }

    /// A word of memory as a number with its sign.
    pub(crate) fn number(self, units: &[u64]) -> i64 {
        if self.unit_bits != 8 {
            let above = 64 - self.unit_bits;
            return units.first().map_or(0, |&word| (word << above) as i64 >> above);
        }
        let byte = |word: u32, &unit: &u64| word << 8 | unit as u32;
        let word = if self.is_big_endian {
            units.iter().fold(0, byte)
        } else {
            units.iter().rev().fold(0, byte)
        };
        i64::from(word as i32)
    }

    /// Characters with a NUL behind them.
    pub(crate) fn text(self, text: &str) -> Vec<u64> {
        let bytes: Vec<u64> = text.bytes().chain([0]).map(u64::from).collect();
        if self.unit_bits == 8 {
            return bytes;
        }
        let word = |part: &[u64]| {
            let placed = part.iter().enumerate();
            placed.map(|(at, byte)| byte << (29 - 7 * at)).sum()
        };
        bytes.chunks(CHARACTERS).map(word).collect()
    }

    /// Where an argument's memory is not as it should be first, in words for people.
    #[must_use]
    pub fn differs(self, kind: Argument, found: &[u64], right: &[u64]) -> Option<String> {
        let noun = kind.noun();
        let first = |units: u64| {
            let mut pieces = found.chunks(units as usize).zip(right.chunks(units as usize));
            pieces
                .clone()
                .position(|(found, right)| found != right)
                .zip(pieces.find(|(found, right)| found != right))
        };
        let (place, found, right) = match kind {
            Argument::Cell | Argument::Board | Argument::Place | Argument::Int(..) => {
                let (at, (found, right)) = first(self.cell_units())?;
                let place = if kind == Argument::Board {
                    format!(" in row {}, column {}", at / 9 + 1, at % 9 + 1)
                } else {
                    String::new()
                };
                (place, self.show_cell(found), self.show_cell(right))
            }
            Argument::Words(..) => {
                let (at, (found, right)) = first(self.word_units())?;
                let told = |units: &[u64]| self.number(units);
                return Some(format!(
                    "word {at} of the {noun}, counted from 0, is {}, and {} is right",
                    told(found),
                    told(right)
                ));
            }
            Argument::Text(_) if found == right => return None,
            Argument::Text(_) => (String::new(), self.show_text(found), self.show_text(right)),
        };
        Some(format!("the {noun}{place} is \"{found}\", and \"{right}\" is right"))
    }

    fn show_cell(self, units: &[u64]) -> String {
        if self.cells != Cells::Strings {
            return units.iter().map(|unit| format!("{unit:x}")).collect::<Vec<_>>().join(".");
        }
        let bytes = self.bytes(units);
        shown(bytes.strip_suffix(&[0]).unwrap_or(&bytes))
    }

    /// A text up to its NUL.
    fn show_text(self, units: &[u64]) -> String {
        let bytes = self.bytes(units);
        shown(bytes.split(|&byte| byte == 0).next().unwrap_or(&[]))
    }

    /// The characters in some memory.
    pub(crate) fn bytes(self, units: &[u64]) -> Vec<u64> {
        if self.unit_bits == 8 {
            return units.to_vec();
        }
        let characters = |word: &u64| {
            let word = *word;
            (0..CHARACTERS).map(move |at| word >> (29 - 7 * at) & 0x7f)
        };
        units.iter().flat_map(characters).collect()
    }
}

fn shown(text: &[u64]) -> String {
    let shown = text.iter().map(|&byte| match u8::try_from(byte) {
        Ok(byte) if byte.is_ascii_graphic() => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    shown.collect()
}

/// A cell as its nine characters.
#[must_use]
pub fn show_cell(cell: u16) -> String {
    let digit = |at: u32| char::from_digit(at + 1, 10).unwrap_or('.');
    (0..9).map(|at| if cell >> at & 1 == 1 { digit(at) } else { '.' }).collect()
}

/// The digit of a solved cell; 0 of any other.
#[must_use]
pub fn only(cell: u16) -> u8 {
    if cell.is_power_of_two() { cell.trailing_zeros() as u8 + 1 } else { 0 }
}

/// The cell of nine characters; `None` where a digit is not in its place.
#[must_use]
pub fn read_cell(text: &str) -> Option<u16> {
    if text.len() != 9 {
        return None;
    }
    text.bytes().enumerate().try_fold(0, |cell, (at, byte)| match byte {
        b'.' => Some(cell),
        byte if usize::from(byte) == at + usize::from(b'1') => Some(cell | 1 << at),
        _ => None,
    })
}

/// The board of 81 characters: a solved cell for a digit, an open one for `.` or `0`.
#[must_use]
pub fn read_board(text: &str) -> Option<Vec<u16>> {
    let cell = |c: char| match c {
        '.' | '0' => Some(OPEN),
        c => c.to_digit(10).map(|digit| 1 << (digit - 1)),
    };
    let cells: Option<Vec<u16>> = text.chars().map(cell).collect();
    cells.filter(|cells| cells.len() == CELLS)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Cell(cell) => write!(f, "\"{}\"", show_cell(*cell)),
            Value::Board(cells) => {
                let solved = cells.iter().filter(|&&cell| only(cell) > 0).count();
                write!(f, "a board with {solved} cells solved")
            }
            Value::Place(index) => {
                write!(f, "its cell in row {}, column {}", index / 9 + 1, index % 9 + 1)
            }
            Value::Int(number) => write!(f, "{number}"),
            Value::Words(numbers) => write!(f, "{numbers:?}"),
            Value::Text(text, _) => write!(f, "{text:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_ten_bytes_or_two_words() {
        let bytes = Layout { cells: Cells::Strings, unit_bits: 8, is_big_endian: false };
        let words = Layout { unit_bits: 36, ..bytes };
        assert_eq!(bytes.memory(&Value::Cell(0b101)), b"1.3......\0".map(u64::from));
        // ASCII /1.3../ and /..../ of MIDAS.
        assert_eq!(words.memory(&Value::Cell(0b101)), [0o305_346_327_134, 0o271_345_627_000]);
        assert_eq!(words.show_cell(&words.memory(&Value::Cell(0b101))), "1.3......");
        assert_eq!(read_cell("1.3......"), Some(0b101));
        assert_eq!(read_cell("3.1......"), None);
    }

    #[test]
    fn arrays_and_texts_are_words_and_characters() {
        let bytes = Layout { cells: Cells::Strings, unit_bits: 8, is_big_endian: true };
        let words = Layout { unit_bits: 36, ..bytes };
        let array = Value::Words(vec![1, -2]);
        assert_eq!(bytes.memory(&array), [0, 0, 0, 1, 255, 255, 255, 254]);
        assert_eq!(words.memory(&array), [1, 0o777_777_777_776]);
        let text = Value::Text("abc".to_owned(), 5);
        assert_eq!(bytes.memory(&text), b"abc\0\0\0".map(u64::from));
        assert_eq!(words.memory(&text).len(), 2);
        let kind = Argument::Words(2, -9, 9);
        let right = words.memory(&Value::Words(vec![1, -3]));
        assert_eq!(
            words.differs(kind, &words.memory(&array), &right).as_deref(),
            Some("word 1 of the array, counted from 0, is -2, and -3 is right")
        );
        let kind = Argument::Text(5);
        assert_eq!(bytes.differs(kind, &bytes.memory(&text), &bytes.memory(&text)), None);
        let right = bytes.memory(&Value::Text("ab".to_owned(), 5));
        assert_eq!(
            bytes.differs(kind, &bytes.memory(&text), &right).as_deref(),
            Some("the text is \"abc\", and \"ab\" is right")
        );
    }
}
