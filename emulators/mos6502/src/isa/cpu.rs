//! Parts of instructions, for any interpretation: flags, arithmetic, addresses and the stack.
//!
//! A byte is a value below 256.

use std::ops::Deref;

use kit::{Trap, Value};

use super::bus::Bus;
use super::mode::Mode;

/// Slots of the registers.
pub(crate) const A: u8 = 0;
pub(crate) const X: u8 = 1;
pub(crate) const Y: u8 = 2;
/// Low byte of the stack pointer: the next free byte of page 1.
pub(crate) const S: u8 = 3;
/// Flags; [`U`] is set and [`B`] is clear.
pub(crate) const P: u8 = 4;
/// Flags before the last `CLI`, `SEI` or `PLP`, with [`U`], until the machine has looked at them.
pub(crate) const EARLIER_P: u8 = 5;
/// Number of slots.
pub(crate) const SLOTS: usize = 6;

/// Flags of the register P.
pub(crate) const N: u8 = 0x80;
pub(crate) const V: u8 = 0x40;
/// The bit that is always 1.
pub(crate) const U: u8 = 0x20;
/// 1 where an instruction pushed P, 0 where an interrupt did.
pub(crate) const B: u8 = 0x10;
pub(crate) const D: u8 = 0x08;
pub(crate) const I: u8 = 0x04;
pub(crate) const Z: u8 = 0x02;
pub(crate) const C: u8 = 0x01;

/// Bits of A that `ANE` and `LAX #` let through, on most chips.
const UNSTABLE: u64 = 0xee;

/// Vector of interrupts and of `BRK`.
pub(crate) const IRQ: u64 = 0xfffe;

/// Addresses at which system calls are: a jump there is a request with the address as its number.
pub(crate) const CALLS: std::ops::Range<i64> = 0xfff4..0xfffa;

/// Other requests to the machine.
pub(crate) const JAM: u32 = 1;
pub(crate) const STOP: u32 = 2;
pub(crate) const WAIT: u32 = 3;

const STACK: u64 = 0x0100;

/// Result of an instruction; on error it has changed nothing.
pub(crate) type Done = Result<(), Trap>;

/// An instruction of the NMOS 6502, or of the 65C02, in one interpretation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cpu<M, const CMOS: bool>(pub(crate) M);

impl<M, const CMOS: bool> Deref for Cpu<M, CMOS> {
    type Target = M;

    #[inline(always)]
    fn deref(&self) -> &M {
        &self.0
    }
}

/// Flags.
impl<M: Bus, const CMOS: bool> Cpu<M, CMOS> {
    /// Whether a flag is set, as a value that is not 0.
    pub(crate) fn has(self, flag: u8) -> M::V {
        self.get(P) & self.k(flag.into())
    }

    /// Whether a flag is clear.
    pub(crate) fn lacks(self, flag: u8) -> M::V {
        self.has(flag).equals(self.k(0))
    }

    /// Replaces some flags.
    fn put_flags(self, flags: u8, bits: M::V) {
        self.set(P, self.get(P) & self.k((!flags).into()) | bits);
    }

    pub(crate) fn clear(self, flag: u8) {
        self.put_flags(flag, self.k(0));
    }

    pub(crate) fn raise(self, flag: u8) {
        self.put_flags(flag, self.k(flag.into()));
    }

    /// Bits N and Z for a result.
    fn nz(self, result: M::V) -> M::V {
        result & self.k(N.into()) | self.z(result)
    }

    /// Bit Z for a result.
    fn z(self, result: M::V) -> M::V {
        result.equals(self.k(0)) << self.k(1)
    }

    /// Sets a register, and N and Z for it.
    pub(crate) fn result(self, slot: u8, result: M::V) {
        self.set(slot, result);
        self.put_flags(N | Z, self.nz(result));
    }

    /// Sets N and Z for a result, which it returns.
    pub(crate) fn tested(self, result: M::V) -> M::V {
        self.put_flags(N | Z, self.nz(result));
        result
    }

    /// Sets N, Z and C for a result, which it returns.
    fn carried(self, result: M::V, carry: M::V) -> M::V {
        self.put_flags(N | Z | C, self.nz(result) | carry);
        result
    }

    /// Changes flags after the processor has looked for interrupts, in the last cycle.
    pub(crate) fn after_poll(self, change: impl FnOnce(Self)) {
        self.set(EARLIER_P, self.pushed_flags());
        change(self);
    }

    /// P as an instruction pushes it.
    pub(crate) fn pushed_flags(self) -> M::V {
        self.get(P) | self.k((B | U).into())
    }

    /// Sets P to a byte from the stack.
    pub(crate) fn pull_flags(self, pulled: M::V) {
        self.set(P, pulled & self.k((!B).into()) | self.k(U.into()));
    }

    /// Z for a test of bits.
    pub(crate) fn test_bits(self, operand: M::V) {
        self.put_flags(Z, self.z(self.get(A) & operand));
    }

    /// N, V and Z for a test of bits.
    pub(crate) fn bit(self, operand: M::V) {
        let bits = operand & self.k((N | V).into());
        self.put_flags(N | V | Z, bits | self.z(self.get(A) & operand));
    }
}

/// Arithmetic.
impl<M: Bus, const CMOS: bool> Cpu<M, CMOS> {
    /// The low byte of a value.
    pub(crate) fn low(self, value: M::V) -> M::V {
        value & self.k(0xff)
    }

    /// A byte plus 1.
    pub(crate) fn next(self, byte: M::V) -> M::V {
        self.low(byte + self.k(1))
    }

    /// A byte minus 1.
    pub(crate) fn previous(self, byte: M::V) -> M::V {
        self.low(byte - self.k(1))
    }

    /// The flag C as 1 or 0.
    pub(crate) fn carry(self) -> M::V {
        self.has(C)
    }

    /// A byte shifted left, with a new bit 0; its bit 7 becomes C.
    pub(crate) fn left(self, byte: M::V, bit: M::V) -> M::V {
        self.carried(self.low(byte << self.k(1) | bit), byte >> self.k(7))
    }

    /// A byte shifted right, with a new bit 7; its bit 0 becomes C.
    pub(crate) fn right(self, byte: M::V, bit: M::V) -> M::V {
        self.carried(byte >> self.k(1) | bit << self.k(7), byte & self.k(1))
    }

    /// Compares a register with an operand.
    pub(crate) fn compare(self, register: M::V, operand: M::V) {
        let carry = register.below(operand) ^ self.k(1);
        self.carried(self.low(register - operand), carry);
    }

    /// Adds in binary or, if D is set, in decimal.
    ///
    /// With invalid digits too, results and flags are those of the chips. Source: Bruce Clark,
    /// "Decimal Mode" (6502.org), appendix A.
    pub(crate) fn adc(self, b: M::V, carry: M::V) {
        let k = |number| self.k(number);
        let (a, is_decimal) = (self.get(A), self.has(D));
        let binary = a + b + carry;
        let digit = (a & k(0x0f)) + (b & k(0x0f)) + carry;
        let digit = k(9).below(digit).pick(((digit + k(6)) & k(0x0f)) + k(0x10), digit);
        let uncorrected = (a & k(0xf0)) + (b & k(0xf0)) + digit;
        let decimal = k(0x9f).below(uncorrected).pick(uncorrected + k(0x60), uncorrected);

        let signed = is_decimal.pick_seldom(uncorrected, binary);
        let sum = is_decimal.pick_seldom(decimal, binary);
        let (result, carry) = (self.low(sum), k(0xff).below(sum));
        let v = ((a ^ signed) & (b ^ signed) & k(N.into())) >> k(1);
        let nz =
            if CMOS { self.nz(result) } else { signed & k(N.into()) | self.z(self.low(binary)) };
        self.set(A, result);
        self.put_flags(N | V | Z | C, nz | v | carry);
    }

    /// Subtracts in binary or, if D is set, in decimal; the source is that of [`adc`](Self::adc).
    pub(crate) fn sbc(self, b: M::V) {
        let k = |number| self.k(number);
        let (a, is_decimal, borrow) = (self.get(A), self.has(D), self.carry() ^ k(1));
        let binary = a - b - borrow;
        let digit = (a & k(0x0f)) - (b & k(0x0f)) - borrow;
        let decimal = if CMOS {
            let corrected = self.is_negative(binary).pick(binary - k(0x60), binary);
            self.is_negative(digit).pick(corrected - k(6), corrected)
        } else {
            let digit = self.is_negative(digit).pick(((digit - k(6)) & k(0x0f)) - k(0x10), digit);
            let corrected = (a & k(0xf0)) - (b & k(0xf0)) + digit;
            self.is_negative(corrected).pick(corrected - k(0x60), corrected)
        };
        let result = self.low(is_decimal.pick_seldom(decimal, binary));
        let v = ((a ^ b) & (a ^ binary) & k(N.into())) >> k(1);
        let nz = self.nz(if CMOS { result } else { self.low(binary) });
        self.set(A, result);
        self.put_flags(N | V | Z | C, nz | v | self.is_negative(binary) ^ k(1));
    }

    /// Whether a difference is below 0, as 1 or 0.
    fn is_negative(self, difference: M::V) -> M::V {
        difference >> self.k(15)
    }

    /// `AND`, then `ROR` with flags from inside the adder; in decimal with its corrections.
    pub(crate) fn arr(self, operand: M::V) {
        let k = |number| self.k(number);
        let (and, is_decimal) = (self.get(A) & operand, self.has(D));
        let rotated = and >> k(1) | self.carry() << k(7);
        let (low, high) = (and & k(0x0f), and >> k(4));
        let low_carries = k(5).below(low + (low & k(1)));
        let high_carries = k(5).below(high + (high & k(1)));
        let decimal = rotated & k(0xf0) | low_carries.pick(rotated + k(6), rotated) & k(0x0f);
        let decimal = self.low(high_carries.pick(decimal + k(0x60), decimal));
        let carry = is_decimal.pick_seldom(high_carries, rotated >> k(6) & k(1));
        let v = is_decimal.pick_seldom(and ^ rotated, rotated ^ rotated << k(1)) & k(V.into());
        self.set(A, is_decimal.pick_seldom(decimal, rotated));
        self.put_flags(N | V | Z | C, self.nz(rotated) | v | carry);
    }

    pub(crate) fn anc(self, operand: M::V) {
        let result = self.get(A) & operand;
        self.set(A, self.carried(result, result >> self.k(7)));
    }

    pub(crate) fn axs(self, operand: M::V) {
        let both = self.get(A) & self.get(X);
        self.set(X, self.low(both - operand));
        self.compare(both, operand);
    }

    /// A with the bits that unstable instructions let through.
    pub(crate) fn unstable(self) -> M::V {
        self.get(A) | self.k(UNSTABLE)
    }
}

/// Memory.
impl<M: Bus, const CMOS: bool> Cpu<M, CMOS> {
    pub(crate) fn byte(self, address: M::V) -> Result<M::V, Trap> {
        self.load(address, 1)
    }

    pub(crate) fn word(self, address: M::V) -> Result<M::V, Trap> {
        let low = self.byte(address)?;
        Ok(low | self.byte(address + self.k(1))? << self.k(8))
    }

    /// A word, of which the second byte is in the same page as the first.
    pub(crate) fn word_in_page(self, address: M::V) -> Result<M::V, Trap> {
        let low = self.byte(address)?;
        Ok(low | self.byte(self.in_page_after(address))? << self.k(8))
    }

    /// Address after a byte, or the start of its page after the last one.
    fn in_page_after(self, address: M::V) -> M::V {
        address & self.k(0xff00) | self.next(self.low(address))
    }

    /// Address of the last byte of this instruction.
    pub(crate) fn last(self) -> M::V {
        self.following() - self.k(1)
    }

    /// Whether two addresses are in different pages, as 1 or 0.
    fn crosses(self, one: M::V, other: M::V) -> M::V {
        ((one ^ other) & self.k(0xff00)).differs(self.k(0))
    }

    /// Address of an indexed byte of page zero.
    fn zero_page(self, base: M::V, index: u8) -> M::V {
        self.idle(base);
        self.low(base + self.get(index))
    }

    /// Address before indexing, and the register that is added, for the modes that index a word.
    pub(crate) fn base(self, mode: Mode, operand: M::V) -> Result<(M::V, u8), Trap> {
        Ok(match mode {
            Mode::AbsoluteX => (operand, X),
            Mode::IndirectIndexed => (self.word_in_page(operand)?, Y),
            _ => (operand, Y),
        })
    }

    /// Address of the operand, and additional cycles.
    ///
    /// The cycle that corrects the high byte of an indexed address is always there, or, if
    /// `only_crossing`, if the index leads to another page.
    #[inline(always)]
    pub(crate) fn address(
        self,
        mode: Mode,
        only_crossing: bool,
        operand: M::V,
    ) -> Result<(M::V, M::V), Trap> {
        if M::SHARES {
            self.shared_address(mode, only_crossing, operand)
        } else {
            self.address_in(mode, only_crossing, operand)
        }
    }

    /// The same as one function for all modes.
    #[inline(never)]
    fn shared_address(
        self,
        mode: Mode,
        only_crossing: bool,
        operand: M::V,
    ) -> Result<(M::V, M::V), Trap> {
        self.address_in(mode, only_crossing, operand)
    }

    #[inline(always)]
    fn address_in(
        self,
        mode: Mode,
        only_crossing: bool,
        operand: M::V,
    ) -> Result<(M::V, M::V), Trap> {
        let address = match mode {
            Mode::ZeroX => self.zero_page(operand, X),
            Mode::ZeroY => self.zero_page(operand, Y),
            Mode::IndexedIndirect => self.word_in_page(self.zero_page(operand, X))?,
            Mode::ZeroIndirect => self.word_in_page(operand)?,
            Mode::AbsoluteX | Mode::AbsoluteY | Mode::IndirectIndexed => {
                let (base, index) = self.base(mode, operand)?;
                let address = base + self.get(index);
                let crosses = self.crosses(base, address);
                let uncorrected = base & self.k(0xff00) | self.low(address);
                let idle = if CMOS { self.last() } else { uncorrected };
                if only_crossing {
                    self.idle_if(crosses, idle);
                    return Ok((address, crosses));
                }
                self.idle(idle);
                address
            }
            _ => operand,
        };
        Ok((address, self.k(0)))
    }

    /// Branches if `condition` is not 0.
    pub(crate) fn branch_if(self, condition: M::V, to: M::V) {
        let from = self.following();
        let crosses = condition.pick(self.crosses(from, to), self.k(0));
        self.idle_if(condition, from);
        self.idle_if(crosses, from & self.k(0xff00) | self.low(to));
        self.spend(condition.pick(self.k(1) + crosses, self.k(0)));
        self.branch(condition, to);
    }
}

/// The stack.
impl<M: Bus, const CMOS: bool> Cpu<M, CMOS> {
    /// Address of the byte that is `above` bytes above the free one.
    fn stack(self, above: u64) -> M::V {
        self.k(STACK) | self.low(self.get(S) + self.k(above))
    }

    /// A cycle in which the free byte of the stack is read.
    pub(crate) fn idle_stack(self) {
        self.idle(self.stack(0));
    }

    /// Pushes bytes.
    pub(crate) fn push<const COUNT: usize>(self, bytes: [M::V; COUNT]) -> Done {
        let top = self.get(S);
        for (below, byte) in (0..).zip(bytes) {
            self.store(self.k(STACK) | self.low(top - self.k(below)), byte, 1)?;
        }
        self.set(S, self.low(top - self.k(COUNT as u64)));
        Ok(())
    }

    /// Pulls bytes.
    pub(crate) fn pull<const COUNT: usize>(self) -> Result<[M::V; COUNT], Trap> {
        self.idle(self.following());
        self.idle_stack();
        let mut bytes = [self.k(0); COUNT];
        for (above, byte) in (1..).zip(&mut bytes) {
            *byte = self.byte(self.stack(above))?;
        }
        self.set(S, self.low(self.get(S) + self.k(COUNT as u64)));
        Ok(bytes)
    }
}

/// Instructions that change the flow.
impl<M: Bus, const CMOS: bool> Cpu<M, CMOS> {
    pub(crate) fn call(self, to: M::V) -> Done {
        self.idle_stack();
        let last = self.last();
        self.push([last >> self.k(8), self.low(last)])?;
        // The high byte is fetched at the end: pushing may have changed it.
        let read = self.low(to) | self.byte(last)? << self.k(8);
        self.jump(self.read_again(to, read));
        Ok(())
    }

    pub(crate) fn return_from_call(self) -> Done {
        let [low, high] = self.pull()?;
        let last = low | high << self.k(8);
        self.idle(last);
        self.jump(last + self.k(1));
        Ok(())
    }

    pub(crate) fn return_from_interrupt(self) -> Done {
        let [p, low, high] = self.pull()?;
        self.pull_flags(p);
        self.jump(low | high << self.k(8));
        Ok(())
    }

    pub(crate) fn brk(self) -> Done {
        let to = self.word(self.k(IRQ))?;
        self.trap_if(to.equals(self.k(0)), Trap::Break)?;
        let after = self.following() + self.k(1);
        self.idle(self.following());
        self.push([after >> self.k(8), self.low(after), self.pushed_flags()])?;
        self.raise(I);
        if CMOS {
            self.clear(D);
        }
        self.jump(to);
        Ok(())
    }

    /// Jumps to the address at the operand.
    pub(crate) fn jump_indirect(self, pointer: M::V) -> Done {
        if !CMOS {
            self.jump(self.word_in_page(pointer)?);
            return Ok(());
        }
        let low = self.byte(pointer)?;
        self.idle(self.in_page_after(pointer));
        self.jump(low | self.byte(pointer + self.k(1))? << self.k(8));
        Ok(())
    }

    /// Jumps to the address at the operand plus X.
    pub(crate) fn jump_indexed(self, base: M::V) -> Done {
        self.idle(self.last() - self.k(1));
        self.jump(self.word(base + self.get(X))?);
        Ok(())
    }

    /// Does nothing, in another cycle.
    pub(crate) fn long_skip(self) -> Done {
        self.idle(self.last());
        Ok(())
    }
}
