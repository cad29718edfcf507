//! What assemblers say about a program: one function a message, for those that several dialects have.
//!
//! Identifiers are stable: A0xx are these and those of MARS and its descendants; other dialects
//! have their own hundreds.

use machine::numbers::counted;

use crate::{Diagnostic, FileId, OpenError, Span};

/// The first byte of a file.
#[must_use]
pub fn start_of(file: FileId) -> Span {
    Span { file, start: 0, end: 0 }
}

/// A piece of source as a message quotes it: long ones lose their tail.
#[must_use]
pub fn short(text: &str) -> String {
    match text.char_indices().nth(QUOTE_LIMIT_CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

const QUOTE_LIMIT_CHARS: usize = 60;

// Instructions and their operands

/// A mnemonic that no table has.
#[must_use]
pub fn unknown_instruction(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A001", at, format!("no instruction is called `{name}`"))
        .label("looked up in the instruction table")
        .help(nearest.map(|nearest| format!("the closest name is `{nearest}`")))
}

/// A mnemonic that no table has, and that means something to other processors.
///
/// `instead` is a sentence on what to write here.
#[must_use]
pub fn foreign_instruction(at: Span, name: &str, instead: &str) -> Diagnostic {
    unknown_instruction(at, name, None).help(instead.to_owned())
}

/// A number that does not fit its place in the instruction.
#[must_use]
pub fn operand_range(at: Span, found: &str, low: i64, high: i64) -> Diagnostic {
    let shown = &short(found);
    let message = if is_wide(found) {
        format!("the number {shown} has more than 32 bits")
    } else {
        format!("the number {shown} is too large or too small here")
    };
    Diagnostic::error("A004", at, message).label(format!("from {low} to {high} is possible"))
}

/// A number that no register and no word holds.
#[must_use]
pub fn wide_number(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A026", at, format!("the number {found} has more than 32 bits"))
        .label("registers and words have 32: from -2147483648 to 4294967295 fits")
}

/// The identifier of [`number_cut`].
pub const NUMBER_CUT: &str = "A027";

/// A number of which the simulator takes the low bits in silence.
#[must_use]
pub fn number_cut(at: Span, found: &str, simulator: &str, taken: i32) -> Diagnostic {
    let found = &short(found);
    Diagnostic::warning(NUMBER_CUT, at, format!("the number {found} has more than 32 bits"))
        .label(format!("{simulator} takes {taken} of it"))
}

/// Whether a text is a whole number, in decimal or behind `0x`, that 32 bits do not hold.
///
/// ```
/// use asmkit::messages::is_wide;
/// assert!(is_wide("5000000000") && is_wide("-2147483649") && is_wide("0x123456789"));
/// assert!(!is_wide("4294967295") && !is_wide("0xffffffff") && !is_wide("1e40"));
/// ```
#[must_use]
pub fn is_wide(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let (figures, radix) = hexadecimal.map_or((digits, 10), |figures| (figures, 16));
    if figures.is_empty() || !figures.chars().all(|c| c.is_digit(radix)) {
        return false;
    }
    let most = if text.starts_with('-') { 1 << 31 } else { u64::from(u32::MAX) };
    // What does not fit 64 bits does not fit 32 either.
    u64::from_str_radix(figures, radix).map_or(true, |value| value > most)
}

/// A name that looks like a register; `known` are the names in short.
#[must_use]
pub fn unknown_register(at: Span, found: &str, nearest: Option<&str>, known: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A005", at, format!("no register is called `{found}`"))
        .label(format!("registers are {known}"))
        .help(nearest.map(|nearest| format!("the closest name is `{nearest}`")))
}

// Labels

/// The identifier of [`undefined_label`].
pub const UNDEFINED: &str = "A010";

/// A label that is used and nowhere defined.
#[must_use]
pub fn undefined_label(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error(UNDEFINED, at, format!("no label is called `{name}`"))
        .label("neither in this file nor as a global label of another")
        .help(nearest.map(|nearest| format!("the closest label is `{nearest}`")))
}

/// A label that is defined twice.
#[must_use]
pub fn duplicate_label(at: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let name = &short(name);
    let message = Diagnostic::error("A011", at, format!("the label `{name}` stands twice"))
        .label("defined again here")
        .help("give one of the two another name".to_owned());
    match first {
        Some(first) => message.other(first, "defined here first"),
        None => message,
    }
}

// Directives

/// A directive that stores data among instructions.
#[must_use]
pub fn data_directive_in_text(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A032", at, format!("`{name}` cannot stand in the text segment"))
        .label("instructions go here")
        .help("put a line `.data` before the data and a line `.text` behind it".to_owned())
}

// Memory

/// Data where no data can be.
#[must_use]
pub fn outside_data(at: Span, address: u32) -> Diagnostic {
    Diagnostic::error("A040", at, format!("data cannot be stored at {address:#010x}"))
        .label("there is no data segment at this address")
}

/// An instruction where none can be.
#[must_use]
pub fn outside_text(at: Span, address: u32) -> Diagnostic {
    Diagnostic::error("A041", at, format!("an instruction cannot stand at {address:#010x}"))
        .label("text segments lie elsewhere, and instructions at multiples of 4")
}

/// Data beyond the end of the segment.
#[must_use]
pub fn space_too_large(at: Span, bytes: u64, room: u64) -> Diagnostic {
    Diagnostic::error("A043", at, does_not_fit(bytes)).label(is_left(room))
}

/// That so much is too much for a segment.
pub(crate) fn does_not_fit(bytes: u64) -> String {
    let does = if bytes == 1 { "does" } else { "do" };
    format!("{} {does} not fit the segment", counted(bytes, "byte"))
}

/// What room a segment has.
pub(crate) fn is_left(room: u64) -> String {
    let is = if room == 1 { "is" } else { "are" };
    format!("{} {is} left from here on", counted(room, "byte"))
}

/// A branch or jump to no instruction.
#[must_use]
pub fn target_misaligned(at: Span, target: u32) -> Diagnostic {
    Diagnostic::error("A047", at, format!("the target {target:#010x} is no multiple of 4"))
        .label("instructions stand at multiples of 4 only")
}

// Files

/// A file that is not UTF-8; `kept` says whether strings keep such bytes.
#[must_use]
pub fn not_utf8(file: FileId, at: u32, kept: bool) -> Diagnostic {
    let span = Span { file, start: at, end: at };
    let fate = if kept { "strings keep such bytes" } else { "such bytes are read as U+FFFD" };
    Diagnostic::warning("A023", span, "this file is not UTF-8")
        .label(format!("the first byte that is not; {fate}"))
        .help("save the file as UTF-8".to_owned())
}

/// A file that cannot be included.
#[must_use]
pub fn cannot_include(at: Span, name: &str, why: &OpenError) -> Diagnostic {
    let name = &short(name);
    let id = match why {
        OpenError::NotFound => "A050",
        OpenError::Outside(_) => "A051",
        OpenError::TooLarge => "A052",
        OpenError::Other(_) => "A053",
    };
    Diagnostic::error(id, at, format!("`{name}` cannot be included"))
        .label(why.to_string())
        .help(why.help())
}

/// A file that is included a second time.
#[must_use]
pub fn included_again(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A054", at, format!("`{name}` is included a second time"))
        .label("a file can be included once, and never by itself")
}

// Limits

/// Too much source text.
#[must_use]
pub fn source_too_large(at: Span, limit_bytes: usize) -> Diagnostic {
    Diagnostic::error("A060", at, "the program is too large").label(format!(
        "all files together may have {limit_bytes} bytes, where a line counts for 8 more"
    ))
}

/// Where the assembler gave up.
#[must_use]
pub fn too_many_errors(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("A061", at, format!("more than {limit} errors"))
        .label("the assembler stopped here")
}
