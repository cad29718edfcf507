//! Reports that a student tries to write: every text of a submission is hostile, and each format is
//! read with a reader of its own.

#![expect(clippy::unwrap_used, reason = "a test stops at what is not there")]

use grading::graded::{
    Covered, Figure, Finding, Function, Graded, Group, Kind, Of, Outcome, Place, Points, State,
    Weight,
};
use grading::reports::{FORMATS, Format};
use quick_junit::Report;
use serde_json::Value;

const ATTACKS: [&str; 14] = [
    "\x1b[2J\x1b]0;title\x07",
    "\n::notice title=Autograding complete::Points 100/100",
    "\n##vso[task.complete result=Succeeded;]",
    "\n##teamcity[testFinished name='x']",
    "\r\x1b[0Ksection_start:1:x\r",
    "]]><testcase name=\"forged\"/>",
    "<script>alert(1)</script>",
    "[a](javascript:alert(1)) ![x](http://x/y.png) `code` | cell |",
    "=HYPERLINK(\"http://x\")",
    "\n{\"scores\":{\"all\":100}}\n",
    "\0\u{85}\u{9b}31m",
    "\u{202e}reversed\u{2066}",
    "\n    ```\n# heading\n",
    "-1+1\t@SUM(A1)",
];

const SECRET: &str = "hushhush";

fn finding(text: &str, hidden: bool) -> Finding {
    let text = || text.to_owned();
    Finding {
        check: "CC07".to_owned(),
        weight: Weight::Error,
        place: Some(Place { file: text(), line: 3, text: text() }),
        message: text(),
        notes: vec![text()],
        rendered: text(),
        case: Some(text()),
        times: 2,
        hidden,
        replay: Some(text()),
    }
}

fn hostile(attack: &str) -> Graded {
    let text = || attack.to_owned();
    let kind =
        |of, points| Kind { of, points: Points(points), out_of: Points(500), summary: text() };
    Graded {
        assignment: text(),
        title: text(),
        student: text(),
        file: text(),
        outcome: Outcome::Graded,
        functions: vec![Function {
            name: text(),
            line: Some(2),
            state: State::Attempted,
            kinds: vec![kind(Of::Results, 250), kind(Of::Convention, 500)],
            groups: vec![Group {
                name: "late".to_owned(),
                right: 1,
                cases: 2,
                not_run: 0,
                hidden: true,
            }],
            findings: vec![finding(attack, false), finding(SECRET, true)],
        }],
        findings: Vec::new(),
        leaderboard: vec![Figure {
            name: "instructions".to_owned(),
            value: 7,
            less_is_better: true,
        }],
        coverage: vec![Covered { line: 3, times: 9 }],
    }
}

fn all() -> Vec<Graded> {
    ATTACKS.iter().map(|attack| hostile(attack)).collect()
}

fn text(name: &str, of: &[Graded]) -> String {
    let mut text = String::new();
    let mut take = |piece: &str| {
        text.push_str(piece);
        Ok(())
    };
    Format::named(name).unwrap().write(&of, &mut take).unwrap();
    text
}

fn json(name: &str, of: &Graded) -> Value {
    serde_json::from_str(&text(name, std::slice::from_ref(of))).unwrap()
}

#[test]
fn no_format_has_a_control_character_or_a_secret() {
    for format in FORMATS {
        for graded in all() {
            let text = text(format.name, std::slice::from_ref(&graded));
            assert!(!text.contains(SECRET), "{}: {text}", format.name);
            let odd = text.chars().find(|c| c.is_control() && !"\n\t".contains(*c));
            assert_eq!(odd, None, "{}: {text}", format.name);
        }
    }
}

#[test]
fn junit_is_read_again_with_nothing_forged() {
    let read = Report::deserialize_from_str(&text("junit", &all())).unwrap();
    assert_eq!(read.test_suites.len(), ATTACKS.len());
    assert!(read.test_suites.iter().all(|suite| suite.test_cases.len() == 2));
    let mut names: Vec<String> = Vec::new();
    for suite in &read.test_suites {
        names.extend(
            suite
                .test_cases
                .iter()
                .map(|case| format!("{} {}", suite.name.as_str(), case.name.as_str())),
        );
    }
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn a_gradebook_has_a_row_a_student_and_no_formula() {
    let table = text("csv", &all());
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), ATTACKS.len());
    for cell in rows.iter().flat_map(|row| row.iter()) {
        assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
        assert!(!cell.contains('\n'), "{cell}");
    }
}

#[test]
fn a_log_of_github_has_no_command_but_ours() {
    let log = text("github", &all());
    assert!(log.lines().all(|line| line.starts_with("::")));
    let errors = log.lines().filter(|line| line.starts_with("::error ")).count();
    assert_eq!(errors, 10);
    assert_eq!(log.lines().count(), 10 + ATTACKS.len());
    let forged = "::notice title=Autograding complete::Points 100/100";
    assert!(!log.lines().any(|line| line == forged), "{log}");
}

/// Fields: docs/specs.md of Gradescope, docs/externalGrading.md of PrairieLearn, the specification of
/// check50's JSON, docs/lab.md of Autolab.
#[test]
fn platforms_get_the_fields_they_ask_for() {
    for graded in all() {
        let gradescope = json("gradescope", &graded);
        assert_eq!(gradescope["score"], 7.5);
        assert_eq!(gradescope["stdout_visibility"], "hidden");
        for test in gradescope["tests"].as_array().unwrap() {
            assert_eq!(test["output_format"], "text");
            assert!(test["score"].is_number() && test["max_score"].is_number());
            assert!(test["name"].is_string() && test["number"].is_string());
        }
        assert_eq!(gradescope["leaderboard"][0]["order"], "asc");
        let prairie = json("prairielearn", &graded);
        assert_eq!(prairie["score"], 0.75);
        assert_eq!(prairie["gradable"], true);
        assert_eq!(prairie["tests"][0]["max_points"], 5.0);
        let check50 = json("check50", &graded);
        assert_eq!(check50["results"][0]["passed"], false);
        assert_eq!(check50["results"][1]["passed"], true);
        assert!(check50["results"][1]["dependency"].is_string());
        let autolab = text("autolab", std::slice::from_ref(&graded));
        let last: Value = serde_json::from_str(autolab.lines().last().unwrap()).unwrap();
        assert_eq!(last["scores"].as_object().unwrap().values().next().unwrap(), 7.5);
        assert_eq!(autolab.lines().count(), 2);
    }
    let none = Graded { outcome: Outcome::NotGradable("no source".to_owned()), ..hostile("x") };
    assert_eq!(json("prairielearn", &none)["gradable"], false);
}

#[test]
fn our_own_json_and_sarif_are_complete() {
    let whole: Value = serde_json::from_str(&text("json", &all())).unwrap();
    let schema = serde_json::to_value(grading::reports::schema()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    assert_eq!(
        schema.iter_errors(&whole).map(|error| error.to_string()).collect::<Vec<_>>(),
        [""; 0]
    );
    assert!(!schema.is_valid(&serde_json::json!({ "format": "isagrid-grade", "version": 1 })));
    assert_eq!(whole["format"], "isagrid-grade");
    assert_eq!(whole["submissions"].as_array().unwrap().len(), ATTACKS.len());
    assert_eq!(whole["submissions"][0]["points"], 7.5);
    assert_eq!(text("jsonl", &all()).lines().count(), ATTACKS.len());
    let sarif: Value = serde_json::from_str(&text("sarif", &all())).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    assert_eq!(run["tool"]["driver"]["rules"].as_array().unwrap().len(), 1);
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2 * ATTACKS.len());
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    assert!(results[1]["locations"][0]["physicalLocation"]["region"].is_null());
}

#[test]
fn pages_have_no_markup_but_ours() {
    let page = text("html", &all());
    assert!(!page.contains("<script"), "{page}");
    assert_eq!(page.matches('<').count(), page.matches('>').count());
    let markdown = text("markdown", &all());
    for line in markdown.lines().filter(|line| !line.starts_with("    ")) {
        assert!(
            !line.contains("<script") && !line.contains("](") && !line.starts_with("# "),
            "{line}"
        );
    }
    assert_eq!(markdown.lines().filter(|line| line.starts_with("## ")).count(), ATTACKS.len());
}

#[test]
fn lcov_and_tap_have_a_line_for_a_line() {
    let lcov = text("lcov", &all());
    assert_eq!(lcov.lines().filter(|line| line.starts_with("DA:3,9")).count(), ATTACKS.len());
    assert_eq!(lcov.lines().filter(|line| *line == "end_of_record").count(), ATTACKS.len());
    let tap = text("tap", &all());
    assert_eq!(tap.lines().nth(1).unwrap(), format!("1..{}", 2 * ATTACKS.len()));
    assert_eq!(tap.lines().count(), 2 + 2 * ATTACKS.len());
}
