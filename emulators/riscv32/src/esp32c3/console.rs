//! Where the bytes of a serial device go and come from.

use machine::calls::Answer;
use machine::{Host, Limit, Took};

/// The far end of a serial line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Console {
    /// The host's standard input and output.
    Host,
    /// Nothing is connected.
    Nowhere,
}

impl Console {
    /// Sends a byte.
    ///
    /// # Errors
    /// When the output is full.
    pub(super) fn send(self, byte: u8, host: &mut Host) -> Result<(), Answer> {
        if self == Console::Nowhere || host.output.write(&[byte]) {
            Ok(())
        } else {
            Err(Answer::Limit(Limit::Output))
        }
    }

    /// Bytes that have come and were not taken yet.
    pub(super) fn waiting(self, host: &Host) -> usize {
        if self == Console::Host { host.input.rest().len() } else { 0 }
    }

    /// Takes a byte that has come.
    pub(super) fn receive(self, host: &mut Host) -> Option<u8> {
        if self.waiting(host) > 0 { taken(host.input.byte()) } else { None }
    }
}

/// The byte that a read of one byte gave.
pub(super) fn taken(took: Took) -> Option<u8> {
    match took {
        Took::Bytes(bytes) => bytes.first().copied(),
        Took::End | Took::Wait => None,
    }
}
