//! Page module with only the 6502.

use targets::table;
use wasm_bindgen::prelude::wasm_bindgen;

/// Registers the machine.
#[wasm_bindgen(start)]
pub fn begin() {
    web::has_machines(&[table::MOS6502]);
}
