//! Messages of the Venus dialect, one function each, A401 and up.

use machine::numbers::counted;

use asmkit::{Diagnostic, OpenError, Span};

use crate::assembler::foreign::{self, without_dollar};

/// Shortens a piece of source to the length that a message quotes.
fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

// Lines

pub(super) fn unclosed_quote(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A401", at, "unterminated string or character")
            .label("close a string with `\"` on the same line, a character with `'`"),
    )
}

pub(super) fn label_inside(at: Span, name: &str) -> Box<Diagnostic> {
    let name = short(name);
    Box::new(
        Diagnostic::error("A402", at, format!("label `{name}` inside an instruction"))
            .label("the colon makes this a label")
            .help("put labels at the beginning of a line".to_owned()),
    )
}

pub(super) fn condition(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error(
            "A403",
            at,
            format!("Venus treats `{name}` as a condition, not as a comment"),
        )
        .label("its conditions do not work: it always skips the lines that follow")
        .help(
            "for a comment, put a space after the `#`; otherwise remove the condition".to_owned(),
        ),
    )
}

pub(super) fn stray_parenthesis(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning("A404", at, "Venus ignores this parenthesis")
            .label("expected one word and `)` after it")
            .help(
                "write addresses as `4(sp)`; Venus has no `%hi`, `%lo` or expressions".to_owned(),
            ),
    )
}

pub(super) fn byte_order_mark(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A405", at, "the file starts with a byte order mark")
            .label("Venus makes it part of the first word")
            .help("save the file as UTF-8 without a byte order mark".to_owned()),
    )
}

// Instructions

pub(super) fn unknown_instruction(at: Span, name: &str, nearest: Option<&str>) -> Box<Diagnostic> {
    let help = match name {
        "csrr" | "csrw" | "csrs" | "csrc" => {
            Some("write the full instruction, such as `csrrs rd, csr, zero`")
        }
        "b" => Some("write `j` for a jump"),
        _ => foreign::instead(name),
    };
    let help = help.map(str::to_owned);
    Box::new(
        Diagnostic::error("A405", at, format!("unknown instruction `{}`", short(name)))
            .label("not an instruction or pseudo-instruction of Venus")
            .help(help.or_else(|| nearest.map(|nearest| format!("did you mean `{nearest}`?")))),
    )
}

/// `form` is the syntax of the instruction, such as `lw rd, number(rs1)`.
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
        Diagnostic::error("A406", at, format!("`{name}` takes {operands}, not {found}"))
            .label("spaces, commas and parentheses separate operands")
            .help(form.map(|form| format!("write `{form}`"))),
    )
}

/// A comment as in another language.
pub(super) fn comment(at: Span, found: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error(
            "A405",
            at,
            format!("`{}` does not start a comment in Venus", short(found)),
        )
        .label("this is part of the instruction")
        .help("start comments with `#`".to_owned()),
    )
}

/// An address without the number before its parenthesis.
pub(super) fn no_offset(at: Span, name: &str, base: &str) -> Box<Diagnostic> {
    let message = format!("the address of `{name}` needs a number before its parenthesis");
    Box::new(
        Diagnostic::error("A406", at, message)
            .label("the offset in bytes from the register")
            .help(format!("write `0({})`", short(base))),
    )
}

/// A number in place of a register; `form` is an instruction that takes a number there.
pub(super) fn number_for_register(at: Span, found: &str, form: Option<&str>) -> Box<Diagnostic> {
    let help = match form {
        Some(form) => format!("`{form}` takes a number here"),
        None => format!("load the number into a register first: `li t0, {}`", short(found)),
    };
    Box::new(
        Diagnostic::error("A407", at, format!("`{}` is a number, not a register", short(found)))
            .label("expected a register")
            .help(help),
    )
}

pub(super) fn no_register(at: Span, found: &str) -> Box<Diagnostic> {
    let help = match found.strip_prefix('$') {
        Some(name) => without_dollar(name),
        None => "registers are `x0` to `x31`, or `zero`, `ra`, `sp`, `a0`, `t0`, ...".into(),
    };
    Box::new(
        Diagnostic::error("A407", at, format!("unknown register `{}`", short(found)))
            .label("expected a register")
            .help(help),
    )
}

pub(super) fn wrong_register(at: Span, found: &str, wants_float: bool) -> Box<Diagnostic> {
    let wanted = if wants_float { "a floating-point" } else { "an integer" };
    Box::new(
        Diagnostic::error("A408", at, format!("`{found}` is not {wanted} register"))
            .label(format!("expected {wanted} register")),
    )
}

pub(super) fn parentheses(at: Span, name: &str, form: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A409", at, format!("Venus takes `{name}` without parentheses"))
            .label("operand in parentheses")
            .help(format!("write `{form}`")),
    )
}

pub(super) fn must_be_zero(at: Span, found: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A410", at, format!("`{}` is not allowed here", short(found)))
            .label(
                "Venus requires a second operand for `lr.w`, but the instruction does not use it",
            )
            .help("write `x0`".to_owned()),
    )
}

pub(super) fn out_of_range(at: Span, found: &str, low: i64, high: i64) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A411", at, format!("{} is out of range", short(found)))
            .label(format!("must be {low} to {high}")),
    )
}

pub(super) fn too_far(at: Span, found: &str, low: i64, high: i64) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A412", at, format!("`{}` is too far away", short(found)))
            .label(format!(
                "the target must be at most {} bytes before or {high} after the instruction",
                -low
            ))
            .help("branch over a `j` to this target".to_owned()),
    )
}

pub(super) fn misaligned(at: Span, found: &str, multiple: i64) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A413", at, format!("{} is not a multiple of {multiple}", short(found)))
            .label("instructions are at even addresses only"),
    )
}

pub(super) fn excluded(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A414", at, "the instruction cannot be encoded with these operands")
            .label("the word would be reserved or would be another instruction"),
    )
}

pub(super) fn distance(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning("A415", at, "this number is used as a distance in bytes")
            .label("counted from this instruction")
            .help("write a label; `1f` or `1b` for the label `1:`".to_owned()),
    )
}

pub(super) fn instruction_in_data(at: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning("A416", at, "instruction after `.data`")
            .label("Venus puts it in the text segment, after the last instruction there")
            .help("write `.text` before it".to_owned()),
    )
}

pub(super) fn address_in_data(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A417", at, format!("`{name}` of a label is not allowed after `.data`"))
            .label("Venus would compute the distance from the wrong place")
            .help("write `.text` before it".to_owned()),
    )
}

// Labels and constants

/// Code of [`undefined`].
pub(super) const UNDEFINED: &str = "A420";

pub(super) fn undefined(at: Span, name: &str, nearest: Option<&str>) -> Box<Diagnostic> {
    if asmkit::messages::is_wide(name) {
        return Box::new(asmkit::messages::wide_number(at, name));
    }
    Box::new(
        Diagnostic::error(UNDEFINED, at, format!("undefined symbol `{}`", short(name)))
            .label("expected a label or a constant defined by `.equ`")
            .help(nearest.map(|nearest| format!("did you mean `{nearest}`?"))),
    )
}

pub(super) fn no_numbered(at: Span, digits: &str, found: &str) -> Box<Diagnostic> {
    let where_to = if found.ends_with('f') { "after" } else { "before" };
    let digits = short(digits);
    Box::new(
        Diagnostic::error(
            "A421",
            at,
            format!("there is no label `{digits}:` {where_to} this line"),
        )
        .label("`f` searches forward, `b` backward"),
    )
}

pub(super) fn label_again(at: Span, name: &str, first: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A422", at, format!("`{}` is defined twice", short(name)))
            .label("defined again here")
            .other(first, "first defined here"),
    )
}

pub(super) fn circle(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A423", at, format!("`{}` is defined in terms of itself", short(name)))
            .label("the chain of constants leads back here"),
    )
}

pub(super) fn addition_lost(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning(
            "A424",
            at,
            format!("the number added to `{}` is ignored", short(name)),
        )
        .label("Venus adds nothing to a label of another file")
        .help("load the address first, then add to it".to_owned()),
    )
}

pub(super) fn branch_out(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A425", at, format!("`{}` is in another file", short(name)))
            .label("Venus branches only within one file")
            .help("branch over a `j` to this target".to_owned()),
    )
}

// Directives

pub(super) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A430", at, format!("unknown directive `{}`", short(name)))
            .label("not a directive of Venus")
            .help(nearest.map(|nearest| format!("did you mean `{nearest}`?"))),
    )
}

pub(super) fn no_number(at: Span, found: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A431", at, format!("`{}` is not a number", short(found)))
            .label("expected a number or a character")
            .help("write, for example, 10, -0x1f, 0b101, 'a' or '\\n'".to_owned()),
    )
}

pub(super) fn no_string(at: Span, found: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A432", at, format!("`{}` is not a string", short(found)))
            .label("expected text in double quotes"),
    )
}

pub(super) fn not_ascii(at: Span, found: char) -> Box<Diagnostic> {
    let code = u32::from(found);
    Box::new(
        Diagnostic::error("A433", at, format!("the string contains the character U+{code:04X}"))
            .label("strings in Venus are ASCII only"),
    )
}

pub(super) fn data_in_text(at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::warning("A434", at, format!("`{name}` after `.text`"))
            .label("Venus puts it in the static data, but leaves a label before it in the text")
            .help("write `.data` before it".to_owned()),
    )
}

pub(super) fn fixed(at: Span, found: &str, why: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A435", at, format!("the value {} is not supported", short(found)))
            .label(why.to_owned()),
    )
}

pub(super) fn too_much_data(at: Span, limit_bytes: usize) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A436", at, "the static data is too large")
            .label(format!("the limit is {limit_bytes} bytes")),
    )
}

pub(super) fn import(at: Span, name: &str, why: &OpenError) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("A437", at, format!("cannot import `{}`", short(name)))
            .label(why.to_string())
            .help(why.help()),
    )
}

pub(super) fn too_much_import(at: Span) -> Box<Diagnostic> {
    let (bytes, files) = (super::IMPORT_LIMIT_BYTES, super::IMPORT_LIMIT_FILES);
    Box::new(
        Diagnostic::error("A438", at, "too many imports")
            .label(format!("the limit is {files} files and {bytes} bytes in total")),
    )
}
