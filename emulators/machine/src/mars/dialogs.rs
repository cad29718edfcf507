//! Dialogs without windows: messages go to the output, answers come from the input.
//!
//! Without a display, MARS and RARS fail here. Each dialog's message is a line of output; an answer
//! is a line of input, and the end of the input is the Cancel button. The status in the second
//! argument is that of their help: 0 for success, -1 not a number, -2 cancelled, -3 empty, -4
//! truncated.

use super::{
    Action, MarsSystem, Simulator, parse_double, parse_int, parse_single, show_double, show_single,
};
use crate::calls::{Call, CallAnswer, CallResult, Caller};

const NOT_A_NUMBER: u32 = -1i32 as u32;
const CANCELLED: u32 = -2i32 as u32;
const EMPTY: u32 = -3i32 as u32;
const CUT: u32 = -4i32 as u32;

impl MarsSystem {
    /// Shows a message.
    pub(super) fn show_message<C: Caller>(
        &mut self,
        action: Action,
        call: &mut Call<'_, C>,
    ) -> CallResult {
        let message = call.whole_string(call.argument(0))?;
        let added = match action {
            Action::TellInt => (call.argument(1) as i32).to_string().into_bytes(),
            Action::TellSingle => {
                // RARS uses the argument after the message's.
                let rank = if self.fork == Simulator::Rars { 1 } else { 0 };
                show_single(call.cpu.single_argument(rank)).into_bytes()
            }
            Action::TellDouble => show_double(call.cpu.double_argument(0)).into_bytes(),
            Action::TellString => call.whole_string(call.argument(1))?,
            _ => Vec::new(),
        };
        call.print(&self.fork.shown(&[&message[..], &added, b"\n"].concat()))
    }

    /// Asks a question once, and reads the answer when it is available.
    pub(super) fn ask<C: Caller>(&mut self, action: Action, call: &mut Call<'_, C>) -> CallResult {
        let message = call.whole_string(call.argument(0))?;
        if !self.console.prompted {
            call.print(&self.fork.shown(&[&message[..], b"\n"].concat()))?;
            self.console.prompted = true;
        }
        let answer = self.answer(call)?;
        self.console.prompted = false;
        match action {
            Action::Confirm => confirm(call, answer.as_deref()),
            Action::AskString => self.string(call, answer.as_deref()),
            _ => number(action, call, answer.as_deref()),
        }
    }

    /// A line; `None` at the end of the input, which is noted.
    fn answer<C: Caller>(&mut self, call: &mut Call<'_, C>) -> Result<Option<String>, CallAnswer> {
        let line = self.line(call)?;
        if line.is_none() {
            call.note(call.end_of_input());
        }
        Ok(line)
    }

    /// Writes a string to the buffer in the second argument, of the size in the third.
    ///
    /// A newline is added if it fits.
    fn string<C: Caller>(&self, call: &mut Call<'_, C>, answer: Option<&str>) -> CallResult {
        let (address, size) = (call.argument(1), call.argument(2) as i32);
        let text = match answer {
            None => return status(call, CANCELLED),
            Some("") => return status(call, EMPTY),
            Some(text) => text,
        };
        let Some(room) = usize::try_from(size).ok().and_then(|size| size.checked_sub(1)) else {
            return status(call, CUT);
        };
        let (bytes, cut) = self.fork.kept(text, room);
        call.store(address, &bytes)?;
        status(call, if cut { CUT } else { 0 })
    }
}

fn confirm<C: Caller>(call: &mut Call<'_, C>, answer: Option<&str>) -> CallResult {
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

/// Returns the number asked for; zero if there is none.
fn number<C: Caller>(action: Action, call: &mut Call<'_, C>, answer: Option<&str>) -> CallResult {
    let text = answer.unwrap_or_default();
    let good = match action {
        Action::AskInt => {
            let read = parse_int(text);
            call.set_argument(0, read.unwrap_or(0) as u32);
            read.is_some()
        }
        Action::AskSingle => {
            let read = parse_single(text);
            call.cpu.set_single_result(read.unwrap_or(0.0));
            read.is_some()
        }
        _ => {
            let read = parse_double(text);
            call.cpu.set_double_result(read.unwrap_or(0.0));
            read.is_some()
        }
    };
    status(
        call,
        match answer {
            None => CANCELLED,
            Some("") => EMPTY,
            Some(_) if good => 0,
            Some(_) => NOT_A_NUMBER,
        },
    )
}

fn status<C: Caller>(call: &mut Call<'_, C>, status: u32) -> CallResult {
    call.set_argument(1, status);
    Ok(())
}
