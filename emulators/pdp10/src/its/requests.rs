//! Requests to DDT: `.BREAK 12`, `.BREAK 16` and `.VALUE`.
//!
//! Source: *DDT ORDER*; DDT 1549, `HAKDSP`, `UBRK16` and `UBRKV`.

use machine::Cause;

use crate::Word36;
use crate::files::names::{FileName, TypedName};
use crate::text::{characters, from_sixbit, sixbit};

use super::Answer;
use super::interrupt_bits::{BREAK, VALUE};
use super::job::variable;
use super::monitor::{CallError, Monitor, Outcome};

/// Requests of `.BREAK 12`.
mod request {
    pub(crate) const START: u32 = 1;
    pub(crate) const LOADED_FILE: u32 = 2;
    pub(crate) const SYMBOLS: u32 = 3;
    pub(crate) const SYMBOL: u32 = 4;
    pub(crate) const COMMAND: u32 = 5;
    pub(crate) const PRINTED_FILE: u32 = 6;
    pub(crate) const NEAREST_SYMBOL: u32 = 0o10;
    pub(crate) const PREVIOUS_JOB: u32 = 0o13;
    pub(crate) const RANDOM: u32 = 0o14;
    pub(crate) const UNPURIFY: u32 = 0o15;
    pub(crate) const HOME: u32 = 0o16;
    pub(crate) const MAIL: u32 = 0o17;
}

/// Bits 2.6 and 2.5 of `.BREAK 16`: kill the job.
const KILL: u32 = 0o060000;
/// Maximum length of a command string.
const LONGEST_COMMANDS: u32 = 1 << 10;

/// Answer to a program that waits for the user.
const STOPPED: Answer = Answer::ToDebugger { is_clean: false };

/// Effect of a command in a `.VALUE` string.
enum Command {
    /// Continue with the next one.
    On,
    /// The same, after typeout is turned on.
    Typeout,
    /// Continue the job.
    Proceed,
    /// Kill the job.
    Kill,
    /// Wait for the user, after an error message if it is not empty.
    Stop(String),
}

impl Monitor<'_> {
    /// `.BREAK`: only requests to DDT; the others are breakpoints.
    pub(super) fn break_(&mut self, ac: u8, effective: u32) -> Outcome<Answer> {
        if let Some(stopped) = self.stop_for_superior(BREAK, self.cpu.pc.get() + 1) {
            return Ok(stopped);
        }
        match ac {
            0o12 => self.exchange_with_ddt(effective).map(|()| Answer::Next),
            0o16 if effective & KILL != 0 => Ok(Answer::Exit(0)),
            0o16 => Ok(Answer::ToDebugger { is_clean: true }),
            _ => Ok(Answer::Fault(Cause::Break { code: ac.into() })),
        }
    }

    fn exchange_with_ddt(&mut self, effective: u32) -> Outcome {
        let word = self.read(effective)?;
        if word.left() & 0o200000 == 0 {
            return self.exchange(word);
        }
        if word.left() & 0o400000 == 0 {
            return Err(CallError::Illegal);
        }
        let (mut pointer, mut result) = (word, Ok(()));
        while result.is_ok() && pointer.left() & 0o400000 != 0 {
            result = self.read(pointer.right()).and_then(|request| self.exchange(request));
            if result.is_ok() {
                pointer = pointer + Word36::halves(1, 1);
            }
        }
        self.write(effective, pointer)?;
        result
    }

    /// Executes one request: direction, number and address.
    fn exchange(&mut self, word: Word36) -> Outcome {
        let (gives, what, at) = (word.left() & 0o400000 != 0, word.left() & 0o377777, word.right());
        match (what, gives) {
            (request::START, false) => self.write(at, self.its.job.start),
            (request::START, true) => {
                self.its.job.start = self.read(at)?;
                Ok(())
            }
            (request::LOADED_FILE, _) => self.exchange_names(0, at, gives),
            (request::PRINTED_FILE, _) => self.exchange_names(1, at, gives),
            (request::COMMAND, false) => self.give_command(at),
            (request::COMMAND, true) => {
                self.its.job.clear_command();
                Ok(())
            }
            (request::SYMBOLS | request::RANDOM | request::SYMBOL, false) => {
                self.write(at, Word36::default())
            }
            (request::SYMBOL | request::RANDOM, true) => Ok(()),
            (request::NEAREST_SYMBOL, false) => {
                self.write(at + 1, self.read(at)?)?;
                self.write(at, Word36::default())
            }
            (request::PREVIOUS_JOB, false) => self.write(at, Word36::from(super::job::SUPERIOR)),
            (request::UNPURIFY, _) => self.unpurify(at),
            (request::HOME | request::MAIL, false) => self.give_home(at, what == request::MAIL),
            _ => Err(CallError::Illegal),
        }
    }

    /// Stores the command line as far as there is room: up to a zero word, or before a nonzero one.
    fn give_command(&mut self, at: u32) -> Outcome {
        for (address, word) in (at..).zip(self.its.job.command.clone()) {
            let after_first = address > at;
            if after_first && self.read(address)? != Word36::default() {
                return Ok(());
            }
            self.write(address, word)?;
        }
        Ok(())
    }

    /// Exchanges device, directory and two names.
    fn exchange_names(&mut self, which: usize, at: u32, gives: bool) -> Outcome {
        for (rank, address) in (at..at + 4).enumerate() {
            if gives {
                self.its.job.file_names[which][rank] = self.read(address)?;
            } else {
                self.write(address, self.its.job.file_names[which][rank])?;
            }
        }
        Ok(())
    }

    /// Returns the user's directory, and with it the user and machine of the mail; there is only one
    /// user.
    ///
    /// Source: *DDT ORDER*, `..RHSNAME` and `..RMAIL`.
    fn give_home(&mut self, at: u32, with_name: bool) -> Outcome {
        if self.read(at + 1)? == Word36::default() {
            return Err(CallError::Illegal);
        }
        if with_name {
            if self.read(at)? == Word36::default() {
                self.write(at, self.its.machine)?;
            }
            self.write(at + 1, self.variable(variable::XUNAME))?;
        }
        let home = if with_name { at + 2 } else { at + 1 };
        self.write(home, self.variable(variable::HSNAME))
    }

    /// `.VALUE`: DDT executes the commands at an address, or reports that there are none.
    pub(super) fn value(&mut self, effective: u32) -> Outcome<Answer> {
        if let Some(stopped) = self.stop_for_superior(VALUE, self.cpu.pc.get() + 1) {
            return Ok(stopped);
        }
        if effective == 0 {
            let next = (self.cpu.pc.get() + 1) & 0o777777;
            let answer = self.stop(".VAL 0; ", next, Cause::ToDebugger { is_clean: false });
            let is_typed = matches!(answer, Answer::Fault(_));
            return Ok(if is_typed { STOPPED } else { answer });
        }
        let item = self.read(effective)?;
        self.set(variable::VAL, item);
        let text = self.string(effective)?;
        self.commands(&text)
    }

    /// An ASCIZ string of the program.
    fn string(&self, address: u32) -> Outcome<Vec<u8>> {
        let mut text = Vec::new();
        for at in address..address + LONGEST_COMMANDS {
            // To DDT the end of memory ends the string.
            let Ok(word) = self.read(at) else { break };
            let word = characters(word);
            text.extend(word.iter().take_while(|&&c| c != 0));
            if word.contains(&0) {
                break;
            }
        }
        Ok(text)
    }

    /// Executes commands until one leaves DDT or none are left.
    fn commands(&mut self, text: &[u8]) -> Outcome<Answer> {
        let (characters, mut typeout) = Typeout::split(text);
        let position = |rest: &[u8]| characters.len() - rest.len();
        let (mut rest, mut answers) = (characters.as_slice(), String::new());
        loop {
            let skipped = rest.iter().take_while(|&&c| c < b' ' && c != 0o33 || c == b' ').count();
            let (blanks, command) = rest.split_at(skipped);
            rest = command;
            let done = if let Some((length, value)) = evaluated(rest) {
                let (formula, after) = rest.split_at(length);
                rest = after;
                if typeout.is_on_at(position(rest) - 1) {
                    answers.push_str(&format!("{}{value}   ", printable(formula)));
                }
                Command::On
            } else if let [b':', tail @ ..] = rest {
                rest = tail;
                while let Some((comment, after)) = comment(rest) {
                    let at = position(rest) + 1;
                    answers.push_str(typeout.shown(comment, at).trim());
                    rest = after;
                }
                let is_shown = typeout.is_on_at(position(rest));
                if rest.is_empty() && !tail.is_empty() {
                    // A comment and nothing else.
                    Command::On
                } else {
                    self.colon_command(&mut rest, is_shown)?
                }
            } else {
                altmode_command(&mut rest)
            };
            let (answer, shown) = match done {
                Command::On => continue,
                Command::Typeout => {
                    typeout.turn_on_at(position(rest));
                    continue;
                }
                Command::Proceed => (Answer::Next, String::new()),
                Command::Kill => (Answer::Exit(0), String::new()),
                Command::Stop(_) if command.is_empty() => (STOPPED, String::new()),
                Command::Stop(error) if answers.is_empty() => {
                    let (characters, mut typeout) = Typeout::split(text);
                    let shown = typeout.shown(&characters, 0);
                    let error = if shown.is_empty() { error.trim_start() } else { &error };
                    (STOPPED, shown + error)
                }
                Command::Stop(error) => (STOPPED, printable(&[blanks, command].concat()) + &error),
            };
            let shown = answers + &shown;
            if shown.is_empty() {
                return Ok(answer);
            }
            return Ok(self.type_line(&(shown + "\n")).err().unwrap_or(answer));
        }
    }

    /// A command after its `:` and any comment; `:` alone on a line does nothing.
    fn colon_command(&mut self, rest: &mut &[u8], is_shown: bool) -> Outcome<Command> {
        let tail = *rest;
        let end = tail.iter().position(|&c| matches!(c, b'\r' | b'\n')).unwrap_or(tail.len());
        let line = String::from_utf8_lossy(&tail[..end]).into_owned();
        let blanks = line.len() - line.trim_start().len();
        let line = line.trim_start();
        // After a comment there may be another colon.
        if line.starts_with(':') || line.is_empty() && end < tail.len() {
            *rest = &tail[blanks..];
            return Ok(Command::On);
        }
        let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
        let takes_line = matches!(name.to_ascii_uppercase().as_str(), "JCL" | "PRINT");
        // Commands without arguments end with a space, and others may follow.
        let used = if takes_line { end } else { (blanks + name.len() + 1).min(end) };
        *rest = &tail[used..];
        self.named_command(name, arguments, is_shown)
    }

    fn named_command(&mut self, name: &str, arguments: &str, is_shown: bool) -> Outcome<Command> {
        Ok(match name.to_ascii_uppercase().as_str() {
            "KILL" | "LOGOUT" | "LOGOU" | "U" => Command::Kill,
            "PROCED" | "PROCEED" | "PROCEE" | "P" | "CONTIN" | "CONTINUE" | "VP" => {
                Command::Proceed
            }
            "VK" | "V" => Command::Typeout,
            "JCL" => {
                if arguments.is_empty() {
                    self.its.job.clear_command();
                } else {
                    self.its.job.set_command(arguments.as_bytes());
                }
                Command::On
            }
            "PRINT" => self.print_file(arguments, is_shown)?,
            _ => Command::Stop(self.missing_program(name)),
        })
    }

    /// DDT's message about a program that is in none of the directories it searches; empty if there
    /// is one, which is not run.
    ///
    /// Source: DDT 1549, `SFILES`.
    fn missing_program(&mut self, name: &str) -> String {
        let name = from_sixbit(sixbit(name));
        let home = from_sixbit(self.variable(variable::HSNAME));
        let exists = |directory: &str| {
            let file = FileName {
                directory: directory.to_owned(),
                first: "TS".to_owned(),
                second: name.clone(),
            };
            self.its.disk.find(self.host, &file).is_ok()
        };
        if name.is_empty() || [&home, "SYS", "SYS1", "SYS2", "SYS3"].into_iter().any(exists) {
            return String::new();
        }
        format!("\nSYS: SYS3; TS {name} - FILE NOT FOUND")
    }

    /// `:PRINT`: types the command and the file, if typeout is on.
    fn print_file(&mut self, typed: &str, is_shown: bool) -> Outcome<Command> {
        let [_, directory, first, second] = self.its.job.file_names[1].map(from_sixbit);
        let default = FileName { directory, first, second };
        let named = TypedName::parse(typed).ok().and_then(|typed| typed.or(&default).ok());
        let Some(name) = named else { return Ok(Command::Stop(String::new())) };
        let Ok(name) = self.its.disk.find(self.host, &name) else {
            return Ok(Command::Stop(String::new()));
        };
        let words = self.its.disk.words(self.host, &name)?;
        let mut text: Vec<u8> = words.iter().flat_map(|&word| characters(word)).collect();
        while text.last().is_some_and(|c| matches!(c, 0 | 3 | 0o14)) {
            text.pop();
        }
        if !is_shown {
            return Ok(Command::On);
        }
        let shown = format!(":PRINT {typed}\n\n{}\n", printable(&text));
        self.type_line(&shown).map_err(CallError::Stop)?;
        Ok(Command::On)
    }
}

/// DDT's typeout while it reads a string of commands: each ^W turns it off once more, each ^V
/// cancels one.
///
/// Source: *DDT ORDER*, `..TTYFLG`.
struct Typeout {
    /// Positions of ^W and ^V in the string without them, and whether it is a ^V.
    switches: std::iter::Peekable<std::vec::IntoIter<(usize, bool)>>,
    /// Number of ^W that are not cancelled.
    off: u32,
}

impl Typeout {
    /// Characters of a string that commands consist of, and the others, which act when they are read:
    /// those for typeout, and those for the wallpaper file, which does not exist.
    fn split(text: &[u8]) -> (Vec<u8>, Typeout) {
        let (mut characters, mut switches) = (Vec::new(), Vec::new());
        for &character in text {
            match character {
                0o2 | 0o5 => {}
                0o26 | 0o27 => switches.push((characters.len(), character == 0o26)),
                _ => characters.push(character),
            }
        }
        (characters, Typeout { switches: switches.into_iter().peekable(), off: 0 })
    }

    /// Whether it is on before the character at a position; positions never decrease.
    fn is_on_at(&mut self, position: usize) -> bool {
        while let Some((_, is_on)) = self.switches.next_if(|switch| switch.0 <= position) {
            self.off = if is_on { self.off.saturating_sub(1) } else { self.off + 1 };
        }
        self.off == 0
    }

    /// Cancels one ^W at a position.
    fn turn_on_at(&mut self, position: usize) {
        self.is_on_at(position);
        self.off = self.off.saturating_sub(1);
    }

    /// The characters from a position that DDT types as it reads them.
    fn shown(&mut self, characters: &[u8], position: usize) -> String {
        let characters = characters.iter().zip(position..);
        let shown = characters.filter(|&(_, at)| self.is_on_at(at)).map(|(&c, _)| c);
        printable(&shown.collect::<Vec<_>>())
    }
}

/// A comment after a colon, from an altmode to the next, and what follows it.
fn comment(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let [0o33, text @ ..] = text else { return None };
    let end = text.iter().position(|&c| c == 0o33).unwrap_or(text.len());
    Some((&text[..end], text.get(end + 1..).unwrap_or_default()))
}

/// A command of altmodes and a letter.
fn altmode_command(rest: &mut &[u8]) -> Command {
    let [0o33, tail @ ..] = *rest else { return Command::Stop(String::new()) };
    let letters = tail.iter().take_while(|&&c| c == 0o33).count();
    *rest = tail.get(letters + 1..).unwrap_or_default();
    match (letters, tail.get(letters).map(u8::to_ascii_uppercase)) {
        (0, Some(b'P')) => Command::Proceed,
        (_, Some(b'X' | 0o30 | b'U')) => Command::Kill,
        _ => Command::Stop(String::new()),
    }
}

/// A sum of octal numbers up to a `=`: its length with the `=`, and its value as DDT types it.
fn evaluated(text: &[u8]) -> Option<(usize, String)> {
    let end = text.iter().position(|&c| c == b'=')?;
    let sum = std::str::from_utf8(&text[..end]).ok()?;
    let terms = sum.replace('-', "+-");
    let value =
        terms.trim_start_matches('+').split('+').try_fold(Word36::default(), |sum, term| {
            let digits = term.strip_prefix('-');
            let number = u64::from_str_radix(digits.unwrap_or(term), 8).ok().map(Word36::new)?;
            Some(if digits.is_some() { sum - number } else { sum + number })
        })?;
    let shown = match (value.left(), value.right()) {
        (0, right) => format!("{right:o}"),
        (0o777777, _) => format!("-{:o}", value.signed().unsigned_abs()),
        (left, right) => format!("{left:o},,{right:o}"),
    };
    Some((end + 1, shown))
}

/// Converts an ITS text to a host text, with an altmode as a dollar sign.
fn printable(text: &[u8]) -> String {
    let shown = text.iter().filter(|&&c| c != b'\r').map(|&c| match c {
        0o33 => "$".to_owned(),
        b'\n' | b'\t' | b' '..=b'~' => char::from(c).to_string(),
        _ => format!("^{}", char::from(c ^ 0o100)),
    });
    shown.collect::<String>().trim_end().to_owned()
}
