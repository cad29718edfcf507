//! Messages of the GNU dialect, one function each.
//!
//! Identifiers are stable: A20x to A25x are messages of the assembler, A26x and A27x of the linking
//! step.

use asmkit::{Diagnostic, FileId, OpenError, Span};

use crate::assembler::foreign::without_dollar;

/// First byte of a file.
pub(super) fn start_of(file: FileId) -> Span {
    Span { file, start: 0, end: 0 }
}

/// Shortens a piece of source to the length that a message quotes.
fn short(text: &str) -> String {
    match text.char_indices().nth(QUOTE_LIMIT_CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

const QUOTE_LIMIT_CHARS: usize = 60;

/// Text found in the source, in backquotes, or `the end of the statement`.
fn quoted(found: &str) -> String {
    if found.is_empty() {
        "the end of the statement".to_owned()
    } else {
        format!("`{}`", short(found))
    }
}

fn did_you_mean(nearest: Option<&str>) -> Option<String> {
    nearest.map(|nearest| format!("did you mean `{nearest}`?"))
}

// Instructions and their operands

pub(super) fn foreign_instruction(at: Span, name: &str, instead: &str) -> Diagnostic {
    unknown_instruction(at, name, None).help(instead.to_owned())
}

pub(super) fn unknown_instruction(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A200", at, format!("unknown instruction `{name}`"))
        .label("not a RISC-V instruction, nor a macro of this file")
        .help(did_you_mean(nearest))
}

fn written_as(name: &str, forms: &[String]) -> Option<String> {
    let shown: Vec<String> = forms.iter().map(|form| format!("`{form}`")).collect();
    match shown.as_slice() {
        [] => None,
        [_] if forms[0] == name => Some(format!("`{name}` takes no operands")),
        [form] => Some(format!("write {form}")),
        [first @ .., last] => Some(format!("write {} or {last}", first.join(", "))),
    }
}

/// `expected` is a noun with its article, such as `a register`.
pub(super) fn operand_kind(
    at: Span,
    found: &str,
    name: &str,
    expected: &str,
    forms: &[String],
) -> Diagnostic {
    let message = format!("{} is not allowed here in `{name}`", quoted(found));
    let dollar = found.strip_prefix('$').filter(|_| expected == "a register");
    let help = dollar.map(without_dollar).or_else(|| written_as(name, forms));
    Diagnostic::error("A201", at, message).label(format!("expected {expected}")).help(help)
}

pub(super) fn operand_range(at: Span, low: i64, high: i64) -> Diagnostic {
    Diagnostic::error("A202", at, "number out of range").label(format!("must be {low} to {high}"))
}

pub(super) fn operand_multiple(at: Span, multiple: i64) -> Diagnostic {
    Diagnostic::error("A203", at, format!("this number is not a multiple of {multiple}"))
        .label("the instruction does not encode the lower bits")
}

pub(super) fn too_many_operands(at: Span, name: &str, forms: &[String]) -> Diagnostic {
    Diagnostic::error("A204", at, format!("too many operands for `{name}`"))
        .label("unexpected operand")
        .help(written_as(name, forms))
}

pub(super) fn too_few_operands(at: Span, name: &str, forms: &[String]) -> Diagnostic {
    Diagnostic::error("A205", at, format!("too few operands for `{name}`"))
        .label("missing operand")
        .help(written_as(name, forms))
}

pub(super) fn unknown_csr(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A206", at, format!("unknown control and status register `{name}`"))
        .label("expected a name or a number from 0 to 4095")
        .help(did_you_mean(nearest))
}

pub(super) fn extension_missing(at: Span, name: &str, extension: &str, isa: &str) -> Diagnostic {
    Diagnostic::error("A207", at, format!("`{name}` requires the `{extension}` extension"))
        .label(format!("the program is assembled for {isa}"))
        .help("select a profile with this extension, or write `.option arch, +...`".to_owned())
}

pub(super) fn reserved(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A208", at, format!("`{name}` cannot be encoded with these operands"))
        .label("these bits encode another instruction")
}

pub(super) fn register_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A209", at, format!("{} is not a register for this format", quoted(found)))
        .label("expected a register")
}

pub(super) fn number_cut(at: Span, value: i64) -> Diagnostic {
    Diagnostic::warning("A210", at, format!("{value} has more than 32 bits"))
        .label("only the low 32 bits are used")
}

pub(super) fn unknown_format(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A211", at, format!("unknown instruction format `{name}`"))
        .label("expected a format such as `r`, `i` or `cj`")
        .help(did_you_mean(nearest))
}

pub(super) fn raw_instruction(at: Span) -> Diagnostic {
    Diagnostic::error("A212", at, "the size of this instruction does not match its bits")
        .label("an instruction has four bytes if its two lowest bits are 11, otherwise two")
}

// Statements, names and values

pub(super) fn statement_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A213", at, format!("a statement cannot begin with {}", quoted(found)))
        .label("expected a label, a directive or an instruction")
}

pub(super) fn unexpected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A214", at, format!("unexpected {}", quoted(found)))
        .label("the statement ends before this, or a comma is missing")
}

pub(super) fn value_missing(at: Span) -> Diagnostic {
    Diagnostic::warning("A215", at, "missing value").label("zero is used")
}

pub(super) fn value_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A215", at, format!("{} is not a value", quoted(found)))
        .label("expected a number, a name or an expression")
}

pub(super) fn name_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A216", at, format!("{} is not a name", quoted(found)))
        .label("expected the name of a symbol")
}

pub(super) fn string_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A217", at, format!("{} is not a string", quoted(found)))
        .label("expected text in double quotes")
}

pub(super) fn open_string(at: Span) -> Diagnostic {
    Diagnostic::error("A218", at, "unterminated string")
        .label("begins here")
        .help("close it with `\"` on the same line; write `\\n` for a line break".to_owned())
}

pub(super) fn bad_escape(at: Span) -> Diagnostic {
    Diagnostic::error("A219", at, "unknown escape sequence in this string").label(
        "escape sequences are, for example, `\\n`, `\\t`, `\\\"`, `\\\\`, `\\x41` and `\\101`",
    )
}

pub(super) fn open_comment(at: Span) -> Diagnostic {
    Diagnostic::error("A220", at, "unterminated comment")
        .label("begins here")
        .help("close it with `*/`".to_owned())
}

pub(super) fn open_parenthesis(at: Span) -> Diagnostic {
    Diagnostic::error("A221", at, "missing closing parenthesis").label("the expression ends here")
}

pub(super) fn bad_number(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A222", at, format!("{} is not a number", quoted(found)))
        .label("write numbers as 10, 0x1f, 017 (octal) or 0b101")
}

pub(super) fn number_too_large(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A223", at, format!("{} has more than 64 bits", quoted(found)))
        .label("too large for an expression")
}

pub(super) fn bad_float(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A224", at, format!("{} is not a floating-point number", quoted(found)))
        .label("expected a number such as 1.5, -2e10, inf or nan")
}

pub(super) fn float_out_of_range(at: Span, found: &str, size: u8) -> Diagnostic {
    let bits = size * 8;
    Diagnostic::error("A224", at, format!("{} does not fit a {bits}-bit float", quoted(found)))
        .label("too large, or too close to zero")
}

pub(super) fn division_by_zero(at: Span) -> Diagnostic {
    Diagnostic::error("A225", at, "division by zero").label("the result is undefined")
}

pub(super) fn expression_too_long(at: Span) -> Diagnostic {
    Diagnostic::error("A226", at, "this expression is too long")
        .label("each symbol counts with the whole expression that defines it")
}

pub(super) fn not_known_here(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A227", at, format!("`{name}` needs a value that is known at this point"))
        .label("this depends on later source or on addresses")
}

pub(super) fn no_label_before(at: Span, number: u64) -> Diagnostic {
    Diagnostic::error("A228", at, format!("there is no label `{number}:` before this"))
        .label(format!("`{number}b` refers to the last one before it"))
}

pub(super) fn defined_twice(at: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let name = &short(name);
    let message = Diagnostic::error("A229", at, format!("`{name}` is defined twice"))
        .label("defined again here")
        .help("rename one of the two".to_owned());
    match first {
        Some(first) => message.other(first, "first defined here"),
        None => message,
    }
}

pub(super) fn circular(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A230", at, format!("`{name}` is defined in terms of itself"))
        .label("it has no value")
}

pub(super) fn not_for_addresses(at: Span) -> Diagnostic {
    Diagnostic::error("A231", at, "this operation takes numbers, not addresses")
        .label("a number may be added to an address, and two addresses may be subtracted")
}

pub(super) fn not_a_distance(at: Span) -> Diagnostic {
    Diagnostic::error("A232", at, "the assembler cannot compute this distance")
        .label("both ends must be labels in the same section")
}

pub(super) fn too_many_errors(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("A233", at, format!("more than {} errors", limit - 1))
        .label("the rest of the source was not read")
}

// Directives

pub(super) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A234", at, format!("unknown directive `{name}`"))
        .label("not a directive of GNU as, nor a macro of this file")
        .help(did_you_mean(nearest))
}

pub(super) fn stray(at: Span, name: &str, opener: &str) -> Diagnostic {
    Diagnostic::warning("A235", at, format!("`{name}` without `{opener}`"))
        .label(format!("there is no `{opener}` before it"))
}

pub(super) fn open_body(at: Span, opener: &str, closer: &str) -> Diagnostic {
    Diagnostic::error("A235", at, format!("unterminated `{opener}`"))
        .label("begins here")
        .help(format!("write `{closer}` after its last line"))
}

pub(super) fn open_condition(at: Span) -> Diagnostic {
    Diagnostic::error("A235", at, "unterminated condition")
        .label("begins here")
        .help("write `.endif` after its last line".to_owned())
}

pub(super) fn no_condition(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A235", at, format!("`{name}` without `.if`"))
        .label("there is no `.if` before it")
}

pub(super) fn after_else(at: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::error("A235", at, format!("`{name}` after the `.else` of its condition"))
        .label("`.else` must come last")
        .other(first, "the condition begins here")
}

pub(super) fn nothing_pushed(at: Span, opener: &str) -> Diagnostic {
    Diagnostic::error("A236", at, "nothing to restore")
        .label(format!("there is no `{opener}` before it"))
}

pub(super) fn number_truncated(at: Span, value: i64, size: u8) -> Diagnostic {
    Diagnostic::warning("A237", at, format!("{value} does not fit in {}", bytes(u64::from(size))))
        .label("only the low bits are stored")
}

fn bytes(count: u64) -> String {
    if count == 1 { "one byte".to_owned() } else { format!("{count} bytes") }
}

pub(super) fn negative_count(at: Span, count: i64) -> Diagnostic {
    Diagnostic::warning("A238", at, format!("the count is {count}"))
        .label("a directive with a negative count is ignored")
}

pub(super) fn negative_size(at: Span) -> Diagnostic {
    Diagnostic::error("A239", at, "negative size").label("a size must be 0 or more")
}

pub(super) fn not_a_power(at: Span, value: i64) -> Diagnostic {
    Diagnostic::error("A240", at, format!("{value} is not a valid alignment"))
        .label("`.balign` takes a power of two; `.align` and `.p2align` take its exponent")
}

pub(super) fn alignment_too_large(at: Span, limit: i64) -> Diagnostic {
    Diagnostic::warning("A241", at, "this alignment is too large")
        .label(format!("{limit} is used instead"))
}

pub(super) fn data_in_empty(at: Span, section: &str) -> Diagnostic {
    let section = &short(section);
    Diagnostic::error("A242", at, format!("`{section}` can hold only zeros"))
        .label("this value is not zero")
        .help("write `.data` before it".to_owned())
}

pub(super) fn too_much_reserved(at: Span, limit: u64) -> Diagnostic {
    Diagnostic::error("A243", at, "this reserves too many bytes")
        .label(format!("the limit is {} MiB", limit >> 20))
}

pub(super) fn too_much_data(at: Span, limit: u64) -> Diagnostic {
    Diagnostic::error("A244", at, "the program is too large")
        .label(format!("all sections together may have {} MiB", limit >> 20))
}

pub(super) fn never_settles(at: Span) -> Diagnostic {
    Diagnostic::error("A259", at, "this size depends on itself and grows without limit")
        .label("it moves the label from which it is computed")
}

pub(super) fn backwards(at: Span, to: i64, here: u64) -> Diagnostic {
    Diagnostic::error("A245", at, "`.org` cannot move backwards")
        .label(format!("the target is {to:#x}, but the section already has {here:#x} bytes"))
}

pub(super) fn org_outside(at: Span) -> Diagnostic {
    Diagnostic::error("A246", at, "`.org` takes a number or a label of this section")
        .label("this is neither")
}

pub(super) fn section_name_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A247", at, format!("{} is not a section", quoted(found)))
        .label("expected the name of a section")
}

pub(super) fn section_not_loaded(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A248", at, format!("the section `{name}` is not loaded into memory"))
        .label("a section with your own name is loaded only if it has the flag `a`")
        .help(format!("write `.section {name}, \"aw\"` for data, `\"ax\"` for instructions"))
}

pub(super) fn unknown_flag(at: Span, flag: u8) -> Diagnostic {
    let flag = flag.escape_ascii();
    Diagnostic::error("A249", at, format!("`{flag}` is not a section flag")).label(
        "the flags are `a` (loaded), `w` (writable), `x` (executable), `M` and `S` (mergeable)",
    )
}

pub(super) fn unknown_section_type(at: Span) -> Diagnostic {
    Diagnostic::error("A249", at, "unknown section type").label("expected `@progbits` or `@nobits`")
}

pub(super) fn subsection(at: Span) -> Diagnostic {
    Diagnostic::warning("A249", at, "subsections are not sorted")
        .label("what follows stays in source order")
}

pub(super) fn too_many_sections(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("A249", at, format!("the file has more than {limit} sections"))
        .label("this section is one too many")
}

pub(super) fn unknown_option(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A250", at, format!("unknown option `{name}`"))
        .label("ignored")
        .help(did_you_mean(nearest))
}

pub(super) fn unknown_architecture(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A251", at, format!("unknown architecture {}", quoted(name)))
        .label("expected a name such as `rv32imac_zba`, or `+c` or `-c`")
}

pub(super) fn not_opened(at: Span, name: &str, error: &OpenError) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A252", at, format!("cannot open `{name}`"))
        .label(error.to_string())
        .help(error.help())
}

/// Message of `.error`, `.warning` or `.print`.
pub(super) fn program_message(at: Span, name: &str, text: &str) -> Diagnostic {
    let text = if text.is_empty() { format!("`{name}` was reached") } else { short(text) };
    match name {
        ".error" => Diagnostic::error("A253", at, text).label("message from the program"),
        _ => Diagnostic::warning("A253", at, text).label("message from the program"),
    }
}

pub(super) fn asked_to_fail(at: Span) -> Diagnostic {
    Diagnostic::error("A253", at, "`.err` was reached").label("error from the program")
}

// Macros

pub(super) fn macro_name_expected(at: Span) -> Diagnostic {
    Diagnostic::error("A254", at, "this macro has no name").label("expected a name")
}

pub(super) fn macro_twice(at: Span, name: &str, first: Span) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A254", at, format!("the macro `{name}` is defined twice"))
        .label("defined again here")
        .other(first, "first defined here")
        .help(format!("write `.purgem {name}` before it"))
}

pub(super) fn unknown_macro(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A254", at, format!("unknown macro `{name}`"))
        .label("there is no macro to delete")
        .help(did_you_mean(nearest))
}

pub(super) fn not_in_macro(at: Span) -> Diagnostic {
    Diagnostic::warning("A254", at, "`.exitm` outside a macro")
        .label("it leaves the macro that is being expanded")
}

pub(super) fn parameter_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A255", at, format!("{} is not a parameter", quoted(found)))
        .label("expected the name of a parameter")
}

pub(super) fn parameter_twice(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A255", at, format!("duplicate parameter `{name}`"))
        .label("this is the second one")
}

pub(super) fn parameter_kind(at: Span) -> Diagnostic {
    Diagnostic::error("A255", at, "unknown kind of parameter").label("expected `:req` or `:vararg`")
}

pub(super) fn too_many_arguments(at: Span, name: &str, most: usize, defined: Span) -> Diagnostic {
    let name = &short(name);
    let most = match most {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        most => format!("{most} arguments"),
    };
    Diagnostic::error("A256", at, format!("the macro `{name}` takes {most}"))
        .label("unexpected argument")
        .other(defined, "defined here")
}

pub(super) fn argument_missing(at: Span, parameter: &str, name: &str, defined: Span) -> Diagnostic {
    let (parameter, name) = (&short(parameter), &short(name));
    Diagnostic::error("A256", at, format!("the macro `{name}` needs a value for `{parameter}`"))
        .label("missing argument")
        .other(defined, "defined here")
}

pub(super) fn nested_too_deep(at: Span) -> Diagnostic {
    Diagnostic::error("A257", at, "macros, repetitions and included files are nested too deeply")
        .label("a macro or a file may be using itself")
}

pub(super) fn expansion_too_large(at: Span) -> Diagnostic {
    Diagnostic::error("A258", at, "macros and repetitions make the program too large")
        .label("the limit was reached here")
}

// Linking

/// The identifier of [`undefined`].
pub(super) const UNDEFINED: &str = "A260";

pub(super) fn undefined(
    at: Span,
    name: &str,
    elsewhere: bool,
    nearest: Option<&str>,
) -> Diagnostic {
    let name = &short(name);
    let message = Diagnostic::error(UNDEFINED, at, format!("undefined symbol `{name}`"));
    if elsewhere {
        message
            .label("another file has a label of this name, but it is local to that file")
            .help(format!("write `.globl {name}` there"))
    } else {
        message.label("used here").help(did_you_mean(nearest))
    }
}

pub(super) fn no_label_ahead(at: Span, number: &str) -> Diagnostic {
    Diagnostic::error("A260", at, format!("there is no label `{number}:` after this"))
        .label(format!("`{number}f` refers to the next one after it"))
}

pub(super) fn target_too_far(at: Span, target: u32, low: i64, high: i64) -> Diagnostic {
    Diagnostic::error("A261", at, format!("the target {target:#010x} is too far away"))
        .label(format!("the instruction reaches {low} to {high} bytes from itself"))
}

pub(super) fn odd_target(at: Span, target: u32) -> Diagnostic {
    Diagnostic::warning("A262", at, format!("the target {target:#010x} is at an odd distance"))
        .label("instructions begin at even addresses: the address minus one is used")
}

pub(super) fn address_too_large(at: Span, value: i64, size: u8) -> Diagnostic {
    let size = bytes(u64::from(size));
    Diagnostic::error("A263", at, format!("{value:#x} does not fit in {size}"))
        .label("this is the value after linking")
}

pub(super) fn no_upper_part(at: Span) -> Diagnostic {
    Diagnostic::error("A264", at, "`%pcrel_lo` needs a label with `%pcrel_hi`")
        .label("there is no `%pcrel_hi` at this address")
        .help("put a label on the `auipc` and use that label here".to_owned())
}

pub(super) fn pointer_too_far(at: Span, distance: i64) -> Diagnostic {
    Diagnostic::error("A265", at, "this address moved out of reach of `gp`")
        .label(format!("it is {distance} bytes away"))
        .help("write `.option norelax` before it".to_owned())
}

pub(super) fn distance_may_change(at: Span) -> Diagnostic {
    Diagnostic::error("A266", at, "the linker may change this distance")
        .label("its size must be known before linking")
        .help("write `.option norelax` before the instructions between the two labels".to_owned())
}

pub(super) fn no_room_to_align(at: Span, alignment: u64, wanted: u64) -> Diagnostic {
    let wanted = bytes(wanted);
    Diagnostic::error("A267", at, format!("the code cannot be aligned to {alignment} bytes here"))
        .label(format!("this needs {wanted} of padding: data of an odd size comes before it"))
        .help("align the data with `.balign 4, 0` first".to_owned())
}

pub(super) fn not_in_memory(at: Span, section: &str) -> Diagnostic {
    let section = &short(section);
    Diagnostic::error("A268", at, format!("this is in `{section}`, which is not in memory"))
        .label("it has no address")
}

pub(super) fn sections_overlap(at: Span, first: &str, second: &str) -> Diagnostic {
    let (first, second) = (&short(first), &short(second));
    Diagnostic::error("A269", at, format!("`{first}` overlaps `{second}`"))
        .label("the program is too large for the addresses of its sections")
}

pub(super) fn beyond_memory(at: Span, section: &str) -> Diagnostic {
    let section = &short(section);
    Diagnostic::error("A270", at, format!("`{section}` extends past the last address"))
        .label("addresses have 32 bits")
}

pub(super) fn no_start(at: Span, name: &str) -> Diagnostic {
    Diagnostic::warning("A271", at, format!("undefined symbol `{name}`"))
        .label("the program starts at its first instruction, here")
        .help(format!("define the label `{name}:` where the program starts"))
}
