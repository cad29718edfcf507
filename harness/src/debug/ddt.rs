//! DDT, the debugger and command level of ITS, for programs of the PDP-10.
//!
//! A [`Ddt`] holds a loaded program and obeys lines of commands, typed or out of a file, as ITS's
//! DDT obeys characters: `FOO/` opens a word, a value and the end of the line deposit in it, `$G`
//! starts the program, `FOO$B` sets a breakpoint, `^N` steps. What differs comes of reading lines:
//! the end of a line is a carriage return only where something stands before it or nothing at all,
//! and line feed is typed `^J`. The program's own input is asked for when it wants some.
//!
//! Source: ITS, *DDT Primer and Reference Manual* and *DDT ORDER*; DDT 1546 and 1549.

mod colon;
mod console;
mod expression;
mod float;
mod keys;
mod memory;
mod modes;
mod points;
mod reader;
mod run;
mod symbols;
mod typeout;

#[cfg(test)]
mod tests;

use std::io;

use machine::{Host, Image, LoadError, Machine as _};
use pdp10::Word36;

pub use console::Console;

use super::Program;
use crate::target::AnyMachine;
use expression::Quantities;
use modes::Modes;
use points::Breakpoint;
use reader::{Command, Complaint, Reader};
use symbols::Symbols;
use typeout::{Mode, Typist};

/// A program under DDT.
pub struct Ddt<'p> {
    console: Console<'p>,
    image: &'p Image,
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
}

/// Whether there are more commands to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Go,
    Leave,
}

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
            image,
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
        };
        ddt.load()?;
        Ok(ddt)
    }

    fn load(&mut self) -> Result<(), LoadError> {
        self.machine.load(self.image)?;
        // The system's start-up, which no instruction does.
        self.machine.run(&mut self.host, 0, &mut ());
        self.has_ended = false;
        self.watch();
        Ok(())
    }

    /// Obeys lines until there are no more, or one ends the session; gives back the program's world.
    ///
    /// # Errors
    /// When lines cannot be read, or what is typed cannot be written.
    pub fn serve(mut self) -> io::Result<Host> {
        while let Some(line) = self.console.ask("*")? {
            match self.obey(&line) {
                Ok(Next::Go) => {}
                Ok(Next::Leave) => break,
                Err(complaint) => {
                    let Complaint { mark, sentence } = complaint;
                    self.console.say(&format!("{mark}  {sentence}"));
                }
            }
        }
        Ok(self.host)
    }

    /// Obeys the commands of a line; what is behind one that fails is not done.
    fn obey(&mut self, line: &str) -> Result<Next, Complaint> {
        let keys = keys::keys(line.trim_end_matches(' '), &self.symbols);
        let mut at = 0;
        loop {
            let pc = self.machine.pc() as u32;
            let quantities = Quantities { point: self.point(), pc, last: &self.values };
            let mut reader = Reader::new(&keys, at, &self.symbols, quantities);
            let is_named = reader.peek() == Some(':');
            let command = reader.command()?;
            at = reader.at();
            let next = if is_named {
                let rest = keys[std::mem::replace(&mut at, keys.len())..].iter();
                self.colon(&rest.copied().map(keys::shown).collect::<String>())?
            } else {
                self.command(&command)?
            };
            if next == Next::Leave || at == keys.len() {
                return Ok(next);
            }
        }
    }

    fn command(&mut self, command: &Command) -> Result<Next, Complaint> {
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
            (0, '?') if command.argument.is_none() => self.help(),
            (2, 'U') => return Ok(Next::Leave),
            _ => {
                let typed = command.typed();
                return Err(Complaint::operation(format!(
                    "there is no command `{typed}` here; :HELP lists those there are"
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

    fn typist(&self, mode: Mode) -> Typist<'_> {
        Typist { mode, symbols: &self.symbols }
    }

    /// An address in the current mode.
    fn address(&self, address: u32) -> String {
        self.typist(self.modes.current).address(address)
    }

    fn word_at(&self, address: u32) -> Option<Word36> {
        self.machine.peek(u64::from(address) & 0o777777).map(Word36::new)
    }
}
