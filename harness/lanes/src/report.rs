//! Result of a verification: as a table, as messages about failures, and in the formats of `--report`.

mod failure;
mod formats;
mod json;
mod junit;
mod lane_summary;
pub mod sarif;
mod summary;
mod tables;
mod tally;
pub mod text;

pub use failure::side_by_side;
pub use formats::{FORMATS, Format, ReportInput};
pub use json::{pretty, schema};
pub use junit::junit;
pub use summary::Summary;

use machine::Model;

use crate::verify::Verification;

/// Different models, in order of appearance.
fn models(all: impl Iterator<Item = &'static Model>) -> Vec<&'static Model> {
    let mut models: Vec<&'static Model> = Vec::new();
    for model in all {
        if !models.iter().any(|known| known.name == model.name) {
            models.push(model);
        }
    }
    models
}

/// Everything that is wrong, in paragraphs; empty if nothing is.
#[must_use]
pub fn failures(verified: &Verification) -> String {
    Summary::of(verified).failures()
}
