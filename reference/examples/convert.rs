//! Reads puzzles in any format and writes them in another.

use std::error::Error;

use reference::{Format, Reader, Record, Writer};

const ROWS: &str = "\
Grid 01
...3
..41
14..
3...
";

/// Converts the puzzles of a text to a format, with their notes.
fn converted(text: &str, format: Format) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    let mut writer = Writer::new(format)?;
    writer.begin(&mut out)?;
    for found in Reader::new(text.as_bytes(), None) {
        let found = found?;
        let note = found.note.as_deref();
        writer.record(&mut out, &Record { note, ..Record::new(&found.puzzle) })?;
    }
    writer.end(&mut out)?;
    Ok(out)
}

#[expect(clippy::print_stdout, reason = "an example shows what it made")]
fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", converted(ROWS, Format::Grid)?);
    Ok(())
}

#[test]
fn rows_become_a_line_and_a_drawing() {
    assert!(converted(ROWS, Format::Line).unwrap().starts_with("...3..4114..3..."));
    assert!(converted(ROWS, Format::Grid).unwrap().contains("| . . | . 3 |"));
    assert!(main().is_ok());
}
