//! Comparison of every program in the repository with each simulator that can run it.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Peers, SOLVERS, Tally, installed, output, shown};
use xtask::repository;

/// Folders whose programs are compared.
const FOLDERS: &[&str] = &["asm/", "harness/isagrid/tests/programs/"];

/// Programs with tables of recorded results; a row names the simulator.
const ANSWERED: &[&str] =
    &["emulators/mips32/tests/programs/", "emulators/riscv32/tests/programs/"];

/// Puzzles for each solver, from the start of its set.
const PUZZLES: usize = 3;

/// A real simulator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Simulator {
    Spim,
    Mars,
    Rars,
}

impl Simulator {
    const ALL: [Simulator; 3] = [Simulator::Spim, Simulator::Mars, Simulator::Rars];

    /// Command, which is also the name of the dialect.
    fn command(self) -> &'static str {
        match self {
            Simulator::Spim => "spim",
            Simulator::Mars => "mars",
            Simulator::Rars => "rars",
        }
    }

    /// Whether it can run a program: its dialect, and not one for another system.
    fn runs(self, peers: &Peers<'_>, case: &SimulatorCase) -> bool {
        if let Some(only) = case.only {
            return self == only;
        }
        let file = case.file.as_str();
        let others = ["/linux-", "gnu", "esp32c3", "lc3", "mos6502"];
        if others.iter().any(|other| file.contains(other)) {
            return false;
        }
        if let Some(dialect) = assignments_dialect(peers.root, file) {
            return self.command() == dialect;
        }
        let is_riscv = file.contains("riscv");
        let text = repository::text(peers.root, file).unwrap_or_default();
        let mars_only = [".eqv", ".macro", ".include"].iter().any(|word| text.contains(word));
        match self {
            Simulator::Spim => !mars_only && !file.contains("mars") && !is_riscv,
            Simulator::Mars => !file.contains("spim") && !is_riscv,
            Simulator::Rars => file.contains("rars"),
        }
    }
}

/// Dialect of the assignment that a source belongs to, if any.
fn assignments_dialect(root: &Path, file: &str) -> Option<String> {
    let inside = file.strip_prefix("asm/assignments/")?;
    let (name, _) = inside.split_once('/')?;
    let text = repository::text(root, &format!("asm/assignments/{name}/assignment.toml"))?;
    let row = text.lines().find_map(|line| line.strip_prefix("dialect = "))?;
    Some(row.trim_matches('"').to_owned())
}

/// A program and an input for it.
struct SimulatorCase {
    file: String,
    /// The program as one file.
    program: PathBuf,
    /// Only simulator to use, if a table names one.
    only: Option<Simulator>,
    input: Vec<u8>,
    label: String,
}

impl SimulatorCase {
    /// Whether the program's branches are delayed.
    fn has_slots(&self) -> bool {
        self.file.contains("-slots")
    }
}

/// Runs every program in Isagrid and in every installed simulator.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let cases = cases(peers)?;
    let mut differences = 0;
    for simulator in Simulator::ALL {
        if !installed(&[simulator.command()]) {
            continue;
        }
        let mut tally = Tally::new(simulator.command(), "runs");
        for case in cases.iter().filter(|case| simulator.runs(peers, case)) {
            let theirs = theirs(peers, simulator, case)?;
            let ours = ours(peers, simulator, case)?;
            let difference = format!("  theirs: {}\n  ours:   {}", shown(&theirs), shown(&ours));
            tally.add(&case.label, (theirs != ours).then_some(difference));
        }
        differences += tally.end();
    }
    Ok(differences)
}

fn theirs(
    peers: &Peers<'_>,
    simulator: Simulator,
    case: &SimulatorCase,
) -> Result<Vec<u8>, String> {
    let mut command = Command::new(simulator.command());
    match simulator {
        Simulator::Spim if case.has_slots() => command.args(["-delayed_branches", "-file"]),
        Simulator::Spim => command.arg("-file"),
        Simulator::Mars | Simulator::Rars => command.args(["nc", "me"]),
    };
    // Each program starts in an empty folder, so that it sees no files of the one before.
    let folder = peers.scratch.join("run");
    let empty = || {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)
    };
    empty().map_err(|error| error.to_string())?;
    command.current_dir(&folder).arg(&case.program);
    let done = output(&mut command, &case.input)?;
    Ok(match simulator {
        Simulator::Spim => without_banner(&done.stdout),
        Simulator::Mars | Simulator::Rars => done.stdout,
    })
}

fn ours(peers: &Peers<'_>, simulator: Simulator, case: &SimulatorCase) -> Result<Vec<u8>, String> {
    let mut command = Command::new(peers.isagrid);
    command.args(["run", "--dialect", simulator.command()]).arg(&case.program);
    if case.has_slots() {
        command.arg("--delayed-branches");
    }
    output(&mut command, &case.input).map(|output| output.stdout)
}

fn cases(peers: &Peers<'_>) -> Result<Vec<SimulatorCase>, String> {
    let programs = peers.files.iter().filter(|file| {
        FOLDERS.iter().any(|folder| file.starts_with(folder))
            && (file.ends_with(".s") || file.ends_with(".asm"))
    });
    let tables = peers.files.iter().filter(|file| {
        ANSWERED.iter().any(|folder| file.starts_with(folder)) && file.ends_with(".tsv")
    });
    let mut cases = Vec::new();
    for file in programs {
        if let Some(program) = peers.whole(file)? {
            cases.extend(cases_of(peers.root, file, &program));
        }
    }
    cases.extend(tables.flat_map(|table| answered_cases(peers.root, table)));
    Ok(cases)
}

/// Rows of a table that an installed simulator can repeat: those without options and, for SPIM, those
/// with equal results in version 8.0, which packages have, and 9.1.
fn answered_cases(root: &Path, table: &str) -> Vec<SimulatorCase> {
    let folder = table.rsplit_once('/').map_or("", |(folder, _)| folder);
    let text = repository::text(root, table).unwrap_or_default();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [program, simulator, "-", _, old, _] = cells[..] else { return None };
        let only = match (simulator, old) {
            ("spim", "8.0") => Simulator::Spim,
            ("mars", _) => Simulator::Mars,
            ("rars", _) => Simulator::Rars,
            _ => return None,
        };
        // The clock is the real time there, and the host's own here.
        if program.contains("-time-") {
            return None;
        }
        let file = format!("{folder}/{program}");
        let input = std::fs::read(root.join(&file).with_extension("in")).unwrap_or_default();
        Some(SimulatorCase {
            label: file.clone(),
            program: root.join(&file),
            file,
            only: Some(only),
            input,
        })
    });
    rows.collect()
}

/// Cases of a program: puzzles for a solver; otherwise the file `.in` next to the program.
fn cases_of(root: &Path, file: &str, program: &Path) -> Vec<SimulatorCase> {
    let case = |input, label| SimulatorCase {
        file: file.to_owned(),
        program: program.to_owned(),
        only: None,
        input,
        label,
    };
    let puzzles = puzzles(root, file);
    if !puzzles.is_empty() {
        let numbered = puzzles.into_iter().enumerate();
        let cases = numbered.map(|(at, input)| case(input, format!("{file}, puzzle {}", at + 1)));
        return cases.collect();
    }
    let input = Path::new(file).with_extension("in");
    let input = std::fs::read(root.join(input)).unwrap_or_default();
    vec![case(input, file.to_owned())]
}

/// First puzzles of a solver's set, in the format it reads; none if the program is not a solver.
pub(super) fn puzzles(root: &Path, file: &str) -> Vec<Vec<u8>> {
    let is_solver = SOLVERS.iter().any(|folder| file.starts_with(folder));
    let set = ["9x9", "4x4"].into_iter().find(|size| file.contains(size));
    let set = set.or(is_solver.then_some("easy"));
    let (true, Some(set)) = (file.starts_with("asm/"), set) else { return Vec::new() };
    let set = repository::text(root, &format!("golden/puzzles/{set}.txt")).unwrap_or_default();
    let lines = set.lines().filter(|line| !line.starts_with('#'));
    let puzzles = lines.filter_map(|line| line.split(' ').next()).take(PUZZLES);
    puzzles.map(|puzzle| puzzle_input(file, puzzle)).collect()
}

/// Puzzle as one line, or for MARS and RARS as one number per row.
fn puzzle_input(file: &str, puzzle: &str) -> Vec<u8> {
    if !file.contains("mars") && !file.contains("rars") {
        return format!("{puzzle}\n").into_bytes();
    }
    let side = if puzzle.len() == 81 { 9 } else { 4 };
    let digits = puzzle.replace('.', "0").into_bytes();
    digits.chunks(side).flat_map(|row| [row, b"\n"].concat()).collect()
}

/// Output after the line `Loaded: ...`, which follows a copyright in older versions.
fn without_banner(output: &[u8]) -> Vec<u8> {
    let loaded = output.windows(8).position(|window| window == b"Loaded: ");
    let Some(loaded) = loaded else { return output.to_vec() };
    let end = output[loaded..].iter().position(|&byte| byte == b'\n');
    end.map_or_else(Vec::new, |end| output[loaded + end + 1..].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_banner_of_spim_is_removed() {
        let output = b"SPIM Version 8.0\nCopyright\nLoaded: /x/exceptions.s\n42\n";
        assert_eq!(without_banner(output), b"42\n");
        assert_eq!(without_banner(b"42\n"), b"42\n");
    }

    #[test]
    fn a_puzzle_becomes_rows_or_a_line() {
        let puzzle = "1...23.....1..2.";
        assert_eq!(puzzle_input("asm/x-mars-4x4.s", puzzle), b"1000\n2300\n0001\n0020\n");
        assert_eq!(puzzle_input("asm/x-spim-4x4.s", puzzle), b"1...23.....1..2.\n");
    }
}
