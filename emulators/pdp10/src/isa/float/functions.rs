//! A function for each operation, with words in the order in which native code passes them.

use super::{Float, Form, compute};
use crate::Word36;

/// The function of an operation for native code: takes AC, AC+1 and operand, and gives both words of the result, and
/// flags.
///
/// No function copies a result as a whole: words that are stored one by one and then loaded together stall the host.
#[inline(always)]
pub(crate) fn function(op: Float) -> extern "C" fn(&mut [u64; 8]) {
    macro_rules! function {
        ($op:expr) => {{
            extern "C" fn of_this(given: &mut [u64; 8]) {
                let [high, low, operand] = [0, 1, 2].map(|at| Word36::new(given[at]));
                let result = compute($op, [high, low], operand);
                given[0] = result.high.bits();
                given[1] = result.low.bits();
                given[2] = result.flags.into();
            }
            of_this
        }};
    }
    macro_rules! functions {
        ($op:path, $form:expr) => {
            match $form {
                Form::Plain => function!($op(Form::Plain)),
                Form::Long => function!($op(Form::Long)),
                Form::Rounded => function!($op(Form::Rounded)),
            }
        };
    }
    match op {
        Float::Fad(form) => functions!(Float::Fad, form),
        Float::Fsb(form) => functions!(Float::Fsb, form),
        Float::Fmp(form) => functions!(Float::Fmp, form),
        Float::Fdv(form) => functions!(Float::Fdv, form),
        Float::Fsc => function!(Float::Fsc),
        Float::Ufa => function!(Float::Ufa),
        Float::Dfn => function!(Float::Dfn),
    }
}
