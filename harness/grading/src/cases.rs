//! Cases: rows of a file, all values there are, or drawn with a seed.

mod boards;
mod draw;

use reference::Random;

use crate::assignment::{Argument, CasesOf, Contract, ElementCount, GroupRow, Item};
use crate::value::{Answer, CELLS, Number, OPEN, Value};

/// Arguments of one call, and the expected result if the assignment has it.
#[derive(Debug, Clone)]
pub struct Case {
    /// As `--case` takes it: the group's number, from 1, and the case's within it.
    pub id: String,
    /// Its group, by index.
    pub group: usize,
    /// The arguments.
    pub values: Vec<Value>,
    /// Its input.
    pub input: Vec<u8>,
    /// The result and the output as the file has them.
    pub written: ExpectedResult,
}

/// Expected behaviour, as the assignment has it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ExpectedResult {
    /// Its result.
    pub result: Option<Answer>,
    /// Its output.
    pub output: Option<String>,
}

/// A case as a row of the file has it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CaseRow {
    /// The arguments.
    pub values: Vec<Value>,
    /// Its input.
    pub input: String,
    /// Its contract.
    pub written: ExpectedResult,
}

/// All cases of groups, in their order.
#[must_use]
pub fn of(groups: &[GroupRow], contract: &Contract, seed: u64) -> Vec<Case> {
    let numbered = groups.iter().enumerate();
    let cases = numbered.flat_map(|(number, group)| {
        of_group(group, number, contract, seed ^ (number as u64 + 1) << 32)
    });
    cases.collect()
}

/// The cases of a group, of this number from 0.
#[must_use]
pub fn of_group(group: &GroupRow, number: usize, contract: &Contract, seed: u64) -> Vec<Case> {
    let arguments = &contract.arguments;
    let rows: Vec<CaseRow> = match &group.cases {
        CasesOf::Every => every(arguments).into_iter().map(CaseRow::of).collect(),
        CasesOf::Rows(rows) => rows.clone(),
        CasesOf::Draw { count, from } => {
            let mut random = Random::new(seed);
            let reads = contract.reads.as_deref().unwrap_or_default();
            draw::rows(arguments, reads, *count, *from, &mut random)
        }
    };
    let cases = rows.into_iter().enumerate().map(|(at, row)| Case {
        id: format!("{}.{}", number + 1, at + 1),
        group: number,
        values: with_sizes(arguments, row.values),
        input: row.input.into_bytes(),
        written: row.written,
    });
    cases.collect()
}

impl CaseRow {
    fn of(values: Vec<Value>) -> Self {
        CaseRow { values, ..CaseRow::default() }
    }
}

/// Values of these kinds for the case of a number: first the edges, then any.
pub(crate) fn drawn(arguments: &[Argument], number: usize, random: &mut Random) -> Vec<Value> {
    with_sizes(arguments, draw::values(arguments, number, random))
}

/// The values with those in between that follow from others.
fn with_sizes(arguments: &[Argument], values: Vec<Value>) -> Vec<Value> {
    let mut given = values.into_iter();
    let mut all: Vec<Option<Value>> = arguments
        .iter()
        .map(|argument| match argument {
            Argument::Size(..) => None,
            _ => given.next(),
        })
        .collect();
    for (at, argument) in arguments.iter().enumerate() {
        if let Argument::Size(side, of) = *argument {
            let size = all.get(of).and_then(Option::as_ref).map_or(0, |value| value.size(side));
            all[at] = Some(Value::Number(Number::Int(size)));
        }
    }
    all.into_iter().flatten().collect()
}

/// Every value of every argument with every other's, sizes left out.
fn every(arguments: &[Argument]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for argument in arguments {
        let values: Vec<Value> = match *argument {
            Argument::Cell => (0..=OPEN).map(Value::Cell).collect(),
            Argument::Number(item) => {
                numbers(item).map(|number| Value::Number(Number::Int(number))).collect()
            }
            Argument::Place => (0..CELLS).map(Value::Place).collect(),
            Argument::Array { count, item, .. } => {
                let arrays = sequences(count, item).into_iter();
                arrays.map(|all| Value::Array(all.into_iter().map(Number::Int).collect())).collect()
            }
            Argument::List(nodes) => {
                sequences(nodes.count, nodes.item).into_iter().map(Value::List).collect()
            }
            Argument::Size(..) => continue,
            _ => Vec::new(),
        };
        let with = |row: &Vec<Value>| {
            let row = row.clone();
            values.clone().into_iter().map(move |value| [row.clone(), vec![value]].concat())
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn numbers(item: Item) -> std::ops::RangeInclusive<i64> {
    item.low.int()..=item.high.int()
}

/// Every sequence of numbers, short ones first.
fn sequences(count: ElementCount, item: Item) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    let mut longest = vec![Vec::new()];
    for length in 0..=count.high {
        if length > 0 {
            let with = |row: &Vec<i64>| {
                let row = row.clone();
                numbers(item).map(move |number| [row.as_slice(), &[number]].concat())
            };
            longest = longest.iter().flat_map(with).collect();
        }
        if length >= count.low {
            all.extend(longest.iter().cloned());
        }
    }
    all
}

/// Number of cases with all combinations of argument values; none if it is too large to count.
#[must_use]
pub fn count_of_all(arguments: &[Argument]) -> Option<u64> {
    arguments.iter().try_fold(1u64, |all, argument| {
        let values = match *argument {
            Argument::Cell => u64::from(OPEN) + 1,
            Argument::Number(item) => count_of_numbers(item)?,
            Argument::Place => CELLS as u64,
            Argument::Size(..) => 1,
            Argument::Array { count, item, is_sorted: false } => count_of_sequences(count, item)?,
            Argument::List(nodes) if !nodes.is_sorted => {
                count_of_sequences(nodes.count, nodes.item)?
            }
            _ => return None,
        };
        all.checked_mul(values)
    })
}

fn count_of_numbers(item: Item) -> Option<u64> {
    let span = item.high.int().abs_diff(item.low.int()).saturating_add(1);
    (!item.width.is_real()).then_some(span)
}

fn count_of_sequences(count: ElementCount, item: Item) -> Option<u64> {
    let numbers = count_of_numbers(item)?;
    (count.low..=count.high)
        .try_fold(0u64, |all, length| all.checked_add(numbers.checked_pow(length.into())?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::Boards;

    fn cases(names: &[&str], cases: CasesOf) -> Vec<Case> {
        let arguments = names.iter().map(|name| Argument::named(name).expect("a kind"));
        let contract = Contract::plain("f", arguments.collect());
        of(&[GroupRow::plain(cases)], &contract, 7)
    }

    fn drawn(names: &[&str], count: u32) -> Vec<String> {
        let cases = cases(names, CasesOf::Draw { count, from: Boards::Puzzles });
        let shown = cases.iter().map(|case| {
            let values: Vec<String> = case.values.iter().map(ToString::to_string).collect();
            values.join(" ")
        });
        shown.collect()
    }

    #[test]
    fn every_cell_and_digit_is_a_case_once() {
        let cases = cases(&["cell", "digit"], CasesOf::Every);
        assert_eq!(cases.len(), 512 * 9);
        let mut seen: Vec<String> =
            cases.iter().map(|case| format!("{} {}", case.values[0], case.values[1])).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 512 * 9);
    }

    #[test]
    fn every_list_of_few_numbers_is_a_case() {
        let names = ["list 2 0..1", "length 1"];
        let kinds = names.map(|name| Argument::named(name).expect("a kind"));
        assert_eq!(count_of_all(&kinds), Some(7));
        let cases = cases(&names, CasesOf::Every);
        let shown = cases.iter().map(|case| format!("{} {}", case.values[0], case.values[1]));
        let shown: Vec<String> = shown.collect();
        assert_eq!(shown[..4], ["[] 0", "[0] 1", "[1] 1", "[0, 0] 2"]);
        assert_eq!(count_of_all(&[Argument::named("float 0..1").expect("a kind")]), None);
    }

    #[test]
    fn edges_are_drawn_first() {
        let numbers = drawn(&["int -7..50"], 20);
        assert_eq!(numbers[..5], ["-7", "50", "0", "1", "-1"]);
        let lists = drawn(&["list 6 -9..9"], 30);
        assert_eq!(lists[..3], ["[]", "[-9]", "[9]"]);
        assert!(lists.iter().any(|list| list.matches(',').count() == 5), "the longest, too");
        let arrays = drawn(&["words 1..4 3..5", "length 1"], 9);
        assert_eq!(arrays[..2], ["[3] 1", "[5] 1"]);
        let [shortest, longest] =
            [0, 4].map(|count| arrays.iter().any(|it| it.ends_with(&format!(" {count}"))));
        assert!(!shortest && longest, "{arrays:?}");
        let texts = drawn(&["text 3"], 9);
        assert_eq!(texts[0], "\"\"");
        let trees = drawn(&["tree 3 1..9 sorted"], 9);
        assert_eq!(trees[..3], ["[]", "[1]", "[9]"]);
        assert!(trees.iter().any(|tree| tree.contains("[], [")), "a chain to the right: {trees:?}");
    }

    #[test]
    fn numbers_of_any_width_are_drawn_within_their_span() {
        for span in
            ["int64 -9000000000..9000000000", "int64 -9223372036854775808..9223372036854775807"]
        {
            let numbers = drawn(&[span], 30);
            let is_wide = |text: &String| text.trim_start_matches('-').len() > 9;
            assert!(numbers.iter().filter(|text| is_wide(text)).count() > 20, "{numbers:?}");
        }
        for text in drawn(&["float -2.5..2.5"], 40) {
            let number: f64 = text.parse().expect("a number");
            assert!(
                (-2.5..=2.5).contains(&number) && number * 8.0 == (number * 8.0).round(),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_sorted_rises_in_every_case() {
        for text in drawn(&["words 0..8 -5..5 sorted"], 40) {
            let numbers = text.trim_matches(['[', ']']).split(", ").filter(|part| !part.is_empty());
            let numbers: Vec<i64> = numbers.map(|part| part.parse().expect("a number")).collect();
            assert!(numbers.is_sorted(), "{text}");
        }
    }
}
