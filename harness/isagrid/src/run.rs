//! `isagrid run`: runs one program as its simulator does.

mod caches;
pub(crate) mod check;
mod ending;
mod execution;
mod expect;
mod flash;
mod inspect;
mod interrupt;
mod json;
mod picture;
mod pins;
mod progress;
mod signature;
pub(crate) mod streams;
pub(crate) mod tracing;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use architecture::World;
use clap::{Args as ClapArgs, ValueEnum};
use machine::{Host, Machine as _, Work};
use serde_json::{Map, Value};
use targets::files;
use targets::replay::RunRecord;

use crate::command_line::with_machine_options;
use crate::engine::EngineArg;
use crate::guest::{GuestArgs, GuestFiles, SearchFolders};
use crate::machine_args::MachineArgs;
use crate::program::{self, LoadError, Program, ProgramErrors};
use crate::{CommandResult, Ending, say};
use check::CheckLevel;
use ending::FinishedRun;
use execution::Execution;
use expect::Expected;
use inspect::Inspection;
use signature::signature;
use streams::{GuestInput, GuestOutput};

const EXAMPLES: &str = "\
Examples:
  isagrid run solver.s < puzzle.txt          like `spim -file solver.s` or `mars nc solver.s`
  isagrid run --counts --profile solver.s --input puzzle.txt
  isagrid run --data-cache 8x2x16 solver.s   hits and misses of 8 sets, 2 ways and lines of 16 bytes
  isagrid run --check solver.s               find mistakes that show no fault
  isagrid run --dialect spim --exit-code solver.s
  isagrid run solver.s --input puzzle.txt --expect solution.txt    show differences; status 1
  isagrid run --registers=v0,t0 --dump grid..grid+36 --dump text:string solver.s
  isagrid run --json solver.s < puzzle.txt             print the whole result as JSON
  isagrid run --trace-last 20 solver.s                 the last 20 instructions, even of a fault
  isagrid run --board esp32c3 solver.s < puzzle.txt    a source, an ELF file or a flash image
  isagrid run main.s lib.s -- first second             several files, and arguments for the program
  isagrid run sudoku.mid --jcl 'PUZZL1 SUDOKU'         an ITS program and its command line
  isagrid run sudoku.spl                               an SPL script, with the files in its folder

The program's output goes to standard output byte for byte; on a terminal, control characters are
replaced. Everything else goes to standard error.";

#[derive(Debug, ClapArgs)]
#[command(after_help = with_machine_options(EXAMPLES))]
pub(crate) struct Args {
    /// Source files, assembled together in this order; or one ELF file or ESP32-C3 image
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read the program's input from a file instead of standard input
    #[arg(short, long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Compare the program's output with a file; exit with status 1 if they differ
    #[arg(short, long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// Stop after N instructions (or script cells)
    #[arg(short = 'n', long, value_name = "N", default_value_t = 2_000_000_000)]
    max_instructions: u64,
    /// Execution engine (affects speed only)
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t)]
    engine: EngineArg,
    /// Show instruction and cycle counts at the end
    #[arg(short, long)]
    counts: bool,
    /// Show how often each source line and label (or script cell) ran
    #[arg(long)]
    profile: bool,
    #[command(flatten)]
    caches: caches::CacheArgs,
    #[command(flatten)]
    inspect: inspect::InspectArgs,
    #[command(flatten)]
    tracing: tracing::TraceArgs,
    #[command(flatten)]
    pins: pins::PinArgs,
    #[command(flatten)]
    flash: flash::FlashArgs,
    /// Write the result as JSON to a file, or to standard output instead of the program's output
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Check the run: undefined values, calls, the stack, memory; exit with status 1 on a finding
    #[arg(long, value_name = "LEVEL", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "error")]
    check: Option<CheckLevel>,
    /// Write the findings of --check to a file; the format is sarif
    #[arg(long, value_name = "FORMAT=FILE", requires = "check", value_parser = check::wanted)]
    report: Option<PathBuf>,
    /// Exit with the program's own status
    #[arg(long)]
    exit_code: bool,
    /// Save files that the program creates or changes to a folder
    #[arg(long, value_name = "DIR")]
    keep_files: Option<PathBuf>,
    /// Write the words from begin_signature to end_signature to a file, for conformance tests
    #[arg(long, value_name = "FILE")]
    signature: Option<PathBuf>,
    /// Write what the display shows at the end to a file, as a PNG picture (the PDP-10's Type 340)
    #[arg(long, value_name = "FILE")]
    display: Option<PathBuf>,
    /// Continue an ITS program that stops for DDT (.VALUE), as DDT's $P does
    #[arg(long = "continue")]
    continues: bool,
    /// How an ITS program uses this terminal: by keys and with a cursor, or by lines
    #[arg(long, value_name = "KIND", value_enum)]
    tty: Option<TtyKind>,
    #[command(flatten)]
    guest: GuestArgs,
    #[command(flatten)]
    machine: MachineArgs,
}

/// Terminals of ITS programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TtyKind {
    /// A display of this terminal's size; each key is read at once (default on a terminal)
    Display,
    /// A printing terminal; lines are read
    Printing,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    args.have_their_values()?;
    args.have_their_folders()?;
    let mut program = match program::load_to_run(&args.files, &args.machine) {
        Ok(program) => program,
        Err(LoadError::Reported(refused)) => return args.refused(&refused),
        Err(LoadError::Usage(usage)) => return Err(usage),
    };
    let kept_flash = args.flash.restore(&mut program)?;
    let (input, mut host, files) = args.environment(&program)?;
    let expected = args.expect.as_deref().map(Expected::read).transpose()?;
    let target = program.target.clone().with_engine(args.engine.engine()?);
    let mut machine = target.machine();
    if let Err(error) = machine.load(&program.made.image) {
        say::error(&error.to_string());
        return Ok(Ending::NotAssembled);
    }
    let inspection = args.inspect.of(&program, &machine)?;
    let caches = args.caches.of(machine.spec())?;
    for path in args.result_files() {
        program.may_write(path)?;
    }
    let before = host.clone();
    // The system's start-up belongs to no instruction.
    machine.run(&mut host, 0, &mut ());
    let tracing = args.tracing.open(&program, &machine)?;
    let mut record = RunRecord::new(|| {
        let (mut machine, mut host) = (target.machine(), before.clone());
        // The same image loaded without an error above.
        drop(machine.load(&program.made.image));
        machine.run(&mut host, 0, &mut ());
        (machine, host)
    });
    let screen = host.screen;
    let (is_kept, is_shown) = (expected.is_some() || args.json.is_some(), !args.is_json_alone());
    let checker = args.check.map(|_| check::checker(&program, &machine)).transpose()?;
    let execution = Execution {
        program: &program,
        checker,
        caches,
        machine: &mut machine,
        host: &mut host,
        record: &mut record,
        input,
        files,
        output: GuestOutput::stdout().kept(is_kept).shown(is_shown).on(screen),
        errors: GuestOutput::stderr().kept(args.json.is_some()).shown(is_shown),
        pin_changes: Vec::new(),
        continues: args.continues.then_some(0),
    };
    let finished = execution.run_to_end(args.max_instructions, tracing)?;
    kept_flash.map_or(Ok(()), |kept| args.flash.save(&kept, finished.machine))?;
    args.report(&finished, expected, &inspection)
}

impl Args {
    /// Files of results.
    fn result_files(&self) -> impl Iterator<Item = &PathBuf> {
        let pins = &self.pins.trace_pins;
        self.json
            .iter()
            .chain(&self.signature)
            .chain(&self.display)
            .chain(&self.report)
            .chain(pins)
            .chain(&self.flash.keep_flash)
    }

    /// Checks that folders of results exist.
    fn have_their_folders(&self) -> Result<(), String> {
        for path in self.result_files() {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                return Err(format!("the folder {} does not exist", files::shown(folder)));
            }
        }
        Ok(())
    }

    /// Input, host and files of a program.
    fn environment(&self, program: &Program) -> Result<(GuestInput, Host, GuestFiles), String> {
        let polls = program.target.polls_input();
        let (mut input, first_input) = GuestInput::new(self.input.as_deref(), polls)?;
        let around =
            SearchFolders { source: &self.files[0], include: &self.machine.include, waits: true };
        let (mut host, files) = self.guest.host(program, around, first_input)?;
        if self.keep_files.is_some() && files.is_disk() {
            return Err("--keep-files is not for ITS programs: use --its-dir to name the folder \
                        that they read and write"
                .to_owned());
        }
        if self.is_display(program, &input)? {
            let (keys, screen) = GuestInput::keys()?;
            (input, host.screen) = (keys, Some(screen));
        }
        if self.continues && program.target.world() != World::Disk {
            return Err("--continue is only for ITS programs".to_owned());
        }
        host.work = Work::for_budget(self.max_instructions);
        host.pins = self.pins.connect(program.target.pins())?;
        Ok((input, host, files))
    }

    /// Whether the program's terminal is a display.
    fn is_display(&self, program: &Program, input: &GuestInput) -> Result<bool, String> {
        let is_its = program.target.world() == World::Disk;
        match self.tty {
            Some(_) if !is_its => Err("--tty is only for ITS programs".to_owned()),
            Some(kind) => Ok(kind == TtyKind::Display),
            None => {
                let is_printed = self.json.is_some() || self.expect.is_some();
                let is_shown = std::io::stdout().is_terminal() && !is_printed;
                Ok(is_its && is_shown && input.is_terminal() && cfg!(unix))
            }
        }
    }

    /// Reports a program that does not assemble or load.
    fn refused(&self, refused: &ProgramErrors) -> CommandResult {
        let ending = Ending::NotAssembled;
        if let Some(path) = &self.json {
            program::may_write(path, &refused.sources, &self.files)?;
            write_json(path, json::refused(&self.files, refused, ending))?;
        }
        Ok(ending)
    }

    /// Makes all reports about a run; each can make its ending worse for the following ones.
    fn report(
        &self,
        run: &FinishedRun<'_>,
        expected: Option<Expected>,
        inspection: &Inspection<'_>,
    ) -> CommandResult {
        let FinishedRun { program, machine, host, .. } = *run;
        if run.has_mistakes() {
            program.report_dialect();
        }
        let (mut ending, report) = run.report(self.exit_code);
        let is_well = matches!(ending, Ending::Well | Ending::Guest(_));
        let compared = expected.map(|expected| expected.compare(run.output.bytes(), !is_well));
        if is_well && compared.as_ref().is_some_and(|compared| !compared.is_same()) {
            ending = Ending::Failed;
            run.causes(None).iter().for_each(|cause| say::note(cause));
        }
        if let (Some(level), Some(checked)) = (self.check, &run.checked) {
            if check::show(program, checked, level) && is_well {
                ending = Ending::Failed;
            }
            if let Some(path) = &self.report {
                check::write_sarif(path, program, checked, level)?;
            }
        }
        if !run.output.is_heard() && !say::is_lost() && ending == Ending::Well {
            // The reader closed the output before the end.
            ending = Ending::Incomplete;
        }
        if !inspection.show(machine) && ending == Ending::Well {
            ending = Ending::Unreadable;
        }
        if self.counts {
            say::note(ending::counts(program, machine).trim_end());
        }
        if self.profile {
            let profile =
                targets::profile::text(&machine.executed(), &program.made.image, &program.sources);
            say::note(profile.trim_end());
        }
        if let Some(caches) = &run.caches {
            caches::show(caches, machine.spec());
        }
        self.pins.report(&run.pin_changes)?;
        if let Some(path) = &self.signature {
            files::write(path, signature(program, machine)?)?;
        }
        run.files.report();
        run.files.keep(self.keep_files.as_ref(), &host.files)?;
        if let Some(path) = &self.json {
            let mut all = json::outcome(program, machine, &report, ending);
            run.files.put(&mut all);
            inspection.put(machine, &mut all);
            all.extend(run.caches.as_ref().map(|all| ("caches".to_owned(), caches::value(all))));
            all.extend(
                run.checked.as_ref().map(|checked| ("check".to_owned(), json::value(checked))),
            );
            json::put_text(&mut all, "output", run.output.bytes());
            json::put_text(&mut all, "errors", run.errors.bytes());
            all.extend(compared.map(|compared| ("expect".to_owned(), json::value(&compared))));
            write_json(path, all)?;
        }
        if let Some(path) = &self.display {
            files::write(path, picture::png(machine)?)?;
        }
        Ok(ending)
    }

    /// Checks that no argument is the value of an option that takes its value only after `=`.
    ///
    /// # Errors
    /// An error message that shows the right form.
    fn have_their_values(&self) -> Result<(), String> {
        let is_value = |first: &&PathBuf| !first.is_file() || first.starts_with("/dev");
        let Some(value) = self.files.first().filter(|_| self.files.len() > 1).filter(is_value)
        else {
            return Ok(());
        };
        let is_alone = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
        let bare = [
            ("registers", self.inspect.is_bare()),
            ("trace", is_alone(&self.tracing.trace)),
            ("json", is_alone(&self.json)),
        ];
        let bare = bare.iter().find(|(_, is_bare)| *is_bare);
        bare.map_or(Ok(()), |(switch, _)| {
            let value = asmkit::plain_name(&value.to_string_lossy());
            Err(format!("write the value of --{switch} after `=`: --{switch}={value}"))
        })
    }

    /// Whether standard output is only JSON.
    fn is_json_alone(&self) -> bool {
        self.json.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}

/// Writes an object to a file, or to standard output.
fn write_json(path: &Path, all: Map<String, Value>) -> Result<(), String> {
    let text = format!("{:#}\n", Value::Object(all));
    if path.as_os_str() == "-" {
        say::out(&text);
        Ok(())
    } else {
        files::write(path, text)
    }
}
