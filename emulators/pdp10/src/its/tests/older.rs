//! The older calls, numbered by accumulator or address.
//!
//! Source: *ITS UUOS*.

use machine::{Access, Cause};

use super::{Answer, Bench, IMMEDIATE, VALUE};
use crate::Word36;
use crate::memory::Page;
use crate::text::sixbit;

/// Numbers of `.OPER`.
mod oper {
    pub(super) const SETMSK: u32 = 0o4;
    pub(super) const SETM2: u32 = 0o5;
    pub(super) const DEMON: u32 = 0o6;
    pub(super) const RDSW: u32 = 0o20;
    pub(super) const GENSYM: u32 = 0o32;
    pub(super) const WSNAME: u32 = 0o35;
    pub(super) const UPISET: u32 = 0o36;
    pub(super) const CBLK: u32 = 0o42;
    pub(super) const RSYSI: u32 = 0o52;
    pub(super) const PDTIME: u32 = 0o54;
    pub(super) const MASTER: u32 = 0o61;
    pub(super) const NETAC: u32 = 0o63;
    pub(super) const DIETIM: u32 = 0o66;
    pub(super) const FEED: u32 = 0o72;
    pub(super) const RYEAR: u32 = 0o100;
    pub(super) const RLPDTM: u32 = 0o101;
    pub(super) const RDATIM: u32 = 0o102;
    pub(super) const GENNUM: u32 = 0o110;
    pub(super) const NETINT: u32 = 0o111;
}
use oper::*;

impl Bench {
    /// What a call leaves in accumulator 1, which had this value.
    fn left_in(&mut self, number: u32, before: u64) -> Word36 {
        self.put(1, Word36::new(before));
        assert_eq!(self.oper(number, 1), Answer::Next, "{number:o}");
        self.word(1)
    }
}

#[test]
fn masks_and_the_directory_are_set_from_accumulators() {
    let mut bench = Bench::plain();
    bench.left_in(SETMSK, 0o10);
    assert_eq!(bench.variable(0o6), Word36::from(0o10));
    bench.put(2, Word36::from(0o4));
    bench.left_in(SETM2, 0o40);
    assert_eq!([0o6, 0o25].map(|number| bench.variable(number).bits()), [0o40, 0o4]);
    bench.left_in(WSNAME, sixbit("SYS").bits());
    assert_eq!(bench.variable(0o16), sixbit("SYS"));
}

/// `.PICLR` is -1 until it is exchanged.
#[test]
fn upiset_exchanges_by_the_sign() {
    let mut bench = Bench::plain();
    let minus_one = Word36::from_signed(-1);
    assert_eq!(bench.left_in(UPISET, 0o377777_777777), minus_one);
    assert_eq!(bench.variable(0o17), Word36::default());
    assert_eq!(bench.left_in(UPISET, 0o400000_000000), Word36::default());
    assert_eq!(bench.variable(0o17), minus_one);
}

/// At 1983-07-04 12:34:56, a Monday of a year that began on a Saturday and is no leap year.
#[test]
fn times_are_given_in_many_forms() {
    let mut bench = Bench::plain();
    let (days, seconds) = (184, 45_296);
    assert_eq!(bench.left_in(PDTIME, 0), Word36::new((days * 86_400 + seconds) * 60));
    assert_eq!(bench.left_in(RDATIM, 0), sixbit("123456"));
    assert_eq!(bench.word(2), sixbit("830704"));
    // Every year has a February 29, which bit 4.9 says was not in this one.
    assert_eq!(bench.left_in(RLPDTM, 0), Word36::new((days + 1) * 86_400 + seconds));
    let year = bench.word(2);
    assert_eq!((year.left() >> 17, year.right()), (1, 1983));
    assert_eq!(bench.left_in(RYEAR, 0), year);
}

#[test]
fn generated_names_and_numbers_differ() {
    let mut bench = Bench::plain();
    let names = [bench.left_in(GENSYM, 0), bench.left_in(GENSYM, 0)];
    assert_ne!(names[0], names[1]);
    let numbers = [bench.left_in(GENNUM, 0), bench.left_in(GENNUM, 0)];
    assert_ne!(numbers[0], numbers[1]);
}

#[test]
fn the_system_has_a_version_and_switches() {
    let mut bench = Bench::plain();
    assert_eq!(bench.left_in(RSYSI, 0), sixbit("1648"));
    assert_eq!(bench.left_in(RDSW, 5), Word36::default());
    // It is not going down.
    assert_eq!(bench.left_in(DIETIM, 0), Word36::from_signed(-1));
    // No demon, no tape punch, no network.
    for number in [DEMON, FEED, NETAC, NETINT] {
        assert_eq!(bench.left_in(number, 5), Word36::from(5), "{number:o}");
    }
    assert_eq!(bench.oper(MASTER, 1), Answer::Skip);
}

/// A page by a word: operation, access, whether to insert, page, and source.
fn cblk(bench: &mut Bench, operation: u32, page: u32, from: u32) -> Answer {
    const INSERT: u32 = 0o400000;
    bench.put(1, Word36::halves(operation, INSERT | page << 9 | from));
    bench.oper(CBLK, 1)
}

/// Source: *ITS UUOS*, `.CBLK`.
#[test]
fn a_word_describes_a_page() {
    const WRITE: u32 = 0o400;
    let mut bench = Bench::plain();
    assert_eq!(cblk(&mut bench, 0o4000, 3, 0), Answer::Skip);
    assert_eq!(bench.cpu.memory.page(3), Page::Writable);
    bench.put(0o6005, Word36::from(7));
    // A page of the job itself, also with other rights.
    assert_eq!(cblk(&mut bench, 0, 5, 3), Answer::Skip);
    assert_eq!((bench.cpu.memory.page(5), bench.word(0o12005)), (Page::ReadOnly, Word36::from(7)));
    assert_eq!(cblk(&mut bench, WRITE, 5, 5), Answer::Skip);
    assert_eq!(bench.cpu.memory.page(5), Page::Writable);
    assert_eq!(cblk(&mut bench, 0, 6, 0o40), Answer::Next, "there is no page 40");
    // A page of the system; its words cannot be changed.
    assert_eq!(cblk(&mut bench, 0o1000, 6, 0o104), Answer::Skip);
    assert_eq!(bench.cpu.memory.page(6), Page::ReadOnly);
    assert_eq!(cblk(&mut bench, 0o6000, 7, 0), Answer::Skip);
    assert_eq!(bench.cpu.memory.page(7), Page::Absent);
    // Not inserting is removing.
    bench.put(1, Word36::halves(0o4000, 3 << 9));
    assert_eq!(bench.oper(CBLK, 1), Answer::Skip);
    assert_eq!(bench.cpu.memory.page(3), Page::Absent);
    let name = *b".CBLK   ";
    assert_eq!(cblk(&mut bench, 0o3000, 6, 0), Answer::Fault(Cause::CallNotHere { name }));
}

#[test]
fn pages_are_refused_where_they_cannot_be() {
    let mut bench = Bench::plain();
    let own = (IMMEDIATE, 0o777777);
    let errors: [(&[(u32, u32)], u64); 6] = [
        // MEANINGLESS ARGS: no page 400, into or from.
        (&[(IMMEDIATE, 0o400000), own, (IMMEDIATE, 0o400), (IMMEDIATE, 0o777773)], 0o33),
        (&[(IMMEDIATE, 0o10000), own, (IMMEDIATE, 3), own, (IMMEDIATE, 0o400)], 0o33),
        // CAN'T GET THAT ACCESS TO PAGE: the system's pages are not written.
        (&[(IMMEDIATE, 0o100000), own, (IMMEDIATE, 3), (IMMEDIATE, 0o400000)], 0o32),
        // NO SUCH JOB, CAN'T MODIFY JOB, WRONG TYPE DEVICE.
        (&[(IMMEDIATE, 0), (IMMEDIATE, 0o400050), (IMMEDIATE, 3)], 0o35),
        (&[(IMMEDIATE, 0), (IMMEDIATE, 0o400377), (IMMEDIATE, 3)], 0o31),
        (&[(IMMEDIATE, 0), (IMMEDIATE, 1), (IMMEDIATE, 3)], 0o34),
    ];
    for (arguments, error) in errors {
        assert_eq!(bench.error("CORBLK", arguments), error, "{arguments:?}");
    }
    assert_eq!(bench.error("CORTYP", &[(IMMEDIATE, 0o400)]), 0o33);
    assert_eq!(bench.error("CORTYP", &[(IMMEDIATE, 0o1000), (IMMEDIATE, 0)]), 0o33);
    // A page that is not there, if it need not be.
    let maybe = [(IMMEDIATE, 0o200000), own, (IMMEDIATE, 3), own, (IMMEDIATE, 0o40)];
    assert_eq!(bench.call("CORBLK", &maybe), Answer::Skip);
    assert_eq!(bench.cpu.memory.page(3), Page::Absent);
    let read = [(IMMEDIATE, 3), (VALUE, 2), (VALUE, 3), (VALUE, 4), (VALUE, 5)];
    assert_eq!(bench.call("CORTYP", &read), Answer::Skip);
    assert_eq!([2, 3, 4, 5].map(|at| bench.word(at).bits()), [0; 4]);
}

/// Source: *ITS .CALLS*, `USRMEM`.
#[test]
fn words_of_jobs_are_read_and_written() {
    let mut bench = Bench::plain();
    let own = (IMMEDIATE, 0o777777);
    bench.put(2, Word36::from(5));
    assert_eq!(bench.call("USRMEM", &[own, (IMMEDIATE, 0o300), (0, 2)]), Answer::Skip);
    assert_eq!(bench.word(0o300), Word36::from(5));
    bench.put(3, Word36::from(0o300));
    assert_eq!(bench.call("USRMEM", &[own, (0, 3), (VALUE, 4)]), Answer::Skip);
    assert_eq!(bench.word(4), Word36::from(5));
    let unmapped = Cause::Unmapped { access: Access::Load, address: 0o300000 };
    let absent = bench.call("USRMEM", &[own, (IMMEDIATE, 0o300000), (VALUE, 4)]);
    assert_eq!(absent, Answer::Fault(unmapped));
}

#[test]
fn a_block_deletes_and_renames() {
    let mut bench = Bench::with_files(&[("GUEST;A B", b"1"), ("GUEST;C D", b"2")]);
    let mut fdele = |words: [u64; 5]| {
        (0o300..).zip(words).for_each(|(at, word)| bench.put(at, Word36::new(word)));
        let answer = bench.uuo(0o043, 0o11, 0o300);
        let files =
            ["A B", "C D", "X Y"].map(|name| bench.file(&format!("GUEST;{name}")).is_some());
        (answer, files)
    };
    let [disk, a, b, c, d, x, y] =
        ["DSK", "A", "B", "C", "D", "X", "Y"].map(|name| sixbit(name).bits());
    let disk = disk >> 18;
    assert_eq!(fdele([disk, c, d, x, y]), (Answer::Skip, [true, false, true]));
    assert_eq!(fdele([disk, a, b, 0, 0]), (Answer::Skip, [false, false, true]));
    // FILE NOT FOUND.
    assert_eq!(fdele([disk, a, b, 0, 0]), (Answer::Next, [false, false, true]));
    // The file that channel 2 writes.
    bench.open(2, 1, "DSK", "NEW FILE");
    (0o300..).zip([disk, 0, 2, a, b]).for_each(|(at, word)| bench.put(at, Word36::new(word)));
    assert_eq!(bench.uuo(0o043, 0o11, 0o300), Answer::Skip);
    bench.oper(7, 2);
    assert_eq!(bench.file("GUEST;A B"), Some(&b""[..]));
}
