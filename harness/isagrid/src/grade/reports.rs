//! Reports, where the command line asks for them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use grading::kept::file_name;
use grading::reports::{FORMATS, Format, Grades, WithSource};
use machines::files::{self, Take};

use crate::{Usage, say};

/// A report's format, and where it goes.
pub(crate) type Wanted = (&'static Format, PathBuf);

/// Reads `FORMAT=FILE`; `-` is standard output.
pub(crate) fn wanted(text: &str) -> Result<Wanted, String> {
    format_and_file(text, Format::named, FORMATS.iter().map(|format| format.name))
}

/// The same for any formats: how one is found by its name, and the names of all.
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
        return Err("there is no file after the `=`".to_owned());
    }
    Ok((format, path.into()))
}

/// Whether one of them goes to standard output.
pub(super) fn take_the_output(reports: &[Wanted]) -> bool {
    reports.iter().any(|(_, path)| path == Path::new("-"))
}

/// Whether a report is a folder with a file for each submission.
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
        files::may_write(path, files.iter().map(PathBuf::as_path))?;
    }
    Ok(())
}

pub(super) fn write(reports: &[Wanted], grades: &dyn Grades) -> Result<(), Usage> {
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

/// The name of the index, which a browser looks for.
const INDEX: &str = "index.html";

/// Writes a file for each submission, and an index where the format has one.
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

/// A file's name that no other submission has, also where upper and lower case are the same.
fn free_name(name: &str, ending: &str, taken: &mut BTreeSet<String>) -> String {
    let numbers = (2..).map(|number| format!("{name}-{number}.{ending}"));
    let mut names = [format!("{name}.{ending}")].into_iter().chain(numbers);
    names.find(|name| taken.insert(name.to_lowercase())).unwrap_or_default()
}

/// Writes the report of one submission.
pub(super) fn to_file(format: &Format, path: &Path, grades: &dyn Grades) -> Result<(), String> {
    files::write_pieces(path, |take| format.write(grades, take))
}
