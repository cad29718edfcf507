//! The instruction table as a page of Markdown.

use std::fmt::Write;

use asmkit::words::{Word, WordKind};

use super::{ROWS, Row};

/// Name of the page.
pub(crate) const NAME: &str = "mips32";

/// Writes the page: one line per row, with the bits as in the manual.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(
        "# The instructions of MIPS32\n\n\
         Printed by `isagrid isa mips32`, from the instruction table.\n\
         In the bits, `s`, `t`, `d` and `a` are register fields at the positions of rs, rt, rd and sa.\n\n\
         | instruction | operands | bits | class | meaning |\n\
         | --- | --- | --- | --- | --- |\n",
    );
    for row in ROWS {
        let (name, class) = (row.name, row.class.name());
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "| `{name}` | {} | `{}` | {class} | {} |",
            operands(row),
            bits(row),
            row.meaning
        );
    }
    page
}

/// Operands with the manual's field names.
fn operands(row: &Row) -> String {
    row.operands
        .chars()
        .map(|c| if c.is_ascii_alphabetic() { field(row, c) } else { c.into() })
        .collect()
}

impl Row {
    /// The row as a word of a source language.
    pub(crate) fn as_word(&self) -> Word {
        let operands = operands(self);
        Word::new(WordKind::Instruction, self.name).taking(operands).doing(self.meaning).on(NAME)
    }
}

/// The manual's name of a field, by its position in the word.
fn field(row: &Row, letter: char) -> String {
    let float = letter.is_ascii_uppercase();
    let place = row.pattern.field_place(letter).unwrap_or(0);
    let name = match (letter, place) {
        ('s', _) if row.operands.contains("i(s)") => "base",
        ('i', _) if row.operands.contains("i(s)") => "offset",
        ('i' | 'u', _) => "immediate",
        ('b' | 'j', _) => "target",
        ('h', _) => "sa",
        ('c', _) => "code",
        ('o', _) => "hint",
        ('q', _) => "cc",
        ('p', _) => "pos",
        ('z' | 'm', _) => "size",
        ('v', _) => "fs",
        (_, 21) => "rs",
        (_, 16) if float => "ft",
        (_, 16) => "rt",
        (_, 11) if float => "fs",
        (_, 11) => "rd",
        _ => "fd",
    };
    name.to_owned()
}

/// The bits, with letters of register fields by position, not by use.
fn bits(row: &Row) -> String {
    let mut place = row.pattern.width();
    let letter = |c: char| {
        if c == ' ' {
            return c;
        }
        place -= 1;
        match (c, place) {
            ('s' | 't' | 'w' | 'x' | 'S' | 'T' | 'W' | 'X', 21..) => 's',
            ('s' | 't' | 'w' | 'x' | 'S' | 'T' | 'W' | 'X', 16..) => 't',
            ('s' | 't' | 'w' | 'x' | 'S' | 'T' | 'W' | 'X', 11..) => 'd',
            ('s' | 't' | 'w' | 'x' | 'S' | 'T' | 'W' | 'X', _) => 'a',
            _ => c,
        }
    };
    row.pattern.text().chars().map(letter).collect()
}
