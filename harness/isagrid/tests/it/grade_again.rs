//! `isagrid grade`: tracing and debugging a case, saved results, archives, `--watch`, and the
//! autograder folder.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Done, isagrid, root};

const CLASS: &str = "harness/isagrid/tests/cases/class";

/// Copies a submission of the class into a student's folder.
fn submission(folder: &Path, name: &str) {
    let from = root().join(CLASS).join(name).with_extension("s");
    fs::copy(from, folder.join("sudoku.s")).unwrap();
}

fn last_lines(done: &Done, count: usize) -> String {
    let out = done.out();
    let lines: Vec<&str> = out.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

#[test]
fn trace_ends_at_the_error() {
    let folder = tempfile::tempdir().unwrap();
    submission(folder.path(), "writes-past-the-cell");
    let grade = ["grade", "csee3827", "sudoku.s", "--case", "rule_out_of_cell:1.1", "--trace"];
    let done = isagrid(folder.path(), &grade, b"");
    assert_eq!(done.status, 1, "{}", done.printed());
    insta::assert_snapshot!("trace", done.out());
    submission(folder.path(), "temporary-over-call");
    let grade = ["grade", "csee3827", "sudoku.s", "--case", "count_solved_cells:1.4", "--trace"];
    let done = isagrid(folder.path(), &grade, b"");
    insta::assert_snapshot!("trace-call", last_lines(&done, 30));
    submission(folder.path(), "right");
    let done = isagrid(folder.path(), &grade, b"");
    assert_eq!(done.status, 0, "{}", done.printed());
    assert!(done.out().ends_with("this case is right\n"), "{}", done.printed());
}

#[test]
fn debugger_stops_before_the_error() {
    let folder = tempfile::tempdir().unwrap();
    submission(folder.path(), "writes-past-the-cell");
    let words = b"print $a0\nback\nnext\nnext\ncontinue\nrun\nquit\n";
    let grade = ["grade", "csee3827", "sudoku.s", "--case", "rule_out_of_cell:1.1", "--debug"];
    let done = isagrid(folder.path(), &grade, words);
    insta::assert_snapshot!("debug", done.out());
    let more = ["grade", "csee3827", "sudoku.s", "sudoku.s"];
    let more = [&more[..], &grade[3..]].concat();
    let done = isagrid(folder.path(), &more, b"");
    assert_eq!(done.status, 2, "{}", done.printed());
}

#[test]
fn program_is_traced_and_debugged_with_its_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let file = root().join("asm/assignments/cs21-4x4/reference.s");
    let right = fs::read_to_string(file).unwrap();
    let write = |from: &str, to: &str| {
        assert!(right.contains(from));
        fs::write(folder.path().join("sudoku.asm"), right.replacen(from, to, 1)).unwrap();
    };
    let grade = |more: &[&str], input: &[u8]| {
        let grade = ["grade", "cs21-4x4", "sudoku.asm", "--case", "program:1.1"];
        let done = isagrid(folder.path(), &[&grade, more].concat(), input);
        assert_eq!((done.status, done.stderr.as_str()), (1, ""), "{}", done.printed());
        done
    };
    write("solve:  addiu", "solve:  lw $t0, 2($zero)\n        addiu");
    insta::assert_snapshot!("trace-program", last_lines(&grade(&["--trace"], b""), 12));
    let words = b"print $ra\nback\ncontinue\nquit\n";
    insta::assert_snapshot!("debug-program", grade(&["--debug"], words).out());
    write("        sw      $zero, grid($s3)\n", "");
    let message = grade(&["--trace"], b"").out();
    let from = message.find("\nerror[GR11]").unwrap();
    let shown: Vec<&str> = message[from..].lines().take(24).collect();
    insta::assert_snapshot!("trace-wrong-program", shown.join("\n"));
    let message = grade(&["--debug"], b"continue\nquit\n").out();
    assert!(message.contains("the next instruction causes it"), "{message}");
    assert!(message.contains("4112\n2143\n1234\n3421\n"), "{message}");
}

/// Every finding's command works and ends with the same status.
#[test]
fn command_below_a_finding_reproduces_it() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["endless-recursion", "falls-through", "patches-the-reference", "reads-t3"] {
        submission(folder.path(), name);
        let done = isagrid(folder.path(), &["grade", "csee3827", "sudoku.s", "--all"], b"");
        let out = done.out();
        let again: Vec<&str> = out
            .lines()
            .filter_map(|line| line.split_once("= to reproduce: isagrid "))
            .map(|(_, it)| it)
            .collect();
        assert!(!again.is_empty(), "{name}: {out}");
        for line in again {
            let words: Vec<&str> = line.split(' ').collect();
            let done = isagrid(folder.path(), &words, b"");
            assert_eq!(done.status, 1, "{name}: {line}: {}", done.stderr);
            assert!(done.out().len() > 10, "{name}: {line}");
        }
    }
}

#[test]
fn unknown_or_hidden_case_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    submission(folder.path(), "eight-digits");
    let made = isagrid(folder.path(), &["assignment", "new", "hw", "--like", "csee3827"], b"");
    assert_eq!(made.status, 0, "{}", made.printed());
    let file = folder.path().join("hw/assignment.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        text.replacen("every = true", "every = true\nhidden-until = \"2031-01-01\"", 1),
    )
    .unwrap();
    let message = |case: &str, today: &str| {
        let grade = ["grade", "hw", "sudoku.s", "--today", today, "--case", case, "--trace"];
        let done = isagrid(folder.path(), &grade, b"");
        (done.status, done.stderr)
    };
    let (status, why) = message("num_candidates:1.512", "2030-12-31");
    assert_eq!(
        (status, why.as_str()),
        (2, "error: case num_candidates:1.512 is hidden until 2031-01-01\n")
    );
    assert_eq!(message("num_candidates:1.512", "2031-01-01").0, 1);
    let (status, why) = message("num_candidates:1.513", "2031-01-01");
    assert_eq!(status, 2);
    assert!(why.contains("such as `num_candidates:1.1`"), "{why}");
    // A hidden case has no command that shows it.
    let hidden = ["grade", "hw", "sudoku.s", "--today", "2030-12-31", "--all"];
    let out = isagrid(folder.path(), &hidden, b"").out();
    assert!(out.contains("fails in a hidden case"), "{out}");
    assert!(!out.contains("num_candidates:1."), "{out}");
}

#[test]
fn only_changed_submissions_are_graded_again() {
    let folder = tempfile::tempdir().unwrap();
    let class = folder.path().join("class");
    for (student, name) in [("ada", "right"), ("bob", "eight-digits"), ("eve", "reads-t3")] {
        fs::create_dir_all(class.join(student)).unwrap();
        submission(&class.join(student), name);
    }
    let grade =
        || isagrid(folder.path(), &["grade", "csee3827", "class", "--results", "done"], b"");
    let first = grade();
    assert_eq!(first.stderr, "");
    let kept = || fs::read_dir(folder.path().join("done")).unwrap().count();
    assert_eq!(kept(), 3);
    let second = grade();
    assert_eq!(second.stderr, "3 submissions unchanged, not graded again\n");
    assert_eq!(first.out(), second.out());
    submission(&class.join("bob"), "right");
    let third = grade();
    assert_eq!(third.stderr, "2 submissions unchanged, not graded again\n");
    assert_ne!(third.out(), second.out());
    // A damaged result is made again.
    fs::write(folder.path().join("done/eve.json"), "{\"key\": 1").unwrap();
    let fourth = grade();
    assert_eq!(fourth.stderr, "2 submissions unchanged, not graded again\n");
    assert_eq!(fourth.out(), third.out());
}

/// Archive with these files; content that starts with `->` makes a link.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in files {
        match text.strip_prefix("->") {
            Some(target) => writer.add_symlink(*name, target, options).unwrap(),
            None => {
                writer.start_file(*name, options).unwrap();
                writer.write_all(text.as_bytes()).unwrap();
            }
        }
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn archive_is_graded_without_unpacking() {
    let folder = tempfile::tempdir().unwrap();
    let right = fs::read_to_string(root().join(CLASS).join("right.s")).unwrap();
    let large = format!("{right}{}", " ".repeat(2 << 20));
    let files = [
        ("class/ada/sudoku.s", right.as_str()),
        ("class/bob.s", right.as_str()),
        ("class/bob/sudoku.s", "# nothing of use\n"),
        ("../outside.s", right.as_str()),
        ("class/link.s", "->/etc/passwd"),
        ("class/large.s", large.as_str()),
        ("class/notes.txt", "no source"),
        ("__MACOSX/class/bob.s", "what some systems add"),
    ];
    fs::write(folder.path().join("class.zip"), archive(&files)).unwrap();
    let done = isagrid(folder.path(), &["grade", "csee3827", "class.zip"], b"");
    insta::assert_snapshot!("archive", done.out());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    fs::write(folder.path().join("broken.zip"), &archive(&files)[..200]).unwrap();
    let done = isagrid(folder.path(), &["grade", "csee3827", "broken.zip"], b"");
    assert_eq!(done.status, 2, "{}", done.printed());
    assert!(done.stderr.contains("is not a zip archive"), "{}", done.stderr);
}

#[test]
fn single_submission_formats_need_a_folder_for_a_class() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["right", "reads-t3"] {
        let from = root().join(CLASS).join(name).with_extension("s");
        fs::copy(from, folder.path().join(name).with_extension("s")).unwrap();
    }
    let both = ["grade", "csee3827", "right.s", "reads-t3.s", "--report"];
    let refused = isagrid(folder.path(), &[&both[..], &["gradescope=one.json"]].concat(), b"");
    assert_eq!(refused.status, 2, "{}", refused.printed());
    assert!(refused.stderr.contains("`--report gradescope=one.json/`"), "{}", refused.stderr);
    let done = isagrid(folder.path(), &[&both[..], &["gradescope=all/"]].concat(), b"");
    assert_eq!(done.status, 1, "{}", done.printed());
    for (name, score) in [("right", 100.0), ("reads-t3", 90.0)] {
        let text = fs::read(folder.path().join("all").join(name).with_extension("json")).unwrap();
        let results: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(results["score"], score, "{name}");
    }
}

/// Unpacks the archive and calls its script, as Gradescope does.
#[test]
fn gradescope_archive_grades_a_submission() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("autograder");
    fs::create_dir_all(root.join("submission")).unwrap();
    submission(&root.join("submission"), "reads-t3");
    let metadata = r#"{"users": [{"name": "Ada Lovelace", "email": "a@b.c", "id": 1}], "assignment": {"total_points": "20.0"}}"#;
    fs::write(root.join("submission_metadata.json"), metadata).unwrap();
    let results = || {
        let text = fs::read(root.join("results/results.json")).unwrap();
        serde_json::from_slice::<serde_json::Value>(&text).unwrap()
    };
    let place = root.display().to_string();
    let serve = ["grade", "csee3827", "--autograder-root", &place];
    let done = isagrid(folder.path(), &serve, b"");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{}", done.printed());
    assert_eq!(done.out(), "");
    assert_eq!(results()["score"], 90.0);
    let sum: f64 = results()["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| test["score"].as_f64().unwrap())
        .sum();
    assert!((sum - 90.0).abs() < 1e-9);

    // Two files, neither with the requested name: reported to the student.
    fs::rename(root.join("submission/sudoku.s"), root.join("submission/a.s")).unwrap();
    fs::copy(root.join("submission/a.s"), root.join("submission/b.s")).unwrap();
    assert_eq!(isagrid(folder.path(), &serve, b"").status, 0);
    assert!(results()["output"].as_str().unwrap().contains("hand in one file called `sudoku.s`"));
    fs::remove_file(root.join("submission/b.s")).unwrap();
    // A student cannot fix a broken assignment.
    let broken = ["grade", "nowhere", "--autograder-root", &place];
    assert_eq!(isagrid(folder.path(), &broken, b"").status, 2);
    assert!(results()["output"].as_str().unwrap().contains("not your fault"));

    let static_command = crate::grade_reports::static_command();
    fs::write(folder.path().join("static"), static_command).unwrap();
    let pack = ["assignment", "pack", "gradescope", "csee3827", "autograder.zip"];
    let done = isagrid(folder.path(), &[&pack[..], &["--command", "static"]].concat(), b"");
    assert_eq!(done.status, 0, "{}", done.printed());
    let bytes = fs::read(folder.path().join("autograder.zip")).unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    archive.extract(root.join("source")).unwrap();
    // This build may not be static, so it replaces the packed command.
    fs::copy(env!("CARGO_BIN_EXE_isagrid"), root.join("source/isagrid")).unwrap();
    fs::copy(root.join("source/run_autograder"), root.join("run_autograder")).unwrap();
    let ran = Command::new("sh")
        .arg(root.join("run_autograder"))
        .env("AUTOGRADER_ROOT", &root)
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(results()["score"], 90.0);
}

#[test]
fn watched_file_is_graded_at_each_save() {
    let folder = tempfile::tempdir().unwrap();
    submission(folder.path(), "eight-digits");
    let mut child = Command::new(env!("CARGO_BIN_EXE_isagrid"))
        .args(["grade", "csee3827", "sudoku.s", "--watch"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next_total = || {
        let mut all = lines.by_ref().map(Result::unwrap);
        all.find(|line| line.ends_with(" of 100 points")).unwrap()
    };
    assert_ne!(next_total(), "100 of 100 points");
    submission(folder.path(), "right");
    assert_eq!(next_total(), "100 of 100 points");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn findings_are_explained_with_examples() {
    let done = isagrid(&root(), &["explain", "CC07"], b"");
    insta::assert_snapshot!("explain-cc07", done.out());
}
