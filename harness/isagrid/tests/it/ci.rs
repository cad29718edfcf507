//! The gate in other repositories: action.yml and docs/examples/ci, run as GitHub and GitLab run them.
//!
//! There is no network access: `runner` runs workflows with the local `bash`, and release archives
//! come from a folder.

mod action;
mod expressions;
mod pages;
mod runner;
mod stand_ins;
mod stranger;
mod template;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::root;

/// Reads a YAML file.
fn yaml(file: &Path) -> Value {
    yaml_text(&fs::read_to_string(file).expect("the file is there"))
}

/// Parses YAML text.
fn yaml_text(text: &str) -> Value {
    serde_saphyr::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

/// Folder of the template.
fn template() -> PathBuf {
    root().join("docs/examples/ci")
}

/// Text of a string value, else empty.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Copies a folder recursively.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let new = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &new);
        } else {
            fs::copy(entry.path(), new).unwrap();
        }
    }
}

/// Path of `bash`; `None`, with a message, if there is none to run scripts.
#[expect(clippy::print_stderr, reason = "the test reports skipped parts")]
fn bash() -> Option<PathBuf> {
    let places = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"];
    let found = places.iter().map(PathBuf::from).find(|place| place.is_file());
    if found.is_none() {
        eprintln!("NOT TESTED: there is no bash here, which the steps of the action are for");
    }
    found
}
