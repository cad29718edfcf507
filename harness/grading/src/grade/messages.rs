//! Messages about a submission's functions that do not come from followed calls.

use std::collections::BTreeSet;

use asmkit::{Diagnostic, Severity};
use machine::Stop;
use targets::escape;

use crate::assignment::{Task, WholeFile};
use crate::cases::Case;
use crate::checks::{self, Check};
use crate::graded::Weight;
use crate::link::LinkErrors;
use crate::output::{self, OutputMatch};
use crate::rig::Rig;
use crate::run::{CallEnd, CallResult, Issue, Issues};
use crate::value::Answer;

pub(crate) fn error(check: &'static Check, message: String) -> Issue {
    Issue {
        check,
        line: None,
        about: String::new(),
        message,
        notes: Vec::new(),
        weight: Weight::Error,
        is_outcome: false,
        keeps_convention: false,
    }
}

pub(crate) fn advice(check: &'static Check, message: String) -> Issue {
    Issue { weight: Weight::Advice, ..error(check, message) }
}

/// The assembler's errors as findings.
pub(crate) fn not_assembled(refused: &LinkErrors, found: &mut Issues) {
    refusal(refused, &checks::NOT_ASSEMBLED, "", found);
}

pub(super) fn refusal(
    refused: &LinkErrors,
    check: &'static Check,
    before: &str,
    found: &mut Issues,
) {
    for message in refused.messages.iter().filter(|message| message.severity == Severity::Error) {
        let is_theirs = message.span.file == refused.student;
        let line = is_theirs.then(|| refused.sources.line_column(message.span).0);
        let help = message.help.clone().into_iter().collect();
        let text = format!("{before}{}: {}", message.id, message.message);
        let issue = Issue { line, notes: help, about: message.id.to_owned(), ..error(check, text) };
        found.add(issue, None, false);
    }
}

/// Maximum number of messages shown about a whole file; the last states the number of others.
const MOST_OF_WHOLE: usize = 5;

/// Messages of the assembler about a whole file, except for lines that are known to be wrong.
pub(super) fn not_whole(
    refused: &LinkErrors,
    known: &BTreeSet<u32>,
    whole_file: WholeFile,
) -> Vec<Issue> {
    let line = |message: &Diagnostic| refused.sources.line_column(message.span).0;
    let new: Vec<&Diagnostic> =
        refused.messages.iter().filter(|message| !known.contains(&line(message))).collect();
    let (weight, costs) = match whole_file {
        WholeFile::Advice => (Weight::Advice, "it costs nothing"),
        WholeFile::Integration => (Weight::Error, "it costs the points for integration"),
    };
    let shown = new.iter().take(MOST_OF_WHOLE).map(|message| {
        let text =
            format!("the file as a whole does not assemble: {}: {}", message.id, message.message);
        let help = message.help.clone().into_iter().chain([costs.to_owned()]);
        let (line, about) = (Some(line(message)), message.id.to_owned());
        Issue { line, about, notes: help.collect(), weight, ..error(&checks::WHOLE, text) }
    });
    let mut issues: Vec<Issue> = shown.collect();
    if let (Some(last), more @ 1..) = (issues.last_mut(), new.len().saturating_sub(MOST_OF_WHOLE)) {
        last.notes.push(format!("{more} more messages are not shown"));
    }
    issues
}

/// Issue about a wrong result.
pub(super) fn wrong(
    task: &Task,
    case: &Case,
    ran: &CallResult,
    expected: &CallResult,
    rig: &Rig<'_>,
) -> Issue {
    let name = called(task, case);
    let mut notes = Vec::new();
    let result = ran.result.as_ref().zip(expected.result.as_ref());
    let message = match (ran.end, result.filter(|(found, right)| !found.agrees(right))) {
        (CallEnd::Stopped(Stop::Budget), _) => format!("{name} does not end"),
        (CallEnd::Stopped(_) | CallEnd::Astray, _) => format!("{name} does not return"),
        (_, Some((Answer::Skips(found), Answer::Skips(right)))) => {
            let mistake = match (found, right) {
                (0, _) => "returns without a skip, expected a skip".to_owned(),
                (_, 0) => "skips at its return, expected no skip".to_owned(),
                (found, right) => format!("skips {found} instructions, expected {right}"),
            };
            format!("{name} {mistake}")
        }
        (_, Some((found, right))) => format!("{name} returns {found}, expected {right}"),
        _ => format!("{name} leaves wrong values in memory"),
    };
    for (&kind, (found, right)) in
        task.contract.arguments.iter().zip(ran.memory.iter().zip(&expected.memory))
    {
        notes.extend(match (&found.shape, &right.shape) {
            (Some(shape), Some(wanted)) if !shape.agrees(wanted) => {
                Some(format!("the {} is {shape}, expected {wanted}", kind.noun()))
            }
            (Some(_), Some(_)) => None,
            _ => rig.layout.differs(kind, &found.units, &right.units),
        });
    }
    Issue { notes, ..error(&checks::WRONG, message) }
}

/// Beginning of a message: the function's name and its arguments.
fn called(task: &Task, case: &Case) -> String {
    let name = &task.contract.name;
    let mut given: Vec<String> = case.values.iter().map(ToString::to_string).collect();
    if !case.input.is_empty() {
        given.push(format!("the input \"{}\"", escape::line(&case.input, SHOWN_BYTES)));
    }
    if given.is_empty() {
        return format!("`{name}`");
    }
    format!("`{name}` with {}", given.join(" and "))
}

/// Issue about wrong output; none if it is right.
pub(super) fn wrong_output(
    task: &Task,
    case: &Case,
    ran: &CallResult,
    expected: &CallResult,
) -> Option<Issue> {
    match ran.output.compare(&expected.output.bytes) {
        OutputMatch::Same => None,
        OutputMatch::Blanks => {
            let message = format!(
                "{} prints the right output, except blanks at ends of lines",
                called(task, case)
            );
            Some(advice(&checks::BLANKS, message))
        }
        OutputMatch::Different(_) => {
            let (mistake, notes) = output::message(&expected.output.bytes, &ran.output.bytes);
            let message = format!("{} {mistake}", called(task, case));
            Some(Issue { notes, is_outcome: true, ..error(&checks::WRONG_OUTPUT, message) })
        }
    }
}

/// Bytes of the input that are shown.
const SHOWN_BYTES: usize = 80;

/// Checks that explain wrong results: uses of undefined values.
const EXPLAINING: [&Check; 5] =
    [&checks::CLOBBERED, &checks::UNSET, &checks::CALLERS, &checks::UNWRITTEN, &checks::ARGUMENT];

/// Whether these cost points. Only a visible difference costs points: uses of undefined values
/// cost nothing where runs with different garbage agree. There they are advice if the result is right,
/// and say why if it is wrong.
pub(super) fn weigh(
    issues: &mut [Issue],
    is_right: bool,
    natural: &CallResult,
    others: &[CallResult],
) -> bool {
    let explains = |issue: &Issue| EXPLAINING.contains(&issue.check);
    let depends = others.iter().any(|ran| !ran.agrees(natural));
    if !depends && is_right {
        issues
            .iter_mut()
            .filter(|issue| explains(issue))
            .for_each(|issue| issue.weight = Weight::Advice);
    }
    let costs = |issue: &Issue| issue.weight == Weight::Error && !issue.keeps_convention;
    issues.iter().any(|issue| costs(issue) && (depends || !explains(issue)))
}
