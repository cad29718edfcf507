//! `isagrid verify` as a gate of other people's: what is checked, how exactly, and of which lanes.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Done, isagrid, root};
use crate::verify::{COUNTS, SOLVER, change, clone, row_of, verify};

const TABLE: &str = "asm/lanes.toml";

fn json(folder: &Path, arguments: &[&str]) -> (Done, Value) {
    let done = verify(folder, &[arguments, &["--json", "-"]].concat());
    let json = serde_json::from_slice(&done.stdout).expect(&done.stderr);
    (done, json)
}

#[test]
fn correctness_needs_nothing_golden() {
    let clone = clone();
    fs::remove_dir_all(clone.path().join("golden/counts")).unwrap();
    fs::remove_dir_all(clone.path().join("golden/solutions")).unwrap();
    let done = verify(clone.path(), &["-q", "--check", "grids,decisions"]);
    let verdict = "1 lane, 8 runs: all correct; checked: grids, decisions\n";
    assert_eq!((done.status, done.out().as_str()), (0, verdict), "{}", done.printed());
    let (_, json) = json(clone.path(), &["--check", "decisions,grids"]);
    assert_eq!(json["lanes"][0]["checked"], serde_json::json!(["grids", "decisions"]));
    assert_eq!(json["lanes"][0]["runs"][0]["against_golden"], "not checked");
    let whole = verify(clone.path(), &["-q"]);
    assert_eq!(whole.status, 1, "{}", whole.printed());
    assert!(whole.out().contains("golden/solutions/4x4.txt is missing"), "{}", whole.out());
    change(clone.path(), SOLVER, "addu $a0 $a0 $t3", "addu $a0 $zero $t3");
    let wrong = verify(clone.path(), &["-q", "--check", "grids"]);
    assert_eq!(wrong.status, 1, "{}", wrong.printed());
    assert!(
        wrong.out().ends_with("1 lane, 8 runs: 1 lane FAILED; checked: grids\n"),
        "{}",
        wrong.out()
    );
    let message = verify(clone.path(), &["--check", "decisions"]);
    assert_eq!(message.status, 0, "what it prints is not looked at: {}", message.printed());
    let row = row_of(&message, "mips32-mars-4x4");
    assert_eq!(row[1..4], ["8", "-", "8"], "{}", message.out());
    assert_eq!(row.last().map(String::as_str), Some("not checked"));
}

#[test]
fn files_are_named_as_a_repository_names_them() {
    let clone = clone();
    change(clone.path(), SOLVER, "bnez $t0 next_num", "beqz $t0 next_num");
    let report = ["--report", "github=-", "--puzzle", "4x4:1"];
    let here = verify(clone.path(), &report).out();
    assert!(here.starts_with(&format!("::error file={SOLVER},line=")), "{here}");
    for root in [".", "./", "./."] {
        assert_eq!(verify(clone.path(), &[&report[..], &["--root", root]].concat()).out(), here);
    }
}

#[test]
fn a_row_says_what_is_checked_of_its_lane() {
    let clone = clone();
    fs::remove_file(clone.path().join(COUNTS)).unwrap();
    change(clone.path(), TABLE, "sets =", "checks = [\"grids\", \"decisions\"]\nsets =");
    let done = verify(clone.path(), &["-q"]);
    assert_eq!(done.out(), "1 lane, 8 runs: all correct; checked: grids, decisions\n");
    let none = verify(clone.path(), &["--check", "counts"]);
    let message =
        "none of these checks apply to lane `mips32-mars-4x4`, which has only grids, decisions";
    assert_eq!(none.status, 2, "{}", none.printed());
    assert!(none.stderr.contains(message), "{}", none.stderr);
    let blessed = verify(clone.path(), &["-q", "--bless"]);
    assert_eq!(blessed.status, 0, "{}", blessed.printed());
    assert!(!clone.path().join(COUNTS).exists(), "counts that nobody checks are not kept");
}

#[test]
fn any_algorithm_needs_no_labels() {
    let clone = clone();
    let table = fs::read_to_string(clone.path().join(TABLE)).unwrap();
    let is_of_search = |line: &&str| !line.starts_with("node") && !line.starts_with("grid");
    let table: Vec<&str> = table.lines().filter(is_of_search).collect();
    let table = table.join("\n").replace("\"backtrack\"", "\"any\"");
    fs::write(clone.path().join(TABLE), table).unwrap();
    // Nobody can find these labels any more.
    let source = fs::read_to_string(clone.path().join(SOLVER)).unwrap();
    fs::write(clone.path().join(SOLVER), source.replace("solve", "s").replace("grid", "g"))
        .unwrap();
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 0, "{}", done.printed());
    let row = row_of(&done, "mips32-mars-4x4");
    assert_eq!(row[1..4], ["8", "8", "-"], "{}", done.out());
    assert!(done.out().ends_with("1 lane, 8 runs: all correct; checked: grids, counts\n"));
    change(clone.path(), SOLVER, "addu $a0 $a0 $t3", "addu $a0 $zero $t3");
    let wrong = verify(clone.path(), &["--check", "grids"]);
    assert_eq!(wrong.status, 1, "{}", wrong.printed());
    assert!(wrong.out().contains("wrong grid: . instead of "), "{}", wrong.out());
    let none = verify(clone.path(), &["--check", "decisions"]);
    assert_eq!(none.status, 2, "{}", none.printed());
}

#[test]
fn a_lane_may_get_slower_by_what_is_allowed() {
    let clone = clone();
    // One more instruction at each node, which is less than 2 %.
    change(clone.path(), SOLVER, "\nsolve:", "\nsolve: nop\n");
    let gate = |within: &str| verify(clone.path(), &["--counts-within", within]);
    assert_eq!(verify(clone.path(), &[]).status, 1);
    assert_eq!(gate("0.001%").status, 1);
    let done = gate("2%");
    assert_eq!(done.status, 0, "{}", done.printed());
    let row = row_of(&done, "mips32-mars-4x4");
    assert_eq!(row.last().map(String::as_str), Some("8 within limit"));
    let verdict = "all match the golden results, except the counts of 8 runs within the limit\n";
    assert!(done.out().ends_with(verdict), "{}", done.out());
    let (_, within) = json(clone.path(), &["--counts-within", "2"]);
    assert_eq!(within["counts_within_percent"], 2.0);
    let run = &within["lanes"][0]["runs"][0];
    assert_eq!(
        (&run["against_golden"], &run["changes"][0]["what"]),
        (&"within".into(), &"instructions".into())
    );
    assert_eq!(verify(clone.path(), &["-q", "--bless"]).status, 0);
    change(clone.path(), SOLVER, "solve: nop", "solve:");
    assert_eq!(verify(clone.path(), &[]).status, 1, "faster is another count, too");
    assert_eq!(gate("0%").status, 0, "but no slower one");
    for wrong in ["101%", "-1", "x"] {
        assert_eq!(gate(wrong).status, 2, "{wrong}");
    }
}

/// What was golden is of other puzzles, or of a solver that took a hundredth: no reason to end a run that is right.
#[test]
fn blessing_is_bounded_by_no_golden_count() {
    let clone = clone();
    let counts = clone.path().join(COUNTS);
    let before = fs::read_to_string(&counts).unwrap();
    change(
        clone.path(),
        SOLVER,
        "\nsolve:",
        "\nsolve: li $t9 600000\nwaits: addiu $t9 $t9 -1\n bnez $t9 waits\n",
    );
    let few = verify(clone.path(), &["-q", "--puzzle", "4x4:1"]);
    assert!(few.out().contains("it was still running after "), "{}", few.out());
    let table = clone.path().join(TABLE);
    let rows = fs::read_to_string(&table).unwrap();
    fs::write(&table, rows.replace("size = 4", "size = 4\nmost_instructions = 1000000000"))
        .unwrap();
    let blessed = verify(clone.path(), &["-q", "--bless"]);
    assert_eq!(blessed.status, 0, "{}", blessed.printed());
    assert_ne!(fs::read_to_string(&counts).unwrap(), before);
    assert_eq!(verify(clone.path(), &["-q"]).status, 0);
}

#[test]
fn an_endless_solver_is_not_run_to_its_limit_again_and_again() {
    let clone = clone();
    change(clone.path(), SOLVER, "addiu num num 1", "addiu num num 0");
    let done = verify(clone.path(), &["-q"]);
    assert_eq!(done.status, 1, "{}", done.printed());
    let left =
        "mips32-mars-4x4: 3 puzzles not run after 5 runs that hit a limit; `--max-failures N`";
    assert!(done.out().contains(left), "{}", done.out());
    assert!(done.out().ends_with("1 lane, 5 of 8 runs: 1 lane FAILED\n"), "{}", done.out());
    let on_one = json(clone.path(), &["-j", "1"]).1;
    assert_eq!(on_one["lanes"][0]["not_run"], 3);
    for _ in 0..4 {
        let on_four = json(clone.path(), &["-j", "4"]).1;
        assert_eq!(on_one, on_four, "what is left is no matter of cores");
    }
    let (_, borne) = json(clone.path(), &["--max-failures", "7"]);
    assert_eq!(borne["lanes"][0]["runs"].as_array().unwrap().len(), 7);
    let (_, borne) = json(clone.path(), &["--max-failures", "9"]);
    assert_eq!(borne["lanes"][0]["runs"].as_array().unwrap().len(), 8);
}

#[test]
fn failures_end_a_lane_or_everything_where_that_is_asked_for() {
    let clone = clone();
    let table = fs::read_to_string(clone.path().join(TABLE)).unwrap();
    let other = table.replace("name = \"mips32-mars-4x4\"", "name = \"other\"");
    let other = other.replace("mips32-mars-4x4.s", "other.s");
    fs::write(clone.path().join(TABLE), table + &other).unwrap();
    let source = clone.path().join(SOLVER);
    fs::copy(&source, source.with_file_name("other.s")).unwrap();
    let counts = clone.path().join(COUNTS);
    fs::copy(&counts, counts.with_file_name("other.tsv")).unwrap();
    assert_eq!(verify(clone.path(), &["--fail-fast", "--max-failures", "1"]).status, 0);
    change(clone.path(), SOLVER, "addu $a0 $a0 $t3", "addu $a0 $zero $t3");
    let two = verify(clone.path(), &["--max-failures", "2"]);
    assert_eq!(two.status, 1, "{}", two.printed());
    assert_eq!(row_of(&two, "mips32-mars-4x4")[1..4], ["2 of 8", "0", "2"], "{}", two.out());
    assert_eq!(row_of(&two, "other")[1..4], ["8", "8", "8"], "{}", two.out());
    let left = "\nmips32-mars-4x4: 6 puzzles not run after 2 failed runs; ";
    assert!(two.out().contains(left), "{}", two.out());
    assert!(two.out().ends_with("2 lanes, 10 of 16 runs: 1 lane FAILED\n"), "{}", two.out());
    let (fast, message) = json(clone.path(), &["--fail-fast"]);
    assert_eq!((fast.status, &message["ok"]), (1, &false.into()));
    let runs = |lane: usize| message["lanes"][lane]["runs"].as_array().unwrap().len();
    assert_eq!((runs(0), runs(1)), (1, 0), "the shortest of the first lane was the first");
    let verdict = verify(clone.path(), &["-q", "--fail-fast"]).out();
    assert!(verdict.ends_with("2 lanes, 1 of 16 runs: 2 lanes FAILED\n"), "{verdict}");
}

#[test]
fn a_quick_verification_says_that_it_was_one() {
    let clone = clone();
    let done = verify(clone.path(), &["--quick"]);
    assert_eq!(done.status, 0, "{}", done.printed());
    let runs = done.out().lines().last().unwrap().to_owned();
    assert_eq!(runs, "1 lane, 3 of 8 runs (--quick): all match the golden results");
    assert_eq!(row_of(&done, "mips32-mars-4x4")[1], "3 of 8", "{}", done.out());
    let (_, json) = json(clone.path(), &["--quick"]);
    assert_eq!((&json["quick"], &json["lanes"][0]["passed_over"]), (&true.into(), &5.into()));
    let runs = json["lanes"][0]["runs"].as_array().unwrap();
    assert_eq!(runs[0]["puzzle"], 1);
    let nodes: Vec<u64> = runs.iter().map(|run| run["nodes"].as_u64().unwrap()).collect();
    let all = verify(clone.path(), &["--json", "-"]).out();
    let hardest = nodes.iter().max().unwrap();
    let all: Value = serde_json::from_str(&all).unwrap();
    let all = all["lanes"][0]["runs"].as_array().unwrap();
    assert!(all.iter().all(|run| run["nodes"].as_u64().unwrap() <= *hardest));
    assert_eq!(verify(clone.path(), &["--quick", "--bless"]).status, 2);
}

#[test]
fn the_line_that_stored_another_digit_is_reported() {
    let clone = clone();
    // Digits are tried that cannot stand there.
    change(clone.path(), SOLVER, "bnez $t0 next_num", "beqz $t0 next_num");
    let source = fs::read_to_string(clone.path().join(SOLVER)).unwrap();
    let (_, message) = json(clone.path(), &["--puzzle", "4x4:1"]);
    let run = &message["lanes"][0]["runs"][0];
    let by = &run["stored_by"];
    assert_eq!(by["file"], SOLVER, "{run}");
    let line = by["line"].as_u64().unwrap() as usize;
    let text = source.lines().nth(line - 1).unwrap();
    assert!(text.trim_start().starts_with("sw num (cell)"), "line {line}: {text}");
    let done = verify(clone.path(), &["-q", "--puzzle", "4x4:1"]);
    let words = format!("\n  stored by {SOLVER}:{line} (0x");
    assert!(done.out().contains(&words), "{words}: {}", done.out());
}

/// A folder with one lane, of the table's row and what the solver of the ESP32-C3 is made into.
fn finished(format: &str, row: &str) -> tempfile::TempDir {
    let clone = clone();
    let solver = root().join("asm/backtrack/riscv32-esp32c3-9x9.s").display().to_string();
    let format = if format == "elf" { vec![] } else { vec!["--format", format] };
    let out = ["--board", "esp32c3", &solver, "-o", "asm/firmware"];
    let asm = isagrid(clone.path(), &[&["asm"], &out[..], &format].concat(), b"");
    assert_eq!(asm.status, 0, "{}", asm.printed());
    let made = isagrid(clone.path(), &["generate", "--count", "2", "--seed", "5"], b"");
    fs::write(clone.path().join("golden/puzzles/two.txt"), &made.stdout).unwrap();
    let table = format!(
        "[[lane]]\nname = \"firmware\"\nmachine = \"esp32c3\"\nsources = [\"firmware\"]\nsize = 9\n\
         feed = \"line\"\nread = \"line\"\nsets = [\"two\"]\n{row}\n"
    );
    fs::write(clone.path().join(TABLE), table).unwrap();
    clone
}

#[test]
fn programs_for_a_chip_are_sources() {
    let any = "algorithm = \"any\"\nmade_by = \"esptool\"";
    for format in ["esp32c3-app", "esp32c3-direct-boot", "elf"] {
        let folder = finished(format, any);
        let done = verify(folder.path(), &["-q", "--check", "grids"]);
        let verdict = "1 lane, 2 runs: all correct; checked: grids\n";
        assert_eq!(done.out(), verdict, "{format}: {}", done.printed());
        assert_eq!(verify(folder.path(), &["-q", "--bless"]).status, 0);
        assert_eq!(verify(folder.path(), &["-q"]).status, 0, "{format}");
        // The last byte of an application is part of its digest.
        let path = folder.path().join("asm/firmware");
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        let torn = verify(folder.path(), &["-q", "--check", "grids"]);
        assert!(matches!(torn.status, 1 | 3), "{format}: {}", torn.printed());
    }
    let labels = "algorithm = \"backtrack\"\nmade_by = \"isagrid asm\"\nnode = \"solve\"\n\
                  grid = { symbol = \"grid\", row_stride = 9, cell = 1 }";
    let done = verify(finished("elf", labels).path(), &["-q", "--check", "grids,decisions"]);
    let verdict = "1 lane, 2 runs: all correct; checked: grids, decisions\n";
    assert_eq!(done.out(), verdict, "{}", done.printed());
    let done = verify(finished("esp32c3-app", labels).path(), &["-q"]);
    assert_eq!(done.status, 2, "an image has no labels: {}", done.printed());
    assert!(done.out().contains("the program has no label `solve`"), "{}", done.out());
    let source = "algorithm = \"any\"\ndialect = \"gnu\"";
    let done = verify(finished("elf", source).path(), &["-q"]);
    assert!(done.out().contains("use made_by instead of dialect"), "{}", done.printed());
}

#[test]
fn blessing_one_lane_leaves_the_others_alone() {
    let clone = clone();
    let table = fs::read_to_string(clone.path().join(TABLE)).unwrap();
    let other = table.replace("name = \"mips32-mars-4x4\"", "name = \"other\"");
    fs::write(clone.path().join(TABLE), table + &other).unwrap();
    // Both are another program now, and only one has golden counts at all.
    change(clone.path(), SOLVER, "\nsolve:", "\nsolve: nop\n");
    let before = fs::read(clone.path().join(COUNTS)).unwrap();
    let blessed = verify(clone.path(), &["-q", "--bless", "other"]);
    assert_eq!(blessed.status, 0, "{}", blessed.printed());
    let line = "\nblessed golden/counts/other.tsv: 8 of 8 puzzles changed\n";
    assert!(blessed.out().ends_with(line), "{}", blessed.out());
    assert_eq!(fs::read(clone.path().join(COUNTS)).unwrap(), before);
    assert_eq!(verify(clone.path(), &["other"]).status, 0);
    assert_eq!(verify(clone.path(), &["mips32-mars-4x4"]).status, 1);
}

#[test]
fn a_wrong_lane_keeps_no_other_from_being_blessed() {
    let clone = clone();
    let table = fs::read_to_string(clone.path().join(TABLE)).unwrap();
    let other = table.replace("name = \"mips32-mars-4x4\"", "name = \"other\"");
    let other = other.replace("backtrack/mips32-mars-4x4.s", "backtrack/other.s");
    fs::write(clone.path().join(TABLE), table + &other).unwrap();
    let copy = "asm/backtrack/other.s";
    fs::copy(clone.path().join(SOLVER), clone.path().join(copy)).unwrap();
    change(clone.path(), copy, "addu $a0 $a0 $t3", "addu $a0 $zero $t3");
    change(clone.path(), SOLVER, "\nsolve:", "\nsolve: nop\n");
    let blessed = verify(clone.path(), &["-q", "--bless"]);
    assert_eq!(blessed.status, 1, "{}", blessed.printed());
    let message = "error: other is wrong and not blessed; see above\n";
    assert_eq!(blessed.stderr, message, "{}", blessed.printed());
    let end = "2 lanes, 16 runs: 1 lane FAILED\nblessed golden/counts/mips32-mars-4x4.tsv: 8 of 8 puzzles changed\n";
    assert!(blessed.out().ends_with(end), "{}", blessed.out());
    assert!(!clone.path().join("golden/counts/other.tsv").exists());
    assert_eq!(verify(clone.path(), &["mips32-mars-4x4"]).status, 0);
}

#[test]
fn a_page_of_what_cannot_be_compared_is_refused_before_anything_runs() {
    let clone = clone();
    let table = fs::read_to_string(clone.path().join(TABLE)).unwrap();
    let any = table.replace("\"backtrack\"", "\"any\"");
    fs::write(clone.path().join(TABLE), &any).unwrap();
    let refused = verify(clone.path(), &["--report", "page"]);
    let why = "there is nothing to compare: lane `mips32-mars-4x4`: its algorithm is `any`, which is unknown";
    assert_eq!(refused.printed(), format!("status 2\n--- output\n--- messages\nerror: {why}\n"));
    // Next to a known one it is omitted from the page.
    let other = any.replace("name = \"mips32-mars-4x4\"", "name = \"other\"");
    fs::write(clone.path().join(TABLE), format!("{table}{other}")).unwrap();
    let done = verify(clone.path(), &["--report", "page", "--check", "grids"]);
    assert_eq!(done.status, 0, "{}", done.printed());
    assert!(clone.path().join("page/report.html").is_file());
    // A lane that does not assemble is reported with its verdict, which is also the status.
    fs::write(clone.path().join(TABLE), table).unwrap();
    fs::write(clone.path().join(SOLVER), "main:   sycall\n").unwrap();
    let broken = verify(clone.path(), &["--report", "page"]);
    assert_eq!(broken.status, 3, "{}", broken.printed());
    assert!(broken.stderr.contains("there is nothing to compare"), "{}", broken.printed());
}

#[test]
fn the_verdict_says_of_which_lanes_less_was_checked() {
    let clone = clone();
    let table = fs::read_to_string(clone.path().join(TABLE)).unwrap();
    let other = table.replace("name = \"mips32-mars-4x4\"", "name = \"other\"");
    let other = other.replace("\"backtrack\"", "\"any\"");
    fs::write(clone.path().join(TABLE), table + &other).unwrap();
    let blessed = verify(clone.path(), &["-q", "--bless", "other"]).out();
    let first =
        "1 lane, 8 runs: all correct (checked: grids, counts); saved to the golden files:\n";
    assert!(blessed.starts_with(first), "{blessed}");
    let both = verify(clone.path(), &["-q"]).out();
    assert_eq!(
        both,
        "2 lanes, 16 runs: all match the golden results; not checked: decisions of 1 lane\n"
    );
}
