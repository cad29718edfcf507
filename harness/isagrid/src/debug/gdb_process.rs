//! `--gdb`: starts gdb with the program's labels and lines, connected over a port.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use debuggers::gdb::{self, GdbSession};
use machine::Input;
use targets::files;

use super::editor::catch_interrupts;
use super::{Args, link_to};
use crate::program::Program;
use crate::{CommandResult, Ending, say};

/// Names of gdb, the one that supports most machines first.
const NAMES: &[&str] = &["gdb-multiarch", "gdb"];

/// Time between two checks for gdb's connection.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Starts gdb on this terminal and serves it until it leaves.
pub(crate) fn run_gdb(args: &Args, program: &Program) -> CommandResult {
    let architecture = gdb::architecture(&program.target).unwrap_or("none");
    let Some(name) = NAMES.iter().find(|name| knows(name, architecture)) else {
        return Err(format!(
            "no gdb with support for {architecture} is installed: install gdb-multiarch (Debian, \
             Ubuntu), or use isagrid's debugger, without --gdb"
        )
        .into());
    };
    let failed = |what: &str, error: std::io::Error| format!("{what}: {error}");
    let folder = tempfile::tempdir().map_err(|error| failed("no temporary folder", error))?;
    let elf = folder.path().join("program.elf");
    let bytes = gdb::elf(&program.target, &program.made.image, &program.target.note())?;
    files::write_program(&elf, &bytes)?;
    let input = match &args.input {
        Some(path) => Input::closed(&files::read(path, files::DATA_LIMIT_BYTES)?),
        // Standard input is gdb's.
        None => Input::closed(b""),
    };
    let (host, _) = args.guest.host(program, args.around(), input)?;
    let listener = gdb::listen("127.0.0.1:0")?;
    let address = listener.local_addr().map_err(|error| failed("no port", error))?;
    let debugged = program.parts();
    let mut session = match GdbSession::new(debugged, host, None) {
        Ok(session) => session,
        Err(error) => {
            say::error(&error.to_string());
            return Ok(Ending::NotAssembled);
        }
    };
    // The interrupt key is for gdb, and would also end this command.
    let heard = Arc::new(AtomicBool::new(false));
    catch_interrupts(&heard).map_err(|error| failed("cannot catch the interrupt key", error))?;
    let mut child = Command::new(name)
        .arg("-q")
        .arg(&elf)
        .args(["-ex", &format!("target remote {address}")])
        .spawn()
        .map_err(|error| failed("cannot start gdb", error))?;
    let served = match connected(&listener, &mut child) {
        Some(stream) => gdb::serve(&mut session, link_to(stream)?.0),
        None => Err("gdb ended without connecting to the program".to_owned()),
    };
    let status = child.wait().map_err(|error| failed("gdb", error))?;
    served?;
    Ok(if status.success() { Ending::Well } else { Ending::Failed })
}

/// Whether a gdb of this name is installed and supports an instruction set.
fn knows(name: &str, architecture: &str) -> bool {
    let command = format!("set architecture {architecture}");
    let asked =
        Command::new(name).args(["-nx", "-batch", "-ex", &command]).stdin(Stdio::null()).output();
    asked.is_ok_and(|message| {
        let said = String::from_utf8_lossy(&message.stderr).into_owned();
        message.status.success()
            && !said.contains("Undefined item")
            && !said.contains("not recognized")
    })
}

/// Waits for gdb's connection; `None` if gdb ended before.
fn connected(listener: &TcpListener, gdb: &mut Child) -> Option<TcpStream> {
    listener.set_nonblocking(true).ok()?;
    loop {
        if let Ok((stream, _)) = listener.accept() {
            stream.set_nonblocking(false).ok()?;
            return Some(stream);
        }
        if gdb.try_wait().ok()?.is_some() {
            return None;
        }
        std::thread::sleep(BETWEEN_LOOKS);
    }
}
