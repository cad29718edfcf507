//! Instructions: the table, and what its rows are made of.
//!
//! Each file uses only the ones above it: `bus`, `mode`, `cpu`, `access`, `row`, `table`.

mod access;
mod bus;
mod cpu;
mod mode;
mod row;
mod table;

pub(crate) use bus::Bus;
pub(crate) use cpu::{A, B, D, I, IRQ, JAM, P, S, STOP, U, WAIT, X, Y};
pub(crate) use row::{Encoding, Set};
pub(crate) use table::{ENCODINGS, NAMES, execute, rows};

/// Whether an opcode of the NMOS 6502 is undocumented.
pub(crate) fn is_undocumented(opcode: u64) -> bool {
    let is_it = |encoding: &&Encoding| {
        encoding.set == Set::Undocumented && u64::from(encoding.opcode) == opcode
    };
    ENCODINGS.iter().find(is_it).is_some()
}
