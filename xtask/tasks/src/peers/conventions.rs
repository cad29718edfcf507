//! Grades homework as compilers write it: compilers keep the calling convention, so it gets full points.

use std::path::Path;
use std::process::Command;

use super::{Peers, Tally, installed, tool};

/// Functions of the homework in C, in the order of its separator lines.
const SOURCES: &str = "harness/isagrid/tests/cases/compiled";
const FUNCTIONS: [&str; 4] =
    ["num_candidates", "rule_out_of_cell", "count_solved_cells", "solve_board"];

/// Compiler that turns C into a submission.
struct ConventionBuild {
    compiler: &'static str,
    flags: &'static [&'static str],
    /// Assignment, and dialect that accepts the compiler's output.
    assignment: &'static str,
    dialect: &'static str,
    /// Directives that the dialect does not have.
    dropped: &'static [&'static str],
}

#[rustfmt::skip]
const BUILDS: &[ConventionBuild] = &[
    ConventionBuild { compiler: "riscv64-unknown-elf-gcc", flags: &["-march=rv32im", "-mabi=ilp32"],
            assignment: "csee3827-rars", dialect: "gnu", dropped: &[] },
    ConventionBuild { compiler: "riscv64-unknown-elf-gcc", flags: &["-march=rv32imc", "-mabi=ilp32"],
            assignment: "csee3827-rars", dialect: "gnu", dropped: &[] },
    ConventionBuild { compiler: "mipsel-linux-gnu-gcc",
            flags: &["-march=mips32", "-mabi=32", "-mno-abicalls", "-fno-pic", "-G0",
                     "-fno-delayed-branch", "-mno-explicit-relocs"],
            assignment: "csee3827", dialect: "spim",
            dropped: &[".set", ".ent", ".end", ".frame", ".mask", ".fmask", ".size", ".type", ".section", ".nan",
                       ".module", ".previous", ".file", ".gnu_attribute", ".align", ".globl"] },
];

const OPTIONS: &[&[&str]] = &[
    &["-O0"],
    &["-O0", "-fomit-frame-pointer"],
    &["-Og"],
    &["-O1"],
    &["-O1", "-fno-omit-frame-pointer"],
    &["-O2"],
    &["-O2", "-fno-optimize-sibling-calls"],
    &["-O2", "-fno-shrink-wrap"],
    &["-O2", "-fno-schedule-insns2"],
    &["-O2", "-funroll-loops"],
    &["-O3", "-funroll-all-loops"],
    &["-Os"],
];

/// Compiles the homework with all options, and grades it.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let mut differences = 0;
    for build in BUILDS {
        if installed(&[build.compiler]) {
            differences += graded(peers, build)?;
        }
    }
    Ok(differences)
}

fn graded(peers: &Peers<'_>, build: &ConventionBuild) -> Result<usize, String> {
    let folder = peers.scratch.join("compiled");
    // Remove the files of an earlier run.
    let _ = std::fs::remove_dir_all(&folder);
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder.join("class")).map_err(failed)?;
    let mut new = Command::new(peers.isagrid);
    tool(new.current_dir(&folder).args(["assignment", "new", "it", "--like", build.assignment]))?;
    let file = folder.join("it/assignment.toml");
    let text = std::fs::read_to_string(&file).map_err(failed)?;
    let dialect = text.lines().map(|line| {
        let is_dialect = line.starts_with("dialect = ");
        if is_dialect { format!("dialect = \"{}\"\n", build.dialect) } else { format!("{line}\n") }
    });
    std::fs::write(&file, dialect.collect::<String>()).map_err(failed)?;
    let scaffold = std::fs::read_to_string(folder.join("it/scaffold.s")).map_err(failed)?;
    let separators: Vec<&str> =
        scaffold.lines().filter(|line| line.starts_with("#### Do not move")).collect();
    for options in OPTIONS {
        let mut whole = String::new();
        for (function, separator) in FUNCTIONS.iter().zip(&separators) {
            let source = peers.root.join(SOURCES).join(function).with_extension("c");
            whole += &compiled(build, options, &source, function)?;
            whole += &format!("{separator}\n");
        }
        let name = folder.join("class").join(options.concat()).with_extension("s");
        std::fs::write(name, whole).map_err(failed)?;
    }
    let mut grade = Command::new(peers.isagrid);
    grade.args(["grade", "it", "class", "--exit-zero"]).current_dir(&folder);
    let done = tool(&mut grade)?;
    let grades = String::from_utf8_lossy(&done.stdout).into_owned();
    let with = format!("{} {}", build.compiler, build.flags[0]);
    let mut tally = Tally::new(&with, "submissions");
    for line in grades.lines() {
        let is_full = line.ends_with("100 of 100");
        let name = line.split(' ').next().unwrap_or_default();
        tally.add(name, (!is_full).then(|| format!("{line}\nin {}", folder.display())));
    }
    let all = grades.lines().count() == OPTIONS.len();
    tally.add("the class", (!all).then(|| grades.clone()));
    Ok(tally.end())
}

/// A function as the compiler writes it, with labels that are unique in the file.
fn compiled(
    build: &ConventionBuild,
    options: &[&str],
    source: &Path,
    function: &str,
) -> Result<String, String> {
    let mut compiler = Command::new(build.compiler);
    compiler.args(options).args(build.flags).args([
        "-fno-ident",
        "-ffreestanding",
        "-S",
        "-o",
        "-",
    ]);
    let done = tool(compiler.arg(source))?;
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let is_kept = |line: &&str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        !build.dropped.contains(&first)
    };
    let own = |line: &str| {
        let line = line.replace(".L", &format!("L_{function}_"));
        format!("{}\n", line.replace("$L", &format!("L_{function}_")))
    };
    Ok(text.lines().filter(is_kept).map(own).collect())
}
