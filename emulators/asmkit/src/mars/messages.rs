//! What the assemblers of this family alone have to say: one function a message.

use super::dialect::Dialect;
use super::directive::{Action, Directive};
use super::token::{Kind, Token};
use crate::messages::{does_not_fit, is_left};
use crate::{Diagnostic, Span};

pub(super) use crate::messages::{
    cannot_include, data_directive_in_text, duplicate_label, foreign_instruction, included_again,
    is_wide, number_cut, operand_range, outside_data, outside_text, short, source_too_large,
    space_too_large, too_many_errors, undefined_label, unknown_instruction, wide_number,
};

// Instructions and their operands

pub(super) fn unknown_register(at: Span, found: &str, dialect: &Dialect) -> Diagnostic {
    let names = (dialect.registers.names)();
    let nearest = (dialect.registers.alias)(found)
        .or_else(|| crate::nearest(found, names.iter().map(String::as_str)));
    crate::messages::unknown_register(at, found, nearest, dialect.registers.label)
}

/// Where the assembler gave up on errors that macros make again and again.
pub(super) fn errors_too_often(at: Span, limit: usize) -> Diagnostic {
    let message = format!("errors that were told of came up again more than {limit} times");
    Diagnostic::error("A061", at, message)
        .label("the assembler stopped here")
        .help("mend them in the macro first".to_owned())
}

/// `forms` are ways to write the instruction, such as `lw $t0, label`.
pub(super) fn operand_count(at: Span, name: &str, found: usize, forms: &[String]) -> Diagnostic {
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
pub(super) fn operand_kind(
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

pub(super) fn pseudo_not_permitted(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A006", at, format!("this form of `{name}` is a pseudo-instruction"))
        .label("pseudo-instructions are switched off")
        .help(
            "write the instructions that it stands for, or switch pseudo-instructions on"
                .to_owned(),
        )
}

pub(super) fn no_next_register(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A007", at, format!("`{found}` is the last register"))
        .label("a pair of registers starts here, so there must be one more behind it")
}

pub(super) fn missing_parenthesis(at: Span, name: &str, address: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A009", at, format!("`{name}` lacks a closing parenthesis"))
        .label("the line ends before the `)` of the address")
        .help(format!("an address is written as `{address}`"))
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

pub(super) fn broken_form(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A008", at, format!("MARS cannot assemble this form of `{name}`"))
        .label("an address from 32768 to 65535 cannot stand here")
        .help(format!("load the address with `la $at` and write `{name} $t0, 0($at)`"))
}

// Labels

pub(super) fn label_name(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A014", at, format!("a label cannot be called `{found}`"))
        .label("not a name of your own")
        .help("choose a name that is no register or number".to_owned())
}

/// Adds that another file has the label.
pub(super) fn hidden_label(undefined: Diagnostic, name: &str, other: Span) -> Diagnostic {
    let help = format!("declare it in that file: `.globl {}`", short(name));
    undefined.other(other, "a label of this file, unknown to others").help(help)
}

pub(super) fn global_undefined(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A012", at, format!("`{name}` is declared global but has no definition"))
        .label("no label of this file has this name")
        .help(nearest.map(|nearest| format!("the closest label is `{nearest}`")))
}

pub(super) fn global_twice(at: Span, name: &str, first: Option<Span>) -> Diagnostic {
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

pub(super) fn bad_token(at: Span, found: &str, dialect: &Dialect) -> Diagnostic {
    if is_wide(found) {
        return wide_number(at, found);
    }
    let found = &short(found);
    let known = |text: &str| Some(text.to_owned());
    let help = match found.chars().next() {
        Some('\u{feff}') => known("the file starts with a byte order mark: save it without one"),
        Some('/') => known("a comment starts with `#`"),
        Some('=') => known("a constant is defined by `.eqv NAME value`"),
        _ if has_exponent(found) => Some(format!(
            "{} takes a sign behind `e` for an exponent: put blanks around the sign",
            dialect.simulator
        )),
        _ if found.contains('[') && found.contains(']') => {
            Some(format!("an address is written as `{}`", dialect.address))
        }
        _ if found.contains(';') => known("write one statement on a line"),
        _ if found.starts_with(|c: char| c.is_ascii_digit()) => known(
            "numbers are decimal, octal after `0` or hexadecimal after `0x`; \
                  names do not start with a digit",
        ),
        _ => None,
    };
    Diagnostic::error("A020", at, format!("`{found}` means nothing here"))
        .label("neither a name, a number, a register nor a string")
        .help(help.or_else(|| odd_character(found)))
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

pub(super) fn bad_character(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A021", at, format!("{found} is not a character"))
        .label("one character, or one escape sequence, between two quotes")
        .help(
            "examples are 'a', '\\n', '\\'' and '\\101'; text stands between double quotes"
                .to_owned(),
        )
}

pub(super) fn unclosed_string(at: Span) -> Diagnostic {
    Diagnostic::warning("A022", at, "this string has no closing quote")
        .label("MARS takes the rest of the line without its last character")
        .help("close the string with `\"`".to_owned())
}

pub(super) fn string_without_end(at: Span, quoted: &str, simulator: &str) -> Diagnostic {
    let help = if quoted.ends_with("\\\\\"") {
        format!("{simulator} takes a quote behind any backslash for part of the string")
    } else {
        "close the string with `\"`".to_owned()
    };
    Diagnostic::error("A024", at, "this string has no closing quote")
        .label("it takes the rest of the line")
        .help(help)
}

pub(super) fn bad_code_point(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A025", at, format!("`\\{found}` in this string is no character"))
        .label("four hexadecimal digits are expected behind `\\u`")
        .help("an example is `\\u00e9`".to_owned())
}

// Directives

/// A directive whose operands are not what it needs; `at` is that directive.
pub(super) fn wrong_operands(at: &Token) -> Diagnostic {
    let (name, usage) = match at.kind {
        Kind::Directive(directive) => (directive.name, directive.usage),
        _ => (at.value.as_str(), ""),
    };
    let name = short(name);
    Diagnostic::error("A034", at.span, format!("`{name}` has the wrong operands"))
        .label("cannot be carried out")
        .help(format!("it is written as `{usage}`"))
}

pub(super) fn align_in_text(at: Span) -> Diagnostic {
    Diagnostic::warning("A028", at, "instructions stand at multiples of 4 in any case")
        .label("4 bytes are taken, and data is aligned to them")
}

pub(super) fn section_name(at: Span, name: &str, simulator: &str) -> Diagnostic {
    let name = short(name);
    let message = Diagnostic::error("A029", at, format!("`{name}` cannot stand behind `.section`"))
        .label(format!("{simulator} takes only a name here that is no directive"));
    if name.starts_with('.') { message.help(format!("write `{name}` alone")) } else { message }
}

pub(super) fn unknown_section(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::warning("A039", at, format!("the section `{name}` is not known"))
        .label("the line is ignored")
        .help("sections are `.rodata`, `.sdata`, and others whose names begin with `.text` or `.data`".to_owned())
}

pub(super) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A030", at, format!("no directive is called `{name}`"))
        .label("the line is ignored")
        .help(nearest.map(|nearest| format!("the closest name is `{nearest}`")))
}

pub(super) fn ignored_directive(at: Span, name: &str, simulator: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A031", at, format!("`{name}` has no effect"))
        .label(format!("accepted and ignored, as in {simulator}"))
}

pub(super) fn ignored_in_data(at: Span, found: &str, simulator: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::warning("A033", at, format!("`{found}` stands in the data segment"))
        .label(format!("the line is ignored, as in {simulator}"))
        .help("instructions belong behind a line `.text`".to_owned())
}

pub(super) fn not_a_value(at: Span, found: &str, name: &str, expected: &str) -> Diagnostic {
    let name = &short(name);
    let found = &short(found);
    Diagnostic::error("A035", at, format!("`{found}` cannot stand behind `{name}`"))
        .label(format!("{expected} is expected"))
}

pub(super) fn value_truncated(
    at: Span,
    found: &str,
    name: &str,
    low: i64,
    high: i64,
) -> Diagnostic {
    let name = &short(name);
    let found = &short(found);
    let sign = if low == -(high + 1) { "a signed value" } else { "a value" };
    Diagnostic::warning("A036", at, format!("{found} does not fit {sign} of `{name}`"))
        .label(format!("from {low} to {high} fits; only the low bits are stored"))
}

pub(super) fn real_range(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A037", at, format!("{found} is too large for single precision"))
        .label("the largest is 3.4028234663852886e38")
        .help("`.double` holds up to 1.7976931348623157e308".to_owned())
}

pub(super) fn repetition(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A038", at, format!("a value cannot be stored {found} times"))
        .label("a count of 1 or more is expected")
}

// Memory

pub(super) fn text_overlap(at: Span, address: u32, first: Span, dialect: &Dialect) -> Diagnostic {
    let text =
        |directive: &&Directive| matches!(directive.action, Action::Text | Action::KernelText);
    let names = dialect.directives.iter().filter(text);
    let names: Vec<String> = names.map(|directive| format!("`{}`", directive.name)).collect();
    Diagnostic::error("A042", at, format!("{address:#010x} is already occupied"))
        .label("a second instruction at this address")
        .other(first, "the first instruction there")
        .help(format!("give {} another address, or none", names.join(" or ")))
}

pub(super) fn space_beyond_end(at: Span, bytes: u64, room: u64) -> Diagnostic {
    Diagnostic::warning("A044", at, does_not_fit(bytes))
        .label(format!("{}; a use of the others faults", is_left(room)))
}

// Files

pub(super) fn too_many_files(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("A055", at, "too many files are included")
        .label(format!("{limit} files, and each inside 100 others, are possible"))
}

// .eqv

pub(super) fn equivalent_name(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A070", at, format!("`{found}` cannot be given a meaning by `.eqv`"))
        .label("not a name of your own")
        .help("mnemonics, registers and numbers keep their meaning".to_owned())
}

pub(super) fn equivalent_of_itself(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A071", at, format!("`{name}` cannot stand for itself"))
        .label("the name occurs in its own replacement")
}

pub(super) fn equivalent_twice(at: Span, name: &str, first: Span) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A072", at, format!("`{name}` stands for something else already"))
        .label("a second meaning")
        .other(first, "the first meaning")
        .help("a name keeps its meaning to the end of the program: choose another".to_owned())
}

pub(super) fn equivalent_cut(at: Span, code: &str, dialect: &Dialect) -> Diagnostic {
    let code = short(code);
    Diagnostic::warning("A073", at, "this character loses its closing quote")
        .label(format!("`.eqv` in {} counts the digits of its code instead", dialect.simulator))
        .help(format!("write its code, {code}, instead"))
}

pub(super) fn endless_equivalent(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A074", at, format!("the replacement of `{name}` does not end"))
        .label("its meaning contains it again, or grows too large")
}

pub(super) fn expansion_too_large(at: Span) -> Diagnostic {
    Diagnostic::error("A075", at, "macros and `.eqv` make too much of this program")
        .label("the assembler stopped replacing here")
}

pub(super) fn too_much_data(at: Span, limit_bytes: usize) -> Diagnostic {
    Diagnostic::error("A076", at, "the program stores too much data")
        .label(format!("all directives together may store {limit_bytes} bytes"))
}

// Macros

pub(super) fn macro_name(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A080", at, format!("a macro cannot be called `{found}`"))
        .label("not a name of your own")
        .help("choose a name that is no instruction, register or number".to_owned())
}

pub(super) fn macro_parameter(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A081", at, format!("`{found}` cannot be a parameter of a macro"))
        .label("a name with `%` before it is expected")
        .help(format!("write `%{}`", found.trim_start_matches(['%', '$'])))
}

pub(super) fn macro_nested(at: Span, outer: Span) -> Diagnostic {
    Diagnostic::error("A082", at, "a macro cannot be defined in a macro")
        .label("a definition inside another")
        .other(outer, "the outer definition, still open here")
        .help("close the outer one with `.end_macro` first".to_owned())
}

pub(super) fn macro_not_ended(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A083", at, format!("the macro `{name}` has no end"))
        .label("starts here")
        .help("put a line `.end_macro` behind its last line".to_owned())
}

pub(super) fn end_without_macro(at: Span) -> Diagnostic {
    Diagnostic::error("A084", at, "`.end_macro` ends no macro")
        .label("no `.macro` stands before it")
}

pub(super) fn macro_arguments(at: Span, name: &str, found: usize, counts: &[usize]) -> Diagnostic {
    let name = short(name);
    let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
    let plural = |shown: &str| if shown == "1" { "" } else { "s" };
    let (found, takes) = (found.to_string(), counts.join(" or "));
    let message =
        format!("the macro `{name}` cannot be used with {found} argument{}", plural(&found));
    Diagnostic::error("A085", at, message)
        .label(format!("it is defined with {takes} argument{}", plural(&takes)))
}

pub(super) fn macro_defined_later(at: Span, name: &str, later: Span) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A090", at, format!("the macro `{name}` is not defined yet"))
        .label("used here")
        .other(later, "defined here")
        .help("put the definition before the first use".to_owned())
}

pub(super) fn macro_recursive(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A086", at, format!("the macro `{name}` uses itself"))
        .label("its expansion leads here again")
        .help("a loop is a label and a branch; a macro cannot repeat itself".to_owned())
}

pub(super) fn macro_too_deep(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A087", at, format!("the macro `{name}` is used too deep inside others"))
        .label("the assembler does not go deeper")
}

pub(super) fn unknown_parameter(at: Span, found: &str, nearest: Option<&str>) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A088", at, format!("this macro has no parameter `{found}`"))
        .label("not behind the name of the macro")
        .help(nearest.map(|nearest| format!("the closest parameter is `{nearest}`")))
}

pub(super) fn wrong_replacement(at: Span, name: &str, dialect: &Dialect) -> Diagnostic {
    let simulator = dialect.simulator;
    let name = short(name);
    Diagnostic::error("A089", at, format!("{simulator} would replace another `{name}` on this line"))
        .label("this one is meant")
        .help(format!(
            "macros in {simulator} replace the first text that reads `{name}`, even inside other words: \
             choose a longer name, or use two lines"
        ))
}

/// Shows where a macro was used whose expansion a message is about.
pub(super) fn in_use(diagnostic: Diagnostic, used_at: Option<Span>) -> Diagnostic {
    match used_at {
        Some(at) if at != diagnostic.span => diagnostic.other(at, "in the expansion of this macro"),
        _ => diagnostic,
    }
}
