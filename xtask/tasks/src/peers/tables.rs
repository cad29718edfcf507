//! Comparison of the instruction tables with GNU as, which assembles random instructions as we print them.
//!
//! A difference is a mistake in our encoding, in our disassembler, or in GNU as.

use std::path::Path;
use std::process::Command;

use super::{Peers, Tally, installed, output, tool};

/// Number of instructions for every row.
const SAMPLES: &str = "24";

/// An instruction set, and GNU's tools for it.
struct Table {
    isa: &'static str,
    tools: &'static str,
    assembler: &'static [&'static str],
    /// Start of the source.
    head: &'static str,
    /// GNU's spelling of an instruction as we print it; `None` if it has none.
    spell: fn(&str) -> Option<String>,
    /// Options to assemble the same source with our assembler, if it can.
    ours: Option<&'static [&'static str]>,
}

#[rustfmt::skip]
const TABLES: &[Table] = &[
    Table {
        isa: "mips32", tools: "mips-linux-gnu-",
        assembler: &["-EL", "-32", "-mips32r2", "--no-warn"],
        head: "\t.set noreorder\n\t.set noat\n\t.set nomacro\n\t.text\n",
        spell: mips, ours: None,
    },
    Table {
        isa: "riscv32", tools: "riscv64-unknown-elf-",
        assembler: &["-march=rv32imafdc_zba_zbb_zbc_zbs_zicsr_zifencei", "-mabi=ilp32d"],
        head: "\t.option norelax\n\t.text\n",
        spell: riscv, ours: Some(&["--dialect", "gnu"]),
    },
];

/// An instruction of our table.
struct Sample {
    address: u32,
    /// Four or eight hexadecimal digits.
    word: String,
    text: String,
}

/// Compares each table with the assembler of its machine.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let mut differences = 0;
    for table in TABLES {
        let tools = ["as", "objcopy"].map(|tool| format!("{}{tool}", table.tools));
        if !installed(&[tools[0].as_str(), tools[1].as_str()]) {
            continue;
        }
        let samples = samples(peers, table)?;
        let source = peers.scratch.join(format!("{}-table.s", table.isa));
        let object = source.with_extension("o");
        std::fs::write(&source, text(table, &samples)).map_err(|error| error.to_string())?;
        let mut assembler = Command::new(&tools[0]);
        tool(assembler.args(table.assembler).arg("-o").arg(&object).arg(&source))?;
        differences += judge(table, &tools[0], &samples, &bytes(&tools[1], &object)?);
        if let Some(switches) = table.ours {
            let mut ours = Command::new(peers.isagrid);
            tool(ours.arg("asm").arg(&source).args(switches).arg("-o").arg(&object))?;
            differences += judge(table, "our assembler", &samples, &bytes(&tools[1], &object)?);
        }
    }
    Ok(differences)
}

fn samples(peers: &Peers<'_>, table: &Table) -> Result<Vec<Sample>, String> {
    let mut command = Command::new(peers.isagrid);
    let done = output(command.args(["isa", table.isa, "--samples", SAMPLES]), b"")?;
    let sample = |line: &str| {
        let mut cells = line.split('\t');
        let address = u32::from_str_radix(cells.next()?, 16).ok()?;
        let word = cells.next()?.to_owned();
        Some(Sample { address, word, text: cells.next()?.to_owned() })
    };
    Ok(String::from_utf8_lossy(&done.stdout).lines().filter_map(sample).collect())
}

/// The source; an instruction that GNU cannot spell is written as its word.
fn text(table: &Table, samples: &[Sample]) -> String {
    let mut text = table.head.to_owned();
    for sample in samples {
        let size = if sample.word.len() == 8 { 4 } else { 2 };
        let spelt = (table.spell)(&relative(table, sample));
        let line = spelt.unwrap_or_else(|| format!(".{size}byte 0x{}", sample.word));
        let option = match (table.isa, size) {
            ("riscv32", 4) => "\t.option norvc\n",
            ("riscv32", _) => "\t.option rvc\n",
            _ => "",
        };
        text.push_str(&format!("{option}\t{line}\n"));
    }
    text
}

/// The instruction with its target, eight digits at the end, as a distance; jumps of MIPS keep theirs.
fn relative(table: &Table, sample: &Sample) -> String {
    let text = &sample.text;
    let is_absolute = table.isa == "mips32" && text.starts_with('j');
    let target = text.rsplit_once("0x").filter(|(_, digits)| digits.len() == 8 && !is_absolute);
    let target =
        target.and_then(|(before, digits)| Some((before, u32::from_str_radix(digits, 16).ok()?)));
    match target {
        Some((before, target)) => {
            format!("{before}.{:+}", target.wrapping_sub(sample.address) as i32)
        }
        None => text.clone(),
    }
}

/// Bytes of a file's section `.text`.
fn bytes(objcopy: &str, object: &Path) -> Result<Vec<u8>, String> {
    let binary = object.with_extension("bin");
    let mut command = Command::new(objcopy);
    tool(command.args(["-O", "binary", "-j", ".text"]).arg(object).arg(&binary))?;
    std::fs::read(&binary).map_err(|error| error.to_string())
}

fn judge(table: &Table, with: &str, samples: &[Sample], bytes: &[u8]) -> usize {
    let with = format!("{with}, the table of {}", table.isa);
    let mut tally = Tally::new(&with, "instructions");
    let base = samples.first().map_or(0, |sample| sample.address);
    for sample in samples.iter().filter(|sample| (table.spell)(&relative(table, sample)).is_some())
    {
        let at = (sample.address - base) as usize;
        let word = bytes.get(at..at + sample.word.len() / 2).unwrap_or_default();
        let word: String = word.iter().rev().map(|byte| format!("{byte:02x}")).collect();
        let difference = format!("  theirs: {word}\n  ours:   {}", sample.word);
        tally.add(&sample.text, (word != sample.word).then_some(difference));
    }
    tally.end()
}

/// Source: GNU as 2.40 for MIPS, measured.
fn mips(text: &str) -> Option<String> {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    let list: Vec<&str> = operands.split(", ").collect();
    let number = |index: usize| list.get(index)?.parse::<u32>().ok();
    match name {
        // Condition flags have names.
        "movf" | "movt" | "movf.s" | "movt.s" | "movf.d" | "movt.d" => {
            Some(format!("{name} {}, {}, $fcc{}", list[0], list[1], list[2]))
        }
        _ if name.starts_with("bc1") || name.starts_with("c.") => {
            Some(format!("{name} $fcc{operands}"))
        }
        // MARS and SPIM omit the second copy of the destination register.
        "clo" | "clz" => None,
        // These are from MIPS I, for SPIM; GNU's processor has no control registers there.
        "cfc0" | "ctc0" => None,
        // Without `$zero` this is a macro that checks for zero.
        "div" | "divu" => Some(format!("{name} $zero, {operands}")),
        // Two numbers of ten bits.
        "break" => {
            let code = number(0)?;
            Some(format!("break {}, {}", code >> 10, code & 0x3ff))
        }
        // A field must be within the word.
        "ext" | "ins" => {
            number(2).zip(number(3)).filter(|(at, size)| *size > 0 && at + size <= 32)?;
            Some(text.to_owned())
        }
        // The manual leaves these undefined.
        "jalr" if list[0] == list[1] => None,
        _ if name.contains("zal") && list[0] == "$ra" => None,
        _ => Some(text.to_owned()),
    }
}

/// Source: GNU as 2.40 for RISC-V, measured.
fn riscv(text: &str) -> Option<String> {
    let is_shift = ["c.slli", "c.srli", "c.srai"].iter().any(|name| text.starts_with(name));
    // A compressed shift by zero is a hint without a name.
    let is_hint = is_shift && text.ends_with(", 0");
    // So is an empty fence.
    let is_empty =
        text.starts_with("fence 0,") || text.starts_with("fence ") && text.ends_with(", 0");
    (!is_hint && !is_empty).then(|| text.to_owned())
}
