//! Page module with only the PDP-10.

use targets::table;
use wasm_bindgen::prelude::wasm_bindgen;

/// Registers the machine, and DDT.
#[wasm_bindgen(start)]
pub fn begin() {
    web::has_machines(&[table::PDP10]);
    web::has_calls_of_pdp10();
}
