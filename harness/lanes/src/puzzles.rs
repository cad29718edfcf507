//! Puzzles on command lines: sets, and some puzzles of a set.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::golden;
use crate::lane::Lane;
use crate::root::Root;

/// Puzzle set, or some puzzles of it: `easy`, `easy:3`, `9x9:1-20,40`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzles {
    /// Set, a file of `golden/puzzles`.
    pub set: String,
    /// First and last numbers, from 1; empty for all.
    pub numbers: Vec<RangeInclusive<usize>>,
}

impl FromStr for Puzzles {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((set, numbers)) = text.split_once(':') else {
            return Ok(Puzzles { set: text.to_owned(), numbers: Vec::new() });
        };
        let numbers = numbers.split(',').map(range).collect::<Option<Vec<_>>>();
        let numbers = numbers.filter(|_| !set.is_empty()).ok_or_else(|| {
            "expected a set, or some of its puzzles, such as 9x9, 9x9:17 or 9x9:1-20,40".to_owned()
        })?;
        Ok(Puzzles { set: set.to_owned(), numbers })
    }
}

/// Parses `7` or `7-9`.
fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some(first..=last)
}

impl fmt::Display for Puzzles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&asmkit::plain_name(&self.set))?;
        for (at, numbers) in self.numbers.iter().enumerate() {
            let (first, last) = (numbers.start(), numbers.end());
            write!(f, "{}{first}", if at == 0 { ':' } else { ',' })?;
            if first != last {
                write!(f, "-{last}")?;
            }
        }
        Ok(())
    }
}

/// Chosen numbers of a set; empty if it is not chosen, or chosen as a whole.
pub(crate) fn numbers_of(chosen: &[Puzzles], set: &str) -> Vec<RangeInclusive<usize>> {
    let of_set = || chosen.iter().filter(|chosen| chosen.set == set);
    if of_set().any(|chosen| chosen.numbers.is_empty()) {
        return Vec::new();
    }
    of_set().flat_map(|chosen| chosen.numbers.iter().cloned()).collect()
}

/// Checks that these lanes run the chosen sets.
///
/// # Errors
/// An error message with the sets that exist, or that these lanes run.
pub(crate) fn check_sets(root: &Root, lanes: &[Lane], chosen: &[Puzzles]) -> Result<(), String> {
    let mut run: Vec<&str> =
        lanes.iter().flat_map(|lane| lane.sets.iter().map(String::as_str)).collect();
    run.sort_unstable();
    run.dedup();
    let Some(none) = chosen.iter().find(|chosen| !run.contains(&chosen.set.as_str())) else {
        return Ok(());
    };
    let shown = asmkit::plain_name(&none.set);
    if !none.set.contains(['/', '\\']) && root.has(&golden::puzzles_file(&none.set)) {
        let run = run.join(", ");
        return Err(format!("none of these lanes runs the puzzle set `{shown}`; they run {run}"));
    }
    let near = asmkit::nearest(&none.set, run.iter().copied());
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(format!("unknown puzzle set `{shown}`; these lanes run {}{near}", run.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_a_set_or_some_of_it() {
        let read = |text: &str| text.parse::<Puzzles>().map(|puzzles| puzzles.to_string());
        for text in ["easy", "easy:3", "9x9:1-20", "9x9:1-20,40,7-9"] {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
        for wrong in [
            "easy:",
            "easy:0",
            "easy:3-2",
            "easy:-3",
            "easy:1-x",
            "easy:99999999999999999999",
            "easy:1,",
            "easy:1,,2",
            ":1",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_whole_set_is_more_than_some_of_it() {
        let read = |text: &[&str]| -> Vec<Puzzles> {
            text.iter().map(|text| text.parse().unwrap()).collect()
        };
        assert_eq!(numbers_of(&read(&["a:1", "b:9", "a:3-4"]), "a"), [1..=1, 3..=4]);
        assert_eq!(numbers_of(&read(&["a:1", "a"]), "a"), []);
    }
}
