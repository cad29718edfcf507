//! `isagrid generate` and `isagrid variants`.

use std::process::Command;

use crate::support::{isagrid, root};

const FOUNDING: &str =
    "007000008840000600000895300010400003000000070900500024204006000080730010130904700";

fn snapshot(folder: &str, name: &str, arguments: &[&str], input: &[u8]) {
    let done = isagrid(&root(), arguments, input);
    let text = format!("isagrid {}\n{}", arguments.join(" "), done.printed());
    insta::with_settings!({
        snapshot_path => root().join("harness/isagrid/tests/cases").join(folder),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!(name, text) });
}

/// Generated puzzles never change, so these outputs are fixed, except for `rating`.
#[test]
fn puzzles_have_the_requested_properties() {
    #[rustfmt::skip]
    let cases: &[(&str, &[&str])] = &[
        ("seeds", &["--seed", "1", "--count", "3"]),
        ("seeds-of-4x4", &["--size", "4", "--seed", "1", "--count", "3", "--to", "rows"]),
        ("last-seed", &["--seed", "18446744073709551615", "--count", "2"]),
        ("symmetric-grid", &["--seed", "1", "--symmetry", "rotate180", "--givens", "30", "--to", "grid"]),
        ("minimal", &["--seed", "1", "--minimal", "--givens", "..21"]),
        ("not-minimal", &["--seed", "1", "--not-minimal"]),
        ("band", &["--seed", "1", "--band", "very-hard"]),
        ("rating", &["--seed", "1", "--givens", "30..34", "--rating", "1.2..1.5"]),
        ("several", &["--seed", "1", "--solutions", "2..3", "--to", "csv"]),
        ("none", &["--seed", "1", "--solutions", "none"]),
        ("conflict", &["--seed", "1", "--solutions", "conflict", "--size", "4"]),
        ("not-found", &["--seed", "1", "--count", "2", "--size", "4", "--solutions", "13"]),
        ("no-such-givens", &["--givens", "10..12"]),
        ("no-such-pattern", &["--givens", "26", "--symmetry", "rotate90"]),
        ("no-such-size", &["--size", "5"]),
        ("no-such-symmetry", &["--symmetry", "mirror"]),
        ("no-such-band", &["--band", "evil"]),
        ("no-such-rating", &["--rating", "2.35"]),
        ("nothing-so-rated", &["--rating", "6.."]),
        ("not-found-so-rated", &["--seed", "1", "--size", "4", "--rating", "2.3"]),
        ("beyond", &["--seed", "1", "--rating", ">5.4"]),
        ("no-such-seed", &["--seed", "-1"]),
        ("no-such-count", &["--count", "0"]),
        ("too-few-for-two", &["--solutions", "2", "--givens", "12"]),
        ("too-many-for-none", &["--solutions", "none", "--givens", "80"]),
        ("one-to-one-solutions", &["--seed", "1", "--solutions", "1..1"]),
        ("no-such-format", &["--size", "16", "--to", "sdm"]),
        ("format-only-read", &["--to", "norvig"]),
        ("empty-range", &["--givens", "30..20"]),
        ("one-to-five-solutions", &["--solutions", "1..5"]),
    ];
    for (name, arguments) in cases {
        snapshot("generate", name, &[&["generate"], *arguments].concat(), b"");
    }
}

#[test]
fn variants_of_puzzles() {
    let file = format!("{FOUNDING}  # the first\nabc\n\n1..4..1..3..4..3\n");
    #[rustfmt::skip]
    let cases: &[(&str, &[&str], &str)] = &[
        ("relabelled", &["--seed", "1", "--kind", "relabel", FOUNDING], ""),
        ("three", &["--seed", "1", "--count", "3", "1..4..1..3..4..3"], ""),
        ("drawn", &["--seed", "1", "--to", "grid", FOUNDING], ""),
        ("broken-line", &["--seed", "1"], &file),
        ("canonical", &["--canonical", "-"], &file),
        ("nothing", &["-"], "\n"),
        ("none-of-each", &["--count", "0", FOUNDING], ""),
        ("no-such-file", &["nothing.txt"], ""),
        ("seed-and-canonical", &["--canonical", "--seed", "1", FOUNDING], ""),
    ];
    for (name, arguments, input) in cases {
        snapshot("variants", name, &[&["variants"], *arguments].concat(), input.as_bytes());
    }
}

/// Output depends only on seeds, not on the number or speed of threads.
#[test]
fn threads_change_nothing() {
    let with_threads = |threads: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_isagrid"))
            .args(["generate", "--seed", "1", "--count", "40", "--symmetry", "rotate180"])
            .env("RAYON_NUM_THREADS", threads)
            .output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let alone = with_threads("1");
    assert_eq!(alone.lines().count(), 40);
    assert_eq!(with_threads("3"), alone);
}

/// Each puzzle can be reproduced from the seed in its comment.
#[test]
fn seed_reproduces_a_puzzle() {
    let generate =
        |arguments: &[&str]| isagrid(&root(), &[&["generate"], arguments].concat(), b"").out();
    let several = generate(&["--seed", "5", "--count", "3"]);
    let last = several.lines().last().unwrap();
    let (_, seed) = last.split_once("seed ").unwrap();
    let (seed, _) = seed.split_once(',').unwrap();
    assert_eq!(generate(&["--seed", seed]).trim_end(), last);
}

/// Formats without comments would lose a random seed.
#[test]
fn first_seed_is_reported_in_formats_without_comments() {
    let generate = |arguments: &[&str]| isagrid(&root(), &[&["generate"], arguments].concat(), b"");
    let done = generate(&["--to", "csv"]);
    let seed = done.stderr.trim_end().strip_prefix("the first seed is ").unwrap();
    let again = generate(&["--to", "csv", "--seed", seed]);
    assert_eq!((again.out(), again.stderr.as_str()), (done.out(), ""));
    assert_eq!(generate(&["--to", "grid"]).stderr, "");
}

/// All variants of a puzzle have the same canonical form.
#[test]
fn canonical_variants_are_equal() {
    let varied = isagrid(&root(), &["variants", "--count", "10", FOUNDING], b"").out();
    let first = isagrid(&root(), &["variants", "--canonical"], varied.as_bytes()).out();
    let puzzle = |line: &str| line.split(' ').next().map(str::to_owned);
    let mut puzzles: Vec<_> = first.lines().map(puzzle).collect();
    assert_eq!(puzzles.len(), 10);
    puzzles.dedup();
    assert_eq!(puzzles.len(), 1);
}

/// The commands of docs/generate.md print what is shown.
#[test]
fn page_shows_the_actual_output() {
    let page = std::fs::read_to_string(root().join("docs/generate.md")).unwrap();
    let blocks = page.split("```console\n").skip(1);
    let blocks: Vec<&str> = blocks.map(|block| block.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 5);
    for call in blocks.iter().flat_map(|block| block.split("$ isagrid ").skip(1)) {
        let (command, output) = call.split_once('\n').unwrap();
        let arguments: Vec<&str> = command.split(' ').collect();
        let done = isagrid(&root(), &arguments, b"");
        assert_eq!(done.out() + &done.stderr, output, "{command}");
    }
}
