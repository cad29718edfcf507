//! States of the processor as written in lines of vectors and cases.

use std::collections::BTreeMap;

use machine::{Host, Image, Machine, Stop};

use crate::cpu::flag;
use crate::{Options, Pdp10, System, Word36};

/// A state in a line: `pc`, `fl`, and words by address, including accumulators.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) pc: Option<u32>,
    pub(super) flags: Option<u32>,
    pub(super) words: BTreeMap<u32, u64>,
}

impl State {
    /// Reads `pc=1000 fl=000000 ac1=377777777777 m2000=1`.
    pub(super) fn read(text: &str) -> State {
        let mut state = State::default();
        for item in text.split_whitespace() {
            let (name, value) = item.split_once('=').expect("a name and a value");
            let value = u64::from_str_radix(value, 8).expect("octal");
            let address = |at: &str| u32::from_str_radix(at, 8).expect("octal");
            match name {
                "pc" => state.pc = Some(value as u32),
                "fl" => state.flags = Some(value as u32),
                _ => {
                    let place = name.strip_prefix("ac").or(name.strip_prefix('m'));
                    state.words.insert(address(place.expect("a place")), value);
                }
            }
        }
        state
    }
}

/// An empty machine without a system.
pub(super) fn machine(careful: bool) -> Pdp10 {
    let mut machine = Pdp10::new(Options { system: System::Bare, ..Options::default() });
    machine.careful = careful;
    let image = Image { isa: "pdp10".into(), entry: 0o1000, ..Image::default() };
    machine.load(&image).expect("it fits");
    machine
}

/// Sets a machine's state.
pub(super) fn set(machine: &mut Pdp10, state: &State) {
    for (&address, &word) in &state.words {
        assert!(machine.poke(address.into(), word), "{address:o}");
    }
    machine.set_pc(state.pc.unwrap_or(0o1000).into());
    machine.cpu.set_flags(state.flags.unwrap_or(0));
}

/// Clears words.
pub(super) fn clear(machine: &mut Pdp10, states: &[&State]) {
    for &address in states.iter().flat_map(|state| state.words.keys()) {
        machine.poke(address.into(), 0);
    }
}

/// Differences from a state after a run, in words of these ranges or of one of the states: words,
/// address of the next instruction, flags.
///
/// What `after` does not list is as `before`; words that neither lists are zero.
pub(super) fn differences(machine: &Pdp10, before: &State, after: &State) -> Vec<String> {
    const WATCHED: [std::ops::Range<u32>; 5] =
        [0..0o20, 0o40..0o42, 0o1000..0o1020, 0o2000..0o2100, 0o3000..0o3010];
    let mut found = Vec::new();
    let (pc, flags) = (machine.cpu.pc.get(), machine.cpu.flags() & flag::ALL);
    if after.pc.is_some_and(|wanted| wanted != pc) {
        found.push(format!("pc={pc:o}"));
    }
    if after.flags.or(before.flags).unwrap_or(0) & flag::ALL != flags {
        found.push(format!("fl={flags:06o}"));
    }
    let mut places: Vec<u32> = WATCHED.into_iter().flatten().collect();
    places.extend(before.words.keys().chain(after.words.keys()));
    for address in places {
        let wanted = after.words.get(&address).or(before.words.get(&address)).copied();
        let word = machine.cpu.memory.get(address).unwrap_or_default();
        if word != Word36::new(wanted.unwrap_or(0)) {
            let name = if address < 0o20 { "ac" } else { "m" };
            found.push(format!("{name}{address:o}={word}"));
        }
    }
    found
}

/// Whether all memory is zero.
pub(super) fn is_clear(machine: &Pdp10) -> bool {
    (0..1 << 18).all(|address| machine.peek(address) == Some(0))
}

/// Runs this many instructions.
pub(super) fn run(machine: &mut Pdp10, instructions: u64) -> Stop {
    machine.run(&mut Host::default(), instructions, &mut ())
}
