//! Lines of two functions side by side.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::prints::{DEPTHS, Prints};

/// A line of one function and the line of the other that computes the same, if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlignedLines {
    /// The numbers of the lines, from 1.
    pub numbers: [Option<u32>; 2],
    /// The lines as they are.
    pub texts: [String; 2],
}

/// The lines of two functions that others can see something of, those of the first in their order; lines
/// of the second that are like none come where they are.
pub(super) fn aligned(prints: [&Prints; 2], texts: [&str; 2]) -> Vec<AlignedLines> {
    let [first, second] = prints.map(|prints| &prints.lines);
    let found = like(first, second);
    let texts = texts.map(|text| text.replace("\r\n", "\n").replace('\r', "\n"));
    let lines = [0, 1].map(|side| texts[side].split('\n').collect::<Vec<&str>>());
    let text = |side: usize, number: Option<u32>| {
        let line = number.and_then(|number| lines[side].get(number as usize - 1));
        line.map_or_else(String::new, |line| line.trim().to_owned())
    };
    let row = |numbers: [Option<u32>; 2]| AlignedLines {
        numbers,
        texts: [text(0, numbers[0]), text(1, numbers[1])],
    };
    let used: BTreeSet<u32> = found.values().copied().collect();
    let mut left: BTreeSet<u32> =
        second.keys().copied().filter(|number| !used.contains(number)).collect();
    let mut rows = Vec::new();
    for &number in first.keys() {
        let other = found.get(&number).copied();
        rows.push(row([Some(number), other]));
        let following = other.into_iter().flat_map(|other| other + 1..);
        let following: Vec<u32> = following.take_while(|next| left.remove(next)).collect();
        rows.extend(following.into_iter().map(|next| row([None, Some(next)])));
    }
    rows.extend(left.into_iter().map(|number| row([None, Some(number)])));
    rows
}

/// Which line of the second each line of the first is like: those that are alike to the greatest depth first.
fn like(first: &BTreeMap<u32, Vec<u64>>, second: &BTreeMap<u32, Vec<u64>>) -> BTreeMap<u32, u32> {
    let mut found: BTreeMap<u32, u32> = BTreeMap::new();
    let mut used: BTreeSet<u32> = BTreeSet::new();
    for depth in (0..usize::from(DEPTHS)).rev() {
        let at_depth = |prints: &Vec<u64>| -> Vec<u64> {
            prints.iter().skip(depth).step_by(DEPTHS.into()).copied().collect()
        };
        let mut who: BTreeMap<u64, VecDeque<u32>> = BTreeMap::new();
        for (&number, prints) in second.iter().filter(|(number, _)| !used.contains(number)) {
            for print in at_depth(prints) {
                who.entry(print).or_default().push_back(number);
            }
        }
        for (&number, prints) in first {
            if found.contains_key(&number) {
                continue;
            }
            for print in at_depth(prints).into_iter().rev() {
                let Some(lines) = who.get_mut(&print) else { continue };
                while lines.front().is_some_and(|line| used.contains(line)) {
                    lines.pop_front();
                }
                if let Some(other) = lines.pop_front() {
                    used.insert(other);
                    found.insert(number, other);
                    break;
                }
            }
        }
    }
    found
}
