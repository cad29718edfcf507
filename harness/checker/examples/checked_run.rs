//! Runs a program with checks: `checked_run DIALECT FILE...`, with the input on standard input.

use std::io::Read as _;

use asmkit::Sources;
use checker::Checker;
use machine::{Host, Machine as _, Stop};
use targets::target::{Program, Target};

/// Instructions after which the run ends.
const MOST_INSTRS: u64 = 100_000_000;

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [dialect, files @ ..] = arguments.as_slice() else {
        return Err("give a dialect and files".to_owned());
    };
    let target = Target::of(dialect).ok_or("no such dialect")?;
    let mut sources = Sources::new();
    let mut ids = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
        ids.push(sources.add(file, &bytes));
    }
    let first = files.first().ok_or("give a file")?;
    let library = target.library(first.as_ref(), &[], None);
    let made = target.assemble(&mut sources, &ids, library.as_ref());
    let made = made.map_err(|messages| messages[0].message.clone())?;
    let mut machine = target.machine();
    machine.load(&made.image).map_err(|error| error.to_string())?;
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).map_err(|error| error.to_string())?;
    let mut host = Host::with_input(&input);
    machine.run(&mut host, 0, &mut ());
    let program = Program { target: &target, image: &made.image, sources: &sources };
    let mut checker = Checker::new(program, &machine).ok_or("this cannot be checked")?;
    let stop: Stop = checker.run(&mut machine, &mut host, MOST_INSTRS);
    let report = checker.finish(&machine, &host, stop);
    for finding in report.cause.iter().chain(&report.findings) {
        let line = finding.place.as_ref().map_or(0, |place| place.line);
        println!("line {line}: {}", finding.sentence());
    }
    report.notes.iter().for_each(|note| println!("note: {note}"));
    println!("{}", report.summary());
    Ok(())
}
