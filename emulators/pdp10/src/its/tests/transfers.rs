//! Transfers of single data, blocks and strings; and requests to DDT.
//!
//! Source: *ITS .CALLS*, `IOT` and `SIOT`; DDT 1549, `HAKDSP`; DDT ORDER.

use machine::{Cause, Host, Input};

use super::typing::at_display;
use super::{Answer, Bench, CONTROL, IMMEDIATE, PC, VALUE};
use crate::Word36;
use crate::memory::Page;
use crate::text::{self, sixbit};

/// The datum at the end of a text.
const END: Word36 = Word36::halves(0o777777, 3);

fn letter(character: u8) -> Word36 {
    Word36::from(u32::from(character))
}

#[test]
fn a_call_moves_one_datum() {
    let mut bench = Bench::with_files(&[("GUEST;A B", b"abc")]);
    bench.open(2, 0, "DSK", "A B");
    // Into memory, or as a value.
    assert_eq!(bench.call("IOT", &[(IMMEDIATE, 2), (0, 5)]), Answer::Skip);
    assert_eq!(bench.word(5), letter(b'a'));
    assert_eq!(bench.call("IOT", &[(IMMEDIATE, 2), (VALUE, 6)]), Answer::Skip);
    assert_eq!(bench.word(6), letter(b'b'));
    // TOO FEW ARGUMENTS: no place for a datum, or nothing to write.
    assert_eq!(bench.error("IOT", &[(IMMEDIATE, 2)]), 0o30);
    bench.open(1, 1, "TTY", "");
    assert_eq!(bench.error("IOT", &[(IMMEDIATE, 1), (VALUE, 6)]), 0o30);
    // From memory, or the number itself.
    bench.put(5, letter(b'x'));
    assert_eq!(bench.call("IOT", &[(IMMEDIATE, 1), (0, 5)]), Answer::Skip);
    assert_eq!(bench.call("IOT", &[(IMMEDIATE, 1), (IMMEDIATE, 0o171)]), Answer::Skip);
    assert_eq!(bench.output(), "xy");
    // A block.
    bench.open(2, 2, "DSK", "A B");
    bench.put(5, Word36::halves(0o777777, 0o300));
    assert_eq!(bench.call("IOT", &[(IMMEDIATE, 2), (0, 5)]), Answer::Skip);
    assert_eq!(bench.word(0o300), text::ascii(b"abc", 3));
    assert_eq!(bench.word(5), Word36::halves(0, 0o301));
}

#[test]
fn nothing_comes_from_nothing() {
    let mut bench = Bench::plain();
    bench.open(2, 0, "NUL", "");
    assert_eq!((bench.iot(2), bench.word(1)), (Answer::Next, END));
    bench.open(2, 1, "NUL", "");
    bench.put(1, letter(b'x'));
    assert_eq!(bench.iot(2), Answer::Next);
    assert_eq!(bench.output(), "");
}

#[test]
fn strings_are_refused_where_they_make_no_sense() {
    let mut bench = Bench::with_files(&[("GUEST;A B", b"abc")]);
    let siot = [(IMMEDIATE, 2), (0, 5), (0, 6)];
    bench.put(6, Word36::from(1));
    bench.put(5, Word36::halves(0o440700, 0o300));
    bench.open(2, 2, "DSK", "A B");
    assert_eq!(bench.error("SIOT", &siot), 0o12, "MODE NOT AVAILABLE: blocks");
    bench.open(2, 0, "DSK", "A B");
    bench.put(5, Word36::halves(0o440720, 0o300));
    assert_eq!(bench.error("SIOT", &siot), 0o33, "an indirect byte pointer");
    bench.put(5, Word36::halves(0o440700, 0o300));
    bench.put(6, Word36::new(1 << 34));
    assert_eq!(bench.error("SIOT", &siot), 0o33, "more than there is memory");
    // Without waiting, nothing is read from a terminal with nothing typed.
    let mut bench = Bench::new(Host { input: Input::open(), ..Host::default() });
    bench.open(2, 0, "TTY", "");
    bench.put(5, Word36::halves(0o440700, 0o300));
    bench.put(6, Word36::from(3));
    let polls: Vec<_> = [(CONTROL | IMMEDIATE, 0o1000)].into_iter().chain(siot).collect();
    assert_eq!(bench.call("SIOT", &polls), Answer::Skip);
    assert_eq!(bench.word(6), Word36::from(3));
    bench.host.input.feed(b"ab");
    assert_eq!(bench.call("SIOT", &polls), Answer::Skip);
    assert_eq!((bench.word(0o300), bench.word(6)), (text::ascii(b"ab", 0), Word36::from(1)));
}

/// Source: ITS 1652, `AIOT`: five characters a word, and fewer before a ^C.
#[test]
fn words_are_read_from_the_terminal() {
    let mut bench = Bench::new(Host { input: Input::open(), ..Host::default() });
    bench.open(2, 2, "TTY", "");
    let mut block = |words: u32| {
        bench.put(5, Word36::halves(0o1000000 - words, 0o300));
        (bench.uuo(0o040, 2, 5), bench.word(5).right())
    };
    assert_eq!(block(1), (Answer::Input, 0o300), "no word is complete");
    let mut bench = Bench::new(Host::with_input(b"abcdefg\x03hi"));
    bench.open(2, 2, "TTY", "");
    let mut block = |words: u32| {
        bench.put(5, Word36::halves(0o1000000 - words, 0o300));
        assert_eq!(bench.uuo(0o040, 2, 5), Answer::Next);
        let read = [0o300, 0o301, 0o302].map(|at| bench.word(at));
        (bench.word(5).right(), read)
    };
    let [first, second, third] = ["abcde", "fg", "hi"].map(|it| text::ascii(it.as_bytes(), 3));
    assert_eq!(block(3), (0o303, [first, second, third]));
    // The input has ended.
    assert_eq!(block(1).0, 0o300);
}

#[test]
fn echoin_ends_with_the_input() {
    let mut bench = at_display(Input::open());
    bench.put(0o300, Word36::halves(0o440700, 0o310));
    bench.put(0o301, Word36::from(5));
    let call = [(IMMEDIATE, 2), (0, 0o300), (0, 0o301), (IMMEDIATE, 0o302), (IMMEDIATE, 0)];
    assert_eq!(bench.call("ECHOIN", &call), Answer::Input);
    bench.types(b"a");
    bench.host.input.feed(b"");
    assert_eq!(bench.call("ECHOIN", &call), Answer::Skip);
    assert_eq!((bench.word(0o310), bench.word(0o301)), (text::ascii(b"a", 0), Word36::from(4)));
    // A count of nothing.
    bench.put(0o301, Word36::default());
    assert_eq!(bench.call("ECHOIN", &call), Answer::Skip);
}

/// `.BREAK 12`: a request, or an AOBJN pointer to several.
fn request(bench: &mut Bench, word: Word36) -> Answer {
    bench.put(0o176, word);
    bench.uuo(0o045, 0o12, 0o176)
}

#[test]
fn ddt_gives_and_takes_what_it_knows() {
    const WRITE: u32 = 0o400000;
    let mut bench = Bench::plain();
    let mut asked = |what: u32, words: &[u64]| {
        (0o300..).zip(words).for_each(|(at, &word)| bench.put(at, Word36::new(word)));
        assert_eq!(request(&mut bench, Word36::halves(what, 0o300)), Answer::Next, "{what:o}");
        [0o300, 0o301, 0o302, 0o303].map(|at| bench.word(at))
    };
    // The start address: given, and read again.
    asked(WRITE | 1, &[0o123]);
    assert_eq!(asked(1, &[0])[0], Word36::from(0o123));
    // The file that was loaded, as device, directory and two names; and that of `:PRINT`.
    assert_eq!(asked(2, &[0; 4]), ["DSK", "GUEST", "TS", "TEST"].map(sixbit));
    let names = ["DSK", "SYS", "A", "B"].map(|name| sixbit(name).bits());
    for what in [2, 6] {
        asked(WRITE | what, &names);
        assert_eq!(asked(what, &[0; 4]), names.map(Word36::new));
    }
    // No symbols; one that is asked for has the value 0, and an address has no symbol near it.
    assert_eq!(asked(3, &[5])[0], Word36::default());
    assert_eq!(asked(4, &[5])[0], Word36::default());
    asked(WRITE | 4, &[5]);
    assert_eq!(asked(0o10, &[5, 0])[..2], [0, 5].map(Word36::from));
    assert_eq!(asked(0o14, &[5])[0], Word36::default());
    // The job before this one is DDT.
    assert_eq!(asked(0o13, &[0])[0], Word36::from(5));
    // ..RHSNAME leaves the first word; ..RMAIL has the machine there, unless it was given.
    let [guest, machine] = ["GUEST", "DB"].map(sixbit);
    let other = sixbit("AI");
    assert_eq!(asked(0o16, &[0, guest.bits()])[..2], [Word36::default(), guest]);
    assert_eq!(asked(0o17, &[0, guest.bits(), 0])[..3], [machine, guest, guest]);
    assert_eq!(asked(0o17, &[other.bits(), guest.bits(), 0])[..3], [other, guest, guest]);
}

#[test]
fn ddt_refuses_requests_that_it_does_not_know() {
    let mut bench = Bench::plain();
    bench.put(0o301, Word36::default());
    // Without a user, an unknown one, and a pointer without its sign.
    for what in [0o16, 0o11, 0o400016, 0o200000] {
        let answer = request(&mut bench, Word36::halves(what, 0o300));
        assert!(matches!(answer, Answer::Fault(Cause::Illegal { .. })), "{what:o}");
    }
}

#[test]
fn requests_come_in_blocks() {
    let mut bench = Bench::plain();
    for (at, word) in [(0o300, Word36::halves(0o13, 0o310)), (0o301, Word36::halves(1, 0o311))] {
        bench.put(at, word);
    }
    let two = Word36::halves(0o777776, 0o300);
    assert_eq!(request(&mut bench, two), Answer::Next);
    assert_eq!([0o310, 0o311].map(|at| bench.word(at).bits()), [5, 0]);
    assert_eq!(bench.word(0o176), Word36::halves(0, 0o302));
    // The pointer stays at one that is refused.
    bench.put(0o301, Word36::halves(0o11, 0o311));
    assert!(matches!(request(&mut bench, two), Answer::Fault(Cause::Illegal { .. })));
    assert_eq!(bench.word(0o176), Word36::halves(0o777777, 0o301));
}

#[test]
fn a_page_is_made_writable() {
    let mut bench = Bench::plain();
    assert_eq!(bench.uuo(0o043, 6, 2), Answer::Skip);
    bench.cpu.memory.set_page(1, Page::ReadOnly);
    assert_eq!(request(&mut bench, Word36::halves(0o15, 0o2005)), Answer::Next);
    assert_eq!(bench.cpu.memory.page(1), Page::Writable);
    let absent = request(&mut bench, Word36::halves(0o15, 0o300000));
    assert!(matches!(absent, Answer::Fault(Cause::Illegal { .. })));
}

/// The answer to the commands of a `.VALUE`, and what DDT types.
fn commanded(commands: &[u8]) -> (Answer, String) {
    let mut bench = Bench::with_files(&[("SYS;TS KNOWN", b"x"), ("GUEST;A B", b"text\n")]);
    for (at, part) in (0o300..).zip([commands, b"\0"].concat().chunks(5)) {
        bench.put(at, text::ascii(part, 0));
    }
    (bench.uuo(0o043, 4, 0o300), bench.errors())
}

#[test]
fn ddt_does_commands_of_a_program() {
    for kills in [&b"\x1b\x1bU"[..], b"\x1b\x1b\x18", b"\x1b\x1bX", b":logout ", b":u "] {
        assert_eq!(commanded(kills), (Answer::Exit(0), String::new()), "{kills:?}");
    }
    for proceeds in [&b":CONTIN "[..], b":VK :P "] {
        assert_eq!(commanded(proceeds), (Answer::Next, String::new()), "{proceeds:?}");
    }
    let stops = Answer::ToDebugger { is_clean: false };
    // An altmode shows as a dollar sign.
    assert_eq!(commanded(b"\x1bQ"), (stops, "$Q\n".to_owned()));
    assert_eq!(commanded(b"5-7= 1000000="), (stops, "5-7=-2   1000000=1,,0   \n".to_owned()));
    // A program that exists is not run here, and a file that does not exist is not typed.
    assert_eq!(commanded(b":KNOWN "), (stops, ":KNOWN\n".to_owned()));
    assert_eq!(commanded(b":PRINT NO FILE\r"), (stops, ":PRINT NO FILE\n".to_owned()));
    assert_eq!(commanded(b":PRINT A B\r:P "), (Answer::Next, ":PRINT A B\n\ntext\n".to_owned()));
}

#[test]
fn a_command_line_is_given_by_a_command() {
    let mut bench = Bench::plain();
    for (at, part) in (0o300..).zip(b":JCL one two\r:P \0".chunks(5)) {
        bench.put(at, text::ascii(part, 0));
    }
    assert_eq!(bench.uuo(0o043, 4, 0o300), Answer::Next);
    assert_eq!(request(&mut bench, Word36::halves(5, 0o320)), Answer::Next);
    let line: Vec<u8> = (0o320..0o322).flat_map(|at| text::characters(bench.word(at))).collect();
    assert_eq!(line, b"one two\r\0\0");
    assert_eq!(bench.cpu.pc.get(), PC);
}
