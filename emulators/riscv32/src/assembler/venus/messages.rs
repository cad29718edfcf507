//! What the Venus dialect has to say: one function a message, A401 and up.

use machine::numbers::counted;

use asmkit::{Diagnostic, OpenError, Span};

use crate::assembler::habits::{self, without_dollar};

/// A piece of source as a message quotes it: long ones lose their tail.
fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

// Lines

pub(super) fn unclosed_quote(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A401", at, "a quote is opened here and not closed")
            .label("a string ends with `\"` on the same line, one character with `'`"),
    )
}

pub(super) fn label_inside(at: Span, name: &str) -> Box<Diagnostic> {
    let name = short(name);
    Box::new(
        Diagnostic::error("A402", at, format!("the label `{name}` stands inside an instruction"))
            .label("the colon makes a label of it")
            .help("labels stand at the beginning of a line".to_owned()),
    )
}

pub(super) fn condition(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error(
            "A403",
            at,
            format!("Venus reads `{name}` as a condition, not as a comment"),
        )
        .label("its conditions do not work: it skips what follows, whatever is defined")
        .help("for a comment put a blank behind the `#`; else leave the condition out".to_owned()),
    )
}

pub(super) fn stray_parenthesis(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning("A404", at, "this parenthesis means nothing to Venus")
            .label("one word and `)` should follow")
            .help(
                "an address is written `4(sp)`; Venus has no `%hi`, `%lo` or expressions"
                    .to_owned(),
            ),
    )
}

pub(super) fn byte_order_mark(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A405", at, "the file starts with a byte order mark")
            .label("it becomes a part of the first word")
            .help("save the file as UTF-8 without one".to_owned()),
    )
}

// Instructions

pub(super) fn unknown_instruction(at: Span, name: &str, nearest: Option<&str>) -> Box<Diagnostic> {
    let help = match name {
        "csrr" | "csrw" | "csrs" | "csrc" => Some("write `csrrs rd, csr, zero` or its like"),
        "b" => Some("Venus's jump is `j`"),
        _ => habits::instead(name),
    };
    let help = help.map(str::to_owned);
    Box::new(
        Diagnostic::error("A405", at, format!("no instruction is called `{}`", short(name)))
            .label("looked up in Venus's instructions and pseudo-instructions")
            .help(
                help.or_else(|| nearest.map(|nearest| format!("the closest name is `{nearest}`"))),
            ),
    )
}

/// `form` is how it is written, such as `lw rd, number(rs1)`.
pub(super) fn operand_count(
    at: Span,
    name: &str,
    found: usize,
    expected: usize,
    form: Option<String>,
) -> Box<Diagnostic> {
    let name = short(name);
    let operands = counted(expected, "operand");
    Box::new(
        Diagnostic::error("A406", at, format!("`{name}` has {operands}, not {found}"))
            .label("everything between blanks, commas and parentheses is an operand")
            .help(form.map(|form| format!("it is written `{form}`"))),
    )
}

/// A comment as other languages write it.
pub(super) fn comment(at: Span, found: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A405", at, format!("`{}` begins no comment in Venus", short(found)))
            .label("read as a part of the instruction")
            .help("a comment begins with `#`".to_owned()),
    )
}

/// An address without the number before its parenthesis.
pub(super) fn no_offset(at: Span, name: &str, base: &str) -> Box<Diagnostic> {
    let message = format!("the address of `{name}` lacks the number before its parenthesis");
    Box::new(
        Diagnostic::error("A406", at, message)
            .label("how many bytes behind the register it is")
            .help(format!("write `0({})`", short(base))),
    )
}

/// A number where a register must stand; `form` is the instruction that takes a number there.
pub(super) fn number_for_register(at: Span, found: &str, form: Option<&str>) -> Box<Diagnostic> {
    let help = match form {
        Some(form) => format!("`{form}` takes a number here"),
        None => format!("`li t0, {}` puts the number into a register first", short(found)),
    };
    Box::new(
        Diagnostic::error("A407", at, format!("`{}` is a number, not a register", short(found)))
            .label("a register is expected here")
            .help(help),
    )
}

pub(super) fn no_register(at: Span, found: &str) -> Box<Diagnostic> {
    let help = match found.strip_prefix('$') {
        Some(name) => without_dollar(name),
        None => "registers are `x0` to `x31`, or called `zero`, `ra`, `sp`, `a0`, `t0`, ...".into(),
    };
    Box::new(
        Diagnostic::error("A407", at, format!("no register is called `{}`", short(found)))
            .label("a register is expected here")
            .help(help),
    )
}

pub(super) fn wrong_register(at: Span, found: &str, wants_float: bool) -> Box<Diagnostic> {
    let wanted = if wants_float { "a floating point" } else { "an integer" };
    Box::new(
        Diagnostic::error("A408", at, format!("`{found}` is not {wanted} register"))
            .label(format!("{wanted} register is expected here")),
    )
}

pub(super) fn parentheses(at: Span, name: &str, form: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A409", at, format!("Venus writes `{name}` without parentheses"))
            .label("an operand between parentheses")
            .help(format!("it is written `{form}`")),
    )
}

pub(super) fn must_be_zero(at: Span, found: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A410", at, format!("`{}` cannot stand here", short(found)))
            .label("Venus wants a second operand of `lr.w`, but the instruction has none")
            .help("write `x0`".to_owned()),
    )
}

pub(super) fn out_of_range(at: Span, found: &str, low: i64, high: i64) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A411", at, format!("{} is out of range", short(found)))
            .label(format!("the number must be {low} to {high}")),
    )
}

pub(super) fn too_far(at: Span, found: &str, low: i64, high: i64) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A412", at, format!("`{}` is too far away", short(found)))
            .label(format!("it must be {} bytes before to {high} behind the instruction", -low))
            .help("branch over a `j` that goes there".to_owned()),
    )
}

pub(super) fn misaligned(at: Span, found: &str, multiple: i64) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A413", at, format!("{} is no multiple of {multiple}", short(found)))
            .label("instructions stand at even addresses only"),
    )
}

pub(super) fn excepted(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A414", at, "these operands make another instruction of it")
            .label("the word would be one that is reserved or means something else"),
    )
}

pub(super) fn distance(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning("A415", at, "this number is taken for a distance in bytes")
            .label("counted from this instruction")
            .help("write a label; for `1:` that is `1f` or `1b`".to_owned()),
    )
}

pub(super) fn instruction_in_data(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning("A416", at, "an instruction stands behind `.data`")
            .label("Venus puts it in the text, behind the last instruction there")
            .help("write `.text` before it".to_owned()),
    )
}

pub(super) fn address_in_data(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A417", at, format!("`{name}` of a label cannot stand behind `.data`"))
            .label("Venus would take the distance from the wrong place")
            .help("write `.text` before it".to_owned()),
    )
}

// Labels and constants

/// The identifier of [`undefined`].
pub(super) const UNDEFINED: &str = "A420";

pub(super) fn undefined(at: Span, name: &str, nearest: Option<&str>) -> Box<Diagnostic> {
    if asmkit::messages::is_wide(name) {
        return Box::new(asmkit::messages::wide_number(at, name));
    }
    Box::new(
        Diagnostic::error(UNDEFINED, at, format!("nothing is called `{}`", short(name)))
            .label("a label, or a constant of `.equ`, is expected")
            .help(nearest.map(|nearest| format!("the closest name is `{nearest}`"))),
    )
}

pub(super) fn no_numbered(at: Span, digits: &str, found: &str) -> Box<Diagnostic> {
    let where_to = if found.ends_with('f') { "behind" } else { "before" };
    let digits = short(digits);
    Box::new(
        Diagnostic::error("A421", at, format!("no label `{digits}:` stands {where_to} this line"))
            .label("`f` looks forward, `b` backward"),
    )
}

pub(super) fn label_again(at: Span, name: &str, first: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A422", at, format!("`{}` is defined twice", short(name)))
            .label("the second time")
            .other(first, "the first time"),
    )
}

pub(super) fn circle(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A423", at, format!("`{}` is defined by itself", short(name)))
            .label("following the constants leads back here"),
    )
}

pub(super) fn addition_lost(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning("A424", at, format!("what is added to `{}` is lost", short(name)))
            .label("Venus adds nothing to a label of another file")
            .help("load the address first and add to it then".to_owned()),
    )
}

pub(super) fn branch_out(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A425", at, format!("`{}` is in another file", short(name)))
            .label("Venus branches only within a file")
            .help("branch over a `j` that goes there".to_owned()),
    )
}

// Directives

pub(super) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A430", at, format!("Venus has no directive `{}`", short(name)))
            .label("looked up in the list of directives")
            .help(nearest.map(|nearest| format!("Venus has `{nearest}`"))),
    )
}

pub(super) fn no_number(at: Span, found: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A431", at, format!("`{}` is no number", short(found)))
            .label("a number or a character is expected")
            .help("examples are 10, -0x1f, 0b101, 'a' and '\\n'".to_owned()),
    )
}

pub(super) fn no_string(at: Span, found: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A432", at, format!("`{}` is no string", short(found)))
            .label("text between double quotes is expected"),
    )
}

pub(super) fn not_ascii(at: Span, found: char) -> Box<Diagnostic> {
    let code = u32::from(found);
    Box::new(
        Diagnostic::error("A433", at, format!("the string holds the character U+{code:04X}"))
            .label("Venus's strings are ASCII"),
    )
}

pub(super) fn data_in_text(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning("A434", at, format!("`{name}` stands behind `.text`"))
            .label("Venus puts it in the static data, and a label before it stays in the text")
            .help("write `.data` before it".to_owned()),
    )
}

pub(super) fn fixed(at: Span, found: &str, why: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A435", at, format!("{} cannot be chosen here", short(found)))
            .label(why.to_owned()),
    )
}

pub(super) fn too_much_data(at: Span, limit_bytes: usize) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A436", at, "the static data becomes too large")
            .label(format!("a program may have {limit_bytes} bytes")),
    )
}

pub(super) fn import(at: Span, name: &str, why: &OpenError) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A437", at, format!("`{}` cannot be imported", short(name)))
            .label(why.to_string())
            .help(why.help()),
    )
}

pub(super) fn too_much_import(at: Span) -> Box<Diagnostic> {
    let (bytes, files) = (super::IMPORT_LIMIT_BYTES, super::IMPORT_LIMIT_FILES);
    Box::new(
        Diagnostic::error("A438", at, "too much is imported")
            .label(format!("a program may import {files} files with {bytes} bytes together")),
    )
}
