//! The data files of a page, made from the bundled files: the menu, the message explanations, the scaffolds of homework,
//! the example sources of each machine, and the bundled files for this module.
//!
//! Node.js makes them while the page is built: for a native program, all libraries would be built once more.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use data_encoding::BASE64;
use lanes::root::Root;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
use web::{ALL, Source};

/// Folders of the bundled files that the module with all machines has; results and puzzles are left out.
const FOLDERS: &[&str] = &["asm", "docs/examples"];

/// Bundled files, and the data files made from them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Files(BTreeMap<PathBuf, Vec<u8>>);

#[wasm_bindgen]
impl Files {
    /// No files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Files::default()
    }

    /// Adds a bundled file by its name in the repository.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        self.0.insert(name.into(), bytes.to_vec());
    }

    /// Texts of all data files by their names, as JSON; an error message if a bundled file is wrong.
    pub fn written(&self) -> Result<String, String> {
        let root = Root::Given(self.0.clone().into());
        let mut files = BTreeMap::from([
            ("menu.json".to_owned(), json(&web::menu(&root)?)?),
            ("explanations.json".to_owned(), json(&web::explanations())?),
            ("scaffolds.json".to_owned(), json(&web::scaffolds(&root)?)?),
            (format!("{ALL}.json"), json(&self.bundled())?),
        ]);
        for machine in targets::table::machines() {
            let name = machine.spec().name;
            files.insert(format!("{name}.json"), json(&web::texts(&root, name)?)?);
        }
        json(&files)
    }

    /// Bundled files for the module with all machines.
    fn bundled(&self) -> Vec<Source> {
        let is_given = |file: &Path| FOLDERS.iter().any(|folder| file.starts_with(folder));
        let source = |(file, bytes): (&PathBuf, &Vec<u8>)| {
            let text = std::str::from_utf8(bytes);
            Source {
                name: file.to_string_lossy().into_owned(),
                text: text.unwrap_or_default().to_owned(),
                base64: text.is_err().then(|| BASE64.encode(bytes)),
            }
        };
        self.0.iter().filter(|(file, _)| is_given(file)).map(source).collect()
    }
}

fn json(data: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(data).map_err(|error| error.to_string())
}
