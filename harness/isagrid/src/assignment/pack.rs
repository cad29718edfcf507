//! `isagrid assignment pack`: an archive that a platform takes.
//!
//! Source: docs/specs.md of gradescope/autograder_samples: what lies in the archive comes to
//! `/autograder/source`, `setup.sh` runs when the image is built, and `run_autograder` for each submission.

use std::io::{Cursor, Write as _};
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
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

The archive has the assignment and this command, or the one behind --command: it must run on the
platform, which is Linux on x86-64. The static command of a release does.";

#[derive(ClapArgs)]
pub(super) struct PackArgs {
    /// Whose archive it is
    platform: Platform,
    /// A folder with assignment.toml, or the name of one that came with isagrid
    assignment: PathBuf,
    /// The archive to write
    archive: PathBuf,
    /// The command to pack, in the place of this one
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
    // Whatever is wrong with it is told here, and not to students.
    let prepared = prepare(&args.assignment, &today())?;
    refuse_varied(&prepared)?;
    let command = match &args.command {
        Some(path) => path.clone(),
        None => {
            std::env::current_exe().map_err(|why| format!("this command is not found: {why}"))?
        }
    };
    let bytes = files::read(&command, MOST_COMMAND_BYTES)?;
    if !bytes.starts_with(LINUX) || bytes.get(18..20) != Some(&X86_64) {
        return Err(Usage(format!(
            "{} is no program for Linux on x86-64, which is what Gradescope has: name one with --command",
            files::shown(&command)
        )));
    }
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

/// How an ELF file of 64 bits, lowest byte first, begins, and what machine it is for.
///
/// Source: System V ABI, chapter 4; AMD64 supplement.
const LINUX: &[u8] = b"\x7fELF\x02\x01";
const X86_64: [u8; 2] = [62, 0];

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
