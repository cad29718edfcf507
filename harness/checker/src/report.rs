//! The report of a checked run.

use asmkit::{Diagnostic, FileId};
use machine::{AnyMachine, Host, Limit, Machine as _, Stop};
use serde::Serialize;
use targets::diagnose;
use targets::escape::{counted, grouped};
use targets::target::Program;

use crate::finding::{Finding, Place};

/// What a checked run found.
#[derive(Debug, Clone, Serialize)]
pub struct CheckReport {
    /// The findings, in the order in which they happened.
    pub findings: Vec<Finding>,
    /// Number of findings that were not kept.
    pub more: u64,
    /// Remarks that are no mistakes.
    pub notes: Vec<String>,
    /// Instructions that were run.
    pub instructions: u64,
    /// Calls that were made.
    pub calls: u64,
    /// Cause of the fault or limit that ended the run, if it does not show it itself.
    pub cause: Option<Finding>,
}

impl CheckReport {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Result in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let found = match self.findings.len() as u64 + self.more {
            0 => "no findings".to_owned(),
            count => counted(count, "finding"),
        };
        let instructions = counted(self.instructions, "instruction");
        format!("check: {found} ({instructions}, {})", counted(self.calls, "call"))
    }

    /// Findings that may be the cause of a failure: that of its end, and the first others.
    pub fn causes(&self) -> impl Iterator<Item = &Finding> {
        let first = self.findings.iter().take(if self.cause.is_some() { 1 } else { MOST_CAUSES });
        self.cause.iter().chain(first)
    }
}

/// Findings that are shown as causes.
const MOST_CAUSES: usize = 2;

impl Finding {
    /// The finding as a message about its source line; `None` without one.
    #[must_use]
    pub fn diagnostic(&self, program: &Program<'_>, is_error: bool) -> Option<Diagnostic> {
        let Place { file, line, .. } = *self.place.as_ref()?;
        let (sources, comment) = (program.sources, program.target.spec().syntax.comment);
        let span = diagnose::statement(sources, FileId(file).0, line, comment)?;
        let message = self.message.clone();
        let message = if is_error {
            Diagnostic::error(self.code, span, message)
        } else {
            Diagnostic::warning(self.code, span, message)
        };
        let notes = self.notes.iter().cloned().chain(self.times());
        let label = self.instruction.clone().unwrap_or_default();
        Some(message.label(label).notes(notes).help(Some(self.help.clone())))
    }

    /// The finding as text, without its code.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.message.clone();
        if let Some(instruction) = &self.instruction {
            text += &format!("\n  at {instruction}");
        }
        for note in self.notes.iter().cloned().chain(self.times()) {
            text += &format!("\n  {note}");
        }
        text + &format!("\n  help: {}", self.help)
    }

    /// The finding in one line, with its code.
    #[must_use]
    pub fn sentence(&self) -> String {
        let notes = self.notes.iter().map(|note| format!("; {note}"));
        format!("{}{} [{}]", self.message, notes.collect::<String>(), self.code)
    }

    fn times(&self) -> Option<String> {
        (self.count > 1).then(|| format!("this happened {} times", grouped(self.count)))
    }
}

/// Remarks about input and output at the end of a run.
pub(crate) fn notes(machine: &AnyMachine, host: &Host, stop: Stop) -> Vec<String> {
    let mut notes = Vec::new();
    let rest = host.input.rest();
    if rest.iter().any(|byte| !byte.is_ascii_whitespace()) {
        let bytes = machine::numbers::counted(rest.len() as u64, "byte");
        notes.push(format!("{bytes} of the input were not read"));
    }
    if stop == Stop::Limit(Limit::Output) {
        notes.push("the output is cut at the limit".to_owned());
    }
    for name in machine.open_files() {
        let name = String::from_utf8_lossy(&name).into_owned();
        notes.push(format!("the file `{}` was not closed", asmkit::plain_name(&name)));
    }
    notes
}
