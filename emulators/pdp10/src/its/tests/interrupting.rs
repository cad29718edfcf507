//! Interrupts, and DDT's messages for unhandled ones.

use machine::{Access, Cause};

use super::{Answer, Bench, IMMEDIATE, PC, ProcessorEvent, TO_DDT};
use crate::Word36;
use crate::cpu::flag;

const MASK: u32 = 6;
const OPTION: u32 = 0o54;
const MPV: Word36 = Word36::new(0o20000);
const UNMAPPED: Cause = Cause::Unmapped { access: Access::Load, address: 0o700123 };

impl Bench {
    fn raise(&mut self, condition: ProcessorEvent) -> Answer {
        self.its.condition(condition, &mut self.cpu, &mut self.host)
    }
}

#[test]
fn ddt_reports_what_stops_a_program() {
    // ITS 1648 with DDT 1546.
    let mut bench = Bench::plain();
    bench.put(PC, Word36::new(0o200100_700000));
    let stopped = Answer::Fault(UNMAPPED);
    assert_eq!(bench.raise(ProcessorEvent::Memory(UNMAPPED)), stopped);
    assert_eq!(bench.errors(), "MPV; 100>>MOVE 2,700000\n");
    // The KA10 knows only the page.
    assert_eq!(bench.variable(0o45), Word36::from(0o700000));
    let mut bench = Bench::plain();
    let word = Word36::new(0o254200_000100);
    bench.put(PC, word);
    let illegal = Answer::Fault(Cause::Illegal { word: word.bits() });
    assert_eq!(bench.raise(ProcessorEvent::Illegal(word)), illegal);
    assert_eq!(bench.errors(), "ILOPR; 100>>JRST 4,100\n");
}

#[test]
fn handlers_of_old_get_bits_and_pc() {
    let mut bench = Bench::plain();
    bench.put(0o42, Word36::from(0o300));
    bench.set_variable(MASK, MPV);
    bench.cpu.set_flags(flag::OV);
    assert_eq!(bench.raise(ProcessorEvent::Memory(UNMAPPED)), Answer::To(0o302));
    let stored = [bench.word(0o300), bench.word(0o301)];
    assert_eq!(stored, [MPV, Word36::halves(0o410000, PC + 1)]);
    assert_eq!(bench.cpu.flags(), 0);
    // While it runs, another one is fatal.
    assert_eq!(bench.raise(ProcessorEvent::Memory(UNMAPPED)), Answer::Fault(UNMAPPED));
    assert_eq!(bench.uuo(0o043, 1, 0o301), Answer::To(PC + 1));
    assert_eq!(bench.cpu.flags(), flag::OV);
    // %OPOPC: the PC of the instruction itself.
    bench.set_variable(OPTION, Word36::halves(0o000200, 0));
    bench.raise(ProcessorEvent::Memory(UNMAPPED));
    assert_eq!(bench.word(0o301).right(), PC);
}

#[test]
fn tables_of_interrupts_push_on_a_stack() {
    let mut bench = Bench::plain();
    bench.put(0o42, Word36::halves(0o777772, 0o300));
    // Accumulators 1 and 2 are pushed, too.
    let table = [Word36::halves(0o102, 0o17), MPV, Word36::default(), MPV, Word36::from(7)];
    for (at, word) in (0o300..).zip(table.into_iter().chain([Word36::from(0o500)])) {
        bench.put(at, word);
    }
    bench.put(0o17, Word36::halves(0o777700, 0o400));
    bench.put(1, Word36::from(0o11));
    bench.put(2, Word36::from(0o22));
    bench.set_variable(MASK, MPV);
    bench.set_variable(OPTION, Word36::halves(0o004200, 0));
    assert_eq!(bench.raise(ProcessorEvent::Memory(UNMAPPED)), Answer::To(0o500));
    assert_eq!(bench.word(0o17), Word36::halves(0o777707, 0o407));
    let pushed: Vec<_> = (0o401..0o410).map(|at| bench.word(at).bits()).collect();
    assert_eq!(pushed, [0o20000, 0, 0, 0, 0o010000_000100, 0o11, 0o22]);
    assert_eq!((bench.variable(0o52), bench.variable(0o53)), (MPV, Word36::from(7)));
    bench.put(1, Word36::default());
    let dismiss = [(0, 0o17), (super::CONTROL, 0o102)];
    assert_eq!(bench.call("DISMIS", &dismiss), Answer::To(PC));
    assert_eq!(
        (bench.word(0o17), bench.word(1)),
        (Word36::halves(0o777700, 0o400), Word36::from(0o11))
    );
    assert_eq!(bench.variable(0o52), Word36::default());
}

#[test]
fn a_full_stack_interrupts_only_if_enabled() {
    let mut bench = Bench::plain();
    assert_eq!(bench.raise(ProcessorEvent::Pushdown), Answer::Next);
    bench.set_variable(MASK, Word36::from(0o200000));
    bench.cpu.pc.set(0o104);
    bench.put(0o104, Word36::new(0o261740_000124));
    assert_eq!(bench.raise(ProcessorEvent::Pushdown), Answer::Fault(Cause::Pushdown));
    assert_eq!(bench.errors(), "BADPI;(PDLOV;) 104>>PUSH 17,124\n");
}

#[test]
fn overflow_interrupts_only_if_enabled() {
    let mut bench = Bench::plain();
    assert!(!bench.its.wants_overflow());
    bench.set_variable(MASK, Word36::from(0o10));
    assert!(bench.its.wants_overflow());
    bench.put(0o42, Word36::from(0o300));
    assert_eq!(bench.raise(ProcessorEvent::Overflow), Answer::To(0o302));
}

#[test]
fn instructions_are_given_back_to_a_handler() {
    // ITS UUOS, "returnable uuos".
    let mut bench = Bench::plain();
    bench.put(0o41, Word36::halves(0o264000, 0o300));
    bench.put(1, Word36::from(0o1000));
    let word = Word36::halves(0o050101, 5);
    assert_eq!(bench.raise(ProcessorEvent::Illegal(word)), Answer::To(0o301));
    assert_eq!(bench.word(0o40), Word36::halves(0o050100, 0o1005));
    assert_eq!(bench.word(0o300), Word36::halves(0o010000, PC + 1));
    // %OPDEC returns .OPEN as well; an accumulator in 41 refuses.
    bench.set_variable(OPTION, Word36::halves(0o100000, 0));
    assert_eq!(bench.uuo(0o041, 1, 5), Answer::To(0o301));
    bench.put(0o41, Word36::halves(0o264040, 0o300));
    assert!(matches!(bench.uuo(0o041, 1, 5), Answer::Fault(Cause::Illegal { .. })));
}

#[test]
fn losses_have_their_messages() {
    // ITS 1648 with DDT 1546, the codes of .LOSE.
    for (code, expected) in [
        (0, "ERROR; 77>>MOVEI 1,5\n"),
        (4, "NXIO; 77>>MOVEI 1,5\n"),
        (0o1004, "ERROR: FILE NOT FOUND\n77>>MOVEI 1,5\n"),
        (0o1000, "ERROR: ISE0\n77>>MOVEI 1,5\n"),
        (0o4000, "ERROR; 77>>MOVEI 1,5\n"),
    ] {
        let mut bench = Bench::plain();
        bench.put(PC - 1, Word36::new(0o201040_000005));
        assert_eq!(bench.uuo(0o043, 2, code), Answer::Fault(Cause::GaveUp));
        assert_eq!(bench.errors(), expected);
    }
}

#[test]
fn a_failed_call_is_reported_with_its_file() {
    for (code, expected) in [
        (0o1400, "ERROR: OPEN:  DSK: GUEST; NOSUCH FILE - FILE NOT FOUND\n100>>.CALL 200 (OPEN)\n"),
        (0o1000, "ERROR: OPEN:  FILE NOT FOUND\n100>>.CALL 200 (OPEN)\n"),
    ] {
        let mut bench = Bench::plain();
        assert_eq!(bench.open(2, 0, "DSK", "NOSUCH FILE"), Answer::Next);
        bench.cpu.pc.set(PC + 1);
        bench.uuo(0o043, 2, code);
        assert_eq!(bench.errors(), expected);
    }
}

#[test]
fn a_program_may_take_its_own_loss() {
    let mut bench = Bench::plain();
    bench.put(0o42, Word36::from(0o300));
    bench.set_variable(MASK, Word36::halves(1, 0));
    assert_eq!(bench.uuo(0o043, 2, 0), Answer::To(0o302));
    assert_eq!(bench.word(0o300), Word36::halves(1, 0));
    // The symbolic call says where and what.
    let mut bench = Bench::plain();
    bench.put(1, Word36::halves(0, 0o1004));
    let lose = [(0, 1), (IMMEDIATE, 0o150)];
    assert_eq!(bench.call("LOSE", &lose), Answer::Fault(Cause::GaveUp));
    assert_eq!(bench.errors(), "ERROR: FILE NOT FOUND\n150>>0\n");
}

#[test]
fn waiting_forever_is_reported() {
    let mut bench = Bench::plain();
    assert_eq!(bench.oper(0o47, 0), Answer::Fault(Cause::Asleep));
    // With an accumulator, time passes: three seconds.
    bench.put(3, Word36::from(90));
    let before = bench.host.clock_nanos;
    assert_eq!(bench.oper(0o47, 3), Answer::Next);
    assert_eq!(bench.host.clock_nanos - before, 3_000_000_000);
}

#[test]
fn breaks_and_values_go_to_ddt() {
    let mut bench = Bench::plain();
    assert_eq!(bench.uuo(0o045, 0o16, 0o160000), Answer::Exit(0));
    assert_eq!(bench.uuo(0o045, 0o16, 0o040000), Answer::Exit(0));
    let done = Answer::ToDebugger { is_clean: true };
    assert_eq!(bench.uuo(0o045, 0o16, 0o100000), done);
    bench.put(PC + 1, Word36::new(0o201040_000006));
    assert_eq!(bench.uuo(0o043, 4, 0), TO_DDT);
    assert_eq!(bench.errors(), ".VAL 0; 101>>MOVEI 1,6\n");
    assert_eq!(bench.oper(0o33, 0), Answer::Next);
    assert_eq!(bench.oper(0o33, 1), Answer::Exit(0));
}
