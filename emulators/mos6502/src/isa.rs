//! Instructions: the table, and what its rows are made of.
//!
//! Each file uses only the ones above it: `bus`, `mode`, `cpu`, `access`, `row`, `table`.

use std::sync::LazyLock;

mod access;
mod bus;
mod cpu;
mod mode;
mod row;
mod table;

pub(crate) use bus::Bus;
pub(crate) use cpu::{
    A, B, C, D, EARLIER_P, I, IRQ, JAM, N, P, S, SLOTS, STOP, U, V, WAIT, X, Y, Z,
};
pub(crate) use row::Set;
pub(crate) use table::{ENCODINGS, NAMES, execute, rows};

/// Whether an opcode of the NMOS 6502 is undocumented.
pub(crate) fn is_undocumented(opcode: u64) -> bool {
    static UNDOCUMENTED: LazyLock<[bool; 256]> = LazyLock::new(|| {
        let mut all = [false; 256];
        for encoding in ENCODINGS.iter().filter(|encoding| encoding.set == Set::Undocumented) {
            all[usize::from(encoding.opcode)] = true;
        }
        all
    });
    UNDOCUMENTED.get(opcode as usize).is_some_and(|&it| it)
}
