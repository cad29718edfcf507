//! Messages that only the SPIM dialect has, one function for each; codes from A101.

use asmkit::{Diagnostic, Span};

use super::literals::BadEscape;
use super::token::Token;
use crate::assembler::messages::{self as shared, short};

// Instructions

pub(super) fn unknown_instruction(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    asmkit::messages::unknown_instruction(at, name, nearest)
        .label("not in the instruction set of SPIM")
}

/// A mnemonic of another processor; `instead` says what to write here.
pub(super) fn foreign_instruction(at: Span, name: &str, instead: &str) -> Diagnostic {
    unknown_instruction(at, name, None).help(instead.to_owned())
}

// Tokens

pub(super) fn unknown_character(at: Span, found: char) -> Diagnostic {
    let shown = if found.is_control() { format!("U+{:04X}", found as u32) } else { found.into() };
    let help = match found {
        '[' | ']' => Some("write an address as `4($t1)`"),
        '%' => Some("SPIM has no macro parameters and no `%hi`"),
        '!' | '&' | '|' | '^' | '~' | '<' => Some("expressions allow only `+ - * /`"),
        '{' | '}' => Some("SPIM has no blocks"),
        '\u{201c}' | '\u{201d}' => Some("put a string between straight quotes `\"`"),
        '\u{2018}' | '\u{2019}' => Some("put a character between straight quotes `'`"),
        '\u{a0}' => Some("this is a no-break space; type an ordinary space"),
        _ => None,
    };
    Diagnostic::error("A101", at, format!("unexpected character `{shown}`"))
        .label("SPIM allows it only in strings and comments")
        .help(help.map(str::to_owned))
}

pub(super) fn unclosed_string(at: Span) -> Diagnostic {
    Diagnostic::error("A102", at, "this string has no closing quote")
        .label("the string starts here")
        .help("add a closing `\"`".to_owned())
}

pub(super) fn bad_character_literal(at: Span) -> Diagnostic {
    Diagnostic::error("A103", at, "invalid character constant")
        .label("expected one ASCII character, or a backslash and a letter, and a second quote")
        .help("examples: 'a' and '\\n'; text needs double quotes".to_owned())
}

pub(super) fn bad_escape(at: Span, escape: &BadEscape) -> Diagnostic {
    Diagnostic::error("A104", at, "unknown escape sequence")
        .label(format!("expected {}", escape.expected))
}

pub(super) fn comma_number(at: Span) -> Diagnostic {
    Diagnostic::error("A105", at, "SPIM 9.1 reads this as one number with a fraction")
        .label("a comma between two digits is a decimal point")
        .help("put a space after the comma: `1, 2`".to_owned())
}

pub(super) fn comma_fraction(at: Span) -> Diagnostic {
    Diagnostic::warning("A106", at, "SPIM 9.1 reads this as one number")
        .label("the comma is a decimal point, and what follows it is lost")
        .help("put a space after the comma, and write `1.0` for 1".to_owned())
}

// Statements

pub(super) fn reserved_name(at: Span, name: &str) -> Diagnostic {
    let kind = if name.starts_with('.') { "a directive" } else { "an instruction" };
    Diagnostic::error("A110", at, format!("`{name}` is {kind} and cannot be used as a name"))
        .label("expected a label, a constant or a number")
        .help(format!("choose another name, such as `{}_`", name.trim_start_matches('.')))
}

pub(super) fn constant_again(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A111", at, format!("`{name}` is already a constant"))
        .label("SPIM reads its number here, and a statement cannot start with a number")
        .help("rename the second one".to_owned())
}

pub(super) fn second_label(at: Span) -> Diagnostic {
    Diagnostic::error("A112", at, "SPIM allows only one label per line")
        .label("second label")
        .help("put each label on its own line".to_owned())
}

pub(super) fn no_statement(at: Span, found: &Token<'_>) -> Diagnostic {
    let help = match found {
        Token::Int(_) | Token::Real { .. } => {
            Some("a list of numbers cannot continue on the next line")
        }
        Token::Mark('/' | '*') => Some("a comment starts with `#`"),
        Token::Register(_) | Token::Float(_) => Some("operands cannot continue on the next line"),
        _ => None,
    };
    Diagnostic::error("A113", at, "a statement cannot start here")
        .label("expected an instruction, a directive or a label")
        .help(help.map(str::to_owned))
}

pub(super) fn colon_missing(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A114", at, format!("`{name}` is not an instruction"))
        .label("a name alone on a line")
        .help(format!("if it is a label, write `{name}:`"))
}

pub(super) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let mars_only = matches!(name, ".eqv" | ".macro" | ".end_macro" | ".include");
    let help = match nearest {
        _ if name == ".eqv" => Some("define a constant with `NAME = 5`".to_owned()),
        _ if mars_only => Some("this is a directive of MARS".to_owned()),
        nearest => nearest.map(|nearest| format!("did you mean `{nearest}`?")),
    };
    let name = &short(name);
    Diagnostic::error("A115", at, format!("unknown directive `{name}`"))
        .label("not a directive of SPIM")
        .help(help)
}

pub(super) fn pseudo_is_off(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A116", at, format!("`{name}` is a pseudo-instruction"))
        .label("pseudo-instructions are disabled")
        .help("write the instructions it stands for".to_owned())
}

pub(super) fn rejected_instruction(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A117", at, format!("SPIM 9.1 does not have `{name}`"))
        .label("SPIM recognizes the name but not the instruction")
        .help(
            "SPIM implements MIPS32 release 1, without 64-bit and paired-single numbers".to_owned(),
        )
}

pub(super) fn misencoded_instruction(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A118", at, format!("SPIM 9.1 cannot assemble `{name}`"))
        .label("SPIM encodes it as a random instruction")
        .help("leave it out: it has no effect that a program can see".to_owned())
}

// Operands

/// `found` lists the kinds of the operands, each with its article.
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
    Diagnostic::error("A120", at, format!("invalid operands for `{name}`")).label(label).help(help)
}

/// Operands that do not fit, one of them a register without its dollar sign, which is a label.
pub(super) fn bare_register(at: Span, name: &str, place: Span, register: &str) -> Diagnostic {
    let message = format!("invalid operands for `{name}`");
    let at = if place.file == at.file { place } else { at };
    Diagnostic::error("A120", at, message)
        .label("a name without `$` is a label")
        .help(format!("did you mean `${register}`?"))
}

/// A name with a dollar sign that is not a register: SPIM takes it for a label.
pub(super) fn no_register(at: Span, name: &str) -> Diagnostic {
    let registers = crate::isa::REGISTERS.map(|register| format!("${register}"));
    shared::unknown_register(at, name, asmkit::nearest(name, registers.iter().map(String::as_str)))
}

pub(super) fn reserved_register(at: Span) -> Diagnostic {
    Diagnostic::error("A121", at, "register 1 (`$at`) is reserved for the assembler")
        .label("pseudo-instructions overwrite it")
        .help("use another register, or write `.set noat` above and `.set at` below".to_owned())
}

pub(super) fn no_float_register(at: Span, number: u32) -> Diagnostic {
    Diagnostic::error("A122", at, format!("unknown register `$f{number}`"))
        .label("floating point registers are $f0 to $f31")
}

pub(super) fn no_flag(at: Span, number: i32) -> Diagnostic {
    Diagnostic::error("A123", at, format!("unknown condition flag {number}"))
        .label("flags are 0 to 7")
}

/// SPIM reports this on its error output and continues.
pub(super) fn out_of_range(at: Span, name: &str, number: i32, low: i32, high: i32) -> Diagnostic {
    Diagnostic::warning("A124", at, format!("{number} is not in the range {low} to {high}"))
        .label("SPIM also reports this, and continues")
        .help(match (low, high) {
            _ if name == "lui" => {
                Some("the register then gets the number itself, not shifted; use `li`".to_owned())
            }
            (0, 31) => Some("the shift amount is taken modulo 32".to_owned()),
            _ => Some("SPIM assembles more than one instruction for it".to_owned()),
        })
}

pub(super) fn bare_immediate(at: Span, number: i32, signed: bool) -> Diagnostic {
    let range = if signed { "-32768 to 32767" } else { "0 to 65535" };
    Diagnostic::error("A125", at, format!("{number} does not fit in this instruction"))
        .label(format!("the range is {range}; the bare machine does not expand larger numbers"))
        .help("load the high half with `lui`".to_owned())
}

pub(super) fn no_wide_form(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A126", at, format!("`{name}` takes only numbers from -32768 to 32767"))
        .label("SPIM has no longer form of this instruction")
        .help("load the number into a register and use the form with two registers".to_owned())
}

pub(super) fn reserved_break(at: Span) -> Diagnostic {
    Diagnostic::error("A127", at, "`break 1` is reserved for SPIM's debugger")
        .label("use any other number")
}

pub(super) fn division_by_zero(at: Span) -> Diagnostic {
    Diagnostic::error("A128", at, "division by zero").label("the divisor is the constant 0")
}

pub(super) fn no_operand(at: Span, found: &Token<'_>) -> Diagnostic {
    let help = match found {
        Token::Mark('/' | '*') => Some("a comment starts with `#`"),
        Token::Mark(':') => Some("write one statement per line, with its label first"),
        Token::Mark('-' | '+') => Some("write the sign directly before the digits: `-5`"),
        _ => None,
    };
    Diagnostic::error("A129", at, "an operand cannot start here")
        .label("expected a register, a number, a label or an address")
        .help(help.map(str::to_owned))
}

pub(super) fn no_base_register(at: Span) -> Diagnostic {
    Diagnostic::error("A130", at, "expected a register between the parentheses")
        .label("not a base register")
        .help("write an address as `label($t1)` or `4($t1)`".to_owned())
}

// Pieces of statements

/// `what` is a noun with its article, or a character in backticks.
pub(super) fn expected(at: Span, what: &str) -> Diagnostic {
    Diagnostic::error("A131", at, format!("expected {what}")).label("found this")
}

pub(super) fn statement_ends(at: Span) -> Diagnostic {
    Diagnostic::error("A132", at, "unexpected end of the statement")
        .label("something is missing here")
}

pub(super) fn too_much(at: Span) -> Diagnostic {
    Diagnostic::error("A133", at, "unexpected text after the statement")
        .label("the statement should end before this")
        .help("put each statement on its own line, or a `;` between them".to_owned())
}

pub(super) fn number_for_name(at: Span) -> Diagnostic {
    Diagnostic::error("A134", at, "expected a name")
        .label("this is a number")
        .help("a constant is replaced by its number everywhere".to_owned())
}

pub(super) fn fraction(at: Span) -> Diagnostic {
    Diagnostic::error("A135", at, "expected an integer")
        .label("this number has a fraction")
        .help("use `.float` or `.double` for fractions".to_owned())
}

pub(super) fn no_fraction(at: Span) -> Diagnostic {
    Diagnostic::error("A136", at, "this number needs a decimal point in SPIM")
        .label("this is an integer")
        .help("write 1 as `1.0`, and `1e5` as `1.0e5`".to_owned())
}

pub(super) fn string_for_number(at: Span) -> Diagnostic {
    Diagnostic::error("A137", at, "a string is not allowed here")
        .label("expected a number or a label")
        .help("use `.ascii` or `.asciiz` for strings, `.byte 'a'` for one character".to_owned())
}

pub(super) fn no_string(at: Span) -> Diagnostic {
    Diagnostic::error("A138", at, "expected a string")
        .label("found this")
        .help("put the string between double quotes: `\"text\"`".to_owned())
}

pub(super) fn too_deep(at: Span) -> Diagnostic {
    Diagnostic::error("A139", at, "parentheses are nested too deeply")
        .label("this is one level too many")
}

// Labels and data

pub(super) fn defined_too_late(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A140", at, format!("`{name}` must be defined above this line"))
        .label("SPIM reads the file once and needs the value here")
}

pub(super) fn rest_is_lost(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A141", at, format!("SPIM 9.1 stores only the address of `{name}` here"))
        .label("it is defined further down, so the rest of the expression is lost")
        .help(format!("define `{name}` above this line"))
}

pub(super) fn label_would_move(at: Span, label: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A142", at, format!("SPIM would move `{name}` into the data segment here"))
        .label("this aligns data, even in the text segment")
        .other(label, "the label before it")
        .help("leave it out: instructions are already aligned".to_owned())
}

pub(super) fn wide_alignment(at: Span, exponent: i32) -> Diagnostic {
    let bytes = 1u32.wrapping_shl(exponent as u32);
    Diagnostic::warning("A147", at, format!("this aligns to a multiple of {bytes} bytes"))
        .label("`.align` takes an exponent of 2: `.align 2` means 4 bytes")
}

/// SPIM reports this on its error output and continues.
pub(super) fn jump_stays(at: Span, target: u32, from: u32) -> Diagnostic {
    let there = from & 0xf000_0000 | target & 0x0fff_ffff;
    Diagnostic::warning("A154", at, format!("the target {target:#010x} is too far for a jump"))
        .label(format!("SPIM also reports this, and continues: this jumps to {there:#010x}"))
        .help("load the address with `la` and jump with `jr`".to_owned())
}

pub(super) fn negative_space(at: Span) -> Diagnostic {
    Diagnostic::warning("A143", at, "this moves back in the data segment")
        .label("the data that follows overwrites what is there")
}

pub(super) fn rejected_directive(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A144", at, format!("SPIM rejects `{name}`"))
        .label("SPIM recognizes the directive but does not implement it")
}

pub(super) fn too_much_data(at: Span) -> Diagnostic {
    Diagnostic::error("A145", at, "the program has more data than SPIM has memory")
        .label("too many repetitions")
}

pub(super) fn out_of_addresses(at: Span) -> Diagnostic {
    Diagnostic::error("A146", at, "this is beyond the last address")
        .label("addresses end at 0xffffffff")
}

// Start

pub(super) fn no_main(at: Span, nearest: Option<&str>) -> Diagnostic {
    Diagnostic::error("A150", at, "the program has no `main`")
        .label("SPIM starts at the label `main`, which no file defines")
        .help(match nearest {
            Some(nearest) => format!("did you mean `main:` instead of `{nearest}:`?"),
            None => "write `main:` before the first instruction".to_owned(),
        })
}

pub(super) fn main_in_data(at: Span) -> Diagnostic {
    Diagnostic::error("A151", at, "`main` is not in the text segment")
        .label("instructions cannot be executed here")
        .help("add a line `.text` above it".to_owned())
}

pub(super) fn declared_in_vain(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning(
        "A153",
        at,
        format!("`{name}` is declared global but neither used nor defined"),
    )
    .label("SPIM lists it as an undefined symbol and continues")
    .help(nearest.map(|nearest| format!("did you mean `{nearest}`?")))
}

pub(super) fn start_is_taken(at: Span) -> Diagnostic {
    Diagnostic::error("A154", at, "`__start` is already defined by SPIM's start-up code")
        .label("second definition")
        .help("name the start of the program `main`".to_owned())
}

pub(super) fn no_start(at: Span, local: bool) -> Diagnostic {
    let message = Diagnostic::error("A152", at, "the program has no global `__start`")
        .label("without its start-up code, SPIM starts at this label");
    message.help(if local {
        "add `.globl __start` above the label".to_owned()
    } else {
        "write `.globl __start` and `__start:` before the first instruction".to_owned()
    })
}
