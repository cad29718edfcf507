//! Names and sizes of SPL as a machine, and the syntax of scripts.

use machine::{Image, Model, Radix, Spec, Syntax};

use crate::script::NAME;

/// Names and sizes.
pub(crate) static SPEC: Spec = Spec {
    name: NAME,
    unit_bits: 8,
    word_bits: 64,
    address_bits: 48,
    radix: Radix::Hexadecimal,
    models: &[Model {
        name: "calls",
        unit: "calls",
        meaning: "number of calls of `func` blocks",
        source: "SPLWare/esProc, PgmCellSet.executeFunc",
    }],
    syntax: SYNTAX,
};

/// Syntax of scripts.
const SYNTAX: Syntax = Syntax {
    counted: "cells",
    retired: "cells executed",
    depth: Some("depth"),
    place: Some(cell),
    ..Syntax::PLAIN
};

/// Name of the cell at an address, such as `B7`; `None` for a program that is not a script.
pub(crate) fn cell(image: &Image, address: u64) -> Option<&str> {
    let is_cell = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric());
    let mut symbols = image.symbols.iter().filter(|_| image.isa == NAME);
    symbols.find(|s| s.value == address && is_cell(&s.name)).map(|symbol| symbol.name.as_str())
}
