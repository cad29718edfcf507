//! Cycle models as reports name them.

use machine::Model;

use crate::escape::wrapped;

/// Column title of a model: unit and name, or one word if they are the same.
#[must_use]
pub fn name(model: &Model) -> String {
    if model.unit == model.name {
        model.name.to_owned()
    } else {
        format!("{} {}", model.unit, model.name)
    }
}

/// Definition of a model's cycles, with its source.
#[must_use]
pub fn definition(model: &Model) -> String {
    let text = format!("{}: {}; source: {}", name(model), model.meaning, model.source);
    wrapped(&text, 110, 4) + "\n"
}
