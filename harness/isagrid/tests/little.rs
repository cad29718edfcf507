//! The command with an external machine: with an environment variable set, this executable is that
//! command; otherwise it calls itself and checks the results.
//!
//! The machine is `emulators/little`, made as "Adding a machine" in CONTRIBUTING.md explains. Each
//! check below covers a feature that every machine gets by implementing the contract.

#![expect(clippy::unwrap_used, reason = "a test stops at what is not there")]

#[path = "it/support.rs"]
#[expect(dead_code, reason = "this target runs another command")]
mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use support::{Done, root};

/// Environment variable that makes this executable the command.
const COMMAND: &str = "ISAGRID_WITH_LITTLE";

/// A check, run in an empty folder; it panics on a failure.
type Check = fn(&Path);

const CHECKS: &[(&str, Check)] = &[
    ("mistakes_of_a_source_are_reported_at_their_places", mistakes),
    ("a_program_reads_and_writes_and_ends_with_its_status", input_and_output),
    ("a_fault_shows_its_line_and_the_registers", faults),
    ("limits_are_reported_and_an_endless_program_ends", limits),
    ("a_trace_has_every_instruction", trace),
    ("a_profile_and_counts_name_the_model", profile),
    ("a_listing_and_a_disassembly_show_the_words", listing),
    ("the_page_has_every_instruction", page),
    ("an_elf_file_keeps_the_switches", elf),
    ("the_end_of_a_name_tells_the_dialect", dialect),
    ("a_switch_is_refused_on_another_machine", switches),
    ("a_debugger_is_answered", debug),
    ("a_lane_takes_the_right_decisions_at_the_same_cost_each_time", lane),
];

#[expect(clippy::print_stdout, reason = "a test says what it did")]
fn main() -> ExitCode {
    if std::env::var_os(COMMAND).is_some() {
        return isagrid::main(&[little::ARCHITECTURE]);
    }
    // `cargo test WORD` selects checks by name. A number belongs to an option.
    let is_word = |it: &String| !it.starts_with('-') && it.parse::<u32>().is_err();
    let words: Vec<String> = std::env::args().skip(1).filter(is_word).collect();
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word));
    let (mut done, mut failed) = (0, Vec::new());
    for (name, check) in CHECKS.iter().filter(|(name, _)| is_wanted(name)) {
        let folder = tempfile::tempdir().unwrap();
        let ended = std::panic::catch_unwind(|| check(folder.path()));
        println!("test {name} ... {}", if ended.is_ok() { "ok" } else { "FAILED" });
        done += 1;
        if ended.is_err() {
            failed.push(*name);
        }
    }
    println!("{} of {done} checks passed", done - failed.len());
    failed.iter().for_each(|name| println!("failed: {name}"));
    ExitCode::from(u8::from(!failed.is_empty()))
}

/// Runs the command in a folder with some input.
fn isagrid(folder: &Path, arguments: &[&str], input: &[u8]) -> Done {
    let file = folder.join("its input");
    fs::write(&file, input).unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(arguments)
        .env(COMMAND, "1")
        .env_remove("CLICOLOR_FORCE")
        .current_dir(folder)
        .stdin(Stdio::from(fs::File::open(file).unwrap()))
        .output()
        .unwrap();
    Done {
        status: output.status.code().unwrap_or(-1),
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Writes a source and runs the command on it without input.
fn with(folder: &Path, arguments: &[&str], source: &str) -> Done {
    fs::write(folder.join("x.little"), source).unwrap();
    isagrid(folder, &[arguments, &["x.little"]].concat(), b"")
}

/// Checks the status, and that output and messages contain all these texts.
fn prints(done: &Done, status: i32, parts: &[&str]) {
    assert_eq!(done.status, status, "{}", done.printed());
    for part in parts {
        assert!(done.printed().contains(part), "`{part}` is not in:\n{}", done.printed());
    }
}

/// Program that converts a line to capitals, with a procedure call for each byte.
const CAPITALS: &str = "\
loop:   in r1
        blt r1, r0, end         # the input is at its end
        jal r6, capital
        out r1
        beq r0, r0, loop
end:    li r2, 3
        halt r2
capital:
        li r2, 97
        blt r1, r2, back
        li r2, 32
        sub r1, r1, r2
        st r1, last(r0)
back:   jr r6
last:   .space 1
";

fn mistakes(folder: &Path) {
    let done = with(folder, &["run"], "lii r1, 2\nadd r1, r2, r9\nx: beq r0, r0, why\n");
    let unknown = ["error[A001]: unknown instruction `lii`", "x.little:1:1", "did you mean `li`?"];
    prints(&done, 3, &unknown);
    prints(&done, 3, &["error[A005]: unknown register `r9`", "x.little:2:13"]);
    prints(&done, 3, &["error[A010]: undefined label `why`", "x.little:3:16"]);
}

fn input_and_output(folder: &Path) {
    fs::write(folder.join("x.little"), CAPITALS).unwrap();
    let done = isagrid(folder, &["run", "x.little"], b"a Bc\n");
    let message = "the program exited with status 3; use --exit-code to exit with it\n";
    assert_eq!((done.status, done.out().as_str(), done.stderr.as_str()), (0, "A BC\n", message));
    prints(&isagrid(folder, &["run", "--exit-code", "x.little"], b""), 3, &[]);
}

fn faults(folder: &Path) {
    let done = with(folder, &["run"], "li r1, 2\nld r2, 0(r1)\nhalt r0\n");
    let load = ["error[M002]: this reads 0x00000002, which is not a multiple of 4", "x.little:2:1"];
    prints(&done, 1, &load);
    prints(&done, 1, &["with r2 = 0x00000000, r1 = 0x00000002", "step by 4 from one to the next"]);
    let done = with(folder, &["run"], "li r1, 2\n");
    prints(
        &done,
        1,
        &["error[M020]: the program continues to 0x00000104", "end the program with `halt`"],
    );
    let done = with(folder, &["run"], "here: st r0, here(r0)\n");
    prints(&done, 1, &["error[M003]: this writes 0x00000100", "--writable-text"]);
}

fn limits(folder: &Path) {
    let done = with(folder, &["run", "--max-instructions", "1000"], "a: beq r0, r0, a\n");
    prints(&done, 4, &["still running after 1,000 instructions", "x.little:1 (0x00000100, a)"]);
    let done = with(folder, &["run", "--max-output", "9"], "li r1, 65\na: out r1\nbeq r0, r0, a\n");
    prints(&done, 4, &["AAAAAAAAA"]);
}

fn trace(folder: &Path) {
    fs::write(folder.join("x.little"), CAPITALS).unwrap();
    let done = isagrid(folder, &["run", "--trace", "x.little"], b"a");
    // The last line shows the program's status.
    assert_eq!(done.stderr.lines().count(), 16, "{}", done.printed());
    prints(&done, 0, &["0x00000108  jal r6, 0x11c                r6=0x0000010c"]);
    prints(&done, 0, &["; x.little:12: sub r1, r1, r2"]);
}

fn profile(folder: &Path) {
    fs::write(folder.join("x.little"), CAPITALS).unwrap();
    let done = isagrid(folder, &["run", "--profile", "--counts", "x.little"], b"ab");
    prints(&done, 0, &["capital", "2    7.7 %      9          li r2, 97"]);
    prints(&done, 0, &["instructions               26  machine instructions retired"]);
    prints(&done, 0, &["cycles one-port              28\n", "source: definition: single-port"]);
}

fn listing(folder: &Path) {
    let done = with(folder, &["asm", "--listing"], CAPITALS);
    prints(&done, 0, &["0x00000100  0xa2000000      1  loop:   in r1\n"]);
    let done = with(folder, &["disasm"], CAPITALS);
    prints(&done, 0, &["loop:\n  0x00000100  0xa2000000  in r1\n", "0x8c000047  jal r6, 0x11c\n"]);
}

fn page(folder: &Path) {
    let done = isagrid(folder, &["isa", "little"], b"");
    assert_eq!(done.status, 0, "{}", done.printed());
    let rows = done.out().lines().filter(|line| line.ends_with(" |")).count();
    assert_eq!(rows, 1 + 12 + 1 + 2, "twelve instructions, two directives and the heads");
}

fn elf(folder: &Path) {
    let source = "here: st r0, here(r0)\nhalt r0\nfar: .space 60000\n";
    prints(&with(folder, &["run"], source), 1, &["--writable-text"]);
    prints(&with(folder, &["asm", "--writable-text", "-o", "x.elf"], source), 0, &[]);
    prints(&isagrid(folder, &["run", "x.elf"], b""), 0, &[]);
    prints(&isagrid(folder, &["disasm", "x.elf"], b""), 0, &["  0x00000104  0xc0000000  halt r0"]);
    let large = with(folder, &["run"], "far: .space 70000\n");
    prints(&large, 3, &["error[A908]: this does not fit in memory", "last address is 0x0003ffff"]);
}

fn dialect(folder: &Path) {
    prints(&with(folder, &["run", "--exit-code"], CAPITALS), 3, &[]);
    fs::copy(folder.join("x.little"), folder.join("x.s")).unwrap();
    prints(&isagrid(folder, &["run", "x.s"], b""), 3, &["unknown instruction `in`"]);
    prints(&isagrid(folder, &["run", "--dialect", "little", "x.s"], b""), 0, &[]);
    let other = with(folder, &["run"], "main: li $v0, 10\nsyscall\n");
    prints(&other, 3, &["unknown register `$v0`", "this assembles as mars: use --dialect mars"]);
}

fn switches(folder: &Path) {
    fs::write(folder.join("x.s"), "main: li $v0, 10\nsyscall\n").unwrap();
    let done = isagrid(folder, &["run", "--writable-text", "x.s"], b"");
    prints(&done, 2, &["--writable-text does not apply to mars, only to little"]);
    let done = with(folder, &["run", "--big-endian"], "halt r0\n");
    prints(&done, 2, &["--big-endian does not apply to little, only to mars and spim"]);
}

/// Isagrid's debugger works forwards and backwards; gdb, which does not support Little, is refused.
fn debug(folder: &Path) {
    fs::write(folder.join("x.little"), "li r1, 7\nhalt r1\n").unwrap();
    let words = b"break 2\nrun\nprint r1\nback\nprint r1\nx/2i $pc\ncontinue\ncontinue\n";
    let done = isagrid(folder, &["debug", "x.little"], words);
    let message = ["breakpoint 1, x.little:2", "r1 = 0x00000007 (7)", "r1 = 0x00000000 (0)"];
    prints(&done, 0, &message);
    prints(&done, 0, &["li r1, 7", "the program ended with status 7"]);
    let done = isagrid(folder, &["debug", "--pipe", "x.little"], b"");
    prints(&done, 2, &["gdb does not support Little: use isagrid's debugger, without --pipe"]);
}

/// Small clone with one lane, whose solver is a program of the machine's tests.
fn lane(folder: &Path) {
    let source = "emulators/little/tests/programs/backtrack-4x4.little";
    fs::create_dir_all(folder.join("asm/backtrack")).unwrap();
    fs::copy(root().join(source), folder.join("asm/backtrack/little-4x4.little")).unwrap();
    let row = "[[lane]]\nname = \"little-4x4\"\nalgorithm = \"backtrack\"\nmachine = \"little\"\n\
               dialect = \"little\"\nswitches = [\"writable-text\"]\n\
               sources = [\"backtrack/little-4x4.little\"]\nsize = 4\nfeed = \"line\"\n\
               read = \"line\"\nnode = \"solve\"\n\
               grid = { symbol = \"grid\", row_stride = 16, cell = 4 }\nsets = [\"4x4\"]\n";
    fs::write(folder.join("asm/lanes.toml"), row).unwrap();
    for kind in ["golden/puzzles", "golden/solutions"] {
        fs::create_dir_all(folder.join(kind)).unwrap();
        fs::copy(root().join(kind).join("4x4.txt"), folder.join(kind).join("4x4.txt")).unwrap();
    }
    let (elsewhere, clone) = (tempfile::tempdir().unwrap(), folder.to_str().unwrap());
    let command = |arguments: &[&str]| {
        isagrid(elsewhere.path(), &[arguments, &["--root", clone]].concat(), b"")
    };
    prints(&command(&["verify", "--bless"]), 0, &["little-4x4.tsv: 212 of 212 puzzles"]);
    let again = "1 lane, 212 runs: all match the golden results\n";
    prints(&command(&["verify"]), 0, &["  212       212           212  ", again]);
}
