//! Adds the numbers 1 to 4 on RISC-V under RARS, and prints the number of instructions.

use std::error::Error;

use asmkit::{NoLibrary, Sources, render};
use machine::{Host, Machine as _, Stop};
use riscv32::{Dialect, Options, Riscv32, assembler};

const SUM: &str = "\
main:   li   t0, 4
        li   a0, 0
loop:   add  a0, a0, t0
        addi t0, t0, -1
        bnez t0, loop
        li   a7, 1
        ecall
        li   a7, 10
        ecall
";

/// Output of the program, and number of instructions.
fn ran() -> Result<(String, u64), Box<dyn Error>> {
    let options = Options::of(Dialect::Rars);
    let mut sources = Sources::new();
    let file = sources.add("sum.s", SUM.as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let program = assembled.map_err(|errors| render(&errors[0], &sources, false))?;

    let mut machine = Riscv32::new(options);
    machine.load(&program.image)?;
    let mut host = Host::default();
    match machine.run(&mut host, 1_000_000, &mut ()) {
        Stop::Exit { .. } => {}
        other => return Err(format!("it did not end well: {other:?}").into()),
    }
    let printed = String::from_utf8_lossy(host.output.bytes()).into_owned();
    Ok((printed, machine.counts().instructions))
}

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), Box<dyn Error>> {
    let (printed, instructions) = ran()?;
    println!("{printed} after {instructions} instructions");
    Ok(())
}

#[test]
fn the_sum_is_right_and_costs_what_it_costs() {
    assert_eq!(ran().unwrap(), ("10".to_owned(), 18));
    assert!(main().is_ok());
}
