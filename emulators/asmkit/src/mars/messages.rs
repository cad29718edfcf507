//! Messages that only the MARS family has, one function for each.

use super::dialect::Dialect;
use super::directive::{Action, Directive};
use super::limits::DEPTH_LIMIT;
use super::token::{Token, TokenKind};
use crate::messages::{does_not_fit, is_left};
use crate::{Diagnostic, Span};

pub(super) use crate::messages::{
    cannot_include, data_directive_in_text, did_you_mean, duplicate_label, included_again, is_wide,
    number_cut, operand_range, outside_data, outside_text, short, source_too_large,
    space_too_large, too_many_errors, undefined_label, wide_number,
};

// Instructions and their operands

pub(super) fn unknown_instruction(
    at: Span,
    name: &str,
    nearest: Option<&str>,
    dialect: &Dialect,
) -> Diagnostic {
    crate::messages::unknown_instruction(at, name, nearest)
        .label(format!("not in the instruction set of {}", dialect.simulator))
}

/// A mnemonic of another processor; `instead` says what to write here.
pub(super) fn foreign_instruction(
    at: Span,
    name: &str,
    instead: &str,
    dialect: &Dialect,
) -> Diagnostic {
    unknown_instruction(at, name, None, dialect).help(instead.to_owned())
}

pub(super) fn unknown_register(at: Span, found: &str, dialect: &Dialect) -> Diagnostic {
    let names = (dialect.registers.names)();
    let nearest = (dialect.registers.alias)(found)
        .or_else(|| crate::nearest(found, names.iter().map(String::as_str)));
    crate::messages::unknown_register(at, found, nearest, dialect.registers.label)
}

/// More repetitions of reported errors than the assembler looks for.
pub(super) fn errors_too_often(at: Span, limit: usize) -> Diagnostic {
    let message = format!("reported errors occurred again more than {limit} times");
    Diagnostic::error("A061", at, message)
        .label("the assembler stopped here")
        .help("fix the errors in the macro first".to_owned())
}

/// `forms` are examples of the instruction, such as `lw $t0, label`.
pub(super) fn operand_count(at: Span, name: &str, found: usize, forms: &[String]) -> Diagnostic {
    let name = &short(name);
    let found = match found {
        0 => "no operands".to_owned(),
        1 => "one operand".to_owned(),
        found => format!("{found} operands"),
    };
    Diagnostic::error("A002", at, format!("wrong number of operands for `{name}`"))
        .label(format!("found {found}; commas and parentheses do not count"))
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
    Diagnostic::error("A003", at, format!("invalid operand `{found}` for `{name}`"))
        .label(format!("expected {expected}"))
        .help(written_as(name, forms))
}

pub(super) fn pseudo_not_permitted(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A006", at, format!("this form of `{name}` is a pseudo-instruction"))
        .label("pseudo-instructions are disabled")
        .help("write the instructions it stands for, or enable pseudo-instructions".to_owned())
}

/// `found` is the register in words, such as `register 31`.
pub(super) fn no_next_register(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A007", at, format!("{found} is the last one"))
        .label("the instruction also uses the next register")
}

pub(super) fn missing_parenthesis(at: Span, name: &str, address: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A009", at, format!("missing `)` in the operands of `{name}`"))
        .label("the line ends inside an address")
        .help(format!("write an address as `{address}`"))
}

fn written_as(name: &str, forms: &[String]) -> Option<String> {
    let forms: Vec<String> = forms.iter().map(|form| format!("`{form}`")).collect();
    match forms.as_slice() {
        [] => None,
        [form] if form.trim_matches('`') == name => Some(format!("`{name}` takes no operands")),
        [form] => Some(format!("write {form}")),
        [first @ .., last] => Some(format!("write {} or {last}", first.join(", "))),
    }
}

pub(super) fn broken_form(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A008", at, format!("MARS cannot assemble this form of `{name}`"))
        .label("addresses from 32768 to 65535 are not possible here")
        .help(format!("load the address into `$at` with `la` and write `{name} $t0, 0($at)`"))
}

// Labels

pub(super) fn label_name(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A014", at, format!("`{found}` cannot be a label"))
        .label("expected a name")
        .help("choose a name that is not a register or a number".to_owned())
}

/// Adds that another file has the label, but not as a global one.
pub(super) fn hidden_label(undefined: Diagnostic, name: &str, other: Span) -> Diagnostic {
    let help = format!("add `.globl {}` to that file", short(name));
    undefined.other(other, "defined here, but not global").help(help)
}

pub(super) fn global_undefined(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A012", at, format!("`{name}` is declared global but not defined"))
        .label("no label in this file has this name")
        .help(nearest.map(did_you_mean))
}

pub(super) fn global_twice(at: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let name = &short(name);
    let message = Diagnostic::error("A013", at, format!("`{name}` is already global"))
        .label("declared global again here")
        .help("declare a name global only once in all files together".to_owned());
    match first {
        Some(first) => message.other(first, "this label is already global"),
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
        Some('\u{feff}') => known("the file starts with a byte order mark; save it without one"),
        Some('/') => known("a comment starts with `#`"),
        Some('=') => known("define a constant with `.eqv NAME value`"),
        _ if has_exponent(found) => Some(format!(
            "{} reads a sign after `e` as part of an exponent; put spaces around the sign",
            dialect.simulator
        )),
        _ if found.contains('[') && found.contains(']') => {
            Some(format!("write an address as `{}`", dialect.address))
        }
        _ if found.contains(';') => known("write one statement per line"),
        _ if found.starts_with(|c: char| c.is_ascii_digit()) => known(
            "numbers are decimal, octal (`0...`) or hexadecimal (`0x...`); \
                  names do not start with a digit",
        ),
        _ => None,
    };
    Diagnostic::error("A020", at, format!("unexpected `{found}`"))
        .label("not a name, number, register or string")
        .help(help.or_else(|| odd_character(found)))
}

/// Help about a character that often comes with text copied from a document.
fn odd_character(found: &str) -> Option<String> {
    let odd = found.chars().find(|c| !c.is_ascii() && !c.is_alphanumeric())?;
    let code = u32::from(odd);
    Some(format!(
        "it contains U+{code:04X}, often copied from a document; type the character again"
    ))
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
        .label("expected one character or escape sequence between the quotes")
        .help("examples: 'a', '\\n', '\\'' and '\\101'; text needs double quotes".to_owned())
}

pub(super) fn unclosed_string(at: Span) -> Diagnostic {
    Diagnostic::warning("A022", at, "this string has no closing quote")
        .label("MARS takes the rest of the line except its last character")
        .help("add a closing `\"`".to_owned())
}

pub(super) fn string_without_end(at: Span, quoted: &str, simulator: &str) -> Diagnostic {
    let help = if quoted.ends_with("\\\\\"") {
        format!("in {simulator}, a quote after any backslash is part of the string")
    } else {
        "add a closing `\"`".to_owned()
    };
    Diagnostic::error("A024", at, "this string has no closing quote")
        .label("it continues to the end of the line")
        .help(help)
}

pub(super) fn bad_code_point(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A025", at, format!("invalid escape sequence `\\{found}`"))
        .label("expected four hexadecimal digits after `\\u`")
        .help("example: `\\u00e9`".to_owned())
}

// Directives

/// A directive with unsuitable operands; `at` is the directive.
pub(super) fn wrong_operands(at: &Token) -> Diagnostic {
    let (name, usage) = match at.kind {
        TokenKind::Directive(directive) => (directive.name, directive.usage),
        _ => (at.value.as_str(), ""),
    };
    let name = short(name);
    Diagnostic::error("A034", at.span, format!("wrong operands for `{name}`"))
        .label("cannot be assembled")
        .help(format!("example: `{usage}`"))
}

pub(super) fn align_in_text(at: Span) -> Diagnostic {
    Diagnostic::warning("A028", at, "instructions are always at multiples of 4")
        .label("this aligns the data segment to 4 bytes")
}

pub(super) fn section_name(at: Span, name: &str, simulator: &str) -> Diagnostic {
    let name = short(name);
    let message =
        Diagnostic::error("A029", at, format!("`{name}` is not allowed after `.section`"))
            .label(format!("{simulator} accepts only names that are not directives"));
    if name.starts_with('.') { message.help(format!("write `{name}` alone")) } else { message }
}

pub(super) fn unknown_section(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::warning("A039", at, format!("unknown section `{name}`"))
        .label("the line is ignored")
        .help("section names start with `.text`, `.data`, `.rodata` or `.sdata`".to_owned())
}

pub(super) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A030", at, format!("unknown directive `{name}`"))
        .label("the line is ignored")
        .help(nearest.map(did_you_mean))
}

pub(super) fn ignored_directive(at: Span, name: &str, simulator: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A031", at, format!("`{name}` has no effect"))
        .label(format!("accepted and ignored, as in {simulator}"))
}

pub(super) fn ignored_in_data(at: Span, found: &str, simulator: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::warning("A033", at, format!("`{found}` is in the data segment"))
        .label(format!("the line is ignored, as in {simulator}"))
        .help("put instructions after a line `.text`".to_owned())
}

pub(super) fn not_a_value(at: Span, found: &str, name: &str, expected: &str) -> Diagnostic {
    let name = &short(name);
    let found = &short(found);
    Diagnostic::error("A035", at, format!("`{found}` is not allowed after `{name}`"))
        .label(format!("expected {expected}"))
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
    let kind = if low == -(high + 1) { "signed value" } else { "value" };
    Diagnostic::warning("A036", at, format!("{found} does not fit in a {kind} of `{name}`"))
        .label(format!("the range is {low} to {high}; only the low bits are stored"))
}

pub(super) fn real_range(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A037", at, format!("{found} is too large for single precision"))
        .label("the largest single precision number is 3.4028234663852886e38")
        .help("use `.double`, which holds up to 1.7976931348623157e308".to_owned())
}

pub(super) fn repetition(at: Span, found: &str) -> Diagnostic {
    let found = &short(found);
    Diagnostic::error("A038", at, format!("a value cannot be stored {found} times"))
        .label("expected a count of 1 or more")
}

// Memory

pub(super) fn text_overlap(at: Span, address: u32, first: Span, dialect: &Dialect) -> Diagnostic {
    let text =
        |directive: &&Directive| matches!(directive.action, Action::Text | Action::KernelText);
    let names = dialect.directives.iter().filter(text);
    let names: Vec<String> = names.map(|directive| format!("`{}`", directive.name)).collect();
    Diagnostic::error("A042", at, format!("{address:#010x} is already occupied"))
        .label("second instruction at this address")
        .other(first, "first instruction at this address")
        .help(format!("give {} another address, or none", names.join(" or ")))
}

pub(super) fn space_beyond_end(at: Span, bytes: u64, room: u64) -> Diagnostic {
    Diagnostic::warning("A044", at, does_not_fit(bytes))
        .label(format!("{}; using the others causes a fault", is_left(room)))
}

// Files

pub(super) fn too_many_files(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("A055", at, "too many included files")
        .label(format!("the limits are {limit} files and {DEPTH_LIMIT} levels of nesting"))
}

// .eqv

pub(super) fn equivalent_name(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A070", at, format!("`.eqv` cannot define `{found}`"))
        .label("expected a new name")
        .help("instructions, registers and numbers cannot be redefined".to_owned())
}

pub(super) fn equivalent_of_itself(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A071", at, format!("`{name}` is defined as itself"))
        .label("the name occurs in its own replacement")
}

pub(super) fn equivalent_twice(at: Span, name: &str, first: Span) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A072", at, format!("`{name}` is already defined differently"))
        .label("second definition")
        .other(first, "first definition")
        .help("choose another name: the first definition remains valid".to_owned())
}

pub(super) fn equivalent_cut(at: Span, code: &str, dialect: &Dialect) -> Diagnostic {
    let code = short(code);
    Diagnostic::warning("A073", at, "this character loses its closing quote")
        .label(format!("{} takes as many characters as its code has digits", dialect.simulator))
        .help(format!("write the code {code} instead"))
}

pub(super) fn endless_equivalent(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A074", at, format!("the replacement of `{name}` never ends"))
        .label("it contains itself, or grows too large")
}

pub(super) fn expansion_too_large(at: Span) -> Diagnostic {
    Diagnostic::error("A075", at, "macros and `.eqv` expand to too much text")
        .label("the assembler stopped expanding here")
}

pub(super) fn too_much_data(at: Span, limit_bytes: usize) -> Diagnostic {
    Diagnostic::error("A076", at, "the program stores too much data")
        .label(format!("the limit for all directives together is {limit_bytes} bytes"))
}

// Macros

pub(super) fn macro_name(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A080", at, format!("`{found}` cannot be the name of a macro"))
        .label("expected a new name")
        .help("choose a name that is not an instruction, a register or a number".to_owned())
}

pub(super) fn macro_parameter(at: Span, found: &str) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A081", at, format!("`{found}` cannot be a macro parameter"))
        .label("expected a name that starts with `%`")
        .help(format!("write `%{}`", found.trim_start_matches(['%', '$'])))
}

pub(super) fn macro_nested(at: Span, outer: Span) -> Diagnostic {
    Diagnostic::error("A082", at, "a macro cannot be defined inside another")
        .label("second `.macro` before an `.end_macro`")
        .other(outer, "the outer macro starts here")
        .help("end the outer macro with `.end_macro` first".to_owned())
}

pub(super) fn macro_not_ended(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A083", at, format!("the macro `{name}` has no `.end_macro`"))
        .label("the macro starts here")
        .help("add a line `.end_macro` after its last line".to_owned())
}

pub(super) fn end_without_macro(at: Span) -> Diagnostic {
    Diagnostic::error("A084", at, "`.end_macro` without `.macro`").label("no macro is open here")
}

pub(super) fn macro_arguments(at: Span, name: &str, found: usize, counts: &[usize]) -> Diagnostic {
    let name = short(name);
    let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
    let plural = |shown: &str| if shown == "1" { "" } else { "s" };
    let (found, takes) = (found.to_string(), counts.join(" or "));
    let message = format!("the macro `{name}` does not take {found} argument{}", plural(&found));
    Diagnostic::error("A085", at, message)
        .label(format!("it takes {takes} argument{}", plural(&takes)))
}

pub(super) fn macro_defined_later(at: Span, name: &str, later: Span) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A090", at, format!("the macro `{name}` is used before its definition"))
        .label("used here")
        .other(later, "defined here")
        .help("move the definition above the first use".to_owned())
}

pub(super) fn macro_recursive(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A086", at, format!("the macro `{name}` uses itself"))
        .label("its expansion reaches this line again")
        .help("use a label and a branch to repeat instructions".to_owned())
}

pub(super) fn macro_too_deep(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A087", at, format!("the macro `{name}` is nested too deeply"))
        .label(format!("the limit is {DEPTH_LIMIT} levels"))
}

pub(super) fn unknown_parameter(at: Span, found: &str, nearest: Option<&str>) -> Diagnostic {
    let found = short(found);
    Diagnostic::error("A088", at, format!("unknown macro parameter `{found}`"))
        .label("not among the parameters of this macro")
        .help(nearest.map(did_you_mean))
}

pub(super) fn wrong_replacement(at: Span, name: &str, dialect: &Dialect) -> Diagnostic {
    let simulator = dialect.simulator;
    let name = short(name);
    Diagnostic::error(
        "A089",
        at,
        format!("{simulator} would replace another `{name}` on this line"),
    )
    .label("this one is meant")
    .help(format!(
        "{simulator} replaces the first text that matches `{name}`, even inside another word; \
             choose a longer name, or use two lines"
    ))
}

/// Adds the use of the macro to a message about its expansion.
pub(super) fn in_use(diagnostic: Diagnostic, used_at: Option<Span>) -> Diagnostic {
    match used_at {
        Some(at) if at != diagnostic.span => diagnostic.other(at, "in the expansion of this macro"),
        _ => diagnostic,
    }
}
