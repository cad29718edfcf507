//! Directives for data and gaps: numbers, strings, alignment, space.

use asmkit::Span;

use super::cursor::{Cursor, is_name};
use super::expression::{self, Expr};
use super::object::{Align, Fill, Fix, Relocation, Tail};
use super::{AsmResult, Assembler, messages};

/// Maximum size of a gap that is stored immediately.
const GAP_LIMIT_BYTES: u64 = 4096;

/// Maximum number of bytes that one directive may reserve.
pub(super) const RESERVE_LIMIT_BYTES: u64 = 2 << 30;

/// Maximum alignment, as a power of 2.
const POWER_LIMIT: i64 = 31;

impl Assembler<'_> {
    /// `.byte`, `.word` and similar directives.
    pub(super) fn numbers(&mut self, cursor: &mut Cursor<'_>, size: u8) -> AsmResult {
        if cursor.at_end() {
            return Ok(());
        }
        loop {
            match size {
                _ if cursor.at_end() || cursor.peek() == Some(b',') => {
                    self.report(messages::value_missing(cursor.span()));
                    self.bytes(&[0; 16][..usize::from(size)])?;
                }
                16 => self.wide_number(cursor)?,
                _ => self.one_number(cursor, size)?,
            }
            if !cursor.comma()? {
                return Ok(());
            }
        }
    }

    fn one_number(&mut self, cursor: &mut Cursor<'_>, size: u8) -> AsmResult {
        let start = cursor.at();
        let (value, known) = self.with_scope(|scope| {
            let value = expression::parse(cursor, scope)?;
            let known = expression::known(&value, scope);
            Ok::<_, Box<asmkit::Diagnostic>>((value, known))
        })?;
        let bytes = known.unwrap_or(0).to_le_bytes();
        match known {
            Some(known) if !fits(known, size) => {
                self.report(messages::number_truncated(cursor.since(start), known, size));
            }
            Some(_) => {}
            None => {
                let (at, mut place) = (self.here(), self.place());
                place.span = cursor.since(start);
                let what = Relocation::Data(size);
                self.section_mut().fixes.push(Fix { at, what, value, relax: false, place });
            }
        }
        self.bytes(&bytes[..usize::from(size)])
    }

    /// Parses a 128-bit number, which cannot be an expression.
    fn wide_number(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let at = cursor.span();
        let minus = cursor.eat("-");
        let text = cursor.take(cursor.run(is_name));
        let number = expression::number(text).ok_or_else(|| messages::bad_number(at, text))?;
        let number = if minus { number.wrapping_neg() } else { number };
        self.bytes(&number.to_le_bytes())
    }

    /// `.float` and `.double`.
    pub(super) fn floats(&mut self, cursor: &mut Cursor<'_>, size: u8) -> AsmResult {
        while !cursor.at_end() {
            let at = cursor.span();
            let text = cursor.rest().split(',').next().unwrap_or_default().trim_end();
            let bits = match float_bits(text, size) {
                Some(Ok(bits)) => bits,
                Some(Err(OutOfRange)) => {
                    return Err(Box::new(messages::float_out_of_range(at, text, size)));
                }
                None => return Err(Box::new(messages::bad_float(at, text))),
            };
            cursor.take(text.len());
            self.bytes(&bits.to_le_bytes()[..usize::from(size)])?;
            if !cursor.comma()? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// `.ascii` and similar directives; adjacent strings without a comma are joined.
    pub(super) fn strings(&mut self, cursor: &mut Cursor<'_>, zero: bool, width: u8) -> AsmResult {
        if cursor.at_end() {
            return Ok(());
        }
        while !cursor.at_end() {
            let mut text = self.string_bytes(cursor)?;
            while cursor.peek() == Some(b'"') {
                text.extend(self.string_bytes(cursor)?);
            }
            text.extend(zero.then_some(0));
            let wide = |byte| (0..width).map(move |rank| if rank == 0 { byte } else { 0 });
            let bytes: Vec<u8> = text.into_iter().flat_map(wide).collect();
            self.bytes(&bytes)?;
            if !cursor.comma()? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Parses a string as the bytes in the file, which need not be UTF-8.
    fn string_bytes(&mut self, cursor: &mut Cursor<'_>) -> AsmResult<Vec<u8>> {
        let (exact, at) = (cursor.statement().exact, cursor.span());
        let text = cursor.string()?;
        if !exact {
            return Ok(text);
        }
        let raw = self.sources.bytes(at);
        let inside = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
        Ok(super::cursor::unescape(inside).unwrap_or(text))
    }

    /// `.uleb128` and `.sleb128`.
    pub(super) fn leb(&mut self, cursor: &mut Cursor<'_>, signed: bool) -> AsmResult {
        loop {
            let start = cursor.at();
            let (value, known) = self.with_scope(|scope| {
                let value = expression::parse(cursor, scope)?;
                let known = expression::known(&value, scope);
                Ok::<_, Box<asmkit::Diagnostic>>((value, known))
            })?;
            match known {
                Some(known) => self.bytes(&leb_bytes(known, signed))?,
                None => {
                    let mut place = self.place();
                    place.span = cursor.since(start);
                    self.close_piece(Tail::Leb { value, signed, place }, false)?;
                }
            }
            if !cursor.comma()? {
                return Ok(());
            }
        }
    }

    /// `.align` and similar directives: alignment, fill value, maximum number of fill bytes.
    pub(super) fn alignment(
        &mut self,
        cursor: &mut Cursor<'_>,
        at: Span,
        power: bool,
        width: u8,
    ) -> AsmResult {
        let value_at = cursor.span();
        let value = if cursor.at_end() { 0 } else { self.number_now(cursor, ".align")? };
        let power = if !power {
            match value {
                0 => 0,
                1.. if value & (value - 1) == 0 => value.trailing_zeros().into(),
                _ => return Err(Box::new(messages::not_a_power(value_at, value))),
            }
        } else if value > POWER_LIMIT {
            self.report(messages::alignment_too_large(value_at, POWER_LIMIT));
            POWER_LIMIT
        } else {
            value
        };
        let power = u32::try_from(power).map_err(|_| messages::not_a_power(value_at, power))?;
        let (mut fill, mut most) = (None, u64::MAX);
        if cursor.comma()? {
            if !matches!(cursor.peek(), Some(b',') | None) {
                let value = self.number_now(cursor, ".align")?;
                fill = Some(value.to_le_bytes()[..usize::from(width)].to_vec());
            }
            if cursor.comma()? {
                let bytes = self.number_now(cursor, ".align")?;
                most = u64::try_from(bytes).ok().filter(|&most| most > 0).unwrap_or(u64::MAX);
                cursor.end()?;
            }
        }
        self.align(power.min(POWER_LIMIT as u32), fill, most, at)
    }

    /// Aligns the next byte.
    ///
    /// Code is filled with nops. If the linker shortens code, it chooses their number, and the
    /// assembler reserves the maximum.
    fn align(&mut self, power: u32, fill: Option<Vec<u8>>, most: u64, at: Span) -> AsmResult {
        let section = self.section_mut();
        section.align = section.align.max(power);
        let code = section.kind.executable && fill.is_none();
        let shortest = if self.code.extensions_to_compress().is_some() { 2 } else { 4 };
        let bytes = 1u64 << power;
        if power == 0 || code && bytes <= shortest {
            return Ok(());
        }
        if !code || !self.code.relax {
            let fill = if code { Fill::Nops } else { Fill::Bytes(fill.unwrap_or(vec![0])) };
            return self.close_piece(Tail::Align(Align { power, most, fill }), false);
        }
        let (here, mut place) = (self.here(), self.place());
        place.span = at;
        let what = Relocation::Nops { power };
        let value = Expr::Number((bytes - shortest) as i64);
        self.section_mut().fixes.push(Fix { at: here, what, value, relax: true, place });
        self.take_data(bytes)?;
        let nops = nops(bytes - shortest);
        self.bytes(&nops)?;
        self.end_piece(true)
    }

    /// `.space` with a size and a fill value, `.zero` with a size.
    pub(super) fn skip(&mut self, cursor: &mut Cursor<'_>, at: Span, filled: bool) -> AsmResult {
        let count = self.with_scope(|scope| expression::parse(cursor, scope))?;
        let mut fill = 0;
        if filled && cursor.comma()? {
            fill = self.number_now(cursor, ".space")?;
        }
        cursor.end()?;
        self.gap(count, vec![fill as u8], at)
    }

    /// `.fill`: repeat count, bytes per item, and the value in the first four of them.
    pub(super) fn fill(&mut self, cursor: &mut Cursor<'_>, at: Span) -> AsmResult {
        let count = self.with_scope(|scope| expression::parse(cursor, scope))?;
        let (mut size, mut value) = (1, 0);
        if cursor.comma()? {
            let size_at = cursor.span();
            size = self.number_now(cursor, ".fill")?;
            if size < 0 {
                return Err(Box::new(messages::negative_size(size_at)));
            }
            if cursor.comma()? {
                value = self.number_now(cursor, ".fill")?;
                cursor.end()?;
            }
        }
        let mut unit = (value as u32).to_le_bytes().to_vec();
        unit.resize(size.min(8) as usize, 0);
        self.gap(count, unit, at)
    }

    /// Appends `count` copies of a unit.
    fn gap(&mut self, count: Expr, unit: Vec<u8>, at: Span) -> AsmResult {
        let mut place = self.place();
        place.span = at;
        let known = self.with_scope(|scope| expression::known(&count, scope));
        let Some(known) = known else {
            return self.close_piece(Tail::Skip { count, unit, place }, false);
        };
        if known < 0 {
            self.report(messages::negative_count(at, known));
            return Ok(());
        }
        let total = (known as u64).saturating_mul(unit.len() as u64);
        if total > RESERVE_LIMIT_BYTES {
            return Err(Box::new(messages::too_much_reserved(at, RESERVE_LIMIT_BYTES)));
        }
        if total <= GAP_LIMIT_BYTES {
            return self.bytes(&unit.repeat(known as usize));
        }
        if self.kind().empty && unit.iter().any(|&byte| byte != 0) {
            let name = self.object.sections[self.section].name.clone();
            return Err(Box::new(messages::data_in_empty(at, &name)));
        }
        self.close_piece(Tail::Skip { count: Expr::Number(known), unit, place }, false)
    }

    /// `.org`
    pub(super) fn org(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let to = self.with_scope(|scope| expression::parse(cursor, scope))?;
        let mut fill = 0;
        if cursor.comma()? {
            fill = self.number_now(cursor, ".org")?;
            cursor.end()?;
        }
        self.go_on_at(to, fill as u8)
    }

    /// Continues at an offset or a label of this section.
    pub(super) fn go_on_at(&mut self, to: Expr, fill: u8) -> AsmResult {
        let place = self.place();
        self.close_piece(Tail::Org { to, fill, place }, false)
    }
}

/// Whether a value fits in `size` bytes, signed or unsigned, as in GNU as.
pub(super) fn fits(value: i64, size: u8) -> bool {
    let end = 1i128 << (8 * u32::from(size.min(8)));
    size >= 8 || (-end < value.into() && i128::from(value) < end)
}

/// Nops for `count` bytes, with a leading zero byte if `count` is odd.
pub(super) fn nops(count: u64) -> Vec<u8> {
    let mut bytes = vec![0; (count % 2) as usize];
    if count % 4 >= 2 {
        bytes.extend([0x01, 0x00]);
    }
    while (bytes.len() as u64) < count {
        bytes.extend([0x13, 0x00, 0x00, 0x00]);
    }
    bytes
}

/// Error for a number that overflows or underflows the format.
struct OutOfRange;

/// Bits of an IEEE number; accepts the form `0f1.5` too.
fn float_bits(text: &str, size: u8) -> Option<Result<u64, OutOfRange>> {
    let (minus, body) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let prefix = body.as_bytes().get(..2);
    let lower = body.to_ascii_lowercase();
    let body = match prefix {
        Some([b'0', b'f' | b'F' | b'd' | b'D' | b'r' | b'R' | b's' | b'S']) => &body[2..],
        _ => body,
    };
    let sign = u64::from(minus) << (8 * size - 1);
    if lower == "nan" {
        // GNU as writes all ones except the sign.
        return Some(Ok(sign | (u64::MAX >> (64 - (8 * u32::from(size) - 1)))));
    }
    if !body.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | 'i' | 'I' | '-' | '+')) {
        return None;
    }
    let wide = body.parse::<f64>().ok()?;
    let narrow = body.parse::<f32>().ok()?;
    let mantissa = body.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !mantissa.contains(|c: char| matches!(c, '1'..='9'));
    let is_infinity = mantissa.contains(['i', 'I']);
    // GNU as rejects a number that rounds up to infinity.
    const SINGLE_END: f64 = 3.402_823_669_209_385e38;
    let fits = match size {
        4 => wide.abs() < SINGLE_END && (narrow != 0.0 || is_zero),
        _ => wide.is_finite() && (wide != 0.0 || is_zero),
    };
    if !fits && !is_infinity {
        return Some(Err(OutOfRange));
    }
    Some(Ok(match size {
        4 => sign ^ u64::from(narrow.to_bits()),
        _ => sign ^ wide.to_bits(),
    }))
}

/// LEB128 encoding of a number. Source: DWARF, "Variable Length Data".
pub(super) fn leb_bytes(value: i64, signed: bool) -> Vec<u8> {
    let mut rest = value;
    let mut bytes = Vec::new();
    loop {
        let low = (rest & 0x7f) as u8;
        rest = if signed { rest >> 7 } else { (rest as u64 >> 7) as i64 };
        let done = if signed { rest == if low & 0x40 != 0 { -1 } else { 0 } } else { rest == 0 };
        bytes.push(if done { low } else { low | 0x80 });
        if done {
            return bytes;
        }
    }
}
