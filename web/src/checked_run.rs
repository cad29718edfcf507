//! A checked run of a whole program, as `isagrid run --check` makes it.

use checker::{Checker, Finding};
use machine::{Machine as _, Stop};
use serde::Serialize;
use ts_rs::TS;

use crate::call_error::CallError;
use crate::simulator::Start;

/// A probable mistake of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RunFinding {
    /// Code of the check, which `explain` explains.
    pub code: String,
    /// Message in one sentence.
    pub text: String,
    /// File of the line, if it is known.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// Where values came from, and what depends on them; advice is last.
    pub notes: Vec<String>,
    /// Number of times that it happened.
    pub times: u64,
}

impl From<&Finding> for RunFinding {
    fn from(finding: &Finding) -> Self {
        let place = finding.place.as_ref();
        let help = std::iter::once(&finding.help);
        RunFinding {
            code: finding.code.to_owned(),
            text: asmkit::plain(&finding.message),
            file: place.map(|place| place.name.clone()),
            line: place.map(|place| place.line),
            notes: finding.notes.iter().chain(help).map(|note| asmkit::plain(note)).collect(),
            times: finding.count,
        }
    }
}

/// Result of a checked run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CheckedRun {
    /// The findings, in the order in which they happened.
    pub findings: Vec<RunFinding>,
    /// Remarks that are no mistakes.
    pub notes: Vec<String>,
    /// The result in one line.
    pub summary: String,
}

/// Runs a program with checks, up to its end or for a number of instructions; input that is typed
/// ends at once.
pub(crate) fn check_run(start: &Start, most_instrs: u64) -> Result<CheckedRun, CallError> {
    let (whole, mut host) = start.prepared()?;
    if host.input.is_open() {
        host.input.feed(b"");
    }
    let program = whole.parts();
    let mut machine = program.target.machine();
    machine.load(program.image).map_err(|error| error.to_string())?;
    machine.run(&mut host, 0, &mut ());
    let Some(mut checker) = Checker::new(program, &machine) else {
        return Err("programs of this machine cannot be checked".to_owned().into());
    };
    let stop = checker.run(&mut machine, &mut host, most_instrs);
    let report = checker.finish(&machine, &host, stop);
    let findings = report.cause.iter().chain(&report.findings).map(RunFinding::from).collect();
    let mut notes: Vec<String> = report.notes.iter().map(|note| asmkit::plain(note)).collect();
    if stop == Stop::Budget {
        let count = machine::numbers::counted(most_instrs, "instruction");
        notes.push(format!("only the first {count} were checked"));
    }
    Ok(CheckedRun { findings, notes, summary: report.summary() })
}
