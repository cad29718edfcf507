//! What is fused of a run, counted a second way: instruction by instruction, by the bits of each.

use std::collections::BTreeMap;
use std::path::Path;

use lanes::compare::fusion;
use lanes::lane::Lane;
use lanes::root::Root;
use lanes::{golden, lane};
use machine::{AnyMachine, Host, Machine as _, Stop};

/// Every RISC-V lane over one puzzle, compressed or not, on a board or not.
#[test]
fn fusions_are_those_of_the_run_step_by_step() {
    let root = Root::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let puzzle = golden::read_puzzles(&root, "easy").unwrap().remove(0);
    let mut seen = BTreeMap::new();
    for lane in lane::read_table(&root).unwrap() {
        if lane.target.isa() != "riscv32" || lane.sets.iter().all(|set| set != "easy") {
            continue;
        }
        let (by_step, instructions) =
            counted_by_step(machine_of(&root, &lane), lane.host(&puzzle.puzzle));
        let mut machine = machine_of(&root, &lane);
        machine.run(&mut lane.host(&puzzle.puzzle), u64::MAX, &mut ());
        assert_eq!(machine.counts().instructions, instructions, "{}", lane.name);
        let executed = machine.executed();
        let texts: Vec<String> =
            executed.iter().map(|ran| machine.disassemble(ran.address).unwrap()).collect();
        let mut fused = fusion::fused(&machine, &executed, &texts);
        fused.retain(|_, times| *times > 0);
        assert_eq!(fused, by_step, "{}", lane.name);
        assert!(fusion::left_by_paper(instructions, &fused) <= instructions, "{}", lane.name);
        for (name, times) in fused {
            *seen.entry(name).or_insert(0) += times;
        }
    }
    let expected = [
        "address of a name",
        "far call",
        "indexed load",
        "indexed load with shift",
        "load effective address",
        "long constant",
    ];
    assert!(seen.keys().eq(&expected), "{seen:?}");
}

fn machine_of(root: &Root, lane: &Lane) -> AnyMachine {
    let (target, image) = lane.program(root).expect("it assembles");
    let mut machine = target.machine();
    machine.load(&image).expect("it fits");
    machine
}

/// Steps a machine to its end; what is fused on the way, and how many instructions there were.
fn counted_by_step(mut machine: AnyMachine, mut host: Host) -> (BTreeMap<&'static str, u64>, u64) {
    let mut found = BTreeMap::new();
    // The last three instructions that are in no fusion so far: where each lies, and what it is.
    let mut open: Vec<(u64, Bits)> = Vec::new();
    loop {
        let at = machine.pc();
        let word = |at| {
            (0..4).fold(0, |all, byte| {
                all | (machine.peek(at + byte).unwrap_or(0) as u32) << (8 * byte)
            })
        };
        let bits = Bits(word(at));
        let stop = machine.run(&mut host, 1, &mut ());
        if stop != Stop::Budget {
            break;
        }
        open.push((at, bits));
        if open.len() == 3 {
            settle(&mut open, &mut found);
        }
    }
    while !open.is_empty() {
        settle(&mut open, &mut found);
    }
    (found, machine.counts().instructions)
}

/// Takes away what the first of these begins, or it alone.
fn settle(open: &mut Vec<(u64, Bits)>, found: &mut BTreeMap<&'static str, u64>) {
    let follows =
        |at: usize| open.get(at).filter(|next| next.0 == open[at - 1].0 + open[at - 1].1.bytes());
    let second = follows(1).map(|it| it.1);
    let third = second.and_then(|_| follows(2)).map(|it| it.1);
    let name =
        second.and_then(|second| matched(open[0].1.long(), second.long(), third.map(Bits::long)));
    let instructions = match name {
        None => 1,
        Some("indexed load with shift") => 3,
        Some(_) => 2,
    };
    open.drain(..instructions);
    if let Some(name) = name {
        *found.entry(name).or_default() += 1;
    }
}

/// What words of four bytes are together.
fn matched(first: u32, second: u32, third: Option<u32>) -> Option<&'static str> {
    let (opcode, to) = (first & 0x7f, first >> 7 & 31);
    let overwritten = |word: u32| word >> 7 & 31 == to && to != 0;
    let base = |word: u32| word >> 15 & 31;
    let is_load = |word: u32| word & 0x7f == 0x03 && overwritten(word) && base(word) == to;
    let is_addi = |word: u32| word & 0x707f == 0x0013 && overwritten(word) && base(word) == to;
    let is_add = |word: u32| word & 0xfe00_707f == 0x33;
    let loads_there = |word: u32| is_load(word) && word >> 20 == 0;
    let halves = [second >> 15 & 31, second >> 20 & 31];
    if first & 0xfe00_707f == 0x1013 {
        let is_field = second & 0xfe00_707f == 0x5013 && overwritten(second) && base(second) == to;
        let adds = is_add(second)
            && overwritten(second)
            && halves.iter().filter(|&&half| half == to).count() == 1;
        return match first >> 20 & 31 {
            _ if is_field => Some("field of bits"),
            1..=3 if adds && !halves.contains(&0) && third.is_some_and(loads_there) => {
                Some("indexed load with shift")
            }
            1..=3 if adds => Some("load effective address"),
            _ => None,
        };
    }
    if is_add(first) && base(first) != 0 && first >> 20 & 31 != 0 {
        return loads_there(second).then_some("indexed load");
    }
    match opcode {
        0x37 | 0x17 if is_load(second) => Some("load of a name"),
        0x37 if is_addi(second) => Some("long constant"),
        0x17 if is_addi(second) => Some("address of a name"),
        0x17 if second & 0x707f == 0x67 && overwritten(second) && base(second) == to => {
            Some("far call")
        }
        _ => None,
    }
}

/// The bits at an address, of which an instruction takes two bytes or four.
#[derive(Debug, Clone, Copy)]
struct Bits(u32);

impl Bits {
    fn bytes(self) -> u64 {
        if self.0 & 3 == 3 { 4 } else { 2 }
    }

    /// The instruction in four bytes; 0 where it is a compressed one that is in no fusion.
    fn long(self) -> u32 {
        let half = self.0 & 0xffff;
        let (to, low) = (half >> 7 & 31, half >> 2 & 31);
        let upper = half >> 12 & 1;
        let small = |shift: u32| 8 + (half >> shift & 7);
        let register =
            |opcode: u32, to: u32, from: u32, rest: u32| opcode | to << 7 | from << 15 | rest << 20;
        match (half & 3, half >> 13) {
            (3, _) => self.0,
            // c.lw and c.lwsp: their offsets only matter where they are zero.
            (0, 2) => register(0x2003, small(2), small(7), half >> 5 & 1 | half >> 10 & 7),
            (2, 2) => register(0x2003, to, 2, low | upper),
            (1, 0) => register(0x13, to, to, low),
            (1, 3) if to == 2 => register(0x13, 2, 2, low),
            (1, 3) => 0x37 | to << 7,
            (1, 4) if half >> 10 & 3 == 0 => register(0x5013, small(7), small(7), low),
            (2, 0) => register(0x1013, to, to, low),
            (2, 4) if upper == 1 && low != 0 => register(0x33, to, to, low),
            (2, 4) if upper == 1 && to != 0 => register(0x67, 1, to, 0),
            _ => 0,
        }
    }
}
