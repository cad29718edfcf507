//! Systems without single-key input: DDT reads lines.

use std::io;

use debuggers::ddt::Keyboard;

/// A terminal that does not exist here.
pub(crate) enum Terminal {}

impl Terminal {
    pub(crate) fn take() -> Result<Option<Self>, String> {
        Ok(None)
    }
}

impl Keyboard for Terminal {
    fn key(&mut self) -> io::Result<Option<u8>> {
        match *self {}
    }

    fn pressed(&mut self) -> io::Result<Option<u8>> {
        match *self {}
    }
}
