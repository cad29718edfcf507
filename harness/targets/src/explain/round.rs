//! Finds the loop of a program that does not end.

use std::collections::{BTreeMap, HashMap, HashSet};

use machine::{CallFlow, Host, InstructionCount, Machine as _, Output, Stop};

use super::{Fall, times};
use crate::calls::{Map, Rules};
use crate::escape::{counted, grouped};
use crate::replay;
use crate::target::{AnyMachine, Program};
use crate::trace::Stores;

/// Number of instructions observed to find the loop.
const LOOKED_AT_INSTRS: u64 = 1_000_000;

/// Maximum length of an iteration that is checked for changes, in instructions.
const ROUND_INSTRS: u64 = 10_000;

/// Maximum number of subroutines named.
const SHOWN: usize = 3;

/// The loop of a running program.
#[derive(Debug, Default)]
pub struct ProgramLoop {
    /// Number of instructions observed.
    looked_at: u64,
    /// Number of instructions after which the program ends, if it does while observed.
    ends_after: Option<u64>,
    /// Subroutines with these instructions, busiest first.
    places: Vec<LoopPart>,
    /// Whether registers and memory are the same after an iteration.
    is_same: bool,
    /// Whether an iteration reads a device or a clock.
    polls: bool,
    /// A return that keeps returning to after the same call, and that call.
    returns: Option<(u64, u64)>,
}

/// A subroutine that is part of the loop.
#[derive(Debug)]
struct LoopPart {
    /// Its address.
    entry: Option<u64>,
    /// Number of observed instructions in it.
    instructions: u64,
    /// Addresses of these instructions, and how often each ran in the whole run.
    ran: Vec<(u64, u64)>,
}

impl ProgramLoop {
    /// Observes a copy of the machine for a while.
    #[must_use]
    pub fn of(program: &Program<'_>, map: &Map, machine: &AnyMachine, host: &Host) -> Self {
        let mut round = ProgramLoop::default();
        round.look_closely(program, map, machine, host);
        let (mut ahead, mut host) = (machine.clone(), host.clone());
        // The copy may print even if the program reached its output limit.
        host.output = Output::default();
        let before = machine.executed();
        let stop = ahead.run(&mut host, LOOKED_AT_INSTRS, &mut ());
        if let Stop::Exit { .. } | Stop::End = stop {
            round.ends_after = Some(replay::done(&ahead) - replay::done(machine));
            return round;
        }
        let mut places: BTreeMap<Option<u64>, LoopPart> = BTreeMap::new();
        for InstructionCount { address, times: now, .. } in ahead.executed() {
            let new = now - times(&before, address);
            if new == 0 {
                continue;
            }
            let entry = map.subroutine(address);
            let none = LoopPart { entry, instructions: 0, ran: Vec::new() };
            let place = places.entry(entry).or_insert(none);
            place.instructions += new;
            place.ran.push((address, now - new));
            round.looked_at += new;
        }
        round.places = places.into_values().collect();
        round.places.sort_by_key(|place| std::cmp::Reverse(place.instructions));
        round
    }

    /// Runs one iteration, instruction by instruction.
    fn look_closely(
        &mut self,
        program: &Program<'_>,
        map: &Map,
        machine: &AnyMachine,
        host: &Host,
    ) {
        let rules = Rules::of(program.target, machine);
        let (mut machine, mut host) = (machine.clone(), host.clone());
        (host.output, host.errors) = (Output::default(), Output::default());
        let (begin, registers) = (machine.pc(), machine.registers());
        let unread = host.input.rest().len();
        let device_reads = host.device_reads;
        let mut stores = Stores::default();
        let (mut calls, mut gone_back) = (HashSet::new(), Vec::new());
        // A return, and the number of delay slots left before it takes effect.
        let mut returning: Option<(u64, u64)> = None;
        machine.watch(0, u64::MAX);
        for _ in 0..ROUND_INSTRS {
            let at = machine.pc();
            match machine.disassemble(at).map(|text| rules.flow(&text)) {
                Some(CallFlow::Call) => drop(calls.insert(at)),
                Some(CallFlow::Return) => returning = Some((at, rules.slots)),
                _ => {}
            }
            if machine.run(&mut host, 1, &mut stores) != Stop::Budget {
                return;
            }
            returning = match returning {
                Some((from, 0)) => {
                    gone_back.push((from, machine.pc()));
                    None
                }
                Some((from, slots)) => Some((from, slots - 1)),
                None => None,
            };
            if machine.pc() == begin {
                let is_silent = host.output.take().is_empty() && host.errors.take().is_empty();
                // A script's state is not in its registers.
                let is_whole = machine.spec().syntax.place.is_none();
                let is_still = is_silent && stores.count == 0 && host.input.rest().len() == unread;
                self.polls = host.device_reads > device_reads;
                let is_alone = is_still && !self.polls;
                self.is_same = is_whole && is_alone && machine.registers() == registers;
                break;
            }
        }
        let frames = program.image.lines.iter().filter_map(|line| map.call(line.address));
        let calls_by_return: HashMap<u64, u64> =
            frames.map(|frame| (frame.back, frame.call)).collect();
        let lost = |&(from, to): &(u64, u64)| {
            let call = *calls_by_return.get(&to)?;
            (!calls.contains(&call)).then_some((from, call))
        };
        self.returns = gone_back.iter().find_map(lost);
    }

    /// Whether registers and memory are the same after each iteration, so the loop never ends.
    #[must_use]
    pub fn repeats(&self) -> bool {
        self.is_same
    }

    /// Addresses of the instructions in the busiest subroutine, in ascending order.
    pub fn addresses(&self) -> impl Iterator<Item = u64> {
        self.places.first().into_iter().flat_map(|place| place.ran.iter().map(|(at, _)| *at))
    }

    /// As text, one sentence each.
    #[must_use]
    pub fn notes(&self, program: &Program<'_>, map: &Map, falls: &[Fall]) -> Vec<String> {
        if let Some(more) = self.ends_after {
            let one = program.target.spec().syntax.counted.trim_end_matches('s');
            return vec![format!("it ends after {}", counted(more, &format!("more {one}")))];
        }
        let mut notes: Vec<String> = Vec::new();
        match self.places.as_slice() {
            [] => {}
            [place] => {
                let times = counted(most(place), "time");
                notes.push(format!("it loops in {}: {times} so far", program.stretch(place)));
            }
            places => {
                let parts = places.iter().take(SHOWN).map(|place| {
                    let percent = place.instructions * 100 / self.looked_at.max(1);
                    format!("{percent} % in {}", program.stretch(place))
                });
                let parts: Vec<String> = parts.collect();
                let counted = program.target.spec().syntax.counted;
                let looked_at = grouped(self.looked_at);
                notes.push(format!("the next {looked_at} {counted}: {}", parts.join(", ")));
            }
        }
        // A subroutine entered by falling through has no return address to lose.
        let fell = |from: u64| falls.iter().any(|fall| Some(fall.into) == map.subroutine(from));
        if let Some((from, call)) = self.returns.filter(|&(from, _)| !fell(from)) {
            let (from, call) = (program.spot(map, from), program.line(call));
            notes.push(format!(
                "the return at {from} always returns to after the call at {call}: the subroutine \
                 must save its return address before that call and restore it before returning"
            ));
        } else if self.is_same {
            notes.push("registers and memory are the same after each iteration".to_owned());
        } else if self.polls {
            notes.push(
                "each iteration reads a device: it waits for a timer, a pin or input".to_owned(),
            );
        }
        notes
    }
}

fn most(place: &LoopPart) -> u64 {
    place.ran.iter().map(|(_, times)| *times).max().unwrap_or(0)
}

impl Program<'_> {
    /// Lines or cells of a part of the loop.
    fn stretch(&self, place: &LoopPart) -> String {
        let syntax = &self.target.spec().syntax;
        let cells: Vec<&str> =
            place.ran.iter().filter_map(|(at, _)| syntax.place(self.image, *at)).collect();
        if let [first, .., last] = cells.as_slice() {
            return format!("cells {first} to {last}");
        }
        let name = place.entry.and_then(|entry| self.label(entry));
        let name = name.map(|name| format!(" in `{name}`")).unwrap_or_default();
        let lines: Vec<(u32, u32)> = place
            .ran
            .iter()
            .filter_map(|(at, _)| self.image.line(*at))
            .map(|line| line.used_at.unwrap_or((line.file, line.line)))
            .collect();
        let Some(&(file, _)) = lines.first() else {
            let at = place.ran.first().map_or(0, |(at, _)| *at);
            return format!("{}{name}", self.line(at));
        };
        let numbers = lines.iter().filter(|line| line.0 == file).map(|line| line.1);
        let (first, last) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
        let file = self.image.files.get(file as usize).map_or("?", String::as_str);
        let file = asmkit::plain_name(file);
        if first == last {
            format!("{file}:{first}{name}")
        } else {
            format!("lines {first} to {last} of {file}{name}")
        }
    }
}
