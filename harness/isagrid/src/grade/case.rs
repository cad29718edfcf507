//! `--case`: one case again, as a summary, a trace, or in the debugger.

use std::path::Path;

use debuggers::commands::CommandDebugger;
use grading::class::{self, Submission};
use grading::grade::{Choice, PreparedAssignment, Replay};
use grading::show as text;
use machine::{Host, Work};
use targets::{files, target};

use super::Args;
use crate::debug::{at_console, terminal_error};
use crate::{CommandResult, Ending, Usage, say};

/// Shows a case as the command line asks.
pub(super) fn show(args: &Args, prepared: &PreparedAssignment, case: &str) -> CommandResult {
    let class = class::submissions(&args.files, &prepared.assignment.submission)?;
    let [submission] = class.submissions.as_slice() else {
        return Err(Usage("--case takes one submission".to_owned()));
    };
    let is_wrong = if args.debug {
        let replay = replay(prepared, submission, case)?;
        let is_wrong = replay.is_wrong();
        debug(prepared, submission, replay)?;
        is_wrong
    } else if args.trace {
        let replay = replay(prepared, submission, case)?;
        let is_wrong = replay.is_wrong();
        replay.trace(say::out_while_open);
        if !is_wrong {
            say::out("this case is right\n");
        }
        is_wrong
    } else {
        let (text, is_wrong) = alone(prepared, submission, case, args.all)?;
        say::out(&text);
        is_wrong
    };
    Ok(if is_wrong { Ending::Failed } else { Ending::Well })
}

fn replay<'p>(
    prepared: &'p PreparedAssignment,
    submission: &Submission,
    case: &str,
) -> Result<Replay<'p>, String> {
    let shown = asmkit::plain_name(&submission.file.to_string_lossy());
    prepared.replay(&shown, &submission.bytes()?, case)
}

/// Findings of a case as text, and whether it has an error.
///
/// # Errors
/// An error message if the submission cannot run.
pub(super) fn alone(
    prepared: &PreparedAssignment,
    submission: &Submission,
    case: &str,
    all: bool,
) -> Result<(String, bool), String> {
    let is_wrong = replay(prepared, submission, case)?.is_wrong();
    let choice = Choice { case: Some(case.to_owned()), ..Choice::default() };
    let graded = class::grade(prepared, submission, &choice);
    Ok((text::case(&graded, case, is_wrong, all), is_wrong))
}

/// Instruction limit of one debugger command.
const MAX_INSTRS: u64 = 2_000_000_000;

fn debug(
    prepared: &PreparedAssignment,
    submission: &Submission,
    replay: Replay<'_>,
) -> Result<(), Usage> {
    let called = replay.called();
    let program = target::Program {
        target: &prepared.assignment.target,
        image: &called.image,
        sources: &called.sources,
    };
    let host = Host { work: Work::for_budget(MAX_INSTRS), ..called.host };
    let place = (called.steps.unwrap_or(0), called.back);
    let stands = match called.steps {
        Some(_) => "the next instruction causes it; `back` steps back, `run` restarts",
        None if called.back.is_none() => "the program starts, with its input; `next` steps",
        None => "the function was just called; `next` steps",
    };
    let name = files::shown(Path::new(&submission.file));
    let greeting =
        format!("{name}\n{}\n{stands}; `help` lists the commands, `quit` leaves", called.message);
    let served = at_console(|console| {
        CommandDebugger::called(program, called.machine, host, console, MAX_INSTRS, place)
            .serve(&greeting)
    })?;
    served.map_err(|error| terminal_error(&error))?;
    Ok(())
}
