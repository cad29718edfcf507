//! `isagrid grade --verify-result`: results of the browser page are graded again.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Done, isagrid, root};

/// Result of a submission, as the page saves it.
fn result(folder: &Path) -> Value {
    let from = root().join("harness/isagrid/tests/cases/class/temporary-over-call.s");
    let text = fs::read_to_string(from).unwrap();
    fs::write(folder.join("sudoku.s"), &text).unwrap();
    let today = "2026-11-23";
    let options = ["--today", today, "--report", "jsonl=-"];
    let grade = [&["grade", "csee3827", "sudoku.s"][..], &options].concat();
    let graded: Value = serde_json::from_str(&isagrid(folder, &grade, b"").out()).unwrap();
    json!({
        "format": "isagrid-result",
        "today": today,
        "file": {"name": "sudoku.s", "text": text},
        "graded": graded,
    })
}

fn verified(folder: &Path, result: &Value) -> Done {
    // JavaScript writes numbers without a fraction as integers.
    let text = result.to_string().replace(".0,", ",").replace(".0}", "}");
    fs::write(folder.join("ada.json"), text).unwrap();
    isagrid(folder, &["grade", "csee3827", "--verify-result", "ada.json"], b"")
}

#[test]
fn a_result_is_confirmed_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let honest = result(folder);
    let done = verified(folder, &honest);
    assert_eq!(done.out(), "`ada.json`: confirmed: sudoku.s has 92 of 100 points\n");
    assert_eq!(done.status, 0, "{}", done.printed());

    let mut forged = honest.clone();
    forged["graded"]["points"] = json!(100);
    let done = verified(folder, &forged);
    let expected =
        "`ada.json`: not confirmed: the result has 100 points; sudoku.s has 92 of 100 points\n";
    assert_eq!((done.out().as_str(), done.status), (expected, 1), "{}", done.printed());

    let mut forged = honest.clone();
    forged["graded"]["findings"] = json!([{"check": "CC07"}]);
    let done = verified(folder, &forged);
    assert!(
        done.out().contains("not confirmed: `findings` of the result is different"),
        "{}",
        done.printed()
    );
    assert_eq!(done.status, 1);

    // What is hidden depends on the date.
    let mut wrong = honest.clone();
    wrong["today"] = json!("soon");
    let done = verified(folder, &wrong);
    assert_eq!(done.status, 2, "{}", done.printed());
    assert!(done.printed().contains("soon is not a date such as 2026-11-23"), "{}", done.printed());

    // Points of another source are not those of this one.
    let mut forged = honest;
    forged["file"]["text"] = json!("num_candidates: jr $ra\n");
    assert_eq!(verified(folder, &forged).status, 1);
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (text, why) in [
        ("", "this is no result of the browser page"),
        ("{\"format\":\"other\"}", "this is no result of the browser page"),
        (
            "{\"format\":\"other\",\"today\":\"2026-11-23\",\"file\":{\"name\":\"a\",\"text\":\"\"},\"graded\":null}",
            "its format is not `isagrid-result`",
        ),
    ] {
        fs::write(folder.join("ada.json"), text).unwrap();
        let done = isagrid(folder, &["grade", "csee3827", "--verify-result", "ada.json"], b"");
        assert_eq!(done.status, 2, "{}", done.printed());
        assert!(done.printed().contains(why), "{}", done.printed());
    }
}
