//! Systems without single-key input: DDT and programs read lines.

use std::io;

use debuggers::ddt::Keyboard;
use machine::Screen;

/// A terminal that does not exist here.
pub(crate) enum Terminal {}

/// Meaning of keys that send a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyMap {
    Ddt,
    Its,
}

impl Terminal {
    pub(crate) fn take(_: KeyMap) -> Result<Option<Self>, String> {
        Ok(None)
    }

    pub(crate) fn size(&self) -> Screen {
        match *self {}
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
