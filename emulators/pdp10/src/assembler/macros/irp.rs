//! IRP and its variants: a body for each part of a list.

use super::super::context::{Assembler, Outcome, Read};
use super::super::input::{Group, Rule, Text};
use super::super::name::Name;
use super::define::DUMMY_LIMIT;
use super::scan::ArgumentScan;
use super::{NOTHING, body, messages, named};

/// IRP: for each element between commas.
pub(super) fn elements(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    repeat(asm, name, Rule::Elements)
}

/// IRPC: for each character.
pub(super) fn characters(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    repeat(asm, name, Rule::Characters)
}

/// IRPS: for each name.
pub(super) fn syllables(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    repeat(asm, name, Rule::Syllables)
}

/// IRPW: for each line.
pub(super) fn lines(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    repeat(asm, name, Rule::Lines)
}

fn repeat(asm: &mut Assembler<'_>, name: Name, rule: Rule) -> Outcome {
    loop_over(asm, name, rule, |list| list)
}

/// IRPNC: for groups of characters, after skipping some, with a maximum number of iterations.
pub(super) fn chunks(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let mut numbers = [0; 3];
    for number in &mut numbers {
        *number = asm.evaluate(name)?.signed();
    }
    let [skipped, size, times] = numbers;
    let start = usize::try_from(skipped).unwrap_or(0);
    let size = usize::try_from(size).unwrap_or(0).max(1);
    // A negative number means no limit.
    let length = usize::try_from(times).map_or(usize::MAX, |times| times.saturating_mul(size));
    let cut = move |list: Text| list.part(start..start.saturating_add(length));
    loop_over(asm, name, Rule::Chunks(size), cut)
}

fn loop_over(
    asm: &mut Assembler<'_>,
    name: Name,
    rule: Rule,
    cut: impl Fn(Text) -> Text,
) -> Outcome {
    let used = asm.source.input.used_here();
    asm.inside(name, |asm| {
        let (mut dummies, mut groups) = (Vec::new(), Vec::new());
        while let Some(pair) = pair(asm)? {
            if dummies.len() == DUMMY_LIMIT {
                return Err(asm.fatal(&messages::TOO_MANY_DUMMIES, None));
            }
            dummies.extend(pair);
            let list = match ArgumentScan::argument(asm)? {
                Some(scan) => scan.text(asm)?,
                None => Text::default(),
            };
            groups.push(Group::new(cut(list), rule));
        }
        if asm.source.input.last() == b';' {
            while asm.next()? != b'\r' {}
        }
        if asm.next()? != b'\n' {
            asm.source.input.reread();
        }
        let body = body::read(asm, &dummies)?;
        asm.source.input.push_irp(used, body, groups);
        NOTHING
    })
}

/// The names of a group; `None` if there are no more.
///
/// An omitted name is one that no text contains.
fn pair(asm: &mut Assembler<'_>) -> Read<Option<[Name; 2]>> {
    let first = asm.word()?;
    if first.is_empty() && asm.source.input.last() != b',' {
        return Ok(None);
    }
    let second = asm.word()?;
    if asm.source.input.last() == b'[' {
        asm.error(&messages::MISSING_COMMA, None);
        asm.source.input.reread();
    }
    Ok(Some([named(&first), named(&second)]))
}
