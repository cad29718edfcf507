//! Classic mistakes of a first course, each with the same program fixed.

use std::fs;
use std::path::Path;

use crate::support::{checked, lines};

/// Instructions of a run: more than any of the programs needs.
const MOST_INSTRS: u64 = 2_000_000;

/// A program with a mistake: its name, dialect, the line, and the code; none for a note.
struct Mistake(&'static str, &'static str, u32, Option<&'static str>);

const MISTAKES: &[Mistake] = &[
    Mistake("01-digit-sums.s", "mars", 16, Some("CC07")),
    Mistake("02-average.s", "mars", 9, Some("CC22")),
    Mistake("03-total-of-prices.s", "mars", 21, Some("CC08")),
    Mistake("04-sum-of-squares.s", "mars", 23, Some("CC03")),
    Mistake("05-largest.s", "mars", 8, None),
    Mistake("06-area.s", "mars", 11, Some("CC24")),
    Mistake("07-lowest-balance.s", "mars", 10, None),
    Mistake("08-square-numbers.s", "spim", 14, Some("CC06")),
    Mistake("09-vowels.s", "spim", 3, Some("CC22")),
    Mistake("10-factorials.s", "spim", 23, Some("CC01")),
    Mistake("11-countdown.s", "rars", 21, Some("CC03")),
    Mistake("12-table-of-squares.s", "rars", 13, Some("CC04")),
    Mistake("13-powers.s", "rars", 8, Some("CC07")),
    Mistake("14-ones.s", "rars", 22, Some("CC04")),
    Mistake("15-even-numbers.s", "rars", 29, Some("CC10")),
    Mistake("16-list-length.s", "venus", 9, Some("CC08")),
    Mistake("17-sum.s", "venus", 23, Some("CC25")),
    Mistake("18-fibonacci.s", "venus", 17, Some("CC14")),
    Mistake("19-product.mid", "midas", 11, Some("CC02")),
    Mistake("20-powers-of-two.mid", "midas", 13, Some("CC08")),
    Mistake("21-gcd.mid", "midas", 16, None),
    Mistake("22-warm-days.mid", "midas", 14, Some("CC22")),
    Mistake("23-two-lines.s", "gnu", 15, Some("CC23")),
    Mistake("24-signed-numbers.mid", "midas", 24, Some("CC03")),
    Mistake("25-freed-frame.s", "mars", 24, Some("CC02")),
    Mistake("26-odd-frame.s", "rars", 15, Some("CC12")),
    Mistake("27-list.s", "venus", 21, Some("CC22")),
    Mistake("28-squares.s", "gnu", 23, Some("CC22")),
    Mistake("29-page.mid", "midas", 16, Some("CC22")),
    Mistake("30-letters.asm", "lc3", 9, Some("CC03")),
    Mistake("31-sum.asm", "lc3", 6, Some("CC08")),
    Mistake("32-digits.asm", "lc3", 7, Some("CC04")),
    Mistake("33-total.s", "mos", 4, Some("CC08")),
    Mistake("34-copy.s", "ca65", 15, Some("CC08")),
    Mistake("35-count.s", "mos", 10, Some("CC08")),
];

/// Sources of a program: itself, and its library on the command line.
fn sources(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let read = |name: &str| {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        (path.to_string_lossy().into_owned(), text)
    };
    let library = name.starts_with("23").then(|| read("23-two-lines.lib.s"));
    [read(name)].into_iter().chain(library).collect()
}

fn found(name: &str, dialect: &str) -> (Vec<String>, bool) {
    let sources = sources(name);
    let named: Vec<(&str, &str)> = sources.iter().map(|(name, text)| (&**name, &**text)).collect();
    let input = if name.starts_with("06") { "12\n" } else { "" };
    let checked = checked(dialect, &named, input, MOST_INSTRS).expect("it assembles");
    let is_clean = checked.report.is_clean() && checked.report.cause.is_none();
    (lines(&checked.report), is_clean)
}

#[test]
fn every_classic_mistake_is_reported_with_its_line() {
    for &Mistake(name, dialect, line, code) in MISTAKES {
        let (lines, is_clean) = found(name, dialect);
        let first = lines.first().unwrap_or_else(|| panic!("{name}: nothing found"));
        let is_named = [format!("{line}: "), format!("line {line} "), format!("line {line};")];
        let is_named = is_named.iter().any(|form| first.contains(form.as_str()));
        assert!(is_named, "{name}: line {line} is not in {lines:#?}");
        assert_eq!(is_clean, code.is_none(), "{name}: {lines:#?}");
        if let Some(code) = code {
            assert!(first.contains(&format!("[{code}]")), "{name}: {lines:#?}");
        }
    }
}

#[test]
fn every_fixed_program_is_clean() {
    for &Mistake(name, dialect, ..) in MISTAKES {
        let (base, ending) = name.rsplit_once('.').unwrap();
        let fixed = format!("{base}.fixed.{ending}");
        let (lines, _) = found(&fixed, dialect);
        assert_eq!(lines, Vec::<String>::new(), "{fixed}");
    }
}
