//! Program files: ELF files, and the formats of the machines.

use std::path::Path;
use std::sync::OnceLock;

use architecture::{Architecture, Executable};
use asmkit::{Sources, elf};
use targets::switches::{self, ProgramForm};
use targets::table;
use targets::target::Target;

use crate::call_error::{ALL, CallError};
use crate::work::{Assembled, Work};

/// Opens the program file of a work.
type Opener = fn(&Work) -> Result<Assembled, String>;

/// Opener of this module, if it has registered one.
static REGISTERED: OnceLock<Opener> = OnceLock::new();

/// Registers the opener; a module that does not call this is built without the readers of files.
#[cfg(target_family = "wasm")]
pub(crate) fn register() {
    REGISTERED.get_or_init(|| opened);
}

/// Opens the program file of a work.
///
/// # Errors
/// An error message if the file is damaged, unknown or for another machine; or the module with all machines.
pub(crate) fn open(work: &Work) -> Result<Assembled, CallError> {
    const DEFAULT: Option<Opener> = if cfg!(target_family = "wasm") { None } else { Some(opened) };
    let opener = REGISTERED.get().copied().or(DEFAULT).ok_or(CallError::Elsewhere(ALL))?;
    Ok(opener(work)?)
}

fn opened(work: &Work) -> Result<Assembled, String> {
    let file = &work.sources[0];
    let (name, bytes) = (asmkit::plain_name(&file.name), file.bytes()?);
    let executable =
        if elf::is_elf(&bytes) { Some(of_elf(work, &bytes)) } else { other(work, &bytes) };
    let executable =
        executable.unwrap_or_else(|| Err("neither a source nor a known program file".to_owned()));
    let Executable { setup, made } = executable.map_err(|why| format!("{name}: {why}"))?;
    let given = work.choices(setup.architecture(), None)?;
    if let Some(refused) =
        switches::refused(setup.architecture(), setup.dialect(), &given, ProgramForm::Finished)
    {
        return Err(format!("`{}` {}", refused.name, refused.why));
    }
    let reason = Some(format!("{name} is a program file of {} bytes", bytes.len()));
    let (target, sources) = (Target::from(setup), Sources::new());
    Ok(Assembled { target, sources, made: Ok(made), reason, hint: None, foreign: None })
}

/// Executable of an ELF file.
fn of_elf(work: &Work, bytes: &[u8]) -> Result<Executable, String> {
    let found = elf::machine(bytes).map_err(|error| error.to_string())?;
    let is_its = |machine: &&&dyn Architecture| machine.elf_machine() == Some(found);
    let machine = table::machines().iter().find(is_its).ok_or_else(|| {
        format!("this program is for ELF machine {found}, which is none of the machines here")
    })?;
    let read = elf::read(bytes, machine.spec().name, found).map_err(|error| error.to_string())?;
    machine.open_elf(read, &work.choices(*machine, None)?)
}

/// Executable in a format of one of the machines.
fn other(work: &Work, bytes: &[u8]) -> Option<Result<Executable, String>> {
    let name = Path::new(&work.sources[0].name);
    let open = |machine: &&dyn Architecture| {
        let given = work.choices(*machine, None).unwrap_or_default();
        machine.open(name, bytes, &given)
    };
    table::machines().iter().find_map(open)
}
