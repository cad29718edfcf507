//! Debugging with gdb through its remote protocol.
//!
//! A [`GdbSession`] is a loaded program with its breakpoints and its past; [`serve`] lets a debugger
//! at the other end of a [`Link`] drive it until either ends. The machine runs in slices, between
//! which output is shown and the debugger is polled, so that it can interrupt. PDP-10 programs,
//! which gdb does not support, run under [`ddt`](crate::ddt).

mod frames;
mod link;
mod monitor;
mod packets;
mod registers;
mod server;
mod session;
mod stub;

#[cfg(test)]
mod tests;

use std::io;

use asmkit::elf;
use machine::{Image, Machine as _};
use targets::target::Target;

use packets::{ReceivedByte, Unpacker, framed};
use server::{BAD_PACKET, Server};

pub use link::{Event, Link, listen, pass_on};
pub use session::{GdbSession, OutputSink};

/// A program as an ELF file with labels, source lines and stack frames for gdb.
///
/// # Errors
/// As [`elf::write`], and for a machine whose words ELF cannot hold.
pub fn elf(target: &Target, image: &Image, note: &str) -> Result<Vec<u8>, String> {
    let described = target.elf();
    let described = described.ok_or_else(|| {
        format!(
            "ELF files cannot hold 36-bit words: {} programs have their own formats",
            target.isa()
        )
    })?;
    let hints = frames::hints(target, image);
    elf::write_hinted(image, &described, Some(note), &hints).map_err(|error| error.to_string())
}

/// gdb's name for the instruction set of a supported machine.
#[must_use]
pub fn architecture(target: &Target) -> Option<&'static str> {
    let machine = target.machine();
    let names: Vec<&'static str> = machine.registers().iter().map(|(name, _)| *name).collect();
    target.architecture().gdb(&names).map(|gdb| gdb.architecture)
}

/// End of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionEnd {
    /// The program exited with this status.
    Exited(u8),
    /// A fault ended the program.
    Killed,
    /// The debugger detached or disconnected.
    Left,
}

/// Lets the debugger drive the program until either ends.
///
/// Only an explicit packet ends it: malformed packets are answered as the protocol specifies.
///
/// # Errors
/// A message if the debugger cannot be written to.
pub fn serve(session: &mut GdbSession, mut link: Link) -> Result<SessionEnd, String> {
    let mut server = Server::new(session)?;
    let mut unpacker = Unpacker::default();
    while server.ended().is_none() {
        let heard = if server.is_running() { link.poll() } else { Some(link.next()) };
        match heard {
            Some(None) => return Ok(SessionEnd::Left),
            Some(Some(byte)) => {
                if let Some(received) = unpacker.take(byte) {
                    answer(session, &mut server, &mut link, received)?;
                }
            }
            None => {
                let stop = session.go(&mut link);
                if session.show(&mut link).is_err() {
                    // The connection is closed, as the next read of the link will show.
                    return Ok(SessionEnd::Left);
                }
                if let Some(stop) = stop {
                    server.report(session, stop)?;
                }
            }
        }
        link.send(&server.replies()).map_err(unheard)?;
    }
    Ok(server.ended().unwrap_or(SessionEnd::Left))
}

/// Answers what was received, and acknowledges it.
fn answer<'p>(
    session: &mut GdbSession<'p>,
    server: &mut Server<'p>,
    link: &mut Link,
    received: ReceivedByte,
) -> Result<(), String> {
    match received {
        ReceivedByte::Packet(body) => {
            link.acknowledge(true).map_err(unheard)?;
            server.packet(session, &body)?;
            if body == b"QStartNoAckMode" {
                link.send(&server.replies()).map_err(unheard)?;
                link.acknowledges = false;
            }
            Ok(())
        }
        ReceivedByte::Interrupt => server.interrupt(session),
        ReceivedByte::Resend => link.resend().map_err(unheard),
        ReceivedByte::Broken if link.acknowledges => link.acknowledge(false).map_err(unheard),
        ReceivedByte::Broken | ReceivedByte::TooLong => {
            link.acknowledge(true).map_err(unheard)?;
            link.send(&framed(BAD_PACKET)).map_err(unheard)
        }
    }
}

fn unheard(error: io::Error) -> String {
    format!("the debugger's connection failed: {error}")
}
