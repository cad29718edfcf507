//! Where keys are not heard one at a time: DDT goes by lines.

use std::io;

use debuggers::ddt::Keyboard;

/// A terminal there is none of.
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
