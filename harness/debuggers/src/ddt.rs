//! DDT, the debugger and command level of ITS, for programs of the PDP-10.
//!
//! A [`Ddt`] holds a loaded program and obeys commands as ITS's DDT does: `FOO/` opens a word, a value
//! and a carriage return deposit in it, `$G` starts the program, `FOO$B` sets a breakpoint, `^N` steps.
//! On a terminal it hears each key, and answers once the keys are a command; while the program runs
//! the keys are the program's, but for `^Z`, which stops it. Out of a file it obeys lines. What differs
//! there comes of that: the end of a line is a carriage return only where something stands before it
//! or nothing at all, line feed is typed `^J`, and the program's input is asked for when it wants some.
//!
//! Three things are apart: `typein` knows keys, `reader` and `expression` the language, and the
//! rest what commands do to the machine.
//!
//! Source: ITS, *DDT Primer and Reference Manual* and *DDT ORDER*; DDT 1546 and 1549.

mod colon;
mod console;
mod expression;
pub(crate) mod float;
mod jobs;
mod keys;
mod memory;
mod modes;
mod points;
mod reader;
mod run;
mod symbols;
mod typein;
mod typeout;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;

use machine::{Host, Image, LoadError, Machine as _};
use pdp10::Word36;

pub use console::{Console, Keyboard};

use crate::Program;
use expression::SpecialValues;
use machines::target::AnyMachine;
use modes::Modes;
use points::Breakpoint;
use reader::{CONTINUE, Command, CommandError, Progress, RUN, Reader};
use symbols::Symbols;
use typein::{KeyEffect, TypeIn};
use typeout::{Mode, WordFormatter};

/// A program under DDT.
pub struct Ddt<'p> {
    console: Console<'p>,
    /// The program DDT was called for, and what it is called.
    program: &'p Image,
    names: Vec<String>,
    /// The program in the job: that one, or one from the disk.
    image: Cow<'p, Image>,
    machine: AnyMachine,
    host: Host,
    /// Instructions a command may run before DDT takes the terminal back.
    max_instrs: u64,
    symbols: Symbols,
    modes: Modes,
    /// Addresses opened, `.` the last of them.
    opened: Vec<u32>,
    /// The bits that `$W` and `$N` compare.
    mask: Word36,
    /// Whether `.` is open, so that a word can be deposited in it.
    is_open: bool,
    /// Values typed and deposited, the last one first.
    values: Vec<Word36>,
    /// Where `$G` starts.
    start: u32,
    breakpoints: [Option<Breakpoint>; 8],
    /// The word whose writing stops the program.
    mar: Option<u32>,
    /// How often breakpoints were told that do not stop the program.
    told: u32,
    /// Index of the breakpoint the program stands at.
    stopped_at: Option<usize>,
    has_ended: bool,
    /// Keys the program was given and has not read.
    given: VecDeque<char>,
}

/// Whether there are more commands to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Go,
    Leave,
}

/// `^Z`, which takes the terminal away from the program.
const CALL: char = '\x1a';
/// Values `$Q` and `$7Q` and what is between reach.
const VALUES: usize = 8;
/// Addresses that `$^M` can go back to.
const ADDRESSES: usize = 8;

impl<'p> Ddt<'p> {
    /// Loads a program.
    ///
    /// # Errors
    /// When the machine cannot hold it.
    pub fn new(
        program: &Program<'p>,
        host: Host,
        console: Console<'p>,
        max_instrs: u64,
    ) -> Result<Self, LoadError> {
        let image = program.image;
        let mut ddt = Ddt {
            console,
            program: image,
            names: vec![String::from_utf8_lossy(&host.program).into_owned()],
            image: Cow::Borrowed(image),
            machine: program.target.machine(),
            host,
            max_instrs,
            symbols: Symbols::new(image),
            modes: Modes::default(),
            opened: vec![image.entry as u32],
            mask: Word36::new(u64::MAX),
            is_open: false,
            values: Vec::new(),
            start: image.entry as u32,
            breakpoints: [None; 8],
            mar: None,
            told: 0,
            stopped_at: None,
            has_ended: false,
            given: VecDeque::new(),
        };
        ddt.load()?;
        Ok(ddt)
    }

    /// Gives the program another name that it can be run by, such as its title.
    #[must_use]
    pub fn also_called(mut self, name: &str) -> Self {
        self.names.extend(Some(name.to_owned()).filter(|name| !name.is_empty()));
        self
    }

    fn load(&mut self) -> Result<(), LoadError> {
        self.machine.load(&self.image)?;
        // The system's start-up, which no instruction does.
        self.machine.run(&mut self.host, 0, &mut ());
        self.has_ended = false;
        self.stopped_at = None;
        self.is_open = false;
        self.watch();
        Ok(())
    }

    /// Obeys commands until there are no more, or one ends the session; gives back the program's
    /// world.
    ///
    /// # Errors
    /// When commands cannot be read, or what is typed cannot be written.
    pub fn serve(mut self) -> io::Result<Host> {
        if self.console.is_keyed() {
            self.serve_keys()?;
        } else {
            self.serve_lines()?;
        }
        Ok(self.host)
    }

    fn serve_lines(&mut self) -> io::Result<()> {
        if !self.console.echoes() {
            self.greet("type $G to run, :HELP for more, :KILL to leave");
        }
        while let Some(line) = self.console.ask("*")? {
            let done = self.obey(&line);
            if self.settled(done) == Next::Leave {
                break;
            }
        }
        Ok(())
    }

    fn serve_keys(&mut self) -> io::Result<()> {
        self.greet("type $G to run, ^Z to stop, :HELP for more, :KILL to leave; $ is ESC");
        self.console.settle();
        let mut typein = TypeIn::default();
        while let Some(key) = self.console.key()? {
            match typein.press(key.into()) {
                KeyEffect::Kept(echo) => {
                    self.console.put(&echo);
                    let done = match self.progress(typein.typed()) {
                        Progress::More => continue,
                        Progress::Whole(command) => self.command(&command),
                        Progress::Wrong(error) => Err(error),
                    };
                    typein.clear();
                    if self.settled(done) == Next::Leave {
                        break;
                    }
                }
                KeyEffect::Rubbed(columns) => self.console.rub(columns),
                KeyEffect::NothingToRub => self.console.put("?? "),
                KeyEffect::Cancelled => self.console.put(" XXX? "),
                KeyEffect::Retyped(typed) => self.console.put(&format!("\n{typed}")),
                KeyEffect::Ignored => {}
            }
        }
        self.console.begin_line();
        Ok(())
    }

    /// Says whose prompt this is, and the way out: a newcomer has seen neither.
    fn greet(&mut self, how: &str) {
        let job = self.job();
        self.console.say(&format!("{job}$J   (this is ITS's DDT; at * {how})"));
    }

    /// Tells what became of a command, and whether there are more to come.
    fn settled(&mut self, done: Result<Next, CommandError>) -> Next {
        let next = done.unwrap_or_else(|error| {
            self.console.complain(&error);
            Next::Go
        });
        self.take_back();
        self.console.settle();
        next
    }

    /// What keys that were pressed come to.
    fn progress(&self, typed: &[char]) -> Progress {
        let keys = keys::pressed(typed, &self.symbols);
        Reader::progress(&keys, &self.symbols, self.special_values())
    }

    fn special_values(&self) -> SpecialValues<'_> {
        let pc = self.machine.pc() as u32;
        SpecialValues { point: self.point(), pc, last: &self.values }
    }

    /// Obeys the commands of a line; what is behind one that fails is not done.
    fn obey(&mut self, line: &str) -> Result<Next, CommandError> {
        let keys = keys::keys(line.trim_end_matches(' '), &self.symbols);
        let mut at = 0;
        loop {
            let mut reader = Reader::new(&keys, at, &self.symbols, self.special_values());
            let command = reader.command()?;
            at = reader.at();
            let next = self.command(&command)?;
            if next == Next::Leave || at == keys.len() {
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
            (0, '=' | ';' | '_' | '\'' | '"' | '#' | '&') | (1, '=') => self.retype(command)?,
            (1 | 2, 'S' | 'C' | 'H' | 'F' | 'T' | 'A' | 'R' | 'D' | 'O' | ';') => {
                self.modes.select(command)?;
            }
            (1 | 2, '"' | '#' | '&' | '\'') => self.modes.select(command)?,
            (1 | 2, 'G') | (0 | 1, '\x10') | (1 | 2, 'P') | (_, '\x0e') => self.execute(command)?,
            (1 | 2, 'B') => self.breakpoint(command)?,
            (1, 'W' | 'N' | 'M') => self.search(command)?,
            (1, 'I') => self.watch_word(command)?,
            (1, 'X') => self.execute_one(command)?,
            (1 | 2, 'K') => self.kill(command)?,
            (0, ':') => self.define(command)?,
            (1 | 2, 'L') => self.load_file(command)?,
            (1 | 2, 'J') => self.select_job(command)?,
            (2, 'V') => self.list_jobs(),
            (0 | 1, RUN) => self.run_named(command)?,
            (0, CONTINUE) => self.continue_named(command)?,
            (1, 'U') => return Err(CommandError::refused(jobs::NO_LOGIN)),
            (0, CALL) => {
                return Err(CommandError::refused(
                    "^Z stops a running program, and none is running",
                ));
            }
            (0, '?') if command.argument.is_none() => self.help(),
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

    /// `.`, the location opened last.
    fn point(&self) -> u32 {
        self.opened.last().copied().unwrap_or(0)
    }

    /// `$Q`, the value typed or deposited last.
    fn last_value(&self) -> Word36 {
        self.values.first().copied().unwrap_or_default()
    }

    fn remember(&mut self, value: Word36) {
        self.values.insert(0, value);
        self.values.truncate(VALUES);
    }

    fn formatter(&self, mode: Mode) -> WordFormatter<'_> {
        WordFormatter { mode, symbols: &self.symbols }
    }

    /// An address in the current mode.
    fn address(&self, address: u32) -> String {
        self.formatter(self.modes.current).address(address)
    }

    fn word_at(&self, address: u32) -> Option<Word36> {
        self.machine.peek(u64::from(address) & 0o777777).map(Word36::new)
    }
}
