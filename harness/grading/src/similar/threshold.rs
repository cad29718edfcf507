//! From which likeness on two submissions are alike by more than chance.
//!
//! Nobody in the class wrote the reference, so how alike it is to each submission says how alike solutions are
//! that were written apart. Beyond the likeness that half of them have, fewer and fewer are more alike, by the same
//! factor for each part of the difference that is left; that line is continued to the likeness that in twenty
//! classes of this size one pair would reach by chance. The same is done from each submission's place, and the
//! middle of the results counts where it is higher.

use lanes::compare::statistics::{median, percentile};

/// Classes without a pair above the threshold by chance, for one with such a pair.
const CLASSES: f64 = 20.0;

/// A likeness that is always listed from, and one that says nothing as too many reach it by chance.
const LOWEST: f64 = 0.6;
const HIGHEST: f64 = 0.97;

/// One in N may be similar to another in a function, for the function to be significant on its own.
const MOST_ALIKE: usize = 4;

/// Threshold of likeness in a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LikenessThreshold {
    /// The likeness to the reference that half of the class has.
    pub(super) usual: f64,
    /// The threshold; none if no likeness is significant.
    pub(super) from: Option<f64>,
}

/// Threshold of a class of N submissions. The first row is the reference's likeness to each submission;
/// the other rows are the likeness of each submission to all others.
pub(super) fn of(rows: &[Vec<f64>], submissions: usize, is_part: bool) -> LikenessThreshold {
    let pairs = (submissions * submissions.saturating_sub(1) / 2).max(1) as f64;
    let chance = 1.0 / (CLASSES * pairs);
    let each: Vec<f64> = rows.iter().map(|row| continued(row, chance)).collect();
    let reference = each.first().copied().unwrap_or(1.0);
    let from = reference.max(median(&each).unwrap_or(1.0)).max(LOWEST);
    let usual = rows.first().and_then(|row| median(row)).unwrap_or(0.0);
    // If many are similar to another, the task itself causes the likeness.
    let alike =
        rows.iter().skip(1).filter(|row| row.iter().any(|&likeness| likeness >= from)).count();
    let is_common = is_part && alike * MOST_ALIKE > submissions;
    LikenessThreshold { usual, from: (from <= HIGHEST && !is_common).then_some(from) }
}

/// The likeness that is reached by such a chance.
fn continued(row: &[f64], chance: f64) -> f64 {
    let far = |likeness: f64| -(1.0 - likeness.min(0.999)).ln();
    let half = far(median(row).unwrap_or(0.0));
    let tenth = far(percentile(row, 90).unwrap_or(0.0));
    let slope = (tenth - half) / 5_f64.ln();
    1.0 - (-(tenth + slope * (0.1 / chance).ln().max(0.0))).exp()
}
