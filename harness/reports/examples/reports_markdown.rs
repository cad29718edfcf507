//! Compares two bundled lanes on a puzzle, as a page of Markdown.

use std::error::Error;

use lanes::compare::metric::By;
use lanes::compare::{ComparisonChoice, ComparisonPlan};
use lanes::lane;
use lanes::root::Root;
use reports::{document, markdown};

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut lanes = lane::read_table(&Root::Bundled)?;
    lanes.retain(|lane| ["mips32-links", "riscv32-links"].contains(&lane.name.as_str()));
    let choice = ComparisonChoice { puzzles: vec!["easy:1".parse()?], ..Default::default() };
    let comparison = ComparisonPlan::new(Root::Bundled, lanes, &choice)?.run(&|_, _| ());
    println!("{}", markdown::document(&document::of(&comparison, By::Puzzle, "an example")));
    Ok(())
}
