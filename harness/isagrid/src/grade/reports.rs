//! Reports, where the command line wants them.

use std::path::{Path, PathBuf};

use grading::graded::Graded;
use grading::kept::file_name;
use grading::reports::{FORMATS, Format, Grades};
use machines::files::{self, Take};

use crate::{Usage, say};

/// A report's format, and where it goes.
pub(crate) type Wanted = (&'static Format, PathBuf);

/// `FORMAT=FILE`; `-` is standard output.
pub(crate) fn wanted(text: &str) -> Result<Wanted, String> {
    format_and_file(text, Format::named, FORMATS.iter().map(|format| format.name))
}

/// The same for any formats: how one is found by its name, and what all are called.
pub(crate) fn format_and_file<F>(
    text: &str,
    named: impl Fn(&str) -> Option<F>,
    names: impl Iterator<Item = &'static str>,
) -> Result<(F, PathBuf), String> {
    let (name, path) =
        text.split_once('=').ok_or("it is written FORMAT=FILE, such as junit=report.xml")?;
    let known = || names.collect::<Vec<_>>().join(", ");
    let format = named(name)
        .ok_or_else(|| format!("no format is called `{name}`: there are {}", known()))?;
    if path.is_empty() {
        return Err("there is no file behind the `=`".to_owned());
    }
    Ok((format, path.into()))
}

/// Whether one of them goes to standard output.
pub(super) fn take_the_output(reports: &[Wanted]) -> bool {
    reports.iter().any(|(_, path)| path == Path::new("-"))
}

/// Whether a report is a folder with a file a submission.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}

/// Refuses, before anything is graded, what could not be written at the end.
pub(super) fn check(
    reports: &[Wanted],
    files: &[PathBuf],
    submissions: usize,
) -> Result<(), Usage> {
    for (format, path) in reports {
        if path == Path::new("-") {
            continue;
        }
        if format.is_of_one() && submissions > 1 && !is_folder(path) {
            return Err(Usage(format!(
                "{name} takes one submission, and there are {submissions}: `--report {name}={shown}/` writes a \
                 file for each into a folder",
                name = format.name,
                shown = asmkit::plain_name(&path.to_string_lossy()),
            )));
        }
        if !is_folder(path) {
            files::not_over(path, files.iter().map(PathBuf::as_path))?;
        }
    }
    Ok(())
}

pub(super) fn write(reports: &[Wanted], grades: &dyn Grades) -> Result<(), Usage> {
    for (format, path) in reports {
        let pieces = |take: Take<'_>| format.write(grades, take);
        if path == Path::new("-") {
            say::out_pieces(pieces)?;
        } else if is_folder(path) {
            let failed = |why| format!("{}: {}", files::shown(path), files::reason(&why));
            std::fs::create_dir_all(path).map_err(failed)?;
            grades.each(&mut |graded| {
                let name = format!("{}.{}", file_name(&graded.student), format.ending);
                to_file(format, &path.join(name), graded)
            })?;
        } else {
            files::write_pieces(path, pieces)?;
        }
    }
    Ok(())
}

/// The report of one submission.
pub(super) fn to_file(format: &Format, path: &Path, graded: &Graded) -> Result<(), String> {
    files::write_pieces(path, |take| format.write(graded, take))
}
