//! `isagrid assignment pack`: an archive that a platform takes.
//!
//! Source: docs/specs.md of gradescope/autograder_samples: the archive is unpacked to `/autograder/source`,
//! `setup.sh` runs when the image is built, and `run_autograder` for each submission.

use std::io::{Cursor, Write as _};
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use goblin::elf::Elf;
use goblin::elf::header::EM_X86_64;
use machines::files;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::files_of;
use crate::grade::{prepare, refuse_varied, today};
use crate::{Ended, Ending, Usage, say};

pub(super) const EXAMPLES: &str = "\
Examples:
  isagrid assignment pack gradescope csee3827 autograder.zip
  isagrid assignment pack gradescope homework autograder.zip --command isagrid-static

The archive has the assignment and this command, or the one given by --command. It must be for Linux
on x86-64 and static, so that it runs whatever libraries the platform has. Each release has such a
command; from the sources `cargo build --release --target x86_64-unknown-linux-musl` makes one.";

#[derive(ClapArgs)]
pub(super) struct PackArgs {
    /// The platform that takes the archive
    platform: Platform,
    /// A folder with assignment.toml, or the name of one that came with isagrid
    assignment: PathBuf,
    /// The archive to write
    archive: PathBuf,
    /// Pack this command instead of the one that runs
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Platform {
    /// Gradescope: `setup.sh` and `run_autograder`
    Gradescope,
}

/// Nothing has to be installed.
const SETUP: &str = "#!/bin/sh
# Nothing has to be installed: isagrid is one file.
chmod +x /autograder/source/isagrid
";

/// Grades what was handed in; the variable is for a try elsewhere.
const RUN: &str = "#!/bin/sh
root=${AUTOGRADER_ROOT:-/autograder}
exec \"$root/source/isagrid\" grade \"$root/source/assignment\" --autograder-root \"$root\"
";

/// Bytes of a command.
const MOST_COMMAND_BYTES: u64 = 512 << 20;

pub(super) fn pack(args: &PackArgs) -> Ended {
    let Platform::Gradescope = args.platform;
    // What is wrong with it is reported here, and not to students.
    let prepared = prepare(&args.assignment, &today())?;
    refuse_varied(&prepared)?;
    let command = match &args.command {
        Some(path) => path.clone(),
        None => {
            std::env::current_exe().map_err(|why| format!("this command is not found: {why}"))?
        }
    };
    let bytes = files::read(&command, MOST_COMMAND_BYTES)?;
    must_run_there(&files::shown(&command), &bytes)?;
    let mut all = vec![
        ("setup.sh".to_owned(), SETUP.as_bytes().to_vec(), 0o755),
        ("run_autograder".to_owned(), RUN.as_bytes().to_vec(), 0o755),
        ("isagrid".to_owned(), bytes, 0o755),
    ];
    for (file, bytes) in files_of(&prepared.assignment)? {
        let parts: Vec<_> =
            file.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        all.push((format!("assignment/{}", parts.join("/")), bytes, 0o644));
    }
    let archive = zipped(&all).map_err(|why| format!("{}: {why}", files::shown(&args.archive)))?;
    files::write(&args.archive, archive)?;
    let place = files::shown(&args.archive);
    say::out(&format!("{place} has {} files: upload it as the autograder's\n", all.len()));
    Ok(Ending::Well)
}

/// Refuses a command that the platform cannot start.
fn must_run_there(command: &str, bytes: &[u8]) -> Result<(), Usage> {
    let elf = Elf::parse(bytes).ok();
    let elf = elf.filter(|elf| elf.is_64 && elf.little_endian && elf.header.e_machine == EM_X86_64);
    let Some(elf) = elf else {
        return Err(Usage(format!(
            "{command} is not a program for Linux on x86-64, which is what Gradescope has: give one with --command"
        )));
    };
    // A static program names no loader and no library.
    let needed = elf.interpreter.into_iter().chain(elf.libraries);
    let needed: Vec<String> =
        needed.map(|name| format!("`{}`", asmkit::plain_name(name))).collect();
    if needed.is_empty() {
        return Ok(());
    }
    Err(Usage(format!(
        "{command} is not static: it needs {} of the computer it runs on, and the platform's may be older: give \
         --command FILE with the static command of a release, which is in isagrid-{}-x86_64-unknown-linux-musl.tar.gz",
        needed.join(", "),
        env!("CARGO_PKG_VERSION")
    )))
}

/// Files with their names and permissions as an archive; the same ones give the same archive.
fn zipped(all: &[(String, Vec<u8>, u32)]) -> zip::result::ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes, mode) in all {
        let options = SimpleFileOptions::default()
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(*mode);
        writer.start_file(name.as_str(), options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
