//! Instruction fusion: adjacent instructions that a core could execute as one, where the result of each is used
//! and overwritten by the next.
//!
//! The count follows Celio, Dabbelt, Patterson and Asanović, "The Renewed Case for the Reduced Instruction
//! Set Computer" (UCB/EECS-2016-130, 2016). The third of its idioms, to clear the upper half of a word,
//! needs 64-bit registers and cannot occur here.
//!
//! An instruction belongs to one fusion only: a run is scanned from its first instruction, and the longest of
//! several possible fusions is taken. A compressed instruction fuses like its expansion.

use std::collections::BTreeMap;

use machine::{AnyMachine, InstructionCount, Machine as _};
use targets::table;

/// Adjacent instructions that a core could execute as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Idiom {
    /// Name.
    pub name: &'static str,
    /// Instructions.
    pub meaning: &'static str,
    /// Whether the paper counts it; the others are from other papers and manuals.
    pub is_of_paper: bool,
    /// Instructions saved by fusion.
    pub saves: u64,
}

/// All idioms: those of the paper, then the others.
#[rustfmt::skip]
pub static IDIOMS: &[Idiom] = &[
    Idiom { name: ADDRESS, meaning: "slli rd, rs1, 1 to 3; add rd, rd, rs2",                 is_of_paper: true,  saves: 1 },
    Idiom { name: INDEXED, meaning: "add rd, rs1, rs2; load rd, 0(rd)",                      is_of_paper: true,  saves: 1 },
    Idiom { name: SCALED,  meaning: "slli rd, rs1, 1 to 3; add rd, rd, rs2; load rd, 0(rd)", is_of_paper: true,  saves: 2 },
    Idiom { name: CONSTANT,meaning: "lui rd, upper; addi rd, rd, lower",                     is_of_paper: false, saves: 1 },
    Idiom { name: PLACE,   meaning: "auipc rd, upper; addi rd, rd, lower",                   is_of_paper: false, saves: 1 },
    Idiom { name: CALL,    meaning: "auipc rd, upper; jalr rd, lower(rd)",                   is_of_paper: false, saves: 1 },
    Idiom { name: GLOBAL,  meaning: "lui or auipc rd, upper; load rd, lower(rd)",            is_of_paper: false, saves: 1 },
    Idiom { name: FIELD,   meaning: "slli rd, rs1, n; srli rd, rd, m",                       is_of_paper: false, saves: 1 },
];

const ADDRESS: &str = "load effective address";
const INDEXED: &str = "indexed load";
const SCALED: &str = "indexed load with shift";
const CONSTANT: &str = "long constant";
const PLACE: &str = "address of a name";
const CALL: &str = "far call";
const GLOBAL: &str = "load of a name";
const FIELD: &str = "field of bits";

/// Machine number of RISC-V in ELF files.
const EM_RISCV: u16 = 243;

/// Executions of each idiom by name, including 0; empty for machines other than RISC-V. `texts` are the executed
/// instructions, disassembled.
///
/// Exact for a run that ended by itself: the first instruction of a fusion always continues to the next one, so
/// the next one was a jump target as often as it ran more often.
#[must_use]
pub fn fused(
    machine: &AnyMachine,
    executed: &[InstructionCount],
    texts: &[impl AsRef<str>],
) -> BTreeMap<&'static str, u64> {
    let mut found = BTreeMap::new();
    let known = table::machine(machine.spec().name).and_then(|it| it.elf_machine());
    if known != Some(EM_RISCV) {
        return found;
    }
    found.extend(IDIOMS.iter().map(|idiom| (idiom.name, 0)));
    let all: Vec<Option<Parts<'_>>> = texts.iter().map(|text| Parts::of(text.as_ref())).collect();
    // Executions of each instruction as a later part of a fusion.
    let mut taken = vec![0; executed.len()];
    for (at, ran) in executed.iter().enumerate() {
        let after = |from: usize| {
            let end = executed.get(from)?.address + units(texts[from].as_ref());
            let next = executed.get(from + 1).filter(|next| next.address == end);
            next.and(all.get(from + 1)?.as_ref())
        };
        let (Some(first), Some(second)) = (&all[at], after(at)) else { continue };
        let Some(idiom) = longest(first, second, after(at + 1)) else { continue };
        let times = (ran.times - ran.turned).saturating_sub(taken[at]);
        for later in 1..=idiom.saves as usize {
            taken[at + later] += times;
        }
        *found.entry(idiom.name).or_default() += times;
    }
    found
}

/// Instructions of a run if the idioms of the paper are fused.
#[must_use]
pub fn left_by_paper(instructions: u64, fused: &BTreeMap<&'static str, u64>) -> u64 {
    let saved = |idiom: &Idiom| idiom.saves * fused.get(idiom.name).copied().unwrap_or(0);
    instructions - IDIOMS.iter().filter(|idiom| idiom.is_of_paper).map(saved).sum::<u64>()
}

fn units(text: &str) -> u64 {
    if text.starts_with("c.") { 2 } else { 4 }
}

/// Longest idiom that begins with these instructions.
fn longest(
    first: &Parts<'_>,
    second: &Parts<'_>,
    third: Option<&Parts<'_>>,
) -> Option<&'static Idiom> {
    let name = match (pair(first, second)?, third) {
        (ADDRESS, Some(third)) if pair(second, third) == Some(INDEXED) => SCALED,
        (name, _) => name,
    };
    IDIOMS.iter().find(|idiom| idiom.name == name)
}

/// Idiom of two adjacent instructions.
fn pair(first: &Parts<'_>, second: &Parts<'_>) -> Option<&'static str> {
    let to = first.to;
    if second.to != to || to == "zero" {
        return None;
    }
    let of_it = |from: &str| from == to;
    let [left, right] = second.from;
    match (first.name, second.name) {
        // In a sum with itself, neither operand is the address of a table.
        ("slli", "add") if of_it(left) == of_it(right) => None,
        ("slli", "add") => ["1", "2", "3"].contains(&first.from[1]).then_some(ADDRESS),
        ("slli", "srli") => of_it(left).then_some(FIELD),
        // A sum with zero is a move.
        ("add", _) if first.from.contains(&"zero") => None,
        ("add", "load") => (of_it(right) && left == "0").then_some(INDEXED),
        ("lui" | "auipc", "load") => of_it(right).then_some(GLOBAL),
        ("lui", "addi") => of_it(left).then_some(CONSTANT),
        ("auipc", "addi") => of_it(left).then_some(PLACE),
        ("auipc", "jalr") => of_it(right).then_some(CALL),
        _ => None,
    }
}

/// Expanded instruction that can be part of a fusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts<'t> {
    /// Name; all integer loads have the same.
    name: &'t str,
    /// Register it writes.
    to: &'t str,
    /// Other operands as written; for memory, offset and register.
    from: [&'t str; 2],
}

impl<'t> Parts<'t> {
    /// Parses disassembled text; `None` if it is in no idiom.
    fn of(text: &'t str) -> Option<Self> {
        let (name, operands) = text.split_once(' ')?;
        let mut words = operands.split([',', ' ', '(', ')']).filter(|word| !word.is_empty());
        let to = words.next()?;
        let mut word = || words.next().unwrap_or_default();
        let (name, to, from) = match name {
            "c.slli" | "c.srli" | "c.add" | "c.addi" => (&name[2..], to, [to, word()]),
            "c.addi16sp" => ("addi", to, [to, word()]),
            "c.jalr" => ("jalr", "ra", ["0", to]),
            "c.jr" => ("jalr", "zero", ["0", to]),
            "lw" | "lh" | "lb" | "lhu" | "lbu" | "c.lw" | "c.lwsp" => {
                ("load", to, [word(), word()])
            }
            "c.lui" => ("lui", to, [word(), ""]),
            "slli" | "srli" | "add" | "addi" | "lui" | "auipc" | "jalr" => {
                (name, to, [word(), word()])
            }
            _ => return None,
        };
        Some(Parts { name, to, from })
    }
}

#[cfg(test)]
mod tests;
