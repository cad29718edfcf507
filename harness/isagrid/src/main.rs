//! The `isagrid` command with the bundled machines.

use std::process::ExitCode;

fn main() -> ExitCode {
    isagrid::main(&[])
}
