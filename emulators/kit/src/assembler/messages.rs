//! Messages of this assembler; the others are in `asmkit::messages`.

use asmkit::messages::short;
use asmkit::{Diagnostic, Span};

use super::grammar::{Language, Notation};

/// An invalid number.
pub(super) fn not_a_number(at: Span, found: &str, language: &Language) -> Diagnostic {
    let shown = |notation: &Notation| {
        let Notation { prefix, suffix, .. } = notation;
        match notation.radix {
            2 => format!("{prefix}1010{suffix}"),
            8 => format!("{prefix}52{suffix}"),
            16 => format!("{prefix}2A{suffix}"),
            _ => format!("{prefix}42{suffix}"),
        }
    };
    let forms: Vec<String> = language.numbers.iter().map(shown).collect();
    Diagnostic::error("A900", at, format!("`{}` is not a number", short(found)))
        .label(format!("numbers are written {}", forms.join(", ")))
}

/// An invalid name of a label.
pub(super) fn invalid_name(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A901", at, format!("`{}` cannot be a label", short(found)))
        .label("a label is a name that is not an instruction or a register")
}

/// Wrong, missing or extra operands; `forms` are those that the statement may have.
pub(super) fn invalid_operands(at: Span, name: &str, forms: &[String]) -> Diagnostic {
    let help = match forms {
        [] => None,
        [one] => Some(format!("write `{one}`")),
        [first @ .., last] => Some(format!("write `{}` or `{last}`", first.join("`, `"))),
    };
    Diagnostic::error("A902", at, format!("invalid operands for `{}`", short(name)))
        .label("unexpected from here on")
        .help(help)
}

/// An unknown directive.
pub(super) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    Diagnostic::error("A903", at, format!("unknown directive `{}`", short(name)))
        .label("not a directive of this assembler")
        .help(nearest.map(|nearest| format!("did you mean `{nearest}`?")))
}

/// Memory that two statements define.
pub(super) fn overlap(at: Span, address: &str, first: Span) -> Diagnostic {
    Diagnostic::error("A904", at, format!("the memory at {address} is defined twice"))
        .label("second definition")
        .other(first, "first definition")
}

/// A statement without an address.
pub(super) fn no_origin(at: Span, directive: &str) -> Diagnostic {
    Diagnostic::error("A905", at, "this statement has no address")
        .label(format!("expected after a line `{directive}`"))
        .help(format!("write `{directive}` with an address before the first statement"))
}

/// A text without an end.
pub(super) fn open_text(at: Span) -> Diagnostic {
    Diagnostic::error("A906", at, "the text has no closing quotation mark")
        .label("it must end in the same line")
}

/// An expression with too many parts.
pub(super) fn too_complex(at: Span, most: usize) -> Diagnostic {
    Diagnostic::error("A907", at, "the expression is too long")
        .label(format!("the limit is {most} numbers and operators"))
}

/// A statement that does not fit in memory.
pub(super) fn outside_memory(at: Span, last: &str) -> Diagnostic {
    Diagnostic::error("A908", at, "this does not fit in memory")
        .label(format!("the last address is {last}"))
}

/// A number that must be known when the statement is read.
pub(super) fn not_known_yet(at: Span) -> Diagnostic {
    Diagnostic::error("A909", at, "this number is not known here")
        .label("it determines the addresses of the following statements")
        .help("use numbers, and labels that are defined before".to_owned())
}

/// A number that is not a multiple of another.
pub(super) fn not_a_multiple(at: Span, number: i64, of: i64) -> Diagnostic {
    Diagnostic::error("A910", at, format!("the number {number} is not a multiple of {of}"))
        .label(format!("expected a multiple of {of}"))
}

/// A division by zero in an expression.
pub(super) fn division_by_zero(at: Span) -> Diagnostic {
    Diagnostic::error("A911", at, "this divides by zero").label("the divisor is 0")
}
