//! Writes the data files of a page into a folder: the menu, the message explanations, the scaffolds of homework,
//! the example sources of each machine, and the bundled files for the module with all machines.

use std::fs;
use std::path::Path;

use data_encoding::BASE64;
use lanes::root::bundled_files;
use serde::Serialize;
use web::{ALL, Source};

/// Folders of the bundled files; results and puzzles are left out.
const FOLDERS: &[&str] = &["asm", "docs/examples"];

fn main() -> Result<(), String> {
    let folder = std::env::args().nth(1).ok_or("the folder is missing: files FOLDER")?;
    let folder = Path::new(&folder);
    write(&folder.join("menu.json"), &web::menu()?)?;
    write(&folder.join("explanations.json"), &web::explanations())?;
    write(&folder.join("scaffolds.json"), &web::scaffolds()?)?;
    for machine in targets::table::machines() {
        let name = machine.spec().name;
        write(&folder.join(format!("{name}.json")), &web::texts(name)?)?;
    }
    write(&folder.join(format!("{ALL}.json")), &bundled())
}

/// Bundled files for the module with all machines.
fn bundled() -> Vec<Source> {
    let is_given = |file: &Path| FOLDERS.iter().any(|folder| file.starts_with(folder));
    let source = |(file, bytes): (std::path::PathBuf, &[u8])| {
        let text = std::str::from_utf8(bytes);
        Source {
            name: file.to_string_lossy().replace('\\', "/"),
            text: text.unwrap_or_default().to_owned(),
            base64: text.is_err().then(|| BASE64.encode(bytes)),
        }
    };
    bundled_files().filter(|(file, _)| is_given(file)).map(source).collect()
}

fn write(file: &Path, what: &impl Serialize) -> Result<(), String> {
    let failed = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let bytes = serde_json::to_vec(what).map_err(|why| failed(&why))?;
    fs::write(file, bytes).map_err(|why| failed(&why))
}
