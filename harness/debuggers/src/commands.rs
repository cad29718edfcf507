//! Our own command language, with words that users of gdb, MARS or SPIM guess.
//!
//! The words are the same on every machine, from one table, which also generates `help` and the
//! page in `docs`. The engine does the work; this module parses commands and reports results.

mod breakpoints;
mod console;
mod execute;
pub(crate) mod format;
mod listing;
mod running;
mod showing;
mod table;

#[cfg(test)]
mod tests;

use std::io;

use machine::{Host, LoadError, Machine as _};
use targets::diagnose;
use targets::target::AnyMachine;

pub use console::{Console, LineInput, Terminal};
pub use table::page;

use crate::Program;
use crate::engine::{Drive, MakeCheck, Trigger, source};
use format::Format;
use table::Row;

/// A program under the command language.
pub struct CommandDebugger<'p, 'c> {
    drive: Drive<'p>,
    console: Console<'c>,
    /// Whether the program polls a device for input, and never waits.
    polls_input: bool,
    /// Command that an empty line repeats.
    again: Option<String>,
    /// Expressions shown at every stop, with their numbers.
    displays: Vec<(u32, Format, String)>,
    last_display: u32,
    /// Positions at which `list` and `x` continue.
    listed: Option<(u32, u32)>,
    examined: (u64, Format),
}

/// Whether the session continues after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Go,
    Leave,
}

/// Result of a command: a message if it failed.
pub(super) type CommandResult = Result<Next, String>;

/// Text after a command's name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arguments<'t> {
    /// Text between the slash and the space.
    pub(super) format: &'t str,
    pub(super) rest: &'t str,
}

const PROMPT: &str = "(isagrid) ";

impl<'p, 'c> CommandDebugger<'p, 'c> {
    /// Loads a program; a command may run this many instructions.
    ///
    /// # Errors
    /// If the machine cannot hold it.
    pub fn new(
        program: Program<'p>,
        host: Host,
        console: Console<'c>,
        max_instrs: u64,
    ) -> Result<Self, LoadError> {
        Ok(CommandDebugger::of(Drive::new(program, host, max_instrs)?, console))
    }

    /// Stops where a check finds something; false if the program cannot be checked.
    pub fn check(&mut self, make: MakeCheck<'p>) -> bool {
        self.drive.check(make)
    }

    /// A program on a prepared machine: starts from that state, runs `instrs` instructions, and
    /// stops at `back`, if given and reached.
    #[must_use]
    pub fn called(
        program: Program<'p>,
        machine: AnyMachine,
        host: Host,
        console: Console<'c>,
        max_instrs: u64,
        (instrs, back): (u64, Option<u64>),
    ) -> Self {
        let mut drive = Drive::prepared(program, machine, host, max_instrs);
        if let Some(back) = back {
            // The first point is always within the limit.
            drop(drive.points.add(Trigger::Break(back), "the call's return"));
        }
        drive.advance(instrs);
        CommandDebugger::of(drive, console)
    }

    fn of(drive: Drive<'p>, console: Console<'c>) -> Self {
        let program = &drive.run.program;
        let (polls_input, entry) = (program.target.polls_input(), program.image.entry);
        CommandDebugger {
            drive,
            console,
            polls_input,
            again: None,
            displays: Vec::new(),
            last_display: 0,
            listed: None,
            examined: (entry, Format::default()),
        }
    }

    /// Executes commands until the input or the session ends; returns the program's host.
    /// `greeting` is printed first.
    ///
    /// # Errors
    /// If commands cannot be read, or output cannot be written.
    pub fn serve(mut self, greeting: &str) -> io::Result<Host> {
        let labels = self.drive.run.program.image.symbols.iter().map(|symbol| &symbol.name);
        let labels = labels.filter(|name| asmkit::plain_name(name) == **name).cloned();
        let words = table::names().map(str::to_owned).chain(labels).collect();
        self.console.offer(words);
        self.console.say(greeting);
        self.show_place("");
        loop {
            match self.console.ask(PROMPT)? {
                LineInput::Interrupted => continue,
                LineInput::End => break,
                LineInput::Line(line) => match self.obey(&line) {
                    Ok(Next::Go) => {}
                    Ok(Next::Leave) => break,
                    Err(sentence) => self.console.say(&format!("error: {sentence}")),
                },
            }
        }
        Ok(self.drive.run.timeline.host().clone())
    }

    /// Executes a line; an empty one repeats the last repeatable command.
    fn obey(&mut self, line: &str) -> CommandResult {
        let line = line.trim();
        if line.starts_with('#') {
            return Ok(Next::Go);
        }
        let line = match line {
            "" => self.again.clone().unwrap_or_default(),
            line => line.to_owned(),
        };
        self.again = None;
        if line.is_empty() {
            return Ok(Next::Go);
        }
        let (name, format, rest) = split_command(&line);
        let row = table::find(name)?;
        let done = (row.act)(self, Arguments { format, rest });
        if row.repeats && done.is_ok() {
            self.again = Some(repeated_line(row, &line));
        }
        done
    }

    /// Shows `why`, the current place, and the displays.
    fn show_place(&mut self, why: &str) {
        let text = format!("{why}{}", self.place_text());
        self.console.say(&text);
        self.listed = None;
        self.show_displays();
    }

    /// The current place, source line and instruction.
    fn place_text(&self) -> String {
        let run = &self.drive.run;
        let (machine, pc) = (run.machine(), run.pc());
        let image = run.program.image;
        let mut text = diagnose::place(image, pc, machine.spec());
        let line = source(image, run.program.sources, pc).filter(|_| !run.rules.is_script);
        if let Some(source) = line {
            let line = asmkit::plain(source.text.trim_end());
            text.push_str(&format!("\n{:<7} {line}", source.line));
        }
        let instruction = run.instruction(pc);
        let instruction = instruction.unwrap_or_else(|| "(no instruction)".to_owned());
        text + &format!("\n     => {instruction}")
    }
}

/// Splits a line into name, format, and rest: `x/4i $pc`, `p *total`.
fn split_command(line: &str) -> (&str, &str, &str) {
    let is_name = |c: char| c.is_alphanumeric() || "_-".contains(c);
    let end = line.find(|c| !is_name(c)).unwrap_or(line.len()).max(1);
    let end = (end..=line.len()).find(|&end| line.is_char_boundary(end)).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    match rest.strip_prefix('/') {
        None => (name, "", rest.trim()),
        Some(rest) => {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            (name, &rest[..end], rest[end..].trim())
        }
    }
}

/// The line that an empty line repeats: `list` and `x` continue.
fn repeated_line(row: &Row, line: &str) -> String {
    if row.goes_on { row.names[0].to_owned() } else { line.to_owned() }
}
