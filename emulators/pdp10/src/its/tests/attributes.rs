//! Attributes of files, and calls about channels.
//!
//! Source: *ITS .CALLS*; ITS 1652 and its `DISK` and `FSDEFS`.

use super::{Answer, Bench, CONTROL, IMMEDIATE, VALUE};
use crate::Word36;
use crate::text::{self, sixbit};

/// `WRONG TYPE DEVICE`.
const WRONG_DEVICE: u64 = 0o34;
/// 1983-07-04 12:34:56.5, when a job begins here.
const NOW: Word36 = Word36::halves(83 << 9 | 7 << 5 | 4, 45_296 * 2 + 1);
/// 1976-01-02, two seconds after midnight.
const EARLIER: Word36 = Word36::halves(76 << 9 | 1 << 5 | 2, 4);
/// Flags of `UNRNDM`: `UNDUMP` and `UNREAP`, and one word in the last block.
const DUMPED: u64 = 1 << 35;
const KEPT: u64 = 1 << 19;
const ONE_WORD: u64 = 1 << 24;

impl Bench {
    /// The values of a call about channel 2, with arguments in memory.
    fn of_channel<const N: usize>(&mut self, name: &str, arguments: &[u32]) -> [Word36; N] {
        let given = arguments.iter().map(|&at| (0, at));
        let results = (0..N as u32).map(|at| (VALUE, 0o310 + at));
        let all: Vec<_> = [(IMMEDIATE, 2)].into_iter().chain(given).chain(results).collect();
        assert_eq!(self.call(name, &all), Answer::Skip, "{name}");
        std::array::from_fn(|at| self.word(0o310 + at as u32))
    }

    /// A call about channel 2 that sets something.
    fn set_of_channel(&mut self, name: &str, word: Word36) {
        self.put(0o300, word);
        let _: [Word36; 0] = self.of_channel(name, &[0o300]);
    }

    /// Packs a string at an address.
    fn put_string(&self, address: u32, string: &[u8]) {
        for (at, part) in (address..).zip([string, b"\0"].concat().chunks(5)) {
            self.put(at, text::ascii(part, 0));
        }
    }
}

/// A job with a file open on channel 2.
fn with_file(mode: u32) -> Bench {
    let mut bench = Bench::with_files(&[("GUEST;A B", b"abc"), ("SYS;X Y", b"x")]);
    assert_eq!(bench.open(2, mode, "DSK", "A B"), Answer::Skip);
    bench
}

/// The third value of `FILBLK`.
fn random_info(bench: &mut Bench) -> u64 {
    bench.of_channel::<5>("FILBLK", &[])[2].bits()
}

#[test]
fn files_have_dates() {
    let mut bench = with_file(0);
    assert_eq!(bench.of_channel("RFDATE", &[]), [NOW]);
    bench.set_of_channel("SFDATE", EARLIER);
    assert_eq!(bench.of_channel("RFDATE", &[]), [EARLIER]);
    // The date of the last read has no time. The author is an unknown number of a directory.
    bench.set_of_channel("SRDATE", EARLIER);
    let [first, second] = ["A", "B"].map(sixbit);
    let read = Word36::halves(EARLIER.left(), 0o777000);
    let block = [first, second, Word36::new(ONE_WORD), EARLIER, read];
    assert_eq!(bench.of_channel("FILBLK", &[]), block);
    // DSKUPD sets both to now, and says that the file is not backed up.
    bench.set_of_channel("SDMPBT", Word36::from(1));
    let _: [Word36; 0] = bench.of_channel("DSKUPD", &[]);
    let read = Word36::halves(NOW.left(), 0o777000);
    assert_eq!(bench.of_channel::<5>("FILBLK", &[])[2..], [Word36::new(ONE_WORD), NOW, read]);
}

#[test]
fn opening_a_file_is_reading_it() {
    let last_read = |bench: &mut Bench| bench.of_channel::<5>("FILBLK", &[])[4].left();
    let mut bench = with_file(0);
    bench.set_of_channel("SRDATE", EARLIER);
    bench.open(2, 0, "DSK", "A B");
    assert_eq!(last_read(&mut bench), NOW.left());
    let _: [Word36; 0] = bench.of_channel("RESRDT", &[]);
    assert_eq!(last_read(&mut bench), EARLIER.left());
    // %DONRF leaves the date.
    bench.open(2, 0o10, "DSK", "A B");
    assert_eq!(last_read(&mut bench), EARLIER.left());
}

#[test]
fn files_have_authors_and_bits() {
    let mut bench = with_file(0);
    assert_eq!(bench.of_channel("RAUTH", &[]), [sixbit("GUEST")]);
    bench.set_of_channel("SAUTH", sixbit("SYS"));
    assert_eq!(bench.of_channel("RAUTH", &[]), [sixbit("SYS")]);
    assert_eq!(bench.of_channel("RDMPBT", &[]), [Word36::default()]);
    // Only bit 1.1 counts.
    bench.set_of_channel("SDMPBT", Word36::new(0o777777_777776));
    assert_eq!(bench.of_channel("RDMPBT", &[]), [Word36::default()]);
    bench.set_of_channel("SDMPBT", Word36::from(1));
    assert_eq!(bench.of_channel("RDMPBT", &[]), [Word36::from(1)]);
    assert_eq!(random_info(&mut bench), DUMPED | ONE_WORD);
    bench.set_of_channel("SREAPB", Word36::from(1));
    assert_eq!(random_info(&mut bench), DUMPED | KEPT | ONE_WORD);
    bench.set_of_channel("SREAPB", Word36::default());
    assert_eq!(random_info(&mut bench), DUMPED | ONE_WORD);
    // There are no links.
    assert_eq!(bench.of_channel("LNKEDP", &[]), [Word36::default()]);
}

/// `UNWRDC` is modulo 2000.
#[test]
fn a_full_last_block_has_the_count_0() {
    for (words, count) in [(0o1777, 0o1777), (0o2000, 0), (0o2001, 1)] {
        let text = vec![b'x'; 5 * words];
        let mut bench = Bench::with_files(&[("GUEST;A B", &text)]);
        bench.open(2, 0, "DSK", "A B");
        assert_eq!(random_info(&mut bench), count << 24, "{words:o}");
    }
}

#[test]
fn directories_have_sizes() {
    let text = vec![b'x'; 5 * 0o2000 + 1];
    let files: [(&str, &[u8]); 3] =
        [("GUEST;A B", b"x"), ("GUEST;LONG FILE", &text), ("SYS;X Y", b"x")];
    let mut bench = Bench::with_files(&files);
    bench.open(2, 0, "DSK", "A B");
    // No quota and three blocks; no allocation.
    assert_eq!(bench.of_channel("DIRSIZ", &[]), [3, 0].map(Word36::from));
}

#[test]
fn only_files_have_attributes() {
    let mut bench = Bench::plain();
    bench.open(2, 0, "NUL", "");
    bench.put(0o300, Word36::from(1));
    let reads = ["DELEWO", "DIRSIZ", "DSKUPD", "FILBLK", "LNKEDP", "RAUTH", "RDMPBT", "RESRDT"];
    for name in reads.into_iter().chain(["RFDATE", "RFPNTR", "FILLEN"]) {
        assert_eq!(bench.error(name, &[(IMMEDIATE, 2)]), WRONG_DEVICE, "{name}");
    }
    for name in ["ACCESS", "SAUTH", "SDMPBT", "SFDATE", "SRDATE", "SREAPB"] {
        assert_eq!(bench.error(name, &[(IMMEDIATE, 2), (0, 0o300)]), WRONG_DEVICE, "{name}");
    }
}

/// Source: ITS 1652, `QRNAM4`.
#[test]
fn a_renamed_file_is_not_backed_up() {
    let rename: Vec<_> = (0o300..0o306).map(|at| (0, at)).collect();
    let mut bench = with_file(0);
    for (at, name) in (0o300..).zip(["DSK", "A", "B", "GUEST", "A", "B"]) {
        bench.put(at, sixbit(name));
    }
    bench.put(0o277, Word36::from(1));
    let _: [Word36; 0] = bench.of_channel("SDMPBT", &[0o277]);
    // The same name is no other file.
    assert_eq!(bench.call("RENAME", &rename), Answer::Skip);
    assert_eq!(bench.of_channel("RDMPBT", &[]), [Word36::default()]);
    // While it is open, and read.
    bench.set_of_channel("SDMPBT", Word36::from(1));
    bench.set_of_channel("SRDATE", EARLIER);
    bench.put(0o301, sixbit("NEW"));
    let to = [(IMMEDIATE, 2), (0, 0o301), (0, 0o302)];
    assert_eq!(bench.call("RENMWO", &to), Answer::Skip);
    assert_eq!(bench.file("GUEST;NEW B"), Some(&b"abc"[..]));
    let [first, _, info, _, read] = bench.of_channel("FILBLK", &[]);
    assert_eq!((first, info, read.left()), (sixbit("NEW"), Word36::new(ONE_WORD), NOW.left()));
}

#[test]
fn names_in_strings_delete_and_rename() {
    let mut bench = Bench::with_files(&[("GUEST;A B", b"1"), ("SYS;X Y", b"2")]);
    bench.put_string(0o300, b"DSK:SYS;X Y");
    bench.put_string(0o304, b"NEW NAME");
    bench.put(2, Word36::from(0o300));
    bench.put(3, Word36::from(0o304));
    assert_eq!(bench.call("RENAME", &[(0, 2), (0, 3)]), Answer::Skip);
    assert_eq!(bench.file("SYS;NEW NAME"), Some(&b"2"[..]));
    // Two strings: the directory, then the names.
    bench.put_string(0o310, b"SYS;");
    bench.put(4, Word36::halves(0o777776, 5));
    bench.put(5, Word36::halves(0o440700, 0o310));
    bench.put(6, Word36::halves(0o440700, 0o304));
    assert_eq!(bench.call("DELETE", &[(0, 4)]), Answer::Skip);
    assert_eq!(bench.file("SYS;NEW NAME"), None);
    // TOO FEW ARGUMENTS, and names that are none.
    assert_eq!(bench.error("RENAME", &[(0, 2), (0, 3), (0, 3)]), 0o30);
    bench.put_string(0o300, b"A B C D");
    assert_eq!(bench.error("DELETE", &[(0, 2)]), 0o11);
    // While it is open.
    bench.open(2, 0, "DSK", "A B");
    assert_eq!(bench.call("RENMWO", &[(IMMEDIATE, 2), (0, 3)]), Answer::Skip);
    assert_eq!(bench.file("GUEST;NEW NAME"), Some(&b"1"[..]));
    // BAD CHANNEL NUMBER.
    assert_eq!(bench.error("RENMWO", &[(IMMEDIATE, 3), (0, 3)]), 0o14);
}

#[test]
fn a_file_is_deleted_when_it_is_closed() {
    for (mode, left) in [(0, None), (1, Some(&b"abc"[..]))] {
        let mut bench = with_file(mode);
        let _: [Word36; 0] = bench.of_channel("DELEWO", &[]);
        assert!(bench.file("GUEST;A B").is_some());
        assert_eq!(bench.call("CLOSE", &[(IMMEDIATE, 2)]), Answer::Skip);
        // What was to replace it is not written.
        assert_eq!(bench.file("GUEST;A B"), left);
    }
}

#[test]
fn channels_have_names_and_positions() {
    let mut bench = with_file(4);
    assert_eq!(bench.iot(2), Answer::Next);
    let [device, first, second, directory] = ["DSK", "A", "B", "GUEST"].map(sixbit);
    let (image, one) = (Word36::from(4), Word36::from(1));
    let state = [device, first, second, directory, one, image];
    assert_eq!(bench.of_channel("RCHST", &[]), state);
    // .RCHST: the mode with the device's three characters, four names and the position.
    bench.put(3, Word36::halves(2, 0o320));
    assert_eq!(bench.oper(0o103, 3), Answer::Next);
    let old: Vec<_> = (0o320..0o325).map(|at| bench.word(at)).collect();
    assert_eq!(old, [Word36::halves(4, device.left()), first, second, directory, one]);
    // As a string, whole and cut.
    bench.put(4, Word36::halves(0o440700, 0o330));
    let by_string = [(IMMEDIATE, 0o777777), (IMMEDIATE, 2), (0, 4)];
    assert_eq!(bench.call("RFNAME", &by_string), Answer::Skip);
    let written: Vec<u8> = (0o330..0o333).flat_map(|at| text::characters(bench.word(at))).collect();
    assert_eq!(written, b"DSK:GUEST;A B\0\0");
    let cut: Vec<_> = by_string.into_iter().chain([(IMMEDIATE, 3)]).collect();
    assert_eq!(bench.call("RFNAME", &cut), Answer::Skip);
    assert_eq!(text::characters(bench.word(0o330)), *b"DSK\0G");
    // A closed channel, and a device without positions.
    bench.call("CLOSE", &[(IMMEDIATE, 2)]);
    let none = Word36::default();
    let minus_one = Word36::from_signed(-1);
    assert_eq!(bench.of_channel("RCHST", &[]), [none, none, none, none, minus_one, none]);
    bench.open(2, 1, "NUL", "");
    assert_eq!(
        bench.of_channel::<5>("RCHST", &[])[..5],
        [sixbit("NUL"), none, none, none, minus_one]
    );
}

/// Source: *ITS .CALLS*, `STATUS`, "ITS internal physical device code".
#[test]
fn channels_have_states() {
    let mut bench = with_file(0);
    assert_eq!(bench.of_channel("STATUS", &[]), [Word36::from(0o43)]);
    for (mode, device, names, status) in [
        (1, "NUL", "", 0o121),
        (4, "DSK", ".FILE. (DIR)", 0o463),
        (6, "USR", "GUEST TEST", 0o660),
        // The job has the terminal; nothing is typed or to be typed.
        (0, "TTY", "", 0o12000),
        (1, "TTY", "", 0o12101),
    ] {
        assert_eq!(bench.open(2, mode, device, names), Answer::Skip);
        assert_eq!(bench.of_channel("STATUS", &[]), [Word36::from(status)], "{device}");
    }
    // After FILE NOT FOUND.
    bench.open(2, 0, "DSK", "NONE FILE");
    assert_eq!(bench.of_channel("STATUS", &[]), [Word36::halves(4, 0)]);
}

#[test]
fn channels_are_pushed_and_popped_by_calls() {
    let mut bench = with_file(0);
    assert_eq!(bench.call("IOPUSH", &[(IMMEDIATE, 2)]), Answer::Skip);
    assert_eq!(bench.error("RFPNTR", &[(IMMEDIATE, 2)]), 0o44);
    assert_eq!(bench.call("IOPOP", &[(IMMEDIATE, 3)]), Answer::Skip);
    bench.iot(3);
    assert_eq!(bench.word(1), Word36::from(u32::from(b'a')));
    // OVER IOPOP.
    assert!(matches!(bench.call("IOPOP", &[(IMMEDIATE, 3)]), Answer::Fault(_)));
    assert_eq!(bench.its.channels.get(3).transfer_error, 5);
    // .IOPDL: each to where it came from.
    bench.open(2, 0, "DSK", "A B");
    bench.open(4, 0, "NUL", "");
    for channel in [2, 4] {
        assert_eq!(bench.oper(0o13, channel), Answer::Next);
    }
    assert_eq!(bench.oper(0o57, 0), Answer::Next);
    assert_eq!(bench.of_channel::<1>("RCHST", &[])[..1], [sixbit("DSK")]);
    assert_eq!(bench.its.channels.get(4).open.as_ref().map(|open| open.mode), Some(0));
}

#[test]
fn positions_are_set_by_a_call() {
    let mut bench = with_file(0);
    assert_eq!(bench.call("ACCESS", &[(IMMEDIATE, 2), (IMMEDIATE, 2)]), Answer::Skip);
    bench.iot(2);
    assert_eq!(bench.word(1), Word36::from(u32::from(b'c')));
    // A job: the address of the next word.
    bench.open(2, 0o16, "USR", "GUEST TEST");
    bench.put(0o300, Word36::from(5));
    assert_eq!(bench.call("ACCESS", &[(IMMEDIATE, 2), (IMMEDIATE, 0o300)]), Answer::Skip);
    bench.put(1, Word36::halves(0o777777, 0o310));
    assert_eq!(bench.iot(2), Answer::Next);
    assert_eq!(bench.word(0o310), Word36::from(5));
}

#[test]
fn names_are_not_translated() {
    let mut bench = Bench::plain();
    let names = ["DEV", "ONE", "TWO", "DIR"].map(sixbit);
    (0o300..).zip(names).for_each(|(at, name)| bench.put(at, name));
    let results = [(VALUE, 0o310), (VALUE, 0o311), (VALUE, 0o312), (VALUE, 0o313)];
    let from = [(0, 0o300), (0, 0o301), (0, 0o302), (0, 0o303)];
    let with: Vec<_> = from.into_iter().chain(results).collect();
    assert_eq!(bench.call("TRANS", &with), Answer::Skip);
    assert_eq!([0o310, 0o311, 0o312, 0o313].map(|at| bench.word(at)), names);
    // Without a directory it is that of the job.
    let without: Vec<_> = from[..3].iter().copied().chain(results).collect();
    assert_eq!(bench.call("TRANS", &without), Answer::Skip);
    assert_eq!(bench.word(0o313), sixbit("GUEST"));
}

#[test]
fn devices_that_are_not_there_fail() {
    let mut bench = Bench::plain();
    let no_device = ["FLAP", "NETBLK", "T11MP", "TVWHER", "VIDBUF", "VIDSW", "XGPIM"];
    for name in no_device {
        assert_eq!(bench.error(name, &[(IMMEDIATE, 1)]), 0o1, "{name}");
    }
    assert_eq!(bench.error("WHOLIN", &[(IMMEDIATE, 1)]), WRONG_DEVICE);
}

/// What is written reaches the disk at once, and nothing is locked.
#[test]
fn calls_with_nothing_to_do_succeed() {
    let mut bench = with_file(0);
    for name in ["FINISH", "FLUSH", "FORCE", "PGWRIT", "PGDUMP", "UNLOCK"] {
        assert_eq!(bench.call(name, &[(IMMEDIATE, 2)]), Answer::Skip, "{name}");
    }
    assert_eq!(bench.call("DETACH", &[(CONTROL | IMMEDIATE, 0)]), Answer::Skip);
}
