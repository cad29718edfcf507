//! Calls about the terminal: positions, sizes, variables, characters typed ahead.
//!
//! Source: *ITS .CALLS*; *ITS TTY*.

use machine::{Host, Input};

use super::typing::at_display;
use super::{Answer, Bench, CONTROL, IMMEDIATE, VALUE};
use crate::Word36;
use crate::text::sixbit;

/// Errors: no such device, an unknown name, meaningless arguments.
const NO_DEVICE: u64 = 0o1;
const BAD_NAME: u64 = 0o11;
const MEANINGLESS: u64 = 0o33;

impl Bench {
    /// The values of a call about channel 1 with two arguments in memory at most.
    fn console<const N: usize>(&mut self, name: &str, arguments: &[(u32, u32)]) -> [u64; N] {
        let results = (0..N as u32).map(|at| (VALUE, 0o310 + at));
        let channel = (IMMEDIATE, 1);
        let all: Vec<_> =
            [channel].into_iter().chain(arguments.iter().copied()).chain(results).collect();
        assert_eq!(self.call(name, &all), Answer::Skip, "{name}");
        std::array::from_fn(|at| self.word(0o310 + at as u32).bits())
    }

    /// A variable of the terminal.
    fn terminal_variable(&mut self, name: &str) -> u64 {
        self.put(0o300, sixbit(name));
        self.console::<1>("TTYVAR", &[(0, 0o300)])[0]
    }
}

#[test]
fn a_display_has_positions() {
    let mut bench = at_display(Input::open());
    bench.print(1, b"ab\rc");
    assert_eq!(bench.console("RCPOS", &[]), [0o1_000001]);
    assert_eq!(bench.console("RSSIZE", &[]), [5, 19], "one column is for the sign of a full line");
    // The old position is returned, and the new one believed.
    assert_eq!(bench.console("SCPOS", &[(IMMEDIATE, 3), (IMMEDIATE, 7)]), [1, 1]);
    assert_eq!(bench.console("SCPOS", &[]), [3, 7]);
    assert_eq!(bench.console("RCPOS", &[]), [0o3_000007]);
    let wrong: [&[(u32, u32)]; 3] = [
        &[(IMMEDIATE, 1), (IMMEDIATE, 3)],
        &[(IMMEDIATE, 1), (IMMEDIATE, 5), (IMMEDIATE, 0)],
        &[(IMMEDIATE, 1), (IMMEDIATE, 0), (IMMEDIATE, 0o400)],
    ];
    for arguments in wrong {
        assert_eq!(bench.error("SCPOS", arguments), MEANINGLESS);
    }
    assert_eq!(bench.console("SCPOS", &[]), [3, 7]);
}

#[test]
fn paper_has_columns() {
    let mut bench = Bench::plain();
    bench.open(1, 1, "TTY", "");
    bench.print(1, b"ab\rcde");
    assert_eq!(bench.console("RCPOS", &[]), [3, 3]);
    assert_eq!(bench.console("SCPOS", &[(IMMEDIATE, 3), (IMMEDIATE, 7)]), [0, 3]);
    assert_eq!(bench.console("RCPOS", &[]), [3, 3], "paper is where it is");
    assert_eq!(bench.console("RSSIZE", &[]), [0o377777, 132]);
    for call in ["CNSSET", "TTYESC", "TTYFLS"] {
        assert_eq!(bench.call(call, &[(IMMEDIATE, 1)]), Answer::Skip);
    }
    assert_eq!(bench.call("SCML", &[(IMMEDIATE, 1), (IMMEDIATE, 3)]), Answer::Skip);
    // The terminal by its number, and another one.
    assert_eq!(bench.call("RSSIZE", &[(IMMEDIATE, 0o400001)]), Answer::Skip);
    assert_eq!(bench.error("RSSIZE", &[(IMMEDIATE, 0o400002)]), NO_DEVICE);
}

#[test]
fn terminals_have_variables() {
    let mut paper = Bench::plain();
    paper.open(1, 1, "TTY", "");
    let mut display = at_display(Input::open());
    for (name, on_paper, on_display) in [
        ("HEIGHT", 0o377777, 5),
        ("WIDTH", 132, 19),
        ("ISPEED", 9600, 9600),
        ("OSPEED", 9600, 9600),
        // A printing terminal, and %TNSFW.
        ("TCTYP", 0, 7),
        ("TTYROL", 0, 1),
        ("TTYSMT", 0, 0),
        ("IDLTIM", 0, 0),
        ("TTYTYP", 0, 0),
        ("TTYCOM", 0o777777, 0o777777),
    ] {
        assert_eq!(paper.terminal_variable(name), on_paper, "{name}");
        assert_eq!(display.terminal_variable(name), on_display, "{name}");
    }
    // %TOMVU, %TOERS: only a display moves up and erases.
    let moves_and_erases = 0o041000_000000;
    assert_eq!(display.terminal_variable("TTYOPT") & 0o040400_000000, 0o040400_000000);
    assert_eq!(paper.terminal_variable("TTYOPT") & moves_and_erases & !0o001000_000000, 0);
    paper.put(0o300, sixbit("BOGUS"));
    assert_eq!(paper.error("TTYVAR", &[(IMMEDIATE, 1), (0, 0o300)]), BAD_NAME);
}

#[test]
fn variables_are_read_by_instructions() {
    let mut bench = at_display(Input::open());
    bench.put(0o300, sixbit("WIDTH"));
    // MOVEM 303, then ADDI 1, which changes nothing here.
    bench.put(0o302, Word36::halves(0o202000, 0o303));
    let by_word = [(IMMEDIATE, 1), (0, 0o300), (0, 0o301), (0, 0o302)];
    assert_eq!(bench.call("TTYVAR", &by_word), Answer::Skip);
    assert_eq!(bench.word(0o303), Word36::from(19));
    bench.put(0o302, Word36::halves(0o271000, 1));
    assert_eq!(bench.call("TTYVAR", &by_word), Answer::Skip);
    bench.put(0o302, Word36::halves(0o254000, 1));
    assert_eq!(bench.error("TTYVAR", &by_word), MEANINGLESS);
    // A block of pairs, whose pointer moves past them.
    for (at, word) in [
        (0o304, Word36::halves(0o777776, 0o306)),
        (0o306, sixbit("HEIGHT")),
        (0o307, Word36::halves(0o202000, 0o320)),
    ] {
        bench.put(at, word);
    }
    assert_eq!(bench.call("TTYVAR", &[(IMMEDIATE, 1), (0, 0o304)]), Answer::Skip);
    assert_eq!(bench.word(0o320), Word36::from(5));
    assert_eq!(bench.word(0o304), Word36::halves(0, 0o310));
}

#[test]
fn characters_typed_ahead_are_counted_and_interrupt() {
    let mut bench = Bench::new(Host::with_input(b"ab"));
    bench.open(1, 0, "TTY", "");
    bench.open(2, 1, "TTY", "");
    assert_eq!(bench.console("LISTEN", &[]), [2]);
    assert_eq!(bench.console("ITYIC", &[]), [u64::from(b'a')]);
    // %WYTYI and the character, once.
    assert_eq!(bench.console("WHYINT", &[]), [1, u64::from(b'b')]);
    let why = [(IMMEDIATE, 1), (VALUE, 0o310), (VALUE, 0o311)];
    assert_eq!(bench.call("WHYINT", &why), Answer::Next);
    assert_eq!(bench.call("ITYIC", &why[..2]), Answer::Next);
    assert_eq!(bench.console("LISTEN", &[]), [2], "they stay to be read");
    // %WYTYO, and the only reason: **MORE**.
    let why = [(IMMEDIATE, 2), (VALUE, 0o310), (VALUE, 0o311)];
    assert_eq!(bench.call("WHYINT", &why), Answer::Skip);
    assert_eq!([0o310, 0o311].map(|at| bench.word(at).bits()), [2, 0o400000_000000]);
    // .ITYI and .LISTEN, whose accumulator is the result only.
    let mut bench = Bench::new(Host::with_input(b"\x07"));
    assert_eq!(bench.oper(0o1, 3), Answer::Skip);
    assert_eq!(bench.word(3), Word36::from(7));
    assert_eq!(bench.oper(0o1, 3), Answer::Next);
    assert_eq!(bench.oper(0o2, 3), Answer::Next);
    assert_eq!(bench.word(3), Word36::from(1));
    // .ITYIC of a channel that is not open.
    bench.put(3, Word36::from(5));
    assert_eq!(bench.oper(0o60, 3), Answer::Next);
}

#[test]
fn characters_are_read_in_capitals_if_asked_for() {
    let mut bench = Bench::new(Host::with_input(b"aB1"));
    bench.open(1, 0, "TTY", "");
    // The group of letters of TTYST1, %TGCUS.
    bench.put(0o300, Word36::new(0o000400_000000));
    bench.put(0o301, Word36::default());
    assert_eq!(bench.call("TTYSET", &[(IMMEDIATE, 1), (0, 0o300), (0, 0o301)]), Answer::Skip);
    for expected in *b"AB1" {
        assert_eq!(bench.iot(1), Answer::Next);
        assert_eq!(bench.word(1), Word36::from(u32::from(expected)));
    }
}

#[test]
fn a_character_may_be_looked_at() {
    let mut bench = Bench::new(Host::with_input(b"xy"));
    bench.open(1, 0, "TTY", "");
    // %TIPEK: the character stays.
    for (bits, expected) in [(0o20000, b'x'), (0o20000, b'x'), (0, b'x'), (0, b'y')] {
        let call = [(CONTROL, bits), (IMMEDIATE, 1), (VALUE, 5)];
        assert_eq!(bench.call("IOT", &call), Answer::Skip);
        assert_eq!(bench.word(5), Word36::from(u32::from(expected)));
    }
}
