//! A call that is followed: every store, every turn, and where values come from.

mod ending;
mod memory;
mod messages;
mod transfers;

use std::ops::RangeInclusive;
use std::sync::Arc;

use architecture::Back;
use machine::follow::{Doubt, Follow, FollowedStack};
use machine::{Host, Machine as _, Stop};

use super::issues::Issue;
use super::{Call, CallEnd, CallResult};
use crate::assignment::{Assignment, Contract};
use crate::checks::{self, Check};
use crate::grade::error;
use crate::rig::{Fill, Rig, gate_of};

/// Reason why a value is undefined.
#[derive(Debug, Clone)]
struct Origin<'c> {
    check: &'static Check,
    /// The register; empty for the stack.
    register: &'static str,
    /// The call that may have changed it, and what it calls.
    call: Option<(u64, &'c str)>,
}

/// An open call of one of the student's functions.
struct Activation<'c> {
    contract: &'c Contract,
    /// The instruction that called it; none for the first.
    call: Option<u64>,
    back: u64,
    stack: u64,
    kept: Vec<(&'static str, u64)>,
}

impl Activation<'_> {
    /// Addresses that the procedure may return to.
    fn returns(&self, step: u64) -> RangeInclusive<u64> {
        let most = match self.contract.registers.back {
            Back::Register(_) => 0,
            Back::Pushed => self.contract.skips.max(3),
        };
        self.back..=self.back + most * step
    }

    /// The same, for a run that pauses there.
    fn stops(&self, step: u64) -> impl Iterator<Item = u64> + use<> {
        self.returns(step).step_by(step as usize)
    }
}

/// State of a followed call.
struct Trail<'r, 'a, 'c> {
    rig: &'r mut Rig<'a>,
    assignment: &'c Assignment,
    follow: Follow,
    origins: Vec<Origin<'c>>,
    open: Vec<Activation<'c>>,
    issues: Vec<Issue>,
    /// Whether a store changed memory that is not restored.
    is_corrupted: bool,
    /// Whether it returned to the return address of an earlier call.
    is_stale: bool,
    calls_others: bool,
    watched: WatchMode<'c>,
    /// The last instruction that changed the watched register.
    changed_by: Option<u64>,
    /// Instructions that were not the student's.
    of_others: u64,
    /// For each issue, the number of the student's instructions tried before it.
    found_after: Vec<u64>,
    /// Stores to read-only arguments: the argument, and the instruction.
    constants: Vec<(usize, u64)>,
    /// The numbers that undefined registers and memory hold.
    fill: Fill,
    /// Instructions the call may take; it may be followed for fewer.
    limit: u64,
}

/// Level of detail at which a call is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WatchMode<'w> {
    /// From one control transfer to the next.
    Turns,
    /// Instruction by instruction.
    Steps,
    /// Instruction by instruction, and which changes a register.
    Register(&'w str),
}

/// Result of a followed call.
struct FollowedCall {
    ran: CallResult,
    issues: Vec<Issue>,
    found_after: Vec<u64>,
    /// The last line that changed the watched register.
    changed_in: Option<u32>,
}

impl Rig<'_> {
    /// Calls a function with hostile others, following it for some instructions at most; what was
    /// found besides.
    pub fn call_followed(
        &mut self,
        call: &Call<'_>,
        seed: u64,
        most: u64,
    ) -> (CallResult, Vec<Issue>) {
        let FollowedCall { ran, issues, .. } = self.follow(call, seed, WatchMode::Turns, most);
        (ran, issues)
    }

    /// The same, instruction by instruction; with each thing found comes how many instructions of the
    /// student's own were tried before the one that did it.
    pub fn call_watched(&mut self, call: &Call<'_>, seed: u64) -> (CallResult, Vec<(u64, Issue)>) {
        let FollowedCall { ran, issues, found_after, .. } =
            self.follow(call, seed, WatchMode::Steps, u64::MAX);
        let before = found_after.into_iter().map(|after| after.saturating_sub(1));
        (ran, before.zip(issues).collect())
    }

    /// The line of the student's that changed a register last.
    pub(crate) fn changed_in(&mut self, call: &Call<'_>, seed: u64, register: &str) -> Option<u32> {
        self.follow(call, seed, WatchMode::Register(register), u64::MAX).changed_in
    }

    /// Follows a call, and again if it uses more of the stack than was filled.
    fn follow(
        &mut self,
        call: &Call<'_>,
        seed: u64,
        watched: WatchMode<'_>,
        most: u64,
    ) -> FollowedCall {
        loop {
            let (followed, used) = self.follow_once(call, seed, watched, most);
            if !self.note_stack(used) {
                return followed;
            }
        }
    }

    fn follow_once(
        &mut self,
        call: &Call<'_>,
        seed: u64,
        watched: WatchMode<'_>,
        most: u64,
    ) -> (FollowedCall, Option<(u64, u64)>) {
        let Call { assignment, contract, entry, case, number, budget } = *call;
        let fill = Fill::Garbage(seed);
        self.prepare(contract, entry, case, fill, number);
        let before = self.kept(contract);
        let begun = self.machine.attempted();
        let follow = self.follow.take().unwrap_or_default();
        let mut trail = Trail {
            rig: self,
            assignment,
            follow,
            origins: Vec::new(),
            open: Vec::new(),
            issues: Vec::new(),
            is_corrupted: false,
            is_stale: false,
            calls_others: false,
            watched,
            changed_by: None,
            of_others: 0,
            found_after: Vec::new(),
            constants: Vec::new(),
            fill,
            limit: budget,
        };
        trail.begin(contract, &before);
        let mut host = trail.rig.host();
        let end = trail.run(contract, budget.min(most), begun, &mut host);
        trail.note_place(begun);
        let changed_in = trail.changed_by.and_then(|pc| trail.line(pc));
        let used = trail.follow.stack().touched();
        let changes = trail.constants.clone();
        let Trail { mut issues, is_corrupted, calls_others, mut found_after, mut follow, .. } =
            trail;
        follow.clear();
        self.follow = Some(follow);
        let instructions = self.machine.attempted() - begun;
        let ran = CallResult {
            calls_others,
            ..self.call_result(call, end, instructions, &before, &host)
        };
        let changes = self.constants_changed(contract, &ran, &changes);
        found_after.resize(found_after.len() + changes.len(), ran.instructions);
        issues.extend(changes);
        if !ran.returned() || is_corrupted || contract.has_system() {
            self.renew();
        } else if let Some(issue) = self.restore().and_then(|at| self.overwritten_code(call, at)) {
            issues.push(issue);
            found_after.push(ran.instructions);
        }
        (FollowedCall { ran, issues, found_after, changed_in }, used)
    }
}

impl Rig<'_> {
    /// The last store to each read-only argument that changed it.
    fn constants_changed(
        &self,
        contract: &Contract,
        ran: &CallResult,
        stores: &[(usize, u64)],
    ) -> Vec<Issue> {
        let changed = ran.memory.iter().enumerate().filter(|(argument, left)| {
            ran.returned() && left.is_changed && !contract.writes.contains(argument)
        });
        let issues = changed.filter_map(|(argument, _)| {
            let (_, pc) = stores.iter().rev().find(|(of, _)| *of == argument)?;
            let line = self.line(*pc)?;
            let noun = contract.arguments[argument].noun();
            let message = format!("line {line} changes the {noun}, which is read-only");
            let about = noun.to_owned();
            Some(Issue { line: Some(line), about, ..error(&checks::CONSTANT, message) })
        });
        issues.collect()
    }

    /// Issue about changed code of the student's.
    fn overwritten_code(&mut self, call: &Call<'_>, at: u64) -> Option<Issue> {
        let line = self.image.line(at).filter(|line| line.file == self.student.0)?.line;
        let message = format!("the instruction in line {line} has changed after the call");
        let by = self.written_in(call, at);
        let notes = by.map(|by| format!("line {by} writes to it")).into_iter().collect();
        let line = by.or(Some(line));
        Some(Issue { line, notes, ..error(&checks::OWN_TEXT, message) })
    }
}

impl<'c> Trail<'_, '_, 'c> {
    fn begin(&mut self, contract: &'c Contract, kept: &[(&'static str, u64)]) {
        let registers = &contract.registers;
        for name in &registers.volatile {
            self.doubt(name, &checks::UNSET, None);
        }
        for name in &registers.preserved {
            self.doubt(name, &checks::CALLERS, None);
        }
        self.make_sound(&registers.arguments);
        let undefined: Vec<&'static str> = self
            .rig
            .reserved()
            .iter()
            .filter(|register| register.is_undefined())
            .map(|register| register.name)
            .collect();
        for name in undefined {
            self.doubt(name, &checks::UNSET, None);
        }
        let stack = self.origin(Origin { check: &checks::UNWRITTEN, register: "", call: None });
        let region = self.rig.stack_region();
        let unit = self.unit();
        let home = self.convention_home();
        self.follow.set_units(region.start..region.end + home, Doubt::of(unit, stack));
        self.follow.home = self.rig.home.clone();
        self.follow.allowed = self.allowed(contract);
        let readable = self.rig.readable().into_iter().chain(self.rig.all_places());
        self.follow.readable = Some(readable.collect());
        self.follow.takes_heap = contract.heap;
        let pointer = match registers.back {
            Back::Register(_) => self.rig.machine.slot(registers.stack),
            Back::Pushed => None,
        };
        let stack = FollowedStack::new(region.start..region.end + home, pointer);
        self.follow.set_stack(stack, Arc::clone(&self.rig.turns));
        self.follow.stops = self.rig.own_entries.clone();
        let back = self.rig.gate;
        let stack = self.rig.register(registers.stack);
        self.open.push(Activation { contract, call: None, back, stack, kept: kept.to_vec() });
    }

    fn convention_home(&self) -> u64 {
        self.rig.target.convention().map_or(0, |convention| convention.home_units)
    }

    fn unit(&self) -> u64 {
        u64::MAX >> (64 - self.rig.layout.unit_bits)
    }

    fn word(&self) -> u64 {
        u64::MAX >> (64 - self.rig.target.spec().word_bits)
    }

    /// Memory the function may write: the stack, its home, what the contract grants, its own data.
    fn allowed(&self, contract: &Contract) -> Vec<std::ops::Range<u64>> {
        let region = self.rig.stack_region();
        // A stack that calls push to has the return address below, too: who skips adds to it.
        let first = if self.rig.layout.unit_bits == 8 { region.start } else { region.start - 1 };
        let stack = first..region.end + self.convention_home();
        let granted = contract.writes.iter().flat_map(|&argument| self.rig.places(argument));
        let granted = granted.chain(self.rig.stack_words(contract));
        std::iter::once(stack).chain(granted).chain(self.rig.own.clone()).collect()
    }

    fn origin(&mut self, origin: Origin<'c>) -> u32 {
        self.origins.push(origin);
        self.origins.len() as u32 - 1
    }

    fn doubt(
        &mut self,
        register: &'static str,
        check: &'static Check,
        call: Option<(u64, &'c str)>,
    ) {
        let Some(slot) = self.rig.machine.slot(register) else { return };
        let origin = self.origin(Origin { check, register, call });
        self.follow.set_register(slot, Doubt::of(self.word(), origin));
    }

    /// Notes that registers have the values that they should have.
    fn make_sound(&mut self, registers: &[&'static str]) {
        for slot in registers.iter().filter_map(|name| self.rig.machine.slot(name)) {
            self.follow.set_register(slot, Doubt::NONE);
        }
    }

    fn run(&mut self, contract: &'c Contract, budget: u64, begun: u64, host: &mut Host) -> CallEnd {
        loop {
            let spent = self.rig.machine.attempted() - begun;
            let Some(left) = budget.checked_sub(spent).filter(|&left| left > 0) else {
                return self.stopped(Stop::Budget);
            };
            let is_watched = self.watched != WatchMode::Turns;
            let slice = if is_watched { 1 } else { left };
            let before = self.looked_at();
            let stop = self.rig.machine.run_followed(host, slice, &mut self.follow);
            if let (Some((pc, was)), Some((_, is))) = (before, self.looked_at())
                && was != is
            {
                self.changed_by = Some(pc);
            }
            self.handle_events();
            self.note_place(begun);
            if self.is_stale {
                self.is_corrupted = true;
                return CallEnd::Astray;
            }
            match stop {
                Some(Stop::Pause) => {}
                Some(Stop::Budget) if is_watched => {
                    if !self.follow.pauses_before(self.rig.machine.pc()) {
                        continue;
                    }
                }
                Some(stop) => return self.stopped(stop),
                None => return CallEnd::Stopped(Stop::Budget),
            }
            let pc = self.rig.machine.pc();
            // A jump to the place where a call returns to is not its return.
            let last = self.follow.last().unwrap_or(0);
            let ahead = pc.wrapping_sub(last).wrapping_sub(1);
            let may_skip = || self.rig.machine.role(last).is_some_and(|role| role.falls);
            let is_direct = self.rig.turns.direct.contains(&last)
                || ahead < self.rig.step
                || ahead < 2 * self.rig.step && may_skip();
            let step = self.rig.step;
            if let Some(skips) = gate_of(self.rig.gate, step, pc, false) {
                // Activations above left by a jump out of all of them.
                self.open.truncate(1);
                self.check_return(contract, skips);
                return CallEnd::Returned { skips };
            }
            let inner = self.open.len() > 1;
            let returns =
                self.open.last().filter(|_| inner && !is_direct).map(|top| top.returns(step));
            if let Some(returns) = returns.filter(|returns| returns.contains(&pc)) {
                self.returned_inside((pc - returns.start()) / step);
                continue;
            }
            // A jump within the student's code, to where a call of it returns to.
            let is_inside = self.rig.home.iter().any(|home| home.contains(&pc));
            if is_inside && !self.rig.entries.contains_key(&pc) {
                continue;
            }
            if let Some(end) = self.handle_transfer(pc, host, left) {
                return end;
            }
        }
    }

    /// Its address, and the value of the watched register.
    fn looked_at(&self) -> Option<(u64, u64)> {
        let WatchMode::Register(name) = self.watched else { return None };
        Some((self.rig.machine.pc(), self.rig.register(name)))
    }

    /// Notes of what was found since this was done last where that was.
    fn note_place(&mut self, begun: u64) {
        let own = self.rig.machine.attempted() - begun - self.of_others;
        self.found_after.resize(self.issues.len(), own);
    }
}
