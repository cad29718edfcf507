//! What this assembler alone says about a program; the rest is in `asmkit::messages`.

use asmkit::messages::short;
use asmkit::{Diagnostic, Span};

/// A character or number that is none.
pub(crate) fn no_number(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A900", at, format!("`{}` is no number", short(found)))
        .label("numbers are 42, -42 or 0x2a, and have 32 bits")
}

/// A name that cannot be one.
pub(crate) fn no_name(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A901", at, format!("`{}` is no name", short(found)))
        .label("names are letters, digits, `_` and `.`, and begin with no digit")
}

/// A statement that is written in another way, from what is too much or missing on.
pub(crate) fn written(at: Span, name: &str, form: &str) -> Diagnostic {
    Diagnostic::error("A902", at, format!("`{name}` is not written so"))
        .label("from here on")
        .help(format!("write `{name} {form}`").trim_end_matches([' ', '`']).to_owned() + "`")
}

/// A directive that no table has.
pub(crate) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    Diagnostic::error("A903", at, format!("no directive is called `{}`", short(name)))
        .label("looked up in the table of directives")
        .help(nearest.map(|nearest| format!("the closest name is `{nearest}`")))
}
