//! Puzzles that vary by submission.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{isagrid, root};

/// The 4x4 assignment of CS 21, with other groups or one more.
fn assignment(folder: &Path, groups: Option<&str>, more: &str) {
    let from = root().join("asm/assignments/cs21-4x4");
    fs::create_dir(folder.join("hw")).unwrap();
    for name in ["reference.s", "scaffold.s"] {
        fs::copy(from.join(name), folder.join("hw").join(name)).unwrap();
    }
    let toml = fs::read_to_string(from.join("assignment.toml")).unwrap();
    let (before, after) = toml.split_once("[[program.cases]]").unwrap();
    let (usual, after) = after.split_once("# Mutants of").unwrap();
    let usual = format!("[[program.cases]]{usual}");
    let groups = groups.unwrap_or(&usual);
    let toml = format!("{before}{groups}{more}\n# Mutants of{after}");
    fs::write(folder.join("hw/assignment.toml"), toml).unwrap();
}

const VARIED: &str = "\
[[program.cases]]
name = \"others\"
draw = 3
vary = \"full\"
";

/// A program that ends at once.
const NOTHING: &str = "        .globl main\nmain:   li      $v0, 10\n        syscall\n";

fn report(folder: &Path, file: &str, secret: &str) -> Value {
    let arguments =
        ["grade", "hw", file, "--secret", secret, "--report", "json=-", "--exit-zero", "--all"];
    serde_json::from_str(&isagrid(folder, &arguments, b"").out()).unwrap()
}

/// Puzzles in findings for the group that varies.
fn message(report: &Value) -> Vec<String> {
    let findings = report["submissions"][0]["functions"][0]["findings"].as_array().unwrap();
    let varied = findings.iter().filter(|finding| finding["replay"].is_null());
    let notes = varied.flat_map(|finding| finding["notes"].as_array().unwrap().clone());
    notes.map(|note| note.as_str().unwrap().to_owned()).collect()
}

#[test]
fn each_submission_has_its_own_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assignment(folder, Some(VARIED), "");
    fs::write(folder.join("secret"), "nobody knows this one\n").unwrap();
    fs::write(folder.join("other"), "nobody knows this either\n").unwrap();
    fs::copy(folder.join("hw/reference.s"), folder.join("right.asm")).unwrap();
    let right = report(folder, "right.asm", "secret");
    let groups = right["submissions"][0]["functions"][0]["groups"].as_array().unwrap().clone();
    assert_eq!((&groups[0]["name"], &groups[0]["right"]), (&"others".into(), &3.into()));
    assert_eq!(right["submissions"][0]["points"], right["submissions"][0]["out_of"]);

    fs::write(folder.join("a.asm"), NOTHING).unwrap();
    fs::write(folder.join("b.asm"), format!("{NOTHING}# another\n")).unwrap();
    let a = report(folder, "a.asm", "secret");
    assert_eq!(a, report(folder, "a.asm", "secret"));
    let [a, b, with_other] =
        [a, report(folder, "b.asm", "secret"), report(folder, "a.asm", "other")]
            .map(|it| message(&it));
    assert!(!a.is_empty() && a[0].starts_with("the puzzle is "), "{a:?}");
    assert!(a != b && a != with_other && b != with_other, "{a:?} {b:?} {with_other:?}");
}

#[test]
fn instructions_of_varied_puzzles_are_not_ranked() {
    let figure = |more: &str, secret: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        assignment(folder.path(), None, more);
        fs::write(folder.path().join("secret"), "nobody knows this one\n").unwrap();
        fs::copy(folder.path().join("hw/reference.s"), folder.path().join("it.asm")).unwrap();
        let arguments = [&["grade", "hw", "it.asm", "--report", "json=-"], secret].concat();
        let report: Value =
            serde_json::from_str(&isagrid(folder.path(), &arguments, b"").out()).unwrap();
        report["submissions"][0]["leaderboard"][0]["value"].as_u64().unwrap()
    };
    assert_eq!(figure(VARIED, &["--secret", "secret"]), figure("", &[]));
}

#[test]
fn secret_is_required_only_where_used() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assignment(folder, None, VARIED);
    fs::write(folder.join("it.asm"), NOTHING).unwrap();
    fs::write(folder.join("short"), "fifteen letters\n").unwrap();
    fs::write(folder.join("secret"), "nobody knows this one\n").unwrap();
    let said = |arguments: &[&str]| {
        let ran = isagrid(folder, arguments, b"");
        (ran.status, ran.stderr.clone())
    };
    let (status, why) = said(&["grade", "hw", "it.asm"]);
    assert_eq!(status, 2);
    assert_eq!(
        why,
        "error: the cases of `others` differ for each submission and need a secret: add --secret FILE\n"
    );
    let (status, why) = said(&["plan", "grade", "hw", "it.asm", "--shards", "2"]);
    assert_eq!(status, 2);
    assert!(why.contains("add --secret FILE"), "{why}");
    let (status, why) = said(&["assignment", "pack", "gradescope", "hw", "autograder.zip"]);
    assert_eq!(status, 2);
    assert!(why.contains("depend on a secret, which an archive cannot contain"), "{why}");
    assert!(!folder.join("autograder.zip").exists());
    let (status, why) = said(&["grade", "hw", "it.asm", "--secret", "short"]);
    assert_eq!(
        (status, why.as_str()),
        (2, "error: `short`: a secret needs at least 16 characters, but this has 15\n")
    );
    let (status, why) = said(&["grade", "cs21-4x4", "it.asm", "--secret", "secret"]);
    assert_eq!(
        (status, why.as_str()),
        (2, "error: --secret has no effect: no cases of this assignment vary by submission\n")
    );
}

#[test]
fn plans_do_not_contain_the_secret() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assignment(folder, Some(VARIED), "");
    let secret = "nobody knows this one";
    fs::write(folder.join("secret"), format!("{secret}\n")).unwrap();
    fs::write(folder.join("other"), "nobody knows this either\n").unwrap();
    fs::create_dir(folder.join("class")).unwrap();
    for name in ["a", "b", "c"] {
        fs::write(folder.join(format!("class/{name}.asm")), format!("{NOTHING}# {name}\n"))
            .unwrap();
    }
    fs::copy(folder.join("hw/reference.s"), folder.join("class/d.asm")).unwrap();
    let said = |words: &str| isagrid(folder, &words.split(' ').collect::<Vec<_>>(), b"");
    let one = said("grade hw class --secret secret --report json=one.json");
    let planned = said("plan grade hw class --secret secret --shards 2 -o plan.json");
    assert_eq!(planned.status, 0, "{}", planned.printed());
    let plan = fs::read_to_string(folder.join("plan.json")).unwrap();
    assert!(!plan.contains(secret) && plan.contains("\"secret\":{\"file\":\"secret\""), "{plan}");
    let other = said("shard plan.json 1/2 --secret other");
    assert_eq!(other.status, 2, "{}", other.printed());
    assert!(other.stderr.contains("`other` is not the secret of `plan.json`"));
    // At the path in the plan, and elsewhere.
    assert_eq!(said("shard plan.json 1/2").status, 0);
    fs::rename(folder.join("secret"), folder.join("moved")).unwrap();
    assert_eq!(said("shard plan.json 2/2").status, 2);
    assert_eq!(said("shard plan.json 2/2 --secret moved").status, 0);
    let merged = said("merge plan.json shards --report json=two.json");
    assert_eq!(merged.printed(), one.printed());
    assert!(
        fs::read(folder.join("one.json")).unwrap() == fs::read(folder.join("two.json")).unwrap()
    );
    let needless = said("plan grade cs21-4x4 class --secret moved --shards 2");
    assert!(needless.stderr.contains("--secret has no effect"), "{}", needless.printed());
}

#[test]
fn function_cases_do_not_vary_as_puzzles_do() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let from = root().join("asm/assignments/csee3827");
    fs::create_dir(folder.join("hw")).unwrap();
    for name in ["reference.s", "scaffold.s"] {
        fs::copy(from.join(name), folder.join("hw").join(name)).unwrap();
    }
    let toml = fs::read_to_string(from.join("assignment.toml")).unwrap();
    let toml = toml.replacen("every = true", "every = true\nvary = \"full\"", 1);
    fs::write(folder.join("hw/assignment.toml"), toml).unwrap();
    fs::write(folder.join("it.s"), NOTHING).unwrap();
    let ran = isagrid(folder, &["grade", "hw", "it.s"], b"");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("unknown variant `full`, expected `draw`"), "{}", ran.stderr);
}
