//! Machine options in every dialect: each changes a program's behaviour or is refused by name.

use std::fs;
use std::path::Path;

use architecture::{Switch, Takes};
use targets::{switches, table};

use crate::support::{Done, isagrid};

/// An option, dialects in which it has an effect, and a program that shows the effect.
type Witness = (&'static str, &'static [&'static str], &'static str);

const RISCV_END: &str = "li a7, 93\nli a0, 0\necall\n";

/// The dialect is always given, so file names do not matter.
const WITNESSES: &[Witness] = &[
    (
        "delayed-branches",
        &["mars", "spim"],
        "main: b x\nli $v0, 10\nli $v0, 9\nli $a0, 4\nx: syscall\nli $v0, 10\nsyscall\n",
    ),
    (
        "delayed-loads",
        &["spim"],
        ".data\nw: .word 7\n.text\nmain: la $t0, w\nli $a0, 1\nlw $a0, 0($t0)\nli $v0, 1\nsyscall\n\
         lw $a0, w\nmove $a0, $a0\nlw $a0, 0($t0)\naddi $a0, $a0, 1\nsyscall\nli $v0, 10\nsyscall\n",
    ),
    (
        "big-endian",
        &["mars", "spim"],
        ".data\nw: .word 7\n.text\nmain: lb $a0, w\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n",
    ),
    (
        "self-modifying",
        &["mars"],
        "main: la $t0, main\nlw $a0, 0($t0)\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n",
    ),
    (
        "start-at-main",
        &["mars"],
        ".globl main\nli $v0, 1\nli $a0, 5\nsyscall\nmain: li $v0, 10\nsyscall\n",
    ),
    ("no-pseudo", &["mars", "spim"], "main: li $v0, 10\nsyscall\n"),
    ("bare", &["spim"], "main: ori $v0, $0, 10\nsyscall\n"),
    (
        "no-handler",
        &["spim"],
        ".globl __start\n__start: li $v0, 1\nli $a0, 3\nsyscall\nmain: li $v0, 10\nsyscall\n",
    ),
    (
        "mapped-io",
        &["mars", "spim"],
        "main: lui $t0, 0xffff\nlw $a0, 0($t0)\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n",
    ),
    ("linux-calls", &["mars", "spim"], "main: li $v0, 10\nsyscall\n"),
    ("warnings-are-errors", &["mars"], "main: li $v0, 10\nsyscall\n.data\n.byte 300\n"),
    (
        "memory",
        &["mars"],
        ".data\nx: .word 1\n.text\nmain: la $a0, x\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n",
    ),
    ("board", &["gnu"], "_start: csrr t0, mhartid\nebreak\n"),
    ("bare", &["rars", "gnu"], "_start: csrr t0, 0x300\nli a7, 93\nli a0, 0\necall\n"),
    ("bare", &["venus"], "_start: li a0, 10\necall\n"),
    ("linux-calls", &["rars"], "main: li a7, 214\nli a0, 0\necall\nli a7, 93\nli a0, 0\necall\n"),
    ("linux-calls", &["venus"], "main: li a0, 1\nli a1, 5\necall\nli a0, 10\necall\n"),
    ("arch", &["rars", "venus", "gnu"], "_start: mul a0, a0, a0\n"),
    (
        "strict-align",
        &["gnu", "venus"],
        ".data\nx: .word 1, 2\n.text\n_start: la t0, x\nlw t1, 1(t0)\nli a0, 10\nli a7, 93\necall\n",
    ),
    ("strict-mmio", &["gnu"], "_start: li t0, 0x60019004\nlw t1, 0(t0)\nebreak\n"),
    ("restarts", &["gnu"], "_start: li t0, 0x40000090\njr t0\n"),
    (
        "self-modifying",
        &["rars", "gnu"],
        "_start: la t0, _start\nlw t1, 0(t0)\nsw t1, 0(t0)\nli a7, 93\nli a0, 0\necall\n",
    ),
    (
        "start-at-main",
        &["rars", "gnu"],
        ".globl main\n_start: li a0, 1\necall\nmain: li a7, 93\nli a0, 0\necall\n",
    ),
    ("no-pseudo", &["rars"], RISCV_END),
    ("no-relax", &["gnu"], "_start: call x\nx: li a7, 93\nli a0, 0\necall\n"),
    ("warnings-are-errors", &["rars"], "li a7, 10\necall\n.data\n.byte 300\n"),
    ("warnings-are-errors", &["gnu"], RISCV_END),
    (
        "memory",
        &["rars"],
        ".data\nx: .word 1\n.text\nla a0, x\nli a7, 1\necall\nli a7, 10\necall\n",
    ),
    ("answer", &["midas"], "\tTITLE X\n.TTYMAC NAME\nTERMIN\nGO:\t.LOGOUT 1,\n\tEND GO\n"),
    ("device-names", &["midas"], "\tTITLE X\nGO:\tMOVEI 1,DIS\n\t.LOGOUT 1,\n\tEND GO\n"),
    ("keep-going", &["midas"], "\tTITLE X\nGO:\t.LOGOUT 1,\n\t.ERR note\n\tEND GO\n"),
    ("bare", &["midas"], "\tTITLE X\nGO:\tJRST 4,GO\n\tEND GO\n"),
    ("its-dir", &["midas"], "\tTITLE X\n\t.INSRT OTHER\nGO:\t.LOGOUT 1,\n\tEND GO\n"),
    (
        "machine",
        &["midas"],
        "\tTITLE X\nGO:\t.CALL [SETZ ? SIXBIT /SSTATU/ ? MOVEM ? MOVEM ? MOVEM ? MOVEM ? MOVEM \
         ? SETZM X]\n\t .VALUE\n\tMOVE 1,X\n\tCAMN 1,[SIXBIT /DB/]\n\t JRST DONE\n\
         DONE:\t.LOGOUT 1,\nX:\t0\n\tEND GO\n",
    ),
    ("cpu", &["ca65"], "        lax $10\n        jmp $fff9\n"),
    ("cpu", &["mos"], "        LAX $10\n        BRK\n"),
    (
        "interrupt-port",
        &["ca65"],
        "        cli\n        lda #1\n        sta $1000\n        nop\n        jmp $fff9\n",
    ),
    (
        "interrupt-port",
        &["mos"],
        "        CLI\n        LDA #1\n        STA $1000\n        NOP\n        BRK\n",
    ),
    ("randomize", &["ca65"], "        cpx #0\n        beq end\n        nop\nend:    jmp $fff9\n"),
    ("randomize", &["mos"], "        CPX #0\n        BEQ END\n        NOP\nEND     BRK\n"),
    (
        "second-edition",
        &["lc3"],
        "        .ORIG x3000\n        LDI R0, A\n        HALT\nA       .FILL xFE04\n        .END\n",
    ),
    (
        "randomize",
        &["lc3"],
        "        .ORIG x3000\n        ADD R0, R0, #0\n        BRz END\n        NOT R0, R0\nEND     HALT\n        .END\n",
    ),
    ("iotlsr", &["midas"], "\tTITLE X\nGO:\tCONO 130,100\n\t.LOGOUT 1,\n\tEND GO\n"),
    (
        "switches",
        &["midas"],
        "\tTITLE X\nGO:\t.RDSW 1,\n\tSKIPE 1\n\tJFCL\n\t.LOGOUT 1,\n\tEND GO\n",
    ),
    ("relocation", &["midas"], "\tTITLE X\nGO:\tMOVE 1,GO\n\t.LOGOUT 1,\n\tEND GO\n"),
];

/// Command-line form of an option, with a value other than the default.
fn spelt(switch: &Switch) -> Vec<String> {
    let name = format!("--{}", switch.name);
    match switch.takes {
        Takes::Nothing => vec![name],
        Takes::OneOf(values) => vec![name, values[1].0.to_owned()],
        Takes::AnyOf(values) => vec![name, values[0].0.to_owned()],
        Takes::Text("N" | "SEED" | "OCTAL", _) => vec![name, "1".to_owned()],
        Takes::Text("ADDRESS", _) => vec![name, "0x1000".to_owned()],
        Takes::Text(..) => vec![name, "rv32i".to_owned()],
        Takes::Disk(_) => vec![name, "disk".to_owned()],
    }
}

fn run(folder: &Path, dialect: &str, words: &[String], source: &str) -> Done {
    let name = if dialect == "midas" { "x.mid" } else { "x.s" };
    fs::write(folder.join(name), source).unwrap();
    let plain = ["run", "--counts", "--dialect", dialect, "--max-instructions", "1000"];
    let words = words.iter().map(String::as_str);
    isagrid(folder, &plain.into_iter().chain(words).chain([name]).collect::<Vec<_>>(), b"x\n")
}

#[test]
fn option_has_an_effect_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("disk")).unwrap();
    fs::write(folder.path().join("disk/other.mid"), "\t; nothing\n").unwrap();
    for (_, dialect) in table::dialects() {
        let mut seen = Vec::new();
        for (_, switch) in switches::all() {
            if seen.contains(&switch.name) {
                continue;
            }
            seen.push(switch.name);
            judge(folder.path(), dialect.name, switch);
        }
    }
}

fn judge(folder: &Path, dialect: &str, switch: &Switch) {
    let name = switch.name;
    // They are about program files without a header.
    if matches!(name, "load" | "start") && ["ca65", "mos"].contains(&dialect) {
        return;
    }
    let is_about = |(of, dialects, _): &&Witness| *of == name && dialects.contains(&dialect);
    let Some((_, _, source)) = WITNESSES.iter().find(is_about) else {
        let done = run(folder, dialect, &spelt(switch), "");
        assert_eq!(done.status, 2, "--{name} in {dialect}: {}", done.printed());
        let message = format!("error: --{name} does not apply to {dialect}");
        assert!(done.stderr.starts_with(&message), "--{name} in {dialect}: {}", done.stderr);
        return;
    };
    let with: Vec<String> = if matches!(name, "strict-mmio" | "restarts") {
        let done = run(folder, dialect, &spelt(switch), source);
        assert_eq!(done.status, 2, "{}", done.printed());
        let message = format!("error: --{name} has no effect without --board");
        assert_eq!(done.stderr.trim_end(), message);
        vec!["--board".to_owned(), "esp32c3".to_owned()]
    } else {
        Vec::new()
    };
    let without = run(folder, dialect, &with, source);
    let done = run(folder, dialect, &[with, spelt(switch)].concat(), source);
    assert_ne!(done.status, 2, "--{name} in {dialect}: {}", done.printed());
    assert_ne!(done.printed(), without.printed(), "--{name} in {dialect} changes nothing");
}

#[test]
fn source_keeps_its_detected_dialect() {
    let folder = tempfile::tempdir().unwrap();
    let mars =
        "# MARS\n.eqv N, 3\n.macro end\nli $v0, 10\nsyscall\n.end_macro\nmain: li $t0, N\nend\n";
    fs::write(folder.path().join("x.s"), mars).unwrap();
    fs::write(folder.path().join("y.s"), "main: li $v0, 10\nsyscall\n").unwrap();
    for command in ["run", "disasm"] {
        let done = isagrid(folder.path(), &[command, "--delayed-loads", "x.s"], b"");
        assert_eq!(done.status, 2, "{}", done.printed());
        let message =
            "error: --delayed-loads does not apply to mars, only to spim (line 2 uses .eqv";
        assert!(done.stderr.starts_with(message), "{}", done.stderr);
        let done = isagrid(folder.path(), &[command, "--delayed-loads", "y.s"], b"");
        assert_eq!(done.status, 0, "{}", done.printed());
    }
}

#[test]
fn assembler_options_are_refused_for_program_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.s"), "_start: li a7, 93\nli a0, 0\necall\n").unwrap();
    let made = isagrid(folder.path(), &["asm", "--dialect", "gnu", "-o", "x.elf", "x.s"], b"");
    assert_eq!(made.status, 0, "{}", made.printed());
    for (switch, status) in [("--no-relax", 2), ("--start-at-main", 2), ("--strict-align", 0)] {
        let done = isagrid(folder.path(), &["run", switch, "x.elf"], b"");
        assert_eq!(done.status, status, "{switch}: {}", done.printed());
        let message = format!("error: {switch} does not apply to an assembled program");
        assert_eq!(done.stderr.starts_with(&message), status == 2, "{}", done.stderr);
    }
}
