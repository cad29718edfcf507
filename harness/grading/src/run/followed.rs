//! A call that is followed: every store, every turn, and where values come from.

mod told;

use architecture::Back;
use machine::follow::{Doubt, Follow};
use machine::{Host, Machine as _, Stop};

use super::found::Spot;
use super::{Call, End, Ran};
use crate::assignment::{Assignment, Contract};
use crate::checks::{self, Check};
use crate::grade::error;
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
    calls_others: bool,
    watched: Watched<'c>,
    /// The instruction that changed the register last which is looked at.
    changed_by: Option<u64>,
    /// Instructions that were not the student's.
    of_others: u64,
    /// Of each thing found, how many instructions of the student's had been tried.
    found_after: Vec<u64>,
}

/// How closely a call is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Watched<'w> {
    /// From one turn to the next.
    Turns,
    /// Instruction by instruction.
    Steps,
    /// Instruction by instruction, and which changes a register.
    Register(&'w str),
}

/// What a followed call found.
struct Followed {
    ran: Ran,
    spots: Vec<Spot>,
    found_after: Vec<u64>,
    /// The line that changed the register last which was looked at.
    changed_in: Option<u32>,
}

/// Units of stack below the stack pointer that a call is taken to change.
const CHANGED_BELOW: u64 = 128;

impl Rig<'_> {
    /// Calls a function with hostile others, following it; what was found besides.
    pub fn call_followed(&mut self, call: &Call<'_>, seed: u64) -> (Ran, Vec<Spot>) {
        let Followed { ran, spots, .. } = self.follow(call, seed, Watched::Turns);
        (ran, spots)
    }

    /// The same, instruction by instruction; with each thing found comes how many instructions of the
    /// student's own were tried before the one that did it.
    pub fn call_watched(&mut self, call: &Call<'_>, seed: u64) -> (Ran, Vec<(u64, Spot)>) {
        let Followed { ran, spots, found_after, .. } = self.follow(call, seed, Watched::Steps);
        let before = found_after.into_iter().map(|after| after.saturating_sub(1));
        (ran, before.zip(spots).collect())
    }

    /// The line of the student's that changed a register last.
    pub(crate) fn changed_in(&mut self, call: &Call<'_>, seed: u64, register: &str) -> Option<u32> {
        self.follow(call, seed, Watched::Register(register)).changed_in
    }

    fn follow(&mut self, call: &Call<'_>, seed: u64, watched: Watched<'_>) -> Followed {
        let Call { assignment, contract, entry, case, number, budget } = *call;
        let fill = Fill::Garbage(seed);
        self.prepare(contract, entry, case, fill, number);
        let before = self.kept(contract);
        let begun = self.machine.tried();
        let mut trail = Trail {
            rig: self,
            assignment,
            follow: Follow::new(),
            origins: Vec::new(),
            open: Vec::new(),
            spots: Vec::new(),
            is_spoilt: false,
            calls_others: false,
            watched,
            changed_by: None,
            of_others: 0,
            found_after: Vec::new(),
        };
        trail.begin(contract, &before);
        let mut host = trail.rig.host();
        let end = trail.run(contract, fill, budget, begun, &mut host);
        trail.note_place(begun);
        let changed_in = trail.changed_by.and_then(|pc| trail.line(pc));
        let Trail { mut spots, is_spoilt, calls_others, mut found_after, .. } = trail;
        let instructions = self.machine.tried() - begun;
        let ran = Ran { calls_others, ..self.came_to(call, end, instructions, &before, &host) };
        if !ran.returned() || is_spoilt || contract.has_system() {
            self.renew();
        } else if let Some(spot) = self.restore().and_then(|at| self.written_over(at)) {
            spots.push(spot);
            found_after.push(ran.instructions);
        }
        Followed { ran, spots, found_after, changed_in }
    }
}

impl Rig<'_> {
    /// That the student's own code is not as it was.
    fn written_over(&self, at: u64) -> Option<Spot> {
        let line = self.image.line(at).filter(|line| line.file == self.student.0)?.line;
        let message = format!("the instruction in line {line} is another one after the call");
        Some(Spot { line: Some(line), ..error(&checks::OWN_TEXT, message) })
    }
}

impl<'c> Trail<'_, '_, 'c> {
    fn begin(&mut self, contract: &'c Contract, kept: &[(&'static str, u64)]) {
        let registers = &contract.registers;
        let carries = &registers.arguments;
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
        self.follow.takes_heap = contract.heap;
        let entries = self.rig.entries.keys().copied();
        let home = &self.rig.home;
        self.follow.stops =
            entries.filter(|at| home.iter().any(|home| home.contains(at))).collect();
        let back = self.rig.gate;
        let stack = self.rig.register(registers.stack);
        self.open.push(Activation { contract, back, stack, kept: kept.to_vec() });
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
        // A stack that calls push to has the way back there, too: who skips adds to it.
        let wide =
            below.start.saturating_sub(if self.rig.layout.unit_bits == 8 { 1 << 15 } else { 1 });
        let stack = wide..below.end + self.convention_home();
        let granted = self.rig.all_places().chain(self.rig.stack_words(contract));
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

    fn run(
        &mut self,
        contract: &'c Contract,
        fill: Fill,
        budget: u64,
        begun: u64,
        host: &mut Host,
    ) -> End {
        loop {
            let spent = self.rig.machine.tried() - begun;
            let Some(left) = budget.checked_sub(spent).filter(|&left| left > 0) else {
                return self.stopped(Stop::Budget);
            };
            let is_watched = self.watched != Watched::Turns;
            let slice = if is_watched { 1 } else { left };
            let before = self.looked_at();
            let stop = self.rig.machine.run_followed(host, slice, &mut self.follow);
            if let (Some((pc, was)), Some((_, is))) = (before, self.looked_at())
                && was != is
            {
                self.changed_by = Some(pc);
            }
            self.look_at_events();
            self.note_place(begun);
            match stop {
                Some(Stop::Pause) => {}
                Some(Stop::Budget) if is_watched => {
                    if !self.follow.pauses_before(self.rig.machine.pc()) {
                        continue;
                    }
                }
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
            if let Some(end) = self.turned(pc, host, fill, left) {
                return end;
            }
        }
    }

    /// Where it is, and what is in the register that is looked at.
    fn looked_at(&self) -> Option<(u64, u64)> {
        let Watched::Register(name) = self.watched else { return None };
        Some((self.rig.machine.pc(), self.rig.register(name)))
    }

    /// Notes of what was found since this was done last where that was.
    fn note_place(&mut self, begun: u64) {
        let own = self.rig.machine.tried() - begun - self.of_others;
        self.found_after.resize(self.spots.len(), own);
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
    fn turned(&mut self, pc: u64, host: &mut Host, fill: Fill, budget: u64) -> Option<End> {
        let Some(name) = self.rig.entries.get(&pc).cloned() else {
            // Some systems let a mistake pass, and go on behind their handler.
            let passed = host.notes.last().map(|note| Stop::Fault(note.fault));
            return Some(match passed {
                Some(fault) => self.stopped(fault),
                None => self.astray(pc),
            });
        };
        let assignment = self.assignment;
        let called = assignment.contract(&name)?;
        let last = self.follow.last().unwrap_or(0);
        self.check_call(&name, called, last);
        let registers = &called.registers;
        let back = self.rig.back(registers.back, registers.stack);
        let is_home = self.rig.home.iter().any(|home| home.contains(&pc));
        // Instructions may be shorter than the longest.
        let next = last + 1..=last + self.rig.step;
        let is_call = next.contains(&back);
        if is_home {
            if is_call {
                let (stack, kept) = (self.rig.register(registers.stack), self.rig.kept(called));
                self.open.push(Activation { contract: called, back, stack, kept });
                self.follow.stops.push(back);
            }
            return None;
        }
        // Who jumps to another function lets that one return for both.
        let may_fall = self.rig.machine.role(last).is_some_and(|role| role.falls);
        let falls = next.contains(&pc) && may_fall;
        let is_tail = self.open.iter().any(|open| open.back == back) && !falls;
        if !is_call && !is_tail {
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
        self.calls_others = true;
        let below = self.rig.register(registers.stack);
        let before = self.rig.machine.tried();
        let noted = host.notes.len();
        let called_others = self.rig.call_others(assignment, &name, host, budget, Some(fill));
        self.of_others += self.rig.machine.tried() - before;
        // Some systems let a mistake pass, and go on behind their handler.
        let passed = host.notes.get(noted).map(|note| End::Stopped(Stop::Fault(note.fault)));
        match passed.map_or(called_others, Err) {
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
        for register in &called.registers.volatile {
            if called.results().contains(register) {
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
        for register in &called.registers.arguments {
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
}
