//! Memory units and values of a machine.

use std::fmt::Debug;

use machine::follow::Bits;
use machine::semantics::Word;

/// An addressable unit of memory as it is stored.
pub trait Unit: Copy + Default + PartialEq + Debug + Send + 'static {
    /// The value.
    fn get(self) -> u64;
    /// The low bits of a number.
    fn new(number: u64) -> Self;
}

macro_rules! units {
    ($($unit:ident)*) => { $(
        impl Unit for $unit {
            #[inline(always)]
            fn get(self) -> u64 {
                u64::from(self)
            }

            #[inline(always)]
            fn new(number: u64) -> Self {
                number as $unit
            }
        }
    )* };
}

units! { u8 u16 u32 u64 }

/// A value in an instruction.
pub trait Number: Bits + Default + Debug + Send + 'static {
    /// The low bits of a number.
    fn new(number: u64) -> Self;
}

impl<const BITS: u32> Number for Word<BITS> {
    #[inline(always)]
    fn new(number: u64) -> Self {
        Word::new(number)
    }
}

/// Sizes and byte order of a machine, known when its engine is compiled.
pub trait Format: 'static {
    /// A unit of memory; a stored unit keeps its low [`UNIT_BITS`](Self::UNIT_BITS).
    type Unit: Unit;
    /// Values: as wide as the widest register and as an address.
    type Number: Number;
    /// Bits of a unit.
    const UNIT_BITS: u32;
    /// Whether the first unit of a longer value or instruction is its high part.
    const BIG_ENDIAN: bool = true;
    /// Whether a value of several units must be at a multiple of its size.
    const ALIGNED: bool = false;
}
