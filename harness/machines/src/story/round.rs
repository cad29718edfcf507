//! What a program that does not end goes round.

use std::collections::{BTreeMap, HashMap, HashSet};

use machine::{Executed, Flow, Host, Machine as _, Output, Stop};

use super::{Fall, times};
use crate::calls::{Map, Rules};
use crate::escape::{counted, grouped};
use crate::past;
use crate::target::{AnyMachine, Program};
use crate::trace::Stores;

/// Instructions that are looked at to see what goes round.
const LOOKED_AT_INSTRS: u64 = 1_000_000;

/// Instructions of a round, at most, for a look whether anything changes.
const ROUND_INSTRS: u64 = 10_000;

/// Subroutines and cells that are named.
const SHOWN: usize = 3;

/// What a program does while it goes on.
#[derive(Debug, Default)]
pub struct Round {
    /// Instructions that were looked at.
    looked_at: u64,
    /// Instructions after which it ends, when they are few.
    ends_after: Option<u64>,
    /// Where these were, most first.
    places: Vec<Place>,
    /// Whether registers and memory come back to what they were.
    is_same: bool,
    /// A return that goes back behind a call, again and again, and that call.
    returns: Option<(u64, u64)>,
}

/// A subroutine in which the program is at times.
#[derive(Debug)]
struct Place {
    /// Where it begins.
    entry: Option<u64>,
    /// How many of the instructions that were looked at are in it.
    instructions: u64,
    /// Which they are, and how often each of them ran in all.
    ran: Vec<(u64, u64)>,
}

impl Round {
    /// Lets a copy of the machine go on for a while.
    #[must_use]
    pub fn of(program: &Program<'_>, map: &Map, machine: &AnyMachine, host: &Host) -> Self {
        let mut round = Round::default();
        round.look_closely(program, map, machine, host);
        let (mut ahead, mut host) = (machine.clone(), host.clone());
        // One that printed too much may go on printing here.
        host.output = Output::default();
        let before = machine.executed();
        let stop = ahead.run(&mut host, LOOKED_AT_INSTRS, &mut ());
        if let Stop::Exit { .. } | Stop::End = stop {
            round.ends_after = Some(past::done(&ahead) - past::done(machine));
            return round;
        }
        let mut places: BTreeMap<Option<u64>, Place> = BTreeMap::new();
        for Executed { address, times: now, .. } in ahead.executed() {
            let new = now - times(&before, address);
            if new == 0 {
                continue;
            }
            let entry = map.subroutine(address);
            let none = Place { entry, instructions: 0, ran: Vec::new() };
            let place = places.entry(entry).or_insert(none);
            place.instructions += new;
            place.ran.push((address, now - new));
            round.looked_at += new;
        }
        round.places = places.into_values().collect();
        round.places.sort_by_key(|place| std::cmp::Reverse(place.instructions));
        round
    }

    /// Goes once round, instruction by instruction.
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
        let mut stores = Stores::default();
        let (mut calls, mut gone_back) = (HashSet::new(), Vec::new());
        // A return, and how many instructions may still come before it goes back.
        let mut going: Option<(u64, u64)> = None;
        machine.watch(0, u64::MAX);
        for _ in 0..ROUND_INSTRS {
            let at = machine.pc();
            match machine.disassemble(at).map(|text| rules.flow(&text)) {
                Some(Flow::Call) => drop(calls.insert(at)),
                Some(Flow::Return) => going = Some((at, rules.slots)),
                _ => {}
            }
            if machine.run(&mut host, 1, &mut stores) != Stop::Budget {
                return;
            }
            going = match going {
                Some((from, 0)) => {
                    gone_back.push((from, machine.pc()));
                    None
                }
                Some((from, slots)) => Some((from, slots - 1)),
                None => None,
            };
            if machine.pc() == begin {
                let is_silent = host.output.take().is_empty() && host.errors.take().is_empty();
                // Of a script registers say little.
                let is_whole = machine.spec().syntax.place.is_none();
                let is_still = is_silent && stores.count == 0 && host.input.rest().len() == unread;
                self.is_same = is_whole && is_still && machine.registers() == registers;
                break;
            }
        }
        let frames = program.image.lines.iter().filter_map(|line| map.call(line.address));
        let behind: HashMap<u64, u64> = frames.map(|frame| (frame.back, frame.call)).collect();
        let lost = |&(from, to): &(u64, u64)| {
            let call = *behind.get(&to)?;
            (!calls.contains(&call)).then_some((from, call))
        };
        self.returns = gone_back.iter().find_map(lost);
    }

    /// Whether registers and memory are the same after each round, so that it never ends.
    #[must_use]
    pub fn repeats(&self) -> bool {
        self.is_same
    }

    /// Addresses of the instructions that run most, those of one subroutine, in rising order.
    pub fn addresses(&self) -> impl Iterator<Item = u64> {
        self.places.first().into_iter().flat_map(|place| place.ran.iter().map(|(at, _)| *at))
    }

    /// In words, a sentence each.
    #[must_use]
    pub fn told(&self, program: &Program<'_>, map: &Map, falls: &[Fall]) -> Vec<String> {
        if let Some(more) = self.ends_after {
            let one = program.target.spec().syntax.counted.trim_end_matches('s');
            return vec![format!("with {} it ends", counted(more, &format!("more {one}")))];
        }
        let mut told: Vec<String> = Vec::new();
        match self.places.as_slice() {
            [] => {}
            [place] => {
                let times = counted(most(place), "time");
                told.push(format!("it goes round {}: {times} so far", program.stretch(place)));
            }
            places => {
                let parts = places.iter().take(SHOWN).map(|place| {
                    let percent = place.instructions * 100 / self.looked_at.max(1);
                    format!("{percent} % in {}", program.stretch(place))
                });
                let parts: Vec<String> = parts.collect();
                let counted = program.target.spec().syntax.counted;
                let looked_at = grouped(self.looked_at);
                told.push(format!("of the next {looked_at} {counted} {}", parts.join(", ")));
            }
        }
        // Who ran into a subroutine without a call has no return address to lose.
        let fell = |from: u64| falls.iter().any(|fall| Some(fall.into) == map.subroutine(from));
        if let Some((from, call)) = self.returns.filter(|&(from, _)| !fell(from)) {
            let (from, call) = (program.spot(map, from), program.line(call));
            told.push(format!(
                "the return at {from} goes back behind the call at {call} again and again: the \
                 subroutine has to save its return address before that call, and to restore it \
                 before it returns"
            ));
        } else if self.is_same {
            told.push("registers and memory are the same after each round".to_owned());
        }
        told
    }
}

fn most(place: &Place) -> u64 {
    place.ran.iter().map(|(_, times)| *times).max().unwrap_or(0)
}

impl Program<'_> {
    /// From which line to which a place reaches, or its cells.
    fn stretch(&self, place: &Place) -> String {
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
