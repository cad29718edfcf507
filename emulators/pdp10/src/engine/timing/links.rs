//! The links of each instruction's chain: what it fetches and stores, and how long it works.

use crate::Word36;

/// What an instruction does with the word at its effective address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
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
pub(super) struct Links {
    pub(super) operand: Operand,
    /// It works on its accumulator.
    pub(super) accumulator: bool,
    /// It works on AC+1 too.
    pub(super) second: bool,
    /// It stores AC+1 too.
    pub(super) stores_second: bool,
    /// It reads what an accumulator points at.
    pub(super) reads_through: bool,
    /// It writes there, or where a UUO is put.
    pub(super) writes_through: bool,
    /// Its work depends on the effective address.
    pub(super) shifts: bool,
    /// Nanoseconds of work.
    pub(super) execution: u32,
}

/// One step.
const SHORT: u32 = 270;
/// One step, after the adder's carries have run through.
const ADD: u32 = 450;
/// Two steps.
const TWO: u32 = 620;
/// Two steps, after the carries.
const ADD_TWO: u32 = 800;
/// One step with a shift's beginning and end.
const SHIFT: u32 = SHORT + 310;
/// From a pointer to the address in it, its mask apart.
const POINTER: u32 = 650 + 110 + 30;
/// The same when it is incremented first.
const INCREMENT: u32 = IBP + 330 + 110 + 30;
/// From the word of a byte to the byte in the accumulator, its shift apart.
const BYTE: u32 = 605;
/// From the byte in the accumulator to the word, its shift apart.
const DEPOSIT: u32 = BYTE + 110 + 490;
/// `IBP` within a word.
const IBP: u32 = 380;
/// `BLT` before its first word and behind its last.
const BLOCK: u32 = 205;
/// `JRA` besides two steps.
const JRA: u32 = TWO + 140;

impl Links {
    fn new(operand: Operand, execution: u32) -> Self {
        Links {
            operand,
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
    fn with_ac(operand: Operand, execution: u32) -> Self {
        Links { accumulator: true, ..Self::new(operand, execution) }
    }

    /// Those of an instruction word.
    ///
    /// Source: KA10 drawings, flow F (FCE, FCE PSE, FAC INH, FAC2, FCC), E (E LONG, EF0 LONG) and S
    /// (SCE, SAR≠BR, SAC2).
    pub(super) fn of(word: Word36) -> Self {
        let code = (word.bits() >> 27) as u32;
        match code {
            0o130..=0o137 => Self::byte_or_float(code),
            0o140..=0o177 => Self::float(code),
            0o200..=0o217 => Self::moves(code),
            0o220..=0o237 => Self::multiply(code),
            0o240..=0o247 => Self::shift(code),
            0o250..=0o257 => Self::block_or_jump(code),
            0o260..=0o267 => Self::stack(code),
            0o270..=0o277 => Self::with_ac(by_mode(code), ADD),
            0o300..=0o377 => Self::compare(code),
            0o400..=0o477 => Self::boolean(code),
            0o500..=0o577 => Self::half(code),
            0o600..=0o677 if code & 0o10 == 0 => Self::with_ac(Operand::None, TWO),
            0o600..=0o677 => Self::with_ac(Operand::Read, TWO),
            _ => Links { writes_through: true, ..Self::new(Operand::None, SHORT) },
        }
    }

    fn byte_or_float(code: u32) -> Self {
        match code {
            0o130 => Self::with_ac(Operand::Read, 4330),
            0o131 => Self::with_ac(Operand::Modify, ADD_TWO),
            0o132 => Self::with_ac(Operand::None, 1520 + 5 * 250),
            0o133 => Self::new(Operand::Modify, IBP),
            0o134 => Self::new(Operand::Pointer, INCREMENT + BYTE),
            0o135 => Self::new(Operand::Read, POINTER + BYTE),
            0o136 => Self::new(Operand::Pointer, INCREMENT + DEPOSIT),
            _ => Self::new(Operand::Read, POINTER + DEPOSIT),
        }
    }

    fn float(code: u32) -> Self {
        let (plain, long, rounded) = match code >> 3 & 3 {
            0 => (4330, 5020, 4810),
            1 => (4510, 5200, 4990),
            2 => (8210, 8900, 8690),
            _ => (12000, 13280, 12000),
        };
        let is_long = code & 7 == 1;
        let operand = match code & 7 {
            5 => Operand::FloatImmediate,
            0 | 1 | 4 => Operand::Read,
            _ => Operand::ReadAndWrite,
        };
        let execution = if code & 4 != 0 { rounded } else { plain };
        Links {
            second: is_long && code == 0o171,
            stores_second: is_long,
            ..Self::with_ac(operand, if is_long { long } else { execution })
        }
    }

    fn moves(code: u32) -> Self {
        let execution = if code < 0o210 { SHORT } else { ADD };
        match code & 3 {
            0 => Self::new(Operand::Read, execution),
            1 => Self::new(Operand::None, execution),
            2 => Self::with_ac(Operand::Write, execution),
            _ => Self::new(Operand::Modify, execution),
        }
    }

    fn multiply(code: u32) -> Self {
        let execution = match code {
            0o220..=0o223 => 7510,
            0o224..=0o227 => 8360,
            _ => 13780,
        };
        let operand = match code & 3 {
            0 => Operand::Read,
            1 => Operand::None,
            _ => Operand::ReadAndWrite,
        };
        Links {
            second: code >= 0o234,
            stores_second: code >= 0o224 && code & 3 != 2,
            ..Self::with_ac(operand, execution)
        }
    }

    fn shift(code: u32) -> Self {
        let links = match code {
            0o243 => return Self::with_ac(Operand::None, ADD_TWO + 110),
            0o247 => return Self::with_ac(Operand::None, SHORT),
            _ => Self::with_ac(Operand::None, SHIFT),
        };
        let two = code >= 0o244;
        Links { shifts: true, second: two, stores_second: two, ..links }
    }

    fn block_or_jump(code: u32) -> Self {
        match code {
            0o250 => Self::with_ac(Operand::Modify, SHORT),
            0o251 => Self::with_ac(Operand::None, BLOCK),
            0o252 | 0o253 => Self::with_ac(Operand::None, ADD),
            _ => Self::new(Operand::None, SHORT),
        }
    }

    fn stack(code: u32) -> Self {
        let reads = |links| Links { reads_through: true, ..links };
        let writes = |links| Links { writes_through: true, ..links };
        match code {
            0o260 => writes(Self::with_ac(Operand::None, ADD_TWO)),
            0o261 => writes(Self::with_ac(Operand::Read, ADD_TWO)),
            0o262 => reads(Self::with_ac(Operand::Write, ADD_TWO)),
            0o263 => reads(Self::with_ac(Operand::None, ADD_TWO)),
            0o264 => Self::new(Operand::Write, TWO),
            0o265 => Self::new(Operand::None, SHORT),
            0o266 => Self::with_ac(Operand::Write, TWO),
            _ => reads(Self::with_ac(Operand::None, JRA)),
        }
    }

    fn compare(code: u32) -> Self {
        match code >> 3 & 7 {
            1 => Self::with_ac(Operand::Read, ADD),
            3 => Self::new(Operand::Read, ADD),
            5 | 7 => Self::new(Operand::Modify, ADD),
            _ => Self::with_ac(Operand::None, ADD),
        }
    }

    fn boolean(code: u32) -> Self {
        let function = code >> 2 & 0o17;
        // ANDCA, ANDCB, ORCA and ORCB complement one operand first.
        let execution = if [2, 8, 11, 14].contains(&function) { TWO } else { SHORT };
        // SETZ, SETA, SETCA and SETO do not look at memory.
        let operand = match (code & 3, [0, 5, 10, 15].contains(&function)) {
            (1, _) | (0, true) => Operand::None,
            (0, false) => Operand::Read,
            (_, true) => Operand::Write,
            (_, false) => Operand::Modify,
        };
        // SETZ, SETM, SETCM and SETO do not look at the accumulator.
        let accumulator = ![0, 3, 12, 15].contains(&function);
        Links { accumulator, ..Self::new(operand, execution) }
    }

    fn half(code: u32) -> Self {
        // HLL, HRL, HRR and HLR leave the other half as it is.
        let keeps = code & 0o30 == 0;
        let crosses = keeps && code & 4 != 0 && code & 2 == 0;
        let operand = match code & 3 {
            0 => Operand::Read,
            1 => Operand::None,
            2 if !keeps => Operand::Write,
            _ => Operand::Modify,
        };
        let accumulator = code & 3 == 2 || keeps && code & 3 != 3;
        Links { accumulator, ..Self::new(operand, if crosses { TWO } else { SHORT }) }
    }
}

/// The operand of a basic, immediate, memory or both form.
fn by_mode(code: u32) -> Operand {
    match code & 3 {
        0 => Operand::Read,
        1 => Operand::None,
        _ => Operand::Modify,
    }
}
