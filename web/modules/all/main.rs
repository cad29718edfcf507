//! Page module with all machines, puzzles and homework.

mod files;

use targets::table;
use wasm_bindgen::prelude::wasm_bindgen;

/// Registers the machines and all calls.
#[wasm_bindgen(start)]
pub fn begin() {
    web::has_machines(&table::MACHINES);
    web::has_all_calls();
}
