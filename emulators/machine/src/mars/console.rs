//! Standard input through Java's `BufferedReader`, which reads ahead.

use super::text::decode;
use crate::calls::CallAnswer;
use crate::{Input, InputRead};

/// The line reader.
#[derive(Debug, Clone, Default)]
pub(super) struct Console {
    /// The last line ended with a carriage return: a following newline belongs to it.
    skip_newline: bool,
    /// The reader has buffered all input; reads from descriptor 0 see none of it.
    pub(super) read_ahead: bool,
    /// A dialog's message was written, and its answer is still missing.
    pub(super) prompted: bool,
}

impl Console {
    /// A line without its end, as `BufferedReader.readLine` returns it; `None` at the end of the
    /// input.
    ///
    /// A line ends with a newline, a carriage return, or both.
    ///
    /// # Errors
    /// If the line may still come.
    pub(super) fn line(&mut self, input: &mut Input) -> Result<Option<String>, CallAnswer> {
        if self.skip_newline && !input.rest().is_empty() {
            self.skip_newline = false;
            if input.rest().starts_with(b"\n") {
                input.byte();
            }
        }
        let end = input.rest().iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let took = match end {
            Some(end) => input.some(end + 1),
            None => input.line(usize::MAX),
        };
        self.read_ahead = !input.rest().is_empty();
        match took {
            InputRead::Bytes(mut line) => {
                if end.is_some() {
                    self.skip_newline = line.pop() == Some(b'\r');
                }
                Ok(Some(decode(&line)))
            }
            InputRead::End => Ok(None),
            InputRead::Wait => Err(CallAnswer::Input),
        }
    }
}
