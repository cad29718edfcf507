//! One instruction with every cycle of the bus, to compare with records of real processors.

use std::cell::{Cell, RefCell};

use kit::{Operands, Step, Trap};
use machine::follow::Bits;
use machine::semantics::{Semantics, Word};

use crate::isa::{A, Bus, P, S, SLOTS, U, X, Y, execute};
use crate::machine::{Cmos, Kind, Nmos};

/// Registers of the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registers {
    /// Program counter.
    pub pc: u16,
    /// Stack pointer.
    pub s: u8,
    /// Accumulator.
    pub a: u8,
    /// Index register X.
    pub x: u8,
    /// Index register Y.
    pub y: u8,
    /// Flags; bit 5 is 1 and bit 4 is 0.
    pub p: u8,
}

/// A cycle of the bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cycle {
    /// Address.
    pub address: u16,
    /// Byte that is read or written.
    pub byte: u8,
    /// Whether it is written.
    pub is_write: bool,
}

type V = Word<16>;

const BRK: u8 = 0x00;
const JSR: u8 = 0x20;

/// An interpretation that records each cycle of the bus.
#[derive(Clone, Copy)]
struct Recorder<'r> {
    slots: &'r [Cell<V>; SLOTS],
    memory: &'r [Cell<u8>],
    next: &'r Cell<V>,
    following: V,
    spent: &'r Cell<u64>,
    cycles: &'r RefCell<Vec<Cycle>>,
}

impl Recorder<'_> {
    fn access(self, address: V, written: Option<u8>) -> u8 {
        let cell = &self.memory[address.bits() as usize];
        if let Some(byte) = written {
            cell.set(byte);
        }
        let (address, byte) = (address.bits() as u16, cell.get());
        self.cycles.borrow_mut().push(Cycle { address, byte, is_write: written.is_some() });
        byte
    }
}

impl Semantics for Recorder<'_> {
    type V = V;

    fn k(self, number: u64) -> V {
        V::new(number)
    }

    fn get(self, slot: u8) -> V {
        self.slots[usize::from(slot)].get()
    }

    fn set(self, slot: u8, value: V) {
        self.slots[usize::from(slot)].set(value);
    }

    fn load(self, address: V, _: u8) -> Result<V, Trap> {
        Ok(V::new(self.access(address, None).into()))
    }

    fn store(self, address: V, value: V, _: u8) -> Result<(), Trap> {
        self.access(address, Some(value.bits() as u8));
        Ok(())
    }

    fn jump(self, to: V) {
        self.next.set(to);
    }

    fn branch(self, condition: V, to: V) {
        if condition.bits() != 0 {
            self.next.set(to);
        }
    }

    fn trap_if(self, _: V, _: Trap) -> Result<(), Trap> {
        Ok(())
    }

    fn trap(self, trap: Trap) -> Result<(), Trap> {
        Err(trap)
    }
}

impl Step for Recorder<'_> {
    fn following(self) -> V {
        self.following
    }

    fn spend(self, cycles: V) {
        self.spent.set(self.spent.get() + cycles.bits());
    }

    fn ask(self, _: u32) -> Result<(), Trap> {
        Err(Trap::Special)
    }
}

impl Bus for Recorder<'_> {
    fn idle_if(self, condition: V, address: V) {
        if condition.bits() != 0 {
            self.access(address, None);
        }
    }

    fn write_back(self, address: V, value: V) {
        self.access(address, Some(value.bits() as u8));
    }
}

/// Cycles, bytes and operands of the instruction in a word at an address.
fn decode<K: Kind>(pc: u16, word: u64) -> Option<(u64, u64, Operands)> {
    let is_row = |row: &&kit::Row<_>| row.pattern.value() & 0xff == word & 0xff;
    let row = K::rows().iter().find(is_row)?;
    let mut operands = Operands::default();
    for (operand, (letter, kind)) in operands.iter_mut().zip(row.kinds()) {
        let bits = row.pattern.field(word, letter)?;
        *operand = (kind.decode)(bits, row.field(letter, pc.into()));
    }
    Some((row.class.cycles.into(), row.units(), operands))
}

/// Runs the instruction at `pc`, and returns the cycles of the bus and their number by the table.
///
/// With `CMOS`, it is one of the 65C02. `memory` has 65,536 bytes. Undocumented instructions of the NMOS 6502 are included; `None` for
/// an instruction that stops the processor.
#[must_use]
pub fn record<const CMOS: bool>(
    registers: &mut Registers,
    memory: &[Cell<u8>],
) -> Option<(Vec<Cycle>, u64)> {
    let Registers { pc, s, a, x, y, p } = *registers;
    let mut slots = [const { Cell::new(V::new(0)) }; SLOTS];
    for (slot, value) in [(A, a), (X, x), (Y, y), (S, s), (P, p | U)] {
        slots[usize::from(slot)] = Cell::new(V::new(value.into()));
    }
    let byte = |distance: u16| memory[usize::from(pc.wrapping_add(distance))].get();
    let opcode = byte(0);
    let word = u64::from_le_bytes([opcode, byte(1), byte(2), 0, 0, 0, 0, 0]);
    let (row_cycles, units, operands) =
        if CMOS { decode::<Cmos>(pc, word)? } else { decode::<Nmos>(pc, word)? };
    let (next, spent, cycles) = (Cell::new(V::new(0)), Cell::new(row_cycles), RefCell::default());
    let following = V::new(u64::from(pc) + units);
    next.set(following);
    let recorder =
        Recorder { slots: &slots, memory, next: &next, following, spent: &spent, cycles: &cycles };
    // `JSR` fetches its last byte at the end.
    for distance in 0..units - u64::from(opcode == JSR) {
        recorder.access(V::new(u64::from(pc) + distance), None);
    }
    execute::<_, CMOS>(recorder, opcode, &operands).ok()?;
    let mut cycles = cycles.take();
    // `BRK` reads the vector last; `BBR` and `BBS` fetch the distance after the byte.
    if opcode == BRK {
        cycles[1..].rotate_left(2);
    } else if CMOS && opcode & 0x0f == 0x0f {
        cycles[2..5].rotate_left(1);
    }
    let slot = |slot: u8| slots[usize::from(slot)].get().bits() as u8;
    *registers = Registers {
        pc: next.get().bits() as u16,
        s: slot(S),
        a: slot(A),
        x: slot(X),
        y: slot(Y),
        p: slot(P),
    };
    Some((cycles, spent.get()))
}
