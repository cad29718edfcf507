//! Which file of a student is graded.

use std::path::Path;

/// Endings of assembly sources in addition to the assignment's own.
const ENDINGS: [&str; 3] = ["s", "asm", "mid"];

/// Names that a message lists.
const MOST_NAMES: usize = 3;

/// The name of the file that an assignment asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct RequestedFile<'a>(pub &'a str);

/// Similarity of a file's name to the requested one, the closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Nearness {
    /// The same.
    Exact,
    /// The same except for capital letters.
    OtherCase,
    /// The same except for what a browser or a system adds to the name of a copy.
    Copy,
    /// The same with the ending of another source.
    OtherEnding,
    /// Any source.
    Source,
}

/// A file among which one is chosen.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Its name, as the student gave it.
    pub name: String,
    /// The same with the folders it is in.
    pub shown: String,
    /// Number of those folders.
    pub depth: usize,
}

/// The file that counts, by its number, and what is to be said of its name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChosenFile {
    /// Its number among the candidates.
    pub number: usize,
    /// A message if the name differs from the requested one.
    pub about_name: Option<String>,
}

impl RequestedFile<'_> {
    /// Whether a name is that of a source.
    pub(super) fn is_source(self, name: &str) -> bool {
        let Some((stem, ending)) = split(name) else { return false };
        let own = split(self.0).map_or("", |(_, ending)| ending);
        let is_one = |ending: &str| {
            ENDINGS.iter().chain([&own]).any(|known| known.eq_ignore_ascii_case(ending))
        };
        is_one(ending)
            || ending.eq_ignore_ascii_case("txt")
                && split(stem).is_some_and(|(_, ending)| is_one(ending))
    }

    /// Similarity of a name; none if it is not the name of a source.
    pub(super) fn nearness(self, name: &str) -> Option<Nearness> {
        let is_same = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
        let stem = |name: &str| split(name).map_or(name, |(stem, _)| stem).to_owned();
        if name == self.0 {
            Some(Nearness::Exact)
        } else if is_same(name, self.0) {
            Some(Nearness::OtherCase)
        } else if originals(name).any(|name| is_same(&name, self.0)) {
            Some(Nearness::Copy)
        } else if !self.is_source(name) {
            None
        } else if originals(name)
            .chain([name.to_owned()])
            .any(|name| is_same(&stem(&name), &stem(self.0)))
        {
            Some(Nearness::OtherEnding)
        } else {
            Some(Nearness::Source)
        }
    }

    /// The candidate that counts.
    ///
    /// # Errors
    /// An error message if none or more than one matches; `none` begins the list of the others.
    pub(super) fn choose(self, all: &[Candidate], none: &str) -> Result<ChosenFile, String> {
        let mut sources: Vec<(Nearness, &Candidate, usize)> = Vec::new();
        for (number, candidate) in all.iter().enumerate() {
            let nearness = self.nearness(&candidate.name);
            sources.extend(nearness.map(|nearness| (nearness, candidate, number)));
        }
        sources.sort_by_key(|(nearness, candidate, _)| (*nearness, candidate.depth));
        let Some(&(nearest, best, number)) = sources.first() else {
            return Err(self.nothing(all, none));
        };
        // A file in an inner folder does not win over a file outside with a similar name.
        let could_be = |(nearness, candidate, _): &&(Nearness, &Candidate, usize)| match nearest {
            Nearness::Source => true,
            _ => {
                *nearness == nearest && candidate.depth == best.depth
                    || *nearness < Nearness::Source && candidate.depth < best.depth
            }
        };
        let could_be: Vec<&str> =
            sources.iter().filter(could_be).map(|(_, it, _)| it.shown.as_str()).collect();
        let asked = asmkit::plain_name(self.0);
        if could_be.len() > 1 {
            let names = listed(&could_be);
            return Err(format!("ambiguous files: {names}; hand in one file called `{asked}`"));
        }
        let others: Vec<&str> = sources[1..].iter().map(|(_, it, _)| it.shown.as_str()).collect();
        let about_name = (nearest != Nearness::Exact).then(|| {
            let taken = listed(&[best.shown.as_str()]);
            let rest = if others.is_empty() {
                String::new()
            } else {
                format!("; not graded: {}", listed(&others))
            };
            format!("graded {taken}; the assignment asks for `{asked}`{rest}")
        });
        Ok(ChosenFile { number, about_name })
    }

    /// Why none of the files counts.
    fn nothing(self, all: &[Candidate], none: &str) -> String {
        let asked = asmkit::plain_name(self.0);
        let names: Vec<&str> = all.iter().map(|candidate| candidate.shown.as_str()).collect();
        let is_packed = |name: &&str| {
            let ending = split(name).map_or("", |(_, ending)| ending);
            ["zip", "gz", "tgz", "tar", "7z", "rar"]
                .iter()
                .any(|packed| packed.eq_ignore_ascii_case(ending))
        };
        let hint = if names.iter().any(is_packed) { ": unpack the archive there" } else { "" };
        if names.is_empty() {
            format!("no `{asked}`: the folder is empty")
        } else {
            format!("no `{asked}`; {none} {}{hint}", listed(&names))
        }
    }
}

/// Names in a sentence, of many the first ones.
pub(super) fn listed(names: &[&str]) -> String {
    let quoted = |name: &&str| format!("`{}`", asmkit::plain_name(name));
    let shown: Vec<String> = names.iter().take(MOST_NAMES).map(quoted).collect();
    let more = names.len().saturating_sub(MOST_NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// A name's stem and its ending.
fn split(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())
}

/// Names of which a name may be a copy: `hw.s` for `hw (1).s`, `hw-1.s`, `hw - Copy.s`, `hw.s.txt`.
pub(super) fn originals(name: &str) -> impl Iterator<Item = String> + use<> {
    let next = |name: &String| original(name);
    std::iter::successors(original(name), next).take(3)
}

fn original(name: &str) -> Option<String> {
    let (stem, ending) = split(name)?;
    if ending.eq_ignore_ascii_case("txt") && split(stem).is_some() {
        return Some(stem.to_owned());
    }
    let is_number = |text: &str| {
        (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let browser = stem.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    let platform = stem.rsplit_once('-');
    let numbered = browser.or(platform).filter(|(_, number)| is_number(number));
    let copied = || Some((stem.strip_suffix(" - Copy").or(stem.strip_suffix(" copy"))?, ""));
    let (before, _) = numbered.or_else(copied)?;
    let before = before.trim_end();
    (!before.is_empty()).then(|| format!("{before}.{ending}"))
}

/// A name without the ending, as that of a student.
pub(super) fn stem(name: &str) -> String {
    Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_near_the_one_that_is_asked_for_or_not() {
        let asked = RequestedFile("sudoku.s");
        for (name, nearness) in [
            ("sudoku.s", Some(Nearness::Exact)),
            ("Sudoku.S", Some(Nearness::OtherCase)),
            ("sudoku (1).s", Some(Nearness::Copy)),
            ("sudoku(12).s", Some(Nearness::Copy)),
            ("SUDOKU-1.s", Some(Nearness::Copy)),
            ("sudoku - Copy.s", Some(Nearness::Copy)),
            ("sudoku.s.txt", Some(Nearness::Copy)),
            ("sudoku (1).s.txt", Some(Nearness::Copy)),
            ("sudoku.asm", Some(Nearness::OtherEnding)),
            ("sudoku (2).MID", Some(Nearness::OtherEnding)),
            ("other.s", Some(Nearness::Source)),
            ("sudoku-100.s", Some(Nearness::Source)),
            ("sudoku", None),
            ("sudoku.txt", None),
            (".s", None),
            ("sudoku.pdf", None),
        ] {
            assert_eq!(asked.nearness(name), nearness, "{name}");
        }
        // The requested name may look like a copy itself.
        assert_eq!(RequestedFile("lab-1.s").nearness("lab-1.s"), Some(Nearness::Exact));
        assert_eq!(RequestedFile("lab-1.s").nearness("lab-1-1.s"), Some(Nearness::Copy));
    }

    fn chosen(names: &[&str]) -> Result<(String, Option<String>), String> {
        let candidate = |shown: &&str| Candidate {
            name: shown.rsplit('/').next().unwrap().to_owned(),
            shown: (*shown).to_owned(),
            depth: shown.matches('/').count(),
        };
        let all: Vec<Candidate> = names.iter().map(candidate).collect();
        let chosen = RequestedFile("sudoku.s").choose(&all, "the folder has")?;
        Ok((names[chosen.number].to_owned(), chosen.about_name))
    }

    #[test]
    fn the_nearest_file_counts_and_two_are_asked_about() {
        let plain = |name: &str| Ok((name.to_owned(), None));
        assert_eq!(chosen(&["old.s", "sudoku.s", "sudoku (1).s"]), plain("sudoku.s"));
        assert_eq!(chosen(&["sub/sudoku.s", "readme.txt"]), plain("sub/sudoku.s"));
        assert_eq!(chosen(&["old/sudoku.s", "sudoku.s"]), plain("sudoku.s"));
        let (name, about) = chosen(&["other.s", "Sudoku.asm"]).unwrap();
        assert_eq!(name, "Sudoku.asm");
        assert_eq!(
            about.unwrap(),
            "graded `Sudoku.asm`; the assignment asks for `sudoku.s`; not graded: `other.s`"
        );
        for two in [
            &["hw3.asm", "old.asm"][..],
            &["a/sudoku.s", "b/sudoku.s"],
            &["sudoku (1).s", "sudoku (2).s"],
            &["starter/sudoku.s", "Sudoku.s"],
            &["hw3.asm", "old/hw3.asm"],
        ] {
            let why = chosen(two).unwrap_err();
            assert!(why.starts_with("ambiguous files: `"), "{why}");
        }
        assert_eq!(chosen(&[]).unwrap_err(), "no `sudoku.s`: the folder is empty");
        assert_eq!(
            chosen(&["a.txt", "b", "c/d", "e", "f"]).unwrap_err(),
            "no `sudoku.s`; the folder has `a.txt`, `b`, `c/d` and 2 more"
        );
    }
}
