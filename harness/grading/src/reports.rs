//! Every way in which courses take results.
//!
//! What a student wrote, and what a student's program printed, stays text: each format gets it in a form
//! that cannot leave its place. A report says of hidden cases only how many there are, how many were right,
//! and which check failed.

mod annotations;
mod cases;
mod csv;
mod html;
mod json;
mod lcov;
mod overview;
mod pages;
mod platforms;
mod rows;
mod sarif;

use std::collections::BTreeSet;

use schemars::Schema;
use targets::files::Take;

use crate::cache::file_name;
use crate::class::Submission;
use crate::graded::Graded;

pub use rows::why;

/// A format, by the name that `--report` has for it.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The name.
    pub name: &'static str,
    /// Short description.
    pub about: &'static str,
    /// File ending of this format.
    pub ending: &'static str,
    write: Write,
}

/// The function that writes a report.
#[derive(Debug, Clone, Copy)]
enum Write {
    /// Of any submissions.
    All(Report),
    /// Of any submissions, with an index of the folder where each has a file of its own.
    Indexed(Report, Index),
    /// Of exactly one submission.
    One(fn(Option<&Graded>) -> String),
}

type Report = fn(&dyn Grades, Take<'_>) -> Result<(), String>;

/// Writes the index of a folder: the names of files are those of the submissions, in their order.
pub type Index = fn(&dyn Grades, &[String], Take<'_>) -> Result<(), String>;

/// The submitted text; none if it cannot be read any more.
pub type Source<'s> = &'s dyn Fn() -> Option<String>;

/// Takes a submission that was graded, and what was handed in; an error ends the report.
pub type Each<'e> = &'e mut dyn FnMut(&Graded, Source<'_>) -> Result<(), String>;

/// Submissions that were graded, one after the other, as often as a report needs them.
pub trait Grades {
    /// Gives each of them with its source.
    ///
    /// # Errors
    /// Why they cannot be read, and what `each` says.
    fn each_with_source(&self, each: Each<'_>) -> Result<(), String>;

    /// Gives each of them.
    ///
    /// # Errors
    /// As [`each_with_source`](Grades::each_with_source).
    fn each(&self, each: &mut dyn FnMut(&Graded) -> Result<(), String>) -> Result<(), String> {
        self.each_with_source(&mut |graded, _| each(graded))
    }
}

/// One submission, without its source.
impl Grades for Graded {
    fn each_with_source(&self, each: Each<'_>) -> Result<(), String> {
        each(self, &|| None)
    }
}

/// Several, without their sources.
impl Grades for &[Graded] {
    fn each_with_source(&self, each: Each<'_>) -> Result<(), String> {
        self.iter().try_for_each(|graded| each(graded, &|| None))
    }
}

/// One with its source.
#[derive(Clone, Copy)]
pub struct WithSource<'g> {
    /// Its result.
    pub graded: &'g Graded,
    /// Submitted source.
    pub source: Source<'g>,
}

impl Grades for WithSource<'_> {
    fn each_with_source(&self, each: Each<'_>) -> Result<(), String> {
        each(self.graded, self.source)
    }
}

/// A class with what was handed in, in the same order.
#[derive(Debug, Clone, Copy)]
pub struct Together<'c> {
    /// Result of each submission.
    pub graded: &'c [Graded],
    /// Source of each submission.
    pub submissions: &'c [Submission],
}

impl Grades for Together<'_> {
    fn each_with_source(&self, each: Each<'_>) -> Result<(), String> {
        let mut both = self.graded.iter().zip(self.submissions);
        both.try_for_each(|(graded, submission)| each(graded, &|| submission.text()))
    }
}

/// Number of submissions.
fn count(grades: &dyn Grades) -> Result<usize, String> {
    let mut count = 0;
    grades.each(&mut |_| {
        count += 1;
        Ok(())
    })?;
    Ok(count)
}

/// A row of the table of formats.
const fn format(
    name: &'static str,
    ending: &'static str,
    write: Write,
    about: &'static str,
) -> Format {
    Format { name, about, ending, write }
}

/// All formats. Of many submissions `junit` has all in memory, `sarif` its results, and `html` a line each.
#[rustfmt::skip]
pub static FORMATS: &[Format] = &[
    //     name            ending   written by                            what it is
    format("json",           "json",  Write::All(json::json),               "everything, described in docs/schema/grade-1.json"),
    format("jsonl",          "jsonl", Write::All(json::jsonl),              "the same, one line per submission"),
    format("csv",            "csv",   Write::All(csv::csv),                 "a gradebook, one row per submission"),
    format("junit",          "xml",   Write::All(cases::junit),             "JUnit XML for Jenkins and GitLab"),
    format("tap",            "tap",   Write::All(cases::tap),               "the Test Anything Protocol, version 14"),
    format("gradescope",     "json",  Write::One(platforms::gradescope),    "results.json of Gradescope"),
    format("prairielearn",   "json",  Write::One(platforms::prairielearn),  "results.json of PrairieLearn"),
    format("autolab",        "txt",   Write::One(platforms::autolab),       "the last lines that an Autolab grader prints"),
    format("check50",        "json",  Write::One(platforms::check50),       "what check50 writes"),
    format("classroom",      "txt",   Write::One(platforms::classroom),     "a base64 result for GitHub Classroom's reporter"),
    format("github",         "txt",   Write::All(annotations::github),      "annotations of GitHub Actions"),
    format("github-summary", "md",    Write::All(pages::summary),           "Markdown for a step summary, at most 1,000 KiB"),
    format("markdown",       "md",    Write::All(pages::markdown),          "a Markdown page"),
    format("html",           "html",  Write::Indexed(html::html, html::index), "an HTML page; for a folder, also an index"),
    format("sarif",          "sarif", Write::All(sarif::sarif),             "SARIF 2.1.0, for code scanning"),
    format("lcov",           "info",  Write::All(lcov::lcov),               "executed lines, for genhtml and editors"),
];

/// The schema of [`crate::graded::Report`], as JSON Schema has it.
#[must_use]
pub fn schema() -> Schema {
    schemars::schema_for!(crate::graded::Report)
}

/// A submission as [`crate::graded::Reported`], which is a line of `jsonl`.
#[must_use]
pub fn to_json(graded: &Graded) -> serde_json::Value {
    json::line(graded)
}

/// Writes the text of a file, piece by piece.
pub type WriteText<'w> = &'w dyn Fn(Take<'_>) -> Result<(), String>;

/// Takes the name of a file and the function that writes its text.
pub type TakeFile<'f> = &'f mut dyn FnMut(&str, WriteText<'_>) -> Result<(), String>;

/// File name of the index of a folder, which browsers open first.
const INDEX: &str = "index.html";

/// Reports each submission in a file of its own, and the index of the folder if the format has one.
///
/// # Errors
/// Errors of `grades` and `file`.
pub fn in_folder(format: &Format, grades: &dyn Grades, file: TakeFile<'_>) -> Result<(), String> {
    let (mut taken, mut names) = (BTreeSet::from([INDEX.to_owned()]), Vec::new());
    grades.each_with_source(&mut |graded, source| {
        let name = free_name(&file_name(&graded.student), format.ending, &mut taken);
        let one = WithSource { graded, source };
        file(&name, &|take| format.write(&one, take))?;
        names.push(name);
        Ok(())
    })?;
    let Some(index) = format.index() else { return Ok(()) };
    file(INDEX, &|take| index(grades, &names, take))
}

/// Unique file name for a submission, even if the file system ignores case.
fn free_name(name: &str, ending: &str, taken: &mut BTreeSet<String>) -> String {
    let numbers = (2..).map(|number| format!("{name}-{number}.{ending}"));
    let mut names = [format!("{name}.{ending}")].into_iter().chain(numbers);
    names.find(|name| taken.insert(name.to_lowercase())).unwrap_or_default()
}

impl Format {
    /// The format of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }

    /// Whether a file in this format has only one submission.
    #[must_use]
    pub fn is_of_one(&self) -> bool {
        matches!(self.write, Write::One(_))
    }

    /// Writer of the folder's index, if the format has one.
    #[must_use]
    pub fn index(&self) -> Option<Index> {
        match self.write {
            Write::Indexed(_, index) => Some(index),
            Write::All(_) | Write::One(_) => None,
        }
    }

    /// Writes the report, piece by piece.
    ///
    /// # Errors
    /// Errors of `grades` and `take`.
    pub fn write(&self, grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
        let of_one = match self.write {
            Write::All(write) | Write::Indexed(write, _) => return write(grades, take),
            Write::One(write) => write,
        };
        let mut first = None;
        grades.each(&mut |graded| {
            first.get_or_insert_with(|| graded.clone());
            Ok(())
        })?;
        take(&of_one(first.as_ref()))
    }
}
