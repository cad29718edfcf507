//! Class exports of platforms, and folders of submissions: one row per student.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::support::{Done, isagrid};

const ASSIGNMENT: &str = r#"
title = "Thirds"
machine = "riscv32"
dialect = "rars"
submission = "third.s"
scaffold = "scaffold.s"
reference = "reference.s"

[[function]]
name = "third"
arguments = ["int 0..8"]
result = "int 0..2"
points = { results = 10 }
[[function.cases]]
name = "all there are"
every = true
"#;

const RIGHT: &str = "main:   ret\nthird:  li t0, 3\n        divu a0, a0, t0\n        ret\n";
const SCAFFOLD: &str = "main:   ret\nthird:  ret\n";

/// Folder with the assignment `hw`.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let files = [("assignment.toml", ASSIGNMENT), ("reference.s", RIGHT), ("scaffold.s", SCAFFOLD)];
    for (name, text) in files {
        write(&home.path().join("hw").join(name), text);
    }
    home
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Writes files with these names; those that are not sources have another text.
fn files(names: &[&str]) -> Vec<(String, &'static str)> {
    let is_source = |name: &str| name.ends_with(".s.txt");
    let is_text =
        |name: &str| name.ends_with(".txt") && !is_source(name) || name.ends_with(".html");
    let file = |name: &&str| ((*name).to_owned(), if is_text(name) { "words" } else { RIGHT });
    names.iter().map(file).collect()
}

fn folder(at: &Path, files: &[(String, &str)]) {
    fs::create_dir_all(at).unwrap();
    for (name, text) in files {
        if name.ends_with('/') {
            fs::create_dir_all(at.join(name)).unwrap();
        } else {
            write(&at.join(name), text);
        }
    }
}

fn archive(at: &Path, files: &[(String, &str)]) {
    let mut writer = zip::ZipWriter::new(fs::File::create(at).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in files {
        if name.ends_with('/') {
            writer.add_directory(name.as_str(), options).unwrap();
        } else {
            writer.start_file(name.as_str(), options).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
    }
    writer.finish().unwrap();
}

fn grade(home: &Path, what: &[&str]) -> Done {
    isagrid(home, &[&["grade", "hw"], what].concat(), b"")
}

/// Checks that a folder and an archive have the same results.
fn both(names: &[&str]) -> (Done, String) {
    let home = home();
    let files = files(names);
    folder(&home.path().join("class"), &files);
    let done = grade(home.path(), &["class", "--report", "csv=class.csv"]);
    archive(&home.path().join("class.zip"), &files);
    let zipped = grade(home.path(), &["class.zip", "--report", "csv=zip.csv"]);
    assert_eq!(done.status, zipped.status, "{}{}", done.printed(), zipped.printed());
    assert_eq!(done.out(), zipped.out());
    assert_eq!(done.stderr.replace("`class/", "`class.zip/"), zipped.stderr);
    let read = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    let table = read("class.csv");
    assert_eq!(table, read("zip.csv").replace("class.zip/", "class/"));
    // Archives often contain the folder itself.
    let inside: Vec<(String, &str)> =
        files.iter().map(|(name, text)| (format!("downloads/{name}"), *text)).collect();
    archive(&home.path().join("class.zip"), &inside);
    assert_eq!(grade(home.path(), &["class.zip"]).out(), done.out());
    (done, table)
}

#[test]
fn each_folder_and_source_is_a_row() {
    let (done, _) = both(&[
        "ada/third.s",
        "bob/third (1).s",
        "fay/Third.S",
        "kim/third.asm",
        "leo/third (1).s",
        "mia/sub/third.s",
        "nic/readme.txt",
        "oda/",
        "pat/third.s.txt",
        "ray/hw3.asm",
        "ray/old.asm",
        "sue/hw3.asm",
        "tom/hw.zip",
        "zoe.asm",
        "kai.S",
        "lou.txt",
    ]);
    insta::assert_snapshot!("classes-folders", done.printed());
}

#[test]
fn other_file_names_are_graded_and_reported() {
    let home = home();
    folder(&home.path().join("class"), &files(&["ada/third.s", "bob/third (1).s", "bob/old.asm"]));
    let done = grade(home.path(), &["class", "--report", "json=-"]);
    assert_eq!(done.status, 0, "{}", done.printed());
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    let findings = |number: usize| report["submissions"][number]["findings"].clone();
    assert_eq!(findings(0), serde_json::json!([]));
    assert_eq!(findings(1)[0]["check"], "GR16");
    assert_eq!(findings(1)[0]["weight"], "advice");
    let reported = "graded `third (1).s`; the assignment asks for `third.s`; not graded: `old.asm`";
    assert_eq!(findings(1)[0]["message"], reported);
    // A file named on the command line is taken as it is.
    let done = grade(home.path(), &["class/bob/third (1).s"]);
    assert!(!done.out().contains("GR16"), "{}", done.printed());
}

#[test]
fn moodle_names() {
    let (done, table) = both(&[
        "Ada King-Noel_1234567_assignsubmission_file_/third.s",
        "Bob Smith_1235_assignsubmission_file/homework.s",
        "Bob Smith_1236_assignsubmission_file_/third.s",
        "Cy Dee_1237_assignsubmission_file_third.s",
        "Eve Fox_1238_assignsubmission_file_/third.s",
        "Eve Fox_1238_assignsubmission_onlinetext_/onlinetext.html",
        "Gus Hay_1239_assignsubmission_onlinetext_/onlinetext.html",
    ]);
    insta::assert_snapshot!("classes-moodle", format!("{}\n{table}", done.printed()));
}

#[test]
fn canvas_names() {
    let (done, table) = both(&[
        "kingada_12345_67890_third.s",
        "kingada_12345_67891_notes.txt",
        "foxeve_LATE_12346_67892_third-1.s",
        "deecy_12347_67893_hw_3.asm",
        "poebob_12348_67894_report.txt",
        "haygus_12349_text.html",
    ]);
    insta::assert_snapshot!("classes-canvas", format!("{}\n{table}", done.printed()));
}

#[test]
fn brightspace_and_blackboard_names_and_newest_attempts() {
    let (done, table) = both(&[
        "index.html",
        "397063-2557369 - Ada King - Nov 20, 2026 159 PM/third.s",
        "397064-2557369 - Bob Poe - Nov 20, 2026 1159 AM/third.s",
        "397064-2557369 - Bob Poe - Nov 20, 2026 1201 PM/readme.txt",
    ]);
    insta::assert_snapshot!("classes-brightspace", format!("{}\n{table}", done.printed()));
    let (done, _) = both(&[
        "HW 3_aking_attempt_2026-11-20-13-59-00.txt",
        "HW 3_aking_attempt_2026-11-20-13-59-00_third.s",
        "HW 3_bpoe_attempt_2026-11-20-13-59-00_third.s",
        "HW 3_bpoe_attempt_2026-11-21-13-59-00.txt",
    ]);
    insta::assert_snapshot!("classes-blackboard", done.printed());
}

const METADATA: &str = "---\nsubmission_1001:\n  :submitters:\n  - :name: Ada King\n    :sid: '0100'\n    \
                        :email: ada@x.edu\n  :created_at: 2026-11-20 13:59:00.000000000 Z\nsubmission_1002:\n  \
                        :submitters:\n  - :name: Bob Poe\n    :sid: '0101'\n    :email: bob@x.edu\n  - :name: Cy Dee\n    \
                        :sid: '0102'\n    :email: cy@x.edu\n";

#[test]
fn gradescope_names_from_metadata() {
    let home = home();
    let mut files = files(&[
        "submission_1001/third.s",
        "submission_1002/Third.s",
        "submission_1003/third.s",
        "submission_1001/.git/config",
    ]);
    files.push(("submission_metadata.yml".to_owned(), METADATA));
    folder(&home.path().join("assignment_1_export"), &files);
    let done = grade(home.path(), &["assignment_1_export", "--report", "csv=c.csv"]);
    let inside: Vec<(String, &str)> =
        files.iter().map(|(name, text)| (format!("assignment_1_export/{name}"), *text)).collect();
    archive(&home.path().join("submissions.zip"), &inside);
    assert_eq!(grade(home.path(), &["submissions.zip"]).out(), done.out());
    // A folder with the unpacked archive.
    folder(&home.path().join("downloads"), &inside);
    assert_eq!(grade(home.path(), &["downloads"]).out(), done.out());
    let table = fs::read_to_string(home.path().join("c.csv")).unwrap();
    insta::assert_snapshot!("classes-gradescope", format!("{}\n{table}", done.printed()));
}

#[test]
fn github_classroom_names() {
    let names = [
        "thirds-ada-k/.git/HEAD",
        "thirds-ada-k/.github/workflows/classroom.yml",
        "thirds-ada-k/README.md",
        "thirds-ada-k/third.s",
        "thirds-bob/.git/HEAD",
        "thirds-bob/third.s",
    ];
    let home = home();
    folder(&home.path().join("thirds-submissions"), &files(&names));
    let done = grade(home.path(), &["thirds-submissions"]);
    assert_eq!(
        done.printed(),
        "status 0\n--- output\nada-k      10 of 10\nbob        10 of 10\n--- messages\n"
    );
    let (same, _) = both(&names);
    assert_eq!(same.printed(), done.printed());
    // One repository is one submission, regardless of other files.
    folder(&home.path().join("one"), &files(&[".git/HEAD", "README.md", "docs/a.txt", "third.s"]));
    let done = grade(home.path(), &["one"]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{}", done.printed());
    assert!(done.out().starts_with("Thirds: one/third.s\n"), "{}", done.out());
    let here =
        isagrid(&home.path().join("one"), &["grade", "../hw", ".", "--report", "csv=-"], b"");
    assert!(here.out().contains("\none,./third.s,graded,10,10,10,\n"), "{}", here.printed());
}

#[test]
fn students_with_equal_names_are_distinguished() {
    let (done, _) = both(&["ada.s", "ada/third.s", "bob-2/third.s", "bob.s", "bob/third.s"]);
    insta::assert_snapshot!("classes-one-name", done.printed());
}

#[test]
fn duplicate_name_in_an_archive_is_a_row() {
    let home = home();
    let at = home.path().join("class.zip");
    let files = [("ann/third.s", RIGHT), ("bob/third.s", RIGHT), ("bob/other.s", SCAFFOLD)];
    archive(&at, &files.map(|(name, text)| (name.to_owned(), text)));
    let mut bytes = fs::read(&at).unwrap();
    // The zip writer refuses two files with one name, so rename one here.
    let (other, same) = (b"bob/other.s", b"bob/third.s");
    while let Some(at) = bytes.windows(other.len()).position(|some| some == other) {
        bytes[at..at + same.len()].copy_from_slice(same);
    }
    fs::write(&at, bytes).unwrap();
    let done = grade(home.path(), &["class.zip"]);
    let expected = "ann      10 of 10\nbob       0 of 10  its name occurs twice in the archive\n";
    assert_eq!((done.status, done.out().as_str()), (3, expected), "{}", done.printed());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_and_other_entries_are_rows() {
    use std::os::unix::fs::symlink;
    let home = home();
    let class = home.path().join("class");
    folder(&class, &files(&["ann/third.s", "bob/readme.txt", "eve/third (1).s"]));
    symlink("../hw/reference.s", class.join("linkref.s")).unwrap();
    symlink("../../hw/reference.s", class.join("bob/third.s")).unwrap();
    symlink("../../hw", class.join("eve/sub")).unwrap();
    symlink("ann", class.join("cid")).unwrap();
    symlink("nowhere", class.join("dan.s")).unwrap();
    symlink("fox.s", class.join("fox.s")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(class.join("gil.s")).status().unwrap();
    assert!(made.success());
    let done = grade(home.path(), &["class"]);
    insta::assert_snapshot!("classes-links", done.printed());
    // The same if a shell pattern names each.
    let named =
        ["class/linkref.s", "class/cid", "class/cid/third.s", "class/gil.s", "class/bob/third.s"];
    let done = grade(home.path(), &named);
    insta::assert_snapshot!("classes-links-named", done.printed());
    let plan = ["plan", "grade", "hw", "class", "--shards", "1", "-o", "plan.json"];
    assert_eq!(isagrid(home.path(), &plan, b"").status, 0);
    assert_eq!(isagrid(home.path(), &["shard", "plan.json", "1/1"], b"").status, 0);
    let merged = isagrid(home.path(), &["merge", "plan.json", "shards"], b"");
    assert_eq!(merged.out(), grade(home.path(), &["class"]).out());
    assert_eq!(merged.status, 3);
    // The instructor may name a class folder through a link, if the path continues after it.
    symlink(&class, home.path().join("current")).unwrap();
    let done = grade(home.path(), &["current/ann"]);
    assert_eq!(done.status, 0, "{}", done.printed());
}

#[cfg(unix)]
#[test]
fn autograder_folder_follows_no_link() {
    use std::os::unix::fs::symlink;
    let home = home();
    let score = |prepare: &dyn Fn(&Path)| {
        let root = home.path().join("ag");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        prepare(&root);
        let done = isagrid(home.path(), &["grade", "hw", "--autograder-root", "ag"], b"");
        assert_eq!(done.status, 0, "{}", done.printed());
        let text = fs::read(root.join("results/results.json")).unwrap();
        let results: serde_json::Value = serde_json::from_slice(&text).unwrap();
        (
            results["score"].as_f64().unwrap(),
            results["output"].as_str().unwrap_or_default().to_owned(),
        )
    };
    let link = "it is a link, not a source";
    let (points, why) = score(&|root| {
        fs::create_dir(root.join("submission")).unwrap();
        symlink("../../hw/reference.s", root.join("submission/third.s")).unwrap();
    });
    assert!(points == 0.0 && why.contains(link), "{points} {why}");
    let (points, why) = score(&|root| symlink("../hw", root.join("submission")).unwrap());
    assert!(points == 0.0 && why.contains(link), "{points} {why}");
    let (points, _) = score(&|root| {
        folder(&root.join("submission"), &files(&["Third.asm", "other.s", "src/.git/x"]));
    });
    assert!(points == 10.0, "{points}");
    let (points, why) = score(&|root| {
        folder(&root.join("submission"), &files(&["a.asm", "b.s"]));
    });
    assert!(points == 0.0 && why.contains("hand in one file called `third.s`"), "{points} {why}");
    let (points, why) = score(&|root| folder(&root.join("submission"), &files(&["a.txt"])));
    assert!(
        points == 0.0 && why.contains("no `third.s`; the folder has `a.txt`"),
        "{points} {why}"
    );
}

#[test]
fn roster_adds_missing_students() {
    let home = home();
    folder(
        &home.path().join("class"),
        &files(&["kingada_12345_67890_third.s", "foxeve_12346_67892_third.s", "zoe.s"]),
    );
    let roster = "Student,ID,SIS Login ID,Section\n    Points Possible,,,\n\"King, Ada\",12345,aking,A\n\
                  \"Poe, Bob\",12348,bpoe,A\n\"Fox, Eve\",12346,efox,A\n";
    write(&home.path().join("students.csv"), roster);
    let with = ["class", "--roster", "students.csv", "--report", "csv=c.csv"];
    let done = grade(home.path(), &with);
    assert_eq!(done.status, 1, "{}", done.printed());
    let table = fs::read_to_string(home.path().join("c.csv")).unwrap();
    insta::assert_snapshot!("classes-roster", format!("{}\n{table}", done.printed()));
    // The same in shards, and where submissions are in an archive.
    archive(&home.path().join("class.zip"), &files(&["kingada_12345_67890_third.s"]));
    for class in ["class", "class.zip"] {
        let with = [class, "--roster", "students.csv", "--report", "csv=c.csv"];
        let done = grade(home.path(), &with);
        let table = fs::read_to_string(home.path().join("c.csv")).unwrap();
        let plan = [
            "plan",
            "grade",
            "hw",
            class,
            "--roster",
            "students.csv",
            "--shards",
            "2",
            "-o",
            "plan.json",
        ];
        let planned = isagrid(home.path(), &plan, b"");
        assert_eq!(planned.status, 0, "{}", planned.printed());
        for shard in ["1/2", "2/2"] {
            let shard = isagrid(home.path(), &["shard", "plan.json", shard], b"");
            assert_eq!(shard.status, 0, "{}", shard.printed());
        }
        let merge = ["merge", "plan.json", "shards", "--report", "csv=merged.csv"];
        let merged = isagrid(home.path(), &merge, b"");
        assert_eq!((merged.status, merged.out()), (done.status, done.out()));
        assert_eq!(fs::read_to_string(home.path().join("merged.csv")).unwrap(), table);
        fs::remove_file(home.path().join("plan.json")).unwrap();
        fs::remove_dir_all(home.path().join("shards")).unwrap();
    }
    let over = grade(home.path(), &["class", "--roster", "c.csv", "--report", "csv=c.csv"]);
    assert!(over.stderr.contains("is an input file"), "{}", over.printed());
    write(&home.path().join("students.csv"), "points,section\n1,A\n");
    let none = grade(home.path(), &with);
    assert_eq!((none.status, none.out().as_str()), (2, ""), "{}", none.printed());
    assert_eq!(
        none.stderr,
        "error: `students.csv`: no column is called `name`, `id`, `email` or `username`; there are `points`, `section`\n"
    );
}

#[test]
fn no_submission_blocks_the_others() {
    let home = home();
    let class = home.path().join("class");
    folder(&class, &files(&["ann/third.s"]));
    let mut deep = class.join("deep");
    (0..100).for_each(|_| deep.push("d"));
    folder(&deep, &files(&["third.s"]));
    let many = class.join("many");
    fs::create_dir(&many).unwrap();
    for number in 0..12_000 {
        fs::write(many.join(format!("{number}.s")), "").unwrap();
    }
    let done = grade(home.path(), &["class"]);
    let expected = "ann       10 of 10\ndeep       0 of 10  it has folders more than 32 deep\n\
                    many       0 of 10  it has more than 10000 files and folders\n";
    assert_eq!((done.status, done.out().as_str()), (3, expected), "{}", done.printed());
    let mut inside = files(&["ann/third.s"]);
    inside.push((format!("deep/{}third.s", "d/".repeat(20_000)), RIGHT));
    inside.extend((0..60_000).map(|number| (format!("many/{number}.s"), "")));
    archive(&home.path().join("class.zip"), &inside);
    assert_eq!(grade(home.path(), &["class.zip"]).out(), expected);
}

#[cfg(unix)]
#[test]
fn unreadable_file_is_a_row() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = home();
    let class = home.path().join("class");
    folder(&class, &files(&["ann/third.s", "bob.s", "cid/third.s"]));
    for name in ["bob.s", "cid"] {
        fs::set_permissions(class.join(name), fs::Permissions::from_mode(0o000)).unwrap();
    }
    let is_refused = fs::read(class.join("bob.s")).is_err();
    let done = grade(home.path(), &["class"]);
    fs::set_permissions(class.join("cid"), fs::Permissions::from_mode(0o700)).unwrap();
    // The root user can read everything.
    if is_refused {
        assert_eq!(done.status, 3, "{}", done.printed());
        assert_eq!(
            done.out().matches("you do not have permission to open it").count(),
            2,
            "{}",
            done.printed()
        );
    }
}

/// Students whose names map to the same file name stay separate.
#[test]
fn results_of_students_with_unusual_names_are_separate() {
    let home = home();
    let names =
        ["Ann Bo_1_assignsubmission_file_/third.s", "Ann:Bo_2_assignsubmission_file_/third.s"];
    let mut files = files(&names);
    files[1].1 = SCAFFOLD;
    archive(&home.path().join("class.zip"), &files);
    let kept = ["class.zip", "--results", "done", "--report", "html=pages/"];
    let first = grade(home.path(), &kept);
    assert_eq!(first.out().lines().count(), 2, "{}", first.printed());
    let all = |folder: &str| {
        let names = fs::read_dir(home.path().join(folder)).unwrap();
        names.map(|entry| entry.unwrap().path()).collect::<Vec<PathBuf>>().len()
    };
    // Pages have an index.
    assert_eq!((all("done"), all("pages")), (2, 3));
    let second = grade(home.path(), &kept);
    assert_eq!(second.out(), first.out());
    assert!(second.stderr.contains("2 submissions unchanged"), "{}", second.stderr);
}
