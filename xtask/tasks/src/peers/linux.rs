//! Comparison of ELF files for Linux, from compilers and from our assemblers, with QEMU.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::simulators::puzzles;
use super::{Peers, Tally, installed, output, shown, tool};

/// C programs that need no library, and assembly programs that make Linux's own calls.
pub(super) const PROGRAMS: &str = "harness/isagrid/tests/programs/";

/// C programs that use the C library, for a toolchain's default options.
const WITH_LIBRARY: &str = "harness/isagrid/tests/libc/";

/// Compiler of C programs for one machine, and emulator that runs them.
pub(super) struct LinuxBuild {
    pub(super) name: &'static str,
    pub(super) compiler: &'static str,
    flags: &'static [&'static str],
    pub(super) emulator: &'static str,
    library: Library,
}

impl LinuxBuild {
    /// Whether its compiler and emulator are installed; prints the name of a missing one.
    pub(super) fn is_installed(&self) -> bool {
        installed(&[self.compiler, self.emulator])
    }
}

/// The builds without a C library.
pub(super) fn without_library() -> impl Iterator<Item = &'static LinuxBuild> {
    BUILDS.iter().filter(|build| build.library.0 == PROGRAMS)
}

/// Use of a C library: which programs, options for every machine, and what is linked to them.
type Library = (&'static str, &'static [&'static str], &'static str);

/// No library except the compiler's helper functions.
const NONE: Library = (
    PROGRAMS,
    &["-O2", "-fwrapv", "-static", "-nostdlib", "-ffreestanding", "-Wl,--build-id=none"],
    "-lgcc",
);

/// The C library of the toolchain, with its default options.
const STATIC: Library = (WITH_LIBRARY, &["-O2", "-static"], "-lm");

#[rustfmt::skip]
const BUILDS: &[LinuxBuild] = &[
    LinuxBuild { name: "mips32r2", compiler: "mipsel-linux-gnu-gcc", emulator: "qemu-mipsel", library: NONE,
            flags: &["-march=mips32r2", "-mfp32", "-mno-abicalls", "-fno-pic", "-G0"] },
    LinuxBuild { name: "rv32im", compiler: "riscv64-unknown-elf-gcc", emulator: "qemu-riscv32", library: NONE,
            flags: &["-march=rv32im", "-mabi=ilp32"] },
    LinuxBuild { name: "rv32imc", compiler: "riscv64-unknown-elf-gcc", emulator: "qemu-riscv32", library: NONE,
            flags: &["-march=rv32imc", "-mabi=ilp32"] },
    LinuxBuild { name: "rv32imafdc", compiler: "riscv64-unknown-elf-gcc", emulator: "qemu-riscv32", library: NONE,
            flags: &["-march=rv32imafdc", "-mabi=ilp32d"] },
    LinuxBuild { name: "glibc on MIPS", compiler: "mipsel-linux-gnu-gcc", emulator: "qemu-mipsel", library: STATIC, flags: &[] },
    LinuxBuild { name: "musl on MIPS", compiler: "mipsel-linux-musl-gcc", emulator: "qemu-mipsel", library: STATIC, flags: &[] },
    LinuxBuild { name: "glibc on RISC-V", compiler: "riscv32-linux-gnu-gcc", emulator: "qemu-riscv32", library: STATIC, flags: &[] },
    LinuxBuild { name: "musl on RISC-V", compiler: "riscv32-linux-musl-gcc", emulator: "qemu-riscv32", library: STATIC, flags: &[] },
];

/// Assembly programs: folder, part of the name, options of our assembler, emulator.
const ASSEMBLED: &[(&str, &str, &[&str], &str)] = &[
    (PROGRAMS, "/linux-", &["--linux-calls", "--delayed-branches"], "qemu-mipsel"),
    ("asm/", "/riscv32-gnu", &["--dialect", "gnu"], "qemu-riscv32"),
];

/// Compiles or assembles every program for every machine, and runs it on both sides.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let mut differences = 0;
    for build in BUILDS {
        if !build.is_installed() {
            continue;
        }
        let with = format!("{} with {} for {}", build.emulator, build.compiler, build.name);
        let mut tally = Tally::new(&with, "runs");
        let (folder, ..) = build.library;
        for file in peers.files.iter().filter(|f| f.starts_with(folder) && f.ends_with(".c")) {
            let program = compiled(peers, build, &peers.root.join(file), [])?;
            let input = std::fs::read(peers.root.join(file).with_extension("in"));
            let difference = both(peers, build.emulator, &program, &input.unwrap_or_default())?;
            tally.add(file, difference);
        }
        differences += tally.end();
    }
    for &(folder, part, switches, emulator) in ASSEMBLED {
        if !installed(&[emulator]) {
            continue;
        }
        let with = format!("{emulator} with our files");
        let mut tally = Tally::new(&with, "runs");
        let is_one = |file: &&String| {
            file.starts_with(folder) && file.contains(part) && file.ends_with(".s")
        };
        for file in peers.files.iter().filter(is_one) {
            let Some(source) = peers.whole(file)? else { continue };
            let program = assembled(peers, &source, switches)?;
            let mut inputs = puzzles(peers.root, file);
            if inputs.is_empty() {
                inputs.push(Vec::new());
            }
            for input in inputs {
                tally.add(file, both(peers, emulator, &program, &input)?);
            }
        }
        differences += tally.end();
    }
    Ok(differences)
}

/// Difference in output or exit status of the two runs, if any.
pub(super) fn both(
    peers: &Peers<'_>,
    emulator: &str,
    program: &Path,
    input: &[u8],
) -> Result<Option<String>, String> {
    let run = |command: &mut Command| output(command.current_dir(&peers.scratch), input);
    let theirs = run(Command::new(emulator).arg(program))?;
    let ours = run(Command::new(peers.isagrid).args(["run", "--exit-code"]).arg(program))?;
    if theirs.stdout == ours.stdout && theirs.status.code() == ours.status.code() {
        return Ok(None);
    }
    let text =
        |output: &std::process::Output| format!("{}, {}", output.status, shown(&output.stdout));
    let errors = String::from_utf8_lossy(&ours.stderr).into_owned();
    Ok(Some(format!("  theirs: {}\n  ours:   {}\n{errors}", text(&theirs), text(&ours))))
}

/// Compiles a program; later options are stronger.
pub(super) fn compiled<'o>(
    peers: &Peers<'_>,
    build: &LinuxBuild,
    source: &Path,
    more: impl IntoIterator<Item = &'o str>,
) -> Result<PathBuf, String> {
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let program = peers.scratch.join(format!("{name}.{}.elf", build.name.replace(' ', "-")));
    let (_, options, linked) = build.library;
    let mut compiler = Command::new(build.compiler);
    compiler.args(options).args(build.flags).args(more);
    compiler.arg("-o").arg(&program).arg(source).arg(linked);
    tool(&mut compiler)?;
    Ok(program)
}

/// An ELF file from our assembler, for the loader of the peer.
fn assembled(peers: &Peers<'_>, source: &Path, switches: &[&str]) -> Result<PathBuf, String> {
    let name = source.file_stem().unwrap_or_default();
    let program = peers.scratch.join(name).with_extension("elf");
    let mut command = Command::new(peers.isagrid);
    tool(command.arg("asm").arg(source).args(switches).arg("-o").arg(&program))?;
    Ok(executable(program))
}

#[cfg(unix)]
pub(super) fn executable(program: PathBuf) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    // If this fails, the peer reports it.
    let _ = std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755));
    program
}

#[cfg(not(unix))]
pub(super) fn executable(program: PathBuf) -> PathBuf {
    program
}
