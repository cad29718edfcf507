//! Parsing of text as constants.

use super::{Heap, Value, ValueError};

/// Constant in a text: a number, a truth value, `null`, a sequence of constants, or text.
///
/// With `unquote`, quoted text loses its quotes. Dates are not constants here and remain text.
///
/// Source: SPLWare/esProc, `Variant.parse`.
pub(crate) fn parse(heap: &mut Heap, text: &str, unquote: bool) -> Result<Value, ValueError> {
    let trimmed = text.trim();
    if let Some(value) = simple(trimmed) {
        return Ok(value);
    }
    match trimmed.chars().next() {
        None if text.is_empty() => Ok(Value::Null),
        Some('"' | '\'') if unquote => {
            let inside = quoted(trimmed).unwrap_or_else(|| text.to_owned());
            heap.text(inside)
        }
        Some('[') => match sequence(heap, trimmed, 0)? {
            Some(value) => Ok(value),
            None => heap.text(text.to_owned()),
        },
        _ => heap.text(text.to_owned()),
    }
}

fn simple(text: &str) -> Option<Value> {
    match text {
        "null" => Some(Value::Null),
        "true" => Some(Value::Truth(true)),
        "false" => Some(Value::Truth(false)),
        _ => number(text),
    }
}

/// Number: digits, fraction, exponent, hexadecimal with `0x`, or percentage.
pub(crate) fn number(text: &str) -> Option<Value> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    if let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let plain = hexadecimal.bytes().all(|byte| byte.is_ascii_hexdigit());
        return i64::from_str_radix(hexadecimal, 16).ok().filter(|_| plain).map(Value::Int);
    }
    if let Ok(whole) = text.parse() {
        return Some(Value::Int(whole));
    }
    match text.strip_suffix('%') {
        Some(percent) => percent.parse().ok().map(|number: f64| Value::Real(number / 100.0)),
        None => text.parse().ok().map(Value::Real),
    }
}

/// Text between quotes that enclose the whole text, with escape sequences resolved.
pub(crate) fn quoted(text: &str) -> Option<String> {
    let quote = text.chars().next()?;
    let mut inside = String::new();
    let mut rest = text[1..].chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => inside.push(escaped(rest.next()?)),
            _ if c == quote => return rest.next().is_none().then_some(inside),
            _ => inside.push(c),
        }
    }
    None
}

/// Character for the escape sequence of `\` and this one.
pub(crate) fn escaped(c: char) -> char {
    match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        other => other,
    }
}

/// Maximum nesting of sequences.
const MOST_NESTED: usize = 50;

/// `[1,"two",[3]]`; `None` if it is not a sequence.
fn sequence(heap: &mut Heap, text: &str, nested: usize) -> Result<Option<Value>, ValueError> {
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let Some(inside) = inside.filter(|_| nested < MOST_NESTED) else {
        return Ok(None);
    };
    let (at, mut list) = heap.start(0)?;
    if inside.trim().is_empty() {
        return Ok(Some(heap.finish(at, list)));
    }
    let Some(parts) = parts(inside) else {
        return Ok(None);
    };
    for part in parts {
        let value = if part.trim().starts_with('[') {
            sequence(heap, part.trim(), nested + 1)?
        } else {
            Some(parse(heap, part.trim(), true)?)
        };
        let Some(value) = value else {
            return Ok(None);
        };
        list.push(value);
    }
    Ok(Some(heap.finish(at, list)))
}

/// Parts between commas outside quotes and brackets; `None` if those do not match.
fn parts(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_usize, None);
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match (quote, c) {
            (Some(_), '\\') => drop(characters.next()),
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[') => depth += 1,
            (None, ']') => depth = depth.checked_sub(1)?,
            (None, ',') if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    (depth == 0 && quote.is_none()).then_some(parts)
}
