//! Arithmetic as functions that native code calls; the results replace the first words.

use super::fast;
use crate::Word36;
use crate::isa::DivisionResult;

/// Both words of a dividend, and the divisor; gives the quotient, the remainder, and whether the
/// division is possible.
pub(crate) extern "C" fn divide_long(given: &mut [u64; 8]) {
    let [high, low, divisor] = [0, 1, 2].map(|at| Word36::new(given[at]));
    let DivisionResult { quotient, remainder, fits } = fast::divide_long([high, low], divisor);
    given[..3].copy_from_slice(&[quotient, remainder, fits].map(Word36::bits));
}
