//! Messages about the findings of a followed call.

use architecture::Back;
use checker::wording;
use machine::Machine as _;
use machine::follow::{Doubt, Event, Use};
use targets::diagnose;

use super::{Origin, Trail};
use crate::assignment::Contract;
use crate::checks::{self, Check};
use crate::grade::error;
use crate::run::{CallEnd, Issue};

impl Trail<'_, '_, '_> {
    /// The checks of the stack at a call and at a return.
    pub(super) fn check_stack(&mut self, at: u64) {
        self.stored_below();
        self.check_alignment(at);
    }

    fn check_alignment(&mut self, at: u64) {
        let Some(convention) = self.rig.target.convention() else { return };
        if convention.back == Back::Pushed {
            return;
        }
        let stack = self.rig.register(convention.stack);
        let wanted = if self.assignment.is_strict {
            convention.alignment_units
        } else {
            convention.loose_alignment_units
        };
        if !stack.is_multiple_of(wanted) {
            let line = self.line(at);
            let shown = self.shown(convention.stack);
            let place = format!("line {}", line.unwrap_or(0));
            let message = wording::misaligned(&place, &shown, wanted);
            self.report(&checks::ALIGNMENT, line, convention.stack, message, Vec::new());
        }
    }

    /// The checks at a return.
    pub(super) fn check_return(&mut self, contract: &Contract, skips: u64) {
        let at = self.follow.last().unwrap_or(0);
        let line = self.line(at);
        let function = contract.name.clone();
        let Some((stack, kept)) = self.open.last().map(|open| (open.stack, open.kept.clone()))
        else {
            return;
        };
        self.stored_below();
        let registers = &contract.registers;
        for ((name, was), (_, is)) in kept.into_iter().zip(self.rig.kept(contract)) {
            let expected = match registers.back {
                Back::Pushed if name == registers.stack => stack.wrapping_sub(1 << 18 | 1),
                _ => was,
            };
            if is != expected {
                self.report_unrestored(&function, contract, name, expected, is, line);
            }
        }
        if skips > contract.skips {
            let message = format!(
                "`{function}` skips {skips} instructions at its return, but its contract allows at most {}",
                contract.skips
            );
            self.report(&checks::SKIPS, line, "skip", message, Vec::new());
        }
        let doubtful = contract.results().iter().find_map(|&register| {
            let doubt = self.follow.register(self.rig.machine.slot(register)?);
            (!doubt.is_none()).then_some((register, doubt.origin))
        });
        if let Some((register, origin)) = doubtful {
            let shown = self.shown(register);
            let what = format!("the result of `{function}` in `{shown}`");
            self.report_undefined_result(origin, register, &what, line);
        }
        self.check_memory(contract, line);
    }

    fn report_unrestored(
        &mut self,
        function: &str,
        contract: &Contract,
        name: &'static str,
        was: u64,
        is: u64,
        line: Option<u32>,
    ) {
        let shown = self.shown(name);
        let spec = self.rig.target.spec();
        if name == contract.registers.stack {
            let message = if self.rig.layout.unit_bits == 8 {
                let apart = i64::from(is.wrapping_sub(was) as u32 as i32);
                wording::stack_differs(function, &shown, apart)
            } else {
                let [is, was] = [is, was].map(|value| spec.show_word(value));
                wording::pushed_stack_differs(function, &shown, &is, &was)
            };
            return self.report(&checks::STACK, line, name, message, Vec::new());
        }
        let is_reserved = contract.registers.reserved.contains(&name);
        let check = if is_reserved { &checks::RESERVED } else { &checks::PRESERVED };
        let message = wording::not_restored(function, &shown);
        let notes = vec![format!(
            "it was {} at the call, and is {} at the return",
            spec.show_word(was),
            spec.show_word(is)
        )];
        self.report(check, line, name, message, notes);
    }

    /// Checks read-only and granted memory.
    fn check_memory(&mut self, contract: &Contract, line: Option<u32>) {
        if self.open.len() > 1 {
            return;
        }
        for argument in 0..contract.arguments.len() {
            let noun = contract.arguments[argument].noun();
            let doubtful =
                self.rig.places(argument).flatten().find(|&at| !self.follow.unit(at).is_none());
            if let Some(at) = doubtful {
                let what = format!("the value that `{}` writes to the {noun}", contract.name);
                self.report_undefined_result(self.follow.unit(at).origin, noun, &what, line);
            }
        }
    }

    /// Reports an undefined result: at the first computation with the undefined value, or
    /// else at the return.
    fn report_undefined_result(&mut self, origin: u32, about: &str, what: &str, back: Option<u32>) {
        let reason = self.reason(origin);
        let known = self.origins.get(origin as usize).cloned();
        let check = known.as_ref().map_or(&checks::UNSET, |origin| origin.check);
        let read = self.follow.read_at(origin).and_then(|pc| Some((pc, self.line(pc)?)));
        let before = self.issues.len();
        match (read, known) {
            (Some((pc, line)), Some(known)) => {
                let message = self.read_of_undefined(pc, line, &known, &reason);
                self.report(
                    check,
                    Some(line),
                    about,
                    message,
                    vec![format!("{what} depends on it")],
                );
            }
            _ => {
                let message = format!("{what} is undefined: it comes from {reason}");
                self.report(check, back, about, message, Vec::new());
            }
        }
        self.issues[before..].iter_mut().for_each(|issue| issue.is_outcome = true);
    }

    /// Message about an instruction that computes with an undefined value. The value may have
    /// reached the instruction through other registers than the one it comes from.
    fn read_of_undefined(&self, pc: u64, line: u32, origin: &Origin<'_>, reason: &str) -> String {
        let shown = self.shown(origin.register);
        let is_named =
            self.rig.machine.role(pc).is_some_and(|role| role.reads.contains(&origin.register));
        let place = format!("line {line}");
        match (&origin.call, origin.check.id) {
            (Some((at, name)), "CC07") if is_named => {
                let call = format!("line {}", self.line(*at).unwrap_or(0));
                wording::read_after_call(&place, &shown, name, &call)
            }
            (None, "CC08") if is_named => wording::read_before_set(&place, &shown),
            (None, "CC09") if is_named => {
                format!("line {line} uses `{shown}`, which still holds the caller's value")
            }
            (_, "CC10") => format!("line {line} uses {reason}"),
            _ if is_named => format!("line {line} reads {reason}"),
            _ => format!("line {line} uses a value that comes from {reason}"),
        }
    }

    pub(super) fn handle_events(&mut self) {
        for event in self.follow.take_events() {
            if self.is_stale {
                return;
            }
            match event {
                Event::Used { pc, how, doubt, read_at } => {
                    self.report_undefined_use(pc, how, doubt, read_at)
                }
                Event::Stored { pc, address, units } => self.stored(pc, address, units),
                Event::Loaded { pc, address, units } => self.loaded(pc, address, units),
                Event::Below { pc, stored_by, .. } => self.loaded_below(pc, stored_by),
                Event::Called { pc, number } => {
                    let caller = self.open.last().map(|open| open.contract);
                    if caller.is_some_and(|caller| !caller.system_calls.contains(&number)) {
                        let line = self.line(pc);
                        let name = caller.map_or("", |caller| caller.name.as_str()).to_owned();
                        let message = format!(
                            "line {} makes system call {number}, which `{name}` may not make",
                            line.unwrap_or(0)
                        );
                        self.report(&checks::SYSTEM, line, "call", message, Vec::new());
                    }
                }
            }
        }
    }

    fn report_undefined_use(&mut self, pc: u64, how: Use, doubt: Doubt, read_at: Option<u64>) {
        let Some(origin) = self.origins.get(doubt.origin as usize).cloned() else { return };
        let read = read_at.unwrap_or(pc);
        let line = self.line(read).or_else(|| self.line(pc));
        let number = line.unwrap_or(0);
        let reason = self.reason(doubt.origin);
        let message = match (how, origin.check.id) {
            (Use::Jump, "CC03") => {
                self.is_stale = true;
                format!("line {number} returns through {reason}")
            }
            _ => {
                let at = if line.is_some() { read } else { pc };
                self.read_of_undefined(at, number, &origin, &reason)
            }
        };
        let dependent = match how {
            Use::Branch => "a branch",
            Use::Address => "the address of a memory access",
            Use::Jump => "the target of a jump",
            Use::Call => "a system call",
            Use::Device => "a store to a device",
        };
        let mut notes = vec![format!("{dependent} depends on it")];
        if read != pc
            && let Some(line) = self.line(pc)
        {
            notes = vec![format!("{dependent} in line {line} depends on it")];
        }
        let about = if origin.register.is_empty() { "stack" } else { origin.register };
        self.report(origin.check, line, about, message, notes);
    }

    pub(super) fn astray(&mut self, pc: u64) -> CallEnd {
        let last = self.follow.last().unwrap_or(0);
        let line = self.line(last);
        let number = line.unwrap_or(0);
        let is_next = (last + 1..=last + self.rig.step).contains(&pc);
        if is_next {
            self.report_end_of_code(line);
            return CallEnd::Astray;
        }
        let place = diagnose::place(&self.rig.image, pc, self.rig.target.spec());
        let message = format!(
            "line {number} jumps to {}, which is not the beginning of a function",
            asmkit::plain_name(&place)
        );
        let in_code = self.rig.code.iter().any(|code| code.contains(&pc));
        let check = if in_code { &checks::ASTRAY } else { &checks::BACK };
        self.report(check, line, "pc", message, Vec::new());
        self.is_corrupted = true;
        CallEnd::Astray
    }

    /// Reports that the program continued after the last line of the student's code.
    pub(super) fn report_end_of_code(&mut self, last: Option<u32>) {
        let message = format!(
            "the function's code ends after line {}, and the program continues in other code",
            last.unwrap_or(0)
        );
        self.report(&checks::ASTRAY, last, "pc", message, Vec::new());
        self.is_corrupted = true;
    }

    /// Noun phrase for the origin of an undefined value, as used after "comes from".
    pub(super) fn reason(&self, origin: u32) -> String {
        let Some(origin) = self.origins.get(origin as usize) else { return "nowhere".to_owned() };
        let shown = self.shown(origin.register);
        match (&origin.call, origin.check.id, origin.register) {
            (Some((at, name)), "CC10", _) => {
                let line = self.line(*at).unwrap_or(0);
                format!(
                    "stack memory below the stack pointer, which the call to `{name}` (line {line}) may have overwritten"
                )
            }
            (None, "CC10", _) => "stack memory that was never written".to_owned(),
            (Some((at, name)), "CC03", _) => {
                let line = self.line(*at).unwrap_or(0);
                format!("`{shown}`, which the call to `{name}` (line {line}) overwrote")
            }
            (Some((at, name)), ..) => {
                let line = self.line(*at).unwrap_or(0);
                format!("`{shown}`, which the call to `{name}` (line {line}) may have overwritten")
            }
            (None, "CC09", _) => format!("the caller's value of `{shown}`"),
            (None, ..) => format!("`{shown}`, which was never set"),
        }
    }

    /// A register as sources spell it.
    pub(super) fn shown(&self, register: &str) -> String {
        if let Some(name) = self.assignment.names.get(register) {
            return name.clone();
        }
        let spec = self.rig.target.spec();
        let plain = register.strip_prefix("AC").unwrap_or(register);
        format!("{}{plain}", spec.syntax.sigil)
    }

    /// The line of an instruction of the student's.
    pub(super) fn line(&self, pc: u64) -> Option<u32> {
        self.rig.line(pc)
    }

    pub(super) fn report(
        &mut self,
        check: &'static Check,
        line: Option<u32>,
        about: &str,
        message: String,
        notes: Vec<String>,
    ) {
        self.issues.push(Issue { line, about: about.to_owned(), notes, ..error(check, message) });
    }
}
