//! Advice on a fault that depends on the state of the machine.

use machine::{Access, Cause, Fault};

use super::{Riscv32, SystemKind};
use crate::esp32c3::map;
use crate::memory::maps;
use crate::system::{A0, A7};
use crate::virt;

/// Calls in both RARS and Venus that print, read, allocate memory or exit.
const USUAL_CALLS: [u32; 10] = [1, 4, 5, 8, 9, 10, 11, 12, 17, 34];

impl Riscv32 {
    /// Advice on the fault that stopped this machine.
    pub(super) fn advice_on(&self, fault: &Fault) -> Option<String> {
        match fault.cause {
            Cause::RanOff { .. } | Cause::NoReturn { .. } => {
                Some(self.options.how_to_end().to_owned())
            }
            Cause::UnknownCall { .. } => self.other_register(),
            Cause::Unmapped { access: Access::Fetch, address } => {
                let is_line = self.image.line(address).is_some();
                is_line.then(|| {
                    "this instruction is in a data section: write `.text` before the program's \
                     instructions"
                        .to_owned()
                })
            }
            Cause::Unmapped { address, .. }
                if self.board.is_none() && u32::try_from(address).is_ok_and(map::is_device) =>
            {
                Some(
                    "the ESP32-C3 has devices at this address: run with --board esp32c3".to_owned(),
                )
            }
            Cause::Unmapped { address, .. }
                if self.board.is_none() && u32::try_from(address).is_ok_and(virt::is_device) =>
            {
                Some(
                    "QEMU's board virt has devices at this address: run with --board virt"
                        .to_owned(),
                )
            }
            Cause::Reset { .. } => Some(format!(
                "feed the watchdog or stop it, and end programs with an exit call; --restarts {} \
                 lets the program start again",
                self.options.restarts + 1
            )),
            Cause::Privileged { .. } if self.options.system == SystemKind::Linux => Some(
                "only a program without an operating system may do this: run it with --bare, or \
                 with --board for the board that it is written for"
                    .to_owned(),
            ),
            Cause::Unmapped { address, .. }
                if self.options.system == SystemKind::Linux
                    && (maps::BARE.start.into()..=u64::from(maps::BARE.end) + 1)
                        .contains(&address) =>
            {
                Some(
                    "memory at 0x80000000 is that of programs without an operating system: run \
                     with --bare"
                        .to_owned(),
                )
            }
            _ => None,
        }
    }

    /// States which register holds a call number, and whether the other simulator's register holds
    /// one.
    fn other_register(&self) -> Option<String> {
        let (mine, name, other, number) = match self.options.system {
            SystemKind::Rars => ("RARS takes the number from a7", "a0", "venus", self.cpu.reg(A0)),
            SystemKind::Venus => ("Venus takes the number from a0", "a7", "rars", self.cpu.reg(A7)),
            SystemKind::Linux | SystemKind::Bare => return None,
        };
        let looks_meant = USUAL_CALLS.contains(&number);
        Some(if looks_meant {
            format!("{mine}; {name} holds {number}, and --dialect {other} takes it from there")
        } else {
            format!("{mine}: load it just before the call")
        })
    }
}
