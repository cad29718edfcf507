//! Runs a program to a breakpoint, then one instruction backwards.

use std::error::Error;

use asmkit::{NoLibrary, Sources, render};
use debuggers::Movement;
use debuggers::headless::{LoadedProgram, Session};
use machine::{Host, Machine as _};
use targets::target::Target;

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), Box<dyn Error>> {
    let target = Target::of("mars").ok_or("there is no such dialect")?;
    let mut sources = Sources::new();
    let file = sources.add("two.s", b"main: li $t0, 1\n li $t0, 2\ndone: li $v0, 10\n syscall\n");
    let assembly = target.assemble(&mut sources, &[file], &NoLibrary);
    let image = assembly.map_err(|errors| render(&errors[0], &sources, false))?.image;
    let program =
        LoadedProgram { target, image: image.into(), sources: sources.into(), title: None };

    let mut session = Session::new(program, Host::default())?;
    session.set_break("done", None)?;
    session.go(Movement::On, 1000);
    let register = |session: &Session| session.machine(|machine| machine.register("t0"));
    println!("$t0 is {:?}", register(&session));
    session.back_instructions(1, 1000);
    println!("$t0 was {:?}", register(&session));
    Ok(())
}
