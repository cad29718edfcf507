//! `if` and `case`: only the chosen value is evaluated.

use super::{Compiler, Result};
use crate::code::Op;
use crate::grid::CellError;
use crate::syntax::{Argument, Call, Infix};

impl Compiler<'_> {
    /// `if(c,a,b)`, `if(c:a,d:b;e)`: evaluates only the chosen value.
    pub(super) fn choice(&mut self, call: &Call, at: usize) -> Result {
        match &call.arguments[..] {
            [Argument::Value(condition)] if call.after_semicolon.is_empty() => {
                self.expression(condition)?;
                self.emit(Op::AsTruth);
                Ok(())
            }
            [Argument::Range(..), ..] => {
                self.pairs(&call.arguments, &call.after_semicolon, false, at)
            }
            [Argument::Value(condition), results @ ..]
                if results.len() <= 2 && call.after_semicolon.is_empty() =>
            {
                self.expression(condition)?;
                let otherwise = self.place(Op::Unless(0));
                self.chosen(results.first(), at)?;
                let end = self.place(Op::Jump(0));
                self.land(otherwise);
                self.chosen(results.get(1), at)?;
                self.land(end);
                Ok(())
            }
            _ => Err(CellError::new(at, "write `if(c,a,b)` or `if(c:a,d:b;e)`")),
        }
    }

    /// `case(x,a:b,c:d;e)`: b if x is a, d if it is c, otherwise e.
    pub(super) fn case(&mut self, call: &Call, at: usize) -> Result {
        let [Argument::Value(value), pairs @ ..] = &call.arguments[..] else {
            return Err(not_a_pair("case", at));
        };
        self.expression(value)?;
        self.pairs(pairs, &call.after_semicolon, true, at)
    }

    /// Value of the first true condition or, with a value on the stack, of the first that is equal
    /// to it.
    fn pairs(&mut self, pairs: &[Argument], other: &[Argument], equal: bool, at: usize) -> Result {
        let what = if equal { "case" } else { "if" };
        let mut ends = Vec::new();
        for pair in pairs {
            let Argument::Range(Some(condition), result) = pair else {
                return Err(not_a_pair(what, at));
            };
            if equal {
                self.emit(Op::Copy);
            }
            self.expression(condition)?;
            if equal {
                self.emit(Op::Infix(Infix::Equal));
            }
            let next = self.place(Op::Unless(0));
            if equal {
                self.emit(Op::Drop);
            }
            self.given(result.as_ref(), Op::Null)?;
            ends.push(self.place(Op::Jump(0)));
            self.land(next);
        }
        if equal {
            self.emit(Op::Drop);
        }
        if other.len() > 1 {
            return Err(CellError::new(at, "expected one value after `;`"));
        }
        self.chosen(other.first(), at)?;
        ends.into_iter().for_each(|end| self.land(end));
        Ok(())
    }

    /// Chosen value; null if it is absent.
    fn chosen(&mut self, value: Option<&Argument>, at: usize) -> Result {
        match value {
            Some(Argument::Value(value)) => self.expression(value),
            Some(Argument::Range(..)) => Err(CellError::new(at, "unexpected pair `c:a`")),
            Some(Argument::Absent) | None => {
                self.emit(Op::Null);
                Ok(())
            }
        }
    }
}

fn not_a_pair(what: &str, at: usize) -> CellError {
    let form = if what == "if" { "if(c:a,d:b;e)" } else { "case(x,a:b,c:d;e)" };
    CellError::new(at, format!("expected pairs: `{form}`"))
}
