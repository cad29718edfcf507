//! Environment of a program: arguments, files and limits; and what happens to files it writes.

mod finder;

use std::fs;
use std::path::{Path, PathBuf};

use architecture::World;
use asmkit::FileId;
use clap::Args;
use machine::numbers::counted;
use machine::{Files, Host, Input, Output, Random};
use serde_json::{Map, Value, json};
use targets::files::{self, Folder};
use targets::its_disk::{self, Disk, WrittenBack};
use targets::replay::SuppliedInput;
use targets::target::Target;

use crate::date;
use crate::program::Program;
use crate::say;
use finder::FileFinder;

// Options shared by `run` and `debug`.
#[derive(Debug, Args)]
pub(crate) struct GuestArgs {
    /// Arguments for the program (under ITS, its command line)
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    /// Command line (JCL) of an ITS program, as typed after the program's name
    #[arg(long, value_name = "TEXT", conflicts_with = "arguments")]
    jcl: Option<String>,
    /// Stop after N bytes of output
    #[arg(long, value_name = "N", default_value_t = Output::DEFAULT_CAP_BYTES)]
    max_output: u64,
    /// Make the file PATH available to the program as NAME
    ///
    /// Without this option, the program can read (but not change) small regular files in its own
    /// folder and in --include folders; isagrid reports each file it reads. For ITS programs, use
    /// --its-dir to name their folder.
    #[arg(long = "file", value_name = "NAME=PATH")]
    given_files: Vec<String>,
    /// Seed for random numbers when the program sets none
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Start the program's clock at a date, as 1983-07-04 or 1983-07-04T12:30:00 (UTC)
    #[arg(long, value_name = "DATE", value_parser = date::nanos)]
    date: Option<u64>,
}

/// Folders whose files a program may open.
#[derive(Clone, Copy)]
pub(crate) struct SearchFolders<'a> {
    /// The program's first file.
    pub(crate) source: &'a Path,
    /// Folders of `--include`.
    pub(crate) include: &'a [PathBuf],
    /// Whether files are looked up when the program opens them; otherwise all are loaded before.
    pub(crate) waits: bool,
}

impl GuestArgs {
    /// Host of a program, and its files.
    pub(crate) fn host(
        &self,
        program: &Program,
        around: SearchFolders<'_>,
        input: Input,
    ) -> Result<(Host, GuestFiles), String> {
        let arguments = self.arguments(&program.target)?;
        let world = program.target.world();
        let files = match world {
            World::Disk => self.disk_files(program, around.source, &arguments)?,
            World::Siblings => self.script_files(program, around.source)?,
            World::Asked => self.files(around)?,
        };
        let mut host = Host {
            input,
            output: Output::with_cap(self.max_output),
            files: files.before.clone(),
            arguments,
            program: match world {
                World::Disk => its_disk::job_name(around.source).into_bytes(),
                _ => around.source.to_string_lossy().into_owned().into_bytes(),
            },
            random: Random::seeded(self.seed),
            clock_nanos: self.date.unwrap_or_default(),
            ..Host::default()
        };
        if files.around.is_some() {
            host.files.open_end();
        }
        Ok((host, files))
    }

    /// Files of `--file`, and the folders to search when the program opens another file.
    fn files(&self, around: SearchFolders<'_>) -> Result<GuestFiles, String> {
        let mut before =
            if around.waits { Files::default() } else { files::siblings(around.source)?.files };
        self.give(&mut before)?;
        let source = around.source.to_string_lossy().into_owned();
        let around = around
            .waits
            .then(|| FileFinder::new(Folder::with(around.source, around.include), source));
        Ok(GuestFiles { before, disk: None, is_named: false, around })
    }

    /// Adds the files of `--file`.
    fn give(&self, files: &mut Files) -> Result<(), String> {
        given(&self.given_files)?.into_iter().for_each(|(name, bytes)| files.give(name, bytes));
        Ok(())
    }

    fn arguments(&self, target: &Target) -> Result<Vec<Vec<u8>>, String> {
        let is_its = target.world() == World::Disk;
        if self.jcl.is_some() && !is_its {
            let isa = target.isa();
            return Err(format!("{isa} programs have no --jcl: write arguments after `--`"));
        }
        target.arguments(self.jcl.iter().chain(&self.arguments))
    }

    /// Files in a script's folder, and those of `--file`.
    fn script_files(&self, program: &Program, path: &Path) -> Result<GuestFiles, String> {
        let found = files::siblings(path)?;
        let mut before = found.files;
        self.give(&mut before)?;
        let texts = program.sources.names().len() as u32;
        let is_named = |name: &&String| {
            let named = |file| program.sources.text(FileId(file)).contains(name.as_str());
            !before.contains(name.as_bytes()) && (0..texts).any(named)
        };
        for name in found.left_out.iter().filter(is_named) {
            let name = asmkit::plain_name(name);
            let limit = files::SIBLING_FILE_LIMIT_BYTES >> 20;
            say::warning(&format!(
                "the script cannot read {name}, which is larger than {limit} MiB; \
                 add --file {name}={name} to allow it"
            ));
        }
        Ok(GuestFiles { before, disk: None, is_named: false, around: None })
    }

    /// Disk of the program, with the files of `--file`.
    fn disk_files(
        &self,
        program: &Program,
        path: &Path,
        arguments: &[Vec<u8>],
    ) -> Result<GuestFiles, String> {
        let disk = match &program.disk {
            Some(folder) => Disk::whole(folder)?,
            None if program.target.has_files() => Disk::next_to(path)?,
            None => Disk::empty(path),
        };
        let line = String::from_utf8_lossy(&arguments.join(&b' ')).into_owned();
        for why in disk.doubtful(&line) {
            say::warning(&format!("the program cannot read a file of that name: {why}"));
        }
        let mut before = disk.files()?;
        for (name, bytes) in given(&self.given_files)? {
            before.give(its_disk::key(&name)?, bytes);
        }
        let is_named = program.disk.is_some();
        Ok(GuestFiles { before, disk: Some(disk), is_named, around: None })
    }
}

/// Files of a program before it runs.
pub(crate) struct GuestFiles {
    before: Files,
    /// The folder they are from, under ITS.
    disk: Option<Disk>,
    /// Whether the user named that folder, so that the program may change it.
    is_named: bool,
    /// Lookup of files that the program opens.
    around: Option<FileFinder>,
}

impl GuestFiles {
    /// Whether they are an ITS disk.
    pub(crate) fn is_disk(&self) -> bool {
        self.disk.is_some()
    }

    /// Answer to the file request that the program waits for; `None` if it waits for something else.
    pub(crate) fn supply(&mut self, host: &Host) -> Option<SuppliedInput> {
        let name = host.files.wanted()?.to_vec();
        Some(match self.around.as_mut()?.find(&name) {
            Some(bytes) => {
                self.before.give(name.as_slice(), bytes.as_slice());
                SuppliedInput::File(name, bytes)
            }
            None => SuppliedInput::NoFile,
        })
    }

    /// Reports which files the program opened, and which it could not open.
    pub(crate) fn report(&self) {
        if let Some(around) = &self.around {
            around.report();
        }
    }

    /// Adds the files that the program opened, and those it could not open, to a JSON object.
    pub(crate) fn put(&self, all: &mut Map<String, Value>) {
        if let Some(around) = &self.around {
            all.insert("files_found".to_owned(), json!(around.given));
            all.insert("files_refused".to_owned(), json!(around.refused));
        }
    }

    /// Writes files that the program created or changed to the folder that the user named.
    pub(crate) fn keep(&self, folder: Option<&PathBuf>, after: &Files) -> Result<(), String> {
        match (&self.disk, folder) {
            (Some(disk), _) if self.is_named => {
                let kept = disk.keep(&self.before, after)?;
                note_kept(kept.iter().map(|kept| match kept {
                    WrittenBack::Written(path) => format!("kept {}", files::shown(path)),
                    WrittenBack::Deleted(path) => format!("deleted {}", files::shown(path)),
                }));
            }
            (Some(_), _) => not_kept(&self.before, after, "--its-dir DIR"),
            (None, Some(folder)) => keep_in(folder, &self.before, after)?,
            (None, None) => not_kept(&self.before, after, "--keep-files DIR"),
        }
        Ok(())
    }
}

/// Lists files that are lost at the end of a run, and names the option that keeps them.
fn not_kept(before: &Files, after: &Files, switch: &str) {
    let changed = its_disk::changed(before, after);
    let names = changed.iter().take(MOST_LISTED).map(|key| shown_name(key));
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        let names = listed(&names, changed.len(), ", ");
        say::note(&format!("files not saved: {names}; use {switch} to save them"));
    }
}

/// File name chosen by a guest, shortened to one line.
fn shown_name(name: &[u8]) -> String {
    asmkit::messages::short(&asmkit::plain_name(&String::from_utf8_lossy(name)))
}

/// Names and contents of `NAME=PATH` arguments.
fn given(arguments: &[String]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let read = |argument: &String| {
        let (name, path) = argument.split_once('=').ok_or_else(|| {
            format!("--file expects NAME=PATH; `{}` has no `=`", asmkit::plain_name(argument))
        })?;
        Ok((name.to_owned(), files::read(Path::new(path), files::DATA_LIMIT_BYTES)?))
    };
    arguments.iter().map(read).collect()
}

/// Writes files that the program created or changed into `folder`; their names cannot leave it.
///
/// # Errors
/// An error message if some files could not be written; all others were.
fn keep_in(folder: &Path, before: &Files, after: &Files) -> Result<(), String> {
    let (mut saved, mut lost): (Vec<String>, Vec<String>) = Default::default();
    let changed = after.iter().filter(|(name, bytes)| before.get(name) != Some(bytes));
    for (number, (name, bytes)) in (1..).zip(changed) {
        let path = folder.join(safe_name(name, number));
        let in_the_way = fs::symlink_metadata(&path).is_ok_and(|meta| !meta.is_file());
        let kept = if in_the_way {
            Err(format!("{} already exists and is not a regular file", files::shown(&path)))
        } else {
            files::write_with_folders(&path, bytes)
        };
        match kept {
            Ok(()) => {
                let bytes = counted(bytes.len(), "byte");
                saved.push(format!("kept {} ({bytes})", files::shown(&path)));
            }
            Err(why) => lost.push(why),
        }
    }
    note_kept(saved.into_iter());
    match lost.len() {
        0 => Ok(()),
        count => Err(format!("files not saved: {}", listed(&lost, count, "; "))),
    }
}

/// A note for each of the first files that were saved, and the number of the others.
fn note_kept(mut notes: impl ExactSizeIterator<Item = String>) {
    notes.by_ref().take(MOST_LISTED).for_each(|note| say::note(&note));
    match notes.len() {
        0 => {}
        more => say::note(&format!("and {}", counted(more, "more file"))),
    }
}

/// First entries of a long list, with the number of the others.
fn listed(shown: &[String], count: usize, between: &str) -> String {
    let first = shown[..shown.len().min(MOST_LISTED)].join(between);
    match count.saturating_sub(MOST_LISTED) {
        0 => first,
        more => format!("{first}{between}and {more} more"),
    }
}

/// Names listed before the rest is only counted.
const MOST_LISTED: usize = 10;

/// Longest file name that every system accepts, with space for a suffix.
const LONGEST_NAME: usize = 180;

/// Host file name for a guest's: letters, digits, `.`, `_` and `-` stay, other bytes become `%2F`.
///
/// A long name is cut, and the file's number is appended.
fn safe_name(name: &[u8], number: usize) -> String {
    let mut safe = String::new();
    for (at, &byte) in name.iter().enumerate() {
        let plain = byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        if plain || (byte == b'.' && at > 0) {
            safe.push(char::from(byte))
        } else {
            safe.push_str(&format!("%{byte:02X}"))
        }
    }
    if safe.len() > LONGEST_NAME {
        safe = format!("{}%long{number}", &safe[..LONGEST_NAME]);
    }
    if safe.is_empty() { "%".to_owned() } else { safe }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_guest_name_leaves_the_folder() {
        assert_eq!(safe_name(b"out.txt", 1), "out.txt");
        assert_eq!(safe_name(b"../../etc/passwd", 1), "%2E.%2F..%2Fetc%2Fpasswd");
        assert_eq!(safe_name(b"..", 1), "%2E.");
        assert_eq!(safe_name(b"", 1), "%");
        assert_eq!(safe_name(b"a\x1b\\", 1), "a%1B%5C");
        let long = safe_name(&[b'x'; 4000], 7);
        assert!(long.len() < 200 && long.ends_with("%long7"), "{long}");
    }
}
