//! Test of the checks: one page without mistakes, and the same page with one mistake each.

use std::path::PathBuf;

use super::{Outcome, Page, inspect};

/// One width is enough, because no mistake depends on the others.
const WIDTHS: &[u32] = &[360];

/// The page without mistakes.
const RIGHT: &str = include_str!("right.html");

/// A replacement of text in the page, and words of the expected findings.
struct PageCase {
    name: &'static str,
    from: &'static str,
    to: &'static str,
    /// Every one of them is in a finding, and every finding has one of them.
    words: &'static [&'static str],
}

const fn case(
    name: &'static str,
    [from, to]: [&'static str; 2],
    words: &'static [&'static str],
) -> PageCase {
    PageCase { name, from, to, words }
}

/// Most cases add something before the end of the page's contents or of its style.
const END: &str = "</main>";
const STYLE: &str = "</style>";

#[rustfmt::skip]
const CASES: &[PageCase] = &[
    case("nothing", ["", ""], &[]),
    // sides
    case("wide-box", [END, "<p style='width: 1300px'>wide</p></main>"],
        &["overflow: the page: it is 1316 px wide, but 360 fit", "p:nth-of-type(3): it is 956 px beyond the page"]),
    case("left-box", [END, "<p style='margin-left: -40px'>left</p></main>"],
        &["overflow: body > main > p:nth-of-type(3): it is 24 px beyond the page"]),
    case("wide-at-320", [END, "<p style='min-width: 340px; margin: 0 -16px'>wide</p></main>"], &["[reflow]"]),
    case("wide-when-spaced", [END, "<p style='font: 16px monospace; white-space: nowrap'>Those words fill almost it all</p></main>"],
        &["[spaced]"]),
    case("wide-when-opened", ["<p id=\"closed\">", "<p id='closed' style='width: 1300px'>"], &["overflow: "]),
    case("scrolls-without-keys", ["tabindex=\"0\"", ""],
        &["scroll: body > main > div: it scrolls sideways but cannot have the focus", "scrollable-region-focusable"]),
    case("scrolls-without-label", [" role=\"region\" aria-label=\"Long rows\"", ""], &["it scrolls sideways but has no label"]),
    case("cut-right", [END, "<p style='width: 100px; overflow: hidden; white-space: nowrap'>longer than its box</p></main>"],
        &["px on its right are cut off"]),
    case("cut-below", [END, "<p style='height: 10px; overflow: hidden'>higher than its box</p></main>"],
        &["px at its bottom are cut off"]),
    // what a page may not do
    case("console", ["width=device-width", "width=device-width; initial-scale=1"], &["console: "]),
    case("error", [END, "<script>throw new Error('a mistake')</script></main>"], &["console: error: a mistake", "script: "]),
    case("script", [END, "<p onclick='1'>p</p></main>"], &["script: body > main > p:nth-of-type(3): a page may not have scripts"]),
    case("request", [END, "<img alt='another' src='another.png'></main>"], &["another.png: the page requests another file"]),
    case("request-of-style", [STYLE, "p { background: url(https://example.org/x.png) } </style>"],
        &["request: https://example.org/x.png: "]),
    // drawings
    case("svg-overlap", ["<text x=\"10\" y=\"30\">first", "<text x='60' y='30'>first"],
        &["\"first\" and \"twenty\": they overlap"]),
    case("svg-overlap-turned", ["translate(254 80)", "translate(90 75)"], &["and \"turned\": they overlap"]),
    case("svg-out", ["<text x=\"10\" y=\"30\">first", "<text x='-4' y='30'>first"], &["svg-out: body > main > svg \"first\""]),
    case("svg-small", ["svg { width: 300px; height: 100px; }", "svg { width: 210px; height: 70px; }"],
        &["is shown 8.4 px high"]),
    case("svg-contrast", ["svg text { font-size: 12px; fill: var(--ink); }", "svg text { font-size: 12px; fill: #222222; }"],
        &["svg-contrast: "]),
    case("svg-contrast-of-bar", ["--bar: #cfe3ff;", "--bar: #444444;"], &["\"twenty\": its contrast is", "\"twelve\": its contrast is"]),
    // rules of axe
    case("contrast", [END, "<p style='color: #999999; background: #ffffff'>pale</p></main>"], &["color-contrast (serious)"]),
    case("contrast-in-the-dark", ["--ink: #eeeeee;", "--ink: #555555;"], &["color-contrast (serious)", "svg-contrast"]),
    case("contrast-on-paper", ["@media print { :root { --ink: #000000;", "@media print { :root { --ink: #eeeeee;"],
        &["color-contrast (serious)", "svg-contrast"]),
    case("picture-without-name", [END, "<img width='9' src='data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='></main>"],
        &["image-alt (critical)"]),
    case("no-language", ["<html lang=\"en\">", "<html>"], &["html-has-lang (serious)"]),
    case("headings", ["<h2 id=\"more\">More</h2>", "<h4 id='more'>More</h4>"], &["heading-order (moderate)"]),
    case("targets", [END, "<button style='all: unset; font-size: 9px; display: block'>a</button><button style='all: unset; font-size: 9px; display: block'>b</button></main>"],
        &["target-size (serious)", "focus: "]),
    // keys and paper
    case("focus-unseen", [STYLE, "a:focus { outline: none } </style>"], &["focus: body > main > p:nth-of-type(1) > a"]),
    case("focus-unreached", [END, "<div inert><a href='#more'>more</a></div></main>"], &["the key Tab does not reach it"]),
    case("scrolls-on-paper", [".rows td { white-space: normal; } }", "} @media print { .rows { width: 300px; overflow-x: auto; } }"],
        &["are not on paper [print-light, print-dark]"]),
];

/// Checks all cases at once; returns the number of differences from the expected findings.
pub(super) fn compare() -> Result<usize, String> {
    let folder = tempfile::Builder::new().prefix("isagrid-").tempdir();
    let folder = folder.map_err(|error| format!("a folder for pages: {error}"))?;
    let mut files: Vec<PathBuf> = Vec::new();
    for case in CASES {
        let file = folder.path().join(case.name).with_extension("html");
        std::fs::write(&file, case.page()).map_err(|error| format!("{}: {error}", case.name))?;
        files.push(file);
    }
    let pages = match inspect(&files, WIDTHS, None)? {
        Outcome::Skipped(why) => {
            println!("browser: its own test is skipped: {why}");
            return Ok(0);
        }
        Outcome::Checked { pages, .. } => pages,
    };
    let differences: Vec<String> =
        CASES.iter().zip(&pages).flat_map(|(case, page)| case.judge(page)).collect();
    for line in &differences {
        println!("browser: its own test: {line}");
    }
    println!("browser: its own test: {} pages, {} differences", pages.len(), differences.len());
    Ok(differences.len())
}

impl PageCase {
    fn page(&self) -> String {
        assert!(RIGHT.contains(self.from), "{}: the page has no {}", self.name, self.from);
        RIGHT.replacen(self.from, self.to, 1)
    }

    /// Expected findings that are missing, and unexpected ones.
    fn judge(&self, page: &Page) -> Vec<String> {
        let lines: Vec<String> = page.findings.iter().map(|finding| finding.line()).collect();
        let lacking = self.words.iter().filter(|words| !lines.iter().any(|l| l.contains(*words)));
        let lacking = lacking.map(|words| format!("{}: not found: {words}", self.name));
        let strange = lines.iter().filter(|line| !self.words.iter().any(|w| line.contains(w)));
        let strange = strange.map(|line| format!("{}: found: {line}", self.name));
        lacking.chain(strange).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_changes_the_page() {
        for case in CASES.iter().skip(1) {
            assert_ne!(case.page(), RIGHT, "{}", case.name);
            assert!(!case.words.is_empty(), "{}", case.name);
        }
    }

    #[test]
    fn missing_and_unexpected_findings_are_reported() {
        let case = case("x", ["", ""], &["a: "]);
        let mut page = Page::default();
        page.add(&serde_json::json!({ "rule": "b", "place": "p", "detail": "d", "view": "v" }));
        assert_eq!(case.judge(&page), ["x: not found: a: ", "x: found: b: p: d [v]"]);
    }
}
