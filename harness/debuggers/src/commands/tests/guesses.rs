//! First guesses of a user who knows another debugger, and their results.
//!
//! Source of the words: Debugging with GDB, chapters 5 to 10; MARS 4.5, its Run menu and its windows
//! (Labels, Data Segment, Registers); SPIM, *Appendix A*, "SPIM Command-Line Options" and its terminal
//! interface.

use super::*;

/// Each guess with part of its answer; an empty part means anything except an error.
type Guesses<'g> = &'g [(&'g str, &'g str)];

const GDB: Guesses<'_> = &[
    ("break main", "breakpoint 1 at sum.s:7"),
    ("run", "breakpoint 1, sum.s:7"),
    ("next", "sum.s:8"),
    ("step", "sum.s:9"),
    ("info registers", "s0       0x00000003 (3)"),
    ("print $s0", "$s0 = 0x00000003 (3)"),
    ("x/4i $pc", "=> 0x00400008 <loop+4>:  jal"),
    ("b square", "breakpoint 2 at sum.s:32"),
    ("c", "breakpoint 2, sum.s:32"),
    ("bt", "#2  sum.s:9"),
    ("finish", "sum.s:25"),
    ("p/x $v0", "$v0 = 0x9"),
    ("info breakpoints", "2   break  sum.s:32"),
    ("watch total", "watchpoint 3: total"),
    ("continue", "`total` was 0x00000000 (0) and is 0x00000009 (9)"),
    ("reverse-stepi", "sum.s:27"),
    ("x/s text", "\"the sum is \""),
    ("x/2xw &total", "<total>:  0x0  0x20656874"),
    ("list", "=>"),
    ("set var total = 5", "total = 0x10010000, and the word there is 0x00000005 (5)"),
    ("set {int}&total = 6", "0x00000006 (6)"),
    ("display/i $pc", "1: =>"),
    ("disas", "=>"),
    ("delete 3", "1 breakpoint deleted"),
    ("until 10", "sum.s:10"),
    ("info line square", "sum.s:32"),
    ("d 1", "1 breakpoint deleted"),
    ("i r ra", "ra       0x"),
    ("tbreak loop", "temporary breakpoint 4 at sum.s:8"),
    ("help", "running"),
    ("q", ""),
];

const MARS_AND_SPIM: Guesses<'_> = &[
    ("breakpoint loop", "breakpoint 1 at sum.s:8"),
    ("go", "breakpoint 1, sum.s:8"),
    ("step", "sum.s:9"),
    ("backstep", "sum.s:8"),
    ("registers", "s0       0x00000003 (3)"),
    ("labels", "add_square"),
    ("memory total", "0x10010000 <total>:  0x00000000"),
    ("print $s0", "$s0 = 0x00000003 (3)"),
    ("print total", "0x00000000 (0)"),
    ("step 3", ""),
    ("print_all_regs", "ra "),
    ("print_symbols", "square"),
    ("delete loop", "1 breakpoint deleted"),
    ("list", "=>"),
    ("clear all breakpoints", "0 breakpoints deleted"),
    ("reset", "the program is loaded again"),
    ("run", "the sum is 14"),
    ("reinitialize", "the program is loaded again"),
    ("continue", "the program ended with status 14"),
    ("exit", ""),
];

fn all_come_true(guesses: Guesses<'_>) {
    let script: String = guesses.iter().map(|(guess, _)| format!("{guess}\n")).collect();
    let said = session("mars", MARS, &script);
    let answers: Vec<&str> = said.split(PROMPT).skip(1).collect();
    assert_eq!(answers.len(), guesses.len(), "{said}");
    for ((guess, part), answer) in guesses.iter().zip(answers) {
        assert!(!answer.contains("error:"), "`{guess}`: {answer}");
        assert!(answer.contains(part), "`{guess}` says `{part}`:\n{answer}");
    }
}

#[test]
fn a_user_of_gdb_gets_through() {
    all_come_true(GDB);
}

#[test]
fn a_user_of_mars_or_spim_gets_through() {
    all_come_true(MARS_AND_SPIM);
}
