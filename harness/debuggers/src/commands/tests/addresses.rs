//! Numbers that are addresses in the notation of a machine's manual, and values that fit.

use super::*;

/// Adds 1 to $0300 and stores 2 in $0005.
const CA65: &str = "start: lda #1\n sta $0300\n inc $0300\n lda #2\n sta $05\n brk\n";

/// Stores 1 at x3100.
const LC3: &str = "\t.ORIG x3000\n\tAND R0, R0, #0\n\tADD R0, R0, #1\n\tSTI R0, PLACE\n\tHALT\n\
                   PLACE\t.FILL x3100\n\t.END\n";

#[test]
fn a_watched_address_stops_the_program_that_stores_there() {
    let watched = |typed: &str| answer("ca65", CA65, typed);
    let first = "watchpoint 1, `$0300` was $00 (0) and is $01 (1)\n";
    assert!(watched("watch $0300\nrun\n").starts_with(first));
    let second = "watchpoint 1, `$0300` was $01 (1) and is $02 (2)\n";
    assert!(watched("watch $0300\nrun\nc\n").starts_with(second));
    assert_eq!(watched("watch $0300\n"), "watchpoint 1: $0300\n", "at full speed");
    let page_zero = "watchpoint 1, `$05` was $00 (0) and is $02 (2)\n";
    assert!(watched("watch $05\nrun\n").starts_with(page_zero));
    let word = "watchpoint 1, `x3100` was x0000 (0) and is x0001 (1)\n";
    assert!(answer("lc3", LC3, "watch x3100\nrun\n").starts_with(word));
}

#[test]
fn what_a_watch_reads_decides_whether_it_can_change() {
    let watched = |text: &str| answer("ca65", CA65, &format!("watch {text}\n"));
    for fixed in ["$0300 + 1", "$0300 == 5", "5"] {
        assert_eq!(watched(fixed), format!("error: `{fixed}` never changes\n"));
    }
    for slow in ["A", "A + 1", "$A", "pc", "*$0300 + 1", "**$0300"] {
        let said = format!("watchpoint 1: {slow}, checked after every instruction\n");
        assert_eq!(watched(slow), said);
    }
    assert_eq!(watched("*$0300"), "watchpoint 1: *$0300\n");
    assert_eq!(watched("start[3]"), "watchpoint 1: start[3]\n");
}

#[test]
fn a_number_of_the_manual_is_an_address() {
    let said = |typed: &str| answer("ca65", CA65, &format!("run\n{typed}\n"));
    assert_eq!(said("print $0300"), "$0300 = $0300 (768), and the word there is $02 (2)\n");
    assert_eq!(said("print $05"), "$05 = $05 (5), and the word there is $02 (2)\n");
    assert_eq!(said("print $0300 + 1"), "$0300 + 1 = $0301 (769)\n");
    // The register wins.
    assert_eq!(said("print $A"), "$A = $02 (2)\n");
    assert_eq!(said("x/2 $0300"), "$0300:  $02  $00\n");
    let set = "$0300 = $0300 (768), and the word there is $07 (7)\n";
    assert_eq!(said("set $0300 = 7"), set);
    assert_eq!(said("registers $0300"), "error: unknown register `$0300`\n");
    let said = |typed: &str| answer("lc3", LC3, &format!("run\n{typed}\n"));
    assert_eq!(said("print x3100"), "x3100 = x3100 (12544), and the word there is x0001 (1)\n");
    // Not R3, which is no number in the LC-3's language.
    assert_eq!(said("set x3 = 9"), "x3 = x0003 (3), and the word there is x0009 (9)\n");
    assert_eq!(said("set x3100 -1"), "x3100 = x3100 (12544), and the word there is xFFFF (-1)\n");
}

#[test]
fn a_value_that_is_too_large_is_reported_with_those_that_fit() {
    let said = |dialect: &str, source: &str, typed: &str| answer(dialect, source, typed);
    let in_8 = "error: `300` does not fit in 8 bits, which hold -128 to 255\n";
    for target in ["A", "$0300", "{char} start"] {
        assert_eq!(said("ca65", CA65, &format!("set {target} = 300\n")), in_8);
    }
    assert_eq!(said("ca65", CA65, "set A = 255\n"), "A = $FF (-1)\n");
    assert_eq!(said("ca65", CA65, "set A = -128\n"), "A = $80 (-128)\n");
    let below = "error: `-129` does not fit in 8 bits, which hold -128 to 255\n";
    assert_eq!(said("ca65", CA65, "set A = -129\n"), below);
    let in_16 = "does not fit in 16 bits, which hold -32768 to 65535\n";
    for value in ["$12345", "65536", "99999999999999999999"] {
        let refused = format!("error: `{value}` {in_16}");
        assert_eq!(said("ca65", CA65, &format!("set pc = {value}\n")), refused);
    }
    let in_3 = "error: `8` does not fit in 3 bits, which hold -4 to 7\n";
    assert_eq!(said("lc3", LC3, "set CC = 8\n"), in_3);
    assert_eq!(said("mars", MARS, "set $zero = 1\n"), "error: `$zero` never changes\n");
    let in_18 = "error: `1000000` does not fit in 18 bits, which hold -400000 to 777777\n";
    assert_eq!(said("midas", MIDAS, "set . = 1000000\n"), in_18);
}
