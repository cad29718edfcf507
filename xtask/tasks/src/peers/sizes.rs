//! Comparison of the sizes of the compiled solvers with GNU's disassembler: instructions, and their bits.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Peers, Tally, installed, tool};

/// Disassembler for each machine.
const DISASSEMBLERS: [(&str, &str); 2] =
    [("mips32", "mipsel-linux-gnu-objdump"), ("riscv32", "riscv64-unknown-elf-objdump")];

/// Instructions and their bits.
type Size = (u64, u64);

/// Compares each compiled lane.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let mut ours = Command::new(peers.isagrid);
    ours.current_dir(peers.root).args(["compare", "--only", "gcc", "--only", "clang"]);
    let ours = tool(ours.args(["--puzzles", "9x9:51", "--format", "json"]))?;
    let ours: Value = serde_json::from_slice(&ours.stdout).map_err(|error| error.to_string())?;
    let groups = ours["groups"].as_array().into_iter().flatten();
    let lanes: Vec<&Value> =
        groups.flat_map(|group| group["lanes"].as_array().into_iter().flatten()).collect();
    let mut differences = 0;
    for (machine, objdump) in DISASSEMBLERS {
        if !installed(&[objdump]) {
            continue;
        }
        let mut tally = Tally::new(objdump, "sizes of compiled solvers");
        for lane in lanes.iter().filter(|lane| lane["machine"] == machine) {
            let name = lane["lane"].as_str().unwrap_or_default();
            let size = |id: &str| lane["size"][id].as_u64().unwrap_or_default();
            let ours = (size("size.instructions"), size("size.instruction-bits"));
            let theirs = disassembled(objdump, &peers.root.join(file(name)?))?;
            let differ = || format!("  theirs: {theirs:?}\n  ours:   {ours:?}");
            tally.add(name, (ours != theirs).then(differ));
        }
        differences += tally.end();
    }
    Ok(differences)
}

/// Program of a lane named `MACHINE-ALGORITHM-VARIANT`.
fn file(lane: &str) -> Result<String, String> {
    let mut parts = lane.splitn(3, '-');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(machine), Some(algorithm), Some(variant)) => {
            Ok(format!("asm/{algorithm}/compiled/{machine}-{variant}.elf"))
        }
        _ => Err(format!("{lane}: the name has other parts")),
    }
}

/// Size of all sections of instructions, also where they are zero.
///
/// Without what lld puts between the files of a program, which is an instruction to no disassembler.
fn disassembled(objdump: &str, program: &Path) -> Result<Size, String> {
    let done =
        tool(Command::new(objdump).args(["--disassemble", "--disassemble-zeroes"]).arg(program))?;
    let text = String::from_utf8_lossy(&done.stdout);
    let lines = text.lines().filter(|line| !line.contains("\t.word\t"));
    let words = lines.filter_map(|line| line.split_once(":\t")?.1.split_whitespace().next());
    Ok(words.fold((0, 0), |(count, bits), word| (count + 1, bits + 4 * word.len() as u64)))
}
