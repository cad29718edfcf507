//! Grades the reference solution of an assignment, which gets all points.

use std::error::Error;
use std::path::Path;

use grading::assignment::Assignment;
use grading::grade::{Choice, PreparedAssignment};

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), Box<dyn Error>> {
    let assignment =
        Assignment::read(Path::new("cs21-4x4")).map_err(|mistakes| format!("{mistakes:?}"))?;
    let solution = assignment.reference.clone();
    let prepared = PreparedAssignment::new(assignment, "2026-09-01")?;
    let graded = prepared.grade("solution.s", "ada", solution.as_bytes(), &Choice::default());
    println!("{} of {} points", graded.points().show(), graded.out_of().show());
    Ok(())
}
