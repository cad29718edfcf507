//! Pages of HTML: one submission with its source, a class on one page, and the index of a folder.

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use reports::format::reference;
use targets::files::Take;

use super::overview::Overview;
use super::rows::{Note, name, rows, why};
use super::{Grades, csv};
use crate::graded::{Graded, Outcome};

/// Content security policy of the page: no scripts, nothing from a network.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "body{font-family:sans-serif;max-width:60em;margin:auto;padding:1em}\
table{border-collapse:collapse}th,td{border:1px solid #767676;padding:.2em .5em;text-align:left}\
caption{text-align:left;padding:.3em 0}\
.number{text-align:right}.plot{min-width:12em}.bar{background:#2a6fb0;height:1em}\
pre{background:#f4f4f4;color:#111;padding:.5em;overflow:auto}\
.source{font-family:monospace;font-size:90%}\
.source th,.source td{border:0;padding:0 .5em;white-space:pre-wrap;font-weight:normal}\
.source th{text-align:right;color:#595959}\
.costs td{background:#fbe3e1;color:#111}.advice td{background:#fdf3d1;color:#111}\
@media(prefers-color-scheme:dark){body{background:#111;color:#eee}a{color:#8ab4f8}\
pre{background:#222;color:#eee}.bar{background:#6aa9e9}.source th{color:#a8a8a8}\
.costs td{background:#5a1f1a;color:#eee}.advice td{background:#4d3d00;color:#eee}}";

/// One page: the submission with its source, or a class with an overview before its submissions.
pub(super) fn html(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let overview = Overview::of(grades)?;
    let is_class = overview.students.len() > 1;
    take(&head(&overview.title))?;
    if is_class {
        let link =
            |student: &super::overview::OverviewRow| format!("#submission-{}", student.number);
        take(&overview.html(&link).into_string())?;
    }
    let mut number = 0;
    grades.each_with_source(&mut |graded, source| {
        let source = source().filter(|_| graded.outcome == Outcome::Graded);
        let near = is_class.then_some(LINES_AROUND);
        let page = Page { graded, number, source: source.as_deref(), near };
        number += 1;
        take(&page.html().into_string())
    })?;
    take("</body>\n</html>\n")
}

/// The index of a folder with a page for each submission, which are in `files`.
pub(super) fn index(grades: &dyn Grades, files: &[String], take: Take<'_>) -> Result<(), String> {
    let overview = Overview::of(grades)?;
    take(&head(&overview.title))?;
    let file = |number: usize| files.get(number).map_or("", String::as_str);
    let link = |student: &super::overview::OverviewRow| {
        format!("./{}", reference(file(student.number), ""))
    };
    take(&overview.html(&link).into_string())?;
    take("</body>\n</html>\n")
}

/// Text before all submissions.
fn head(title: &str) -> String {
    let title = name(title);
    let head = html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(POLICY);
            meta name="viewport" content="width=device-width";
            title { (title) }
            style { (PreEscaped(STYLE)) }
        }
    };
    let heading = html! { h1 { (title) } };
    let (doctype, head, heading) = (DOCTYPE.0, head.0, heading.0);
    format!("{doctype}\n<html lang=\"en\">\n{head}\n<body>\n{heading}\n")
}

/// Lines of the source that are shown before and after each finding, where not all are.
const LINES_AROUND: usize = 3;

/// The longest source that is shown whole.
const MOST_LINES: usize = 5000;

/// A submission on a page.
struct Page<'p> {
    graded: &'p Graded,
    number: usize,
    source: Option<&'p str>,
    /// Number of lines shown around each finding; none to show all lines.
    near: Option<usize>,
}

impl Page<'_> {
    fn html(&self) -> Markup {
        let graded = self.graded;
        let (points, out_of) = (graded.points().show(), graded.out_of().show());
        let found = graded.findings_by_weight();
        let found: Vec<Note> = found.iter().map(|(_, finding)| Note::of(finding)).collect();
        let (costly, advice): (Vec<&Note>, Vec<&Note>) =
            found.iter().partition(|note| note.costs_points);
        html! {
            h2 id=(format!("submission-{}", self.number)) { (name(&graded.student)) }
            p { (points) " of " (out_of) " points (" (csv::status(graded)) ")" }
            @if let Some(why) = why(graded) { pre { (why) } }
            (kinds(graded))
            (self.list("Findings that cost points", &costly))
            (self.list("Advice that costs nothing", &advice))
            @if let Some(source) = self.source {
                h3 { "Source" }
                (self.lines(source, &found))
            }
            "\n"
        }
    }

    /// Findings under a heading.
    fn list(&self, heading: &str, found: &[&Note]) -> Markup {
        html! {
            @if !found.is_empty() {
                h3 { (heading) }
                @for note in found {
                    h4 { (note.message) }
                    @if !note.more.is_empty() { pre { (note.more) } }
                    @if let (Some(line), true) = (note.line, self.source.is_some()) {
                        p { a href=(format!("#{}", self.id(line))) { "line " (line) } }
                    }
                }
            }
        }
    }

    /// The identifier of a line, which no other submission of the page has.
    fn id(&self, line: u32) -> String {
        format!("line-{}-{line}", self.number)
    }

    /// The source with each finding below its line.
    fn lines(&self, source: &str, found: &[Note]) -> Markup {
        let mut at: BTreeMap<u32, Vec<&Note>> = BTreeMap::new();
        for note in found {
            if let Some(line) = note.line {
                at.entry(line).or_default().push(note);
            }
        }
        let is_long = source.lines().nth(MOST_LINES).is_some();
        let near = self.near.or(is_long.then_some(LINES_AROUND)).map(|near| near as u32);
        let is_shown = |line: u32| {
            near.is_none_or(|near| {
                at.range(line.saturating_sub(near)..=line.saturating_add(near)).next().is_some()
            })
        };
        let lines = (1..).zip(source.lines()).filter(|(line, _)| is_shown(*line));
        let mut last = 0;
        let lines = lines.map(|(line, text)| {
            let follows = line == last + 1;
            last = line;
            (line, text, follows)
        });
        html! {
            table.source {
                @for (line, text, follows) in lines {
                    @if !follows { tr { th { "..." } td {} } }
                    (self.line(line, text, at.get(&line).map_or(&[][..], Vec::as_slice)))
                }
            }
        }
    }

    fn line(&self, line: u32, text: &str, found: &[&Note]) -> Markup {
        let is_costly = found.iter().any(|note| note.costs_points);
        let class = match (found.is_empty(), is_costly) {
            (true, _) => None,
            (false, true) => Some("costs"),
            (false, false) => Some("advice"),
        };
        html! {
            tr id=[class.map(|_| self.id(line))] class=[class] {
                th scope="row" { (line) }
                td { (asmkit::plain(text)) }
            }
            @for note in found {
                tr class=(if note.costs_points { "costs" } else { "advice" }) {
                    th {}
                    td { strong { (note.message) } }
                }
            }
            "\n"
        }
    }
}

/// Points by function and kind, with the reason of each.
fn kinds(graded: &Graded) -> Markup {
    let rows = rows(graded);
    html! {
        table {
            caption { "Points by function and kind" }
            tr {
                th scope="col" { "function" } th scope="col" { "kind" } th scope="col" { "points" }
                th scope="col" { "out of" } th scope="col" { "why" }
            }
            @for row in rows.iter().filter(|row| row.kind.is_some()) {
                tr {
                    th scope="row" { (row.subject) }
                    td { (row.kind.unwrap_or_default()) }
                    td.number { (row.points.show()) }
                    td.number { (row.out_of.show()) }
                    td { (row.reason) }
                }
            }
        }
    }
}
