//! Isagrid's debugger, with commands from a terminal or a file.

use std::io::IsTerminal as _;

use debuggers::commands::{CommandDebugger, Console};
use machine::{Input, LoadError, Work};
use targets::files;

use super::Args;
use super::editor::Editor;
use crate::program::Program;
use crate::run::check;
use crate::{CommandResult, Ending, Usage, say};

/// Instruction limit of one debugger command, as in `isagrid run`.
const MAX_INSTRUCTIONS: u64 = 2_000_000_000;

/// Debugs a program with isagrid's debugger on standard input and output.
pub(crate) fn run_builtin(args: &Args, program: &Program) -> CommandResult {
    let input = match &args.input {
        Some(path) => Input::closed(&files::read(path, files::DATA_LIMIT_BYTES)?),
        None => Input::open(),
    };
    let max_instrs = args.max_instructions.unwrap_or(MAX_INSTRUCTIONS);
    let (mut host, guest_files) = args.guest.host(program, args.around(), input)?;
    host.work = Work::for_budget(max_instrs);
    let debugged = program.parts();
    let served = at_console(|console| {
        let mut words = CommandDebugger::new(debugged, host, console, max_instrs)?;
        let is_possible = !args.check || words.check(check::debugger_check(program));
        Ok(is_possible.then(|| words.serve(&greeting(args, program))))
    })?;
    match served {
        Ok(None) => Err(check::unavailable(program)),
        Ok(Some(served)) => {
            let host = served.map_err(|error| terminal_error(&error))?;
            guest_files.keep(None, &host.files)?;
            Ok(Ending::Well)
        }
        Err::<_, LoadError>(error) => {
            say::error(&error.to_string());
            Ok(Ending::NotAssembled)
        }
    }
}

/// Error message for a terminal that failed.
pub(crate) fn terminal_error(error: &std::io::Error) -> String {
    format!("the debugger's terminal failed: {error}")
}

/// Runs a session with commands from the terminal's line editor or from a script.
pub(crate) fn at_console<T>(session: impl FnOnce(Console<'_>) -> T) -> Result<T, Usage> {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut editor = if is_terminal { Some(Editor::new()?) } else { None };
    let (mut stdin, mut stdout) = (std::io::stdin().lock(), std::io::stdout());
    Ok(session(match &mut editor {
        Some(editor) => Console::at(editor, &mut stdout),
        None => Console::script(&mut stdin, &mut stdout),
    }))
}

fn greeting(args: &Args, program: &Program) -> String {
    let name = files::shown(&args.files[0]);
    let (isa, dialect) = (program.target.isa(), program.target.dialect().name);
    let ddt = if super::has_ddt(program) { "; --ddt has DDT's commands instead" } else { "" };
    format!("{name}: {isa}, {dialect}; `help` lists the commands, `quit` leaves{ddt}")
}
