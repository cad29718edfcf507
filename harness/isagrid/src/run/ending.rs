//! How a run ended, told to the user, and the status that follows from it.

use std::fmt::Write as _;

use machine::{Fault, Host, Machine as _, Note, Stop};
use machines::diagnose;
use machines::escape::grouped;
use machines::target::AnyMachine;

use crate::program::Program;
use crate::{Ending, explain, say};

/// Why a run is over.
pub(crate) enum Limit {
    /// The machine said so.
    None(Stop),
    /// It used up its instructions.
    Instructions(u64),
    /// Nobody reads its output any more.
    NobodyListens,
}

/// Says what is wrong with an ending and gives its status.
pub(crate) fn tell(
    program: &Program,
    machine: &AnyMachine,
    host: &Host,
    limit: Limit,
    pass_status: bool,
) -> Ending {
    let spec = machine.spec();
    let ending = match limit {
        // What a shell would see of it: the low eight bits.
        Limit::None(Stop::Exit { status }) if pass_status => Ending::Guest(status as u8),
        Limit::None(Stop::Exit { .. }) => Ending::Well,
        Limit::None(Stop::End) => {
            let lines = &program.made.image.lines;
            let behind = lines.partition_point(|line| line.address < machine.pc());
            let last = behind.checked_sub(1).and_then(|last| lines.get(last));
            let last = last.map(|last| diagnose::place(&program.made.image, last.address, spec));
            say::warning(&format!(
                "the program ran past its last instruction{}, which the simulator takes for its \
                 end",
                last.map(|last| format!(", {last}")).unwrap_or_default()
            ));
            Ending::Well
        }
        Limit::None(Stop::Fault(fault)) => {
            let detail = diagnose::instruction(machine, fault.pc);
            show_fault(program, machine, &fault, detail, machine.advice(&fault));
            Ending::Failed
        }
        Limit::None(Stop::Limit(limit)) => {
            let place = diagnose::place(&program.made.image, machine.pc(), spec);
            say::error(&format!("{}, so it was stopped: it is at {place}", diagnose::limit(limit)));
            Ending::Incomplete
        }
        Limit::None(Stop::Budget | Stop::Input | Stop::Pause) => {
            panic!("a session goes on after a spent budget and after waiting for input")
        }
        Limit::Instructions(max) => {
            let place = diagnose::place(&program.made.image, machine.pc(), spec);
            say::error(&format!(
                "the program was still running after {} {}, the limit of \
                 --max-instructions: it is at {place}",
                grouped(max),
                program.target.spec().syntax.counted
            ));
            Ending::Incomplete
        }
        Limit::NobodyListens => return Ending::Incomplete,
    };
    let still_running = matches!(ending, Ending::Incomplete);
    machine.remarks(still_running).iter().for_each(|remark| say::warning(remark));
    if host.notes.is_empty() {
        return ending;
    }
    show_notes(program, machine, &host.notes);
    match ending {
        Ending::Well | Ending::Guest(0) => Ending::Failed,
        ending => ending,
    }
}

/// Shows a fault; `detail` is the instruction with its values, and `advice` what the machine knows,
/// which only the fault that ended the run has.
fn show_fault(
    program: &Program,
    machine: &AnyMachine,
    fault: &Fault,
    detail: Option<String>,
    advice: Option<String>,
) {
    explain::told(fault.cause.id());
    let spec = machine.spec();
    let Program { made, sources, .. } = program;
    let image = &made.image;
    if let Some(message) = diagnose::fault(fault, image, sources, spec, detail.clone()) {
        let message = match advice {
            Some(advice) => message.help(advice),
            None => message,
        };
        say::note(&asmkit::render(&message, sources, true));
        return;
    }
    let place = diagnose::place(image, fault.pc, spec);
    let mut text = format!("{}\n  at {place}", fault.cause.sentence(spec));
    if let Some(detail) = detail {
        let _ = write!(text, ": {detail}");
    }
    if let Some(help) = advice.or_else(|| fault.cause.help().map(str::to_owned)) {
        let _ = write!(text, "\n  help: {help}");
    }
    say::error_of(fault.cause.id(), &text);
}

/// Notes that are listed before the rest is only counted.
const LISTED_NOTES: usize = 10;

fn show_notes(program: &Program, machine: &AnyMachine, notes: &[Note]) {
    show_fault(program, machine, &notes[0].fault, None, None);
    let spec = machine.spec();
    let mut text = String::from("the program went on after this, as its simulator does");
    for note in notes.iter().skip(1).take(LISTED_NOTES) {
        let place = diagnose::place(&program.made.image, note.fault.pc, spec);
        let sentence = note.fault.cause.sentence(spec);
        let after = grouped(note.after_instrs);
        let _ = write!(text, "\n  then after {after} instructions, {place}: {sentence}");
    }
    if let Some(more) = notes.len().checked_sub(1 + LISTED_NOTES).filter(|&more| more > 0) {
        let _ = write!(text, "\n  and {more} more");
    }
    say::warning(&text);
}

/// Instructions and cycles, each with what it counts.
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
        let label = machines::models::name(model);
        let _ = writeln!(text, "{label:<13}{:>16}", grouped(cycles.cycles));
    }
    models.iter().for_each(|model| text.push_str(&machines::models::definition(model)));
    text
}
