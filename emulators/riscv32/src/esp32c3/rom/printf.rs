//! `ets_printf` of the ROM.

use machine::calls::CallAnswer;

use super::{Call, SP};

/// Prints a format with its arguments and returns 0.
///
/// A newline is sent as carriage return and newline, and a carriage return is not sent.
pub(super) fn ets_printf(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let format = call.string(call.argument(0), usize::MAX)?;
    let mut arguments = Arguments { next: 1 };
    let mut rest = &format[..];
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'%' => convert(call, &mut arguments, &mut rest)?,
            byte => print(call, &[byte])?,
        }
    }
    Ok(0)
}

fn print(call: &mut Call<'_>, text: &[u8]) -> Result<(), CallAnswer> {
    for &byte in text.iter().filter(|&&byte| byte != b'\r') {
        if byte == b'\n' {
            call.send(b'\r')?;
        }
        call.send(byte)?;
    }
    Ok(())
}

/// Layout of a conversion.
#[derive(Debug, Clone, Copy, Default)]
struct Layout {
    left: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
    long: bool,
}

/// Maximum width of a field.
const MOST_WIDTH: usize = 4096;

/// Prints the conversion after a percent sign; an unknown conversion is printed literally.
fn convert(
    call: &mut Call<'_>,
    arguments: &mut Arguments,
    rest: &mut &[u8],
) -> Result<(), CallAnswer> {
    let start = *rest;
    let layout = layout(call, arguments, rest)?;
    let Some((&conversion, after)) = rest.split_first() else { return Ok(()) };
    *rest = after;
    match conversion {
        b'%' => print(call, b"%"),
        b'c' => {
            let byte = arguments.word(call)? as u8;
            field(call, &[byte], layout)
        }
        b's' => {
            let at = arguments.word(call)?;
            let string = call.string(at, layout.precision.unwrap_or(usize::MAX))?;
            field(call, &string, Layout { zeros: false, ..layout })
        }
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => {
            let value = arguments.number(call, layout.long, matches!(conversion, b'd' | b'i'))?;
            let digits = match conversion {
                b'x' => format!("{value:x}"),
                b'X' => format!("{value:X}"),
                b'o' => format!("{value:o}"),
                b'p' => format!("0x{value:x}"),
                _ => value.to_string(),
            };
            field(call, digits.as_bytes(), layout)
        }
        _ => {
            print(call, b"%")?;
            print(call, &start[..start.len() - rest.len()])
        }
    }
}

/// Parses flags, width, precision and size.
fn layout(
    call: &mut Call<'_>,
    arguments: &mut Arguments,
    rest: &mut &[u8],
) -> Result<Layout, CallAnswer> {
    let mut layout = Layout::default();
    let mut longs = 0;
    let mut in_precision = false;
    while let Some((&byte, after)) = rest.split_first() {
        let in_width = layout.width > 0 || in_precision;
        match byte {
            b'-' => layout.left = true,
            b'+' | b' ' | b'#' | b'h' | b'z' | b't' => {}
            b'0' if !in_width => layout.zeros = true,
            b'.' => (in_precision, layout.precision) = (true, Some(0)),
            b'l' => longs += 1,
            b'*' | b'0'..=b'9' => {
                let old = if in_precision { layout.precision.unwrap_or(0) } else { layout.width };
                let new = match byte {
                    b'*' => arguments.word(call)? as usize,
                    digit => old * 10 + usize::from(digit - b'0'),
                };
                let new = new.min(MOST_WIDTH);
                *(if in_precision { layout.precision.insert(0) } else { &mut layout.width }) = new;
            }
            _ => break,
        }
        *rest = after;
    }
    layout.long = longs > 1;
    Ok(layout)
}

/// Prints a field padded to its width; zeros go between sign and digits.
fn field(call: &mut Call<'_>, text: &[u8], layout: Layout) -> Result<(), CallAnswer> {
    let filling = |byte| vec![byte; layout.width.saturating_sub(text.len())];
    let (sign, digits) = text.split_at(usize::from(layout.zeros && text.starts_with(b"-")));
    let parts: [&[u8]; 3] = match layout {
        Layout { left: true, .. } => [text, &filling(b' '), b""],
        Layout { zeros: true, .. } => [sign, &filling(b'0'), digits],
        _ => [&filling(b' '), text, b""],
    };
    parts.into_iter().try_for_each(|part| print(call, part))
}

/// Arguments after the format: first in registers, then on the stack.
struct Arguments {
    /// Index of the next argument, in words.
    next: u32,
}

impl Arguments {
    fn word(&mut self, call: &mut Call<'_>) -> Result<u32, CallAnswer> {
        let rank = self.next;
        self.next += 1;
        match rank {
            0..8 => Ok(call.argument(rank as u8)),
            _ => call.read_word(call.cpu.reg(SP).wrapping_add((rank - 8) * 4)),
        }
    }

    /// Number of 32 bits, or of 64 bits in an even-aligned pair of words.
    fn number(
        &mut self,
        call: &mut Call<'_>,
        long: bool,
        signed: bool,
    ) -> Result<i128, CallAnswer> {
        self.next += u32::from(long && self.next % 2 == 1);
        let low = self.word(call)?;
        let high = if long { self.word(call)? } else { 0 };
        let wide = u64::from(high) << 32 | u64::from(low);
        Ok(match (signed, long) {
            (true, true) => (wide as i64).into(),
            (true, false) => (low as i32).into(),
            (false, _) => wide.into(),
        })
    }
}
