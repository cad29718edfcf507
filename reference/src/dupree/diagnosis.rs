//! Diagnosis of a puzzle without a solution.

use std::fmt;

use super::drawing::Markup;
use super::state::{ALL, Candidates};
use super::step::{at, digits};
use super::units::{self, UNITS};

/// Candidates at the end of deduction without trials, and the errors in them.
///
/// As text: one line for each unsolved cell and unit, then a drawing of the candidates. 1.20 writes
/// the same for a puzzle that it rejects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    candidates: Candidates,
}

impl Diagnosis {
    pub(super) fn of(candidates: &Candidates) -> Self {
        Self { candidates: *candidates }
    }

    /// Candidates of each cell; bit 0 is digit 1.
    pub fn candidates(&self) -> &[u16; 81] {
        &self.candidates
    }

    fn cells(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, &mask) in self.candidates.iter().enumerate() {
            match mask.count_ones() {
                0 => writeln!(f, "{}: no digit is possible", at(cell))?,
                1 => {}
                _ => writeln!(f, "{}: may be {}", at(cell), digits(mask, "or"))?,
            }
        }
        Ok(())
    }

    fn units(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (unit, cells) in UNITS.iter().enumerate() {
            let masks = cells.iter().map(|&cell| self.candidates[usize::from(cell)]);
            let solved =
                masks.filter(|mask| mask.is_power_of_two()).fold(0, |sum, mask| sum | mask);
            if solved != ALL {
                writeln!(
                    f,
                    "{}: no place is certain for {}",
                    units::name(unit),
                    digits(ALL & !solved, "and")
                )?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells(f)?;
        self.units(f)?;
        Markup(&self.candidates).fmt(f)
    }
}
