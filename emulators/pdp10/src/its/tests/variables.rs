//! Variables of the job, by `.SUSET`, `.USET` and `USRVAR`.
//!
//! Source: *ITS USETS*; *ITS .CALLS*, `USRVAR`.

use machine::Cause;

use super::{Answer, Bench, IMMEDIATE, VALUE};
use crate::Word36;
use crate::text::sixbit;

fn word(bits: u64) -> Word36 {
    Word36::new(bits)
}

/// Numbers of variables.
const MASK: u32 = 0o6;
const IMASK: u32 = 0o34;
const AMASK: u32 = 0o35;

/// `IORM` and `ANDCAM` into another variable: set, clear, and the variable itself.
const CHANGERS: [[u32; 3]; 5] = [
    [0o32, 0o33, 0o26],
    [IMASK, AMASK, MASK],
    [0o36, 0o37, 0o25],
    [0o46, 0o47, 0o52],
    [0o50, 0o51, 0o53],
];

#[test]
fn bits_are_set_and_cleared_in_other_variables() {
    for [set, clear, other] in CHANGERS {
        let mut bench = Bench::plain();
        assert_eq!(bench.set_variable(other, word(0)), Answer::Next);
        assert_eq!(bench.set_variable(set, word(0o30)), Answer::Next);
        assert_eq!(bench.set_variable(set, word(0o101)), Answer::Next);
        assert_eq!(bench.set_variable(clear, word(0o21)), Answer::Next);
        let values = [set, clear, other].map(|number| bench.variable(number).bits());
        assert_eq!(values, [0o110; 3], "{other:o}");
    }
}

#[test]
fn variables_have_rights() {
    let mut bench = Bench::plain();
    // .RUNT, .APRC, .TTST, .TTS1, .TTS2, .SUPPRO, .SV40, .UIND, .CNSL, .UNAME.
    for fixed in [0o24, 0o27, 0o57, 0o60, 0o61, 0o65, 0o13, 0o23, 0o30, 0o4] {
        bench.variable(fixed);
        let answer = bench.set_variable(fixed, word(1));
        assert!(matches!(answer, Answer::Fault(Cause::Illegal { .. })), "{fixed:o}");
    }
    // .UTRP of the job itself.
    bench.put(0o176, Word36::halves(0o31, 0o177));
    assert!(matches!(bench.uuo(0o043, 0o13, 0o176), Answer::Fault(Cause::Illegal { .. })));
    // Those of the program itself are kept: .VAL, .MARA, .HSNAME, .TVCREG, .WHO1, .PAGRAN, .SERVER.
    for plain in [0o1, 0o20, 0o43, 0o56, 0o62, 0o600, 0o602] {
        assert_eq!(bench.set_variable(plain, word(0o123456)), Answer::Next, "{plain:o}");
        assert_eq!(bench.variable(plain), word(0o123456), "{plain:o}");
    }
    // .TTS1 and .TTS2 are the states of the terminal.
    bench.open(1, 1, "TTY", "");
    let states = [(IMMEDIATE, 1), (VALUE, 2), (VALUE, 3), (VALUE, 4)];
    assert_eq!(bench.call("TTYGET", &states), Answer::Skip);
    let of_terminal = [2, 3, 4].map(|at| bench.word(at));
    assert_eq!([0o60, 0o61, 0o57].map(|number| bench.variable(number)), of_terminal);
}

#[test]
fn some_values_are_changed_when_they_are_set() {
    let mut bench = Bench::plain();
    // .PICLR is -1 or 0 by the sign.
    for (value, kept) in [(0o377777_777777, 0), (0o400000_000000, 0o777777_777777)] {
        bench.set_variable(0o17, word(value));
        assert_eq!(bench.variable(0o17), word(kept));
    }
    // .MEMT rounds to pages.
    assert_eq!(bench.set_variable(0o12, word(0o2001)), Answer::Next);
    assert_eq!(bench.variable(0o12), word(0o4000));
    // .MASK has no bits of class 1, such as %PIVAL, but those of class 2, such as %PIILO.
    bench.set_variable(MASK, word(0o010000_006246));
    assert_eq!(bench.variable(MASK), word(0o40));
    // .BCHN is a part of .APRC.
    bench.set_variable(0o44, word(0o7));
    assert_eq!(bench.variable(0o44), word(7));
    assert_eq!(bench.variable(0o27), word(0o007000_000447));
    // .UPC: the next instruction, in user mode.
    assert_eq!(bench.variable(0).right(), 0o101);
}

#[test]
fn arrays_show_channels_and_pages() {
    let mut bench = Bench::with_files(&[("GUEST;A B", b"x")]);
    bench.open(2, 0, "DSK", "A B");
    bench.open(3, 0, "DSK", "NONE FILE");
    let channels = [0o102, 0o101].map(|number| bench.variable(number) == word(0));
    assert_eq!(channels, [false, true], ".IOC is zero for a closed channel");
    // FILE NOT FOUND in the state of the channel that failed.
    assert_eq!(bench.variable(0o123).left(), 4);
    bench.uuo(0o046, 2, 0o300);
    assert_eq!(bench.variable(0o122), bench.word(0o300), "the same as .STATUS");
    let pushed = |bench: &mut Bench| bench.variable(0o140) != word(0);
    assert!(!pushed(&mut bench));
    assert_eq!(bench.oper(0o13, 2), Answer::Next);
    assert!(pushed(&mut bench));
    // Pages: one that is written, and one that is not there. `%CBWRT`, `%CBRED`, not shared.
    assert_eq!(bench.uuo(0o043, 6, 2), Answer::Skip);
    assert_eq!(bench.variable(0o201).bits() & 0o600000_000777, 0o600000_000777);
    assert_eq!(bench.variable(0o210), word(0));
    let blocks = [(IMMEDIATE, 0o200000), (IMMEDIATE, 0o777777), (IMMEDIATE, 1)];
    assert_eq!(bench.call("CORBLK", &blocks), Answer::Skip);
    assert_eq!(bench.variable(0o201).bits() & 0o600000_000777, 0o200000_000777);
    // They are read only, and end.
    for number in [0o102, 0o122, 0o140, 0o200] {
        assert!(matches!(bench.set_variable(number, word(1)), Answer::Fault(_)), "{number:o}");
    }
    for number in [0o160, 0o700, 0o603] {
        bench.put(0o176, Word36::halves(number, 0o177));
        assert!(matches!(bench.uuo(0o043, 0o13, 0o176), Answer::Fault(_)), "{number:o}");
    }
}

/// `USRVAR` for the job itself.
fn changed_by(bench: &mut Bench, name: &str, instruction: Word36) -> Answer {
    bench.put(0o300, sixbit(name));
    bench.put(0o302, instruction);
    let arguments = [(IMMEDIATE, 0o777777), (0, 0o300), (0, 0o301), (0, 0o302)];
    bench.call("USRVAR", &arguments)
}

/// Address of the word that instructions use.
const AT: u32 = 0o310;
/// The word, and the value of the variable before each instruction.
const MEMORY: u64 = 0o1010;
const BEFORE: u64 = 0o1100;
/// All bits of a word.
const ONES: u64 = 0o777777_777777;

/// Instructions with their addresses, and the variable after them.
#[rustfmt::skip]
const INSTRUCTIONS: &[(u32, u32, u64)] = &[
    // MOVE, MOVEI, MOVS, MOVNI, MOVMI, ADD, ADDI, SUB, SUBI.
    (0o200, AT, MEMORY),
    (0o201, 7, 7),
    (0o204, AT, 0o1010_000000),
    (0o211, 1, ONES),
    (0o215, 5, 5),
    (0o270, AT, 0o2110),
    (0o271, 1, 0o1101),
    (0o274, AT, 0o0070),
    (0o275, 1, 0o1077),
    // SETZ, AND, ANDCA, SETM, ANDCM, SETA, XOR, IOR.
    (0o400, 0, 0),
    (0o404, AT, 0o1000),
    (0o410, AT, 0o0010),
    (0o414, AT, 0o1010),
    (0o420, AT, 0o0100),
    (0o424, AT, 0o1100),
    (0o430, AT, 0o0110),
    (0o434, AT, 0o1110),
    // ANDCB, EQV, SETCA, ORCA, SETCM, ORCM, ORCB, SETO.
    (0o440, AT, ONES - 0o1110),
    (0o444, AT, ONES - 0o0110),
    (0o450, AT, ONES - 0o1100),
    (0o454, AT, ONES - 0o0100),
    (0o460, AT, ONES - 0o1010),
    (0o464, AT, ONES - 0o0010),
    (0o470, AT, ONES - 0o1000),
    (0o474, AT, ONES),
    // TRZ, TRC, TRO, TLO, TDZ, TDC, TDO, TSO.
    (0o620, 0o0100, 0o1000),
    (0o640, 0o1010, 0o0110),
    (0o660, 0o1010, 0o1110),
    (0o661, 7, 0o7_001100),
    (0o630, AT, 0o0100),
    (0o650, AT, 0o0110),
    (0o670, AT, 0o1110),
    (0o671, AT, 0o1010_001100),
];

#[test]
fn instructions_change_variables_of_the_job() {
    let mut bench = Bench::plain();
    bench.put(AT, word(MEMORY));
    for &(opcode, address, after) in INSTRUCTIONS {
        bench.set_variable(1, word(BEFORE));
        let instruction = Word36::halves(opcode << 9, address);
        assert_eq!(changed_by(&mut bench, "VAL", instruction), Answer::Skip, "{opcode:o}");
        assert_eq!(bench.variable(1), word(after), "{opcode:o}");
    }
    // MOVEM reads it, and an instruction that only tests is refused.
    bench.set_variable(1, word(BEFORE));
    assert_eq!(changed_by(&mut bench, "VAL", Word36::halves(0o202000, 0o311)), Answer::Skip);
    assert_eq!(bench.word(0o311), word(BEFORE));
    bench.put(0o302, Word36::halves(0o602000, 1));
    let tests = [(IMMEDIATE, 0o777777), (0, 0o300), (0, 0o301), (0, 0o302)];
    assert_eq!(bench.error("USRVAR", &tests), 0o33);
}

#[test]
fn usrvar_has_names_numbers_and_blocks() {
    let mut bench = Bench::plain();
    bench.put(2, word(0o55));
    let write = [(IMMEDIATE, 0o777777), (IMMEDIATE, 1), (0, 2)];
    assert_eq!(bench.call("USRVAR", &write), Answer::Skip);
    assert_eq!(bench.variable(1), word(0o55));
    // Errors: an unknown name, a number past the last, a variable that is only read.
    bench.put(2, sixbit("BOGUS"));
    assert_eq!(bench.error("USRVAR", &[(IMMEDIATE, 0o777777), (0, 2)]), 0o11);
    assert_eq!(bench.error("USRVAR", &[(IMMEDIATE, 0o777777), (IMMEDIATE, 0o700)]), 0o11);
    let read_only = [(IMMEDIATE, 0o777777), (IMMEDIATE, 4), (0, 2)];
    assert_eq!(bench.error("USRVAR", &read_only), 0o12);
    // Two pairs: .VAL to 310, and 3 more into it.
    for (at, pair) in [
        (0o304, Word36::halves(0o777774, 0o306)),
        (0o306, sixbit("VAL")),
        (0o307, Word36::halves(0o202000, 0o320)),
        (0o310, word(1)),
        (0o311, Word36::halves(0o271000, 3)),
    ] {
        bench.put(at, pair);
    }
    assert_eq!(bench.call("USRVAR", &[(IMMEDIATE, 0o777777), (0, 0o304)]), Answer::Skip);
    assert_eq!((bench.word(0o320), bench.variable(1)), (word(0o55), word(0o60)));
    assert_eq!(bench.word(0o304), Word36::halves(0, 0o312));
}

#[test]
fn blocks_of_specifications_do_not_nest() {
    let mut bench = Bench::plain();
    bench.put(0o300, Word36::halves(0o600000, 0o310));
    bench.put(0o176, Word36::halves(0o777777, 0o300));
    assert!(matches!(bench.uuo(0o043, 0o13, 0o176), Answer::Fault(Cause::Illegal { .. })));
    // Without the sign there is no pointer.
    bench.put(0o176, Word36::halves(0o200001, 0o300));
    assert!(matches!(bench.uuo(0o043, 0o13, 0o176), Answer::Fault(Cause::Illegal { .. })));
    // A channel without a job.
    bench.open(2, 1, "NUL", "");
    bench.put(0o176, Word36::halves(1, 0o177));
    assert!(matches!(bench.uuo(0o044, 2, 0o176), Answer::Fault(Cause::Channel { .. })));
}
