//! `isagrid compare`: tables, machine-readable data, separately listed lanes, and a gate.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Done, isagrid, root};

fn compare(folder: &Path, arguments: &[&str]) -> Done {
    isagrid(folder, &[&["compare"], arguments].concat(), b"")
}

const TWO: [&str; 4] = ["mips32-links", "pdp10-links", "--puzzles", "easy:1-2"];

#[test]
fn two_lanes_in_tables() {
    let done =
        compare(&root(), &[&TWO[..], &["--by", "node", "--baseline", "pdp10-links"]].concat());
    assert_snapshot!(done.printed());
}

/// Checks every number of the data again: against the schema, sums of instruction kinds and memory
/// parts, golden instruction counts, and ratios against the CSV lines.
#[test]
fn data_is_valid_and_adds_up() {
    let lanes = ["--only", "candidates", "--skip", "gcc-o", "--puzzles", "easy:1-3"];
    let of = |format: &str| compare(&root(), &[&lanes[..], &["--format", format]].concat());
    let json = of("json");
    assert_eq!(json.status, 0, "{}", json.stderr);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    let schema = fs::read_to_string(root().join("docs/schema/comparison-1.json")).unwrap();
    let schema = serde_json::from_str(&schema).unwrap();
    assert_eq!(crate::schema::errors(&schema, &json), [""; 0]);
    let csv = of("csv");
    let mut reader = csv::Reader::from_reader(csv.stdout.as_slice());
    let lines: Vec<BTreeMap<String, String>> =
        reader.deserialize().collect::<Result<_, _>>().unwrap();
    let group = &json["groups"][0];
    let lanes = group["lanes"].as_array().unwrap();
    assert_eq!(lines.len(), 3 * lanes.len());
    for lane in lanes {
        let name = lane["lane"].as_str().unwrap();
        let counts = lane["counts"].as_object().unwrap();
        let golden = fs::read_to_string(root().join(format!("golden/counts/{name}.tsv"))).unwrap();
        for at in 0..3 {
            let count = |id: &str| counts[id][at].as_u64().unwrap();
            let sum = |prefix: &str| -> u64 {
                let parts = counts.iter().filter(|(id, _)| id.starts_with(prefix));
                parts.map(|(_, counts)| counts[at].as_u64().unwrap()).sum()
            };
            assert_eq!(sum("mix."), count("instructions"), "{name}");
            for of in ["loads", "stores"] {
                let parts = ["grid", "stack", "tables"];
                let times = parts.map(|part| count(&format!("{of}.{part}")));
                assert_eq!(times.iter().sum::<u64>(), count(of), "{name}");
                let bits = parts.map(|part| count(&format!("{of}.{part}.bits")));
                assert_eq!(bits.iter().sum::<u64>(), count(&format!("{of}.bits")), "{name}");
            }
            let number = group["puzzles"][at]["number"].to_string();
            let line =
                lines.iter().find(|line| line["lane"] == name && line["puzzle"] == number).unwrap();
            for (id, counts) in counts {
                assert_eq!(line[id], counts[at].to_string(), "{name} {id}");
            }
            let row = format!("easy\t{number}\t{}", count("instructions"));
            assert!(golden.lines().any(|line| line.starts_with(&row)), "{name}: {row}");
        }
        let ratio = |line: &BTreeMap<String, String>| {
            let of = |line: &BTreeMap<String, String>| line["instructions"].parse::<f64>().unwrap();
            let base = lines.iter().find(|other| {
                *other["lane"] == group["baseline"] && other["puzzle"] == line["puzzle"]
            });
            (of(line) / of(base.unwrap())).ln()
        };
        let logs: f64 = lines.iter().filter(|line| line["lane"] == name).map(ratio).sum();
        let mean = lane["summaries"]["instructions"]["ratio"]["mean"].as_f64().unwrap();
        assert!((mean - (logs / 3.0).exp()).abs() < 1e-9, "{name}: {mean}");
    }
}

#[test]
fn markdown_and_latex_rows_have_equal_cells() {
    for (format, mark, end) in [("markdown", " | ", " |"), ("latex", " & ", " \\\\")] {
        let done = compare(&root(), &[&TWO[..], &["--format", format]].concat());
        assert_eq!(done.status, 0, "{}", done.stderr);
        let (mut cells, mut tables) = (None, 0);
        for line in done.out().lines() {
            if !line.ends_with(end) {
                cells = None;
                continue;
            }
            let count = line.matches(mark).count();
            tables += usize::from(cells.is_none());
            assert_eq!(*cells.get_or_insert(count), count, "{line}");
        }
        assert!(tables >= 6, "{tables} tables in {format}");
    }
}

/// Folder with the same lane twice, the second one to be changed.
fn course() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |file: &str| folder.path().join(file);
    fs::create_dir_all(at("asm/backtrack")).unwrap();
    fs::create_dir_all(at("golden/puzzles")).unwrap();
    let solver = "asm/backtrack/mips32-mars-4x4.s";
    for to in [solver, "asm/backtrack/mine.s"] {
        fs::copy(root().join(solver), at(to)).unwrap();
    }
    let table = fs::read_to_string(root().join("asm/lanes.toml")).unwrap();
    let lane = table.split("[[lane]]").find(|row| row.contains("\"mips32-mars-4x4\"")).unwrap();
    let mine =
        lane.replace("\"mips32-mars-4x4\"", "\"mine\"").replace("mips32-mars-4x4.s", "mine.s");
    fs::write(at("asm/lanes.toml"), format!("[[lane]]{lane}\n[[lane]]{mine}")).unwrap();
    let set = fs::read_to_string(root().join("golden/puzzles/4x4.txt")).unwrap();
    let some: Vec<&str> = set.lines().take(11).collect();
    fs::write(at("golden/puzzles/4x4.txt"), some.join("\n") + "\n").unwrap();
    let blessed = isagrid(folder.path(), &["verify", "--bless"], b"");
    assert_eq!(blessed.status, 0, "{}", blessed.printed());
    folder
}

fn change(course: &Path, from: &str, to: &str) {
    let path = course.join("asm/backtrack/mine.s");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from} is in it");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn lane_with_other_decisions_is_separate() {
    let course = course();
    // The last digit is never tried.
    change(course.path(), "bne num PAST_SIZE try", "bne num SIZE try");
    let done = compare(course.path(), &[]);
    assert_eq!(done.status, 1, "{}", done.printed());
    assert_snapshot!(done.printed());
    let data = compare(course.path(), &["--format", "json"]);
    let json: Value = serde_json::from_slice(&data.stdout).unwrap();
    let lane = &json["groups"][0]["lanes"][1];
    assert!(lane["apart"].as_str().unwrap().contains("the reference model places 4"), "{lane}");
    assert!(lane["summaries"]["instructions"]["ratio"].is_null(), "{lane}");
    assert!(data.stderr.contains("mine is listed separately: puzzle 4x4:"), "{}", data.stderr);
    let asked = compare(course.path(), &["--baseline", "mine"]);
    assert!(asked.out().contains("Ratios to no lane"), "{}", asked.printed());
}

#[test]
fn saved_comparison_is_a_gate() {
    let course = course();
    let saved = compare(course.path(), &["--save", "before"]);
    assert_eq!((saved.status, saved.stderr.as_str()), (0, "saved as `before.json`\n"));
    let same = compare(course.path(), &["--against", "before", "--fail-above", "0"]);
    assert_eq!((same.status, same.stderr.as_str()), (0, "2 lanes unchanged since `before.json`\n"));
    // One more instruction at each node.
    change(course.path(), "\nsolve:", "\nsolve: nop\n");
    let reported = compare(course.path(), &["--against", "before.json"]);
    assert_eq!(reported.status, 0, "{}", reported.printed());
    assert_snapshot!(reported.stderr);
    let gate =
        |above| compare(course.path(), &["mine", "--against", "before", "--fail-above", above]);
    let failed = gate("0.1%");
    assert_eq!(failed.status, 1, "{}", failed.printed());
    let error = "error: rise of more than 0.1 % since `before.json`: mine: instructions +0.";
    assert!(failed.stderr.contains(error), "{}", failed.stderr);
    assert!(failed.stderr.contains("mips32-mars-4x4: it is not in the new comparison"));
    assert_eq!(gate("50").status, 0);
    change(course.path(), "solve: nop", "solve: nothing");
    let broken = gate("50");
    assert_eq!(broken.status, 2, "{}", broken.printed());
    let broken = compare(course.path(), &["--against", "before", "--fail-above", "50"]);
    assert_eq!(broken.status, 3, "{}", broken.printed());
    assert!(broken.stderr.contains("mine: it is no longer measured"), "{}", broken.stderr);
}

#[test]
fn named_lane_that_is_not_compared_is_a_failure() {
    let easy = ["--puzzles", "easy:1"];
    let named = ["mips32-links", "mips32-mars-4x4"];
    let done = compare(&root(), &[&named[..], &easy].concat());
    assert_eq!(done.status, 1, "{}", done.printed());
    let reported =
        "error: mips32-mars-4x4 was named but is not compared: it runs only the sets 4x4";
    assert!(done.stderr.contains(reported), "{}", done.stderr);
    let others = ["--only", "mips32-links", "--only", "mips32-mars-4x4", "--skip", "gcc"];
    let done = compare(&root(), &[&others[..], &easy].concat());
    assert_eq!(done.status, 0, "nobody named it: {}", done.printed());
}

#[test]
fn program_without_a_node_is_reported_as_by_verify() {
    let course = course();
    let table = course.path().join("asm/lanes.toml");
    let text = fs::read_to_string(&table).unwrap();
    fs::write(&table, text.replace("feed = \"rows\"", "feed = \"line\"")).unwrap();
    let done = compare(course.path(), &["mine", "--puzzles", "4x4:1"]);
    assert_eq!(done.status, 2, "{}", done.printed());
    assert!(done.stderr.contains("it reaches no node of the search: puzzle 4x4:1: asm/"));
}

#[test]
fn errors_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("other.json"), "{}").unwrap();
    let mut reported = String::new();
    for arguments in [
        "mips32-liks",
        "mips32-links --algorithm constraint",
        "--algorithm knuth",
        "mips32-links --puzzles hard",
        "mips32-links --puzzles esy",
        "mips32-links --puzzles 4x4",
        "mips32-links --puzzles easy:1,57",
        "mips32-links --puzzles easy:57",
        "mips32-links --puzzles easy:50-99",
        "mips32-links --puzzles easy:0",
        "mips32-links --puzzles easy:3-2",
        "mips32-links --most-nodes 1",
        "mips32-links --baseline pdp10-links",
        "mips32-links pdp10-links --baseline pdp10-links --baseline mips32-links",
        "esproc-first-9x9",
        "mips32-links --against nothing",
        "mips32-links --against other",
        "mips32-links --fail-above 2%",
        "mips32-links --against other --fail-above -1%",
        "--root nowhere",
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let done = compare(folder.path(), &words);
        assert_eq!(done.stdout, b"", "{}", done.printed());
        let message: Vec<&str> =
            done.stderr.lines().filter(|line| line.contains("error:")).collect();
        reported += &format!("{arguments}\n  status {}: {}\n", done.status, message.join("\n"));
    }
    assert_snapshot!(reported);
}

#[test]
fn pages_overwrite_no_source() {
    let course = course();
    let done = isagrid(course.path(), &["verify", "--report", "out"], b"");
    assert_eq!(done.status, 0, "{}", done.printed());
    let page = fs::read_to_string(course.path().join("out/report.html")).unwrap();
    assert!(page.contains(">Verification</h2>") && page.ends_with("</html>"));
    let data = fs::read(course.path().join("out/comparison.json")).unwrap();
    let data: Value = serde_json::from_slice(&data).unwrap();
    assert_eq!(data["groups"][0]["lanes"][1]["lane"], "mine");
    let lanes = ["report", "--side-by-side", "mine", "mips32-mars-4x4"];
    let done = isagrid(course.path(), &[&lanes[..], &["--node", "3"]].concat(), b"");
    assert_eq!(
        (done.status, done.out().as_str()),
        (0, "wrote `report.html`\n"),
        "{}",
        done.printed()
    );
    let page = fs::read_to_string(course.path().join("report.html")).unwrap();
    assert!(page.contains("Side by side: mine and mips32-mars-4x4"));
    for (arguments, message) in [
        ("report --output asm/backtrack/mine.s", "is an input file: choose another name"),
        ("compare --save asm/backtrack", "cannot write"),
        ("report --side-by-side mine yours", "`yours` is not one of the compared lanes"),
        ("report --side-by-side mine mine --node 99999", "error: "),
    ] {
        fs::create_dir_all(course.path().join("asm/backtrack.json")).unwrap();
        let words: Vec<&str> = arguments.split(' ').collect();
        let done = isagrid(course.path(), &words, b"");
        assert_eq!(done.status, 2, "{arguments}: {}", done.printed());
        assert!(done.stderr.contains(message), "{arguments}: {}", done.printed());
    }
    let solver = fs::read_to_string(course.path().join("asm/backtrack/mine.s")).unwrap();
    assert!(solver.contains("solve:"));
}
