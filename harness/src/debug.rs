//! Debugging with gdb: a program on a machine behind gdb's remote protocol.
//!
//! A [`Session`] is a loaded program with its breakpoints and its past; [`serve`] lets a debugger
//! at the other end of a [`Link`] drive it until either is done. The machine runs in slices, between
//! which output is shown and the debugger is heard, so that it can interrupt. Programs of the PDP-10,
//! which gdb does not know, run under [`ddt`].

pub mod ddt;
mod frames;
mod link;
mod monitor;
mod registers;
mod session;
mod stops;
mod stub;
mod timeline;

#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::io;

use asmkit::elf;
use gdbstub::common::Signal;
use gdbstub::stub::state_machine::GdbStubStateMachine as State;
use gdbstub::stub::{DisconnectReason, GdbStub, GdbStubError, SingleThreadStopReason};

use machine::Image;

use crate::target::Target;

pub use link::{Event, Link, listen, pass_on};
pub use session::{Program, Session, Shower};

/// A program as an ELF file from which gdb has labels, source lines and stack frames.
///
/// # Errors
/// As [`elf::write`], and for a machine whose words no ELF file holds.
pub fn elf(target: &Target, image: &Image, note: &str) -> Result<Vec<u8>, String> {
    let described = target.elf();
    let described = described.ok_or_else(|| {
        format!(
            "no ELF file holds words of 36 bits: {} programs have formats of their own",
            target.isa()
        )
    })?;
    let hints = frames::hints(target, image);
    elf::write_hinted(image, &described, Some(note), &hints).map_err(|error| error.to_string())
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The program did, with this status.
    Exited(u8),
    /// A fault did.
    Killed,
    /// The debugger left it, or vanished.
    Left,
}

/// Lets the debugger drive the program until one of them is done.
///
/// # Errors
/// A sentence when the debugger sends what is no packet, or cannot be written to.
pub fn serve(session: &mut Session, link: Link) -> Result<Ended, String> {
    drive(session, link).map_err(|error| format!("the debugger's connection failed: {error}"))
}

fn drive(session: &mut Session, link: Link) -> Result<Ended, GdbStubError<Infallible, io::Error>> {
    let mut state = GdbStub::new(link).run_state_machine(session)?;
    loop {
        state = match state {
            State::Idle(mut idle) => match idle.borrow_conn().next() {
                Some(byte) => idle.incoming_data(session, byte)?,
                None => return Ok(Ended::Left),
            },
            State::Running(mut running) => {
                let link = running.borrow_conn();
                match link.poll() {
                    Some(Some(byte)) => running.incoming_data(session, byte)?,
                    Some(None) => return Ok(Ended::Left),
                    None => {
                        let stop = session.go(link);
                        match session.show(link) {
                            Ok(()) => {}
                            // Nobody reads any more, which the next look at the link tells.
                            Err(_) => return Ok(Ended::Left),
                        }
                        match stop {
                            Some(stop) => running.report_stop(session, stop)?,
                            None => running.into(),
                        }
                    }
                }
            }
            State::CtrlCInterrupt(interrupt) => {
                let stop = SingleThreadStopReason::Signal(Signal::SIGINT);
                session.interrupt();
                interrupt.interrupt_handled(session, Some(stop))?
            }
            State::Disconnected(over) => {
                return Ok(match over.get_reason() {
                    DisconnectReason::TargetExited(status) => Ended::Exited(status),
                    DisconnectReason::TargetTerminated(_) => Ended::Killed,
                    DisconnectReason::Disconnect | DisconnectReason::Kill => Ended::Left,
                });
            }
        }
    }
}
