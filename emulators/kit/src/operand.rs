//! Operands: how they are written, encoded and shown.

use machine::Spec;

/// Kind of an operand, which a machine assigns to a letter of its rows.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Text of the operand in a source.
    pub source: Source,
    /// Bits of a number, or its range if it does not fit.
    pub encode: fn(i64, Field) -> Result<u64, Misfit>,
    /// Number of the bits.
    pub decode: fn(u64, Field) -> i64,
    /// Text of a number in a disassembled instruction.
    pub show: fn(i64, Field, &Spec) -> String,
    /// Whether a row with it is chosen only if the number is known in the first pass and fits.
    pub is_short: bool,
}

/// Text of an operand in a source.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// One of these names; a field of a register has its place in the list, and its slot is that
    /// place after the given slot.
    Register(&'static [&'static str], u8),
    /// An expression.
    Number,
}

/// Field of an instruction.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Number of bits.
    pub width: u32,
    /// Address of the instruction.
    pub address: u64,
    /// Address of the following instruction.
    pub following: u64,
    /// Whether the operand is written as numbers only, without a label.
    pub is_plain: bool,
}

/// Reason that a number cannot be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// It must be in this range.
    Range(i64, i64),
    /// It must be a multiple of this.
    Multiple(i64),
}

impl Kind {
    /// Register of this list, the first of which has slot 0.
    #[must_use]
    pub const fn register(names: &'static [&'static str]) -> Kind {
        Kind { source: Source::Register(names, 0), ..Kind::UNSIGNED }
    }

    /// A number from 0.
    pub const UNSIGNED: Kind = Kind {
        source: Source::Number,
        encode: |number, field| in_range(number, 0, most(field.width)),
        decode: |bits, _| bits.cast_signed(),
        show: |number, _, spec| spec.radix.digits(number.cast_unsigned()),
        is_short: false,
    };

    /// A signed number.
    pub const SIGNED: Kind = Kind {
        encode: |number, field| in_range(number, least(field.width), most(field.width - 1)),
        decode: |bits, field| signed(bits, field.width),
        show: |number, _, _| number.to_string(),
        ..Kind::UNSIGNED
    };

    /// A number that may be written with or without a sign.
    pub const EITHER: Kind = Kind {
        encode: |number, field| in_range(number, least(field.width), most(field.width)),
        ..Kind::UNSIGNED
    };

    /// An address, stored as its distance from the following instruction.
    pub const RELATIVE: Kind = Kind {
        encode: |number, field| {
            let from = field.following.cast_signed();
            let [low, high] = [from + least(field.width), from + most(field.width - 1)];
            in_range(number, low, high).and_then(|_| in_range(number - from, i64::MIN, i64::MAX))
        },
        decode: |bits, field| field.following.cast_signed() + signed(bits, field.width),
        show: |number, _, spec| {
            let address = number.cast_unsigned() & (u64::MAX >> (64 - spec.address_bits));
            spec.show_address(address)
        },
        ..Kind::UNSIGNED
    };

    /// An address of a machine with byte addresses, stored as the number of a word of 4 bytes.
    pub const WORD_ADDRESS: Kind = Kind {
        encode: |number, field| {
            in_range(number, 0, 4 * most(field.width))?;
            if number % 4 == 0 {
                in_range(number / 4, 0, i64::MAX)
            } else {
                Err(Misfit::Multiple(4))
            }
        },
        decode: |bits, _| bits.cast_signed() * 4,
        ..Kind::UNSIGNED
    };

    /// A number of two bytes, the low one first.
    pub const LOW_FIRST: Kind = Kind {
        encode: |number, field| {
            in_range(number, least(field.width), most(field.width)).map(swapped)
        },
        decode: |bits, _| swapped(bits).cast_signed(),
        ..Kind::UNSIGNED
    };

    /// Shown with all digits of its field.
    #[must_use]
    pub const fn padded(self) -> Kind {
        Kind {
            show: |number, field, spec| spec.radix.show(number.cast_unsigned(), field.width),
            ..self
        }
    }

    /// Only for numbers known in the first pass that fit; other rows take the rest.
    #[must_use]
    pub const fn short(self) -> Kind {
        Kind { is_short: true, ..self }
    }
}

fn in_range(number: i64, low: i64, high: i64) -> Result<u64, Misfit> {
    if (low..=high).contains(&number) {
        Ok(number.cast_unsigned())
    } else {
        Err(Misfit::Range(low, high))
    }
}

/// Largest unsigned number.
fn most(width: u32) -> i64 {
    (1 << width) - 1
}

/// Smallest signed number.
fn least(width: u32) -> i64 {
    -1 << (width - 1)
}

fn signed(bits: u64, width: u32) -> i64 {
    bits.cast_signed() << (64 - width) >> (64 - width)
}

fn swapped(number: u64) -> u64 {
    u64::from((number as u16).swap_bytes())
}
