//! ROM functions for characters and numbers, as in the C standard.
//!
//! `rand` and `srand` are missing: their state is in memory of the C library.

use machine::calls::CallAnswer;

use super::Routine::{Call as Do, Words};
use super::{A0, Call, Row};

type Result = std::result::Result<u32, CallAnswer>;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    (0x4000_0388, "isalnum", Words(|c, _| is(c, |c| c.is_ascii_alphanumeric()))),
    (0x4000_038c, "isalpha", Words(|c, _| is(c, |c| c.is_ascii_alphabetic()))),
    (0x4000_0390, "isascii", Words(|c, _| (c < 128).into())),
    (0x4000_0394, "isblank", Words(|c, _| is(c, |c| matches!(c, b' ' | b'\t')))),
    (0x4000_0398, "iscntrl", Words(|c, _| is(c, |c| c.is_ascii_control()))),
    (0x4000_039c, "isdigit", Words(|c, _| is(c, |c| c.is_ascii_digit()))),
    (0x4000_03a0, "islower", Words(|c, _| is(c, |c| c.is_ascii_lowercase()))),
    (0x4000_03a4, "isgraph", Words(|c, _| is(c, |c| c.is_ascii_graphic()))),
    (0x4000_03a8, "isprint", Words(|c, _| is(c, |c| c == b' ' || c.is_ascii_graphic()))),
    (0x4000_03ac, "ispunct", Words(|c, _| is(c, |c| c.is_ascii_punctuation()))),
    (0x4000_03b0, "isspace", Words(|c, _| is(c, is_space))),
    (0x4000_03b4, "isupper", Words(|c, _| is(c, |c| c.is_ascii_uppercase()))),
    (0x4000_03b8, "toupper", Words(|c, _| to(c, |c| c.to_ascii_uppercase()))),
    (0x4000_03bc, "tolower", Words(|c, _| to(c, |c| c.to_ascii_lowercase()))),
    (0x4000_03c0, "toascii", Words(|c, _| c & 127)),
    (0x4000_0424, "abs",     Words(|a, _| (a as i32).unsigned_abs())),
    (0x4000_0428, "div",     Do(div)),
    (0x4000_042c, "labs",    Words(|a, _| (a as i32).unsigned_abs())),
    (0x4000_0430, "ldiv",    Do(div)),
    (0x4000_0438, "rand_r",  Do(rand_r)),
    (0x4000_0444, "utoa",    Do(|call| write_number(call, false))),
    (0x4000_0448, "itoa",    Do(|call| write_number(call, true))),
    (0x4000_044c, "atoi",    Do(|call| Ok(number(call, 10)?.signed()))),
    (0x4000_0450, "atol",    Do(|call| Ok(number(call, 10)?.signed()))),
    (0x4000_0454, "strtol",  Do(|call| parse(call).map(|number| number.signed()))),
    (0x4000_0458, "strtoul", Do(|call| parse(call).map(|number| number.unsigned()))),
];

fn is(character: u32, class: fn(u8) -> bool) -> u32 {
    u8::try_from(character).is_ok_and(class).into()
}

fn to(character: u32, change: fn(u8) -> u8) -> u32 {
    u8::try_from(character).map_or(character, |byte| change(byte).into())
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Quotient in `a0` and remainder in `a1`.
fn div(call: &mut Call<'_>) -> Result {
    let (a, b) = (call.argument(0) as i32, call.argument(1) as i32);
    let (quotient, remainder) =
        if b == 0 { (-1, a) } else { (a.wrapping_div(b), a.wrapping_rem(b)) };
    call.cpu.set_reg(A0 + 1, remainder as u32);
    Ok(quotient as u32)
}

/// Next number of the generator whose state is at `a0`.
///
/// Source: newlib, minimal standard generator of Park and Miller.
fn rand_r(call: &mut Call<'_>) -> Result {
    let at = call.argument(0);
    let state = match call.read_word(at)? {
        0 => 0x1234_5678,
        state => state,
    };
    let next = (u64::from(state) * 16_807 % 0x7fff_ffff) as u32;
    call.write(at, &next.to_le_bytes())?;
    Ok(next & 0x7fff_ffff)
}

/// Writes `a0` as text to `a1`, in the base `a2`.
fn write_number(call: &mut Call<'_>, is_signed: bool) -> Result {
    let (value, to, base) = (call.argument(0), call.argument(1), call.argument(2));
    if !(2..=36).contains(&base) {
        call.write(to, &[0])?;
        return Ok(0);
    }
    let is_negative = is_signed && base == 10 && (value as i32) < 0;
    let mut rest = if is_negative { value.wrapping_neg() } else { value };
    let mut digits = vec![0];
    loop {
        let digit = char::from_digit(rest % base, base).unwrap_or('0');
        digits.insert(0, digit as u8);
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    if is_negative {
        digits.insert(0, b'-');
    }
    call.write(to, &digits)?;
    Ok(to)
}

/// Number read from a text.
struct Number {
    is_negative: bool,
    /// Amount, or the greatest one.
    amount: u64,
    /// Bytes of the text that belong to it.
    length: usize,
}

impl Number {
    fn signed(&self) -> u32 {
        let amount = i64::try_from(self.amount).unwrap_or(i64::MAX);
        let value = if self.is_negative { -amount } else { amount };
        value.clamp(i32::MIN.into(), i32::MAX.into()) as u32
    }

    fn unsigned(&self) -> u32 {
        match u32::try_from(self.amount) {
            Ok(amount) if self.is_negative => amount.wrapping_neg(),
            Ok(amount) => amount,
            Err(_) => u32::MAX,
        }
    }
}

/// Number at the start of the text at `a0`.
fn number(call: &mut Call<'_>, base: u32) -> std::result::Result<Number, CallAnswer> {
    let text = call.string(call.argument(0), usize::MAX)?;
    let spaces = text.iter().take_while(|byte| is_space(**byte)).count();
    let sign = text.get(spaces).filter(|byte| matches!(byte, b'+' | b'-'));
    let start = spaces + usize::from(sign.is_some());
    let after = text.get(start..).unwrap_or_default();
    let is_hexadecimal =
        after.len() > 2 && after[..2].eq_ignore_ascii_case(b"0x") && after[2].is_ascii_hexdigit();
    let (base, prefix) = match base {
        0 | 16 if is_hexadecimal => (16, 2),
        0 if after.starts_with(b"0") => (8, 0),
        0 => (10, 0),
        base => (base.clamp(2, 36), 0),
    };
    let digits = after[prefix..].iter().map_while(|byte| char::from(*byte).to_digit(base));
    let count = digits.clone().count();
    let amount = digits.fold(0u64, |amount, digit| {
        amount.saturating_mul(base.into()).saturating_add(digit.into())
    });
    let length = if count == 0 { 0 } else { start + prefix + count };
    Ok(Number { is_negative: sign == Some(&b'-'), amount, length })
}

/// The same with the base in `a2`; the address after it is stored at `a1`.
fn parse(call: &mut Call<'_>) -> std::result::Result<Number, CallAnswer> {
    let number = number(call, call.argument(2))?;
    let (start, end) = (call.argument(0), call.argument(1));
    if end != 0 {
        let after = start.wrapping_add(number.length as u32);
        call.write(end, &after.to_le_bytes())?;
    }
    Ok(number)
}
