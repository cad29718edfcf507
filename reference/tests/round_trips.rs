//! What is drawn is read again, and nothing that is read makes the parser panic.

use proptest::prelude::*;

use reference::{Grid, Layout, Puzzle, Size, puzzles};

const LAYOUTS: [Layout; 5] =
    [Layout::Line, Layout::Rows, Layout::Numbers, Layout::Plain, Layout::Ruled];

fn any_size() -> impl Strategy<Value = Size> {
    prop::sample::select(Size::ALL.to_vec())
}

/// Any cells at all, from almost empty to full.
fn any_grid() -> impl Strategy<Value = Grid> {
    (any_size(), 0..=100_u8).prop_flat_map(|(size, filled)| {
        let digit = (1..=size.side() as u8, 0..100_u8)
            .prop_map(move |(digit, chance)| if chance < filled { digit } else { 0 });
        prop::collection::vec(digit, size.cells())
            .prop_map(|cells| Grid::from_cells(cells).expect("cells of a size"))
    })
}

/// Pieces of puzzles, so that random texts come near to being one.
fn near_puzzle() -> impl Strategy<Value = String> {
    let pieces = vec![
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
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.concat())
}

/// Reads a text in every way there is, and checks that errors name a place in it.
fn read_every_way(text: &str) {
    let lines = text.lines().count().max(1);
    let parsed = Puzzle::parse(text);
    let found: Vec<_> = puzzles(text).collect();
    for error in found.iter().flat_map(|found| found.as_ref().err()).chain(parsed.as_ref().err()) {
        assert!((1..=lines).contains(&error.line), "{error} in {text:?}");
        assert!(error.column >= 1, "{error} in {text:?}");
        let line = text.lines().nth(error.line - 1).unwrap_or("");
        assert!(error.column <= line.chars().count() + 1, "{error} in {text:?}");
    }
    assert!(found.len() <= lines, "{text:?}");
    assert!(parsed.is_err() || !found.is_empty(), "{text:?}");
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
        read_every_way(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        read_every_way(&text);
    }

    #[test]
    fn nearly_a_puzzle(text in near_puzzle()) {
        read_every_way(&text);
    }

    /// One character of a drawing changed, lost or doubled: an answer, never a panic.
    #[test]
    fn a_damaged_drawing(
        grid in any_grid(),
        layout in prop::sample::select(LAYOUTS.to_vec()),
        at in any::<prop::sample::Index>(),
        new in prop::sample::select(vec!["", "7", "..", "|", "\n", "-", " ", "z", "#"]),
    ) {
        let text = grid.show(layout).to_string();
        let at = at.index(text.len());
        read_every_way(&format!("{}{new}{}", &text[..at], &text[at + 1..]));
    }
}
