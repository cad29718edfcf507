//! What a program finds around it: arguments, files, limits; and what becomes of files it leaves.

use std::fs;
use std::path::{Path, PathBuf};

use asmkit::FileId;
use clap::Args;
use harness::files;
use harness::its_disk::{self, Disk, Kept};
use harness::target::Target;
use machine::{Files, Host, Input, Output, Random};

use crate::program::Program;
use crate::say;

/// The switches that `run` and `debug` share.
#[derive(Debug, Args)]
pub(crate) struct GuestArgs {
    /// Arguments for the program; under ITS they are its command line
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    /// The command line (JCL) of a program under ITS, as one types it behind the program's name
    #[arg(long, value_name = "TEXT", conflicts_with = "arguments")]
    jcl: Option<String>,
    /// Stop after so many bytes of output
    #[arg(long, value_name = "BYTES", default_value_t = Output::DEFAULT_CAP_BYTES)]
    max_output: u64,
    /// Give the program a file under this name; it never sees any other file of yours, but a script
    /// the small ones beside it, and so under ITS, or those of --its-dir
    #[arg(long = "file", value_name = "NAME=PATH")]
    given_files: Vec<String>,
    /// Where random numbers without a seed of the program's own come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl GuestArgs {
    /// The host of a program that was read from `path`, and the files in it.
    pub(crate) fn host(
        &self,
        program: &Program,
        path: &Path,
        input: Input,
    ) -> Result<(Host, GuestFiles), String> {
        let arguments = self.arguments(&program.target)?;
        let files = match &program.target {
            Target::Pdp10(_) => self.its_files(program, path, &arguments)?,
            Target::Esproc => self.script_files(program, path)?,
            _ => GuestFiles { before: given(&self.given_files)?, disk: None, is_named: false },
        };
        let host = Host {
            input,
            output: Output::with_cap(self.max_output),
            files: files.before.clone(),
            arguments,
            program: match &program.target {
                Target::Pdp10(_) => its_disk::job_name(path).into_bytes(),
                _ => path.to_string_lossy().into_owned().into_bytes(),
            },
            random: Random::seeded(self.seed),
            ..Host::default()
        };
        Ok((host, files))
    }

    fn arguments(&self, target: &Target) -> Result<Vec<Vec<u8>>, String> {
        let is_its = matches!(target, Target::Pdp10(_));
        if self.jcl.is_some() && !is_its {
            let isa = target.isa();
            return Err(format!("--jcl means nothing to {isa}: arguments stand behind `--`"));
        }
        if !self.arguments.is_empty() && *target == Target::Esproc {
            return Err("a script takes no arguments".to_owned());
        }
        let all: Vec<&String> = self.jcl.iter().chain(&self.arguments).collect();
        let plain = |text: &&&String| text.chars().all(|c| c.is_ascii() && !"\n\r\0".contains(c));
        if let Some(odd) = all.iter().find(|text| is_its && !plain(text)) {
            let odd = asmkit::plain(odd).replace('\n', "?");
            return Err(format!("a command line of ITS is one line of ASCII, and `{odd}` is not"));
        }
        Ok(all.into_iter().map(|text| text.clone().into_bytes()).collect())
    }

    /// The files beside a script, with what was given by name.
    fn script_files(&self, program: &Program, path: &Path) -> Result<GuestFiles, String> {
        let found = files::beside(path)?;
        let mut before = found.files;
        before.extend(given(&self.given_files)?);
        let texts = program.sources.names().len() as u32;
        let is_named = |name: &&String| {
            let named = |file| program.sources.text(FileId(file)).contains(name.as_str());
            !before.contains_key(name.as_bytes()) && (0..texts).any(named)
        };
        for name in found.left_out.iter().filter(is_named) {
            let name = asmkit::plain(name);
            let limit = files::BESIDE_FILE_LIMIT_BYTES >> 20;
            say::warning(&format!(
                "the script does not see {name}, which is larger than {limit} MiB: \
                 --file {name}={name} gives it such a file, too"
            ));
        }
        Ok(GuestFiles { before, disk: None, is_named: false })
    }

    /// The disk of the program, with what was given by name.
    fn its_files(
        &self,
        program: &Program,
        path: &Path,
        arguments: &[Vec<u8>],
    ) -> Result<GuestFiles, String> {
        let disk = match &program.its_dir {
            Some(folder) => Disk::whole(folder)?,
            None => Disk::beside(path)?,
        };
        let line = String::from_utf8_lossy(&arguments.join(&b' ')).into_owned();
        for why in disk.doubtful(&line) {
            say::warning(&format!("the program does not see a file of that name: {why}"));
        }
        let mut before = disk.files()?;
        for (name, bytes) in given(&self.given_files)? {
            let name = String::from_utf8_lossy(&name).into_owned();
            let key = its_disk::key(&name)?;
            before.insert(key, bytes);
        }
        Ok(GuestFiles { before, disk: Some(disk), is_named: program.its_dir.is_some() })
    }
}

/// The files a program began with.
pub(crate) struct GuestFiles {
    before: Files,
    /// Where they are from, under ITS.
    disk: Option<Disk>,
    /// Whether the user named that place, so that the program may change it.
    is_named: bool,
}

impl GuestFiles {
    /// Whether they are the disk of ITS.
    pub(crate) fn is_disk(&self) -> bool {
        self.disk.is_some()
    }

    /// Writes what the program made or changed to where the user wants it.
    pub(crate) fn keep(&self, folder: Option<&PathBuf>, after: &Files) -> Result<(), String> {
        match (&self.disk, folder) {
            (Some(disk), _) if self.is_named => {
                for kept in disk.keep(&self.before, after)? {
                    say::note(&match kept {
                        Kept::Written(path) => format!("kept {}", files::shown(&path)),
                        Kept::Deleted(path) => format!("deleted {}", files::shown(&path)),
                    });
                }
            }
            (Some(_), _) => not_kept(&self.before, after, "--its-dir DIR"),
            (None, Some(folder)) => keep_in(folder, &self.before, after)?,
            (None, None) => not_kept(&self.before, after, "--keep-files DIR"),
        }
        Ok(())
    }
}

/// Says what is lost at the end of a run, and with which switch it would not be.
fn not_kept(before: &Files, after: &Files, switch: &str) {
    let changed = its_disk::changed(before, after);
    let names = changed.iter().map(|key| asmkit::plain(&String::from_utf8_lossy(key)));
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        let names = names.join(", ");
        say::note(&format!("not kept: {names}; {switch} names a folder for a program's files"));
    }
}

/// The files of `NAME=PATH` arguments.
fn given(arguments: &[String]) -> Result<Files, String> {
    let mut given = Files::new();
    for argument in arguments {
        let (name, path) = argument
            .split_once('=')
            .ok_or_else(|| format!("--file wants NAME=PATH, and `{argument}` has no `=`"))?;
        let bytes = files::read(Path::new(path), files::DATA_LIMIT_BYTES)?;
        given.insert(name.as_bytes().to_vec(), bytes);
    }
    Ok(given)
}

/// Writes what the program made or changed below `folder`, under names that stay in it.
fn keep_in(folder: &Path, before: &Files, after: &Files) -> Result<(), String> {
    for (name, bytes) in after.iter().filter(|(name, bytes)| before.get(*name) != Some(bytes)) {
        let safe = safe_name(name);
        let path = folder.join(&safe);
        if fs::symlink_metadata(&path).is_ok_and(|meta| !meta.is_file()) {
            return Err(format!("{} is there already and is no file", files::shown(&path)));
        }
        files::write(&path, bytes)?;
        say::note(&format!("kept {} ({} bytes)", files::shown(&path), bytes.len()));
    }
    Ok(())
}

/// A file name for a guest's: letters, digits, `.`, `_` and `-` stay, other bytes become `%2F`.
fn safe_name(name: &[u8]) -> String {
    let mut safe = String::new();
    for (at, &byte) in name.iter().enumerate() {
        let plain = byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        match plain || (byte == b'.' && at > 0) {
            true => safe.push(char::from(byte)),
            false => safe.push_str(&format!("%{byte:02X}")),
        }
    }
    if safe.is_empty() { "%".to_owned() } else { safe }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_guest_name_leaves_the_folder() {
        assert_eq!(safe_name(b"out.txt"), "out.txt");
        assert_eq!(safe_name(b"../../etc/passwd"), "%2E.%2F..%2Fetc%2Fpasswd");
        assert_eq!(safe_name(b".."), "%2E.");
        assert_eq!(safe_name(b""), "%");
        assert_eq!(safe_name(b"a\x1b\\"), "a%1B%5C");
    }
}
