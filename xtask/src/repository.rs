//! Files of the repository, and tools that run on it.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Root of the clone that built this program.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

/// The cargo that built this program.
pub(crate) fn cargo() -> Command {
    Command::new(option_env!("CARGO").unwrap_or("cargo"))
}

/// Cargo's metadata of the workspace's own packages.
pub(crate) fn metadata(root: &Path) -> Result<Value, String> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps"];
    let output = cargo().args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// Folder of builds.
pub(crate) fn target(root: &Path) -> Result<PathBuf, String> {
    let metadata = metadata(root)?;
    let folder = metadata["target_directory"].as_str().map(PathBuf::from);
    folder.ok_or_else(|| "cargo metadata names no target directory".to_owned())
}

/// Every file that is or would be committed, as paths from the root with `/`.
///
/// Without git, every file outside build folders.
pub(crate) fn files(root: &Path) -> Vec<String> {
    let arguments = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(arguments).current_dir(root).output();
    let mut files: Vec<String> = match output {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
        }
        _ => {
            let mut found = Vec::new();
            walk(root, root, &mut found);
            found
        }
    };
    files.retain(|file| root.join(file).is_file());
    files.sort();
    files.dedup();
    files
}

/// Adds every file below a folder, outside build folders, as paths from the root with `/`.
pub(crate) fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if name == "target" || name == ".git" {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, found)
        } else {
            let below = path.strip_prefix(root).unwrap_or(&path);
            found.push(below.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// Text of a file, or `None` if it is not text.
pub(crate) fn text(root: &Path, file: &str) -> Option<String> {
    std::fs::read_to_string(root.join(file)).ok()
}

/// Path of an installed program.
#[expect(clippy::disallowed_methods, reason = "looking for an installed program")]
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut candidates = std::env::split_paths(&path).map(|folder| folder.join(name));
    candidates.find(|candidate| candidate.is_file())
}

/// Makes a file look changed, so that cargo compiles it again.
#[expect(clippy::disallowed_methods, reason = "cargo compares times of files")]
pub(crate) fn touch(file: &Path) -> Result<(), String> {
    let touched = std::fs::File::options().append(true).open(file);
    let touched = touched.and_then(|file| file.set_modified(std::time::SystemTime::now()));
    touched.map_err(|error| format!("{}: {error}", file.display()))
}
