//! Typeout modes: current, permanent, and last chosen.

use super::reader::{Command, CommandError};
use super::typeout::{Mode, WordFormat};

/// Typeout modes selected by commands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Modes {
    /// Mode in use until a carriage return.
    pub(super) current: Mode,
    /// Mode restored by a carriage return.
    pub(super) permanent: Mode,
    /// Mode chosen last, used by `;`.
    pub(super) chosen: Mode,
}

impl Modes {
    /// Selects a mode: with one altmode until a carriage return, with two permanently.
    pub(super) fn select(&mut self, command: &Command) -> Result<(), CommandError> {
        let infix = command.infix.map(|infix| infix.bits());
        let mut mode = self.current;
        match command.key {
            'A' => (mode.absolute, mode.bits.is_selected) = (true, false),
            'D' => mode.radix = 10,
            'O' => mode.radix = 8,
            'R' => match infix {
                None => (mode.absolute, mode.bits.is_selected) = (false, false),
                Some(radix @ 2..=36) => mode.radix = radix as u32,
                Some(_) => {
                    return Err(CommandError::operation(
                        "a radix is 2 to 44 (36.); FOO$V sets a raid register",
                    ));
                }
            },
            ';' => mode = self.chosen,
            key => mode.kind = self.kind(key, infix)?,
        }
        self.take(mode, command.altmodes == 2);
        Ok(())
    }

    /// Uses a mode, also after a carriage return if it is permanent.
    pub(super) fn take(&mut self, mode: Mode, is_permanent: bool) {
        self.current = mode;
        self.chosen = mode;
        if is_permanent {
            self.permanent = mode;
        }
    }

    fn kind(&self, key: char, infix: Option<u64>) -> Result<WordFormat, CommandError> {
        Ok(match (key, infix) {
            ('C', _) => WordFormat::Constant,
            ('H', _) => WordFormat::Halves,
            ('F', _) => WordFormat::Float,
            ('T', Some(size @ 1..=36)) => WordFormat::Bytes(size as u32),
            ('T', Some(_)) => return Err(CommandError::operation("a byte has 1 to 44 (36.) bits")),
            ('T', None) => match self.chosen.kind {
                bytes @ WordFormat::Bytes(_) => bytes,
                _ => return Err(CommandError::operation("give the number of bits, as in $7T")),
            },
            ('"', _) => WordFormat::Ascii,
            ('#', _) => WordFormat::Character,
            ('&', _) => WordFormat::Squoze,
            ('\'', _) => WordFormat::Sixbit,
            _ => WordFormat::Symbolic,
        })
    }

    /// Restores the permanent mode.
    pub(super) fn revert(&mut self) {
        self.current = self.permanent;
    }
}
