//! Options of the machine.

use crate::Word36;
use crate::text::sixbit;

/// Options chosen by a user or a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// System that answers monitor calls.
    pub system: System,
    /// Whether the cycle model includes the cost of relocation at each access.
    pub relocation: bool,
    /// Logged-in user in SIXBIT: name of the user and of the default directory.
    pub user: Word36,
    /// Name of the machine in SIXBIT, for programs that are for one machine only.
    pub machine: Word36,
    /// Data switches of the console.
    pub switches: Word36,
    /// Whether the job executes instructions for input and output, as after `.IOTLSR`.
    pub does_io: bool,
    /// Whether MIDAS knows the names of devices, such as `PI` and `DIS`, as MIDAS 324 does.
    pub device_names: bool,
    /// Whether MIDAS makes a program despite errors that are not fatal; they become warnings.
    pub keeps_going: bool,
}

/// System that answers monitor calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// ITS, under DDT.
    Its,
    /// No system: every monitor call is an illegal instruction, `HALT` (JRST 4,) ends the program,
    /// and all 256K words exist.
    Bare,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            system: System::Its,
            relocation: false,
            user: sixbit("GUEST"),
            machine: sixbit("DB"),
            switches: Word36::default(),
            does_io: false,
            device_names: false,
            keeps_going: false,
        }
    }
}
