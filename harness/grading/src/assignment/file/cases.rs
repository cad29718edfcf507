//! Groups of cases in the file `assignment.toml`.

use serde::Deserialize;
use toml::Spanned;

use super::Reader;
use crate::assignment::{Argument, Boards, CasesOf, GroupRow};
use crate::cases;
use crate::value::{self, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CasesRow {
    name: String,
    #[serde(default = "one")]
    share: u32,
    hidden_until: Option<String>,
    #[serde(default)]
    every: bool,
    draw: Option<u32>,
    from: Option<Boards>,
    rows: Option<Vec<Spanned<Row>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Row {
    arguments: Vec<toml::Value>,
    result: Option<i64>,
}

fn one() -> u32 {
    1
}

/// Most cases of a group that is written as `every = true`.
const MOST_OF_ALL: u64 = 100_000;

/// Most cases of a group that is written as `draw`.
pub(super) const MOST_DRAWN: u32 = 10_000;

impl Reader<'_> {
    /// A group of a function's cases.
    pub(super) fn group(&mut self, row: &Spanned<CasesRow>, arguments: &[Argument]) -> GroupRow {
        let (at, cases) = (row.span(), row.get_ref());
        let given = [cases.every, cases.draw.is_some(), cases.rows.is_some()];
        if given.iter().filter(|&&given| given).count() != 1 {
            self.wrong(
                at.clone(),
                format!("`{}` needs one of: every = true, draw = COUNT, rows = [..]", cases.name),
            );
        }
        if let Some(date) = &cases.hidden_until
            && !is_date(date)
        {
            self.wrong(at.clone(), format!("`{date}` is no date such as 2026-12-01"));
        }
        let from = if let Some(rows) = &cases.rows {
            CasesOf::Rows(rows.iter().filter_map(|row| self.row(row, arguments)).collect())
        } else if let Some(count) = cases.draw {
            if count == 0 || count > MOST_DRAWN {
                self.wrong(at, format!("1 to {MOST_DRAWN} cases can be drawn, and not {count}"));
            }
            CasesOf::Draw {
                count: count.min(MOST_DRAWN),
                from: cases.from.unwrap_or(Boards::Puzzles),
            }
        } else {
            let all = cases::count_of_all(arguments);
            if all.is_none_or(|all| all > MOST_OF_ALL) {
                let why = format!(
                    "every = true would be more than {MOST_OF_ALL} cases: draw some, with draw = COUNT"
                );
                self.wrong(at, why);
            }
            CasesOf::Every
        };
        let (name, hidden_until) = (cases.name.clone(), cases.hidden_until.clone());
        GroupRow { name, share: cases.share, hidden_until, cases: from }
    }

    fn row(
        &mut self,
        row: &Spanned<Row>,
        arguments: &[Argument],
    ) -> Option<(Vec<Value>, Option<i64>)> {
        let given = &row.get_ref().arguments;
        if given.len() != arguments.len() {
            let why = format!(
                "this case has {} arguments, and the function {}",
                given.len(),
                arguments.len()
            );
            self.wrong(row.span(), why);
            return None;
        }
        let mut values = Vec::new();
        for (value, &argument) in given.iter().zip(arguments) {
            match read_value(value, argument) {
                Some(value) => values.push(value),
                None => {
                    let why = format!("`{value}` is no {}: {}", argument.noun(), wanted(argument));
                    self.wrong(row.span(), why);
                }
            }
        }
        (values.len() == arguments.len()).then_some((values, row.get_ref().result))
    }
}

fn read_value(value: &toml::Value, argument: Argument) -> Option<Value> {
    match argument {
        Argument::Cell => value.as_str().and_then(value::read_cell).map(Value::Cell),
        Argument::Board => value.as_str().and_then(value::read_board).map(Value::Board),
        Argument::Place => {
            let index = usize::try_from(value.as_integer()?).ok()?;
            (index < value::CELLS).then_some(Value::Place(index))
        }
        Argument::Int(low, high) => integer(value, low, high).map(Value::Int),
        Argument::Words(count, low, high) => {
            let all = value.as_array().filter(|all| all.len() == usize::from(count))?;
            let numbers: Option<Vec<i64>> =
                all.iter().map(|value| integer(value, low, high)).collect();
            numbers.map(Value::Words)
        }
        Argument::Text(most) => {
            let text = value.as_str().filter(|text| text.len() <= usize::from(most))?;
            let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            is_plain.then(|| Value::Text(text.to_owned(), most))
        }
    }
}

fn integer(value: &toml::Value, low: i64, high: i64) -> Option<i64> {
    value.as_integer().filter(|number| (low..=high).contains(number))
}

/// How a value of an argument is written.
fn wanted(argument: Argument) -> String {
    match argument {
        Argument::Cell => {
            "nine characters, each its digit or `.`, such as \"12..5....\"".to_owned()
        }
        Argument::Board => "81 characters, digits and `.`".to_owned(),
        Argument::Place => "the number of a cell, 0 to 80".to_owned(),
        Argument::Int(low, high) => format!("a number from {low} to {high}"),
        Argument::Words(count, low, high) => {
            format!("{count} numbers from {low} to {high}, such as [{low}, {high}, ...]")
        }
        Argument::Text(most) => format!("a text of at most {most} characters of ASCII"),
    }
}

/// Whether this is written as a date, such as `2026-12-01`.
pub(super) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_number = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|b| b.is_ascii_digit())
    };
    matches!(parts[..], [y, m, d] if is_number(y, 4) && is_number(m, 2) && is_number(d, 2))
}
