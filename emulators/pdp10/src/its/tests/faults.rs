//! Rarer ways in which a job is interrupted, waits, or fails; and DDT's messages about them.
//!
//! Source: *ITS INTRUP*; *ITS USETS*; *ITS .CALLS*, `DISMIS`; *ITS UUOS*, `.REALT` and `.HANG`;
//! DDT 1549.

use machine::{Access, Cause, Host, Input};

use super::inferiors::{HANG, MASK};
use super::{Answer, Bench, CONTROL, IMMEDIATE, PC, ProcessorEvent};
use crate::Word36;
use crate::text::sixbit;

const OPTION: u32 = 0o54;
const DF1: u32 = 0o52;
const DF2: u32 = 0o53;
const REALT: u32 = 0o34;
const NDIS: u32 = 0o71;
/// `%PIMPV`, `%PIRLT` and `%PIFOV`.
const MPV: Word36 = Word36::new(0o20000);
const REAL_TIME: Word36 = Word36::halves(0o200000, 0);
const FLOAT_OVERFLOW: Word36 = Word36::halves(0o400, 0);
const UNMAPPED: Cause = Cause::Unmapped { access: Access::Load, address: 0o700123 };

fn raised(bench: &mut Bench, event: ProcessorEvent) -> Answer {
    bench.its.condition(event, &mut bench.cpu, &mut bench.host)
}

/// `%OPTRP`: a job whose calls are to go to its superior, which here is DDT.
#[test]
fn trapped_calls_stop_the_job() {
    let mut bench = Bench::plain();
    bench.set_variable(OPTION, Word36::halves(0o400000, 0));
    bench.put(1, Word36::from(5));
    assert!(matches!(bench.oper(0o20, 1), Answer::Fault(Cause::Illegal { .. })));
    assert_eq!(bench.word(1), Word36::from(5), "nothing was done");
    assert!(bench.errors().starts_with("SYSUUO; 100>>.RDSW 1,"), "{}", bench.errors());
}

#[test]
fn floating_overflow_interrupts_only_if_enabled() {
    let mut bench = Bench::plain();
    bench.put(0o42, Word36::from(0o300));
    assert_eq!(raised(&mut bench, ProcessorEvent::FloatOverflow), Answer::Next);
    bench.set_variable(MASK, FLOAT_OVERFLOW);
    assert!(bench.its.wants_overflow());
    assert_eq!(raised(&mut bench, ProcessorEvent::FloatOverflow), Answer::To(0o302));
    assert_eq!(bench.word(0o300), FLOAT_OVERFLOW);
}

#[test]
fn addresses_of_instructions_and_handlers_may_be_absent() {
    // An illegal instruction with an indirect word that is not there.
    let mut bench = Bench::plain();
    let word = Word36::halves(0o001020, 0o700123);
    bench.put(PC, word);
    let answer = raised(&mut bench, ProcessorEvent::Illegal(word));
    assert!(matches!(answer, Answer::Fault(Cause::Unmapped { address: 0o700123, .. })));
    assert!(bench.errors().starts_with("MPV; 100>>"), "{}", bench.errors());
    // The handler of returned instructions.
    let mut bench = Bench::plain();
    bench.put(0o41, Word36::halves(0o264000, 0o700123));
    let answer = raised(&mut bench, ProcessorEvent::Illegal(Word36::halves(0o001000, 0)));
    assert!(matches!(answer, Answer::Fault(Cause::Unmapped { address: 0o700123, .. })));
}

/// A table of one group, which is for `%PIMPV`.
fn with_table(pushes: Word36) -> Bench {
    let mut bench = Bench::plain();
    bench.put(0o42, Word36::halves(0o777772, 0o300));
    let none = Word36::default();
    for (at, word) in (0o300..).zip([pushes, MPV, none, none, none, Word36::from(0o500)]) {
        bench.put(at, word);
    }
    bench.put(0o17, Word36::halves(0o777700, 0o400));
    bench.set_variable(OPTION, Word36::halves(0o004000, 0));
    bench
}

#[test]
fn an_interrupt_without_a_group_is_fatal() {
    let mut bench = with_table(Word36::from(0o17));
    bench.set_variable(MASK, Word36::from(0o20));
    let answer = bench.set_variable(0o10, Word36::from(0o20));
    assert_eq!(answer, Answer::Fault(Cause::ToDebugger { is_clean: false }));
    assert!(bench.errors().starts_with("DPY;"), "{}", bench.errors());
}

/// With the sign in the first word of the table, three more words are pushed.
#[test]
fn a_table_pushes_more_words() {
    let mut bench = with_table(Word36::halves(0o400000, 0o17));
    bench.set_variable(MASK, MPV);
    assert_eq!(raised(&mut bench, ProcessorEvent::Memory(UNMAPPED)), Answer::To(0o500));
    assert_eq!(bench.word(0o17), Word36::halves(0o777710, 0o410));
    // Control bits of `DISMIS` say that they are there.
    let dismiss = [(CONTROL | IMMEDIATE, 0o400000), (0, 0o17)];
    assert_eq!(bench.call("DISMIS", &dismiss), Answer::To(PC + 1));
    assert_eq!(bench.word(0o17), Word36::halves(0o777700, 0o400));
}

/// Source: *ITS .CALLS*, `DISMIS`: PC, two words of deferred interrupts, and a failure to report.
#[test]
fn dismis_takes_everything_as_arguments() {
    let mut bench = Bench::plain();
    let words = [Word36::from(0o150), Word36::from(0o11), Word36::from(0o22)];
    (2..).zip(words).for_each(|(at, word)| bench.put(at, word));
    let four = [(IMMEDIATE, 0), (0, 2), (0, 3), (0, 4)];
    assert_eq!(bench.call("DISMIS", &four), Answer::To(0o150));
    assert_eq!([DF1, DF2].map(|it| bench.variable(it).bits()), [0o11, 0o22]);
    bench.put(5, Word36::halves(0o160, 0o1004));
    let five: Vec<_> = four.into_iter().chain([(0, 5)]).collect();
    assert_eq!(bench.call("DISMIS", &five), Answer::Fault(Cause::GaveUp));
    assert_eq!(bench.errors(), "ERROR: FILE NOT FOUND\n160>>0\n");
    // By the address of the last of three words.
    let mut bench = Bench::plain();
    for (at, word) in (0o300..).zip([0o11, 0o22, 0o150]) {
        bench.put(at, Word36::from(word));
    }
    assert_eq!(bench.call("DISMIS", &[(IMMEDIATE, 0o302)]), Answer::To(0o150));
    assert_eq!([DF1, DF2].map(|it| bench.variable(it).bits()), [0o11, 0o22]);
}

/// Source: *ITS UUOS*, `.REALT`: a frame of six sixtieths of a second.
#[test]
fn a_clock_ends_a_wait_with_a_limit() {
    let mut bench = Bench::plain();
    bench.put(0o42, Word36::from(0o300));
    bench.put(0o310, Word36::from(6));
    bench.put(0o311, Word36::from(2));
    bench.put(1, Word36::halves(0o300000, 0o310));
    assert_eq!(bench.oper(REALT, 1), Answer::Skip);
    bench.set_variable(MASK, REAL_TIME);
    let start = bench.host.clock_nanos;
    bench.put(3, Word36::from(30));
    // The handler returns to the call's predecessor, with the time in the accumulator.
    assert_eq!(bench.oper(HANG, 3), Answer::To(0o302));
    assert_eq!(bench.host.clock_nanos - start, 100_000_000);
    assert_eq!(bench.word(0o301).right(), PC - 1);
    assert_eq!(bench.word(3), Word36::from_signed(-30));
    // What is asked for: ticks, frame and priority; and then the clock is stopped.
    bench.host.clock_nanos += 200_000_000;
    bench.put(1, Word36::halves(0o004000, 0o310));
    assert_eq!(bench.oper(REALT, 1), Answer::Next);
    assert_eq!(bench.word(0o312).right(), 6);
    assert_eq!(bench.word(0o313), Word36::from(2));
    bench.put(1, Word36::halves(0o400000, 0o310));
    assert_eq!(bench.oper(REALT, 1), Answer::Next);
    bench.put(1, Word36::halves(0o004000, 0o310));
    assert_eq!(bench.oper(REALT, 1), Answer::Next);
    assert_eq!([0o312, 0o313].map(|at| bench.word(at).bits()), [0, 0]);
}

#[test]
fn a_job_that_reads_the_terminal_waits_for_it() {
    let mut bench = Bench::new(Host { input: Input::open(), ..Host::default() });
    assert_eq!(bench.oper(HANG, 0), Answer::Fault(Cause::Asleep));
    bench.open(2, 0, "TTY", "");
    assert_eq!(bench.oper(HANG, 0), Answer::Input);
}

#[test]
fn messages_name_what_failed() {
    // `.LOSE %LSFIL` after RENAME and DELETE names the file of the call.
    for (name, count) in [("RENAME", 6), ("DELETE", 4)] {
        let mut bench = Bench::plain();
        for (at, part) in (0o300..).zip(["DSK", "NO", "FILE", "GUEST", "A", "B"]) {
            bench.put(at, sixbit(part));
        }
        let arguments: Vec<_> = (0o300..0o300 + count).map(|at| (0, at)).collect();
        assert_eq!(bench.call(name, &arguments), Answer::Next);
        bench.cpu.pc.set(PC + 1);
        bench.uuo(0o043, 2, 0o1400);
        let start = format!("ERROR: {name}:  DSK: GUEST; NO FILE - FILE NOT FOUND\n");
        assert!(bench.errors().starts_with(&start), "{}", bench.errors());
    }
    // A transfer that fails names the device and its names.
    for (mode, device, names, start) in [
        (4, "DSK", ".FILE. (DIR)", "IOCERROR: DSK: GUEST; .FILE. (DIR) - "),
        (6, "USR", "GUEST TEST", "IOCERROR: USR: GUEST TEST - "),
        (0, "TTY", "", "IOCERROR: TTY:  - "),
    ] {
        let mut bench = Bench::plain();
        assert_eq!(bench.open(2, mode, device, names), Answer::Skip);
        // OVER IOPUSH, after eight.
        for _ in 0..8 {
            bench.oper(0o13, 1);
        }
        assert!(matches!(bench.oper(0o13, 2), Answer::Fault(Cause::Channel { .. })));
        assert!(bench.errors().starts_with(start), "{}", bench.errors());
    }
}

#[test]
fn ddt_stops_where_the_output_is_full() {
    let mut bench = Bench::plain();
    bench.host.errors = machine::Output::with_cap(3);
    bench.put(PC, Word36::new(0o200100_700000));
    let full = Answer::Limit(machine::Limit::Output);
    assert_eq!(raised(&mut bench, ProcessorEvent::Memory(UNMAPPED)), full);
    let mut bench = Bench::plain();
    bench.host.output = machine::Output::with_cap(1);
    bench.open(2, 1, "TTY", "");
    bench.put(1, Word36::from(0o101));
    assert_eq!([bench.iot(2), bench.iot(2)], [Answer::Next, full]);
}

/// `.NDIS`: there is nothing to wait for, as pictures are shown at once.
#[test]
fn pictures_are_counted_only_while_a_list_is_shown() {
    let mut bench = Bench::plain();
    bench.put(1, Word36::from(5));
    assert_eq!(bench.oper(NDIS, 1), Answer::Next);
    assert_eq!(bench.uuo(0o043, 0o10, 0o300), Answer::Skip);
    assert_eq!(bench.oper(NDIS, 1), Answer::Skip);
    bench.put(1, Word36::default());
    assert_eq!(bench.oper(NDIS, 1), Answer::Next);
    assert_eq!(bench.oper(0o16, 0), Answer::Next);
    bench.put(1, Word36::from(5));
    assert_eq!(bench.oper(NDIS, 1), Answer::Next);
}

/// Instructions for input and output: BLKI, DATAI, CONO and CONI of devices that are not there.
#[test]
fn devices_that_are_not_there_read_as_zero() {
    let mut bench = Bench::plain();
    let mut io = |function: u32, device: u32, address: u32| {
        let word = Word36::halves(0o700000 | device << 6 | function << 5, address);
        bench.its.io(word, address, &mut bench.cpu, &mut bench.host)
    };
    assert_eq!(io(4, 0o120, 0o777), Answer::Next);
    assert_eq!(io(5, 0o120, 0o310), Answer::Next);
    assert_eq!(io(1, 0o120, 0o311), Answer::Next);
    // CONSZ skips, and CONSO does not.
    assert_eq!([io(6, 0o120, 0o777), io(7, 0o120, 0o777)], [Answer::Skip, Answer::Next]);
    bench.put(0o320, Word36::halves(0o777776, 0o330));
    bench.put(0o331, Word36::from(5));
    let mut io = |function: u32, address: u32| {
        let word = Word36::halves(0o700000 | 0o120 << 6 | function << 5, address);
        bench.its.io(word, address, &mut bench.cpu, &mut bench.host)
    };
    // A pointer that is not used up skips.
    assert_eq!([io(0, 0o320), io(0, 0o320)], [Answer::Skip, Answer::Next]);
    assert!(matches!(io(1, 0o700000), Answer::Fault(Cause::Unmapped { .. })));
    assert_eq!([0o310, 0o311, 0o331].map(|at| bench.word(at).bits()), [0; 3]);
    assert_eq!(bench.word(0o320), Word36::halves(0, 0o332));
}

/// Source: *ITS TTY*, image mode: characters are printed as they are.
#[test]
fn output_in_image_mode_is_not_converted() {
    let mut bench = Bench::plain();
    bench.open(2, 5, "TTY", "");
    bench.print(2, b"ab\rc\x01\x1b");
    assert_eq!(bench.output(), "ab\rc\x01\x1b");
}
