//! `isagrid run`: statuses, files, limits and pipes.

use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::support::{isagrid, root};

const COPY: &str = r#"
# Copies its file in.txt to ../out.txt, and ends with status 300.
        .data
from:   .asciiz "in.txt"
to:     .asciiz "../out.txt"
buffer: .space 64
        .text
        .globl main
main:   la $a0, from
        li $a1, 0
        li $v0, 13
        syscall
        move $a0, $v0
        la $a1, buffer
        li $a2, 64
        li $v0, 14
        syscall
        move $s0, $v0
        la $a0, to
        li $a1, 1
        li $v0, 13
        syscall
        move $a0, $v0
        la $a1, buffer
        move $a2, $s0
        li $v0, 15
        syscall
        li $a0, 300
        li $v0, 17
        syscall
"#;

#[test]
fn files_are_read_and_kept_in_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("copy.s"), COPY).unwrap();
    std::fs::write(folder.join("mine.txt"), "grid").unwrap();
    let arguments =
        ["run", "copy.s", "--file", "in.txt=mine.txt", "--keep-files", "kept", "--exit-code"];
    let done = isagrid(folder, &arguments, b"");
    assert_eq!(done.status, 300 % 256, "{}", done.stderr);
    assert_eq!(std::fs::read(folder.join("kept/%2E.%2Fout.txt")).unwrap(), b"grid");
    let kept: Vec<_> = std::fs::read_dir(folder.join("kept")).unwrap().collect();
    assert_eq!(kept.len(), 1, "the file that was only read is not kept");
    let without = isagrid(folder, &["run", "copy.s", "--file", "in.txt=mine.txt"], b"");
    assert_eq!(without.status, 0, "{}", without.stderr);
}

#[test]
fn closed_pipe_stops_the_program_silently() {
    let folder = tempfile::tempdir().unwrap();
    let source = "main: li $a0, 7\nloop: li $v0, 1\nsyscall\nj loop\n";
    std::fs::write(folder.path().join("print.s"), source).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_isagrid"))
        .args(["run", "print.s"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(&first, b"7777777777");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(4), "it had not ended");
}

#[test]
fn the_founding_puzzle_is_solved_by_hand() {
    let rows = "007000008\n840000600\n000895300\n010400003\n000000070\n900500024\n204006000\n\
                080730010\n130904700\n";
    let solution = "397641258\n845273691\n621895347\n718429563\n452368179\n963517824\n274186935\n\
                    589732416\n136954782\n";
    let solver = "asm/backtrack/mips32-mars-9x9.s";
    let done = isagrid(&root(), &["run", solver], rows.as_bytes());
    assert_eq!((done.status, done.out().as_str()), (0, solution), "{}", done.stderr);
    let line: String = rows.split_whitespace().collect();
    let done = isagrid(&root(), &["solve", &line], b"");
    assert_eq!(done.out(), solution.replace('\n', "") + "\n");
    let solver = "asm/backtrack/mips32-spim-9x9.s";
    let done = isagrid(&root(), &["run", "--dialect", "spim", solver], (line + "\n").as_bytes());
    assert_eq!(done.out(), solution.replace('\n', "") + "\n");
}

#[test]
fn trace_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let source = "main: li $v0, 10\nsyscall\n";
    std::fs::write(folder.path().join("x.s"), source).unwrap();
    let done = isagrid(folder.path(), &["run", "--trace=trace.txt", "x.s"], b"");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    let trace = std::fs::read_to_string(folder.path().join("trace.txt")).unwrap();
    assert_eq!(trace.lines().count(), 2, "{trace}");
    assert!(trace.contains("v0=0x0000000a"), "{trace}");
}

/// A program as in RISC-V conformance suites: `tohost` ends it, and the words between two symbols are
/// its result.
#[test]
fn conformance_program_writes_its_signature() {
    let folder = tempfile::tempdir().unwrap();
    let source = "\
        .globl _start, tohost, begin_signature, end_signature
_start: csrr    t0, mhartid
        la      t1, begin_signature
        sw      t0, 0(t1)
        li      t0, 0x12345678
        sw      t0, 4(t1)
        la      t1, tohost
        li      t0, STATUS
        sw      t0, 0(t1)
1:      j       1b
        .data
        .balign 64
tohost: .dword  0
begin_signature: .word 0xdeadbeef, 0xdeadbeef, 0x55
end_signature:
";
    for (status, ends) in [("1", 0), ("7", 1)] {
        let source = source.replace("STATUS", status);
        std::fs::write(folder.path().join("x.s"), source).unwrap();
        let asm = ["asm", "--dialect", "gnu", "--bare", "x.s", "-o", "x.elf"];
        assert_eq!(isagrid(folder.path(), &asm, b"").status, 0);
        let run = ["run", "--signature", "x.sig", "x.elf"];
        let done = isagrid(folder.path(), &run, b"");
        assert_eq!(done.status, ends, "{}", done.stderr);
        assert_eq!(ends == 1, done.stderr.contains("test 3 failed"), "{}", done.stderr);
        let signature = std::fs::read_to_string(folder.path().join("x.sig")).unwrap();
        assert_eq!(signature, "00000000\n12345678\n00000055\n");
    }
}

/// Images for a real board also run here.
#[test]
fn images_of_the_esp32c3_are_written_and_run() {
    let folder = tempfile::tempdir().unwrap();
    let solver = root().join("asm/backtrack/riscv32-esp32c3-9x9.s");
    let solver = solver.to_str().unwrap();
    let puzzle = std::fs::read(root().join("docs/examples/line.txt")).unwrap();
    for format in ["elf", "esp32c3-app", "esp32c3-direct-boot"] {
        let asm = ["asm", "--board", "esp32c3", "--format", format, solver, "-o", "out.bin"];
        let done = isagrid(folder.path(), &asm, b"");
        assert_eq!(done.status, 0, "{format}: {}", done.stderr);
        let done = isagrid(folder.path(), &["run", "out.bin"], &puzzle);
        assert_eq!(done.status, 0, "{format}: {}", done.stderr);
        assert!(done.out().starts_with("39764125884527369162189534771842956345236817996351"));
    }
    let mut bytes = std::fs::read(folder.path().join("out.bin")).unwrap();
    bytes[0] = 0xe9;
    std::fs::write(folder.path().join("bad.bin"), bytes).unwrap();
    let done = isagrid(folder.path(), &["run", "bad.bin"], b"");
    assert_eq!(done.status, 3, "{}", done.stderr);
}

/// On a full disk, a script must not see success.
#[test]
fn lost_output_is_a_failure() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else {
        return eprintln!("there is no /dev/full here: lost output was not checked");
    };
    let hello = root().join("harness/isagrid/tests/cases/ok/riscv-hello-rars.s");
    for command in ["run", "disasm"] {
        let mut isagrid = Command::new(env!("CARGO_BIN_EXE_isagrid"));
        isagrid.args([command, "--dialect", "rars"]).arg(&hello).stdin(Stdio::null());
        let done = isagrid.stdout(full.try_clone().unwrap()).output().unwrap();
        let message = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{command}: {message}");
        assert!(message.contains("cannot write the output"), "{command}: {message}");
    }
}
