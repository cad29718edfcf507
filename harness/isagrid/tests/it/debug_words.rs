//! `isagrid debug` with commands from a pipe, on every machine and dialect.

use crate::support::{isagrid, root};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Session with a solver of the repository.
fn session(program: &str, more: &[&str], script: &str) -> String {
    let arguments = [&["debug", program], more].concat();
    isagrid(&root(), &arguments, script.as_bytes()).printed()
}

#[test]
fn solvers_are_debugged_on_every_machine() {
    let script = format!(
        "break solve\nrun\ninput {PUZZLE}\ncontinue\nwhere\nfinish\ndelete\ncontinue\ncounts\n"
    );
    insta::assert_snapshot!(
        "words-mips32-spim",
        session("asm/backtrack/mips32-spim-9x9.s", &[], &script)
    );
    let script = script.replace("finish\n", "step\nback\n");
    insta::assert_snapshot!(
        "words-riscv32-gnu",
        session("asm/backtrack/riscv32-gnu-9x9.s", &[], &script)
    );
    let script = format!(
        "break SOLVE\nrun\ninput {PUZZLE}\ncontinue\nwhere\nx/9 GRID\ncontinue 5\nwhere\ndelete\ncontinue\n"
    );
    insta::assert_snapshot!("words-pdp10", session("asm/backtrack/pdp10-line.mid", &[], &script));
}

/// Numbers are written as in the manual, and an address of the 6502 has more bits than its words.
#[test]
fn numbers_are_those_of_the_manual() {
    let script =
        "print start\nprint -1\nprint $pc+1\nx/2 $0200\nbreak $0205\nprint $12345\nprint $zz\n";
    let text = session("docs/examples/first-6502.s", &["--dialect", "ca65"], script);
    for line in [
        "start = $0200, and the word there is $A2 (-94)",
        "-1 = $FFFF (-1)",
        "$pc+1 = $0201 (513)",
        "$0200 <start>:  $A2  $FF",
        "breakpoint 1 at $0205 (start + 5)",
        "`$12345` does not fit in 16 bits",
        "unknown register `$zz`",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    let script = "print -1\nx/2 x3000\nbreak x3001\nprint xyz\n";
    let text = session("docs/examples/first-lc3.asm", &[], script);
    for line in
        ["-1 = xFFFF (-1)", "x3000:  xE214  x2410", "first-lc3.asm:5 (x3001)", "register `xyz`"]
    {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[test]
fn script_with_files_is_debugged() {
    let file = ["--file", "sudoku01.txt=docs/examples/founding.txt"];
    let script = "list\nbreak B8\nrun\nwhere\nprint A3\nstep\nfinish\ndelete\ncontinue\ncounts\n";
    insta::assert_snapshot!("words-spl", session("asm/backtrack/esproc-first.spl", &file, script));
}

#[test]
fn limits_apply() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("e.s"), "main: li $v0, 11\n li $a0, 'x'\nl: syscall\n b l\n")
        .unwrap();
    let arguments = ["debug", "e.s", "--max-instructions", "1000", "--max-output", "600"];
    let done = isagrid(folder.path(), &arguments, b"run\ncontinue\ncontinue\n");
    insta::assert_snapshot!("words-limits", done.printed());
}

#[test]
fn input_may_be_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let source = "main: li $v0, 5\n syscall\n move $a0, $v0\n li $v0, 1\n syscall\n b main\n";
    std::fs::write(folder.path().join("r.s"), source).unwrap();
    std::fs::write(folder.path().join("in.txt"), "7\n8\n").unwrap();
    let done = isagrid(folder.path(), &["debug", "r.s", "--input", "in.txt"], b"input 9\nrun\n");
    assert_eq!(done.status, 0);
    assert!(done.out().contains("78\n"), "{}", done.out());
    assert!(done.out().contains("the program's input is a file"), "{}", done.out());
}

#[test]
fn a_checked_session_stops_at_findings() {
    let program = "harness/checker/tests/mistakes/01-digit-sums.s";
    let script = "run\ncontinue\nrun\nback\nstep\nset $t0 = 3\ncontinue\n";
    let text = session(program, &["--check"], script);
    // Twice from the beginning, and once after going back; a changed program is not checked.
    assert_eq!(text.matches("error[CC07]: line 16 reads `$t0`").count(), 3, "{text}");
    assert_eq!(text.matches("the program ended with status 0").count(), 2, "{text}");
    // A program that waits for input is followed as it gets it.
    let program = "harness/checker/tests/mistakes/06-area.s";
    let text = session(program, &["--check"], "run\ninput 12\ncontinue\n");
    assert!(text.contains("error[CC24]: line 11 makes system call 12"), "{text}");
    let text = session("asm/backtrack/esproc-first.spl", &["--check"], "quit\n");
    assert!(text.contains("--check is not available"), "{text}");
}

#[test]
fn conflicting_options_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("m.s"), "main: b main\n").unwrap();
    for (arguments, why) in [
        (&["debug", "--ddt", "m.s"][..], "--ddt is for PDP-10 programs"),
        (&["debug", "--gdb", "--pipe", "m.s"], "cannot be used with"),
        (
            &["debug", "--pipe", "--max-instructions", "5", "m.s"],
            "--max-instructions is for isagrid's",
        ),
    ] {
        let done = isagrid(folder.path(), arguments, b"");
        assert_eq!(done.status, 2, "{}", done.stderr);
        assert!(done.stderr.contains(why), "{}", done.stderr);
    }
}
