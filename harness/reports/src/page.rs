//! A comparison as one HTML page with plots, tables and the meaning of the numbers.
//!
//! The page is self-contained: no scripts, no external fonts or images. The same comparison gives the same bytes.

mod around;
mod figure;
mod group;
mod look;
mod mix;
mod nodes;
pub mod palette;
mod profiles;
mod ratios;
pub mod side_by_side;
mod sizes;
mod style;
mod words;

use lanes::compare::{Comparison, ComparisonGroup};
use lanes::verify::Verification;
use machine::numbers::counted;
use maud::{DOCTYPE, Markup, html};

use crate::html::{plain, table};
use crate::profile::Profile;
use crate::summary;
use crate::table::Table;
use look::MachineStyles;

/// Content of a page.
#[derive(Debug)]
pub struct Report<'r> {
    /// Heading.
    pub title: String,
    /// Comparison.
    pub comparison: &'r Comparison,
    /// Tables of each group, in the order of the groups.
    pub tables: Vec<Vec<Table>>,
    /// Profiles of some runs.
    pub profiles: Vec<Profile>,
    /// More sections, after the profiles.
    pub sections: Vec<PageSection>,
    /// Results of a verification.
    pub verified: Option<&'r Verification>,
    /// Tool with its version, and command line.
    pub made_by: String,
}

/// Additional section.
#[derive(Debug)]
pub struct PageSection {
    /// Link target: letters, digits and hyphens.
    pub id: String,
    /// Heading.
    pub title: String,
    /// Content; its headings begin with `h3`.
    pub body: Markup,
}

/// Nothing is fetched and no script runs, whatever a lane's text contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// HTML of the page.
#[must_use]
pub fn page(report: &Report<'_>) -> String {
    let sections = sections(report);
    let title = plain(&report.title);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (maud::PreEscaped(style::sheet())) }
            }
            body {
                a.skip href="#content" { "Skip to the content" }
                header {
                    h1 { (title) }
                    p.lead { (around::statement(report.comparison)) }
                    p.made { "Made by " code { (plain(&report.made_by)) } }
                }
                nav aria-labelledby="contents" {
                    h2 #contents { "Contents" }
                    ol {
                        @for section in &sections {
                            li { a href={ "#" (section.id) } { (section.title) } }
                        }
                    }
                }
                main #content tabindex="-1" {
                    @for section in &sections {
                        section aria-labelledby=(section.id) {
                            h2 id=(section.id) { (section.title) }
                            (section.body)
                        }
                    }
                }
                footer {
                    p { "To regenerate this page: " code { (plain(&report.made_by)) } }
                }
            }
        }
    };
    page.into_string()
}

/// All sections in order.
fn sections(report: &Report<'_>) -> Vec<PageSection> {
    let Report { comparison, tables, profiles, .. } = report;
    let looks = MachineStyles::of(comparison);
    let mut sections = Vec::new();
    let mut add = |id: &str, title: String, body: Markup| {
        sections.push(PageSection { id: id.to_owned(), title, body });
    };
    if let Some(summary) = summary::of(&comparison.groups) {
        add("summary", "Summary".to_owned(), table(&summary, "all groups"));
    }
    for (at, group) in comparison.groups.iter().enumerate() {
        let id = format!("group-{}", at + 1);
        let tables = tables.get(at).map_or(&[][..], Vec::as_slice);
        add(&id, group_title(group), group::body(group, &id, tables, &looks));
    }
    if !profiles.is_empty() {
        add("profiles", "Profiles".to_owned(), profiles::body(profiles, &looks));
    }
    for PageSection { id, title, body } in &report.sections {
        add(id, plain(title), body.clone());
    }
    if around::has_apart(comparison) {
        add("apart", "Excluded lanes".to_owned(), around::apart(comparison));
    }
    if !comparison.left_out.is_empty() || !comparison.problems.is_empty() {
        add("left-out", "Lanes not measured".to_owned(), around::left_out(comparison));
    }
    if let Some(verified) = report.verified {
        add("verified", "Verification".to_owned(), around::verified(verified));
    }
    add("meaning", "Meaning of the numbers".to_owned(), words::meaning(comparison));
    add("limits", "Limits".to_owned(), words::limits());
    sections
}

/// Algorithm, size and number of lanes.
fn group_title(group: &ComparisonGroup) -> String {
    format!("{}: {}", group::name(group), counted(group.rows.len(), "lane"))
}
