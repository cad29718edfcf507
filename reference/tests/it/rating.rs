//! Ratings by technique: known ratings, consistency with the solution, examples of docs/rating.md.

use std::path::Path;

use proptest::prelude::*;
use reference::rating::{Rating, RatingError, RatingStep, Technique, rate, written};
use reference::{Grid, Place, Puzzle, Size, generate_with_givens};

const FOUNDING: &str =
    "..7.....884....6.....8953...1.4....3.......7.9..5...242.4..6....8.73..1.13.9.47..";

fn rated(puzzle: &str) -> Rating {
    rate(&puzzle.parse().expect("a puzzle")).expect("one solution")
}

fn sentences(rating: &Rating) -> Vec<String> {
    rating.steps.iter().map(RatingStep::to_string).collect()
}

/// Column SE of the anchors: ratings by SukakuExplainer 1.18.
#[test]
fn known_ratings() {
    let file = "../../shared/puzzles/rated_anchors.tsv";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is absent", path.display());
        return;
    };
    let (mut exact, mut beyond) = (0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let Ok(known) = columns[8].parse::<f64>() else { continue };
        let (rating, tenths) = (rated(columns[0]), (known * 10.0).round() as u16);
        if rating.beyond {
            assert!(rating.tenths <= tenths, "{line}");
            beyond.push(tenths);
        } else {
            assert_eq!(rating.tenths, tenths, "{line}");
            exact += 1;
        }
    }
    beyond.sort_unstable();
    assert_eq!(exact, 162, "all up to 5.2");
    // Three units of a digit in a chain, which SukakuExplainer rates 5.4 and Sudoku Explainer 6.7.
    assert_eq!(beyond[..2], [54, 55], "all from 5.4 on");
}

#[test]
fn the_founding_puzzle() {
    let rating = rated(FOUNDING);
    assert_eq!(rating.hardest, Some(Technique::HiddenSingleInLine));
    assert_eq!((rating.tenths, rating.beyond, rating.steps.len()), (15, false, 52));
    let message = sentences(&rating);
    assert_eq!(message[0], "4 can go nowhere else in box 2: place 4 at row 1, column 5");
}

#[test]
fn only_puzzles_with_one_solution_have_a_rating() {
    let [none, several] = ["11..............", "1..............."].map(|text| {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        rate(&puzzle).expect_err("no rating")
    });
    assert_eq!([none, several], [RatingError::NoSolution, RatingError::SeveralSolutions]);
    assert_eq!(none.to_string(), "the puzzle has no solution, so it has no rating");
    assert_eq!(several.to_string(), "the puzzle has several solutions, so it has no rating");
}

#[test]
fn a_full_grid_needs_no_step() {
    let rating = rated("4123234114323214");
    assert_eq!((rating.hardest, rating.tenths, rating.beyond), (None, 0, false));
    assert!(rating.steps.is_empty());
}

#[test]
fn every_size_is_rated() {
    for (size, seeds) in [(Size::Four, 50), (Size::Sixteen, 3)] {
        for seed in 0..seeds {
            let made = generate_with_givens(size, seed, size.cells() * 5 / 8);
            check(&made.puzzle, &made.solution);
            assert!(!rate(&made.puzzle).expect("one solution").beyond, "{size} of seed {seed}");
        }
    }
}

/// Every step places a digit of the solution or rules out another one, and the last step solves.
fn check(puzzle: &Puzzle, solution: &Grid) {
    let rating = rate(puzzle).expect("one solution");
    let side = puzzle.size().side();
    let holds =
        |place: Place| solution.cells()[usize::from(place.row) * side + usize::from(place.column)];
    let mut left = puzzle.size().cells() - puzzle.givens().filled();
    for step in &rating.steps {
        let is_right = step.placed.is_none_or(|(place, digit)| holds(place) == digit)
            && step.removed.iter().all(|&(place, digit)| holds(place) != digit);
        assert!(is_right, "{puzzle}: {step}");
        assert!(step.placed.is_some() || !step.removed.is_empty(), "{step} does nothing");
        left -= usize::from(step.placed.is_some());
    }
    assert_eq!(rating.beyond, left > 0, "{puzzle}");
    let hardest = rating.steps.iter().map(|step| step.tenths).max();
    assert_eq!(rating.tenths, hardest.unwrap_or(0));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn steps_agree_with_the_solution(seed: u64, givens in 17_usize..40) {
        let made = generate_with_givens(Size::Nine, seed, givens);
        check(&made.puzzle, &made.solution);
    }
}

/// The examples of docs/rating.md: a technique and its seed, the puzzle, and one step of it.
fn examples(page: &str) -> Vec<(String, String, String)> {
    let block = page.rsplit("```").nth(1).expect("a block of examples");
    let lines: Vec<&str> = block.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines
        .chunks(3)
        .map(|example| (example[0].into(), example[1].into(), example[2].into()))
        .collect()
}

#[test]
fn the_examples_of_the_page_are_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rating.md");
    let page = std::fs::read_to_string(path).expect("docs/rating.md");
    for technique in Technique::all() {
        let row = format!("| {} | {technique} |", written(technique.tenths()));
        assert!(page.contains(&row), "no row {row}");
    }
    let mut shown = Vec::new();
    for (head, puzzle, sentence) in examples(&page) {
        let (name, made) = head.split_once(" (").expect("a seed");
        let numbers: Vec<u64> =
            made.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        let givens = numbers.get(1).map_or(0, |&givens| givens as usize);
        let made = generate_with_givens(Size::Nine, numbers[0], givens);
        assert_eq!(puzzle, made.puzzle.to_string(), "{head}");
        let rating = rate(&made.puzzle).expect("one solution");
        assert_eq!(rating.hardest.map(Technique::name), Some(name), "{head}");
        assert!(!rating.beyond, "{head}");
        assert!(sentences(&rating).contains(&sentence), "{head}: {:#?}", sentences(&rating));
        shown.push(name.to_owned());
    }
    let others = Technique::all().filter(|technique| !shown.contains(&technique.name().to_owned()));
    assert_eq!(others.collect::<Vec<_>>(), [Technique::DirectClaiming], "without an example");
}
