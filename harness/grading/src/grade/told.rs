//! What is said of a submission's functions beside what following them finds.

use std::collections::BTreeSet;

use asmkit::{Diagnostic, Severity};
use machine::Stop;

use crate::assignment::{Gives, Task, WholeFile};
use crate::cases::Case;
use crate::checks::{self, Check};
use crate::graded::Weight;
use crate::link::NotLinked;
use crate::rig::Rig;
use crate::run::{End, Found, Ran, Spot};

pub(crate) fn error(check: &'static Check, message: String) -> Spot {
    Spot {
        check,
        line: None,
        about: String::new(),
        message,
        notes: Vec::new(),
        weight: Weight::Error,
        is_outcome: false,
    }
}

pub(super) fn advice(check: &'static Check, message: String) -> Spot {
    Spot { weight: Weight::Advice, ..error(check, message) }
}

/// The assembler's errors as findings.
pub(crate) fn not_assembled(refused: &NotLinked, found: &mut Found) {
    refusal(refused, &checks::NOT_ASSEMBLED, "", found);
}

pub(super) fn refusal(refused: &NotLinked, check: &'static Check, before: &str, found: &mut Found) {
    for message in refused.messages.iter().filter(|message| message.severity == Severity::Error) {
        let is_theirs = message.span.file == refused.student;
        let line = is_theirs.then(|| refused.sources.line_column(message.span).0);
        let help = message.help.clone().into_iter().collect();
        let text = format!("{before}{}: {}", message.id, message.message);
        let spot = Spot { line, notes: help, about: message.id.to_owned(), ..error(check, text) };
        found.add(spot, None, false);
    }
}

/// Messages about a whole file that are told; the last says how many more there are.
const MOST_OF_WHOLE: usize = 5;

/// What the assembler says about a whole file, but for lines that are known to be wrong.
pub(super) fn not_whole(
    refused: &NotLinked,
    known: &BTreeSet<u32>,
    whole_file: WholeFile,
) -> Vec<Spot> {
    let line = |message: &Diagnostic| refused.sources.line_column(message.span).0;
    let new: Vec<&Diagnostic> =
        refused.messages.iter().filter(|message| !known.contains(&line(message))).collect();
    let (weight, costs) = match whole_file {
        WholeFile::Advice => (Weight::Advice, "it costs nothing"),
        WholeFile::Integration => (Weight::Error, "it costs the points for integration"),
    };
    let told = new.iter().take(MOST_OF_WHOLE).map(|message| {
        let text =
            format!("the file as a whole does not assemble: {}: {}", message.id, message.message);
        let help = message.help.clone().into_iter().chain([costs.to_owned()]);
        let (line, about) = (Some(line(message)), message.id.to_owned());
        Spot { line, about, notes: help.collect(), weight, ..error(&checks::WHOLE, text) }
    });
    let mut spots: Vec<Spot> = told.collect();
    if let (Some(last), more @ 1..) = (spots.last_mut(), new.len().saturating_sub(MOST_OF_WHOLE)) {
        last.notes.push(format!("there are {more} more of these"));
    }
    spots
}

/// What is wrong with a result.
pub(super) fn wrong(task: &Task, case: &Case, ran: &Ran, expected: &Ran, rig: &Rig<'_>) -> Spot {
    let name = &task.contract.name;
    let given: Vec<String> = case.values.iter().map(ToString::to_string).collect();
    let given = given.join(" and ");
    let mut notes = Vec::new();
    let signed = |value: u64| {
        if rig.layout.unit_bits == 8 { i64::from(value as u32 as i32) } else { value as i64 }
    };
    let message = match (ran.end, ran.result, expected.result) {
        (End::Stopped(Stop::Budget), ..) => format!("`{name}` with {given} does not end"),
        (End::Stopped(_) | End::Astray, ..) => format!("`{name}` with {given} does not return"),
        (_, Some(found), Some(right)) if task.contract.gives == Gives::Skip && found != right => {
            let told = match (found, right) {
                (0, _) => "returns without a skip, and should skip".to_owned(),
                (_, 0) => "skips, and should return without a skip".to_owned(),
                (found, right) => format!("skips {found} instructions, and {right} is right"),
            };
            format!("`{name}` with {given} {told}")
        }
        (_, Some(found), Some(right)) if found != right => {
            format!("`{name}` with {given} gives {}, and {} is right", signed(found), signed(right))
        }
        _ => format!("`{name}` with {given} leaves something else in memory than it should"),
    };
    for (&kind, (found, right)) in
        task.contract.arguments.iter().zip(ran.memory.iter().zip(&expected.memory))
    {
        notes.extend(rig.layout.differs(kind, found, right));
    }
    Spot { notes, ..error(&checks::WRONG, message) }
}

/// Checks that explain: what nobody defined is used.
const EXPLAINING: [&Check; 5] =
    [&checks::CLOBBERED, &checks::UNSET, &checks::CALLERS, &checks::UNWRITTEN, &checks::ARGUMENT];

/// Whether these cost points. What costs is a difference that was seen: uses of what nobody defined
/// cost nothing where runs with different garbage agree. There they are advice if the result is right,
/// and say why if it is wrong.
pub(super) fn weigh(spots: &mut [Spot], is_right: bool, natural: &Ran, others: &[Ran]) -> bool {
    let explains = |spot: &Spot| EXPLAINING.contains(&spot.check);
    let depends = others.iter().any(|ran| !ran.agrees(natural));
    if !depends && is_right {
        spots
            .iter_mut()
            .filter(|spot| explains(spot))
            .for_each(|spot| spot.weight = Weight::Advice);
    }
    spots.iter().any(|spot| spot.weight == Weight::Error && (depends || !explains(spot)))
}
