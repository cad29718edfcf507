//! `cargo xtask dist`: builds the command and packs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tasks::archive::{self, Archive, output};
use xtask::repository;

use crate::metadata;

/// Builds the command for a target, packs it, and lists the archive.
pub(crate) fn make(root: &Path, target: Option<&str>) -> Result<u8, String> {
    let target = match target {
        Some(target) => target.to_owned(),
        None => usual_target()?,
    };
    let program = build(root, &target)?;
    let dist = metadata::target(root)?.join("dist");
    list(&archive::pack(root, &program, &target, &dist)?);
    Ok(0)
}

/// This computer's target; on Linux that of musl if it is installed, whose programs need no libraries.
fn usual_target() -> Result<String, String> {
    let host = archive::host()?;
    let musl = host.replace("-linux-gnu", "-linux-musl");
    let libraries =
        output(Command::new("rustc").args(["--print", "target-libdir", "--target", &musl]));
    let libraries = PathBuf::from(String::from_utf8_lossy(&libraries?).trim());
    if libraries.is_dir() {
        return Ok(musl);
    }
    println!("dist: {musl} is not installed (`rustup target add {musl}`): building for {host}");
    Ok(host)
}

/// Builds the command without symbols, and returns its path.
fn build(root: &Path, target: &str) -> Result<PathBuf, String> {
    let mut cargo = repository::cargo();
    cargo.args(["build", "--release", "--locked", "--package", "isagrid", "--target", target]);
    cargo.env("CARGO_PROFILE_RELEASE_STRIP", "symbols").current_dir(root);
    match commit(root) {
        Some((commit, date)) => {
            cargo.env("ISAGRID_COMMIT", commit).env("ISAGRID_COMMIT_DATE", date);
        }
        None => println!("dist: this is not a clone, so `isagrid --version` will show no commit"),
    }
    let status = cargo.status().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !status.success() {
        return Err(format!("isagrid does not build for {target}"));
    }
    let program = if target.contains("windows") { "isagrid.exe" } else { "isagrid" };
    Ok(metadata::target(root)?.join(target).join("release").join(program))
}

/// Commit that is built, and its date.
fn commit(root: &Path) -> Option<(String, String)> {
    let git = |arguments: &[&str]| {
        let done = Command::new("git").args(arguments).current_dir(root).output().ok()?;
        let text = String::from_utf8_lossy(&done.stdout).trim().to_owned();
        done.status.success().then_some(text)
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let date = git(&["show", "-s", "--format=%cs", "HEAD"])?;
    let is_changed = git(&["status", "--porcelain"]).is_none_or(|changes| !changes.is_empty());
    Some((if is_changed { format!("{commit} and changes") } else { commit }, date))
}

/// Prints every file with its size, and the checksum.
fn list(archive: &Archive) {
    let size = |path: &Path| fs::metadata(path).map(|meta| meta.len()).unwrap_or_default();
    let mut files = Vec::new();
    repository::walk(&archive.folder, &archive.folder, &mut files);
    files.sort();
    for file in files {
        println!("{:>10}  {file}", size(&archive.folder.join(&file)));
    }
    let (file, sum) = (&archive.file, &archive.sha256);
    println!("{:>10}  {}\nsha256 {sum}", size(file), file.display());
}
