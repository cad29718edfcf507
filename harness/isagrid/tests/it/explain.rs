//! `isagrid explain`: every code has a page, every page has a code, and every example behaves as its
//! page says.

use std::collections::BTreeSet;
use std::path::Path;

use messages::{Example, Page};
use rayon::prelude::*;

use crate::support::{Done, isagrid, root};

#[test]
fn codes_and_pages_match() {
    let pages: BTreeSet<String> = messages::pages().map(|page| page.code.clone()).collect();
    let mut found = BTreeSet::new();
    for folder in ["emulators", "harness", "reference"] {
        for file in rust_files(&root().join(folder)) {
            let text = std::fs::read_to_string(file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            found.extend(quoted(code).filter(|word| is_code(word, &pages)));
        }
    }
    let without: Vec<_> = found.difference(&pages).collect();
    assert!(without.is_empty(), "codes without a page in harness/messages: {without:?}");
    let of_nothing: Vec<_> = pages.difference(&found).collect();
    assert!(of_nothing.is_empty(), "pages of codes that nothing says: {of_nothing:?}");
}

/// Rust sources below a folder, except tests.
fn rust_files(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            files.extend(rust_files(&path));
        } else if name.ends_with(".rs") && name != "tests.rs" {
            files.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
    files
}

/// Quoted strings of letters and digits only.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    let pieces = text.split('"').map(str::to_owned);
    pieces.filter(|piece| !piece.is_empty() && piece.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// Whether a word has the form of a family's codes: the same letters and number of digits.
fn is_code(word: &str, pages: &BTreeSet<String>) -> bool {
    let shape = |code: &str| {
        let letters = code.trim_end_matches(|c: char| c.is_ascii_digit());
        (letters.to_owned(), code.len() - letters.len())
    };
    shape(word).1 > 0 && pages.iter().any(|code| shape(code) == shape(word))
}

#[test]
fn examples_behave_as_their_pages_say() {
    let examples = messages::pages().flat_map(|page| page.examples().map(move |one| (page, one)));
    let examples: Vec<(&Page, &Example)> = examples.collect();
    assert!(examples.len() > 500, "most pages have a wrong and a right program");
    let broken: Vec<String> =
        examples.par_iter().filter_map(|(page, example)| broken(page, example)).collect();
    assert!(broken.is_empty(), "{}\n{} are not as they say", broken.join("\n"), broken.len());
}

/// Differences from the page.
fn broken(page: &Page, example: &Example) -> Option<String> {
    let done = run(example);
    let reported = codes(&done.stderr);
    let of_page: Vec<&str> =
        [&page.code].into_iter().chain(&example.others).map(|c| &**c).collect();
    let expected: BTreeSet<String> =
        of_page.iter().filter(|_| example.is_wrong).map(|code| (*code).to_owned()).collect();
    let is_so = reported == expected && (example.is_wrong || done.status == 0);
    (!is_so).then(|| {
        let what = example.arguments().join(" ");
        format!("{}: isagrid {what}:\n{}\n{}", page.code, example.text, done.printed())
    })
}

fn run(example: &Example) -> Done {
    let folder = tempfile::tempdir().unwrap();
    let others = example.files.iter().map(|file| (file.name.clone(), &file.text));
    for (name, text) in others.chain([(example.file(), &example.text)]) {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let arguments = example.arguments();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    isagrid(folder.path(), &arguments, example.input.as_bytes())
}

/// Codes in brackets at the start of messages.
fn codes(messages: &str) -> BTreeSet<String> {
    let lines = messages.lines().filter_map(|line| {
        let rest = line.strip_prefix("error[").or_else(|| line.strip_prefix("warning["))?;
        rest.split_once(']').map(|(code, _)| code.to_owned())
    });
    lines.collect()
}

#[test]
fn codes_are_case_insensitive() {
    let page = isagrid(&root(), &["explain", "M001"], b"");
    assert_eq!(page.status, 0, "{}", page.printed());
    assert!(page.out().starts_with("M001: "), "{}", page.out());
    assert!(page.out().contains("\n\nWrong, isagrid run "), "{}", page.out());
    for written in ["M1", "m001", "error[M001]:"] {
        assert_eq!(isagrid(&root(), &["explain", written], b"").out(), page.out(), "{written}");
    }
    let two = isagrid(&root(), &["explain", "M001", "M002"], b"").out();
    assert!(two.starts_with(&page.out()) && two.contains("\nM002: "), "{two}");
}

#[test]
fn all_codes_are_listed() {
    let all = isagrid(&root(), &["explain"], b"").out();
    for page in messages::pages() {
        assert!(all.contains(&format!("  {}  {}\n", page.code, page.title)), "{}", page.code);
    }
}

#[test]
fn unknown_code_suggests_the_nearest() {
    let last = messages::pages().map(|page| &page.code).filter(|code| code.starts_with('M')).max();
    let nearest = format!("M001 to {0}; the nearest is {0}\n", last.unwrap());
    for (code, expected) in [
        ("M999", nearest.as_str()),
        ("Q7", "unknown message code Q7; run `isagrid explain` for the list\n"),
        ("help\x1b[2J", "`help?[2J` is not a message code"),
    ] {
        let done = isagrid(&root(), &["explain", code], b"");
        assert_eq!(done.status, 2, "{}", done.printed());
        assert!(done.stderr.contains(expected), "{}", done.printed());
    }
}

/// The hint is only for terminals, not for files or pipes.
#[cfg(unix)]
#[test]
fn hint_is_shown_on_a_terminal() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.s"), "main: addd $t0, $t0, $t1\n move $t0\n").unwrap();
    let arguments = ["run", "--dialect", "mars", "a.s"];
    let piped = isagrid(folder.path(), &arguments, b"");
    assert!(piped.stderr.contains("error[A001]") && !piped.stderr.contains("explain"));
    let (screen, line) = match crate::terminal::opened() {
        Ok(sides) => sides,
        Err(error) => {
            eprintln!("no terminal can be opened ({error}): the hint is not tested");
            return;
        }
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
    command.args(arguments).current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::null());
    let status = command.stderr(line).status().unwrap();
    drop(command);
    assert_eq!(status.code(), Some(3));
    let mut seen = Vec::new();
    // The other side is closed; some systems report that as an error at the end.
    let _ = std::fs::File::from(screen).read_to_end(&mut seen);
    let seen = String::from_utf8_lossy(&seen);
    assert!(
        seen.ends_with("for more about these errors, run: isagrid explain A001 A002\r\n"),
        "{seen}"
    );
}
