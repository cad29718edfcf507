//! Phrases that docs/style.md replaces, found in documents, help, messages and comments.
//!
//! The table has only phrases with practically no use in plain English, so that it needs no exceptions.

use super::Findings;

/// A phrase, in lower case with one blank between two words, and what to write instead.
type Phrase = (&'static str, &'static str);

/// Every phrase that is rejected.
#[rustfmt::skip]
const PHRASES: &[Phrase] = &[
    ("so many",           "N, or up to N"),
    ("goes on",           "continues"),
    ("go on with",        "continue with"),
    ("went on",           "continued"),
    ("gone on",           "continued"),
    ("is told",           "is reported"),
    ("are told",          "are reported"),
    ("be told",           "be reported"),
    ("was told",          "was reported"),
    ("were told",         "were reported"),
    ("told of",           "reported"),
    ("tells of",          "reports"),
    ("what is golden",    "golden files"),
    ("nothing golden",    "no golden files"),
    ("as golden",         "match the golden files"),
    ("a sentence when",   "an error message if"),
    ("a sentence where",  "an error message if"),
    ("a sentence if",     "an error message if"),
    ("one's own",         "your own, or its own"),
    ("whoever",           "the caller, or the user"),
    ("who hears",         "receives"),
    ("is had",            "is available"),
    ("are had",           "are available"),
    ("be had",            "be available"),
    ("in the making",     "pending"),
    ("is no multiple",    "is not a multiple"),
    ("anew",              "again; regenerate"),
    ("behind it",         "after it"),
    ("behind them",       "after them"),
    ("behind so",         "after N"),
    ("stands behind",     "follows"),
    ("stand behind",      "follow"),
    ("beside",            "next to, or compared with"),
    ("lies at",           "is at"),
    ("lies in",           "is in"),
    ("lies behind",       "is after"),
    ("comes to a limit",  "reaches a limit"),
    ("came to a limit",   "reached a limit"),
    ("comes to its end",  "ends"),
    ("came to its end",   "ended"),
    ("leaves undone",     "skips"),
    ("left undone",       "skipped"),
    ("gives away",        "identifies"),
    ("gives it away",     "identifies it"),
    ("in silence",        "silently"),
    ("a line a puzzle",   "one line per puzzle"),
    ("mend",              "fix"),
    ("mends",             "fixes"),
    ("mended",            "fixed"),
];

/// Ends of the names of files that people write.
const WRITTEN: &[&str] =
    &[".css", ".html", ".js", ".md", ".mid", ".mjs", ".rs", ".s", ".sh", ".toml", ".ts", ".yml"];

/// Files that need the phrases: the page that replaces them, and this one.
const EXEMPT: &[&str] = &["docs/style.md", "xtask/tasks/src/tidy/phrases.rs"];

/// Reports every phrase of the table in a file that people write.
pub(super) fn check(file: &str, text: &str, findings: &mut Findings) {
    let is_written = file == ".ci/run" || WRITTEN.iter().any(|end| file.ends_with(end));
    // Programs under test, and records of other simulators, are data.
    let is_data = file.contains("/tests/") && !file.ends_with(".rs");
    if !is_written || is_data || EXEMPT.contains(&file) {
        return;
    }
    for (line, phrase, instead) in occurrences(text) {
        findings.add(file, line, format!("`{phrase}`: write {instead} (docs/style.md)"));
    }
}

/// Phrases in a text, each with its line; a phrase may continue on the next line.
fn occurrences(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let words = words(text);
    let mut found = Vec::new();
    for (at, (line, _)) in words.iter().enumerate() {
        let starts = |phrase: &str| {
            let mut rest = words[at..].iter().map(|(_, word)| word.as_str());
            let mut parts = phrase.split(' ').peekable();
            while let Some(part) = parts.next() {
                let Some(word) = rest.next() else { return false };
                // Punctuation after a word ends the phrase.
                let word = if parts.peek().is_none() { without_end(word) } else { word };
                if word != part {
                    return false;
                }
            }
            true
        };
        let phrases = PHRASES.iter().filter(|(phrase, _)| starts(phrase));
        found.extend(phrases.map(|(phrase, instead)| (*line, *phrase, *instead)));
    }
    found
}

/// Words in lower case with their lines, without opening punctuation and signs of comments.
///
/// Other punctuation between blanks is a word too, so that it ends a phrase.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.replace("\\n", " ").to_lowercase();
        let pieces = line.split(|c: char| c.is_whitespace() || c == '"');
        for piece in pieces.filter(|piece| !SIGNS.contains(piece)) {
            let word = piece.trim_start_matches(|c: char| !c.is_alphanumeric());
            words.push((index + 1, if word.is_empty() { piece } else { word }.to_owned()));
        }
    }
    words
}

/// Signs of comments, of continued strings and of lists, which may be inside a phrase.
const SIGNS: &[&str] = &["", "///", "//!", "//", "/**", "*", "#", ";", "\\", ">"];

fn without_end(word: &str) -> &str {
    word.trim_end_matches(|c: char| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, &'static str)> {
        occurrences(text).into_iter().map(|(line, phrase, _)| (line, phrase)).collect()
    }

    #[test]
    fn phrases_are_found_in_documents_strings_and_comments() {
        assert_eq!(found("Stop after **so many** steps."), [(1, "so many")]);
        assert_eq!(found("a\nrun(\"all as golden\\n\");"), [(2, "as golden")]);
        assert_eq!(
            found("/// The run goes\n/// on, whoever asks."),
            [(1, "goes on"), (2, "whoever")]
        );
        assert_eq!(found("    \"it is \\\n     told: {x}\""), [(1, "is told")]);
        assert_eq!(found("error(\"so many\") // (whoever)"), [(1, "so many"), (1, "whoever")]);
    }

    #[test]
    fn plain_english_is_left_alone() {
        assert_eq!(found("It is so. Many golden counts are at 4; is_told(anew_one)."), []);
        assert_eq!(found("The program goes. On the next line, it stands."), []);
        assert_eq!(found("amend, recommended, mended(x), lies(at)"), []);
        assert_eq!(found("[\"is\", \"told\"]"), []);
    }

    #[test]
    fn folders_that_are_pending_are_skipped() {
        let count = |file: &str| {
            let mut findings = Findings(Vec::new());
            check(file, "so many\n", &mut findings);
            findings.0.len()
        };
        assert_eq!((count("README.md"), count("xtask/tasks/src/pages.rs")), (1, 1));
        assert_eq!((count("docs/style.md"), count("Cargo.lock"), count("a/tests/b.s")), (0, 0, 0));
    }

    #[test]
    fn phrases_are_words_in_lower_case() {
        for (phrase, instead) in PHRASES {
            let plain: Vec<String> = words(phrase).into_iter().map(|(_, word)| word).collect();
            assert_eq!(plain.join(" "), *phrase, "one blank between words");
            assert!(!instead.is_empty(), "{phrase}: what to write instead");
        }
    }
}
