//! Reports that a student tries to write: every text of a submission is hostile, and each format is
//! read with a reader of its own.

#![expect(clippy::unwrap_used, reason = "a test stops at what is not there")]

#[path = "reports/schema.rs"]
mod schema;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use grading::class::{Submission, SubmissionContent};
use grading::graded::{
    Covered, Figure, Finding, Function, Graded, Group, Kind, Outcome, Place, Points,
    PointsCategory, State, Weight,
};
use grading::reports::{FORMATS, Format, Together};
use quick_junit::{Report, TestCaseStatus};
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
        id: Some(text()),
        file: text(),
        outcome: Outcome::Graded,
        functions: vec![Function {
            name: text(),
            line: Some(2),
            state: State::Attempted,
            kinds: vec![kind(PointsCategory::Results, 250), kind(PointsCategory::Convention, 500)],
            groups: vec![Group {
                name: "late".to_owned(),
                right: 1,
                not_run: 0,
                cases: 2,
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
    let notices: Vec<&str> = log.lines().filter(|line| line.starts_with("::notice ")).collect();
    let class = "::notice title=isagrid grade::14 submissions: 7.5 of 10 points on average, 0 with all points; 18 more findings not shown here";
    assert_eq!((notices, log.lines().count()), (vec![class], 11));
    let one = text("github", &all()[..1]);
    assert!(one.ends_with("::notice title=Autograding complete::Points 7.5/10\n"), "{one}");
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
}

/// A submission of which nothing could be graded.
fn not_graded(outcome: Outcome) -> Graded {
    let mut none = Graded { outcome, coverage: Vec::new(), ..hostile("x") };
    for function in &mut none.functions {
        function.findings.clear();
        function.state = State::Missing;
        for kind in &mut function.kinds {
            (kind.points, kind.summary) = (Points(0), String::new());
        }
    }
    none
}

/// Each format shows why there are no points.
#[test]
fn every_format_says_why_nothing_was_graded() {
    let why = "the file is empty";
    for outcome in [Outcome::NotGradable(why.to_owned()), Outcome::Infra(why.to_owned())] {
        let none = not_graded(outcome);
        let both = [none.clone(), hostile("y")];
        for format in FORMATS.iter().filter(|format| format.name != "lcov") {
            let of = if format.is_of_one() { &both[..1] } else { &both[..] };
            let mut text = text(format.name, of);
            if format.name == "classroom" {
                text = String::from_utf8(STANDARD.decode(text).unwrap()).unwrap();
            }
            assert!(text.replace('\\', "").contains(why), "{}: {text}", format.name);
        }
        assert_eq!(json("prairielearn", &none)["gradable"], false);
        let check50 = json("check50", &none);
        for result in check50["results"].as_array().unwrap() {
            assert!(result["cause"]["rationale"].as_str().unwrap().contains(why), "{result}");
        }
        let log = text("github", std::slice::from_ref(&none));
        assert!(log.starts_with("::error file=x,title=not graded::"), "{log}");
        let junit = Report::deserialize_from_str(&text("junit", &[none])).unwrap();
        for case in &junit.test_suites[0].test_cases {
            let TestCaseStatus::NonSuccess { message, .. } = &case.status else { panic!() };
            assert!(message.as_ref().unwrap().as_str().contains(why), "{message:?}");
        }
    }
}

/// A step that is red for points has a mark that says so.
#[test]
fn what_was_not_attempted_is_an_error() {
    let mut idle = hostile("x");
    idle.functions[0].findings.clear();
    idle.functions[0].state = State::NotAttempted;
    for kind in &mut idle.functions[0].kinds {
        (kind.points, kind.summary) = (Points(0), "not attempted".to_owned());
    }
    let error = "::error file=x,title=not attempted::0 of 10 points: not attempted\n";
    assert!(text("github", std::slice::from_ref(&idle)).starts_with(error));
    let both = [idle.clone(), hostile("y")];
    let class = text("github", &both);
    assert!(class.starts_with(&error.replace("title=", "title=x%3A ")), "{class}");
    assert!(text("markdown", &both).contains("| x | 0 | 10 | not attempted |"));
    // One function of several is named, at its line.
    idle.functions.extend(hostile("y").functions);
    let part = text("github", &[idle]);
    assert!(
        part.contains("::error file=x,line=2,title=x::0 of 10 points: not attempted\n"),
        "{part}"
    );
}

/// Advice of a function that has all points is not lost.
#[test]
fn advice_is_in_every_format_also_where_no_points_are_missing() {
    let mut full = hostile("x");
    for kind in &mut full.functions[0].kinds {
        kind.points = kind.out_of;
    }
    full.functions[0].findings = vec![Finding {
        weight: Weight::Advice,
        message: "a slower way".to_owned(),
        ..finding("x", false)
    }];
    full.findings = vec![Finding {
        message: "no separators".to_owned(),
        ..full.functions[0].findings[0].clone()
    }];
    for format in FORMATS.iter().filter(|format| !["lcov", "csv"].contains(&format.name)) {
        let mut text = text(format.name, std::slice::from_ref(&full));
        if format.name == "classroom" {
            text = String::from_utf8(STANDARD.decode(text).unwrap()).unwrap();
        }
        for advice in ["a slower way", "no separators"] {
            assert!(text.contains(advice), "{}: {text}", format.name);
        }
    }
}

/// GitHub drops a summary of more than 1,024 KiB whole.
#[test]
fn a_summary_has_the_table_of_the_class_and_no_more_than_github_takes() {
    let class: Vec<Graded> = (0..3000)
        .map(|number| Graded { student: format!("s{number}"), ..hostile(&"long ".repeat(100)) })
        .collect();
    let summary = text("github-summary", &class);
    assert!(summary.len() <= 1000 << 10 && summary.len() > 900 << 10, "{}", summary.len());
    let rows =
        summary.lines().filter(|line| line.starts_with("| s") && !line.contains("student")).count();
    assert_eq!(rows, class.len());
    let shown = summary.lines().filter(|line| line.starts_with("## ")).count();
    let last = format!("{} submissions are left out", class.len() - shown);
    assert!(summary.lines().last().unwrap().starts_with(&last), "{last}");
    assert!(text("markdown", &class).len() > 1024 << 10);
}

#[test]
fn a_gradebook_has_a_column_for_each_check_and_the_reason() {
    let mut other = hostile("y");
    other.functions[0].findings[0].check = "GR01".to_owned();
    let none = not_graded(Outcome::NotGradable("no source".to_owned()));
    let table = text("csv", &[hostile("x"), other, none]);
    let heads = "student,id,file,status,points,out of,x results,x convention,CC07,GR01,why";
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(
        rows,
        [
            heads,
            "x,x,x,graded,7.5,10,2.5,5,2,,",
            "y,y,y,graded,7.5,10,2.5,5,1,1,",
            "x,x,x,not gradable,0,10,0,0,,,GR08: no source",
        ]
    );
}

/// A class on one page, and the index of a folder of pages.
#[test]
fn a_class_has_an_overview_with_those_first_who_need_help() {
    let mut class = [hostile("half"), hostile("none"), hostile("full")];
    class[1].functions[0].kinds.iter_mut().for_each(|kind| kind.points = Points(0));
    class[2].functions[0].kinds.iter_mut().for_each(|kind| kind.points = kind.out_of);
    class[2].functions[0].findings.clear();
    let page = text("html", &class);
    let at = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part}: {page}"));
    let link = |number: usize, name: &str| format!("<a href=\"#submission-{number}\">{name}</a>");
    assert!(at(&link(1, "none")) < at(&link(0, "half")));
    assert!(at(&link(0, "half")) < at(&link(2, "full")));
    for number in 0..3 {
        at(&format!("<h2 id=\"submission-{number}\">"));
    }
    at("3 submissions: 5.83 of 10 points on average");
    at(
        "<th scope=\"row\">CC07</th><td>A register is read that a call may have overwritten</td><td class=\"number\">2</td>",
    );
    let bands = page.matches("style=\"width:100%\"").count();
    assert_eq!(bands, 3, "each has a band of points of its own: {page}");
    let index = Format::named("html").unwrap().index().unwrap();
    let mut text = String::new();
    let names = ["half.html", "a name: <b>.html", "full.html"].map(str::to_owned);
    index(&&class[..], &names, &mut |piece| {
        text.push_str(piece);
        Ok(())
    })
    .unwrap();
    assert!(text.contains("<a href=\"./a%20name%3A%20%3Cb%3E.html\">none</a>"), "{text}");
    assert!(!text.contains("<h2 id="), "the submissions have pages of their own: {text}");
}

/// The source of one submission is shown whole, with what was found below its line; of a class the lines around.
#[test]
fn a_page_shows_the_source_with_findings_at_their_lines() {
    let mut graded = hostile("x");
    graded.functions[0].findings[0].message = "what costs points".to_owned();
    let advice = Finding { weight: Weight::Advice, ..finding("mere advice", false) };
    graded.functions[0].findings.insert(0, advice);
    let mut lines: Vec<String> = (1..=9).map(|number| format!("line {number} of it")).collect();
    lines[2] = "<script>alert(1)</script>\tx".to_owned();
    let source = lines.join("\r\n");
    let page = |graded: &[Graded]| {
        let submissions: Vec<Submission> = graded
            .iter()
            .map(|graded| Submission {
                file: "x".into(),
                student: graded.student.clone(),
                content: SubmissionContent::Bytes(source.clone().into_bytes()),
                ..Submission::default()
            })
            .collect();
        let mut text = String::new();
        let class = Together { graded, submissions: &submissions };
        let mut take = |piece: &str| {
            text.push_str(piece);
            Ok(())
        };
        Format::named("html").unwrap().write(&class, &mut take).unwrap();
        text
    };
    let one = page(std::slice::from_ref(&graded));
    let at = |part: &str| one.find(part).unwrap_or_else(|| panic!("{part}: {one}"));
    assert!(at("Findings that cost points") < at("Advice that costs nothing"));
    assert!(at("<h4>CC07: what costs points</h4>") < at("<h4>CC07: mere advice</h4>"));
    let line = at("&lt;script&gt;alert(1)&lt;/script&gt;\tx</td>");
    let below = at("<tr class=\"costs\"><th></th><td><strong>CC07: what costs points</strong>");
    assert!(line < below && below < at("line 4 of it"), "{one}");
    assert!(one.contains("<a href=\"#line-0-3\">") && one.contains("id=\"line-0-3\""), "{one}");
    assert!(one.contains("line 9 of it") && !one.contains(SECRET), "{one}");
    let class = page(&[graded.clone(), graded.clone()]);
    assert!(class.contains("line 6 of it") && !class.contains("line 7 of it"), "{class}");
    assert!(class.contains("id=\"line-1-3\""));
    // A file that was refused may be a link to what is not the student's.
    let none = page(&[not_graded(Outcome::NotGradable("it is a link".to_owned()))]);
    assert!(!none.contains("of it"), "{none}");
}

#[test]
fn our_own_json_and_sarif_are_complete() {
    let whole: Value = serde_json::from_str(&text("json", &all())).unwrap();
    let schema = serde_json::to_value(grading::reports::schema()).unwrap();
    assert_eq!(schema::errors(&schema, &whole), [""; 0]);
    let headless = serde_json::json!({ "format": "isagrid-grade", "version": 1 });
    assert_ne!(schema::errors(&schema, &headless), [""; 0]);
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
}

/// Each test that is not ok has its reason in a block of YAML, whose texts are JSON.
#[test]
fn tap_has_a_line_for_each_test_and_its_reason() {
    let tap = text("tap", &all());
    assert_eq!(tap.lines().nth(1).unwrap(), format!("1..{}", 2 * ATTACKS.len()));
    let (tests, blocks): (Vec<&str>, Vec<&str>) =
        tap.lines().skip(2).partition(|line| !line.starts_with("  "));
    assert_eq!(tests.len(), 2 * ATTACKS.len());
    assert_eq!(blocks.len(), 6 * ATTACKS.len(), "{tap}");
    for (number, test) in (1..).zip(&tests) {
        let is_ok = if number % 2 == 0 { "ok" } else { "not ok" };
        assert!(test.starts_with(&format!("{is_ok} {number} - ")), "{test}");
    }
    for block in blocks.chunks(6) {
        let [begin, message, findings, first, hidden, end] = block else { panic!("{block:?}") };
        assert_eq!((*begin, *findings, *end), ("  ---", "  findings:", "  ..."));
        let text = |line: &str, before: &str| -> String {
            serde_json::from_str(line.strip_prefix(before).unwrap()).unwrap()
        };
        text(message, "  message: ");
        assert!(text(first, "    - ").starts_with("CC07: "));
        assert_eq!(text(hidden, "    - "), "CC07: found in a hidden case");
    }
}
