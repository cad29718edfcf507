//! End of a run: messages for the user, and the exit status.

use std::fmt::Write as _;
use std::sync::Arc;

use asmkit::Severity;
use checker::CheckReport;
use machine::{Cause, Fault, Host, Limit, Machine as _, Note, PinChange, Stop};
use serde::Serialize;
use targets::cache::Caches;
use targets::calls::Map;
use targets::diagnose;
use targets::escape::{self, grouped};
use targets::explain::{FaultContext, FaultHistory, ProgramLoop};
use targets::replay::RunRecord;
use targets::target::AnyMachine;

use super::interrupt;
use super::streams::GuestOutput;
use crate::guest::GuestFiles;
use crate::program::Program;
use crate::{Ending, explain, say};

/// Result of a run, for JSON.
#[derive(Debug, Default, Serialize)]
pub(crate) struct RunReport {
    /// `exit`, `end`, `fault`, `limit`, `interrupt` or `unread`.
    ending: &'static str,
    /// The program's own status, if it set one.
    status: Option<i32>,
    fault: Option<Mistake>,
    /// Limit that was reached: `instructions`, `output`, `files` or `work`.
    limit: Option<&'static str>,
    /// Reason for the stop, and the program's position.
    stopped: Option<String>,
    warnings: Vec<String>,
    /// Mistakes after which the simulator continues.
    passed_over: Vec<Mistake>,
}

/// A mistake in the program.
#[derive(Debug, Clone, Serialize)]
struct Mistake {
    code: &'static str,
    message: String,
    address: u64,
    place: String,
    file: Option<String>,
    line: Option<u32>,
    instruction: Option<String>,
    help: Option<String>,
    /// How the program got there, one sentence each.
    notes: Vec<String>,
    /// Instructions retired before a mistake after which the program continued.
    #[serde(skip_serializing_if = "Option::is_none")]
    after_instructions: Option<u64>,
}

/// Reason why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// The machine stopped.
    Stop(Stop),
    /// The instruction limit was reached.
    Instructions(u64),
    /// This signal stopped it.
    Interrupted(i32),
    /// The CALL key of a terminal stopped it.
    Called,
    /// The reader closed the output.
    NobodyListens,
}

/// A finished run.
pub(crate) struct FinishedRun<'d> {
    pub(crate) program: &'d Program,
    /// What was found, if it was checked.
    pub(crate) checked: Option<CheckReport>,
    /// Caches, if they were asked for.
    pub(crate) caches: Option<Caches>,
    pub(crate) machine: &'d AnyMachine,
    pub(crate) host: &'d Host,
    pub(crate) record: &'d RunRecord<'d>,
    pub(crate) files: GuestFiles,
    pub(crate) output: GuestOutput,
    pub(crate) errors: GuestOutput,
    /// Changes of a board's pins.
    pub(crate) pin_changes: Vec<PinChange>,
    pub(crate) stop_reason: StopReason,
}

impl StopReason {
    /// The machine's stop; a limit or a signal stops as a spent budget does.
    pub(super) fn stop(self) -> Stop {
        match self {
            StopReason::Stop(stop) => stop,
            _ => Stop::Budget,
        }
    }
}

impl FinishedRun<'_> {
    /// Sentences about the causes of a failure, from a checked second run.
    pub(super) fn causes(&self, stop: Option<Stop>) -> Vec<String> {
        if self.checked.is_some() {
            return Vec::new();
        }
        super::check::causes(self.program, self.machine, self.record, stop)
    }

    /// Reports the end of a run and returns its ending.
    pub(crate) fn report(&self, pass_status: bool) -> (Ending, RunReport) {
        let mut report = RunReport::default();
        self.notes(&mut report);
        let ending = match self.stop_reason {
            StopReason::Stop(stop) => self.stop(stop, pass_status, &mut report),
            StopReason::Instructions(max) => {
                let counted = self.machine.spec().syntax.counted;
                let max = grouped(max);
                let why = format!(
                    "the program was still running after {max} {counted}, the limit of \
                     --max-instructions"
                );
                self.stopped(&mut report, "limit", &why);
                report.limit = Some("instructions");
                Ending::Incomplete
            }
            StopReason::Interrupted(signal) => {
                let why = interrupt::reason(signal);
                self.stopped(&mut report, "interrupt", why);
                Ending::Guest(interrupt::status(signal) as u8)
            }
            StopReason::Called => {
                let (image, spec) = (&self.program.made.image, self.machine.spec());
                let place = diagnose::place(image, self.machine.pc(), spec);
                let text = format!("you stopped the program with ^Z: it is at {place}");
                say::note(&text);
                (report.ending, report.stopped) = ("interrupt", Some(text));
                Ending::Well
            }
            StopReason::NobodyListens => {
                report.ending = "unread";
                return (Ending::Incomplete, report);
            }
        };
        let still_running = report.stopped.is_some();
        for remark in self.machine.remarks(still_running) {
            say::warning(&remark);
            report.warnings.push(remark);
        }
        match ending {
            Ending::Well | Ending::Guest(0) if self.host.notes.iter().any(Self::fails) => {
                (Ending::Failed, report)
            }
            ending => (ending, report),
        }
    }

    /// Whether a mistake after which the simulator continued makes a successful run fail.
    ///
    /// A device that is not simulated is not a mistake of the program.
    fn fails(note: &Note) -> bool {
        !matches!(note.fault.cause, Cause::Unmodelled { .. })
    }

    /// Reports a stop by the machine itself.
    fn stop(&self, stop: Stop, pass_status: bool, report: &mut RunReport) -> Ending {
        match stop {
            Stop::Exit { status } => {
                (report.ending, report.status) = ("exit", Some(status));
                if status != 0 && !pass_status {
                    say::note(&format!(
                        "the program exited with status {status}; use --exit-code to exit with it"
                    ));
                }
                // A shell sees the low eight bits.
                if pass_status { Ending::Guest(status as u8) } else { Ending::Well }
            }
            Stop::End => {
                report.ending = "end";
                let warning = self.ran_past();
                say::warning(&warning);
                report.warnings.push(warning);
                Ending::Well
            }
            Stop::Fault(fault)
                if fault.cause == Cause::Asleep && self.program.target.polls_input() =>
            {
                report.ending = "end";
                let mistake = self.mistake(&fault);
                self.show(&fault, &mistake, Severity::Warning);
                report.warnings.push(mistake.message);
                Ending::Well
            }
            Stop::Fault(fault) if fault.cause == (Cause::ToDebugger { is_clean: true }) => {
                report.ending = "end";
                say::note("the program returned to DDT, and has not ended");
                Ending::Well
            }
            Stop::Fault(fault) => {
                report.ending = "fault";
                report.fault = Some(self.fault(&fault));
                Ending::Failed
            }
            Stop::Limit(limit) => {
                let reached = diagnose::limit(limit, self.machine.spec());
                let why = format!("{reached}, so it was stopped");
                self.stopped(report, "limit", &why);
                report.limit = Some(match limit {
                    Limit::Output => "output",
                    Limit::Files => "files",
                    Limit::Work => "work",
                });
                Ending::Incomplete
            }
            Stop::Budget | Stop::Input | Stop::Pause => {
                panic!("a run continues after a spent budget and after waiting for input")
            }
        }
    }

    /// Whether there are mistakes to report.
    pub(crate) fn has_mistakes(&self) -> bool {
        matches!(self.stop_reason, StopReason::Stop(Stop::Fault(_))) || !self.host.notes.is_empty()
    }

    fn map(&self) -> Arc<Map> {
        let Program { target, made, .. } = self.program;
        Arc::new(Map::new(target, &made.image, self.machine))
    }

    /// Warning for a program that ran past its last instruction, where its simulator ends it.
    fn ran_past(&self) -> String {
        let image = &self.program.made.image;
        let following = image.lines.partition_point(|line| line.address < self.machine.pc());
        let last = following.checked_sub(1).and_then(|last| image.lines.get(last));
        let spec = self.machine.spec();
        let last = last.map(|last| diagnose::place(image, last.address, spec));
        format!(
            "the program ran past its last instruction{}, where the simulator ends it: {}",
            last.map(|last| format!(", {last}")).unwrap_or_default(),
            self.program.target.how_to_end()
        )
    }

    /// Reports a program that did not end: its position and its loop.
    fn stopped(&self, report: &mut RunReport, ending: &'static str, why: &str) {
        let place =
            diagnose::place(&self.program.made.image, self.machine.pc(), self.machine.spec());
        let (story, map) = (self.program.parts(), self.map());
        let mut text = format!("{why}: it is at {place}");
        let is_running =
            !matches!(self.stop_reason, StopReason::Stop(Stop::Limit(Limit::Files | Limit::Work)));
        let falls = story.falls(&map, self.machine);
        let round = is_running.then(|| ProgramLoop::of(&story, &map, self.machine, self.host));
        let round = round.map(|round| round.notes(&story, &map, &falls)).unwrap_or_default();
        let falls = falls.iter().take(MOST_FALLS).map(|fall| story.describe_fall(&map, fall));
        for line in round.into_iter().chain(falls).chain(story.passed_main(&map, self.machine)) {
            text += &format!("\n  {line}");
        }
        // An interrupted program must end without a second run.
        let causes = if ending == "limit" { self.causes(None) } else { Vec::new() };
        for cause in causes {
            text += &format!("\n  {cause}");
        }
        say::error(&text);
        (report.ending, report.stopped) = (ending, Some(text));
    }

    /// Mistake that ended the run, and how the program got there.
    fn fault(&self, fault: &Fault) -> Mistake {
        let (story, map) = (self.program.parts(), self.map());
        let end = FaultContext { machine: self.machine, fault };
        let past = self.record.past(self.machine);
        let mut notes = FaultHistory::to(&story, &map, &past, &end).notes(&story, &map);
        let falls = story.falls(&map, self.machine);
        notes.extend(falls.iter().take(MOST_FALLS).map(|fall| story.describe_fall(&map, fall)));
        notes.extend(story.passed_main(&map, self.machine));
        notes.extend(self.causes(Some(Stop::Fault(*fault))));
        let mut mistake = self.mistake(fault);
        mistake.instruction = end.instruction();
        let line = self.host.input.refused().map(|(_, last)| last);
        let advice = diagnose::refused_input(&fault.cause, line);
        mistake.help = advice.or_else(|| self.machine.advice(fault)).or(mistake.help);
        mistake.notes = notes;
        self.show(fault, &mistake, Severity::Error);
        mistake
    }

    /// Description of a fault, without details known only at the end of a run.
    fn mistake(&self, fault: &Fault) -> Mistake {
        let (image, spec) = (&self.program.made.image, self.machine.spec());
        let line = image.line(fault.pc);
        let file = line.and_then(|line| image.files.get(line.file as usize));
        Mistake {
            code: fault.cause.id(),
            message: fault.cause.sentence(spec),
            address: fault.pc,
            place: diagnose::place(image, fault.pc, spec),
            file: file.map(|file| asmkit::plain_name(file)),
            line: line.map(|line| line.line),
            instruction: None,
            help: diagnose::help(&fault.cause, image).map(str::to_owned),
            notes: Vec::new(),
            after_instructions: None,
        }
    }

    fn show(&self, fault: &Fault, mistake: &Mistake, severity: Severity) {
        explain::record(mistake.code);
        let Program { made, sources, .. } = self.program;
        let spec = self.machine.spec();
        let detail = mistake.instruction.clone();
        if let Some(message) = diagnose::fault(fault, &made.image, sources, spec, detail) {
            let help = mistake.help.clone().or(message.help.clone());
            let mut message = message.help(help).notes(mistake.notes.iter().cloned());
            message.severity = severity;
            say::note(&asmkit::render(&message, sources, true));
            return;
        }
        let mut text = format!("{}\n  at {}", mistake.message, mistake.place);
        if let Some(detail) = &mistake.instruction {
            let _ = write!(text, ": {detail}");
        }
        if let Some(help) = &mistake.help {
            let _ = write!(text, "\n  help: {help}");
        }
        for note in &mistake.notes {
            let _ = write!(text, "\n  {}", note.replace('\n', "\n  "));
        }
        match severity {
            Severity::Error => say::error_of(mistake.code, &text),
            Severity::Warning => say::warning_of(mistake.code, &text),
        }
    }

    /// Reports mistakes after which the simulator continued.
    fn notes(&self, report: &mut RunReport) {
        let Some((first, others)) = self.host.notes.split_first() else { return };
        let mistake = |note: &Note| Mistake {
            after_instructions: Some(note.after_instrs),
            ..self.mistake(&note.fault)
        };
        let line = self.host.input.refused().map(|(first, _)| first);
        let help = diagnose::refused_input(&first.fault.cause, line);
        let mut shown = mistake(first);
        shown.help = help.or(shown.help);
        let severity = if Self::fails(first) { Severity::Error } else { Severity::Warning };
        self.show(&first.fault, &shown, severity);
        let mut text = String::from(match first.fault.cause {
            Cause::Unmodelled { .. } => "the register reads 0, and the program continued",
            _ => "the program continued after this, as in its simulator",
        });
        for note in others.iter().take(LISTED_NOTES) {
            let Mistake { place, message, .. } = mistake(note);
            let after = escape::counted(note.after_instrs, "instruction");
            let _ = write!(text, "\n  then after {after}, {place}: {message}");
        }
        if let Some(more) = others.len().checked_sub(LISTED_NOTES).filter(|&more| more > 0) {
            let _ = write!(text, "\n  and {more} more");
        }
        say::warning(&text);
        report.passed_over = self.host.notes.iter().map(mistake).collect();
    }
}

/// Notes listed before the rest is only counted.
const LISTED_NOTES: usize = 10;

/// Limit of reported subroutines that were entered without a call.
const MOST_FALLS: usize = 3;

/// Instruction and cycle counts, each with its meaning.
pub(crate) fn counts(program: &Program, machine: &AnyMachine) -> String {
    let counts = machine.counts();
    let started = machine.executed();
    let outside = started.iter().filter(|entry| program.made.image.line(entry.address).is_none());
    let outside: u64 = outside.map(|entry| entry.times).sum();
    let syntax = &machine.spec().syntax;
    let (what, retired) = (syntax.counted, syntax.retired);
    let mut text =
        format!("{what:<12} {:>16}  {retired} by the program", grouped(counts.instructions));
    if outside > 0 && !program.made.image.lines.is_empty() {
        let _ = write!(text, ", {} of them start-up, handler or padding", grouped(outside));
    }
    text.push('\n');
    if counts.supervisor_instructions > 0 {
        let retired = grouped(counts.supervisor_instructions);
        let _ = writeln!(text, "in the kernel {retired:>15}  instructions retired by the handler");
    }
    let models = machine.spec().models;
    for (model, cycles) in models.iter().zip(&counts.cycles) {
        let label = targets::models::name(model);
        let _ = writeln!(text, "{label:<13}{:>16}", grouped(cycles.cycles));
    }
    models.iter().for_each(|model| text.push_str(&targets::models::definition(model)));
    text
}
