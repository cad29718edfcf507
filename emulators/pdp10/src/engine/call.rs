//! Arithmetic as functions that native code calls; the results replace the first words.

use super::fast;
use crate::Word36;
use crate::isa::DivisionResult;
use crate::isa::float::{Float, Form, apply};

const FORMS: [Form; 3] = [Form::Plain, Form::Long, Form::Rounded];
const OPERATIONS: [fn(Form) -> Float; 7] = [
    Float::Fad,
    Float::Fsb,
    Float::Fmp,
    Float::Fdv,
    |_| Float::Fsc,
    |_| Float::Ufa,
    |_| Float::Dfn,
];

/// The operation with a code.
fn operation(code: u64) -> Float {
    let code = code as usize;
    OPERATIONS[code / FORMS.len() % OPERATIONS.len()](FORMS[code % FORMS.len()])
}

/// The code of an operation.
pub(crate) fn code(op: Float) -> u64 {
    let codes = 0..(OPERATIONS.len() * FORMS.len()) as u64;
    codes.into_iter().find(|&code| operation(code) == op).unwrap_or(0)
}

fn words(of: &[u64; 8]) -> [Word36; 3] {
    [0, 1, 2].map(|at| Word36::new(of[at]))
}

/// AC, AC+1, operand and code; gives both words of the result, and flags.
pub(crate) extern "C" fn float(given: &mut [u64; 8]) {
    let [high, low, operand] = words(given);
    let result = apply(operation(given[3]), [high, low], operand);
    given[..3].copy_from_slice(&[result.high.bits(), result.low.bits(), result.flags.into()]);
}

/// Both words of a dividend, and the divisor; gives the quotient, the remainder, and whether the
/// division is possible.
pub(crate) extern "C" fn divide_long(given: &mut [u64; 8]) {
    let [high, low, divisor] = words(given);
    let DivisionResult { quotient, remainder, fits } = fast::divide_long([high, low], divisor);
    given[..3].copy_from_slice(&[quotient, remainder, fits].map(Word36::bits));
}
