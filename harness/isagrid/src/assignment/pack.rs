//! `isagrid assignment pack`: writes an archive for a grading platform.
//!
//! Source: docs/specs.md of gradescope/autograder_samples: the archive is unpacked to `/autograder/source`,
//! `setup.sh` runs when the image is built, and `run_autograder` for each submission.

use std::io::{Cursor, Write as _};
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use goblin::elf::Elf;
use goblin::elf::header::EM_X86_64;
use targets::files;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::files_of;
use crate::date::today;
use crate::grade::{prepare, refuse_varied};
use crate::{CommandResult, Ending, Usage, say};

pub(super) const EXAMPLES: &str = "\
Examples:
  isagrid assignment pack gradescope csee3827 autograder.zip
  isagrid assignment pack gradescope homework autograder.zip --command isagrid-static

The archive contains the assignment and this isagrid binary, or the one given with --command. The
binary must be static and for Linux on x86-64, so that it does not depend on the platform's
libraries. Each release has one; `cargo build --release --target x86_64-unknown-linux-musl` builds
one from the sources.";

#[derive(ClapArgs)]
pub(super) struct PackArgs {
    /// Grading platform
    platform: Platform,
    /// Folder with assignment.toml, or name of a bundled assignment
    assignment: PathBuf,
    /// Archive to write
    archive: PathBuf,
    /// Pack this isagrid binary instead of the running one
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Platform {
    /// Gradescope: `setup.sh` and `run_autograder`
    Gradescope,
}

/// Setup script; there is nothing to install.
const SETUP: &str = "#!/bin/sh
# Nothing has to be installed: isagrid is one file.
chmod +x /autograder/source/isagrid
";

/// Grading script; AUTOGRADER_ROOT is for tests outside Gradescope.
const RUN: &str = "#!/bin/sh
root=${AUTOGRADER_ROOT:-/autograder}
exec \"$root/source/isagrid\" grade \"$root/source/assignment\" --autograder-root \"$root\"
";

/// Size limit of a binary in bytes.
const MOST_COMMAND_BYTES: u64 = 512 << 20;

pub(super) fn pack(args: &PackArgs) -> CommandResult {
    let Platform::Gradescope = args.platform;
    // Report mistakes in the assignment here, not to students.
    let prepared = prepare(&args.assignment, &today())?;
    refuse_varied(&prepared)?;
    let command = match &args.command {
        Some(path) => path.clone(),
        None => std::env::current_exe()
            .map_err(|why| format!("cannot find the isagrid binary: {why}"))?,
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
    say::out(&format!("wrote {place} ({} files); upload it as the autograder\n", all.len()));
    Ok(Ending::Well)
}

/// Refuses a binary that the platform cannot start.
fn must_run_there(command: &str, bytes: &[u8]) -> Result<(), Usage> {
    let elf = Elf::parse(bytes).ok();
    let elf = elf.filter(|elf| elf.is_64 && elf.little_endian && elf.header.e_machine == EM_X86_64);
    let Some(elf) = elf else {
        return Err(Usage(format!(
            "{command} is not a program for Linux on x86-64, as Gradescope needs; give one with --command"
        )));
    };
    // A static program names neither a loader nor a library.
    let needed = elf.interpreter.into_iter().chain(elf.libraries);
    let needed: Vec<String> =
        needed.map(|name| format!("`{}`", asmkit::plain_name(name))).collect();
    if needed.is_empty() {
        return Ok(());
    }
    Err(Usage(format!(
        "{command} is not static: it needs {}, and the platform's version may be older; use --command FILE \
         with the static binary of a release, in isagrid-{}-x86_64-unknown-linux-musl.tar.gz",
        needed.join(", "),
        env!("CARGO_PKG_VERSION")
    )))
}

/// Zip archive of files with names and permissions; equal files give an equal archive.
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
