//! Writes what is beside the modules of a page into a folder: the menu, the pages of messages, and for each
//! module the files that came with its machines.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use data_encoding::BASE64;
use grading::assignment::{self, Assignment};
use lanes::lane::{Lane, TABLE, read_table};
use lanes::root::{Root, bundled_files};
use serde::Serialize;
use toml::{Table, Value};
use web::{ALL, Source};

/// Folders of files that a module is given; results and puzzles are none.
const FOLDERS: &[&str] = &["asm", "docs/examples"];

fn main() -> Result<(), String> {
    let folder = std::env::args().nth(1).ok_or("the folder is missing: files FOLDER")?;
    let folder = Path::new(&folder);
    write(&folder.join("menu.json"), &web::menu()?)?;
    write(&folder.join("explanations.json"), &web::explanations())?;
    let lanes = read_table(&Root::Bundled).map_err(|error| error.to_string())?;
    let machines = machines::table::machines().iter().map(|machine| machine.spec().name);
    for module in machines.chain([ALL]) {
        write(&folder.join(format!("{module}.json")), &files_of(module, &lanes)?)?;
    }
    Ok(())
}

/// The files that a module is given: all but those that only other machines read.
fn files_of(module: &str, lanes: &[Lane]) -> Result<Vec<Source>, String> {
    let is_its = |machine: &str| module == ALL || machine == module;
    let (own, others): (Vec<&Lane>, Vec<&Lane>) =
        lanes.iter().partition(|lane| is_its(lane.target.isa()));
    let sources = |lanes: &[&Lane]| -> BTreeSet<PathBuf> {
        lanes.iter().flat_map(|lane| lane.sources.iter().cloned()).collect()
    };
    let (own, others) = (sources(&own), sources(&others));
    let mut others: Vec<PathBuf> = others.difference(&own).cloned().collect();
    for name in assignment::bundled() {
        let read = Assignment::read(Path::new(&name));
        let read = read.map_err(|_| format!("the assignment `{name}` is broken"))?;
        if !is_its(read.target.isa()) {
            others.push(Path::new(assignment::BUNDLED).join(name));
        }
    }
    let is_given = |file: &Path| {
        let is_kind = FOLDERS.iter().any(|folder| file.starts_with(folder));
        is_kind && !others.iter().any(|other| file.starts_with(other))
    };
    let mut files = Vec::new();
    for (file, bytes) in bundled_files().filter(|(file, _)| is_given(file)) {
        let text = std::str::from_utf8(bytes);
        let text = match (file == Path::new(TABLE), text) {
            (true, Ok(text)) => rows_of(text, is_its)?,
            (_, text) => text.unwrap_or_default().to_owned(),
        };
        let base64 = std::str::from_utf8(bytes).is_err().then(|| BASE64.encode(bytes));
        files.push(Source { name: file.to_string_lossy().replace('\\', "/"), text, base64 });
    }
    Ok(files)
}

/// The table of lanes with the rows of some machines only.
fn rows_of(text: &str, is_its: impl Fn(&str) -> bool) -> Result<String, String> {
    let mut table: Table = text.parse().map_err(|error| format!("{TABLE}: {error}"))?;
    let rows = table.get_mut("lane").and_then(Value::as_array_mut).ok_or("there are no lanes")?;
    let machine_of = |row: &Value| {
        let name = row.get("machine").and_then(Value::as_str)?;
        let has = |machine: &&&dyn architecture::Architecture| {
            machine.processors().iter().any(|processor| processor.name == name)
        };
        Some(machines::table::machines().iter().find(has)?.spec().name)
    };
    rows.retain(|row| machine_of(row).is_some_and(&is_its));
    Ok(table.to_string())
}

fn write(file: &Path, what: &impl Serialize) -> Result<(), String> {
    let failed = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let bytes = serde_json::to_vec(what).map_err(|why| failed(&why))?;
    fs::write(file, bytes).map_err(|why| failed(&why))
}
