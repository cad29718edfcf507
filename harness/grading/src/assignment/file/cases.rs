//! Groups of cases in the file `assignment.toml`.

use serde::Deserialize;
use toml::Spanned;

use super::{Reader, values};
use crate::assignment::{Argument, Boards, CasesOf, Contract, GroupRow};
use crate::cases::{self, CaseRow, ExpectedResult};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CasesRow {
    name: String,
    #[serde(default = "one")]
    share: u32,
    hidden_until: Option<String>,
    vary: Option<Spanned<VaryTable>>,
    #[serde(default)]
    every: bool,
    draw: Option<u32>,
    from: Option<Boards>,
    rows: Option<Vec<Spanned<FunctionCaseRow>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FunctionCaseRow {
    #[serde(default)]
    arguments: Vec<toml::Value>,
    result: Option<toml::Value>,
    input: Option<String>,
    output: Option<String>,
}

/// Variation of cases for each submission.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VaryTable {
    Draw,
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
    pub(super) fn group(
        &mut self,
        row: &Spanned<CasesRow>,
        contract: &Contract,
        word_bits: u32,
    ) -> GroupRow {
        let arguments = &contract.arguments;
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
            self.wrong(at.clone(), format!("`{date}` is not a date such as 2026-12-01"));
        }
        let from = if let Some(rows) = &cases.rows {
            let rows = rows.iter().filter_map(|row| self.row(row, (contract, word_bits)));
            CasesOf::Rows(rows.collect())
        } else if let Some(count) = cases.draw {
            if count == 0 || count > MOST_DRAWN {
                self.wrong(at, format!("1 to {MOST_DRAWN} cases can be drawn, not {count}"));
            }
            CasesOf::Draw {
                count: count.min(MOST_DRAWN),
                from: cases.from.unwrap_or(Boards::Puzzles),
            }
        } else {
            let all = cases::count_of_all(arguments);
            if all.is_none_or(|all| all > MOST_OF_ALL) {
                let why = format!(
                    "every = true would be more than {MOST_OF_ALL} cases: use draw = COUNT"
                );
                self.wrong(at, why);
            }
            CasesOf::Every
        };
        let (name, hidden_until) = (cases.name.clone(), cases.hidden_until.clone());
        let is_redrawn = cases.vary.is_some();
        if let Some(vary) = cases.vary.as_ref().filter(|_| cases.draw.is_none()) {
            let VaryTable::Draw = vary.get_ref();
            let why = "only drawn cases vary: give `draw = COUNT`";
            self.wrong(vary.span(), why);
        }
        GroupRow { name, share: cases.share, hidden_until, is_redrawn, cases: from }
    }

    fn row(
        &mut self,
        row: &Spanned<FunctionCaseRow>,
        (contract, word_bits): (&Contract, u32),
    ) -> Option<CaseRow> {
        let (at, row) = (row.span(), row.get_ref());
        let mistakes = self.mistakes.len();
        let is_written = |argument: &&Argument| !matches!(argument, Argument::Size(..));
        let arguments: Vec<&Argument> = contract.arguments.iter().filter(is_written).collect();
        if row.arguments.len() != arguments.len() {
            let sizes = if arguments.len() < contract.arguments.len() {
                " to write: sizes follow"
            } else {
                ""
            };
            let why = format!(
                "this case has {} arguments, and the function {}{sizes}",
                row.arguments.len(),
                arguments.len()
            );
            self.wrong(at, why);
            return None;
        }
        let mut values = Vec::new();
        for (value, argument) in row.arguments.iter().zip(arguments) {
            let read = values::read(value, *argument);
            if read.is_none() {
                let (noun, written) = (argument.noun(), argument.written());
                self.wrong(at.clone(), format!("`{value}` does not fit the {noun}: {written}"));
            }
            values.extend(read);
        }
        let result = row.result.as_ref().and_then(|value| {
            let read = values::result(value, contract.gives, contract.tolerance, word_bits);
            if read.is_none() {
                let written = values::written(contract.gives);
                self.wrong(at.clone(), format!("`{value}` does not fit the result: {written}"));
            }
            read
        });
        if row.output.is_some() && !contract.prints {
            self.wrong(at.clone(), "the function does not print: set `prints = true`");
        }
        if row.input.is_some() && contract.reads.is_none() {
            self.wrong(at, "the function does not read: set `input = []`");
        }
        let written = ExpectedResult { result, output: row.output.clone() };
        let input = row.input.clone().unwrap_or_default();
        (mistakes == self.mistakes.len()).then_some(CaseRow { values, input, written })
    }
}

/// Whether this is written as a date, such as `2026-12-01`.
pub(crate) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_number = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|b| b.is_ascii_digit())
    };
    matches!(parts[..], [y, m, d] if is_number(y, 4) && is_number(m, 2) && is_number(d, 2))
}
