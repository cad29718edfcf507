//! `>` and `<` as a name: the newest or oldest file.

use super::FileName;
use crate::text;

/// Rank of a name among versions, as in ITS: the part up to its last digit, as a number of SIXBIT
/// characters, then the rest. Names without digits come first.
///
/// Source: ITS, `DISK 1228`, from `QLOOK` to `QLOOK7`.
fn rank(name: &str) -> (u64, u64) {
    let number = name.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
    let (number, rest) = name.split_at(number);
    (right_adjusted(number), right_adjusted(rest))
}

fn right_adjusted(name: &str) -> u64 {
    let codes = name.bytes().filter_map(text::sixbit_code);
    codes.fold(0, |number, code| number << 6 | u64::from(code))
}

/// The wildcard name of the two, and whether it selects the newest.
fn wildcard(name: &FileName) -> Option<(Part, bool)> {
    let special = |name: &str| matches!(name, ">" | "<");
    match (special(&name.first), special(&name.second)) {
        (true, false) => Some((Part::First, name.first == ">")),
        (false, true) => Some((Part::Second, name.second == ">")),
        _ => None,
    }
}

#[derive(Clone, Copy)]
enum Part {
    First,
    Second,
}

impl Part {
    /// The varying part and the fixed part.
    fn of(self, name: &FileName) -> (&str, &str) {
        match self {
            Part::First => (&name.first, &name.second),
            Part::Second => (&name.second, &name.first),
        }
    }
}

impl FileName {
    /// File that a program opens for reading with this name, among all existing ones.
    ///
    /// `>` is the highest version and `<` the lowest, as either name; a name without digits is the
    /// lowest version for `>` and the highest for `<`. Two wildcards match no file.
    #[must_use]
    pub fn choose<'a>(
        &self,
        existing: impl IntoIterator<Item = &'a FileName>,
    ) -> Option<&'a FileName> {
        let mut here = existing.into_iter().filter(|other| other.directory == self.directory);
        let Some((part, newest)) = wildcard(self) else {
            return here.find(|&other| other == self);
        };
        let alike = here.filter(|other| part.of(other).1 == part.of(self).1);
        if newest {
            alike.max_by_key(|other| rank(part.of(other).0))
        } else {
            alike.min_by_key(|other| {
                let (number, rest) = rank(part.of(other).0);
                (if number == 0 { u64::MAX } else { number }, rest)
            })
        }
    }

    /// Name of a file opened for writing: `>` and `<` become the version after the highest, or 1.
    ///
    /// Source: ITS, `DISK 1228`, from `QFNG1`.
    #[must_use]
    pub fn next<'a>(&self, existing: impl IntoIterator<Item = &'a FileName>) -> FileName {
        let Some((part, _)) = wildcard(self) else { return self.clone() };
        let mut newest = self.clone();
        match part {
            Part::First => newest.first = ">".to_owned(),
            Part::Second => newest.second = ">".to_owned(),
        }
        let next = newest.choose(existing).map_or("1".to_owned(), |name| after(part.of(name).0));
        match part {
            Part::First => FileName { first: next, ..newest },
            Part::Second => FileName { second: next, ..newest },
        }
    }
}

/// The next version: increments the digits and drops what follows them.
///
/// If six characters are full, the carry replaces the character before the digits with 1.
fn after(name: &str) -> String {
    let end = name.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
    let start = name[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    let (front, digits) = (&name[..start], &name[start..end]);
    let next = digits.parse::<u32>().map_or(1, |number| number + 1);
    let next = format!("{next:0width$}", width = digits.len());
    if front.len() + next.len() <= super::NAME_CHARS {
        format!("{front}{next}")
    } else if front.is_empty() {
        "0".repeat(digits.len())
    } else {
        format!("{}{next}", &front[..front.len() - 1])
    }
}
