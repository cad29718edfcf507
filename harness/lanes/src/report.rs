//! What a verification came to, as a table, as messages about what is wrong, and as JSON.

mod failure;
mod formats;
mod json;
mod junit;
pub mod sarif;
mod summary;
pub mod text;

pub use failure::side_by_side;
pub use formats::{FORMATS, Format, Runs, Told};
pub use json::{pretty, schema};
pub use junit::junit;
pub use summary::{Summary, Tally};

use machine::Model;

use crate::verify::Verified;

/// Models, each once.
fn models(all: impl Iterator<Item = &'static Model>) -> Vec<&'static Model> {
    let mut models: Vec<&'static Model> = Vec::new();
    for model in all {
        if !models.iter().any(|known| known.name == model.name) {
            models.push(model);
        }
    }
    models
}

/// Everything that is wrong, in paragraphs; empty when nothing is.
#[must_use]
pub fn failures(verified: &Verified) -> String {
    Summary::of(verified).failures()
}
