//! Makes a module loadable by a page: MODULE NAME FOLDER.
//!
//! As the tool `wasm-bindgen --target web` does, which also runs tests and takes ten times as long to build.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let argument = |at| std::env::args().nth(at).ok_or("MODULE NAME FOLDER are required");
    let (module, name, folder) = (argument(1)?, argument(2)?, argument(3)?);
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.typescript(false).remove_name_section(true).remove_producers_section(true);
    Ok(bindgen.input_path(module).out_name(&name).generate(folder)?)
}
