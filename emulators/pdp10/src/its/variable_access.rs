//! Calls that read, write or modify variables with instructions: `USRVAR` and `TTYVAR`.
//!
//! Source: *ITS .CALLS*, `USRVAR`; ITS 1652, `VARCAL`.

use crate::Word36;

use super::Answer;
use super::arguments::Arguments;
use super::errors::code;
use super::monitor::{CallError, Monitor, Outcome, opcode};

/// A set of variables, named by number or in SIXBIT.
pub(super) trait VariableAccess {
    /// Reads a variable.
    ///
    /// # Errors
    /// If there is no such variable, or it cannot be read.
    fn get(&self, monitor: &mut Monitor<'_>, which: Word36) -> Outcome<Word36>;

    /// Sets a variable.
    ///
    /// # Errors
    /// If there is no such variable, or it cannot be written.
    fn put(&self, monitor: &mut Monitor<'_>, which: Word36, value: Word36) -> Outcome;
}

/// `MOVEM`, which reads the variable.
const MOVEM: u32 = 0o202;

impl Monitor<'_> {
    /// Handles the second argument: a variable, or a block of names and instructions.
    pub(super) fn vary(
        &mut self,
        variables: &impl VariableAccess,
        arguments: &mut Arguments,
    ) -> Outcome<Answer> {
        const IMMEDIATE: u32 = 0o1000;
        let place = arguments.at(1);
        let immediate = place.left() & IMMEDIATE != 0;
        let which = if immediate { Word36::from(place.right()) } else { self.read(place.right())? };
        if !immediate && which.left() >= 0o777000 {
            return self.vary_block(variables, place.right());
        }
        match (arguments.get(2), arguments.get(3)) {
            (_, Some(word)) => {
                let swapped = word.left() == 0;
                self.vary_by(variables, which, if swapped { word.swapped() } else { word })?;
            }
            (Some(value), None) => variables.put(self, which, value)?,
            (None, None) => {
                let value = variables.get(self, which)?;
                arguments.values.push(value);
            }
        }
        Ok(Answer::Skip)
    }

    /// Pairs of a name and an instruction; increments the pointer as it proceeds.
    fn vary_block(&mut self, variables: &impl VariableAccess, place: u32) -> Outcome<Answer> {
        self.check_write(place)?;
        let mut pointer = self.read(place)?;
        while pointer.left() & 0o400000 != 0 {
            let (which, word) = (self.read(pointer.right())?, self.read(pointer.right() + 1)?);
            self.vary_by(variables, which, word)?;
            pointer = pointer + Word36::halves(2, 2);
            self.write(place, pointer)?;
        }
        Ok(Answer::Skip)
    }

    /// Executes an instruction with the variable as its accumulator.
    fn vary_by(
        &mut self,
        variables: &impl VariableAccess,
        which: Word36,
        instruction: Word36,
    ) -> Outcome {
        let address = self.cpu.effective(instruction)?;
        if opcode(instruction) == MOVEM {
            self.check_write(address)?;
            let value = variables.get(self, which)?;
            return self.write(address, value);
        }
        let operand = if is_immediate(opcode(instruction)) {
            Word36::from(address)
        } else {
            self.read(address)?
        };
        let old = variables.get(self, which)?;
        let new = changed(opcode(instruction), old, operand);
        variables.put(self, which, new.ok_or(CallError::Error(code::MEANINGLESS))?)
    }
}

/// Whether an instruction's operand is its address.
fn is_immediate(opcode: u32) -> bool {
    match opcode {
        0o600.. => opcode & 0o10 == 0,
        _ => opcode & 3 == 1,
    }
}

/// New value of an accumulator after an instruction; `None` if it does more, or nothing.
fn changed(opcode: u32, a: Word36, m: Word36) -> Option<Word36> {
    let zero = Word36::default();
    Some(match opcode & !1 {
        0o200 => m,
        0o204 => m.swapped(),
        0o210 => zero - m,
        0o214 => Word36::from_signed(m.signed().abs()),
        0o270 => a + m,
        0o274 => a - m,
        0o400..=0o477 if opcode & 2 == 0 => boolean(opcode >> 2 & 0o17, a, m),
        0o600.. if opcode & 6 == 0 => {
            let mask = if opcode & 1 == 0 { m } else { m.swapped() };
            match opcode >> 4 & 3 {
                1 => a & inverse(mask),
                2 => a ^ mask,
                3 => a | mask,
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn inverse(word: Word36) -> Word36 {
    Word36::new(!word.bits())
}

/// The sixteen functions of two bits, in the order of the opcodes.
fn boolean(function: u32, a: Word36, m: Word36) -> Word36 {
    let (not_a, not_m) = (inverse(a), inverse(m));
    match function {
        0 => Word36::default(),
        1 => a & m,
        2 => not_a & m,
        3 => m,
        4 => a & not_m,
        5 => a,
        6 => a ^ m,
        7 => a | m,
        0o10 => not_a & not_m,
        0o11 => inverse(a ^ m),
        0o12 => not_a,
        0o13 => not_a | m,
        0o14 => not_m,
        0o15 => a | not_m,
        0o16 => not_a | not_m,
        _ => Word36::from_signed(-1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_change_variables() {
        let word = |bits: u64| Word36::new(bits);
        let (a, m) = (word(0b1100), word(0b1010));
        for (opcode, expected) in [
            (0o200, word(0b1010)),
            (0o270, word(0b10110)),
            (0o275, word(2)),
            (0o405, word(0b1000)),
            (0o430, word(0b0110)),
            (0o620, word(0b0100)),
            (0o660, word(0b1110)),
            (0o641, a ^ Word36::halves(0b1010, 0)),
        ] {
            assert_eq!(changed(opcode, a, m), Some(expected), "{opcode:o}");
        }
        for opcode in [0o202, 0o206, 0o254, 0o300, 0o600, 0o622, 0o500] {
            assert_eq!(changed(opcode, a, m), None, "{opcode:o}");
        }
    }
}
