//! The command with one more machine: `little`, which may be yours.

use std::process::ExitCode;

fn main() -> ExitCode {
    isagrid::main(&[little::ARCHITECTURE])
}
