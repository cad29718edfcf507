//! The job's names, pages and times; arguments of calls; and invalid calls.

use machine::{Access, Cause, Host};
use proptest::prelude::*;

use super::{Answer, BLOCK, Bench, CONTROL, ERROR, IMMEDIATE, PC, Page, SETZ, TO_DDT, VALUE};
use crate::Word36;
use crate::text::{self, sixbit};

fn with_command(line: &[u8]) -> Bench {
    let arguments = line.split(|&c| c == b' ').map(<[u8]>::to_vec).collect();
    Bench::new(Host { program: b"sudoku".to_vec(), arguments, ..Host::default() })
}

#[test]
fn a_job_begins_as_under_ddt() {
    // ITS 1648 with DDT 1546: names, .MEMT, .MASK, .40ADDR, .OPTION.
    let mut bench = with_command(b"");
    assert_eq!(bench.variable(0o16), sixbit("GUEST"));
    assert_eq!(bench.variable(4), sixbit("GUEST"));
    assert_eq!(bench.variable(5), sixbit("SUDOKU"));
    assert_eq!(bench.variable(0o75), sixbit("SUDOKU"));
    assert_eq!(bench.variable(0o12), Word36::from(0o2000));
    assert_eq!(bench.variable(6), Word36::default());
    assert_eq!(bench.variable(0o55), Word36::halves(0o20, 0o40));
    assert_eq!(bench.variable(0o54), Word36::halves(0o030000, 0));
    let mut bench = with_command(b"PUZZL1 SUDOKU");
    assert_eq!(bench.variable(0o54), Word36::halves(0o070000, 0));
}

#[test]
fn the_command_line_is_given_up_to_a_word_that_is_not_zero() {
    let mut bench = with_command(b"one two  Three");
    bench.put(0o176, Word36::halves(5, 0o300));
    assert_eq!(bench.uuo(0o045, 0o12, 0o176), Answer::Next);
    let words = [0o677354_520350, 0o737364_020250, 0o643454_562432, 0];
    assert_eq!([0, 1, 2, 3].map(|at| bench.word(0o300 + at).bits()), words);
    bench.put(0o310, Word36::from(1));
    bench.put(0o311, Word36::from(2));
    bench.put(0o176, Word36::halves(5, 0o310));
    bench.uuo(0o045, 0o12, 0o176);
    assert_eq!([0o310, 0o311].map(|at| bench.word(at).bits()), [0o677354_520350, 2]);
    // Writing clears it.
    bench.put(0o176, Word36::halves(0o400005, 0));
    bench.uuo(0o045, 0o12, 0o176);
    assert_eq!(bench.variable(0o54), Word36::halves(0o030000, 0));
}

#[test]
fn variables_come_in_blocks_and_by_name() {
    let mut bench = Bench::plain();
    bench.put(0o300, Word36::halves(0o000016, 0o310));
    bench.put(0o301, Word36::halves(0o000005, 0o311));
    bench.put(0o176, Word36::halves(0o777776, 0o300));
    assert_eq!(bench.uuo(0o043, 0o13, 0o176), Answer::Next);
    assert_eq!([0o310, 0o311].map(|at| bench.word(at)), ["GUEST", "TEST"].map(sixbit));
    bench.put(2, sixbit("XJNAME"));
    let read = [(IMMEDIATE, 0o777777), (0, 2), (VALUE, 3)];
    assert_eq!(bench.call("USRVAR", &read), Answer::Skip);
    assert_eq!(bench.word(3), sixbit("TEST"));
    // Setting bits, and a variable that cannot be set.
    bench.set_variable(0o34, Word36::from(0o10));
    bench.set_variable(0o34, Word36::from(0o20));
    bench.set_variable(0o35, Word36::from(0o10));
    assert_eq!(bench.variable(6), Word36::from(0o20));
    assert!(matches!(bench.set_variable(5, Word36::from(1)), Answer::Fault(_)));
    assert_eq!(bench.errors(), "ILOPR; 100>>.SUSET 176\n");
}

#[test]
fn arguments_are_decoded_as_its_does() {
    let mut bench = Bench::plain();
    bench.put(2, Word36::from(0o123));
    assert_eq!(bench.error("SIOT", &[]), 0o30);
    assert_eq!(bench.error("SIOT", &[(IMMEDIATE, 1), (IMMEDIATE, 2), (0, 3)]), 0o33);
    let nine: Vec<_> = [(ERROR, 0o25)].into_iter().chain([(IMMEDIATE, 1); 9]).collect();
    assert_eq!(bench.call("RQDATE", &nine), Answer::Next);
    assert_eq!(bench.word(0o25), Word36::from(0o15));
    assert_eq!(bench.call("RQDATE", &[(ERROR, 2), (ERROR, 3)]), Answer::Next);
    // An unknown name leaves the error word alone; a good call clears it.
    bench.put(2, Word36::from(0o123));
    assert_eq!(bench.call("NOCALL", &[(ERROR, 2)]), Answer::Next);
    assert_eq!(bench.word(2), Word36::from(0o123));
    assert_eq!(bench.call("RQDATE", &[(VALUE, 3), (ERROR, 2)]), Answer::Skip);
    assert_eq!(bench.word(2), Word36::default());
    // Without SETZ it is not a block.
    bench.put(BLOCK, Word36::default());
    assert!(matches!(bench.uuo(0o043, 0, BLOCK), Answer::Fault(Cause::Illegal { .. })));
}

#[test]
fn calls_that_are_not_there_say_their_name() {
    let mut bench = Bench::plain();
    let name = *b"MLINK   ";
    assert_eq!(bench.call("MLINK", &[(IMMEDIATE, 1)]), Answer::Fault(Cause::CallNotHere { name }));
    assert!(matches!(
        bench.open(1, 0, "USR", "GUEST HACTRN"),
        Answer::Fault(Cause::CallNotHere { .. })
    ));
    // CALL takes the name as an argument.
    bench.put(2, sixbit("RQDATE"));
    assert_eq!(bench.call("CALL", &[(0, 2), (VALUE, 3)]), Answer::Skip);
}

#[test]
fn bad_addresses_in_arguments_are_violations_at_the_call() {
    let mut bench = Bench::plain();
    let unmapped = |access, address| Answer::Fault(Cause::Unmapped { access, address });
    assert_eq!(bench.call("RQDATE", &[(VALUE, 0o700000)]), unmapped(Access::Store, 0o700000));
    assert_eq!(bench.errors(), "MPV; 100>>.CALL 200 (RQDATE)\n");
    assert_eq!(bench.uuo(0o043, 0, 0o700000), unmapped(Access::Load, 0o700000));
    // A block that runs off the end of memory.
    bench.put(0o1776, SETZ);
    bench.put(0o1777, sixbit("RQDATE"));
    assert_eq!(bench.uuo(0o043, 0, 0o1776), unmapped(Access::Load, 0o2000));
}

#[test]
fn times_and_dates_come_from_the_clock() {
    let mut bench = Bench::plain();
    bench.oper(0o46, 1);
    bench.oper(0o45, 2);
    assert_eq!([1, 2].map(|at| bench.word(at)), ["830704", "123456"].map(sixbit));
    assert_eq!(bench.call("RQDATE", &[(VALUE, 3)]), Answer::Skip);
    assert_eq!(bench.word(3), Word36::halves(83 << 9 | 7 << 5 | 4, 45_296 * 2 + 1));
    bench.put(4, Word36::from(60));
    bench.oper(3, 4);
    bench.oper(0o17, 4);
    assert_eq!(bench.word(4), Word36::from(60));
    bench.cpu.elapsed_nanos.set(8_000);
    assert_eq!(bench.variable(0o24), Word36::from(2));
}

#[test]
fn pages_come_and_go() {
    let mut bench = Bench::plain();
    let fresh =
        [(CONTROL, 0o400000), (IMMEDIATE, 0), (IMMEDIATE, 0o777777), (0, 3), (IMMEDIATE, 0o777773)];
    bench.put(3, Word36::halves(0o777776, 5));
    assert_eq!(bench.call("CORBLK", &fresh), Answer::Skip);
    assert_eq!(bench.word(3), Word36::halves(0, 7));
    assert_eq!(
        [5, 6, 7].map(|page| bench.cpu.memory.page(page)),
        [Page::Writable, Page::Writable, Page::Absent]
    );
    assert_eq!(bench.variable(0o12), Word36::from(0o16000));
    assert_eq!(bench.call("CORTYP", &[(IMMEDIATE, 5), (VALUE, 2)]), Answer::Skip);
    assert_eq!(bench.word(2), Word36::halves(0o600000, 0));
    let delete = [(IMMEDIATE, 0), (IMMEDIATE, 0o777777), (IMMEDIATE, 5)];
    assert_eq!(bench.call("CORBLK", &delete), Answer::Skip);
    assert_eq!(bench.cpu.memory.page(5), Page::Absent);
    // .CORE works at the top.
    assert_eq!(bench.uuo(0o043, 6, 3), Answer::Skip);
    assert_eq!(bench.variable(0o12), Word36::from(0o2000));
    assert_eq!(bench.uuo(0o043, 6, 4), Answer::Skip);
    assert_eq!(bench.variable(0o12), Word36::from(0o10000));
    assert_eq!(bench.uuo(0o043, 6, 0o401), Answer::Next);
}

/// A page in two places, as described in *ITS .CALLS*, `CORBLK` and `CORTYP`.
#[test]
fn pages_are_shared() {
    let mut bench = Bench::plain();
    let own = |control, page, from| {
        let job = (IMMEDIATE, 0o777777);
        [(CONTROL, control), (IMMEDIATE, 0), job, (IMMEDIATE, page), job, (IMMEDIATE, from)]
    };
    assert_eq!(bench.uuo(0o043, 6, 2), Answer::Skip);
    bench.put(0o2001, Word36::from(5));
    assert_eq!(bench.call("CORBLK", &own(0o010000, 9, 1)), Answer::Skip);
    assert_eq!(bench.word(0o22001), Word36::from(5));
    bench.cpu.write(0o2001, Word36::from(6)).unwrap();
    assert_eq!(bench.word(0o22001), Word36::from(6));
    assert!(bench.cpu.write(0o22001, Word36::from(7)).is_err());
    let values = [(IMMEDIATE, 9), (VALUE, 2), (VALUE, 3), (VALUE, 4), (VALUE, 5)];
    assert_eq!(bench.call("CORTYP", &values), Answer::Skip);
    let shared = [0o200000_000000, 6, 1, 0o400000_000002];
    assert_eq!([2, 3, 4, 5].map(|at| bench.word(at).bits()), shared);
    // Moved: shared with rights to write, then taken from where it was.
    assert_eq!(bench.call("CORBLK", &own(0o100000, 9, 1)), Answer::Skip);
    let delete = [(IMMEDIATE, 0), (IMMEDIATE, 0o777777), (IMMEDIATE, 1)];
    assert_eq!(bench.call("CORBLK", &delete), Answer::Skip);
    bench.cpu.write(0o22001, Word36::from(8)).unwrap();
    assert_eq!(bench.call("CORTYP", &values), Answer::Skip);
    assert_eq!(bench.word(3), Word36::from_signed(-1));
    // There is no page at 1 now, and never a display page: DEVICE NOT AVAILABLE.
    assert_eq!(bench.error("CORBLK", &own(0o010000, 9, 1)), 0o32);
    let display =
        [(IMMEDIATE, 0o400000), (IMMEDIATE, 0o777777), (IMMEDIATE, 3), (IMMEDIATE, 0o777776)];
    assert_eq!(bench.error("CORBLK", &display), 0o10);
}

/// The job itself on the `USR` device, as described in *ITS USR*, "Opening the USR: device".
#[test]
fn a_job_may_look_at_itself() {
    const FOREIGN: u32 = 0o10;
    let mut bench = Bench::plain();
    assert_eq!(bench.open(3, FOREIGN | 6, "USR", "GUEST TEST"), Answer::Skip);
    bench.put(0o300, Word36::from(5));
    bench.put(0o177, Word36::from(0o300));
    assert_eq!(bench.uuo(0o047, 3, 0o177), Answer::Next);
    bench.put(1, Word36::halves(0o777777, 2));
    assert_eq!(bench.iot(3), Answer::Next);
    assert_eq!(bench.word(2), Word36::from(5));
    // Its variables, which cannot be changed this way; 4 is .UNAME, 16 .SNAME.
    bench.put(0o176, Word36::halves(4, 0o177));
    assert_eq!(bench.uuo(0o044, 3, 0o176), Answer::Next);
    assert_eq!(bench.word(0o177), sixbit("GUEST"));
    bench.put(0o176, Word36::halves(0o400016, 0o177));
    assert!(matches!(bench.uuo(0o044, 3, 0o176), Answer::Fault(Cause::Illegal { .. })));
    // Absent memory interrupts the reader; its superior DDT is not a program on this host.
    bench.put(0o177, Word36::from(0o300000));
    bench.uuo(0o047, 3, 0o177);
    bench.put(1, Word36::halves(0o777777, 2));
    assert!(matches!(bench.iot(3), Answer::Fault(Cause::Unmapped { address: 0o300000, .. })));
    let ddt = bench.open(3, FOREIGN | 6, "USR", "GUEST HACTRN");
    assert!(matches!(ddt, Answer::Fault(Cause::CallNotHere { .. })));
    // FILE NOT FOUND, MODE NOT AVAILABLE, NON-EXISTENT DIRECTORY.
    for (mode, names, error) in
        [(FOREIGN | 6, "GUEST OTHER", 4), (7, "GUEST TEST", 0o12), (7, "OTHER JOB", 0o20)]
    {
        assert_eq!(bench.open(3, mode, "USR", names), Answer::Next);
        assert_eq!(bench.its.channels.get(3).error, error, "{names}");
    }
}

#[test]
fn strings_of_commands_are_done() {
    let value = |commands: &[u8]| {
        let mut bench = with_command(b"old line");
        for (at, part) in (0o300..).zip([commands, &[0]].concat().chunks(5)) {
            bench.put(at, text::ascii(part, 0));
        }
        let answer = bench.uuo(0o043, 4, 0o300);
        (answer, bench.errors(), bench.variable(0o54).left())
    };
    assert_eq!(value(b":KILL ").0, Answer::Exit(0));
    assert_eq!(value(b"\r\n:KILL\r\n").0, Answer::Exit(0));
    assert_eq!(value(b":  kill\r\n").0, Answer::Exit(0));
    assert_eq!(value(b"\x1bP").0, Answer::Next);
    assert_eq!(value(b":VP ").0, Answer::Next);
    assert_eq!(value(b":JCL\r:PROCED "), (Answer::Next, String::new(), 0o030000));
    let unknown = value(b"1= P");
    assert_eq!((unknown.0, unknown.1.as_str()), (TO_DDT, "1=1    P\n"));
}

#[test]
fn the_system_tells_of_itself() {
    let mut bench = Bench::plain();
    let wanted: Vec<_> = (0o300..0o310).map(|at| (VALUE, at)).collect();
    assert_eq!(bench.call("SSTATU", &wanted), Answer::Skip);
    assert_eq!(bench.word(0o300), Word36::from_signed(-1));
    assert_eq!([0o305, 0o306].map(|at| bench.word(at)), ["DB", "1648"].map(sixbit));
    bench.put(2, Word36::halves(0o777775, 0o300));
    bench.put(3, sixbit("DEVS"));
    assert_eq!(bench.oper(0o23, 2), Answer::Next);
    assert_eq!(bench.word(2), Word36::halves(0o777772, 0o300));
    assert_eq!(bench.oper(0o23, 2), Answer::Skip);
    assert_eq!((bench.word(2), bench.word(0o300)), (Word36::halves(0, 0o306), sixbit("DSK")));
    bench.put(3, sixbit("BOGUS"));
    assert_eq!(bench.oper(0o23, 2), Answer::Next);
    assert_eq!(bench.word(3), Word36::default());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Every call of a program gets an answer.
    #[test]
    fn no_call_is_too_wild(
        words in prop::collection::vec(any::<u64>(), 0o40),
        opcode in 0o40u32..0o50,
        ac in 0u32..16,
        address in prop_oneof![0u32..0o2000, any::<u32>()],
    ) {
        let mut bench = Bench::with_files(&[("GUEST;A B", b"abc")]);
        for (at, &word) in (0..).zip(&words) {
            bench.put(at, Word36::new(word));
            bench.put(0o200 + at, Word36::new(word));
        }
        bench.open(2, 0, "DSK", "A B");
        bench.open(3, 1, "DSK", "C >");
        bench.put(PC, Word36::halves(0o777777, address));
        let _ = bench.uuo(opcode, ac, address & 0o777777);
    }

    /// Symbolic calls with arguments of every kind, good and bad.
    #[test]
    fn no_argument_is_too_wild(
        rank in 0..super::super::calls::CALLS.len(),
        arguments in prop::collection::vec((0u32..0o10, 0u32..0o100), 1..9),
        words in prop::collection::vec(any::<u64>(), 0o100),
    ) {
        let mut bench = Bench::with_files(&[("GUEST;A B", b"abc")]);
        bench.open(2, 0, "DSK", "A B");
        bench.open(3, 1, "DSK", "C >");
        bench.open(4, 3, "TTY", "");
        for (at, &word) in (0..).zip(&words) {
            // Small numbers are channels and pages.
            bench.put(at, Word36::new(if word & 1 == 0 { word >> 58 } else { word }));
        }
        let name = super::super::calls::CALLS[rank].name;
        let arguments: Vec<_> = arguments.iter().map(|&(kind, at)| (kind << 9, at)).collect();
        let _ = bench.call(name, &arguments);
    }
}
