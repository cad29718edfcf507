//! Advice after faults: what to look at in the program.

use asmkit::{NoLibrary, Sources};
use machine::{Host, Machine as _, Stop};
use pdp10::{Options, Pdp10, assembler};

/// Runs a program up to its fault; the advice.
fn advice(body: &str) -> Option<String> {
    let program = format!("\tTITLE TEST\n{body}\n");
    let mut sources = Sources::new();
    let file = sources.add("test.mid", program.as_bytes());
    let assembled =
        assembler::assemble(&mut sources, &[file], &Options::default(), &NoLibrary).expect(body);
    let mut machine = Pdp10::new(Options::default());
    machine.load(&assembled.binary.image()).expect("it fits");
    match machine.run(&mut Host::default(), 100_000, &mut ()) {
        Stop::Fault(fault) => machine.advice(&fault),
        stop => panic!("{body}: {stop:?}"),
    }
}

/// Instructions before the one that fails, that one, and a part of the advice.
#[rustfmt::skip]
const FAULTS: &[(&str, &str)] = &[
    ("MOVE 1,400000",                          "the address is in the instruction itself"),
    ("MOVEI 2,400000\n\tMOVE 1,5(2)",          "check AC2, which is added to the address"),
    ("MOVE 1,@[400000]",                       "the word that `@` takes the address from"),
    ("MOVE 1,@400000",                         "the address is in the instruction itself"),
    ("MOVE 2,[440700,,400000]\n\tILDB 1,2",    "check the byte pointer"),
    ("MOVE 1,[GO,,400000]\n\tBLT 1,400010",    "check the two addresses in AC1"),
    ("MOVEI 17,400000\n\tPOP 17,1",            "check AC17, which points to the list of POP"),
    ("MOVE 17,[-5,,377777]\n\tPUSH 17,1",      "check AC17, which points to the list of PUSH"),
    ("MOVE 17,[0,,1777]\n\tPUSHJ 17,GO",       "the count in the left half of AC17 passed 0, so PUSHJ"),
    (".STATUS 1,400000",                       "check the address of this call"),
    ("JRST 400000",                            "POPJ takes the address from the list"),
];

#[test]
fn faults_of_memory_say_what_to_check() {
    for (body, expected) in FAULTS {
        let given = advice(&format!("GO:\t{body}\n\t.LOGOUT 1,\n\tEND GO")).unwrap_or_default();
        assert!(given.contains(expected), "{body}: {given}");
    }
}

#[test]
fn advice_says_how_programs_end() {
    let after = |body: &str| advice(&format!("GO:\t{body}\n\tEND GO")).unwrap_or_default();
    assert!(after("MOVEI 1,5").contains("end the job with `.LOGOUT 1,`"));
    assert!(after(".LOGOUT").contains("`.LOGOUT` alone does nothing"));
    // A word that is not zero, after `.LOGOUT`.
    assert!(after(".LOGOUT\n\t1").contains("`.LOGOUT` alone does nothing"));
    // A word of data after an instruction that ran, and one that was jumped to.
    assert!(after("MOVEI 1,5\n\t1").contains("ran into this word"));
    assert_eq!(after("JRST .+1\n\t1"), "");
}
