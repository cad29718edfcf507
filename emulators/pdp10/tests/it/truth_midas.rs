//! Compares assembly with a genuine MIDAS 458 on ITS 1648, in every output.
//!
//! Every disagreement must be in the table below with its reason, and every row of the table must
//! still be needed.

#![expect(clippy::print_stdout, reason = "the score of a group")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use asmkit::{NoLibrary, Sources};
use pdp10::assembler::{self, Assembled};
use pdp10::binary::{Binary, Entry};
use pdp10::files;
use pdp10::{Options, Word36};

/// Known disagreements: record, section, reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("075-asm-macro-equals", "words", EQUALS_OF_NOTHING),
    ("075-asm-macro-equals", "console", EQUALS_OF_NOTHING),
    (
        "130-asm-error-insrt-missing",
        "console",
        "the record starts with the end of 129, and ends where \
        MIDAS waits for another name and is killed",
    ),
];

/// On pass 2 the name is expunged.
const EQUALS_OF_NOTHING: &str = "without a second name of EQUALS, MIDAS 458 (AEXPU1) \
    returns one routine too far up, and what its accumulators hold becomes a word";

/// Sections of a record that are compared.
const SECTIONS: &[&str] = &["words", "start", "symbols", "raw", "no-binary", "console", "listing"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/midas")
}

/// Name of a record, and the lines of each section.
type Record = (String, BTreeMap<String, String>);

fn records() -> Vec<Record> {
    let entries = std::fs::read_dir(folder()).expect("the records");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let named = paths.iter().filter_map(|path| Some((name(path)?, path)));
    let assembled = named.filter(|(name, _)| name.contains("-asm-"));
    assembled.map(|(name, path)| (name, sections(path))).collect()
}

fn sections(path: &Path) -> BTreeMap<String, String> {
    let text = String::from_utf8_lossy(&std::fs::read(path).expect("a record")).into_owned();
    let part = |part: &str| {
        let (name, lines) = part.split_once('\n').unwrap_or((part, ""));
        (name.to_owned(), format!("{lines}\n"))
    };
    text.split("\n== ").skip(1).map(part).collect()
}

/// Our results for a record's source, by section.
fn sections_here(name: &str, source: &str) -> BTreeMap<String, String> {
    let number = name.split('-').next().unwrap_or(name);
    let mut sources = Sources::new();
    let source = source.replace("<014>", "\x0c");
    let file = sources.add(&format!("t{number}.mid"), source.as_bytes());
    let (assembled, _) = assembler::midas(&mut sources, &[file], &Options::default(), &NoLibrary);
    let mut sections = BTreeMap::from([
        ("console".to_owned(), typed(&assembled.console)),
        ("listing".to_owned(), escaped(&assembled.listing)),
    ]);
    if assembled.file.is_empty() {
        sections.insert("no-binary".to_owned(), String::new());
        return sections;
    }
    sections.insert("raw".to_owned(), raw(&assembled));
    let (binary, _) = files::read_words(&assembled.file).expect(name);
    let Binary { start, symbols, .. } = &binary;
    sections.insert("words".to_owned(), words(&binary));
    sections.insert("start".to_owned(), format!("{start}\n"));
    sections.insert("symbols".to_owned(), symbols.iter().map(symbol).collect());
    sections
}

fn raw(assembled: &Assembled) -> String {
    let line = |(at, word): (usize, &Word36)| format!("{at:06o}: {word}\n");
    assembled.file.iter().enumerate().map(line).collect()
}

/// Blocks with their words; nine or more equal words are one line.
fn words(binary: &Binary) -> String {
    let mut text = String::new();
    for block in &binary.blocks {
        let _ = writeln!(text, "block {:06o} {:o}", block.address, block.words.len());
        let mut at = block.address;
        for run in block.words.chunk_by(|one, next| one == next) {
            let last = at + run.len() as u32 - 1;
            if run.len() > 8 {
                let _ = writeln!(text, "{at:06o}..{last:06o}: {}", run[0]);
            } else {
                for at in at..=last {
                    let _ = writeln!(text, "{at:06o}: {}", run[0]);
                }
            }
            at = last + 1;
        }
    }
    text
}

fn symbol(entry: &Entry) -> String {
    let flags = [
        (entry.flags.half_killed, "half-killed"),
        (entry.flags.killed, "killed"),
        (entry.flags.local, "local"),
        (entry.flags.global, "global"),
    ];
    let mut names: Vec<&str> =
        flags.iter().filter(|(set, _)| *set).map(|&(_, name)| name).collect();
    if names.is_empty() {
        names.push("-");
    }
    format!("{:<6} {} {}\n", entry.name, entry.value, names.join(" "))
}

/// Text on a terminal: tabs as spaces, control characters as numbers.
fn typed(text: &str) -> String {
    let (mut shown, mut column) = (String::new(), 0);
    for character in text.replace("\r\n", "\n").chars() {
        match character {
            '\t' => {
                let width = 8 - column % 8;
                shown.extend(std::iter::repeat_n(' ', width));
                column += width;
            }
            '\n' => {
                shown.push('\n');
                column = 0;
            }
            _ => {
                shown.push(character);
                column += 1;
            }
        }
    }
    escaped(&shown)
}

fn escaped(text: &str) -> String {
    let escape = |character: char| match character {
        '\n' | '\t' => character.to_string(),
        '\0'..' ' | '\x7f' => format!("<{:03o}>", character as u32),
        _ => character.to_string(),
    };
    text.replace("\r\n", "\n").chars().map(escape).collect()
}

/// Lines to compare: without trailing spaces, without empty lines at the end, and without MIDAS's
/// time, which other text may precede.
fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let line = line.find("Run time = ").map_or(line, |at| &line[..at]);
        line.trim_end().to_owned()
    };
    let mut lines: Vec<String> = text.lines().map(line).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// First line that differs, if any.
fn difference(here: &str, there: &str) -> Option<String> {
    let (here, there) = (lines(here), lines(there));
    let at = (0..here.len().max(there.len())).find(|&at| here.get(at) != there.get(at))?;
    let show = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "nothing".to_owned());
    Some(format!("line {}\n    here  {:?}\n    there {:?}", at + 1, show(&here), show(&there)))
}

/// Replays the records whose names start with this group.
fn replay(group: &str) {
    let mut records = records();
    records.retain(|(name, _)| group_of(name) == group);
    let listed: BTreeSet<(&str, &str)> = EXCEPTIONS
        .iter()
        .filter(|(name, ..)| group_of(name) == group)
        .map(|&(name, section, _)| (name, section))
        .collect();
    let (mut needed, mut unlisted) = (BTreeSet::new(), Vec::new());
    let mut score: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for (name, there) in &records {
        let here = sections_here(name, &there["source"]);
        for &section in SECTIONS {
            let Some(expected) = there.get(section) else { continue };
            let (agreed, all) = score.entry(section).or_default();
            *all += 1;
            let difference = match here.get(section) {
                Some(found) => difference(found, expected),
                None => Some(format!("there is no {section} here")),
            };
            match difference {
                None => *agreed += 1,
                Some(_) if listed.contains(&(name.as_str(), section)) => {
                    needed.insert((name.as_str(), section));
                }
                Some(difference) => unlisted.push(format!("{name} {section}: {difference}")),
            }
        }
    }
    for (section, (agreed, all)) in &score {
        println!("{section}: {agreed} of {all} agree");
    }
    println!("{} records, {} exceptions, {} unlisted", records.len(), needed.len(), unlisted.len());
    let stale: Vec<_> = listed.iter().filter(|row| !needed.contains(*row)).collect();
    assert!(unlisted.is_empty(), "not in the table:\n{}", unlisted.join("\n"));
    assert!(stale.is_empty(), "no longer needed in the table: {stale:?}");
}

/// Third part of a name such as `045-asm-macro-define`.
fn group_of(name: &str) -> &str {
    name.split('-').nth(2).unwrap_or("")
}

macro_rules! groups {
    ($($group:ident)*) => {
        $(
            #[test]
            fn $group() {
                replay(stringify!($group).trim_end_matches('_'));
            }
        )*

        #[test]
        fn every_record_is_in_a_group() {
            let groups = [$(stringify!($group).trim_end_matches('_')),*];
            for (name, _) in records() {
                assert!(groups.contains(&group_of(&name)), "{name}");
            }
        }
    };
}

groups!(expr radix text literal variab macro_ byte loc sym error title word prog cond);
