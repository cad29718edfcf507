//! What a core that fuses instructions would fuse of a run: pairs of neighbours that do the work of one
//! instruction of other machines, each with a result that only the next one uses and overwrites.
//!
//! The count is after Celio, Dabbelt, Patterson and Asanović, "The Renewed Case for the Reduced Instruction
//! Set Computer" (UCB/EECS-2016-130, 2016). The third of its idioms, to clear the upper half of a word,
//! needs registers of 64 bits, and cannot occur here.
//!
//! An instruction belongs to one fusion only: a run is read from its first instruction on, and where several
//! fusions begin at the same one the longest is taken. What is compressed fuses as what it stands for.

use std::collections::BTreeMap;

use machine::{AnyMachine, Executed, Machine as _};
use machines::table;

/// Neighbouring instructions that a core could do as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Idiom {
    /// What it is called.
    pub name: &'static str,
    /// Its instructions.
    pub meaning: &'static str,
    /// Whether the count of the paper has it; what has not is named in other papers and manuals.
    pub is_of_paper: bool,
    /// How many instructions fewer are left where it is fused.
    pub saves: u64,
}

/// Every idiom: those of the paper, then the others.
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

/// What ELF files of every RISC-V have, and of no other machine.
const EM_RISCV: u16 = 243;

/// How often each idiom ran, by its name, 0 among it; nothing on a machine that is no RISC-V.
///
/// Exact for a run that came to its end by itself: whatever begins a fusion always goes on to the next
/// instruction, so that one was jumped to as often as it ran more often.
#[must_use]
pub fn fused(machine: &AnyMachine, executed: &[Executed]) -> BTreeMap<&'static str, u64> {
    let mut found = BTreeMap::new();
    let known = table::machine(machine.spec().name).and_then(|it| it.elf_machine());
    if known != Some(EM_RISCV) {
        return found;
    }
    found.extend(IDIOMS.iter().map(|idiom| (idiom.name, 0)));
    let texts: Vec<String> =
        executed.iter().map(|ran| machine.disassemble(ran.address).unwrap_or_default()).collect();
    let all: Vec<Option<Parts<'_>>> = texts.iter().map(|text| Parts::of(text)).collect();
    // How often each instruction ran as a later one of a fusion.
    let mut taken = vec![0; executed.len()];
    for (at, ran) in executed.iter().enumerate() {
        let behind = |from: usize| {
            let end = executed.get(from)?.address + units(&texts[from]);
            let next = executed.get(from + 1).filter(|next| next.address == end);
            next.and(all.get(from + 1)?.as_ref())
        };
        let (Some(first), Some(second)) = (&all[at], behind(at)) else { continue };
        let Some(idiom) = longest(first, second, behind(at + 1)) else { continue };
        let times = (ran.times - ran.turned).saturating_sub(taken[at]);
        for later in 1..=idiom.saves as usize {
            taken[at + later] += times;
        }
        *found.entry(idiom.name).or_default() += times;
    }
    found
}

/// How many instructions are left of a run when what the paper counts is fused.
#[must_use]
pub fn left_by_paper(instructions: u64, fused: &BTreeMap<&'static str, u64>) -> u64 {
    let saved = |idiom: &Idiom| idiom.saves * fused.get(idiom.name).copied().unwrap_or(0);
    instructions - IDIOMS.iter().filter(|idiom| idiom.is_of_paper).map(saved).sum::<u64>()
}

fn units(text: &str) -> u64 {
    if text.starts_with("c.") { 2 } else { 4 }
}

/// The longest idiom that begins with these.
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

/// What two neighbours are together.
fn pair(first: &Parts<'_>, second: &Parts<'_>) -> Option<&'static str> {
    let to = first.to;
    if second.to != to || to == "zero" {
        return None;
    }
    let of_it = |from: &str| from == to;
    let [left, right] = second.from;
    match (first.name, second.name) {
        // Of the sum with itself no half is the address of a table.
        ("slli", "add") if of_it(left) == of_it(right) => None,
        ("slli", "add") => ["1", "2", "3"].contains(&first.from[1]).then_some(ADDRESS),
        ("slli", "srli") => of_it(left).then_some(FIELD),
        // The sum with zero is a move, as in the dialects that have no other.
        ("add", _) if first.from.contains(&"zero") => None,
        ("add", "load") => (of_it(right) && left == "0").then_some(INDEXED),
        ("lui" | "auipc", "load") => of_it(right).then_some(GLOBAL),
        ("lui", "addi") => of_it(left).then_some(CONSTANT),
        ("auipc", "addi") => of_it(left).then_some(PLACE),
        ("auipc", "jalr") => of_it(right).then_some(CALL),
        _ => None,
    }
}

/// An instruction that can be one of a fusion, as it is not compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts<'t> {
    /// Its name, which for all loads of integers is one.
    name: &'t str,
    /// The register it writes.
    to: &'t str,
    /// Its other operands, as they are written: of memory, the offset and the register.
    from: [&'t str; 2],
}

impl<'t> Parts<'t> {
    /// Of its text as the disassembler writes it; `None` where it is in no idiom.
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
