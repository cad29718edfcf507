//! Messages that several dialects share, one function for each.
//!
//! Codes are stable. A0xx are the codes of these messages and of MARS and its descendants; other
//! dialects have their own hundreds.

use machine::numbers::counted;

use crate::{Diagnostic, FileId, OpenError, Span};

/// Empty span at the start of a file.
#[must_use]
pub fn start_of(file: FileId) -> Span {
    Span { file, start: 0, end: 0 }
}

/// Source text as a message quotes it, cut after 60 characters.
#[must_use]
pub fn short(text: &str) -> String {
    match text.char_indices().nth(QUOTE_LIMIT_CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

const QUOTE_LIMIT_CHARS: usize = 60;

// Instructions and their operands

/// A mnemonic that is not in the instruction tables.
#[must_use]
pub fn unknown_instruction(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A001", at, format!("unknown instruction `{name}`"))
        .label("not in the instruction set")
        .help(nearest.map(did_you_mean))
}

/// The help that suggests another name.
pub(crate) fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// A mnemonic of another processor; `instead` says what to write here.
#[must_use]
pub fn foreign_instruction(at: Span, name: &str, instead: &str) -> Diagnostic {
    unknown_instruction(at, name, None).help(instead.to_owned())
}

/// A number outside the range that an operand allows.
#[must_use]
pub fn operand_range(at: Span, found: &str, low: i64, high: i64) -> Diagnostic {
    let shown = &short(found);
    let message = if is_wide(found) {
        format!("the number {shown} has more than 32 bits")
    } else {
        format!("the number {shown} is out of range")
    };
    Diagnostic::error("A004", at, message).label(format!("expected a number from {low} to {high}"))
}

/// A number that does not fit in a register or a word.
#[must_use]
pub fn wide_number(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A026", at, format!("the number {found} has more than 32 bits"))
        .label("registers and words hold -2147483648 to 4294967295")
}

/// Code of [`number_cut`].
pub const NUMBER_CUT: &str = "A027";

/// A number of which the simulator silently uses only the low 32 bits.
#[must_use]
pub fn number_cut(at: Span, found: &str, simulator: &str, taken: i32) -> Diagnostic {
    let found = &short(found);
    Diagnostic::warning(NUMBER_CUT, at, format!("the number {found} has more than 32 bits"))
        .label(format!("{simulator} uses its low 32 bits: {taken}"))
}

/// Whether a text is a decimal or `0x` integer that does not fit in 32 bits.
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

/// A name that looks like a register; `known` lists the names of registers.
#[must_use]
pub fn unknown_register(at: Span, found: &str, nearest: Option<&str>, known: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A005", at, format!("unknown register `{found}`"))
        .label(format!("registers are {known}"))
        .help(nearest.map(did_you_mean))
}

// Labels

/// Code of [`undefined_label`].
pub const UNDEFINED: &str = "A010";

/// A label that is used but not defined.
#[must_use]
pub fn undefined_label(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error(UNDEFINED, at, format!("undefined label `{name}`"))
        .label("not defined in this file or as a global label in another")
        .help(nearest.map(did_you_mean))
}

/// A label that is defined twice.
#[must_use]
pub fn duplicate_label(at: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let name = &short(name);
    let message = Diagnostic::error("A011", at, format!("the label `{name}` is defined twice"))
        .label("second definition")
        .help("rename one of the two".to_owned());
    match first {
        Some(first) => message.other(first, "first definition"),
        None => message,
    }
}

// Directives

/// A directive that stores data in the text segment.
#[must_use]
pub fn data_directive_in_text(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A032", at, format!("`{name}` is not allowed in the text segment"))
        .label("only instructions are allowed here")
        .help("put a line `.data` before the data and a line `.text` after it".to_owned())
}

// Memory

/// Data outside the data segments.
#[must_use]
pub fn outside_data(at: Span, address: u32) -> Diagnostic {
    Diagnostic::error("A040", at, format!("data cannot be stored at {address:#010x}"))
        .label("this address is not in a data segment")
}

/// An instruction outside the text segments.
#[must_use]
pub fn outside_text(at: Span, address: u32) -> Diagnostic {
    Diagnostic::error("A041", at, format!("an instruction cannot be stored at {address:#010x}"))
        .label("this address is not in a text segment, or not a multiple of 4")
}

/// Data beyond the end of the segment.
#[must_use]
pub fn space_too_large(at: Span, bytes: u64, room: u64) -> Diagnostic {
    Diagnostic::error("A043", at, does_not_fit(bytes)).label(is_left(room))
}

/// Text of a message about more bytes than a segment has left.
pub(crate) fn does_not_fit(bytes: u64) -> String {
    let does = if bytes == 1 { "does" } else { "do" };
    format!("{} {does} not fit in the segment", counted(bytes, "byte"))
}

/// Text of a label about the bytes that a segment has left.
pub(crate) fn is_left(room: u64) -> String {
    let is = if room == 1 { "is" } else { "are" };
    format!("{} {is} left", counted(room, "byte"))
}

/// A branch or jump to an address between two instructions.
#[must_use]
pub fn target_misaligned(at: Span, target: u32) -> Diagnostic {
    Diagnostic::error("A047", at, format!("the target {target:#010x} is not a multiple of 4"))
        .label("instructions are at multiples of 4")
}

// Files

/// A file that is not UTF-8; `kept` says whether strings keep such bytes.
#[must_use]
pub fn not_utf8(file: FileId, at: u32, kept: bool) -> Diagnostic {
    let span = Span { file, start: at, end: at };
    let fate = if kept { "strings keep such bytes" } else { "such bytes become U+FFFD" };
    Diagnostic::warning("A023", span, "the file is not valid UTF-8")
        .label(format!("first invalid byte; {fate}"))
        .help("save the file as UTF-8".to_owned())
}

/// A file that cannot be included.
#[must_use]
pub fn cannot_include(at: Span, name: &str, why: &OpenError) -> Diagnostic {
    if name.is_empty() {
        return Diagnostic::error("A050", at, "this names no file").label("a file name is missing");
    }
    let name = &short(name);
    let id = match why {
        OpenError::NotFound => "A050",
        OpenError::Outside(_) => "A051",
        OpenError::TooLarge => "A052",
        OpenError::Other(_) => "A053",
    };
    Diagnostic::error(id, at, format!("cannot include `{name}`"))
        .label(why.to_string())
        .help(why.help())
}

/// A file that is included a second time.
#[must_use]
pub fn included_again(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A054", at, format!("`{name}` is included twice"))
        .label("a file can be included only once, and not by itself")
}

// Limits

/// Too much source text.
#[must_use]
pub fn source_too_large(at: Span, limit_bytes: usize) -> Diagnostic {
    Diagnostic::error("A060", at, "the program is too large").label(format!(
        "the limit for all files together is {limit_bytes} bytes; each line counts 8 extra"
    ))
}

/// More errors than the assembler reports.
#[must_use]
pub fn too_many_errors(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("A061", at, format!("more than {limit} errors"))
        .label("the assembler stopped here")
}
