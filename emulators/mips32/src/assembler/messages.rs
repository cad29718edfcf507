//! What the assembler says about a program: one function a message.
//!
//! Identifiers are stable: A0xx are messages of both dialects and of MARS, A1xx those that only
//! SPIM's has.

use asmkit::{Diagnostic, FileId, OpenError, Span};

/// The first byte of a file.
pub(crate) fn start_of(file: FileId) -> Span {
    Span { file, start: 0, end: 0 }
}

/// A piece of source as a message quotes it: long ones lose their tail.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(QUOTE_LIMIT_CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

const QUOTE_LIMIT_CHARS: usize = 60;

// Instructions and their operands

pub(crate) fn unknown_instruction(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A001", at, format!("no instruction is called `{name}`"))
        .label("looked up in the instruction table")
        .help(nearest.map(|nearest| format!("the closest name is `{nearest}`")))
}

/// `forms` are ways to write the instruction, such as `lw $t0, label`.
pub(crate) fn operand_count(at: Span, name: &str, found: usize, forms: &[String]) -> Diagnostic {
    let name = &short(name);
    let found = match found {
        0 => "no operands".to_owned(),
        1 => "one operand".to_owned(),
        found => format!("{found} operands"),
    };
    Diagnostic::error("A002", at, format!("`{name}` cannot be written with {found}"))
        .label("operands are counted here without commas and parentheses")
        .help(written_as(name, forms))
}

/// `expected` is a noun with its article, such as `a register`.
pub(crate) fn operand_kind(
    at: Span,
    found: &str,
    name: &str,
    expected: &str,
    forms: &[String],
) -> Diagnostic {
    let name = &short(name);
    let found = &short(found);
    Diagnostic::error("A003", at, format!("`{found}` cannot stand here in `{name}`"))
        .label(format!("{expected} is expected"))
        .help(written_as(name, forms))
}

pub(crate) fn operand_range(at: Span, found: &str, low: i64, high: i64) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A004", at, format!("the number {found} is too large or too small here"))
        .label(format!("from {low} to {high} is possible"))
}

pub(crate) fn unknown_register(at: Span, found: &str, nearest: Option<&str>) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A005", at, format!("no register is called `{found}`"))
        .label("registers are $0 to $31, $zero, $at, $v0 to $ra, and $f0 to $f31")
        .help(nearest.map(|nearest| format!("the closest name is `{nearest}`")))
}

pub(crate) fn pseudo_not_permitted(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A006", at, format!("this form of `{name}` is a pseudo-instruction"))
        .label("pseudo-instructions are switched off")
        .help(
            "write the instructions that it stands for, or switch pseudo-instructions on"
                .to_owned(),
        )
}

pub(crate) fn no_next_register(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A007", at, format!("`{found}` is the last register"))
        .label("a pair of registers starts here, so there must be one more behind it")
}

pub(crate) fn missing_parenthesis(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A009", at, format!("`{name}` lacks a closing parenthesis"))
        .label("the line ends before the `)` of the address")
        .help("an address is written as `4($t1)`".to_owned())
}

fn written_as(name: &str, forms: &[String]) -> Option<String> {
    let forms: Vec<String> = forms.iter().map(|form| format!("`{form}`")).collect();
    match forms.as_slice() {
        [] => None,
        [form] if form.trim_matches('`') == name => {
            Some(format!("`{name}` is written without operands"))
        }
        [form] => Some(format!("`{name}` is written as {form}")),
        [first @ .., last] => {
            Some(format!("`{name}` is written as {} or {last}", first.join(", ")))
        }
    }
}

// Labels

pub(crate) fn undefined_label(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A010", at, format!("no label is called `{name}`"))
        .label("neither in this file nor as a global label of another")
        .help(nearest.map(|nearest| format!("the closest label is `{nearest}`")))
}

pub(crate) fn duplicate_label(at: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let name = &short(name);
    let message = Diagnostic::error("A011", at, format!("the label `{name}` stands twice"))
        .label("defined again here")
        .help("give one of the two another name".to_owned());
    match first {
        Some(first) => message.other(first, "defined here first"),
        None => message,
    }
}

pub(crate) fn global_undefined(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A012", at, format!("`{name}` is declared global but has no definition"))
        .label("no label of this file has this name")
        .help(nearest.map(|nearest| format!("the closest label is `{nearest}`")))
}

pub(crate) fn global_twice(at: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let name = &short(name);
    let message = Diagnostic::error("A013", at, format!("`{name}` is already global"))
        .label("declared global again here")
        .help("a name can be global once in all files together".to_owned());
    match first {
        Some(first) => message.other(first, "the label that is global already"),
        None => message,
    }
}

// Tokens

pub(crate) fn bad_token(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    let help = match found.chars().next() {
        Some('\u{feff}') => Some("the file starts with a byte order mark: save it without one"),
        Some('/') => Some("a comment starts with `#`"),
        Some('=') => Some("a constant is defined by `.eqv NAME value`"),
        _ if has_exponent(found) => {
            Some("MARS takes a sign behind `e` for an exponent: put blanks around the sign")
        }
        _ if found.contains('[') && found.contains(']') => {
            Some("an address is written as `4($t1)`")
        }
        _ if found.contains(';') => Some("write one statement on a line"),
        _ if found.starts_with(|c: char| c.is_ascii_digit()) => Some(
            "numbers are decimal, octal after `0` or hexadecimal after `0x`; \
                  names do not start with a digit",
        ),
        _ => None,
    };
    Diagnostic::error("A020", at, format!("`{found}` means nothing here"))
        .label("neither a name, a number, a register nor a string")
        .help(help.map(str::to_owned).or_else(|| odd_character(found)))
}

/// Points at a character that text copied from a document brings along.
fn odd_character(found: &str) -> Option<String> {
    let odd = found.chars().find(|c| !c.is_ascii() && !c.is_alphanumeric())?;
    let code = u32::from(odd);
    Some(format!("it holds the character U+{code:04X}, often copied from a document: type it anew"))
}

/// Whether a name ends in what looks like the exponent of a number, as in `table+4`.
fn has_exponent(found: &str) -> bool {
    let signs = found.match_indices(['+', '-']);
    signs.map(|(at, _)| &found[..at]).any(|before| before.ends_with(['e', 'E']))
        && found.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '.' | '$'))
}

pub(crate) fn bad_character(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A021", at, format!("{found} is not a character"))
        .label("one character, or one escape sequence, between two quotes")
        .help(
            "examples are 'a', '\\n', '\\'' and '\\101'; text stands between double quotes"
                .to_owned(),
        )
}

pub(crate) fn unclosed_string(at: Span) -> Diagnostic {
    Diagnostic::warning("A022", at, "this string has no closing quote")
        .label("MARS takes the rest of the line without its last character")
        .help("close the string with `\"`".to_owned())
}

pub(crate) fn not_utf8(file: FileId, at: u32, kept: bool) -> Diagnostic {
    let span = Span { file, start: at, end: at };
    let fate = if kept { "strings keep such bytes" } else { "such bytes are read as U+FFFD" };
    Diagnostic::warning("A023", span, "this file is not UTF-8")
        .label(format!("the first byte that is not; {fate}"))
        .help("save the file as UTF-8".to_owned())
}

// Directives

pub(crate) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A030", at, format!("no directive is called `{name}`"))
        .label("the line is ignored")
        .help(nearest.map(|nearest| format!("the closest name is `{nearest}`")))
}

pub(crate) fn ignored_directive(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A031", at, format!("`{name}` has no effect"))
        .label("accepted and ignored, as in MARS")
}

pub(crate) fn data_directive_in_text(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A032", at, format!("`{name}` cannot stand in the text segment"))
        .label("instructions go here")
        .help("put a line `.data` before the data and a line `.text` behind it".to_owned())
}

pub(crate) fn ignored_in_data(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::warning("A033", at, format!("`{found}` stands in the data segment"))
        .label("the line is ignored, as in MARS")
        .help("instructions belong behind a line `.text`".to_owned())
}

/// `usage` shows how the directive is written.
pub(crate) fn directive_operands(at: Span, name: &str, usage: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A034", at, format!("`{name}` has the wrong operands"))
        .label("cannot be carried out")
        .help(format!("it is written as `{usage}`"))
}

pub(crate) fn not_a_value(at: Span, found: &str, name: &str, expected: &str) -> Diagnostic {
    let name = &short(name);
    let found = &short(found);
    Diagnostic::error("A035", at, format!("`{found}` cannot stand behind `{name}`"))
        .label(format!("{expected} is expected"))
}

pub(crate) fn value_truncated(
    at: Span,
    found: &str,
    name: &str,
    low: i64,
    high: i64,
) -> Diagnostic {
    let name = &short(name);
    let found = &short(found);
    Diagnostic::warning("A036", at, format!("{found} does not fit a signed value of `{name}`"))
        .label(format!("from {low} to {high} fits; only the low bits are stored"))
}

pub(crate) fn real_range(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A037", at, format!("{found} is too large for single precision"))
        .label("the largest is 3.4028234663852886e38")
        .help("`.double` holds up to 1.7976931348623157e308".to_owned())
}

pub(crate) fn repetition(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A038", at, format!("a value cannot be stored {found} times"))
        .label("a count of 1 or more is expected")
}

// Memory

pub(crate) fn outside_data(at: Span, address: u32) -> Diagnostic {
    Diagnostic::error("A040", at, format!("data cannot be stored at {address:#010x}"))
        .label("there is no data segment at this address")
}

pub(crate) fn outside_text(at: Span, address: u32) -> Diagnostic {
    Diagnostic::error("A041", at, format!("an instruction cannot stand at {address:#010x}"))
        .label("text segments lie elsewhere, and instructions at multiples of 4")
}

pub(crate) fn text_overlap(at: Span, address: u32, first: Option<Span>) -> Diagnostic {
    let message = Diagnostic::error("A042", at, format!("{address:#010x} is already occupied"))
        .label("a second instruction at this address")
        .help("give `.text` or `.ktext` another address, or none".to_owned());
    match first {
        Some(first) => message.other(first, "the first instruction there"),
        None => message,
    }
}

pub(crate) fn space_too_large(at: Span, bytes: u64, room: u64) -> Diagnostic {
    Diagnostic::error("A043", at, format!("{bytes} bytes do not fit the segment"))
        .label(format!("{room} bytes are left from here on"))
}

pub(crate) fn space_beyond_end(at: Span, bytes: u64, room: u64) -> Diagnostic {
    Diagnostic::warning("A044", at, format!("{bytes} bytes do not fit the segment"))
        .label(format!("{room} bytes are left from here on; a use of the others faults"))
}

pub(crate) fn branch_too_far(at: Span, target: u32) -> Diagnostic {
    Diagnostic::error("A045", at, format!("the target {target:#010x} is too far for a branch"))
        .label("a branch reaches 32768 instructions back and 32767 forward")
        .help("branch over a `j` instruction that goes there".to_owned())
}

pub(crate) fn jump_too_far(at: Span, target: u32) -> Diagnostic {
    Diagnostic::error("A046", at, format!("the target {target:#010x} is too far for a jump"))
        .label("a jump reaches only addresses with the same highest digit as its own")
        .help("load the address with `la` and jump with `jr`".to_owned())
}

pub(crate) fn target_misaligned(at: Span, target: u32) -> Diagnostic {
    Diagnostic::error("A047", at, format!("the target {target:#010x} is no multiple of 4"))
        .label("instructions stand at multiples of 4 only")
}

// Included files

pub(crate) fn cannot_include(at: Span, name: &str, why: &OpenError) -> Diagnostic {
    let name = &short(name);
    let (id, label) = match why {
        OpenError::NotFound => ("A050", "there is no such file beside this one".to_owned()),
        OpenError::Outside => ("A051", "it lies outside the folder of the program".to_owned()),
        OpenError::TooLarge => ("A052", "it is too large to be a source".to_owned()),
        OpenError::Other(why) => ("A053", why.clone()),
    };
    Diagnostic::error(id, at, format!("`{name}` cannot be included")).label(label)
}

pub(crate) fn included_again(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A054", at, format!("`{name}` is included a second time"))
        .label("a file can be included once, and never by itself")
}

// Limits

pub(crate) fn source_too_large(at: Span, limit_bytes: usize) -> Diagnostic {
    Diagnostic::error("A060", at, "the program is too large")
        .label(format!("all files together may have {limit_bytes} bytes"))
}

pub(crate) fn too_many_errors(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("A061", at, format!("more than {limit} errors"))
        .label("the assembler stopped here")
}
