//! One case per file: `tests/cases/KIND/NAME.s`, `NAME.mid` for the PDP-10, or `NAME.spl` for SPL,
//! with the expected output and messages in `NAME.snap`.
//!
//! The kind asserts the exit status. A first line `# isagrid: ...`, `; isagrid: ...` or
//! `/ isagrid: ...` contains arguments; a file `NAME.in` contains the input.

use std::path::Path;

use crate::support::{isagrid, root};

fn run_all(kind: &str, status: i32) {
    let cases = root().join("harness/isagrid/tests/cases");
    let mut names: Vec<String> = std::fs::read_dir(cases.join(kind))
        .expect("there are cases")
        .map(|entry| entry.expect("a case").file_name().to_string_lossy().into_owned())
        .filter(|name| [".s", ".mid", ".spl"].iter().any(|end| name.ends_with(end)))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for name in names {
        let file = format!("{kind}/{name}");
        let source = std::fs::read(cases.join(&file)).expect("a case can be read");
        let source = String::from_utf8_lossy(&source);
        let extra = source.lines().next().and_then(|line| line.split_once(" isagrid: "));
        let extra = extra.map(|(_, arguments)| arguments);
        let extra: Vec<&str> = extra.unwrap_or("").split_whitespace().collect();
        let split = extra.iter().position(|word| *word == "--").unwrap_or(extra.len());
        let arguments = [&["run"], &extra[..split], &[file.as_str()], &extra[split..]].concat();
        let (stem, _) = name.rsplit_once('.').expect("a case has an extension");
        let input = std::fs::read(cases.join(kind).join(format!("{stem}.in"))).unwrap_or_default();
        let done = isagrid(&cases, &arguments, &input);
        assert_eq!(done.status, status, "{file}: {}", done.printed());
        let command = format!("isagrid {}\n", arguments.join(" "));
        snapshot(&cases.join(kind), stem, &(command + &done.printed()));
    }
}

fn snapshot(folder: &Path, name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!(name, text) });
}

#[test]
fn good_programs() {
    run_all("ok", 0);
}

#[test]
fn programs_that_fail() {
    run_all("fault", 1);
}

#[test]
fn programs_that_do_not_assemble() {
    run_all("err", 3);
}

#[test]
fn programs_that_reach_a_limit() {
    run_all("limit", 4);
}

#[test]
fn wrong_usage() {
    let cases = root().join("harness/isagrid/tests/cases");
    let calls: &[(&str, &[&str])] = &[
        ("missing-file", &["run", "no-such-file.s"]),
        ("directory-as-file", &["run", "ok"]),
        ("missing-input", &["run", "--input", "nowhere.txt", "ok/hello.s"]),
        ("file-without-name", &["run", "--file", "x.txt", "ok/hello.s"]),
        ("80-cells", &["solve", "usage/80-cells.txt"]),
        ("80-cells-as-argument", &["solve", &"1".repeat(80)]),
        ("solve-missing-file", &["solve", "usage/nothing.txt"]),
        ("solve-empty-file", &["solve", "err/empty.s"]),
        ("unknown-lane", &["verify", "no-such-lane"]),
        ("puzzle-without-number", &["verify", "--puzzle", "9x9:"]),
        ("puzzle-number-too-large", &["verify", "--only", "mars-4x4", "--puzzle", "4x4:9999"]),
        ("puzzle-of-no-lane", &["verify", "--only", "mars-4x4", "--puzzle", "9x9:1"]),
        ("script-under-gdb", &["debug", "--pipe", "ok/spl-table.spl"]),
        ("script-under-ddt", &["debug", "--ddt", "ok/spl-table.spl"]),
        ("script-as-elf", &["asm", "-o", "table.elf", "ok/spl-table.spl"]),
        ("script-with-a-switch-of-mips", &["run", "--bare", "ok/spl-table.spl"]),
        ("switch-of-another-dialect", &["run", "--dialect", "mars", "--no-handler", "ok/hello.s"]),
        (
            "switch-that-is-always-so",
            &["run", "--dialect", "spim", "--start-at-main", "ok/hello.s"],
        ),
        ("switch-without-its-board", &["run", "--dialect", "gnu", "--strict-mmio", "ok/hello.s"]),
        ("switch-of-one-and-source-of-the-other", &["run", "--no-handler", "usage/of-mars.s"]),
        ("format-without-a-file", &["asm", "--format", "sav", "ok/pdp10-hello.mid"]),
        ("save-file-over-the-program", &["asm", "--format", "sav", "-o", "x.sav", "usage/low.mid"]),
        ("no-such-register", &["run", "--registers=t0,tt1", "ok/hello.s"]),
        ("no-such-place-to-show", &["run", "--dump", "gird", "ok/hello.s"]),
        ("no-such-way-to-show", &["run", "--dump", "main:hexa", "ok/hello.s"]),
        ("bytes-of-words-of-36-bits", &["run", "--dump", "GO:bytes", "ok/pdp10-trace.mid"]),
        ("form-without-a-trace", &["run", "--trace-format", "json", "ok/hello.s"]),
        ("trace-from-nowhere", &["run", "--trace-from", "mian", "ok/hello.s"]),
        ("trace-from-part-of-a-name", &["run", "--trace-from", "ello.s:3", "ok/hello.s"]),
        ("json-into-no-folder", &["run", "--json=nowhere/x.json", "ok/hello.s"]),
        ("registers-without-an-equals-sign", &["run", "--registers", "t0", "ok/hello.s"]),
        ("trace-without-an-equals-sign", &["run", "--trace", "out.txt", "ok/hello.s"]),
        ("word-of-another-command-line", &["run", "nc", "ok/hello.s"]),
        ("switch-of-another-command-line", &["run", "sm", "ok/hello.s"]),
        ("missing-expectation", &["run", "--expect", "nowhere.txt", "ok/hello.s"]),
        (
            "no-lane-left",
            &[
                "verify", "--skip", "32", "--skip", "pdp10", "--skip", "lc3", "--skip", "6502",
                "--skip", "esproc",
            ],
        ),
    ];
    for (name, arguments) in calls {
        let done = isagrid(&cases, arguments, b"");
        assert_eq!(done.status, 2, "{name}: {}", done.printed());
        let command = format!("isagrid {}\n", arguments.join(" "));
        snapshot(&cases.join("usage"), name, &(command + &done.printed()));
    }
}

#[test]
fn asm_without_output_only_checks() {
    let cases = root().join("harness/isagrid/tests/cases");
    for (file, status, message) in
        [("ok/hello.s", 0, "no errors"), ("err/midas-names-cut-at-six.mid", 3, "P034")]
    {
        let done = isagrid(&cases, &["asm", file], b"");
        assert_eq!(done.status, status, "{}", done.printed());
        assert!(done.printed().contains(message), "{}", done.printed());
    }
}
