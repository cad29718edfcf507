//! Operations of MIDAS on names: their kinds, number, blocks and codes.
//!
//! Source: MIDAS 458 and its documentation, *MIDAS INFO*.

use asmkit::{NoLibrary, Sources};
use pdp10::Options;
use pdp10::assembler::assemble;

/// Words of a program from 100 on.
fn words(body: &str) -> Vec<u64> {
    let mut sources = Sources::new();
    let program = format!("\tTITLE T\nLOC 100\n{body}\n\tEND\n");
    let file = sources.add("test.mid", program.as_bytes());
    let made = assemble(&mut sources, &[file], &Options::default(), &NoLibrary).expect(body);
    made.binary.blocks[0].words.iter().map(|word| word.bits()).collect()
}

#[test]
fn names_have_kinds() {
    // A number; a pseudo-instruction and a macro; a label; a name that was not seen.
    let body =
        "DEFINE MAC\nTERMIN\nHERE:\t.TYPE 5\n\t.TYPE IRP\n\t.TYPE MAC\n\t.TYPE HERE\n\t.TYPE NEVER";
    assert_eq!(words(body), [0o777777_777777, 1, 1, 2, 0o17]);
    // On pass 1, a label that follows is undefined, and a variable has no place.
    let body = "\tJRST LATER\n\tMOVE 1,VAR'\nIF1 [L==.TYPE LATER ? V==.TYPE VAR]\n\tL\n\tV\n\
                LATER:\t.TYPE LATER\n\t.TYPE VAR";
    assert_eq!(words(body)[2..6], [3, 5, 2, 4]);
    // Global symbols and variables.
    let body = ".GLOBAL GO,VAR\nGO:\t.TYPE GO\n\tMOVE 1,VAR'\n\t.TYPE VAR";
    let words = words(body);
    assert_eq!((words[0], words[2]), (0o10, 6));
}

#[test]
fn symbols_are_counted() {
    let body = "IF1 [X==0 ? Y==0]\nIF1 [X==.SYMCNT ? NEW==1 ? Y==.SYMCNT]\n\tY-X";
    assert_eq!(words(body), [1]);
}

#[test]
fn a_name_is_bound_in_a_block() {
    let body = "A==1\n.BEGIN INNER\n.BIND A\nA==2\n\tA\n.END INNER\n\tA";
    assert_eq!(words(body), [2, 1]);
}

/// In radix 50, `A` is 13, and `AB` is 13 times 50 plus 14.
#[test]
fn names_have_codes() {
    let first = 0o13 * 0o50u64.pow(5);
    let body = "\tSQUOZE 0,A\n\tSQUOZE 4,A\n\t.RSQZ 0,A\n\t.RSQZ 0,AB";
    assert_eq!(words(body), [first, first | 4 << 30, 0o13, 0o13 * 0o50 + 0o14]);
}

/// In a program with its addresses nothing is relocated.
#[test]
fn values_have_no_relocation_of_their_own() {
    assert_eq!(words("GO:\t.ABSP GO\n\t.RELP GO\n\t.RL1"), [0o100, 0, 0]);
}
