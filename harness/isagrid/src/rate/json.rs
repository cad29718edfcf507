//! Ratings as JSON, one object per puzzle.

use reference::dupree::Band;
use reference::rating::{Rating, RatingStep, Technique};
use reference::{Place, Puzzle};
use serde::Serialize;

use super::{RatedPuzzle, UnratedPuzzle};
use crate::input::Item;

/// Object of a puzzle or of an invalid one, with a line end.
pub(super) fn object(
    item: &Item,
    rated: Result<&RatedPuzzle, &UnratedPuzzle>,
    with_steps: bool,
) -> String {
    let puzzle = item.found.as_ref().ok().map(|found| &found.puzzle);
    let rating = rated.ok().map(|rated| &rated.rating);
    let score = rated.ok().and_then(|rated| rated.score);
    let object = Object {
        source: item.source.trim_matches('`'),
        line: item.line(),
        puzzle: puzzle.map(Puzzle::to_string),
        givens: puzzle.map(|puzzle| puzzle.givens().filled()),
        error: rated.err().map(|error| error.why.as_str()),
        rating: rating.filter(|rating| !rating.beyond).map(|rating| number(rating.tenths)),
        beyond: rating.map(|rating| rating.beyond),
        hardest: rating.and_then(|rating| rating.hardest).map(Technique::name),
        score,
        band: score.map(|score| Band::of(score).name()),
        steps: rating.filter(|_| with_steps).map(steps),
    };
    serde_json::to_string(&object).map_or_else(|error| error.to_string(), |text| text + "\n")
}

/// JSON object of a puzzle; unknown fields are left out.
#[derive(Serialize)]
struct Object<'i> {
    source: &'i str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<usize>,
    /// Reason why there is no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'i str>,
    /// Omitted for a puzzle beyond all techniques.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beyond: Option<bool>,
    /// Technique of the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepObject>>,
}

#[derive(Serialize)]
struct StepObject {
    technique: &'static str,
    rating: f64,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<Candidate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<Candidate>,
}

/// A digit and its cell; rows and columns count from 1.
#[derive(Serialize)]
struct Candidate {
    row: u8,
    column: u8,
    digit: u8,
}

fn steps(rating: &Rating) -> Vec<StepObject> {
    let object = |step: &RatingStep| StepObject {
        technique: step.technique.name(),
        rating: number(step.tenths),
        text: step.to_string(),
        placed: step.placed.map(candidate),
        removed: step.removed.iter().copied().map(candidate).collect(),
    };
    rating.steps.iter().map(object).collect()
}

fn candidate((place, digit): (Place, u8)) -> Candidate {
    Candidate { row: place.row + 1, column: place.column + 1, digit }
}

fn number(tenths: u16) -> f64 {
    f64::from(tenths) / 10.0
}
