//! Files through channels.

use machine::Cause;

use super::{Answer, Bench, CONTROL, IMMEDIATE, VALUE};
use crate::Word36;
use crate::text::{self, sixbit};

/// The file of the reference records.
const DATA: (&str, &[u8]) = ("GUEST;DATA1 TXT", b"ab\ncde\nlast line!");

#[test]
fn characters_come_with_padding_and_an_end() {
    let mut bench = Bench::with_files(&[DATA]);
    assert_eq!(bench.open(2, 0, "DSK", "DATA1 TXT"), Answer::Skip);
    let expected = b"ab\r\ncde\r\nlast line!\x03";
    for &character in expected {
        assert_eq!(bench.iot(2), Answer::Next);
        assert_eq!(bench.word(1), Word36::from(u32::from(character)));
    }
    for _ in 0..2 {
        assert_eq!(bench.iot(2), Answer::Next);
        assert_eq!(bench.word(1), Word36::halves(0o777777, 3));
    }
}

#[test]
fn strings_stop_at_the_end_with_a_count_left() {
    // ITS 1648: 440700,,next from a 440700 pointer, 010700 from another.
    let mut bench = Bench::with_files(&[DATA]);
    bench.open(2, 0, "DSK", "DATA1 TXT");
    bench.put(5, Word36::halves(0o440700, 0o300));
    let mut siot = |count: u32| {
        bench.put(6, Word36::from(count));
        assert_eq!(bench.call("SIOT", &[(IMMEDIATE, 2), (0, 5), (0, 6)]), Answer::Skip);
        (bench.word(5).bits(), bench.word(6).bits())
    };
    assert_eq!(siot(7), (0o260700_000301, 0));
    assert_eq!(siot(3), (0o010700_000301, 0));
    assert_eq!(siot(0o100), (0o010700_000303, 0o66));
    assert_eq!(siot(5), (0o010700_000303, 5));
    assert_eq!(bench.word(0o300), Word36::new(0o607041_505306));
    let mut bench = Bench::with_files(&[DATA]);
    bench.open(2, 0, "DSK", "DATA1 TXT");
    bench.put(5, Word36::halves(0o440700, 0o300));
    bench.put(6, Word36::from(0o40));
    bench.call("SIOT", &[(IMMEDIATE, 2), (0, 5), (0, 6)]);
    assert_eq!((bench.word(5).bits(), bench.word(6).bits()), (0o440700_000304, 0o14));
}

#[test]
fn blocks_stop_at_the_end_with_a_pointer_left() {
    let mut bench = Bench::with_files(&[DATA]);
    bench.open(2, 2, "DSK", "DATA1 TXT");
    let mut iot = |left: u32| {
        bench.put(6, Word36::halves(left, 0o300));
        assert_eq!(bench.uuo(0o040, 2, 6), Answer::Next);
        bench.word(6)
    };
    assert_eq!(iot(0o777776), Word36::halves(0, 0o302));
    assert_eq!(iot(0o777770), Word36::halves(0o777772, 0o302));
    assert_eq!(iot(0o777770), Word36::halves(0o777770, 0o300));
}

#[test]
fn words_beyond_the_end_are_an_error_of_the_channel() {
    let mut bench = Bench::with_files(&[("GUEST;A B", b"abcde")]);
    bench.open(2, 4, "DSK", "A B");
    assert_eq!(bench.iot(2), Answer::Next);
    let error = "END OF FILE";
    assert_eq!(bench.iot(2), Answer::Fault(Cause::Channel { channel: 2, error }));
    assert_eq!(bench.errors(), "IOCERROR: DSK: GUEST; A B - END OF FILE\n100>>.IOT 2,1\n");
}

#[test]
fn written_data_becomes_a_file_on_close() {
    let mut bench = Bench::with_files(&[("GUEST;OUT 3", b"old")]);
    assert_eq!(bench.open(2, 1, "DSK", "OUT >"), Answer::Skip);
    bench.print(2, b"Seven c\r\n");
    assert_eq!(bench.file("GUEST;OUT 4"), None);
    assert_eq!(bench.oper(7, 2), Answer::Next);
    assert_eq!(bench.file("GUEST;OUT 4"), Some(&b"Seven c\n"[..]));
    // Written by characters, its length is their number.
    bench.open(2, 0, "DSK", "OUT >");
    let values = [(IMMEDIATE, 2), (VALUE, 2), (VALUE, 3), (VALUE, 4), (VALUE, 5)];
    assert_eq!(bench.call("FILLEN", &values), Answer::Skip);
    assert_eq!([2, 3, 4, 5].map(|at| bench.word(at).bits()), [9, 7, 9, 7]);
    assert_eq!(bench.call("RFNAME", &values), Answer::Skip);
    let names = ["DSK", "OUT", "4", "GUEST"].map(sixbit);
    assert_eq!([2, 3, 4, 5].map(|at| bench.word(at)), names);
}

#[test]
fn words_are_written_as_they_are() {
    let mut bench = Bench::plain();
    bench.open(2, 7, "DSK", "BIN FILE");
    bench.put(0o300, Word36::new(0o777777_000001));
    bench.put(0o301, Word36::new(0o254000_000100));
    bench.put(6, Word36::halves(0o777776, 0o300));
    assert_eq!(bench.uuo(0o040, 2, 6), Answer::Next);
    bench.oper(7, 2);
    bench.open(2, 6, "DSK", "BIN FILE");
    bench.put(6, Word36::halves(0o777774, 0o310));
    assert_eq!(bench.uuo(0o040, 2, 6), Answer::Next);
    assert_eq!(bench.word(6), Word36::halves(0o777776, 0o312));
    assert_eq!([0o310, 0o311].map(|at| bench.word(at)), [0o300, 0o301].map(|at| bench.word(at)));
}

#[test]
fn opening_fails_with_the_errors_of_its() {
    let mut bench = Bench::with_files(&[DATA, ("SYS;TS A", b"")]);
    let mut fails = |mode, device, names: &str| {
        assert_eq!(bench.open(2, mode, device, names), Answer::Next, "{names}");
        bench.uuo(0o046, 2, 0o300);
        bench.word(0o300).left()
    };
    assert_eq!(fails(0, "DSK", "NOSUCH FILE"), 0o4);
    assert_eq!(fails(0, "FOO", "A B"), 0o1);
    assert_eq!(fails(0, "COM", "A B"), 0o20);
    assert_eq!(fails(0, "DSK", "A"), 0o11);
    assert_eq!(fails(1, "DSK", "> >"), 0o11);
    assert_eq!(fails(1, "DSK", ".FILE. (DIR)"), 0o11);
    assert_eq!(fails(0o200001, "DSK", "A B"), 0o12);
    assert_eq!(bench.open(2, 0, "SYS", "TS A"), Answer::Skip);
    // The old .OPEN has the device in its right half.
    for (at, word) in [Word36::new(0o446353), sixbit("DATA1"), sixbit(">")].into_iter().enumerate()
    {
        bench.put(0o300 + at as u32, word);
    }
    assert_eq!(bench.uuo(0o041, 3, 0o300), Answer::Skip);
}

#[test]
fn directories_are_texts() {
    let mut bench = Bench::with_files(&[DATA, ("SYS;TS A", b"x")]);
    let mut listing = |names: &str| {
        assert_eq!(bench.open(2, 0, "DSK", names), Answer::Skip);
        let mut text = String::new();
        loop {
            bench.iot(2);
            match bench.word(1) {
                end if end.left() != 0 => return text,
                character => text.push(char::from(character.bits() as u8)),
            }
        }
    };
    let expected = "DB,  GUEST \r\nFREE BLOCKS #0=4096 \r\n  \
        0   DATA1  TXT    1 ! 7/4/83 12:34:56 (7/4/83) GUEST\r\n\x0c";
    assert_eq!(listing(".FILE. (DIR)"), expected);
    assert_eq!(listing("M.F.D. (FILE)"), "GUEST\r\nSYS\r\n\x0c");
}

#[test]
fn a_name_is_found_without_looking_at_others() {
    let files: Vec<String> = (0..3000).map(|number| format!("GUEST;F{number} TXT")).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    let mut bench = Bench::with_files(&files);
    let work = |bench: &Bench, before: u64| bench.host.work.done() - before;
    for _ in 0..20 {
        assert_eq!(bench.open(2, 0, "DSK", "F2999 TXT"), Answer::Skip);
        assert_eq!(bench.open(2, 0, "DSK", "NONE TXT"), Answer::Next);
        assert_eq!(bench.open(3, 1, "DSK", "NEW FILE"), Answer::Skip);
        assert_eq!(bench.call("CLOSE", &[(IMMEDIATE, 3)]), Answer::Skip);
    }
    // Of 3,000 names, each alone would be 200.
    assert!(work(&bench, 0) < 60 * 1100, "{}", work(&bench, 0));
    // A version is searched among files with the same first name; a directory lists all.
    let before = bench.host.work.done();
    assert_eq!(bench.open(2, 0, "DSK", "F299 >"), Answer::Skip);
    assert!(work(&bench, before) < 1000 + 12 * 200);
    let before = bench.host.work.done();
    assert_eq!(bench.open(2, 0, "DSK", ".FILE. (DIR)"), Answer::Skip);
    assert!(work(&bench, before) > 3000);
}

/// Source: *ITS UFD*; `FSDEFS` of ITS.
#[test]
fn directories_are_blocks_of_words_in_image_mode() {
    let mut bench = Bench::with_files(&[DATA, ("SYS;TS A", b"x")]);
    assert_eq!(bench.uuo(0o043, 6, 2), Answer::Skip);
    for (names, words) in [
        (
            ".FILE. (DIR)",
            [(1, Word36::from(0o1773)), (0o1773, sixbit("DATA1")), (0o1774, sixbit("TXT"))],
        ),
        (
            "M.F.D. (FILE)",
            [(1, Word36::from(0o1774)), (0o1774, sixbit("GUEST")), (0o1776, sixbit("SYS"))],
        ),
    ] {
        assert_eq!(bench.open(2, 6, "DSK", names), Answer::Skip);
        bench.put(1, Word36::halves(0o776000, 0o2000));
        assert_eq!(bench.iot(2), Answer::Next);
        assert_eq!(bench.word(1), Word36::from(0o4000));
        for (at, word) in words {
            assert_eq!(bench.word(0o2000 + at), word, "{names} {at:o}");
        }
    }
}

#[test]
fn files_are_renamed_and_deleted() {
    let mut bench = Bench::with_files(&[DATA, ("GUEST;A 1", b"1"), ("GUEST;A 2", b"2")]);
    let names = |bench: &Bench, names: &[&str]| {
        for (at, name) in names.iter().enumerate() {
            bench.put(0o300 + at as u32, sixbit(name));
        }
    };
    names(&bench, &["DSK", "A", "<"]);
    let delete = [(0, 0o300), (0, 0o301), (0, 0o302)];
    assert_eq!(bench.call("DELETE", &delete), Answer::Skip);
    assert_eq!(bench.file("GUEST;A 1"), None);
    names(&bench, &["DSK", "A", "2", "GUEST", "B", ">"]);
    let rename: Vec<_> = (0o300..0o306).map(|at| (0, at)).collect();
    assert_eq!(bench.call("RENAME", &rename), Answer::Skip);
    assert_eq!(bench.file("GUEST;B 1"), Some(&b"2"[..]));
    names(&bench, &["DSK", "DATA1", "TXT", "GUEST", "B", "1"]);
    assert_eq!(bench.error("RENAME", &rename), 0o13);
    assert_eq!(bench.error("DELETE", &[(0, 0o300), (0, 0o304), (0, 0o302)]), 4);
    bench.open(3, 1, "DSK", "_FOO_ OUTPUT");
    names(&bench, &["NEW", "FILE"]);
    assert_eq!(bench.call("RENMWO", &[(IMMEDIATE, 3), (0, 0o300), (0, 0o301)]), Answer::Skip);
    bench.print(3, b"x");
    assert_eq!(bench.call("CLOSE", &[(IMMEDIATE, 3)]), Answer::Skip);
    assert_eq!(bench.file("GUEST;NEW FILE"), Some(&b"x"[..]));
}

#[test]
fn pointers_move() {
    let mut bench = Bench::with_files(&[DATA]);
    bench.open(2, 0, "DSK", "DATA1 TXT");
    bench.put(7, Word36::from(4));
    assert_eq!(bench.uuo(0o047, 2, 7), Answer::Next);
    bench.iot(2);
    assert_eq!(bench.word(1), Word36::from(u32::from(b'c')));
    assert_eq!(bench.call("RFPNTR", &[(IMMEDIATE, 2), (VALUE, 2), (VALUE, 3)]), Answer::Skip);
    assert_eq!([2, 3].map(|at| bench.word(at).bits()), [5, 7]);
    bench.put(7, Word36::from(100));
    bench.uuo(0o047, 2, 7);
    assert!(matches!(bench.iot(2), Answer::Fault(Cause::Channel { .. })));
}

#[test]
fn names_in_strings_open_files() {
    let mut bench = Bench::with_files(&[DATA]);
    for (at, part) in (0o300..).zip(b"DSK:GUEST;DATA1 TXT\0".chunks(5)) {
        bench.put(at, text::ascii(part, 0));
    }
    bench.put(2, Word36::halves(0, 3));
    bench.put(3, Word36::from(0o300));
    assert_eq!(bench.call("SOPEN", &[(0, 2), (0, 3)]), Answer::Skip);
    bench.iot(3);
    assert_eq!(bench.word(1), Word36::from(u32::from(b'a')));
}

#[test]
fn channels_are_put_aside() {
    let mut bench = Bench::with_files(&[DATA]);
    bench.open(2, 0, "DSK", "DATA1 TXT");
    bench.iot(2);
    assert_eq!(bench.oper(0o13, 2), Answer::Next);
    assert!(matches!(bench.iot(2), Answer::Fault(Cause::Channel { .. })));
    assert_eq!(bench.oper(0o14, 5), Answer::Next);
    bench.iot(5);
    assert_eq!(bench.word(1), Word36::from(u32::from(b'b')));
    // The stack has room for eight.
    assert!((0..8).all(|_| bench.oper(0o13, 1) == Answer::Next));
    assert!(matches!(bench.oper(0o13, 1), Answer::Fault(Cause::Channel { .. })));
}

#[test]
fn a_disk_is_full_some_day() {
    let mut bench = Bench::plain();
    bench.open(2, 5, "DSK", "BIG FILE");
    bench.put(7, Word36::new(1 << 35));
    bench.uuo(0o047, 2, 7);
    let error = "DEVICE FULL";
    assert_eq!(bench.iot(2), Answer::Fault(Cause::Channel { channel: 2, error }));
}

#[test]
fn files_that_are_not_words_do_not_open() {
    let mut bench = Bench::with_files(&[("GUEST;BAD FILE", b"a\xff")]);
    assert_eq!(bench.open(2, 0, "DSK", "BAD FILE"), Answer::Next);
    bench.uuo(0o046, 2, 0o300);
    assert_eq!(bench.word(0o300).left(), 7);
}

#[test]
fn errors_have_texts() {
    let mut bench = Bench::plain();
    bench.open(2, 0, "DSK", "NO FILE");
    bench.put(0o300, Word36::new(0o456262));
    bench.put(0o301, Word36::from(1));
    assert_eq!(bench.uuo(0o041, 3, 0o300), Answer::Skip);
    for &character in b"FILE NOT FOUND\r\n\x0c" {
        bench.iot(3);
        assert_eq!(bench.word(1), Word36::from(u32::from(character)));
    }
}

#[test]
fn pages_of_a_file_are_mapped() {
    let mut bench = Bench::with_files(&[("GUEST;A B", b"abcde12345")]);
    bench.open(2, 6, "DSK", "A B");
    bench.put(3, Word36::from(2));
    let map = [(CONTROL, 0o210000), (IMMEDIATE, 0), (IMMEDIATE, 0o777777), (0, 3), (IMMEDIATE, 2)];
    assert_eq!(bench.call("CORBLK", &map), Answer::Skip);
    assert_eq!(bench.word(0o4001), text::ascii(b"12345", 0));
    assert_eq!(bench.word(0o4002), Word36::default());
    let word = Word36::halves(0o202040, 0o4000);
    let refused = bench.cpu.write(0o4000, word).unwrap_err();
    assert_eq!(refused, Cause::ReadOnly { address: 0o4000 });
}

#[test]
fn a_job_writes_its_pages_and_loads_them() {
    let mut bench = Bench::plain();
    bench.open(2, 7, "DSK", "TS SELF");
    bench.put(0o300, sixbit("BEFORE"));
    bench.put(0o17, Word36::from(0o123));
    bench.put(3, Word36::default());
    let dump = [(IMMEDIATE, 0o777777), (IMMEDIATE, 2), (0, 3)];
    assert_eq!(bench.call("PDUMP", &dump), Answer::Skip);
    // The program itself writes where it starts.
    bench.put(0o310, Word36::halves(0o254000, 0o100));
    bench.put(6, Word36::halves(0o777777, 0o310));
    assert_eq!(bench.uuo(0o040, 2, 6), Answer::Next);
    bench.oper(7, 2);
    let loaded = crate::files::read(bench.file("GUEST;TS SELF").unwrap()).unwrap();
    assert_eq!(loaded.kind, crate::files::FileKind::Pdump);
    bench.put(0o300, sixbit("AFTER"));
    bench.put(0o17, Word36::default());
    bench.open(2, 6, "DSK", "TS SELF");
    let load = [(IMMEDIATE, 0o777777), (IMMEDIATE, 2)];
    assert_eq!(bench.call("LOAD", &load), Answer::Skip);
    assert_eq!((bench.word(0o300), bench.word(0o17)), (sixbit("BEFORE"), Word36::default()));
}

#[test]
fn blocks_are_loaded_up_to_the_start() {
    let word = |left, right| Word36::halves(left, right);
    let words = [
        word(0o254000, 1),
        word(0o777776, 0o4000),
        sixbit("ONE"),
        sixbit("TWO"),
        Word36::default(),
        word(0o254000, 0o4000),
    ];
    let mut bench = Bench::with_files(&[("GUEST;BAD FILE", b"no program")]);
    bench.host.files.give(b"GUEST;A B".to_vec(), crate::files::evacuate::encode(&words));
    bench.open(2, 6, "DSK", "A B");
    let load = [(IMMEDIATE, 0o777777), (IMMEDIATE, 2)];
    assert_eq!(bench.call("LOAD", &load), Answer::Skip);
    assert_eq!([0o4000, 0o4001].map(|at| bench.word(at)), ["ONE", "TWO"].map(sixbit));
    assert_eq!(bench.call("RFPNTR", &[(IMMEDIATE, 2), (VALUE, 3)]), Answer::Skip);
    assert_eq!(bench.word(3), Word36::from(5));
    bench.open(2, 6, "DSK", "BAD FILE");
    assert_eq!(bench.error("LOAD", &load), 0o46);
    bench.open(2, 0, "DSK", "A B");
    assert_eq!(bench.error("LOAD", &load), 0o12);
}
