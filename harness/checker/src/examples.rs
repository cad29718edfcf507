//! Whole programs that show a check, for checks of which no function of an assignment is an example.

/// A program with a mistake, and the same program corrected, for the check with a code.
#[must_use]
pub fn example(code: &str) -> Option<[&'static str; 2]> {
    match code {
        "CC24" => Some([
            include_str!("../tests/mistakes/06-area.s"),
            include_str!("../tests/mistakes/06-area.fixed.s"),
        ]),
        "CC25" => Some([
            include_str!("../tests/mistakes/17-sum.s"),
            include_str!("../tests/mistakes/17-sum.fixed.s"),
        ]),
        _ => None,
    }
}
