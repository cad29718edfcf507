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
    println!("sha256 {}  the command", archive::sha256(&program)?);
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
///
/// The same commit, compiler and target give the same bytes in every folder.
fn build(root: &Path, target: &str) -> Result<PathBuf, String> {
    let mut cargo = repository::cargo();
    if repository::program("cargo-auditable").is_some() {
        cargo.arg("auditable");
    } else {
        println!(
            "dist: cargo-auditable is not installed (`cargo install cargo-auditable`): the command will \
             not contain the list of its packages"
        );
    }
    cargo.args(["build", "--release", "--locked", "--package", "isagrid", "--target", target]);
    cargo.env("CARGO_PROFILE_RELEASE_STRIP", "symbols").current_dir(root);
    // Panics name source files; without their folders, which differ between computers.
    let remaps = folders(root)?.map(|(from, to)| format!("--remap-path-prefix={from}={to}"));
    cargo.env("CARGO_ENCODED_RUSTFLAGS", remaps.join("\u{1f}"));
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

/// Folders of sources on this computer, and the names for them in the command.
fn folders(root: &Path) -> Result<[(String, &'static str); 2], String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let home = home.ok_or("cargo has no folder: set CARGO_HOME")?;
    let name = |path: &Path| path.to_string_lossy().into_owned();
    Ok([(name(root), "isagrid"), (name(&home), "cargo")])
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
    println!("{:>10}  {}", size(&archive.sbom), archive.sbom.display());
}
