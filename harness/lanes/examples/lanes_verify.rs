//! Verifies one of the bundled lanes on two puzzles.

use std::error::Error;

use lanes::lane;
use lanes::report::Summary;
use lanes::root::Root;
use lanes::verify::{Choice, Plan};

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut lanes = lane::read_table(&Root::Bundled)?;
    lanes.retain(|lane| lane.name == "mips32-mars-9x9");
    let choice = Choice { puzzles: vec!["9x9:1-2".parse()?], ..Choice::default() };
    let plan = Plan::new(Root::Bundled, lanes, choice, &|_, _, _| ())?;
    let summary = Summary::of(&plan.run(&|_, _| ()));
    println!("{}\n{}", summary.table(), summary.verdict(false));
    Ok(())
}
