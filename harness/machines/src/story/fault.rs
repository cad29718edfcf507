//! How a program came to its mistake.

use std::collections::HashMap;
use std::sync::Arc;

use machine::numbers::counted;
use machine::{Cause, Fault, Image, Machine as _, Observer, Role};

use crate::calls::{Chain, Frame, Map};
use crate::diagnose;
use crate::escape::grouped;
use crate::past::{self, Past};
use crate::target::{AnyMachine, Program};

/// The mistake that ended a run, and the machine that made it.
#[derive(Clone, Copy)]
pub struct End<'e> {
    /// The machine.
    pub machine: &'e AnyMachine,
    /// The mistake.
    pub fault: &'e Fault,
}

/// How a program came to its mistake.
#[derive(Debug)]
pub struct Came {
    /// The calls that have not returned, the last one first.
    pub calls: Vec<Frame>,
    /// Further calls behind the last one that is kept.
    pub lost: u64,
    /// Whether calls before these are not known, because the run was long.
    pub is_cut: bool,
    /// The registers that the instruction at fault reads.
    pub set: Vec<Set>,
    /// The instruction that ran before, where it led to what is none, or to no line of the program.
    pub led: Option<u64>,
    /// The instruction that all this is about.
    at: u64,
}

/// Where a register got its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// The register.
    pub register: &'static str,
    /// Its value.
    pub value: u64,
    /// The instruction that set it; `None` where the program never did.
    pub by: Option<u64>,
}

/// Registers that hold one value and are still told.
const MOST_HOLDERS: usize = 2;

/// Registers whose setting is told.
const MOST_SET: usize = 3;

/// Calls that are told, from the last one back.
const SHOWN_CALLS: usize = 4;

impl Came {
    /// Looks again at a run that ended so.
    #[must_use]
    pub fn to(program: &Program<'_>, map: &Arc<Map>, past: &Past, end: &End<'_>) -> Self {
        let until = past::done(end.machine) + 1;
        let mut came =
            Came::at(program, map, past, end.machine, (end.fault.pc, until), end.reads());
        let led = end.is_astray(program.image).then(|| led(past, until));
        came.led = led.flatten();
        came
    }

    /// How a program came to the instruction that a machine is about to do, and what gave these
    /// registers their values.
    #[must_use]
    pub fn before(
        program: &Program<'_>,
        map: &Arc<Map>,
        past: &Past,
        machine: &AnyMachine,
        registers: Vec<&'static str>,
    ) -> Self {
        let place = (machine.pc(), past::done(machine));
        Came::at(program, map, past, machine, place, registers)
    }

    /// Looks again at a run up to an instruction, and so many instructions of the whole run.
    fn at(
        program: &Program<'_>,
        map: &Arc<Map>,
        past: &Past,
        machine: &AnyMachine,
        (at, until): (u64, u64),
        reads: Vec<&'static str>,
    ) -> Self {
        let writers = writers(program.image, machine, &reads);
        let mut look = Follow::new(Chain::new(Arc::clone(map)), &writers, reads.len());
        past.again(until, &mut look, |_, _, _| {});
        look.finish(at);
        let values = values(machine, &reads);
        let found = setters(past, until, &look, &values, &reads);
        let first = self::values(past.machine(), &reads);
        let writes = machine.role(at).map(|role| role.writes).unwrap_or_default();
        let set = (0..reads.len()).filter_map(|at| {
            let set = Set { register: reads[at], value: values[at], by: found[at] };
            // A value it began with is the system's, and what is written anyway need not be set.
            let is_zero = values[at] == 0 && first[at] == 0 && look.counts[at] == 0;
            let is_never = is_zero && past.is_whole() && !writes.contains(&reads[at]);
            (set.by.is_some() || is_never).then_some(set)
        });
        let set = set.take(MOST_SET).collect();
        let chain = look.chain.standing(at);
        let calls = chain.frames().iter().rev().copied().collect();
        Came { calls, lost: chain.lost(), is_cut: !past.is_whole(), set, led: None, at }
    }

    /// In words: a sentence each, and the calls in one of several lines.
    #[must_use]
    pub fn told(&self, program: &Program<'_>, map: &Map) -> Vec<String> {
        let spec = program.target.spec();
        let mut told: Vec<String> = Vec::new();
        if let Some(led) = self.led {
            let source = diagnose::statement_at(program.image, program.sources, led, spec);
            let source = source.map(|text| format!(": `{text}`")).unwrap_or_default();
            let units =
                program.target.instruction(program.image, led).map_or(0, |found| found.units);
            let way = if led + units == self.at { "ran on from" } else { "was sent there by" };
            told.push(format!("the program {way} {}{source}", program.spot(map, led)));
        }
        for set in &self.set {
            let name = format!("{}{}", spec.syntax.sigil, set.register);
            let value = spec.show_word(set.value);
            told.push(match set.by {
                Some(by) => {
                    let source = diagnose::statement_at(program.image, program.sources, by, spec);
                    let source = source.map(|text| format!(": `{text}`")).unwrap_or_default();
                    format!("`{name}` got {value} at {}{source}", program.spot(map, by))
                }
                None => format!("nothing has set `{name}`"),
            });
        }
        let mut lines = self.calls_told(program, map);
        if self.is_cut && !lines.is_empty() {
            lines.push("calls before these are not known, for the run was long".to_owned());
        }
        told.extend((!lines.is_empty()).then(|| lines.join("\n")));
        told
    }
}

impl Came {
    /// The calls, a line each, those that one place made one inside the other together.
    fn calls_told(&self, program: &Program<'_>, map: &Map) -> Vec<String> {
        let mut lines = Vec::new();
        if self.lost > 0 {
            let (kept, all) = (self.calls.len() as u64, self.calls.len() as u64 + self.lost);
            let (kept, all) = (grouped(kept), grouped(all));
            lines
                .push(format!("{all} calls have not returned, of which the first {kept} are kept"));
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

/// The last instruction that ran before the one at fault.
fn led(past: &Past, until: u64) -> Option<u64> {
    let before = until.checked_sub(2).filter(|&before| before >= past.left_out())?;
    Some(past.again(before, &mut (), |_, (), _| {}).pc())
}

impl End<'_> {
    /// Whether the fault is that the program is where none of its instructions is.
    fn is_astray(&self, image: &Image) -> bool {
        matches!(self.fault.cause, Cause::Illegal { .. }) || image.line(self.fault.pc).is_none()
    }

    /// The instruction at fault with the registers that matter in it, and what they hold.
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

    /// Registers of a system call that hold just what is wrong, where that is no coincidence.
    fn holders(&self) -> Vec<&'static str> {
        let Some(wrong) = self.fault.cause.value() else { return Vec::new() };
        let registers = self.machine.registers();
        let holds = registers.iter().filter(|(_, value)| *value == wrong);
        let names: Vec<&'static str> = holds.map(|(name, _)| *name).collect();
        if names.len() > MOST_HOLDERS { Vec::new() } else { names }
    }

    /// Registers that the instruction at fault reads.
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
        // Of `4($t0)` and `FOO(3)` the address is wrong, and not what is stored there.
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

/// Who may set which of these registers: their numbers by the instruction's address. One whose row
/// does not say all has an empty list.
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

/// The instructions that gave registers these values, looked at where each was last set by an
/// instruction's row, and by the last one whose row does not say all. What came otherwise, such as into
/// an accumulator as memory, is not found.
fn setters(
    past: &Past,
    until: u64,
    counted: &Follow<'_>,
    values: &[u64],
    names: &[&str],
) -> Vec<Option<u64>> {
    let mut found: Vec<Option<u64>> = vec![None; names.len()];
    if counted.counts.iter().all(|&count| count == 0) {
        return found;
    }
    let mut look = Follow::new(Chain::default(), counted.writers, names.len());
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

/// Follows calls, and counts how often each register may have been set.
struct Follow<'f> {
    chain: Chain,
    writers: &'f HashMap<u64, Vec<usize>>,
    /// How often each register may have been set; the last is how often an instruction ran whose row
    /// does not say all.
    counts: Vec<u64>,
    /// What was come to and may not be done.
    pending: Option<u64>,
    /// The counts to pause at.
    until: Option<Vec<u64>>,
    /// Where it pauses, and what of the counts is there.
    reached: Option<(u64, Vec<usize>)>,
}

impl<'f> Follow<'f> {
    fn new(chain: Chain, writers: &'f HashMap<u64, Vec<usize>>, registers: usize) -> Self {
        let counts = vec![0; registers + 1];
        Follow { chain, writers, counts, pending: None, until: None, reached: None }
    }

    fn is_open(&self, address: u64) -> bool {
        self.writers.get(&address).is_some_and(Vec::is_empty)
    }

    /// Counts an instruction, and pauses where a count comes to what is wanted.
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

    /// The run is over, with a mistake of the instruction at an address.
    fn finish(&mut self, fault: u64) {
        if let Some(last) = self.pending.take().filter(|&last| last != fault) {
            self.count(last);
        }
    }
}

impl Observer for Follow<'_> {
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
