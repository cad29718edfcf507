//! The `isagrid` command with the machines of this house.

use std::process::ExitCode;

fn main() -> ExitCode {
    isagrid::main(&[])
}
