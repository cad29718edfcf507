//! Explains how a program reached a fault.

use std::collections::HashMap;
use std::sync::Arc;

use machine::numbers::counted;
use machine::{Cause, Fault, Image, Machine as _, Observer, Role};

use crate::calls::{Chain, Frame, Map};
use crate::diagnose;
use crate::escape::grouped;
use crate::replay::{self, Replay};
use crate::target::{AnyMachine, Program};

/// The fault that ended a run, and the machine at that point.
#[derive(Clone, Copy)]
pub struct FaultContext<'e> {
    /// The machine.
    pub machine: &'e AnyMachine,
    /// The fault.
    pub fault: &'e Fault,
}

/// The way of a program to a fault.
#[derive(Debug)]
pub struct FaultHistory {
    /// Calls that have not returned, innermost first.
    pub calls: Vec<Frame>,
    /// Number of further calls, inside the innermost one kept.
    pub lost: u64,
    /// Whether earlier calls are unknown because the run was long.
    pub is_cut: bool,
    /// Registers that the faulting instruction reads, and what set them.
    pub set: Vec<Set>,
    /// Previous instruction, if it led to an invalid instruction or to no line of the program.
    pub led: Option<u64>,
    /// Address of the faulting instruction.
    at: u64,
}

/// The last write to a register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// The register.
    pub register: &'static str,
    /// Its value.
    pub value: u64,
    /// Address of the instruction that set it; `None` if the program never did.
    pub by: Option<u64>,
}

/// Maximum number of registers with the wrong value for which these registers are reported.
const MOST_HOLDERS: usize = 2;

/// Maximum number of registers reported.
const MOST_SET: usize = 3;

/// Maximum number of calls reported, innermost first.
const SHOWN_CALLS: usize = 4;

impl FaultHistory {
    /// Analyses a run that ended with a fault.
    #[must_use]
    pub fn to(
        program: &Program<'_>,
        map: &Arc<Map>,
        past: &Replay,
        end: &FaultContext<'_>,
    ) -> Self {
        let until = replay::done(end.machine) + 1;
        let mut came =
            FaultHistory::at(program, map, past, end.machine, (end.fault.pc, until), end.reads());
        let led = end.is_astray(program.image).then(|| led(past, until));
        came.led = led.flatten();
        came
    }

    /// Analyses how a program reached its next instruction, and what set these registers.
    #[must_use]
    pub fn before(
        program: &Program<'_>,
        map: &Arc<Map>,
        past: &Replay,
        machine: &AnyMachine,
        registers: Vec<&'static str>,
    ) -> Self {
        let place = (machine.pc(), replay::done(machine));
        FaultHistory::at(program, map, past, machine, place, registers)
    }

    /// Runs the last part again up to an instruction, `until` instructions into the whole run.
    fn at(
        program: &Program<'_>,
        map: &Arc<Map>,
        past: &Replay,
        machine: &AnyMachine,
        (at, until): (u64, u64),
        reads: Vec<&'static str>,
    ) -> Self {
        let writers = writers(program.image, machine, &reads);
        let mut look = RegisterWrites::new(Chain::new(Arc::clone(map)), &writers, reads.len());
        past.again(until, &mut look, |_, _, _| {});
        look.finish(at);
        let values = values(machine, &reads);
        let found = setters(past, until, &look, &values, &reads);
        let first = self::values(past.machine(), &reads);
        let writes = machine.role(at).map(|role| role.writes).unwrap_or_default();
        let set = (0..reads.len()).filter_map(|at| {
            let set = Set { register: reads[at], value: values[at], by: found[at] };
            // An initial value comes from the system, and a register the instruction writes need
            // not be set.
            let is_zero = values[at] == 0 && first[at] == 0 && look.counts[at] == 0;
            let is_never = is_zero && past.is_whole() && !writes.contains(&reads[at]);
            (set.by.is_some() || is_never).then_some(set)
        });
        let set = set.take(MOST_SET).collect();
        let chain = look.chain.standing(at);
        let calls = chain.frames().iter().rev().copied().collect();
        FaultHistory { calls, lost: chain.lost(), is_cut: !past.is_whole(), set, led: None, at }
    }

    /// As text: one sentence each, and the calls as one note of several lines.
    #[must_use]
    pub fn notes(&self, program: &Program<'_>, map: &Map) -> Vec<String> {
        let spec = program.target.spec();
        let mut notes: Vec<String> = Vec::new();
        if let Some(led) = self.led {
            let source = diagnose::statement_at(program.image, program.sources, led, spec);
            let source = source.map(|text| format!(": `{text}`")).unwrap_or_default();
            let units =
                program.target.instruction(program.image, led).map_or(0, |found| found.units);
            let way = if led + units == self.at { "continued from" } else { "jumped there from" };
            notes.push(format!("the program {way} {}{source}", program.spot(map, led)));
        }
        for set in &self.set {
            let name = format!("{}{}", spec.syntax.sigil, set.register);
            let value = spec.show_word(set.value);
            notes.push(match set.by {
                Some(by) => {
                    let source = diagnose::statement_at(program.image, program.sources, by, spec);
                    let source = source.map(|text| format!(": `{text}`")).unwrap_or_default();
                    format!("`{name}` got {value} at {}{source}", program.spot(map, by))
                }
                None => format!("`{name}` was never set"),
            });
        }
        let mut lines = self.calls_reported(program, map);
        if self.is_cut && !lines.is_empty() {
            lines.push("earlier calls are unknown because the run was long".to_owned());
        }
        notes.extend((!lines.is_empty()).then(|| lines.join("\n")));
        notes
    }
}

impl FaultHistory {
    /// The calls, one line each; nested calls from the same instruction are grouped.
    fn calls_reported(&self, program: &Program<'_>, map: &Map) -> Vec<String> {
        let mut lines = Vec::new();
        if self.lost > 0 {
            let (kept, all) = (self.calls.len() as u64, self.calls.len() as u64 + self.lost);
            let (kept, all) = (grouped(kept), grouped(all));
            lines.push(format!("{all} calls have not returned; the first {kept} are known"));
        }
        let mut runs = self.calls.chunk_by(|one, other| one.call == other.call);
        for run in runs.by_ref().take(SHOWN_CALLS) {
            let times = match run.len() {
                1 => String::new(),
                times => format!(", {} times", grouped(times as u64)),
            };
            lines.push(format!("called from {}{times}", program.spot(map, run[0].call)));
        }
        let more: usize = runs.map(<[Frame]>::len).sum();
        if let (1.., Some(first)) = (more, self.calls.last()) {
            let (more, first) = (counted(more, "more call"), program.spot(map, first.call));
            lines.push(format!("and {more}, the first from {first}"));
        }
        lines
    }
}

/// The instruction that ran before the faulting one.
fn led(past: &Replay, until: u64) -> Option<u64> {
    let before = until.checked_sub(2).filter(|&before| before >= past.left_out())?;
    Some(past.again(before, &mut (), |_, (), _| {}).pc())
}

impl FaultContext<'_> {
    /// Whether the program left its own instructions.
    fn is_astray(&self, image: &Image) -> bool {
        matches!(self.fault.cause, Cause::Illegal { .. }) || image.line(self.fault.pc).is_none()
    }

    /// The faulting instruction, with its relevant registers and their values.
    #[must_use]
    pub fn instruction(&self) -> Option<String> {
        let text = diagnose::instruction(self.machine, self.fault.pc)?;
        let is_open = |role: &Role| role.is_open() && role.reads.is_empty();
        let open = self.machine.role(self.fault.pc).filter(is_open);
        let Some(open) = open.map(|_| self.reads()).filter(|names| !names.is_empty()) else {
            return Some(text);
        };
        let spec = self.machine.spec();
        let values = values(self.machine, &open).into_iter().map(|value| spec.show_word(value));
        let shown = open.iter().zip(values);
        let shown = shown.map(|(name, value)| format!("{}{name} = {value}", spec.syntax.sigil));
        Some(format!("{text} with {}", shown.collect::<Vec<_>>().join(", ")))
    }

    /// Registers that hold the wrong value of a system call, if few enough to be meaningful.
    fn holders(&self) -> Vec<&'static str> {
        let Some(wrong) = self.fault.cause.value() else { return Vec::new() };
        let registers = self.machine.registers();
        let holds = registers.iter().filter(|(_, value)| *value == wrong);
        let names: Vec<&'static str> = holds.map(|(name, _)| *name).collect();
        if names.len() > MOST_HOLDERS { Vec::new() } else { names }
    }

    /// Registers that the faulting instruction reads.
    fn reads(&self) -> Vec<&'static str> {
        if matches!(self.fault.cause, Cause::RanOff { .. }) {
            return Vec::new();
        }
        let Some(role) = self.machine.role(self.fault.pc) else { return Vec::new() };
        if role.is_open() && role.reads.is_empty() {
            return self.holders();
        }
        let text = self.machine.disassemble(self.fault.pc).unwrap_or_default();
        let base = text.rsplit_once('(').map(|(_, base)| base.trim_end_matches(')'));
        // In `4($t0)` and `FOO(3)` the address is wrong, not the stored value.
        let is_base = |register: &&str| {
            let base = base.unwrap_or_default().trim_start_matches('$');
            let rest = register.strip_suffix(base).filter(|_| !base.is_empty());
            rest.is_some_and(|rest| rest.chars().all(char::is_alphabetic))
        };
        let mut reads = role.reads;
        reads.retain(|register| base.is_none() || is_base(register));
        reads
    }
}

fn values(machine: &AnyMachine, names: &[&str]) -> Vec<u64> {
    let registers = machine.registers();
    let value = |name: &&str| registers.iter().find(|(known, _)| known == name);
    names.iter().map(|name| value(name).map_or(0, |(_, value)| *value)).collect()
}

/// Indices of these registers that each instruction may set, by address.
///
/// The list is empty for an instruction whose row does not specify all its writes.
fn writers(image: &Image, machine: &AnyMachine, registers: &[&str]) -> HashMap<u64, Vec<usize>> {
    let mut writers = HashMap::new();
    if registers.is_empty() {
        return writers;
    }
    for line in &image.lines {
        let Some(role) = machine.role(line.address) else { continue };
        let numbers = 0..registers.len();
        let sets: Vec<usize> =
            numbers.filter(|&number| role.writes.contains(&registers[number])).collect();
        if !sets.is_empty() || role.is_open() {
            writers.insert(line.address, sets);
        }
    }
    writers
}

/// Instructions that gave registers these values.
///
/// Considers the last write of each register by an instruction's row, and the last instruction
/// whose row does not specify all its writes. Other writes, such as to an accumulator as memory,
/// are missed.
fn setters(
    past: &Replay,
    until: u64,
    counted: &RegisterWrites<'_>,
    values: &[u64],
    names: &[&str],
) -> Vec<Option<u64>> {
    let mut found: Vec<Option<u64>> = vec![None; names.len()];
    if counted.counts.iter().all(|&count| count == 0) {
        return found;
    }
    let mut look = RegisterWrites::new(Chain::default(), counted.writers, names.len());
    look.until = Some(counted.counts.clone());
    let mut before = Vec::new();
    past.again(until, &mut look, |machine, look, is_done| {
        let now = self::values(machine, names);
        if !is_done {
            before = now;
            return;
        }
        let Some((at, reached)) = look.reached.take() else { return };
        for number in 0..names.len() {
            let changed = look.is_open(at) && now[number] != before[number];
            if now[number] == values[number] && (changed || reached.contains(&number)) {
                found[number] = Some(at);
            }
        }
    });
    found
}

/// Observer that follows calls and counts possible writes to each register.
struct RegisterWrites<'f> {
    chain: Chain,
    writers: &'f HashMap<u64, Vec<usize>>,
    /// Possible writes to each register; the last entry counts instructions whose row does not
    /// specify all its writes.
    counts: Vec<u64>,
    /// Instruction reached that may not have run yet.
    pending: Option<u64>,
    /// The counts to pause at.
    until: Option<Vec<u64>>,
    /// Address of the pause, and the counts reached there.
    reached: Option<(u64, Vec<usize>)>,
}

impl<'f> RegisterWrites<'f> {
    fn new(chain: Chain, writers: &'f HashMap<u64, Vec<usize>>, registers: usize) -> Self {
        let counts = vec![0; registers + 1];
        RegisterWrites { chain, writers, counts, pending: None, until: None, reached: None }
    }

    fn is_open(&self, address: u64) -> bool {
        self.writers.get(&address).is_some_and(Vec::is_empty)
    }

    /// Counts an instruction, and pauses if a count reaches its target.
    fn count(&mut self, address: u64) {
        let Some(sets) = self.writers.get(&address) else { return };
        let open = [self.counts.len() - 1];
        let mut reached = Vec::new();
        for &number in if sets.is_empty() { &open[..] } else { sets } {
            self.counts[number] += 1;
            let wanted = self.until.as_ref().map(|until| until[number]);
            reached.extend((wanted == Some(self.counts[number])).then_some(number));
        }
        if !reached.is_empty() {
            self.reached = Some((address, reached));
        }
    }

    /// Ends the run with a fault of the instruction at an address.
    fn finish(&mut self, fault: u64) {
        if let Some(last) = self.pending.take().filter(|&last| last != fault) {
            self.count(last);
        }
    }
}

impl Observer for RegisterWrites<'_> {
    const MARKS: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.writers.contains_key(&address) || self.chain.is_mark(address)
    }

    fn arrived(&mut self, address: u64) {
        if self.chain.is_mark(address) {
            self.chain.arrived(address);
        }
        if self.until.is_some() {
            self.count(address);
        } else if let Some(done) = self.pending.replace(address) {
            self.count(done);
        }
    }

    fn pauses(&self) -> bool {
        self.reached.is_some()
    }
}
