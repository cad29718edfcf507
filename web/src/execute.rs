//! Executes an instruction that the user types while the program is stopped.

use debuggers::NotExecuted;
use serde::Serialize;
use ts_rs::TS;

use crate::check::Message;
use crate::simulator::{Held, Status};

/// Result of executing a typed instruction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Executed {
    /// Status of the program; null if nothing was executed.
    pub status: Option<Status>,
    /// Messages of the assembler about the typed text.
    pub messages: Vec<Message>,
}

impl Held {
    /// Executes a typed instruction.
    ///
    /// # Errors
    /// An error message if it is not an instruction.
    pub(crate) fn execute(&mut self, text: &str) -> Result<Executed, String> {
        self.race = None;
        self.last = self.session.machine(machine::Machine::registers);
        match self.session.execute(text) {
            Ok(came) => Ok(Executed { status: Some(self.came(came)), messages: Vec::new() }),
            Err(NotExecuted::Refused(sentence)) => Err(sentence),
            Err(NotExecuted::Assembler(all, sources)) => {
                let messages = all.iter().map(|one| Message::of(one, &sources)).collect();
                Ok(Executed { status: None, messages })
            }
        }
    }
}
