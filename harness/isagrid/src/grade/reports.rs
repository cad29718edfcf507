//! `--report`: formats and files of reports.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use grading::cache::file_name;
use grading::reports::{FORMATS, Format, Grades, WithSource};
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

/// File name of the index, which browsers open first.
const INDEX: &str = "index.html";

/// Writes one file per submission, and an index if the format has one.
fn in_folder(format: &Format, folder: &Path, grades: &dyn Grades) -> Result<(), String> {
    files::make_folder(folder)?;
    let (mut taken, mut names) = (BTreeSet::from([INDEX.to_owned()]), Vec::new());
    grades.each_with_source(&mut |graded, source| {
        let name = free_name(&file_name(&graded.student), format.ending, &mut taken);
        to_file(format, &folder.join(&name), &WithSource { graded, source })?;
        names.push(name);
        Ok(())
    })?;
    let Some(index) = format.index() else { return Ok(()) };
    files::write_pieces(&folder.join(INDEX), |take| index(grades, &names, take))
}

/// Unique file name for a submission, even if the file system ignores case.
fn free_name(name: &str, ending: &str, taken: &mut BTreeSet<String>) -> String {
    let numbers = (2..).map(|number| format!("{name}-{number}.{ending}"));
    let mut names = [format!("{name}.{ending}")].into_iter().chain(numbers);
    names.find(|name| taken.insert(name.to_lowercase())).unwrap_or_default()
}

/// Writes the report of one submission.
pub(super) fn to_file(format: &Format, path: &Path, grades: &dyn Grades) -> Result<(), String> {
    files::write_pieces(path, |take| format.write(grades, take))
}
