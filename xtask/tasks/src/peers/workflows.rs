//! Checks of the workflows, the action and the files for GitLab with the usual linters.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use super::{Peers, Tally, installed, output};

/// Kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Workflow,
    Action,
    Gitlab,
}

/// A program, its arguments, and the kinds that it reads.
type Linter = (&'static str, &'static [&'static str], &'static [Kind]);

/// Linters; each exits with 0 if it finds nothing.
const LINTERS: [Linter; 5] = [
    ("actionlint", &[], &[Kind::Workflow]),
    ("check-jsonschema", &["--builtin-schema", "vendor.github-workflows"], &[Kind::Workflow]),
    ("check-jsonschema", &["--builtin-schema", "vendor.github-actions"], &[Kind::Action]),
    (
        "check-jsonschema",
        &["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"],
        &[Kind::Gitlab],
    ),
    (
        "zizmor",
        &[
            "--offline",
            "--quiet",
            "--no-progress",
            "--min-confidence",
            "medium",
            "--config",
            ".github/zizmor.yml",
        ],
        &[Kind::Workflow, Kind::Action],
    ),
];

pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let files: Vec<(&str, Kind)> =
        peers.files.iter().filter_map(|file| Some((file.as_str(), kind(file)?))).collect();
    let mut differences = 0;
    for (program, arguments, kinds) in LINTERS {
        if !installed(&[program]) {
            continue;
        }
        let what = format!("files ({})", arguments.get(1).copied().unwrap_or("all rules"));
        let mut tally = Tally::new(program, &what);
        for (file, _) in files.iter().filter(|(_, kind)| kinds.contains(kind)) {
            let mut reader = Command::new(program);
            reader.args(arguments).arg(file).current_dir(peers.root);
            tally.add(file, findings(&mut reader, b"")?);
        }
        differences += tally.end();
    }
    if installed(&["shellcheck"]) {
        let mut tally = Tally::new("shellcheck", "scripts of workflows");
        for (file, kind) in files.iter().filter(|(_, kind)| *kind != Kind::Gitlab) {
            for (name, script) in scripts(&peers.root.join(file), *kind)? {
                // As GitHub's runner calls it, after it has replaced expressions.
                let script = format!("#!/bin/bash -e\n{}", without_expressions(&script));
                let mut shellcheck = Command::new("shellcheck");
                tally.add(
                    &format!("{file}, {name}"),
                    findings(shellcheck.arg("-"), script.as_bytes())?,
                );
            }
        }
        differences += tally.end();
    }
    Ok(differences)
}

/// Kind of a file, if it has one.
fn kind(file: &str) -> Option<Kind> {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    match name {
        "action.yml" => Some(Kind::Action),
        ".gitlab-ci.yml" => Some(Kind::Gitlab),
        _ if folder.ends_with(".github/workflows") => Some(Kind::Workflow),
        _ => None,
    }
}

/// Findings of a linter, or `None`.
fn findings(reader: &mut Command, input: &[u8]) -> Result<Option<String>, String> {
    let done = output(reader, input)?;
    let text = [done.stdout, done.stderr].concat();
    Ok((!done.status.success()).then(|| String::from_utf8_lossy(&text).into_owned()))
}

/// Scripts of a workflow's or an action's steps, each with its name or number.
fn scripts(file: &PathBuf, kind: Kind) -> Result<Vec<(String, String)>, String> {
    let failed = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let text = fs::read_to_string(file).map_err(|why| failed(&why))?;
    let read: Value = serde_saphyr::from_str(&text).map_err(|why| failed(&why))?;
    let jobs: Vec<&Value> = match kind {
        Kind::Action => vec![&read["runs"]],
        _ => read["jobs"].as_object().into_iter().flatten().map(|(_, job)| job).collect(),
    };
    let steps = jobs.into_iter().flat_map(|job| job["steps"].as_array().into_iter().flatten());
    let scripts = steps.enumerate().filter_map(|(index, step)| {
        let name = step["name"].as_str().map_or(format!("step {}", index + 1), str::to_owned);
        Some((name, step["run"].as_str()?.to_owned()))
    });
    Ok(scripts.collect())
}

/// A script with a word for each `${{ ... }}`.
fn without_expressions(script: &str) -> String {
    let mut parts = script.split("${{");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        whole += "expression";
        whole += part.split_once("}}").map_or("", |(_, rest)| rest);
    }
    whole
}

/// Without files or scripts the step would pass without checking anything.
#[cfg(test)]
mod tests {
    use super::*;
    use xtask::repository;

    #[test]
    fn the_files_of_this_repository_are_read() {
        let root = repository::root();
        let files = repository::files(&root);
        let kinds: Vec<Kind> = files.iter().filter_map(|file| kind(file)).collect();
        let count = |kind| kinds.iter().filter(|found| **found == kind).count();
        assert!(count(Kind::Workflow) >= 4 && count(Kind::Action) == 1 && count(Kind::Gitlab) == 1);
        let scripts = scripts(&root.join("action.yml"), Kind::Action).expect("it can be read");
        assert!(scripts.len() >= 4, "{scripts:?}");
        assert!(scripts.iter().any(|(name, _)| name == "Fetch the release"));
    }
}
