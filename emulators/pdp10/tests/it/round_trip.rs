//! MIDAS assembles disassembled words back to the same words.
//!
//! Every opcode is tested with accumulators, indexes, indirection and addresses; monitor calls with
//! all of those that name another call.

use asmkit::{NoLibrary, Sources};
use pdp10::assembler::assemble;
use pdp10::{Options, Word36, isa};

/// Start address of the words; all must fit in the memory after it.
const BASE: usize = 0o100;
/// Words per source, so that no program exceeds memory.
const CHUNK: usize = 0o200000;

/// A word as `isagrid disasm` shows it: as an instruction, or as halves.
fn shown(word: Word36) -> String {
    let halves = || format!("{:o},,{:o}", word.left(), word.right());
    isa::disassemble(word).unwrap_or_else(halves)
}

/// Assembles a source with one word per line.
fn assembled(lines: &[String]) -> Vec<u64> {
    let source = format!("\tTITLE BACK\n\tNOSYMS\n\tLOC {BASE:o}\n{}\n\tEND\n", lines.join("\n"));
    let mut sources = Sources::new();
    let file = sources.add("back.mid", source.as_bytes());
    let made = assemble(&mut sources, &[file], &Options::default(), &NoLibrary);
    let image = match made {
        Ok(made) => made.assembly.image,
        Err(messages) => panic!("{}", asmkit::render(&messages[0], &sources, false)),
    };
    let at = |address: usize| {
        let segment = image.segments.iter().find(|segment| {
            (segment.base..segment.base + segment.size).contains(&(address as u64))
        })?;
        match &segment.data {
            machine::Data::Words(words) => words.get(address - segment.base as usize).copied(),
            machine::Data::Bytes(_) => None,
        }
    };
    (BASE..BASE + lines.len()).map(|address| at(address).unwrap_or(0)).collect()
}

fn comes_back(words: &[Word36]) {
    for chunk in words.chunks(CHUNK) {
        let lines: Vec<String> = chunk.iter().map(|&word| format!("\t{}", shown(word))).collect();
        for ((word, line), back) in chunk.iter().zip(&lines).zip(assembled(&lines)) {
            assert_eq!(back, word.bits(), "{line}: {back:012o}, and it was {:012o}", word.bits());
        }
    }
}

/// Words of an opcode with these accumulators and addresses.
fn words(opcode: u32, acs: &[u32], addresses: &[u32]) -> Vec<Word36> {
    let mut words = Vec::new();
    for ac in acs {
        for modified in [0, 0o3, 0o17, 0o20, 0o31] {
            let left = opcode << 9 | ac << 5 | modified;
            words.extend(addresses.iter().map(|&address| Word36::halves(left, address)));
        }
    }
    words
}

#[test]
fn every_instruction_and_every_other_word() {
    let all: Vec<Word36> = (0..0o1000)
        .flat_map(|code| words(code, &[0, 1, 2, 0o10, 0o17], &[0, 5, 0o777775]))
        .collect();
    comes_back(&all);
}

#[test]
fn every_monitor_call() {
    let acs: Vec<u32> = (0..0o20).collect();
    let mut addresses: Vec<u32> = (0..0o120).collect();
    addresses.extend([0o777, 0o1000, 0o1400, 0o160000, 0o777777]);
    let all: Vec<Word36> = (0o40..0o50).flat_map(|code| words(code, &acs, &addresses)).collect();
    comes_back(&all);
}

#[test]
fn calls_are_shown_as_programs_write_them() {
    let rows = [
        (0o042040_000033, ".LOGOUT 1,"),
        (0o042000_000033, ".LOGOUT"),
        (0o042140_000007, ".CLOSE 3,"),
        (0o042040_000003, ".SLEEP 1,"),
        (0o043000_000121, ".CALL 121"),
        (0o043040_000107, ".DISMIS 107"),
        (0o043100_000000, ".LOSE"),
        (0o043100_001000, ".LOSE %LSSYS"),
        (0o043100_001400, ".LOSE %LSFIL"),
        (0o043200_000000, ".VALUE"),
        (0o043200_000130, ".VALUE 130"),
        (0o043540_000133, ".SUSET 133"),
        (0o045700_160000, ".BREAK 16,160000"),
        (0o045500_000132, ".BREAK 12,132"),
        (0o040040_000120, ".IOT 1,120"),
    ];
    for (word, text) in rows {
        assert_eq!(shown(Word36::new(word)), text);
    }
}
