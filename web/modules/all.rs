//! A module of a page: all machines, for what one of them cannot tell, puzzles and homework.

use machines::table;
use wasm_bindgen::prelude::wasm_bindgen;

/// Says which machines there are, before anything else.
#[wasm_bindgen(start)]
pub fn begin() {
    web::has_machines(&table::MACHINES);
    web::has_all_calls();
}
