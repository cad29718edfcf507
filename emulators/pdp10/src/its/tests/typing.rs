//! The terminal through channels.

use machine::{Cause, Host, Input, Output};

use super::{Answer, Bench, CONTROL, IMMEDIATE, VALUE};
use crate::{Word36, text};

#[test]
fn characters_are_printed() {
    let mut bench = Bench::plain();
    assert_eq!(bench.open(1, 1, "TTY", ""), Answer::Skip);
    bench.print(1, b"Hi\r\n\x1b\0");
    assert_eq!(bench.output(), "Hi\n$^@");
    // ITS 1648, record of a .STATUS of the terminal: 12101.
    bench.uuo(0o046, 1, 0o300);
    assert_eq!(bench.word(0o300), Word36::from(0o12101));
}

#[test]
fn strings_and_blocks_are_printed() {
    let mut bench = Bench::plain();
    bench.open(1, 1, "TTY", "");
    for (address, part) in [(0o300, &b"Hello"[..]), (0o301, b", \r\n!")] {
        bench.put(address, text::ascii(part, 0));
    }
    bench.put(2, Word36::halves(0o440700, 0o300));
    bench.put(3, Word36::from(9));
    assert_eq!(bench.call("SIOT", &[(IMMEDIATE, 1), (0, 2), (0, 3)]), Answer::Skip);
    assert_eq!(bench.output(), "Hello, \n");
    assert_eq!((bench.word(2).bits(), bench.word(3).bits()), (0o100700_000301, 0));
    bench.open(2, 3, "TTY", "");
    bench.put(4, Word36::halves(0o777777, 0o300));
    assert_eq!(bench.uuo(0o040, 2, 4), Answer::Next);
    assert_eq!(bench.output(), "Hello, \nHello");
    assert_eq!(bench.word(4), Word36::halves(0, 0o301));
}

#[test]
fn keys_are_read() {
    let mut bench = Bench::new(Host::with_input(b"a\n"));
    bench.open(2, 0, "TTY", "");
    for expected in [0o141, 0o15] {
        assert_eq!(bench.iot(2), Answer::Next);
        assert_eq!(bench.word(1), Word36::from(expected));
    }
    let ended = Cause::InputEnded { call: "the terminal" };
    assert_eq!(bench.iot(2), Answer::Fault(ended));
    // %TINWT: without waiting, no input is -1.
    let options = [(CONTROL, 0o1000), (IMMEDIATE, 2), (VALUE, 5)];
    assert_eq!(bench.call("IOT", &options), Answer::Skip);
    assert_eq!(bench.word(5), Word36::from_signed(-1));
}

#[test]
fn keys_that_may_still_come_are_waited_for() {
    let mut bench = Bench::new(Host { input: Input::open(), ..Host::default() });
    bench.open(2, 0, "TTY", "");
    assert_eq!(bench.iot(2), Answer::Input);
    bench.host.input.feed(b"x");
    assert_eq!(bench.iot(2), Answer::Next);
    assert_eq!(bench.word(1), Word36::from(u32::from(b'x')));
}

#[test]
fn full_output_stops_the_program() {
    let mut bench = Bench::new(Host { output: Output::with_cap(1), ..Host::default() });
    bench.open(1, 1, "TTY", "");
    bench.print(1, b"a");
    assert_eq!(bench.iot(1), Answer::Limit(machine::Limit::Output));
}

#[test]
fn a_printing_terminal_reports_its_kind() {
    let mut bench = Bench::plain();
    bench.open(1, 1, "TTY", "");
    let wanted = [(IMMEDIATE, 1), (VALUE, 2), (VALUE, 3), (VALUE, 4), (VALUE, 5)];
    assert_eq!(bench.call("CNSGET", &wanted), Answer::Skip);
    let [height, width, kind] = [2, 3, 4].map(|at| bench.word(at).bits());
    assert_eq!((height, width, kind), (0o377777, 132, 0));
    bench.put(6, Word36::from(7));
    let set = [(IMMEDIATE, 1), (0, 6), (0, 6)];
    assert_eq!(bench.call("TTYSET", &set), Answer::Skip);
    assert_eq!(bench.call("TTYGET", &[(IMMEDIATE, 1), (VALUE, 2)]), Answer::Skip);
    assert_eq!(bench.word(2), Word36::from(7));
    // ITS .CALLS: no such channel, a closed one, one that is not a terminal, another terminal.
    assert_eq!(bench.error("CNSGET", &[(IMMEDIATE, 0o20)]), 0o14);
    assert_eq!(bench.error("CNSGET", &[(IMMEDIATE, 5)]), 0o44);
    bench.open(5, 1, "NUL", "");
    assert_eq!(bench.error("CNSGET", &[(IMMEDIATE, 5)]), 0o34);
    assert_eq!(bench.error("CNSGET", &[(IMMEDIATE, 0o400077)]), 0o1);
}

#[test]
fn typed_characters_interrupt_a_program_that_waits() {
    let mut bench = Bench::new(Host::with_input(b"a\x07"));
    bench.open(2, 0, "TTY", "");
    // Every character interrupts, and the handler's address is at 42.
    bench.put(0o42, Word36::from(0o400));
    bench.set_variable(0o25, Word36::from(1 << 2));
    assert_eq!(bench.oper(0o47, 0), Answer::To(0o402));
    let interrupt = [0o400, 0o401].map(|at| bench.word(at));
    assert_eq!(interrupt, [Word36::halves(0o400000, 4), Word36::halves(0o010000, 0o77)]);
    for typed in *b"a\x07" {
        bench.put(3, Word36::from(2));
        assert_eq!(bench.oper(0o60, 3), Answer::Skip);
        assert_eq!(bench.word(3), Word36::from(u32::from(typed)));
    }
    bench.put(3, Word36::from(2));
    assert_eq!(bench.oper(0o60, 3), Answer::Next);
}

/// `%TSINT`: any character interrupts once, also one that was typed before, and stays to be read.
#[test]
fn the_next_character_interrupts_if_the_program_asks_for_it() {
    let mut bench = Bench::new(Host::with_input(b"ab"));
    bench.open(2, 0, "TTY", "");
    bench.put(0o42, Word36::from(0o400));
    bench.set_variable(0o25, Word36::from(1 << 2));
    bench.put(5, Word36::default());
    bench.put(6, Word36::halves(0o000400, 0));
    let set = [(IMMEDIATE, 2), (0, 5), (0, 5), (0, 6)];
    assert_eq!(bench.call("TTYSET", &set), Answer::Skip);
    assert_eq!(bench.iot(2), Answer::To(0o402));
    let states = [(IMMEDIATE, 2), (VALUE, 7), (VALUE, 0o10), (VALUE, 0o11)];
    assert_eq!(bench.call("TTYGET", &states), Answer::Skip);
    assert_eq!(bench.word(0o11).left() & 0o000400, 0);
    // The handler takes it, and the program reads it afterwards.
    bench.put(3, Word36::from(2));
    assert_eq!(bench.oper(0o60, 3), Answer::Skip);
    assert_eq!(bench.word(3), Word36::from(u32::from(b'a')));
    assert_eq!(bench.uuo(0o043, 1, 0o401), Answer::To(super::PC));
    for expected in *b"ab" {
        assert_eq!(bench.iot(2), Answer::Next);
        assert_eq!(bench.word(1), Word36::from(u32::from(expected)));
    }
}

/// A job at a display of five lines; its terminal is open for output on channel 1, and for input on
/// channel 2.
pub(super) fn at_display(input: Input) -> Bench {
    let screen = Some(machine::Screen { lines: 5, columns: 20 });
    let mut bench = Bench::new(Host { input, screen, ..Host::default() });
    bench.open(1, 1, "TTY", "");
    bench.open(2, 0, "TTY", "");
    bench
}

impl Bench {
    /// The user types, and the machine runs.
    pub(super) fn types(&mut self, keys: &[u8]) {
        self.host.input.feed(keys);
        assert!(self.its.echo_typed(&mut self.host));
    }
}

/// Source: *ITS TTY*, "Echo".
#[test]
fn characters_echo_when_they_are_typed() {
    let mut bench = at_display(Input::open());
    bench.types(b"a\x01");
    assert_eq!(bench.output(), "a^A");
    // Reading does not echo them again.
    assert_eq!((bench.iot(2), bench.word(1)), (Answer::Next, Word36::from(0o141)));
    bench.iot(2);
    assert_eq!(bench.output(), "a^A");
    // %TSNOE defers it; the program sees what it owes, or clears the bit.
    let set = [(IMMEDIATE, 2), (VALUE, 3), (VALUE, 4), (VALUE, 5)];
    bench.call("TTYGET", &set);
    bench.put(6, bench.word(5) | Word36::halves(0o10, 0));
    bench.call("TTYSET", &[(IMMEDIATE, 2), (0, 3), (0, 4), (0, 6)]);
    bench.types(b"bc");
    bench.iot(2);
    assert_eq!((bench.word(1), bench.output()), (Word36::from(0o200142), "a^A".to_owned()));
    bench.call("TTYSET", &[(IMMEDIATE, 2), (0, 3), (0, 4), (0, 5)]);
    assert_eq!(bench.output(), "a^Ac");
}

/// Source: *ITS TTY*, "**MORE** processing".
#[test]
fn output_pauses_at_the_end_of_the_screen() {
    let mut bench = at_display(Input::open());
    bench.print(1, b"1\r2\r3\r4\r");
    assert_eq!(bench.output(), "1\n2\n3\n4\n");
    bench.put(1, Word36::from(u32::from(b'5')));
    assert_eq!(bench.iot(1), Answer::Input);
    assert_eq!(bench.output(), "1\n2\n3\n4\n**MORE**");
    bench.types(b" x");
    assert_eq!(bench.iot(1), Answer::Next);
    assert!(bench.output().starts_with("1\n2\n3\n4\n**MORE**"));
    assert!(bench.output().ends_with('5'), "{:?}", bench.output());
    // The space is gone, and the other key is input.
    bench.iot(2);
    assert_eq!(bench.word(1), Word36::from(u32::from(b'x')));
    // A program that is interrupted handles the pause itself.
    bench.put(0o42, Word36::from(0o400));
    bench.set_variable(0o25, Word36::from(1 << 1));
    bench.print(1, b"\r6\r7\r8");
    bench.put(1, Word36::from(u32::from(b'\r')));
    assert_eq!(bench.iot(1), Answer::Next);
    bench.put(1, Word36::from(u32::from(b'9')));
    assert_eq!(bench.iot(1), Answer::To(0o402));
    // Paper has no end.
    let mut paper = Bench::plain();
    paper.open(1, 1, "TTY", "");
    paper.print(1, &b"x\r".repeat(200));
}

/// Source: *ITS .CALLS*, `ECHOIN`; ITS 1652, `NECHOIN`.
#[test]
fn echoin_stores_characters_up_to_one_that_breaks() {
    let mut bench = at_display(Input::open());
    bench.put(0o300, Word36::halves(0o440700, 0o310));
    bench.put(0o301, Word36::from(3));
    // `Q` breaks.
    bench.put(0o302 + 2, Word36::new(1 << (35 - 0o21)));
    let call = [(IMMEDIATE, 2), (0, 0o300), (0, 0o301), (IMMEDIATE, 0o302), (IMMEDIATE, 0o320)];
    assert_eq!(bench.call("ECHOIN", &call), Answer::Input);
    bench.types(b"a");
    assert_eq!(bench.call("ECHOIN", &call), Answer::Input);
    assert_eq!((bench.output(), bench.word(0o301)), ("a".to_owned(), Word36::from(2)));
    bench.types(b"bQc");
    assert_eq!(bench.call("ECHOIN", &call), Answer::Skip);
    assert_eq!((bench.output(), bench.word(0o301)), ("ab".to_owned(), Word36::from(1)));
    assert_eq!(bench.word(0o310), text::ascii(b"ab", 0));
    // The counters of TECO: four go up, and one down.
    let counters = [0o320, 0o322, 0o325, 0o326].map(|at| bench.word(at).signed());
    assert_eq!(counters, [0, 2, 2, -2]);
    // Typed ahead, nothing is stored.
    assert_eq!(bench.call("ECHOIN", &call), Answer::Skip);
    bench.iot(2);
    assert_eq!(bench.word(1), Word36::from(u32::from(b'Q')));
}
