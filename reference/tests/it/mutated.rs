//! Files of puzzles with random errors: reading always ends, and errors have a position.
//!
//! More of them: `PROPTEST_CASES=20000 cargo test -p isagrid-reference --test it mutated`.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use reference::{Format, Reader, solve_within};

/// The case files, and the examples of the page of formats.
static FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![fs::read(package.join("../docs/formats.md")).expect("the page")];
    for folder in ["ok", "err", "formats"] {
        let folder = fs::read_dir(package.join("tests/cases").join(folder)).expect("a folder");
        let mut paths: Vec<_> = folder.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let cases = paths.iter().filter(|path| path.extension().is_some_and(|end| end == "txt"));
        files.extend(cases.map(|path| fs::read(path).expect("a file")));
    }
    files
});

/// A change at a position, which is a fraction of the file.
#[derive(Clone, Debug)]
enum Change {
    Byte(u16, u8),
    Insert(u16, Vec<u8>),
    Delete(u16, usize),
    /// Some bytes copied to another position several times.
    Repeat(u16, usize, u16, usize),
    /// The beginning of another file.
    Splice(u16, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<u16>;
    let symbols =
        prop::sample::select(b"0123456789.|+-*_,;:[]{}<>\"'# \t\n\r\0\xc3xXuGrid".to_vec());
    prop_oneof![
        4 => (place(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        4 => (place(), symbols.clone()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        3 => (place(), prop::collection::vec(symbols, 1..90))
            .prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        3 => (place(), 1..200_usize).prop_map(|(at, length)| Change::Delete(at, length)),
        2 => (place(), 1..400_usize, place(), 1..30_usize)
            .prop_map(|(at, length, to, times)| Change::Repeat(at, length, to, times)),
        1 => (place(), any::<usize>()).prop_map(|(at, file)| Change::Splice(at, file)),
    ]
}

fn changed(file: usize, changes: &[Change]) -> Vec<u8> {
    let mut bytes = FILES[file % FILES.len()].clone();
    for change in changes {
        let at = |share: u16| bytes.len() * usize::from(share) / (usize::from(u16::MAX) + 1);
        match change {
            Change::Byte(share, byte) => {
                let at = at(*share);
                bytes.splice(at..(at + 1).min(bytes.len()), [*byte]);
            }
            Change::Insert(share, more) => {
                let at = at(*share);
                bytes.splice(at..at, more.iter().copied());
            }
            Change::Delete(share, length) => {
                let at = at(*share);
                bytes.drain(at..(at + length).min(bytes.len()));
            }
            Change::Repeat(share, length, to, times) => {
                let (from, to) = (at(*share), at(*to));
                let piece = bytes[from..(from + length).min(bytes.len())].repeat(*times);
                bytes.splice(to..to, piece);
            }
            Change::Splice(share, other) => {
                let at = at(*share);
                let other = &FILES[other % FILES.len()];
                bytes.splice(at..at, other.iter().copied().take(4_000));
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_in_a_file_reading_ends(
        file in any::<usize>(),
        changes in prop::collection::vec(change(), 1..12),
        format in prop::option::weighted(0.4, prop::sample::select(Format::ALL.to_vec())),
    ) {
        let bytes = changed(file, &changes);
        let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).count();
        let mut found = 0;
        for item in Reader::new(&bytes[..], format) {
            found += 1;
            match item {
                Ok(item) => {
                    prop_assert!((1..=lines).contains(&item.line));
                    solve_within(&item.puzzle, 2, 20);
                }
                Err(error) => {
                    prop_assert!((1..=lines).contains(&error.error.line), "{}", error);
                    prop_assert!(error.error.column >= 1);
                }
            }
        }
        prop_assert!(found <= lines + bytes.len() / 16, "{} of {} lines", found, lines);
    }
}
