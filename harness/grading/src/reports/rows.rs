//! A submission row by row: what was graded, how it went, and why. Every format is made of these rows.

use std::collections::BTreeSet;

use crate::checks;
use crate::graded::{Finding, Function, Graded, Kind, Outcome, Points, State, Weight};

/// A graded item of a submission and its result, without control characters for a terminal.
pub(super) struct ItemRow {
    /// The function's name; [`FILE`] for what concerns the file as a whole.
    pub(super) subject: String,
    /// Graded kind of the function; none for the file.
    pub(super) kind: Option<&'static str>,
    pub(super) points: Points,
    pub(super) out_of: Points,
    pub(super) went: RowStatus,
    /// The reason, in a sentence.
    pub(super) reason: String,
    /// Findings, the worst first.
    pub(super) findings: Vec<Note>,
}

/// The subject of the row that is about the file as a whole.
pub(super) const FILE: &str = "file";

/// Status of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowStatus {
    /// No points are missing.
    Passed,
    /// The function is unchanged from the scaffold.
    NotAttempted,
    /// Points are missing.
    Failed,
    /// Nothing could be graded.
    NotGraded,
}

impl ItemRow {
    /// Whether no points are missing.
    pub(super) fn is_passed(&self) -> bool {
        self.went == RowStatus::Passed
    }

    /// The subject and the kind, with a separator.
    pub(super) fn title(&self, between: &str) -> String {
        match self.kind {
            Some(kind) => format!("{}{between}{kind}", self.subject),
            None => self.subject.clone(),
        }
    }

    /// Findings as text of several lines.
    pub(super) fn details(&self) -> String {
        self.findings.iter().map(Note::whole).collect::<Vec<_>>().join("\n\n")
    }

    /// The reason and what was found, as text of several lines.
    pub(super) fn text(&self) -> String {
        let parts = [self.reason.clone(), self.details()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }
}

/// Reason why a submission was not graded; none if it was.
#[must_use]
pub fn why(graded: &Graded) -> Option<String> {
    match &graded.outcome {
        Outcome::Graded => None,
        Outcome::NotGradable(why) => Some(format!("{}: {}", checks::FILE.id, lines(why))),
        Outcome::Infra(why) => {
            Some(format!("the grader failed, not the submission: {}", lines(why)))
        }
    }
}

/// Whether every function is as the scaffold has it.
pub(super) fn is_not_attempted(graded: &Graded) -> bool {
    let mut functions = graded.functions.iter();
    graded.outcome == Outcome::Graded && functions.all(|it| it.state == State::NotAttempted)
}

/// Findings of a submission in a few words: the reason why it was not graded, or the codes of
/// checks.
pub(super) fn in_short(graded: &Graded) -> String {
    if let Some(why) = why(graded) {
        return why.replace('\n', " ");
    }
    let codes = graded.all_findings().map(|(_, finding)| name(&finding.check));
    let codes: BTreeSet<String> = codes.collect();
    let not_attempted = is_not_attempted(graded).then(|| "not attempted".to_owned());
    codes.into_iter().chain(not_attempted).collect::<Vec<_>>().join(" ")
}

/// Rows of a submission: the file first, if it has findings.
pub(super) fn rows(graded: &Graded) -> Vec<ItemRow> {
    let functions = graded.functions.iter().flat_map(|function| of_function(graded, function));
    of_file(graded).into_iter().chain(functions).collect()
}

/// Findings about the file as a whole.
pub(super) fn of_file(graded: &Graded) -> Option<ItemRow> {
    let findings = sorted(&graded.findings);
    let (went, reason) = match (why(graded), findings.first()) {
        (Some(why), _) => (RowStatus::NotGraded, why),
        (None, Some(first)) => {
            let went = if first.costs_points { RowStatus::Failed } else { RowStatus::Passed };
            (went, first.message.clone())
        }
        (None, None) => return None,
    };
    let (points, out_of) = Default::default();
    Some(ItemRow { subject: FILE.to_owned(), kind: None, points, out_of, went, reason, findings })
}

/// Kinds of a function. Findings are in each kind that lacks points, or else in the first.
fn of_function<'g>(
    graded: &'g Graded,
    function: &'g Function,
) -> impl Iterator<Item = ItemRow> + 'g {
    let is_full = |kind: &Kind| kind.points == kind.out_of;
    let is_all_full = function.kinds.iter().all(is_full);
    function.kinds.iter().enumerate().map(move |(number, kind)| {
        let went = match function.state {
            _ if is_full(kind) => RowStatus::Passed,
            State::NotAttempted => RowStatus::NotAttempted,
            _ => RowStatus::Failed,
        };
        let has_findings = if is_all_full { number == 0 } else { !is_full(kind) };
        ItemRow {
            subject: name(&function.name),
            kind: Some(kind.of.name()),
            points: kind.points,
            out_of: kind.out_of,
            went,
            reason: reason(graded, function, kind),
            findings: if has_findings { sorted(&function.findings) } else { Vec::new() },
        }
    })
}

/// Why a kind has the points it has.
pub(super) fn reason(graded: &Graded, function: &Function, kind: &Kind) -> String {
    if let Some(why) = why(graded) {
        return why;
    }
    let state = match function.state {
        State::Attempted => "",
        State::NotAttempted => "not attempted",
        State::NotAssembled => "does not assemble",
        State::Missing => "label missing",
    };
    lines(if kind.summary.is_empty() { state } else { &kind.summary })
}

fn sorted(findings: &[Finding]) -> Vec<Note> {
    let mut all: Vec<Note> = findings.iter().map(Note::of).collect();
    all.sort_by_key(|note| !note.costs_points);
    all
}

/// Text of a finding in a report: a line, and more below it.
pub(super) struct Note {
    /// The check and the sentence.
    pub(super) message: String,
    /// Lines on where, why and what to do.
    pub(super) more: String,
    /// Line of the submission, if it may be shown.
    pub(super) line: Option<u32>,
    pub(super) costs_points: bool,
}

impl Note {
    pub(super) fn of(finding: &Finding) -> Note {
        let costs_points = finding.weight == Weight::Error;
        if finding.hidden {
            let message = format!("{}: found in a hidden case", finding.check);
            return Note { message, more: String::new(), line: None, costs_points };
        }
        let place = finding.place.as_ref();
        let line = place.map(|place| format!("line {}: {}", place.line, name(place.text.trim())));
        let notes = finding.notes.iter().map(|note| name(note));
        let help = help(finding).map(|help| format!("help: {help}"));
        let case = finding.case.as_ref().map(|case| match finding.times {
            0 | 1 => format!("case {}", name(case)),
            times => format!("seen in {times} cases, first in {}", name(case)),
        });
        let more: Vec<String> = line.into_iter().chain(notes).chain(help).chain(case).collect();
        Note {
            message: format!("{}: {}", finding.check, name(&finding.message)),
            more: more.join("\n"),
            line: place.map(|place| place.line),
            costs_points,
        }
    }

    pub(super) fn whole(&self) -> String {
        if self.more.is_empty() {
            self.message.clone()
        } else {
            format!("{}\n{}", self.message, self.more)
        }
    }
}

/// Advice on a finding. An assembler's own help is more specific than the check's.
fn help(finding: &Finding) -> Option<&'static str> {
    let is_assemblers = finding.check == checks::NOT_ASSEMBLED.id && !finding.notes.is_empty();
    checks::check(&finding.check).filter(|_| !is_assemblers).map(|check| check.help)
}

/// A text in one line with nothing in it that could leave its place.
pub(super) fn name(text: &str) -> String {
    asmkit::plain_name(text)
}

/// A text of several lines with nothing in it that could drive a terminal.
pub(super) fn lines(text: &str) -> String {
    text.lines().map(asmkit::plain_name).collect::<Vec<_>>().join("\n")
}
