//! `cargo xtask`: verifies lanes with `isagrid`, and starts all other tasks.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

use std::path::Path;
use std::process::{Command, ExitCode};

use xtask::{TASKS, repository};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        println!("{}", usage());
        return ExitCode::from(2);
    };
    if ["--help", "-h", "help"].contains(&name.as_str()) {
        println!("{}", usage());
        return ExitCode::SUCCESS;
    }
    if !TASKS.iter().any(|(task, _)| task == name) {
        eprintln!("error: unknown task `{name}`\n{}", usage());
        return ExitCode::from(2);
    }
    let root = repository::root();
    let status = match name.as_str() {
        // The whole command takes twice as long to build, and a first verification needs no options.
        "verify-all" if rest.is_empty() => verify_all(&root),
        "verify-all" => isagrid(&root, &["verify"], rest),
        "bless" => bless(&root, rest),
        "puzzles" => isagrid(&root, &["puzzles"], rest),
        _ => run(&root, "dev", &["--package", "tasks"], "tasks", &arguments),
    };
    match status {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
    }
}

fn usage() -> String {
    let mut text = String::from("Usage: cargo xtask TASK [ARGUMENTS]\n");
    for (name, what) in TASKS {
        text.push_str(&format!("\n  {name:<12} {what}"));
    }
    text
}

/// Verifies all lanes of the repository with a program that does nothing else.
fn verify_all(root: &Path) -> Result<u8, String> {
    // With both packages named, cargo builds libraries as `isagrid` needs them, and builds them once.
    let packages = ["--package", "isagrid", "--package", "isagrid-lanes", "--bin", "verify-lanes"];
    run(root, "release", &packages, "verify-lanes", &[])
}

fn bless(root: &Path, arguments: &[String]) -> Result<u8, String> {
    let before = repository::files(root);
    let status = isagrid(root, &["verify", "--bless"], arguments)?;
    if repository::files(root) != before {
        // The command embeds these files, and cargo does not notice new files in their folders.
        repository::touch(&root.join("data/lib.rs"))?;
    }
    Ok(status)
}

/// Builds `isagrid`, runs one of its commands, and returns its exit status.
fn isagrid(root: &Path, command: &[&str], arguments: &[String]) -> Result<u8, String> {
    let command = command.iter().map(|&word| word.to_owned());
    let all: Vec<String> = command.chain(arguments.iter().cloned()).collect();
    run(root, "release", &["--package", "isagrid"], "isagrid", &all)
}

/// Builds a program of these packages, runs it, and returns its exit status.
fn run(
    root: &Path,
    profile: &str,
    packages: &[&str],
    program: &str,
    arguments: &[String],
) -> Result<u8, String> {
    let path = repository::build(root, profile, packages, program)?;
    let status = Command::new(&path).args(arguments).current_dir(root).status();
    let status = status.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(70))
}
