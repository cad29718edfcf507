//! The `isagrid` command: verifies lanes, and assembles, runs and measures single programs.

mod asm;
mod assignment;
mod bench;
mod command_line;
mod compare;
mod compiled_lines;
mod completions;
mod date;
mod debug;
mod disasm;
mod engine;
mod explain;
mod file_hints;
mod generate;
mod grade;
mod guest;
mod input;
mod isa;
mod lanes_command;
mod machine_args;
mod machine_page;
mod man;
mod merge;
mod plan;
mod program;
mod progress;
mod puzzle_writer;
mod puzzles;
mod rate;
mod report;
mod run;
mod say;
mod shard;
mod solve;
mod source_names;
mod submit;
#[cfg_attr(not(unix), path = "no_terminal.rs")]
mod terminal;
mod trace;
mod variants;
mod verify;
mod version;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use architecture::Architecture;
use clap::{FromArgMatches as _, Parser, Subcommand};
use command_line::Color;
use lanes::verify::LaneError;
use targets::table;

/// One Sudoku puzzle, every instruction set: assembly programs on bundled machines.
#[derive(Parser)]
#[command(name = "isagrid", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colour; `auto` honours NO_COLOR and CLICOLOR_FORCE
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

const EXAMPLES: &str = "\
Examples:
  isagrid run solver.s < puzzle.txt   run a MIPS, RISC-V, PDP-10 or esProc program
  isagrid debug solver.s              step through it, forwards and backwards
  isagrid explain M014                explain error[M014]
  isagrid solve puzzles.txt           solve puzzles with the reference solver
  isagrid verify                      check every lane against the golden files
  isagrid compare                     compare what lanes execute for the same decisions

Exit status: 0 success, 1 a check or the program failed, 2 usage error or lost output, 3 the
program does not assemble or load, 4 incomplete (a limit was reached, shards are missing, or the
reader closed the output), 70 bug in isagrid, 130 and 143 stopped by ^C or a signal.";

// Options are defined when their command is used: those of all commands take 1 ms.
#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    /// Run a program: assemble its sources, or load a program file
    Run(Box<run::Args>),
    /// Debug a program, forwards and backwards; also with gdb or DDT
    Debug(debug::Args),
    /// Assemble a program; write it to a file, or print a listing
    Asm(asm::AsmArgs),
    /// Disassemble a program file or an assembled source
    Disasm(disasm::Args),
    /// List machine options accepted by run, debug, asm and disasm
    #[command(after_help = MACHINE_EXAMPLES)]
    Machine(machine_page::MachinePage),
    /// Explain a message code, with a wrong and a right program
    Explain(explain::Args),
    /// Solve puzzles with the reference solver
    Solve(solve::Args),
    /// Generate puzzles with chosen properties from seeds
    Generate(generate::Args),
    /// Make variants of puzzles by exchanging digits, rows and columns
    Variants(variants::Args),
    /// Rate puzzles by DuPree's score and by the techniques they need
    Rate(rate::Args),
    /// Run puzzles through lanes; check grids, decisions and counts against the golden files
    Verify(verify::Args),
    /// Compare what lanes execute, fetch, read and write for the same decisions
    Compare(compare::Args),
    /// Write a comparison as one HTML page with plots
    Report(report::Args),
    /// Show two solvers side by side, decision by decision
    Trace(trace::Args),
    /// List lanes, or write a copy of the bundled lanes to a folder
    Lanes(lanes_command::Args),
    /// Grade submissions of an assembly homework: results and calling convention
    Grade(grade::Args),
    /// Split work into shards that any computer can run
    Plan(plan::Args),
    /// Run (or resume) one shard of a plan
    Shard(shard::Args),
    /// Merge shard results; the output is identical to a single-process run
    Merge(merge::Args),
    /// Submit the shards of a plan to a scheduler
    Submit(submit::Args),
    /// Check an assignment before you grade with it, or create one
    Assignment(assignment::Args),
    /// Measure speed in million instructions per CPU second
    Bench(bench::Args),
    /// Regenerate the puzzle sets of golden/ from their seeds
    Puzzles(puzzles::Args),
    /// Print an instruction set's table as Markdown
    Isa(isa::Args),
    /// Print a shell completion script
    Completions(completions::Args),
    /// Print a manual page, or write all of them
    Man(man::Args),
}

const MACHINE_EXAMPLES: &str = "\
Examples:
  isagrid run --dialect spim --delayed-branches solver.s
  isagrid asm --arch rv32imc_zba solver.s -o solver.elf
  isagrid run --board esp32c3 flash.bin

Brackets list the dialects that accept an option; the others refuse it. In asm/lanes.toml, options
are written without --: switches = [\"delayed-branches\"].";

/// Result of a command, from which its exit status follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Success.
    Well,
    /// A check or the program failed.
    Failed,
    /// The program does not assemble or load.
    NotAssembled,
    /// An input could not be read or a table is wrong; the error was reported.
    Unreadable,
    /// A limit was reached.
    Incomplete,
    /// A bug in isagrid.
    Bug,
    /// The guest's own status, with `--exit-code`.
    Guest(u8),
}

/// A usage error: the message to show.
struct Usage(String);

impl From<String> for Usage {
    fn from(message: String) -> Self {
        Usage(message)
    }
}

impl Ending {
    /// Ending for a lane that cannot run: its table row or its program is wrong.
    fn of(broken: &LaneError) -> Self {
        if broken.is_of_table() { Ending::Unreadable } else { Ending::NotAssembled }
    }

    /// Exit status, as documented in the README.
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

type CommandResult = Result<Ending, Usage>;

/// Runs the command line with the bundled machines and `more`, and returns the exit status.
///
/// To add your own machine, write a crate whose one-line `main` calls this with its row.
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
        Command::Lanes(args) => lanes_command::lanes(&args),
        Command::Isa(args) => isa::isa(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Puzzles(args) => puzzles::puzzles(&args),
        Command::Machine(machine_page::MachinePage) => {
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

/// Reports a command-line error, or prints the help that was asked for.
fn misused(error: clap::Error) -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    Color::of(&words).apply();
    // The message quotes words of the command line, so parse again with control characters removed.
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
