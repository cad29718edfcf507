//! A machine with a dialect and the switches that a lane or a user chooses.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use architecture::{Architecture, Choices, Setup, World};
use asmkit::{Library, Sources, elf};
use machine::native::Library as Native;
use machine::{Engine, Image, Machine as _};

use crate::files::Folder;
use crate::its_disk::{self, ItsLibrary};
use crate::native;
use crate::switches::{ProgramForm, RefusedSwitch, refused};
use crate::table::{self, machines};

pub use architecture::Instruction;
pub use machine::AnyMachine;

/// Assembler and machine for a program: a shared [`Setup`] and an engine.
///
/// Machines of one target share their native code.
#[derive(Debug, Clone)]
pub struct Target {
    setup: Arc<dyn Setup>,
    engine: Engine,
    native: Option<Arc<Native>>,
}

/// A program and its target.
#[derive(Debug, Clone, Copy)]
pub struct Program<'p> {
    /// Machine, dialect and switches.
    pub target: &'p Target,
    /// The program.
    pub image: &'p Image,
    /// Sources for messages; may be empty.
    pub sources: &'p Sources,
}

impl Deref for Target {
    type Target = dyn Setup;

    fn deref(&self) -> &Self::Target {
        &*self.setup
    }
}

impl From<Box<dyn Setup>> for Target {
    fn from(setup: Box<dyn Setup>) -> Self {
        Target { setup: setup.into(), engine: Engine::Auto, native: native::library() }
    }
}

impl Target {
    /// Creates an empty machine.
    #[must_use]
    pub fn machine(&self) -> AnyMachine {
        let mut machine = self.setup.machine();
        machine.set_engine(self.engine, self.native.as_ref());
        machine
    }

    /// Selects the engine.
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Self {
        Target { engine, ..self }
    }

    /// Copy with its own native code, which is compiled again.
    #[must_use]
    pub fn alone(&self) -> Self {
        Target { native: native::library(), ..self.clone() }
    }

    /// Target of a dialect without switches; `None` for an unknown dialect.
    #[must_use]
    pub fn of(dialect: &str) -> Option<Self> {
        let (machine, dialect) = table::dialect(dialect)?;
        Some(machine.set_up(dialect, &Choices::default()).ok()?.into())
    }

    /// Target that a lane names; switches are spelled as on the command line, without `--`.
    ///
    /// A machine's name may imply further switches.
    ///
    /// # Errors
    /// The known names if there is no such machine or dialect, or what is wrong with a switch.
    pub fn named(name: &str, dialect: &str, switches: &[String]) -> Result<Self, UnknownTarget> {
        let processors = || {
            machines().iter().flat_map(|&machine| {
                machine.processors().iter().map(move |processor| (machine, processor))
            })
        };
        let found = processors().find(|(_, processor)| processor.name == name);
        let Some((machine, processor)) = found else {
            let known = processors().map(|(_, processor)| processor.name).collect();
            return Err(UnknownTarget::Machine { known });
        };
        let mut dialects = machine.dialects().iter();
        let Some(dialect) = dialects
            .find(|known| known.name == dialect && processor.dialects.contains(&known.name))
        else {
            return Err(UnknownTarget::Dialect { known: processor.dialects.to_vec() });
        };
        let mut given = Choices::with(processor.switches);
        for switch in switches {
            add(machine, &mut given, switch).map_err(UnknownTarget::Switch)?;
        }
        if let Some(RefusedSwitch { name, why }) =
            refused(machine, dialect, &given, ProgramForm::Source)
        {
            return Err(UnknownTarget::Switch(format!("`{name}` {why}")));
        }
        machine.set_up(dialect, &given).map(Target::from).map_err(UnknownTarget::Switch)
    }

    /// Target for executables of the machine with this name.
    ///
    /// # Errors
    /// As [`named`](Self::named).
    pub fn of_finished(name: &str, switches: &[String]) -> Result<Self, UnknownTarget> {
        let mut processors = machines().iter().flat_map(|machine| machine.processors());
        let processor = processors.find(|processor| processor.name == name);
        let dialect = processor.and_then(|processor| processor.dialects.first());
        Target::named(name, dialect.unwrap_or(&""), switches)
    }

    /// Opens an executable: an ELF file or another format of this machine; returns its target too.
    ///
    /// # Errors
    /// An error message if the bytes are not such a program, or a switch does not apply to it.
    pub fn open(
        &self,
        name: &Path,
        bytes: &[u8],
        switches: &[String],
    ) -> Result<(Target, Image), String> {
        let machine = self.architecture();
        let mut given = Choices::default();
        for switch in switches {
            add(machine, &mut given, switch)?;
        }
        let finished = if elf::is_elf(bytes) {
            let found = elf::machine(bytes).map_err(|error| error.to_string())?;
            if machine.elf_machine() != Some(found) {
                return Err(format!(
                    "it is a program for ELF machine {found}, not for this machine"
                ));
            }
            let read = elf::read(bytes, machine.spec().name, found);
            machine.open_elf(read.map_err(|error| error.to_string())?, &given)
        } else {
            let other = || Err("it is not an executable, and a source needs a dialect".to_owned());
            machine.open(name, bytes, &given).unwrap_or_else(other)
        };
        let opened = |setup| Target::from(setup).with_engine(self.engine);
        finished.map(|finished| (opened(finished.setup), finished.made.image))
    }

    /// Name of a file as the program's system knows it.
    ///
    /// # Errors
    /// An error message if it is not a valid name on that system.
    pub fn file_key(&self, name: &str) -> Result<Vec<u8>, String> {
        match self.world() {
            World::Disk => its_disk::key(name),
            World::Asked | World::Siblings => Ok(name.as_bytes().to_vec()),
        }
    }

    /// Program arguments as its system passes them.
    ///
    /// # Errors
    /// An error message if its programs take no arguments, or not these.
    pub fn arguments<'a>(
        &self,
        all: impl IntoIterator<Item = &'a String>,
    ) -> Result<Vec<Vec<u8>>, String> {
        let all: Vec<&String> = all.into_iter().collect();
        if !all.is_empty() && !self.takes_arguments() {
            return Err(format!("programs of {} take no arguments", self.architecture().title()));
        }
        let is_line = self.world() == World::Disk;
        let plain = |text: &&&String| text.chars().all(|c| c.is_ascii() && !"\n\r\0".contains(c));
        if let Some(odd) = all.iter().find(|text| is_line && !plain(text)) {
            let odd = asmkit::plain_name(odd);
            return Err(format!("an ITS command line is one line of ASCII, and `{odd}` is not"));
        }
        Ok(all.into_iter().map(|text| text.clone().into_bytes()).collect())
    }

    /// Files that a source may include: from its folder, from folders that the user names, and from
    /// the ITS disk if there is one.
    #[must_use]
    pub fn library(
        &self,
        source: &Path,
        more: &[PathBuf],
        disk: Option<&Path>,
    ) -> Box<dyn Library> {
        match self.world() {
            World::Disk => Box::new(ItsLibrary::new(source, more, disk)),
            World::Asked | World::Siblings => Box::new(Folder::with(source, more)),
        }
    }

    /// The same for a source of the user's own, which may also include files of its project.
    #[must_use]
    pub fn project_library(
        &self,
        source: &Path,
        more: &[PathBuf],
        disk: Option<&Path>,
    ) -> Box<dyn Library> {
        match self.world() {
            World::Disk => self.library(source, more, disk),
            World::Asked | World::Siblings => Box::new(Folder::with(source, more).with_project()),
        }
    }
}

/// Parses and adds a switch, such as `memory=default`.
fn add(machine: &dyn Architecture, given: &mut Choices, text: &str) -> Result<(), String> {
    let (name, value) =
        text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let switches = machine.switches();
    let Some(switch) = switches.iter().find(|switch| switch.name == name) else {
        let known: Vec<&str> = switches.iter().map(|switch| switch.name).collect();
        let (isa, name) = (machine.spec().name, asmkit::plain_name(name));
        return Err(format!("{isa} has no switch `{name}`; it has {}", known.join(", ")));
    };
    match switch.refused(value) {
        Some(why) => Err(why),
        None => {
            given.set(switch.name, value.unwrap_or("true").to_owned());
            Ok(())
        }
    }
}

/// Reason why there is no target with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownTarget {
    /// There is no such machine.
    Machine {
        /// The known machines.
        known: Vec<&'static str>,
    },
    /// The machine has no such dialect.
    Dialect {
        /// The dialects it has.
        known: Vec<&'static str>,
    },
    /// Problem with a switch.
    Switch(String),
}
