//! Case files: valid texts, and invalid texts with their messages.

use std::fs;
use std::path::Path;

use reference::{
    Format, ParseError, ParsedPuzzle, Puzzle, ReadError, Reader, Record, Size, Writer, puzzles,
    puzzles_bytes,
};

fn shown(found: Result<(usize, Puzzle), ParseError>) -> String {
    match found {
        Ok((line, puzzle)) => format!("line {line}: {} {puzzle}\n", puzzle.size()),
        Err(error) => format!("{error}\n"),
    }
}

/// Compares `report` of every case in a folder with the snapshot next to the case.
fn check(folder: &str, report: impl Fn(&str, &[u8]) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
    let mut cases = 0;
    let mut names: Vec<_> =
        fs::read_dir(&path).expect("a folder").flatten().map(|entry| entry.path()).collect();
    names.sort();
    for case in names.iter().filter(|path| path.extension().is_some_and(|end| end == "txt")) {
        let name = case.file_stem().and_then(|name| name.to_str()).expect("a plain name");
        let report = report(name, &fs::read(case).expect("a file"));
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(&path);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, report));
        cases += 1;
    }
    assert!(cases > 10, "{cases} cases in {folder}");
}

/// Every puzzle of the file, and the same puzzle again if it is the only one.
#[test]
fn ok() {
    check("ok", |name, bytes| {
        let found: Vec<_> = puzzles_bytes(bytes).expect("text").collect();
        assert!(found.iter().all(Result::is_ok), "{name}: {found:?}");
        if let [Ok((_, puzzle))] = found.as_slice() {
            assert_eq!(Puzzle::parse_bytes(bytes).as_ref(), Ok(puzzle), "{name}");
        }
        found.into_iter().map(shown).collect()
    });
}

/// Message if one puzzle is expected, then the messages for each if many are.
#[test]
fn err() {
    check("err", |name, bytes| {
        let error = Puzzle::parse_bytes(bytes).expect_err(name);
        let text = String::from_utf8_lossy(bytes);
        format!("{error}\n---\n{}", puzzles(&text).map(shown).collect::<String>())
    });
}

/// Contents of a stream with detection, and in the format named by the file name.
#[test]
fn formats() {
    check("formats", |name, bytes| {
        let format = name.split('_').next().and_then(|name| name.parse().ok());
        let format: Format = format.expect("a name that starts with a format");
        let read = |format| Reader::new(bytes, format).map(describe).collect::<String>();
        let (detected, forced) = (read(None), read(Some(format)));
        if detected == forced {
            format!("{detected}--- {format}: the same\n")
        } else {
            format!("{detected}--- {format}:\n{forced}")
        }
    });
}

fn describe(found: Result<ParsedPuzzle, ReadError>) -> String {
    let ParsedPuzzle { line, text, format, puzzle, candidates, note } = match found {
        Ok(found) => found,
        Err(error) => {
            let end = error.text.lines().last().unwrap_or("").chars().take(40).collect::<String>();
            return format!("{error}\n  spoils {} to {end:?}\n", counted(&error.text));
        }
    };
    let mut report = format!("line {line}, {}: {format}: {puzzle}\n", counted(&text));
    if let Some(candidates) = candidates {
        let format = if puzzle.size() == Size::Nine { Format::Hodoku } else { Format::Sukaku };
        let record = Record { candidates: Some(&candidates), ..Record::new(&puzzle) };
        let mut writer = Writer::new(format).expect("a format that is written");
        report += "  candidates ";
        if let Err(error) = writer.record(&mut report, &record) {
            report += &format!("of no format: {error}\n");
        }
    }
    report + &note.map_or(String::new(), |note| format!("  note {note:?}\n"))
}

fn counted(text: &str) -> String {
    let lines = text.split(['\n', '\r']).count();
    format!("{lines} line{}", if lines == 1 { "" } else { "s" })
}
