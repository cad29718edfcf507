//! Issues collected over many cases, each once per line.

use asmkit::{Diagnostic, FileId, Sources, Span};

use crate::checks::{self, Check};
use crate::graded::{Finding, Place, Weight};

/// A mistake at a place, found in one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// The check that found it.
    pub check: &'static Check,
    /// Line of the submission, from 1, if any.
    pub line: Option<u32>,
    /// The register or name it is about.
    pub about: String,
    /// The message.
    pub message: String,
    /// More messages.
    pub notes: Vec<String>,
    /// Whether it costs points.
    pub weight: Weight,
    /// Whether it is about a function's result, which is checked at its end: then one mistake may
    /// show at several lines.
    pub is_outcome: bool,
    /// Whether it is about results only, and the function may keep its conventions all the same.
    pub keeps_convention: bool,
}

/// Findings of a function, each once.
#[derive(Debug, Default)]
pub struct Issues {
    all: Vec<IssueCount>,
}

#[derive(Debug)]
struct IssueCount {
    issue: Issue,
    case: Option<String>,
    /// Its place among the findings of that case, which are in the order of time.
    order: usize,
    /// Times it was seen, and of those in cases that may be shown.
    times: u32,
    shown: u32,
}

impl Issues {
    /// Adds an issue that a case showed.
    pub fn add(&mut self, issue: Issue, case: Option<&str>, is_hidden: bool) {
        let of_case = self.all.iter().filter(|seen| case.is_some() && seen.case.as_deref() == case);
        let order = of_case.map(|seen| seen.order + 1).max().unwrap_or(0);
        let same = |seen: &&mut IssueCount| {
            seen.issue.check == issue.check
                && seen.issue.about == issue.about
                && (seen.issue.line == issue.line || seen.issue.is_outcome && issue.is_outcome)
        };
        if let Some(seen) = self.all.iter_mut().find(same) {
            seen.times += 1;
            let weight = seen.issue.weight.min(issue.weight);
            seen.shown += u32::from(!is_hidden);
            // The first line is the most useful: it is nearest to the origin of the value.
            if !is_hidden && (seen.shown == 1 || issue.line < seen.issue.line) {
                seen.case = case.map(str::to_owned);
                seen.issue = issue;
            }
            seen.issue.weight = weight;
            return;
        }
        let (times, shown) = (1, u32::from(!is_hidden));
        self.all.push(IssueCount { issue, case: case.map(str::to_owned), order, times, shown });
    }

    /// Says more of what a case showed, before what is said already.
    pub(crate) fn add_notes(&mut self, mut more: impl FnMut(&Issue, &str) -> Option<String>) {
        for seen in self.all.iter_mut().filter(|seen| seen.shown > 0) {
            let note = seen.case.as_ref().and_then(|case| more(&seen.issue, case));
            seen.issue.notes.splice(0..0, note);
        }
    }

    /// Lines with findings of a check.
    pub(crate) fn lines_of(&self, check: &Check) -> impl Iterator<Item = u32> {
        let seen = self.all.iter().filter(move |seen| seen.issue.check == check);
        seen.filter_map(|seen| seen.issue.line)
    }

    /// Whether a mistake was found.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.all.iter().any(|seen| seen.issue.weight == Weight::Error)
    }

    /// The findings, worst first: in the order of time, and wrong results after what explains them.
    #[must_use]
    pub fn findings(mut self, file: &str, sources: &Sources, student: FileId) -> Vec<Finding> {
        self.all.sort_by_key(|seen| {
            let line = seen.issue.line.unwrap_or(u32::MAX);
            (seen.issue.weight, rank(seen.issue.check), seen.order, line)
        });
        let mut findings = Vec::new();
        for IssueCount { mut issue, case, times, shown, .. } in self.all {
            if issue.weight == Weight::Advice && case.is_some() {
                let is_explained = issue.check == &checks::BELOW;
                let why = if is_explained { "" } else { "no result depends on it, so " };
                issue.notes.push(format!("{why}it costs no points"));
            }
            let place = issue.line.and_then(|line| {
                let text = sources.line_text(student, line)?.to_owned();
                Some(Place { file: file.to_owned(), line, text })
            });
            let rendered = rendered(&issue, sources, student);
            findings.push(Finding {
                check: issue.check.id.to_owned(),
                weight: issue.weight,
                place,
                message: issue.message,
                notes: issue.notes,
                rendered,
                case,
                times,
                hidden: shown == 0,
                replay: None,
            });
        }
        findings
    }
}

/// Checks that explain a mistake come before those that only detect it.
fn rank(check: &Check) -> u8 {
    match check.id {
        "CC11" => 2,
        "GR01" | "GR07" => 1,
        _ => 0,
    }
}

/// Formats an issue like a compiler.
pub(crate) fn rendered(issue: &Issue, sources: &Sources, student: FileId) -> String {
    let span = issue.line.and_then(|line| statement(sources, student, line));
    let Some(span) = span else {
        let notes = issue.notes.iter().map(|note| format!("\n  = note: {note}"));
        let word = if issue.weight == Weight::Error { "error" } else { "warning" };
        return format!(
            "{word}[{}]: {}{}",
            issue.check.id,
            issue.message,
            notes.collect::<String>()
        );
    };
    let made = match issue.weight {
        Weight::Error => Diagnostic::error(issue.check.id, span, issue.message.clone()),
        Weight::Advice => Diagnostic::warning(issue.check.id, span, issue.message.clone()),
    };
    // The assembler's own help is more specific than the check's.
    let assemblers = [&checks::NOT_ASSEMBLED, &checks::WHOLE];
    let is_assemblers = assemblers.contains(&issue.check) && !issue.notes.is_empty();
    let help = (!is_assemblers).then(|| issue.check.help.to_owned());
    asmkit::render(&made.notes(issue.notes.clone()).help(help), sources, false)
}

/// The text of a line without the blanks around it.
fn statement(sources: &Sources, file: FileId, line: u32) -> Option<Span> {
    let span = sources.line_span(file, line)?;
    let text = sources.line_text(file, line)?;
    let (before, inside) = (text.len() - text.trim_start().len(), text.trim().len());
    let start = span.start + before as u32;
    Some(Span { start, end: start + inside as u32, ..span })
}
