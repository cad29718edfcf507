//! A call that is followed: every store, every turn, and where values come from.

use architecture::Back;
use machine::follow::{Doubt, Event, Follow, Use};
use machine::{Cause, Machine as _, Stop};
use machines::diagnose;

use super::found::Spot;
use super::{End, Ran};
use crate::assignment::{Assignment, Contract, Gives};
use crate::cases::Case;
use crate::checks::{self, Check};
use crate::graded::Weight;
use crate::rig::{Fill, Rig, gate_of};

/// Why a value is doubtful.
#[derive(Debug, Clone)]
struct Origin {
    check: &'static Check,
    /// The register; empty for the stack.
    register: &'static str,
    /// The call that may have changed it, and what it calls.
    call: Option<(u64, String)>,
}

/// A call of a function of the student's that has not come back.
struct Activation<'c> {
    contract: &'c Contract,
    back: u64,
    stack: u64,
    kept: Vec<(&'static str, u64)>,
    /// The call; none for the first.
    from: Option<u64>,
}

/// A followed call in the making.
struct Trail<'r, 'a, 'c> {
    rig: &'r mut Rig<'a>,
    assignment: &'c Assignment,
    follow: Follow,
    origins: Vec<Origin>,
    open: Vec<Activation<'c>>,
    spots: Vec<Spot>,
    /// Whether a store went somewhere nobody puts back.
    is_spoilt: bool,
}

/// Units of stack below the stack pointer that a call is taken to change.
const CHANGED_BELOW: u64 = 128;

impl Rig<'_> {
    /// Calls a function with hostile others, following it; what was found besides.
    pub fn call_followed(
        &mut self,
        assignment: &Assignment,
        contract: &Contract,
        entry: u64,
        case: &Case,
        number: u64,
        seed: u64,
        budget: u64,
    ) -> (Ran, Vec<Spot>) {
        let fill = Fill::Garbage(seed);
        self.prepare(contract, entry, &case.values, fill, number);
        let before = self.kept(contract);
        let begun = self.machine.counts().tried();
        let mut trail = Trail {
            rig: self,
            assignment,
            follow: Follow::new(),
            origins: Vec::new(),
            open: Vec::new(),
            spots: Vec::new(),
            is_spoilt: false,
        };
        trail.begin(contract, &before);
        let end = trail.run(contract, fill, budget, begun);
        let (spots, is_spoilt) = (std::mem::take(&mut trail.spots), trail.is_spoilt);
        let instructions = self.machine.counts().tried() - begun;
        let ran = self.came_to(contract, end, instructions, &before);
        if !ran.returned() || is_spoilt {
            self.renew();
        } else {
            self.restore();
        }
        (ran, spots)
    }
}

impl<'c> Trail<'_, '_, 'c> {
    fn begin(&mut self, contract: &'c Contract, kept: &[(&'static str, u64)]) {
        let registers = &contract.registers;
        let carries: Vec<&str> =
            registers.arguments.iter().take(contract.arguments.len()).copied().collect();
        for name in registers.volatile.iter().filter(|name| !carries.contains(*name)) {
            self.doubt(name, &checks::UNSET, None);
        }
        for name in registers.preserved.iter().filter(|name| !carries.contains(*name)) {
            self.doubt(name, &checks::CALLERS, None);
        }
        let stack = self.origin(Origin { check: &checks::UNWRITTEN, register: "", call: None });
        let below = self.rig.stack_below();
        let home = self.convention_home();
        let unit = self.unit();
        self.follow.set_units(below.start..below.end + home, Doubt::of(unit, stack));
        self.follow.home = self.rig.home.clone();
        self.follow.allowed = self.allowed(contract);
        let entries = self.rig.entries.keys().copied();
        let home = &self.rig.home;
        self.follow.stops =
            entries.filter(|at| home.iter().any(|home| home.contains(at))).collect();
        let back = self.rig.gate;
        let stack = self.rig.register(registers.stack);
        self.open.push(Activation { contract, back, stack, kept: kept.to_vec(), from: None });
    }

    fn convention_home(&self) -> u64 {
        self.rig.target.architecture().convention().map_or(0, |convention| convention.home_units)
    }

    fn unit(&self) -> u64 {
        u64::MAX >> (64 - self.rig.layout.unit_bits)
    }

    fn word(&self) -> u64 {
        u64::MAX >> (64 - self.rig.target.spec().word_bits)
    }

    /// Memory the function may write: the stack, its home, what the contract grants, its own data.
    fn allowed(&self, contract: &Contract) -> Vec<std::ops::Range<u64>> {
        let below = self.rig.stack_below();
        let wide =
            below.start.saturating_sub(if self.rig.layout.unit_bits == 8 { 1 << 15 } else { 0 });
        let stack = wide..below.end + self.convention_home();
        let granted =
            (0..contract.arguments.len()).map(|argument| self.rig.place(contract, argument));
        std::iter::once(stack).chain(granted).chain(self.rig.own.clone()).collect()
    }

    fn origin(&mut self, origin: Origin) -> u32 {
        self.origins.push(origin);
        self.origins.len() as u32 - 1
    }

    fn doubt(
        &mut self,
        register: &'static str,
        check: &'static Check,
        call: Option<(u64, String)>,
    ) {
        let Some(slot) = self.rig.machine.slot(register) else { return };
        let origin = self.origin(Origin { check, register, call });
        self.follow.set_register(slot, Doubt::of(self.word(), origin));
    }

    fn run(&mut self, contract: &'c Contract, fill: Fill, budget: u64, begun: u64) -> End {
        let mut host = Rig::host();
        loop {
            let spent = self.rig.machine.counts().tried() - begun;
            let Some(left) = budget.checked_sub(spent).filter(|&left| left > 0) else {
                return self.stopped(Stop::Budget);
            };
            let stop = self.rig.machine.run_followed(&mut host, left, &mut self.follow);
            self.look_at_events();
            match stop {
                Some(Stop::Pause) => {}
                Some(stop) => return self.stopped(stop),
                None => return End::Stopped(Stop::Budget),
            }
            let pc = self.rig.machine.pc();
            let behind = |activation: &Activation<'_>, step: u64| {
                let last = activation.back + activation.contract.skips.max(3) * step;
                (activation.back..=last).contains(&pc).then(|| (pc - activation.back) / step)
            };
            let step = self.rig.step;
            if let Some(skips) = gate_of(self.rig.gate, step, pc, false) {
                // Activations above left by a jump out of all of them.
                self.open.truncate(1);
                self.came_back(contract, skips);
                return End::Returned { skips };
            }
            let inner = self.open.len() > 1;
            if let Some(skips) =
                self.open.last().and_then(|top| behind(top, step)).filter(|_| inner)
            {
                let top = self.open.last().map(|top| top.contract);
                if let Some(contract) = top {
                    self.came_back(contract, skips);
                }
                self.pop();
                continue;
            }
            if let Some(end) = self.turned(pc, &mut host, fill, left) {
                return end;
            }
        }
    }

    fn pop(&mut self) {
        self.open.pop();
        let backs: Vec<u64> = self.open.iter().skip(1).map(|open| open.back).collect();
        let entries = self.rig.entries.keys().copied();
        let home = &self.rig.home;
        self.follow.stops =
            entries.filter(|at| home.iter().any(|home| home.contains(at))).chain(backs).collect();
    }

    /// The flow came to another function, or went astray.
    fn turned(
        &mut self,
        pc: u64,
        host: &mut machine::Host,
        fill: Fill,
        budget: u64,
    ) -> Option<End> {
        let Some(name) = self.rig.entries.get(&pc).cloned() else {
            return Some(self.astray(pc));
        };
        let assignment = self.assignment;
        let called = assignment.contract(&name)?;
        let last = self.follow.last().unwrap_or(0);
        self.check_call(&name, called, last);
        let registers = &called.registers;
        let back = self.rig.back(registers.back, registers.stack);
        let is_home = self.rig.home.iter().any(|home| home.contains(&pc));
        if is_home {
            let is_call = back == last + self.rig.step;
            if is_call {
                let (stack, kept) = (self.rig.register(registers.stack), self.rig.kept(called));
                self.open.push(Activation {
                    contract: called,
                    back,
                    stack,
                    kept,
                    from: Some(last),
                });
                self.follow.stops.push(back);
            }
            return None;
        }
        let runs_in =
            back != last + self.rig.step && !self.open.iter().any(|open| open.back == back);
        if runs_in {
            let line = self.line(last);
            let message = match line {
                Some(line) => {
                    format!("behind line {line} the program runs into `{name}` without a call")
                }
                None => format!("the program runs into `{name}` without a call"),
            };
            self.spot(&checks::ASTRAY, line, &name, message, Vec::new());
            self.is_spoilt = true;
            return Some(End::Astray);
        }
        let below = self.rig.register(registers.stack);
        match self.rig.call_others(assignment, &name, host, budget, Some(fill)) {
            Ok(_) => {}
            Err(End::Stopped(Stop::Budget)) => {
                return Some(self.stopped(Stop::Budget));
            }
            Err(end) => {
                self.is_spoilt = true;
                let line = self.line(last);
                let why = match end {
                    End::Stopped(Stop::Fault(fault)) => {
                        fault.cause.sentence(self.rig.target.spec())
                    }
                    _ => "it does not come back".to_owned(),
                };
                let message =
                    format!("`{name}`, called in line {}, fails: {why}", line.unwrap_or(0));
                let notes = vec!["look at the arguments the call is given".to_owned()];
                self.spot(&checks::FAULT, line, &name, message, notes);
                return Some(end);
            }
        }
        self.after_call(&name, called, last, below);
        // A call from where the function's own caller is called back: a tail call.
        let pc = self.rig.machine.pc();
        if let Some(skips) = gate_of(self.rig.gate, self.rig.step, pc, false) {
            let contract = self.open.first().map(|open| open.contract)?;
            self.open.truncate(1);
            self.came_back(contract, skips);
            return Some(End::Returned { skips });
        }
        if let Some(at) = self.open.iter().rposition(|open| open.back == pc).filter(|&at| at > 0) {
            let contract = self.open[at].contract;
            self.open.truncate(at + 1);
            self.came_back(contract, 0);
            self.pop();
        }
        None
    }

    /// What a call may leave changed is doubtful from now on.
    fn after_call(&mut self, name: &str, called: &Contract, at: u64, stack: u64) {
        let result = if called.gives == Gives::Number { called.registers.result } else { None };
        for register in &called.registers.volatile {
            if Some(*register) == result {
                if let Some(slot) = self.rig.machine.slot(register) {
                    self.follow.set_register(slot, Doubt::NONE);
                }
            } else {
                self.doubt(register, &checks::CLOBBERED, Some((at, name.to_owned())));
            }
        }
        if let Back::Register(register) = called.registers.back {
            self.doubt(register, &checks::BACK, Some((at, name.to_owned())));
        }
        let below = self.rig.stack_below();
        let (from, to) = if self.rig.layout.unit_bits == 8 {
            (stack.saturating_sub(CHANGED_BELOW).max(below.start), stack.min(below.end))
        } else {
            let top = (stack & 0o777777) + 1;
            (top.max(below.start), (top + CHANGED_BELOW).min(below.end))
        };
        if from < to {
            let call = Some((at, name.to_owned()));
            let origin = self.origin(Origin { check: &checks::UNWRITTEN, register: "", call });
            let unit = self.unit();
            self.follow.set_units(from..to, Doubt::of(unit, origin));
        }
    }

    /// Whether a call may be made, and has its arguments.
    fn check_call(&mut self, name: &str, called: &Contract, at: u64) {
        let caller = self.open.last().map(|open| open.contract);
        let line = self.line(at);
        if let Some(allowed) = caller.and_then(|caller| caller.calls.as_ref())
            && !allowed.iter().any(|other| other == name)
            && caller.is_some_and(|caller| caller.name != name)
        {
            let message = format!(
                "line {} calls `{name}`, which this function may not call",
                line.unwrap_or(0)
            );
            self.spot(&checks::NOT_ALLOWED, line, name, message, Vec::new());
        }
        for register in called.registers.arguments.iter().take(called.arguments.len()) {
            let Some(slot) = self.rig.machine.slot(register) else { continue };
            let doubt = self.follow.register(slot);
            if doubt.is_none() {
                continue;
            }
            let shown = self.shown(register);
            let reason = self.reason(doubt.origin);
            let message = format!(
                "line {} calls `{name}` with a `{shown}` that is not defined: it comes from {reason}",
                line.unwrap_or(0)
            );
            self.spot(&checks::ARGUMENT, line, register, message, Vec::new());
        }
        self.check_alignment(at);
    }

    fn check_alignment(&mut self, at: u64) {
        let Some(convention) = self.rig.target.architecture().convention() else { return };
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
            let message =
                format!("at line {} `{shown}` is no multiple of {wanted}", line.unwrap_or(0));
            self.spot(&checks::ALIGNMENT, line, convention.stack, message, Vec::new());
        }
    }

    /// The checks at a return.
    fn came_back(&mut self, contract: &Contract, skips: u64) {
        let at = self.follow.last().unwrap_or(0);
        let line = self.line(at);
        let function = contract.name.clone();
        let Some((stack, kept)) = self.open.last().map(|open| (open.stack, open.kept.clone()))
        else {
            return;
        };
        let registers = &contract.registers;
        for ((name, was), (_, is)) in kept.into_iter().zip(self.rig.kept(contract)) {
            let expected = match registers.back {
                Back::Pushed if name == registers.stack => stack.wrapping_sub(1 << 18 | 1),
                _ => was,
            };
            if is != expected {
                self.lost(&function, contract, name, expected, is, line);
            }
        }
        if skips > contract.skips {
            let message = format!(
                "`{function}` returns with a skip of {skips}, and its contract says {} at most",
                contract.skips
            );
            self.spot(&checks::SKIPS, line, "skip", message, Vec::new());
        }
        if let (Gives::Number, Some(register)) = (contract.gives, registers.result)
            && let Some(slot) = self.rig.machine.slot(register)
            && !self.follow.register(slot).is_none()
        {
            let doubt = self.follow.register(slot);
            let shown = self.shown(register);
            let reason = self.reason(doubt.origin);
            let check = self
                .origins
                .get(doubt.origin as usize)
                .map_or(&checks::UNSET, |origin| origin.check);
            let message = format!(
                "the result of `{function}` in `{shown}` is not defined: it comes from {reason}"
            );
            self.spot(check, line, register, message, Vec::new());
        }
        self.check_memory(contract, line);
    }

    fn lost(
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
            let apart = if self.rig.layout.unit_bits == 8 {
                let apart = is.wrapping_sub(was) as u32 as i32;
                format!(
                    "{} bytes too {}",
                    apart.unsigned_abs(),
                    if apart < 0 { "low" } else { "high" }
                )
            } else {
                format!("{} and not {}", spec.show_word(is), spec.show_word(was))
            };
            let message = format!("`{function}` returns with `{shown}` {apart}");
            return self.spot(&checks::STACK, line, name, message, Vec::new());
        }
        let is_reserved = contract.registers.reserved.contains(&name);
        let check = if is_reserved { &checks::RESERVED } else { &checks::PRESERVED };
        let message =
            format!("`{function}` returns with another value in `{shown}` than it was called with");
        let notes = vec![format!("it was {} and is {}", spec.show_word(was), spec.show_word(is))];
        self.spot(check, line, name, message, notes);
    }

    /// What was to stay, and what was granted.
    fn check_memory(&mut self, contract: &Contract, line: Option<u32>) {
        if self.open.len() > 1 {
            return;
        }
        for argument in 0..contract.arguments.len() {
            let place = self.rig.place(contract, argument);
            let noun = contract.arguments[argument].noun();
            let doubtful = place.clone().find(|&at| !self.follow.unit(at).is_none());
            if let Some(at) = doubtful {
                let reason = self.reason(self.follow.unit(at).origin);
                let message = format!(
                    "what `{}` writes to the {noun} is not defined: it comes from {reason}",
                    contract.name
                );
                let origin = self.origins.get(self.follow.unit(at).origin as usize);
                let check = origin.map_or(&checks::UNSET, |origin| origin.check);
                self.spot(check, line, noun, message, Vec::new());
            }
        }
    }

    fn look_at_events(&mut self) {
        for event in self.follow.take_events() {
            match event {
                Event::Used { pc, how, doubt, read_at } => self.used(pc, how, doubt, read_at),
                Event::Stored { pc, address, units } => self.stored(pc, address, units),
                Event::Called { pc, number } => {
                    let caller = self.open.last().map(|open| open.contract);
                    if caller.is_some_and(|caller| !caller.system_calls.contains(&number)) {
                        let line = self.line(pc);
                        let name = caller.map_or("", |caller| caller.name.as_str()).to_owned();
                        let message = format!(
                            "line {} makes system call {number}, and `{name}` may make none",
                            line.unwrap_or(0)
                        );
                        self.spot(&checks::SYSTEM, line, "call", message, Vec::new());
                    }
                }
            }
        }
    }

    fn used(&mut self, pc: u64, how: Use, doubt: Doubt, read_at: Option<u64>) {
        let Some(origin) = self.origins.get(doubt.origin as usize).cloned() else { return };
        let read = read_at.unwrap_or(pc);
        let line = self.line(read).or_else(|| self.line(pc));
        let shown = self.shown(origin.register);
        let number = line.unwrap_or(0);
        let reason = self.reason(doubt.origin);
        let message = match (how, origin.check.id) {
            (Use::Jump, "CC03") => {
                format!("line {number} returns by `{shown}`, which holds {reason}")
            }
            _ if origin.register.is_empty() => format!("line {number} uses {reason}"),
            _ => format!("line {number} uses `{shown}`, which holds {reason}"),
        };
        let decides = match how {
            Use::Branch => "where a branch goes",
            Use::Address => "where memory is read or written",
            Use::Jump => "where a jump goes",
            Use::Call => "what a system call does",
        };
        let mut notes = vec![format!("it decides {decides}")];
        if read != pc
            && let Some(line) = self.line(pc)
        {
            notes = vec![format!("it decides {decides} in line {line}")];
        }
        let about = if origin.register.is_empty() { "stack" } else { origin.register };
        self.spot(origin.check, line, about, message, notes);
    }

    fn stored(&mut self, pc: u64, address: u64, units: u64) {
        self.is_spoilt = true;
        let line = self.line(pc);
        let spec = self.rig.target.spec();
        let is_code = self.rig.code.iter().any(|code| code.contains(&address));
        let shown = spec.show_address(address);
        let number = line.unwrap_or(0);
        if is_code {
            let message = format!("line {number} writes to {shown}, where instructions are");
            return self.spot(&checks::OWN_TEXT, line, "text", message, Vec::new());
        }
        let contract = self.open.first().map(|open| open.contract);
        let mut notes = Vec::new();
        if let Some(contract) = contract {
            for argument in 0..contract.arguments.len() {
                let place = self.rig.place(contract, argument);
                let noun = contract.arguments[argument].noun();
                if place.is_empty() {
                    continue;
                }
                if address >= place.end && address < place.end + 64 {
                    notes.push(match address - place.end {
                        0 => format!("that is right behind the end of the {noun}"),
                        apart => format!("that is {apart} behind the end of the {noun}"),
                    });
                } else if address + units <= place.start && address + 64 > place.start {
                    notes.push(format!("that is {} before the {noun}", place.start - address));
                }
            }
        }
        let message = format!(
            "line {number} writes to {shown}, which is neither in its frame nor in what it was given"
        );
        self.spot(&checks::OUTSIDE, line, "store", message, notes);
    }

    fn astray(&mut self, pc: u64) -> End {
        let last = self.follow.last().unwrap_or(0);
        let line = self.line(last);
        let number = line.unwrap_or(0);
        let is_behind = pc == last + self.rig.step;
        let place = diagnose::place(&self.rig.image, pc, self.rig.target.spec());
        let message = if is_behind {
            format!("behind line {number} the function's code ends, and the program runs on")
        } else {
            format!(
                "line {number} goes to {}, which is no function's beginning",
                asmkit::plain_name(&place)
            )
        };
        let in_code = self.rig.code.iter().any(|code| code.contains(&pc));
        let check = if in_code || is_behind { &checks::ASTRAY } else { &checks::BACK };
        self.spot(check, line, "pc", message, Vec::new());
        self.is_spoilt = true;
        End::Astray
    }

    fn stopped(&mut self, stop: Stop) -> End {
        let pc = self.follow.last().unwrap_or(0);
        let line = self.line(pc);
        let number = line.unwrap_or(0);
        let (check, message) = match stop {
            Stop::Budget => {
                (&checks::ENDLESS, "it did not end within its budget of instructions".to_owned())
            }
            Stop::Fault(fault) => {
                let sentence = fault.cause.sentence(self.rig.target.spec());
                let is_fetch = matches!(fault.cause, Cause::NoReturn { .. } | Cause::RanOff { .. });
                let check = if is_fetch { &checks::BACK } else { &checks::FAULT };
                (check, format!("line {number} stops the program: {sentence}"))
            }
            Stop::Exit { .. } | Stop::End => (
                &checks::SYSTEM,
                format!("line {number} ends the program, and the caller never comes to its turn"),
            ),
            Stop::Input => {
                (&checks::SYSTEM, format!("line {number} asks for input, and there is none"))
            }
            Stop::Limit(_) => (
                &checks::OUTPUT,
                format!("line {number} prints more than {} bytes", crate::rig::OUTPUT_BYTES),
            ),
            Stop::Pause => return End::Astray,
        };
        let line = if check == &checks::ENDLESS { None } else { line };
        self.spot(check, line, "", message, Vec::new());
        self.is_spoilt = true;
        End::Stopped(stop)
    }

    /// Where a doubt comes from, as it stands behind "holds" or "comes from".
    fn reason(&self, origin: u32) -> String {
        let Some(origin) = self.origins.get(origin as usize) else { return "nowhere".to_owned() };
        let shown = self.shown(origin.register);
        match (&origin.call, origin.check.id, origin.register) {
            (Some((at, name)), "CC10", _) => {
                let line = self.line(*at).unwrap_or(0);
                format!(
                    "stack memory below the stack pointer, which the call of `{name}` in line {line} may have changed"
                )
            }
            (None, "CC10", _) => "stack memory that nobody has written".to_owned(),
            (Some((at, name)), "CC03", _) => {
                let line = self.line(*at).unwrap_or(0);
                format!("where the call of `{name}` in line {line} came back to")
            }
            (Some((at, name)), ..) => {
                let line = self.line(*at).unwrap_or(0);
                format!("what the call of `{name}` in line {line} may have left in `{shown}`")
            }
            (None, "CC09", _) => format!("the caller's value of `{shown}`"),
            (None, ..) => format!("whatever was in `{shown}` when the function was called"),
        }
    }

    /// A register as sources spell it.
    fn shown(&self, register: &str) -> String {
        let spec = self.rig.target.spec();
        let plain = register.strip_prefix("AC").unwrap_or(register);
        format!("{}{plain}", spec.syntax.sigil)
    }

    /// The line of an instruction of the student's.
    fn line(&self, pc: u64) -> Option<u32> {
        let line = self.rig.image.line(pc)?;
        match line.used_at {
            Some((file, number)) if file == self.rig.student.0 => Some(number),
            _ => (line.file == self.rig.student.0).then_some(line.line),
        }
    }

    fn spot(
        &mut self,
        check: &'static Check,
        line: Option<u32>,
        about: &str,
        message: String,
        notes: Vec<String>,
    ) {
        let about = about.to_owned();
        self.spots.push(Spot { check, line, about, message, notes, weight: Weight::Error });
        let _ = self.open.last().map(|open| open.from);
    }
}
