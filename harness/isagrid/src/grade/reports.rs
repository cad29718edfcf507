//! `--report`: formats and files of reports.

use std::path::{Path, PathBuf};

use grading::reports::{self, FORMATS, Format, Grades};
use targets::files::{self, Take};

use crate::{Usage, say};

/// Format and file of a report.
pub(crate) type ReportTarget = (&'static Format, PathBuf);

/// Parses `FORMAT=FILE`; `-` is standard output.
pub(crate) fn wanted(text: &str) -> Result<ReportTarget, String> {
    format_and_file(text, Format::named, FORMATS.iter().map(|format| format.name))
}

/// Parses `FORMAT=FILE` with a lookup by name and the names of all formats.
pub(crate) fn format_and_file<F>(
    text: &str,
    named: impl Fn(&str) -> Option<F>,
    names: impl Iterator<Item = &'static str>,
) -> Result<(F, PathBuf), String> {
    let (name, path) =
        text.split_once('=').ok_or("expected FORMAT=FILE, such as junit=report.xml")?;
    let known = || names.collect::<Vec<_>>().join(", ");
    let format = named(name)
        .ok_or_else(|| format!("unknown format `{name}`: expected one of {}", known()))?;
    if path.is_empty() {
        return Err("expected a file name after `=`".to_owned());
    }
    Ok((format, path.into()))
}

/// Whether a report goes to standard output.
pub(super) fn take_the_output(reports: &[ReportTarget]) -> bool {
    reports.iter().any(|(_, path)| path == Path::new("-"))
}

/// Whether a report is a folder with one file per submission.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}

/// Checks before grading that all reports can be written afterwards.
pub(super) fn check(
    reports: &[ReportTarget],
    files: &[PathBuf],
    submissions: usize,
) -> Result<(), Usage> {
    for (format, path) in reports {
        if path == Path::new("-") {
            continue;
        }
        if format.is_of_one() && submissions > 1 && !is_folder(path) {
            return Err(Usage(format!(
                "{name} reports one submission, and there are {submissions}: use `--report {name}={shown}/` to \
                 write one file per submission",
                name = format.name,
                shown = asmkit::plain_name(&path.to_string_lossy()),
            )));
        }
        files::may_write(path, files.iter().map(PathBuf::as_path))?;
    }
    Ok(())
}

pub(super) fn write(reports: &[ReportTarget], grades: &dyn Grades) -> Result<(), Usage> {
    for (format, path) in reports {
        let pieces = |take: Take<'_>| format.write(grades, take);
        if path == Path::new("-") {
            say::out_pieces(pieces)?;
        } else if is_folder(path) {
            in_folder(format, path, grades)?;
        } else {
            files::write_pieces(path, pieces)?;
        }
    }
    Ok(())
}

/// Writes one file per submission, and an index if the format has one.
fn in_folder(format: &Format, folder: &Path, grades: &dyn Grades) -> Result<(), String> {
    files::make_folder(folder)?;
    reports::in_folder(format, grades, &mut |name, write| {
        files::write_pieces(&folder.join(name), write)
    })
}

/// Writes the report of one submission.
pub(super) fn to_file(format: &Format, path: &Path, grades: &dyn Grades) -> Result<(), String> {
    files::write_pieces(path, |take| format.write(grades, take))
}
