//! Access kinds of instructions: the cycles around what an instruction computes.
//!
//! `compute` is the closure of the instruction's row.

use kit::{Trap, Value};
use machine::semantics::Semantics;

use super::bus::Bus;
use super::cpu::{A, CALLS, Cpu, D, Done};
use super::mode::Mode;

/// Operand of an instruction, after its bytes were fetched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operand<V> {
    pub(crate) mode: Mode,
    /// Whether a crossed page takes another cycle.
    pub(crate) crossing: bool,
    /// Number, address or branch target.
    pub(crate) constant: i64,
    /// The same as a value.
    pub(crate) number: V,
    /// Branch target after an address.
    pub(crate) target: V,
}

type Of<M> = Operand<<M as Semantics>::V>;

impl<M: Bus, const CMOS: bool> Cpu<M, CMOS> {
    /// Value of the operand, its address, and additional cycles.
    #[inline(always)]
    fn fetched(self, o: Of<M>) -> Result<[M::V; 3], Trap> {
        if o.mode == Mode::Immediate {
            return Ok([o.number, self.last(), self.k(0)]);
        }
        let (address, cycles) = self.address(o.mode, o.crossing, o.number)?;
        Ok([self.byte(address)?, address, cycles])
    }

    /// Reads an operand.
    #[inline(always)]
    pub(crate) fn read(self, o: Of<M>, compute: impl FnOnce(Self, M::V)) -> Done {
        let [value, _, cycles] = self.fetched(o)?;
        compute(self, value);
        self.spend(cycles);
        Ok(())
    }

    /// Reads an operand; decimal arithmetic takes the 65C02 another cycle.
    #[inline(always)]
    pub(crate) fn add(self, o: Of<M>, compute: impl FnOnce(Self, M::V)) -> Done {
        let [value, address, cycles] = self.fetched(o)?;
        let is_decimal = self.has(D).differs(self.k(0));
        compute(self, value);
        if CMOS {
            self.idle_if(is_decimal, address);
            self.spend(cycles + is_decimal);
        } else {
            self.spend(cycles);
        }
        Ok(())
    }

    /// Writes a register.
    #[inline(always)]
    pub(crate) fn write(self, o: Of<M>, compute: impl FnOnce(Self) -> M::V) -> Done {
        let (address, _) = self.address(o.mode, o.crossing, o.number)?;
        self.store(address, compute(self), 1)
    }

    /// Writes a value that is masked with the high byte of the address before indexing, plus 1.
    ///
    /// If the index leads to another page, the value is also the high byte of the address.
    #[inline(always)]
    pub(crate) fn masked(self, o: Of<M>, compute: impl FnOnce(Self) -> M::V) -> Done {
        let (base, index) = self.base(o.mode, o.number)?;
        let (high, low) = (base >> self.k(8), self.low(base) + self.get(index));
        let value = compute(self) & self.next(high);
        self.idle(high << self.k(8) | self.low(low));
        let high = self.k(0xff).below(low).pick(value, high);
        self.store(high << self.k(8) | self.low(low), value, 1)
    }

    /// Changes an operand in place.
    #[inline(always)]
    pub(crate) fn modify(self, o: Of<M>, compute: impl FnOnce(Self, M::V) -> M::V) -> Done {
        if o.mode == Mode::Accumulator {
            self.idle(self.following());
            self.set(A, compute(self, self.get(A)));
            return Ok(());
        }
        let (address, cycles) = self.address(o.mode, o.crossing, o.number)?;
        let old = self.byte(address)?;
        if CMOS {
            self.idle(address);
        } else {
            self.write_back(address, old);
        }
        let new = compute(self, old);
        self.spend(cycles);
        self.store(address, new, 1)
    }

    /// Works on registers only.
    #[inline(always)]
    pub(crate) fn implied(self, _: Of<M>, compute: impl FnOnce(Self)) -> Done {
        self.idle(self.following());
        compute(self);
        Ok(())
    }

    /// Does nothing, in no further cycle.
    #[inline(always)]
    pub(crate) fn skip(self, _: Of<M>, compute: impl FnOnce(Self)) -> Done {
        compute(self);
        Ok(())
    }

    /// Branches on a condition.
    #[inline(always)]
    pub(crate) fn branches(self, o: Of<M>, condition: impl FnOnce(Self) -> M::V) -> Done {
        self.branch_if(condition(self), o.number);
        Ok(())
    }

    /// Branches on bits of a byte of page zero.
    #[inline(always)]
    pub(crate) fn tests(self, o: Of<M>, condition: impl FnOnce(Self, M::V) -> M::V) -> Done {
        let byte = self.byte(o.number)?;
        self.idle(o.number);
        self.branch_if(condition(self, byte), o.target);
        Ok(())
    }

    /// Pushes a register.
    #[inline(always)]
    pub(crate) fn pushes(self, _: Of<M>, compute: impl FnOnce(Self) -> M::V) -> Done {
        self.idle(self.following());
        self.push([compute(self)])
    }

    /// Pulls a register.
    #[inline(always)]
    pub(crate) fn pulls(self, _: Of<M>, compute: impl FnOnce(Self, M::V)) -> Done {
        let [byte] = self.pull()?;
        compute(self, byte);
        Ok(())
    }

    /// Goes to the operand, or asks the machine if a system call is there.
    #[inline(always)]
    pub(crate) fn transfer(self, o: Of<M>, act: impl FnOnce(Self, M::V) -> Done) -> Done {
        if CALLS.contains(&o.constant) { self.ask(o.constant as u32) } else { act(self, o.number) }
    }

    /// Changes the flow, or stops the processor.
    #[inline(always)]
    pub(crate) fn control(self, o: Of<M>, act: impl FnOnce(Self, M::V) -> Done) -> Done {
        act(self, o.number)
    }
}
