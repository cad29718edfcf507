//! Runs one program on a machine that its dialect names, and shows what each line cost.

use std::error::Error;

use asmkit::{NoLibrary, Sources, render};
use machine::{Host, Machine as _};
use targets::profile;
use targets::target::Target;

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), Box<dyn Error>> {
    let target = Target::of("rars").ok_or("there is no such dialect")?;
    let mut sources = Sources::new();
    let file = sources.add("count.s", b"main: li t0, 3\nagain: addi t0, t0, -1\nbnez t0, again\n");
    let assembly = target.assemble(&mut sources, &[file], &NoLibrary);
    let image = assembly.map_err(|errors| render(&errors[0], &sources, false))?.image;

    let mut machine = target.machine();
    machine.load(&image)?;
    let stop = machine.run(&mut Host::default(), 1_000_000, &mut ());
    println!("{stop:?} after {} instructions", machine.counts().instructions);
    println!("{}", profile::text(&machine.executed(), &image, &sources));
    Ok(())
}
