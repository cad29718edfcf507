//! A program with a place to call its functions from: memory for arguments, a stack, and a gate that
//! calls come back to.

mod arguments;
mod marks;
mod registers;
mod stack;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use architecture::Back;
use asmkit::{FileId, Sources};
use machine::follow::{FlowCounts, Follow};
use machine::{AnyMachine, Data, Host, Image, Machine as _, Output, Segment};
use targets::target::Target;

use crate::assignment::{Assignment, Contract, ROOM_UNITS};
use crate::cases::Case;
use crate::link::{EDGES, LinkedProgram};
use crate::run::Issue;
use crate::value::{Layout, PlacedArgument};

pub use arguments::ArgumentMemory;
pub(crate) use marks::{CallKind, Marks, called_gate, gate_of};

/// Instructions at the gate: N for the function's own return, and as many for functions that it
/// calls.
const GATES: u64 = 4;

/// Units between the gate and the memory before it.
const GATE_GAP: u64 = 64;

/// Bytes between the machine's own stack and memory for arguments.
const BELOW_STACK: u64 = 8192;

/// Words of a stack that grows upwards.
const PUSH_WORDS: u64 = 1024;

/// Bytes of output that a case may print.
pub(crate) const OUTPUT_BYTES: u64 = 1 << 16;

/// Fill of undefined registers and memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// With zeros, as simulators begin.
    Zeros,
    /// With random numbers of a seed.
    Garbage(u64),
}

/// A number that looks random, of two others.
pub(crate) fn mixed(seed: u64, salt: u64) -> u64 {
    let mut z = seed.wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Units for a range of memory that look random, made of eight bytes or of a word at a time.
fn mixed_units(seed: u64, range: Range<u64>, bits: u32) -> Vec<u64> {
    if bits != 8 {
        return range.map(|at| mixed(seed, at) & (u64::MAX >> (64 - bits))).collect();
    }
    let (first, end) = (range.start / 8, range.end.div_ceil(8));
    let mut units = vec![0; 8 * end.saturating_sub(first) as usize];
    for (eight, units) in (first..).zip(units.chunks_exact_mut(8)) {
        let number = mixed(seed, eight);
        units.iter_mut().zip(0..).for_each(|(unit, at)| *unit = number >> (8 * at) & 0xff);
    }
    units.truncate(units.len().saturating_sub((8 * end - range.end) as usize));
    units.drain(..units.len().min((range.start % 8) as usize));
    units
}

impl Fill {
    pub(crate) fn number(self, salt: u64, bits: u32) -> u64 {
        match self {
            Fill::Zeros => 0,
            // Neither a small number nor an address that is there: those of 0x7f and more are a stack's.
            Fill::Garbage(seed) => {
                let number = (mixed(seed, salt) | 1) & (u64::MAX >> (65 - bits));
                let is_high = bits == 32 && number >> 24 == 0x7f;
                let number = if is_high { number ^ 1 << 28 } else { number };
                // In a register of 64 bits it is a NaN-boxed number of 32, which either width saves whole.
                if bits == 32 { number | u64::MAX << 32 } else { number }
            }
        }
    }
}

/// A program that is ready to be called.
#[derive(Debug, Clone)]
pub struct Rig<'a> {
    /// The machine before the first call.
    fresh: AnyMachine,
    /// The machine that is called.
    pub(crate) machine: AnyMachine,
    pub(crate) target: &'a Target,
    pub(crate) image: Arc<Image>,
    pub(crate) sources: Arc<Sources>,
    pub(crate) layout: Layout,
    /// Address that calls return to.
    pub(crate) gate: u64,
    /// From one instruction of the gate to the next.
    pub(crate) step: u64,
    /// The stack pointer at a call, as a number.
    pub(crate) stack: u64,
    /// Memory of the stack that is the called function's.
    region: Range<u64>,
    /// Units of it that are filled before a call.
    filled: u64,
    /// Units above the stack pointer that a function is given, and that a called one may change.
    home_units: u64,
    callee_units: u64,
    /// Lowest and highest unit of it that calls have used.
    used: Option<(u64, u64)>,
    arena: u64,
    /// The arguments of the case that was prepared last, and what it can read.
    placed: Vec<PlacedArgument>,
    input: Vec<u8>,
    /// Address ranges of the student's code.
    pub(crate) home: Vec<Range<u64>>,
    /// Address ranges of the student's own data.
    pub(crate) own: Vec<Range<u64>>,
    /// Address ranges of all code.
    pub(crate) code: Vec<Range<u64>>,
    /// Labels of functions, with their addresses.
    pub(crate) entries: BTreeMap<u64, String>,
    /// Those of the student's functions, and of others, in rising order.
    pub(crate) own_entries: Vec<u64>,
    trusted: Vec<u64>,
    pub(crate) student: FileId,
    /// Registers that no function changes.
    reserved: Vec<registers::Reserved>,
    /// Calls and direct jumps in the student's code.
    pub(crate) turns: Arc<FlowCounts>,
    /// Loops without an end that were explained.
    pub(crate) endless: Vec<Issue>,
    /// Counts of the student's executed lines on machines that were replaced.
    covered: BTreeMap<u32, u64>,
    /// Memory that cases may have changed, to be restored.
    data: Vec<(u64, Vec<u64>)>,
    /// The student's own part, if instructions and data share it.
    mixed: (u64, Vec<u64>),
    /// The state of tracking, between calls.
    pub(crate) follow: Option<Follow>,
}

impl<'a> Rig<'a> {
    /// Makes a program ready; `others` is where the reference's own data end.
    ///
    /// # Errors
    /// An error message if the machine does not accept it.
    pub fn new(
        assignment: &'a Assignment,
        linked: LinkedProgram,
        others: &[Range<u64>],
    ) -> Result<Self, String> {
        let target = &assignment.target;
        let LinkedProgram { mut image, sources, student, .. } = linked;
        let entries = entries(assignment, &image, student);
        let (home, own) = (home(&image, student), own(&image, others));
        let gate = add_gate(&mut image)?;
        let is_bytes = target.spec().unit_bits == 8;
        let arena = (!is_bytes).then(|| add_arena(&mut image));
        let code = image.segments.iter().filter(|segment| segment.executable);
        let code = code.map(|segment| segment.base..segment.base + segment.size).collect();
        let mut machine = target.machine();
        machine.load(&image).map_err(|why| why.to_string())?;
        machine.run(&mut Host::with_input(b""), 0, &mut ());
        let layout = Layout::of(target, assignment.cells);
        let (arena, stack) = match arena {
            Some(arena) => (arena + PUSH_WORDS, ((1 << 18) - PUSH_WORDS / 2) << 18 | (arena + 31)),
            None => below_stack(target, &machine)?,
        };
        let home_units = target.convention().map_or(0, |convention| convention.home_units);
        let region = stack::region(&image, arena, stack, is_bytes);
        let data = data(&image, &machine);
        let mixed = edges(&image).unwrap_or(0..0);
        let units = mixed.clone().map(|at| machine.peek(at).unwrap_or(0)).collect();
        let is_own = |address: &u64| home.iter().any(|home| home.contains(address));
        let (own_entries, trusted) = entries.keys().copied().partition(is_own);
        let reserved = registers::reserved(target, &image, &machine);
        let turns = registers::turns(target, &image, &machine, &home);
        let (gate, step) = gate;
        Ok(Rig {
            fresh: machine.clone(),
            machine,
            target,
            image: Arc::new(image),
            sources: Arc::new(sources),
            layout,
            gate,
            step,
            stack,
            filled: stack::first_filled(&region),
            region,
            used: None,
            home_units,
            // In a classroom functions take no room for those they call.
            callee_units: if assignment.is_strict { home_units } else { 0 },
            arena,
            placed: Vec::new(),
            input: Vec::new(),
            home,
            own,
            code,
            entries,
            own_entries,
            trusted,
            student,
            reserved,
            turns: Arc::new(turns),
            endless: Vec::new(),
            covered: BTreeMap::new(),
            data,
            mixed: (mixed.start, units),
            follow: None,
        })
    }

    /// Memory of the program's data only.
    pub(crate) fn data(&self) -> impl Iterator<Item = Range<u64>> {
        self.data.iter().map(|(base, units)| *base..base + units.len() as u64)
    }

    /// Memory that a function may read besides its own: data, and its code; all code where data are in it.
    pub(crate) fn readable(&self) -> Vec<Range<u64>> {
        let code = if self.layout.unit_bits == 8 { &self.home } else { &self.code };
        self.data().chain(code.iter().cloned()).collect()
    }

    /// A machine that nothing has happened to.
    pub(crate) fn renew(&mut self) {
        self.tally();
        self.machine = self.fresh.clone();
    }

    /// Adds up how often lines of the student's ran.
    fn tally(&mut self) {
        for run in self.machine.executed() {
            let Some(line) = self.image.line(run.address) else { continue };
            if line.file == self.student.0 {
                *self.covered.entry(line.line).or_default() += run.times;
            }
        }
    }

    /// Counts of the student's executed lines so far.
    pub(crate) fn into_coverage(mut self) -> BTreeMap<u32, u64> {
        self.tally();
        self.covered
    }

    /// Puts the program's data back as they were; an instruction of the student's that was written over
    /// if data are among instructions.
    pub(crate) fn restore(&mut self) -> Option<u64> {
        for (base, units) in &self.data {
            self.machine.poke_all(*base, units);
        }
        let (is_changed, written) = self.changed_instructions();
        if is_changed {
            let (base, units) = &self.mixed;
            self.machine.poke_all(*base, units);
        }
        written
    }

    /// Starts again if an instruction was overwritten, so that the call that is followed shows the
    /// store. Results are judged without this: a second call runs the changed instruction.
    pub(crate) fn renew_instructions(&mut self) {
        if self.changed_instructions().1.is_some() {
            self.renew();
        }
    }

    /// Whether memory with instructions and data has changed, and an executed instruction in it that
    /// has.
    fn changed_instructions(&self) -> (bool, Option<u64>) {
        let (base, units) = &self.mixed;
        let is_changed =
            |(at, unit): &(u64, &u64)| self.machine.peek(*at).is_some_and(|now| now != **unit);
        let changed: Vec<u64> = (*base..).zip(units).filter(is_changed).map(|(at, _)| at).collect();
        if changed.is_empty() {
            return (false, None);
        }
        let ran = self.machine.executed().into_iter().filter(|run| run.times > 0);
        (true, ran.map(|run| run.address).find(|at| changed.contains(at)))
    }

    /// Sets arguments, garbage and the return address, and sets the PC to a function.
    pub(crate) fn prepare(
        &mut self,
        contract: &Contract,
        entry: u64,
        given: &Case,
        fill: Fill,
        case: u64,
    ) {
        let bits = self.target.spec().word_bits;
        let registers = &contract.registers;
        let seed = match fill {
            Fill::Zeros => 0x5eed,
            Fill::Garbage(seed) => seed,
        };
        for (salt, name) in (1..).zip(&registers.volatile) {
            self.machine.set_register(name, fill.number(case << 8 | salt, bits));
        }
        for (salt, name) in (1..).zip(&registers.preserved) {
            let kept = Fill::Garbage(seed ^ 0xca11);
            self.machine.set_register(name, kept.number(case << 8 | salt, bits));
        }
        for (salt, reserved) in (0x100..).zip(&self.reserved) {
            let value = match fill {
                Fill::Garbage(_) if reserved.is_free() => fill.number(case << 12 | salt, bits),
                _ => reserved.first,
            };
            self.machine.set_register(reserved.name, value);
        }
        let unit_bits = self.layout.unit_bits;
        let below = self.stack_filled();
        let filled = below.start..below.end + self.home_units;
        self.machine.poke_all(filled.start, &fill.units(filled, unit_bits));
        self.give(contract, given, case);
        let mut stack = self.stack;
        match registers.back {
            Back::Register(name) => drop(self.machine.set_register(name, self.gate)),
            Back::Pushed => {
                stack += 1 << 18 | 1;
                self.machine.poke(stack & 0o777777, self.gate);
            }
        }
        self.machine.set_register(registers.stack, stack);
        self.machine.set_pc(entry);
    }

    /// A register's value.
    pub(crate) fn register(&self, name: &str) -> u64 {
        self.machine.register(name).unwrap_or(0)
    }

    /// Return address of a function, read at its first instruction.
    pub(crate) fn back(&self, back: Back, stack: &str) -> u64 {
        match back {
            Back::Register(name) => self.register(name),
            Back::Pushed => {
                self.machine.peek(self.register(stack) & 0o777777).unwrap_or(0) & 0o777777
            }
        }
    }

    /// Lets it come back to another place.
    pub(crate) fn set_back(&mut self, back: Back, stack: &str, to: u64) {
        match back {
            Back::Register(name) => drop(self.machine.set_register(name, to)),
            Back::Pushed => {
                let at = self.register(stack) & 0o777777;
                self.machine.poke(at, to);
            }
        }
    }

    /// A host with the case's input, that lets it print a little.
    pub(crate) fn host(&self) -> Host {
        Host { output: Output::with_cap(OUTPUT_BYTES), ..Host::with_input(&self.input) }
    }
}

impl Fill {
    /// Fill of a range of memory.
    fn units(self, range: Range<u64>, bits: u32) -> Vec<u64> {
        match self {
            Fill::Zeros => vec![0; range.end.saturating_sub(range.start) as usize],
            Fill::Garbage(seed) => mixed_units(seed, range, bits),
        }
    }

    /// Fill that a call leaves in memory.
    fn of_call(self) -> Fill {
        match self {
            Fill::Zeros => Fill::Zeros,
            Fill::Garbage(seed) => Fill::Garbage(!seed),
        }
    }
}

/// Adds instructions that are never run, for calls to come back to: their address, and the next one's
/// distance.
fn add_gate(image: &mut Image) -> Result<(u64, u64), String> {
    let is_user =
        |segment: &&Segment| segment.executable && segment.base < 0x8000_0000 && segment.size > 0;
    let last =
        image.segments.iter().filter(is_user).max_by_key(|segment| segment.base + segment.size);
    let last = last.ok_or("there are no instructions")?;
    let base = (last.base + last.size).next_multiple_of(GATE_GAP) + GATE_GAP;
    let (data, step) = match &last.data {
        Data::Bytes(bytes) => {
            let first = bytes.get(..4).ok_or("there are no instructions")?;
            (Data::Bytes(first.repeat(2 * GATES as usize)), 4)
        }
        Data::Words(words) => {
            let first = *words.first().ok_or("there are no instructions")?;
            (Data::Words(vec![first; 2 * GATES as usize]), 1)
        }
    };
    let segment = Segment {
        name: "gate".to_owned(),
        base,
        size: 2 * GATES * step,
        data,
        executable: true,
        writable: false,
    };
    insert(image, segment);
    Ok((base, step))
}

/// Adds words for a stack and for arguments after all others.
fn add_arena(image: &mut Image) -> u64 {
    let end = image.segments.iter().map(|segment| segment.base + segment.size).max().unwrap_or(0);
    let base = end.next_multiple_of(1024);
    let segment = Segment {
        name: "arena".to_owned(),
        base,
        size: PUSH_WORDS + ROOM_UNITS + 1024,
        data: Data::Words(Vec::new()),
        executable: false,
        writable: true,
    };
    insert(image, segment);
    base
}

fn insert(image: &mut Image, segment: Segment) {
    let at = image.segments.partition_point(|other| other.base < segment.base);
    image.segments.insert(at, segment);
}

/// Memory for arguments, and the stack pointer, below the stack that a program starts with.
fn below_stack(target: &Target, machine: &AnyMachine) -> Result<(u64, u64), String> {
    let convention = target.convention().ok_or("no calling convention is known")?;
    let first = machine.register(convention.stack);
    let top = first.unwrap_or(0).saturating_sub(BELOW_STACK) & !15;
    Ok((top, top - 256))
}

/// Labels of functions with their addresses, the student's before the reference's.
pub(crate) fn entries(
    assignment: &Assignment,
    image: &Image,
    student: FileId,
) -> BTreeMap<u64, String> {
    let crate::assignment::Work::Functions { graded, given, helpers } = &assignment.work else {
        return BTreeMap::new();
    };
    let mut entries = BTreeMap::new();
    let is_theirs = |address: u64| image.line(address).is_some_and(|line| line.file == student.0);
    let is_instruction = |address: u64| image.line(address).is_some() && address != image.entry;
    for helper in helpers {
        let named = image.symbols.iter().filter(|symbol| symbol.name == helper.name);
        let mut places = named.filter(|symbol| symbol.address).map(|symbol| symbol.value);
        let place = places.find(|&address| is_instruction(address) && !is_theirs(address));
        entries.extend(place.map(|address| (address, helper.name.clone())));
    }
    for (is_graded, contract) in graded
        .iter()
        .map(|task| (true, &task.contract))
        .chain(given.iter().map(|given| (false, given)))
    {
        let named =
            image.symbols.iter().filter(|symbol| symbol.name == contract.name && symbol.address);
        let mut found: Vec<u64> = named.map(|symbol| symbol.value).collect();
        // A helper of the same name in the student's part is the student's own.
        found.sort_by_key(|&address| is_theirs(address) != is_graded);
        if let Some(&address) = found.first() {
            entries.insert(address, contract.name.clone());
        }
    }
    entries
}

/// Address range of the student's part in a program of one file, code and data together.
pub(crate) fn edges(image: &Image) -> Option<Range<u64>> {
    let [begin, end] = EDGES.map(|edge| image.symbol(edge));
    Some(begin?..end?)
}

/// Runs of addresses with instructions of the student's file.
fn home(image: &Image, student: FileId) -> Vec<Range<u64>> {
    if let Some(edges) = edges(image) {
        return std::iter::once(edges).collect();
    }
    let mut runs: Vec<Range<u64>> = Vec::new();
    let is_executable = |address: u64| {
        image.segments.iter().any(|segment| {
            segment.executable && (segment.base..segment.base + segment.size).contains(&address)
        })
    };
    let mut lines = image.lines.iter().peekable();
    while let Some(line) = lines.next() {
        let file = line.used_at.map_or(line.file, |(file, _)| file);
        if file != student.0 || !is_executable(line.address) {
            continue;
        }
        let longest =
            if image.segments.iter().any(|s| matches!(s.data, Data::Words(_))) { 1 } else { 4 };
        let next = lines.peek().map_or(line.address + longest, |next| next.address);
        let end = next.min(line.address + longest);
        match runs.last_mut() {
            Some(run) if run.end == line.address => run.end = end,
            _ => runs.push(line.address..end),
        }
    }
    runs
}

/// Data that are not the reference's.
fn own(image: &Image, others: &[Range<u64>]) -> Vec<Range<u64>> {
    if let Some(edges) = edges(image) {
        return std::iter::once(edges).collect();
    }
    let data = image.segments.iter().filter(|segment| !segment.executable);
    let own = data.map(|segment| {
        let other = others.iter().find(|other| other.start == segment.base);
        other.map_or(segment.base, |other| other.end.min(segment.base + segment.size))
            ..segment.base + segment.size
    });
    own.filter(|range| !range.is_empty()).collect()
}

/// The reference's data, as [`Rig::new`] wants to know them.
#[must_use]
pub fn others(image: &Image) -> Vec<Range<u64>> {
    let data = image.segments.iter().filter(|segment| !segment.executable);
    data.map(|segment| segment.base..segment.base + segment.size).collect()
}

/// Content of a program's data before the first case.
fn data(image: &Image, machine: &AnyMachine) -> Vec<(u64, Vec<u64>)> {
    let is_data = |segment: &&Segment| {
        !segment.executable && segment.name != "arena" && segment.base < 0x8000_0000
    };
    let segments = image.segments.iter().filter(is_data);
    segments
        .map(|segment| {
            let unit = |at| machine.peek(at).unwrap_or(0);
            (segment.base, (segment.base..segment.base + segment.size).map(unit).collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_memory_is_filled_as_within_the_whole() {
        for bits in [8, 36] {
            let whole = mixed_units(7, 0..64, bits);
            assert_eq!(whole.len(), 64);
            assert!(whole.iter().all(|unit| unit >> bits == 0), "{whole:?}");
            assert!((0..64).any(|at| whole[at] != whole[at % 8]), "{whole:?}");
            for start in 0..64 {
                for end in start..=64 {
                    let part = mixed_units(7, start..end, bits);
                    assert_eq!(part, whole[start as usize..end as usize], "{start}..{end}");
                }
                // A call may have used nothing of the free stack.
                for end in 0..start {
                    let nothing = Range { start, end };
                    assert!(mixed_units(7, nothing.clone(), bits).is_empty(), "{nothing:?}");
                    assert!(Fill::Zeros.units(nothing, bits).is_empty());
                }
            }
        }
    }
}
