//! Result of a verification as text: a table, messages about failures, and a verdict.

mod failure;
mod lane_summary;
mod summary;
mod tables;
mod tally;

pub use failure::{change_text, side_by_side};
pub use summary::Summary;

use machine::Model;

use crate::verify::Verification;

/// Different models, in order of appearance.
pub fn models(all: impl Iterator<Item = &'static Model>) -> Vec<&'static Model> {
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
