//! Two solvers side by side as JSON; docs/side-by-side.md lists the fields.

use lanes::golden::{PuzzleId, SetPuzzle};
use lanes::lane::Algorithm;
use lanes::side_by_side::{EventKind, ShownEvent, SideBySide, Spread, SummaryRow};
use serde_json::{Value, json};

use crate::run::tracing;

/// Version of the format.
const FORMAT: u32 = 1;

/// The whole result as JSON.
pub(super) fn object(
    both: &SideBySide,
    algorithm: Algorithm,
    id: &PuzzleId,
    at: &SetPuzzle,
) -> Value {
    let lanes = both.lanes.iter().map(|side| {
        json!({
            "name": side.name,
            "machine": side.spec.name,
            "written_in": side.written_in,
            "counted_in": side.spec.syntax.counted,
        })
    });
    json!({
        "format": FORMAT,
        "algorithm": algorithm.name(),
        "puzzle": { "id": id.to_string(), "cells": at.puzzle.to_string() },
        "lanes": lanes.collect::<Value>(),
        "counted_events": both.counted.len(),
        "is_whole": both.after_last.is_some(),
        "summary": both.summary().iter().map(row).collect::<Value>(),
        "total": both.total(),
        "events": both.events.iter().map(|event| event_of(event, both)).collect::<Value>(),
    })
}

fn row(row: &SummaryRow) -> Value {
    let spread = |spread: &Spread| {
        let Spread { least, median, most, total } = *spread;
        json!({ "least": least, "median": median, "most": most, "total": total })
    };
    json!({
        "kind": row.kind.name(),
        "events": row.events,
        "lanes": row.lanes.iter().map(spread).collect::<Value>(),
    })
}

fn event_of(event: &ShownEvent, both: &SideBySide) -> Value {
    let sides = event.sides.iter().zip(&both.lanes).map(|(between, side)| {
        let steps = between.steps.iter().map(|step| tracing::object(step, side.spec));
        json!({ "instructions": between.instructions, "steps": steps.collect::<Value>() })
    });
    json!({
        "number": event.number,
        "kind": EventKind::of(event.event).name(),
        "words": event.words,
        "lanes": sides.collect::<Value>(),
    })
}
