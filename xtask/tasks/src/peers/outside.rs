//! The solvers in C on processors that Isagrid does not emulate, measured with QEMU's plugin that counts.
//!
//! Prints the table and the commands that docs/comparison.md has. Where it names the same compiler and
//! the same QEMU, a row that is not in the page is a difference.

use std::path::Path;
use std::process::Command;

use super::speed::plugin;
use super::{Peers, Tally, installed, output, tool};
use crate::compile::{ALGORITHMS, COMPILE, version};
use xtask::repository;

/// A target.
struct OutsideTarget {
    name: &'static str,
    /// Names of its tools, without their ends.
    tools: &'static str,
    flags: &'static [&'static str],
    /// Source of input and output.
    around: &'static str,
    emulator: &'static str,
}

/// The first one is the baseline.
#[rustfmt::skip]
const TARGETS: [OutsideTarget; 5] = [
    OutsideTarget { name: "RV32IM", tools: "riscv64-unknown-elf", emulator: "qemu-riscv32",
            flags: &["-march=rv32im", "-mabi=ilp32", "-nostdlib"], around: "asm/line/riscv32-gnu.s" },
    OutsideTarget { name: "x86-64", tools: "x86_64-linux-gnu", emulator: "qemu-x86_64",
            flags: &["-march=x86-64", "-fno-pie", "-no-pie"], around: AROUND },
    OutsideTarget { name: "AArch64", tools: "aarch64-linux-gnu", emulator: "qemu-aarch64",
            flags: &["-march=armv8-a", "-fno-pie", "-no-pie"], around: AROUND },
    OutsideTarget { name: "Thumb-2", tools: "arm-linux-gnueabihf", emulator: "qemu-arm",
            flags: &["-march=armv7-a+fp", "-mthumb", "-fno-pie", "-no-pie"], around: AROUND },
    OutsideTarget { name: "68020", tools: "m68k-linux-gnu", emulator: "qemu-m68k",
            flags: &["-mcpu=68020", "-fno-pie", "-no-pie"], around: AROUND },
];

/// Input and output with a C library.
const AROUND: &str = "xtask/tasks/src/peers/outside/around.c";

/// The solver's instructions are in a section of this name, whose bounds the linker knows.
const SECTION: &str = ".text=solver";
const BOUNDS: [&str; 2] = ["__start_solver", "__stop_solver"];

/// Page with the table.
const PAGE: &str = "docs/comparison.md";

/// Set of the puzzles, and the numbers of the first and the last.
const SET: &str = "golden/puzzles/9x9.txt";
const PUZZLES: [usize; 2] = [51, 60];

/// A run of a puzzle.
#[derive(Debug, Clone)]
struct OutsideRun {
    printed: Vec<u8>,
    /// Instructions, and bits fetched.
    costs: [f64; 2],
}

impl OutsideTarget {
    fn tool(&self, end: &str) -> String {
        format!("{}-{end}", self.tools)
    }

    /// Commands that make the program of an algorithm, from the sources in a folder.
    fn commands(&self, algorithm: &str, root: &Path) -> [Vec<String>; 3] {
        let gcc =
            || [self.tool("gcc")].into_iter().chain(self.flags.iter().map(|&it| it.to_owned()));
        let path = |file: &str| root.join(file).display().to_string();
        let compile = COMPILE.iter().map(|&it| it.to_owned());
        let solver =
            [path(&format!("asm/{algorithm}/{algorithm}.c")), "-o".into(), "solver.o".into()];
        let bounds = BOUNDS.iter().map(|bound| format!("-Wl,-u,{bound}"));
        let include = format!("-I{}", path("asm/line"));
        let link = ["-O2".into(), "-static".into(), include, "solver.o".into(), path(self.around)];
        let last = ["-o", algorithm].map(str::to_owned);
        [
            gcc().chain(["-O2".into()]).chain(compile).chain(solver).collect(),
            vec![
                self.tool("objcopy"),
                "--rename-section".into(),
                SECTION.into(),
                "solver.o".into(),
            ],
            gcc().chain(link).chain(bounds).chain(last).collect(),
        ]
    }

    /// Runs of an algorithm; costs are without input and output.
    fn runs(
        &self,
        peers: &Peers<'_>,
        algorithm: &str,
        plugin: &Path,
        puzzles: &[String],
    ) -> Result<Vec<OutsideRun>, String> {
        for command in self.commands(algorithm, peers.root) {
            tool(Command::new(&command[0]).args(&command[1..]).current_dir(&peers.scratch))?;
        }
        let program = peers.scratch.join(algorithm);
        let symbols = tool(Command::new(self.tool("nm")).arg(&program))?;
        let symbols = String::from_utf8_lossy(&symbols.stdout).into_owned();
        let bound = |name: &str| {
            let mut lines = symbols.lines().filter_map(|line| line.strip_suffix(name));
            let address = lines.next().and_then(|line| line.split(' ').next());
            address.ok_or_else(|| format!("{}: no symbol {name}", program.display()))
        };
        let [from, to] = [bound(BOUNDS[0])?, bound(BOUNDS[1])?];
        let plugin = format!("{},from={from},to={to}", plugin.display());
        let run = |puzzle: &String| {
            let mut command = Command::new(self.emulator);
            let done =
                output(command.arg("-plugin").arg(&plugin).arg(&program), puzzle.as_bytes())?;
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            let number = |what: &str| {
                let mut lines = said.lines().filter_map(|line| line.strip_prefix(what));
                lines.next().and_then(|number| number.trim().parse::<f64>().ok())
            };
            let costs = number("counted").zip(number("fetched"));
            let (count, bits) = costs.ok_or_else(|| format!("{command:?}: {said}"))?;
            Ok(OutsideRun { printed: done.stdout, costs: [count, bits] })
        };
        puzzles.iter().map(run).collect()
    }

    /// Versions of its compiler and its emulator.
    fn versions(&self) -> [String; 2] {
        [self.tool("gcc"), self.emulator.to_owned()].map(|it| version(&it).unwrap_or_default())
    }

    fn is_installed(&self) -> bool {
        let names = ["gcc", "objcopy", "nm"].map(|end| self.tool(end));
        installed(&[&names[0], &names[1], &names[2], self.emulator])
    }
}

/// Measures every target whose programs are installed.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let Some(plugin) = plugin(peers)? else { return Ok(0) };
    let set = repository::text(peers.root, SET).unwrap_or_default();
    let lines = set.lines().filter(|line| !line.starts_with('#'));
    let all = lines.filter_map(|line| line.split(' ').next()).map(|puzzle| format!("{puzzle}\n"));
    let [first, last] = PUZZLES;
    let puzzles: Vec<String> = all.take(last).skip(first - 1).collect();
    let page = repository::text(peers.root, PAGE).unwrap_or_default();
    let (mut base, mut tally) = (Vec::new(), Tally::new("QEMU", "outside rows"));
    println!("| target | {} |", ALGORITHMS.join(" | "));
    for (at, target) in TARGETS.iter().enumerate() {
        if !target.is_installed() {
            if at == 0 {
                break;
            }
            continue;
        }
        let all = ALGORITHMS.iter().map(|name| target.runs(peers, name, &plugin, &puzzles));
        let all = all.collect::<Result<Vec<_>, String>>()?;
        if at == 0 {
            base.clone_from(&all);
        }
        let cells: Vec<String> =
            all.iter().zip(&base).map(|(runs, base)| relative(runs, base)).collect();
        let row = format!("| {} | {} |", target.name, cells.join(" | "));
        println!("{row}");
        let printed = |all: &[Vec<OutsideRun>]| -> Vec<Vec<u8>> {
            all.iter().flatten().map(|run| run.printed.clone()).collect()
        };
        let versions = target.versions();
        let other = versions.iter().find(|version| !page.contains(*version));
        let difference = match other {
            _ if printed(&all) != printed(&base) => Some("  it prints other grids".to_owned()),
            Some(other) => {
                println!("peers: {PAGE} does not name {other}: its row is not compared");
                None
            }
            None => (!page.contains(&row)).then(|| format!("  {PAGE} has another row")),
        };
        tally.add(target.name, difference);
    }
    for target in &TARGETS {
        let commands = target.commands("NAME", Path::new(""));
        println!("\n{}: {}", target.name, target.versions().join("; "));
        commands.iter().for_each(|command| println!("{}", command.join(" ")));
        println!("{} -plugin count.so,from={},to={} NAME", target.emulator, BOUNDS[0], BOUNDS[1]);
    }
    Ok(tally.end())
}

/// Geometric means of instructions and of bits fetched, relative to the baseline's.
fn relative(runs: &[OutsideRun], base: &[OutsideRun]) -> String {
    let mean = |which: usize| {
        let pairs = runs.iter().zip(base);
        let sum: f64 = pairs.map(|(run, base)| (run.costs[which] / base.costs[which]).ln()).sum();
        (sum / runs.len().max(1) as f64).exp()
    };
    format!("{:.2} / {:.2}", mean(0), mean(1))
}
