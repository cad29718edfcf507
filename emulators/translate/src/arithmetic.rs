//! Arithmetic on 32-bit words, and on 36-bit words in 64-bit numbers.

use cranelift_codegen::ir::condcodes::{CondCode, IntCC};
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, InstructionData, Opcode, Value, ValueDef};
use machine::native::BinaryOp;

use crate::emit::{Emitter, Held};

/// Mask of a 36-bit word.
const MASK: i64 = (1 << 36) - 1;

impl Emitter<'_, '_> {
    /// A value with the same low bits as this one, and possibly other bits above.
    pub(crate) fn loose(&self, value: Value) -> Value {
        self.loose.get(&value).copied().unwrap_or(value)
    }

    /// Clears the bits above a word.
    pub(crate) fn cut_off(&mut self, loose: Value) -> Value {
        let value = self.b.ins().band_imm_u(loose, MASK);
        self.loose.insert(value, loose);
        value
    }

    /// AND, where one operand may keep its tags because the other has none of these bits.
    pub(crate) fn and(&mut self, a: Held, b: Held) -> Value {
        let (a, b) = (self.value(a), self.value(b));
        let bits = self.width(a).min(self.width(b));
        let (a, b) = match (self.loose(a), self.loose(b)) {
            (loose, same) if same == b => (loose, b),
            (_, loose) => (a, loose),
        };
        let value = self.b.ins().band(a, b);
        self.narrow(value, bits)
    }

    /// AND with the complement of the second.
    pub(crate) fn and_not(&mut self, a: Held, b: Held) -> Value {
        let (a, b) = (self.value(a), self.value(b));
        let b = self.loose(b);
        let value = self.b.ins().band_not(a, b);
        self.narrow(value, self.width(a))
    }

    pub(crate) fn not(&mut self, a: Value) -> Value {
        if self.region.shape.bits == 32 {
            self.b.ins().bnot(a)
        } else {
            self.b.ins().bxor_imm_u(a, MASK)
        }
    }

    pub(crate) fn sign_extend(&mut self, a: Value, bits: u32) -> Value {
        match (self.region.shape.bits, bits) {
            (32, 8) => {
                let low = self.b.ins().ireduce(I8, a);
                self.b.ins().sextend(I32, low)
            }
            (32, 16) => {
                let low = self.b.ins().ireduce(I16, a);
                self.b.ins().sextend(I32, low)
            }
            (width, bits) => {
                let away = if width == 32 { 32 } else { 64 } - i64::from(bits);
                let high = self.b.ins().ishl_imm_u(a, away);
                let number = self.b.ins().sshr_imm_u(high, away);
                if width == 36 { self.b.ins().band_imm_u(number, MASK) } else { number }
            }
        }
    }

    /// Operation on two values; `count` is the second if it is a constant.
    pub(crate) fn two(&mut self, two: BinaryOp, a: Value, b: Value, count: Option<u64>) -> Value {
        if self.region.shape.bits == 32 {
            return self.two32(two, a, b);
        }
        let (value, bits) = self.two36(two, a, b, count);
        if bits <= self.region.shape.bits { self.narrow(value, bits) } else { self.cut_off(value) }
    }

    pub(crate) fn compare(&mut self, condition: IntCC, a: Value, b: Value) -> Value {
        let word = self.word();
        let holds = self.b.ins().icmp(condition, a, b);
        self.b.ins().uextend(word, holds)
    }

    fn two32(&mut self, two: BinaryOp, a: Value, b: Value) -> Value {
        match two {
            BinaryOp::Add => self.b.ins().iadd(a, b),
            BinaryOp::Sub => self.b.ins().isub(a, b),
            BinaryOp::Mul => self.b.ins().imul(a, b),
            BinaryOp::And => self.b.ins().band(a, b),
            BinaryOp::Or => match self.rotation(a, b).or_else(|| self.rotation(b, a)) {
                Some((high, low, left)) if high == low => self.b.ins().rotl_imm_u(high, left),
                // On many processors, an instruction that shifts two words is slower than three.
                Some(_) => self.b.ins().iadd(a, b),
                None => self.b.ins().bor(a, b),
            },
            BinaryOp::Xor => self.b.ins().bxor(a, b),
            BinaryOp::Shl => self.b.ins().ishl(a, b),
            BinaryOp::Shr => self.b.ins().ushr(a, b),
            BinaryOp::Sar => self.b.ins().sshr(a, b),
            BinaryOp::Equals => self.compare(IntCC::Equal, a, b),
            BinaryOp::Differs => self.compare(IntCC::NotEqual, a, b),
            BinaryOp::Less => self.compare(IntCC::SignedLessThan, a, b),
            BinaryOp::Below => self.compare(IntCC::UnsignedLessThan, a, b),
            BinaryOp::HalfSum => {
                let (a, b) = (self.b.ins().uextend(I64, a), self.b.ins().uextend(I64, b));
                let sum = self.b.ins().iadd(a, b);
                let half = self.b.ins().ushr_imm_u(sum, 1);
                self.b.ins().ireduce(I32, half)
            }
            BinaryOp::MultiplyHigh | BinaryOp::MultiplyHighUnsigned => {
                let product = self.product(two == BinaryOp::MultiplyHigh, a, b);
                let high = self.b.ins().ushr_imm_u(product, 32);
                self.b.ins().ireduce(I32, high)
            }
            // In 64 bits no quotient overflows.
            _ => {
                let signed = matches!(two, BinaryOp::Divide | BinaryOp::Remainder);
                let [a, b] = [a, b].map(|word| self.extended(word, signed));
                let quotient = self.quotient(two, a, b);
                self.b.ins().ireduce(I32, quotient)
            }
        }
    }

    /// A 32-bit word as a 64-bit number.
    fn extended(&mut self, word: Value, signed: bool) -> Value {
        let ins = self.b.ins();
        if signed { ins.sextend(I64, word) } else { ins.uextend(I64, word) }
    }

    /// The product of two 32-bit words in 64 bits.
    pub(crate) fn product(&mut self, signed: bool, a: Value, b: Value) -> Value {
        let [a, b] = [a, b].map(|word| self.extended(word, signed));
        self.b.ins().imul(a, b)
    }

    /// If these are the upper bits of one 32-bit word and the lower bits of another, the words and
    /// the distance to the left.
    fn rotation(&self, high: Value, low: Value) -> Option<(Value, Value, i64)> {
        let (high, left) = self.shifted(high, Opcode::Ishl)?;
        let (low, right) = self.shifted(low, Opcode::Ushr)?;
        (left > 0 && left + right == 32).then_some((high, low, left))
    }

    /// Operand and constant distance, if a value is the result of this shift.
    fn shifted(&self, value: Value, shift: Opcode) -> Option<(Value, i64)> {
        let InstructionData::Binary { opcode, args: [word, by] } = self.definition(value)? else {
            return None;
        };
        let InstructionData::UnaryImm { imm, .. } = self.definition(by)? else { return None };
        (opcode == shift).then(|| (word, i64::from(imm)))
    }

    /// The instruction whose only result is a value.
    fn definition(&self, value: Value) -> Option<InstructionData> {
        match self.b.func.dfg.value_def(value) {
            ValueDef::Result(instruction, 0) => Some(self.b.func.dfg.insts[instruction]),
            _ => None,
        }
    }

    /// The opposite of a comparison's result.
    pub(crate) fn opposite(&mut self, holds: Value) -> Option<Value> {
        let InstructionData::Unary { opcode: Opcode::Uextend, arg } = self.definition(holds)?
        else {
            return None;
        };
        let InstructionData::IntCompare { cond, args: [a, b], .. } = self.definition(arg)? else {
            return None;
        };
        Some(self.compare(cond.complement(), a, b))
    }

    /// Quotient or remainder of 64-bit numbers.
    fn quotient(&mut self, two: BinaryOp, a: Value, b: Value) -> Value {
        match two {
            BinaryOp::Divide => self.b.ins().sdiv(a, b),
            BinaryOp::DivideUnsigned => self.b.ins().udiv(a, b),
            BinaryOp::Remainder => self.b.ins().srem(a, b),
            _ => self.b.ins().urem(a, b),
        }
    }

    /// The result before masking, and its maximum width.
    fn two36(&mut self, two: BinaryOp, a: Value, b: Value, count: Option<u64>) -> (Value, u32) {
        let (wide, narrow) = (self.width(a), self.width(b));
        let count = count.and_then(|count| u32::try_from(count).ok());
        let bits = match two {
            BinaryOp::Add => wide.max(narrow) + 1,
            BinaryOp::Sub => u64::BITS,
            BinaryOp::Mul => wide + narrow,
            BinaryOp::Shl => count.map_or(u64::BITS, |count| wide + count),
            _ => 0,
        };
        // Bits above a word do not affect the low bits, so a result that is masked needs no masked
        // operands.
        let is_cut = bits > self.region.shape.bits;
        let (a, b) = match two {
            BinaryOp::Shl if is_cut => (self.loose(a), b),
            _ if is_cut => (self.loose(a), self.loose(b)),
            _ => (a, b),
        };
        match two {
            BinaryOp::Add => (self.b.ins().iadd(a, b), bits),
            BinaryOp::Sub => (self.b.ins().isub(a, b), bits),
            BinaryOp::Mul => (self.b.ins().imul(a, b), bits),
            BinaryOp::Shl => (self.b.ins().ishl(a, b), bits),
            BinaryOp::And => (self.b.ins().band(a, b), wide.min(narrow)),
            BinaryOp::Or => (self.b.ins().bor(a, b), wide.max(narrow)),
            BinaryOp::Xor => (self.b.ins().bxor(a, b), wide.max(narrow)),
            BinaryOp::Shr => (self.b.ins().ushr(a, b), wide.saturating_sub(count.unwrap_or(0))),
            BinaryOp::Equals => (self.compare(IntCC::Equal, a, b), 1),
            BinaryOp::Differs => (self.compare(IntCC::NotEqual, a, b), 1),
            BinaryOp::Below => (self.compare(IntCC::UnsignedLessThan, a, b), 1),
            BinaryOp::Less => {
                let (a, b) = (self.high(a), self.high(b));
                (self.compare(IntCC::SignedLessThan, a, b), 1)
            }
            BinaryOp::Sar => {
                let a = self.signed(a);
                (self.b.ins().sshr(a, b), u64::BITS)
            }
            BinaryOp::HalfSum => {
                let sum = self.b.ins().iadd(a, b);
                (self.b.ins().ushr_imm_u(sum, 1), self.region.shape.bits)
            }
            BinaryOp::Divide | BinaryOp::Remainder => {
                let (a, b) = (self.signed(a), self.signed(b));
                (self.quotient(two, a, b), u64::BITS)
            }
            BinaryOp::DivideUnsigned | BinaryOp::RemainderUnsigned => {
                (self.quotient(two, a, b), wide)
            }
            BinaryOp::MultiplyHigh => {
                let (a, b) = (self.high(a), self.signed(b));
                (self.b.ins().smulhi(a, b), u64::BITS)
            }
            BinaryOp::MultiplyHighUnsigned => {
                let a = self.high(a);
                (self.b.ins().umulhi(a, b), u64::BITS)
            }
        }
    }

    /// A word in the upper bits of 64.
    fn high(&mut self, a: Value) -> Value {
        let a = self.loose(a);
        self.b.ins().ishl_imm_u(a, 64 - 36)
    }

    fn signed(&mut self, a: Value) -> Value {
        let high = self.high(a);
        self.b.ins().sshr_imm_u(high, 64 - 36)
    }
}
