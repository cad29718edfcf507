//! `cargo xtask`: builds and runs `isagrid`, and checks the repository.
//!
//! It depends on no other crate of the workspace, so that a crate that does not compile is a failed step.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

mod browser;
mod compile;
mod dist;
mod markdown;
mod peers;
mod repository;
mod tidy;
mod web;

use std::path::Path;
use std::process::{Command, ExitCode};

use xtask::pages;

/// A task: name, help, and function, which returns the exit status.
type Task = (&'static str, &'static str, fn(&Path, &[String]) -> Result<u8, String>);

/// All tasks.
const TASKS: &[Task] = &[
    ("verify-all", "Verify every lane; arguments go to `isagrid verify`", verify),
    ("bless", "Save solutions and counts to the golden files; arguments as for verify-all", bless),
    ("pages", "Regenerate pages in docs and target/docs; --check lists stale ones in docs", pages),
    ("puzzles", "Regenerate golden/puzzles from the seeds", puzzles),
    ("compile", "Compile the solvers in C and compare; --write keeps the new programs", compile),
    (
        "peers",
        "Compare with real simulators, QEMU and GNU's tools, in all steps or those named; --speed \
         measures them",
        peers,
    ),
    ("browser", "Check HTML pages in Chromium; --screenshots DIR keeps pictures", browser),
    ("dist", "Pack isagrid for this computer, or for a target, with manual and licences", dist),
    (
        "web",
        "Build the page for browsers into target/page; --test checks it, --contract writes its types, \
         --serve serves it",
        web::task,
    ),
    ("tidy", "Check dependencies, sizes, reasons, links and phrases in the repository", tidy),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = repository::root();
    let Some((name, rest)) = arguments.split_first() else {
        println!("{}", usage());
        return ExitCode::from(2);
    };
    if ["--help", "-h", "help"].contains(&name.as_str()) {
        println!("{}", usage());
        return ExitCode::SUCCESS;
    }
    let Some((.., task)) = TASKS.iter().find(|(task, ..)| task == name) else {
        eprintln!("error: unknown task `{name}`\n{}", usage());
        return ExitCode::from(2);
    };
    match task(&root, rest) {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
    }
}

fn usage() -> String {
    let mut text = String::from("Usage: cargo xtask TASK [ARGUMENTS]\n");
    for (name, what, _) in TASKS {
        text.push_str(&format!("\n  {name:<12} {what}"));
    }
    text
}

fn verify(root: &Path, arguments: &[String]) -> Result<u8, String> {
    isagrid(root, "verify", arguments)
}

fn bless(root: &Path, arguments: &[String]) -> Result<u8, String> {
    let mut all = arguments.to_vec();
    all.push("--bless".to_owned());
    let before = repository::files(root);
    let status = isagrid(root, "verify", &all)?;
    if repository::files(root) != before {
        // The command embeds these files, and cargo does not notice new files in their folders.
        repository::touch(&root.join("harness/lanes/src/root.rs"))?;
    }
    Ok(status)
}

fn puzzles(root: &Path, arguments: &[String]) -> Result<u8, String> {
    isagrid(root, "puzzles", arguments)
}

fn pages(root: &Path, arguments: &[String]) -> Result<u8, String> {
    let only_checks = match arguments {
        [] => false,
        [first] if first == "--check" => true,
        [first, ..] => {
            return Err(format!("unexpected argument `{first}`; this task takes --check"));
        }
    };
    let isagrid = build(root, Profile::Dev)?;
    let mut stale = pages::texts(root, &isagrid)?;
    if !only_checks {
        stale.extend(pages::texts_in_target(root, &isagrid)?);
    }
    stale.retain(|page| !page.is_true);
    for page in &stale {
        if only_checks {
            println!("{} is stale: {}", page.file, pages::REMEDY);
            continue;
        }
        let path = root.join(page.file);
        let folder = path.parent().unwrap_or(root);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, &page.text))
            .map_err(|error| format!("{}: {error}", page.file))?;
        println!("wrote {}", page.file);
    }
    Ok(u8::from(only_checks && !stale.is_empty()))
}

fn compile(root: &Path, arguments: &[String]) -> Result<u8, String> {
    match arguments {
        [] => compile::compile(root, false),
        [first] if first == "--write" => compile::compile(root, true),
        [first, ..] => Err(format!("unexpected argument `{first}`; this task takes --write")),
    }
}

fn peers(root: &Path, arguments: &[String]) -> Result<u8, String> {
    if arguments == ["--speed"] {
        return peers::measure(root, &build(root, Profile::Release)?);
    }
    peers::known(arguments)?;
    peers::compare(root, &build(root, Profile::Release)?, arguments)
}

fn browser(_root: &Path, arguments: &[String]) -> Result<u8, String> {
    browser::task(arguments)
}

fn dist(root: &Path, arguments: &[String]) -> Result<u8, String> {
    let (target, more) = arguments.split_at(arguments.len().min(1));
    no_arguments(more)?;
    dist::make(root, target.first().map(String::as_str))
}

fn tidy(root: &Path, arguments: &[String]) -> Result<u8, String> {
    no_arguments(arguments)?;
    tidy::check(root)
}

fn no_arguments(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] => Ok(()),
        [first, ..] => Err(format!("unexpected argument `{first}`")),
    }
}

/// Cargo profile of a build.
#[derive(Clone, Copy)]
enum Profile {
    /// The profile of tests: builds in half a minute after the tests were built.
    Dev,
    Release,
}

/// Builds `isagrid` and returns its path.
fn build(root: &Path, profile: Profile) -> Result<std::path::PathBuf, String> {
    let (name, folder) = match profile {
        Profile::Dev => ("dev", "debug"),
        Profile::Release => ("release", "release"),
    };
    let build = ["build", "--profile", name, "--package", "isagrid"];
    let status = repository::cargo().args(build).current_dir(root).status();
    match status {
        Ok(status) if status.success() => {}
        Ok(_) => return Err("isagrid does not build".to_owned()),
        Err(error) => return Err(format!("cannot start cargo: {error}")),
    }
    Ok(repository::target(root)?.join(folder).join("isagrid"))
}

/// Builds `isagrid`, runs one of its commands, and returns its exit status.
fn isagrid(root: &Path, command: &str, arguments: &[String]) -> Result<u8, String> {
    let program = build(root, Profile::Release)?;
    let status = Command::new(&program).arg(command).args(arguments).current_dir(root).status();
    let status = status.map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(70))
}
