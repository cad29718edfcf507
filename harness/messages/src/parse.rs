//! Parser of the pages. They are part of this crate, so an invalid one panics, and any test that
//! uses a page finds it.

use std::iter::Peekable;
use std::str::Lines;

use crate::{Example, Extra, Family, Page, Part};

const FENCE: &str = "```";

/// Parses a file of pages.
///
/// # Panics
/// If it does not have the format that the crate documentation describes.
pub(crate) fn family(text: &str) -> Family {
    let mut lines = text.lines().peekable();
    let title = lines.next().and_then(|line| line.strip_prefix("# "));
    let title = title.expect("a file of pages starts with its title").to_owned();
    let about = words(&mut lines).expect("a description of the family follows");
    let mut pages = Vec::new();
    while let Some(heading) = lines.next() {
        let heading = heading.strip_prefix("## ").and_then(|heading| heading.split_once(": "));
        let (code, title) = heading.expect("a page starts with `## CODE: TITLE`");
        let (code, title) = (code.to_owned(), title.to_owned());
        pages.push(Page { parts: parts(&mut lines), code, title });
    }
    Family { title, about, pages }
}

/// Parts up to the next page.
fn parts(lines: &mut Peekable<Lines<'_>>) -> Vec<Part> {
    let mut parts = Vec::new();
    loop {
        if let Some(text) = words(lines) {
            parts.push(Part::Text(text));
        }
        let Some(info) = lines.next_if(|line| line.starts_with(FENCE)) else { return parts };
        let info = info.trim_start_matches(FENCE);
        let text = code(lines);
        match (info.split_once(' '), parts.last_mut()) {
            (None, Some(Part::Example(example))) if info == "input" => example.input = text,
            (Some((kind @ ("file" | "source"), name)), Some(Part::Example(example))) => {
                let is_source = kind == "source";
                example.files.push(Extra { name: name.to_owned(), text, is_source });
            }
            (Some((ending, rest)), _) => parts.push(Part::Example(example(ending, rest, text))),
            _ => panic!("{FENCE}{info} is not a known kind of fence, or has no program before it"),
        }
    }
}

fn example(ending: &str, rest: &str, text: String) -> Example {
    let (kind, switches) = rest.split_once(' ').unwrap_or((rest, ""));
    assert!(matches!(kind, "wrong" | "right"), "`{rest}` is neither wrong nor right");
    let (others, switches) = switches.split_whitespace().partition::<Vec<_>, _>(is_other);
    Example {
        is_wrong: kind == "wrong",
        ending: ending.to_owned(),
        switches: switches.into_iter().map(str::to_owned).collect(),
        others: others.into_iter().map(|other| other[1..].to_owned()).collect(),
        text,
        input: String::new(),
        files: Vec::new(),
    }
}

/// Whether a word after a fence is the code of another message.
fn is_other(word: &&str) -> bool {
    word.starts_with('+')
}

/// Paragraphs up to a fence or a page, without empty lines around them; `None` if there are none.
fn words(lines: &mut Peekable<Lines<'_>>) -> Option<String> {
    let mut text = String::new();
    while let Some(line) =
        lines.next_if(|line| !line.starts_with(FENCE) && !line.starts_with("## "))
    {
        text.push_str(line);
        text.push('\n');
    }
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Lines of a fence, with their line ends.
fn code(lines: &mut Peekable<Lines<'_>>) -> String {
    let inside = lines.take_while(|line| *line != FENCE);
    inside.map(|line| format!("{line}\n")).collect()
}
