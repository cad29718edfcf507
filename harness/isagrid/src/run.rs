//! `isagrid run`: one program, as a simulator runs it.

mod ending;
pub(crate) mod streams;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use machine::{Host, Machine as _, Stop, Work};
use machines::target::AnyMachine;
use machines::trace::Tracer;

use crate::guest::{Around, GuestArgs, GuestFiles};
use crate::machine_args::MachineArgs;
use crate::program::{self, NoProgram, Program};
use crate::{Ended, Ending, say};
use ending::Limit;
use streams::{GuestInput, GuestOutput};

const EXAMPLES: &str = "\
Examples:
  isagrid run solver.s < puzzle.txt          like `spim -file solver.s` or `mars nc solver.s`
  isagrid run --counts --profile solver.s --input puzzle.txt
  isagrid run --dialect spim --exit-code solver.s
  isagrid run --board esp32c3 solver.s < puzzle.txt    also an ELF file or a flash image of the chip
  isagrid run main.s lib.s -- first second   several files, and arguments for the program
  isagrid run sudoku.mid --jcl 'PUZZL1 SUDOKU'         an ITS program, and its command line
  isagrid run sudoku.spl                               an SPL script, with the files beside it

Guest output goes to standard output byte for byte; on a terminal, control characters that could
drive the terminal are replaced. Everything else goes to standard error.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Source files, assembled together, the first one first; or one ELF file or ESP32-C3 image
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read the program's input from a file instead of standard input
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Stop after so many instructions, or cells of a script
    #[arg(long, value_name = "N", default_value_t = 2_000_000_000)]
    max_instructions: u64,
    /// Show instructions and cycles at the end
    #[arg(long)]
    counts: bool,
    /// Show at the end how often each source line ran, and each label; of a script, each cell
    #[arg(long)]
    profile: bool,
    /// Show every instruction as it runs, on standard error or in a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    trace: Option<PathBuf>,
    /// End with the program's own status
    #[arg(long)]
    exit_code: bool,
    /// Write the files that the program made or changed to this folder
    #[arg(long, value_name = "DIR")]
    keep_files: Option<PathBuf>,
    /// Write the words between the symbols begin_signature and end_signature to a file, as
    /// conformance tests want it
    #[arg(long, value_name = "FILE")]
    signature: Option<PathBuf>,
    #[command(flatten)]
    guest: GuestArgs,
    #[command(flatten)]
    machine: MachineArgs,
}

/// Instructions between two looks at the output.
const SLICE_INSTRS: u64 = 10_000_000;

pub(crate) fn run(args: &Args) -> Ended {
    let program = match program::load(&args.files, &args.machine) {
        Ok(program) => program,
        Err(NoProgram::Told) => return Ok(Ending::NotAssembled),
        Err(NoProgram::Usage(usage)) => return Err(usage),
    };
    let polls = program.target.polls_input();
    let (input, first_input) = GuestInput::new(args.input.as_deref(), polls)?;
    let around = Around { source: &args.files[0], include: &args.machine.include, waits: true };
    let (mut host, mut guest_files) = args.guest.host(&program, around, first_input)?;
    if args.keep_files.is_some() && guest_files.is_disk() {
        return Err(
            "--keep-files is for the other machines: under ITS --its-dir names the folder \
                    whose files a program reads and writes"
                .to_owned()
                .into(),
        );
    }
    host.work = Work::beside(args.max_instructions);
    let mut machine = program.target.machine();
    if let Err(error) = machine.load(&program.made.image) {
        say::error(&error.to_string());
        return Ok(Ending::NotAssembled);
    }
    if args.trace.is_some() {
        // The system's start-up is no instruction's work.
        machine.run(&mut host, 0, &mut ());
    }
    if let Some(path) = &args.trace {
        program.not_over(path)?;
    }
    let mut trace = match &args.trace {
        Some(path) => {
            Some((Tracer::new(&machine, &program.made.image), streams::TraceSink::new(path)?))
        }
        None => None,
    };
    let mut session = Session {
        program: &program,
        machine: &mut machine,
        host: &mut host,
        input,
        files: &mut guest_files,
    };
    let limit = session.go(args.max_instructions, trace.as_mut())?;
    if let Some((_, sink)) = trace {
        sink.finish()?;
    }
    let ending = ending::tell(&program, &machine, &host, limit, args.exit_code);
    if args.counts {
        say::note(ending::counts(&program, &machine).trim_end());
    }
    if args.profile {
        let profile =
            machines::profile::text(&machine.executed(), &program.made.image, &program.sources);
        say::note(profile.trim_end());
    }
    if let Some(path) = &args.signature {
        program.not_over(path)?;
        machines::files::write(path, signature(&program, &machine)?)?;
    }
    guest_files.tell();
    guest_files.keep(args.keep_files.as_ref(), &host.files)?;
    Ok(ending)
}

/// Words of the longest signature: 4 MiB of memory.
const MOST_SIGNATURE_WORDS: u64 = 1 << 20;

/// The words between the two symbols, each a line of eight hexadecimal digits.
fn signature(program: &Program, machine: &AnyMachine) -> Result<String, String> {
    if program.target.elf().is_none() {
        return Err(
            "--signature shows words of 32 bits, which this machine does not have".to_owned()
        );
    }
    let place = |name: &str| {
        let missing = || format!("--signature: the program has no symbol `{name}`");
        program.made.image.symbol(name).ok_or_else(missing)
    };
    let (start, end) = (place("begin_signature")?, place("end_signature")?);
    let words = end.saturating_sub(start).div_ceil(4);
    if end < start || words > MOST_SIGNATURE_WORDS {
        return Err(format!(
            "--signature: from begin_signature ({start:#x}) to end_signature ({end:#x}) there must \
             be 0 to {MOST_SIGNATURE_WORDS} words"
        ));
    }
    let mut text = String::new();
    for word in (start..end).step_by(4) {
        let bytes = (word..word + 4).map(|address| machine.peek(address).unwrap_or(0));
        let word = bytes.rev().fold(0, |word, byte| word << 8 | byte);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{word:08x}");
    }
    Ok(text)
}

/// A program on its way.
struct Session<'s> {
    program: &'s Program,
    machine: &'s mut AnyMachine,
    host: &'s mut Host,
    input: GuestInput,
    files: &'s mut GuestFiles,
}

impl Session<'_> {
    /// Runs to the end, showing output and fetching input on the way.
    fn go(
        &mut self,
        max_instrs: u64,
        mut trace: Option<&mut (Tracer, streams::TraceSink)>,
    ) -> Result<Limit, String> {
        let mut output = GuestOutput::stdout();
        let mut errors = GuestOutput::stderr();
        let slice = if trace.is_some() { 1 } else { SLICE_INSTRS };
        let mut used = 0;
        loop {
            let budget = slice.min(max_instrs - used);
            if budget == 0 {
                output.finish();
                return Ok(Limit::Instructions(max_instrs));
            }
            let stop = self.machine.run(self.host, budget, &mut ());
            let mut listening = output.write(&self.host.output.take());
            errors.write(&self.host.errors.take());
            if let Some((tracer, sink)) = trace.as_deref_mut()
                && matches!(stop, Stop::Budget | Stop::Exit { .. })
            {
                let Program { made, sources, .. } = self.program;
                listening &= sink.write(&tracer.line(self.machine, &made.image, sources))?;
            }
            match stop {
                Stop::Budget | Stop::Input if !listening => return Ok(Limit::NobodyListens),
                Stop::Budget => used += budget,
                Stop::Input => {
                    used = used.max(self.machine.counts().instructions).min(max_instrs);
                    if !self.files.supply(self.host) {
                        self.input.fetch(&mut self.host.input)?;
                    }
                }
                stop => {
                    output.finish();
                    errors.finish();
                    return Ok(Limit::None(stop));
                }
            }
        }
    }
}
