//! The page itself: checks its types, bundles it, serves it, and uses it in a real browser.
//!
//! Node.js does all of it, with the packages of web/page/package-lock.json.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::repository;

/// Sources of the page, from the root.
const PAGE: &str = "web/page";

/// Copy of the lock file of the installed packages, next to them.
const INSTALLED: &str = "node_modules/.isagrid-lock";

/// Bundles the page into a folder that already has the machines.
pub(super) fn bundle(root: &Path, folder: &Path) -> Result<(), String> {
    let page = install(root)?;
    let compiler = page.join("node_modules/typescript/bin/tsc");
    node(&page, &[compiler.as_os_str(), "--noEmit".as_ref()])?;
    node(&page, &["build.mjs".as_ref(), folder.as_os_str()])
}

/// Writes the page of a folder with everything it loads into one file.
pub(super) fn single(root: &Path, folder: &Path, file: &Path) -> Result<(), String> {
    let arguments =
        ["build.mjs".as_ref(), folder.as_os_str(), "--single".as_ref(), file.as_os_str()];
    node(&install(root)?, &arguments)
}

/// Serves a folder on the loopback address until it is stopped.
pub(super) fn serve(root: &Path, folder: &Path, port: Option<&str>) -> Result<(), String> {
    let port = port.unwrap_or("8000");
    node(&root.join(PAGE), &["serve.mjs".as_ref(), folder.as_os_str(), port.as_ref()])
}

/// Uses the page as a student does, and takes pictures if a folder is given.
///
/// Prints a line if there is no browser.
pub(super) fn test(root: &Path, folder: &Path, pictures: Option<&Path>) -> Result<(), String> {
    let page = install(root)?;
    let mut arguments = vec!["tests/page.mjs".as_ref(), folder.as_os_str()];
    arguments.extend(pictures.map(Path::as_os_str));
    node(&page, &arguments)
}

/// Runs all tests in Firefox that its driver can do, and none elsewhere.
pub(super) fn test_in_firefox(root: &Path, folder: &Path) -> Result<(), String> {
    let arguments = ["tests/page.mjs".as_ref(), folder.as_os_str(), "--firefox".as_ref()];
    node(&install(root)?, &arguments)
}

/// Installs the packages if the lock file has changed; returns the page's folder.
fn install(root: &Path) -> Result<PathBuf, String> {
    let page = root.join(PAGE);
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let (lock, note) = (read(&page.join("package-lock.json"))?, page.join(INSTALLED));
    if fs::read(&note).is_ok_and(|installed| installed == lock) {
        return Ok(page);
    }
    let npm = repository::program("npm")
        .ok_or("npm is not installed; it installs the packages of the page")?;
    let mut ci = Command::new(npm);
    ci.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]);
    super::succeed(ci.current_dir(&page))?;
    fs::write(&note, lock).map_err(|error| format!("{}: {error}", note.display()))?;
    Ok(page)
}

fn node(page: &Path, arguments: &[&std::ffi::OsStr]) -> Result<(), String> {
    let node = repository::program("node").ok_or("Node.js is not installed; it builds the page")?;
    super::succeed(Command::new(node).args(arguments).current_dir(page))
}
