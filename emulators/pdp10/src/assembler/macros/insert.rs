//! .INSRT: inserts another file.

use std::rc::Rc;

use asmkit::{Diagnostic, OpenError, SOURCE_LIMIT_BYTES, Span};

use super::super::context::{Assembler, Outcome, Read, Unwind};
use super::super::input::FileText;
use super::super::name::Name;
use super::scan::ends_line;

/// .INSRT: reads the file named in the rest of the line, then continues after the line.
pub(super) fn insert(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let (name, span) = rest_of_line(asm)?;
    let from = asm.source.input.file().map_or("", |file| asm.source.files.name(file)).to_owned();
    let wanted = (from, name);
    let text = match asm.source.macros.inserted.get(&wanted) {
        Some(text) => Rc::clone(text),
        None => open(asm, &wanted, span)?,
    };
    asm.source.macros.inserted.insert(wanted, Rc::clone(&text));
    asm.source.input.push_file(text);
    Err(Unwind::Statement)
}

/// .INEOF: continues as at the end of this file.
pub(super) fn end_of_file(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    asm.source.input.leave_file();
    super::NOTHING
}

/// The rest of the line without surrounding spaces and a comment, and its span.
///
/// A semicolon directly after a name makes it a directory; one after a space starts a comment.
fn rest_of_line(asm: &mut Assembler<'_>) -> Read<(String, Span)> {
    let (mut name, mut span) = (Vec::new(), asm.source.input.span());
    let mut has_comment = false;
    asm.source.input.reread();
    while !ends_line(asm.next()?) {
        let character = asm.source.input.last();
        let is_comment = character == b';' && name.last().is_some_and(u8::is_ascii_whitespace);
        has_comment |= is_comment;
        if has_comment {
            continue;
        }
        if name.is_empty() {
            span = asm.source.input.span();
        }
        if !name.is_empty() || !character.is_ascii_whitespace() {
            name.push(character);
            if !character.is_ascii_whitespace() {
                span = span.to(asm.source.input.span());
            }
        }
    }
    Ok((String::from_utf8_lossy(name.trim_ascii()).into_owned(), span))
}

fn open(
    asm: &mut Assembler<'_>,
    (from, name): &(String, String),
    span: Span,
) -> Read<Rc<FileText>> {
    let (shown, bytes) = match asm.source.library.open(from, name) {
        Ok(found) => found,
        Err(why) => return Err(missing(asm, name, span, &why)),
    };
    let all: usize = asm.source.macros.inserted.values().map(|text| text.len()).sum();
    if all + bytes.len() > SOURCE_LIMIT_BYTES {
        asm.program.diagnostics.push(asmkit::messages::source_too_large(span, SOURCE_LIMIT_BYTES));
        return Err(Unwind::Assembly);
    }
    let file = asm.source.files.add(&shown, &bytes);
    Ok(asm.text_of(file))
}

/// Reports a missing file; MIDAS asks for another name, which no one enters.
fn missing(asm: &mut Assembler<'_>, name: &str, span: Span, why: &OpenError) -> Unwind {
    let reason = match why {
        OpenError::NotFound => "FILE NOT FOUND",
        OpenError::Outside(_) => "NON-EXISTENT DIRECTORY",
        OpenError::TooLarge | OpenError::Other(_) => "FILE NOT AVAILABLE",
    };
    asm.program.console.push_str(&format!(
        "Error in .INSRT; DSK:{}\n{reason}\nUse what filename instead? ",
        name.to_ascii_uppercase()
    ));
    let parts: Vec<&str> = name.split([':', ';']).map(str::trim).collect();
    let shown = if parts.last().is_some_and(|file| file.is_empty()) { "" } else { name };
    let mut message = asmkit::messages::cannot_include(span, shown, why);
    if let [.., directory, file] = parts[..]
        && name.contains(';')
        && ![directory, file].contains(&"")
    {
        let folder = directory.to_ascii_lowercase();
        message = message.help(format!(
            "name the disk with `--its-dir DIR`, or a folder with `--include`; the file is in its \
             folder `{folder}`"
        ));
    }
    let message = Diagnostic { id: "P061", ..message }.label(format!("MIDAS: {reason}"));
    asm.program.diagnostics.push(message);
    Unwind::Assembly
}
