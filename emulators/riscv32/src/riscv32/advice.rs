//! What would be right in place of a fault, where it takes a look at the machine to know.

use machine::{Access, Cause, Fault};

use super::{Kind, Riscv32};
use crate::esp32c3::map;
use crate::system::{A0, A7};

/// Calls that print, read, ask for memory and end, in RARS as in Venus.
const USUAL_CALLS: [u32; 10] = [1, 4, 5, 8, 9, 10, 11, 12, 17, 34];

impl Riscv32 {
    /// Advice on a fault that this machine stopped at.
    pub(super) fn advice_on(&self, fault: &Fault) -> Option<String> {
        match fault.cause {
            Cause::RanOff { .. } | Cause::NoReturn { .. } => {
                Some(self.options.how_to_end().to_owned())
            }
            Cause::UnknownCall { .. } => self.other_register(),
            Cause::Unmapped { access: Access::Fetch, address } => {
                let is_line = self.image.line(address).is_some();
                is_line.then(|| {
                    "this instruction stands among the data: write `.text` before the program's \
                     instructions"
                        .to_owned()
                })
            }
            Cause::Unmapped { address, .. }
                if self.board.is_none() && u32::try_from(address).is_ok_and(map::is_device) =>
            {
                Some("the ESP32-C3 has its devices there: --board esp32c3 is one".to_owned())
            }
            _ => None,
        }
    }

    /// Where the number of a call is taken from, and that the other simulator's register has one.
    fn other_register(&self) -> Option<String> {
        let (mine, name, other, number) = match self.options.system {
            Kind::Rars => ("RARS takes the number from a7", "a0", "venus", self.cpu.reg(A0)),
            Kind::Venus => ("Venus takes the number from a0", "a7", "rars", self.cpu.reg(A7)),
            Kind::Linux | Kind::Bare => return None,
        };
        let looks_meant = USUAL_CALLS.contains(&number);
        Some(if looks_meant {
            format!("{mine}; {name} has {number}, where --dialect {other} takes it from")
        } else {
            format!("{mine}: load it right before the call")
        })
    }
}
