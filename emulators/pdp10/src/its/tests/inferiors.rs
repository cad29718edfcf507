//! Inferior jobs: their variables and memory, the terminal, turns, and their ends.
//!
//! Source: *ITS USR*; *ITS USETS*; *ITS UUOS*; *ITS TTY*.

use machine::Cause;

use super::{Answer, Bench, CONTROL, IMMEDIATE, PC, VALUE};
use crate::Word36;
use crate::memory::Page;
use crate::text::sixbit;

/// Numbers of the first job, and of the next two.
const OWN: u32 = 6;
const CHILD: u32 = 7;
const GRANDCHILD: u32 = 8;
/// Modes: blocks of words, input and output, and the same of a job of someone else.
const INPUT: u32 = 6;
const OUTPUT: u32 = 7;
const FOREIGN: u32 = 0o10;
/// Numbers of variables.
const UPC: u32 = 0;
const TTY: u32 = 2;
const JNAME: u32 = 5;
pub(super) const MASK: u32 = 6;
const USTP: u32 = 7;
const PIRQC: u32 = 0o10;
const INTB: u32 = 0o11;
const SNAME: u32 = 0o16;
const MSK2: u32 = 0o25;
/// Numbers of `.OPER`.
const SLEEP: u32 = 0o3;
const UCLOSE: u32 = 0o10;
const ATTY: u32 = 0o11;
const DTTY: u32 = 0o12;
const RESET: u32 = 0o37;
pub(super) const HANG: u32 = 0o47;
/// A second, and its ticks.
const SECOND: u64 = 1_000_000_000;
const TICKS: u32 = 30;

impl Bench {
    /// Sets a variable of the inferior on channel 3.
    fn uset(&mut self, number: u32, value: Word36) -> Answer {
        self.put(0o176, Word36::halves(0o400000 | number, 0o177));
        self.put(0o177, value);
        self.uuo(0o044, 3, 0o176)
    }

    /// A variable of the inferior on channel 3.
    fn of_child(&mut self, number: u32) -> Word36 {
        self.put(0o176, Word36::halves(number, 0o177));
        assert_eq!(self.uuo(0o044, 3, 0o176), Answer::Next, "{number:o}");
        self.word(0o177)
    }

    /// Lets another job run, at the address of the calls.
    fn become_job(&mut self, number: u32) -> Answer {
        let answer = self.its.switch(number, &mut self.cpu, &mut self.host);
        self.cpu.pc.set(PC);
        answer
    }

    /// `.SLEEP` for a number of ticks.
    fn sleep(&mut self, ticks: u32) -> Answer {
        self.put(3, Word36::from(ticks));
        self.oper(SLEEP, 3)
    }

    /// The error of an `OPEN` of a job that fails.
    fn open_fails(&mut self, mode: u32, names: &str) -> u8 {
        assert_eq!(self.open(4, mode, "USR", names), Answer::Next, "{names}");
        self.its.channels.get(4).error
    }
}

/// A job with an inferior on channel 3.
fn with_child() -> Bench {
    let mut bench = Bench::plain();
    assert_eq!(bench.open(3, OUTPUT, "USR", " CHILD"), Answer::Skip);
    bench
}

/// A job with an inferior on channel 3, which has an inferior.
fn with_grandchild() -> Bench {
    let mut bench = with_child();
    assert_eq!(bench.become_job(CHILD), Answer::Next);
    assert_eq!(bench.open(1, OUTPUT, "USR", " GRAND"), Answer::Skip);
    assert_eq!(bench.become_job(OWN), Answer::Next);
    bench
}

#[test]
fn an_inferior_starts_and_stops() {
    let mut bench = with_child();
    let stopped = Word36::halves(0o100000, 0);
    assert_eq!([UPC, USTP].map(|number| bench.of_child(number)), [Word36::default(), stopped]);
    assert_eq!(bench.of_child(JNAME), sixbit("CHILD"));
    assert_eq!(bench.uset(UPC, Word36::from(0o200)), Answer::Next);
    // A job is in user mode.
    assert_eq!(bench.of_child(UPC), Word36::halves(0o010000, 0o200));
    for (value, expected) in [(0, 0), (0, 0), (1, stopped.bits()), (1, stopped.bits())] {
        bench.uset(USTP, Word36::new(value));
        assert_eq!(bench.of_child(USTP).bits(), expected);
    }
    bench.uset(JNAME, sixbit("OTHER"));
    assert_eq!(bench.open(4, FOREIGN | INPUT, "USR", "GUEST OTHER"), Answer::Skip);
    assert_eq!(bench.open_fails(FOREIGN | INPUT, "GUEST CHILD"), 4);
    // By its number.
    bench.put(0o20, Word36::halves(FOREIGN | INPUT, 4));
    bench.put(0o22, Word36::from(0o400000 | CHILD));
    assert_eq!(
        bench.call("OPEN", &[(0, 0o20), (0, 0o21), (0, 0o22), (IMMEDIATE, 0)]),
        Answer::Skip
    );
    bench.put(0o22, Word36::from(0o400000 | GRANDCHILD));
    let error = bench.error("OPEN", &[(0, 0o20), (0, 0o21), (0, 0o22), (IMMEDIATE, 0)]);
    assert_eq!(error, 0o35, "NO SUCH JOB");
}

/// Source: *ITS UUOS*, `.RESET`.
#[test]
fn a_reset_inferior_is_as_new() {
    for by_call in [false, true] {
        let mut bench = with_child();
        let fresh = [(IMMEDIATE, 0o400000), (IMMEDIATE, 3), (IMMEDIATE, 5), (IMMEDIATE, 0o777773)];
        assert_eq!(bench.call("CORBLK", &fresh), Answer::Skip);
        let kind = [(IMMEDIATE, 3), (IMMEDIATE, 5), (VALUE, 2)];
        assert_eq!(bench.call("CORTYP", &kind), Answer::Skip);
        assert_eq!(bench.word(2), Word36::halves(0o600000, 0));
        bench.uset(MASK, Word36::from(0o10));
        bench.uset(SNAME, sixbit("SYS"));
        if by_call {
            assert_eq!(bench.call("RESET", &[(IMMEDIATE, 3)]), Answer::Skip);
        } else {
            assert_eq!(bench.oper(RESET, 3), Answer::Next);
        }
        assert_eq!(bench.call("CORTYP", &kind), Answer::Skip);
        assert_eq!(bench.word(2), Word36::default());
        assert_eq!(bench.of_child(MASK), Word36::default());
        assert_eq!([JNAME, SNAME].map(|it| bench.of_child(it)), ["CHILD", "SYS"].map(sixbit));
    }
    // Other devices have nothing to reset.
    let mut bench = Bench::with_files(&[("GUEST;A B", b"ab")]);
    bench.open(3, 0, "DSK", "A B");
    bench.iot(3);
    assert_eq!(bench.oper(RESET, 3), Answer::Next);
    bench.iot(3);
    assert_eq!(bench.word(1), Word36::from(u32::from(b'b')));
}

#[test]
fn words_of_an_inferior_are_moved_one_by_one() {
    let mut bench = with_child();
    // Unit mode, output and input.
    assert_eq!(bench.open(4, 5, "USR", " CHILD"), Answer::Skip);
    assert_eq!(bench.open(5, 4, "USR", " CHILD"), Answer::Skip);
    for channel in [4, 5] {
        bench.call("ACCESS", &[(IMMEDIATE, channel), (IMMEDIATE, 0o300)]);
    }
    for word in [0o11, 0o22] {
        bench.put(1, Word36::from(word));
        assert_eq!(bench.iot(4), Answer::Next);
    }
    for word in [0o11, 0o22] {
        bench.put(1, Word36::default());
        assert_eq!(bench.iot(5), Answer::Next);
        assert_eq!(bench.word(1), Word36::from(word));
    }
    assert_eq!(bench.word(0o300), Word36::default(), "it is another memory");
}

#[test]
fn a_job_has_eight_inferiors_at_most() {
    let mut bench = Bench::plain();
    for number in 0..8 {
        assert_eq!(bench.open(3, OUTPUT, "USR", &format!(" A{number}")), Answer::Skip);
    }
    // A bit for each, in `.INTB`.
    assert_eq!(bench.of_child(INTB), Word36::halves(0o200, 0));
    assert_eq!(bench.open_fails(OUTPUT, " B"), 5);
    assert_eq!(bench.oper(UCLOSE, 3), Answer::Next);
    assert_eq!(bench.open(3, OUTPUT, "USR", " B"), Answer::Skip);
    assert_eq!(bench.of_child(INTB), Word36::halves(0o200, 0));
}

/// Source: *ITS UUOS*, `.ATTY` and `.DTTY`: who does not have the terminal has bit 4.9 of `.TTY`.
#[test]
fn the_terminal_is_passed_down_and_taken_back() {
    let mut bench = with_child();
    let owners =
        |bench: &mut Bench| [bench.variable(TTY), bench.of_child(TTY)].map(|it| it.signed() >= 0);
    assert_eq!(bench.oper(DTTY, 0), Answer::Next, "the job has it");
    assert_eq!(owners(&mut bench), [true, false]);
    assert_eq!(bench.oper(ATTY, 3), Answer::Skip);
    assert_eq!(owners(&mut bench), [false, true]);
    assert_eq!(bench.oper(ATTY, 3), Answer::Next, "the job does not have it");
    assert_eq!(bench.oper(DTTY, 0), Answer::Skip);
    assert_eq!(owners(&mut bench), [true, false]);
    // The call names the job by its channel or its number.
    for job in [3, 0o400000 | CHILD] {
        assert_eq!(bench.call("ATTY", &[(IMMEDIATE, job)]), Answer::Skip);
        assert_eq!(owners(&mut bench), [false, true]);
        assert_eq!(bench.oper(DTTY, 0), Answer::Skip);
    }
    // It returns from an inferior that ends.
    bench.oper(ATTY, 3);
    assert_eq!(bench.oper(UCLOSE, 3), Answer::Next);
    assert!(bench.variable(TTY).signed() >= 0);
    bench.open(3, 1, "NUL", "");
    assert_eq!(bench.oper(ATTY, 3), Answer::Next);
    assert_eq!(bench.error("ATTY", &[(IMMEDIATE, 3)]), 0o34);
}

#[test]
fn the_terminal_is_taken_from_an_indirect_inferior() {
    let mut bench = with_grandchild();
    bench.become_job(CHILD);
    assert_eq!(bench.oper(ATTY, 1), Answer::Next, "it never had it");
    bench.become_job(OWN);
    assert_eq!(bench.oper(ATTY, 3), Answer::Skip);
    bench.become_job(CHILD);
    assert_eq!(bench.oper(ATTY, 1), Answer::Skip);
    bench.become_job(GRANDCHILD);
    assert!(bench.variable(TTY).signed() >= 0);
    assert_eq!(bench.oper(DTTY, 0), Answer::Next);
    bench.become_job(OWN);
    assert_eq!(bench.oper(DTTY, 0), Answer::Skip);
    assert!(bench.variable(TTY).signed() >= 0);
    bench.become_job(GRANDCHILD);
    assert!(bench.variable(TTY).signed() < 0);
}

#[test]
fn only_the_direct_superior_changes_a_job() {
    let mut bench = with_grandchild();
    assert_eq!(bench.open(4, FOREIGN | INPUT, "USR", "GUEST GRAND"), Answer::Skip);
    let read = [(IMMEDIATE, 4), (IMMEDIATE, JNAME), (VALUE, 2)];
    assert_eq!(bench.call("USRVAR", &read), Answer::Skip);
    assert_eq!(bench.word(2), sixbit("GRAND"));
    // CAN'T MODIFY JOB.
    bench.put(2, Word36::from(1));
    assert_eq!(bench.error("USRVAR", &[(IMMEDIATE, 4), (IMMEDIATE, MASK), (0, 2)]), 0o31);
    assert_eq!(bench.error("USRMEM", &[(IMMEDIATE, 4), (IMMEDIATE, 0o300), (0, 2)]), 0o31);
    // MODE NOT AVAILABLE.
    assert_eq!(bench.open_fails(OUTPUT, "GUEST GRAND"), 0o12);
    // Its superior does.
    bench.become_job(CHILD);
    bench.put(2, Word36::from(0o10));
    let set = [(IMMEDIATE, 1), (IMMEDIATE, MASK), (0, 2)];
    assert_eq!(bench.call("USRVAR", &set), Answer::Skip);
    let own = [(IMMEDIATE, 0o400377), (IMMEDIATE, JNAME), (VALUE, 2)];
    assert_eq!(bench.call("USRVAR", &own), Answer::Skip);
    assert_eq!(bench.word(2), sixbit("TEST"), "the superior of the superior");
}

#[test]
fn inferiors_end_with_their_superior() {
    let mut bench = with_grandchild();
    assert_eq!(bench.open(4, FOREIGN | INPUT, "USR", "GUEST GRAND"), Answer::Skip);
    assert_eq!(bench.oper(UCLOSE, 3), Answer::Next);
    // NO SUCH JOB: channel 4 names one that is gone.
    assert_eq!(bench.error("USRMEM", &[(IMMEDIATE, 4), (IMMEDIATE, 0), (VALUE, 2)]), 0o35);
    bench.put(0o176, Word36::halves(JNAME, 0o177));
    assert!(matches!(bench.uuo(0o044, 4, 0o176), Answer::Fault(Cause::Channel { .. })));
    assert_eq!(bench.open_fails(FOREIGN | INPUT, "GUEST GRAND"), 4);
    // A job that is no inferior is only closed.
    bench.open(5, FOREIGN | INPUT, "USR", "GUEST TEST");
    assert_eq!(bench.oper(UCLOSE, 5), Answer::Next);
    assert!(bench.its.channels.get(5).open.is_none());
    assert!(matches!(bench.oper(UCLOSE, 5), Answer::Fault(Cause::Illegal { .. })));
}

#[test]
fn jobs_take_turns_while_they_wait() {
    let mut bench = with_child();
    bench.uset(USTP, Word36::default());
    let start = bench.host.clock_nanos;
    let passed = |bench: &Bench| bench.host.clock_nanos - start;
    // The inferior can run at once, and later wants two seconds.
    assert_eq!(bench.sleep(TICKS), Answer::Switch { job: CHILD, next: PC + 1 });
    bench.become_job(CHILD);
    assert_eq!(bench.sleep(2 * TICKS), Answer::Switch { job: OWN, next: PC + 1 });
    assert_eq!(passed(&bench), SECOND);
    bench.become_job(OWN);
    assert_eq!(bench.sleep(TICKS / 2), Answer::Next);
    assert_eq!(passed(&bench), SECOND * 3 / 2);
    // Its time comes before the end of this second.
    assert_eq!(bench.sleep(TICKS), Answer::Switch { job: CHILD, next: PC + 1 });
    assert_eq!(passed(&bench), 2 * SECOND);
    bench.become_job(CHILD);
    // A job that computes lets others run at its next call.
    bench.host.clock_nanos += SECOND;
    let date = [(VALUE, 2)];
    assert_eq!(bench.call("RQDATE", &date), Answer::Switch { job: OWN, next: PC + 2 });
    bench.become_job(OWN);
    // With a limit, `.HANG` is made again for the same time.
    bench.put(3, Word36::from(TICKS));
    assert_eq!(bench.oper(HANG, 3), Answer::Switch { job: CHILD, next: PC - 1 });
    assert_eq!(bench.word(3), Word36::from_signed(-i64::from(4 * TICKS)));
}

#[test]
fn a_job_that_stops_interrupts_its_superior() {
    const VALUE_BIT: u64 = 0o200;
    const BAD_HANDLER: u64 = 0o4;
    let lost = Word36::halves(1, 0).bits();
    let value = |bench: &mut Bench| bench.uuo(0o043, 4, 0);
    let lose = |bench: &mut Bench| bench.uuo(0o043, 2, 0);
    let no_handler = |bench: &mut Bench| {
        bench.set_variable(MASK, Word36::from(0o20000));
        bench.put(0o42, Word36::default());
        bench.uuo(0o046, 1, 0o700000)
    };
    type Act = fn(&mut Bench) -> Answer;
    let stops: [(Act, u64); 3] = [(value, VALUE_BIT), (lose, lost), (no_handler, BAD_HANDLER)];
    for (act, reason) in stops {
        let mut bench = with_child();
        let bit = bench.of_child(INTB);
        bench.set_variable(MSK2, bit);
        bench.put(0o42, Word36::from(0o300));
        bench.uset(USTP, Word36::default());
        assert!(matches!(bench.oper(HANG, 0), Answer::Switch { job: CHILD, .. }));
        bench.become_job(CHILD);
        assert!(matches!(act(&mut bench), Answer::Switch { job: OWN, .. }), "{reason:o}");
        // The handler of the superior gets the inferior's bit as one of the second word.
        assert_eq!(bench.become_job(OWN), Answer::To(0o302));
        assert_eq!(bench.word(0o300), bit | Word36::halves(0o400000, 0));
        assert_eq!(bench.of_child(PIRQC).bits() & reason, reason);
        assert_eq!(bench.of_child(USTP), Word36::halves(0o100000, 0));
    }
}

/// A page of a job in two others, as described in *ITS .CALLS*, `CORBLK`.
#[test]
fn three_jobs_share_a_page() {
    let mut bench = with_grandchild();
    assert_eq!(bench.uuo(0o043, 6, 2), Answer::Skip);
    bench.put(0o2005, Word36::from(5));
    let write = (CONTROL | IMMEDIATE, 0o110000);
    let own_page = [(IMMEDIATE, 0o777777), (IMMEDIATE, 1)];
    let into_child = [write, (IMMEDIATE, 0), (IMMEDIATE, 3), (IMMEDIATE, 9)];
    let all: Vec<_> = into_child.into_iter().chain(own_page).collect();
    assert_eq!(bench.call("CORBLK", &all), Answer::Skip);
    bench.become_job(CHILD);
    assert_eq!(bench.word(0o22005), Word36::from(5));
    let into_grandchild = [write, (IMMEDIATE, 0), (IMMEDIATE, 1), (IMMEDIATE, 2)];
    let from_child = [(IMMEDIATE, 0o777777), (IMMEDIATE, 9)];
    let all: Vec<_> = into_grandchild.into_iter().chain(from_child).collect();
    assert_eq!(bench.call("CORBLK", &all), Answer::Skip);
    bench.become_job(GRANDCHILD);
    bench.cpu.write(0o4006, Word36::from(6)).unwrap();
    bench.become_job(OWN);
    assert_eq!(bench.word(0o2006), Word36::from(6));
    bench.cpu.write(0o2007, Word36::from(7)).unwrap();
    bench.become_job(GRANDCHILD);
    assert_eq!(bench.word(0o4007), Word36::from(7));
    assert_eq!(bench.cpu.memory.page(2), Page::Writable);
    // MEANINGLESS ARGS, and no access to a page that is not there.
    bench.become_job(OWN);
    let of_child = |page: u32| {
        let own = (IMMEDIATE, 0o777777);
        [write, (IMMEDIATE, 0), own, (IMMEDIATE, 3), (IMMEDIATE, 3), (IMMEDIATE, page)]
    };
    assert_eq!(bench.error("CORBLK", &of_child(0o400)), 0o33);
    assert_eq!(bench.error("CORBLK", &of_child(0o100)), 0o32);
}
