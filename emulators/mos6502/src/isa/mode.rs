//! Addressing modes: how operands are written, and the bytes that they take.

/// Addressing mode of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Implied,
    Accumulator,
    Immediate,
    Zero,
    ZeroX,
    ZeroY,
    Absolute,
    AbsoluteX,
    AbsoluteY,
    IndexedIndirect,
    IndirectIndexed,
    Indirect,
    Relative,
    /// On the 65C02.
    ZeroIndirect,
    /// For `JMP` of the 65C02.
    AbsoluteIndexedIndirect,
    /// For `BBR` and `BBS` of the 65C02.
    ZeroRelative,
}

impl Mode {
    /// Operand as in a source, and its bits, the last byte first.
    ///
    /// The letters: `n` is a byte, `z` a byte in page zero, `p` a pointer there, `a` an address, and
    /// `r` a branch target, stored as its distance from the following instruction.
    pub(crate) const fn operand(self) -> (&'static str, &'static str) {
        match self {
            Mode::Implied => ("", ""),
            Mode::Accumulator => ("A", ""),
            Mode::Immediate => ("#n", "nnnnnnnn"),
            Mode::Zero => ("z", "zzzzzzzz"),
            Mode::ZeroX => ("z,X", "zzzzzzzz"),
            Mode::ZeroY => ("z,Y", "zzzzzzzz"),
            Mode::Absolute => ("a", "aaaaaaaaaaaaaaaa"),
            Mode::AbsoluteX => ("a,X", "aaaaaaaaaaaaaaaa"),
            Mode::AbsoluteY => ("a,Y", "aaaaaaaaaaaaaaaa"),
            Mode::IndexedIndirect => ("(p,X)", "pppppppp"),
            Mode::IndirectIndexed => ("(p),Y", "pppppppp"),
            Mode::Indirect => ("(a)", "aaaaaaaaaaaaaaaa"),
            Mode::Relative => ("r", "rrrrrrrr"),
            Mode::ZeroIndirect => ("(p)", "pppppppp"),
            Mode::AbsoluteIndexedIndirect => ("(a,X)", "aaaaaaaaaaaaaaaa"),
            Mode::ZeroRelative => ("z,r", "rrrrrrrrzzzzzzzz"),
        }
    }
}
