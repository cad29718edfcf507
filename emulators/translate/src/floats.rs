//! Floating point: an instruction of the host in the usual cases, else a call.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::types::{F32, F64, I32, I64};
use cranelift_codegen::ir::{BlockArg, InstBuilder, MemFlagsData, Value};
use machine::native::{HostFloat, HostOp, Id, PureFunction, fields};

use crate::emit::{Emitter, trusted};
use crate::shape::Shape;
use crate::step::Step;

/// Number of results of a call.
pub(crate) const RESULTS: usize = 3;

impl Emitter<'_, '_> {
    /// Calls a function with the arguments in the context.
    pub(crate) fn call(&mut self, PureFunction(function): PureFunction, step: &Step<'_>) {
        for &(number, argument) in &step.arguments {
            let value = self.value(step.get(argument));
            let at = fields::ARGUMENTS + i32::from(number) * 8;
            self.b.ins().store(trusted(), value, self.context, at);
        }
        let function = self.b.ins().iconst(I64, function as usize as i64);
        let arguments = self.b.ins().iadd_imm_s(self.context, i64::from(fields::ARGUMENTS));
        self.b.ins().call_indirect(self.pure, function, &[arguments]);
    }

    /// A result of the last call.
    pub(crate) fn outcome(&mut self, number: u8) -> Value {
        let place = fields::ARGUMENTS + i32::from(number) * 8;
        let word = self.word();
        self.b.ins().load(word, trusted(), self.context, place)
    }

    /// Uses an instruction of the host if a condition is true and the case is usual, else a call;
    /// returns the results, if there is such an instruction.
    pub(crate) fn call_unless(
        &mut self,
        condition: Id,
        host: HostFloat,
        function: PureFunction,
        step: &Step<'_>,
    ) -> Option<[Value; RESULTS]> {
        let condition = step.get(condition);
        let lacks_fused = matches!(host.op, HostOp::Fused { .. }) && !self.has_fused;
        if condition.shape == Shape::Number(0) || lacks_fused {
            self.call(function, step);
            return None;
        }
        let zero = self.b.ins().iconst(I32, 0);
        let (low, high, mut is_usual) = self.quick(host, step);
        let quick = [low, high.unwrap_or(zero), zero];
        if let Shape::Near(..) = condition.shape {
            let condition = self.value(condition);
            let holds = self.b.ins().icmp_imm_u(IntCC::NotEqual, condition, 0);
            is_usual = Some(is_usual.map_or(holds, |is_usual| self.b.ins().band(holds, is_usual)));
        }
        let Some(is_usual) = is_usual else { return Some(quick) };
        let [seldom, done] = [(); 2].map(|()| self.b.create_block());
        self.b.set_cold_block(seldom);
        quick.iter().for_each(|_| {
            self.b.append_block_param(done, I32);
        });
        self.b.ins().brif(is_usual, done, &quick.map(BlockArg::Value), seldom, &[]);
        self.b.switch_to_block(seldom);
        self.call(function, step);
        let called = [0, 1, 2].map(|number| BlockArg::Value(self.outcome(number)));
        self.b.ins().jump(done, &called);
        self.b.switch_to_block(done);
        Some([0, 1, 2].map(|number| self.b.block_params(done)[number]))
    }

    /// Result of an instruction of the host, as the words of a number, and whether it is usual if
    /// that is not certain.
    fn quick(&mut self, host: HostFloat, step: &Step<'_>) -> (Value, Option<Value>, Option<Value>) {
        let HostFloat { op, is_double, is_flagged } = host;
        if op == HostOp::FromWord {
            let word = self.argument(0, step);
            let number = self.b.ins().fcvt_from_sint(F64, word);
            let (low, high) = self.words_of(number, is_double);
            return (low, high, None);
        }
        let count = match op {
            HostOp::Fused { .. } => 3,
            HostOp::SquareRoot | HostOp::Truncate | HostOp::Convert => 1,
            _ => 2,
        };
        let a = self.number(0, is_double, step);
        let b = if count > 1 { self.number(2, is_double, step) } else { a };
        let c = if count > 2 { self.number(4, is_double, step) } else { b };
        let comparison = match op {
            HostOp::Equal => Some(FloatCC::Equal),
            HostOp::Less => Some(FloatCC::LessThan),
            HostOp::LessOrEqual => Some(FloatCC::LessThanOrEqual),
            _ => None,
        };
        if let Some(comparison) = comparison {
            let holds = self.b.ins().fcmp(comparison, a, b);
            let holds = self.b.ins().uextend(I32, holds);
            let are_numbers = self.b.ins().fcmp(FloatCC::Ordered, a, b);
            return (holds, None, Some(are_numbers));
        }
        if op == HostOp::Truncate {
            let fits = self.fits_word(a, is_double);
            return (self.b.ins().fcvt_to_sint_sat(I32, a), None, Some(fits));
        }
        let (result, is_double) = match op {
            HostOp::Add => (self.b.ins().fadd(a, b), is_double),
            HostOp::Subtract => (self.b.ins().fsub(a, b), is_double),
            HostOp::Multiply => (self.b.ins().fmul(a, b), is_double),
            HostOp::Divide => (self.b.ins().fdiv(a, b), is_double),
            HostOp::SquareRoot => (self.b.ins().sqrt(a), is_double),
            HostOp::Fused { negates_product, negates_addend } => {
                let a = if negates_product { self.b.ins().fneg(a) } else { a };
                let c = if negates_addend { self.b.ins().fneg(c) } else { c };
                (self.b.ins().fma(a, b, c), is_double)
            }
            _ if is_double => (self.b.ins().fdemote(F32, a), false),
            _ => (self.b.ins().fpromote(F64, a), true),
        };
        let (low, high) = self.words_of(result, is_double);
        let is_widened = op == HostOp::Convert && is_double;
        let is_usual = if is_flagged && !is_widened {
            self.is_far(high.unwrap_or(low), is_double)
        } else {
            self.b.ins().fcmp(FloatCC::Ordered, result, result)
        };
        (low, high, Some(is_usual))
    }

    /// Argument of a call.
    fn argument(&mut self, number: u8, step: &Step<'_>) -> Value {
        let given = step.arguments.iter().find(|argument| argument.0 == number);
        match given {
            Some(&(_, argument)) => self.value(step.get(argument)),
            None => self.b.ins().iconst(I32, 0),
        }
    }

    /// Number in two arguments.
    fn number(&mut self, at: u8, is_double: bool, step: &Step<'_>) -> Value {
        let low = self.argument(at, step);
        if !is_double {
            return self.b.ins().bitcast(F32, MemFlagsData::new(), low);
        }
        let high = self.argument(at + 1, step);
        let [low, high] = [low, high].map(|word| self.b.ins().uextend(I64, word));
        let high = self.b.ins().ishl_imm_u(high, 32);
        let bits = self.b.ins().bor(high, low);
        self.b.ins().bitcast(F64, MemFlagsData::new(), bits)
    }

    /// Words of a number: the second only of a double.
    fn words_of(&mut self, number: Value, is_double: bool) -> (Value, Option<Value>) {
        if !is_double {
            return (self.b.ins().bitcast(I32, MemFlagsData::new(), number), None);
        }
        let bits = self.b.ins().bitcast(I64, MemFlagsData::new(), number);
        let high = self.b.ins().ushr_imm_u(bits, 32);
        (self.b.ins().ireduce(I32, bits), Some(self.b.ins().ireduce(I32, high)))
    }

    /// Whether the exponent in the high word of a number is far from the lowest and the highest.
    fn is_far(&mut self, high: Value, is_double: bool) -> Value {
        // Below the sign: the exponent, and the part of the fraction in this word.
        let (fraction, top) = if is_double { (20, 0x7ff) } else { (23, 0xff) };
        let magnitude = self.b.ins().ishl_imm_u(high, 1);
        let above = self.b.ins().iadd_imm_s(magnitude, -(2 << (fraction + 1)));
        let exponents = i64::from(top - 3) << (fraction + 1);
        self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, above, exponents)
    }

    /// Whether a number is a word when truncated; the lowest word is not needed.
    fn fits_word(&mut self, number: Value, is_double: bool) -> Value {
        const LIMIT: f32 = 2147483648.0;
        let magnitude = self.b.ins().fabs(number);
        let limit = if is_double {
            self.b.ins().f64const(Ieee64::with_bits(f64::from(LIMIT).to_bits()))
        } else {
            self.b.ins().f32const(Ieee32::with_bits(LIMIT.to_bits()))
        };
        self.b.ins().fcmp(FloatCC::LessThan, magnitude, limit)
    }
}
