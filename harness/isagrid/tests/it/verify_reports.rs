//! What other programs read of a verification, when all is well and when a program tries to forge it.

use std::fs;
use std::path::Path;

use quick_junit::{Report, TestCaseStatus};
use serde_json::Value;

use crate::support::isagrid;
use crate::verify::{SOLVER, change, clone, verify};

/// What a solver could print in place of a grid so that it is read for something else.
const FORGED: &str = "]]></failure></testcase></testsuite>\\n::stop-commands::x\\n::error file=a::b\\n| passed | `x` |";

/// A lane whose program prints something in place of a grid.
fn forging() -> tempfile::TempDir {
    let clone = clone();
    let program = format!(
        "        .data\ntext:   .asciiz \"{FORGED}\"\ngrid:   .space 128\n        .text\n\
         main:   la      $a0, text\n        li      $v0, 4\n        syscall\n\
         solve:  li      $v0, 10\n        syscall\n"
    );
    fs::write(clone.path().join(SOLVER), program).unwrap();
    clone
}

fn report(folder: &Path, format: &str) -> String {
    verify(folder, &["--report", &format!("{format}=-")]).out()
}

fn failures(report: &Report) -> usize {
    let cases = report.test_suites.iter().flat_map(|suite| &suite.test_cases);
    cases.filter(|case| matches!(case.status, TestCaseStatus::NonSuccess { .. })).count()
}

#[test]
fn junit_has_a_case_for_each_puzzle() {
    let clone = clone();
    let well = Report::deserialize_from_str(&report(clone.path(), "junit")).unwrap();
    assert_eq!((well.tests, failures(&well)), (8, 0));
    let suite = &well.test_suites[0];
    let names = (suite.name.as_str(), suite.test_cases[2].name.as_str());
    assert_eq!(names, ("mips32-mars-4x4", "4x4:3"));
    let forged = Report::deserialize_from_str(&report(forging().path(), "junit")).unwrap();
    assert_eq!((forged.test_suites.len(), forged.tests, failures(&forged)), (1, 8, 8));
}

#[test]
fn a_log_of_github_has_only_commands_of_ours_and_the_line_that_is_wrong() {
    let log = report(forging().path(), "github");
    assert_eq!(log.lines().count(), 9, "{log}");
    for line in log.lines() {
        assert!(line.starts_with("::error file=") || line.starts_with("::notice "), "{line}");
        assert_eq!(line.matches("::error file=asm/").count() + line.matches("::notice").count(), 1);
    }
    // Where a digit is placed, nothing is.
    let clone = clone();
    let text = fs::read_to_string(clone.path().join(SOLVER)).unwrap();
    let line = 1 + text.lines().position(|line| line.contains("# place the digit")).unwrap();
    change(clone.path(), SOLVER, "sw num (cell)", "sw $zero (cell)");
    let log = report(clone.path(), "github");
    let place =
        format!("::error file={SOLVER},line={line},title=mips32-mars-4x4%2C puzzle 4x4%3A1::");
    assert!(log.starts_with(&place), "{place}\n{log}");
}

#[test]
fn a_program_that_does_not_assemble_is_annotated_where_it_is_wrong() {
    let clone = clone();
    fs::write(clone.path().join(SOLVER), "main:   li $v0, 10\n        sycall\n").unwrap();
    let log = report(clone.path(), "github");
    let begin = "::error file=asm/backtrack/mips32-mars-4x4.s,line=2,title=mips32-mars-4x4 does not assemble::error[";
    assert!(log.starts_with(begin), "{log}");
    let junit = Report::deserialize_from_str(&report(clone.path(), "junit")).unwrap();
    assert_eq!((junit.tests, failures(&junit)), (1, 1));
    let lines = report(clone.path(), "jsonl");
    let line: Value = serde_json::from_str(lines.trim()).unwrap();
    assert_eq!((&line["lane"], &line["ok"]), (&"mips32-mars-4x4".into(), &false.into()));
}

#[test]
fn json_is_as_its_schema_says() {
    let schema = isagrid(Path::new("."), &["verify", "--schema"], b"").out();
    let schema = serde_json::from_str(&schema).unwrap();
    for folder in [clone(), forging()] {
        let json: Value = serde_json::from_str(&report(folder.path(), "json")).unwrap();
        assert_eq!(crate::schema::errors(&schema, &json), [""; 0]);
        assert_eq!((&json["format"], &json["version"]), (&"isagrid-verify".into(), &1.into()));
        let source = &json["lanes"][0]["sources"][0];
        assert_eq!(source["file"], "asm/backtrack/mips32-mars-4x4.s");
        assert_eq!(source["sha256"].as_str().unwrap().len(), 64);
        let lines = report(folder.path(), "jsonl");
        let runs: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(runs.len(), 8);
        assert_eq!(runs[7]["ok"], json["ok"]);
    }
}

#[test]
fn a_summary_has_the_rows_of_the_lanes_and_no_more() {
    let page = report(forging().path(), "github-summary");
    assert!(
        page.starts_with(
            "## 1 lane\\, 8 runs\\: 1 lane FAILED\n\n| lane | |\n|---|---|\n| **failed** |"
        ),
        "{page}"
    );
    let rows = page.lines().filter(|line| line.starts_with('|')).count();
    assert_eq!(rows, 3, "{page}");
    assert!(!page.lines().any(|line| line.trim_start().starts_with("::")), "{page}");
}

#[test]
fn several_reports_are_written_at_once() {
    let clone = clone();
    let folder = clone.path();
    let done = verify(
        folder,
        &["-q", "--report", "junit=a.xml", "--report", "markdown=b.md", "--json", "c.json"],
    );
    assert_eq!(
        (done.status, done.out().as_str()),
        (0, "1 lane, 8 runs: all match the golden results\n")
    );
    assert!(["a.xml", "b.md", "c.json"].iter().all(|name| folder.join(name).is_file()));
    let source = fs::read(folder.join(SOLVER)).unwrap();
    let over = verify(folder, &["--report", &format!("junit={SOLVER}")]);
    assert_eq!(over.status, 2, "{}", over.printed());
    assert!(over.stderr.contains("is an input file: choose another name"));
    assert_eq!(fs::read(folder.join(SOLVER)).unwrap(), source);
    let unknown = verify(folder, &["--report", "junt=a.xml"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.stderr.contains("unknown format `junt`: expected one of json, jsonl, junit"));
}
