//! Models of time as reports name them.

use machine::Model;

use crate::escape::wrapped;

/// A model as a column is called: its unit and its name, or the one word where they are the same.
#[must_use]
pub fn name(model: &Model) -> String {
    if model.unit == model.name {
        model.name.to_owned()
    } else {
        format!("{} {}", model.unit, model.name)
    }
}

/// What cycles of a model are, and who says so.
#[must_use]
pub fn definition(model: &Model) -> String {
    let text = format!("{}: {}; source: {}", name(model), model.meaning, model.source);
    wrapped(&text, 110, 4) + "\n"
}
