//! Names of the files that platforms export.
//!
//! Sources: Moodle, `mod/assign/classes/downloader.php`; Canvas, `lib/content_zipper.rb`; exports of
//! Brightspace and Blackboard, and Gradescope's `submission_metadata.yml`.

use std::collections::BTreeMap;

/// Whose an entry of an export is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Owner {
    /// The student's name, as the platform has it.
    pub name: String,
    /// The student's number or address on the platform.
    pub id: Option<String>,
    /// Part that the entry names of one student share.
    pub key: String,
    /// When it was handed in, as a text whose order is that of time; none if the platform exports
    /// the last submission only.
    pub when: Option<String>,
    /// The file's name, as the student gave it; of a folder nothing.
    pub file: String,
    /// Whether the platform adds numbers such as `-1` to names of files.
    pub is_numbered: bool,
}

/// Returns the owner from the name of a file or folder, if a platform named it.
pub(super) fn owner(name: &str, is_folder: bool) -> Option<Owner> {
    let by_file = || if is_folder { None } else { blackboard(name).or_else(|| canvas(name)) };
    moodle(name).or_else(|| brightspace(name, is_folder)).or_else(by_file)
}

/// Whether a text is a number with that many digits at least.
fn is_number(text: &str, digits: usize) -> bool {
    text.len() >= digits && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `Ada Lovelace_1234567_assignsubmission_file_/hw.s`, and the same without a folder.
fn moodle(name: &str) -> Option<Owner> {
    let (before, after) = name.split_once("_assignsubmission_")?;
    let numbered = before.rsplit_once('_').filter(|(_, id)| is_number(id, 1));
    let (name, id) = numbered.map_or((before, None), |(name, id)| (name, Some(id.to_owned())));
    let file = after.split_once('_').map_or("", |(_, file)| file).to_owned();
    Some(Owner { name: name.to_owned(), id, key: before.to_owned(), file, ..Owner::default() })
}

/// `lovelaceada_12345_67890_hw.s`, and with `LATE` or `anon`.
fn canvas(name: &str) -> Option<Owner> {
    let parts: Vec<&str> = name.split('_').collect();
    let owner = |name: String, id: &str, file: &[&str]| {
        let (key, id) = (format!("{name}_{id}"), Some(id.to_owned()));
        Owner { name, id, key, file: file.join("_"), is_numbered: true, when: None }
    };
    if let ["anon", code, file, rest @ ..] | ["LATE", "anon", code, file, rest @ ..] = &parts[..]
        && is_number(file, 3)
        && !rest.is_empty()
    {
        return Some(owner(format!("anon {code}"), code, rest));
    }
    for at in 1..parts.len().saturating_sub(1) {
        let (id, rest) = (parts[at], &parts[at + 1..]);
        // Text typed in the browser, not handed in as a file.
        let is_typed = matches!(rest, ["text.html" | "link.html"]);
        let file = match rest {
            [file, rest @ ..] if is_number(file, 3) && !rest.is_empty() => rest,
            _ if is_typed => rest,
            _ => continue,
        };
        if is_number(id, 3) {
            let before = &parts[..at];
            let name = before.strip_suffix(&["LATE"]).unwrap_or(before).join("_");
            return (!name.is_empty()).then(|| owner(name, id, file));
        }
    }
    None
}

/// `123456-7890123 - Ada Lovelace - Nov 20, 2026 159 PM/hw.s`, and the same without a folder.
fn brightspace(name: &str, is_folder: bool) -> Option<Owner> {
    let (id, rest) = name.split_once(" - ")?;
    let (user, place) = id.split_once('-')?;
    if !is_number(user, 1) || !is_number(place, 1) {
        return None;
    }
    let parts: Vec<&str> = rest.split(" - ").collect();
    let last = parts.len().checked_sub(usize::from(!is_folder))?;
    // Other languages write dates in another way, with numbers all the same.
    let dates = || (1..last).rev();
    let written = dates().find(|&at| moment(parts[at]).is_some());
    let has_number = |at: &usize| parts[*at].bytes().any(|byte| byte.is_ascii_digit());
    let date = written.or_else(|| dates().find(has_number))?;
    let (name, when) = (parts[..date].join(" - "), moment(parts[date]));
    let file = parts[date + 1..].join(" - ");
    let (key, id) = (format!("{id} {name}"), Some(id.to_owned()));
    Some(Owner { name, id, key, when, file, is_numbered: false })
}

/// `hw_lovelace_attempt_2026-11-20-13-59-00_hw.s`.
fn blackboard(name: &str) -> Option<Owner> {
    let (before, after) = name.split_once("_attempt_")?;
    let (when, rest) = (after.get(..19)?, after.get(19..)?);
    let is_dated = when.split('-').count() == 6 && when.split('-').all(|part| is_number(part, 2));
    let (_, name) = before.rsplit_once('_')?;
    // Without a file name, it is text that the student wrote in addition to the files.
    let file = rest.strip_prefix('_').map_or_else(|| format!("{when}{rest}"), str::to_owned);
    let (name, key, when) = (name.to_owned(), before.to_owned(), Some(when.to_owned()));
    is_dated.then_some(Owner { name, id: None, key, when, file, is_numbered: false })
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A moment such as `Nov 20, 2026 159 PM` as a text whose order is that of time.
fn moment(text: &str) -> Option<String> {
    let words: Vec<&str> =
        text.split([' ', ',', '\u{a0}', '\u{202f}']).filter(|word| !word.is_empty()).collect();
    let [month, day, year, time, half @ ..] = &words[..] else { return None };
    let month = month.get(..3)?.to_lowercase();
    let month = MONTHS.iter().position(|known| *known == month)?;
    let (day, year, time): (u32, u32, u32) =
        (day.parse().ok()?, year.parse().ok()?, time.parse().ok()?);
    let hours = match half {
        [] => time / 100,
        [half] if half.eq_ignore_ascii_case("AM") => time / 100 % 12,
        [half] if half.eq_ignore_ascii_case("PM") => time / 100 % 12 + 12,
        _ => return None,
    };
    Some(format!("{year:04}-{month:02}-{day:02}-{hours:02}-{:02}", time % 100))
}

/// Gradescope's names of students, by the folders of submissions, from its `submission_metadata.yml`.
///
/// Of that file only this is read, line by line, so that nothing else in it can be in the way: a
/// submission begins at the line's beginning, its submitters are a list two blanks to the right.
pub(super) fn gradescope(text: &str) -> BTreeMap<String, Owner> {
    let mut all: BTreeMap<String, Owner> = BTreeMap::new();
    let (mut folder, mut is_submitters) = (String::new(), false);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let inside = line.trim_start_matches(' ');
        let indent = line.len() - inside.len();
        if indent == 0 && !line.starts_with('-') {
            folder = line.trim_end().strip_suffix(':').map_or_else(String::new, scalar);
            is_submitters = false;
        } else if indent <= 2 && !inside.starts_with('-') {
            is_submitters = inside.trim_end() == ":submitters:";
        } else if is_submitters {
            let pair = inside.trim_start_matches(['-', ' ']).split_once(": ");
            let Some((key, value)) = pair else { continue };
            let owner = all.entry(folder.clone()).or_default();
            let value = scalar(value.trim());
            match key {
                ":name" => join(&mut owner.name, &value),
                ":sid" => join(owner.id.get_or_insert_default(), &value),
                _ => {}
            }
        }
    }
    all.retain(|_, owner| !owner.name.is_empty());
    for (folder, owner) in &mut all {
        owner.key.clone_from(folder);
        owner.id.take_if(|id| id.is_empty());
    }
    all
}

/// Adds a name to those of a group.
fn join(names: &mut String, name: &str) {
    if !names.is_empty() && !name.is_empty() {
        names.push_str(", ");
    }
    names.push_str(name);
}

/// A YAML scalar on one line.
fn scalar(text: &str) -> String {
    let between = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(text) = between('\'') {
        return text.replace("''", "'");
    }
    match between('"') {
        // The escapes that names have are JSON's too.
        Some(_) => serde_json::from_str(text).unwrap_or_else(|_| text.to_owned()),
        None if text == "null" || text == "~" => String::new(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(name: &str, is_folder: bool) -> Option<(String, Option<String>, String)> {
        owner(name, is_folder).map(|owner| (owner.name, owner.id, owner.file))
    }

    fn is(name: &str, id: &str, file: &str) -> Option<(String, Option<String>, String)> {
        let id = (!id.is_empty()).then(|| id.to_owned());
        Some((name.to_owned(), id, file.to_owned()))
    }

    #[test]
    fn each_platform_names_its_students() {
        let folder = |name: &str| parsed(name, true);
        let file = |name: &str| parsed(name, false);
        let ada = is("Ada King-Noel", "1234567", "");
        assert_eq!(folder("Ada King-Noel_1234567_assignsubmission_file_"), ada);
        assert_eq!(folder("Ada King-Noel_1234567_assignsubmission_file"), ada);
        let flat = "Ada King-Noel_1234567_assignsubmission_file_my_hw.s";
        assert_eq!(file(flat), is("Ada King-Noel", "1234567", "my_hw.s"));
        assert_eq!(folder("Default group_assignsubmission_file"), is("Default group", "", ""));

        assert_eq!(file("kingada_12345_67890_hw_3.s"), is("kingada", "12345", "hw_3.s"));
        assert_eq!(file("kingada_LATE_12345_67890_hw-1.s"), is("kingada", "12345", "hw-1.s"));
        assert_eq!(file("king_ada_12345_67890_hw.s"), is("king_ada", "12345", "hw.s"));
        assert_eq!(file("kingada_12345_text.html"), is("kingada", "12345", "text.html"));
        assert_eq!(file("anon_x7Rq1_67890_hw.s"), is("anon x7Rq1", "x7Rq1", "hw.s"));
        assert_eq!(file("LATE_anon_x7Rq1_67890_hw.s"), is("anon x7Rq1", "x7Rq1", "hw.s"));
        for other in ["lab_02_01_ada.s", "ada_12345_hw.s", "_123_456_hw.s", "ada.s", "12345_67890"]
        {
            assert_eq!(file(other), None, "{other}");
        }

        let day = "397063-2557369 - Mary-Ann Smith - Sep 24, 2024 926 PM";
        assert_eq!(folder(day), is("Mary-Ann Smith", "397063-2557369", ""));
        let flat = "397063-2557369 - Mary-Ann Smith - Sep 24, 2024 926 PM - hw - 3.s";
        assert_eq!(file(flat), is("Mary-Ann Smith", "397063-2557369", "hw - 3.s"));
        let flat = "397063-2557369 - Mary-Ann Smith - Sep 24, 2024 926 PM - hw.s";
        assert_eq!(file(flat), is("Mary-Ann Smith", "397063-2557369", "hw.s"));
        let french = "397063-2557369 - Zoé Roy - 20 novembre 2026 13 59";
        assert_eq!(folder(french), is("Zoé Roy", "397063-2557369", ""));
        assert_eq!(
            (folder("12 - Ada - x"), folder("1-2 - Ada"), file("1-2 - a.s")),
            (None, None, None)
        );

        let blackboard = "HW 3_aking_attempt_2026-11-20-13-59-00_my_hw.s";
        assert_eq!(file(blackboard), is("aking", "", "my_hw.s"));
        assert_eq!(
            file("HW 3_aking_attempt_2026-11-20-13-59-00.txt"),
            is("aking", "", "2026-11-20-13-59-00.txt")
        );
        assert_eq!(file("my_attempt_at_it.s"), None);
    }

    #[test]
    fn moments_are_in_the_order_of_time() {
        let texts = [
            "Sep 24, 2024 926 AM",
            "Sep 24, 2024 1201 PM",
            "Sep 24, 2024 926 PM",
            "Oct 3, 2024 1205 AM",
            "Oct 3, 2024 105 AM",
            "October 3, 2024 1305",
            "Jan 1, 2025 1200 AM",
        ];
        let moments: Vec<Option<String>> = texts.iter().map(|text| moment(text)).collect();
        assert!(moments.iter().all(Option::is_some), "{moments:?}");
        assert!(moments.is_sorted(), "{moments:?}");
        assert_eq!(moment("20 novembre 2026 13 59"), None);
    }

    #[test]
    fn gradescope_names_are_read_and_nothing_else() {
        let text = "---\nsubmission_1:\n  :submitters:\n  - :name: \"Ren\\u00e9 \\\"R\\\" D\"\n    :sid: '0100'\n    \
                    :email: r@b.edu\n  :created_at: 2026-11-20 13:59:00.000000000 Z\n  :results:\n    :output: |\n      \
                    submission_2:\n        :submitters:\n        - :name: Eve\n  :score: 3.0\nsubmission_2:\n  \
                    :submitters:\n  - :name: Ann O'Neil\n    :sid:\n  - :name: 'Bob ''B'' C'\n    :sid: '7'\n\
                    submission_3:\n  :submitters: []\n";
        let all = gradescope(text);
        let parsed: Vec<(&str, &str, Option<&str>)> = all
            .iter()
            .map(|(folder, owner)| (folder.as_str(), owner.name.as_str(), owner.id.as_deref()))
            .collect();
        assert_eq!(
            parsed,
            [
                ("submission_1", "René \"R\" D", Some("0100")),
                ("submission_2", "Ann O'Neil, Bob 'B' C", Some("7")),
            ]
        );
    }
}
