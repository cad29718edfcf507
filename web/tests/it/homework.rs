//! Homework, graded as `isagrid grade` does.

use std::path::Path;

use crate::support::{ask, right};
use grading::assignment::Assignment;
use grading::class::{Submission, SubmissionContent, grade};
use grading::grade::{Choice, PreparedAssignment};
use grading::reports;
use lanes::root::Root;
use serde_json::{Value, json};

const TODAY: &str = "2026-11-24";

/// Result of grading in parts.
fn graded(assignment: &Value, file: &str, text: &str) -> Value {
    let mut simulator = web::Simulator::new();
    let sources = json!([{"name": file, "text": text}]);
    let call =
        json!({"call": "grade", "assignment": assignment, "sources": sources, "today": TODAY});
    let mut progress = right(&mut simulator, call);
    let mut parts = 0;
    while !progress["next"].is_null() {
        assert!(progress["graded"].is_null());
        progress = right(&mut simulator, json!({"call": "grade_on"}));
        parts += 1;
        assert_eq!(progress["done"], parts);
    }
    progress["graded"].clone()
}

/// Result of the command.
fn expected(name: &str, file: &str, text: &str) -> Value {
    let assignment = Assignment::read(Path::new(name)).expect("it came with isagrid");
    let prepared = PreparedAssignment::new(assignment, TODAY).expect("its reference is right");
    let handed_in = prepared.assignment.submission.clone();
    let content = SubmissionContent::Bytes(text.as_bytes().to_vec());
    let submission = Submission { content, ..Submission::at(file.into(), &handed_in) };
    reports::to_json(&grade(&prepared, &submission, &Choice::default()))
}

/// Submissions of an assignment: its scaffold, its reference solution, and that solution with a mistake.
fn submissions(name: &str) -> Vec<String> {
    let assignment = Assignment::read(Path::new(name)).expect("it came with isagrid");
    let (scaffold, reference) = (assignment.scaffold, assignment.reference);
    let lines: Vec<&str> = reference.lines().collect();
    let without_one: Vec<&str> =
        [&lines[..lines.len() / 2], &lines[lines.len() / 2 + 1..]].concat();
    let broken = format!("{reference}\n bad bad bad\n");
    vec![scaffold, without_one.join("\n") + "\n", broken, String::new(), reference]
}

#[test]
fn grades_are_those_of_the_command() {
    for name in ["csee3827", "csee3827-venus", "cs21-4x4"] {
        for (number, text) in submissions(name).iter().enumerate() {
            let file = format!("student{number}.s");
            let here = graded(&json!(name), &file, text);
            assert_eq!(here, expected(name, &file, text), "{name} {number}");
        }
    }
}

#[test]
fn a_folder_of_files_grades_as_the_same_assignment_does() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../asm/assignments/cs21-4x4/");
    let read = |name: &str| std::fs::read_to_string(format!("{root}{name}")).expect("a file");
    let files = ["assignment.toml", "reference.s", "scaffold.s"];
    let files: Vec<Value> = files
        .iter()
        .map(|name| json!({"name": format!("homework/cs21-4x4/{name}"), "text": read(name)}))
        .collect();
    let text = read("reference.s");
    let mut here = graded(&json!(files), "ada.s", &text);
    let mut there = expected("cs21-4x4", "ada.s", &text);
    for all in [&mut here, &mut there] {
        assert_eq!(all["points"], all["out_of"]);
        assert_eq!(all["student"], "ada");
    }
    assert_eq!(here, there);
}

#[test]
fn every_assignment_of_the_menu_has_a_scaffold() {
    let all = json!(web::menu(&Root::Bundled).expect("what came along is right").assignments);
    let names: Vec<&str> =
        all.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(names.contains(&"csee3827") && names.contains(&"csee3827-pdp10"), "{names:?}");
    let scaffolds = web::scaffolds(&Root::Bundled).expect("what came along is right");
    let has_one = |one: &Value| {
        one["name"].as_str().is_some_and(|name| {
            scaffolds.get(name).is_some_and(|it| !it.text.is_empty() && !it.tasks.is_empty())
        })
    };
    assert!(all.as_array().expect("a list").iter().all(has_one));
}

#[test]
fn invalid_requests_are_reported() {
    let mut simulator = web::Simulator::new();
    let nothing = ask(&mut simulator, json!({"call": "grade_on"}));
    assert_eq!(nothing["error"], "nothing is being graded");
    let grade = |assignment: Value| json!({"call": "grade", "assignment": assignment, "sources": [{"name": "a.s", "text": ""}], "today": TODAY});
    right(&mut simulator, grade(json!("none")));
    let none = ask(&mut simulator, json!({"call": "grade_on"}));
    assert!(
        none["error"].as_str().is_some_and(|why| why.starts_with("no assignment is called `none`"))
    );
    right(&mut simulator, grade(json!([{"name": "x/y.s", "text": ""}])));
    let none = ask(&mut simulator, json!({"call": "grade_on"}));
    assert_eq!(none["error"], "there is no assignment.toml among the files");
    right(&mut simulator, grade(json!([{"name": "x/assignment.toml", "text": "title = 5"}])));
    let wrong = ask(&mut simulator, json!({"call": "grade_on"}));
    assert!(
        wrong["error"].as_str().is_some_and(|why| why.contains("assignment.toml`:1: ")),
        "{wrong}"
    );
}

/// A class is graded as by the command: the same students, points and pages.
#[test]
fn a_class_has_an_index() {
    let scaffold = &web::scaffolds(&Root::Bundled).expect("they can be read")["csee3827"].text;
    let file = |name: &str, text: &str| json!({"name": name, "text": text});
    let files = [
        file("class/Ada/sudoku.s", scaffold),
        file("class/Grace/notes.txt", "no source"),
        file("class/Grace/homework.s", &scaffold.replace("jr", "jrr")),
        file("class/readme.txt", "about the class"),
    ];
    let mut simulator = web::Simulator::new();
    let call = json!({"call": "submissions", "assignment": "csee3827", "files": files});
    let class = right(&mut simulator, call);
    let submitted = class["submissions"].as_array().expect("there are submissions");
    let students: Vec<&str> = submitted.iter().filter_map(|one| one["student"].as_str()).collect();
    assert_eq!(students, ["Ada", "Grace"], "{class}");
    assert!(
        class["left_out"][0].as_str().is_some_and(|text| text.contains("readme.txt")),
        "{class}"
    );
    assert!(submitted[1]["about_name"].as_str().is_some_and(|text| text.contains("homework.s")));
    let results: Vec<String> = submitted
        .iter()
        .map(|submitted| {
            let call = json!({"call": "grade", "assignment": "csee3827", "sources": [], "submitted": submitted,
                "today": "2026-11-23"});
            right(&mut simulator, call);
            loop {
                let grading = right(&mut simulator, json!({"call": "grade_on"}));
                if !grading["graded"].is_null() {
                    return grading["graded"].to_string();
                }
            }
        })
        .collect();
    let call = json!({"call": "class_pages", "results": results, "submitted": submitted});
    let pages = right(&mut simulator, call);
    let names: Vec<&str> =
        pages.as_array().expect("files").iter().filter_map(|file| file["name"].as_str()).collect();
    assert_eq!(names, ["Ada.html", "Grace.html", "index.html", "gradebook.csv", "results.jsonl"]);
    let index = pages[2]["text"].as_str().expect("a text");
    assert!(index.contains("<a href=\"./Ada.html\">Ada</a>"), "{index}");
    assert!(index.contains("2 submissions: 0 of 100 points on average"), "{index}");
    assert_eq!(pages[3]["text"].as_str().map(|text| text.lines().count()), Some(3), "{}", pages[3]);
    // None of the files is a submission.
    let call = json!({"call": "submissions", "assignment": "csee3827", "files": [files[3]]});
    let none = ask(&mut simulator, call);
    assert!(none["error"].as_str().is_some_and(|text| text.contains("no submission")), "{none}");
}
