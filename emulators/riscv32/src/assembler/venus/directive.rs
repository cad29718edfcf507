//! Directives of Venus.

use asmkit::Diagnostic;
use asmkit::words::{self, Word};

use super::instruction::SymbolSum;
use super::lexer::{Kind, Token};
use super::number::{double, integer, single, unescape};
use super::unit::SourceUnit;
use super::{DATA_BASE, DATA_LIMIT_BYTES, messages};

/// Action of a directive on its operands.
type Action = fn(&mut SourceUnit, &Token, &[Token]) -> Result<(), Box<Diagnostic>>;

/// Name, number of operands if it is fixed, description, and action.
///
/// Source: Venus, `assembler/Assembler.kt`.
#[rustfmt::skip]
const DIRECTIVES: &[(&str, Option<usize>, &str, Action)] = &[
    (".text",          None,    "continues in the text segment", |unit, _, _| { unit.in_text = true; Ok(()) }),
    (".data",          None,    "continues in the static data", |unit, _, _| { unit.in_text = false; Ok(()) }),
    (".byte",          None,    "stores one-byte integers", |unit, _, list| each(unit, list, byte)),
    (".half",          None,    "stores two-byte integers", |unit, _, list| each(unit, list, half)),
    (".word",          None,    "stores four-byte integers or addresses", |unit, _, list| each(unit, list, word)),
    (".float",         None,    "stores single-precision numbers", |unit, _, list| each(unit, list, float)),
    (".double",        None,    "stores double-precision numbers", |unit, _, list| each(unit, list, long_float)),
    (".string",        Some(1), "stores text and a zero byte", |unit, _, list| string(unit, &list[0])),
    (".asciiz",        Some(1), "stores text and a zero byte", |unit, _, list| string(unit, &list[0])),
    (".space",         Some(1), "stores N zero bytes", |unit, _, list| space(unit, &list[0])),
    (".align",         Some(1), "aligns to a power of two, given its exponent", |unit, _, list| align(unit, &list[0])),
    (".globl",         None,    "makes labels visible in all files", |unit, _, list| global(unit, list)),
    (".import",        Some(1), "links another file", |unit, _, list| { unit.imports.push(list[0].clone()); Ok(()) }),
    (".equ",           Some(2), "gives a name a value", constant),
    (".set",           Some(2), "gives a name a value", constant),
    (".equiv",         Some(2), "gives a name a value, only once", constant),
    (".register_size", Some(1), "states that registers have 32 bits", |_, _, list| must_be(&list[0], 32, "registers have 32 bits")),
    (".data_start",    Some(1), "states that the static data begins at 0x10000000", |_, _, list| must_be(&list[0], DATA_BASE as i32, "static data begins at 0x10000000")),
];

/// Directives of other assemblers and their names in Venus.
const ELSEWHERE: &[(&str, &str)] = &[
    (".global", ".globl"),
    (".asciz", ".asciiz"),
    (".ascii", ".asciiz"),
    (".zero", ".space"),
    (".skip", ".space"),
    (".eqv", ".equ"),
    (".include", ".import"),
    (".balign", ".align"),
    (".p2align", ".align"),
    (".hword", ".half"),
    (".short", ".half"),
    (".long", ".word"),
    (".int", ".word"),
];

/// All directives as vocabulary.
pub(super) fn words() -> impl Iterator<Item = Word> {
    DIRECTIVES
        .iter()
        .map(|(name, _, meaning, _)| Word::new(words::WordKind::Directive, *name).doing(*meaning))
}

/// Executes a directive.
///
/// # Errors
/// The first error in it.
pub(super) fn execute(
    unit: &mut SourceUnit,
    name: &Token,
    operands: &[Token],
    messages: &mut Vec<Diagnostic>,
) -> Result<(), Box<Diagnostic>> {
    let found = DIRECTIVES.iter().find(|(directive, ..)| *directive == name.text);
    let Some((_, count, _, act)) = found else {
        let same = ELSEWHERE.iter().find(|(other, _)| *other == name.text).map(|(_, ours)| *ours);
        let known = DIRECTIVES.iter().map(|(directive, ..)| *directive);
        let nearest = same.or_else(|| asmkit::nearest(&name.text, known));
        return Err(messages::unknown_directive(name.span, &name.text, nearest));
    };
    if let Some(count) = count.filter(|&count| count != operands.len()) {
        return Err(messages::operand_count(name.span, &name.text, operands.len(), count, None));
    }
    let before = unit.data.len();
    act(unit, name, operands)?;
    if unit.in_text && unit.data.len() > before {
        messages.push(*messages::data_in_text(name.span, &name.text));
    }
    Ok(())
}

/// Adds data for each operand.
fn each(
    unit: &mut SourceUnit,
    operands: &[Token],
    add: fn(&mut SourceUnit, &Token) -> Result<(), Box<Diagnostic>>,
) -> Result<(), Box<Diagnostic>> {
    operands.iter().try_for_each(|operand| add(unit, operand))
}

/// Adds bytes, up to the limit for all data.
fn add(unit: &mut SourceUnit, at: &Token, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    room(unit, at, bytes.len())?;
    unit.data.extend_from_slice(bytes);
    Ok(())
}

fn room(unit: &SourceUnit, at: &Token, bytes: usize) -> Result<(), Box<Diagnostic>> {
    if unit.data.len() + bytes > DATA_LIMIT_BYTES {
        Err(messages::too_much_data(at.span, DATA_LIMIT_BYTES))
    } else {
        Ok(())
    }
}

fn number(token: &Token) -> Result<i32, Box<Diagnostic>> {
    integer(&token.text).ok_or_else(|| messages::no_number(token.span, &token.text))
}

/// Checks the range of Venus, which excludes -128.
fn byte(unit: &mut SourceUnit, token: &Token) -> Result<(), Box<Diagnostic>> {
    match number(token)? {
        value @ -127..=255 => add(unit, token, &[value as u8]),
        _ => Err(messages::out_of_range(token.span, &token.text, -127, 255)),
    }
}

fn half(unit: &mut SourceUnit, token: &Token) -> Result<(), Box<Diagnostic>> {
    let value = number(token)?;
    add(unit, token, &value.to_le_bytes()[..2])
}

fn word(unit: &mut SourceUnit, token: &Token) -> Result<(), Box<Diagnostic>> {
    let value = integer(&token.text);
    if value.is_none() && token.kind != Kind::Word {
        return Err(messages::no_number(token.span, &token.text));
    }
    if value.is_none() {
        let at = unit.data.len() as u32;
        unit.addresses.push((at, SymbolSum::of(&token.text), token.clone()));
    }
    add(unit, token, &value.unwrap_or(0).to_le_bytes())
}

fn float(unit: &mut SourceUnit, token: &Token) -> Result<(), Box<Diagnostic>> {
    let bits = single(&token.text).ok_or_else(|| messages::no_number(token.span, &token.text))?;
    add(unit, token, &bits.to_le_bytes())
}

fn long_float(unit: &mut SourceUnit, token: &Token) -> Result<(), Box<Diagnostic>> {
    let bits = double(&token.text).ok_or_else(|| messages::no_number(token.span, &token.text))?;
    add(unit, token, &bits.to_le_bytes())
}

fn string(unit: &mut SourceUnit, token: &Token) -> Result<(), Box<Diagnostic>> {
    if token.kind != Kind::Text {
        return Err(messages::no_string(token.span, &token.text));
    }
    let text = unescape(&token.text[1..token.text.len() - 1]);
    if let Some(foreign) = text.chars().find(|c| !c.is_ascii()) {
        return Err(messages::not_ascii(token.span, foreign));
    }
    add(unit, token, text.as_bytes())?;
    add(unit, token, &[0])
}

fn space(unit: &mut SourceUnit, token: &Token) -> Result<(), Box<Diagnostic>> {
    let count = number(token)?;
    let Ok(count) = usize::try_from(count) else {
        return Err(messages::out_of_range(token.span, &token.text, 0, i32::MAX.into()));
    };
    room(unit, token, count)?;
    unit.data.resize(unit.data.len() + count, 0);
    Ok(())
}

/// Aligns to a power of 2 within the file's own data.
fn align(unit: &mut SourceUnit, token: &Token) -> Result<(), Box<Diagnostic>> {
    let power = number(token)?;
    if !(0..=8).contains(&power) {
        return Err(messages::out_of_range(token.span, &token.text, 0, 8));
    }
    let end = unit.data.len().next_multiple_of(1 << power);
    room(unit, token, end - unit.data.len())?;
    unit.data.resize(end, 0);
    Ok(())
}

fn global(unit: &mut SourceUnit, names: &[Token]) -> Result<(), Box<Diagnostic>> {
    unit.globals.extend(names.iter().map(|name| (name.text.clone(), name.span)));
    Ok(())
}

/// The last definition counts for the whole file.
fn constant(
    unit: &mut SourceUnit,
    name: &Token,
    operands: &[Token],
) -> Result<(), Box<Diagnostic>> {
    let [defined, value] = operands else { return Ok(()) };
    let before = unit.constants.insert(defined.text.clone(), (defined.span, value.clone()));
    match before {
        Some((first, _)) if name.text == ".equiv" => {
            Err(messages::label_again(defined.span, &defined.text, first))
        }
        _ => Ok(()),
    }
}

fn must_be(token: &Token, value: i32, why: &str) -> Result<(), Box<Diagnostic>> {
    if number(token)? == value {
        Ok(())
    } else {
        Err(messages::fixed(token.span, &token.text, why))
    }
}
