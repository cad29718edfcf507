//! `isagrid verify` on small clones: right, broken, changed and endless.

use std::fs;
use std::path::Path;

use lanes::root::Root;

use crate::support::{Done, isagrid, root};

pub(crate) const SOLVER: &str = "asm/backtrack/mips32-mars-4x4.s";
pub(crate) const COUNTS: &str = "golden/counts/mips32-mars-4x4.tsv";

/// A clone with one lane and eight puzzles, blessed.
pub(crate) fn clone() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path();
    fs::create_dir_all(to.join("asm/backtrack")).unwrap();
    fs::create_dir_all(to.join("golden/puzzles")).unwrap();
    fs::copy(root().join(SOLVER), to.join(SOLVER)).unwrap();
    let table = fs::read_to_string(root().join("asm/lanes.toml")).unwrap();
    let lane = table.split("[[lane]]").find(|row| row.contains("\"mips32-mars-4x4\"")).unwrap();
    fs::write(to.join("asm/lanes.toml"), format!("[[lane]]{lane}")).unwrap();
    let set = fs::read_to_string(root().join("golden/puzzles/4x4.txt")).unwrap();
    let some: Vec<&str> = set.lines().take(11).collect();
    fs::write(to.join("golden/puzzles/4x4.txt"), some.join("\n") + "\n").unwrap();
    let blessed = verify(to, &["--bless"]);
    assert_eq!(blessed.status, 0, "{}", blessed.printed());
    let counts = "blessed golden/counts/mips32-mars-4x4.tsv: 8 of 8 puzzles changed";
    assert!(blessed.out().contains(counts), "{}", blessed.printed());
    assert!(blessed.out().contains("blessed golden/solutions/4x4.txt: 8 solutions"));
    folder
}

pub(crate) fn verify(clone: &Path, arguments: &[&str]) -> Done {
    isagrid(clone, &[&["verify"], arguments].concat(), b"")
}

/// Columns of a lane's row in the table.
pub(crate) fn row_of(done: &Done, lane: &str) -> Vec<String> {
    let out = done.out();
    let row = out.lines().find(|line| line.split("  ").next() == Some(lane));
    let row = row.unwrap_or_else(|| panic!("{lane} has a row: {}", done.printed()));
    row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
}

pub(crate) fn change(clone: &Path, file: &str, from: &str, to: &str) {
    let path = clone.join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from} is in {file}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_correct_lane_matches_and_blessing_it_again_changes_nothing() {
    let clone = clone();
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 0, "{}", done.printed());
    let row = row_of(&done, "mips32-mars-4x4");
    assert_eq!(row[1..4], ["8", "8", "8"], "{}", done.out());
    assert_eq!(row.last().map(String::as_str), Some("same"));
    let verdict = "1 lane, 8 runs: all match the golden results\n";
    assert!(done.out().ends_with(verdict), "{}", done.out());
    let counts = fs::read(clone.path().join(COUNTS)).unwrap();
    let again = verify(clone.path(), &["--bless"]);
    assert!(
        again.out().ends_with("nothing to bless: the golden files are up to date\n"),
        "{}",
        again.out()
    );
    assert_eq!(fs::read(clone.path().join(COUNTS)).unwrap(), counts);
}

/// One puzzle of each set on every lane of the project.
const EVERY_LANE: [&str; 6] = ["--puzzle", "9x9:1", "--puzzle", "easy:3", "--puzzle", "4x4:1"];

#[test]
fn many_lanes_are_grouped_by_algorithm_and_machine() {
    let done = verify(&root(), &EVERY_LANE);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{}", done.printed());
    assert!(done.out().lines().count() <= 30, "{}", done.out());
    assert!(done.out().lines().all(|line| line.chars().count() <= 120), "{}", done.out());
    insta::assert_snapshot!(done.out());
}

#[test]
fn every_lane_has_a_row_if_all_is_asked_for() {
    let done = verify(&root(), &[&EVERY_LANE[..], &["--all"]].concat());
    assert_eq!(done.status, 0, "{}", done.printed());
    let lanes = lanes::lane::read_table(&Root::Folder(root())).unwrap();
    for lane in &lanes {
        assert_eq!(row_of(&done, &lane.name).last().map(String::as_str), Some("same"));
    }
    let header = done.out().lines().next().unwrap().to_owned();
    assert!(header.starts_with("lane ") && header.contains("  cycles unit  "), "{header}");
    assert!(!verify(&root(), &EVERY_LANE).out().contains("cycles"));
    // A few lanes have a row each, and without `--all` no cycles.
    let few = verify(&root(), &["--puzzle", "easy:1", "--only", "links", "--skip", "gcc"]);
    assert_eq!(row_of(&few, "pdp10-links")[1..4], ["1", "1", "1"], "{}", few.out());
    assert!(!few.out().contains("cycles"), "{}", few.out());
}

#[test]
fn a_failure_among_many_lanes_is_shown_in_full() {
    let clone = clone();
    let solver = fs::read_to_string(clone.path().join(SOLVER)).unwrap();
    fs::create_dir_all(clone.path().join("asm/class")).unwrap();
    for number in 10..40 {
        fs::write(clone.path().join(format!("asm/class/s{number}.s")), &solver).unwrap();
    }
    let table = fs::read_to_string(clone.path().join("asm/lanes.toml")).unwrap();
    let class = table.replace("\"mips32-mars-4x4\"", "\"{name}\"");
    let class = class.replace("backtrack/mips32-mars-4x4.s", "class/{name}.s");
    fs::write(clone.path().join("asm/lanes.toml"), class).unwrap();
    change(clone.path(), "asm/class/s22.s", "addu $a0 $a0 $t3", "addu $a0 $zero $t3");
    change(clone.path(), "asm/class/s33.s", "addiu num num 1", "adiu num num 1");
    let done = verify(clone.path(), &["--check", "grids,decisions"]);
    assert_eq!(done.status, 3, "{}", done.printed());
    let out = done.out();
    let row = out.lines().nth(1).unwrap();
    assert!(row.contains("  30    224 of 232      232 of 232  "), "{out}");
    assert!(row.ends_with("  1 cannot run"), "{out}");
    for shown in [
        "s22, puzzle 4x4:1\n  wrong grid: . instead of ",
        "\n  expected         found\n",
        "\n  to reproduce: isagrid verify s22 --puzzle 4x4:3\n",
        "\ns22: 5 more failures; `--json FILE` lists all of them\n",
        "\ns33 does not assemble:\nerror[",
    ] {
        assert!(out.contains(shown), "{shown}: {out}");
    }
    let verdict = "30 lanes, 232 runs: 2 lanes FAILED; checked: grids, decisions\n";
    assert!(out.ends_with(verdict), "{out}");
}

#[test]
fn one_changed_instruction_is_caught_with_the_cell_and_the_event() {
    let clone = clone();
    // The last digit is never tried.
    change(clone.path(), SOLVER, "bne num PAST_SIZE try", "bne num SIZE try");
    let done = verify(clone.path(), &["--json", "report.json"]);
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(done.out().contains("different decisions: event "), "{}", done.out());
    assert!(done.out().contains("the reference model places 4 at row"), "{}", done.out());
    assert!(done.out().contains("to reproduce: isagrid verify mips32-mars-4x4 --puzzle 4x4:"));
    let json = fs::read_to_string(clone.path().join("report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["ok"], false);
    assert_eq!(json["lanes"][0]["runs"].as_array().unwrap().len(), 8);
    let blessed = verify(clone.path(), &["--bless"]);
    assert_eq!(blessed.status, 1);
    let message = "error: mips32-mars-4x4 is wrong and not blessed; see above\n";
    assert_eq!(blessed.stderr, message);
}

#[test]
fn a_wrong_grid_is_shown_beside_the_right_one() {
    let clone = clone();
    // Prints every row with its first digit left out of the sum, as if it were 0.
    change(clone.path(), SOLVER, "addu $a0 $a0 $t3", "addu $a0 $zero $t3");
    let done = verify(clone.path(), &["--puzzle", "4x4:1"]);
    assert_eq!(done.status, 1, "{}", done.printed());
    let out = done.out();
    assert!(out.contains("wrong grid: . instead of "), "{out}");
    assert!(out.contains(" at row 1, column 1, and 11 more cells\n"), "{out}");
    assert!(out.contains("  expected         found\n"), "{out}");
    assert!(out.contains("[.][.]|[.]"), "{out}");
}

#[test]
fn some_puzzles_are_ranges_and_lists() {
    let clone = clone();
    let runs = |puzzles: &[&str]| verify(clone.path(), &[&["-q"], puzzles].concat());
    let done = runs(&["--puzzle", "4x4:2-4,7", "--puzzles", "4x4:3,8"]);
    assert_eq!(done.out(), "1 lane, 5 runs: all match the golden results\n", "{}", done.printed());
    for (puzzles, message) in [
        ("4x4:7-9", "set `4x4` has puzzles 1 to 8, and no puzzle 9"),
        ("4x4:0", "expected a set, or some of its puzzles, such as 9x9, 9x9:17 or 9x9:1-20,40"),
        ("4x5:1", "unknown puzzle set `4x5`; these lanes run 4x4; did you mean `4x4`?"),
    ] {
        let done = runs(&["--puzzle", puzzles]);
        assert_eq!(done.status, 2, "{}", done.printed());
        assert!(done.stderr.contains(message), "{}", done.stderr);
    }
}

#[test]
fn an_output_that_is_no_grid_is_shown_line_by_line() {
    let clone = clone();
    change(clone.path(), SOLVER, "print_char('\\n')", "print_char('x')\n        print_char('\\n')");
    let done = verify(clone.path(), &["-q", "--puzzle", "4x4:1"]);
    assert_eq!(done.status, 1, "{}", done.printed());
    let solution = fs::read_to_string(root().join("golden/solutions/4x4.txt")).unwrap();
    let grid = solution.lines().find(|line| !line.starts_with('#')).unwrap();
    let rows: Vec<&str> = (0..4).map(|row| &grid[4 * row..4 * row + 4]).collect();
    let lines = |sign: char, end: &str| {
        rows.iter().map(|row| format!("    {sign}{row}{end}\n")).collect::<String>()
    };
    let shown = format!("`-` expected, `+` found\n{}{}", lines('-', ""), lines('+', "x"));
    assert!(done.out().contains(&shown), "{}", done.out());
}

#[test]
fn a_changed_golden_count_is_shown_as_old_new_and_percent() {
    let clone = clone();
    let counts = fs::read_to_string(clone.path().join(COUNTS)).unwrap();
    let row = counts.lines().find(|line| line.starts_with("4x4\t3\t")).unwrap();
    let instructions = row.split('\t').nth(2).unwrap();
    let half: u64 = instructions.parse::<u64>().unwrap() - 1;
    let other = row.replacen(instructions, &half.to_string(), 1);
    change(clone.path(), COUNTS, row, &other);
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 1, "{}", done.printed());
    let row = row_of(&done, "mips32-mars-4x4");
    assert_eq!(row.last().map(String::as_str), Some("1 changed"), "{}", done.out());
    assert!(done.out().contains("puzzle 4x4:3\n  instructions: golden "), "{}", done.out());
    assert!(done.out().contains(" (+0.0"), "{}", done.out());
    let accepted = verify(clone.path(), &["--bless"]);
    assert_eq!(accepted.status, 0);
    assert!(accepted.out().contains("mips32-mars-4x4.tsv: 1 of 8 puzzles changed"));
    assert_eq!(fs::read_to_string(clone.path().join(COUNTS)).unwrap(), counts);
}

#[test]
fn golden_rows_without_a_run_are_reported_until_blessed() {
    let clone = clone();
    let path = clone.path().join(COUNTS);
    let text = fs::read_to_string(&path).unwrap();
    let row = text.lines().last().unwrap().replace("4x4\t8\t", "4x4\t9\t");
    fs::write(&path, format!("{text}{row}\n")).unwrap();
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(done.printed().contains("has a row for 4x4 9, a puzzle the lane does not run"));
    assert_eq!(verify(clone.path(), &["--bless"]).status, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[cfg(unix)]
#[test]
fn no_source_is_read_through_a_link() {
    let clone = clone();
    let source = clone.path().join(SOLVER);
    let elsewhere = tempfile::tempdir().unwrap();
    fs::rename(&source, elsewhere.path().join("x.s")).unwrap();
    std::os::unix::fs::symlink(elsewhere.path().join("x.s"), &source).unwrap();
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 2, "{}", done.printed());
    assert!(done.printed().contains("links are not followed"), "{}", done.printed());
}

#[test]
fn an_endless_solver_ends_as_a_failure() {
    let clone = clone();
    change(clone.path(), SOLVER, "addiu num num 1", "addiu num num 0");
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(done.out().contains("it was still running after 1,00"), "{}", done.out());
}

#[test]
fn a_solver_that_does_not_assemble_is_shown_with_its_line() {
    let clone = clone();
    change(clone.path(), SOLVER, "addiu num num 1", "adiu num num 1");
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 3, "{}", done.printed());
    assert!(done.out().contains("mips32-mars-4x4 does not assemble:\nerror["), "{}", done.out());
    assert!(done.out().contains("asm/backtrack/mips32-mars-4x4.s:"), "{}", done.out());
}

#[test]
fn broken_golden_files_and_tables_are_reported_with_their_line() {
    let clone = clone();
    let set = "golden/puzzles/4x4.txt";
    let message = |file: &str, from: &str, to: &str| {
        change(clone.path(), file, from, to);
        let done = verify(clone.path(), &[]);
        change(clone.path(), file, to, from);
        assert_eq!(done.status, 2, "{}", done.printed());
        done.stderr
    };
    let first = fs::read_to_string(clone.path().join(set)).unwrap();
    let first = first.lines().find(|line| !line.starts_with('#')).unwrap()[..16].to_owned();
    let short = message(set, &first, &first[..15]);
    assert!(short.contains("golden/puzzles/4x4.txt:4:16: 15 cells"), "{short}");
    let several = message(set, &first, "1...............");
    assert!(several.contains("4x4.txt:4: this puzzle has several solutions"), "{several}");
    let none = message(set, &first, "11..............");
    assert!(none.contains("4x4.txt:4: this puzzle has no solution"), "{none}");
    let table = message("asm/lanes.toml", "\"mars\"", "\"gas\"");
    assert!(table.contains("mips32 has no dialect `gas`"), "{table}");
    let counts = message(COUNTS, "4x4\t1\t", "4x4\tone\t");
    assert!(counts.contains("mips32-mars-4x4.tsv:4: a field is not a number"), "{counts}");
    let label = "node = \"solve\"";
    change(clone.path(), "asm/lanes.toml", label, "node = \"sovle\"");
    let done = verify(clone.path(), &[]);
    let message = "mips32-mars-4x4 cannot run:\nasm/lanes.toml:2: the program has no label `sovle`";
    assert!(done.out().contains(message), "{}", done.out());
    assert_eq!(done.status, 2, "the table is wrong, and not the program: {}", done.printed());
    assert!(!done.out().contains("assemble"), "{}", done.out());
}

#[test]
fn a_golden_solution_that_is_wrong_is_a_failure() {
    let clone = clone();
    let path = clone.path().join("golden/solutions/4x4.txt");
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.swap(2, 3);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(done.out().contains("4x4.txt: grid 1 differs from the reference solution"));
}

#[test]
fn the_sets_and_tables_of_this_clone_are_whole() {
    let clone = Root::Folder(root());
    let lanes = lanes::lane::read_table(&clone).unwrap();
    let mut sources: Vec<_> = lanes.iter().flat_map(|lane| lane.sources.clone()).collect();
    sources.sort();
    for algorithm in fs::read_dir(root().join("asm")).unwrap().flatten() {
        for file in fs::read_dir(algorithm.path()).into_iter().flatten().flatten() {
            let path = file.path();
            if path.extension().is_some_and(|extension| extension == "s") {
                let path = path.strip_prefix(root()).unwrap().to_owned();
                // What is around the solvers in C becomes a part of files that compilers made.
                let around = ["line/mips32-linux.s", "line/mos6502-ca65.s"];
                let is_used = sources.contains(&path) || around.iter().any(|it| path.ends_with(it));
                assert!(is_used, "{} is in no lane", path.display());
            }
        }
    }
    for recipe in lanes::recipes::RECIPES {
        let text = clone.text(&lanes::golden::puzzles_file(recipe.name)).unwrap();
        let puzzles = text.lines().filter(|line| !line.starts_with('#')).count();
        let wanted = recipe.bands.iter().map(|(_, count)| count).sum::<usize>();
        let most = recipe.first.len() + wanted;
        assert!((most / 2..=most).contains(&puzzles), "set {} has {puzzles}", recipe.name);
        for line in text.lines().filter(|line| line.contains("# seed ")) {
            let (puzzle, from) = line.split_once("  # seed ").unwrap();
            let seed: u64 = from.split_once(',').unwrap().0.parse().unwrap();
            let made = reference::generate_with_givens(recipe.size, seed, recipe.givens);
            assert_eq!(made.puzzle.to_string(), puzzle);
        }
    }
}

#[test]
fn messages_in_a_clone_name_its_commands() {
    let clone = clone();
    let bless = |clone: &Path| {
        fs::remove_file(clone.join(COUNTS)).unwrap();
        let message = verify(clone, &[]).out();
        let line = message.lines().find(|line| line.contains("to save the current counts"));
        (line.unwrap().trim().to_owned(), verify(clone, &["--bless"]).out())
    };
    let (hint, blessed) = bless(clone.path());
    assert_eq!(hint, "to save the current counts: isagrid verify --bless mips32-mars-4x4");
    assert!(!blessed.contains("CHANGELOG.md"), "{blessed}");
    for package in ["harness/lanes", "xtask"] {
        fs::create_dir_all(clone.path().join(package)).unwrap();
        fs::write(clone.path().join(package).join("Cargo.toml"), "").unwrap();
    }
    let (hint, blessed) = bless(clone.path());
    assert_eq!(hint, "to save the current counts: cargo xtask bless mips32-mars-4x4");
    assert!(blessed.contains("CHANGELOG.md"), "{blessed}");
}

#[test]
fn a_folder_below_the_lanes_names_their_files_as_seen_from_there() {
    let clone = clone();
    let below = clone.path().join("asm/backtrack");
    let done = verify(&below, &["-q"]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{}", done.printed());
    assert_eq!(done.out(), "1 lane, 8 runs: all match the golden results\n");
    change(clone.path(), SOLVER, "addiu num num 1", "adiu num num 1");
    let done = verify(&below, &[]);
    let place = Path::new("../..").join(SOLVER);
    assert!(done.out().contains(&format!(" --> {}:", place.display())), "{}", done.out());
    assert!(done.stderr.starts_with("verifying the lanes of `"), "{}", done.stderr);
    fs::remove_file(clone.path().join(SOLVER)).unwrap();
    let gone = verify(&below, &[]);
    let (table, solver) = (Path::new("../..").join("asm/lanes.toml"), place.display());
    let message = format!("{}: lane `mips32-mars-4x4` names `{solver}`, which is", table.display());
    assert!(gone.stderr.contains(&message), "{}", gone.stderr);
}
