//! Verifies every lane of the current folder, like `isagrid verify` without options.
//!
//! `cargo xtask verify-all` starts it: it builds in half the time of the whole command.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

use std::path::PathBuf;
use std::process::ExitCode;

use lanes::lane;
use lanes::report::Summary;
use lanes::root::Root;
use lanes::verify::{Choice, Plan};

fn main() -> ExitCode {
    match verify() {
        Ok(summary) => {
            let text =
                format!("{}\n{}{}", summary.table(), summary.failures(), summary.verdict(false));
            println!("{}", asmkit::plain(&text));
            ExitCode::from(match summary.broken() {
                Some(broken) if broken.is_of_table() => 2,
                Some(_) => 3,
                None => u8::from(!summary.is_golden()),
            })
        }
        Err(message) => {
            eprintln!("error: {}", asmkit::plain(&message));
            ExitCode::from(2)
        }
    }
}

fn verify() -> Result<Summary, String> {
    let root = Root::Folder(PathBuf::new());
    let lanes = lane::read_table(&root).map_err(|error| error.to_string())?;
    let plan = Plan::new(root, lanes, Choice::default(), &|_, _, _| ())?;
    Ok(Summary::of(&plan.run(&|_, _| ())))
}
