//! `isagrid run --data-cache` and `--instruction-cache`: counts worked out by hand.

use serde_json::{Value, json};

use crate::support::{Done, isagrid, root};

/// Reads or writes a matrix of 16 by 16 words by rows: 3 instructions, 256 rounds of 4, and 2.
const BY_ROWS: &str = "\
        .data
matrix: .space  1024
        .text
main:   la      $t0, matrix
        li      $t1, 256
loop:   lw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, loop
        li      $v0, 10
        syscall
";

/// The same by columns.
const BY_COLUMNS: &str = "\
        .data
matrix: .space  1024
        .text
main:   la      $t0, matrix
        li      $t1, 16
column: move    $t2, $t0
        li      $t3, 16
row:    lw      $t4, 0($t2)
        addiu   $t2, $t2, 64
        addiu   $t3, $t3, -1
        bnez    $t3, row
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, column
        li      $v0, 10
        syscall
";

fn run(source: &str, arguments: &[&str]) -> Done {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("walk.s"), source).unwrap();
    isagrid(folder.path(), &[&["run", "walk.s", "--dialect", "mars"], arguments].concat(), b"")
}

/// Counts of the data cache: accesses, hits, misses, lines written back.
fn data(source: &str, cache: &str) -> [u64; 4] {
    let done = run(source, &["--json", "--data-cache", cache]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    counts(&serde_json::from_slice::<Value>(&done.stdout).unwrap()["caches"]["data"])
}

fn counts(cache: &Value) -> [u64; 4] {
    ["accesses", "hits", "misses", "write_backs"].map(|name| cache[name].as_u64().unwrap())
}

#[test]
fn a_walk_by_rows_uses_each_line_four_times_and_one_by_columns_never() {
    // A line has four words of a row, and a row has four lines.
    assert_eq!(data(BY_ROWS, "8x1x16"), [256, 192, 64, 0]);
    // The sixteen lines of a column are in two sets, so that each has been replaced when the next
    // column needs it.
    assert_eq!(data(BY_COLUMNS, "8x1x16"), [256, 0, 256, 0]);
    // More ways do not help as long as sixteen lines share eight places.
    assert_eq!(data(BY_COLUMNS, "2x4x16"), [256, 0, 256, 0]);
    // A cache of the matrix's size brings in each line once.
    assert_eq!(data(BY_COLUMNS, "64x1x16"), [256, 192, 64, 0]);
    // So do sixteen ways: four columns share their lines.
    assert_eq!(data(BY_COLUMNS, "1x16x16"), [256, 192, 64, 0]);
}

#[test]
fn stores_make_lines_dirty() {
    let stores = |source: &str| source.replace("lw ", "sw ");
    // Of the lines that were brought in, eight are still there at the end.
    assert_eq!(data(&stores(BY_ROWS), "8x1x16"), [256, 192, 64, 56]);
    assert_eq!(data(&stores(BY_COLUMNS), "8x1x16"), [256, 0, 256, 248]);
    // Without write-allocate a store never finds its line.
    assert_eq!(data(&stores(BY_ROWS), "8x1x16,write-through"), [256, 0, 256, 0]);
}

#[test]
fn the_counts_are_a_table() {
    // Nine words of code are in three lines, which are read once.
    let done = run(BY_ROWS, &["--data-cache", "8x1x16", "--instruction-cache", "8x2x16,fifo"]);
    let expected = "\
cache               accesses            hits          misses   hit rate   write-backs
data                     256             192              64    75.00 %             0
instruction            1,029           1,026               3    99.70 %             0
data cache: 8 sets, 1 way, lines of 16 bytes: 128 bytes; LRU; write-back, write-allocate
instruction cache: 8 sets, 2 ways, lines of 16 bytes: 256 bytes; FIFO
";
    assert_eq!((done.status, done.stderr.as_str()), (0, expected));
}

#[test]
fn what_is_not_a_cache_is_refused() {
    for (arguments, message) in [
        (["--data-cache", "8x2"], "error: --data-cache: `8x2` is not the size of a cache"),
        (
            ["--instruction-cache", "3x1x16"],
            "error: --instruction-cache: a cache cannot have 3 sets",
        ),
        (["--data-cache", "8x2x16,mru"], "error: --data-cache: `mru` is not a rule of a cache"),
    ] {
        let done = run(BY_ROWS, &arguments);
        assert_eq!(done.status, 2);
        assert!(done.stderr.starts_with(message), "{}", done.stderr);
    }
    let done = run(BY_ROWS, &["--check", "--data-cache", "8x2x16"]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("cannot be used with '--data-cache"), "{}", done.stderr);
    let script = ["run", "docs/examples/first.spl", "--data-cache", "8x2x16"];
    let done = isagrid(&root(), &script, b"");
    assert_eq!(done.status, 2);
    assert_eq!(
        done.stderr,
        "error: --data-cache: cells of a script have no addresses, so they have no cache\n"
    );
}

/// Counts of a program with caches, and without.
fn compared(arguments: &[&str], input: &[u8]) -> (Value, Value) {
    let run = |more: &[&str]| {
        let done = isagrid(&root(), &[&["run", "--json"], more, arguments].concat(), input);
        serde_json::from_slice::<Value>(&done.stdout).unwrap_or_else(|_| panic!("{}", done.stderr))
    };
    let with = run(&["--data-cache", "8x1x4", "--instruction-cache", "8x1x4"]);
    let mut without = run(&[]);
    without["caches"] = with["caches"].clone();
    assert_eq!(with, without, "caches change nothing: {arguments:?}");
    (with["counts"].clone(), with["caches"].clone())
}

#[test]
fn each_machine_counts_its_instructions_and_its_accesses() {
    // Counts by hand, with eight lines of 4 bytes or words.
    for (program, accesses) in [
        // COUNT, five numbers, ZERO and LINE; they are in three lines.
        ("docs/examples/first-lc3.asm", Some([8, 5, 3, 0])),
        // Five numbers in two lines, two characters, the address of the arguments, and its change by
        // the call.
        ("docs/examples/first-6502.s", Some([11, 7, 4, 0])),
        // A literal, five numbers in two lines, and four words pushed and popped.
        ("docs/examples/first.mid", Some([14, 10, 4, 0])),
        // Five words.
        ("docs/examples/first-venus.s", Some([5, 0, 5, 0])),
        ("docs/examples/first-mars.s", None),
        ("docs/examples/first-spim.s", None),
        ("docs/examples/first-rars.s", None),
    ] {
        let (counted, caches) = compared(&[program, "--max-instructions", "100000"], b"7\n");
        let sum =
            |names: &[&str]| names.iter().map(|name| counted[name].as_u64().unwrap()).sum::<u64>();
        let instructions = sum(&["instructions", "supervisor_instructions", "undone_instructions"]);
        assert_eq!(counts(&caches["instruction"])[0], instructions, "{program}");
        let found = counts(&caches["data"]);
        assert_eq!(found, accesses.unwrap_or(found), "{program}");
    }
}

#[test]
fn a_trace_and_a_limit_do_not_change_the_counts() {
    let done = run(BY_ROWS, &["--data-cache", "8x1x16", "--trace=trace.txt"]);
    assert!(
        done.stderr.contains("\ndata                     256             192 "),
        "{}",
        done.stderr
    );
    let done = run(BY_ROWS, &["--instruction-cache", "8x1x16", "-n", "7", "--trace-last", "2"]);
    assert_eq!(done.status, 4);
    assert!(
        done.stderr.contains("\ninstruction                7               5 "),
        "{}",
        done.stderr
    );
}

#[test]
fn an_instruction_that_waits_or_fails_is_counted_as_the_machine_does() {
    // A call that waits for input is one instruction.
    let reads = "main: li $v0, 5\n syscall\n li $v0, 10\n syscall\n";
    let done = run(reads, &["--json", "--instruction-cache", "4x1x16"]);
    let with: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(
        with["counts"]["instructions"].as_u64(),
        Some(counts(&with["caches"]["instruction"])[0])
    );
    // The load that fails has not completed.
    let fails = "main: li $t0, 1\n lw $t1, 0($t0)\n";
    let done = run(fails, &["--json", "--instruction-cache", "4x1x16", "--data-cache", "4x1x16"]);
    let with: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(with["counts"]["instructions"], json!(1));
    assert_eq!(counts(&with["caches"]["instruction"]), [1, 0, 1, 0]);
    assert_eq!(counts(&with["caches"]["data"]), [0; 4]);
}
