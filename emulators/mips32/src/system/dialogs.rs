//! MARS's dialogs, without windows: messages go to the output, answers come from the input.
//!
//! MARS itself fails here without a display. The message of every dialog is a line of output; an
//! answer is a line of input, and the end of the input is the Cancel button. Status codes in `$a1`
//! are those of the MARS help: 0 good, -1 not a number, -2 cancelled, -3 empty, -4 cut.

use machine::Took;

use super::call::{Call, Outcome};
use super::{Answer, System, java_numbers as java, mars};

const NOT_A_NUMBER: u32 = -1i32 as u32;
const CANCELLED: u32 = -2i32 as u32;
const EMPTY: u32 = -3i32 as u32;
const CUT: u32 = -4i32 as u32;

/// Shows the dialog that `$v0` names.
pub(super) fn call(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let message = call.whole_string(call.argument(0))?;
    let added = match call.number {
        56 => (call.argument(1) as i32).to_string().into_bytes(),
        57 => java::show_single(call.single()).into_bytes(),
        58 => java::show_double(call.double()).into_bytes(),
        59 => call.whole_string(call.argument(1))?,
        _ => Vec::new(),
    };
    let text = mars::utf8(&[&message[..], &added, b"\n"].concat());
    if call.number >= 55 {
        return call.print(&text);
    }
    if !system.mars.prompted {
        call.print(&text)?;
        system.mars.prompted = true;
    }
    let answer = answer(system, call)?;
    system.mars.prompted = false;
    match call.number {
        50 => confirm(call, answer.as_deref()),
        54 => string(call, answer.as_deref()),
        _ => number(call, answer.as_deref()),
    }
}

/// A line, or nothing when the input is at its end, which is noted.
fn answer(system: &mut System, call: &mut Call<'_>) -> Result<Option<String>, Answer> {
    match system.mars.line(&mut call.host.input) {
        Took::Bytes(line) => Ok(Some(mars::decode(&line))),
        Took::End => {
            call.note(call.end_of_input());
            Ok(None)
        }
        Took::Wait => Err(Answer::Input),
    }
}

fn confirm(call: &mut Call<'_>, answer: Option<&str>) -> Outcome {
    let answer = answer.unwrap_or_default().trim().to_ascii_lowercase();
    call.set_argument(
        0,
        match &*answer {
            "y" | "yes" => 0,
            "n" | "no" => 1,
            _ => 2,
        },
    );
    Ok(())
}

/// An integer to `$a0`, a single or a double to `$f0`; zero where there is none.
fn number(call: &mut Call<'_>, answer: Option<&str>) -> Outcome {
    let text = answer.unwrap_or_default();
    let read = match call.number {
        51 => java::parse_int(text).map(|value| call.set_argument(0, value as u32)),
        52 => java::parse_single(text).map(|value| call.cpu.set_float(0, value.to_bits())),
        _ => java::parse_double(text).map(|value| call.cpu.set_double(0, value.to_bits())),
    };
    if read.is_none() {
        match call.number {
            51 => call.set_argument(0, 0),
            52 => call.cpu.set_float(0, 0),
            _ => call.cpu.set_double(0, 0),
        }
    }
    call.set_argument(
        1,
        match answer {
            None => CANCELLED,
            Some("") => EMPTY,
            Some(_) if read.is_none() => NOT_A_NUMBER,
            Some(_) => 0,
        },
    );
    Ok(())
}

/// A string to the buffer in `$a1` of the size in `$a2`, with a newline where there is room.
fn string(call: &mut Call<'_>, answer: Option<&str>) -> Outcome {
    let (address, size) = (call.argument(1), call.argument(2) as i32);
    let text = match answer {
        None => return status(call, CANCELLED),
        Some("") => return status(call, EMPTY),
        Some(text) => text,
    };
    let mut bytes: Vec<u8> = text.encode_utf16().map(|unit| unit as u8).collect();
    let Some(room) = usize::try_from(size).ok().and_then(|size| size.checked_sub(1)) else {
        return status(call, CUT);
    };
    let cut = bytes.len() > room;
    bytes.truncate(room);
    if bytes.len() < room {
        bytes.push(b'\n');
    }
    bytes.push(0);
    call.store(address, &bytes)?;
    status(call, if cut { CUT } else { 0 })
}

fn status(call: &Call<'_>, status: u32) -> Outcome {
    call.set_argument(1, status);
    Ok(())
}
