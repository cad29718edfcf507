//! `isagrid trace`: two solvers side by side, as text and as JSON, and errors.

use std::fs;

use crate::support::{Done, isagrid, root};

fn trace(arguments: &[&str]) -> Done {
    isagrid(&root(), &[&["trace", "--side-by-side"], arguments].concat(), b"")
}

const CONSTRAINT: [&str; 2] = ["mips32-constraint", "pdp10-constraint"];

#[test]
fn node_side_by_side() {
    // A macro, lines with several instructions, octal numbers, and a compiled program without lines.
    for (name, arguments) in [
        ("constraint", &[CONSTRAINT[0], CONSTRAINT[1], "--event", "3"][..]),
        (
            "backtrack",
            &["mips32-mars-9x9", "pdp10-its-9x9", "--puzzle", "easy:3", "--event", "6-7"],
        ),
        ("links", &["riscv32-links", "mips32-links-gcc-o2", "--event", "103", "--events", "0"]),
        (
            "candidates",
            &["riscv32-candidates", "pdp10-candidates", "--event", "2", "--width", "100"],
        ),
    ] {
        let done = trace(arguments);
        assert!(done.out().lines().all(|line| line.chars().count() <= 120), "{}", done.out());
        insta::assert_snapshot!(format!("trace_{name}"), done.printed());
    }
}

#[test]
fn second_node_is_the_default() {
    let pair = ["mips32-mars-9x9", "pdp10-line-9x9"];
    let message = trace(&pair).out();
    let events: Vec<&str> = message.lines().filter(|line| line.starts_with("event ")).collect();
    let expected = ["event 3: enters a node", "event 4: places 2 at row 1, column 2"];
    assert_eq!(events, expected);
    assert!(message.starts_with("backtrack on puzzle 9x9:1\n"), "{message}");
    assert_eq!(trace(&[&pair[..], &["--node", "2"]].concat()).out(), message);
    let last = trace(&[&pair[..], &["--node", "2", "--width", "80"]].concat()).out();
    assert!(last.lines().skip(16).all(|line| line.chars().count() <= 80), "{last}");
}

#[test]
fn json_is_complete() {
    let done = trace(&[
        CONSTRAINT[0],
        CONSTRAINT[1],
        "--event",
        "3-4",
        "--events",
        "50",
        "--format",
        "json",
    ]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{}", done.printed());
    let message: serde_json::Value = serde_json::from_str(&done.out()).unwrap();
    assert_eq!(message["format"], 1);
    assert_eq!(message["algorithm"], "constraint");
    assert_eq!(message["puzzle"]["id"], "9x9:1");
    assert_eq!(message["lanes"][1]["name"], CONSTRAINT[1]);
    assert_eq!(message["lanes"][1]["machine"], "pdp10");
    assert_eq!((&message["counted_events"], &message["is_whole"]), (&50.into(), &false.into()));
    let node = &message["events"][0];
    assert_eq!((&node["number"], &node["kind"]), (&3.into(), &"node".into()));
    assert_eq!(node["words"], "enters a node");
    for (event, lane) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let lane = &message["events"][event]["lanes"][lane];
        assert_eq!(lane["instructions"], lane["steps"].as_array().unwrap().len());
    }
    let step = &node["lanes"][0]["steps"][0];
    assert_eq!(step["file"], "asm/constraint/mips32-spim.s");
    assert_eq!(step["stores"].as_array().unwrap().len(), 0);
    let place = &message["events"][1]["lanes"][0]["steps"];
    let last = place.as_array().unwrap().last().unwrap();
    assert_eq!(last["stores"].as_array().unwrap().len(), 1, "the digit: {last}");
    let rows = message["summary"].as_array().unwrap();
    for at in [0, 1] {
        let sum: u64 = rows.iter().map(|row| row["lanes"][at]["total"].as_u64().unwrap()).sum();
        assert_eq!(message["total"][at], sum);
    }
}

#[test]
fn errors_are_reported() {
    let pair = ["mips32-mars-9x9", "pdp10-line-9x9"];
    let mut all = String::new();
    for arguments in [
        &["mips32-mars-9x9"][..],
        &["mips32-mars-9x9", "pdp11-line-9x9"],
        &["mips32-mars-9x9", "pdp10-links"],
        &["mips32-mars-9x9", "mips32-mars-4x4"],
        &["mips32-mars-9x9", "esproc-first-9x9"],
        &[pair[0], pair[1], "--puzzle", "4x4:1"],
        &[pair[0], pair[1], "--puzzle", "9x9:9999"],
        &[pair[0], pair[1], "--puzzle", "9x9:0"],
        &[pair[0], pair[1], "--puzzle", "9x9"],
        &[pair[0], pair[1], "--event", "0"],
        &[pair[0], pair[1], "--event", "9-8"],
        &[pair[0], pair[1], "--event", "18446744073709551615"],
        &[pair[0], pair[1], "--puzzle", "easy:3", "--event", "100000"],
        &[pair[0], pair[1], "--puzzle", "easy:3", "--node", "100000"],
        &[pair[0], pair[1], "--puzzle", "easy:3", "--node", "0"],
        &[pair[0], pair[1], "--event", "1-100000"],
        &[pair[0], pair[1], "--event", "1", "--node", "1"],
        &[pair[0], pair[1], "--width", "79"],
    ] {
        let done = trace(arguments);
        assert_eq!(
            (done.status, done.out().as_str()),
            (2, ""),
            "{arguments:?}: {}",
            done.printed()
        );
        all += &format!("{}\n{}\n", arguments.join(" "), done.stderr);
    }
    assert_eq!(isagrid(&root(), &["trace"], b"").status, 2);
    insta::assert_snapshot!("trace_refused", all);
}

/// A lane with other decisions, and one that does not assemble.
#[test]
fn diverging_solvers_are_status_1_and_broken_ones_status_3() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::create_dir_all(here.join("asm/backtrack")).unwrap();
    fs::create_dir_all(here.join("golden/puzzles")).unwrap();
    let table = fs::read_to_string(root().join("asm/lanes.toml")).unwrap();
    let rows: Vec<&str> = table.split("[[lane]]").collect();
    let row = |name: &str| rows.iter().find(|row| row.contains(&format!("\"{name}\""))).unwrap();
    let pair = ["mips32-mars-4x4", "mips32-mars-cs21-4x4"];
    let table = pair.map(|name| format!("[[lane]]{}", row(name))).concat();
    fs::write(here.join("asm/lanes.toml"), table).unwrap();
    let copied = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    fs::write(here.join("golden/puzzles/4x4.txt"), copied("golden/puzzles/4x4.txt")).unwrap();
    let other = "asm/backtrack/mips32-mars-cs21-4x4.s";
    fs::write(here.join(other), copied(other)).unwrap();
    let file = "asm/backtrack/mips32-mars-4x4.s";
    let text = copied(file);
    let run = |from: &str, to: &str, more: &[&str]| {
        assert!(text.contains(from), "{from} is in {file}");
        fs::write(here.join(file), text.replacen(from, to, 1)).unwrap();
        isagrid(here, &[&["trace", "--side-by-side", pair[0], pair[1]], more].concat(), b"")
    };
    let same = run("solve", "solve", &["--event", "1-3"]);
    assert_eq!(same.status, 0, "{}", same.printed());
    // The last digit is never tried.
    let parted = run("bne num PAST_SIZE try", "bne num SIZE try", &["--event", "500"]);
    let stuck = run("sw num (cell)", "b try", &[]);
    let fault = run("sw num (cell)", "sw num 1(cell)", &[]);
    let broken = run("sw num (cell)", "sv num (cell)", &[]);
    let ended = [
        ("parted", &parted, 1),
        ("stuck", &stuck, 4),
        ("fault", &fault, 1),
        ("broken", &broken, 3),
    ];
    let mut all = String::new();
    for (name, done, status) in ended {
        assert_eq!((done.status, done.out().as_str()), (status, ""), "{name}: {}", done.printed());
        all += &format!("{name}\n{}\n", done.stderr);
    }
    insta::assert_snapshot!("trace_parted", all);
}
