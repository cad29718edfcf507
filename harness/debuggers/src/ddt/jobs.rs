//! Jobs: the programs that can be loaded, their names, and command lines.
//!
//! One job is selected, and it alone runs; its user is not logged in. A job holds the program that DDT
//! was started with, any other on the disk, or none. All jobs have the same disk.
//!
//! Source: ITS, *DDT ORDER*: `^H`, `^K`, `$^X`, `$J`, `$$J`, `$L`, `$U`, `$$V`, `:FORGET`, and "Colon
//! commands to run programs".

use std::borrow::Cow;

use machine::{Host, Image, Machine as _};
use pdp10::Word36;
use pdp10::files::names::{FileName, TypedName};

use super::job::Job;
use super::reader::{Command, CommandError};
use super::symbols::{Symbols, cut};
use super::{Ddt, Next};
use targets::its_disk::USER_DIRECTORY;

/// Directories searched for programs, in this order.
const PROGRAMS: [&str; 5] = [USER_DIRECTORY, "SYS", "SYS1", "SYS2", "SYS3"];

/// Most jobs, forgotten ones included.
///
/// Source: DDT 1549, `NINFP`.
const MOST_JOBS: usize = 8;

/// Why there is no login.
pub(super) const NO_LOGIN: &str = "there is no login: the program's user is GUEST; $$U leaves";

impl<'p> Ddt<'p> {
    /// The name of the selected job.
    pub(super) fn job_name(&self) -> String {
        self.job.name()
    }

    /// `:NAME` and a command line: loads a program and starts it, in the job of this name, or in a new
    /// one if there is none or if it `is_new`.
    pub(super) fn run_program(&mut self, typed: &str, is_new: bool) -> Result<Next, CommandError> {
        let (name, line) = typed.split_once(' ').unwrap_or((typed, ""));
        if !line.is_ascii() {
            return Err(CommandError::refused("a command line must be ASCII"));
        }
        let image = self.program_called(name)?;
        let name = cut(name.rsplit([':', ';']).next().unwrap_or(name));
        let mut host = self.host().clone();
        host.arguments = match line.trim_start() {
            "" => Vec::new(),
            line => vec![line.as_bytes().to_vec()],
        };
        let found = if is_new { None } else { self.find(|known| *known == name) };
        match found
            .or_else(|| self.find(|known| !is_new && self.is_own(&name) && self.is_own(known)))
        {
            Some(at) => {
                self.select(at);
                host.program = name.into_bytes();
                self.enter(image, host)?;
            }
            None => {
                host.program = self.unused_name(&name).into_bytes();
                self.create(image, host)?;
            }
        }
        self.begin(self.job.start, None)?;
        Ok(Next::Go)
    }

    /// Whether this names the program DDT was started with.
    fn is_own(&self, name: &str) -> bool {
        self.names.iter().any(|own| cut(own) == cut(name))
    }

    /// The place of a job in the order of selection; that of the selected one is the last.
    fn find(&self, is_wanted: impl Fn(&String) -> bool) -> Option<usize> {
        let selected = is_wanted(&cut(&self.job_name())).then_some(self.others.len());
        selected.or_else(|| self.others.iter().position(|job| is_wanted(&cut(&job.name()))))
    }

    /// A name that no job has: this one, or its beginning with a digit.
    fn unused_name(&self, name: &str) -> String {
        let short: String = name.chars().take(5).collect();
        let numbered = (0..=MOST_JOBS).map(|number| format!("{short}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| self.find(|known| known == name).is_none()).unwrap_or_default()
    }

    /// Selects a job by its place; the disk is as the last one left it.
    fn select(&mut self, at: usize) {
        if at < self.others.len() {
            let job = self.others.remove(at);
            self.change_to(job);
        }
    }

    fn change_to(&mut self, mut job: Job<'p>) {
        let files = &self.host().files;
        if job.run.timeline.host().files != *files {
            let files = files.clone();
            job.run.timeline.edit_host(|host| host.files = files);
        }
        job.is_forgotten = false;
        self.is_open = false;
        self.console.loaded();
        self.others.push(std::mem::replace(&mut self.job, job));
    }

    /// Makes a job and selects it.
    fn create(&mut self, image: Cow<'p, Image>, host: Host) -> Result<(), CommandError> {
        if self.others.len() + 1 == MOST_JOBS {
            let sentence = "there is no room for another job: NAME$^X. kills one";
            return Err(CommandError::refused(sentence));
        }
        let job = Job::new(self.program, image, host);
        self.change_to(job.map_err(|error| CommandError::refused(error.to_string()))?);
        Ok(())
    }

    /// A program by name; `DIR;NAME` is on the disk.
    fn program_called(&self, name: &str) -> Result<Cow<'p, Image>, CommandError> {
        if self.is_own(name) {
            return Ok(Cow::Borrowed(self.program.image));
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
            Some(file) => self.read(&file).map(Cow::Owned),
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
        self.job.symbols.add(&image);
        self.console.prompt();
        Ok(())
    }

    /// Loads a program in the selected job.
    fn enter(&mut self, image: Cow<'p, Image>, host: Host) -> Result<(), CommandError> {
        self.job.symbols = Symbols::new(&image);
        self.job.image = image;
        self.load_again(host)
    }

    fn load_again(&mut self, host: Host) -> Result<(), CommandError> {
        self.job.start = self.job.image.entry as u32;
        self.reload(host)
    }

    /// Loads the program of the selected job again; breakpoints and a watched word stay.
    pub(super) fn reload(&mut self, host: Host) -> Result<(), CommandError> {
        self.is_open = false;
        self.console.loaded();
        self.job.load(host).map_err(|error| CommandError::refused(error.to_string()))
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
        let host = self.host().clone();
        match typed {
            "" => self.load_again(host)?,
            typed => {
                let names = [USER_DIRECTORY, &self.job_name(), "BIN"].map(str::to_owned);
                let [directory, first, second] = names;
                let default = FileName { directory, first, second };
                let file = TypedName::parse(typed).and_then(|typed| typed.or(&default));
                let file = file.map_err(|error| CommandError::refused(error.to_string()))?;
                self.enter(Cow::Owned(self.read(&file)?), host)?;
            }
        }
        if without_symbols {
            self.job.symbols.kill_all();
        }
        self.console.prompt();
        Ok(())
    }

    /// `NAME$J` selects a job, or makes an empty one; `$J` the next one, `$1J` the one before. `$$J`
    /// types the state of the selected one, and `NAME$$J` gives it another name.
    pub(super) fn select_job(&mut self, command: &Command) -> Result<(), CommandError> {
        match (command.altmodes, command.symbol.as_deref()) {
            (1, Some(name)) => return self.select_named(name),
            (2, Some(name)) => {
                let name = cut(name);
                if self.find(|known| *known == name).is_some_and(|at| at < self.others.len()) {
                    return Err(CommandError::refused("another job has this name"));
                }
                self.job.run.timeline.edit_host(|host| host.program = name.into_bytes());
                self.console.prompt();
            }
            (_, None) if command.argument.is_some() => {
                return Err(CommandError::operation("`$J` takes the name of a job before it"));
            }
            (1, None) => {
                let mut known = (0..self.others.len()).filter(|&at| !self.others[at].is_forgotten);
                let at = match command.infix.map_or(0, Word36::right) {
                    0 => known.next(),
                    back => known.rev().nth(back as usize - 1),
                };
                if at.is_none() && command.infix.is_some() {
                    return Err(CommandError::refused("there are fewer jobs than that"));
                }
                self.select(at.unwrap_or(self.others.len()));
                self.console.say(&format!("{}$J", self.job_name()));
            }
            _ => {
                let (job, state) = (self.job_name(), self.job.state());
                self.console.say(&format!("{USER_DIRECTORY} {job} {state}"));
            }
        }
        Ok(())
    }

    /// `:JOB NAME` and `NAME$J`; without a job of this name, makes an empty one.
    pub(super) fn select_named(&mut self, name: &str) -> Result<(), CommandError> {
        let name = cut(name);
        match self.find(|known| *known == name) {
            Some(at) => {
                self.select(at);
                self.console.prompt();
            }
            None => {
                let program = name.into_bytes();
                let host = Host { program, arguments: Vec::new(), ..self.host().clone() };
                let empty = Image { isa: self.program.image.isa.clone(), ..Image::default() };
                self.create(Cow::Owned(empty), host)?;
                self.console.answer("!");
            }
        }
        Ok(())
    }

    /// `$$V`: lists the jobs that DDT knows, the selected one first.
    pub(super) fn list_jobs(&mut self) {
        let mut lines = vec![format!("* {} {}", self.job_name(), self.job.state())];
        let others = self.others.iter().filter(|job| !job.is_forgotten);
        lines.extend(others.map(|job| format!("  {} {}", job.name(), job.state())));
        self.console.say(&lines.join("\n"));
    }

    /// `$^X.` kills the selected job, `NAME$^X.` another, and `$$^X.` all, which ends the session.
    pub(super) fn kill_job(&mut self, command: &Command) -> Result<Next, CommandError> {
        if command.altmodes == 2 {
            return Ok(Next::Leave);
        }
        let Some(name) = command.symbol.as_deref() else { return Ok(self.kill_selected()) };
        match self.find(|known| *known == cut(name)) {
            Some(at) if at < self.others.len() => {
                self.others.remove(at);
                self.console.prompt();
                Ok(Next::Go)
            }
            Some(_) => Ok(self.kill_selected()),
            None => Err(CommandError::refused(format!("there is no job {}", cut(name)))),
        }
    }

    /// `:KILL`: kills the selected job and selects another; the last one ends the session.
    pub(super) fn kill_selected(&mut self) -> Next {
        let Some(at) = self.others.iter().position(|job| !job.is_forgotten) else {
            return Next::Leave;
        };
        self.select(at);
        self.others.pop();
        self.console.say(&format!("{}$J", self.job_name()));
        Next::Go
    }

    /// `:FORGET`: hides the selected job from everything but its name, and selects another.
    pub(super) fn forget(&mut self) -> Result<(), CommandError> {
        let Some(at) = self.others.iter().position(|job| !job.is_forgotten) else {
            return Err(CommandError::refused("there is no other job to select"));
        };
        self.select(at);
        if let Some(job) = self.others.last_mut() {
            job.is_forgotten = true;
        }
        self.console.say(&format!("{}$J", self.job_name()));
        Ok(())
    }

    /// `NAME^K`: runs a program without a command line.
    pub(super) fn run_named(&mut self, command: &Command) -> Result<(), CommandError> {
        let name = command.symbol.clone();
        let name = name.ok_or_else(|| CommandError::operation("`^K` needs a program before it"))?;
        self.run_program(&name, false).map(|_| ())
    }

    /// `^H`: continues the job; `NAME^H` starts it if necessary.
    pub(super) fn continue_named(&mut self, command: &Command) -> Result<(), CommandError> {
        match command.symbol.clone() {
            Some(name) if cut(&name) != cut(&self.job_name()) => {
                self.run_program(&name, false).map(|_| ())
            }
            _ if self.job.has_ended || self.job.run.machine().counts().instructions == 0 => {
                self.begin(self.job.start, None)
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
