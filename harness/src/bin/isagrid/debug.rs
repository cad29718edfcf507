//! `isagrid debug`: a program behind gdb's remote protocol.

use std::io::Write as _;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use clap::Args as ClapArgs;
use harness::debug::{self, Ended, Event, Link, Session, Shower};
use harness::files;
use machine::{Host, Input, Output, Random};

use crate::machine_args::MachineArgs;
use crate::program::{self, NoProgram, Program};
use crate::run::guest_files;
use crate::run::streams::{GuestInput, GuestOutput};
use crate::{Ended as CommandEnded, Ending, Usage, note, say};

const EXAMPLES: &str = "\
Examples:
  isagrid debug solver.s --elf solver.elf --input puzzle.txt
                       then type the gdb command that is shown in another terminal
  gdb-multiarch solver.elf -ex 'target remote | isagrid debug --pipe solver.elf'

gdb then has break, watch, step, stepi, next, continue, reverse-stepi, reverse-continue, info
registers, x/8i $pc and all the rest; `monitor help` lists what is ours.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Source files, assembled together, the first one first; or one ELF file
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    /// Wait for gdb at this loopback address; 0 is any free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    listen: String,
    /// Talk to gdb over standard input and output
    #[arg(long, conflicts_with = "listen")]
    pipe: bool,
    /// Write the program as an ELF file, from which gdb has labels and source lines
    #[arg(long, value_name = "OUT")]
    elf: Option<PathBuf>,
    /// Read the program's input from a file; without it, from standard input unless --pipe is given
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Stop after so many bytes of output
    #[arg(long, value_name = "BYTES", default_value_t = Output::DEFAULT_CAP_BYTES)]
    max_output: u64,
    /// Give the program a file under this name; it never sees any other file of yours
    #[arg(long = "file", value_name = "NAME=PATH")]
    given_files: Vec<String>,
    /// Where random numbers without a seed of the program's own come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn debug(args: &Args) -> CommandEnded {
    let program = match program::load(&args.files, &args.machine) {
        Ok(program) => program,
        Err(NoProgram::Told) => return Ok(Ending::NotAssembled),
        Err(NoProgram::Usage(usage)) => return Err(usage),
    };
    if let Some(path) = &args.elf {
        let note = note::text(&program.target);
        let bytes = debug::elf(&program.target, &program.image, &note);
        files::write(path, bytes.map_err(|error| error.to_string())?)?;
    }
    let (source, input) = match (args.pipe, &args.input) {
        // Standard input is gdb's.
        (true, None) => (GuestInput::Closed, Input::closed(b"")),
        (_, file) => GuestInput::new(file.as_deref(), program.target.polls_input())?,
    };
    let host = Host {
        input,
        output: Output::with_cap(args.max_output),
        files: guest_files::given(&args.given_files)?,
        arguments: args.arguments.iter().map(|a| a.clone().into_bytes()).collect(),
        program: program::name(&args.files[0]),
        random: Random::seeded(args.seed),
        ..Host::default()
    };
    let Program { target, image, sources } = &program;
    let debugged = debug::Program { target, image, sources };
    let shower = (!args.pipe).then(shower);
    let mut session = match Session::new(debugged, host, shower) {
        Ok(session) => session,
        Err(error) => {
            say::error(&error.to_string());
            return Ok(Ending::NotAssembled);
        }
    };
    let link = if args.pipe { pipe() } else { wait_for_client(args, &program, source)? };
    Ok(match debug::serve(&mut session, link)? {
        Ended::Exited(_) | Ended::Left => Ending::Well,
        Ended::Killed => Ending::Failed,
    })
}

/// The terminal or file this command writes to.
fn shower() -> Shower {
    let (mut output, mut errors) = (GuestOutput::stdout(), GuestOutput::stderr());
    Box::new(move |is_error, bytes| {
        if is_error { &mut errors } else { &mut output }.write(bytes);
    })
}

/// Standard input and output, at whose other end gdb is.
fn pipe() -> Link {
    let (link, sender) = Link::new(std::io::stdout());
    std::thread::spawn(move || hear(std::io::stdin(), &sender));
    link
}

/// Waits for one client; later ones find nobody.
fn wait_for_client(args: &Args, program: &Program, source: GuestInput) -> Result<Link, Usage> {
    let failed = |error: std::io::Error| format!("no debugger can connect: {error}");
    let listener = debug::listen(&args.listen)?;
    let address = listener.local_addr().map_err(failed)?;
    tell_how_to_connect(args, program, &address.to_string());
    let (stream, _) = listener.accept().map_err(failed)?;
    drop(listener);
    // Packets are small and each one is answered.
    stream.set_nodelay(true).map_err(failed)?;
    let reader: TcpStream = stream.try_clone().map_err(failed)?;
    let (link, sender) = Link::new(stream);
    if !matches!(source, GuestInput::Closed) {
        let sender = sender.clone();
        std::thread::spawn(move || read_input(source, &sender));
    }
    std::thread::spawn(move || hear(reader, &sender));
    Ok(link)
}

fn hear(reader: impl std::io::Read, sender: &Sender<Event>) {
    debug::pass_on(reader, sender, Event::Client);
    // A session that has ended hears nothing any more.
    let _ = sender.send(Event::Gone);
}

/// Gets standard input for the program before it asks; nothing at all tells its end.
fn read_input(mut source: GuestInput, sender: &Sender<Event>) {
    while !matches!(source, GuestInput::Closed) {
        let mut input = Input::open();
        if source.fetch(&mut input).is_err() {
            break;
        }
        let bytes = input.rest().to_vec();
        if !bytes.is_empty() && sender.send(Event::Input(bytes)).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::Input(Vec::new()));
}

fn tell_how_to_connect(args: &Args, program: &Program, address: &str) {
    let is_elf = program.sources.names().is_empty();
    let elf = args.elf.as_deref().or(is_elf.then_some(args.files[0].as_path()));
    let symbols = match elf {
        Some(path) => format!(" {}", quoted(path)),
        // Without a file gdb knows no byte order.
        None if program.target.elf().big_endian => " -ex 'set endian big'".to_owned(),
        None => " -ex 'set endian little'".to_owned(),
    };
    if elf.is_none() {
        say::note("gdb shows labels and source lines with an ELF file: add --elf OUT to get one");
    }
    say::note(&format!("gdb-multiarch{symbols} -ex 'target remote {address}'"));
    let _ = std::io::stderr().flush();
}

/// A path as a shell takes it for one word.
fn quoted(path: &Path) -> String {
    let text = asmkit::plain(&path.to_string_lossy());
    match text.chars().all(|c| c.is_alphanumeric() || "/._-+".contains(c)) {
        true => text,
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}
