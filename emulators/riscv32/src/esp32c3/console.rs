//! Source and destination of the bytes of a serial device.

use machine::calls::CallAnswer;
use machine::{Host, InputRead, Limit};

/// Remote end of a serial line.
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
    /// If the output is full.
    pub(super) fn send(self, byte: u8, host: &mut Host) -> Result<(), CallAnswer> {
        if self == Console::Nowhere || host.output.write(&[byte]) {
            Ok(())
        } else {
            Err(CallAnswer::Limit(Limit::Output))
        }
    }

    /// Number of received bytes that were not read yet.
    pub(super) fn waiting(self, host: &Host) -> usize {
        if self == Console::Host { host.input.rest().len() } else { 0 }
    }

    /// Reads a received byte.
    pub(super) fn receive(self, host: &mut Host) -> Option<u8> {
        if self.waiting(host) > 0 { taken(host.input.byte()) } else { None }
    }
}

/// Byte returned by a one-byte read.
pub(super) fn taken(took: InputRead) -> Option<u8> {
    match took {
        InputRead::Bytes(bytes) => bytes.first().copied(),
        InputRead::End | InputRead::Wait => None,
    }
}
