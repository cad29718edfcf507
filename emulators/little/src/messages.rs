//! Messages of this assembler only; the others are in `asmkit::messages`.

use asmkit::messages::short;
use asmkit::{Diagnostic, Span};

/// An invalid number.
pub(crate) fn not_a_number(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A900", at, format!("`{}` is not a number", short(found)))
        .label("numbers are 42, -42 or 0x2a, and fit in 32 bits")
}

/// An invalid name.
pub(crate) fn invalid_name(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A901", at, format!("`{}` is not a valid name", short(found)))
        .label("names consist of letters, digits, `_` and `.`, and do not start with a digit")
}

/// Wrong, missing or extra operands.
pub(crate) fn invalid_operands(at: Span, name: &str, form: &str) -> Diagnostic {
    Diagnostic::error("A902", at, format!("invalid operands for `{name}`"))
        .label("unexpected from here on")
        .help(format!("write `{name} {form}`").trim_end_matches([' ', '`']).to_owned() + "`")
}

/// An unknown directive.
pub(crate) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    Diagnostic::error("A903", at, format!("unknown directive `{}`", short(name)))
        .label("not a directive of this assembler")
        .help(nearest.map(|nearest| format!("did you mean `{nearest}`?")))
}
