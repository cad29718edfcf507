//! `isagrid solve`: both modes, messages, statuses and limits.

use std::path::Path;

use crate::support::{Done, isagrid, root};

/// The founding puzzle.
const ONE: &str =
    "007000008840000600000895300010400003000000070900500024204006000080730010130904700";
/// The founding puzzle with one given fewer: four solutions.
const FOUR: &str =
    "007000008840000600000895300010400003000000070900500024204006000080730010030904700";
/// The founding puzzle with a 2 in its first cell, above another 2.
const NONE: &str =
    "207000008840000600000895300010400003000000070900500024204006000080730010130904700";

fn solve(arguments: &[&str], input: &str) -> Done {
    isagrid(&root(), &[&["solve"], arguments].concat(), input.as_bytes())
}

/// Name of a snapshot, arguments and input.
type Call<'c> = (&'static str, &'c [&'c str], &'c str);

/// Compares the output of calls with snapshots.
fn check(calls: &[Call<'_>]) {
    for (name, arguments, input) in calls {
        let done = solve(arguments, input);
        let words: Vec<&str> = arguments.iter().map(|word| &word[..word.len().min(81)]).collect();
        let message = format!("isagrid solve {}\n{}", words.join(" "), done.printed());
        insta::with_settings!({
            snapshot_path => root().join("harness/isagrid/tests/cases/solve"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, { insta::assert_snapshot!(*name, message) });
    }
}

fn with_broken() -> String {
    format!("{ONE}\n\nno puzzle\n{}\n{NONE} excess\n", &ONE[..80])
}

const FOUR_BY_FOUR: &str = "...3..4114..3...\n................\n";

#[test]
fn classic_outputs() {
    let both = format!("{ONE}\n{FOUR}\n");
    check(&[
        ("all-fields", &["-acdgmns", "-p", ONE], ""),
        ("all-fields-in-another-order", &["-s", "-nm", "-gdca", "-p", ONE], ""),
        ("long-spellings", &["--score", "--depth", "--number", "--file", "-"], &both),
        ("several-solutions", &["-acdgmns"], FOUR),
        ("first-solution", &["-1", "-acdgmns"], FOUR),
        ("grid", &["-G"], ONE),
        ("grid-and-answer", &["-aG"], ONE),
        ("count-alone", &["-c"], &both),
        ("no-field", &["-f-"], &both),
        ("rejects", &["-an"], &with_broken()),
        ("as-1-20-larger-sizes", &["-a"], &(ONE.to_owned() + &"0".repeat(175))),
        ("as-1-20-other-formats", &["-a", "--from", "auto"], FOUR_BY_FOUR),
        ("cut-by-limit", &["-ac", "--limit", "2"], FOUR),
        ("cut-by-budget", &["-s", "--budget", "1"], FOUR),
        ("empty-puzzle", &["-a", "-p", ""], ""),
        ("no-line-is-a-puzzle", &["-a", "-f", "docs/examples/founding.txt"], ""),
        ("as-1-20-smaller-size", &["-c", "...3..4114..3..."], ""),
        ("unknown-option", &["-z"], ""),
        ("file-and-puzzle", &["-f", "x", "-p", ONE], ""),
        ("classic-missing-file", &["-f", "nowhere.txt"], ""),
        ("output-in-no-folder", &["-o", "nowhere/x.txt", "-p", ONE], ""),
        ("as-1-20-two-in-one-line", &["-a"], &format!("{ONE} {NONE}\n{ONE} comment\n")),
    ]);
}

#[test]
fn modern_outputs() {
    let all = format!("{ONE}\n{FOUR}\n{NONE}\n");
    let empty = ".".repeat(81);
    check(&[
        ("modern-line", &[], &all),
        ("modern-two-in-one-line", &[], &format!("{ONE} {FOUR}\n{ONE},{NONE} # and no more\n")),
        (
            "modern-page-in-html",
            &["-"],
            "<!DOCTYPE html>\n<table>\n<tr><td>5</td></tr>\n</table>\n",
        ),
        ("modern-broken-lines", &["-"], &with_broken()),
        ("modern-broken-in-json", &["--format", "json"], &with_broken()),
        ("modern-many-broken-lines", &[], &"8 8\n\n".repeat(30)),
        ("modern-grid", &["--format", "grid"], FOUR_BY_FOUR),
        ("modern-box", &["--format", "box", ONE], ""),
        ("modern-json", &["--format", "json"], &all),
        ("modern-json-first", &["--format", "json", "--first"], FOUR),
        ("modern-json-count", &["--format", "json", "--count", FOUR], ""),
        ("modern-first", &["--format", "line", "--first", FOUR], ""),
        ("modern-all", &["--all"], &all),
        ("modern-limit", &["--limit", "3"], &all),
        ("modern-count", &["--format", "line", "--count"], &all),
        ("modern-count-limit", &["--format", "line", "--count", "--limit", "10", &empty], ""),
        ("modern-count-budget", &["--format", "line", "--count", "--budget", "5", &empty], ""),
        ("modern-budget", &["--budget", "1", FOUR], ""),
        ("modern-csv", &["--to", "csv", "--all"], &all),
        ("modern-sdk", &["--to", "sdk", "docs/examples/founding.txt"], ""),
        ("modern-format-without-that-size", &["--to", "sdk", "...3..4114..3...", ONE], ""),
        ("modern-forced-format", &["--from", "sdm", "docs/examples/founding.txt"], ""),
        ("modern-several-sources", &["docs/examples/line.txt", NONE, "-"], ONE),
        ("modern-neither-file-nor-puzzle", &["puzzles"], ""),
        ("modern-row-alone", &["..7.....8"], ""),
        ("modern-names-in-capitals", &["--from", "LINE", "--to", "SDM", ONE], ""),
        ("modern-score", &["--format", "line", "--score", ONE], ""),
        ("modern-unknown-format", &["--to", "tetris", ONE], ""),
        ("modern-word", &["tetris"], ""),
        ("modern-no-input", &[], ""),
    ]);
}

#[test]
fn line_of_1_20_byte_for_byte() {
    // Printed by version 1.20 for this puzzle and these options.
    let expected = "1:1 score: 52      depth: 1   \
        397641258845273691621895347718429563452368179963517824274186935589732416136954782 \
        101604074241002443510262654 29\ncount: 1\n\n\
        Puzzles: 1, Solved: 1, Insoluble: 0, Invalid: 0\n";
    let apart = solve(&["-p", ONE, "-a", "-c", "-d", "-g", "-m", "-n", "-s"], "");
    let bundled = solve(&["-acdgmns", &format!("-p{ONE}")], "");
    assert_eq!((apart.out().as_str(), apart.status), (expected, 0));
    assert_eq!((bundled.out().as_str(), bundled.status), (expected, 0));
    assert_eq!(bundled.stderr, "isagrid solve version 1.20\n");
    assert_eq!(solve(&["-acdgmns", "--quiet"], ONE).stderr, "");
}

/// Source: 1.20 with `-1 -a`. The fast engine finds another solution first.
#[test]
fn first_solution_is_that_of_1_20() {
    let puzzle =
        ".3.8....5.....6.49..5.....79..........4.5....6..1...32..2..7...........3.....41.8";
    let first =
        "436879215781526349295431687928643571314752896657198432162387954849215763573964128\n";
    for arguments in [&["-1", "-a"] as &[&str], &["-1as"], &["-1ad", "--budget", "1000"]] {
        let done = solve(arguments, puzzle);
        let out = done.out();
        assert!(out.lines().next().is_some_and(|line| first.starts_with(&line[line.len() - 81..])));
        assert_eq!(done.status, 0, "{}", done.printed());
    }
}

/// A named pipe has one writer: a second open would wait forever.
#[test]
#[cfg(unix)]
fn named_pipe_is_opened_once() {
    use std::process::Command;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let pipe_name = pipe.to_str().unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    for arguments in
        [&["solve", pipe_name] as &[&str], &["solve", "-af", pipe_name], &["variants", pipe_name]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_isagrid"))
            .args(arguments)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::fs::write(&pipe, format!("{ONE}\n")).unwrap();
        let ended = (0..300).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(100));
            child.try_wait().unwrap().is_some()
        });
        if !ended {
            child.kill().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        assert!(ended && output.status.success(), "{arguments:?}");
        assert!(output.stdout.len() > 81, "{arguments:?}");
    }
}

/// Lost output is reported as an error.
#[test]
#[cfg(target_os = "linux")]
fn full_disk_is_reported() {
    use std::process::{Command, Stdio};
    for arguments in [&["solve", ONE] as &[&str], &["solve", "-a", "-p", ONE], &["variants", ONE]] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_isagrid"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn();
        let output = child.unwrap().wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert_eq!(
            message.matches("cannot write the output: ").count(),
            1,
            "{arguments:?}: {message}"
        );
    }
}

#[test]
fn files_for_results_and_rejects() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("in.txt"), format!("{ONE}\n{NONE}\nshort\n")).unwrap();
    let arguments = ["solve", "-a", "-f", "in.txt", "-o", "out.txt", "-r", "rejects.txt"];
    let done = isagrid(folder, &arguments, b"");
    assert_eq!((done.status, done.out()), (1, String::new()));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("out.txt").ends_with("\n\nPuzzles: 3, Solved: 1, Insoluble: 1, Invalid: 1\n"));
    let rejects = read("rejects.txt");
    let insoluble = format!("\n2: {NONE} insoluble\n\n+---+---+");
    assert!(rejects.contains(&insoluble), "{rejects}");
    assert!(rejects.ends_with("+\n3: short invalid puzzle format\n"), "{rejects}");
    // In modern mode, rejects are the original lines, so that they can be read again.
    let arguments = ["solve", "--format", "line", "-r", "rejects.txt", "in.txt"];
    assert_eq!(isagrid(folder, &arguments, b"").status, 2);
    assert_eq!(read("rejects.txt"), format!("{NONE}\nshort\n"));
    // Both in one file follow each other, and the old content is gone.
    let arguments = ["solve", "-a", "-f", "in.txt", "-o", "out.txt", "-r", "./out.txt"];
    assert_eq!(isagrid(folder, &arguments, b"").status, 1);
    let out = read("out.txt");
    assert_eq!(out.matches("Puzzles: 3, ").count(), 1, "{out}");
    assert!(out.contains(&insoluble) && out.contains("\n3: short invalid puzzle format\n\nPuz"));
    let done = isagrid(folder, &["solve", "-a", "-f", "in.txt", "-o", "./in.txt"], b"");
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(read("in.txt").starts_with(ONE), "the input is not overwritten");
}

#[test]
fn statuses_of_1_20() {
    // 1 for none or several; an invalid line has no effect.
    for (arguments, input, status) in [
        (&["-a"] as &[&str], ONE, 0),
        (&["-a"], FOUR, 1),
        (&["-1"], FOUR, 0),
        (&["-a"], NONE, 1),
        (&["-1"], NONE, 1),
        (&["-a"], "no puzzle", 0),
        (&["-a"], "", 0),
    ] {
        let done = solve(arguments, input);
        assert_eq!(done.status, status, "{arguments:?} {input}: {}", done.printed());
    }
}

#[test]
fn help_and_extra_arguments_as_in_1_20() {
    for (arguments, said) in [
        (&["-?"] as &[&str], ""),
        (&["-a", "-p", ONE, "more", "words"], "Extraneous args: more words \n\n"),
        (&["-a", "more"], "Extraneous args: more \n\n"),
    ] {
        let done = solve(arguments, "");
        assert_eq!((done.status, done.out().as_str()), (1, ""), "{}", done.printed());
        assert!(done.stderr.starts_with(&format!("isagrid solve version 1.20\n{said}Solve ")));
        assert!(done.stderr.contains("\n  -G, --grid "), "{}", done.stderr);
        assert!(done.stderr.contains("\nUsage: isagrid solve "), "{}", done.stderr);
    }
}

#[test]
fn explanation_ends_with_the_fields() {
    let done = solve(&["-e", "-s", "--quiet"], ONE);
    let out = done.out();
    assert!(out.lines().count() > 500, "{out}");
    assert!(out.contains("\nscore: 52      \n\nPuzzles: 1, "), "{out}");
    assert!(solve(&["--explain"], NONE).stderr.contains(&format!("1: {NONE} insoluble\n")));
}

/// Answers are in the order of the puzzles, and long ones complete, on any number of cores.
#[test]
fn order_is_kept() {
    // Without the givens of its last two rows, the puzzle has thousands of solutions.
    let many = format!("{}{}", &ONE[..63], "0".repeat(18));
    let input: String = (0..600)
        .map(|number| if number == 300 { format!("{many}\n") } else { format!("{ONE}\n") })
        .collect();
    let done = solve(&["-an", "--limit", "3000", "--quiet"], &input);
    let out = done.out();
    let numbers: Vec<&str> =
        out.lines().filter_map(|line| line.split_once(' ')).map(|(number, _)| number).collect();
    let expected = (1..=300).map(|number| format!("{number}:1"));
    let expected = expected.chain((1..=3000).map(|nth| format!("301:{nth}")));
    let expected = expected.chain((302..=600).map(|number| format!("{number}:1")));
    let expected: Vec<String> = expected.chain(["Puzzles:".to_owned()]).collect();
    assert_eq!(numbers, expected);
    let counted = solve(&["--format", "line", "--count", "--limit", "3000"], &input).out();
    assert_eq!(counted.lines().nth(300), Some("3000 or more"));
}

/// The scores, depths, masks and givens that version 1.20 printed for published puzzles.
#[test]
fn tables_of_1_20() {
    for name in ["dupree120_top95.tsv", "dupree120_euler096.tsv"] {
        let Ok(table) = std::fs::read_to_string(root().join("../shared/puzzles").join(name)) else {
            println!("skipped: {name} is not next to the project");
            continue;
        };
        let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split('\t').collect()).collect();
        let puzzles: String = rows.iter().map(|row| format!("{}\n", row[0])).collect();
        let out = solve(&["-asdmg", "--quiet"], &puzzles).out();
        for (row, line) in rows.iter().zip(out.lines()) {
            let [_, score, depth, mask, givens] = row[..] else { panic!("{name}: {row:?}") };
            assert!(line.starts_with(&format!("score: {score:<7} depth: {depth:<3} ")), "{line}");
            assert!(line.ends_with(&format!(" {mask} {givens}")), "{line}");
        }
        assert_eq!(out.lines().count(), rows.len() + 2);
    }
}

/// The commands of docs/solve.md print what is shown.
#[test]
fn page_shows_the_actual_output() {
    let page = std::fs::read_to_string(root().join("docs/solve.md")).unwrap();
    let shown: Vec<&str> = page.split("```console\n").skip(1).collect();
    assert!(shown.len() >= 4);
    for block in shown {
        let block = block.split("```").next().unwrap();
        for call in block.split("$ isagrid ").skip(1) {
            let (command, output) = call.split_once('\n').unwrap();
            let arguments: Vec<&str> = command.split(' ').collect();
            let done = isagrid(&root(), &arguments, b"");
            assert_eq!(done.out(), output, "{command}: {}", done.printed());
        }
    }
}

/// A closed pipe is not a failure, and ends even an endless answer.
#[test]
fn closed_pipe_ends_the_command() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_isagrid"))
        .args(["solve", "--all", "--limit", "1000000000000", &".".repeat(81)])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = [0; 82];
    child.stdout.take().unwrap().read_exact(&mut line).unwrap();
    assert_eq!(line[81], b'\n');
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn missing_file_is_reported_first() {
    let done = isagrid(Path::new(&root()), &["solve", ONE, "nowhere.txt"], b"");
    assert_eq!((done.status, done.out().as_str()), (2, ""), "{}", done.printed());
}
