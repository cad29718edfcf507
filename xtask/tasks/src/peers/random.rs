//! Comparison of random C programs, which `csmith` writes, with QEMU.
//!
//! Each program is compiled for every machine that needs no C library, at one level of optimisation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::linux::{self, LinuxBuild};
use super::{Peers, Tally, installed, output, tool};

/// Our replacement of csmith's library.
const LIBRARY: &str = include_str!("random/csmith.h");

/// Folder of csmith's `safe_math.h`, where its package installs it.
const HEADERS: &str = "/usr/include/csmith";

/// Programs of one run of all comparisons.
const FEW: u64 = 10;

/// Levels of optimisation; each program has one.
const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];

/// Options of csmith: small programs, because most large ones never end, and no members of structures at
/// addresses where MIPS has a fault.
#[rustfmt::skip]
const OPTIONS: &[&str] = &[
    "--max-funcs", "5", "--max-block-depth", "3", "--max-array-len-per-dim", "5", "--no-packed-struct",
    "--float", "--no-argc", "--seed",
];

/// Programs that execute more instructions are not compared: some never end.
const MOST_INSTRS: &str = "200000000";

/// Exit status of a run that a limit stopped.
const LIMITED: i32 = 4;

/// Compares a few programs, always the same.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    compare_seeds(peers, 1, FEW)
}

/// Compares the programs of `count` seeds from `first` on; returns the number of differences.
pub(super) fn compare_seeds(peers: &Peers<'_>, first: u64, count: u64) -> Result<usize, String> {
    if !installed(&["csmith"]) {
        return Ok(0);
    }
    if !Path::new(HEADERS).is_dir() {
        println!("peers: {HEADERS} is missing: csmith's programs were not compared");
        return Ok(0);
    }
    let header = peers.scratch.join("csmith.h");
    fs::write(&header, LIBRARY).map_err(|error| format!("{}: {error}", header.display()))?;
    let mut differences = 0;
    for build in linux::without_library() {
        if !build.is_installed() {
            continue;
        }
        let with = format!("{} with {} for {}", build.emulator, build.compiler, build.name);
        let mut tally = Tally::new(&with, "random programs");
        let mut endless = 0;
        for seed in first..first.saturating_add(count) {
            let program = program(peers, build, seed)?;
            if is_limited(peers, &program)? {
                endless += 1;
                continue;
            }
            let difference = linux::both(peers, build.emulator, &program, b"")?;
            tally.add(&format!("csmith --seed {seed}"), difference);
        }
        differences += tally.end();
        if endless > 0 {
            println!("peers: {endless} random programs are not compared: they run too long");
        }
    }
    Ok(differences)
}

/// Compiles the program of a seed.
fn program(peers: &Peers<'_>, build: &LinuxBuild, seed: u64) -> Result<PathBuf, String> {
    let source = peers.scratch.join("random.c");
    let mut written = Command::new("csmith");
    written.args(OPTIONS).arg(seed.to_string());
    // csmith leaves a file in its folder.
    let written = tool(written.current_dir(&peers.scratch))?.stdout;
    // Without a C library there is no such header, and our replacement has all that is used of it.
    let mut text = String::from_utf8_lossy(&written).replace("#include <math.h>", "");
    text += "\nSTART { leave(main()); }\n";
    fs::write(&source, text).map_err(|error| format!("{}: {error}", source.display()))?;
    let level = LEVELS[(seed % LEVELS.len() as u64) as usize];
    let folders = [&peers.scratch, &peers.root.join(linux::PROGRAMS), Path::new(HEADERS)];
    let folders = folders.map(|folder| format!("-I{}", folder.display()));
    let options = folders.iter().map(String::as_str).chain([level, "-w"]);
    linux::compiled(peers, build, &source, options)
}

/// Whether a program runs longer than is compared.
fn is_limited(peers: &Peers<'_>, program: &Path) -> Result<bool, String> {
    let mut run = Command::new(peers.isagrid);
    run.args(["run", "--max-instructions", MOST_INSTRS]).arg(program);
    Ok(output(&mut run, b"")?.status.code() == Some(LIMITED))
}
