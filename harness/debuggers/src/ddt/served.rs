//! DDT next to another debugger of the same run: keys come in, text goes out, and DDT never waits.

use std::borrow::Cow;

use machine::{Host, LoadError};

use super::console::{DdtConsole, KeyRead};
use super::reader::CommandError;
use super::{Ddt, Next};
use crate::Program;
use crate::engine::Run;

/// What DDT did with keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DdtAnswer {
    /// Text typed by DDT and the program.
    pub typed: String,
    /// The program's own output to standard output and standard error.
    pub output: [Vec<u8>; 2],
    /// Whether a program was loaded, so that the run began again.
    pub is_loaded: bool,
    /// Whether the selected job has another program than the session's, so that the session's lines and labels are
    /// not those of its addresses.
    pub is_other: bool,
    /// What DDT does next.
    pub state: DdtState,
}

/// What DDT does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DdtState {
    /// It reads commands.
    Reads,
    /// The program runs: another call continues it.
    Runs,
    /// The program waits for a key.
    Waits,
    /// DDT has ended.
    Left,
}

/// DDT of any lifetime, so that a debugger without DDT is built without it.
pub(crate) trait Served<'p> {
    /// Takes keys, and runs the program for at most this many instructions.
    fn serve(&mut self, run: &mut Run<'p>, keys: &[u8], instrs: u64) -> DdtAnswer;
}

/// DDT with the position of the run that it left.
struct ServedDdt<'p> {
    ddt: Ddt<'p>,
    left_at: Option<u64>,
}

/// DDT for a run that another debugger owns; `title` is one more name of the program, and a command may run
/// `max_instrs` instructions.
///
/// # Errors
/// If the machine cannot hold the program.
pub(crate) fn alongside<'p>(
    program: &Program<'p>,
    name: &[u8],
    title: &str,
    max_instrs: u64,
) -> Result<impl Served<'p> + use<'p>, LoadError> {
    let host = Host { program: name.to_vec(), ..Host::default() };
    let ddt = Ddt::new(program, host, DdtConsole::served(), max_instrs)?;
    Ok(ServedDdt { ddt: ddt.also_called(title), left_at: None })
}

impl<'p> Served<'p> for ServedDdt<'p> {
    fn serve(&mut self, run: &mut Run<'p>, keys: &[u8], instrs: u64) -> DdtAnswer {
        let ServedDdt { ddt, left_at } = self;
        // Each debugger keeps its own stops.
        std::mem::swap(&mut ddt.job.run, run);
        std::mem::swap(&mut ddt.job.run.stops, &mut run.stops);
        match *left_at {
            None => ddt.begin_keys(),
            Some(position) if position != ddt.job.run.position() => ddt.forget_run(),
            Some(_) => {}
        }
        ddt.console.bring(keys, instrs);
        let state = ddt.go_on();
        let (typed, output, is_loaded) = ddt.console.take();
        let is_other = matches!(ddt.job.image, Cow::Owned(_));
        *left_at = Some(ddt.job.run.position());
        std::mem::swap(&mut ddt.job.run.stops, &mut run.stops);
        std::mem::swap(&mut ddt.job.run, run);
        DdtAnswer { typed, output, is_loaded, is_other, state }
    }
}

impl Ddt<'_> {
    /// The other debugger has moved the run.
    fn forget_run(&mut self) {
        (self.job.has_ended, self.job.stopped_at, self.lines) = (false, None, None);
        self.rest.clear();
        if self.running.take().is_some() {
            self.finish_command(Ok(Next::Go));
            self.report("", ")   ");
        }
    }

    /// Executes the keys that were brought, until there are none or the program has run long enough.
    fn go_on(&mut self) -> DdtState {
        loop {
            if let Some(running) = self.running.take() {
                let done = self.resume(running);
                match &self.running {
                    Some(running) if running.waits => return DdtState::Waits,
                    Some(_) => return DdtState::Runs,
                    None => {}
                }
                if self.end_run(done) == Next::Leave {
                    return DdtState::Left;
                }
                continue;
            }
            match self.console.key() {
                Ok(KeyRead::Key(key)) if self.press(key.into()) == Next::Go => {}
                Ok(KeyRead::Later) => return DdtState::Reads,
                _ => return DdtState::Left,
            }
        }
    }

    /// Continues with the rest of the line and of the file in which a command ran the program.
    fn end_run(&mut self, done: Result<(), CommandError>) -> Next {
        let rest = std::mem::take(&mut self.rest);
        let done = match done {
            Ok(()) if !rest.is_empty() => self.obey_keys(&rest),
            done => done.map(|()| Next::Go),
        };
        if self.running.is_some() {
            return Next::Go;
        }
        let next = self.finish_command(done);
        if next == Next::Leave || self.lines.is_none() {
            return next;
        }
        let next = self.execute_lines();
        if self.running.is_some() { Next::Go } else { self.finish_command(Ok(next)) }
    }
}
