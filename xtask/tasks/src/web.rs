//! `cargo xtask web`: the machines as WebAssembly, and the page around them.

mod page;
mod weight;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xtask::repository;

use crate::metadata;

/// Types of the page, from the root.
const CONTRACT: &str = "web/page/src/simulator.ts";

/// Document of the page, from the root.
const DOCUMENT: &str = "docs/page.md";

/// The target that pages run.
const TARGET: &str = "wasm32-unknown-unknown";

/// Script for Node.js that repeats recorded calls and compares the answers.
const REPLAY: &str = include_str!("web/replay.mjs");

/// Script for Node.js that makes the data files of the page.
const FILES: &str = include_str!("web/files.mjs");

/// Source and manifest of the program that makes modules loadable.
const BINDGEN: &str = include_str!("web/bindgen/main.rs");
const BINDGEN_MANIFEST: &str = include_str!("web/bindgen/manifest.toml");

/// Sources of the page's modules, from the root.
const MODULES: &str = "web/modules";

const USAGE: &str = "this task takes --contract, --page, --single, --sizes, --serve [PORT], --test [firefox], or --screenshots DIR";

/// Builds the machines and the page.
///
/// `--contract` writes only the page's types, `--page` bundles the page around machines that are
/// already built; `--sizes` then writes the table of sizes in the document. `--single` makes one file of
/// everything. `--serve` then serves it. `--test` compares answers in Node.js with native ones, and uses the page in
/// Chromium and, for a part of the tests, in Firefox; `--test firefox` runs all tests there that its driver can do.
/// `--screenshots` takes pictures instead.
pub(crate) fn task(root: &Path, arguments: &[String]) -> Result<u8, String> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => whole(root).map(|_| 0),
        ["--contract"] => contract(root),
        ["--page"] => around(root, &folder(root)?).map(|()| 0),
        ["--single"] => single(root),
        ["--sizes"] => sizes(root),
        ["--serve"] => page::serve(root, &whole(root)?, None).map(|()| 0),
        ["--serve", port] => page::serve(root, &whole(root)?, Some(port)).map(|()| 0),
        ["--test"] => test(root),
        ["--test", "firefox"] => page::test_in_firefox(root, &whole(root)?).map(|()| 0),
        ["--screenshots", pictures] => {
            page::test(root, &whole(root)?, Some(&root.join(pictures))).map(|()| 0)
        }
        [first, ..] => Err(format!("unexpected argument `{first}`; {USAGE}")),
    }
}

/// Folder of the page.
fn folder(root: &Path) -> Result<PathBuf, String> {
    Ok(metadata::target(root)?.join("page"))
}

/// Builds the machines and the page around them; returns the folder.
fn whole(root: &Path) -> Result<PathBuf, String> {
    let folder = build(root)?;
    around(root, &folder)?;
    Ok(folder)
}

/// Bundles the page around the modules, and prints sizes.
fn around(root: &Path, folder: &Path) -> Result<(), String> {
    page::bundle(root, folder)?;
    weight::print_and_check(folder, &modules(root)?)
}

/// Regenerates the page's types.
fn contract(root: &Path) -> Result<u8, String> {
    let text = printed(Command::new(example(root, "contract")?).current_dir(root))?;
    let path = root.join(CONTRACT);
    if fs::read(&path).is_ok_and(|written| written == text) {
        println!("{CONTRACT}: up to date");
    } else {
        fs::write(&path, &text).map_err(|error| format!("{CONTRACT}: {error}"))?;
        println!("{CONTRACT}: written");
    }
    Ok(0)
}

/// Builds the page as one file, which needs no server.
fn single(root: &Path) -> Result<u8, String> {
    let file = whole(root)?.with_file_name("isagrid.html");
    page::single(root, &folder(root)?, &file)?;
    println!("page: {}", file.display());
    Ok(0)
}

/// Writes the table of sizes of the built page in its document.
fn sizes(root: &Path) -> Result<u8, String> {
    let path = root.join(DOCUMENT);
    let failed = |error| format!("{DOCUMENT}: {error}");
    let text = fs::read_to_string(&path).map_err(failed)?;
    let new =
        weight::documented(&text, &folder(root)?).map_err(|why| format!("{DOCUMENT}: {why}"))?;
    fs::write(&path, new).map_err(failed)?;
    println!("{DOCUMENT}: written");
    Ok(0)
}

/// Names of the modules.
fn modules(root: &Path) -> Result<Vec<String>, String> {
    let failed = |error| format!("{MODULES}: {error}");
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(MODULES)).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        names.extend(file.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

/// Builds the modules and their files in `target/page`.
fn build(root: &Path) -> Result<PathBuf, String> {
    let (target, folder, modules) = (metadata::target(root)?, folder(root)?, modules(root)?);
    has_tools(root)?;
    let mut web = repository::cargo();
    web.args(["build", "--package", "web", "--features", "page", "--profile", "web"]);
    web.args(["--target", TARGET]).args(modules.iter().flat_map(|name| ["--example", name]));
    succeed(web.current_dir(root))?;
    // Old files would be kept for offline use.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let bindgen = bindgen(root, &target)?;
    for name in &modules {
        let built = target.join(TARGET).join("web/examples").join(format!("{name}.wasm"));
        succeed(Command::new(&bindgen).arg(built).arg(name).arg(&folder))?;
    }
    let script = target.join("web-tools/files.mjs");
    fs::write(&script, FILES).map_err(|error| format!("{}: {error}", script.display()))?;
    succeed(Command::new("node").args([&script, root, &folder].map(|path| path.as_os_str())))?;
    Ok(folder)
}

/// Builds an example of the page's package for this computer; returns its path.
///
/// With all packages named, cargo builds libraries as `cargo test --workspace` does, and so builds them once.
fn example(root: &Path, name: &str) -> Result<PathBuf, String> {
    repository::build(
        root,
        "dev",
        &["--quiet", "--workspace", "--example", name],
        &format!("examples/{name}"),
    )
}

/// Checks what the build needs, before anything is built.
fn has_tools(root: &Path) -> Result<(), String> {
    for (name, purpose) in
        [("node", "builds the page"), ("npm", "installs the packages of the page")]
    {
        if repository::program(name).is_none() {
            return Err(format!("{name} is not installed; it {purpose}"));
        }
    }
    let mut libraries = Command::new("rustc");
    libraries.args(["--print", "target-libdir", "--target", TARGET]);
    let folder = String::from_utf8_lossy(&printed(libraries.current_dir(root))?).trim().to_owned();
    // The folder is named even if nothing is installed there.
    if Path::new(&folder).is_dir() {
        return Ok(());
    }
    Err(format!("the target {TARGET} is not installed: `rustup target add {TARGET}` installs it"))
}

/// Builds the program that makes modules loadable, with `wasm-bindgen` in Cargo.lock's version; returns its
/// path.
///
/// It is a package of its own below `target`, so that its dependencies are not the workspace's.
fn bindgen(root: &Path, target: &Path) -> Result<PathBuf, String> {
    let lock = fs::read_to_string(root.join("Cargo.lock"))
        .map_err(|error| format!("Cargo.lock: {error}"))?;
    let version = lock.split("name = \"wasm-bindgen\"\nversion = \"").nth(1);
    let version =
        version.and_then(|rest| rest.split('"').next()).ok_or("Cargo.lock has no wasm-bindgen")?;
    let package = target.join("web-tools");
    let manifest = package.join("Cargo.toml");
    for (path, text) in [
        (&manifest, BINDGEN_MANIFEST.replace("VERSION", version)),
        (&package.join("src/main.rs"), BINDGEN.to_owned()),
    ] {
        if fs::read(path).is_ok_and(|written| written == text.as_bytes()) {
            continue;
        }
        let folder = path.parent().unwrap_or(&package);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(path, text))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mut build = repository::cargo();
    build.arg("build").arg("--manifest-path").arg(&manifest);
    succeed(build.arg("--target-dir").arg(package.join("build")))
        .map_err(|why| format!("cannot build wasm-bindgen {version}: {why}"))?;
    Ok(package.join("build/debug/bindgen"))
}

/// Compares every answer in Node.js with the native one, then uses the page in a browser.
fn test(root: &Path) -> Result<u8, String> {
    if Command::new("node").arg("--version").output().is_err() {
        return Err("Node.js is not installed; the test needs it".to_owned());
    }
    let folder = whole(root)?;
    let recorded = printed(Command::new(example(root, "record")?).current_dir(root))?;
    let scratch = folder.with_file_name("page-test");
    fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
    let (file, script) = (scratch.join("record.jsonl"), scratch.join("replay.mjs"));
    let write = |path: &Path, bytes: &[u8]| {
        fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    write(&file, &recorded)?;
    write(&script, REPLAY.as_bytes())?;
    succeed(Command::new("node").arg(&script).arg(&file).arg(&folder))?;
    page::test(root, &folder, None)?;
    Ok(0)
}

/// Standard output of a command.
fn printed(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    if output.status.success() { Ok(output.stdout) } else { Err(failed(command)) }
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let status = command.status();
    let status = status.map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    if status.success() { Ok(()) } else { Err(failed(command)) }
}

fn failed(command: &Command) -> String {
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
    format!("{} {} failed", command.get_program().to_string_lossy(), words.join(" "))
}
