//! JavaScript interface of the simulator.

use architecture::Architecture;
use wasm_bindgen::prelude::wasm_bindgen;

/// Restricts the module to these machines; must be called first.
pub fn has_machines(machines: &[&'static dyn Architecture]) {
    targets::table::only(machines);
}

/// A simulator in a worker: `call` takes a `Call` of `simulator.ts` as JSON and returns a `Reply`.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct WasmSimulator(crate::Simulator);

#[wasm_bindgen]
impl WasmSimulator {
    /// A simulator without a program.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        WasmSimulator::default()
    }

    /// Answers a call.
    pub fn call(&mut self, call: &str) -> String {
        crate::answer(&mut self.0, call)
    }
}
