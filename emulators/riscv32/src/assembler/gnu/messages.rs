//! What the GNU dialect says about a program: one function a message.
//!
//! Identifiers are stable: A20x to A25x are messages of the assembler, A26x and A27x of the linking
//! step.

use asmkit::{Diagnostic, FileId, OpenError, Span};

use crate::assembler::habits::without_dollar;

/// The first byte of a file.
pub(super) fn start_of(file: FileId) -> Span {
    Span { file, start: 0, end: 0 }
}

/// A piece of source as a message quotes it: long ones lose their tail.
fn short(text: &str) -> String {
    match text.char_indices().nth(QUOTE_LIMIT_CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

const QUOTE_LIMIT_CHARS: usize = 60;

/// What was found, or that nothing was.
fn quoted(found: &str) -> String {
    if found.is_empty() {
        "the end of the statement".to_owned()
    } else {
        format!("`{}`", short(found))
    }
}

fn closest(kind: &str, nearest: Option<&str>) -> Option<String> {
    nearest.map(|nearest| format!("the closest {kind} is `{nearest}`"))
}

// Instructions and their operands

pub(super) fn foreign_instruction(at: Span, name: &str, instead: &str) -> Diagnostic {
    unknown_instruction(at, name, None).help(instead.to_owned())
}

pub(super) fn unknown_instruction(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A200", at, format!("no instruction is called `{name}`"))
        .label("neither an instruction nor a macro of this file")
        .help(closest("name", nearest))
}

fn written_as(name: &str, forms: &[String]) -> Option<String> {
    let shown: Vec<String> = forms.iter().map(|form| format!("`{form}`")).collect();
    match shown.as_slice() {
        [] => None,
        [_] if forms[0] == name => Some(format!("`{name}` is written without operands")),
        [form] => Some(format!("`{name}` is written as {form}")),
        [first @ .., last] => {
            Some(format!("`{name}` is written as {} or {last}", first.join(", ")))
        }
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
    let message = format!("{} cannot stand here in `{name}`", quoted(found));
    let dollar = found.strip_prefix('$').filter(|_| expected == "a register");
    let help = dollar.map(without_dollar).or_else(|| written_as(name, forms));
    Diagnostic::error("A201", at, message).label(format!("{expected} is expected")).help(help)
}

pub(super) fn operand_range(at: Span, low: i64, high: i64) -> Diagnostic {
    Diagnostic::error("A202", at, "this number is too large or too small here")
        .label(format!("from {low} to {high} is possible"))
}

pub(super) fn operand_multiple(at: Span, multiple: i64) -> Diagnostic {
    Diagnostic::error("A203", at, format!("this number is no multiple of {multiple}"))
        .label("the instruction has no bits for the rest")
}

pub(super) fn too_many_operands(at: Span, name: &str, forms: &[String]) -> Diagnostic {
    Diagnostic::error("A204", at, format!("`{name}` has no more operands than those before this"))
        .label("this is too much")
        .help(written_as(name, forms))
}

pub(super) fn too_few_operands(at: Span, name: &str, forms: &[String]) -> Diagnostic {
    Diagnostic::error("A205", at, format!("`{name}` needs more operands"))
        .label("an operand is missing")
        .help(written_as(name, forms))
}

pub(super) fn unknown_csr(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A206", at, format!("no control and status register is called `{name}`"))
        .label("a name or a number from 0 to 4095 is expected")
        .help(closest("name", nearest))
}

pub(super) fn extension_missing(at: Span, name: &str, extension: &str, isa: &str) -> Diagnostic {
    Diagnostic::error("A207", at, format!("`{name}` belongs to the extension `{extension}`"))
        .label(format!("the program is assembled for {isa}"))
        .help("choose a profile with the extension, or write `.option arch, +...`".to_owned())
}

pub(super) fn reserved(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A208", at, format!("`{name}` cannot be written with these operands"))
        .label("the bits would be those of another instruction")
}

pub(super) fn register_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A209", at, format!("{} is no register of this format", quoted(found)))
        .label("a register is expected")
}

pub(super) fn number_cut(at: Span, value: i64) -> Diagnostic {
    Diagnostic::warning("A210", at, format!("{value} has more than 32 bits"))
        .label("only the lower 32 bits are used")
}

pub(super) fn unknown_format(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A211", at, format!("no instruction format is called `{name}`"))
        .label("a format such as `r`, `i` or `cj` is expected")
        .help(closest("format", nearest))
}

pub(super) fn raw_instruction(at: Span) -> Diagnostic {
    Diagnostic::error("A212", at, "size and bits of this instruction do not agree")
        .label("an instruction has four bytes if its two lowest bits are ones, else two")
}

// Statements, names and values

pub(super) fn statement_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A213", at, format!("no statement begins with {}", quoted(found)))
        .label("a label, a directive or an instruction is expected")
}

pub(super) fn unexpected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A214", at, format!("{} is not expected here", quoted(found)))
        .label("the statement is complete before it, or a comma is missing")
}

pub(super) fn value_missing(at: Span) -> Diagnostic {
    Diagnostic::warning("A215", at, "a value is missing here").label("zero is taken for it")
}

pub(super) fn value_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A215", at, format!("{} is no value", quoted(found)))
        .label("a number, a name or an expression is expected")
}

pub(super) fn name_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A216", at, format!("{} is no name", quoted(found)))
        .label("the name of a symbol is expected")
}

pub(super) fn string_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A217", at, format!("{} is no string", quoted(found)))
        .label("a text in double quotes is expected")
}

pub(super) fn open_string(at: Span) -> Diagnostic {
    Diagnostic::error("A218", at, "this string is not closed on its line")
        .label("begins here")
        .help("write `\"` at its end, and `\\n` for a line end in it".to_owned())
}

pub(super) fn bad_escape(at: Span) -> Diagnostic {
    Diagnostic::error("A219", at, "a backslash in this string stands before nothing it can mean")
        .label("`\\n`, `\\t`, `\\\"`, `\\\\`, `\\x41` and `\\101` are possible, for example")
}

pub(super) fn open_comment(at: Span) -> Diagnostic {
    Diagnostic::error("A220", at, "this comment is not closed")
        .label("begins here")
        .help("write `*/` at its end".to_owned())
}

pub(super) fn open_parenthesis(at: Span) -> Diagnostic {
    Diagnostic::error("A221", at, "a closing parenthesis is missing")
        .label("the expression ends before it")
}

pub(super) fn bad_number(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A222", at, format!("{} is no number", quoted(found)))
        .label("as numbers are written 10, 0x1f, 017 (octal) and 0b101")
}

pub(super) fn number_too_large(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A223", at, format!("{} has more than 64 bits", quoted(found)))
        .label("too large for an expression")
}

pub(super) fn bad_float(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A224", at, format!("{} is no floating point number", quoted(found)))
        .label("a number such as 1.5, -2e10, inf or nan is expected")
}

pub(super) fn float_out_of_range(at: Span, found: &str, size: u8) -> Diagnostic {
    let bits = size * 8;
    Diagnostic::error("A224", at, format!("{} is no number of {bits} bits", quoted(found)))
        .label("too large, or too near to zero")
}

pub(super) fn division_by_zero(at: Span) -> Diagnostic {
    Diagnostic::error("A225", at, "this divides by zero").label("no value comes of it")
}

pub(super) fn expression_too_long(at: Span) -> Diagnostic {
    Diagnostic::error("A226", at, "this expression is too long")
        .label("names in it count with all that they stand for")
}

pub(super) fn not_known_here(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A227", at, format!("`{name}` needs a number that is known here"))
        .label("depends on something further down, or on addresses")
}

pub(super) fn no_label_before(at: Span, number: u64) -> Diagnostic {
    Diagnostic::error("A228", at, format!("no label `{number}:` stands before this"))
        .label(format!("`{number}b` means the last one before"))
}

pub(super) fn defined_twice(at: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let name = &short(name);
    let message = Diagnostic::error("A229", at, format!("`{name}` is defined twice"))
        .label("defined again here")
        .help("give one of the two another name".to_owned());
    match first {
        Some(first) => message.other(first, "defined here first"),
        None => message,
    }
}

pub(super) fn circular(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A230", at, format!("`{name}` stands for itself"))
        .label("no value comes of it")
}

pub(super) fn not_for_addresses(at: Span) -> Diagnostic {
    Diagnostic::error("A231", at, "this is done with numbers only, and here is an address")
        .label("addresses can be moved by a number, and subtracted from each other")
}

pub(super) fn not_a_distance(at: Span) -> Diagnostic {
    Diagnostic::error("A232", at, "this distance is not known when it is needed")
        .label("both ends must be labels of one section")
}

pub(super) fn too_many_errors(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("A233", at, format!("more than {} errors", limit - 1))
        .label("nothing behind this was read")
}

// Directives

pub(super) fn unknown_directive(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A234", at, format!("no directive is called `{name}`"))
        .label("neither a directive nor a macro of this file")
        .help(closest("directive", nearest))
}

pub(super) fn stray(at: Span, name: &str, opener: &str) -> Diagnostic {
    Diagnostic::warning("A235", at, format!("`{name}` ends nothing"))
        .label(format!("no `{opener}` stands before it"))
}

pub(super) fn open_body(at: Span, opener: &str, closer: &str) -> Diagnostic {
    Diagnostic::error("A235", at, format!("this `{opener}` has no end"))
        .label("begins here")
        .help(format!("write `{closer}` behind its last line"))
}

pub(super) fn open_condition(at: Span) -> Diagnostic {
    Diagnostic::error("A235", at, "this condition has no end")
        .label("begins here")
        .help("write `.endif` behind its last line".to_owned())
}

pub(super) fn no_condition(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A235", at, format!("`{name}` belongs to no condition"))
        .label("no `.if` stands before it")
}

pub(super) fn after_else(at: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::error("A235", at, format!("`{name}` stands behind the `.else` of its condition"))
        .label("nothing is left for it")
        .other(first, "the condition begins here")
}

pub(super) fn nothing_pushed(at: Span, opener: &str) -> Diagnostic {
    Diagnostic::error("A236", at, "there is nothing to come back to")
        .label(format!("no `{opener}` stands before it"))
}

pub(super) fn number_truncated(at: Span, value: i64, size: u8) -> Diagnostic {
    Diagnostic::warning("A237", at, format!("{value} does not fit {}", bytes(u64::from(size))))
        .label("only the lower bits are stored")
}

fn bytes(count: u64) -> String {
    if count == 1 { "one byte".to_owned() } else { format!("{count} bytes") }
}

pub(super) fn negative_count(at: Span, count: i64) -> Diagnostic {
    Diagnostic::warning("A238", at, format!("the count is {count}"))
        .label("a negative count means nothing: this is left out")
}

pub(super) fn negative_size(at: Span) -> Diagnostic {
    Diagnostic::error("A239", at, "this number is negative").label("a size cannot be")
}

pub(super) fn not_a_power(at: Span, value: i64) -> Diagnostic {
    Diagnostic::error("A240", at, format!("{value} is no alignment"))
        .label("`.balign` takes a power of two, `.align` and `.p2align` its exponent")
}

pub(super) fn alignment_too_large(at: Span, limit: i64) -> Diagnostic {
    Diagnostic::warning("A241", at, "this alignment is too large")
        .label(format!("{limit} is taken in its place"))
}

pub(super) fn data_in_empty(at: Span, section: &str) -> Diagnostic {
    let section = &short(section);
    Diagnostic::error("A242", at, format!("`{section}` holds nothing but zeros"))
        .label("this puts something else there")
        .help("write `.data` above it".to_owned())
}

pub(super) fn too_much_reserved(at: Span, limit: u64) -> Diagnostic {
    Diagnostic::error("A243", at, "this reserves too much")
        .label(format!("at most {} MiB are possible", limit >> 20))
}

pub(super) fn too_much_data(at: Span, limit: u64) -> Diagnostic {
    Diagnostic::error("A244", at, "the program becomes too large")
        .label(format!("all sections together may hold {} MiB", limit >> 20))
}

pub(super) fn never_settles(at: Span) -> Diagnostic {
    Diagnostic::error("A259", at, "this size depends on itself, and grows without end")
        .label("it moves the label that it is computed from")
}

pub(super) fn backwards(at: Span, to: i64, here: u64) -> Diagnostic {
    Diagnostic::error("A245", at, "`.org` cannot go back")
        .label(format!("this goes to {to:#x}, and {here:#x} bytes are there already"))
}

pub(super) fn org_outside(at: Span) -> Diagnostic {
    Diagnostic::error("A246", at, "`.org` goes to a number or to a label of this section")
        .label("this is neither")
}

pub(super) fn section_name_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A247", at, format!("{} is no section", quoted(found)))
        .label("the name of a section is expected")
}

pub(super) fn section_not_loaded(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A248", at, format!("the section `{name}` has no place in memory"))
        .label("a section of a name of your own is loaded only if its flags say so")
        .help(format!("write `.section {name}, \"aw\"` for data, `\"ax\"` for instructions"))
}

pub(super) fn unknown_flag(at: Span, flag: u8) -> Diagnostic {
    let flag = flag.escape_ascii();
    Diagnostic::error("A249", at, format!("`{flag}` is no flag of a section"))
        .label("`a` in memory, `w` written, `x` executed, `M` and `S` for merging are possible")
}

pub(super) fn unknown_section_type(at: Span) -> Diagnostic {
    Diagnostic::error("A249", at, "this is no type of a section")
        .label("`@progbits` or `@nobits` is expected")
}

pub(super) fn subsection(at: Span) -> Diagnostic {
    Diagnostic::warning("A249", at, "subsections are not put in order")
        .label("what follows comes where it stands")
}

pub(super) fn too_many_sections(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("A249", at, format!("the file has more than {limit} sections"))
        .label("no more than that are possible")
}

pub(super) fn unknown_option(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::warning("A250", at, format!("no option is called `{name}`"))
        .label("this is left out")
        .help(closest("option", nearest))
}

pub(super) fn unknown_architecture(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("A251", at, format!("{} is no architecture known here", quoted(name)))
        .label("a name such as `rv32imac_zba`, or `+c` and `-c`, is expected")
}

pub(super) fn not_opened(at: Span, name: &str, error: &OpenError) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A252", at, format!("`{name}` cannot be opened"))
        .label(error.to_string())
        .help(error.help())
}

/// `.error`, `.warning` or `.print` with its text.
pub(super) fn said(at: Span, name: &str, text: &str) -> Diagnostic {
    let text = if text.is_empty() { format!("`{name}` was reached") } else { short(text) };
    match name {
        ".error" => Diagnostic::error("A253", at, text).label("the program says so"),
        _ => Diagnostic::warning("A253", at, text).label("the program says so"),
    }
}

pub(super) fn asked_to_fail(at: Span) -> Diagnostic {
    Diagnostic::error("A253", at, "`.err` was reached").label("the program says that this is wrong")
}

// Macros

pub(super) fn macro_name_expected(at: Span) -> Diagnostic {
    Diagnostic::error("A254", at, "this macro has no name").label("a name is expected")
}

pub(super) fn macro_twice(at: Span, name: &str, first: Span) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A254", at, format!("the macro `{name}` is defined twice"))
        .label("defined again here")
        .other(first, "defined here first")
        .help(format!("write `.purgem {name}` before it"))
}

pub(super) fn unknown_macro(at: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A254", at, format!("no macro is called `{name}`"))
        .label("nothing to forget")
        .help(closest("macro", nearest))
}

pub(super) fn not_in_macro(at: Span) -> Diagnostic {
    Diagnostic::warning("A254", at, "`.exitm` leaves a macro, and there is none here")
        .label("outside of any macro")
}

pub(super) fn parameter_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::error("A255", at, format!("{} is no parameter", quoted(found)))
        .label("the name of a parameter is expected")
}

pub(super) fn parameter_twice(at: Span, name: &str) -> Diagnostic {
    let name = &short(name);
    Diagnostic::error("A255", at, format!("the parameter `{name}` stands twice"))
        .label("again here")
}

pub(super) fn parameter_kind(at: Span) -> Diagnostic {
    Diagnostic::error("A255", at, "a parameter cannot be that")
        .label("`:req` or `:vararg` is possible")
}

pub(super) fn too_many_arguments(at: Span, name: &str, most: usize, defined: Span) -> Diagnostic {
    let name = &short(name);
    let most = match most {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        most => format!("{most} arguments"),
    };
    Diagnostic::error("A256", at, format!("the macro `{name}` takes {most}"))
        .label("this is one more")
        .other(defined, "defined here")
}

pub(super) fn argument_missing(at: Span, parameter: &str, name: &str, defined: Span) -> Diagnostic {
    let (parameter, name) = (&short(parameter), &short(name));
    Diagnostic::error("A256", at, format!("the macro `{name}` needs a value for `{parameter}`"))
        .label("none is given")
        .other(defined, "defined here")
}

pub(super) fn nested_too_deep(at: Span) -> Diagnostic {
    Diagnostic::error("A257", at, "macros, repetitions and files are nested too deep")
        .label("does it use itself?")
}

pub(super) fn expansion_too_large(at: Span) -> Diagnostic {
    Diagnostic::error("A258", at, "macros and repetitions make too much of this program")
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
    let message = Diagnostic::error(UNDEFINED, at, format!("nothing defines `{name}`"));
    if elsewhere {
        message
            .label("another file has a label of this name, but keeps it for itself")
            .help(format!("write `.globl {name}` there"))
    } else {
        message
            .label("used here")
            .help(nearest.map(|nearest| format!("the closest name is `{nearest}`")))
    }
}

pub(super) fn no_label_ahead(at: Span, number: &str) -> Diagnostic {
    Diagnostic::error("A260", at, format!("no label `{number}:` follows"))
        .label(format!("`{number}f` means the next one"))
}

pub(super) fn target_too_far(at: Span, target: u32, low: i64, high: i64) -> Diagnostic {
    Diagnostic::error("A261", at, format!("{target:#010x} is too far away"))
        .label(format!("the instruction reaches from {low} to {high} bytes"))
}

pub(super) fn odd_target(at: Span, target: u32) -> Diagnostic {
    Diagnostic::warning("A262", at, format!("{target:#010x} is an odd distance away"))
        .label("instructions begin at even addresses: one less is taken")
}

pub(super) fn address_too_large(at: Span, value: i64, size: u8) -> Diagnostic {
    let room = bytes(u64::from(size));
    Diagnostic::error("A263", at, format!("{value:#x} does not fit {room}"))
        .label("this is the value when all addresses are known")
}

pub(super) fn no_upper_part(at: Span) -> Diagnostic {
    Diagnostic::error("A264", at, "`%pcrel_lo` belongs to the `%pcrel_hi` at its label")
        .label("there is none at this place")
        .help("put a label on the `auipc` and name that label here".to_owned())
}

pub(super) fn pointer_too_far(at: Span, distance: i64) -> Diagnostic {
    Diagnostic::error("A265", at, "this address moved out of the reach of `gp`")
        .label(format!("it is {distance} bytes away"))
        .help("write `.option norelax` before it".to_owned())
}

pub(super) fn distance_may_change(at: Span) -> Diagnostic {
    Diagnostic::error("A266", at, "the linker may still change this distance")
        .label("its size must be known before")
        .help("write `.option norelax` before the instructions in between".to_owned())
}

pub(super) fn no_room_to_align(at: Span, alignment: u64, wanted: u64) -> Diagnostic {
    let wanted = bytes(wanted);
    Diagnostic::error("A267", at, format!("the code cannot be aligned to {alignment} bytes here"))
        .label(format!("{wanted} would be needed: data of an odd size stands before it"))
        .help("align the data first with `.balign 4, 0`".to_owned())
}

pub(super) fn not_in_memory(at: Span, section: &str) -> Diagnostic {
    let section = &short(section);
    Diagnostic::error("A268", at, format!("this is in `{section}`, which has no place in memory"))
        .label("so it has no address")
}

pub(super) fn sections_overlap(at: Span, first: &str, second: &str) -> Diagnostic {
    let (first, second) = (&short(first), &short(second));
    Diagnostic::error("A269", at, format!("`{first}` reaches into `{second}`"))
        .label("the program is too large for where its sections begin")
}

pub(super) fn beyond_memory(at: Span, section: &str) -> Diagnostic {
    let section = &short(section);
    Diagnostic::error("A270", at, format!("`{section}` reaches beyond the last address"))
        .label("addresses have 32 bits")
}

pub(super) fn no_start(at: Span, name: &str) -> Diagnostic {
    Diagnostic::warning("A271", at, format!("nothing defines `{name}`"))
        .label("the program starts at its first instruction, here")
        .help(format!("write `{name}:` where it starts"))
}
