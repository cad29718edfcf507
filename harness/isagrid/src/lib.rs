//! The `isagrid` command: verifies lanes, and assembles, runs and measures single programs.

mod asm;
mod assignment;
mod bench;
mod command_line;
mod compare;
mod completions;
mod debug;
mod disasm;
mod engine;
mod explain;
mod generate;
mod grade;
mod guest;
mod input;
mod isa;
mod lanes_here;
mod machine_args;
mod machine_page;
mod man;
mod merge;
mod missing;
mod plan;
mod program;
mod progress;
mod puzzles;
mod rate;
mod report;
mod run;
mod say;
mod shard;
mod solve;
mod submit;
mod trace;
mod variants;
mod verify;
mod version;
mod written;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use architecture::Architecture;
use clap::{FromArgMatches as _, Parser, Subcommand};
use command_line::Color;
use lanes::verify::Broken;
use machines::table;

/// One Sudoku puzzle, every instruction set: assembly programs on bundled machines.
#[derive(Parser)]
#[command(name = "isagrid", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When text has colours; auto is on a terminal, and as NO_COLOR and CLICOLOR_FORCE say
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    color: Color,
}

const EXAMPLES: &str = "\
Examples:
  isagrid run solver.s < puzzle.txt   a program for MIPS, RISC-V, PDP-10 or esProc
  isagrid debug solver.s              step by step, forwards and backwards
  isagrid explain M014                what error[M014] means
  isagrid solve puzzles.txt           the reference solver
  isagrid verify                      every lane against what is golden
  isagrid compare                     what lanes execute for the same decisions

Exit codes: 0 all well, 1 a check or the program failed, 2 wrong usage or output that was lost,
3 the program does not assemble or load, 4 incomplete because a limit was reached, shards are
missing or nobody read on, 70 a bug in isagrid itself, 130 and 143 ^C or a signal stopped the
program.";

#[derive(Subcommand)]
enum Command {
    /// Assembles (or loads a program file) and runs one program
    Run(run::Args),
    /// Debugs a program, forwards and backwards; under gdb and DDT too
    Debug(debug::Args),
    /// Assembles a program and writes it to a file, or a listing
    Asm(asm::AsmArgs),
    /// Shows the instructions of a program file or of an assembled source
    Disasm(disasm::Args),
    /// Shows the switches of machines, which run, debug, asm and disasm have
    #[command(after_help = MACHINE_EXAMPLES)]
    Machine(machine_page::Page),
    /// Says what the code of a message means, with a wrong and a right program
    Explain(explain::Args),
    /// Solves puzzles with the reference solver
    Solve(solve::Args),
    /// Makes new puzzles from seeds, as they are wanted
    Generate(generate::Args),
    /// Makes variants of puzzles: the same but for digits, rows and columns
    Variants(variants::Args),
    /// Rates puzzles: by DuPree's score, and by the techniques they ask for
    Rate(rate::Args),
    /// Runs puzzles through lanes and compares grids, decisions and counts with golden
    Verify(verify::Args),
    /// Compares what lanes execute, fetch, read and write for the same decisions
    Compare(compare::Args),
    /// Writes a comparison as one page of HTML with plots
    Report(report::Args),
    /// Shows two solvers side by side, from decision to decision
    Trace(trace::Args),
    /// Shows the lanes that verify and bench know, and writes those that came with isagrid
    Lanes(lanes_here::Args),
    /// Grades submissions of an assembly homework: results and calling convention
    Grade(grade::Args),
    /// Plans work in shards, which any computers do
    Plan(plan::Args),
    /// Does one shard of a plan, or goes on with it
    Shard(shard::Args),
    /// Puts the shards of a plan together, as one process would have done all
    Merge(merge::Args),
    /// Hands the shards of a plan to a scheduler
    Submit(submit::Args),
    /// Checks an assignment before anybody is graded by it
    Assignment(assignment::Args),
    /// Measures million instructions per CPU second
    Bench(bench::Args),
    /// Makes the puzzle sets of golden/ again from their seeds
    Puzzles(puzzles::Args),
    /// Prints the table of an instruction set as a page of Markdown
    Isa(isa::Args),
    /// Prints a script that completes command lines in a shell
    Completions(completions::Args),
    /// Prints the manual page, or writes all of them
    Man(man::Args),
}

const MACHINE_EXAMPLES: &str = "\
Examples:
  isagrid run --dialect spim --delayed-branches solver.s
  isagrid asm --arch rv32imc_zba solver.s -o solver.elf
  isagrid run --board esp32c3 flash.bin

A switch of some dialects only has their names in brackets, and is refused in the others. In a row
of asm/lanes.toml they are written without --: switches = [\"delayed-branches\"].";

/// How a command ended, as a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// All well.
    Well,
    /// A check failed, or the program did.
    Failed,
    /// The program does not assemble or load.
    NotAssembled,
    /// Some of the input could not be read, or a table is wrong, which was reported.
    Unreadable,
    /// A limit was reached.
    Incomplete,
    /// Something in isagrid itself failed.
    Bug,
    /// The guest's own status, on request.
    Guest(u8),
}

/// What keeps a command from doing its work: the user should have called it otherwise.
struct Usage(String);

impl From<String> for Usage {
    fn from(message: String) -> Self {
        Usage(message)
    }
}

impl Ending {
    /// The status of a lane that cannot run: the table may be wrong, or the program.
    fn of(broken: &Broken) -> Self {
        if broken.is_of_table() { Ending::Unreadable } else { Ending::NotAssembled }
    }

    /// The status, as README has them.
    fn code(self) -> u8 {
        match self {
            Ending::Well => 0,
            Ending::Failed => 1,
            Ending::Unreadable => 2,
            Ending::NotAssembled => 3,
            Ending::Incomplete => 4,
            Ending::Bug => 70,
            Ending::Guest(status) => status,
        }
    }
}

type Ended = Result<Ending, Usage>;

/// Does what the command line says, with the machines of this house and `more`; gives the status.
///
/// A machine of one's own is a crate beside this one: a program of a line calls this with its row.
#[must_use]
pub fn main(more: &[&'static dyn Architecture]) -> ExitCode {
    if !more.is_empty() {
        table::add(more);
    }
    let matches = command_line::command().try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return misused(error),
    };
    cli.color.apply();
    let ended = catch_unwind(AssertUnwindSafe(|| match cli.command {
        Command::Verify(args) => verify::verify(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Report(args) => report::report(&args),
        Command::Trace(args) => trace::trace(&args),
        Command::Run(args) => run::run(&args),
        Command::Debug(args) => debug::debug(&args),
        Command::Asm(args) => asm::asm(&args),
        Command::Disasm(args) => disasm::disasm(&args),
        Command::Solve(args) => solve::solve(&args),
        Command::Generate(args) => generate::generate(&args),
        Command::Variants(args) => variants::variants(&args),
        Command::Rate(args) => rate::rate(&args),
        Command::Grade(args) => grade::grade(&args),
        Command::Plan(args) => plan::plan(&args),
        Command::Shard(args) => shard::shard(&args),
        Command::Merge(args) => merge::merge(&args),
        Command::Submit(args) => submit::submit(&args),
        Command::Assignment(args) => assignment::assignment(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Lanes(args) => lanes_here::lanes(&args),
        Command::Isa(args) => isa::isa(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Puzzles(args) => puzzles::puzzles(&args),
        Command::Machine(machine_page::Page) => {
            say::out(&command_line::machine_page().ansi().to_string());
            Ok(Ending::Well)
        }
        Command::Completions(args) => completions::completions(&args),
        Command::Man(args) => man::man(&args),
    }));
    explain::hint();
    ExitCode::from(match ended {
        Ok(Ok(Ending::Well | Ending::Guest(_) | Ending::Failed)) if say::is_lost() => 2,
        Ok(Ok(ending)) => ending.code(),
        Ok(Err(Usage(message))) => {
            say::error(&message);
            2
        }
        Err(_) => {
            say::error("this is a bug in isagrid, not in your program; please report it");
            70
        }
    })
}

/// Tells what is wrong with the command line, or helps.
fn misused(error: clap::Error) -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    Color::of(&words).apply();
    // The message quotes words of the command line, so it is made again of plain ones.
    let plain = std::env::args_os().map(|word| asmkit::plain_name(&word.to_string_lossy()));
    let again = command_line::command().try_get_matches_from(plain);
    let error = again.and_then(|matches| Cli::from_arg_matches(&matches)).err().unwrap_or(error);
    let error = command_line::with_tip(error);
    let text = error.render().ansi().to_string();
    if !error.use_stderr() {
        say::out(&text);
        return ExitCode::from(if say::is_lost() { 2 } else { 0 });
    }
    say::note(text.trim_end_matches('\n'));
    ExitCode::from(if solve::is_classic_call(&words) { 1 } else { 2 })
}
