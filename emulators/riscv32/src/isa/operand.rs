//! What the letters of operands stand for: registers, and immediates with their places in a word.
//!
//! | letters | operand |
//! | --- | --- |
//! | `d` | general register that is written |
//! | `s`, `t` | general registers that are read |
//! | `x` | general register that is read and written |
//! | `a`, `v`, `w`, `y` | the same of registers 8 to 15, in three bits: written, read, read, both |
//! | `D`, `S`, `T`, `R` | floating point registers: written, then read |
//! | `g`, `k` | floating point registers 8 to 15 in three bits: written, read |
//! | `r`, `n` | rounding mode; left out it is `dyn`, of `n` `rne` |
//! | `h` | shift distance |
//! | `z` | unsigned immediate of five bits |
//! | `c` | number of a control and status register |
//! | `p`, `q` | sets of a fence, of `iorw` |
//! | `o` | ordering of an atomic operation, part of the name |
//! | others | immediates, each with the places of its bits |
//! | `0`, `1`, `2` | `zero`, `ra` and `sp` (or the number), which have no bits |

/// Names of the general registers by number.
pub const REGISTERS: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

/// Names of the floating point registers by number.
pub const FLOAT_REGISTERS: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
    "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
    "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
];

/// Every name of a register, and the name that the manual prefers where it is another.
pub(crate) fn names() -> impl Iterator<Item = (String, Option<&'static str>)> {
    let named = REGISTERS.iter().chain(&FLOAT_REGISTERS).map(|&name| (name.to_owned(), None));
    let numbers = [('x', &REGISTERS), ('f', &FLOAT_REGISTERS)].into_iter();
    let numbered = numbers.flat_map(|(letter, names)| {
        names
            .iter()
            .enumerate()
            .map(move |(number, &name)| (format!("{letter}{number}"), Some(name)))
    });
    named.chain(numbered).chain([("fp".to_owned(), Some("s0"))])
}

/// Names of the rounding modes by number; 5 and 6 are reserved.
pub(crate) const ROUNDING_MODES: [&str; 8] = ["rne", "rtz", "rdn", "rup", "rmm", "", "", "dyn"];

/// An immediate: which bit of the value each bit of the field is, most significant first.
#[derive(Debug)]
pub(crate) struct Immediate {
    pub(crate) letter: char,
    /// Bits of the value, in the order of the field's bits.
    pub(crate) bits: &'static [u8],
    pub(crate) signed: bool,
    /// The value is the distance from the instruction to an address.
    pub(crate) relative: bool,
}

const fn unsigned(letter: char, bits: &'static [u8]) -> Immediate {
    Immediate { letter, bits, signed: false, relative: false }
}

const fn signed(letter: char, bits: &'static [u8]) -> Immediate {
    Immediate { letter, bits, signed: true, relative: false }
}

const fn relative(letter: char, bits: &'static [u8]) -> Immediate {
    Immediate { letter, bits, signed: true, relative: true }
}

/// The immediates. Source: RISC-V Unprivileged ISA, "Immediate Encoding Variants" and the formats
/// of the compressed instructions.
#[rustfmt::skip]
pub(crate) const IMMEDIATES: &[Immediate] = &[
    signed('i', &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    unsigned('U', &[19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    relative('b', &[12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 11]),
    relative('j', &[20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 11, 19, 18, 17, 16, 15, 14, 13, 12]),
    unsigned('h', &[4, 3, 2, 1, 0]),
    unsigned('z', &[4, 3, 2, 1, 0]),
    unsigned('c', &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    unsigned('p', &[3, 2, 1, 0]),
    unsigned('q', &[3, 2, 1, 0]),
    unsigned('r', &[2, 1, 0]),
    unsigned('n', &[2, 1, 0]),
    unsigned('A', &[5, 4, 9, 8, 7, 6, 2, 3]),
    unsigned('B', &[5, 4, 3, 2, 6]),
    unsigned('C', &[5, 4, 3, 7, 6]),
    signed('I', &[5, 4, 3, 2, 1, 0]),
    // The immediate of c.lui, which is one of lui, whose 20 bits are written unsigned.
    signed('G', &[5, 4, 3, 2, 1, 0]),
    relative('J', &[11, 4, 9, 8, 10, 6, 7, 3, 2, 1, 5]),
    signed('P', &[9, 4, 6, 8, 7, 5]),
    relative('K', &[8, 4, 3, 7, 6, 2, 1, 5]),
    unsigned('L', &[5, 4, 3, 2, 7, 6]),
    unsigned('M', &[5, 4, 3, 8, 7, 6]),
    unsigned('N', &[5, 4, 3, 2, 7, 6]),
    unsigned('O', &[5, 4, 3, 8, 7, 6]),
];

impl Immediate {
    pub(crate) fn of(letter: char) -> Option<&'static Immediate> {
        IMMEDIATES.iter().find(|immediate| immediate.letter == letter)
    }

    /// The highest bit of the value.
    fn top(&self) -> u8 {
        self.bits.iter().copied().max().unwrap_or(0)
    }

    /// What the value must be a multiple of.
    pub(crate) fn multiple(&self) -> i64 {
        1 << self.bits.iter().copied().min().unwrap_or(0)
    }

    /// The lowest and the highest value.
    pub(crate) fn range(&self) -> (i64, i64) {
        let top = 1i64 << self.top();
        if self.signed { (-top, top - self.multiple()) } else { (0, 2 * top - self.multiple()) }
    }

    /// The value of a field.
    pub(crate) fn value(&self, field: u64) -> i64 {
        let places = self.bits.iter().rev().enumerate();
        let value = places.map(|(rank, &bit)| (field >> rank & 1) << bit).sum::<u64>() as i64;
        let beyond = 2i64 << self.top();
        if self.signed && value >= beyond / 2 { value - beyond } else { value }
    }

    /// The field of a value in range.
    pub(crate) fn field(&self, value: i64) -> u64 {
        let places = self.bits.iter().rev().enumerate();
        places.map(|(rank, &bit)| (value as u64 >> bit & 1) << rank).sum()
    }
}

/// What kind of register a letter stands for, and the number of its lowest one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Register {
    /// General, from this number on.
    General(u8),
    /// Floating point, from this number on.
    Float(u8),
}

/// The kind of register that a letter stands for; `None` for other operands.
pub(crate) fn register(letter: char) -> Option<Register> {
    Some(match letter {
        'd' | 's' | 't' | 'x' => Register::General(0),
        'a' | 'v' | 'w' | 'y' => Register::General(8),
        'D' | 'S' | 'T' | 'R' => Register::Float(0),
        'g' | 'k' => Register::Float(8),
        _ => return None,
    })
}
