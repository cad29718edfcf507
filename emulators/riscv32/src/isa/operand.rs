//! Meaning of the operand letters: registers, and immediates with their bit positions.
//!
//! | letters | operand |
//! | --- | --- |
//! | `d` | general register, written |
//! | `s`, `t` | general registers, read |
//! | `x` | general register, read and written |
//! | `a`, `v`, `w`, `y` | general registers 8 to 15, in three bits: written, read, read, both |
//! | `D`, `S`, `T`, `R` | floating-point registers: written, then read |
//! | `g`, `k` | floating-point registers 8 to 15, in three bits: written, read |
//! | `r`, `n` | rounding mode; the default is `dyn`, for `n` `rne` |
//! | `h` | shift amount |
//! | `z` | unsigned immediate of five bits |
//! | `c` | number of a control and status register |
//! | `p`, `q` | fence sets, subsets of `iorw` |
//! | `o` | ordering of an atomic operation, part of the name |
//! | others | immediates, each with its bit positions |
//! | `0`, `1`, `2` | `zero`, `ra` and `sp` (or the number), without bits |

/// ABI names of the general registers, by number.
pub const REGISTERS: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

/// ABI names of the floating-point registers, by number.
pub const FLOAT_REGISTERS: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
    "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
    "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
];

/// All register names, with the manual's preferred name if it differs.
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

/// Names of the rounding modes, by number; 5 and 6 are reserved.
pub(crate) const ROUNDING_MODES: [&str; 8] = ["rne", "rtz", "rdn", "rup", "rmm", "", "", "dyn"];

/// Immediate: the value bit of each field bit, most significant first.
#[derive(Debug)]
pub(crate) struct Immediate {
    pub(crate) letter: char,
    /// Value bits, in the order of the field's bits.
    pub(crate) bits: &'static [u8],
    pub(crate) signed: bool,
    /// Whether the value is the distance from the instruction to an address.
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

/// All immediates. Source: RISC-V Unprivileged ISA, "Immediate Encoding Variants" and the formats
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
    // The immediate of c.lui stands for one of lui, whose 20 bits are written unsigned.
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

    /// Highest bit of the value.
    fn top(&self) -> u8 {
        self.bits.iter().copied().max().unwrap_or(0)
    }

    /// Number of which the value must be a multiple.
    pub(crate) fn multiple(&self) -> i64 {
        1 << self.bits.iter().copied().min().unwrap_or(0)
    }

    /// Minimum and maximum value.
    pub(crate) fn range(&self) -> (i64, i64) {
        let top = 1i64 << self.top();
        if self.signed { (-top, top - self.multiple()) } else { (0, 2 * top - self.multiple()) }
    }

    /// Value of a field.
    pub(crate) fn value(&self, field: u64) -> i64 {
        let places = self.bits.iter().rev().enumerate();
        let value = places.map(|(rank, &bit)| (field >> rank & 1) << bit).sum::<u64>() as i64;
        let beyond = 2i64 << self.top();
        if self.signed && value >= beyond / 2 { value - beyond } else { value }
    }

    /// Field for a value in range.
    pub(crate) fn field(&self, value: i64) -> u64 {
        let places = self.bits.iter().rev().enumerate();
        places.map(|(rank, &bit)| (value as u64 >> bit & 1) << rank).sum()
    }
}

/// Kind of register, and its lowest number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RegisterKind {
    /// General register, from this number.
    General(u8),
    /// Floating-point register, from this number.
    Float(u8),
}

/// Kind of register for a letter; `None` for other operands.
pub(crate) fn register(letter: char) -> Option<RegisterKind> {
    Some(match letter {
        'd' | 's' | 't' | 'x' => RegisterKind::General(0),
        'a' | 'v' | 'w' | 'y' => RegisterKind::General(8),
        'D' | 'S' | 'T' | 'R' => RegisterKind::Float(0),
        'g' | 'k' => RegisterKind::Float(8),
        _ => return None,
    })
}
