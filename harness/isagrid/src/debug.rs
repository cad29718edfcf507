//! `isagrid debug`: debugs a program with isagrid's debugger, gdb or (PDP-10) DDT.

mod builtin;
mod editor;
mod gdb_process;

use std::io::{IsTerminal as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

use architecture::World;
use clap::Args as ClapArgs;
use debuggers::ddt::{Ddt, DdtConsole};
use debuggers::gdb::{self, Event, GdbSession, Link, OutputSink, SessionEnd};
use machine::Input;
use targets::files;

use crate::command_line::with_machine_options;
use crate::guest::{GuestArgs, SearchFolders};
use crate::machine_args::MachineArgs;
use crate::program::{self, LoadError, Program};
use crate::run::streams::{GuestInput, GuestOutput};
use crate::terminal::{KeyMap, Terminal};
use crate::{CommandResult as CommandEnded, Ending, Usage, say};

pub(crate) use builtin::{at_console, terminal_error};

const EXAMPLES: &str = "\
Examples:
  isagrid debug solver.s --input puzzle.txt
                       `break solve`, `run`, `step`, `print $t0`, `where`, `back`; `help` lists all
  isagrid debug solver.s < commands.txt
                       read commands from a file; `input TEXT` is a line for the program
  isagrid debug --gdb solver.s
                       start gdb with labels and source lines
  isagrid debug solver.s --elf solver.elf --input puzzle.txt
                       wait for gdb: type the command shown in another terminal
  gdb-multiarch solver.elf -ex 'target remote | isagrid debug --pipe solver.elf'
  isagrid debug --ddt sudoku.mid --jcl 'PUZZL1 SUDOKU'
                       debug a PDP-10 program with DDT, key by key on a terminal, or line by line
                       from a file; :SUDOKU PUZZL1 SUDOKU runs it with that command line

In gdb, use break, watch, step, stepi, next, continue, reverse-stepi, reverse-continue,
info registers, x/8i $pc and so on; `monitor help` lists isagrid's commands. In DDT, :HELP lists the
commands: GO/ opens a word, $G starts, FOO$B sets a breakpoint, ^N steps, :KILL leaves.";

#[derive(Debug, ClapArgs)]
#[command(after_help = with_machine_options(EXAMPLES))]
pub(crate) struct Args {
    /// Source files, assembled together in this order; or one program file
    #[arg(required_unless_present = "commands", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print the table of debugger commands in docs/debugging.md
    #[arg(long, hide = true)]
    commands: bool,
    /// Start gdb instead of isagrid's debugger
    #[arg(long, conflicts_with_all = ["listen", "pipe", "elf"])]
    gdb: bool,
    /// Use the commands of DDT, the debugger of ITS (PDP-10)
    #[arg(long, conflicts_with_all = ["gdb", "listen", "pipe", "elf"])]
    ddt: bool,
    /// Wait for gdb at this loopback address [default: 127.0.0.1:0, any free port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    /// Communicate with gdb over standard input and output
    #[arg(long, conflicts_with = "listen")]
    pipe: bool,
    /// Write an ELF file, which gives gdb labels and source lines, and wait for gdb
    #[arg(long, value_name = "OUT")]
    elf: Option<PathBuf>,
    /// Stop where a check finds a mistake, as `isagrid run --check` does
    #[arg(long, conflicts_with_all = ["gdb", "ddt", "listen", "pipe", "elf"])]
    check: bool,
    /// Read the program's input from a file
    ///
    /// By default, you type lines on the terminal; in a command file, `input TEXT` provides them.
    /// With gdb, the input is standard input, unless gdb uses it.
    #[arg(short, long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Return to the debugger after N instructions without a stop [default: 2,000,000,000]
    ///
    /// With DDT, the default is 1,000,000,000 when it reads lines, and no limit on a terminal, where
    /// ^Z stops the program.
    #[arg(long, value_name = "N")]
    max_instructions: Option<u64>,
    #[command(flatten)]
    guest: GuestArgs,
    #[command(flatten)]
    machine: MachineArgs,
}

impl Args {
    /// Folders whose files the program may open; loaded before the run, because gdb can step back.
    fn around(&self) -> SearchFolders<'_> {
        SearchFolders { source: &self.files[0], include: &self.machine.include, waits: false }
    }

    /// Option that asks for gdb, if given.
    fn for_gdb(&self) -> Option<&'static str> {
        let switches = [
            (self.gdb, "--gdb"),
            (self.elf.is_some(), "--elf"),
            (self.pipe, "--pipe"),
            (self.listen.is_some(), "--listen"),
        ];
        switches.iter().find(|(is_given, _)| *is_given).map(|(_, switch)| *switch)
    }
}

pub(crate) fn debug(args: &Args) -> CommandEnded {
    if args.commands {
        say::out(&debuggers::commands::page());
        return Ok(Ending::Well);
    }
    let program = match program::load_to_run(&args.files, &args.machine) {
        Ok(program) => program,
        Err(LoadError::Reported(_)) => return Ok(Ending::NotAssembled),
        Err(LoadError::Usage(usage)) => return Err(usage),
    };
    if args.ddt {
        if has_ddt(&program) {
            return run_ddt(args, &program);
        }
        let why =
            "--ddt is for PDP-10 programs; without it, isagrid's debugger handles all machines";
        return Err(why.to_owned().into());
    }
    let Some(switch) = args.for_gdb() else { return builtin::run_builtin(args, &program) };
    if program.target.architecture().gdb(&[]).is_none() {
        let title = program.target.architecture().title();
        let why = format!("gdb does not support {title}: use isagrid's debugger, without {switch}");
        return Err(why.into());
    }
    if args.max_instructions.is_some() {
        return Err(
            "--max-instructions is for isagrid's debugger and DDT: in gdb, interrupt the program \
                     with ^C"
                .to_owned()
                .into(),
        );
    }
    if args.gdb {
        return gdb_process::run_gdb(args, &program);
    }
    serve_gdb(args, &program)
}

/// Whether DDT can debug a program.
fn has_ddt(program: &Program) -> bool {
    program.target.world() == World::Disk
}

/// Waits for a gdb that the user starts, and serves it.
fn serve_gdb(args: &Args, program: &Program) -> CommandEnded {
    if let Some(path) = &args.elf {
        program.may_write(path)?;
        let note = program.target.note();
        let bytes = gdb::elf(&program.target, &program.made.image, &note);
        files::write_program(path, &bytes.map_err(|error| error.to_string())?)?;
    }
    let (source, input) = match (args.pipe, &args.input) {
        // Standard input is gdb's.
        (true, None) => (GuestInput::Closed, Input::closed(b"")),
        (_, file) => GuestInput::new(file.as_deref(), program.target.polls_input())?,
    };
    let (host, _) = args.guest.host(program, args.around(), input)?;
    let debugged = program.parts();
    let shower = (!args.pipe).then(shower);
    let mut session = match GdbSession::new(debugged, host, shower) {
        Ok(session) => session,
        Err(error) => {
            say::error(&error.to_string());
            return Ok(Ending::NotAssembled);
        }
    };
    let link = if args.pipe { pipe() } else { wait_for_client(args, program, source)? };
    Ok(match gdb::serve(&mut session, link)? {
        SessionEnd::Exited(_) | SessionEnd::Left => Ending::Well,
        SessionEnd::Killed => Ending::Failed,
    })
}

/// Debugs a PDP-10 program with DDT on standard input and output.
fn run_ddt(args: &Args, program: &Program) -> CommandEnded {
    let input = match &args.input {
        Some(path) => Input::closed(&files::read(path, files::DATA_LIMIT_BYTES)?),
        None => Input::open(),
    };
    let (host, guest_files) = args.guest.host(program, args.around(), input)?;
    let (mut stdin, mut stdout) = (std::io::stdin().lock(), std::io::stdout());
    let mut terminal = Terminal::take(KeyMap::Ddt)?;
    // On a terminal, ^Z stops a program.
    let most_instrs = if terminal.is_some() { u64::MAX } else { 1_000_000_000 };
    let console = match &mut terminal {
        Some(terminal) => DdtConsole::at_keys(terminal, &mut stdout),
        None => DdtConsole::new(&mut stdin, &mut stdout, !std::io::stdin().is_terminal()),
    };
    let debugged = program.parts();
    let max_instrs = args.max_instructions.unwrap_or(most_instrs);
    let ddt = match Ddt::new(&debugged, host, console, max_instrs) {
        Ok(ddt) => ddt,
        Err(error) => {
            say::error(&error.to_string());
            return Ok(Ending::NotAssembled);
        }
    };
    let title = program.made.title.as_deref().unwrap_or_default();
    let host = ddt.also_called(title).serve();
    // Restore the terminal before any message.
    drop(terminal);
    let host = host.map_err(|error| format!("DDT's terminal failed: {error}"))?;
    guest_files.keep(None, &host.files)?;
    Ok(Ending::Well)
}

/// Writer for the program's output.
fn shower() -> OutputSink {
    let (mut output, mut errors) = (GuestOutput::stdout(), GuestOutput::stderr());
    Box::new(move |is_error, bytes| {
        if is_error { &mut errors } else { &mut output }.write(bytes);
    })
}

/// Link to gdb over standard input and output.
fn pipe() -> Link {
    let (link, sender) = Link::new(std::io::stdout());
    std::thread::spawn(move || forward(std::io::stdin(), &sender));
    link
}

/// Waits for one client; later ones are refused.
fn wait_for_client(args: &Args, program: &Program, source: GuestInput) -> Result<Link, Usage> {
    let failed = |error: std::io::Error| format!("no debugger can connect: {error}");
    let listener = gdb::listen(args.listen.as_deref().unwrap_or("127.0.0.1:0"))?;
    let address = listener.local_addr().map_err(failed)?;
    show_gdb_command(args, program, &address.to_string());
    let (stream, _) = listener.accept().map_err(failed)?;
    drop(listener);
    let (link, sender) = link_to(stream)?;
    if !matches!(source, GuestInput::Closed) {
        let sender = sender.clone();
        std::thread::spawn(move || read_input(source, &sender));
    }
    Ok(link)
}

/// Link to a debugger over a connection, and the sender for the program's input.
fn link_to(stream: TcpStream) -> Result<(Link, SyncSender<Event>), String> {
    let failed = |error: std::io::Error| format!("no debugger can connect: {error}");
    // Packets are small, and each one is answered.
    stream.set_nodelay(true).map_err(failed)?;
    let reader: TcpStream = stream.try_clone().map_err(failed)?;
    let (link, sender) = Link::new(stream);
    let heard = sender.clone();
    std::thread::spawn(move || forward(reader, &heard));
    Ok((link, sender))
}

fn forward(reader: impl std::io::Read, sender: &SyncSender<Event>) {
    gdb::pass_on(reader, sender, Event::Client);
    // A session that has ended receives nothing.
    let _ = sender.send(Event::Gone);
}

/// Reads standard input for the program in advance; an empty message marks its end.
fn read_input(mut source: GuestInput, sender: &SyncSender<Event>) {
    while !matches!(source, GuestInput::Closed) {
        let Ok(bytes) = source.fetch() else { break };
        if !bytes.is_empty() && sender.send(Event::Input(bytes)).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::Input(Vec::new()));
}

fn show_gdb_command(args: &Args, program: &Program, address: &str) {
    let is_elf = program.sources.names().is_empty();
    let elf = args.elf.as_deref().or(is_elf.then_some(args.files[0].as_path()));
    let symbols = match elf {
        Some(path) => format!(" {}", quoted(path)),
        // Without a file gdb does not know the byte order.
        None if program.target.is_big_endian() => " -ex 'set endian big'".to_owned(),
        None => " -ex 'set endian little'".to_owned(),
    };
    if elf.is_none() {
        say::note("to see labels and source lines in gdb, write an ELF file with --elf OUT");
    }
    say::note(&format!("gdb-multiarch{symbols} -ex 'target remote {address}'"));
    let _ = std::io::stderr().flush();
}

/// Path quoted as one shell word.
fn quoted(path: &Path) -> String {
    let text = asmkit::plain(&path.to_string_lossy());
    if text.chars().all(|c| c.is_alphanumeric() || "/._-+".contains(c)) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
