//! The solvers in C: compiles them again and compares with the programs in git.
//!
//! Git has the finished programs, so that verifying needs no compiler, and `asm/COMPILED.md`, which
//! has the command for each.

mod cc65;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::repository;

use crate::metadata;

/// Solvers in C; their sources are `asm/NAME/NAME.c`.
pub(crate) const ALGORITHMS: [&str; 4] = ["backtrack", "candidates", "constraint", "links"];

/// Options of every compiler: C11, no library, nothing that depends on the day or the computer.
pub(crate) const COMPILE: &[&str] =
    &["-c", "-std=c11", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-fno-ident"];

/// Options of every linker: only the solver and its input and output.
const LINK: &[&str] = &["-nostdlib", "-static", "-Wl,--build-id=none", ONE_SEGMENT];

/// Puts code and data into one segment, which keeps the files small.
const ONE_SEGMENT: &str = "-Wl,--omagic";

/// One segment for code and data is what [`ONE_SEGMENT`] asks for, so GNU's linker need not warn.
const NO_WARNING: &str = "-Wl,--no-warn-rwx-segments";

/// clang warns of options for other steps, and of `noclone`, which it does not need.
const CLANG_WARNINGS: [&str; 2] = ["-Wno-unused-command-line-argument", "-Wno-unknown-attributes"];

/// Object files of a program. Their names appear in it.
const PARTS: [&str; 2] = ["solver.o", "around.o"];

/// A compiler and its options for one machine.
struct Compiler {
    /// Start of the names of its programs.
    machine: &'static str,
    command: &'static str,
    flags: &'static [&'static str],
    /// Source of input and output.
    around: &'static str,
    /// More options, by the end of a program's name.
    variants: &'static [(&'static str, &'static [&'static str])],
}

#[rustfmt::skip]
const COMPILERS: &[Compiler] = &[
    Compiler {
        machine: "mips32", command: "mipsel-linux-gnu-gcc", around: "asm/line/mips32-linux.s",
        flags: &["-march=mips32", "-mabi=32", "-mno-abicalls", "-fno-pic", "-G0", NO_WARNING],
        variants: &[
            ("gcc-o0", &["-O0"]),
            ("gcc-o1", &["-O1"]),
            ("gcc-o1-nops", &["-O1", "-fno-delayed-branch"]),
            ("gcc-o2", &["-O2"]),
            ("gcc-o2-nops", &["-O2", "-fno-delayed-branch"]),
            ("gcc-o2-r2", &["-march=mips32r2", "-O2"]),
            ("gcc-o3", &["-O3"]),
            ("gcc-o3-nops", &["-O3", "-fno-delayed-branch"]),
            ("gcc-os", &["-Os"]),
            ("gcc-os-nops", &["-Os", "-fno-delayed-branch"]),
        ],
    },
    Compiler {
        machine: "riscv32", command: "riscv64-unknown-elf-gcc", around: "asm/line/riscv32-gnu.s",
        flags: &["-mabi=ilp32", NO_WARNING],
        variants: &[
            ("gcc-o0", &["-march=rv32im", "-O0"]),
            ("gcc-o0-rvc", &["-march=rv32imc", "-O0"]),
            ("gcc-o1", &["-march=rv32im", "-O1"]),
            ("gcc-o1-rvc", &["-march=rv32imc", "-O1"]),
            ("gcc-o2", &["-march=rv32im", "-O2"]),
            ("gcc-o2-rvc", &["-march=rv32imc", "-O2"]),
            ("gcc-o2-zb", &["-march=rv32im_zba_zbb_zbs", "-O2"]),
            ("gcc-o3", &["-march=rv32im", "-O3"]),
            ("gcc-o3-rvc", &["-march=rv32imc", "-O3"]),
            ("gcc-os", &["-march=rv32im", "-Os"]),
            ("gcc-os-rvc", &["-march=rv32imc", "-Os"]),
        ],
    },
    Compiler {
        machine: "mips32", command: "clang", around: "asm/line/mips32-linux.s",
        flags: &["--target=mipsel-linux-gnu", "-march=mips32", "-mabi=32", "-mno-abicalls", "-fno-pic", "-G0",
                 "-fuse-ld=lld", CLANG_WARNINGS[0], CLANG_WARNINGS[1]],
        variants: &[("clang-o2", &["-O2"])],
    },
    Compiler {
        machine: "riscv32", command: "clang", around: "asm/line/riscv32-gnu.s",
        flags: &["--target=riscv32-unknown-elf", "-mabi=ilp32", "-fuse-ld=lld",
                 CLANG_WARNINGS[0], CLANG_WARNINGS[1]],
        variants: &[("clang-o2", &["-march=rv32im", "-O2"])],
    },
];

/// Page with the commands.
const PAGE: &str = "asm/COMPILED.md";

/// Compiles every program again; writes those that differ, or only reports them.
///
/// `isagrid` builds the command, which assembles what cc65 made.
pub(crate) fn compile(
    root: &Path,
    isagrid: impl FnOnce() -> Result<PathBuf, String>,
    writes: bool,
) -> Result<u8, String> {
    let path = root.join(PAGE);
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let mut page = String::from(START);
    let mut skipped = Vec::new();
    let cc65 = (cc65::MACHINE, cc65::COMMAND);
    let compilers = COMPILERS.iter().map(|it| ((it.machine, it.command), Some(it)));
    for ((machine, command), compiler) in compilers.chain([(cc65, None)]) {
        let Some(version) = version(command) else {
            println!("{command} is not installed: its programs for {machine} are not compiled");
            skipped.push((machine, command));
            continue;
        };
        let section = match compiler {
            Some(compiler) => section(compiler, &version),
            None => cc65::section(&version),
        };
        if !kept.contains(&section) && !writes {
            println!("{PAGE} has another {command} or other commands for {machine}: not compared");
            skipped.push((machine, command));
        }
        page += &section;
    }
    if writes && !skipped.is_empty() {
        return Ok(1);
    }
    let scratch = metadata::target(root)?.join("compile");
    std::fs::create_dir_all(&scratch).map_err(|error| failed(&scratch, error))?;
    let (mut made, mut others) = (0, 0);
    let is_skipped = |it: &Compiler| skipped.contains(&(it.machine, it.command));
    for (algorithm, compiler, variant, flags) in programs().filter(|it| !is_skipped(it.1)) {
        parts(root, algorithm, compiler, flags, &scratch)?;
        let name = "made.elf";
        run(compiler, &scratch, flags, |it| it.args(LINK).args(PARTS).args(["-o", name]))?;
        let fresh = scratch.join(name);
        let bytes = std::fs::read(&fresh).map_err(|error| failed(&fresh, error))?;
        made += 1;
        others += keep(root, &file(algorithm, compiler, variant), &bytes, writes)?;
    }
    if !skipped.contains(&cc65) {
        let isagrid = isagrid()?;
        for (file, (_, flag)) in cc65::files().zip(cc65::VARIANTS) {
            let bytes = cc65::made(root, &isagrid, &scratch, flag)?;
            made += 1;
            others += keep(root, Path::new(&file), &bytes, writes)?;
        }
    }
    if writes {
        std::fs::write(&path, page).map_err(|error| failed(&path, error))?;
        repository::touch(&root.join("data/lib.rs"))?;
    }
    println!("compile: {made} programs compiled, {others} differ from those in git");
    Ok(u8::from(others > 0 && !writes))
}

fn failed(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Compares a program with that in git and writes it, if it may; returns 1 if they differ.
fn keep(root: &Path, file: &Path, bytes: &[u8], writes: bool) -> Result<u32, String> {
    let kept = root.join(file);
    if std::fs::read(&kept).is_ok_and(|kept| kept == bytes) {
        return Ok(0);
    }
    if writes {
        let folder = kept.parent().unwrap_or(root);
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        std::fs::write(&kept, bytes).map_err(|error| failed(&kept, error))?;
    }
    let verb = if writes { "written" } else { "differs from the compiler's output" };
    println!("{}: {verb}", file.display());
    Ok(1)
}

/// The backtracking solver of one compiler, with its data on separate pages.
///
/// Prints a line and returns `None` if the compiler is not installed. In the programs in git, a
/// store may write to a page with code, and QEMU then translates that page again.
pub(crate) fn data_apart(
    root: &Path,
    folder: &Path,
    machine: &str,
    variant: &str,
) -> Result<Option<PathBuf>, String> {
    let mut all = programs();
    let one = all.find(|(algorithm, compiler, name, _)| {
        *algorithm == ALGORITHMS[0] && compiler.machine == machine && *name == variant
    });
    let Some((algorithm, compiler, _, flags)) = one else {
        return Err(format!("no compiler is known for {machine}-{variant}"));
    };
    if repository::program(compiler.command).is_none() {
        println!("{} is not installed: {machine}-{variant} was not compiled", compiler.command);
        return Ok(None);
    }
    parts(root, algorithm, compiler, flags, folder)?;
    let link = LINK.iter().filter(|option| **option != ONE_SEGMENT);
    let name = format!("{machine}-{variant}.elf");
    run(compiler, folder, flags, |it| it.args(link).args(PARTS).args(["-o", &name]))?;
    Ok(Some(folder.join(name)))
}

/// Compiles a solver and its input and output.
fn parts(
    root: &Path,
    algorithm: &str,
    compiler: &Compiler,
    flags: &[&str],
    folder: &Path,
) -> Result<(), String> {
    let sources = [format!("asm/{algorithm}/{algorithm}.c"), compiler.around.to_owned()];
    for (source, part) in sources.iter().zip(PARTS) {
        let source = root.join(source);
        run(compiler, folder, flags, |it| it.args(COMPILE).arg(source).args(["-o", part]))?;
    }
    Ok(())
}

/// Every program: algorithm, compiler, variant and options.
fn programs()
-> impl Iterator<Item = (&'static str, &'static Compiler, &'static str, &'static [&'static str])> {
    ALGORITHMS.into_iter().flat_map(|algorithm| {
        COMPILERS.iter().flat_map(move |compiler| {
            let variants = compiler.variants.iter();
            variants.map(move |&(variant, flags)| (algorithm, compiler, variant, flags))
        })
    })
}

fn file(algorithm: &str, compiler: &Compiler, variant: &str) -> PathBuf {
    PathBuf::from(format!("asm/{algorithm}/compiled/{}-{variant}.elf", compiler.machine))
}

/// Runs a compiler in a folder, with more arguments.
fn run(
    compiler: &Compiler,
    folder: &Path,
    flags: &[&str],
    more: impl FnOnce(&mut Command) -> &mut Command,
) -> Result<(), String> {
    let mut command = Command::new(compiler.command);
    let done = more(command.current_dir(folder).args(compiler.flags).args(flags)).output();
    let done = done.map_err(|error| format!("{}: {error}", compiler.command))?;
    if done.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&done.stderr).into_owned())
}

/// First line of a compiler's `--version`.
pub(crate) fn version(command: &str) -> Option<String> {
    let done = Command::new(command).arg("--version").output().ok()?;
    // cc65 prints it as if it were an error.
    let text = [done.stdout, done.stderr].concat();
    String::from_utf8_lossy(&text).lines().next().map(str::to_owned)
}

/// Start of the page with the commands.
const START: &str = "# Compiled solvers\n\n\
    For people who want to reproduce the programs in the folders `compiled`: the compilers and commands that made them\n\
    from the solvers in C. The programs are in git, so that verifying needs no compiler. `cargo xtask compile` compiles\n\
    them again as far as the same compilers are installed, and reports differences; `cargo xtask compile --write` keeps\n\
    the new programs.\n";

/// Commands of a compiler, for the page.
fn section(compiler: &Compiler, version: &str) -> String {
    let Compiler { machine, command, flags, around, .. } = compiler;
    let (start, [solver, around_it]) = (format!("{command} {} OPTIONS", flags.join(" ")), PARTS);
    let (compile, link) = (COMPILE.join(" "), LINK.join(" "));
    let name = command.rsplit('-').next().unwrap_or(command);
    let mut text = format!(
        "\n## {machine}, {name}\n\n`{version}`\n\n```\n\
         {start} {compile} asm/NAME/NAME.c -o {solver}\n\
         {start} {compile} {around} -o {around_it}\n\
         {start} {link} {solver} {around_it} -o asm/NAME/compiled/{machine}-FILE.elf\n```\n\n\
         | FILE | OPTIONS |\n| --- | --- |\n",
    );
    for (variant, flags) in compiler.variants {
        let _ = writeln!(text, "| `{variant}` | `{}` |", flags.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_in_git_are_those_of_the_table() {
        let root = repository::root();
        let mut made: Vec<String> = programs()
            .map(|(algorithm, compiler, variant, _)| {
                file(algorithm, compiler, variant).to_string_lossy().replace('\\', "/")
            })
            .chain(cc65::files())
            .collect();
        made.sort();
        let kept = repository::files(&root).into_iter();
        let kept: Vec<String> = kept.filter(|file| file.contains("/compiled/")).collect();
        let kept: Vec<String> = kept.into_iter().filter(|file| file.ends_with(".elf")).collect();
        assert_eq!(kept, made);
    }
}
