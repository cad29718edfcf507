//! Commands that show registers, memory and calls.

use machine::Machine as _;
use targets::diagnose;
use targets::escape::grouped;

use super::format::{self, Format};
use super::{Arguments, CommandDebugger, CommandResult, Next};
use crate::engine::{ValueKind, source};
use crate::look;

/// Frames shown from each end of a long chain.
const SHOWN_FRAMES: usize = 50;

/// Maximum labels listed at once.
const SHOWN_LABELS: usize = 500;

impl CommandDebugger<'_, '_> {
    /// `print EXPRESSION`, including assignments.
    pub(super) fn print(&mut self, arguments: Arguments<'_>) -> CommandResult {
        if let Some((target, value)) = assignment(arguments.rest) {
            self.drive.assign(target, value)?;
            return self.shown(target);
        }
        let format = Format::read(arguments.format)?;
        let shown = self.expression(arguments.rest, format)?;
        self.console.say(&shown);
        Ok(Next::Go)
    }

    /// `EXPRESSION = VALUE` in the format of `print`.
    fn expression(&self, text: &str, format: Format) -> Result<String, String> {
        let scope = self.drive.scope();
        let value = scope.evaluate(text)?;
        let shown = format::value(&scope, &value, format)?;
        Ok(format!("{} = {shown}", asmkit::plain_name(text.trim())))
    }

    /// Shows the current value.
    pub(super) fn shown(&mut self, text: &str) -> CommandResult {
        let shown = self.expression(text, Format::default())?;
        self.console.say(&shown);
        Ok(Next::Go)
    }

    /// `set $t0 = 5`, `set var total = 5`, `set $t0 5`.
    pub(super) fn set(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let rest = arguments.rest;
        let rest =
            rest.strip_prefix("variable ").or_else(|| rest.strip_prefix("var ")).unwrap_or(rest);
        let by_blank =
            || rest.trim().rsplit_once(' ').map(|(target, value)| (target.trim(), value));
        let Some((target, value)) = assignment(rest).or_else(by_blank) else {
            return Err(
                "give a target and a value, such as `set $t0 = 5` or `set total 5`".to_owned()
            );
        };
        let word = target.split([' ', '/']).next().unwrap_or("");
        if GDB_SETTINGS.contains(&word) && self.drive.scope().label(word).is_none() {
            return Err(format!("gdb's `set {word}` is not supported"));
        }
        self.drive.assign(target, value)?;
        self.shown(target)
    }

    /// `x/8xw ADDRESS`.
    pub(super) fn examine(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let asked = Format::read(arguments.format)?;
        let (mut address, before) = self.examined;
        let scope = self.drive.scope();
        let format = Format {
            count: Some(asked.count.unwrap_or(1).max(1)),
            letter: asked.letter.or(before.letter),
            bytes: asked.bytes.or(before.bytes.filter(|_| asked.letter.is_none())),
        };
        if !arguments.rest.is_empty() {
            address = scope.evaluate(arguments.rest)?.bits;
        }
        let (text, end) = match format.letter {
            Some('i') => self.instructions(address, format.count.unwrap_or(1)),
            Some('s') => texts(&scope, address, format.count.unwrap_or(1))?,
            _ => self.words(address, format)?,
        };
        self.examined = (end, format);
        self.console.say(&text);
        Ok(Next::Go)
    }

    /// Memory in rows, and the address after it.
    fn words(&self, address: u64, format: Format) -> Result<(String, u64), String> {
        let scope = self.drive.scope();
        let spec = scope.machine.spec();
        let default = if format.letter == Some('c') { 1 } else { u64::from(spec.word_bits / 8) };
        let units = scope.units_of(format.bytes.unwrap_or(default));
        let bits = units as u32 * spec.unit_bits;
        let a_row = if units == 1 && spec.unit_bits == 8 { 8 } else { 4 };
        let letter = Some(format.letter.unwrap_or('z'));
        let (mut text, mut at) = (String::new(), address);
        for number in 0..format.count.unwrap_or(1) {
            let Some(value) = scope.read(at, units) else { break };
            if number % a_row == 0 {
                let place = spec.show_address(at);
                text += &format!("\n{place}{}:", format::label(&scope, at));
            }
            text += &format!("  {}", format::number(&scope, value, bits, letter));
            at += units;
        }
        if text.is_empty() {
            Err(format!("there is no memory at {}", spec.show_address(address)))
        } else {
            Ok((text.trim_start().to_owned(), at))
        }
    }

    /// `registers`: all general ones, or the named ones.
    pub(super) fn registers(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let scope = self.drive.scope();
        let all = scope.machine.registers();
        let program = &self.drive.run.program;
        let line =
            |name: &str, value: u64| look::register_line(name, value, program, scope.machine);
        let names = arguments.rest.split([' ', ',']).filter(|word| !word.is_empty());
        let names: Vec<&str> = names.filter(|word| !["all", "hex", "rip"].contains(word)).collect();
        let mut text = String::new();
        for name in &names {
            let plain = name.trim_start_matches('$');
            let value = scope.evaluate(&format!("${plain}"))?;
            if !matches!(value.what, ValueKind::Register(_) | ValueKind::Pc) {
                return Err(scope.unknown(&format!("${plain}")));
            }
            text += &line(plain, value.bits);
        }
        if names.is_empty() {
            for (name, value) in &all {
                text += &line(name, *value);
            }
            text += &line("pc", scope.machine.pc());
        }
        self.console.say(&text);
        Ok(Next::Go)
    }

    /// `where`: the chain of calls, the last one first.
    pub(super) fn chain(&mut self, _: Arguments<'_>) -> CommandResult {
        let chain = self.drive.run.chain();
        let run = &self.drive.run;
        let (image, spec, pc) = (run.program.image, run.machine().spec(), run.pc());
        let mut text = format!("#0  {}\n", diagnose::place(image, pc, spec));
        let frames = chain.frames();
        for (number, frame) in frames.iter().rev().enumerate() {
            if number >= SHOWN_FRAMES && number + SHOWN_FRAMES < frames.len() {
                if number == SHOWN_FRAMES {
                    let left_out = frames.len() - 2 * SHOWN_FRAMES;
                    text += &match left_out {
                        1 => "... 1 call is not shown\n".to_owned(),
                        _ => format!("... {left_out} calls are not shown\n"),
                    };
                }
                continue;
            }
            let place = diagnose::place(image, frame.call, spec);
            text += &format!("#{:<2} {place}\n", number + 1);
        }
        if let Some(depth) = self.drive.depth() {
            let calls = if depth == 1 { "call has" } else { "calls have" };
            text += &format!("{depth} {calls} not returned\n");
        }
        self.console.say(&text);
        Ok(Next::Go)
    }

    /// `frame`: the current place.
    pub(super) fn frame(&mut self, _: Arguments<'_>) -> CommandResult {
        self.show_place("");
        Ok(Next::Go)
    }

    /// `display EXPRESSION`: now and at every stop.
    pub(super) fn display(&mut self, arguments: Arguments<'_>) -> CommandResult {
        if arguments.rest.is_empty() {
            self.show_displays();
            return Ok(Next::Go);
        }
        if self.displays.len() >= MOST_DISPLAYS {
            return Err(format!("there are already {MOST_DISPLAYS} displays: `undisplay` some"));
        }
        let format = Format::read(arguments.format)?;
        self.display_text(arguments.rest, format)?;
        self.last_display += 1;
        self.displays.push((self.last_display, format, arguments.rest.to_owned()));
        let from = self.displays.len() - 1;
        self.show_displays_from(from);
        Ok(Next::Go)
    }

    fn display_text(&self, text: &str, format: Format) -> Result<String, String> {
        let scope = self.drive.scope();
        if format.letter == Some('i') {
            let address = scope.evaluate(text)?.bits;
            return Ok(self.instructions(address, format.count.unwrap_or(1)).0);
        }
        let value = scope.evaluate(text)?;
        Ok(format!("{} = {}", asmkit::plain_name(text), format::value(&scope, &value, format)?))
    }

    pub(super) fn show_displays(&mut self) {
        self.show_displays_from(0);
    }

    fn show_displays_from(&mut self, from: usize) {
        let lines = self.displays[from..].iter().map(|(number, format, text)| {
            let shown = self.display_text(text, *format).unwrap_or_else(|why| why);
            format!("{number}: {shown}\n")
        });
        let lines: String = lines.collect();
        if !lines.is_empty() {
            self.console.say(&lines);
        }
    }

    pub(super) fn undisplay(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let numbers: Result<Vec<u32>, _> =
            arguments.rest.split_whitespace().map(str::parse).collect();
        let numbers = numbers.map_err(|_| "give a number, such as `undisplay 1`".to_owned())?;
        self.displays.retain(|(number, ..)| !numbers.is_empty() && !numbers.contains(number));
        Ok(Next::Go)
    }

    /// `symbols`: the labels, or those whose names contain some letters.
    pub(super) fn symbols(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let run = &self.drive.run;
        let spec = run.machine().spec();
        let wanted = arguments.rest.to_lowercase();
        let mut found: Vec<(u64, &str)> = run
            .program
            .image
            .symbols
            .iter()
            .filter(|symbol| symbol.name.to_lowercase().contains(&wanted))
            .map(|symbol| (symbol.value, symbol.name.as_str()))
            .collect();
        found.sort_unstable();
        let line = |(value, name): &(u64, &str)| {
            format!("{}  {}\n", spec.show_address(*value), asmkit::plain_name(name))
        };
        let mut text: String = found.iter().take(SHOWN_LABELS).map(line).collect();
        if let Some(more) = found.len().checked_sub(SHOWN_LABELS).filter(|&more| more > 0) {
            text += &format!("and {more} more; `symbols LETTERS` lists those that contain them");
        }
        self.console.say(if text.is_empty() { "no such labels" } else { &text });
        Ok(Next::Go)
    }

    /// `counts`: the cost of the run so far.
    pub(super) fn counts(&mut self, _: Arguments<'_>) -> CommandResult {
        let run = &self.drive.run;
        let counts = run.machine().counts();
        let what = run.machine().spec().syntax.counted;
        let mut text = format!("{what:<14} {:>16}\n", grouped(counts.instructions));
        for (cycles, model) in counts.cycles.iter().zip(run.machine().spec().models) {
            let label = targets::models::name(model);
            text += &format!("{label:<14} {:>16}\n", grouped(cycles.cycles));
        }
        let (now, farthest, start) = run.timeline.window();
        let [now, farthest, start] = [now, farthest, start].map(grouped);
        text += &format!(
            "this is instruction {now} of the run; `back` reaches {start}, and the farthest so far is {farthest}"
        );
        self.console.say(&text);
        Ok(Next::Go)
    }

    /// `info line`, `info symbol`: describes a place.
    pub(super) fn about(&mut self, text: &str) -> CommandResult {
        let address = match self.drive.place(text) {
            Ok(address) => address,
            Err(_) => self.drive.scope().evaluate(text)?.bits,
        };
        let run = &self.drive.run;
        let spec = run.machine().spec();
        let mut said = diagnose::place(run.program.image, address, spec);
        if let Some(source) = source(run.program.image, run.program.sources, address) {
            said += &format!("\n{:<7} {}", source.line, asmkit::plain(source.text.trim_end()));
        }
        self.console.say(&said);
        Ok(Next::Go)
    }
}

/// Maximum expressions shown at every stop.
const MOST_DISPLAYS: usize = 100;

/// gdb settings that are not part of the program.
const GDB_SETTINGS: &[&str] = &[
    "width",
    "height",
    "pagination",
    "confirm",
    "listsize",
    "print",
    "args",
    "style",
    "logging",
    "disassemble-next-line",
    "disassembly-flavor",
    "architecture",
    "endian",
    "history",
    "verbose",
];

/// Consecutive texts, and the address after them.
fn texts(
    scope: &crate::engine::Scope<'_>,
    address: u64,
    count: u64,
) -> Result<(String, u64), String> {
    let (mut all, mut at) = (String::new(), address);
    for _ in 0..count {
        match format::text(scope, at) {
            Ok((text, end)) => {
                let place = scope.machine.spec().show_address(at);
                all += &format!("{place}{}:  {text}\n", format::label(scope, at));
                at = end;
            }
            Err(why) if all.is_empty() => return Err(why),
            Err(_) => break,
        }
    }
    Ok((all, at))
}

/// The two sides of an assignment, not a comparison.
fn assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let is_alone = |at: &usize| {
        let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
        bytes[*at] == b'=' && !b"=!<>".contains(&before) && bytes.get(at + 1) != Some(&b'=')
    };
    let at = (0..bytes.len()).find(is_alone)?;
    Some((text[..at].trim(), text[at + 1..].trim()))
}
