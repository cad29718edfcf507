//! Operands of an instruction, parsed by the letters of its row.

use asmkit::Span;

use super::cursor::{Cursor, is_name};
use super::expression::{self, Expr, Scope};
use super::{AsmResult, messages};
use crate::isa::operand::{Immediate, ROUNDING_MODES, RegisterKind, register};
use crate::isa::{CSRS, FLOAT_REGISTERS, REGISTERS, csr_number};

/// An operand.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Arg {
    /// Register number, or immediate in the form of the instruction's row.
    Value(i64),
    /// Number that GNU as accepts only in four-byte instructions: a part of an address, or a
    /// negative number written as unsigned.
    Long(i64),
    /// Immediate that the linker computes.
    Part(AddressPart, Expr),
    /// Target or address.
    Address(Expr),
}

impl Arg {
    /// Number of the operand, if it has one.
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Arg::Value(number) | Arg::Long(number) => Some(*number),
            Arg::Part(..) | Arg::Address(_) => None,
        }
    }
}

/// Part of an address that forms an immediate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddressPart {
    Hi,
    Lo,
    PcrelHi,
    PcrelLo,
    GotHi,
}

/// Operators that select a part, and whether it is the upper one.
const PARTS: &[(&str, AddressPart, bool)] = &[
    ("%hi", AddressPart::Hi, true),
    ("%lo", AddressPart::Lo, false),
    ("%pcrel_hi", AddressPart::PcrelHi, true),
    ("%pcrel_lo", AddressPart::PcrelLo, false),
    ("%got_pcrel_hi", AddressPart::GotHi, true),
];

/// Reason why operands do not match a row.
#[derive(Debug)]
pub(super) struct Mismatch {
    /// Number of bytes that matched.
    pub(super) at: usize,
    pub(super) span: Span,
    pub(super) why: MismatchKind,
}

#[derive(Debug)]
pub(super) enum MismatchKind {
    /// Something else is expected: a noun with its article.
    Expected(&'static str),
    /// Number outside this range.
    Range(i64, i64),
    /// Number that is not a multiple of this.
    Multiple(i64),
    /// Too many operands.
    TooMany,
    /// Too few operands.
    TooFew,
    /// Error that is independent of the form.
    Wrong(Box<asmkit::Diagnostic>),
}

type Read<T = Arg> = Result<T, Mismatch>;

/// Parses all operands of a form.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    scope: &mut Scope<'_>,
    operands: &'static str,
) -> Read<Vec<Arg>> {
    let mut args = Vec::new();
    let mut rest = operands;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[1..];
        let open = rest.starts_with('(');
        match letter {
            ' ' => {}
            ',' if cursor.at_end() && matches!(rest, " r" | " n") => return Ok(args),
            ',' => punctuation(cursor, ",", "a comma")?,
            '(' => {
                // The address of an atomic operation may have an offset of zero.
                if args.len() + 1 == letters(operands) && cursor.rest().starts_with("0") {
                    cursor.take(1);
                }
                punctuation(cursor, "(", "an address in parentheses")?;
            }
            ')' => punctuation(cursor, ")", "a closing parenthesis")?,
            _ if open && is_bare_address(cursor) => args.push(Arg::Value(0)),
            letter => {
                let arg = operand(cursor, scope, letter)?;
                args.push(arg);
            }
        }
    }
    if cursor.at_end() { Ok(args) } else { Err(mismatch(cursor, MismatchKind::TooMany)) }
}

/// Number of operands of a form.
fn letters(operands: &str) -> usize {
    operands.chars().filter(char::is_ascii_alphanumeric).count()
}

fn mismatch(cursor: &Cursor<'_>, why: MismatchKind) -> Mismatch {
    let why = if cursor.at_end() && matches!(why, MismatchKind::Expected(_)) {
        MismatchKind::TooFew
    } else {
        why
    };
    Mismatch { at: cursor.at(), span: cursor.span(), why }
}

fn punctuation(cursor: &mut Cursor<'_>, text: &str, noun: &'static str) -> Read<()> {
    if cursor.eat(text) { Ok(()) } else { Err(mismatch(cursor, MismatchKind::Expected(noun))) }
}

/// Whether a register in parentheses without an offset comes next.
fn is_bare_address(cursor: &Cursor<'_>) -> bool {
    let mut ahead = cursor.clone();
    ahead.eat("(") && ahead.name().is_some_and(|name| register_number(name, false).is_some())
}

/// Parses the operand for a letter.
fn operand(cursor: &mut Cursor<'_>, scope: &mut Scope<'_>, letter: char) -> Read {
    if let Some(kind) = register(letter) {
        return register_operand(cursor, kind);
    }
    match letter {
        '0' | '1' | '2' => fixed_register(cursor, letter),
        'r' | 'n' => rounding_mode(cursor),
        'p' | 'q' => fence_set(cursor),
        'c' => csr(cursor, scope),
        'b' | 'j' | 'J' | 'K' | 'E' => address(cursor, scope),
        'F' => {
            let (start, span) = (cursor.at(), cursor.span());
            let value = number(cursor, scope, start, span)?;
            Ok(Arg::Value(value))
        }
        letter => immediate(cursor, scope, letter),
    }
}

/// Number of a register, from its ABI name or from `x` or `f` and the number.
pub(super) fn register_number(name: &str, float: bool) -> Option<u8> {
    let (names, letter) = if float { (&FLOAT_REGISTERS, 'f') } else { (&REGISTERS, 'x') };
    let named = || names.iter().position(|known| *known == name);
    let numbered = || {
        let digits = name.strip_prefix(letter)?;
        let plain = digits.len() == 1 || !digits.starts_with('0');
        digits.parse().ok().filter(|&number| number < 32 && plain)
    };
    let number = match name {
        "fp" if !float => Some(8),
        _ => numbered().or_else(named),
    };
    number.map(|number: usize| number as u8)
}

fn register_operand(cursor: &mut Cursor<'_>, kind: RegisterKind) -> Read {
    let (float, first) = match kind {
        RegisterKind::General(first) => (false, first),
        RegisterKind::Float(first) => (true, first),
    };
    let name = &cursor.rest()[..cursor.run(is_name)];
    let found = register_number(name, float);
    let fits = found.filter(|number| first == 0 || (first..first + 8).contains(number));
    match fits {
        Some(number) => {
            cursor.take(name.len());
            Ok(Arg::Value(number.into()))
        }
        None => Err(mismatch(
            cursor,
            MismatchKind::Expected(match kind {
                RegisterKind::General(0) => "a register",
                RegisterKind::General(_) => "one of the registers s0, s1 and a0 to a5",
                RegisterKind::Float(0) => "a floating-point register",
                RegisterKind::Float(_) => "one of the registers fs0, fs1 and fa0 to fa5",
            }),
        )),
    }
}

/// Parses a register that the form fixes; returns its number.
fn fixed_register(cursor: &mut Cursor<'_>, digit: char) -> Read {
    let wanted = digit.to_digit(10).unwrap_or(0);
    let name = &cursor.rest()[..cursor.run(is_name)];
    if register_number(name, false).map(u32::from) != Some(wanted) {
        let noun = ["the register `zero`", "the register `ra`", "the register `sp`"];
        return Err(mismatch(cursor, MismatchKind::Expected(noun[wanted as usize])));
    }
    cursor.take(name.len());
    Ok(Arg::Value(wanted.into()))
}

fn rounding_mode(cursor: &mut Cursor<'_>) -> Read {
    let name = &cursor.rest()[..cursor.run(is_name)];
    match ROUNDING_MODES.iter().position(|mode| !mode.is_empty() && *mode == name) {
        Some(mode) => {
            cursor.take(name.len());
            Ok(Arg::Value(mode as i64))
        }
        None => Err(mismatch(
            cursor,
            MismatchKind::Expected("a rounding mode (rne, rtz, rdn, rup, rmm or dyn)"),
        )),
    }
}

/// Parses a subset of the letters `iorw` in this order, or 0 for the empty set.
fn fence_set(cursor: &mut Cursor<'_>) -> Read {
    let name = &cursor.rest()[..cursor.run(is_name)];
    match fence_bits(name) {
        Some(bits) => {
            cursor.take(name.len());
            Ok(Arg::Value(bits))
        }
        None => Err(mismatch(
            cursor,
            MismatchKind::Expected("a subset of the letters `iorw`, in this order"),
        )),
    }
}

pub(super) fn fence_bits(name: &str) -> Option<i64> {
    if name == "0" {
        return Some(0);
    }
    let mut left = "iorw".char_indices();
    let bit = |letter| left.find(|(_, known)| *known == letter).map(|(rank, _)| 8 >> rank);
    let bits: Option<Vec<i64>> = name.chars().map(bit).collect();
    bits.filter(|bits| !bits.is_empty()).map(|bits| bits.iter().sum())
}

fn csr(cursor: &mut Cursor<'_>, scope: &mut Scope<'_>) -> Read {
    let (start, span) = (cursor.at(), cursor.span());
    let name = &cursor.rest()[..cursor.run(is_name)];
    if let Some(number) = csr_number(name) {
        cursor.take(name.len());
        return Ok(Arg::Value(number.into()));
    }
    let is_number = name.starts_with(|c: char| c.is_ascii_digit());
    if !is_number && !scope.symbols.is_defined(name) && !name.is_empty() {
        let nearest = asmkit::nearest(name, CSRS.iter().map(|(known, _)| *known));
        let problem = messages::unknown_csr(span, name, nearest);
        return Err(mismatch(cursor, MismatchKind::Wrong(Box::new(problem))));
    }
    let value = number(cursor, scope, start, span)?;
    in_range(cursor, start, value, 0, 4095).map(Arg::Value)
}

/// Parses an address; `@plt` after a name is ignored because linking is static.
fn address(cursor: &mut Cursor<'_>, scope: &mut Scope<'_>) -> Read {
    let start = cursor.at();
    if cursor.at_end() {
        return Err(mismatch(cursor, MismatchKind::TooFew));
    }
    let expr = parsed(cursor, start, |cursor| expression::parse(cursor, scope))?;
    if cursor.rest().starts_with("@plt") {
        cursor.take(4);
    }
    match cursor.peek() {
        None | Some(b',') => Ok(Arg::Address(expr)),
        _ => Err(mismatch(cursor, MismatchKind::TooMany)),
    }
}

fn immediate(cursor: &mut Cursor<'_>, scope: &mut Scope<'_>, letter: char) -> Read {
    let (start, span) = (cursor.at(), cursor.span());
    if let Some((part, upper)) = part(cursor) {
        if upper != (letter == 'U') || !matches!(letter, 'U' | 'i') {
            cursor.go(start);
            return Err(mismatch(
                cursor,
                MismatchKind::Expected("a number or a part of an address"),
            ));
        }
        let expr = parsed(cursor, start, |cursor| in_parentheses(cursor, scope))?;
        return Ok(match (expression::known(&expr, scope), part) {
            (Some(value), AddressPart::Hi) => Arg::Long(high(value)),
            (Some(value), AddressPart::Lo) => Arg::Long(low(value)),
            _ => Arg::Part(part, expr),
        });
    }
    let value = number(cursor, scope, start, span)?;
    let Some(form) = Immediate::of(letter) else {
        return Err(mismatch(cursor, MismatchKind::Expected("a number")));
    };
    let written = value;
    let value = match letter {
        'i' => wrapped(value),
        // The upper bits of c.lui are written like those of lui: 20 bits, unsigned.
        'G' if (0x80000..0x100000).contains(&value) => value - 0x100000,
        _ => value,
    };
    let (low, high) = form.range();
    let value = in_range(cursor, start, value, low, high)?;
    match value % form.multiple() {
        0 if letter == 'i' && written != value => Ok(Arg::Long(value)),
        0 => Ok(Arg::Value(value)),
        _ => Err(Mismatch { at: start, span, why: MismatchKind::Multiple(form.multiple()) }),
    }
}

/// Parses an operator before a parenthesis, such as `%lo`.
fn part(cursor: &mut Cursor<'_>) -> Option<(AddressPart, bool)> {
    let start = cursor.at();
    if cursor.peek() != Some(b'%') {
        return None;
    }
    let length = 1 + cursor.rest()[1..].bytes().take_while(|&byte| is_name(byte)).count();
    let name = cursor.take(length).to_ascii_lowercase();
    let found = PARTS.iter().find(|(known, ..)| *known == name);
    if found.is_none() || cursor.peek() != Some(b'(') {
        cursor.go(start);
        return None;
    }
    found.map(|&(_, part, upper)| (part, upper))
}

fn in_parentheses(cursor: &mut Cursor<'_>, scope: &mut Scope<'_>) -> AsmResult<Expr> {
    let start = cursor.at();
    cursor.take(1);
    let expr = expression::parse(cursor, scope)?;
    if cursor.eat(")") {
        Ok(expr)
    } else {
        Err(Box::new(messages::open_parenthesis(cursor.since(start))))
    }
}

fn parsed<T>(
    cursor: &mut Cursor<'_>,
    start: usize,
    parse: impl FnOnce(&mut Cursor<'_>) -> AsmResult<T>,
) -> Read<T> {
    let found = parse(cursor);
    found.map_err(|problem| Mismatch {
        at: start,
        span: problem.span,
        why: MismatchKind::Wrong(problem),
    })
}

/// Parses a number that is known at this point.
fn number(cursor: &mut Cursor<'_>, scope: &mut Scope<'_>, start: usize, span: Span) -> Read<i64> {
    if cursor.at_end() {
        return Err(mismatch(cursor, MismatchKind::TooFew));
    }
    let expr = parsed(cursor, start, |cursor| expression::parse(cursor, scope))?;
    let known = expression::known(&expr, scope);
    known.ok_or(Mismatch {
        at: start,
        span,
        why: MismatchKind::Expected("a number that is known at this point"),
    })
}

fn in_range(cursor: &Cursor<'_>, start: usize, value: i64, low: i64, high: i64) -> Read<i64> {
    if (low..=high).contains(&value) {
        Ok(value)
    } else {
        Err(Mismatch { at: start, span: cursor.since(start), why: MismatchKind::Range(low, high) })
    }
}

/// Converts an unsigned 32-bit number to the negative one that it may stand for: 0xffffffff is -1.
pub(super) fn wrapped(value: i64) -> i64 {
    match u32::try_from(value) {
        Ok(bits) => (bits as i32).into(),
        Err(_) => value,
    }
}

/// Upper 20 bits for `lui`, so that adding [`low`] gives the value.
pub(super) fn high(value: i64) -> i64 {
    value.wrapping_add(0x800) >> 12 & 0xfffff
}

/// Lower 12 bits, signed.
pub(super) fn low(value: i64) -> i64 {
    (value & 0xfff ^ 0x800) - 0x800
}

/// Syntax of an instruction for a reader: `lw rd, imm(rs1)`.
pub(super) fn shown(name: &str, operands: &str) -> String {
    let word = |letter: char| match letter {
        'd' | 'a' | 'x' | 'y' => "rd",
        's' | 'v' => "rs1",
        't' | 'w' => "rs2",
        'D' | 'g' => "fd",
        'S' => "fs1",
        'T' | 'k' => "fs2",
        'R' => "fs3",
        'r' | 'n' => "mode",
        'h' => "shift",
        'c' => "csr",
        'p' | 'q' => "set",
        'b' | 'j' | 'J' | 'K' | 'E' => "label",
        '0' => "zero",
        '1' => "ra",
        '2' => "sp",
        _ => "number",
    };
    let mut text = format!("{name} ");
    for c in operands.chars() {
        if c.is_ascii_alphanumeric() { text.push_str(word(c)) } else { text.push(c) }
    }
    text.trim_end().to_owned()
}
