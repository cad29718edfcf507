//! Programs for tests.

use architecture::{Choices, Setup};
use asmkit::{NoLibrary, Sources, render};
use little::ARCHITECTURE;
use machine::{AnyMachine, Image, Machine as _};

/// The machine with these switches.
pub(crate) fn set_up(switches: &[(&'static str, &str)]) -> Box<dyn Setup> {
    ARCHITECTURE.set_up(&ARCHITECTURE.dialects()[0], &Choices::with(switches)).expect("they fit")
}

/// The program of a source, or all messages about it.
pub(crate) fn assembled(source: &str) -> Result<Image, String> {
    let mut sources = Sources::new();
    let file = sources.add("x.little", source.as_bytes());
    let made = set_up(&[]).assemble(&mut sources, &[file], &NoLibrary);
    made.map(|made| made.image).map_err(|messages| {
        let shown = messages.iter().map(|message| render(message, &sources, false));
        shown.collect::<Vec<_>>().join("\n")
    })
}

/// A machine with a program in it.
pub(crate) fn loaded(image: &Image, switches: &[(&'static str, &str)]) -> AnyMachine {
    let mut machine = set_up(switches).machine();
    machine.load(image).expect("it has the memory");
    machine
}
