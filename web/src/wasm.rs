//! JavaScript interface of the desk.

use architecture::Architecture;
use wasm_bindgen::prelude::wasm_bindgen;

/// Restricts the module to these machines; must be called first.
pub fn has_machines(machines: &[&'static dyn Architecture]) {
    targets::table::only(machines);
}

/// A desk in a worker: `call` takes a `Call` of `desk.ts` as JSON and returns a `Reply`.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Desk(crate::Desk);

#[wasm_bindgen]
impl Desk {
    /// A desk without a program.
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
