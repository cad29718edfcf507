//! Our machines beside the real programs: spim, mars and qemu-mipsel.
//!
//! Every MIPS program of the repository is run by each peer that can run it; outputs must agree
//! byte for byte. A peer that is not installed is named, never passed over in silence.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::repository;

/// Folders whose programs are compared.
const FOLDERS: &[&str] = &["asm/", "harness/tests/programs/"];

/// Programs with tables of what the real ones answered; a row names the simulator.
const ANSWERED: &str = "emulators/mips32/tests/programs/";

/// Puzzles that are given to a solver, from the beginning of its set.
const PUZZLES: usize = 3;

/// A real simulator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Peer {
    Spim,
    Mars,
    Qemu,
}

impl Peer {
    const ALL: [Peer; 3] = [Peer::Spim, Peer::Mars, Peer::Qemu];

    fn command(self) -> &'static str {
        match self {
            Peer::Spim => "spim",
            Peer::Mars => "mars",
            Peer::Qemu => "qemu-mipsel",
        }
    }

    fn is_installed(self) -> bool {
        installed(self.command()) && (self != Peer::Qemu || installed(COMPILER))
    }
}

/// The compiler for programs that Linux runs.
const COMPILER: &str = "mipsel-linux-gnu-gcc";

/// How it is called: a program that needs no library.
const COMPILE: &[&str] = &[
    "-O2",
    "-static",
    "-nostdlib",
    "-ffreestanding",
    "-mno-abicalls",
    "-fno-pic",
    "-msoft-float",
    "-march=mips32r2",
    "-G0",
    "-Wl,--build-id=none",
    "-o",
];

/// A program and an input for it.
struct Case {
    file: String,
    /// The one peer that is asked, where a table says so.
    only: Option<Peer>,
    input: Vec<u8>,
    label: String,
}

/// Runs every program beside every peer there is, and tells what agreed.
pub(crate) fn compare(root: &Path, isagrid: &Path) -> Result<u8, String> {
    let scratch = repository::target(root)?.join("peers");
    std::fs::create_dir_all(&scratch).map_err(|error| error.to_string())?;
    let cases = cases(root);
    let mut differences = 0;
    for peer in Peer::ALL {
        if !peer.is_installed() {
            println!("peers: {} is not installed: nothing was compared with it", peer.command());
            continue;
        }
        let mut compared = 0;
        for case in cases.iter().filter(|case| runs(root, peer, case)) {
            compared += 1;
            let (theirs, ours) = pair(root, isagrid, &scratch, peer, case)?;
            if theirs != ours {
                differences += 1;
                println!("peers: {} differs from {}", case.label, peer.command());
                println!("  theirs: {}\n  ours:   {}", shown(&theirs), shown(&ours));
            }
        }
        println!("peers: {}: {compared} runs compared", peer.command());
    }
    println!("peers: {differences} differences");
    Ok(u8::from(differences > 0))
}

fn installed(command: &str) -> bool {
    std::env::split_paths(&path_variable()).any(|folder| folder.join(command).is_file())
}

#[expect(clippy::disallowed_methods, reason = "looking for an installed program")]
fn path_variable() -> String {
    std::env::var("PATH").unwrap_or_default()
}

/// Programs that a peer cannot run: another dialect, or another system.
fn runs(root: &Path, peer: Peer, case: &Case) -> bool {
    if let Some(only) = case.only {
        return peer == only;
    }
    let file = case.file.as_str();
    if file.ends_with(".c") || is_linux(file) {
        return peer == Peer::Qemu;
    }
    let text = repository::text(root, file).unwrap_or_default();
    let mars_only = [".eqv", ".macro", ".include"].iter().any(|word| text.contains(word));
    let spim_only = file.contains("spim");
    match peer {
        Peer::Spim => !mars_only && !file.contains("mars"),
        Peer::Mars => !spim_only,
        Peer::Qemu => false,
    }
}

/// Whether an assembly program makes Linux's own system calls.
fn is_linux(file: &str) -> bool {
    file.ends_with(".s") && file.contains("/linux-")
}

fn cases(root: &Path) -> Vec<Case> {
    let files = repository::files(root);
    let programs = files.iter().filter(|file| {
        FOLDERS.iter().any(|folder| file.starts_with(folder))
            && (file.ends_with(".s") || file.ends_with(".asm") || file.ends_with(".c"))
            && !file.contains("/err/")
    });
    let tables = files.iter().filter(|file| file.starts_with(ANSWERED) && file.ends_with(".tsv"));
    let answered = tables.flat_map(|table| answered_cases(root, table));
    programs.flat_map(|file| cases_of(root, file)).chain(answered).collect()
}

/// Rows of a table that an installed peer can be asked again: those without switches, and of
/// SPIM's those that version 8.0, which is the installed one, answered as 9.1 did.
fn answered_cases(root: &Path, table: &str) -> Vec<Case> {
    let folder = table.rsplit_once('/').map_or("", |(folder, _)| folder);
    let text = repository::text(root, table).unwrap_or_default();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [program, simulator, "-", _, old, _] = cells[..] else { return None };
        let only = match (simulator, old) {
            ("spim", "8.0") => Peer::Spim,
            ("mars", _) => Peer::Mars,
            _ => return None,
        };
        let file = format!("{folder}/{program}");
        let input = std::fs::read(root.join(&file).with_extension("in")).unwrap_or_default();
        Some(Case { label: file.clone(), file, only: Some(only), input })
    });
    rows.collect()
}

/// A solver's cases are puzzles; another program's input lies beside it, in a file `.in`.
fn cases_of(root: &Path, file: &str) -> Vec<Case> {
    let size = ["9x9", "4x4"].into_iter().find(|size| file.contains(size));
    if let (true, Some(size)) = (file.starts_with("asm/"), size) {
        let set = repository::text(root, &format!("golden/puzzles/{size}.txt")).unwrap_or_default();
        let lines = set.lines().filter(|line| !line.starts_with('#'));
        let puzzles = lines.filter_map(|line| line.split(' ').next()).take(PUZZLES);
        return puzzles
            .enumerate()
            .map(|(index, puzzle)| puzzle_case(file, puzzle, index))
            .collect();
    }
    let beside = Path::new(file).with_extension("in");
    let input = std::fs::read(root.join(beside)).unwrap_or_default();
    vec![Case { file: file.to_owned(), only: None, input, label: file.to_owned() }]
}

fn puzzle_case(file: &str, puzzle: &str, index: usize) -> Case {
    let side = if puzzle.len() == 81 { 9 } else { 4 };
    let rows = file.contains("mars");
    let mut input = String::new();
    match rows {
        true => {
            for (at, cell) in puzzle.chars().enumerate() {
                input.push(if cell == '.' { '0' } else { cell });
                if (at + 1).is_multiple_of(side) {
                    input.push('\n');
                }
            }
        }
        false => input = format!("{puzzle}\n"),
    }
    let label = format!("{file}, puzzle {}", index + 1);
    Case { file: file.to_owned(), only: None, input: input.into_bytes(), label }
}

/// What the peer printed, and what we print.
fn pair(
    root: &Path,
    isagrid: &Path,
    scratch: &Path,
    peer: Peer,
    case: &Case,
) -> Result<(Vec<u8>, Vec<u8>), String> {
    let file = root.join(&case.file);
    let ours = |arguments: &[&str], file: &Path| {
        let mut command = Command::new(isagrid);
        command.arg("run").args(arguments).arg(file);
        output(command, &case.input).map(|output| output.stdout)
    };
    match peer {
        Peer::Spim => {
            let mut command = Command::new("spim");
            command.arg("-file").arg(&file);
            let theirs = without_banner(&output(command, &case.input)?.stdout);
            Ok((theirs, ours(&["--dialect", "spim"], &file)?))
        }
        Peer::Mars => {
            let mut command = Command::new("mars");
            command.args(["nc", "me"]).arg(&file);
            let theirs = output(command, &case.input)?.stdout;
            Ok((theirs, ours(&["--dialect", "mars"], &file)?))
        }
        Peer::Qemu => {
            let program = match is_linux(&case.file) {
                true => assembled(isagrid, &file, scratch)?,
                false => compiled(&file, scratch)?,
            };
            let mut command = Command::new("qemu-mipsel");
            command.arg(&program);
            Ok((output(command, &case.input)?.stdout, ours(&[], &program)?))
        }
    }
}

fn compiled(source: &Path, scratch: &Path) -> Result<PathBuf, String> {
    let name = source.file_stem().unwrap_or_default();
    let program = scratch.join(name).with_extension("elf");
    let status = Command::new(COMPILER).args(COMPILE).arg(&program).arg(source).status();
    match status {
        Ok(status) if status.success() => Ok(program),
        _ => Err(format!("{COMPILER} does not compile {}", source.display())),
    }
}

/// An ELF file that we wrote, to be run by a loader that is not ours.
fn assembled(isagrid: &Path, source: &Path, scratch: &Path) -> Result<PathBuf, String> {
    let name = source.file_stem().unwrap_or_default();
    let program = scratch.join(name).with_extension("elf");
    let flags = ["--linux-calls", "--delayed-branches", "--no-handler"];
    let status =
        Command::new(isagrid).arg("asm").arg(source).args(flags).arg("-o").arg(&program).status();
    match status {
        Ok(status) if status.success() => Ok(executable(program)),
        _ => Err(format!("isagrid does not assemble {}", source.display())),
    }
}

#[cfg(unix)]
fn executable(program: PathBuf) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    // Where this fails the peer says so itself.
    let _ = std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755));
    program
}

#[cfg(not(unix))]
fn executable(program: PathBuf) -> PathBuf {
    program
}

/// What follows the line `Loaded: ...`, which comes after a copyright in older versions.
fn without_banner(output: &[u8]) -> Vec<u8> {
    let loaded = output.windows(8).position(|window| window == b"Loaded: ");
    let Some(loaded) = loaded else { return output.to_vec() };
    let end = output[loaded..].iter().position(|&byte| byte == b'\n');
    end.map_or_else(Vec::new, |end| output[loaded + end + 1..].to_vec())
}

fn output(mut command: Command, input: &[u8]) -> Result<Output, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{name}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that reads nothing closes its end, which is its right.
        let _ = std::io::Write::write_all(&mut stdin, input);
    }
    child.wait_with_output().map_err(failed)
}

fn shown(bytes: &[u8]) -> String {
    let beginning = &bytes[..bytes.len().min(200)];
    format!("{} bytes, \"{}\"", bytes.len(), beginning.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_banner_of_spim_is_no_output() {
        let output = b"SPIM Version 8.0\nCopyright\nLoaded: /x/exceptions.s\n42\n";
        assert_eq!(without_banner(output), b"42\n");
        assert_eq!(without_banner(b"42\n"), b"42\n");
    }

    #[test]
    fn a_puzzle_becomes_rows_or_a_line() {
        let case = puzzle_case("asm/x-mars-4x4.s", "1...23.....1..2.", 0);
        assert_eq!(case.input, b"1000\n2300\n0001\n0020\n");
        let case = puzzle_case("asm/x-spim-4x4.s", "1...23.....1..2.", 0);
        assert_eq!(case.input, b"1...23.....1..2.\n");
    }
}
