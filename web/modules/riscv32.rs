//! A module of a page: the RISC-V alone.

use machines::table;
use wasm_bindgen::prelude::wasm_bindgen;

/// Says which machines there are, before anything else.
#[wasm_bindgen(start)]
pub fn begin() {
    web::has_machines(&[table::RISCV32]);
}
