//! One page for each message with a code: its meaning, the usual cause, the fix, and examples of a
//! wrong and a right program, which a test runs.
//!
//! The pages are Markdown files in `src/pages`, one for each family of codes, which `isagrid explain`
//! prints. In such a file
//!
//! - `# TITLE` and the text below it describe the family;
//! - `## CODE: TITLE` starts a page; the title is the message in general words;
//! - a fence ` ```s wrong SWITCHES` or ` ```mid right SWITCHES` holds a program: its file extension,
//!   and the switches of `isagrid run`; a code `+A001` among them is reported as well;
//! - a fence ` ```input` or ` ```file NAME` after it holds the input of the program, or another file
//!   in the same folder; ` ```source NAME` is another source on the command line;
//! - a page without a wrong program gives the reason in a paragraph that starts with [`NO_EXAMPLE`].

mod parse;

use std::fmt::Write as _;
use std::sync::LazyLock;

/// The families, in the order of the document.
const FAMILIES: &[&str] = &[
    include_str!("pages/faults.md"),
    include_str!("pages/cells.md"),
    include_str!("pages/mars.md"),
    include_str!("pages/spim.md"),
    include_str!("pages/gnu.md"),
    include_str!("pages/venus.md"),
    include_str!("pages/midas.md"),
    include_str!("pages/kit.md"),
    include_str!("pages/spl.md"),
];

/// Start of the paragraph that explains why a page has no wrong program.
pub const NO_EXAMPLE: &str = "There is no example here:";

/// A family of codes.
#[derive(Debug)]
pub struct Family {
    /// Title.
    pub title: String,
    /// Description in a few sentences.
    pub about: String,
    /// Pages, by code.
    pub pages: Vec<Page>,
}

/// The page of one code.
#[derive(Debug)]
pub struct Page {
    /// Code: letters, then digits.
    pub code: String,
    /// Message in general words.
    pub title: String,
    /// Text and examples, in order.
    pub parts: Vec<Part>,
}

/// A part of a page.
#[derive(Debug)]
pub enum Part {
    /// Paragraphs of Markdown.
    Text(String),
    /// A program.
    Example(Example),
}

/// A program that causes the message, or a correct one.
#[derive(Debug)]
pub struct Example {
    /// Whether it causes the message.
    pub is_wrong: bool,
    /// File extension, without the dot.
    pub ending: String,
    /// Switches of `isagrid run`.
    pub switches: Vec<String>,
    /// Codes reported in addition to that of the page.
    pub others: Vec<String>,
    /// Text of the program.
    pub text: String,
    /// Input; empty if there is none.
    pub input: String,
    /// Other files in its folder.
    pub files: Vec<Extra>,
}

/// Another file in the folder of a program.
#[derive(Debug)]
pub struct Extra {
    /// Name.
    pub name: String,
    /// Content.
    pub text: String,
    /// Whether it is a source on the command line.
    pub is_source: bool,
}

impl Page {
    /// Programs of the page.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.parts.iter().filter_map(|part| match part {
            Part::Example(example) => Some(example),
            Part::Text(_) => None,
        })
    }
}

impl Example {
    /// File name.
    #[must_use]
    pub fn file(&self) -> String {
        format!("{}.{}", if self.is_wrong { "wrong" } else { "right" }, self.ending)
    }

    /// Arguments of `isagrid` that run it.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let sources = self.files.iter().filter(|file| file.is_source);
        let mut words = vec!["run".to_owned()];
        words.extend(self.switches.iter().cloned());
        words.push(self.file());
        words.extend(sources.map(|file| file.name.clone()));
        words
    }

    /// Its text, other files and input, each with the heading above it.
    #[must_use]
    pub fn pieces(&self) -> Vec<(String, &str)> {
        let kind = if self.is_wrong { "Wrong" } else { "Right" };
        let command = format!("{kind}, `isagrid {}`:", self.arguments().join(" "));
        let files = self.files.iter();
        let files = files.map(|file| (format!("with `{}`:", file.name), file.text.as_str()));
        let input = (!self.input.is_empty()).then(|| ("with the input:".to_owned(), &*self.input));
        [(command, &*self.text)].into_iter().chain(files).chain(input).collect()
    }
}

/// All families with their pages.
#[must_use]
pub fn families() -> &'static [Family] {
    static ALL: LazyLock<Vec<Family>> =
        LazyLock::new(|| FAMILIES.iter().map(|text| parse::family(text)).collect());
    &ALL
}

/// All pages.
pub fn pages() -> impl Iterator<Item = &'static Page> {
    families().iter().flat_map(|family| &family.pages)
}

/// Result of looking up a code.
#[derive(Debug)]
pub enum Lookup {
    /// The page of the code.
    Page(&'static Page),
    /// No page has this code.
    None {
        /// Nearest code with these letters, or else the first of all codes.
        nearest: &'static str,
        /// First and last code with these letters, if there are any.
        range: Option<(&'static str, &'static str)>,
    },
    /// The text is not a code.
    NoCode,
}

/// Finds the page of a code in any case, with or without zeros, alone or as in a message: `M014`,
/// `m14`, `error[M014]`.
#[must_use]
pub fn find(code: &str) -> Lookup {
    let Some((letters, number)) = split(code) else { return Lookup::NoCode };
    let numbered = pages().filter_map(|page| Some((split(&page.code)?, page)));
    let mut same: Vec<(u32, &Page)> = numbered
        .filter(|((own, _), _)| *own == letters)
        .map(|((_, number), page)| (number, page))
        .collect();
    same.sort_unstable_by_key(|(at, _)| *at);
    let nearest = same.iter().min_by_key(|(at, _)| at.abs_diff(number));
    match nearest {
        Some(&(at, page)) if at == number => Lookup::Page(page),
        _ => Lookup::None {
            nearest: nearest.map(|near| near.1).or(pages().next()).map_or("", |page| &page.code),
            range: same.first().zip(same.last()).map(|(a, b)| (&*a.1.code, &*b.1.code)),
        },
    }
}

/// Letters of a code, in upper case, and its number.
fn split(code: &str) -> Option<(String, u32)> {
    let code = code.trim();
    let code = code.rsplit_once('[').map_or(code, |(_, inner)| inner);
    let code = code.trim_end_matches([':', ']']);
    let digits = code.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = code.split_at(digits);
    let are_letters = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_alphabetic());
    let number = number.parse().ok().filter(|_| number.bytes().all(|c| c.is_ascii_digit()))?;
    are_letters.then(|| (letters.to_ascii_uppercase(), number))
}

/// All pages as one Markdown document.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from(HEAD);
    for family in families() {
        let (title, anchor) = (&family.title, anchor(&family.title));
        let codes = family.pages.first().zip(family.pages.last());
        let codes = codes.map_or(String::new(), |(a, b)| format!(": {} to {}", a.code, b.code));
        let _ = writeln!(text, "- [{title}](#{anchor}){codes}");
    }
    for family in families() {
        let _ = write!(text, "\n## {}\n\n{}\n", family.title, family.about);
        for page in &family.pages {
            let _ = write!(text, "\n### {}: {}\n", page.code, page.title);
            page.parts.iter().for_each(|part| write_part(&mut text, part));
        }
    }
    text
}

const HEAD: &str = "# Messages

A message has a code in brackets, such as `error[M014]`. This page explains each code: its meaning, its usual cause,
and a wrong and a right program. `isagrid explain M014` prints the explanation of one code;
`isagrid explain --markdown` prints this page.

";

fn write_part(text: &mut String, part: &Part) {
    match part {
        Part::Text(paragraphs) => {
            let _ = write!(text, "\n{paragraphs}\n");
        }
        Part::Example(example) => {
            for (number, (above, piece)) in example.pieces().into_iter().enumerate() {
                let language = if number == 0 { &*example.ending } else { "text" };
                let _ = write!(text, "\n{above}\n\n```{language}\n{piece}```\n");
            }
        }
    }
}

/// Anchor of a heading.
fn anchor(title: &str) -> String {
    let letters = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    letters.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_in_any_spelling() {
        for written in ["M014", "m014", "M14", "m14", "[M014]", "error[M014]:", " M0014"] {
            match find(written) {
                Lookup::Page(page) => assert_eq!(page.code, "M014", "{written}"),
                other => panic!("{written}: {other:?}"),
            }
        }
        for written in ["", "14", "M", "MM-1", "M1x", "what?", "M99999999999"] {
            assert!(matches!(find(written), Lookup::NoCode), "{written}");
        }
    }

    #[test]
    fn an_unknown_code_has_a_nearest_one() {
        let Lookup::None { nearest, range } = find("M999") else { panic!("M999 is there") };
        let (first, last) = range.expect("there are others");
        assert_eq!((first, nearest), ("M001", last));
        assert!(matches!(find("Q7"), Lookup::None { range: None, nearest: "M001" }));
    }

    #[test]
    fn every_page_has_text_and_examples() {
        let mut codes: Vec<&str> = Vec::new();
        for page in pages() {
            let code = page.code.as_str();
            let has = |wrong| page.examples().any(|example| example.is_wrong == wrong);
            let text = |part: &Part| matches!(part, Part::Text(text) if text.contains(NO_EXAMPLE));
            assert!(has(true) != page.parts.iter().any(text), "{code}: wrong, or a reason");
            assert!(has(false) || !has(true), "{code} has no right program");
            assert!(matches!(page.parts[0], Part::Text(_)), "{code} begins with words");
            assert!(split(code).is_some(), "{code} is a code");
            codes.push(code);
        }
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count, "a code has one page");
    }
}
