//! A comparison as one page of HTML, with plots, tables and what the numbers mean.
//!
//! The page needs nothing but itself: no script, no font, no picture from elsewhere. The same comparison gives the
//! same bytes.

mod around;
pub mod beside;
mod figure;
mod group;
mod look;
mod mix;
mod nodes;
pub mod palette;
mod profiles;
mod ratios;
mod sizes;
mod style;
mod words;

use lanes::compare::{Comparison, Group};
use lanes::verify::Verified;
use machine::numbers::counted;
use maud::{DOCTYPE, Markup, html};

use crate::html::plain;
use crate::profile::Profile;
use crate::table::Table;
use look::Looks;

/// What a page is of.
#[derive(Debug)]
pub struct Report<'r> {
    /// Its heading.
    pub title: String,
    /// What was compared.
    pub comparison: &'r Comparison,
    /// The tables of each group, in the order of the comparison's groups.
    pub tables: Vec<Vec<Table>>,
    /// Where the instructions of some runs went.
    pub profiles: Vec<Profile>,
    /// More sections, behind the profiles.
    pub sections: Vec<Section>,
    /// What all lanes came to when they were verified.
    pub verified: Option<&'r Verified>,
    /// The tool with its version, and the command line that makes the page again.
    pub made_by: String,
}

/// A section of its own.
#[derive(Debug)]
pub struct Section {
    /// What links to it; letters, digits and hyphens.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What stands in it; headings begin with `h3`.
    pub body: Markup,
}

/// Nothing is fetched and nothing runs, whatever a lane's text may hold.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// The page.
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
                    p { "To make this page again: " code { (plain(&report.made_by)) } }
                }
            }
        }
    };
    page.into_string()
}

/// All sections, in their order.
fn sections(report: &Report<'_>) -> Vec<Section> {
    let Report { comparison, tables, profiles, .. } = report;
    let looks = Looks::of(comparison);
    let mut sections = Vec::new();
    let mut add = |id: &str, title: String, body: Markup| {
        sections.push(Section { id: id.to_owned(), title, body });
    };
    for (at, group) in comparison.groups.iter().enumerate() {
        let id = format!("group-{}", at + 1);
        let tables = tables.get(at).map_or(&[][..], Vec::as_slice);
        add(&id, group_title(group), group::body(group, &id, tables, &looks));
    }
    if !profiles.is_empty() {
        add("profiles", "Where the instructions went".to_owned(), profiles::body(profiles, &looks));
    }
    for Section { id, title, body } in &report.sections {
        add(id, plain(title), body.clone());
    }
    if around::has_apart(comparison) {
        add("apart", "Lanes apart".to_owned(), around::apart(comparison));
    }
    if !comparison.left_out.is_empty() || !comparison.problems.is_empty() {
        add("left-out", "What was not measured".to_owned(), around::left_out(comparison));
    }
    if let Some(verified) = report.verified {
        add("verified", "What was verified".to_owned(), around::verified(verified));
    }
    add("meaning", "What the numbers mean".to_owned(), words::meaning(comparison));
    add("limits", "What they do not say".to_owned(), words::limits());
    sections
}

/// An algorithm, its size and how many lanes there are.
fn group_title(group: &Group) -> String {
    format!("{}: {}", group::name(group), counted(group.rows.len(), "lane"))
}
