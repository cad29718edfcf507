//! Conditionals.

use super::super::context::{Assembler, Outcome};
use super::super::name::Name;
use super::super::symbols::Meaning;
use super::scan::ArgumentScan;
use super::{NOTHING, messages};
use crate::Word36;

/// IFE and the like: tests a number.
pub(super) fn number(asm: &mut Assembler<'_>, name: Name, test: fn(i64) -> bool) -> Outcome {
    let number = asm.evaluate(name)?.signed();
    decide(asm, name, test(number))
}

/// IFDEF and IFNDEF.
pub(super) fn defined(asm: &mut Assembler<'_>, name: Name, wanted: bool) -> Outcome {
    let Some(asked) = asm.name()? else {
        asm.error(&messages::NO_NAME, Some(name));
        return decide(asm, name, !wanted);
    };
    let meaning = asm.program.symbols.find(asked);
    let defined = meaning.is_some_and(|meaning| !matches!(meaning, Meaning::Undefined { .. }));
    decide(asm, name, defined == wanted)
}

/// IFSE and IFSN: compares two strings, ignoring case.
pub(super) fn same(asm: &mut Assembler<'_>, name: Name, wanted: bool) -> Outcome {
    let mut strings = [Vec::new(), Vec::new()];
    for string in &mut strings {
        if let Some(scan) = ArgumentScan::argument(asm)? {
            *string = scan.text(asm)?.characters().collect();
        }
    }
    decide(asm, name, strings[0].eq_ignore_ascii_case(&strings[1]) == wanted)
}

/// IFB, IFSQ and their opposites: counts name characters and others in a string.
pub(super) fn squoze(
    asm: &mut Assembler<'_>,
    name: Name,
    test: fn(usize, usize) -> bool,
) -> Outcome {
    let (mut letters, mut others) = (0, 0);
    if let Some(mut scan) = ArgumentScan::argument(asm)? {
        while let Some(character) = scan.next(asm)? {
            *if Name::takes(character) { &mut letters } else { &mut others } += 1;
        }
    }
    decide(asm, name, test(letters, others))
}

/// IF1 and IF2.
pub(super) fn pass(asm: &mut Assembler<'_>, name: Name, wanted: u8) -> Outcome {
    let pass = asm.state.pass;
    decide(asm, name, pass == wanted)
}

/// .ELSE and .ALSO.
pub(super) fn success(asm: &mut Assembler<'_>, name: Name, wanted: bool) -> Outcome {
    let success = asm.source.macros.success;
    decide(asm, name, success == wanted)
}

/// .SUCCESS: -1 if the last conditional was true, else 0.
pub(super) fn last(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let value = Word36::from_signed(-i64::from(asm.source.macros.success));
    Ok(Some(value.into()))
}

/// NULL and SUBTTL: ignores the rest of the line.
pub(super) fn null(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.source.input.reread();
    skip(asm, name)
}

/// Continues with the text of a conditional, or after it.
fn decide(asm: &mut Assembler<'_>, name: Name, truth: bool) -> Outcome {
    asm.source.macros.success = truth;
    if !truth {
        return skip(asm, name);
    }
    match asm.next()? {
        b'[' => {
            if asm.source.macros.open == 0 && asm.state.literal_depth == 0 {
                asm.source.macros.first_open = asm.source.input.page_and_line();
            }
            asm.source.macros.open += 1;
        }
        b'{' => {}
        _ => asm.source.input.reread(),
    }
    NOTHING
}

/// Skips the text of a conditional or loop.
pub(super) fn skip(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.inside(name, |asm| ArgumentScan::conditional(asm)?.skip(asm))?;
    NOTHING
}
