//! Adds 1 to 3 on a PDP-10 under ITS, and prints the number of instructions.

use std::error::Error;

use asmkit::{NoLibrary, Sources, render};
use machine::{Host, Machine as _, Stop};
use pdp10::{Options, Pdp10, assembler};

const SUM: &str = "\
	TITLE SUM
GO:	.OPEN 1,[.UAO,,'TTY]
	 .LOSE %LSSYS
	MOVEI 2,3
	SETZ 3,
LOOP:	ADD 3,2
	SOJG 2,LOOP
	ADDI 3,\"0
	.IOT 1,3
	.LOGOUT 1,
	END GO
";

/// Output of the program, and its number of instructions.
fn ran() -> Result<(String, u64), Box<dyn Error>> {
    let options = Options::default();
    let mut sources = Sources::new();
    let file = sources.add("sum.mid", SUM.as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let program = assembled.map_err(|errors| render(&errors[0], &sources, false))?.assembly;

    let mut machine = Pdp10::new(options);
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
    assert_eq!(ran().unwrap(), ("6".to_owned(), 12));
    assert!(main().is_ok());
}
