//! DDT, the debugger and command interpreter of ITS, for PDP-10 programs.
//!
//! A [`Ddt`] holds a loaded program and executes commands like ITS's DDT: `FOO/` opens a word, a
//! value and a carriage return deposit in it, `$G` starts the program, `FOO$B` sets a breakpoint,
//! `^N` steps. On a terminal it reads single keys, and answers once they form a command; while the
//! program runs, keys go to the program, except `^Z`, which stops it. From a file it reads lines,
//! with these differences: a line end is a carriage return only after other keys or on an empty
//! line, line feed is typed `^J`, and the program's input is requested when it is needed.
//!
//! Three parts are separate: `typein` handles keys, `reader` and `expression` the language, and the
//! rest the effect of commands on the machine. Programs run in the debugger engine.
//!
//! Source: ITS, *DDT Primer and Reference Manual* and *DDT ORDER*; DDT 1546 and 1549.

mod bits;
mod colon;
mod console;
mod disk;
mod expression;
pub(crate) mod float;
mod job;
mod jobs;
mod keys;
mod memory;
mod modes;
mod points;
mod raid;
mod reader;
mod reverse;
mod run;
mod served;
mod symbols;
mod typein;
mod typeout;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;

use machine::{Host, LoadError};
use pdp10::Word36;

pub use console::{DdtConsole, Keyboard};

use crate::Program;
use console::KeyRead;
use expression::SpecialValues;
use job::Job;
use modes::Modes;
use reader::{CONTINUE, Command, CommandError, KILL, LIST, PRINT, Progress, RUN, Reader};
use run::Running;
pub use served::{DdtAnswer, DdtState};
pub(crate) use served::{Served, alongside};
use typein::{KeyEffect, TypeIn};
use typeout::{Mode, WordFormatter};

/// A session with one or more jobs, of which one is selected.
pub struct Ddt<'p> {
    console: DdtConsole<'p>,
    /// The selected job.
    job: Job<'p>,
    /// The other jobs; that selected last is the last one.
    others: Vec<Job<'p>>,
    /// The program DDT was started with, and its names.
    program: Program<'p>,
    names: Vec<String>,
    /// Instructions a command may run before DDT takes the terminal back.
    max_instrs: u64,
    modes: Modes,
    /// Opened addresses; the last one is `.`.
    opened: Vec<u32>,
    /// Bits that `$W` and `$N` compare.
    mask: Word36,
    /// Whether `.` is open, so that a word can be deposited in it.
    is_open: bool,
    /// Whether raid registers are typed at each stop.
    shows_raid: bool,
    /// Values typed and deposited, the last one first.
    values: Vec<Word36>,
    /// Number of reports of breakpoints that do not stop the program.
    reported: u32,
    /// Keys that do not form a command yet.
    typein: TypeIn,
    /// Run of the program that a command has begun and not finished.
    running: Option<Running>,
    /// Rest of a line whose command runs the program.
    rest: Vec<char>,
    /// Lines of a file of commands that are left, while one is executed.
    lines: Option<VecDeque<String>>,
}

/// Whether the session continues after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Go,
    Leave,
}

/// `^Z`, which takes the terminal away from the program.
const CALL: char = '\x1a';
/// Number of values that `$Q` to `$7Q` can reach.
const VALUES: usize = 8;
/// Addresses that `$^M` can go back to.
const ADDRESSES: usize = 8;

impl<'p> Ddt<'p> {
    /// Loads a program.
    ///
    /// # Errors
    /// If the machine cannot hold it.
    pub fn new(
        program: &Program<'p>,
        host: Host,
        console: DdtConsole<'p>,
        max_instrs: u64,
    ) -> Result<Self, LoadError> {
        let image = program.image;
        Ok(Ddt {
            console,
            names: vec![String::from_utf8_lossy(&host.program).into_owned()],
            job: Job::new(*program, Cow::Borrowed(image), host)?,
            others: Vec::new(),
            program: *program,
            max_instrs,
            modes: Modes::default(),
            opened: vec![image.entry as u32],
            mask: Word36::new(u64::MAX),
            is_open: false,
            shows_raid: true,
            values: Vec::new(),
            reported: 0,
            typein: TypeIn::default(),
            running: None,
            rest: Vec::new(),
            lines: None,
        })
    }

    /// Adds a name by which the program can be run, such as its title.
    #[must_use]
    pub fn also_called(mut self, name: &str) -> Self {
        self.names.extend(Some(name.to_owned()).filter(|name| !name.is_empty()));
        self
    }

    /// Executes commands until the input or the session ends; returns the program's host.
    ///
    /// # Errors
    /// If commands cannot be read, or output cannot be written.
    pub fn serve(mut self) -> io::Result<Host> {
        if self.console.is_keyed() {
            self.serve_keys()?;
        } else {
            self.serve_lines()?;
        }
        Ok(self.host().clone())
    }

    fn serve_lines(&mut self) -> io::Result<()> {
        if !self.console.echoes() {
            self.greet("type $G to run, :HELP for more, :KILL to leave");
        }
        while let Some(line) = self.console.ask("*")? {
            let done = self.obey(&line);
            if self.finish_command(done) == Next::Leave {
                break;
            }
        }
        Ok(())
    }

    fn serve_keys(&mut self) -> io::Result<()> {
        self.begin_keys();
        while let KeyRead::Key(key) = self.console.key()? {
            if self.press(key.into()) == Next::Leave {
                break;
            }
        }
        self.console.begin_line();
        Ok(())
    }

    /// Greets the user of a terminal with keys.
    fn begin_keys(&mut self) {
        self.greet("type $G to run, ^Z to stop, :HELP for more, :KILL to leave; $ is ESC");
        self.console.settle();
    }

    /// Takes a key, and executes the command that it completes.
    fn press(&mut self, key: char) -> Next {
        match self.typein.press(key) {
            KeyEffect::Kept(echo) => {
                self.console.put(&echo);
                let done = match self.progress(self.typein.typed()) {
                    Progress::More => return Next::Go,
                    Progress::Whole(command) => self.command(&command),
                    Progress::Wrong(error) => Err(error),
                };
                self.typein.clear();
                // A program that runs has the terminal.
                if self.running.is_none() {
                    return self.finish_command(done);
                }
            }
            KeyEffect::Rubbed(columns) => self.console.rub(columns),
            KeyEffect::NothingToRub => self.console.put("?? "),
            KeyEffect::Cancelled => self.console.put(" XXX? "),
            KeyEffect::Retyped(typed) => self.console.put(&format!("\n{typed}")),
            KeyEffect::Ignored => {}
        }
        Next::Go
    }

    /// Introduces DDT and how to leave it, for newcomers.
    fn greet(&mut self, how: &str) {
        let job = self.job_name();
        self.console.say(&format!("{job}$J   (this is ITS's DDT; at * {how})"));
    }

    /// Reports the result of a command, and returns whether the session continues.
    fn finish_command(&mut self, done: Result<Next, CommandError>) -> Next {
        let next = done.unwrap_or_else(|error| {
            self.console.complain(&error);
            Next::Go
        });
        self.take_back();
        self.console.settle();
        next
    }

    /// Interprets the keys pressed so far.
    fn progress(&self, typed: &[char]) -> Progress {
        let keys = keys::pressed(typed, &self.job.symbols);
        Reader::progress(&keys, &self.job.symbols, self.special_values())
    }

    fn special_values(&self) -> SpecialValues<'_> {
        let pc = self.job.run.pc() as u32;
        SpecialValues { point: self.point(), pc, last: &self.values }
    }

    /// Executes the commands of a line, up to the first that fails.
    fn obey(&mut self, line: &str) -> Result<Next, CommandError> {
        let keys = keys::keys(line.trim_end_matches(' '), &self.job.symbols);
        self.obey_keys(&keys)
    }

    /// The same from keys; the rest is kept while a command runs the program.
    fn obey_keys(&mut self, keys: &[char]) -> Result<Next, CommandError> {
        let mut at = 0;
        loop {
            let mut reader = Reader::new(keys, at, &self.job.symbols, self.special_values());
            let command = reader.command()?;
            at = reader.at();
            let next = self.command(&command)?;
            if next == Next::Leave || at == keys.len() {
                return Ok(next);
            }
            if self.running.is_some() {
                self.rest = keys[at..].to_vec();
                return Ok(next);
            }
        }
    }

    fn command(&mut self, command: &Command) -> Result<Next, CommandError> {
        if let (':', Some(typed)) = (command.key, &command.rest) {
            return self.colon(typed, command.altmodes > 0);
        }
        match (command.altmodes, command.key) {
            (_, '/' | '[' | ']' | '\t' | '\n' | '\r' | '^') => self.examine(command)?,
            (0, '?') if command.argument.is_none() => self.help(),
            (0, '=' | ';' | '_' | '\'' | '"' | '#' | '&' | '?') | (1, '=') => {
                self.retype(command)?
            }
            (1 | 2, 'S' | 'C' | 'H' | 'F' | 'T' | 'A' | 'R' | 'D' | 'O' | ';') => {
                self.modes.select(command)?;
            }
            (1 | 2, '"' | '#' | '&' | '\'') => self.modes.select(command)?,
            (1 | 2, '?') => self.select_bits(command)?,
            (1 | 2, 'G') | (0 | 1, '\x10') | (1 | 2, 'P') | (_, '\x0e') => self.execute(command)?,
            (1 | 2, 'B') => self.breakpoint(command)?,
            (1, 'W' | 'N' | 'M' | 'E') => self.search(command)?,
            (0, LIST) => self.list_files(command.rest.as_deref().unwrap_or_default())?,
            (0, PRINT) => self.print_file(command.rest.as_deref().unwrap_or_default())?,
            (1 | 2, 'Y') => self.dump(command.rest.as_deref().unwrap_or_default())?,
            (1, 'I') => self.watch_word(command)?,
            (1, 'X') => self.execute_one(command)?,
            (1 | 2, 'K') => self.kill(command)?,
            (0, ':') => self.define(command)?,
            (1 | 2, 'L') => self.load_file(command)?,
            (1 | 2, 'J') => self.select_job(command)?,
            (1, 'V') => self.raid(command)?,
            (2, 'V') => self.list_jobs(),
            (1 | 2, KILL) => return self.kill_job(command),
            (0 | 1, RUN) => self.run_named(command)?,
            (0, CONTINUE) => self.continue_named(command)?,
            (1, 'U') => return Err(CommandError::refused(jobs::NO_LOGIN)),
            (0, CALL) => {
                return Err(CommandError::refused(
                    "^Z stops a running program, and none is running",
                ));
            }
            (2, 'U') => return Ok(Next::Leave),
            _ => {
                let typed = command.typed();
                return Err(CommandError::operation(format!(
                    "unknown command `{typed}`; :HELP lists the commands"
                )));
            }
        }
        Ok(Next::Go)
    }

    fn host(&self) -> &Host {
        self.job.run.timeline.host()
    }

    /// `.`, the last opened location.
    fn point(&self) -> u32 {
        self.opened.last().copied().unwrap_or(0)
    }

    /// `$Q`, the last value typed or deposited.
    fn last_value(&self) -> Word36 {
        self.values.first().copied().unwrap_or_default()
    }

    fn remember(&mut self, value: Word36) {
        self.values.insert(0, value);
        self.values.truncate(VALUES);
    }

    fn formatter(&self, mode: Mode) -> WordFormatter<'_> {
        WordFormatter { mode, symbols: &self.job.symbols }
    }

    /// An address in the current mode.
    fn address(&self, address: u32) -> String {
        self.formatter(self.modes.current).address(address)
    }

    fn word_at(&self, address: u32) -> Option<Word36> {
        self.job.word_at(address)
    }
}
