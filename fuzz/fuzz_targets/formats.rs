//! The reader, with detection or forced to the format in the first byte, and the writers.
//!
//! Each puzzle is written with its note in every format that can hold it, and must be the same
//! puzzle when it is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reference::{Candidates, Format, ParsedPuzzle, Reader, Record, Writer};

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, text)) = bytes.split_first() else { return };
    let forced = Format::ALL.get(usize::from(first)).copied();
    for found in Reader::new(text, forced) {
        match found {
            Ok(found) => Format::ALL.iter().for_each(|&format| is_written(&found, format)),
            Err(error) => drop(error.to_string()),
        }
    }
});

fn is_written(found: &ParsedPuzzle, format: Format) {
    let Ok(mut writer) = Writer::new(format) else { return };
    let (candidates, note) = (found.candidates.as_ref(), found.note.as_deref());
    let record = Record { candidates, note, ..Record::new(&found.puzzle) };
    let mut text = String::new();
    let written = writer
        .begin(&mut text)
        .and_then(|()| writer.record(&mut text, &record))
        .and_then(|()| writer.end(&mut text));
    if written.is_err() {
        return;
    }
    let read: Vec<_> = Reader::new(text.as_bytes(), Some(format)).collect();
    let [Ok(again)] = &read[..] else { panic!("{format:?} {text:?} is read as {read:?}") };
    if candidates.is_some() && format.has_candidates() {
        // Candidates do not distinguish a given from a single candidate, or all candidates from
        // none given.
        assert_eq!(candidates_of(again), candidates_of(found), "{format:?} {text:?}");
    } else {
        assert_eq!(again.puzzle, found.puzzle, "{format:?} {text:?}");
    }
}

fn candidates_of(found: &ParsedPuzzle) -> Candidates {
    found.candidates.clone().unwrap_or_else(|| Candidates::of(&found.puzzle))
}
