//! Files on the disk: listing, typing, copying, and writing the program itself.
//!
//! Source: ITS, *DDT ORDER*: `^F`, `^R`, `$Y`, `:LISTF`, `:PRINT`, `:COPY`, `:DELETE`, `:RENAME`,
//! `:PDUMP`, `:JCL` and `:XFILE`.

use std::collections::VecDeque;

use machine::Machine as _;
use machine::numbers::counted;
use pdp10::binary::{Binary, JRST, WordBlock};
use pdp10::files::names::{FileName, TypedName};
use pdp10::files::{Packing, pdump};
use pdp10::{PAGE_WORDS, Word36, text};
use targets::its_disk::USER_DIRECTORY;

use super::reader::CommandError;
use super::{Ddt, Next};

/// Most characters of a file that are typed.
const MOST_TYPED: usize = 1 << 20;

impl Ddt<'_> {
    /// `:LISTF` and `^F`: the names in a directory, with the sizes of the files in words.
    pub(super) fn list_files(&mut self, typed: &str) -> Result<(), CommandError> {
        let directory = typed.trim().trim_end_matches(';').trim().to_ascii_uppercase();
        let directory = if directory.is_empty() { USER_DIRECTORY.to_owned() } else { directory };
        let keys = FileName::keys_of(&directory, "");
        let lines = self.host().files.names(&keys).filter_map(|key| {
            let FileName { first, second, .. } = FileName::from_key(key)?;
            let words = self.host().files.get(key)?.len().div_ceil(text::CHARS_PER_WORD);
            Some(format!("{first:<6} {second:<6} {words:>7}."))
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            let sentence = format!("DSK: {directory}; - there is no file in this directory");
            return Err(CommandError::refused(sentence));
        }
        self.console.say(&asmkit::plain(&format!("{directory};\n{}", lines.join("\n"))));
        Ok(())
    }

    /// `:PRINT` and `^R`: types a file.
    pub(super) fn print_file(&mut self, typed: &str) -> Result<(), CommandError> {
        let name = self.existing(typed)?;
        let bytes = self.host().files.get(&name.key()).unwrap_or_default();
        let shown = &bytes[..bytes.len().min(MOST_TYPED)];
        let mut text = String::from_utf8_lossy(shown).replace('\r', "");
        text.truncate(text.trim_end_matches(['\0', '\x03', '\x0c']).len());
        let mut lines: Vec<String> = text.lines().map(asmkit::plain).collect();
        if bytes.len() > shown.len() {
            lines.push(format!(
                "(not typed: {} after these)",
                counted(bytes.len() - shown.len(), "byte")
            ));
        }
        self.console.say(&lines.join("\n"));
        Ok(())
    }

    /// `:XFILE`: executes the lines of a file as commands, which end as on a terminal without keys.
    pub(super) fn execute_file(&mut self, typed: &str) -> Result<Next, CommandError> {
        if self.lines.is_some() {
            return Err(CommandError::refused("a file of commands cannot execute another one"));
        }
        let name = self.existing(typed)?;
        let bytes = self.host().files.get(&name.key()).unwrap_or_default();
        let text = String::from_utf8_lossy(bytes).replace(['\r', '\0', '\x03', '\x0c'], "");
        self.lines = Some(text.lines().map(str::to_owned).collect());
        Ok(self.execute_lines())
    }

    /// Executes the lines of a file that are left, until one runs the program and has not finished.
    pub(super) fn execute_lines(&mut self) -> Next {
        let mut next = Next::Go;
        while let Some(line) = self.lines.as_mut().and_then(VecDeque::pop_front) {
            self.console.show_line(&line);
            let done = self.obey(&line);
            if self.running.is_some() {
                return Next::Go;
            }
            next = self.finish_command(done);
            if next == Next::Leave {
                break;
            }
        }
        self.lines = None;
        next
    }

    /// `:DELETE`.
    pub(super) fn delete_file(&mut self, typed: &str) -> Result<(), CommandError> {
        let name = self.existing(typed)?;
        self.job.run.timeline.edit_host(|host| host.files.remove(&name.key()));
        self.console.prompt();
        Ok(())
    }

    /// `:COPY FROM,TO` and, with `moves`, `:RENAME`.
    pub(super) fn copy_file(&mut self, typed: &str, moves: bool) -> Result<(), CommandError> {
        let Some((from, to)) = typed.split_once(',') else {
            return Err(CommandError::operation("expected two file names with `,` between them"));
        };
        let from = self.existing(from)?;
        let to = named(to, &from)?;
        let bytes = self.host().files.get(&from.key()).unwrap_or_default().to_vec();
        self.store(&to, &bytes)?;
        if moves && to != from {
            self.job.run.timeline.edit_host(|host| host.files.remove(&from.key()));
        }
        self.console.prompt();
        Ok(())
    }

    /// `:JCL`: the command line of the next start.
    pub(super) fn set_command_line(&mut self, line: &str) -> Result<(), CommandError> {
        if !line.is_ascii() {
            return Err(CommandError::refused("a command line must be ASCII"));
        }
        let arguments = Vec::from_iter((!line.is_empty()).then(|| line.as_bytes().to_vec()));
        self.job.run.timeline.edit_host(|host| host.arguments = arguments);
        self.console.prompt();
        Ok(())
    }

    /// `:PDUMP` and `$Y`: writes the program with its changes, as pages that can be loaded and run.
    pub(super) fn dump(&mut self, typed: &str) -> Result<(), CommandError> {
        let job = self.job_name();
        let own =
            FileName { directory: USER_DIRECTORY.to_owned(), first: "TS".to_owned(), second: job };
        let name = named(typed, &own)?;
        let words = pdump::write(&self.binary());
        self.store(&name, &Packing::Evacuated.pack(&words))?;
        self.console.prompt();
        Ok(())
    }

    /// The program in memory: every page that exists, the start, and the symbols of its file.
    fn binary(&self) -> Binary {
        let machine = self.job.run.machine();
        let page = |address: u32| {
            let words = (address.max(0o20)..address + PAGE_WORDS)
                .map(|at| machine.peek(at.into()).map(Word36::new));
            let words: Option<Vec<Word36>> = words.collect();
            words.map(|words| WordBlock { address: address.max(0o20), words, writable: true })
        };
        let blocks = (0..1 << 18).step_by(PAGE_WORDS as usize).filter_map(page);
        Binary {
            blocks: blocks.collect(),
            start: Word36::halves(JRST, self.job.start),
            symbols: self.job.symbols.entries(),
            ..Binary::default()
        }
    }

    /// Writes a file.
    fn store(&mut self, name: &FileName, bytes: &[u8]) -> Result<(), CommandError> {
        let key = name.key();
        let written = self.job.run.timeline.edit_host(|host| {
            host.files.remove(&key);
            host.files.write(&key, 0, bytes)
        });
        written.map_err(|_| CommandError::refused("the disk is full"))
    }

    /// A file that exists; `>` and `<` are the newest and the oldest version.
    pub(super) fn existing(&self, typed: &str) -> Result<FileName, CommandError> {
        let default = FileName {
            directory: USER_DIRECTORY.to_owned(),
            first: self.job_name(),
            second: ">".to_owned(),
        };
        let name = named(typed, &default)?;
        let keys = FileName::keys_of(&name.directory, "");
        let all: Vec<FileName> =
            self.host().files.names(&keys).filter_map(FileName::from_key).collect();
        let found = all.iter().find(|known| **known == name).or_else(|| name.choose(all.iter()));
        found.cloned().ok_or_else(|| {
            let FileName { directory, first, second } = &name;
            let shown = asmkit::plain(&format!("DSK: {directory}; {first} {second}"));
            CommandError::refused(format!("{shown} - FILE NOT FOUND"))
        })
    }
}

/// A file name, completed.
fn named(typed: &str, default: &FileName) -> Result<FileName, CommandError> {
    let name = TypedName::parse(typed.trim()).and_then(|typed| typed.or(default));
    name.map_err(|error| CommandError::refused(error.to_string()))
}
