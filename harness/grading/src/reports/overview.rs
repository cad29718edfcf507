//! A class at a glance: how many points there are, what each check struck, and who needs help first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use machine::numbers::counted;
use maud::{Markup, html};

use super::Grades;
use super::rows::{in_short, name};
use crate::checks::check;
use crate::graded::{Graded, Outcome, Points, Weight};

/// A class, a line for each submission.
#[derive(Default)]
pub(super) struct Overview {
    pub(super) title: String,
    pub(super) students: Vec<OverviewRow>,
    checks: BTreeMap<String, CheckTally>,
}

/// Row of a submission in the overview.
pub(super) struct OverviewRow {
    /// Its number in the order of the submissions, from 0.
    pub(super) number: usize,
    name: String,
    points: Points,
    out_of: Points,
    /// Findings that cost points.
    costly: u32,
    /// Findings in a few words.
    found: String,
    is_graded: bool,
}

/// Number of submissions with findings of a check, and how many of them lost points.
#[derive(Default)]
struct CheckTally {
    submissions: usize,
    costly: usize,
}

impl Overview {
    pub(super) fn of(grades: &dyn Grades) -> Result<Self, String> {
        let mut overview = Overview::default();
        grades.each(&mut |graded| {
            overview.add(graded);
            Ok(())
        })?;
        Ok(overview)
    }

    fn add(&mut self, graded: &Graded) {
        if self.students.is_empty() {
            self.title.clone_from(&graded.title);
        }
        let codes = |of: &dyn Fn(Weight) -> bool| -> BTreeSet<String> {
            let of = graded.all_findings().filter(|(_, finding)| of(finding.weight));
            of.map(|(_, finding)| finding.check.clone()).collect()
        };
        let (codes, costly) = (codes(&|_| true), codes(&|weight| weight == Weight::Error));
        for code in &codes {
            let struck = self.checks.entry(code.clone()).or_default();
            struck.submissions += 1;
            struck.costly += usize::from(costly.contains(code));
        }
        let errors = graded.all_findings().filter(|(_, finding)| finding.weight == Weight::Error);
        self.students.push(OverviewRow {
            number: self.students.len(),
            name: name(&graded.student),
            points: graded.points(),
            out_of: graded.out_of(),
            costly: errors.count() as u32,
            found: in_short(graded),
            is_graded: graded.outcome == Outcome::Graded,
        });
    }

    /// The overview as HTML; `link` says where the page of a submission is.
    pub(super) fn html(&self, link: &dyn Fn(&OverviewRow) -> String) -> Markup {
        html! {
            p { (self.summary()) }
            (self.distribution())
            (self.struck())
            (self.by_need(link))
        }
    }

    fn summary(&self) -> String {
        let count = self.students.len();
        let points: u64 = self.students.iter().map(|student| u64::from(student.points.0)).sum();
        let mean = Points((points / count.max(1) as u64) as u32).show();
        let out_of = self.students.iter().map(|student| student.out_of).max().unwrap_or_default();
        let not_graded = self.students.iter().filter(|student| !student.is_graded).count();
        let not_graded = match not_graded {
            0 => String::new(),
            some => format!(", {some} not graded"),
        };
        let out_of = out_of.show();
        format!(
            "{}: {mean} of {out_of} points on average{not_graded}",
            counted(count as u64, "submission")
        )
    }

    /// Distribution of points.
    fn distribution(&self) -> Markup {
        let mut counts = [0; BANDS];
        for student in &self.students {
            counts[student.band()] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        html! {
            h2 { "Points" }
            table {
                caption { "Submissions by points" }
                tr { th scope="col" { "points" } th scope="col" { "submissions" } th scope="col" { "" } }
                @for (band, count) in counts.iter().enumerate() {
                    tr { th scope="row" { (label(band)) } td.number { (count) } (bar(*count, most)) }
                }
            }
        }
    }

    /// Number of submissions with findings, by check.
    fn struck(&self) -> Markup {
        let mut checks: Vec<(&String, &CheckTally)> = self.checks.iter().collect();
        checks.sort_by_key(|(code, struck)| (Reverse(struck.submissions), (*code).clone()));
        let all = self.students.len();
        html! {
            h2 { "Checks" }
            @if checks.is_empty() {
                p { "No findings." }
            } @else {
                table {
                    caption { "Submissions with findings, by check" }
                    tr {
                        th scope="col" { "check" } th scope="col" { "finding" }
                        th scope="col" { "submissions" } th scope="col" { "cost points in" } th scope="col" { "" }
                    }
                    @for (code, struck) in checks {
                        tr {
                            th scope="row" { (name(code)) }
                            td { (check(code).map_or("", |check| check.finds)) }
                            td.number { (struck.submissions) }
                            td.number { (struck.costly) }
                            (bar(struck.submissions, all))
                        }
                    }
                }
            }
        }
    }

    /// All submissions, those that need help first.
    fn by_need(&self, link: &dyn Fn(&OverviewRow) -> String) -> Markup {
        let mut students: Vec<&OverviewRow> = self.students.iter().collect();
        students.sort_by_key(|student| (student.share(), Reverse(student.costly), student.number));
        html! {
            h2 { "Students" }
            table {
                caption { "Students by need: the fewest points first, then the most findings" }
                tr {
                    th scope="col" { "student" } th scope="col" { "points" } th scope="col" { "out of" }
                    th scope="col" { "findings that cost points" } th scope="col" { "found" }
                }
                @for student in students {
                    tr {
                        th scope="row" { a href=(link(student)) { (student.name) } }
                        td.number { (student.points.show()) }
                        td.number { (student.out_of.show()) }
                        td.number { (student.costly) }
                        td { (student.found) }
                    }
                }
            }
        }
    }
}

impl OverviewRow {
    /// Points in parts of ten thousand, so that lists of different totals can be sorted.
    fn share(&self) -> u64 {
        u64::from(self.points.0) * 10_000 / u64::from(self.out_of.0.max(1))
    }

    /// The band of points that it is in: none, ten equal ones, all.
    fn band(&self) -> usize {
        match self.points {
            _ if self.points == Points(0) => 0,
            points if points == self.out_of => BANDS - 1,
            _ => 1 + (self.share() / 1000) as usize,
        }
    }
}

/// Bands of points.
const BANDS: usize = 12;

fn label(band: usize) -> String {
    match band {
        0 => "none".to_owned(),
        1 => "less than 10 %".to_owned(),
        11 => "all".to_owned(),
        _ => format!("{} % to {} %", (band - 1) * 10, band * 10),
    }
}

/// A cell with a bar, as long as its part of the most.
fn bar(count: usize, most: usize) -> Markup {
    let percent = count * 100 / most.max(1);
    html! { td.plot { div.bar style=(format!("width:{percent}%")) {} } }
}
