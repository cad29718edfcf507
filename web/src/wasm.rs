//! The desk as a page's JavaScript sees it.

use architecture::Architecture;
use wasm_bindgen::prelude::wasm_bindgen;

/// Has these machines only: what a module says before anything else.
pub fn has_machines(machines: &[&'static dyn Architecture]) {
    machines::table::only(machines);
}

/// A desk in a worker: `call` takes a `Call` as JSON and gives a `Reply`, of `desk.ts`.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Desk(crate::Desk);

#[wasm_bindgen]
impl Desk {
    /// A desk with nothing on it.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Desk::default()
    }

    /// Answers a call.
    pub fn call(&mut self, call: &str) -> String {
        crate::answer(&mut self.0, call)
    }
}
