//! Running a program with checks.

use std::ops::Range;
use std::sync::Arc;

use architecture::Back;
use machine::calls::CallPurpose;
use machine::follow::{
    Doubt, Event, FlowCounts, Follow, FollowedStack, Incident, Origin, Watch, kind,
};
use machine::{AnyMachine, Host, InstructionCount, Machine as _, Stop};
use targets::target::Program;

use crate::checks;
use crate::finding::{Finding, Scene};
use crate::objects::{DataObject, objects};
use crate::program::{comparisons, map, registers};
use crate::report::CheckReport;

/// Findings that are kept.
const MOST_FINDINGS: usize = 200;

/// Remarks that are kept.
const MOST_REMARKS: usize = 20;

/// Executions of an instruction that are many for a loop that ends.
const MANY: u64 = 1000;

/// Runs a program and collects findings.
pub struct Checker<'p> {
    program: Program<'p>,
    pub(crate) follow: Follow,
    names: Vec<(u8, &'static str)>,
    objects: Vec<DataObject>,
    findings: Vec<Finding>,
    /// Accesses outside of objects, one for each instruction.
    outside: Vec<OutsideAccesses>,
    /// Remarks that are no findings.
    remarks: Vec<String>,
    /// Number of findings that were not kept.
    more: u64,
}

/// The accesses of an instruction outside of the object that its addresses were made from.
struct OutsideAccesses {
    pc: u64,
    base: u64,
    /// The addresses, from the first to after the last.
    units: Range<u64>,
}

impl<'p> Checker<'p> {
    /// Checker of a program that is loaded and whose system has started, but which has not run.
    ///
    /// `None` if the machine cannot follow values, or has no calling convention.
    #[must_use]
    pub fn new(program: Program<'p>, machine: &AnyMachine) -> Option<Self> {
        let target = program.target;
        let convention = target.convention()?;
        let watched = registers(convention, machine)?;
        let names: Vec<(u8, &'static str)> = machine
            .registers()
            .into_iter()
            .filter_map(|(name, _)| Some((machine.slot(name)?, name)))
            .collect();
        let stack = machine.register(convention.stack)?;
        let mut map = map(&program, convention, machine);
        let is_compiled = program.sources.names().is_empty();
        let comparisons = if is_compiled { Vec::new() } else { comparisons(&program, machine) };
        comparisons.iter().for_each(|(address, _)| map.mark(*address, kind::COMPARES));
        let mut watch = Watch::new(Arc::new(map), watched, machine.pc(), stack);
        comparisons.iter().for_each(|&(address, slots)| watch.add_comparison(address, slots));
        let dialect = target.dialect();
        watch.quiet_calls = target.architecture().calls(dialect, CallPurpose::Print);
        watch.is_compiled = is_compiled;
        watch.has_slots = target.delay_slots() > 0;
        let segments = program.image.segments.iter();
        watch.initialised = segments.map(|it| it.base..it.base.saturating_add(it.size)).collect();
        let objects = objects(&program);
        watch.has_objects = !watch.is_compiled;
        objects.iter().for_each(|object| watch.objects.add(object.units.clone()));
        let mut follow = Follow::new();
        follow.home = std::iter::once(0..u64::MAX).collect();
        follow.takes_heap = true;
        let slot = machine.slot(convention.stack);
        follow.set_stack(FollowedStack::new(0..0, slot), Arc::new(FlowCounts::default()));
        let word = u64::MAX >> (64 - target.spec().word_bits);
        // Systems pass values to the start of a compiled program: on MIPS also in a result register.
        let first = match convention.back {
            Back::Register(_) if watch.is_compiled => [convention.arguments, convention.results],
            _ => [&[][..]; 2],
        };
        let all = convention.volatile.iter().chain(convention.preserved);
        let all = all.chain(matches!(convention.back, Back::Pushed).then_some(&convention.stack));
        for name in all.filter(|name| !first.iter().any(|all| all.contains(name))) {
            let is_unset = machine.register(name) == Some(0);
            if let Some(slot) = machine.slot(name).filter(|_| is_unset) {
                let origin = watch.add_origin(Origin::Start { slot });
                follow.set_register(slot, Doubt::of(word, origin));
            }
        }
        follow.watch = Some(Box::new(watch));
        follow.begin_watch();
        // Some boards cannot be followed.
        machine.clone().run_followed(&mut Host::default(), 0, &mut follow.clone())?;
        Some(Checker {
            program,
            follow,
            names,
            objects,
            findings: Vec::new(),
            outside: Vec::new(),
            remarks: Vec::new(),
            more: 0,
        })
    }

    /// Runs up to a number of instructions, as [`Machine::run`](machine::Machine::run) does.
    pub fn run(&mut self, machine: &mut AnyMachine, host: &mut Host, budget_instrs: u64) -> Stop {
        let end = machine.attempted().saturating_add(budget_instrs);
        loop {
            let stop = self.run_to_finding(machine, host, end.saturating_sub(machine.attempted()));
            if stop != Stop::Pause {
                return stop;
            }
        }
    }

    /// The same, with a pause after the first new finding.
    pub fn run_to_finding(
        &mut self,
        machine: &mut AnyMachine,
        host: &mut Host,
        budget_instrs: u64,
    ) -> Stop {
        let (end, known) = (machine.attempted().saturating_add(budget_instrs), self.findings.len());
        loop {
            let left = end.saturating_sub(machine.attempted());
            if left == 0 {
                return Stop::Budget;
            }
            let stop = machine.run_followed(host, left, &mut self.follow).unwrap_or(Stop::Budget);
            self.take(machine);
            if stop != Stop::Pause || self.findings.len() > known {
                return stop;
            }
        }
    }

    /// The findings so far, in the order in which they happened.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Turns what was noticed into findings.
    fn take(&mut self, machine: &AnyMachine) {
        let events = self.follow.take_events();
        let Some(mut watch) = self.follow.watch.take() else { return };
        let incidents = watch.take_incidents();
        let mut new = Vec::new();
        if !(events.is_empty() && incidents.is_empty()) {
            let (program, names) = (self.program, &*self.names);
            let scene = Scene { program, machine, watch: &watch, names };
            for event in events {
                if let Event::Used { pc, how, doubt, read_at } = event {
                    new.extend(scene.undefined(pc, how, doubt, read_at));
                }
            }
            for incident in &incidents {
                self.outside.note(incident);
                let remark = scene.remark(incident);
                let is_new = |remark: &String| !self.remarks.contains(remark);
                self.remarks
                    .extend(remark.filter(is_new).filter(|_| self.remarks.len() < MOST_REMARKS));
                new.extend(scene.incident(incident, &self.objects));
            }
        }
        self.follow.watch = Some(watch);
        for finding in new {
            // A return address that was overwritten leads anywhere.
            let is_lost = self.findings.iter().any(|known| known.code == checks::OUTSIDE.id);
            if !(is_lost && finding.is_of_jump) {
                self.add(machine, finding);
            }
        }
    }

    fn add(&mut self, machine: &AnyMachine, mut finding: Finding) {
        if let Some(known) = self.findings.iter_mut().find(|known| known.is_same(&finding)) {
            known.count += 1;
            return;
        }
        if self.findings.len() >= MOST_FINDINGS {
            self.more += 1;
            return;
        }
        finding.after_instructions = machine.attempted();
        if finding.instruction.is_none() {
            finding.instruction = targets::diagnose::instruction(machine, finding.address);
        }
        self.findings.push(finding);
    }

    /// The report of a run that has ended.
    #[must_use]
    pub fn finish(mut self, machine: &AnyMachine, host: &Host, stop: Stop) -> CheckReport {
        self.take(machine);
        self.take_reads(machine);
        self.drop_joined();
        let cause = self.cause(machine, stop);
        let watch = self.follow.watch.as_deref();
        let calls = watch.map_or(0, Watch::calls);
        let mut notes = crate::report::notes(machine, host, stop);
        // In another call of the same procedure a caller had a value.
        let lost = |remark: &String| {
            let mut found = self.findings.iter().filter(|it| it.code == checks::PRESERVED.id);
            found.any(|finding| remark.starts_with(&finding.message))
        };
        notes.extend(self.remarks.iter().filter(|remark| !lost(remark)).cloned());
        notes.extend(self.kinds(machine));
        notes.extend(self.idle_skips(machine, stop));
        let Checker { findings, more, .. } = self;
        let instructions = machine.counts().instructions;
        CheckReport { findings, more, notes, instructions, calls, cause }
    }

    /// Drops accesses that went through whole objects of the same form, as a program does that
    /// takes them for one.
    fn drop_joined(&mut self) {
        let Checker { objects, outside, findings, .. } = self;
        let form =
            |object: &DataObject| (object.units.end - object.units.start, object.directive.clone());
        let is_joined = |access: &OutsideAccesses| {
            let Some(at) = objects.iter().position(|object| object.units.contains(&access.base))
            else {
                return false;
            };
            let own = form(&objects[at]);
            let is_like = |object: &&DataObject| form(object) == own;
            let mut after = objects[at..].iter().take_while(is_like);
            let mut before = objects[..=at].iter().rev().take_while(is_like);
            let has_end = after.any(|object| object.units.end == access.units.end);
            let has_start = before.any(|object| object.units.start == access.units.start);
            let Range { start, end } = objects[at].units;
            (access.units.end <= end || has_end) && (access.units.start >= start || has_start)
        };
        let joined: Vec<u64> =
            outside.iter().filter(|access| is_joined(access)).map(|access| access.pc).collect();
        findings.retain(|finding| {
            let is_outside = [checks::OUTSIDE.id, checks::LOADED.id].contains(&finding.code);
            !(is_outside && joined.contains(&finding.address))
        });
    }

    /// Remarks about loads and comparisons that may be of the wrong kind.
    fn kinds(&self, machine: &AnyMachine) -> Vec<String> {
        let Some(scene) = self.scene(machine) else { return Vec::new() };
        let syntax = &machine.spec().syntax;
        let loads = scene.watch.narrow_loads().into_iter().filter(|load| {
            let object = self.objects.iter().find(|object| object.units.contains(&load.base));
            load.times > 1 && load.is_aligned && object.is_some_and(|it| it.directive == ".word")
        });
        let loads = loads.filter_map(|load| {
            let object = self.objects.iter().find(|object| object.units.contains(&load.base))?;
            Some(format!(
                "{} loads only a part of each word of `{}`: use `{}` for words",
                scene.place(load.pc),
                object.name,
                syntax.word_load?
            ))
        });
        let is_load =
            |at: &u64| machine.disassemble(*at).is_some_and(|text| (syntax.is_load)(&text));
        let comparisons = scene.watch.unsigned_comparisons().into_iter();
        let comparisons = comparisons.filter(|it| it.writers.iter().all(is_load)).map(|it| {
            format!(
                "{} compares unsigned numbers: {} counts as {}",
                scene.place(it.pc),
                it.negative,
                it.negative as u32
            )
        });
        loads.chain(comparisons).collect()
    }

    /// Remarks about instructions of the loop that reached the limit that never skipped.
    fn idle_skips(&self, machine: &AnyMachine, stop: Stop) -> Vec<String> {
        let Some(scene) = self.scene(machine).filter(|_| stop == Stop::Budget) else {
            return Vec::new();
        };
        let executed = machine.executed();
        let most = executed.iter().map(|one| one.times).max().unwrap_or(0);
        let skips = |at: u64| machine.role(at).is_some_and(|role| role.skips);
        let idle = executed.iter().filter(|one| {
            one.turned == 0 && one.times > MANY && one.times > most / 2 && skips(one.address)
        });
        let note = |one: &InstructionCount| {
            let text = machine.disassemble(one.address).unwrap_or_default();
            let times = machine::numbers::counted(one.times, "time");
            format!("{} never skipped in {times}: `{text}`", scene.place(one.address))
        };
        idle.map(note).collect()
    }

    /// Findings about data that was read from instructions, which are known as such at the end.
    fn take_reads(&mut self, machine: &AnyMachine) {
        let Some(scene) = self.scene(machine) else { return };
        let reads = scene.watch.indexed_reads();
        let executed = if reads.is_empty() { Vec::new() } else { machine.executed() };
        let has_run = |at: u64| executed.iter().any(|one| one.address == at && one.times > 0);
        let is_label = |at| scene.program.image.nearest_symbol(at).is_some_and(|near| near.1 == 0);
        let odd = reads.into_iter().filter(|&(_, address, constant)| {
            has_run(address) && !has_run(constant) && is_label(constant)
        });
        let found: Vec<Finding> =
            odd.map(|(pc, address, constant)| scene.data(pc, address, constant)).collect();
        found.into_iter().for_each(|finding| self.add(machine, finding));
    }

    pub(crate) fn scene<'s>(&'s self, machine: &'s AnyMachine) -> Option<Scene<'s>> {
        let watch = self.follow.watch.as_deref()?;
        Some(Scene { program: self.program, machine, watch, names: &self.names })
    }
}

/// Notes accesses outside of objects.
trait NoteAccess {
    fn note(&mut self, incident: &Incident);
}

impl NoteAccess for Vec<OutsideAccesses> {
    fn note(&mut self, incident: &Incident) {
        let Incident::Outside { pc, address, units, base, .. } = *incident else { return };
        let end = address + units;
        match self.iter_mut().find(|access| access.pc == pc) {
            Some(access) => {
                let Range { start, end: last } = access.units;
                access.units = start.min(address)..last.max(end);
            }
            None => self.push(OutsideAccesses { pc, base, units: address..end }),
        }
    }
}

impl std::fmt::Debug for Checker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checker").field("findings", &self.findings).finish_non_exhaustive()
    }
}
