//! Checks of HTML pages in a real browser: overflow, drawings, contrast, print, keyboard, and axe's rules.
//!
//! Needs Chromium, Node.js, and npm, which installs the browser driver. If one of them is missing, prints
//! that nothing was checked. Leaves no files.

mod cases;
mod programs;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use programs::Programs;

/// Scripts that run in Node.js and in the page.
const SCRIPTS: [(&str, &str); 3] = [
    ("check.js", include_str!("browser/check.js")),
    ("layout.js", include_str!("browser/layout.js")),
    ("drawings.js", include_str!("browser/drawings.js")),
];

/// Widths in pixels of a telephone, a tablet and a desktop.
const WIDTHS: &[u32] = &[360, 768, 1280];

/// Time limits for the start of the browser, and for all checks of one page.
const START: Duration = Duration::from_secs(120);
const PAGE: Duration = Duration::from_secs(180);

/// Findings shown for one rule on one page; the others are only counted.
const SHOWN: usize = 10;

/// Request for pictures of the pages, `NAME-WIDTH-SCHEME.png`.
pub(crate) struct Pictures {
    pub(crate) folder: PathBuf,
    /// Most height of a picture in pixels; the rest is cut off.
    pub(crate) height: Option<u32>,
}

/// Result of checking pages.
enum Outcome {
    /// Reason why nothing was checked.
    Skipped(String),
    Checked {
        /// In the order of the request.
        pages: Vec<Page>,
        /// Version of the browser.
        version: String,
    },
}

#[derive(Default)]
struct Page {
    findings: Vec<Finding>,
    seconds: f64,
}

/// A mistake, and every view that has it.
struct Finding {
    rule: String,
    place: String,
    /// Text from the first of the views.
    detail: String,
    views: Vec<String>,
}

/// `cargo xtask browser`.
pub(crate) fn task(arguments: &[String]) -> Result<u8, String> {
    let findings = match arguments {
        [only] if only == "--self-test" => cases::compare()?,
        _ => {
            let (pages, pictures) = parse(arguments)?;
            check(&pages, pictures.as_ref())?
        }
    };
    Ok(u8::from(findings > 0))
}

/// Checks the check itself; returns the number of differences.
pub(crate) fn self_test() -> Result<usize, String> {
    cases::compare()
}

/// Checks pages, prints the findings, and returns their number.
pub(crate) fn check(pages: &[PathBuf], pictures: Option<&Pictures>) -> Result<usize, String> {
    let (looked, version) = match inspect(pages, WIDTHS, pictures)? {
        Outcome::Skipped(why) => {
            println!("browser: not checked: {why}");
            return Ok(0);
        }
        Outcome::Checked { pages, version } => (pages, version),
    };
    let mut sum = 0;
    for (file, page) in pages.iter().zip(&looked) {
        let name = plain(&file.display().to_string());
        for line in page.lines() {
            println!("browser: {name}: {line}");
        }
        let count = page.findings.len();
        println!("browser: {name}: {count} findings, {:.1} s", page.seconds);
        sum += count;
    }
    println!("browser: Chromium {}: {} pages, {sum} findings", plain(&version), looked.len());
    Ok(sum)
}

const USAGE: &str =
    "this task takes FILE.html... [--screenshots DIR [--height PIXELS]], or --self-test";

fn parse(arguments: &[String]) -> Result<(Vec<PathBuf>, Option<Pictures>), String> {
    let (mut pages, mut folder, mut height) = (Vec::new(), None, None);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--screenshots" => folder = Some(PathBuf::from(rest.next().ok_or(USAGE)?)),
            "--height" => {
                let pixels = rest.next().ok_or(USAGE)?;
                let number = pixels.parse().ok().filter(|&number: &u32| number > 0);
                height = Some(number.ok_or(format!("`{pixels}` is not a height in pixels"))?);
            }
            switch if switch.starts_with('-') => {
                return Err(format!("unexpected argument `{switch}`; {USAGE}"));
            }
            page => pages.push(PathBuf::from(page)),
        }
    }
    if pages.is_empty() || (height.is_some() && folder.is_none()) {
        return Err(USAGE.to_owned());
    }
    Ok((pages, folder.map(|folder| Pictures { folder, height })))
}

/// Checks pages, with the scripts in a temporary folder.
fn inspect(
    pages: &[PathBuf],
    widths: &[u32],
    pictures: Option<&Pictures>,
) -> Result<Outcome, String> {
    let mut job = job(pages, widths, pictures)?;
    let programs = match Programs::found() {
        Ok(programs) => programs,
        Err(absent) => return Ok(Outcome::Skipped(absent)),
    };
    let scratch = tempfile::Builder::new().prefix("isagrid-").tempdir();
    let scratch = scratch.map_err(|error| format!("a folder for the browser: {error}"))?;
    let output = match programs.install(scratch.path()) {
        Ok(()) => {
            job["chromium"] = json!(absolute(&programs.chromium)?);
            Ok(run(&programs, scratch.path(), &job, pages.len())?)
        }
        Err(why) => Err(why),
    };
    scratch.close().map_err(|error| format!("cannot remove the browser's folder: {error}"))?;
    match output {
        Ok(lines) => read(&lines, pages.len()),
        Err(why) => Ok(Outcome::Skipped(why)),
    }
}

/// Names of the pages' pictures.
fn names(pages: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    for page in pages {
        let stem = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if names.contains(&stem) {
            return Err(format!("two pages have the name {stem}, so their pictures would too"));
        }
        names.push(stem);
    }
    Ok(names)
}

/// Job of the script, without the browser's path.
fn job(pages: &[PathBuf], widths: &[u32], pictures: Option<&Pictures>) -> Result<Value, String> {
    let mut list = Vec::new();
    for (page, name) in pages.iter().zip(names(pages)?) {
        if page.is_dir() {
            return Err(format!("{} is a folder, not a page", page.display()));
        }
        list.push(json!({ "name": name, "file": absolute(page)? }));
    }
    let mut job = json!({ "pages": list, "widths": widths });
    if let Some(Pictures { folder, height }) = pictures {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        job["pictures"] = json!({ "folder": absolute(folder)?, "height": height });
    }
    Ok(job)
}

fn absolute(path: &Path) -> Result<String, String> {
    let full = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
    full.to_str().map(str::to_owned).ok_or(format!("{}: the name is not UTF-8", path.display()))
}

/// Runs the script and returns its lines.
fn run(programs: &Programs, scratch: &Path, job: &Value, pages: usize) -> Result<String, String> {
    for (name, text) in SCRIPTS {
        std::fs::write(scratch.join(name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    let mut node = Command::new(&programs.node);
    node.arg(scratch.join("check.js"));
    programs::at_home(&mut node, scratch)?;
    let pages = u32::try_from(pages).unwrap_or(u32::MAX);
    let limit = START + PAGE.saturating_mul(pages);
    let done = programs::output(&mut node, job.to_string().as_bytes(), limit)?;
    if !done.is_well {
        return Err(format!("the browser check failed:\n{}", done.errors.trim_end()));
    }
    Ok(done.text)
}

/// Reads the lines of the script, up to its line with the version.
fn read(lines: &str, count: usize) -> Result<Outcome, String> {
    let mut pages = vec![Page::default()];
    for line in lines.lines() {
        let line: Value =
            serde_json::from_str(line).map_err(|error| format!("the browser check: {error}"))?;
        let last = pages.last_mut().expect("the list is never empty");
        if let Some(version) = line["end"]["version"].as_str() {
            pages.pop();
            if pages.len() == count {
                return Ok(Outcome::Checked { pages, version: version.to_owned() });
            }
            break;
        } else if let Some(seconds) = line["page"]["seconds"].as_f64() {
            last.seconds = seconds;
            pages.push(Page::default());
        } else {
            last.add(&line["finding"]);
        }
    }
    Err("the browser check ended before all pages were checked".to_owned())
}

impl Page {
    fn add(&mut self, finding: &Value) {
        let [rule, place, detail, view] = ["rule", "place", "detail", "view"]
            .map(|name| plain(finding[name].as_str().unwrap_or_default()));
        let known = self.findings.iter_mut().find(|it| it.rule == rule && it.place == place);
        match known {
            Some(known) if known.views.contains(&view) => {}
            Some(known) => known.views.push(view),
            None => self.findings.push(Finding { rule, place, detail, views: vec![view] }),
        }
    }

    /// One line per finding, for the first few of each rule.
    fn lines(&self) -> Vec<String> {
        let rules: BTreeSet<&str> = self.findings.iter().map(|it| it.rule.as_str()).collect();
        let mut lines = Vec::new();
        for rule in rules {
            let broken: Vec<&Finding> = self.findings.iter().filter(|it| it.rule == rule).collect();
            lines.extend(broken.iter().take(SHOWN).map(|finding| finding.line()));
            if broken.len() > SHOWN {
                lines.push(format!("{rule}: {} more", broken.len() - SHOWN));
            }
        }
        lines
    }
}

impl Finding {
    fn line(&self) -> String {
        let Finding { rule, place, detail, views } = self;
        format!("{rule}: {place}: {detail} [{}]", views.join(", "))
    }
}

/// A page's text as one line without control characters.
fn plain(text: &str) -> String {
    let is_safe = |c: char| {
        !c.is_control()
            && !matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let one = |c: char| match c {
        '\n' => " ".to_owned(),
        c if is_safe(c) => c.to_string(),
        c => c.escape_unicode().to_string(),
    };
    text.trim().chars().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn arguments_are_pages_and_a_folder_for_pictures() {
        let (pages, pictures) =
            parse(&words("a.html --screenshots p --height 1600 b.html")).unwrap();
        assert_eq!(pages, [Path::new("a.html"), Path::new("b.html")]);
        let pictures = pictures.unwrap();
        assert_eq!((pictures.folder, pictures.height), (PathBuf::from("p"), Some(1600)));
        for wrong in ["--screenshots p", "a.html --height 9", "a.html --screenshots", "a.html --x"]
        {
            assert!(parse(&words(wrong)).is_err(), "{wrong}");
        }
        let wrong = parse(&words("a.html --screenshots p --height 0")).err();
        assert_eq!(wrong.as_deref(), Some("`0` is not a height in pixels"));
    }

    #[test]
    fn a_finding_of_many_views_is_reported_once() {
        let finding = |view: &str| {
            let finding = json!({ "rule": "cut", "place": "p\u{1b}", "detail": "d", "view": view });
            json!({ "finding": finding }).to_string()
        };
        let page = json!({ "page": { "seconds": 1.5 } }).to_string();
        let end = json!({ "end": { "version": "1" } }).to_string();
        let lines = [finding("a"), finding("b"), page.clone(), page, end].join("\n");
        let Ok(Outcome::Checked { pages, .. }) = read(&lines, 2) else {
            panic!("two pages are complete")
        };
        assert_eq!(pages[0].lines(), ["cut: p\\u{1b}: d [a, b]"]);
        assert!(pages[1].findings.is_empty());
        assert!(read(&lines, 3).is_err());
        assert!(read(&finding("a"), 1).is_err());
    }

    #[test]
    fn the_first_findings_of_a_rule_are_shown() {
        let mut page = Page::default();
        for place in 0..SHOWN + 2 {
            page.add(&json!({ "rule": "cut", "place": place.to_string(), "view": "a" }));
        }
        assert_eq!(page.lines().len(), SHOWN + 1);
        assert_eq!(page.lines()[SHOWN], "cut: 2 more");
    }

    #[test]
    fn pictures_have_different_names() {
        let pages = ["a/report.html", "b/report.html"].map(PathBuf::from);
        assert!(names(&pages).is_err());
        assert_eq!(names(&pages[..1]), Ok(vec!["report".to_owned()]));
    }
}
