//! The solvers in C, as compilers make programs of them: made again, and compared with what is kept.
//!
//! What is kept are finished programs, so that nobody needs a compiler to verify, and
//! `asm/COMPILED.md`, which says how each was made.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::repository;

/// Solvers in C: `asm/NAME/NAME.c` each.
const ALGORITHMS: [&str; 4] = ["backtrack", "candidates", "constraint", "links"];

/// What is asked of every compiler: C11, no library, nothing that tells of the day or the machine.
const COMPILE: &[&str] =
    &["-c", "-std=c11", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-fno-ident"];

/// What is asked of every linker: nothing but the solver and what is around it.
const LINK: &[&str] =
    &["-nostdlib", "-static", "-Wl,--build-id=none", ONE_SEGMENT, "-Wl,--no-warn-rwx-segments"];

/// Puts code and data together, which keeps the files small.
const ONE_SEGMENT: &str = "-Wl,--omagic";

/// The parts of a program, whose names are in it.
const PARTS: [&str; 2] = ["solver.o", "around.o"];

/// A compiler, and how it is called for one machine.
struct Compiler {
    /// How files are called that it makes.
    machine: &'static str,
    command: &'static str,
    flags: &'static [&'static str],
    /// What is around a solver.
    around: &'static str,
    /// By the end of the name of its files, what is asked besides.
    variants: &'static [(&'static str, &'static [&'static str])],
}

#[rustfmt::skip]
const COMPILERS: &[Compiler] = &[
    Compiler {
        machine: "mips32", command: "mipsel-linux-gnu-gcc", around: "asm/line/mips32-linux.s",
        flags: &["-march=mips32", "-mabi=32", "-mno-abicalls", "-fno-pic", "-G0"],
        variants: &[
            ("gcc-o0", &["-O0"]),
            ("gcc-o1", &["-O1"]),
            ("gcc-o1-nops", &["-O1", "-fno-delayed-branch"]),
            ("gcc-o2", &["-O2"]),
            ("gcc-o2-nops", &["-O2", "-fno-delayed-branch"]),
            ("gcc-o3", &["-O3"]),
            ("gcc-o3-nops", &["-O3", "-fno-delayed-branch"]),
            ("gcc-os", &["-Os"]),
            ("gcc-os-nops", &["-Os", "-fno-delayed-branch"]),
        ],
    },
    Compiler {
        machine: "riscv32", command: "riscv64-unknown-elf-gcc", around: "asm/line/riscv32-gnu.s",
        flags: &["-mabi=ilp32"],
        variants: &[
            ("gcc-o0", &["-march=rv32im", "-O0"]),
            ("gcc-o0-rvc", &["-march=rv32imc", "-O0"]),
            ("gcc-o1", &["-march=rv32im", "-O1"]),
            ("gcc-o1-rvc", &["-march=rv32imc", "-O1"]),
            ("gcc-o2", &["-march=rv32im", "-O2"]),
            ("gcc-o2-rvc", &["-march=rv32imc", "-O2"]),
            ("gcc-o3", &["-march=rv32im", "-O3"]),
            ("gcc-o3-rvc", &["-march=rv32imc", "-O3"]),
            ("gcc-os", &["-march=rv32im", "-Os"]),
            ("gcc-os-rvc", &["-march=rv32imc", "-Os"]),
        ],
    },
];

/// The page that says how the files were made.
const PAGE: &str = "asm/COMPILED.md";

/// Makes every program again; writes those that are others, or only tells of them.
pub(crate) fn compile(root: &Path, writes: bool) -> Result<u8, String> {
    let mut versions = Vec::new();
    for compiler in COMPILERS {
        let Some(version) = version(compiler.command) else {
            println!("{} is not installed: nothing was made again", compiler.command);
            return Ok(if writes { 1 } else { 0 });
        };
        versions.push(version);
    }
    let page = page(&versions);
    let path = root.join(PAGE);
    let same_page = std::fs::read_to_string(&path).is_ok_and(|kept| kept == page);
    if !same_page && !writes {
        println!("{PAGE} tells of other compilers or commands: what they make is not compared");
        return Ok(0);
    }
    let scratch = repository::target(root)?.join("compile");
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&scratch).map_err(|error| failed(&scratch, error))?;
    let (mut made, mut others) = (0, 0);
    for (algorithm, compiler, variant, flags) in programs() {
        parts(root, algorithm, compiler, flags, &scratch)?;
        let name = "made.elf";
        run(compiler, &scratch, flags, |gcc| gcc.args(LINK).args(PARTS).args(["-o", name]))?;
        let fresh = scratch.join(name);
        let bytes = std::fs::read(&fresh).map_err(|error| failed(&fresh, error))?;
        made += 1;
        let kept = root.join(file(algorithm, compiler, variant));
        if std::fs::read(&kept).is_ok_and(|kept| kept == bytes) {
            continue;
        }
        others += 1;
        if writes {
            let folder = kept.parent().unwrap_or(root);
            std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
            std::fs::write(&kept, bytes).map_err(|error| failed(&kept, error))?;
        }
        let verb = if writes { "is written anew" } else { "is not what the compiler makes" };
        println!("{} {verb}", file(algorithm, compiler, variant).display());
    }
    if writes {
        std::fs::write(&path, page).map_err(|error| failed(&path, error))?;
        repository::touch(&root.join("harness/lanes/src/root.rs"))?;
    }
    println!("compile: {made} programs made, {others} others than were kept");
    Ok(u8::from(others > 0 && !writes))
}

/// The backtracking solver of one compiler as a program whose data are on pages of their own; `None`
/// where the compiler is not installed, which is said.
///
/// In the programs that are kept, a store may go to a page with code, and QEMU then translates
/// that page again.
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
        return Err(format!("no compiler makes {machine}-{variant}"));
    };
    if repository::program(compiler.command).is_none() {
        println!("{} is not installed: {machine}-{variant} was not made", compiler.command);
        return Ok(None);
    }
    parts(root, algorithm, compiler, flags, folder)?;
    let link = LINK.iter().filter(|option| **option != ONE_SEGMENT);
    let name = format!("{machine}-{variant}.elf");
    run(compiler, folder, flags, |gcc| gcc.args(link).args(PARTS).args(["-o", &name]))?;
    Ok(Some(folder.join(name)))
}

/// Compiles a solver and what is around it.
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
        run(compiler, folder, flags, |gcc| gcc.args(COMPILE).arg(source).args(["-o", part]))?;
    }
    Ok(())
}

/// Every program: the algorithm, the compiler, the variant and what is asked for it.
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
    let mut gcc = Command::new(compiler.command);
    let done = more(gcc.current_dir(folder).args(compiler.flags).args(flags)).output();
    let done = done.map_err(|error| format!("{}: {error}", compiler.command))?;
    if done.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&done.stderr).into_owned())
}

/// The first line of what a compiler says of itself.
fn version(command: &str) -> Option<String> {
    let done = Command::new(command).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    text.lines().next().map(str::to_owned)
}

fn page(versions: &[String]) -> String {
    let mut text = String::from(
        "# What compilers made\n\n\
         The programs in the folders `compiled` were made of the solvers in C by these compilers and commands. They are kept so that nobody needs a\n\
         compiler to verify; `cargo xtask compile` makes them again where the same compilers are installed, and tells whether they are the same,\n\
         `cargo xtask compile --write` keeps what comes.\n",
    );
    for (compiler, version) in COMPILERS.iter().zip(versions) {
        let Compiler { machine, command, flags, around, .. } = compiler;
        let (gcc, [solver, around_it]) = (format!("{command} {} OPTIONS", flags.join(" ")), PARTS);
        let (compile, link) = (COMPILE.join(" "), LINK.join(" "));
        let _ = write!(
            text,
            "\n## {machine}\n\n`{version}`\n\n```\n\
             {gcc} {compile} asm/NAME/NAME.c -o {solver}\n\
             {gcc} {compile} {around} -o {around_it}\n\
             {gcc} {link} {solver} {around_it} -o asm/NAME/compiled/{machine}-FILE.elf\n```\n\n\
             | FILE | OPTIONS |\n| --- | --- |\n",
        );
        for (variant, flags) in compiler.variants {
            let _ = writeln!(text, "| `{variant}` | `{}` |", flags.join(" "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_is_kept_and_every_kept_one_is_made() {
        let root = repository::root();
        let mut made: Vec<String> = programs()
            .map(|(algorithm, compiler, variant, _)| {
                file(algorithm, compiler, variant).to_string_lossy().replace('\\', "/")
            })
            .collect();
        made.sort();
        let kept = repository::files(&root).into_iter();
        let kept: Vec<String> = kept.filter(|file| file.contains("/compiled/")).collect();
        let kept: Vec<String> = kept.into_iter().filter(|file| file.ends_with(".elf")).collect();
        assert_eq!(kept, made);
    }
}
