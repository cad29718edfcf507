//! The switches of the machine.

use crate::Word36;
use crate::text::sixbit;

/// What a user or a lane chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Who answers monitor calls.
    pub system: System,
    /// Whether the cycle model charges what relocation of user programs costs at each access.
    pub relocation: bool,
    /// Who is logged in, in SIXBIT: the name of the user, and of the directory files are in.
    pub user: Word36,
}

/// Who answers a program's monitor calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// ITS, and DDT above the program.
    Its,
    /// Nobody: every monitor call is an illegal instruction, `HALT` (JRST 4,) ends the program, and
    /// all 256K words are there.
    Bare,
}

impl Default for Options {
    fn default() -> Self {
        Options { system: System::Its, relocation: false, user: sixbit("GUEST") }
    }
}
