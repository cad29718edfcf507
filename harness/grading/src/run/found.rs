//! What was found, gathered over many cases: the same of a line once.

use asmkit::{Diagnostic, FileId, Sources, Span};

use crate::checks::{self, Check};
use crate::graded::{Finding, Place, Weight};

/// Something that was seen at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The check.
    pub check: &'static Check,
    /// The line of the submission, from 1, where there is one.
    pub line: Option<u32>,
    /// The register or name it is about.
    pub about: String,
    /// The sentence.
    pub message: String,
    /// More sentences.
    pub notes: Vec<String>,
    /// Whether it costs points.
    pub weight: Weight,
    /// Whether it is about what a function gives, which is noticed at its end: then one mistake may
    /// show at several lines.
    pub is_outcome: bool,
}

/// Findings of a function, each once.
#[derive(Debug, Default)]
pub struct Found {
    all: Vec<Seen>,
}

#[derive(Debug)]
struct Seen {
    spot: Spot,
    case: Option<String>,
    /// Times it was seen, and of those in cases that may be shown.
    times: u32,
    shown: u32,
}

impl Found {
    /// Notes something, which a case showed.
    pub fn add(&mut self, spot: Spot, case: Option<&str>, is_hidden: bool) {
        let same = |seen: &&mut Seen| {
            seen.spot.check == spot.check
                && seen.spot.about == spot.about
                && (seen.spot.line == spot.line || seen.spot.is_outcome && spot.is_outcome)
        };
        if let Some(seen) = self.all.iter_mut().find(same) {
            seen.times += 1;
            let weight = seen.spot.weight.min(spot.weight);
            seen.shown += u32::from(!is_hidden);
            // The first line tells most: it is nearest to where the value came from.
            if !is_hidden && (seen.shown == 1 || spot.line < seen.spot.line) {
                seen.case = case.map(str::to_owned);
                seen.spot = spot;
            }
            seen.spot.weight = weight;
            return;
        }
        let (times, shown) = (1, u32::from(!is_hidden));
        self.all.push(Seen { spot, case: case.map(str::to_owned), times, shown });
    }

    /// Says more of what a case showed, before what is said already.
    pub(crate) fn say_more(&mut self, mut more: impl FnMut(&Spot, &str) -> Option<String>) {
        for seen in self.all.iter_mut().filter(|seen| seen.shown > 0) {
            let note = seen.case.as_ref().and_then(|case| more(&seen.spot, case));
            seen.spot.notes.splice(0..0, note);
        }
    }

    /// Lines in which a check found something.
    pub(crate) fn lines_of(&self, check: &Check) -> impl Iterator<Item = u32> {
        let seen = self.all.iter().filter(move |seen| seen.spot.check == check);
        seen.filter_map(|seen| seen.spot.line)
    }

    /// Whether a mistake was found.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.all.iter().any(|seen| seen.spot.weight == Weight::Error)
    }

    /// The findings, worst first: those of the convention before wrong results, by lines.
    #[must_use]
    pub fn findings(mut self, file: &str, sources: &Sources, student: FileId) -> Vec<Finding> {
        self.all.sort_by_key(|seen| {
            (seen.spot.weight, rank(seen.spot.check), seen.spot.line.unwrap_or(u32::MAX))
        });
        let mut findings = Vec::new();
        for Seen { mut spot, case, times, shown } in self.all {
            if spot.weight == Weight::Advice && case.is_some() {
                let is_explained = spot.check == &checks::BELOW;
                let why = if is_explained { "" } else { "no result depends on it, so " };
                spot.notes.push(format!("{why}it costs no points"));
            }
            let place = spot.line.and_then(|line| {
                let text = sources.line_text(student, line)?.to_owned();
                Some(Place { file: file.to_owned(), line, text })
            });
            let rendered = rendered(&spot, sources, student);
            findings.push(Finding {
                check: spot.check.id.to_owned(),
                weight: spot.weight,
                place,
                message: spot.message,
                notes: spot.notes,
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

/// What says why comes before what says that.
fn rank(check: &Check) -> u8 {
    match check.id {
        "CC03" | "CC21" => 0,
        "CC17" | "CC14" | "CC06" | "CC22" => 1,
        "CC11" => 4,
        "GR01" | "GR07" | "GR11" | "GR13" | "GR14" => 3,
        _ => 2,
    }
}

/// As a compiler shows it.
pub(crate) fn rendered(spot: &Spot, sources: &Sources, student: FileId) -> String {
    let span = spot.line.and_then(|line| statement(sources, student, line));
    let Some(span) = span else {
        let notes = spot.notes.iter().map(|note| format!("\n  = note: {note}"));
        let word = if spot.weight == Weight::Error { "error" } else { "warning" };
        return format!("{word}[{}]: {}{}", spot.check.id, spot.message, notes.collect::<String>());
    };
    let made = match spot.weight {
        Weight::Error => Diagnostic::error(spot.check.id, span, spot.message.clone()),
        Weight::Advice => Diagnostic::warning(spot.check.id, span, spot.message.clone()),
    };
    // What the assembler says is more than what is said of everything it refuses.
    let assemblers = [&checks::NOT_ASSEMBLED, &checks::WHOLE];
    let is_assemblers = assemblers.contains(&spot.check) && !spot.notes.is_empty();
    let help = (!is_assemblers).then(|| spot.check.mend.to_owned());
    asmkit::render(&made.notes(spot.notes.clone()).help(help), sources, false)
}

/// The text of a line without the blanks around it.
fn statement(sources: &Sources, file: FileId, line: u32) -> Option<Span> {
    let span = sources.line_span(file, line)?;
    let text = sources.line_text(file, line)?;
    let (before, inside) = (text.len() - text.trim_start().len(), text.trim().len());
    let start = span.start + before as u32;
    Some(Span { start, end: start + inside as u32, ..span })
}
