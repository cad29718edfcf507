//! The backtracking solver by cc65: its code is disassembled with the linker's labels, because cc65
//! writes no ELF files, and assembled by `isagrid`.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// The compiler, whose version the page names; its assembler, linker and disassembler come with it.
pub(super) const COMMAND: &str = "cc65";

/// Options by the end of a program's name.
pub(super) const VARIANTS: &[(&str, &str)] = &[("cc65-o", "-O"), ("cc65-oirs", "-Oirs")];

/// Start of the names of its programs.
pub(super) const MACHINE: &str = "mos6502";

const SOURCE: &str = "asm/backtrack/backtrack.c";
const AROUND: &str = "asm/line/mos6502-ca65.s";
const MEMORY: &str = "asm/line/mos6502.cfg";

/// Bytes of the header of a program for sim65.
const HEADER_BYTES: usize = 12;
/// Address after that header.
const START: &str = "$0200";
/// Label at which the data begin.
const DATA: &str = "_sorry";

/// Programs of the table, below the repository.
pub(super) fn files() -> impl Iterator<Item = String> {
    VARIANTS.iter().map(|(variant, _)| format!("asm/backtrack/compiled/{MACHINE}-{variant}.elf"))
}

/// Compiles the solver in a folder; returns the ELF file.
pub(super) fn made(
    root: &Path,
    isagrid: &Path,
    folder: &Path,
    flag: &str,
) -> Result<Vec<u8>, String> {
    let path = |file: &str| root.join(file).display().to_string();
    let run = |command: &str, arguments: &[&str]| run(Command::new(command), folder, arguments);
    run(COMMAND, &["-t", "none", flag, "-o", "solver.s", &path(SOURCE)])?;
    run("ca65", &["-o", "solver.o", "solver.s"])?;
    run("ca65", &["-o", "around.o", &path(AROUND)])?;
    let memory = path(MEMORY);
    let link = ["-C", &memory, "-Ln", "labels", "-o", "linked", "solver.o", "around.o", "none.lib"];
    run("ld65", &link)?;

    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let linked = std::fs::read(folder.join("linked")).map_err(failed)?;
    let labels = std::fs::read_to_string(folder.join("labels")).map_err(failed)?;
    let code = linked.get(HEADER_BYTES..).unwrap_or_default();
    std::fs::write(folder.join("code"), code).map_err(failed)?;
    std::fs::write(folder.join("info"), info(&labels, code.len())?).map_err(failed)?;
    run("da65", &["-i", "info", "-o", "made.s", "code"])?;
    let source = std::fs::read_to_string(folder.join("made.s")).map_err(failed)?;
    std::fs::write(folder.join("made.s"), source.replace(":=", "=")).map_err(failed)?;

    let assemble = |format: &str, to: &str| {
        let arguments = ["asm", "--dialect", "ca65", "made.s", "--format", format, "--output", to];
        self::run(Command::new(isagrid), folder, &arguments)?;
        std::fs::read(folder.join(to)).map_err(failed)
    };
    if assemble("bin", "again")? != code {
        return Err(format!("isagrid assembles {MACHINE} {flag} to other bytes than ld65 wrote"));
    }
    assemble("elf", "made.elf")
}

/// What da65 has to know: labels, one for each address, and where the data are.
fn info(labels: &str, bytes: usize) -> Result<String, String> {
    let mut all: Vec<(&str, &str)> = labels
        .lines()
        .filter_map(|line| line.strip_prefix("al ")?.split_once(" ."))
        .filter(|(_, name)| !name.starts_with("__"))
        .collect();
    all.sort_unstable();
    let data =
        all.iter().find(|(_, name)| *name == DATA).ok_or("ld65 knows no label of the data")?;
    let start = u64::from_str_radix(&START[1..], 16).unwrap_or_default();
    let (from, to) = (data.0, start + bytes as u64 - 1);
    let mut info = format!(
        "GLOBAL {{ STARTADDR {START}; }};\nRANGE {{ START ${from}; END ${to:06X}; TYPE BYTETABLE; }};\n"
    );
    all.dedup_by_key(|(address, _)| *address);
    for (address, name) in all {
        let _ = writeln!(info, "LABEL {{ NAME \"{name}\"; ADDR ${address}; }};");
    }
    Ok(info)
}

fn run(mut command: Command, folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let done = command.current_dir(folder).args(arguments).output();
    let name = command.get_program().display().to_string();
    let done = done.map_err(|error| format!("{name}: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    Err(format!("{name}: {}", String::from_utf8_lossy(&done.stderr)))
}

/// Commands, for the page.
pub(super) fn section(version: &str) -> String {
    let mut text = format!(
        "\n## {MACHINE}, cc65\n\n`{version}`\n\nThe C code is C89, because cc65 knows no later one. \
         Its linker's output is disassembled with the\nlinker's labels, and assembled by `isagrid`, \
         which writes ELF; both have the same bytes.\n\n```\n\
         cc65 -t none OPTIONS -o solver.s {SOURCE}\n\
         ca65 -o solver.o solver.s\n\
         ca65 -o around.o {AROUND}\n\
         ld65 -C {MEMORY} -Ln labels -o linked solver.o around.o none.lib\n```\n\n\
         | FILE | OPTIONS |\n| --- | --- |\n",
    );
    for (variant, flag) in VARIANTS {
        let _ = writeln!(text, "| `{variant}` | `{flag}` |");
    }
    text
}
