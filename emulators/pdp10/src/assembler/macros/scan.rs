//! Reads a string argument character by character.

use super::super::context::{Assembler, Read};
use super::super::input::{Piece, Text};

/// A string argument being read, with its end condition.
#[derive(Debug, Clone, Copy)]
pub(super) enum ArgumentScan {
    /// Up to a comma, semicolon or line end; only the comma is consumed.
    Normal,
    /// Up to the line end, which is left.
    Line,
    /// Up to the line end, which is consumed.
    WholeLine,
    /// As `Normal`, but not within this many brackets; and up to an unmatched closing bracket,
    /// which is left.
    Balanced(u32),
    /// Up to the closing `]` or `}`, which is consumed.
    Bracketed { open: u8, close: u8, depth: u32 },
}

const SQUARE: ArgumentScan = ArgumentScan::Bracketed { open: b'[', close: b']', depth: 0 };
const CURLY: ArgumentScan = ArgumentScan::Bracketed { open: b'{', close: b'}', depth: 0 };

impl ArgumentScan {
    /// A bracketed or normal argument; `None` if the line or its statement ends first.
    pub(super) fn argument(asm: &mut Assembler<'_>) -> Read<Option<ArgumentScan>> {
        if asm.next()? == b'[' {
            return Ok(Some(SQUARE));
        }
        asm.source.input.reread();
        Ok((!ends_call(asm.source.input.last())).then_some(ArgumentScan::Normal))
    }

    /// Text of a loop: in brackets or the rest of the line.
    pub(super) fn block(asm: &mut Assembler<'_>) -> Read<ArgumentScan> {
        Ok(match asm.next()? {
            b'[' => SQUARE,
            _ => {
                asm.source.input.reread();
                ArgumentScan::Line
            }
        })
    }

    /// Text of a conditional: like a loop's, or in braces.
    pub(super) fn conditional(asm: &mut Assembler<'_>) -> Read<ArgumentScan> {
        if asm.next()? == b'{' {
            return Ok(CURLY);
        }
        asm.source.input.reread();
        Self::block(asm)
    }

    /// A balanced argument that starts with the last character, read again; `None` if that ends the
    /// call.
    pub(super) fn balanced(asm: &mut Assembler<'_>) -> Option<ArgumentScan> {
        asm.source.input.reread();
        let last = asm.source.input.last();
        (!closes(last) && !ends_call(last)).then_some(ArgumentScan::Balanced(0))
    }

    /// A bracketed argument after its `[`.
    pub(super) fn bracketed() -> ArgumentScan {
        SQUARE
    }

    /// Next character of the argument; `None` at its end.
    pub(super) fn next(&mut self, asm: &mut Assembler<'_>) -> Read<Option<u8>> {
        let character = asm.next()?;
        let ended = match self {
            ArgumentScan::Normal => character == b',' || left(asm, ends_call(character)),
            ArgumentScan::Line => left(asm, ends_line(character)),
            ArgumentScan::WholeLine => {
                if character == b'\r' && asm.next()? != b'\n' {
                    asm.source.input.reread();
                }
                ends_line(character)
            }
            ArgumentScan::Balanced(depth) => match character {
                _ if opens(character) => {
                    *depth += 1;
                    false
                }
                _ if closes(character) => match depth.checked_sub(1) {
                    Some(fewer) => {
                        *depth = fewer;
                        false
                    }
                    None => left(asm, true),
                },
                b',' => *depth == 0,
                _ => left(asm, *depth == 0 && ends_call(character)),
            },
            ArgumentScan::Bracketed { open, close, depth } => {
                let ended = character == *close && *depth == 0;
                match character {
                    _ if character == *open => *depth += 1,
                    _ if character == *close && !ended => *depth -= 1,
                    _ => {}
                }
                ended
            }
        };
        Ok((!ended).then_some(character))
    }

    /// Reads the argument, without spaces before a semicolon that ends it.
    pub(super) fn text(mut self, asm: &mut Assembler<'_>) -> Read<Text> {
        let mut pieces: Vec<Piece> = Vec::new();
        while self.next(asm)?.is_some() {
            pieces.push(asm.piece());
        }
        if asm.source.input.last() == b';' {
            let blank = |piece: &Piece| piece.is(b' ') || piece.is(b'\t');
            while pieces.pop_if(|piece| blank(piece)).is_some() {}
        }
        Ok(pieces.into())
    }

    /// Skips the argument.
    pub(super) fn skip(mut self, asm: &mut Assembler<'_>) -> Read<()> {
        while self.next(asm)?.is_some() {}
        Ok(())
    }
}

/// Leaves the last character to be read again if it ends the argument.
fn left(asm: &mut Assembler<'_>, ended: bool) -> bool {
    if ended {
        asm.source.input.reread();
    }
    ended
}

pub(super) fn ends_line(character: u8) -> bool {
    matches!(character, b'\r' | b'\n')
}

/// Whether a character ends all arguments.
pub(super) fn ends_call(character: u8) -> bool {
    character == b';' || ends_line(character)
}

fn opens(character: u8) -> bool {
    matches!(character, b'(' | b'<' | b'[' | b'{')
}

pub(super) fn closes(character: u8) -> bool {
    matches!(character, b')' | b'>' | b']' | b'}')
}
