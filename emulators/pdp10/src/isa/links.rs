//! The column of times: the links of an instruction's chain, what it fetches and stores and how
//! long it works.
//!
//! A row gives what all its modes have in common, by one of [`work`], [`ac`], [`pair`],
//! [`uuo`] and [`floats`]; the modes add where the operand comes from and where the result goes. Numbers here
//! are decimal nanoseconds; what a fetch or a store takes is the cycle model's to say.
//!
//! Source: KA10 drawings, flow F (FCE, FCE PSE, FAC INH, FAC2, FCC), E (E LONG, EF0 LONG) and S
//! (SCE, SAR≠BR, SAC2).

/// What an instruction does with the word at its effective address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Nothing.
    None,
    /// Nothing: the address itself, as a floating point number.
    FloatImmediate,
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Reads it, works, then writes it.
    ReadAndWrite,
    /// Reads it and writes it back in one cycle of memory.
    Modify,
    /// The same, of a byte pointer: there is work to do while memory comes to rest.
    Pointer,
}

/// What an instruction does besides coming to its effective address.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Links {
    pub(crate) operand: Operand,
    /// What it does with the word of the byte that its operand points to, if it has a byte.
    pub(crate) byte: Option<Operand>,
    /// It works on its accumulator.
    pub(crate) accumulator: bool,
    /// It works on AC+1 too.
    pub(crate) second: bool,
    /// It stores AC+1 too.
    pub(crate) stores_second: bool,
    /// It reads what an accumulator points at.
    pub(crate) reads_through: bool,
    /// It writes there, or where a UUO is put.
    pub(crate) writes_through: bool,
    /// Its work depends on the effective address.
    pub(crate) shifts: bool,
    /// Nanoseconds of work.
    pub(crate) execution: u32,
}

/// One step.
pub(super) const SHORT: u32 = 270;
/// One step, after the adder's carries have run through.
pub(super) const ADD: u32 = 450;
/// Two steps.
pub(super) const TWO: u32 = 620;
/// Two steps, after the carries.
pub(super) const ADD_TWO: u32 = 800;
/// One step with a shift's beginning and end.
pub(super) const SHIFT: u32 = SHORT + 310;
/// From a pointer to the address in it, its mask apart.
pub(super) const POINTER: u32 = 650 + 110 + 30;
/// The same when it is incremented first.
pub(super) const INCREMENT: u32 = IBP + 330 + 110 + 30;
/// From the word of a byte to the byte in the accumulator, its shift apart.
pub(super) const BYTE: u32 = 605;
/// From the byte in the accumulator to the word, its shift apart.
pub(super) const DEPOSIT: u32 = BYTE + 110 + 490;
/// `IBP` within a word.
pub(super) const IBP: u32 = 380;
/// `JFFO` before it looks for its one.
pub(super) const FIND: u32 = ADD_TWO + 110;
/// `FSC`, with five places to normalise.
pub(super) const SCALE: u32 = 1520 + 5 * 250;
/// `BLT` before its first word and behind its last.
pub(super) const BLOCK: u32 = 205;
/// `JRA` besides two steps.
pub(super) const JRA: u32 = TWO + 140;

/// An instruction that works so long, and on no accumulator.
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

/// One that works on its accumulator.
pub(super) const fn ac(execution: u32) -> Links {
    work(execution).with_ac()
}

/// One that works on AC and AC+1.
pub(super) const fn pair(execution: u32) -> Links {
    Links { second: true, ..ac(execution) }
}

/// A call, whose word is put where the called one finds it.
pub(super) const fn uuo() -> Links {
    work(SHORT).writes_through()
}

/// The four operations in floating point, which have three forms of different length.
pub(super) const fn floats(plain: u32, long: u32, rounded: u32) -> Floats {
    let long = Links { stores_second: true, ..ac(long) };
    Floats { plain: ac(plain), long, rounded: ac(rounded) }
}

/// The forms of an operation in floating point.
pub(super) struct Floats {
    pub(super) plain: Links,
    pub(super) long: Links,
    pub(super) rounded: Links,
}

impl Floats {
    /// The long form takes AC+1 for its operand too.
    pub(super) const fn of_pair(self) -> Floats {
        Floats { long: Links { second: true, ..self.long }, ..self }
    }
}

impl Links {
    /// Those of a word that is no instruction: it traps as a call does.
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

    /// A half put into a word in memory, which takes one step whatever the halves.
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
