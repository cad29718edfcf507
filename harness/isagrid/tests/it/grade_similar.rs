//! `isagrid grade --similar`: text, JSON, and errors.

use std::fs;
use std::path::Path;

use grading::assignment::Assignment;
use grading::check;

use crate::support::{Done, isagrid, root};

const ASSIGNMENT: &str = "asm/assignments/csee3827";

/// An odd solution of the assignment, as a whole file.
fn odd(name: &str) -> String {
    let folder = root().join(ASSIGNMENT);
    let bytes = fs::read(folder.join("oddities").join(name).with_extension("s")).unwrap();
    let assignment = Assignment::read(&folder).unwrap();
    String::from_utf8(check::odd_solution(&assignment, &bytes).0).unwrap()
}

/// Class of five, in which one submission is a disguised copy.
fn class(folder: &Path) -> Done {
    fs::create_dir(folder.join("class")).unwrap();
    for name in ["unrolled", "recursion", "jump-table", "table-in-data"] {
        fs::write(folder.join("class").join(name).with_extension("s"), odd(name)).unwrap();
    }
    let text = odd("unrolled");
    let head = text.find("num_candidates:").unwrap();
    let (before, after) = text.split_at(head);
    let after = after.replace("$t0", "$t7").replace("li ", "ori $t9, $zero, 4\n  li ");
    let copy =
        format!("{before}{}", after.replacen("num_candidates:", "num_candidates: # \u{1b}[2J", 1));
    fs::write(folder.join("class/zoe.s"), copy).unwrap();
    isagrid(
        folder,
        &["grade", "csee3827", "class", "--similar=0.98", "--report", "json=pairs.json"],
        b"",
    )
}

#[test]
fn pairs_are_listed_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let done = class(folder.path());
    assert_eq!(done.status, 0, "{}", done.printed());
    let out = done.out();
    assert!(out.starts_with("5 submissions compared, 1 pair alike\n"), "{}", done.printed());
    assert!(
        out.contains("\nunrolled and zoe: 100 %\n  num_candidates           100 %"),
        "{}",
        done.printed()
    );
    assert!(out.contains("the whole: listed from 98 %"), "{}", done.printed());
    assert!(out.contains("more with --all\n"), "{}", done.printed());
    assert!(
        out.ends_with("not proof of copying: read the lines of both and ask the students.\n"),
        "{}",
        done.printed()
    );
    assert!(!out.contains('\u{1b}'), "{}", done.printed());
    let data = fs::read_to_string(folder.path().join("pairs.json")).unwrap();
    let data: serde_json::Value = serde_json::from_str(&data).unwrap();
    assert_eq!(data[0]["submissions"], serde_json::json!(["unrolled", "zoe"]));
    assert_eq!(data[0]["functions"][0]["function"], "num_candidates");
    assert!(data[0]["functions"][0]["lines"][0][1].is_u64(), "{data}");
}

#[test]
fn wrong_usage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let one = root().join(ASSIGNMENT).join("oddities/unrolled.s");
    let one = one.to_str().unwrap();
    for (arguments, why) in [
        (&["--similar"][..], "--similar needs at least two"),
        (&["--similar=2"], "a number from 0 to 1"),
        (&["--similar", "--watch"], "cannot be used with"),
    ] {
        let done = isagrid(folder.path(), &[&["grade", "csee3827", one], arguments].concat(), b"");
        assert_eq!(done.status, 2, "{}", done.printed());
        assert!(done.stderr.contains(why), "{}", done.printed());
    }
    let arguments = ["grade", "csee3827", one, one, "--similar", "--report", "csv=x.csv"];
    let done = isagrid(folder.path(), &arguments, b"");
    assert_eq!(done.status, 2, "{}", done.printed());
    assert!(done.stderr.contains("--similar has only json reports"), "{}", done.printed());
}
