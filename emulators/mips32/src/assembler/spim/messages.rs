//! What the SPIM dialect alone has to say: one function a message, A101 and up.

use asmkit::{Diagnostic, Span};

use super::literals::BadEscape;
use super::token::Token;
use crate::assembler::messages::{self as shared, short};

// Tokens

pub(super) fn unknown_character(at: Span, found: char) -> Diagnostic {
    let shown = if found.is_control() { format!("U+{:04X}", found as u32) } else { found.into() };
    let help = match found {
        '[' | ']' => Some("an address is written as `4($t1)`"),
        '%' => Some("macro parameters and `%hi` are not known to SPIM"),
        '!' | '&' | '|' | '^' | '~' | '<' => Some("expressions have only `+ - * /`"),
        '{' | '}' => Some("SPIM's language has no blocks"),
        '\u{201c}' | '\u{201d}' => Some("a string stands between straight quotes `\"`"),
        '\u{2018}' | '\u{2019}' => Some("a character stands between straight quotes `'`"),
        '\u{a0}' => Some("this is a blank that does not break; type an ordinary one"),
        _ => None,
    };
    Diagnostic::error("A101", at, format!("the character `{shown}` means nothing here"))
        .label("outside of strings and comments SPIM knows no such character")
        .help(help.map(str::to_owned))
}

pub(super) fn unclosed_string(at: Span) -> Diagnostic {
    Diagnostic::error("A102", at, "this string has no closing quote")
        .label("no `\"` follows that could end it")
        .help("close the string with `\"`".to_owned())
}

pub(super) fn bad_character_literal(at: Span) -> Diagnostic {
    Diagnostic::error("A103", at, "a single quote starts no character here")
        .label("one ASCII character, or a backslash and one letter, and a second quote must follow")
        .help("examples are 'a' and '\\n'; text stands between double quotes".to_owned())
}

pub(super) fn bad_escape(at: Span, escape: &BadEscape) -> Diagnostic {
    Diagnostic::error("A104", at, "this backslash starts no escape that SPIM knows")
        .label(format!("expected {}", escape.expected))
}

pub(super) fn comma_number(at: Span) -> Diagnostic {
    Diagnostic::error("A105", at, "SPIM 9.1 reads this as one number with a fraction")
        .label("a comma between two digits is a decimal point to it")
        .help("put a blank behind the comma: `1, 2`".to_owned())
}

pub(super) fn comma_fraction(at: Span) -> Diagnostic {
    Diagnostic::warning("A106", at, "SPIM 9.1 reads this as one number")
        .label("the comma counts as a decimal point, and what stands behind it is lost")
        .help("put a blank behind the comma, and write `1.0` for 1".to_owned())
}

// Statements

pub(super) fn reserved_name(at: Span, name: &str) -> Diagnostic {
    let kind = if name.starts_with('.') { "a directive" } else { "an instruction" };
    Diagnostic::error("A110", at, format!("`{name}` is {kind} and cannot be used as a name"))
        .label("a label, a constant or a number is expected here")
        .help(format!("call the label `{}_` or anything else", name.trim_start_matches('.')))
}

pub(super) fn constant_again(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A111", at, format!("`{name}` is a constant already"))
        .label("SPIM reads its number here, and no statement starts with a number")
        .help("give the second one another name".to_owned())
}

pub(super) fn second_label(at: Span) -> Diagnostic {
    Diagnostic::error("A112", at, "SPIM allows one label on a line")
        .label("the second one")
        .help("put each label on a line of its own".to_owned())
}

pub(super) fn no_statement(at: Span, found: &Token<'_>) -> Diagnostic {
    let help = match found {
        Token::Int(_) | Token::Real { .. } => {
            Some("a list of numbers cannot go on in the next line")
        }
        Token::Mark('/' | '*') => Some("a comment starts with `#`"),
        Token::Register(_) | Token::Float(_) => Some("operands cannot go on in the next line"),
        _ => None,
    };
    Diagnostic::error("A113", at, "a statement cannot start here")
        .label("an instruction, a directive or a label is expected")
        .help(help.map(str::to_owned))
}

pub(super) fn colon_missing(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A114", at, format!("`{name}` is no instruction"))
        .label("a name alone on a line")
        .help(format!("if it is a label, write `{name}:`"))
}

pub(super) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let mars_only = matches!(name, ".eqv" | ".macro" | ".end_macro" | ".include");
    let help = match nearest {
        _ if name == ".eqv" => Some("constants are written `NAME = 5`".to_owned()),
        _ if mars_only => Some("this is a directive of MARS".to_owned()),
        nearest => nearest.map(|nearest| format!("SPIM's name is `{nearest}`")),
    };
    let name = &short(name);
    Diagnostic::error("A115", at, format!("SPIM has no directive `{name}`"))
        .label("looked up in the list of directives")
        .help(help)
}

pub(super) fn pseudo_is_off(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A116", at, format!("`{name}` is a pseudo-instruction"))
        .label("pseudo-instructions are switched off")
        .help("write the instructions that it stands for".to_owned())
}

pub(super) fn refused_instruction(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A117", at, format!("SPIM 9.1 does not have `{name}`"))
        .label("it knows the name, but not the instruction")
        .help("SPIM is a MIPS32 of release 1 without 64-bit and paired numbers".to_owned())
}

pub(super) fn garbled_instruction(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A118", at, format!("SPIM 9.1 cannot assemble `{name}`"))
        .label("it makes a random instruction of it")
        .help("leave it out: it changes nothing that a program can see".to_owned())
}

// Operands

/// `found` are the kinds of the operands, each with its article.
pub(super) fn wrong_operands(
    at: Span,
    name: &str,
    found: &[&str],
    help: Option<String>,
) -> Diagnostic {
    let label = match found {
        [] => "found no operands".to_owned(),
        [one] => format!("found {one}"),
        [first @ .., last] => format!("found {} and {last}", first.join(", ")),
    };
    Diagnostic::error("A120", at, format!("`{name}` cannot be written with these operands"))
        .label(label)
        .help(help)
}

/// A register without its dollar sign, which is a label then, among operands that do not fit.
pub(super) fn bare_register(at: Span, name: &str, place: Span, register: &str) -> Diagnostic {
    let message = format!("`{name}` cannot be written with these operands");
    let at = if place.file == at.file { place } else { at };
    Diagnostic::error("A120", at, message)
        .label("a name without `$` is a label")
        .help(format!("did you mean `${register}`?"))
}

/// A name with a dollar sign that is no register may be a label; nobody means it.
pub(super) fn no_register(at: Span, name: &str) -> Diagnostic {
    let registers = crate::isa::REGISTERS.map(|register| format!("${register}"));
    shared::unknown_register(at, name, asmkit::nearest(name, registers.iter().map(String::as_str)))
}

pub(super) fn reserved_register(at: Span) -> Diagnostic {
    Diagnostic::error("A121", at, "register 1 (`$at`) is reserved for the assembler")
        .label("pseudo-instructions overwrite it")
        .help("take another register, or write `.set noat` above and `.set at` below".to_owned())
}

pub(super) fn no_float_register(at: Span, number: u32) -> Diagnostic {
    Diagnostic::error("A122", at, format!("there is no register `$f{number}`"))
        .label("floating point registers are $f0 to $f31")
}

pub(super) fn no_flag(at: Span, number: i32) -> Diagnostic {
    Diagnostic::error("A123", at, format!("there is no condition flag {number}"))
        .label("flags are 0 to 7")
}

/// SPIM says so on its error output and goes on.
pub(super) fn out_of_range(at: Span, name: &str, number: i32, low: i32, high: i32) -> Diagnostic {
    Diagnostic::warning("A124", at, format!("{number} is out of the range {low} to {high}"))
        .label("SPIM complains here too, and goes on")
        .help(match (low, high) {
            _ if name == "lui" => {
                Some("the register gets the number itself then, not shifted; use `li`".to_owned())
            }
            (0, 31) => Some("a distance counts modulo 32".to_owned()),
            _ => Some("SPIM assembles more than one instruction for it".to_owned()),
        })
}

pub(super) fn bare_immediate(at: Span, number: i32, signed: bool) -> Diagnostic {
    let range = if signed { "-32768 to 32767" } else { "0 to 65535" };
    Diagnostic::error("A125", at, format!("{number} does not fit this instruction"))
        .label(format!("{range} fits, and the bare machine builds no larger numbers"))
        .help("load the high half with `lui`".to_owned())
}

pub(super) fn no_wide_form(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A126", at, format!("`{name}` takes only numbers from -32768 to 32767"))
        .label("SPIM has no longer form of this instruction")
        .help("load the number into a register and use the form with two registers".to_owned())
}

pub(super) fn reserved_break(at: Span) -> Diagnostic {
    Diagnostic::error("A127", at, "`break 1` is reserved for SPIM's debugger")
        .label("any other number will do")
}

pub(super) fn division_by_zero(at: Span) -> Diagnostic {
    Diagnostic::error("A128", at, "this divides by zero").label("the divisor is the constant 0")
}

pub(super) fn no_operand(at: Span, found: &Token<'_>) -> Diagnostic {
    let help = match found {
        Token::Mark('/' | '*') => Some("a comment starts with `#`"),
        Token::Mark(':') => Some("one statement a line, and a label in front of it"),
        Token::Mark('-' | '+') => Some("the sign stands directly in front of the digits: `-5`"),
        _ => None,
    };
    Diagnostic::error("A129", at, "no operand starts like this")
        .label("a register, a number, a label or an address is expected")
        .help(help.map(str::to_owned))
}

pub(super) fn no_base_register(at: Span) -> Diagnostic {
    Diagnostic::error("A130", at, "only a register can stand in these parentheses")
        .label("the base register of an address")
        .help("an address is written as `label($t1)` or `4($t1)`".to_owned())
}

// Pieces of statements

/// `what` is a noun with its article, or a mark in quotes.
pub(super) fn expected(at: Span, what: &str) -> Diagnostic {
    Diagnostic::error("A131", at, format!("{what} is expected here")).label("found this")
}

pub(super) fn statement_ends(at: Span) -> Diagnostic {
    Diagnostic::error("A132", at, "something is missing at the end of this statement")
        .label("it cannot end here")
}

pub(super) fn too_much(at: Span) -> Diagnostic {
    Diagnostic::error("A133", at, "the statement should end before this")
        .label("this is too much")
        .help("statements stand on lines of their own, or behind `;`".to_owned())
}

pub(super) fn number_for_name(at: Span) -> Diagnostic {
    Diagnostic::error("A134", at, "a name is expected here")
        .label("this is a number")
        .help("a constant is replaced by its number wherever it stands".to_owned())
}

pub(super) fn fraction(at: Span) -> Diagnostic {
    Diagnostic::error("A135", at, "a whole number is expected here")
        .label("this one has a fraction")
        .help("`.float` and `.double` store fractions".to_owned())
}

pub(super) fn no_fraction(at: Span) -> Diagnostic {
    Diagnostic::error("A136", at, "SPIM wants a decimal point in this number")
        .label("this is a whole number")
        .help("write 1 as `1.0`, and `1e5` as `1.0e5`".to_owned())
}

pub(super) fn string_for_number(at: Span) -> Diagnostic {
    Diagnostic::error("A137", at, "a string cannot stand here")
        .label("numbers and labels can")
        .help(
            "strings are stored by `.ascii` and `.asciiz`, one character by `.byte 'a'`".to_owned(),
        )
}

pub(super) fn no_string(at: Span) -> Diagnostic {
    Diagnostic::error("A138", at, "a string is expected here")
        .label("found this")
        .help("a string stands between double quotes: `\"text\"`".to_owned())
}

pub(super) fn too_deep(at: Span) -> Diagnostic {
    Diagnostic::error("A139", at, "too many parentheses within each other")
        .label("this is one more")
}

// Labels and data

pub(super) fn defined_too_late(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A140", at, format!("`{name}` must be defined above this line"))
        .label("SPIM reads the file once, and its value is needed here")
}

pub(super) fn rest_is_lost(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A141", at, format!("SPIM 9.1 stores the address of `{name}` alone here"))
        .label("it is defined further down, and the rest of the expression is lost")
        .help(format!("define `{name}` above this line"))
}

pub(super) fn label_would_move(at: Span, label: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A142", at, format!("SPIM would move `{name}` into the data segment here"))
        .label("this aligns data, also within text")
        .other(label, "the label in front of it")
        .help("leave it out: instructions are aligned already".to_owned())
}

pub(super) fn wide_alignment(at: Span, exponent: i32) -> Diagnostic {
    let bytes = 1u32.wrapping_shl(exponent as u32);
    Diagnostic::warning("A147", at, format!("this aligns to a multiple of {bytes} bytes"))
        .label("`.align` takes the power of 2, so that 2 means 4 bytes")
}

/// SPIM says so on its error output and goes on.
pub(super) fn jump_stays(at: Span, target: u32, from: u32) -> Diagnostic {
    let there = from & 0xf000_0000 | target & 0x0fff_ffff;
    Diagnostic::warning("A154", at, format!("the target {target:#010x} is too far for a jump"))
        .label(format!("SPIM complains here too, and goes on: this jumps to {there:#010x}"))
        .help("load the address with `la` and jump with `jr`".to_owned())
}

pub(super) fn negative_space(at: Span) -> Diagnostic {
    Diagnostic::warning("A143", at, "this goes back in the data segment")
        .label("what comes next overwrites what stands there")
}

pub(super) fn refused_directive(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A144", at, format!("SPIM refuses `{name}`"))
        .label("it knows the directive and does not carry it out")
}

pub(super) fn too_much_data(at: Span) -> Diagnostic {
    Diagnostic::error("A145", at, "the program has more data than SPIM has memory")
        .label("repeated too often")
}

pub(super) fn out_of_addresses(at: Span) -> Diagnostic {
    Diagnostic::error("A146", at, "this lies beyond the last address")
        .label("addresses end at 0xffffffff")
}

// Start

pub(super) fn no_main(at: Span, nearest: Option<&str>) -> Diagnostic {
    Diagnostic::error("A150", at, "the program has no `main`")
        .label("SPIM starts at the label `main`, and no file defines it")
        .help(match nearest {
            Some(nearest) => format!("write `main:` where the program starts, not `{nearest}:`"),
            None => "write `main:` before the first instruction".to_owned(),
        })
}

pub(super) fn main_in_data(at: Span) -> Diagnostic {
    Diagnostic::error("A151", at, "`main` is not in the text segment")
        .label("instructions cannot be executed here")
        .help("write a line `.text` above it".to_owned())
}

pub(super) fn declared_in_vain(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning(
        "A153",
        at,
        format!("`{name}` is global, but it is neither used nor defined"),
    )
    .label("SPIM lists it among the undefined symbols and goes on")
    .help(nearest.map(|nearest| format!("the closest label is `{nearest}`")))
}

pub(super) fn start_is_taken(at: Span) -> Diagnostic {
    Diagnostic::error("A154", at, "`__start` is SPIM's own start-up code")
        .label("defined again here")
        .help("call the start of the program `main`".to_owned())
}

pub(super) fn no_start(at: Span, local: bool) -> Diagnostic {
    let message = Diagnostic::error("A152", at, "the program has no global `__start`")
        .label("without its own start-up code SPIM starts at this label");
    message.help(if local {
        "write `.globl __start` above the label".to_owned()
    } else {
        "write `.globl __start` and `__start:` before the first instruction".to_owned()
    })
}
