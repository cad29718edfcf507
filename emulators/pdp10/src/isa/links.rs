//! The timing column: links of an instruction's chain, what it fetches and stores, and its
//! execution time.
//!
//! A row lists what all its modes share, with one of [`work`], [`ac`], [`pair`], [`uuo`] and
//! [`floats`]; the modes add the source of the operand and the destination of the result. Numbers
//! here are decimal nanoseconds; the cycle model adds fetches and stores.
//!
//! Source: KA10 drawings, flow F (FCE, FCE PSE, FAC INH, FAC2, FCC), E (E LONG, EF0 LONG) and S
//! (SCE, SAR≠BR, SAC2).

/// Access of an instruction to the word at its effective address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Nothing.
    None,
    /// None: the address itself, as a floating-point number.
    FloatImmediate,
    /// Read.
    Read,
    /// Write.
    Write,
    /// Read, execute, then write.
    ReadAndWrite,
    /// Read and write back in one memory cycle.
    Modify,
    /// The same for a byte pointer: there is work to do while memory becomes free.
    Pointer,
}

/// Work of an instruction in addition to computing its effective address.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Links {
    pub(crate) operand: Operand,
    /// Access to the word of the byte that the operand points to, if there is a byte.
    pub(crate) byte: Option<Operand>,
    /// Uses its accumulator.
    pub(crate) accumulator: bool,
    /// Uses AC+1 too.
    pub(crate) second: bool,
    /// Stores AC+1 too.
    pub(crate) stores_second: bool,
    /// Reads the word that an accumulator points at.
    pub(crate) reads_through: bool,
    /// Writes that word, or the word of a UUO.
    pub(crate) writes_through: bool,
    /// Takes time that depends on the effective address.
    pub(crate) shifts: bool,
    /// Execution time in nanoseconds.
    pub(crate) execution: u32,
}

/// One step.
pub(super) const SHORT: u32 = 270;
/// One step, after the adder's carries have settled.
pub(super) const ADD: u32 = 450;
/// Two steps.
pub(super) const TWO: u32 = 620;
/// Two steps, after the carries.
pub(super) const ADD_TWO: u32 = 800;
/// One step with the start and end of a shift.
pub(super) const SHIFT: u32 = SHORT + 310;
/// From a pointer to the address in it, without its mask.
pub(super) const POINTER: u32 = 650 + 110 + 30;
/// The same if it is incremented first.
pub(super) const INCREMENT: u32 = IBP + 330 + 110 + 30;
/// From the word of a byte to the byte in the accumulator, without its shift.
pub(super) const BYTE: u32 = 605;
/// From the byte in the accumulator to the word, without its shift.
pub(super) const DEPOSIT: u32 = BYTE + 110 + 490;
/// `IBP` within a word.
pub(super) const IBP: u32 = 380;
/// `JFFO` before its search.
pub(super) const FIND: u32 = ADD_TWO + 110;
/// `FSC`, with five places to normalise.
pub(super) const SCALE: u32 = 1520 + 5 * 250;
/// `BLT` before its first word and after its last.
pub(super) const BLOCK: u32 = 205;
/// `JRA` in addition to two steps.
pub(super) const JRA: u32 = TWO + 140;

/// An instruction with this execution time that uses no accumulator.
pub(super) const fn work(execution: u32) -> Links {
    Links {
        operand: Operand::None,
        byte: None,
        accumulator: false,
        second: false,
        stores_second: false,
        reads_through: false,
        writes_through: false,
        shifts: false,
        execution,
    }
}

/// An instruction that uses its accumulator.
pub(super) const fn ac(execution: u32) -> Links {
    work(execution).with_ac()
}

/// An instruction that uses AC and AC+1.
pub(super) const fn pair(execution: u32) -> Links {
    Links { second: true, ..ac(execution) }
}

/// A call, whose word is stored for its handler.
pub(super) const fn uuo() -> Links {
    work(SHORT).writes_through()
}

/// The four floating-point operations, whose three forms differ in time.
pub(super) const fn floats(plain: u32, long: u32, rounded: u32) -> Floats {
    let long = Links { stores_second: true, ..ac(long) };
    Floats { plain: ac(plain), long, rounded: ac(rounded) }
}

/// Forms of a floating-point operation.
pub(super) struct Floats {
    pub(super) plain: Links,
    pub(super) long: Links,
    pub(super) rounded: Links,
}

impl Floats {
    /// The long form takes AC+1 as an operand too.
    pub(super) const fn of_pair(self) -> Floats {
        Floats { long: Links { second: true, ..self.long }, ..self }
    }
}

impl Links {
    /// Links of an illegal word: it traps like a call.
    pub(crate) const TRAP: Links = uuo();

    pub(super) const fn with_ac(self) -> Links {
        Links { accumulator: true, ..self }
    }

    pub(super) const fn stores_second(self) -> Links {
        Links { stores_second: true, ..self }
    }

    pub(super) const fn immediate(self) -> Links {
        Links { operand: Operand::None, ..self }
    }

    pub(super) const fn float_immediate(self) -> Links {
        Links { operand: Operand::FloatImmediate, ..self }
    }

    pub(super) const fn reads(self) -> Links {
        Links { operand: Operand::Read, ..self }
    }

    pub(super) const fn writes(self) -> Links {
        Links { operand: Operand::Write, ..self }
    }

    pub(super) const fn reads_and_writes(self) -> Links {
        Links { operand: Operand::ReadAndWrite, ..self }
    }

    pub(super) const fn modifies(self) -> Links {
        Links { operand: Operand::Modify, ..self }
    }

    /// Storing a half in a word of memory, which takes one step for any halves.
    pub(super) const fn modifies_half(self) -> Links {
        Links { execution: SHORT, ..self.modifies() }
    }

    pub(super) const fn steps_pointer(self) -> Links {
        Links { operand: Operand::Pointer, ..self }
    }

    pub(super) const fn loads_byte(self) -> Links {
        Links { byte: Some(Operand::Read), ..self }
    }

    pub(super) const fn deposits_byte(self) -> Links {
        Links { byte: Some(Operand::ReadAndWrite), ..self }
    }

    pub(super) const fn reads_through(self) -> Links {
        Links { reads_through: true, ..self }
    }

    pub(super) const fn writes_through(self) -> Links {
        Links { writes_through: true, ..self }
    }

    pub(super) const fn shifts(self) -> Links {
        Links { shifts: true, ..self }
    }
}
