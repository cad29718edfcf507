//! REPEAT, and exits from expansions.

use super::super::context::{Assembler, Outcome, Unwind};
use super::super::input::{Code, Text};
use super::super::name::Name;
use super::scan::{ArgumentScan, ends_line};
use super::{NOTHING, conditional, named};
use crate::Word36;

/// REPEAT: a count and the text to repeat.
pub(super) fn repeat(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let used = asm.source.input.used_here();
    let times = asm.evaluate(name)?.signed();
    if times <= 0 {
        return conditional::skip(asm, name);
    }
    let scan = ArgumentScan::block(asm)?;
    let mut body = scan.text(asm)?.pieces().to_vec();
    if ends_line(asm.source.input.last()) {
        // The line end is left, and is also part of the text.
        let mut end = asm.piece();
        end.code = Code::Character(b'\r');
        body.push(end);
    }
    asm.source.input.push_repeat(used, body.into(), times.unsigned_abs());
    NOTHING
}

/// .RPCNT: completed iterations of the innermost REPEAT; -1 outside any.
pub(super) fn repeat_count(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    count(asm.source.input.repeat_count())
}

/// .IRPCNT: the same for IRP.
pub(super) fn irp_count(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    count(asm.source.input.irp_count())
}

fn count(passes: Option<u64>) -> Outcome {
    Ok(Some(passes.map_or(Word36::from_signed(-1), Word36::new).into()))
}

/// .GSCNT: number of the last generated symbol.
pub(super) fn generated(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    Ok(Some(Word36::new(asm.source.macros.generated).into()))
}

/// .GSSET: sets the number after which symbols are generated.
pub(super) fn set_generated(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.source.macros.generated = asm.evaluate(name)?.bits();
    Err(Unwind::Statement)
}

/// .STOP: ends the macro, or this iteration of a loop.
pub(super) fn stop(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    asm.source.input.stop(false);
    NOTHING
}

/// .ISTOP: ends the macro or loop.
pub(super) fn stop_all(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    asm.source.input.stop(true);
    NOTHING
}

/// .TAG: a target for .GO.
pub(super) fn tag(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    asm.word()?;
    if asm.source.input.last() == b'\r' && asm.next()? != b'\n' {
        asm.source.input.reread();
    }
    NOTHING
}

/// .GO: continues after the .TAG of this name, in this expansion or an enclosing one.
pub(super) fn go(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let tag = named(&asm.word()?);
    asm.source.input.go(|text| find(text, tag));
    NOTHING
}

/// Position after a tag in a text.
fn find(text: &Text, tag: Name) -> Option<usize> {
    let mut at = 0;
    while let Some(point) = text.pieces()[at..].iter().position(|piece| piece.is(b'.')) {
        at += point + 1;
        let (word, after) = word_at(text, at)?;
        at = after;
        if word != Name::new("TAG") {
            continue;
        }
        let (word, after) = word_at(text, after)?;
        if word == tag {
            let crlf = text.pieces()[after - 1].is(b'\r')
                && text.pieces().get(after).is_some_and(|piece| piece.is(b'\n'));
            return Some(after + usize::from(crlf));
        }
        at = after;
    }
    None
}

/// Word at a position of a text, without dummies, and the position after its terminator; `None`
/// without a terminator.
fn word_at(text: &Text, at: usize) -> Option<(Name, usize)> {
    let rest = &text.pieces()[at..];
    let ends = |character| !Name::takes(character);
    let length = rest.iter().position(|piece| piece.character().is_some_and(ends))?;
    let word: Vec<u8> = rest[..length].iter().filter_map(|piece| piece.character()).collect();
    Some((named(&word), at + length + 1))
}
