//! Result of a submission: terminals, reports and grade books all show this structure.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Points in hundredths, so that sums are exact.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(into = "f64", from = "f64")]
pub struct Points(pub u32);

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        points.number()
    }
}

impl From<f64> for Points {
    /// The nearest hundredth; what is less than none is none.
    fn from(number: f64) -> Points {
        Points((number * 100.0).round() as u32)
    }
}

impl Points {
    /// As people write them: `12`, `7.5`, `3.25`.
    #[must_use]
    pub fn show(self) -> String {
        let (whole, part) = (self.0 / 100, self.0 % 100);
        match (part, part % 10) {
            (0, _) => whole.to_string(),
            (_, 0) => format!("{whole}.{}", part / 10),
            _ => format!("{whole}.{part:02}"),
        }
    }

    /// As a number, for formats that want one.
    #[must_use]
    pub fn number(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(iter: I) -> Points {
        Points(iter.map(|points| points.0).sum())
    }
}

/// A graded submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Graded {
    /// The assignment's name, such as `csee3827`.
    pub assignment: String,
    /// Its title.
    pub title: String,
    /// Whose it is, as the platform names the student: the name of a folder, or of a file without its ending.
    pub student: String,
    /// The student's number or address on the platform that exported the submission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub id: Option<String>,
    /// The file as it was named.
    pub file: String,
    /// Whether it could be graded at all.
    pub outcome: Outcome,
    /// The functions, in the order of the assignment; a whole program is one called `program`.
    pub functions: Vec<Function>,
    /// Findings that belong to no single function.
    pub findings: Vec<Finding>,
    /// Numbers that are compared between students, such as instructions.
    pub leaderboard: Vec<Figure>,
    /// Execution counts of the submission's lines, in rising order.
    pub coverage: Vec<Covered>,
}

/// Whether a submission could be graded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "status", content = "why")]
pub enum Outcome {
    /// It was.
    Graded,
    /// Nothing in it could be graded: the student must fix the file.
    NotGradable(String),
    /// The grader failed, not the student.
    Infra(String),
}

/// Result of one function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "GradedFunction"))]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The line of its label, from 1; none for a missing label and for a whole program.
    pub line: Option<u32>,
    /// Its state in the submission.
    pub state: State,
    /// Points by kind.
    pub kinds: Vec<Kind>,
    /// Groups of cases.
    pub groups: Vec<Group>,
    /// Findings, worst first.
    pub findings: Vec<Finding>,
}

/// State of a function in the submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "GradedState"))]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It was run.
    Attempted,
    /// It is unchanged from the scaffold, or empty.
    NotAttempted,
    /// Its part does not assemble.
    NotAssembled,
    /// There is none.
    Missing,
}

/// Points of one kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Earned"))]
pub struct Kind {
    /// Which kind.
    pub of: PointsCategory,
    /// Points earned.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub points: Points,
    /// Points that can be earned.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub out_of: Points,
    /// The reason, such as `500 of 512 cases right`.
    pub summary: String,
}

/// Kinds of things that earn points.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "EarnedFor"))]
#[serde(rename_all = "kebab-case")]
pub enum PointsCategory {
    /// The right results, with the reference's other functions.
    Results,
    /// The calling convention.
    Convention,
    /// The right results together with the student's other functions.
    Integration,
    /// The decisions of the algorithm that was asked for.
    Decisions,
    /// The rules of the course.
    Rules,
}

impl PointsCategory {
    /// The name reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PointsCategory::Results => "results",
            PointsCategory::Convention => "convention",
            PointsCategory::Integration => "integration",
            PointsCategory::Decisions => "decisions",
            PointsCategory::Rules => "rules",
        }
    }
}

/// Results of a group of cases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CaseGroup"))]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Number of right cases.
    pub right: u32,
    /// Number of cases that were not run.
    #[serde(default)]
    pub not_run: u32,
    /// Number of cases.
    pub cases: u32,
    /// Whether its cases are still hidden: then only these numbers may be shown.
    pub hidden: bool,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Finding {
    /// The check's stable name, such as `CC07`.
    pub check: String,
    /// Its severity.
    pub weight: Weight,
    /// Its place in the submission, if any.
    pub place: Option<Place>,
    /// Message about the student's program.
    pub message: String,
    /// More messages: the cause, and what to do.
    pub notes: Vec<String>,
    /// Text for a terminal, with the source line and without colours; it has no facts of its own.
    pub rendered: String,
    /// The case that showed it, as `--case` takes it; none if no case did.
    pub case: Option<String>,
    /// Number of cases with this finding.
    pub times: u32,
    /// Whether only hidden cases showed it: then only `check` and `weight` may be shown.
    pub hidden: bool,
    /// Command that shows it again.
    pub replay: Option<String>,
}

/// Severity of a finding.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// It costs points.
    Error,
    /// It costs no points, but is worth knowing.
    Advice,
}

/// A place in the submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "FoundAt"))]
pub struct Place {
    /// The file as it was named.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// Its text, as the submission has it.
    pub text: String,
}

/// A number that is compared between students.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Figure {
    /// Its name, such as `instructions`.
    pub name: String,
    /// The number.
    pub value: u64,
    /// Whether less is better.
    pub less_is_better: bool,
}

/// Execution count of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Covered {
    /// From 1.
    pub line: u32,
    /// Executions of its most often executed instruction.
    pub times: u64,
}

impl Graded {
    /// Total points earned.
    #[must_use]
    pub fn points(&self) -> Points {
        self.kinds().map(|(_, kind)| kind.points).sum()
    }

    /// Points that can be earned.
    #[must_use]
    pub fn out_of(&self) -> Points {
        self.kinds().map(|(_, kind)| kind.out_of).sum()
    }

    /// Whether nothing is missing.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.outcome == Outcome::Graded && self.points() == self.out_of()
    }

    /// All kinds, with their functions.
    pub fn kinds(&self) -> impl Iterator<Item = (&Function, &Kind)> {
        self.functions
            .iter()
            .flat_map(|function| function.kinds.iter().map(move |kind| (function, kind)))
    }

    /// All findings, with their functions.
    pub fn all_findings(&self) -> impl Iterator<Item = (Option<&Function>, &Finding)> {
        let whole = self.findings.iter().map(|finding| (None, finding));
        let each = self.functions.iter().flat_map(|function| {
            function.findings.iter().map(move |finding| (Some(function), finding))
        });
        whole.chain(each)
    }

    /// The same, those that cost points first.
    #[must_use]
    pub fn findings_by_weight(&self) -> Vec<(Option<&Function>, &Finding)> {
        let mut all: Vec<_> = self.all_findings().collect();
        all.sort_by_key(|(_, finding)| finding.weight);
        all
    }
}

/// Document that `--report json` writes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// `isagrid-grade`.
    pub format: &'static str,
    /// 1; it changes with incompatible changes of the format.
    pub version: u32,
    /// The submissions, in the order in which they were given.
    pub submissions: Vec<Reported>,
}

/// A submission of a report; `--report jsonl` writes one per line.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reported {
    /// Total points earned.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub points: Points,
    /// Points that can be earned.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub out_of: Points,
    /// The rest, with nothing of hidden cases in it.
    #[serde(flatten)]
    pub graded: Graded,
}
