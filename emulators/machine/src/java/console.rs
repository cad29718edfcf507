//! Standard input through a Java reader of lines, which takes all there is and keeps it.

use super::text::decode;
use crate::calls::Answer;
use crate::{Input, Took};

/// The reader of lines.
#[derive(Debug, Clone, Default)]
pub(super) struct Console {
    /// The last line ended in a carriage return: a newline now belongs to it.
    skip_newline: bool,
    /// The reader has taken all there is; reads by descriptor 0 see nothing of it.
    pub(super) read_ahead: bool,
    /// The message of a dialog was written, and its answer is still to come.
    pub(super) prompted: bool,
}

impl Console {
    /// A line as `BufferedReader.readLine` takes it: it ends in a newline, a carriage return, or
    /// both, and is given without; nothing at the end of the input.
    ///
    /// # Errors
    /// When the line may still come.
    pub(super) fn line(&mut self, input: &mut Input) -> Result<Option<String>, Answer> {
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
            Took::Bytes(mut line) => {
                if end.is_some() {
                    self.skip_newline = line.pop() == Some(b'\r');
                }
                Ok(Some(decode(&line)))
            }
            Took::End => Ok(None),
            Took::Wait => Err(Answer::Input),
        }
    }
}
