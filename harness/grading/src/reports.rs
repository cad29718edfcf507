//! Every way in which courses take results.
//!
//! What a student wrote, and what a student's program printed, is never taken at its word: each format
//! gets it as text that cannot leave its place. Of hidden cases nothing is told but how many there are,
//! how many were right, and which check failed.

mod annotations;
mod lcov;
mod pages;
mod platforms;
mod sarif;
mod tables;

use machines::files::Take;
use schemars::Schema;

use crate::graded::{Finding, Function, Graded, Weight};

/// A format, by the name that `--report` has for it.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// How the name of a file ends that holds it.
    pub ending: &'static str,
    write: Write,
}

/// Who writes a report.
#[derive(Debug, Clone, Copy)]
enum Write {
    /// Of any submissions.
    All(fn(&dyn Grades, Take<'_>) -> Result<(), String>),
    /// Of one submission, where there is one.
    One(fn(Option<&Graded>) -> String),
}

/// Submissions that were graded, one after the other, as often as they are wanted.
pub trait Grades {
    /// Gives each of them.
    ///
    /// # Errors
    /// Why they cannot be had, and what `each` says.
    fn each(&self, each: &mut dyn FnMut(&Graded) -> Result<(), String>) -> Result<(), String>;
}

/// One by itself.
impl Grades for Graded {
    fn each(&self, each: &mut dyn FnMut(&Graded) -> Result<(), String>) -> Result<(), String> {
        each(self)
    }
}

impl Grades for &[Graded] {
    fn each(&self, each: &mut dyn FnMut(&Graded) -> Result<(), String>) -> Result<(), String> {
        self.iter().try_for_each(each)
    }
}

/// All formats; of many submissions only `junit` has all in memory, and `sarif` the findings it tells.
pub static FORMATS: &[Format] = &[
    Format {
        name: "json",
        about: "everything, as docs/schema/grade-1.json describes it",
        ending: "json",
        write: Write::All(tables::json),
    },
    Format {
        name: "jsonl",
        about: "the same, a line a submission",
        ending: "jsonl",
        write: Write::All(tables::jsonl),
    },
    Format {
        name: "csv",
        about: "a gradebook, a row a submission",
        ending: "csv",
        write: Write::All(tables::csv),
    },
    Format {
        name: "junit",
        about: "JUnit XML, as Jenkins and GitLab read it",
        ending: "xml",
        write: Write::All(tables::junit),
    },
    Format {
        name: "tap",
        about: "the Test Anything Protocol, version 14",
        ending: "tap",
        write: Write::All(tables::tap),
    },
    Format {
        name: "gradescope",
        about: "results.json of Gradescope",
        ending: "json",
        write: Write::One(platforms::gradescope),
    },
    Format {
        name: "prairielearn",
        about: "results.json of PrairieLearn",
        ending: "json",
        write: Write::One(platforms::prairielearn),
    },
    Format {
        name: "autolab",
        about: "the last lines an Autolab grader prints",
        ending: "txt",
        write: Write::One(platforms::autolab),
    },
    Format {
        name: "check50",
        about: "what check50 writes",
        ending: "json",
        write: Write::One(platforms::check50),
    },
    Format {
        name: "classroom",
        about: "a result for GitHub Classroom's reporter, in base64",
        ending: "txt",
        write: Write::One(platforms::classroom),
    },
    Format {
        name: "github",
        about: "annotations of GitHub Actions",
        ending: "txt",
        write: Write::All(annotations::github),
    },
    Format {
        name: "github-summary",
        about: "Markdown for a step's summary",
        ending: "md",
        write: Write::All(pages::markdown),
    },
    Format {
        name: "markdown",
        about: "a page of Markdown",
        ending: "md",
        write: Write::All(pages::markdown),
    },
    Format {
        name: "html",
        about: "a page of HTML",
        ending: "html",
        write: Write::All(pages::html),
    },
    Format {
        name: "sarif",
        about: "SARIF 2.1.0, for code scanning",
        ending: "sarif",
        write: Write::All(sarif::sarif),
    },
    Format {
        name: "lcov",
        about: "which lines ran, for genhtml and editors",
        ending: "info",
        write: Write::All(lcov::lcov),
    },
];

/// The schema of [`crate::graded::Report`], as JSON Schema has it.
#[must_use]
pub fn schema() -> Schema {
    schemars::schema_for!(crate::graded::Report)
}

/// A submission as [`crate::graded::Reported`], which is a line of `jsonl`.
#[must_use]
pub fn told(graded: &Graded) -> serde_json::Value {
    tables::line(graded)
}

impl Format {
    /// The format of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }

    /// Whether it tells of one submission only.
    #[must_use]
    pub fn is_of_one(&self) -> bool {
        matches!(self.write, Write::One(_))
    }

    /// Writes the report, piece by piece.
    ///
    /// # Errors
    /// What `grades` and `take` say.
    pub fn write(&self, grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
        let of_one = match self.write {
            Write::All(write) => return write(grades, take),
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

/// What may be told of a finding: a line, and more below it.
struct Told {
    message: String,
    more: String,
}

impl Told {
    fn of(finding: &Finding) -> Told {
        if finding.hidden {
            let message = format!("{}: found in a hidden case", finding.check);
            return Told { message, more: String::new() };
        }
        let message = format!("{}: {}", finding.check, asmkit::plain_name(&finding.message));
        let mut more: Vec<String> =
            finding.notes.iter().map(|note| asmkit::plain_name(note)).collect();
        if let Some(place) = &finding.place {
            more.insert(
                0,
                format!("line {}: {}", place.line, asmkit::plain_name(place.text.trim())),
            );
        }
        if let Some(case) = &finding.case {
            more.push(format!("case {}", asmkit::plain_name(case)));
        }
        Told { message, more: more.join("\n") }
    }

    fn whole(&self) -> String {
        if self.more.is_empty() {
            self.message.clone()
        } else {
            format!("{}\n{}", self.message, self.more)
        }
    }
}

/// The findings of a function as text, the worst first.
fn findings(function: &Function) -> String {
    let told = function.findings.iter().map(|finding| Told::of(finding).whole());
    told.collect::<Vec<_>>().join("\n\n")
}

/// A name with nothing in it that could leave its place.
fn name(text: &str) -> String {
    asmkit::plain_name(text)
}

/// Whether a finding costs points.
fn is_error(finding: &Finding) -> bool {
    finding.weight == Weight::Error
}
