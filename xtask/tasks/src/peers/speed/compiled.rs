//! Programs in C, as people compile them, compared with QEMU, which does not count.

use std::path::Path;
use std::process::Command;

use super::super::linux::executable;
use super::super::{Peers, installed, tool};
use super::programs::written;
use super::{Peer, Program, difference, ours, ours_command, theirs};
use xtask::repository;

/// Runs in QEMU and in the default engine, in turn; the plain engine, which is slow, runs once.
const RUNS: usize = 3;

/// The parts of the source.
const SOURCE: [&str; 7] = [
    include_str!("compiled/start.c"),
    include_str!("compiled/numbers.c"),
    include_str!("compiled/floating.c"),
    include_str!("compiled/bytes.c"),
    include_str!("compiled/structures.c"),
    include_str!("compiled/strings.c"),
    include_str!("compiled/games.c"),
];

/// Functions of the source with their arguments, which make QEMU run for some tenths of a second.
#[rustfmt::skip]
const PROGRAMS: [(&str, u32); 55] = [
    ("calls", 35), ("tak", 60), ("queens", 13), ("four", 100), ("life", 6_000), ("permutations", 100),
    ("interpreter", 1_000_000), ("functions", 1_000_000), ("processor", 12_000_000), ("everything", 1),
    ("integers", 150), ("divisors", 3_000_000), ("bits", 3_000_000), ("wide", 2_000_000),
    ("powers", 300_000), ("digits", 20_000), ("long_numbers", 20_000), ("table", 100_000_000),
    ("ways", 150), ("sieve", 4), ("twister", 40_000),
    ("doubles", 25), ("floats", 15), ("planets", 100_000), ("mandelbrot", 300), ("mandelbrot_single", 200),
    ("fourier", 100), ("equations", 70), ("filter", 1_500_000), ("series", 300_000),
    ("hashing", 1_500), ("checksum", 1_200), ("sha", 300_000), ("sha", 6_000_000), ("chacha", 600_000),
    ("aes", 200_000), ("compression", 200), ("huffman", 250), ("coder", 60), ("jpeg", 30_000),
    ("blur", 2_500), ("sound", 6_000_000),
    ("sorting", 40), ("heap", 100), ("records", 100), ("tree", 120), ("words", 200), ("objects", 20_000),
    ("paths", 1_000),
    ("strings", 600), ("copies", 1_000_000), ("patterns", 80_000), ("decimals", 4_000_000),
    ("distances", 1_200), ("tokens", 800),
];

/// A machine with its compiler and emulator.
struct Machine {
    name: &'static str,
    qemu: &'static str,
    gcc: &'static str,
    flags: &'static [&'static str],
}

const MACHINES: [Machine; 2] = [
    Machine {
        name: "RISC-V",
        qemu: "qemu-riscv32",
        gcc: "riscv64-unknown-elf-gcc",
        // Nothing here sets the global pointer.
        flags: &["-march=rv32imafd", "-mabi=ilp32d", "-msmall-data-limit=0", "-Wl,--no-relax"],
    },
    Machine {
        name: "MIPS32",
        qemu: "qemu-mipsel",
        gcc: "mipsel-linux-gnu-gcc",
        flags: &["-march=mips32", "-mfp32", "-mno-abicalls", "-fno-pic", "-Wl,-e,_start"],
    },
];

const COMMON_FLAGS: [&str; 7] = [
    "-O2",
    "-w",
    "-ffreestanding",
    "-fno-math-errno",
    "-fno-tree-loop-distribute-patterns",
    "-nostdlib",
    "-static",
];

/// Seconds of the fastest runs.
struct Times {
    instructions: u64,
    theirs: f64,
    auto: f64,
    plain: f64,
}

/// Measures the programs with one of these names, or all, and returns the number of differences.
pub(super) fn measure(peers: &Peers<'_>, names: &[String]) -> Result<usize, String> {
    let mut differences = 0;
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let wanted: Vec<_> = PROGRAMS.into_iter().filter(|(name, _)| is_wanted(name)).collect();
    for machine in MACHINES {
        if wanted.is_empty() || !installed(&[machine.qemu, machine.gcc]) {
            continue;
        }
        println!(
            "\nPrograms in C for {}: CPU seconds, the best of {RUNS} runs\n\n{:<28} {:>13} {:>6} \
             {:>6} {:>6} {:>10} {:>8} {:>10}",
            machine.name,
            "program",
            "instructions",
            "QEMU",
            "auto",
            "plain",
            "QEMU/auto",
            "native",
            "translate"
        );
        let mut ratios = Vec::new();
        for (name, argument) in &wanted {
            let program = compiled(peers, &machine, name, *argument)?;
            let (times, different) = times(peers, &program)?;
            let ratio = times.theirs / times.auto;
            ratios.push(ratio);
            let title = format!("{name}({argument})");
            let shares = shares(peers, &program)?;
            let percent =
                |at: usize| shares.map_or("-".to_owned(), |it| format!("{:.0} %", it[at]));
            println!(
                "{title:<28} {:>13} {:>6.2} {:>6.2} {:>6.2} {ratio:>10.2} {:>8} {:>10}",
                times.instructions,
                times.theirs,
                times.auto,
                times.plain,
                percent(0),
                percent(1)
            );
            if let Some(different) = different {
                println!("peers: {title} differs from {}\n{different}", machine.qemu);
                differences += 1;
            }
        }
        println!("{}", summary(&ratios));
    }
    Ok(differences)
}

/// Geometric mean and extremes of ratios.
fn summary(ratios: &[f64]) -> String {
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let below = ratios.iter().filter(|ratio| **ratio < 1.0).count();
    format!(
        "{} programs: geometric mean {:.2}, least {least:.2}, {below} below 1",
        ratios.len(),
        mean.exp()
    )
}

/// Runs a program on both sides; also returns a difference of their results.
fn times(peers: &Peers<'_>, program: &Program) -> Result<(Times, Option<String>), String> {
    let plain = ours(peers, program, "plain")?;
    let instructions = plain.count.unwrap_or_default();
    let [mut best, mut best_auto] = [f64::INFINITY; 2];
    let mut different = None;
    for _ in 0..RUNS {
        let qemu = theirs(peers, program, None)?;
        let auto = ours(peers, program, "auto")?;
        (best, best_auto) = (best.min(qemu.seconds), best_auto.min(auto.seconds));
        for run in [&plain, &auto] {
            if run.left != qemu.left || run.count != plain.count {
                different = Some(difference(run, &qemu));
            }
        }
    }
    let times = Times { instructions, theirs: best, auto: best_auto, plain: plain.seconds };
    Ok((times, different))
}

/// One of the programs, compiled for a machine.
fn compiled(
    peers: &Peers<'_>,
    machine: &Machine,
    name: &'static str,
    argument: u32,
) -> Result<Program, String> {
    let source = written(peers, "compiled.c", &SOURCE.concat())?;
    let file = peers.scratch.join(format!("{name}-{}.elf", machine.name));
    let mut command = Command::new(machine.gcc);
    command.args(COMMON_FLAGS).args(machine.flags);
    command.args([format!("-DKERNEL={name}"), format!("-DROUNDS={argument}")]);
    tool(command.arg("-o").arg(&file).arg(source).arg("-lgcc"))?;
    let (file, peer) = (executable(file), Peer::Qemu(machine.qemu));
    Ok(Program { name, file, switches: &[], input: Vec::new(), peer })
}

/// Parts of the time in native code and in translating it, in percent; `None` without `perf`.
fn shares(peers: &Peers<'_>, program: &Program) -> Result<Option<[f64; 2]>, String> {
    if repository::program("perf").is_none() {
        return Ok(None);
    }
    let samples = peers.scratch.join("samples");
    let mut record = Command::new("perf");
    record.args(["record", "-q", "-F", "1999", "-o"]).arg(&samples);
    // With this variable, which perf sets, Cranelift writes a file of names.
    record.args(["--", "env", "-u", "PERF_BUILDID_DIR"]);
    tool(record.args(ours_command(peers, program, "auto")))?;
    Ok(Some(parts(&samples)?))
}

/// The same, from the samples of a run.
fn parts(samples: &Path) -> Result<[f64; 2], String> {
    let mut script = Command::new("perf");
    script.args(["script", "-F", "ip,sym,dso", "-i"]).arg(samples);
    let done = tool(&mut script)?;
    let text = String::from_utf8_lossy(&done.stdout);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let count = |is_it: &dyn Fn(&str) -> bool| lines.iter().filter(|line| is_it(line)).count();
    let has = |parts: [&'static str; 3]| {
        count(&move |line: &str| parts.iter().any(|part| line.contains(part)))
    };
    // Names that perf has for memory without a file.
    let native = has(["//anon", "[JIT]", "/tmp/perf-"]);
    let translating = has(["cranelift", "regalloc2", "translate::"]);
    let all = lines.len().max(1) as f64;
    Ok([native, translating].map(|part| 100.0 * part as f64 / all))
}
