//! The CI recipes of docs/grading-ci.md and docs/run.md, run as the services run them.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::action::{commands, runner};
use super::runner::Runner;
use super::template::gitlab_job;
use super::{bash, yaml_text};
use crate::support::{isagrid, root};

/// Code blocks of a page in a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let page = fs::read_to_string(root().join("docs").join(page)).unwrap();
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// Runner whose workspace has an assignment and the untouched file of a student.
fn homework() -> Option<Runner> {
    let runner = runner()?;
    let workspace = runner.at("workspace");
    let made = isagrid(&workspace, &["assignment", "new", "homework"], b"");
    assert_eq!(made.status, 0, "{}", made.printed());
    let checked = isagrid(&workspace, &["assignment", "check", "homework"], b"");
    assert_eq!(checked.status, 0, "the gate for the assignment itself: {}", checked.printed());
    fs::copy(workspace.join("homework/scaffold.s"), workspace.join("sudoku.s")).unwrap();
    Some(runner)
}

/// Runs shell lines in the workspace; returns the status and all output.
fn shell(runner: &Runner, lines: &str) -> (i32, String) {
    let mut shell = Command::new(bash().unwrap());
    let path = format!("{}:/usr/bin:/bin", runner.at("bin").display());
    shell.args(["-ec", lines]).current_dir(runner.at("workspace")).env_clear();
    shell.env("PATH", path).env("HOME", runner.home.path());
    let done = shell.stdin(Stdio::null()).output().unwrap();
    let message = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    (done.status.code().unwrap(), message.into_owned())
}

#[test]
fn shell_recipe_fetches_a_release_and_grades() {
    let Some(runner) = homework() else { return };
    let [recipe] = &blocks("grading-ci.md", "sh")[..] else { panic!("one recipe for a shell") };
    let (status, message) = shell(&runner, recipe);
    assert_eq!(status, 1, "{message}");
    assert!(message.contains("not attempted"), "{message}");
    fs::remove_dir_all(runner.at("site")).unwrap();
    let (status, message) = shell(&runner, recipe);
    assert!(
        status == 6 && !message.contains("points"),
        "without a release nothing is built: {message}"
    );
}

#[test]
fn github_recipes_grade_and_report_to_classroom() {
    let Some(runner) = homework() else { return };
    let workflows: Vec<Value> =
        blocks("grading-ci.md", "yaml").iter().map(|block| yaml_text(block)).collect();
    let [plain, classroom, _] = &workflows[..] else { panic!("three recipes") };
    let done = runner.job(plain, "grade", &Value::Null, &Value::Null);
    assert_eq!(done.status, 1, "{}", done.log);
    assert!(commands(&done.log)[0].starts_with("::error file=sudoku.s,"), "{}", done.log);
    assert!(done.summary.contains("0 of "), "{}", done.summary);
    assert_eq!(plain["permissions"], json!({ "contents": "read" }));
    // The files that the reporter reads, and the permissions it needs.
    let name = "run-autograding-tests";
    assert_eq!(classroom["jobs"].as_object().unwrap().keys().collect::<Vec<_>>(), [name]);
    let permissions = json!({ "checks": "write", "actions": "read", "contents": "read" });
    assert_eq!(classroom["permissions"], permissions);
    let none = runner.job(classroom, name, &Value::Null, &Value::Null);
    assert_eq!(none.status, 1, "{}", none.log);
    assert_eq!(commands(&none.log), ["::notice title=Autograding complete::Points 0/100"]);
    let workspace = runner.at("workspace");
    fs::copy(workspace.join("homework/reference.s"), workspace.join("sudoku.s")).unwrap();
    let all = runner.job(classroom, name, &Value::Null, &Value::Null);
    assert_eq!(all.status, 0, "{}", all.log);
    assert_eq!(commands(&all.log), ["::notice title=Autograding complete::Points 100/100"]);
}

#[test]
fn gitlab_recipe_fetches_a_release_and_grades() {
    let Some(runner) = homework() else { return };
    let file = yaml_text(&blocks("grading-ci.md", "yaml")[2]);
    let (status, message) = gitlab_job(&runner, &file, "grade", &[]);
    assert_eq!(status, 1, "{message}");
    let junit = fs::read_to_string(runner.at("workspace/report.xml")).unwrap();
    let junit = quick_junit::Report::deserialize_from_str(&junit).unwrap();
    assert!(junit.test_suites[0].skipped > 0, "nothing was attempted: {message}");
}

/// Runner commands that a guest prints have no effect, as docs/run.md says.
#[test]
fn wrapped_run_sends_no_runner_commands() {
    let Some(runner) = runner() else { return };
    let [wrapped] = &blocks("run.md", "sh")[..] else { panic!("one recipe") };
    let ours = format!("#!/bin/sh\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_isagrid"));
    super::stand_ins::script(&runner.at("bin/isagrid"), &ours);
    let program = "        .data\ntext:   .asciiz \"::error::PWN\\n::stop-commands::x\\n::x::\"\n        .text\n\
                   main:   la      $a0, text\n        li      $v0, 4\n        syscall\n        li $a0, 3\n\
                   \u{20}       li      $v0, 17\n        syscall\n";
    let workspace = runner.at("workspace");
    fs::write(workspace.join("solver.s"), program).unwrap();
    fs::write(workspace.join("puzzle.txt"), "").unwrap();
    let (status, message) =
        shell(&runner, &wrapped.replace("isagrid run", "isagrid run --exit-code"));
    assert_eq!(status, 3, "{message}");
    assert!(message.contains("\n::error::PWN\n"), "{message}");
    assert_eq!(commands(&message), [""; 0]);
}
