//! What only the MARS assembler says, and the shared messages with it.

use asmkit::{Diagnostic, Span};

use super::directive::Directive;
use super::token::Token;

pub(super) use crate::assembler::messages::{
    bad_character, bad_token, branch_too_far, cannot_include, data_directive_in_text,
    directive_operands, duplicate_label, global_twice, global_undefined, ignored_directive,
    ignored_in_data, included_again, jump_too_far, missing_parenthesis, no_next_register,
    not_a_value, operand_count, operand_kind, operand_range, outside_data, outside_text,
    pseudo_not_permitted, real_range, repetition, short, source_too_large, space_beyond_end,
    space_too_large, target_misaligned, text_overlap, too_many_errors, unclosed_string,
    undefined_label, unknown_directive, unknown_instruction, unknown_register, value_truncated,
};

/// A directive whose operands are not what it needs.
pub(super) fn wrong_operands(at: &Token, directive: Directive) -> Diagnostic {
    let (name, usage) = directive.usage();
    directive_operands(at.span, name, usage)
}

pub(super) fn broken_form(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A008", at, format!("MARS cannot assemble this form of `{name}`"))
        .label("an address from 32768 to 65535 cannot stand here")
        .help(format!("load the address with `la $at` and write `{name} $t0, 0($at)`"))
}

/// Adds that another file has the label.
pub(super) fn hidden_label(undefined: Diagnostic, name: &str, other: Span) -> Diagnostic {
    let help = format!("declare it in that file: `.globl {}`", short(name));
    undefined.other(other, "a label of this file, unknown to others").help(help)
}

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

pub(super) fn equivalent_cut(at: Span, code: &str) -> Diagnostic {
    let code = short(code);
    Diagnostic::warning("A073", at, "this character loses its closing quote")
        .label("`.eqv` in MARS counts the digits of its code instead")
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

pub(super) fn wrong_replacement(at: Span, name: &str) -> Diagnostic {
    let name = short(name);
    Diagnostic::error("A089", at, format!("MARS would replace another `{name}` on this line"))
        .label("this one is meant")
        .help(format!(
            "macros in MARS replace the first text that reads `{name}`, even inside other words: \
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
