//! Runs the program: from the start, further, by steps, up to breakpoints.

use machine::{Cause, Machine as _, Stop};
use pdp10::Word36;

use super::console::KeyRead;
use super::reader::{Command, CommandError};
use super::{CALL, Ddt};
use crate::engine::{Execution, Hit, Run, Typed};
use targets::diagnose;
use targets::escape::grouped;

/// Why the program stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
enum HaltReason {
    /// Before a marked instruction.
    Mark,
    /// Elsewhere, with a reason; with `)` or `>>` between address and instruction.
    Stopped(String, &'static str),
    /// The program has ended.
    Ended,
    /// It has run as long as DDT's caller wants, and continues later.
    Spent,
    /// It waits for a key that DDT's caller brings later.
    Waits,
}

/// A run of the program that a command has begun.
#[derive(Debug, Clone)]
pub(super) struct Running {
    goal: Goal,
    /// Position at which DDT takes the terminal back.
    limit: u64,
    /// Instruction of `$X`.
    executes: Option<Execution>,
    /// Whether the program waits for a key.
    pub(super) waits: bool,
}

/// How far the program runs.
#[derive(Debug, Clone, Copy)]
enum Goal {
    /// Steps done, and wanted.
    Steps { done: u64, wanted: u64 },
    /// To a breakpoint; once the instruction at the program counter was executed, `is_past`.
    Breakpoint { temporary: Option<TemporaryBreakpoint>, is_marked: bool, is_past: bool },
}

/// Stops of a step over a call: one of two addresses, while an accumulator has this value.
#[derive(Debug, Clone, Copy)]
struct TemporaryBreakpoint {
    addresses: [u32; 2],
    stack: Option<(u32, Word36)>,
}

/// Instructions between checks of the output.
const SLICE_INSTRS: u64 = 1_000_000;

/// Steps between checks of the terminal.
const SLICE_STEPS: u64 = 10_000;

/// Maximum breakpoint reports in one run before a breakpoint stops it.
const MOST_PRINTED: u32 = 100;

impl<'p> Ddt<'p> {
    /// `$G`, `$P`, `^P`, `^N` and related commands.
    pub(super) fn execute(&mut self, command: &Command) -> Result<(), CommandError> {
        let argument = command.argument;
        match (command.key, command.altmodes) {
            ('G', altmodes) => {
                if altmodes == 2
                    && let Some(address) = argument
                {
                    self.job.start = address.right();
                }
                let address = argument.map_or(self.job.start, Word36::right);
                self.begin(address, command.infix)
            }
            ('\x0e', 0) => self.step(argument.map_or(1, Word36::bits)),
            ('\x0e', _) => {
                let temporary = match argument {
                    Some(word) => {
                        let address = self.returning(word);
                        TemporaryBreakpoint { addresses: [address, address + 1], stack: None }
                    }
                    None => self.breakpoint_after(command.infix),
                };
                self.proceed(Some(temporary), false)
            }
            (_, altmodes) => {
                if let Some(stopped) =
                    self.job.stopped_at.and_then(|at| self.job.breakpoints[at].as_mut())
                {
                    stopped.count = argument.map_or(1, Word36::bits).max(1);
                    stopped.passes |= altmodes == 2 && command.key == 'P';
                }
                self.proceed(None, false)
            }
        }
    }

    /// Starts the program at an address; with a number after `$`, for this many steps.
    pub(super) fn begin(
        &mut self,
        address: u32,
        steps: Option<Word36>,
    ) -> Result<(), CommandError> {
        if self.job.is_empty() {
            return Err(CommandError::refused("this job has no program: $L loads one"));
        }
        if self.job.has_ended {
            self.reload(self.host().clone())?;
            self.console.say("(the program is loaded again)");
        }
        self.job.run.timeline.edit(|machine| machine.set_pc(address.into()));
        self.job.stopped_at = None;
        match steps.map(Word36::bits) {
            None => self.proceed(None, true),
            Some(0) => {
                self.report("", ">>");
                Ok(())
            }
            Some(steps) => self.step(steps),
        }
    }

    fn check_alive(&self) -> Result<(), CommandError> {
        let sentence = "the program has ended: $G starts it again";
        if self.job.has_ended { Err(CommandError::refused(sentence)) } else { Ok(()) }
    }

    fn step(&mut self, steps: u64) -> Result<(), CommandError> {
        self.check_alive()?;
        self.is_open = false;
        self.job.stopped_at = None;
        self.run_to(Goal::Steps { done: 0, wanted: steps.min(self.max_instrs) }, None)
    }

    /// Executes the steps that are left.
    fn steps(&mut self, done: &mut u64, wanted: u64) -> Result<HaltReason, CommandError> {
        while *done < wanted {
            let called = if done.is_multiple_of(SLICE_STEPS) { self.heard()? } else { None };
            match called.map_or_else(|| self.one(), |halt| Ok(Some(halt)))? {
                Some(HaltReason::Mark) | None => {}
                Some(halt) => return Ok(halt),
            }
            *done += 1;
        }
        Ok(HaltReason::Mark)
    }

    /// Address in a word; for a word with only an accumulator, `P,`, the return address of the
    /// subroutine whose stack that is.
    fn returning(&self, word: Word36) -> u32 {
        let (accumulator, rest) = (word.left() >> 5 & 0o17, word.bits() & !(0o17 << 23));
        let top = || Some(self.word_at(self.word_at(accumulator)?.right())?.right());
        match accumulator {
            1.. if rest == 0 => top().unwrap_or(0),
            _ => word.right(),
        }
    }

    /// Stops after the next instruction, past words that are not instructions.
    fn breakpoint_after(&self, arguments: Option<Word36>) -> TemporaryBreakpoint {
        let pc = self.job.run.pc() as u32;
        let next = self.word_at(pc).unwrap_or_default();
        const PUSHJ: u32 = 0o260;
        let stack = (next.left() >> 9 == PUSHJ).then(|| next.left() >> 5 & 0o17);
        let stack = stack.and_then(|ac| Some((ac, self.word_at(ac)?)));
        let argument = |word: Word36| matches!(word.left() >> 9, 0 | 0o774..);
        let address = match arguments {
            Some(count) => pc + 1 + count.right(),
            None => {
                let mut after = pc + 1..pc + 0o20;
                let found = after.find(|&at| self.word_at(at).is_some_and(|word| !argument(word)));
                found.unwrap_or(pc + 1)
            }
        };
        TemporaryBreakpoint { addresses: [address, address + 1], stack }
    }

    /// Runs until something stops the program, and reports it; from a start, a breakpoint at the first
    /// instruction does.
    fn proceed(
        &mut self,
        temporary: Option<TemporaryBreakpoint>,
        starts: bool,
    ) -> Result<(), CommandError> {
        self.check_alive()?;
        self.begin_run(temporary, starts, None)
    }

    /// Passes the terminal to the program, and runs it.
    fn begin_run(
        &mut self,
        temporary: Option<TemporaryBreakpoint>,
        starts: bool,
        executes: Option<Execution>,
    ) -> Result<(), CommandError> {
        self.console.take_line();
        self.is_open = false;
        self.job.stopped_at = None;
        self.reported = 0;
        let pc = self.job.run.pc() as u32;
        let is_marked =
            starts && self.job.breakpoints.iter().flatten().any(|point| point.address == pc);
        self.run_to(Goal::Breakpoint { temporary, is_marked, is_past: false }, executes)
    }

    fn run_to(&mut self, goal: Goal, executes: Option<Execution>) -> Result<(), CommandError> {
        let limit = self.job.run.position().saturating_add(self.max_instrs);
        self.resume(Running { goal, limit, executes, waits: false })
    }

    /// Runs the program until something stops it, and reports that; if DDT's caller has to do something else first,
    /// the run is kept.
    pub(super) fn resume(&mut self, mut running: Running) -> Result<(), CommandError> {
        let answered = if running.waits { self.feed() } else { Ok(None) };
        let halt = match (answered, &mut running.goal) {
            (Ok(None), Goal::Steps { done, wanted }) => self.steps(done, *wanted),
            (Ok(None), Goal::Breakpoint { .. }) => self.run_on(&mut running),
            (Ok(Some(halt)), _) => Ok(halt),
            (Err(error), _) => Err(error),
        };
        match (halt, &running.executes) {
            (Ok(halt @ (HaltReason::Spent | HaltReason::Waits)), _) => {
                running.waits = halt == HaltReason::Waits;
                self.running = Some(running);
            }
            (halt, Some(execution)) => self.end_execute(execution, halt)?,
            (halt, None) => match halt? {
                HaltReason::Mark => self.report("", ">>"),
                HaltReason::Stopped(reason, between) => self.report(&reason, between),
                HaltReason::Ended | HaltReason::Spent | HaltReason::Waits => {}
            },
        }
        Ok(())
    }

    fn run_on(&mut self, running: &mut Running) -> Result<HaltReason, CommandError> {
        let limit = running.limit;
        let Goal::Breakpoint { temporary, is_marked, is_past } = &mut running.goal else {
            return Ok(HaltReason::Mark);
        };
        loop {
            let halt = if std::mem::take(is_marked) {
                HaltReason::Mark
            } else {
                self.advance(*temporary, limit, is_past)?
            };
            let halt = match halt {
                HaltReason::Mark => self.marked(*temporary),
                halt => Some(halt),
            };
            if let Some(halt) = halt {
                return Ok(halt);
            }
            *is_past = false;
        }
    }

    /// Handles a mark; `None` if the program continues.
    fn marked(&mut self, temporary: Option<TemporaryBreakpoint>) -> Option<HaltReason> {
        let pc = self.job.run.pc() as u32;
        let numbered = self.job.breakpoints.iter_mut().enumerate();
        let mut set = numbered.filter_map(|(at, point)| Some((at, point.as_mut()?)));
        if let Some((at, point)) = set.find(|(_, point)| point.address == pc) {
            point.count -= 1;
            if point.count > 0 {
                return None;
            }
            point.count = 1;
            let reason = format!("${}B;", at + 1);
            if point.passes && self.reported < MOST_PRINTED {
                self.reported += 1;
                self.report(&reason, ">>");
                return None;
            }
            self.job.stopped_at = Some(at);
            return Some(HaltReason::Stopped(reason, ">>"));
        }
        let returned = |(ac, value)| self.word_at(ac) == Some(value);
        temporary.and_then(|t| t.stack).is_none_or(returned).then_some(HaltReason::Mark)
    }

    /// Runs past the program counter, and then up to a mark.
    fn advance(
        &mut self,
        temporary: Option<TemporaryBreakpoint>,
        limit: u64,
        is_past: &mut bool,
    ) -> Result<HaltReason, CommandError> {
        self.mark(temporary.iter().flat_map(|temporary| temporary.addresses));
        if !*is_past && let Some(halt) = self.one()? {
            return Ok(halt);
        }
        *is_past = true;
        loop {
            if let Some(halt) = self.heard()? {
                return Ok(halt);
            }
            let left = limit.saturating_sub(self.job.run.position());
            if left == 0 {
                let instrs = grouped(self.max_instrs);
                let reason = format!("(still running after {instrs} instructions; $P continues)\n");
                return Ok(HaltReason::Stopped(reason, ")   "));
            }
            let (stop, hit) = match self.console.left_instrs() {
                Some(0) => return Ok(HaltReason::Spent),
                slice => self.counted(|run| run.on(left.min(slice.unwrap_or(SLICE_INSTRS)))),
            };
            if let Some(halt) = self.halted(stop, hit)? {
                return Ok(halt);
            }
        }
    }

    /// Marks the breakpoints and other addresses.
    pub(super) fn mark(&mut self, others: impl Iterator<Item = u32>) {
        let points = self.job.breakpoints.iter().flatten().map(|point| point.address);
        self.job.run.stops.software = points.chain(others).map(u64::from).collect();
    }

    /// Runs one instruction, ignoring marks.
    fn one(&mut self) -> Result<Option<HaltReason>, CommandError> {
        loop {
            if self.console.left_instrs() == Some(0) {
                return Ok(Some(HaltReason::Spent));
            }
            let (stop, hit) = self.counted(Run::one);
            match self.halted(stop, hit)? {
                None if stop == Stop::Input => {}
                halt => return Ok(halt),
            }
        }
    }

    /// Runs the program, and counts its instructions.
    fn counted(
        &mut self,
        run: impl FnOnce(&mut Run<'p>) -> (Stop, Option<Hit>),
    ) -> (Stop, Option<Hit>) {
        let before = self.job.run.position();
        let came = run(&mut self.job.run);
        self.console.spend(self.job.run.position() - before);
        came
    }

    /// Handles a stop; `None` if the program may continue.
    fn halted(&mut self, stop: Stop, hit: Option<Hit>) -> Result<Option<HaltReason>, CommandError> {
        let [output, errors] = self.job.run.timeline.take_output();
        self.echo_read();
        self.console.show(&output, &errors);
        let errors = asmkit::plain(&String::from_utf8_lossy(&errors));
        match stop {
            Stop::Pause if matches!(hit, Some(Hit::Watch(_))) => {
                return Ok(Some(HaltReason::Stopped(self.watched(), ">>")));
            }
            Stop::Budget | Stop::Pause => {}
            Stop::Input => return self.feed(),
            Stop::Exit { .. } | Stop::End => {
                let said = errors.trim_end();
                self.console.say(if said.is_empty() { ":KILL" } else { said });
                self.job.has_ended = true;
                return Ok(Some(HaltReason::Ended));
            }
            Stop::Limit(limit) => {
                let reason =
                    format!("({})\n", diagnose::limit(limit, self.job.run.machine().spec()));
                return Ok(Some(HaltReason::Stopped(reason, ">>")));
            }
            Stop::Fault(fault) => {
                let reason = self.stopped(&errors);
                let reason = match fault.cause {
                    Cause::GaveUp | Cause::ToDebugger { .. } => reason,
                    cause => {
                        format!("({})\n{reason}", cause.sentence(self.job.run.machine().spec()))
                    }
                };
                return Ok(Some(HaltReason::Stopped(reason, ">>")));
            }
        }
        if !errors.is_empty() {
            self.console.say(errors.trim_end());
        }
        Ok((stop == Stop::Pause).then_some(HaltReason::Mark))
    }

    /// Extracts the reason from the system's message for a stop, `MPV; 101>>MOVE 2,700000`.
    ///
    /// The program continues at that address, which is not always where it stopped.
    fn stopped(&mut self, typed: &str) -> String {
        let Some((before, _)) = typed.rsplit_once(">>") else { return typed.to_owned() };
        let reason = before.trim_end_matches(|c: char| c.is_digit(8));
        if let Ok(address) = u64::from_str_radix(&before[reason.len()..], 8) {
            self.job.run.timeline.edit(|machine| machine.set_pc(address));
        }
        reason.to_owned()
    }

    /// Passes keys pressed during the run to the program; `^Z` stops it.
    fn heard(&mut self) -> Result<Option<HaltReason>, CommandError> {
        while let Some(key) = self.console.pressed()? {
            if char::from(key) == CALL {
                return Ok(Some(self.called()));
            }
            self.give(key.into(), false);
        }
        Ok(None)
    }

    /// Handles `^Z`: drops what was typed before it.
    fn called(&mut self) -> HaltReason {
        if !self.job.given.is_empty() {
            self.job.run.timeline.discard_input();
            self.job.given.clear();
        }
        HaltReason::Stopped(String::new(), ")   ")
    }

    /// Passes a key to the program, which may be waiting for it; it is echoed when read.
    fn give(&mut self, key: char, is_waiting: bool) {
        match key {
            // Its input is a file.
            _ if !self.host().input.is_open() => self.console.keep(key as u8),
            _ if !key.is_ascii() => {}
            key => {
                // The return key ends a line.
                let byte = if key == '\r' { b'\n' } else { key as u8 };
                if is_waiting {
                    self.job.run.timeline.answer(&[byte]);
                } else {
                    self.job.run.timeline.give(&[byte]);
                }
                self.job.given.push_back(key);
            }
        }
    }

    /// Echoes the keys that the program has read.
    fn echo_read(&mut self) {
        while self.job.given.len() > self.host().input.rest().len() {
            match self.job.given.pop_front() {
                Some('\x7f') | None => {}
                Some(key) => self.console.echo(key),
            }
        }
    }

    /// Takes back unread keys: text typed ahead goes to the next reader.
    pub(super) fn take_back(&mut self) {
        if !self.job.given.is_empty() {
            self.job.run.timeline.discard_input();
            self.job.given.drain(..).for_each(|key| self.console.keep(key as u8));
        }
    }

    /// Asks for a line for the program, or waits for a key on a terminal.
    fn feed(&mut self) -> Result<Option<HaltReason>, CommandError> {
        if self.console.is_keyed() {
            match self.console.key()? {
                KeyRead::Key(key) if char::from(key) == CALL => return Ok(Some(self.called())),
                KeyRead::Key(key) => self.give(key.into(), true),
                KeyRead::Later => return Ok(Some(HaltReason::Waits)),
                KeyRead::End => self.job.run.timeline.answer(&[]),
            }
            return Ok(None);
        }
        match self.console.ask("(to the program, ^Z to DDT) ")? {
            None => self.job.run.timeline.answer(&[]),
            Some(line) if line == "^Z" || line == "\x1a" => {
                return Ok(Some(HaltReason::Stopped(String::new(), ")   ")));
            }
            Some(line) => self.job.run.timeline.answer(format!("{line}\n").as_bytes()),
        }
        Ok(None)
    }

    /// Types why the program stopped, where, and the next instruction.
    pub(super) fn report(&mut self, reason: &str, between: &str) {
        let pc = self.job.run.pc() as u32;
        let word = self.word_at(pc);
        let next = match word {
            Some(word) => self.shown(word, super::Mode::default()),
            None => "(no memory)".to_owned(),
        };
        word.into_iter().for_each(|word| self.remember(word));
        let reason = reason.trim_end_matches(' ');
        let blank = if reason.is_empty() || reason.ends_with('\n') { "" } else { " " };
        let line = format!("{reason}{blank}{}{between}{next}", self.address(pc));
        let raid = if self.shows_raid { self.raid_lines() } else { String::new() };
        if !raid.is_empty() {
            self.console.say(&raid);
        }
        self.console.stopped(&line);
    }

    /// `$X`: the program executes a typed instruction without moving on.
    ///
    /// It runs at [`SCRATCH`], from where it can return or skip.
    pub(super) fn execute_one(&mut self, command: &Command) -> Result<(), CommandError> {
        self.check_alive()?;
        let word = command
            .argument
            .ok_or_else(|| CommandError::refused("give an instruction before $X"))?;
        let at = u64::from(SCRATCH);
        if self.job.run.machine().peek(at).is_none() {
            return Err(CommandError::refused("there is no memory for it"));
        }
        let typed = Typed { at, last: at, units: vec![word.bits()] };
        let execution = self.job.run.timeline.begin_execution(typed);
        let addresses = [SCRATCH + 1, SCRATCH + 2];
        let temporary = TemporaryBreakpoint { addresses, stack: None };
        self.begin_run(Some(temporary), false, Some(execution))
    }

    /// Ends `$X`: the word that it replaced is back, and so is the program counter.
    fn end_execute(
        &mut self,
        execution: &Execution,
        halt: Result<HaltReason, CommandError>,
    ) -> Result<(), CommandError> {
        self.job.run.timeline.end_execution(execution);
        let now = self.job.run.pc() as u32;
        match halt? {
            HaltReason::Mark if now == SCRATCH + 2 => self.console.answer("<SKIP>"),
            HaltReason::Stopped(reason, between) => self.report(&reason, between),
            _ => {}
        }
        if (SCRATCH..=SCRATCH + 2).contains(&now) {
            self.job.run.timeline.edit(|machine| machine.set_pc(execution.pc));
        }
        Ok(())
    }
}

/// Address of `$X`'s instruction, among DDT's own words.
///
/// Source: DDT 1549, `34SAV`.
const SCRATCH: u32 = 0o34;
