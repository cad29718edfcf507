//! Comparison of the 6502 with sim65 of cc65, and with public tests of 6502 emulators.
//!
//! The tests are not in the repository: they are read from `target/peers/6502` as far as they are there.

use std::path::Path;
use std::process::Command;

use super::{Peers, Tally, installed, output, shown, tool};
use xtask::repository;

/// Set of the puzzles, and how many of them each solver gets.
const SET: &str = "golden/puzzles/9x9.txt";
const PUZZLES: usize = 3;

/// A test whose last instruction jumps to itself.
struct LoopTest {
    file: &'static str,
    cpu: &'static str,
    /// Instructions after which it has reached the jump.
    instructions: &'static str,
    /// Address of the jump, if the test passes.
    passed_at: &'static str,
}

/// Klaus Dormann's tests, from the folder `bin_files` of 6502_65C02_functional_tests.
const LOOP_TESTS: [LoopTest; 2] = [
    LoopTest {
        file: "6502_functional_test.bin",
        cpu: "--cpu=6502",
        instructions: "31000000",
        passed_at: "$3469",
    },
    LoopTest {
        file: "65C02_extended_opcodes_test.bin",
        cpu: "--cpu=65c02",
        instructions: "22000000",
        passed_at: "$24F1",
    },
];

/// Folders of jepebe/ProcessorTestsBinaries, which the example of the crate reads.
const SINGLE_STEPS: [&str; 2] = ["6502", "wdc65c02"];

pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let folder = peers.scratch.join("6502");
    Ok(sim65(peers)? + loops(peers, &folder)? + single_steps(peers, &folder)?)
}

/// Runs the tests that end in a loop.
fn loops(peers: &Peers<'_>, folder: &Path) -> Result<usize, String> {
    let mut tally = Tally::new("Klaus Dormann's tests", "tests");
    for LoopTest { file, cpu, instructions, passed_at } in LOOP_TESTS {
        let program = folder.join(file);
        if !program.exists() {
            println!("peers: {} is not there: nothing was compared with it", program.display());
            continue;
        }
        let mut run = Command::new(peers.isagrid);
        run.args(["run", cpu, "--start=$0400", "--trace-last=1", "-n", instructions]).arg(&program);
        let done = output(&mut run, b"")?;
        let text = String::from_utf8_lossy(&done.stderr).into_owned();
        tally.add(file, (!text.contains(passed_at)).then_some(text));
    }
    Ok(tally.end())
}

/// Compares single instructions, cycle by cycle.
fn single_steps(peers: &Peers<'_>, folder: &Path) -> Result<usize, String> {
    if let Some(missing) = SINGLE_STEPS.iter().find(|name| !folder.join(name).exists()) {
        let missing = folder.join(missing);
        println!("peers: {} is not there: nothing was compared with it", missing.display());
        return Ok(0);
    }
    let mut run = Command::new("cargo");
    run.current_dir(peers.root).args(["run", "--release", "--quiet", "--package"]);
    run.args(["isagrid-mos6502", "--example", "mos6502_cycles", "--"]).arg(folder);
    let done = output(&mut run, b"")?;
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let last = text.lines().last().unwrap_or_default();
    println!("peers: SingleStepTests: {last}");
    Ok(usize::from(!done.status.success()))
}

/// Runs the solvers in sim65, which prints the number of cycles after the output.
fn sim65(peers: &Peers<'_>) -> Result<usize, String> {
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
