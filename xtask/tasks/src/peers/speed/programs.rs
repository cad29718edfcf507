//! Programs to measure: solvers on the hardest puzzle, and loops.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::linux::executable;
use super::super::{Peers, installed, tool};
use super::{Peer, Program};
use crate::compile;

/// Label and address of the words that are compared.
pub(super) const RESULT: &str = "RESULT";
pub(super) const RESULT_ADDRESS: usize = 0o1000;

/// Set whose last puzzle is the hardest, and program with the PDP-10's search.
const SET: &str = "golden/puzzles/9x9.txt";
const SEARCH: &str = "asm/backtrack/pdp10-line.mid";

const RISCV_SOLVER: &str = "asm/backtrack/riscv32-gnu-9x9.s";
const QEMU_RISCV: &str = "qemu-riscv32";
const QEMU_MIPS: &str = "qemu-mipsel";

/// About 1050 million instructions.
const RISCV_LOOP: &str = "\t.text
\t.globl _start
_start:\tla a0, cells
\tli a1, 0x8000000
loop:\tlw a2, 0(a0)
\tlw a3, 4(a0)
\tadd a2, a2, a3
\txor a4, a4, a2
\tsw a2, 0(a0)
\tsw a4, 8(a0)
\taddi a1, a1, -1
\tbnez a1, loop
\tli a0, 0
\tli a7, 93
\tecall
\t.data
\t.balign 4
cells:\t.word 1, 3, 0
";

/// The same for the MIPS32, with the delay slot of its branch filled.
const MIPS_LOOP: &str = "\t.data
cells:\t.word 1, 3, 0
\t.text
\t.globl main
main:\tla $t0, cells
\tlui $t1, 0x0800
loop:\tlw $t2, 0($t0)
\tlw $t3, 4($t0)
\taddiu $t1, $t1, -1
\taddu $t2, $t2, $t3
\txor $t4, $t4, $t2
\tsw $t2, 0($t0)
\tbne $t1, $zero, loop
\tsw $t4, 8($t0)
\taddu $a0, $zero, $zero
\taddiu $v0, $zero, 4001
\tsyscall
";

/// Start of a bare program for the PDP-10.
const PDP10_NAMES: &str = "\tTITLE SPEED
A=1
B=2
C=3
D=4
N=12
S=13
K=S+1
X=15
P=17
\tLOC 1000
";

/// About 480 million instructions.
const PDP10_LOOP: &str = "RESULT:\tBLOCK 4
GO:\tMOVEI A,1
\tMOVEM A,RESULT
\tMOVE N,[80000000.]
LOOP:\tMOVE A,RESULT
\tADDI A,3
\tXOR B,A
\tMOVEM A,RESULT
\tMOVEM B,RESULT+1
\tSOJG N,LOOP
\tJRST 4,.
\tEND GO
";

/// About 480 million instructions: each byte goes through a procedure.
const PDP10_MIX: &str = "RESULT:\tBLOCK 4
PDL:\tBLOCK 20
TEXT:\tASCII /MIXED/
GO:\tMOVE P,[-20,,PDL-1]
\tMOVE N,[8000000.]
LOOP:\tMOVE C,[440700,,TEXT]
\tMOVE D,[440700,,RESULT]
\tMOVEI B,5
BYTE:\tILDB A,C
\tPUSHJ P,TURN
\tIDPB A,D
\tSOJG B,BYTE
\tSOJG N,LOOP
\tJRST 4,.
TURN:\tLSH A,3
\tADD A,RESULT+1
\tLSH A,-1
\tANDI A,177
\tADDM A,RESULT+1
\tLSH A,-1
\tPOPJ P,
\tEND GO
";

/// Fills the grid from the table after it, then calls the search, whose names it uses.
///
/// It has no BLT, which SIMH counts differently.
const PDP10_SUDOKU: &str = "RESULT:
GRID:\tBLOCK 81.
PDL:\tBLOCK 400
GO:\tMOVSI N,-81.
FILL:\tMOVE A,TABLE(N)
\tMOVEM A,GRID(N)
\tAOBJN N,FILL
\tMOVE P,[-400,,PDL-1]
\tREPEAT 10.,[
\tMOVE .RPCNT,BITS+.RPCNT
]
\tMOVSI N,-81.
\tPUSHJ P,SOLVE
\t JFCL
\tJRST 4,.
";

/// Every program whose peer and compiler are installed.
pub(super) fn all(peers: &Peers<'_>) -> Result<Vec<Program>, String> {
    let set = std::fs::read_to_string(peers.root.join(SET));
    let set = set.map_err(|error| format!("{SET}: {error}"))?;
    let last = set.lines().rfind(|line| !line.starts_with('#'));
    let puzzle = last.and_then(|line| line.split(' ').next()).unwrap_or_default();
    let mut programs = Vec::new();
    if installed(&[QEMU_RISCV]) {
        programs.extend(riscv(peers, puzzle)?);
    }
    if installed(&[QEMU_MIPS]) {
        programs.extend(mips(peers, puzzle)?);
    }
    if installed(&["pdp10"]) {
        programs.extend(pdp10(peers, puzzle)?);
    }
    Ok(programs)
}

fn riscv(peers: &Peers<'_>, puzzle: &str) -> Result<Vec<Program>, String> {
    const GNU: &[&str] = &["--dialect", "gnu"];
    let one = |name, file, puzzle: &str| Program {
        name,
        file,
        switches: &[],
        input: format!("{puzzle}\n").into_bytes(),
        peer: Peer::Qemu(QEMU_RISCV),
    };
    let solver = assembled(peers, &peers.root.join(RISCV_SOLVER), "riscv-solver.elf", GNU)?;
    let source = written(peers, "riscv-loop.s", RISCV_LOOP)?;
    let repeats = assembled(peers, &source, "riscv-loop.elf", GNU)?;
    let mut programs =
        vec![one("RISC-V: Sudoku, by hand", solver, puzzle), one("RISC-V: loop", repeats, "")];
    let compiled = compile::data_apart(peers.root, &peers.scratch, "riscv32", "gcc-o2")?;
    programs.extend(compiled.map(|file| one("RISC-V: Sudoku, gcc -O2", executable(file), puzzle)));
    Ok(programs)
}

fn mips(peers: &Peers<'_>, puzzle: &str) -> Result<Vec<Program>, String> {
    const LINUX: &[&str] = &["--dialect", "mars", "--linux-calls", "--delayed-branches"];
    let one = |name, file, puzzle: &str| Program {
        name,
        file,
        switches: &[],
        input: format!("{puzzle}\n").into_bytes(),
        peer: Peer::Qemu(QEMU_MIPS),
    };
    let source = written(peers, "mips-loop.s", MIPS_LOOP)?;
    let mut programs =
        vec![one("MIPS32: loop", assembled(peers, &source, "mips-loop.elf", LINUX)?, "")];
    let variants = [
        ("MIPS32: Sudoku, gcc -O2", "gcc-o2"),
        ("MIPS32: Sudoku, gcc -O2, slots nop", "gcc-o2-nops"),
    ];
    for (name, variant) in variants {
        let compiled = compile::data_apart(peers.root, &peers.scratch, "mips32", variant)?;
        programs.extend(compiled.map(|file| one(name, executable(file), puzzle)));
    }
    Ok(programs)
}

fn pdp10(peers: &Peers<'_>, puzzle: &str) -> Result<Vec<Program>, String> {
    const SAVED: &[&str] = &["--bare", "--format", "sav", "--packing", "simh"];
    let search = std::fs::read_to_string(peers.root.join(SEARCH));
    let search = search.map_err(|error| format!("{SEARCH}: {error}"))?;
    let Some(begin) = search.find("\nSOLVE:") else {
        return Err(format!("{SEARCH} has no procedure SOLVE"));
    };
    let digits = puzzle.bytes().map(|digit| char::from(if digit == b'.' { b'0' } else { digit }));
    let table: Vec<String> = digits.map(|digit| format!("\t{digit}\n")).collect();
    let sudoku = format!("{PDP10_SUDOKU}TABLE:{}{}", table.concat(), &search[begin..]);
    let sources = [
        ("PDP-10: Sudoku", "pdp10-sudoku", sudoku.as_str(), 81),
        ("PDP-10: loop", "pdp10-loop", PDP10_LOOP, 4),
        ("PDP-10: bytes, calls, shifts", "pdp10-mix", PDP10_MIX, 4),
    ];
    let mut programs = Vec::new();
    for (name, file, text, words) in sources {
        let source = written(peers, &format!("{file}.mid"), &format!("{PDP10_NAMES}{text}"))?;
        let file = assembled(peers, &source, &format!("{file}.sav"), SAVED)?;
        let peer = Peer::Simh { words };
        programs.push(Program { name, file, switches: &["--bare"], input: Vec::new(), peer });
    }
    Ok(programs)
}

pub(super) fn written(peers: &Peers<'_>, name: &str, text: &str) -> Result<PathBuf, String> {
    let file = peers.scratch.join(name);
    std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(file)
}

/// A program from our assembler.
fn assembled(
    peers: &Peers<'_>,
    source: &Path,
    name: &str,
    switches: &[&str],
) -> Result<PathBuf, String> {
    let program = peers.scratch.join(name);
    let mut command = Command::new(peers.isagrid);
    tool(command.arg("asm").arg(source).args(switches).arg("-o").arg(&program))?;
    Ok(executable(program))
}
