//! Files that a program reads by lines, as SPIM and MARS do.

use machine::descriptors::{Descriptors, Flags, Refusal};
use machine::{Host, InputRead};

const READ: Flags = Flags {
    read: true,
    write: false,
    create: false,
    exclusive: false,
    truncate: false,
    append: false,
};
const WRITE: Flags = Flags { read: false, write: true, create: true, ..READ };

fn bytes(text: &str) -> InputRead {
    InputRead::Bytes(text.into())
}

#[test]
fn lines_of_a_file_are_read() {
    let mut host = Host::default();
    host.files.give("a.txt", "first\n\nlong line\nend");
    let mut open = Descriptors::default();
    let file = open.open(&mut host.files, b"a.txt", READ).expect("it is there");
    assert_eq!((file, open.count()), (3, 4));
    for expected in ["first\n", "\n", "long", " lin", "e\n", "end"] {
        assert_eq!(
            open.line(&mut host, file, if expected.len() < 5 { 4 } else { 80 }),
            bytes(expected)
        );
    }
    assert_eq!(open.line(&mut host, file, 80), InputRead::End);
    // Another descriptor has its own position; a duplicate shares it.
    let other = open.open(&mut host.files, b"a.txt", READ).expect("it is there");
    assert_eq!(open.line(&mut host, other, 80), bytes("first\n"));
    let same = open.duplicate(other, 0).expect("one is free");
    assert_eq!(open.line(&mut host, same, 80), bytes("\n"));
    assert_eq!(open.line(&mut host, other, 80), bytes("long line\n"));
}

#[test]
fn lines_come_from_the_input_and_from_nothing_else() {
    let mut host = Host::with_input(b"one\ntwo");
    let mut open = Descriptors::default();
    assert_eq!(open.line(&mut host, 0, 80), bytes("one\n"));
    assert_eq!(open.line(&mut host, 0, 2), bytes("tw"));
    assert_eq!(open.line(&mut host, 0, 80), bytes("o"));
    // The output, a descriptor that is not open, and a file that is open only for writing.
    let written = open.open(&mut host.files, b"out.txt", WRITE).expect("it is created");
    host.files.give("out.txt", "text\n");
    for descriptor in [1, 2, written, 9, usize::MAX] {
        assert_eq!(open.line(&mut host, descriptor, 80), InputRead::End, "{descriptor}");
    }
    assert_eq!(open.open(&mut host.files, b"none.txt", READ), Err(Refusal::Missing));
}
