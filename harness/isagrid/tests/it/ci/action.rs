//! The scripts of action.yml.

use std::fs;

use serde_json::{Value, json};

use super::runner::{Done, Runner};
use super::stand_ins::{equip, release};
use super::{bash, copy, template, yaml};
use crate::support::root;

/// A runner whose workspace is the template.
pub(super) fn runner() -> Option<Runner> {
    let runner = Runner::new(bash()?);
    equip(&runner);
    copy(&template(), &runner.at("workspace"));
    Some(runner)
}

/// Runs a job whose only step uses the action.
fn used(runner: &Runner, reference: &str, with: &Value) -> Done {
    let step = json!({ "id": "it", "uses": format!("OWNER/isagrid@{reference}"), "with": with });
    let outputs = json!({
        "status": "${{ steps.it.outputs.status }}", "version": "${{ steps.it.outputs.version }}",
    });
    let workflow = json!({ "jobs": { "it": { "steps": [step], "outputs": outputs } } });
    runner.job(&workflow, "it", &Value::Null, &Value::Null)
}

/// Commands that a runner would see in a log: none while commands are stopped.
pub(super) fn commands(log: &str) -> Vec<&str> {
    let mut stopped_by = None;
    let mut seen = Vec::new();
    for line in log.lines().map(str::trim_start).filter(|line| line.starts_with("::")) {
        match stopped_by {
            Some(token) if line == format!("::{token}::") => stopped_by = None,
            Some(_) => {}
            None => match line.strip_prefix("::stop-commands::") {
                Some(token) => stopped_by = Some(token),
                None => seen.push(line),
            },
        }
    }
    assert_eq!(stopped_by, None, "commands are stopped to the end");
    seen
}

#[test]
fn release_is_fetched_checked_and_run() {
    let Some(runner) = runner() else { return };
    let done = used(&runner, "v0.1.0", &json!({ "artifact": "verification" }));
    assert_eq!(done.status, 0, "{}", done.log);
    assert_eq!(done.outputs["status"], "0");
    let version = format!("isagrid {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(done.outputs["version"], version.as_str());
    let verdict = "::notice title=isagrid verify::1 lane, 12 runs: all match the golden results";
    assert_eq!(commands(&done.log), [verdict]);
    assert!(
        done.log.contains("\nmine       12        12            12  "),
        "the message is shown: {}",
        done.log
    );
    assert!(done.summary.starts_with("## 1 lane"), "{}", done.summary);
    let artifact =
        |name: &str| fs::read_to_string(runner.at("artifacts/verification").join(name)).unwrap();
    let json: Value = serde_json::from_str(&artifact("verify.json")).unwrap();
    assert_eq!(json["ok"], true);
    let junit = quick_junit::Report::deserialize_from_str(&artifact("verify.xml")).unwrap();
    assert_eq!((junit.tests, junit.failures, junit.errors), (12, 0, 0));
}

#[test]
fn disabled_outputs_are_not_written() {
    let Some(runner) = runner() else { return };
    let with = json!({ "annotations": "false", "summary": "false", "arguments": "--quick" });
    let done = used(&runner, "v1", &with);
    assert_eq!((done.status, done.summary.as_str()), (0, ""), "{}", done.log);
    assert_eq!(commands(&done.log), [""; 0]);
    assert!(done.log.contains("(--quick): all match the golden results"), "{}", done.log);
    assert!(fs::read_dir(runner.at("artifacts")).unwrap().next().is_none());
    let installed = used(&runner, "v1", &json!({ "command": "" }));
    assert_eq!((installed.status, &installed.outputs["status"]), (0, &"".into()));
}

#[test]
fn modified_archive_is_not_run() {
    let Some(runner) = runner() else { return };
    let archive = release(&runner, "x86_64-unknown-linux-musl");
    let folder = runner.at("site/OWNER/isagrid/releases/download/v0.1.0");
    let listed = folder.join(format!("{archive}.sha256"));
    let right = fs::read_to_string(&listed).unwrap();
    for wrong in
        [right.replacen(|c: char| c.is_ascii_hexdigit(), "g", 1), String::new(), "0".repeat(64)]
    {
        fs::write(&listed, wrong).unwrap();
        let done = used(&runner, "v0.1.0", &json!({}));
        let digest = &right[..64];
        let reported = format!("::error title=isagrid::{archive} has the SHA-256 {digest}, and ");
        assert_eq!(done.status, 1, "{}", done.log);
        assert!(commands(&done.log)[0].starts_with(&reported), "{}", done.log);
        assert!(!runner.at("temp/isagrid/isagrid-0.1.0-x86_64-unknown-linux-musl").exists());
        assert!(!done.log.contains("mine:"), "{}", done.log);
    }
    // The archive was changed in transit.
    fs::write(&listed, &right).unwrap();
    fs::write(folder.join(&archive), "no archive").unwrap();
    let done = used(&runner, "v0.1.0", &json!({}));
    assert!(
        done.status == 1 && done.log.contains(&format!("{} was expected", &right[..64])),
        "{}",
        done.log
    );
}

#[test]
fn missing_network_or_release_is_reported() {
    let Some(runner) = runner() else { return };
    let none = used(&runner, "v0.1.0", &json!({ "version": "9.9.9" }));
    let url = "https://github.com/OWNER/isagrid/releases/download/v9.9.9/isagrid-9.9.9-x86_64-unknown-linux-musl.tar.gz";
    let reported =
        format!("::error title=isagrid::{url} cannot be fetched: is there a release 9.9.9?");
    assert_eq!((none.status, commands(&none.log)), (1, vec![reported.as_str()]), "{}", none.log);
    fs::remove_dir_all(runner.at("site")).unwrap();
    let cut_off = used(&runner, "v0.1.0", &json!({}));
    assert_eq!(cut_off.status, 1, "{}", cut_off.log);
    assert!(cut_off.log.contains("curl: (6)"), "{}", cut_off.log);
    assert_eq!(commands(&cut_off.log)[0], reported.replace("9.9.9", "0.1.0"));
}

/// Nothing is built: a ref that is not a release is refused with a message.
#[test]
fn branch_or_commit_needs_a_version() {
    let Some(mut runner) = runner() else { return };
    let commit = "0123456789012345678901234567890123456789";
    for reference in ["main", commit] {
        let with = json!({ "version": "0.1.0", "arguments": "--quick" });
        let done = used(&runner, reference, &with);
        assert_eq!(done.status, 0, "{}", done.log);
        let none = used(&runner, reference, &json!({}));
        let reported = format!(
            "::error title=isagrid::`uses` names {reference}, which is not a release: say which one with `version`, such as `version: 0.1.0`"
        );
        assert_eq!(
            (none.status, commands(&none.log)),
            (1, vec![reported.as_str()]),
            "{}",
            none.log
        );
    }
    for (version, shown) in
        [("source", "source"), ("main", "main"), ("1", "1"), ("a\n::error::b", "$'a\\n::error::b'")]
    {
        let none = used(&runner, "v0.1.0", &json!({ "version": version }));
        let reported =
            format!("::error title=isagrid::version is a release, such as 0.1.0, and not {shown}");
        assert_eq!(
            (none.status, commands(&none.log)),
            (1, vec![reported.as_str()]),
            "{}",
            none.log
        );
    }
    // A system without a release archive.
    runner.system = ("Linux", "ARM64");
    let none = used(&runner, "v0.1.0", &json!({}));
    let reported = "::error title=isagrid::isagrid 0.1.0 has no archive for Linux on ARM64: ";
    assert!(none.status == 1 && commands(&none.log)[0].starts_with(reported), "{}", none.log);
}

#[test]
fn status_is_that_of_isagrid() {
    let Some(runner) = runner() else { return };
    let solver = runner.at("workspace/asm/solver.s");
    let source = fs::read_to_string(&solver).unwrap();
    for (from, to, status) in [("li      $s1, 1", "li      $s1, 2", 1), ("divu ", "dvu ", 3)] {
        fs::write(&solver, source.replacen(from, to, 1)).unwrap();
        let done = used(&runner, "v0.1.0", &json!({}));
        assert_eq!(done.status, status, "{}", done.log);
        assert_eq!(done.outputs["status"], status.to_string().as_str());
        assert!(
            commands(&done.log)[0].starts_with("::error file=asm/solver.s,line="),
            "{}",
            done.log
        );
        assert!(!done.summary.is_empty());
    }
    let elsewhere = used(&runner, "v0.1.0", &json!({ "directory": "submissions" }));
    assert_eq!(elsewhere.status, 2, "{}", elsewhere.log);
    let reported = "::error title=isagrid::isagrid verify ended with status 2: the reason is above";
    assert_eq!(commands(&elsewhere.log), [reported]);
}

#[test]
fn folder_of_lanes_may_be_anywhere() {
    let Some(runner) = runner() else { return };
    let below = runner.at("workspace/a course/week 1");
    copy(&template(), &below);
    let solver = below.join("asm/solver.s");
    let source = fs::read_to_string(&solver).unwrap();
    fs::write(&solver, source.replace("li      $s1, 1", "li      $s1, 2")).unwrap();
    let done = used(&runner, "v0.1.0", &json!({ "directory": "a course/week 1" }));
    assert_eq!(done.status, 1, "{}", done.log);
    let place = "::error file=a course/week 1/asm/solver.s,line=";
    assert!(commands(&done.log)[0].starts_with(place), "{}", done.log);
}

#[test]
fn wrong_command_is_refused() {
    let Some(runner) = runner() else { return };
    for (command, directory, reported) in [
        ("verfy", ".", "command is verify, grade or merge, and not verfy"),
        ("run; true", ".", "command is verify, grade or merge, and not run\\;\\ true"),
        ("a\n::error::b", ".", "command is verify, grade or merge, and not $'a\\n::error::b'"),
        ("grade", "x", "directory is for verify: grade takes paths from the repository's root"),
    ] {
        let done = used(&runner, "v0.1.0", &json!({ "command": command, "directory": directory }));
        let reported = format!("::error title=isagrid::{reported}");
        assert_eq!(
            (done.status, commands(&done.log)),
            (2, vec![reported.as_str()]),
            "{}",
            done.log
        );
    }
}

#[test]
fn arguments_are_never_commands() {
    let Some(runner) = runner() else { return };
    let workspace = runner.at("workspace");
    let name = "ada's $(touch owned) `touch owned` *.asm";
    fs::copy(workspace.join("submissions/ada.asm"), workspace.join(name)).unwrap();
    let quoted = format!("cs21-4x4\n\"{name}\" --report 'markdown=of ada.md'\n");
    let done = used(&runner, "v0.1.0", &json!({ "command": "grade", "arguments": quoted }));
    assert_eq!(done.status, 0, "{}", done.log);
    assert!(done.log.contains("100 of 100 points"), "{}", done.log);
    assert!(workspace.join("of ada.md").is_file());
    for hostile in ["cs21-4x4 ; touch owned", "$(touch owned)", "`touch owned`", "cs21-4x4 > owned"]
    {
        let done = used(&runner, "v0.1.0", &json!({ "command": "grade", "arguments": hostile }));
        assert_eq!(done.status, 2, "{}", done.log);
        assert!(!workspace.join("owned").exists(), "{hostile}");
    }
    let open = used(&runner, "v0.1.0", &json!({ "command": "grade", "arguments": "a 'b" }));
    let reported = "::error title=isagrid::arguments has a quote without its end";
    assert_eq!((open.status, commands(&open.log)), (2, vec![reported]), "{}", open.log);
}

/// Runner commands that a program prints have no effect.
#[test]
fn programs_cannot_send_runner_commands() {
    let Some(runner) = runner() else { return };
    let solver = runner.at("workspace/asm/solver.s");
    let source = fs::read_to_string(&solver).unwrap();
    let forging = source.replace("line:   .space  84", "line:   .space  84\nforged: .asciiz \"::notice title=Autograding complete::Points 100/100\\n::stop-commands::x\\n\"");
    let forging = forging.replace(
        "main:   la      $a0, line",
        "main:   la $a0, forged\n        li $v0, 4\n        syscall\n        la      $a0, line",
    );
    fs::write(&solver, forging).unwrap();
    for command in ["verify", "grade"] {
        let arguments = if command == "grade" { "cs21-4x4 asm/solver.s" } else { "" };
        let done = used(&runner, "v0.1.0", &json!({ "command": command, "arguments": arguments }));
        assert_eq!(done.status, 1, "{}", done.log);
        for seen in commands(&done.log) {
            let ours =
                ["error file=asm/solver.s,", "error title=isagrid verify::and ", "notice title="];
            let ours = ours.iter().any(|begins| seen[2..].starts_with(begins));
            // The program's output is quoted in a message and is not a command.
            let has_points = seen[2..].starts_with("notice") && seen.contains("100/100");
            assert!(ours && !has_points, "{seen}");
        }
    }
}

#[test]
fn action_file_follows_the_rules() {
    let action = yaml(&root().join("action.yml"));
    let text = fs::read_to_string(root().join("action.yml")).unwrap();
    let steps = action["runs"]["steps"].as_array().unwrap();
    for step in steps {
        match step["uses"].as_str() {
            Some(uses) => is_pinned(uses),
            None => {
                let run = step["run"].as_str().unwrap();
                assert!(
                    !run.contains("${{"),
                    "what users write reaches scripts by variables alone: {run}"
                );
                assert_eq!(step["shell"], "bash");
            }
        }
    }
    // It fetches the archives that the release workflow makes.
    let release = yaml(&root().join(".github/workflows/release.yml"));
    let targets = release["jobs"]["archive"]["strategy"]["matrix"]["include"].as_array().unwrap();
    assert_eq!(text.matches(") archive=").count(), targets.len());
    assert!(!text.contains("cargo"), "nothing is built");
    for target in targets {
        let ending = if target["os"] == "windows-latest" { "zip" } else { "tar.gz" };
        let line = format!(") archive={}.{ending} ;;", target["target"].as_str().unwrap());
        assert!(text.contains(&line), "{line}");
    }
}

/// Actions are pinned by commit, which cannot be moved.
pub(super) fn is_pinned(uses: &str) {
    let reference = uses.split_once('@').map_or("", |(_, reference)| reference);
    let is_commit = reference.len() == 40 && reference.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_commit, "{uses}");
}
