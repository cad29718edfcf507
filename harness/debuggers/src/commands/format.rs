//! Numbers, texts and instructions in the formats of `print` and `x`.

use machine::Machine as _;
use targets::escape;

use crate::ddt::float;
use crate::engine::{Scope, Value, ValueKind};

/// Format after the slash of `x/8xw`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Format {
    pub(super) count: Option<u64>,
    pub(super) letter: Option<char>,
    /// Bytes per value.
    pub(super) bytes: Option<u64>,
}

/// Format letters.
const LETTERS: &str = "xduotcsfiaz";

/// Size letters with their bytes.
const SIZES: &[(char, u64)] = &[('b', 1), ('h', 2), ('w', 4), ('g', 8)];

/// Maximum values shown at once.
pub(super) const MOST_SHOWN: u64 = 10_000;

/// Maximum bytes of a text shown.
const TEXT_BYTES: usize = 200;

impl Format {
    /// Parses the text after a slash.
    ///
    /// # Errors
    /// A message that lists the letters.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &text[..text.len() - letters.len()];
        let mut format = Format::default();
        if !digits.is_empty() {
            let count = digits.parse().ok().filter(|count| *count <= MOST_SHOWN);
            let refused = || format!("at most {} are shown at once", escape::grouped(MOST_SHOWN));
            format.count = Some(count.ok_or_else(refused)?);
        }
        for letter in letters.chars() {
            if let Some((_, bytes)) = SIZES.iter().find(|(size, _)| *size == letter) {
                format.bytes = Some(*bytes);
            } else if LETTERS.contains(letter) {
                format.letter = Some(letter);
            } else {
                return Err(format!(
                    "`/{}` is not a format: use x d u o t c s f i a with sizes b h w g, such as /4xw",
                    asmkit::plain_name(text)
                ));
            }
        }
        Ok(format)
    }
}

/// A word of this many bits in a format; by default as in the machine's manual, and decimal.
pub(crate) fn number(scope: &Scope<'_>, value: u64, bits: u32, letter: Option<char>) -> String {
    let spec = scope.machine.spec();
    let fits = |bits: &u32| value >> (bits - 1) >> 1 == 0;
    let bits = [bits, scope.bits()].into_iter().find(fits).unwrap_or(64);
    let signed = (value << (64 - bits)) as i64 >> (64 - bits);
    let point = if scope.is_octal() { "." } else { "" };
    match letter {
        None => format!("{} ({signed}{point})", spec.radix.show(value, bits)),
        Some('d') => format!("{signed}{point}"),
        Some('u') => format!("{value}{point}"),
        Some('o') if scope.is_octal() => format!("{value:o}"),
        Some('o') => format!("0{value:o}"),
        Some('t') => format!("0b{value:b}"),
        Some('z') => spec.radix.show(value, bits),
        Some('c') => {
            let letter = u8::try_from(value & 0xff).unwrap_or(0);
            format!("{} '{}'", i64::from(letter as i8), escape::line(&[letter], 1))
        }
        Some('f') => real(value, bits),
        Some('a') => {
            format!("{}{}", spec.show_address(value), label(scope, value))
        }
        Some(_) => format!("{value:#x}"),
    }
}

/// A word as a floating-point number; of 64 bits with the upper half set, one of 32.
fn real(value: u64, bits: u32) -> String {
    match bits {
        36 => float::shown_bits(value),
        32 => f32::from_bits(value as u32).to_string(),
        _ if value >> 32 == 0xffff_ffff => f32::from_bits(value as u32).to_string(),
        _ => f64::from_bits(value).to_string(),
    }
}

/// ` <loop+4>`: an address relative to the label before it.
pub(crate) fn label(scope: &Scope<'_>, address: u64) -> String {
    let spec = scope.machine.spec();
    // Reserved memory is in no segment, but its own label is certain.
    let own =
        || scope.image.symbols.iter().find(|symbol| symbol.address && symbol.value == address);
    let nearest = scope.image.nearest_symbol(address).or_else(|| own().map(|symbol| (symbol, 0)));
    let found = nearest.map(|(symbol, distance)| {
        let name = asmkit::plain_name(&symbol.name);
        match distance {
            0 => format!(" <{name}>"),
            _ if scope.is_octal() => format!(" <{name}+{}>", spec.radix.digits(distance)),
            _ => format!(" <{name}+{distance}>"),
        }
    });
    found.unwrap_or_default()
}

/// Text at an address up to a zero: bytes, or five characters per word on a word machine; with the
/// address after it.
pub(crate) fn text(scope: &Scope<'_>, address: u64) -> Result<(String, u64), String> {
    let packed = scope.machine.spec().unit_bits > 8;
    let (mut bytes, mut at) = (Vec::new(), address);
    'units: while bytes.len() < TEXT_BYTES {
        let Some(unit) = scope.machine.peek(at) else { break };
        at += 1;
        let letters = if packed { 5 } else { 1 };
        for letter in 0..letters {
            let byte = if packed { unit >> (29 - 7 * letter) & 0x7f } else { unit & 0xff };
            if byte == 0 {
                break 'units;
            }
            bytes.push(byte as u8);
        }
    }
    if at == address {
        return Err(format!(
            "there is no memory at {}",
            scope.machine.spec().show_address(address)
        ));
    }
    let more = if bytes.len() >= TEXT_BYTES { "..." } else { "" };
    Ok((format!("\"{}\"{more}", escape::line(&bytes, TEXT_BYTES + 5)), at))
}

/// A value in the format of `print`.
///
/// # Errors
/// A message if a text is requested where there is no memory.
pub(super) fn value(scope: &Scope<'_>, value: &Value, format: Format) -> Result<String, String> {
    let word_bits = scope.machine.spec().word_bits;
    let letter = format.letter;
    if letter == Some('s') {
        return Ok(text(scope, value.bits)?.0);
    }
    let bits = match (format.bytes, &value.what) {
        (Some(bytes), _) if scope.units_of(8) == 8 => bytes as u32 * 8,
        (None, ValueKind::Memory { units, .. }) => *units as u32 * scope.machine.spec().unit_bits,
        _ => word_bits,
    };
    let cut =
        if format.bytes.is_some() { value.bits & (u64::MAX >> (64 - bits)) } else { value.bits };
    Ok(match (&value.what, letter) {
        (ValueKind::Cell(shown), _) => asmkit::plain(shown),
        (ValueKind::Pointer { is_text: true, .. }, None) => {
            format!("{} {}", number(scope, cut, bits, Some('z')), text(scope, value.bits)?.0)
        }
        (&ValueKind::Label { word: Some(word), is_number }, None)
            if value.bits >= scope.word_units() =>
        {
            let there = number(scope, word, word_bits, None);
            let letter = (!is_number).then_some('z');
            format!("{}, and the word there is {there}", number(scope, cut, bits, letter))
        }
        (ValueKind::Pc | ValueKind::Pointer { .. }, None) => number(scope, cut, bits, Some('a')),
        (_, Some('i')) => {
            let text = scope.machine.disassemble(value.bits);
            text.map_or_else(|| "no instruction".to_owned(), |text| asmkit::plain(&text))
        }
        (_, letter) => number(scope, cut, bits, letter),
    })
}
