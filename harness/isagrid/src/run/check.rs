//! `--check`: reports what a checked run found.

use std::path::{Path, PathBuf};

use checker::{CheckReport, Checker, Finding as Found, checks};
use clap::ValueEnum;
use debuggers::MakeCheck;
use machine::{Host, Machine as _, Stop};
use reports::format::sarif::{Finding, Level, Log};
use targets::files;
use targets::replay::RunRecord;
use targets::target::AnyMachine;

use crate::program::Program;
use crate::{Usage, explain, say};

/// Values of `--check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckLevel {
    /// Exit with status 1 if something is found
    Error,
    /// Report findings as warnings, and exit as without --check
    Warn,
}

/// Instructions of a run that are checked for the cause of a failure: about a second.
const MOST_INSTRS: u64 = 20_000_000;

/// Checker of a program that has not run.
pub(super) fn checker<'p>(
    program: &'p Program,
    machine: &AnyMachine,
) -> Result<Checker<'p>, Usage> {
    Checker::new(program.parts(), machine).ok_or_else(|| unavailable(program))
}

/// Error for a program that cannot be checked.
pub(crate) fn unavailable(program: &Program) -> Usage {
    Usage(format!(
        "--check is not available for {} with these options: it needs a calling convention, and \
         cannot follow delayed loads or devices",
        program.target.architecture().title()
    ))
}

/// Check of a program in the debugger.
pub(crate) fn debugger_check(program: &Program) -> MakeCheck<'_> {
    Box::new(move |machine| {
        let checker = Checker::new(program.parts(), machine)?;
        Some(Box::new(DebuggerCheck { program, checker }))
    })
}

struct DebuggerCheck<'p> {
    program: &'p Program,
    checker: Checker<'p>,
}

impl debuggers::Check for DebuggerCheck<'_> {
    fn run(
        &mut self,
        machine: &mut AnyMachine,
        host: &mut Host,
        instrs: u64,
    ) -> (Stop, Vec<String>) {
        let known = self.checker.findings().len();
        let stop = self.checker.run_to_finding(machine, host, instrs);
        let new = &self.checker.findings()[known..];
        (stop, new.iter().map(|finding| text(self.program, finding)).collect())
    }
}

/// A finding as a message about its source line.
fn text(program: &Program, finding: &Found) -> String {
    match finding.diagnostic(&program.parts(), true) {
        Some(message) => asmkit::render(&message, &program.sources, false),
        None => format!("error[{}]: {}", finding.code, finding.text()),
    }
}

/// Shows what was found; whether that makes the run a failure.
pub(super) fn show(program: &Program, report: &CheckReport, level: CheckLevel) -> bool {
    let is_error = level == CheckLevel::Error;
    for finding in report.cause.iter().chain(&report.findings) {
        explain::record(finding.code);
        match finding.diagnostic(&program.parts(), is_error) {
            Some(message) => say::note(&asmkit::render(&message, &program.sources, true)),
            None if is_error => say::error_of(finding.code, &finding.text()),
            None => say::warning(&format!("[{}] {}", finding.code, finding.text())),
        }
    }
    for note in &report.notes {
        say::note(&format!("note: {note}"));
    }
    say::note(&report.summary());
    is_error && !report.is_clean()
}

/// Runs a failed program again with checks; sentences about what may be the cause.
pub(super) fn causes(
    program: &Program,
    machine: &AnyMachine,
    record: &RunRecord<'_>,
    stop: Option<Stop>,
) -> Vec<String> {
    let most = machine.attempted().min(MOST_INSTRS);
    let Some((mut again, mut host, given)) = record.whole() else { return Vec::new() };
    let Some(mut checker) = Checker::new(program.parts(), &again) else { return Vec::new() };
    let mut given = given.into_iter();
    // The faulting instruction is not counted, and it may be the one that shows the cause.
    let budget = if stop.is_some() { most + 1 } else { most };
    let ended = loop {
        let left = budget.saturating_sub(again.attempted());
        match checker.run(&mut again, &mut host, left) {
            Stop::Input => match given.next() {
                Some(given) => given.give(&mut host),
                None => break Stop::Input,
            },
            stop => break stop,
        }
        drop((host.output.take(), host.errors.take()));
    };
    let report = checker.finish(&again, &host, ended);
    report.causes().map(|finding| format!("probable cause: {}", finding.sentence())).collect()
}

/// Parses `sarif=FILE`.
pub(super) fn wanted(text: &str) -> Result<PathBuf, String> {
    let named = |name: &str| (name == "sarif").then_some(());
    crate::grade::format_and_file(text, named, ["sarif"].into_iter()).map(|((), path)| path)
}

/// Writes findings as SARIF.
pub(super) fn write_sarif(
    path: &Path,
    program: &Program,
    report: &CheckReport,
    level: CheckLevel,
) -> Result<(), String> {
    let mut log = Log::default();
    let first = program.files.first().map(|file| file.to_string_lossy().into_owned());
    let first = first.unwrap_or_default();
    for finding in report.cause.iter().chain(&report.findings) {
        let texts = checks::check(finding.code).map_or(("", ""), |check| (check.finds, check.help));
        let level = if level == CheckLevel::Error { Level::Error } else { Level::Note };
        let file = finding.place.as_ref().map_or(first.as_str(), |place| place.name.as_str());
        let line = finding.place.as_ref().map(|place| place.line);
        let message = finding.sentence();
        log.add(&Finding { rule: finding.code, level, message, file, line }, texts);
    }
    let text = log.text();
    if path == Path::new("-") {
        say::out(&text);
        return Ok(());
    }
    files::write(path, text)
}
