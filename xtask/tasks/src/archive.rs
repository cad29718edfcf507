//! Release archive: the command, its manual, completions and licences, and the archive's checksum.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use xtask::repository;

use crate::linked::{self, Linked};
use crate::sbom;

/// Shells with completions, and the usual file name of each.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "isagrid.bash"),
    ("zsh", "_isagrid"),
    ("fish", "isagrid.fish"),
    ("powershell", "_isagrid.ps1"),
    ("elvish", "isagrid.elv"),
];

/// Files of the repository in the archive.
const FROM_REPOSITORY: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// A packed release.
#[derive(Debug)]
pub struct Archive {
    /// The archive; its SHA-256 is next to it, in a file that `sha256sum -c` reads.
    pub file: PathBuf,
    /// Folder with what it contains, next to it.
    pub folder: PathBuf,
    /// SHA-256 of the archive as hexadecimal digits.
    pub sha256: String,
    /// List of the linked packages as CycloneDX, next to it.
    pub sbom: PathBuf,
}

/// Target of this computer.
///
/// # Errors
/// An error message if rustc does not name it.
pub fn host() -> Result<String, String> {
    let about = output(Command::new("rustc").arg("-vV"))?;
    let about = String::from_utf8_lossy(&about);
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc -vV prints no host")?.to_owned())
}

/// Packs a program of `isagrid` that was built for a target, into a folder.
///
/// # Errors
/// An error message if a file cannot be written, or cargo, the program or `tar` fails.
pub fn pack(root: &Path, program: &Path, target: &str, dist: &Path) -> Result<Archive, String> {
    let metadata = metadata(root, target)?;
    let name = format!("isagrid-{}-{target}", version(&metadata)?);
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    }
    copy(program, &folder.join(program.file_name().unwrap_or_default()))?;
    for file in FROM_REPOSITORY {
        copy(&root.join(file), &folder.join(file))?;
    }
    write(&folder.join("THIRD-PARTY.md"), third_party(&metadata).as_bytes())?;
    // The command writes them, so they cannot be of another version.
    for (shell, file) in COMPLETIONS {
        let script = output(Command::new(program).args(["completions", shell]))?;
        write(&folder.join("completions").join(file), &script)?;
    }
    let pages = folder.join("man");
    fs::create_dir_all(&pages).map_err(|error| failed(&pages, &error))?;
    output(Command::new(program).arg("man").arg(pages.join("man1")))?;
    let file = compress(dist, &name)?;
    let sha256 = checksum(&file)?;
    let sbom = dist.join(format!("{name}.cdx.json"));
    let lock = fs::read_to_string(root.join("Cargo.lock"));
    let lock = lock.map_err(|error| failed(&root.join("Cargo.lock"), &error))?;
    write(&sbom, sbom::text(&metadata, &lock)?.as_bytes())?;
    Ok(Archive { file, folder, sha256, sbom })
}

/// Cargo's metadata of all packages for a target.
fn metadata(root: &Path, target: &str) -> Result<Value, String> {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
    let text = output(repository::cargo().args(arguments).current_dir(root))?;
    serde_json::from_slice(&text).map_err(|error| format!("cargo metadata: {error}"))
}

fn version(metadata: &Value) -> Result<String, String> {
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let isagrid = packages.find(|package| package["name"] == "isagrid");
    let version = isagrid.and_then(|package| package["version"].as_str());
    version.map(str::to_owned).ok_or_else(|| "cargo metadata has no package isagrid".to_owned())
}

/// Page of the packages that are linked into the command and not of this workspace, with licences.
fn third_party(metadata: &Value) -> String {
    let mut text = String::from(
        "# Third-party packages\n\n\
         Each of these is linked into the command under its own licence.\n\n\
         | package | version | licence | source |\n|---|---|---|---|\n",
    );
    let linked = linked::packages(metadata).into_iter();
    let mut rows: Vec<String> = linked
        .filter(|linked| !linked.package["source"].is_null())
        .map(|Linked { package, .. }| {
            let of = |field: &str| package[field].as_str().unwrap_or("-").to_owned();
            let (name, version) = (of("name"), of("version"));
            format!("| {name} | {version} | {} | {} |\n", of("license"), of("repository"))
        })
        .collect();
    rows.sort();
    text.extend(rows);
    text
}

/// Packs a folder: as a zip file for Windows, else as tar.gz.
fn compress(dist: &Path, name: &str) -> Result<PathBuf, String> {
    let (end, how) = if name.contains("windows") { ("zip", "-acf") } else { ("tar.gz", "-czf") };
    let archive = format!("{name}.{end}");
    output(Command::new("tar").args([how, &archive, name]).current_dir(dist))?;
    Ok(dist.join(archive))
}

/// Writes the SHA-256 of a file next to it, as `sha256sum -c` reads it, and returns it.
fn checksum(archive: &Path) -> Result<String, String> {
    let digest = sha256(archive)?;
    let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let file = archive.with_file_name(format!("{name}.sha256"));
    write(&file, format!("{digest}  {name}\n").as_bytes())?;
    Ok(digest)
}

/// SHA-256 of a file as hexadecimal digits.
///
/// # Errors
/// An error message if the file cannot be read.
pub fn sha256(file: &Path) -> Result<String, String> {
    let bytes = fs::read(file).map_err(|error| failed(file, &error))?;
    Ok(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Output of a program.
///
/// # Errors
/// What it printed to standard error, if it fails.
pub fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let done = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if done.status.success() {
        return Ok(done.stdout);
    }
    Err(format!("{command:?} failed:\n{}", String::from_utf8_lossy(&done.stderr)))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    make_folder_of(to)?;
    fs::copy(from, to).map(|_| ()).map_err(|error| failed(from, &error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    make_folder_of(path)?;
    fs::write(path, bytes).map_err(|error| failed(path, &error))
}

fn make_folder_of(path: &Path) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_linked_third_party_packages_are_listed() {
        let metadata = linked::example();
        let text = third_party(&metadata);
        let rows: Vec<&str> = text.lines().skip(6).collect();
        assert_eq!(rows, ["| linked | 1.0.0 | MIT/Apache-2.0 | there |"]);
    }
}
