//! Drawings are read again as the same puzzles, and no text makes the parser panic.

use proptest::prelude::*;

use reference::{
    Candidates, Format, Grid, Layout, ParsedPuzzle, Puzzle, ReadError, Reader, Record, Size,
    WriteError, Writer, puzzles,
};

const LAYOUTS: [Layout; 7] = [
    Layout::Line,
    Layout::Rows,
    Layout::Numbers,
    Layout::Plain,
    Layout::Tight,
    Layout::Ruled,
    Layout::Box,
];

fn any_size() -> impl Strategy<Value = Size> {
    prop::sample::select(Size::ALL.to_vec())
}

/// Arbitrary cells, from almost empty to full.
fn any_grid() -> impl Strategy<Value = Grid> {
    (any_size(), 0..=100_u8).prop_flat_map(|(size, filled)| {
        let digit = (1..=size.side() as u8, 0..100_u8)
            .prop_map(move |(digit, chance)| if chance < filled { digit } else { 0 });
        prop::collection::vec(digit, size.cells())
            .prop_map(|cells| Grid::from_cells(cells).expect("cells of a size"))
    })
}

/// Arbitrary candidates, many of them single.
fn any_candidates() -> impl Strategy<Value = Candidates> {
    any_size().prop_flat_map(|size| {
        let all = (1_u32 << size.side()) - 1;
        let mask = (any::<u32>(), 0..size.side(), any::<bool>())
            .prop_map(move |(mask, digit, single)| if single { 1 << digit } else { mask & all });
        prop::collection::vec(mask, size.cells())
            .prop_map(move |masks| Candidates::new(size, masks).expect("masks of a size"))
    })
}

const PIECES: &[&str] = &[
    "1",
    "9",
    "A",
    "P",
    ".",
    "0",
    "-",
    "x",
    " ",
    "  ",
    "\t",
    ",",
    "|",
    "||",
    "+",
    "---",
    "===",
    "\n",
    "\n\n",
    "\r\n",
    "#",
    "Grid 01\n",
    "12",
    "99",
    "53..7....",
    "1234",
    "| . . 7 ",
    "||===|===|",
    "||   | 2 ",
    "................",
    "\u{e9}",
    "\u{2003}",
    "\0",
    "\r",
    ":",
    ":0000:x:",
    "+5",
    "314 ",
    "[Puzzle]\n",
    "[State]\n",
    "#A",
    "123 u4 56 7 8 9 {12} 3 4\n",
    "| 12 3 4 | 45 6 7 | 8 9 1 |\n",
    "<opensudoku>",
    "<game data=\"",
    "\" />",
    "</opensudoku>",
    "version: 3\n",
    "5|0|1|",
    "<!--",
    "&#10;",
    "puzzle,solution\n",
    "\"",
    "\u{2502}",
    "\u{2500}\u{2500}\u{2500}",
    "*-----------*\n",
    "|...|...|...|\n",
    "007000008840000600000895300010400003000000070900500024204006000080730010130904700",
];

/// Pieces of puzzles, so that random texts are similar to puzzles.
fn near_puzzle() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

/// The lines of a text, which end at `\n`, `\r\n` or `\r`.
fn lines(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n").split(['\n', '\r']).map(str::to_owned).collect()
}

/// Reads a text as one puzzle and as many, and checks that errors have a position in it.
fn read_every_way(text: &str) {
    let parsed = Puzzle::parse(text);
    let found: Vec<_> = puzzles(text).collect();
    for error in found.iter().flat_map(|found| found.as_ref().err()).chain(parsed.as_ref().err()) {
        check_place(text, error);
    }
    assert!(found.len() <= lines(text).len() + text.matches('<').count(), "{text:?}");
    assert!(parsed.is_err() || !found.is_empty(), "{text:?}");
}

/// Reads bytes as a stream in each format and with detection.
fn read_in_every_format(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    for format in Format::ALL.into_iter().map(Some).chain([None]) {
        for found in Reader::new(bytes, format) {
            match found {
                Err(ReadError { error, text: spoilt }) => {
                    check_place(text, &error);
                    assert!(text.len() >= spoilt.len(), "{format:?}: {spoilt:?} of {text:?}");
                }
                Ok(ParsedPuzzle { line, puzzle, candidates, .. }) => {
                    assert!((1..=lines(text).len()).contains(&line), "{format:?}: {text:?}");
                    let size = candidates.map_or(puzzle.size(), |candidates| candidates.size());
                    assert_eq!(size, puzzle.size());
                }
            }
        }
    }
}

fn check_place(text: &str, error: &reference::ParseError) {
    let lines = lines(text);
    assert!((1..=lines.len()).contains(&error.line), "{error} in {text:?}");
    let longest = lines[error.line - 1].chars().count() + 1;
    assert!((1..=longest).contains(&error.column), "{error} in {text:?}");
}

fn written(format: Format, records: &[Record<'_>]) -> Result<String, WriteError> {
    let mut text = String::new();
    let mut writer = Writer::new(format)?;
    writer.begin(&mut text)?;
    for record in records {
        writer.record(&mut text, record)?;
    }
    writer.end(&mut text)?;
    Ok(text)
}

fn read(text: &str, format: Option<Format>) -> Vec<ParsedPuzzle> {
    let found: Result<Vec<_>, _> = Reader::new(text.as_bytes(), format).collect();
    found.unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn every_layout_is_read_again(grid in any_grid()) {
        for layout in LAYOUTS {
            let text = grid.show(layout).to_string();
            prop_assert_eq!(Grid::parse(&text), Ok(grid.clone()), "{:?}\n{}", layout, text);
            let crlf = text.replace('\n', "\r\n");
            prop_assert_eq!(Grid::parse_bytes(crlf.as_bytes()), Ok(grid.clone()));
        }
    }

    #[test]
    fn every_blank_is_read_again(
        grid in any_grid(),
        blank in prop::sample::select(vec!['.', '0', '*', '_', '-', 'x', 'X', '?']),
    ) {
        for layout in LAYOUTS {
            let text = grid.show(layout).blank(blank).to_string();
            prop_assert_eq!(Grid::parse(&text), Ok(grid.clone()), "{:?}\n{}", layout, text);
        }
    }

    #[test]
    fn a_list_is_read_again(grids in prop::collection::vec(any_grid(), 1..8)) {
        let text: String = grids.iter().map(|grid| format!("{grid}\t1\tand so on\n\n")).collect();
        let found: Result<Vec<_>, _> = puzzles(&text).collect();
        let found: Vec<Puzzle> = found.unwrap().into_iter().map(|(_, puzzle)| puzzle).collect();
        prop_assert_eq!(found, grids.into_iter().map(Puzzle::from).collect::<Vec<_>>());
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = Puzzle::parse_bytes(&bytes);
        read_in_every_format(&bytes);
        read_every_way(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        read_every_way(&text);
        read_in_every_format(text.as_bytes());
    }

    #[test]
    fn nearly_a_puzzle(text in near_puzzle()) {
        read_every_way(&text);
        read_in_every_format(text.as_bytes());
    }

    /// One character of a drawing is changed, lost or doubled: a result, never a panic.
    #[test]
    fn a_damaged_drawing(
        grid in any_grid(),
        layout in prop::sample::select(LAYOUTS.to_vec()),
        at in any::<prop::sample::Index>(),
        new in prop::sample::select(vec!["", "7", "..", "|", "\n", "-", " ", "z", "#"]),
    ) {
        let text = grid.show(layout).to_string();
        let mut changed: Vec<char> = text.chars().collect();
        let at = at.index(changed.len());
        changed.splice(at..=at, new.chars());
        read_every_way(&changed.into_iter().collect::<String>());
    }

    /// Several puzzles in each format, read by its name.
    #[test]
    fn every_format_is_read_again(grids in prop::collection::vec(any_grid(), 1..5)) {
        let puzzles: Vec<Puzzle> = grids.into_iter().map(Puzzle::from).collect();
        for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
            let fits = |puzzle: &&Puzzle| puzzle.size() == Size::Nine || !format.is_for_nine_only();
            let puzzles: Vec<&Puzzle> = puzzles.iter().filter(fits).collect();
            let records: Vec<Record<'_>> = puzzles.iter().map(|puzzle| Record::new(puzzle)).collect();
            let text = written(format, &records).unwrap();
            let found = read(&text, Some(format));
            let again: Vec<&Puzzle> = found.iter().map(|found| &found.puzzle).collect();
            prop_assert_eq!(again, puzzles, "{}\n{}", format, text);
        }
    }

    /// One puzzle in each format, detected; .sdx without a placed digit may look like rows, and
    /// sixteen rows of small digits are sixteen puzzles.
    #[test]
    fn every_format_is_found_out(grid in any_grid(), note in "[ -~]{0,20}") {
        prop_assume!(grid.size() != Size::Sixteen || grid.cells().iter().any(|&digit| digit > 4));
        let puzzle = Puzzle::from(grid);
        for format in Format::ALL.into_iter().filter(|&format| {
            format.is_written() && format != Format::Sdx
                && (puzzle.size() == Size::Nine || !format.is_for_nine_only())
        }) {
            let record = Record { note: Some(&note), ..Record::new(&puzzle) };
            let text = written(format, &[record]).unwrap();
            let found = read(&text, None);
            prop_assert_eq!(found.len(), 1, "{}\n{}", format, text);
            prop_assert_eq!(&found[0].puzzle, &puzzle, "{}\n{}", format, text);
        }
    }

    #[test]
    fn candidates_are_read_again(candidates in any_candidates(), placed in any::<u64>()) {
        let mut givens = candidates.singles().givens().clone();
        (0..64.min(givens.cells().len())).filter(|cell| placed >> cell & 1 == 1)
            .for_each(|cell| givens.set(cell, 0));
        let puzzle = Puzzle::from(givens);
        for format in Format::ALL {
            let record = Record { candidates: Some(&candidates), ..Record::new(&puzzle) };
            let text = match written(format, &[record]) {
                Ok(text) => text,
                Err(WriteError::Size { .. }) => continue,
                Err(error) => {
                    prop_assert!(!format.is_written() || !format.has_candidates(), "{}", error);
                    continue;
                }
            };
            let found = read(&text, Some(format));
            prop_assert_eq!(found.len(), 1, "{}\n{}", format, text);
            let of_givens = (candidates == Candidates::of(&puzzle)).then_some(&candidates);
            let again = found[0].candidates.as_ref().or(of_givens);
            prop_assert_eq!(again, Some(&candidates), "{}\n{}", format, text);
            if matches!(format, Format::Hodoku | Format::Sdx | Format::Ss) {
                prop_assert_eq!(&found[0].puzzle, &puzzle, "{}\n{}", format, text);
            }
        }
    }
}

#[test]
fn a_stream_of_any_length_is_read_in_constant_memory() {
    /// Repeats a text without storing the whole.
    struct Endless {
        text: &'static [u8],
        at: usize,
        left: usize,
    }
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let rest = &self.text[self.at..];
            let count = rest.len().min(buffer.len()).min(self.left);
            buffer[..count].copy_from_slice(&rest[..count]);
            self.at = (self.at + count) % self.text.len();
            self.left -= count;
            Ok(count)
        }
    }
    // Longer than the limit of a line, or of a puzzle.
    let texts: [(&[u8], usize); 4] =
        [(b"-", 300_000), (b"<", 300_000), (b"\n", 10_000), (b"#\n----\n", 2_000)];
    for (text, left) in texts {
        for format in Format::ALL.into_iter().map(Some).chain([None]) {
            let input = Endless { text, at: 0, left };
            let longest = Reader::new(std::io::BufReader::new(input), format)
                .map(|found| found.map_or_else(|error| error.text.len(), |found| found.text.len()))
                .max();
            assert!(longest.unwrap_or(0) <= 1 << 17, "{format:?}: {longest:?}");
        }
    }
}

#[test]
fn a_stream_that_fails_ends_with_its_error() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::from(std::io::ErrorKind::TimedOut))
        }
    }
    for format in Format::ALL.into_iter().map(Some).chain([None]) {
        let mut reader = Reader::new(std::io::BufReader::new(Broken), format);
        let error = reader.next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 1: the input cannot be read: timed out");
        assert_eq!(reader.next(), None);
    }
}

/// A cell without candidates: such a grid has no solution, and is written as it is or rejected.
#[test]
fn a_cell_without_candidates_is_written_as_it_is_or_refused() {
    for size in Size::ALL {
        for given in [0, 1] {
            let mut cells = vec![0; size.cells()];
            cells[0] = given;
            let puzzle = Puzzle::from(Grid::from_cells(cells).expect("cells of a size"));
            let mut masks = Candidates::of(&puzzle).masks().to_vec();
            masks[0] = 0;
            let candidates = Candidates::new(size, masks).expect("masks of a size");
            for format in Format::ALL {
                let record = Record { candidates: Some(&candidates), ..Record::new(&puzzle) };
                let Ok(text) = written(format, &[record]) else { continue };
                let found = read(&text, Some(format));
                assert_eq!(found.len(), 1, "{format}\n{text}");
                assert_eq!(found[0].candidates.as_ref(), Some(&candidates), "{format}\n{text}");
            }
        }
    }
}
