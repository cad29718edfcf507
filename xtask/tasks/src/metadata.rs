//! Cargo's description of the workspace.

use std::path::{Path, PathBuf};

use serde_json::Value;
use xtask::repository;

/// Cargo's metadata of the workspace's own packages.
pub(crate) fn packages(root: &Path) -> Result<Value, String> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps"];
    let output = repository::cargo().args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// Folder of builds.
pub(crate) fn target(root: &Path) -> Result<PathBuf, String> {
    let metadata = packages(root)?;
    let folder = metadata["target_directory"].as_str().map(PathBuf::from);
    folder.ok_or_else(|| "cargo metadata names no target directory".to_owned())
}
