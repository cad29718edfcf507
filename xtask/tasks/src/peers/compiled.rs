//! Comparison of the compiled solvers with QEMU, which logs each instruction: output and instruction count.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Command;

use super::linux::executable;
use super::{Peers, Tally, installed, output, shown};
use xtask::repository;

/// Number of a puzzle that every solver solves fast, because the log has one line per instruction.
const PUZZLE: usize = 3;

/// Set of the puzzle.
const SET: &str = "golden/puzzles/9x9.txt";

/// Emulator for each machine.
const EMULATORS: [(&str, &str); 2] = [("mips32-", "qemu-mipsel"), ("riscv32-", "qemu-riscv32")];

/// Runs every program on both sides.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let mut differences = 0;
    let set = repository::text(peers.root, SET).unwrap_or_default();
    let mut lines = set.lines().filter(|line| !line.starts_with('#'));
    let puzzle = lines.nth(PUZZLE - 1).and_then(|line| line.split(' ').next()).unwrap_or_default();
    let input = format!("{puzzle}\n").into_bytes();
    for (machine, emulator) in EMULATORS {
        if !installed(&[emulator]) {
            continue;
        }
        let with = format!("{emulator}, counting");
        let mut tally = Tally::new(&with, "compiled solvers");
        let is_one = |file: &&String| {
            file.contains(&format!("/compiled/{machine}")) && file.ends_with(".elf")
        };
        for file in peers.files.iter().filter(is_one) {
            tally.add(file, both(peers, emulator, &peers.root.join(file), &input)?);
        }
        differences += tally.end();
    }
    Ok(differences)
}

/// Difference in output or instruction count of the two runs, if any.
fn both(
    peers: &Peers<'_>,
    emulator: &str,
    program: &Path,
    input: &[u8],
) -> Result<Option<String>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let (copy, log) = (peers.scratch.join("counted.elf"), peers.scratch.join("counted.log"));
    std::fs::copy(program, &copy).map_err(failed)?;
    let copy = executable(copy);
    // Each instruction is a block, and each executed block is a line.
    let mut theirs = Command::new(emulator);
    theirs.args(["-singlestep", "-d", "exec,nochain", "-D"]).arg(&log).arg(&copy);
    let theirs = output(&mut theirs, input)?;
    let lines = BufReader::new(std::fs::File::open(&log).map_err(failed)?).split(b'\n');
    let is_block = |line: &std::io::Result<Vec<u8>>| {
        line.as_ref().is_ok_and(|line| line.starts_with(b"Trace "))
    };
    let counted = lines.filter(is_block).count();
    let mut ours = Command::new(peers.isagrid);
    let ours = output(ours.args(["run", "--counts", "--exit-code"]).arg(&copy), input)?;
    let counts = String::from_utf8_lossy(&ours.stderr).into_owned();
    let count = counts.lines().find_map(|line| line.strip_prefix("instructions"));
    let count = count.and_then(|line| line.split_whitespace().next()).unwrap_or_default();
    let is_same = theirs.stdout == ours.stdout
        && theirs.status.code() == ours.status.code()
        && count.replace(',', "") == counted.to_string();
    if is_same {
        return Ok(None);
    }
    Ok(Some(format!(
        "  theirs: {}, {counted} instructions, {}\n  ours:   {}, {count} instructions, {}",
        theirs.status,
        shown(&theirs.stdout),
        ours.status,
        shown(&ours.stdout)
    )))
}
