//! A display of five lines of twenty columns: what a user sees after the codes of ITS.
//!
//! Source: *ITS TTY*, "Display-mode channels", "The echo area", and "ITS output buffer codes".

use std::num::NonZeroU16;

use machine::Input;

use super::typing::at_display;
use super::{Bench, IMMEDIATE, VALUE};

/// Modes of a channel for output: display mode, and superimage mode.
const DISPLAY: u32 = 0o4001;
const IMAGE: u32 = 0o2001;

/// A display, with a channel in this mode.
fn opened(mode: u32) -> Bench {
    let mut bench = at_display(Input::open());
    bench.open(3, mode, "TTY", "");
    bench
}

/// The terminal's own state after all output.
fn terminal(bench: &Bench) -> vt100::Parser {
    let [lines, columns] = [5, 20].map(|size| NonZeroU16::new(size).expect("not zero"));
    let mut parser = vt100::Parser::new(lines, columns, 0);
    // The host's terminal returns at the end of a line.
    parser.process(bench.output().replace('\n', "\r\n").as_bytes());
    parser
}

/// What the lines of the screen show, and where the cursor is, after output through a channel.
fn shown(mode: u32, bytes: &[u8]) -> (String, (u16, u16)) {
    let mut bench = opened(mode);
    bench.print(3, bytes);
    let parser = terminal(&bench);
    (parser.screen().contents(), parser.screen().cursor_position())
}

/// The bytes with `@` for `^P`.
fn coded(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte == b'@' { 0o20 } else { byte }).collect()
}

fn displayed(text: &str) -> String {
    shown(DISPLAY, &coded(text)).0
}

#[test]
fn codes_move_the_cursor() {
    for (text, expected) in [
        // `H` and `V` take a position plus 8.
        ("@Cx@H\x0cy", "x   y"),
        ("@Cx@V\x0ay@V\x08z", "x z\n\n y"),
        ("@C@Za@Tb", "b\n\n\n\na"),
        // Up from the first line is the last, and down from the last the first.
        ("@C@Ua", "\n\n\n\na"),
        ("@C@Z@Da", "a"),
        ("@C@D@Da@Ub", "\n b\na"),
        ("@Cab@Bc", "ac"),
        ("@Ca@Fb", "a b"),
        ("@Cab@S@Zc@Rd", "abd\n\n\n\nc"),
        // Past a margin is at the margin.
        ("@C@V\x7fa", "\n\n\n\na"),
        ("@Ca@Ab@A@Ac", "a\nb\nc"),
        ("@C\rab\x08c", "\nac"),
    ] {
        assert_eq!(displayed(text), expected, "{text:?}");
    }
    let (_, cursor) = shown(DISPLAY, &coded("@C@V\x0a@H\x0b"));
    assert_eq!(cursor, (2, 3));
}

#[test]
fn codes_erase_and_insert() {
    for (text, expected) in [
        ("ab\rc@Cd", "d"),
        ("@Cabc@H\x09@K", "a c"),
        ("@Cabcd@H\x0a@L", "ab"),
        ("@Cabcd@H\x0a@]", "ab"),
        ("@Cabcd@Ze@T@F@E", "a"),
        ("@Cabc@X", "ab"),
        ("@Ca\rb@T@[", "\na\nb"),
        ("@Ca\rb\rc@T@\\", "b\nc"),
        ("@Cabc@H\x09@^", "a bc"),
        ("@Cabc@H\x09@_", "ac"),
        ("@Ca@P@Qb", "a^P^Cb"),
        ("@Ca@Ib@Qc", "ab^Cc"),
    ] {
        assert_eq!(displayed(text), expected, "{text:?}");
    }
}

#[test]
fn a_full_line_continues_after_a_sign() {
    let text = format!("@C{}b", "a".repeat(19));
    let line = format!("{}!\nb", "a".repeat(19));
    assert_eq!(displayed(&text), line);
    // Back from the start of the second line is before the sign; erasing removes both.
    assert_eq!(displayed(&format!("{text}@B@Bc")), format!("{}c!\nb", "a".repeat(18)));
    assert_eq!(displayed(&format!("{text}@X@Xc")), format!("{}c", "a".repeat(18)));
}

#[test]
fn lines_past_the_last_scroll() {
    // The last line would pause the output until a key is typed.
    let mut bench = opened(DISPLAY | 0o1000);
    bench.print(3, &coded("@C1\r2\r3\r4\r5\r6"));
    assert_eq!(terminal(&bench).screen().contents(), "2\n3\n4\n5\n6");
}

#[test]
fn lines_are_printed_where_the_cursor_is() {
    assert_eq!(shown(1, b"one\rtwo\r\n3\tx\n+").0, "one\ntwo\n3       x\n         +");
    assert_eq!(shown(1, b"ab\x08c\r\x07").0, "ac");
    assert_eq!(shown(1, b"a\x0c\x1b\x01").0, "a^L$^A");
}

#[test]
fn output_buffer_codes_are_drawn() {
    let image = |bytes: &[u8]| shown(IMAGE, bytes).0;
    let cases: [(&[u8], &str); 18] = [
        // Old and new position, or the new one only.
        (b"\x90\x80\x00\x00\x02\x03x", "\n\n   x"),
        (b"\x90\x8f\x01\x02x", "\n  x"),
        (b"\x90\x81\x01\x02x", "\n  x"),
        (b"\x90abc\x8b\x83", ""),
        (b"\x90abc\x89\x84", "ab"),
        (b"\x90ab\x8f\x01\x00cd\x8f\x00\x01\x82", "a"),
        (b"\x90ab\x87c", "ab\nc"),
        (b"\x90ab\x8ac", "ab\n  c"),
        (b"\x90ab\x8bc", "cb"),
        (b"\x90a\x8d\x62\x8ec", "ab c"),
        (b"\x90ab\x8bx\x91", "xb"),
        (b"\x90a\x87b\x8f\x00\x00\x93\x01", "\na\nb"),
        (b"\x90a\x87b\x87c\x8f\x00\x00\x94\x02", "c"),
        (b"\x90abc\x8f\x00\x01\x95\x02", "a  bc"),
        (b"\x90abc\x8f\x00\x00\x96\x02", "c"),
        (b"\x90abc\x8f\x00\x00\x96\x00", "abc"),
        (b"\x90ab\x0d\x0ac\x08d", "ab\nd"),
        (b"\x90ab\x1b\x01", "ab"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(image(bytes), expected, "{bytes:x?}");
    }
    let mut bench = opened(IMAGE);
    bench.print(3, b"\x90\x97a\x98b");
    let parser = terminal(&bench);
    let inverse =
        [0, 1].map(|column| parser.screen().cell(0, column).is_some_and(|it| it.inverse()));
    assert_eq!(inverse, [true, false]);
}

#[test]
fn regions_scroll() {
    let lines = b"\x901\x872\x873\x874\x875\x8f\x01\x00";
    let scrolled = |code: u8, count: u8, by: u8| {
        let bytes = [&lines[..], &[code, count, by]].concat();
        // All lines are written, which would pause the output.
        shown(IMAGE | 0o1000, &bytes)
    };
    assert_eq!(scrolled(0o232, 3, 1), ("1\n3\n4\n\n5".to_owned(), (1, 0)));
    assert_eq!(scrolled(0o233, 3, 1).0, "1\n\n2\n3\n5");
    // A region that is too large ends with the screen, and all of it may go.
    assert_eq!(scrolled(0o232, 9, 2).0, "1\n4\n5");
    assert_eq!(scrolled(0o232, 2, 7).0, "1\n\n\n4\n5");
    assert_eq!(scrolled(0o233, 1, 1).0, "1\n\n3\n4\n5");
    assert_eq!(scrolled(0o232, 0, 1).0, "1\n2\n3\n4\n5");
    assert_eq!(scrolled(0o232, 3, 0).0, "1\n2\n3\n4\n5");
}

#[test]
fn the_echo_area_is_at_the_bottom() {
    let mut bench = opened(DISPLAY);
    assert_eq!(bench.call("SCML", &[(IMMEDIATE, 1), (IMMEDIATE, 2)]), super::Answer::Skip);
    bench.print(3, &coded("@Cmain@Dx"));
    bench.types(b"ab");
    assert_eq!(terminal(&bench).screen().contents(), "main\n    x\n\nab");
    // A channel for output there; its positions are relative to the area.
    bench.open(4, DISPLAY | 0o400, "TTY", "");
    bench.print(4, &coded("@V\x09@H\x0ac@Td"));
    assert_eq!(terminal(&bench).screen().contents(), "main\n    x\n\ndb\n  c");
    bench.print(4, &coded("@C@U@De"));
    assert_eq!(terminal(&bench).screen().contents(), "main\n    x\n\ne");
    let positions = [(IMMEDIATE, 1), (VALUE, 2), (VALUE, 3)];
    assert_eq!(bench.call("RCPOS", &positions), super::Answer::Skip);
    assert_eq!([2, 3].map(|at| bench.word(at).bits()), [0o1_000005, 0o1]);
    // Without an area, echo is in the main one.
    assert_eq!(bench.call("SCML", &[(IMMEDIATE, 1), (IMMEDIATE, 0)]), super::Answer::Skip);
    bench.types(b"y");
    assert_eq!(terminal(&bench).screen().contents(), "main\n    xy\n\ne");
}

#[test]
fn a_pause_asked_for_waits_for_a_key() {
    let mut bench = opened(DISPLAY);
    bench.print(3, &coded("@Cab@M"));
    bench.put(1, crate::Word36::from(u32::from(b'c')));
    assert_eq!(bench.iot(3), super::Answer::Input);
    bench.types(b" ");
    assert_eq!(bench.iot(3), super::Answer::Next);
    let mut bench = opened(DISPLAY);
    bench.print(3, &coded("@Cab@N"));
    bench.put(1, crate::Word36::from(u32::from(b'c')));
    assert_eq!(bench.iot(3), super::Answer::Input);
    bench.types(b" ");
    assert_eq!(bench.iot(3), super::Answer::Next);
    assert_eq!(terminal(&bench).screen().contents(), "ab\nc", "it does not home up");
}
