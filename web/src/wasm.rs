//! The desk as a page's JavaScript sees it.

use architecture::Architecture;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::work::Source;

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

    /// Takes the files that come with the module, a list of `Source` as JSON; gives what is wrong with it.
    pub fn give(&mut self, files: &str) -> Option<String> {
        let read = serde_json::from_str::<Vec<Source>>(files).map_err(|error| error.to_string());
        let file = |source: Source| Ok((source.name.clone().into(), source.bytes()?));
        match read.and_then(|files| files.into_iter().map(file).collect()) {
            Ok(files) => {
                self.0.give(files);
                None
            }
            Err(why) => Some(why),
        }
    }

    /// Answers a call.
    pub fn call(&mut self, call: &str) -> String {
        crate::answer(&mut self.0, call)
    }
}
