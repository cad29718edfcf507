//! Commands that run the program, and reports of why it stopped.

use std::num::IntErrorKind;

use machine::{Image, Machine as _};
use targets::diagnose;
use targets::escape::grouped;

use super::console::{Console, LineInput};
use super::{Arguments, CommandDebugger, CommandResult, Next};
use crate::engine::{Frontend, Halt, Input, Movement};

/// The terminal while the program runs.
pub(super) struct TerminalFrontend<'o, 'c> {
    pub(super) console: &'o mut Console<'c>,
}

impl Frontend for TerminalFrontend<'_, '_> {
    fn show(&mut self, output: &[Vec<u8>; 2]) {
        self.console.show(output);
    }

    fn report(&mut self, text: &str) {
        self.console.say(text);
    }

    fn is_interrupted(&mut self) -> bool {
        self.console.is_interrupted()
    }

    fn input(&mut self) -> Input {
        if !self.console.is_terminal() {
            return Input::Later;
        }
        match self.console.ask("(the program's input) ") {
            Ok(LineInput::Line(line)) => Input::Bytes(format!("{line}\n").into_bytes()),
            Ok(LineInput::End) => Input::Bytes(Vec::new()),
            Ok(LineInput::Interrupted) | Err(_) => Input::Later,
        }
    }
}

impl CommandDebugger<'_, '_> {
    /// `run`: from the beginning to the first stop.
    pub(super) fn run(&mut self, arguments: Arguments<'_>) -> CommandResult {
        if !arguments.rest.is_empty() {
            return Err("give the program's arguments to isagrid after `--`, and its \
                        input with --input FILE"
                .to_owned());
        }
        self.rewind()?;
        self.go(Movement::Begin)
    }

    /// `start`: from the beginning to `main`.
    pub(super) fn start(&mut self, _: Arguments<'_>) -> CommandResult {
        self.rewind()?;
        match self.drive.scope().label("main") {
            Some(main) if main != self.drive.run.pc() => self.go(Movement::To(main)),
            _ => {
                self.show_place("");
                Ok(Next::Go)
            }
        }
    }

    /// `reset`: back to the beginning, with nothing read or written.
    pub(super) fn reset(&mut self, _: Arguments<'_>) -> CommandResult {
        self.drive.restart().map_err(|error| error.to_string())?;
        self.show_place("the program is loaded again\n");
        Ok(Next::Go)
    }

    fn rewind(&mut self) -> Result<(), String> {
        let is_new = self.drive.run.position() == 0 && self.drive.ended.is_none();
        if is_new { Ok(()) } else { self.drive.restart().map_err(|error| error.to_string()) }
    }

    /// `continue`, passing the breakpoint here several times.
    pub(super) fn go_on(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let times = self.count(arguments.rest)?;
        let pc = self.drive.run.pc();
        if times > 1 {
            let here = crate::engine::Trigger::Break(pc);
            let mut points = self.drive.points.iter_mut();
            let point = points.find(|point| point.kind == here);
            point.ok_or("the program is not at a breakpoint")?.ignore = times - 1;
        }
        self.go(Movement::On)
    }

    pub(super) fn step(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let count = self.count(arguments.rest)?;
        self.go(Movement::Lines(count, false))
    }

    pub(super) fn next(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let count = self.count(arguments.rest)?;
        self.go(Movement::Lines(count, true))
    }

    pub(super) fn step_instruction(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let count = self.count(arguments.rest)?;
        self.go(Movement::Instructions(count, false))
    }

    pub(super) fn next_instruction(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let count = self.count(arguments.rest)?;
        self.go(Movement::Instructions(count, true))
    }

    /// `finish`: until the subroutine returns.
    pub(super) fn finish(&mut self, _: Arguments<'_>) -> CommandResult {
        let is_called = match self.drive.depth() {
            Some(depth) => depth > 0,
            None => !self.drive.run.chain().frames().is_empty(),
        };
        if is_called {
            self.go(Movement::Out)
        } else {
            Err("no known call led here, so there is nothing to return to: \
                          `continue` runs to the end"
                .to_owned())
        }
    }

    /// `until`: past the current line or to a place.
    pub(super) fn until(&mut self, arguments: Arguments<'_>) -> CommandResult {
        match arguments.rest {
            "" => self.go(Movement::Beyond),
            place => {
                let to = self.drive.place(place)?;
                self.go(Movement::To(to))
            }
        }
    }

    pub(super) fn advance(&mut self, arguments: Arguments<'_>) -> CommandResult {
        match arguments.rest {
            "" => Err("give a place, such as `advance loop`".to_owned()),
            place => {
                let to = self.drive.place(place)?;
                self.go(Movement::To(to))
            }
        }
    }

    /// `jump`: continues from another place.
    pub(super) fn jump(&mut self, arguments: Arguments<'_>) -> CommandResult {
        if arguments.rest.is_empty() {
            return Err("give a place, such as `jump loop`".to_owned());
        }
        let to = self.drive.place(arguments.rest)?;
        if self.drive.ended.is_none() {
            self.drive.run.timeline.edit(|machine| machine.set_pc(to));
        }
        self.go(Movement::On)
    }

    pub(super) fn back(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let count = self.count(arguments.rest)?;
        let is_all = count > self.drive.run.position();
        if count > MOST_LINES && !is_all {
            let most = grouped(MOST_LINES);
            return Err(format!("at most {most} lines at once; `backi` goes back by instructions"));
        }
        let CommandDebugger { drive, console, .. } = self;
        let halt = drive.back_lines(count, &mut TerminalFrontend { console });
        self.report_halt(&halt)
    }

    pub(super) fn back_instruction(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let count = self.count(arguments.rest)?;
        let CommandDebugger { drive, console, .. } = self;
        let halt = drive.back_instructions(count, &mut TerminalFrontend { console });
        self.report_halt(&halt)
    }

    pub(super) fn back_to_stop(&mut self, _: Arguments<'_>) -> CommandResult {
        let CommandDebugger { drive, console, .. } = self;
        let halt = drive.back_to_stop(&mut TerminalFrontend { console });
        self.report_halt(&halt)
    }

    /// `input`: a line for the program, or the end of its input.
    pub(super) fn input(&mut self, arguments: Arguments<'_>) -> CommandResult {
        if !self.drive.run.timeline.host().input.is_open() {
            return Err("the program's input is a file, or has ended".to_owned());
        }
        let bytes = match arguments.rest {
            "" => Vec::new(),
            "\"\"" => b"\n".to_vec(),
            line => format!("{line}\n").into_bytes(),
        };
        let answer =
            if bytes.is_empty() { "the program's input ends here" } else { "kept for the program" };
        if self.polls_input {
            self.drive.run.timeline.give(&bytes)
        } else {
            self.drive.run.timeline.feed(bytes)
        }
        self.console.say(answer);
        Ok(Next::Go)
    }

    /// Repeat count; one by default.
    fn count(&self, text: &str) -> Result<u64, String> {
        if text.is_empty() {
            return Ok(1);
        }
        let plain = text.parse::<u64>();
        if plain.as_ref().is_err_and(|why| *why.kind() == IntErrorKind::PosOverflow) {
            return Err(format!("the count must be at most {}", u64::MAX));
        }
        match plain.or_else(|_| self.drive.scope().evaluate(text).map(|value| value.bits))? {
            count if count > 0 && !text.starts_with('-') => Ok(count),
            _ => Err("the count must be at least 1".to_owned()),
        }
    }

    fn go(&mut self, going: Movement) -> CommandResult {
        if self.drive.ended.is_some() {
            return Err("the program has ended: `run` starts it again, `back` goes back".to_owned());
        }
        let CommandDebugger { drive, console, .. } = self;
        let halt = drive.go(going, &mut TerminalFrontend { console });
        self.report_halt(&halt)
    }

    /// Reports why and where the program stopped.
    pub(super) fn report_halt(&mut self, halt: &Halt) -> CommandResult {
        let image = self.drive.run.program.image;
        let why = match halt {
            Halt::Done | Halt::Returned => String::new(),
            Halt::Breakpoint(number) => format!("breakpoint {number}, "),
            Halt::Watch { number, text, old, new } => self.watched(*number, text, *old, *new),
            Halt::Finding(text) => format!("{text}\n"),
            Halt::Interrupted => "interrupted, ".to_owned(),
            Halt::Beginning => "this is the beginning of the program\n".to_owned(),
            Halt::Spent => {
                let limit = grouped(self.drive.max_instrs());
                let what = self.drive.run.machine().spec().syntax.counted;
                format!(
                    "still running after {limit} {what}, the limit of --max-instructions; \
                     `continue` resumes it\n"
                )
            }
            Halt::Waits => {
                "the program waits for input: `input TEXT` gives it a line, `input` alone \
                            ends its input, and `continue` resumes it\n"
                    .to_owned()
            }
            Halt::Ended(status) => {
                self.console.say(&format!("the program ended with status {status}"));
                return self.remark();
            }
            Halt::RanOff => {
                let place = last_place(image, self.drive.run.pc(), self.drive.run.machine());
                self.console.say(&format!(
                    "the program ran past its last instruction{place}, which the simulator treats \
                     as its end"
                ));
                return self.remark();
            }
            Halt::Limit(limit) => {
                format!("{}\n", diagnose::limit(*limit, self.drive.run.machine().spec()))
            }
            Halt::Fault(fault) => format!("{}\n", self.drive.run.fault_text(fault).trim_end()),
        };
        self.show_place(&why);
        Ok(Next::Go)
    }

    /// Final remarks on a run that ended.
    fn remark(&mut self) -> CommandResult {
        for remark in self.drive.run.machine().remarks(false) {
            self.console.say(&format!("warning: {remark}"));
        }
        Ok(Next::Go)
    }

    fn watched(&self, number: u32, text: &str, old: u64, new: u64) -> String {
        let scope = self.drive.scope();
        if let Some(value) = scope.machine.value(text) {
            let (text, value) = (asmkit::plain_name(text), asmkit::plain(&value));
            return format!("watchpoint {number}, `{text}` is now {value}\n");
        }
        let bits = scope.machine.spec().word_bits;
        let [old, new] = [old, new].map(|value| super::format::number(&scope, value, bits, None));
        let text = asmkit::plain_name(text);
        format!("watchpoint {number}, `{text}` was {old} and is {new}\n")
    }
}

/// Maximum lines to go back at once, as every one is searched.
const MOST_LINES: u64 = 1_000_000;

/// Last line before the end, for a program that ran past it.
fn last_place(image: &Image, pc: u64, machine: &impl machine::Machine) -> String {
    let following = image.lines.partition_point(|line| line.address < pc);
    let last = following.checked_sub(1).and_then(|last| image.lines.get(last));
    last.map_or(String::new(), |last| {
        format!(", {}", diagnose::place(image, last.address, machine.spec()))
    })
}
