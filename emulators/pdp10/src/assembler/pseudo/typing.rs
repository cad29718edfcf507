//! Operations that type text.

use super::super::context::{Assembler, Outcome, Read, Unwind};
use super::super::messages::{self, Message};
use super::super::name::Name;
use crate::text;

/// TITLE: sets the program name, and types it with the rest of its line.
pub(super) fn title(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.must_stand_alone(name);
    let line = rest_of_line(asm)?;
    let length = line.bytes().take_while(|&character| Name::takes(character)).count();
    if length > 0 {
        asm.program.title = Name::new(&line[..length]);
    }
    asm.program.console.push_str(&format!("{line}\r\n"));
    Err(Unwind::Statement)
}

/// The rest of the line, after the character that ended the last name.
fn rest_of_line(asm: &mut Assembler<'_>) -> Read<String> {
    let mut line = String::new();
    if matches!(asm.source.input.last(), b'\r' | b'\n') {
        return Ok(line);
    }
    loop {
        match asm.next()? {
            b'\r' | b'\n' => return Ok(line),
            character => line.push(character as char),
        }
    }
}

/// PRINTX and PRINTC: types a text between two equal characters.
pub(super) fn print(asm: &mut Assembler<'_>, name: Name, ignored: Option<u8>) -> Outcome {
    let text = delimited(asm, name)?;
    let typed = text.into_iter().filter(|&character| Some(character) != ignored);
    asm.program.console.extend(typed.map(char::from));
    Ok(None)
}

/// COMMENT: skips such a text.
pub(super) fn comment(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    delimited(asm, name)?;
    Ok(None)
}

fn delimited(asm: &mut Assembler<'_>, name: Name) -> Read<Vec<u8>> {
    asm.must_stand_alone(name);
    asm.inside(name, |asm| {
        let delimiter = asm.delimiter()?;
        let mut text = Vec::new();
        loop {
            match asm.next()? {
                character if character == delimiter => return Ok(text),
                character => text.push(character),
            }
        }
    })
}

/// .TYO: types a character by code.
pub(super) fn character(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.must_stand_alone(name);
    let code = asm.argument(name)?.bits() as u8 & 0o177;
    asm.report(&char::from(code).to_string());
    Ok(None)
}

/// .TYO6: types a SIXBIT word.
pub(super) fn sixbit(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.must_stand_alone(name);
    let word = asm.argument(name)?;
    asm.report(&text::from_sixbit(word));
    Ok(None)
}

/// .ERR: an error reported by the program.
pub(super) fn error(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    print_message(asm, &messages::PROGRAM_ERROR)?;
    Err(Unwind::Statement)
}

/// .FATAL: the same, and stops the assembly.
pub(super) fn fatal(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    print_message(asm, &messages::PROGRAM_FATAL)?;
    Err(Unwind::Assembly)
}

fn print_message(asm: &mut Assembler<'_>, message: &'static Message) -> Read<()> {
    let mut line = asm.start_error(None);
    line.push_str(&rest_of_line(asm)?);
    line.push_str("\r\n");
    asm.finish_error(message, None, line);
    Ok(())
}
