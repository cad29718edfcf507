//! Sources of values: what a value was made from, as far as it matters for a check.

/// What a value was made from.
///
/// An address that was computed from a constant keeps that constant, so that an access can be
/// compared with the object that the constant is in. Everything else is a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Source {
    /// Any number.
    #[default]
    Number,
    /// A constant in an instruction.
    Constant,
    /// A register that an instruction set to a constant, as for the upper part of an address.
    Upper,
    /// A sum of constants, such as the address of a label.
    Address,
    /// A sum of constants with one more constant.
    Near(u32),
    /// The upper part of an address plus a number; the lower part may still be added.
    Open(u32),
    /// An address made from this one.
    Base(u32),
    /// An address made from the stack pointer.
    Stack,
    /// A result of the system call at this address.
    Result(u32),
    /// The value that a register had when the current procedure was called.
    Saved(u8),
    /// The return address of a call at this address that has returned.
    Stale(u32),
    /// An address that a procedure returned without computing it: the address of its return.
    Returned(u32),
}

/// Smallest number that is taken for an address.
const FIRST_ADDRESS: u64 = 0x4000;

/// Whether a constant may be the address of an object, not an offset.
fn is_address(value: u64) -> bool {
    (FIRST_ADDRESS..0xffff_8000).contains(&value)
}

impl Source {
    /// Whether the value is a pointer to an object that is known.
    #[must_use]
    pub fn base(self) -> Option<u32> {
        match self {
            Source::Base(base) | Source::Open(base) => Some(base),
            _ => None,
        }
    }

    /// Whether the value is an address or was made from one.
    #[must_use]
    pub fn is_pointer(self) -> bool {
        matches!(self, Source::Address | Source::Near(_) | Source::Open(_) | Source::Base(_))
    }

    /// Source of a sum.
    #[inline]
    pub(super) fn sum(a: (Self, u64), b: (Self, u64)) -> Self {
        if a.0 == Source::Number && b.0 == Source::Number {
            return Source::Number;
        }
        Self::mixed_sum(a, b)
    }

    fn mixed_sum(a: (Self, u64), b: (Self, u64)) -> Self {
        use Source::{Address, Base, Constant, Near, Number, Open, Stack, Upper};
        match (a.0, b.0) {
            (Constant, Constant) => Constant,
            (Upper, Constant) | (Constant, Upper) => Address,
            (source, Constant) if b.1 == 0 => source,
            (Constant, source) if a.1 == 0 => source,
            (Address, Constant) => Near(a.1 as u32),
            (Constant, Address) => Near(b.1 as u32),
            (Near(base) | Base(base), Constant) if !is_address(b.1) => Base(base),
            (Constant, Near(base) | Base(base)) if !is_address(a.1) => Base(base),
            (Open(upper), Constant) => Base(upper.wrapping_add(b.1 as u32)),
            (Constant, Open(upper)) => Base(upper.wrapping_add(a.1 as u32)),
            (Stack, Constant) | (Constant, Stack) => Stack,
            (Constant | Upper, other) => Self::constant_and(a, other),
            (other, Constant | Upper) => Self::constant_and(b, other),
            (one, other) => match (one.is_pointer(), other.is_pointer()) {
                (true, false) if other != Stack => one.moved(a.1),
                (false, true) if one != Stack => other.moved(b.1),
                (false, false) if one == Stack || other == Stack => {
                    if one == other {
                        Number
                    } else {
                        Stack
                    }
                }
                _ => Number,
            },
        }
    }

    /// Source of the sum of a constant and something that is not a pointer.
    fn constant_and(constant: (Self, u64), other: Self) -> Self {
        if other.is_pointer() || other == Source::Stack || !is_address(constant.1) {
            Source::Number
        } else if constant.0 == Source::Upper {
            Source::Open(constant.1 as u32)
        } else {
            Source::Base(constant.1 as u32)
        }
    }

    /// Source of a pointer plus a number.
    fn moved(self, value: u64) -> Self {
        match self {
            Source::Address => Source::Base(value as u32),
            Source::Near(base) => Source::Base(base),
            other => other,
        }
    }

    /// Source of a difference.
    #[inline]
    pub(super) fn difference(a: (Self, u64), b: (Self, u64)) -> Self {
        match a.0 {
            Source::Number => Source::Number,
            Source::Stack if matches!(b.0, Source::Number | Source::Constant) => Source::Stack,
            one if one.is_pointer() && !b.0.is_pointer() && b.0 != Source::Stack => one.moved(a.1),
            Source::Constant if b.0 == Source::Constant => Source::Constant,
            _ => Source::Number,
        }
    }

    /// Source of a union of bits, with which some machines compose constants.
    #[inline]
    pub(super) fn union(a: Self, b: Self) -> Self {
        match (a, b) {
            (Source::Constant, Source::Constant) => Source::Constant,
            (Source::Upper, Source::Constant) | (Source::Constant, Source::Upper) => {
                Source::Address
            }
            _ => Source::Number,
        }
    }

    /// Source of a number of which the low bits are removed, as for alignment.
    #[inline]
    pub(super) fn rounded(self, mask: (Self, u64)) -> Self {
        let is_mask = matches!(mask.0, Source::Constant) && mask.1 >= 0xffff_0000;
        if is_mask { self } else { Source::Number }
    }

    /// Source of the value of a register that got one with this source.
    #[inline]
    pub(super) fn in_register(self) -> Self {
        if self == Source::Constant { Source::Upper } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::Source::{self, Address, Base, Constant, Near, Number, Open, Stack, Upper};

    #[test]
    fn an_address_keeps_the_constant_that_it_was_made_from() {
        let sum = |a: (Source, u64), b: (Source, u64)| {
            let source = Source::sum(a, b);
            assert_eq!(Source::sum(b, a), source, "{a:?} {b:?}");
            source
        };
        let (upper, low) = ((Upper, 0x1001_0000), (Constant, 8));
        assert_eq!(sum(upper, low), Address);
        assert_eq!(sum((Address, 0x1001_0008), (Constant, 4)), Near(0x1001_0008));
        assert_eq!(sum((Near(0x1001_0008), 0x1001_000c), (Constant, 4)), Base(0x1001_0008));
        assert_eq!(sum((Address, 0x1001_0008), (Number, 40)), Base(0x1001_0008));
        assert_eq!(sum(upper, (Number, 40)), Open(0x1001_0000));
        assert_eq!(sum((Open(0x1001_0000), 0x1001_0028), low), Base(0x1001_0008));
        assert_eq!(sum((Base(0x1001_0008), 0x1001_0010), (Number, 7)), Base(0x1001_0008));
        // Two addresses: one of them is a distance.
        assert_eq!(sum((Base(0x1001_0008), 1), (Address, 0x1001_0000)), Number);
        // A number and a small constant are no address.
        assert_eq!(sum((Number, 7), low), Number);
        assert_eq!(sum((Stack, 0x7fff_0000), low), Stack);
        assert_eq!(sum((Stack, 0x7fff_0000), (Number, 3)), Stack);
        let difference = Source::difference;
        assert_eq!(difference((Base(0x5000), 0x5004), (Base(0x5000), 0x5000)), Number);
        assert_eq!(difference((Base(0x5000), 0x5004), (Number, 4)), Base(0x5000));
        assert_eq!(difference((Stack, 0x5004), (Constant, 4)), Stack);
    }
}
