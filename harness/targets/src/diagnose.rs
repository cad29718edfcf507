//! Messages about run-time errors, in the form of a compiler's messages.

use asmkit::{Diagnostic, FileId, Sources, Span};
use machine::{Cause, Fault, Files, Image, InputLine, Limit, Machine, Spec};

use crate::table;

/// Description of an address: its source line and nearest label, or the cell of a script.
#[must_use]
pub fn place(image: &Image, address: u64, spec: &Spec) -> String {
    let at = spec.show_address(address);
    let label = image.nearest_symbol(address).map(|(symbol, distance)| match distance {
        0 => asmkit::plain_name(&symbol.name),
        distance => {
            let distance = spec.radix.distance(distance);
            format!("{} + {distance}", asmkit::plain_name(&symbol.name))
        }
    });
    let compiled = || image.compiled.find(address).map(|place| asmkit::plain_name(&place));
    let line = line(image, address).or_else(compiled);
    if let (Some(line), Some(cell)) = (&line, spec.syntax.place(image, address)) {
        return format!("{line}, cell {cell}");
    }
    match (line, label) {
        (Some(line), Some(label)) => format!("{line} ({at}, {label})"),
        (Some(line), None) => format!("{line} ({at})"),
        (None, Some(label)) => format!("{at} ({label})"),
        (None, None) => at,
    }
}

/// A fault in one line: its location and the problem.
#[must_use]
pub fn summary(fault: &Fault, image: &Image, spec: &Spec) -> String {
    let line = line(image, fault.pc).filter(|_| matches!(fault.cause, Cause::Cell { .. }));
    let place = line.unwrap_or_else(|| place(image, fault.pc, spec));
    format!("{place}: {}", fault.cause.sentence(spec))
}

/// Message for a limit that a program of a machine reached, with the option that raises it.
#[must_use]
pub fn limit(limit: Limit, spec: &Spec) -> String {
    match limit {
        Limit::Output => "the program printed more than --max-output allows".to_owned(),
        Limit::Files => {
            let room = Files::ROOM_BYTES >> 20;
            format!("the program's files and their names take more than {room} MiB")
        }
        // A script makes no system calls: its cells look at members.
        Limit::Work if spec.syntax.place.is_some() => "the script's cells did more work (members \
             looked at, bytes of files) than --max-instructions allows"
            .to_owned(),
        Limit::Work => "the program's system calls, exceptions, traps and changed instructions \
                        took more work (bytes moved, names searched, ranges mapped) than \
                        --max-instructions allows"
            .to_owned(),
    }
}

/// Advice about the cause of a fault, if there is some.
#[must_use]
pub fn help(cause: &Cause, image: &Image) -> Option<&'static str> {
    match cause {
        // A compiler does not load a wrong number.
        Cause::UnsupportedCall { .. } if image.lines.is_empty() => None,
        Cause::UnknownCall { .. } if image.lines.is_empty() => {
            Some("this system call is not supported")
        }
        cause => cause.help(),
    }
}

/// Source file and line of an address, if known.
pub(crate) fn line(image: &Image, address: u64) -> Option<String> {
    let line = image.line(address)?;
    let file = image.files.get(line.file as usize).map_or("?", String::as_str);
    Some(format!("{}:{}", asmkit::plain_name(file), line.line))
}

/// The instruction at an address, with the registers it names and their values.
#[must_use]
pub fn instruction(machine: &impl Machine, address: u64) -> Option<String> {
    let text = machine.disassemble(address)?;
    let spec = machine.spec();
    let registers = machine.registers();
    let names = (spec.syntax.registers)(&text);
    let mut shown: Vec<String> = Vec::new();
    for name in names {
        let named = registers.iter().find(|(known, _)| *known == name.trim_start_matches('$'));
        if let Some((_, value)) = named {
            let value = format!("{name} = {}", spec.show_word(*value));
            if !shown.contains(&value) {
                shown.push(value);
            }
        }
    }
    Some(if shown.is_empty() {
        format!("`{text}`")
    } else {
        format!("`{text}` with {}", shown.join(", "))
    })
}

/// Help for input that a system call could not parse as a number: the line, and what it accepts.
///
/// `None` for any other cause.
#[must_use]
pub fn refused_input(cause: &Cause, line: Option<&InputLine>) -> Option<String> {
    let (Cause::BadInput { .. }, Some(InputLine { number, bytes })) = (cause, line) else {
        return None;
    };
    let text = asmkit::plain_name(&String::from_utf8_lossy(bytes));
    let what = match text.trim() {
        "" => "is empty".to_owned(),
        _ => format!("is `{}`", asmkit::messages::short(&text)),
    };
    Some(format!("line {number} of the input {what}: {}", cause.help().unwrap_or_default()))
}

/// A fault as a message about its source line; `None` if there is no such line.
///
/// `detail` is the instruction with its values, as [`instruction`] returns it.
#[must_use]
pub fn fault(
    fault: &Fault,
    image: &Image,
    sources: &Sources,
    spec: &Spec,
    detail: Option<String>,
) -> Option<Diagnostic> {
    if let Some(described) =
        table::machine(spec.name).and_then(|m| m.describe_fault(fault, image, sources))
    {
        return Some(described);
    }
    let line = image.line(fault.pc)?;
    let comment = spec.syntax.comment;
    let at = statement(sources, line.file, line.line, comment)?;
    let mut message = Diagnostic::error(fault.cause.id(), at, fault.cause.sentence(spec))
        .label(detail.unwrap_or_default())
        .help(fault.cause.help().map(str::to_owned));
    if let Some((file, line)) = line.used_at
        && let Some(used) = statement(sources, file, line, comment)
        && used != at
    {
        message = message.other(used, "the macro is used here");
    }
    Some(message)
}

/// Source text of the statement that produced the instruction at an address.
pub(crate) fn statement_at(
    image: &Image,
    sources: &Sources,
    address: u64,
    spec: &Spec,
) -> Option<String> {
    let line = image.line(address)?;
    let span = statement(sources, line.file, line.line, spec.syntax.comment)?;
    let text = sources.text(span.file).get(span.start as usize..span.end as usize)?;
    Some(asmkit::messages::short(&asmkit::plain_name(text)))
}

/// Span of a line's statement, without its label, leading blanks and comment.
#[must_use]
pub fn statement(sources: &Sources, file: u32, line: u32, comment: char) -> Option<Span> {
    if file as usize >= sources.names().len() {
        return None;
    }
    let whole = sources.line_span(FileId(file), line)?;
    let text = sources.line_text(FileId(file), line)?;
    let code = text.split(comment).next().unwrap_or(text);
    let code = if code.trim().is_empty() { text } else { code };
    let is_label = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_.$".contains(c))
    };
    let instruction = match code.split_once(':') {
        Some((label, rest)) if is_label(label.trim()) && !rest.trim().is_empty() => {
            rest.trim_start_matches(':')
        }
        _ => code,
    };
    let before = code.len() - instruction.len();
    let start = before + instruction.len() - instruction.trim_start().len();
    let start = whole.start + start as u32;
    Some(Span { file: FileId(file), start, end: start + instruction.trim().len() as u32 })
}
