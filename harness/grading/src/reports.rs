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
    /// Whether it tells of one submission only.
    pub is_of_one: bool,
    write: fn(&[Graded]) -> Vec<u8>,
}

/// All formats.
pub static FORMATS: &[Format] = &[
    Format {
        name: "json",
        about: "everything, as docs/schema/grade-1.json describes it",
        ending: "json",
        is_of_one: false,
        write: tables::json,
    },
    Format {
        name: "jsonl",
        about: "the same, a line a submission",
        ending: "jsonl",
        is_of_one: false,
        write: tables::jsonl,
    },
    Format {
        name: "csv",
        about: "a gradebook, a row a submission",
        ending: "csv",
        is_of_one: false,
        write: tables::csv,
    },
    Format {
        name: "junit",
        about: "JUnit XML, as Jenkins and GitLab read it",
        ending: "xml",
        is_of_one: false,
        write: tables::junit,
    },
    Format {
        name: "tap",
        about: "the Test Anything Protocol, version 14",
        ending: "tap",
        is_of_one: false,
        write: tables::tap,
    },
    Format {
        name: "gradescope",
        about: "results.json of Gradescope",
        ending: "json",
        is_of_one: true,
        write: platforms::gradescope,
    },
    Format {
        name: "prairielearn",
        about: "results.json of PrairieLearn",
        ending: "json",
        is_of_one: true,
        write: platforms::prairielearn,
    },
    Format {
        name: "autolab",
        about: "the last lines an Autolab grader prints",
        ending: "txt",
        is_of_one: true,
        write: platforms::autolab,
    },
    Format {
        name: "check50",
        about: "what check50 writes",
        ending: "json",
        is_of_one: true,
        write: platforms::check50,
    },
    Format {
        name: "classroom",
        about: "a result for GitHub Classroom's reporter, in base64",
        ending: "txt",
        is_of_one: true,
        write: platforms::classroom,
    },
    Format {
        name: "github",
        about: "annotations of GitHub Actions",
        ending: "txt",
        is_of_one: false,
        write: annotations::github,
    },
    Format {
        name: "github-summary",
        about: "Markdown for a step's summary",
        ending: "md",
        is_of_one: false,
        write: pages::markdown,
    },
    Format {
        name: "markdown",
        about: "a page of Markdown",
        ending: "md",
        is_of_one: false,
        write: pages::markdown,
    },
    Format {
        name: "html",
        about: "a page of HTML",
        ending: "html",
        is_of_one: false,
        write: pages::html,
    },
    Format {
        name: "sarif",
        about: "SARIF 2.1.0, for code scanning",
        ending: "sarif",
        is_of_one: false,
        write: sarif::sarif,
    },
    Format {
        name: "lcov",
        about: "which lines ran, for genhtml and editors",
        ending: "info",
        is_of_one: false,
        write: lcov::lcov,
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

    /// The report, as bytes of a file.
    #[must_use]
    pub fn write(&self, all: &[Graded]) -> Vec<u8> {
        (self.write)(all)
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
