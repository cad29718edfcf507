//! The job: the programs that can be loaded, their names, and command lines.
//!
//! There is one job, whose user is not logged in. It can hold the program DDT was started with or
//! any other on its disk. A program keeps nothing of the one before it except files.
//!
//! Source: ITS, *DDT ORDER*: `^H`, `^K`, `$J`, `$$J`, `$L`, `$U`, `$$V`, and "Colon commands to run
//! programs".

use std::borrow::Cow;

use machine::{Host, Image, Machine as _};
use pdp10::files::names::{FileName, TypedName};

use super::reader::{Command, CommandError};
use super::symbols::{Symbols, cut};
use super::{Ddt, Next};
use targets::its_disk::USER_DIRECTORY;

/// Directories searched for programs, in this order.
const PROGRAMS: [&str; 5] = [USER_DIRECTORY, "SYS", "SYS1", "SYS2", "SYS3"];

/// Why there is no login.
pub(super) const NO_LOGIN: &str = "there is no login: the program's user is GUEST; $$U leaves";

impl Ddt<'_> {
    /// The name of the job.
    pub(super) fn job(&self) -> String {
        asmkit::plain(&String::from_utf8_lossy(&self.host().program))
    }

    /// `:NAME` and a command line: loads a program and starts it.
    pub(super) fn run_program(&mut self, typed: &str) -> Result<Next, CommandError> {
        let (name, line) = typed.split_once(' ').unwrap_or((typed, ""));
        if !line.is_ascii() {
            return Err(CommandError::refused("a command line must be ASCII"));
        }
        let program = self.program_called(name)?;
        let name = name.rsplit([':', ';']).next().unwrap_or(name);
        let mut host = self.host().clone();
        host.program = cut(name).into_bytes();
        host.arguments = match line.trim_start() {
            "" => Vec::new(),
            line => vec![line.as_bytes().to_vec()],
        };
        self.enter(program, host)?;
        self.begin(self.start, None)?;
        Ok(Next::Go)
    }

    /// A program by name, if it is not the loaded one; `DIR;NAME` is on the disk.
    fn program_called(&self, name: &str) -> Result<Option<Image>, CommandError> {
        let own = |own: &String| cut(own) == cut(name);
        if self.names.iter().any(own) {
            let is_there = matches!(self.image, Cow::Borrowed(_));
            return Ok(if is_there { None } else { Some(self.run.program.image.clone()) });
        }
        let typed = TypedName::parse(name).map_err(|error| unknown(name, &error.to_string()))?;
        let first = typed.first.clone().unwrap_or_default();
        let file = |directory: &str| FileName {
            directory: directory.to_owned(),
            first: "TS".to_owned(),
            second: first.clone(),
        };
        let directories = match &typed.directory {
            Some(directory) => vec![directory.as_str()],
            None => PROGRAMS.to_vec(),
        };
        let mut files = directories.into_iter().map(file);
        let there = |file: &FileName| self.host().files.contains(&file.key());
        match files.find(there) {
            Some(file) => self.read(&file).map(Some),
            None if first.is_empty() => Err(unknown(name, "a program needs a name")),
            None => Err(unknown(name, &format!("there is no program TS {first} on the disk"))),
        }
    }

    /// The program in a file on the disk.
    fn read(&self, file: &FileName) -> Result<Image, CommandError> {
        let FileName { directory, first, second } = file;
        let named = asmkit::plain(&format!("DSK: {directory}; {first} {second}"));
        let refused = |why: &str| CommandError::refused(format!("{named} - {why}"));
        let bytes = self.host().files.get(&file.key()).ok_or_else(|| refused("FILE NOT FOUND"))?;
        let loaded = pdp10::files::read(bytes).map_err(|error| refused(&error.to_string()))?;
        Ok(loaded.binary.image())
    }

    /// `:SYMLOD`: adds the symbols of a program in a file to those of the job.
    pub(super) fn load_symbols(&mut self, typed: &str) -> Result<(), CommandError> {
        let file = self.existing(typed)?;
        let image = self.read(&file)?;
        self.symbols.add(&image);
        self.console.prompt();
        Ok(())
    }

    /// Loads a program, or the current one again.
    fn enter(&mut self, program: Option<Image>, host: Host) -> Result<(), CommandError> {
        if let Some(image) = program {
            self.symbols = Symbols::new(&image);
            self.image = Cow::Owned(image);
        }
        self.start = self.image.entry as u32;
        self.load(host).map_err(|error| CommandError::refused(error.to_string()))
    }

    /// `$L` and a file: loads a program without starting it; without a file, the current one again.
    pub(super) fn load_file(&mut self, command: &Command) -> Result<(), CommandError> {
        let without_symbols = match (command.altmodes, command.infix.map(|infix| infix.bits())) {
            (1, None) => false,
            (1, Some(1)) => true,
            _ => {
                return Err(CommandError::operation(
                    "use $L to load a program, or $1L to load it without symbols",
                ));
            }
        };
        if command.argument.is_some() {
            return Err(CommandError::operation(
                "a program is loaded at its own addresses: use $L alone",
            ));
        }
        let typed = command.rest.as_deref().unwrap_or_default().trim();
        let program = match typed {
            "" => None,
            typed => {
                let names = [USER_DIRECTORY, &self.job(), "BIN"].map(str::to_owned);
                let [directory, first, second] = names;
                let default = FileName { directory, first, second };
                let file = TypedName::parse(typed).and_then(|typed| typed.or(&default));
                let file = file.map_err(|error| CommandError::refused(error.to_string()))?;
                Some(self.read(&file)?)
            }
        };
        self.enter(program, self.host().clone())?;
        if without_symbols {
            self.symbols.kill_all();
        }
        self.console.prompt();
        Ok(())
    }

    /// `$J` shows the job's name, `NAME$J` selects it, and `$$J` shows its state.
    pub(super) fn select_job(&mut self, command: &Command) -> Result<(), CommandError> {
        let job = self.job();
        match (command.altmodes, command.symbol.as_deref()) {
            (1, None) if command.argument.is_none() => self.console.say(&format!("{job}$J")),
            (1, Some(name)) if cut(name) == cut(&job) => self.console.prompt(),
            (2, None) if command.argument.is_none() => {
                let state = self.state();
                self.console.say(&format!("{USER_DIRECTORY} {job} {state}"));
            }
            _ => {
                let sentence = format!("the only job is {job}");
                return Err(CommandError::refused(sentence));
            }
        }
        Ok(())
    }

    /// `$$V`: lists the jobs, of which there is one.
    pub(super) fn list_jobs(&mut self) {
        let (job, state) = (self.job(), self.state());
        self.console.say(&format!("* {job} {state}"));
    }

    /// `-` for a job that was not started, its breakpoint, or `P` if it can continue.
    fn state(&self) -> String {
        match self.stopped_at {
            Some(at) => format!("{}B", at + 1),
            None if self.has_ended => "(has ended)".to_owned(),
            None if self.run.machine().counts().instructions == 0 => "-".to_owned(),
            None => "P".to_owned(),
        }
    }

    /// `NAME^K`: runs a program without a command line.
    pub(super) fn run_named(&mut self, command: &Command) -> Result<(), CommandError> {
        let name = command.symbol.clone();
        let name = name.ok_or_else(|| CommandError::operation("`^K` needs a program before it"))?;
        self.run_program(&name).map(|_| ())
    }

    /// `^H`: continues the job; `NAME^H` starts it if necessary.
    pub(super) fn continue_named(&mut self, command: &Command) -> Result<(), CommandError> {
        match command.symbol.clone() {
            Some(name) if cut(&name) != cut(&self.job()) => self.run_program(&name).map(|_| ()),
            _ if self.has_ended || self.run.machine().counts().instructions == 0 => {
                self.begin(self.start, None)
            }
            _ => self.obey("$P").map(|_| ()),
        }
    }
}

fn unknown(name: &str, why: &str) -> CommandError {
    let (name, why) = (asmkit::plain(&name.to_ascii_uppercase()), asmkit::plain(why));
    CommandError::operation(format!(
        "unknown command `:{name}`, and {why}; :HELP lists the commands"
    ))
}
