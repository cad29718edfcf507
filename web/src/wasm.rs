//! The desk as a page's JavaScript sees it.

use wasm_bindgen::prelude::wasm_bindgen;

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
