//! The tasks of `cargo xtask` that need libraries: they build and run `isagrid`, and check the repository.
//!
//! Like `xtask`, it depends on no other crate of the workspace, so that a crate that does not compile
//! is a failed step.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

mod browser;
mod compile;
mod dist;
mod markdown;
mod metadata;
mod peers;
mod tidy;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tasks::pages;
use xtask::repository;

/// Runs a task with its arguments, and returns the exit status.
type Task = fn(&Path, &[String]) -> Result<u8, String>;

/// The tasks of this program, by their names in [`xtask::TASKS`].
const TASKS: &[(&str, Task)] = &[
    ("pages", pages),
    ("compile", compile),
    ("peers", peers),
    ("browser", browser),
    ("dist", dist),
    ("web", web::task),
    ("tidy", tidy),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let named = arguments.split_first().and_then(|(name, rest)| {
        let (_, task) = TASKS.iter().find(|(task, _)| task == name)?;
        Some((task, rest))
    });
    let Some((task, rest)) = named else {
        eprintln!("error: `cargo xtask` starts this program, with a task");
        return ExitCode::from(2);
    };
    match task(&repository::root(), rest) {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
    }
}

fn pages(root: &Path, arguments: &[String]) -> Result<u8, String> {
    let only_checks = match arguments {
        [] => false,
        [first] if first == "--check" => true,
        [first, ..] => {
            return Err(format!("unexpected argument `{first}`; this task takes --check"));
        }
    };
    let isagrid = isagrid(root, "dev")?;
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
    let writes = match arguments {
        [] => false,
        [first] if first == "--write" => true,
        [first, ..] => {
            return Err(format!("unexpected argument `{first}`; this task takes --write"));
        }
    };
    compile::compile(root, || isagrid(root, "release"), writes)
}

fn peers(root: &Path, arguments: &[String]) -> Result<u8, String> {
    match arguments {
        [first, names @ ..] if first == "--speed" => {
            return peers::measure(root, &isagrid(root, "release")?, names);
        }
        [first, folder] if first == "--suites" => {
            return peers::suites(root, &isagrid(root, "release")?, Path::new(folder));
        }
        [first, seed] if first == "--search" => {
            return peers::search(root, &isagrid(root, "release")?, number(seed)?);
        }
        [first, seed, count] if first == "--random" => {
            let (seed, count) = (number(seed)?, number(count)?);
            return peers::random(root, &isagrid(root, "release")?, seed, count);
        }
        _ => {}
    }
    peers::known(arguments)?;
    peers::compare(root, &isagrid(root, "release")?, arguments)
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
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

/// Builds `isagrid` in a profile, and returns its path. In `dev`, the profile of tests, it builds in half a
/// minute after the tests were built.
fn isagrid(root: &Path, profile: &str) -> Result<PathBuf, String> {
    repository::build(root, profile, &["--package", "isagrid"], "isagrid")
}
