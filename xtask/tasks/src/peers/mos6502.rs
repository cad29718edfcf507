//! Comparison of the 6502 with sim65 of cc65: output, status and cycles of the solvers.

use std::path::Path;
use std::process::Command;

use super::{Peers, Tally, installed, output, shown, tool};
use xtask::repository;

/// Set of the puzzles, and how many of them each solver gets.
const SET: &str = "golden/puzzles/9x9.txt";
const PUZZLES: usize = 3;

/// Cycles of the jump to the call that ends a program; sim65 ends in the middle of it.
const LAST_JUMP: u64 = 3;

/// Runs the solvers in sim65, which prints the number of cycles after the output.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    if !installed(&["sim65"]) {
        return Ok(0);
    }
    let set = repository::text(peers.root, SET).unwrap_or_default();
    let puzzles = set.lines().filter(|line| !line.starts_with('#')).take(PUZZLES);
    let puzzles: Vec<&str> = puzzles.filter_map(|line| line.split(' ').next()).collect();
    let mut tally = Tally::new("sim65", "runs with their cycles");
    let is_program = |file: &&String| file.starts_with("asm/") && file.contains("/mos6502-");
    for file in peers.files.iter().filter(is_program).filter(|file| !file.contains("/line/")) {
        let program = peers.scratch.join("program.sim65");
        let mut convert = Command::new(peers.isagrid);
        convert.arg("asm").arg(peers.root.join(file)).args(["--format", "sim65", "--output"]);
        tool(convert.arg(&program))?;
        for puzzle in &puzzles {
            let difference = both(peers.isagrid, &program, &format!("{puzzle}\n"))?;
            tally.add(&format!("{file} with {puzzle}"), difference);
        }
    }
    Ok(tally.end())
}

/// Difference in output, status or cycles, if any.
fn both(isagrid: &Path, program: &Path, input: &str) -> Result<Option<String>, String> {
    let theirs = output(Command::new("sim65").arg("-c").arg(program), input.as_bytes())?;
    let mut run = Command::new(isagrid);
    run.args(["run", "--counts", "--exit-code"]).arg(program);
    let ours = output(&mut run, input.as_bytes())?;
    let counts = String::from_utf8_lossy(&ours.stderr).into_owned();
    let cycles = counts.lines().find(|line| line.contains("cycles")).unwrap_or_default();
    let cycles: String = cycles.chars().filter(char::is_ascii_digit).collect();
    let cycles = cycles.parse::<u64>().unwrap_or(0).saturating_sub(LAST_JUMP);
    let expected = [&*ours.stdout, format!("{cycles} cycles\n").as_bytes()].concat();
    let is_same = theirs.stdout == expected && theirs.status.code() == ours.status.code();
    Ok((!is_same).then(|| {
        format!(
            "  theirs: {}, {}\n  ours:   {}, {}",
            theirs.status,
            shown(&theirs.stdout),
            ours.status,
            shown(&expected)
        )
    }))
}
