//! Writes a class made up: solutions written apart, and copies of some in disguise.
//!
//! `cargo run -p isagrid-grading --example similar_class -- FOLDER MACHINE USER_DIRECTORY COPIED SEED`, where `MACHINE` is `mips` or
//! `riscv`. What was copied from what is written to standard output.

#[path = "../tests/similar/class.rs"]
mod class;
#[path = "../tests/similar/disguise.rs"]
mod disguise;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use class::Machine;

/// The folder of a clone that this package is in.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).to_owned()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, machine, numbers @ ..] = arguments.as_slice() else { return ExitCode::from(2) };
    let numbers: Vec<usize> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
    let (&[own, copied, seed], "mips" | "riscv") = (numbers.as_slice(), machine.as_str()) else {
        return ExitCode::from(2);
    };
    let machine = if machine == "mips" { Machine::Mips } else { Machine::RiscV };
    let made = class::class(own, copied, seed as u64, machine);
    for (number, text) in made.texts.iter().enumerate() {
        if std::fs::write(Path::new(folder).join(format!("s{number:04}.s")), text).is_err() {
            return ExitCode::FAILURE;
        }
    }
    for [from, copy] in made.copies {
        write_line(&format!("s{copy:04} copied s{from:04}"));
    }
    ExitCode::SUCCESS
}

#[expect(clippy::print_stdout, reason = "an example says what it did")]
fn write_line(line: &str) {
    println!("{line}");
}
