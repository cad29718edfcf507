//! docs/formats.md: every example is read, and every format is on the page.

use std::fs;
use std::path::Path;

use reference::{Format, Reader};

const SEED: &str =
    "..7.....884....6.....8953...1.4....3.......7.9..5...242.4..6....8.73..1.13.9.47..";

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/formats.md");
    fs::read_to_string(path).expect("the page")
}

/// Examples of the page, each with the format named at its fence.
fn examples(page: &str) -> Vec<(Format, String)> {
    let fences: Vec<&str> = page.split("```").collect();
    let fenced = fences.iter().skip(1).step_by(2);
    let example = |fence: &&str| {
        let (name, text) = fence.split_once('\n').expect("a fence and its text");
        (name.parse().expect("the name of a format"), text.to_owned())
    };
    fenced.map(example).collect()
}

#[test]
fn every_example_is_the_seed_puzzle() {
    let examples = examples(&page());
    assert!(examples.len() > 15);
    for (format, text) in examples {
        for asked in [None, Some(format)] {
            let found: Vec<_> = Reader::new(text.as_bytes(), asked).collect();
            let [Ok(found)] = found.as_slice() else { panic!("{format}: {found:?}") };
            // `line` and `sdm` look alike.
            assert!(found.format == format || format == Format::Sdm, "{format}: {found:?}");
            let givens = found.puzzle.to_string();
            let is_kept = SEED.chars().zip(givens.chars()).all(|(seed, found)| {
                // Single candidates count as givens.
                seed == found || seed == '.' && format.has_candidates()
            });
            assert!(is_kept, "{format}: {givens}");
        }
    }
}

#[test]
fn every_format_is_on_the_page() {
    let page = page();
    for format in Format::ALL {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{format}` |")));
        let columns: Vec<&str> = row.expect("a row for it").split('|').map(str::trim).collect();
        assert_eq!(columns[2] == "9x9", format.is_for_nine_only(), "{format}");
        assert_eq!(columns[3] == "yes", format.has_candidates(), "{format}");
        assert_eq!(columns[4] == "yes", format.is_written(), "{format}");
    }
}
