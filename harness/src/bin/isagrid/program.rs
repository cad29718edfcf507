//! A program from the user's files: assembled, or read from an ELF file.

use std::path::{Path, PathBuf};

use asmkit::{Diagnostic, Sources, elf};
use harness::files;
use harness::target::Target;
use machine::Image;
use mips32::{Calls, Dialect, Handler, Layout, Options};

use crate::machine_args::{DialectArg, MachineArgs};
use crate::{Usage, say};

/// A program that is ready to run.
pub(crate) struct Program {
    pub(crate) target: Target,
    pub(crate) image: Image,
    pub(crate) sources: Sources,
}

/// Why there is no program.
pub(crate) enum NoProgram {
    /// The user should have called otherwise.
    Usage(Usage),
    /// The messages were shown.
    Told,
}

impl From<String> for NoProgram {
    fn from(message: String) -> Self {
        NoProgram::Usage(Usage(message))
    }
}

/// Reads the files and makes a program of them; says on standard error what is wrong.
pub(crate) fn load(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, NoProgram> {
    let first = files::read(&paths[0], files::DATA_LIMIT_BYTES)?;
    if !elf::is_elf(&first) {
        return assemble(paths, args);
    }
    if paths.len() > 1 {
        return Err("an ELF file is run alone, without other files".to_owned().into());
    }
    from_elf(&first, args).map_err(|why| {
        say::error(&format!("{}: {why}", files::shown(&paths[0])));
        NoProgram::Told
    })
}

fn assemble(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, NoProgram> {
    let mut sources = Sources::new();
    let mut ids = Vec::new();
    for path in paths {
        let bytes = files::read(path, files::SOURCE_LIMIT_BYTES)?;
        ids.push(sources.add(&path.to_string_lossy(), &bytes));
    }
    let texts: Vec<String> = ids.iter().map(|&id| sources.text(id).to_owned()).collect();
    let (target, because) = args.target(&texts);
    if let Some(because) = because {
        say::note(&format!("dialect {}: {}", target.dialect(), asmkit::plain(&because)));
    }
    let library = files::Folder::of(&paths[0]);
    match target.assemble(&mut sources, &ids, &library) {
        Ok(assembly) => {
            show(&assembly.warnings, &sources);
            Ok(Program { target, image: assembly.image, sources })
        }
        Err(messages) => {
            show(&messages, &sources);
            Err(NoProgram::Told)
        }
    }
}

/// Messages that are shown before the rest is only counted.
const SHOWN_MESSAGES: usize = 20;

fn show(messages: &[Diagnostic], sources: &Sources) {
    for message in messages.iter().take(SHOWN_MESSAGES) {
        say::note(&asmkit::render(message, sources, true));
        say::note("");
    }
    if let Some(more) = messages.len().checked_sub(SHOWN_MESSAGES).filter(|&more| more > 0) {
        say::note(&format!("{more} more messages are not shown"));
    }
}

fn from_elf(bytes: &[u8], args: &MachineArgs) -> Result<Program, String> {
    let machine = Target::Mips32(Options::of(Dialect::Mars)).elf().machine;
    let read = elf::read(bytes, "mips32", machine).map_err(|error| error.to_string())?;
    let base = match &read.note {
        Some(note) => options_of(note),
        None => foreign(args),
    };
    let options = Options { big_endian: read.target.big_endian, ..args.applied(base) };
    let target = Target::Mips32(options);
    target.check_size(&read.image)?;
    Ok(Program { target, image: read.image, sources: Sources::new() })
}

/// What another compiler's program expects: delay slots, and Linux unless a dialect is named.
fn foreign(args: &MachineArgs) -> Options {
    let (dialect, calls) = match args.dialect {
        DialectArg::Mars => (Dialect::Mars, Calls::Dialect),
        DialectArg::Spim => (Dialect::Spim, Calls::Dialect),
        DialectArg::Auto => (Dialect::Spim, Calls::Linux),
    };
    Options { delayed_branches: true, handler: Handler::None, calls, ..Options::of(dialect) }
}

/// How a program was assembled, as text for [`elf::NOTE_SECTION`].
pub(crate) fn note_of(target: &Target) -> String {
    let Target::Mips32(options) = target;
    let layout = match options.layout {
        Layout::Default => "default",
        Layout::CompactDataAtZero => "compact-data-at-zero",
        Layout::CompactTextAtZero => "compact-text-at-zero",
    };
    format!(
        "dialect = {}\ndelayed_branches = {}\ndelayed_loads = {}\nself_modifying = {}\n\
         mapped_io = {}\nbare = {}\nhandler = {}\nlinux_calls = {}\nmemory = {layout}\n",
        target.dialect(),
        options.delayed_branches,
        options.delayed_loads,
        options.self_modifying,
        options.mapped_io,
        options.bare,
        options.handler == Handler::Default,
        options.calls == Calls::Linux,
    )
}

/// The options a note tells of; what it does not tell is as without switches.
fn options_of(note: &str) -> Options {
    let value = |key: &str| {
        note.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix("= "))
    };
    let on = |key: &str| value(key) == Some("true");
    let dialect = if value("dialect") == Some("spim") { Dialect::Spim } else { Dialect::Mars };
    Options {
        delayed_branches: on("delayed_branches"),
        delayed_loads: on("delayed_loads"),
        self_modifying: on("self_modifying"),
        mapped_io: on("mapped_io"),
        bare: on("bare"),
        handler: if on("handler") { Handler::Default } else { Handler::None },
        calls: if on("linux_calls") { Calls::Linux } else { Calls::Dialect },
        layout: match value("memory") {
            Some("compact-data-at-zero") => Layout::CompactDataAtZero,
            Some("compact-text-at-zero") => Layout::CompactTextAtZero,
            _ => Layout::Default,
        },
        ..Options::of(dialect)
    }
}

/// The name of a program as its user gave it.
pub(crate) fn name(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_keeps_what_the_machine_must_know() {
        for dialect in [Dialect::Mars, Dialect::Spim] {
            let options = Options {
                delayed_branches: true,
                mapped_io: true,
                layout: Layout::CompactTextAtZero,
                handler: Handler::None,
                calls: Calls::Linux,
                ..Options::of(dialect)
            };
            let told = options_of(&note_of(&Target::Mips32(options)));
            assert_eq!(told, options);
        }
    }
}
