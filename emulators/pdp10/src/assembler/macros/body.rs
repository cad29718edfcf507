//! The body of a macro or IRP.

use super::super::context::{Assembler, Read};
use super::super::input::{Code, Piece, Text};
use super::super::name::Name;
use super::messages;

/// Meaning of a name in a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyKeyword {
    /// Starts a nested body.
    Opens,
    /// TERMIN.
    Closes,
    /// .QUOTE.
    Quotes,
}

/// Names with a meaning in a body.
const BODY_KEYWORDS: &[(&str, BodyKeyword)] = &[
    ("DEFINE", BodyKeyword::Opens),
    (".TTYMAC", BodyKeyword::Opens),
    ("IRP", BodyKeyword::Opens),
    ("IRPC", BodyKeyword::Opens),
    ("IRPS", BodyKeyword::Opens),
    ("IRPW", BodyKeyword::Opens),
    ("IRPNC", BodyKeyword::Opens),
    ("TERMIN", BodyKeyword::Closes),
    (".QUOTE", BodyKeyword::Quotes),
];

/// Reads a body up to its TERMIN and the character after it.
///
/// Dummies are recognised as whole names. A `!` next to a dummy, .QUOTE or the TERMIN is only a
/// separator.
pub(super) fn read(asm: &mut Assembler<'_>, dummies: &[Name]) -> Read<Text> {
    let (mut body, mut depth) = (Vec::new(), 0);
    loop {
        let start = body.len();
        let word = copy_word(asm, &mut body)?;
        if word.is_empty() {
            continue;
        }
        let name = super::named(&word);
        if let Some(number) = dummies.iter().position(|&dummy| dummy == name) {
            let place = body[start].place;
            cut(&mut body, start);
            body.push(Piece { code: Code::Dummy(number as u8), place });
            if asm.source.input.last() != b'!' {
                asm.source.input.reread();
            }
            continue;
        }
        match BODY_KEYWORDS.iter().find(|&&(mark, _)| Name::new(mark) == name) {
            None => {}
            Some((_, BodyKeyword::Opens)) => depth += 1,
            Some((_, BodyKeyword::Quotes)) => {
                cut(&mut body, start);
                quote(asm, &mut body)?;
            }
            Some((_, BodyKeyword::Closes)) => {
                if word.len() > 6 {
                    asm.error(&messages::LONG_TERMIN, None);
                }
                if depth == 0 {
                    cut(&mut body, start);
                    return Ok(body.into());
                }
                depth -= 1;
            }
        }
    }
}

/// Copies characters up to one that is not part of a name, and returns those before it.
fn copy_word(asm: &mut Assembler<'_>, body: &mut Vec<Piece>) -> Read<Vec<u8>> {
    let mut word = Vec::new();
    loop {
        let character = asm.next()?;
        body.push(asm.piece());
        if !Name::takes(character) {
            return Ok(word);
        }
        word.push(character);
    }
}

/// Removes a word and its terminator, and a `!` before it.
fn cut(body: &mut Vec<Piece>, start: usize) {
    body.truncate(start);
    body.pop_if(|piece| piece.is(b'!'));
}

/// Copies the string of a .QUOTE, between two equal characters.
fn quote(asm: &mut Assembler<'_>, body: &mut Vec<Piece>) -> Read<()> {
    if matches!(asm.source.input.last(), b' ' | b'\t') {
        asm.next()?;
    }
    let delimiter = asm.source.input.last();
    while asm.next()? != delimiter {
        body.push(asm.piece());
    }
    Ok(())
}
