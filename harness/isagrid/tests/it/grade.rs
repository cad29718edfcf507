//! `isagrid grade` and `isagrid assignment`: a class with mistakes, the student's view, and
//! assignments with mistakes.

use std::fs;
use std::path::Path;

use crate::support::{Done, isagrid, root};

const CLASS: &str = "harness/isagrid/tests/cases/class";

fn at_root(arguments: &[&str]) -> Done {
    isagrid(&root(), arguments, b"")
}

/// Each file's header describes its mistake, which the points must reflect.
#[test]
fn class_earns_the_expected_points() {
    let folder = tempfile::tempdir().unwrap();
    let gradebook = folder.path().join("gradebook.csv");
    let report = format!("csv={}", gradebook.display());
    let done = at_root(&["grade", "csee3827", CLASS, "--report", &report]);
    // Two files are not sources.
    assert_eq!(done.status, 3, "{}", done.printed());
    insta::assert_snapshot!("class", done.out());
    let rows = fs::read_to_string(gradebook).unwrap();
    let files = fs::read_dir(root().join(CLASS)).unwrap().count();
    assert_eq!(rows.lines().count(), files + 1, "a heading row and one row per submission");
    assert_eq!(done.out().lines().count(), files);
}

#[test]
fn findings_name_lines_registers_and_calls() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = String::new();
    for name in [
        "temporary-over-call",
        "return-address-lost",
        "restores-swapped",
        "stack-off-by-four",
        "writes-past-the-cell",
        "reads-s3",
        "argument-forgotten",
        "falls-through",
        "says-it-passed",
        "syntax-error",
    ] {
        let file = folder.path().join("sudoku.s");
        fs::copy(root().join(CLASS).join(name).with_extension("s"), &file).unwrap();
        let done = isagrid(folder.path(), &["grade", "csee3827", "sudoku.s"], b"");
        assert_eq!(done.status, 1, "{name}: {}", done.printed());
        let findings = done.out();
        let from = findings.find("\nerror[").unwrap();
        all.push_str(&format!("=== {name}\n{}", &findings[from..]));
    }
    insta::assert_snapshot!("read", all);
}

/// A single case shows the same findings as the whole run.
#[test]
fn single_case_can_be_run() {
    let file = format!("{CLASS}/eight-digits.s");
    let done = at_root(&["grade", "csee3827", &file, "--case", "num_candidates:1.512"]);
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(done.out().contains("returns 8, expected 9"), "{}", done.printed());
    // A single case earns no points.
    assert!(!done.out().contains("points"), "{}", done.printed());
    let done = at_root(&["grade", "csee3827", &file, "--case", "num_candidates:1.1"]);
    assert_eq!(done.status, 0, "{}", done.printed());
    assert!(done.out().ends_with("\nthis case is right\n"), "{}", done.printed());
    let file = format!("{CLASS}/falls-through.s");
    let done = at_root(&["grade", "csee3827", &file, "--case", "solve_board:1.1"]);
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(done.out().contains("wrong together with the other functions"), "{}", done.printed());
}

/// Mutants of each bundled assignment, and the check that caught each.
#[test]
fn assignments_catch_every_mutant() {
    let names = at_root(&["assignment", "list"]);
    for line in names.out().lines() {
        let name = line.split_whitespace().next().unwrap();
        let done = at_root(&["assignment", "check", &format!("asm/assignments/{name}"), "--list"]);
        assert_eq!(done.status, 0, "{name}: {}", done.printed());
        let mutants = done.out().lines().filter(|line| line.starts_with("  ")).count();
        assert!(mutants >= 60, "{name}: {mutants} mutants and odd solutions");
        insta::assert_snapshot!(format!("check-{name}"), done.out());
    }
}

/// A new assignment works without changes.
#[test]
fn new_assignment_works() {
    let folder = tempfile::tempdir().unwrap();
    let made = isagrid(folder.path(), &["assignment", "new", "boxes"], b"");
    assert_eq!(made.status, 0, "{}", made.printed());
    let check = ["assignment", "check", "boxes", "--write", "programs"];
    let done = isagrid(folder.path(), &check, b"");
    assert_eq!(done.status, 0, "{}", done.printed());
    insta::assert_snapshot!("new", done.out());
    let again = isagrid(folder.path(), &check, b"");
    assert_eq!((again.status, again.stderr.as_str()), (2, "error: `programs` already exists\n"));
    let graded = |file: &str| isagrid(folder.path(), &["grade", "boxes", file], b"");
    for file in ["boxes/reference.s", "programs/oddities/table.s"] {
        assert!(graded(file).out().ends_with("100 of 100 points\n"), "{file}");
    }
    let mutant = graded("programs/mutants/box_of.drop-return.16.s");
    assert!(mutant.out().contains("error["), "{}", mutant.printed());
    assert!(graded("boxes/scaffold.s").out().ends_with("\n0 of 100 points\n"));
    let again = isagrid(folder.path(), &["assignment", "new", "boxes"], b"");
    assert_eq!((again.status, again.stderr.as_str()), (2, "error: `boxes` already exists\n"));
}

fn mistakes(change: impl Fn(&str) -> String) -> String {
    let folder = tempfile::tempdir().unwrap();
    let new = ["assignment", "new", "hw", "--like", "csee3827"];
    let made = isagrid(folder.path(), &new, b"");
    assert_eq!(made.status, 0, "{}", made.printed());
    let file = folder.path().join("hw/assignment.toml");
    let text = fs::read_to_string(&file).unwrap();
    let changed = change(&text);
    assert!(changed != text, "the mistake is made");
    fs::write(&file, changed).unwrap();
    let done = isagrid(folder.path(), &["grade", "hw", "hw/reference.s"], b"");
    assert_eq!(done.status, 2, "{}", done.printed());
    done.stderr
}

#[test]
fn assignment_mistakes_are_reported_with_lines() {
    let changes = [
        ("machine = \"mips32\"", "machine = \"mips64\""),
        ("dialect = \"spim\"", "dialect = \"rars\""),
        ("profile = \"classroom\"", "profile = \"strict\""),
        ("scaffold = \"scaffold.s\"", "scaffold = \"nowhere.s\""),
        ("arguments = [\"cell\", \"digit\"]", "arguments = [\"cel\", \"digit\"]"),
        ("result = \"int 0..9\"", "result = \"number\""),
        ("writes = [\"cell\"]", "writes = [\"board\"]"),
        ("draw = 5", "draw = 0"),
        ("seed = 3827", "seed = 3827\nsed = 1"),
        ("every = true", "every = true\ndraw = 3"),
        ("name = \"solve_board\"", "name = \"solve_bord\""),
        ("name = \"rule_out_of_cell\"", "name = \"num_candidates\""),
        ("name = \"solve_board\"", "name = \"solve_board\"\ncalls = [\"nobody\"]"),
        ("separator = \"####", "separator = \"#==="),
        ("seed = 3827", "seed = -1"),
    ];
    let message = changes.map(|(from, to)| mistakes(|text| text.replacen(from, to, 1)));
    insta::assert_snapshot!("mistakes", message.concat());
}

/// With two-byte instructions, the linker shortens a long call.
#[test]
fn relaxed_calls_are_graded() {
    let folder = tempfile::tempdir().unwrap();
    let new = ["assignment", "new", "hw", "--like", "csee3827-rars"];
    assert_eq!(isagrid(folder.path(), &new, b"").status, 0);
    let change = |name: &str, from: &str, to: &str| {
        let file = folder.path().join("hw").join(name);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{name}");
        fs::write(&file, text.replace(from, to)).unwrap();
    };
    change("assignment.toml", "dialect = \"rars\"", "dialect = \"gnu\"");
    change("reference.s", "jal     ra, is_cell_solved", "call    is_cell_solved");
    let done = isagrid(folder.path(), &["grade", "hw", "hw/reference.s"], b"");
    assert_eq!(done.status, 0, "{}", done.printed());
}

/// Grading gives the same result from any folder and every time.
#[test]
fn grading_is_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let class = folder.path().join("class");
    for student in ["ada", "bob"] {
        fs::create_dir_all(class.join(student)).unwrap();
        let from = root().join(CLASS).join("temporary-over-call.s");
        fs::copy(from, class.join(student).join("sudoku.s")).unwrap();
    }
    let grade = || {
        let done = isagrid(
            folder.path(),
            &["grade", "csee3827", "class", "--report", "json=all.json"],
            b"",
        );
        assert_eq!(done.status, 1, "{}", done.printed());
        (done.out(), fs::read(folder.path().join("all.json")).unwrap())
    };
    let first = grade();
    assert!(first.0.starts_with("ada ") && first.0.contains("\nbob "), "{}", first.0);
    assert!(first == grade());
}

#[test]
fn invalid_submissions_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let message = |arguments: &[&str], status: i32| {
        let done = isagrid(folder.path(), arguments, b"");
        assert_eq!(done.status, status, "{}", done.printed());
        done.printed()
    };
    fs::create_dir(folder.path().join("nothing")).unwrap();
    fs::write(folder.path().join("blank.s"), " \n").unwrap();
    let all = [
        message(&["grade", "csee3827", "nowhere.s"], 2),
        message(&["grade", "csee3827", "nothing"], 2),
        message(&["grade", "nowhere", "blank.s"], 2),
        message(&["grade", "csee3827", "blank.s"], 3),
        message(&["grade", "csee3827", "blank.s", "--report", "xml=x"], 2),
        message(&["grade", "csee3827", "blank.s", "--report", "junit=blank.s"], 2),
    ];
    assert!(Path::new(&folder.path().join("blank.s")).is_file());
    assert_eq!(fs::read(folder.path().join("blank.s")).unwrap(), b" \n");
    insta::assert_snapshot!("no-submission", all.join("\n"));
}
