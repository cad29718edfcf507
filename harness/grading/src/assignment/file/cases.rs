//! Groups of cases in the file `assignment.toml`.

use reference::symmetry::Kind;
use reference::{Outcome, Puzzle, Size, solve};
use serde::Deserialize;
use toml::Spanned;

use super::{Reader, values};
use crate::assignment::{Argument, Boards, CasesOf, Contract, GroupRow};
use crate::cases::{self, CaseRow, Written};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CasesRow {
    name: String,
    #[serde(default = "one")]
    share: u32,
    hidden_until: Option<String>,
    vary: Option<Spanned<Vary>>,
    #[serde(default)]
    every: bool,
    draw: Option<u32>,
    from: Option<Boards>,
    rows: Option<Vec<Spanned<Row>>>,
    puzzles: Option<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Row {
    #[serde(default)]
    arguments: Vec<toml::Value>,
    result: Option<toml::Value>,
    input: Option<String>,
    output: Option<String>,
}

/// How cases are changed for each submission.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Vary {
    Relabel,
    Full,
    Draw,
}

fn one() -> u32 {
    1
}

/// Most cases of a group that is written as `every = true`.
const MOST_OF_ALL: u64 = 100_000;

/// Most cases of a group that is written as `draw`.
const MOST_DRAWN: u32 = 10_000;

impl Reader<'_> {
    /// A group of puzzles: each must be of the size, and have one solution.
    pub(super) fn puzzles(&mut self, row: &Spanned<CasesRow>, size: Size) -> GroupRow {
        let cases = row.get_ref();
        if cases.every || cases.rows.is_some() {
            self.wrong(row.span(), "a program's cases are `draw = COUNT` or `puzzles = [..]`");
        }
        for text in cases.puzzles.iter().flatten() {
            let puzzle: Result<Puzzle, _> = text.get_ref().parse();
            let why = match puzzle {
                Err(why) => why.to_string(),
                Ok(puzzle) if puzzle.size() != size => {
                    format!("it is a puzzle of another size than {0}x{0}", size.side())
                }
                Ok(puzzle) if !matches!(solve(&puzzle, 2), Outcome::One(_)) => {
                    "it has not exactly one solution".to_owned()
                }
                Ok(_) => continue,
            };
            self.wrong(text.span(), why);
        }
        let vary = cases.vary.as_ref().and_then(|vary| match vary.get_ref() {
            Vary::Relabel => Some(Kind::Relabel),
            Vary::Full => Some(Kind::Full),
            Vary::Draw => {
                let why = "puzzles vary by `relabel` or `full`: `draw` is for cases of functions";
                self.wrong(vary.span(), why);
                None
            }
        });
        GroupRow { vary, ..self.read_group(row, None) }
    }

    /// A group of a function's cases.
    pub(super) fn group(
        &mut self,
        row: &Spanned<CasesRow>,
        contract: &Contract,
        word_bits: u32,
    ) -> GroupRow {
        let cases = row.get_ref();
        let is_redrawn = cases.vary.is_some();
        if let Some(vary) = &cases.vary
            && (!matches!(vary.get_ref(), Vary::Draw) || cases.draw.is_none())
        {
            let why =
                "cases of functions vary by `vary = \"draw\"`, in a group with `draw = COUNT`";
            self.wrong(vary.span(), why);
        }
        GroupRow { is_redrawn, ..self.read_group(row, Some((contract, word_bits))) }
    }

    fn read_group(
        &mut self,
        row: &Spanned<CasesRow>,
        function: Option<(&Contract, u32)>,
    ) -> GroupRow {
        let arguments = function.map_or(&[][..], |(contract, _)| &contract.arguments);
        let (at, cases) = (row.span(), row.get_ref());
        let given =
            [cases.every, cases.draw.is_some(), cases.rows.is_some(), cases.puzzles.is_some()];
        if given.iter().filter(|&&given| given).count() != 1 {
            self.wrong(
                at.clone(),
                format!(
                    "`{}` needs one of: every = true, draw = COUNT, rows = [..], puzzles = [..]",
                    cases.name
                ),
            );
        }
        if let Some(date) = &cases.hidden_until
            && !is_date(date)
        {
            self.wrong(at.clone(), format!("`{date}` is not a date such as 2026-12-01"));
        }
        let from = if let Some(rows) = &cases.rows {
            let rows = rows.iter().filter_map(|row| self.row(row, function?));
            CasesOf::Rows(rows.collect())
        } else if let Some(puzzles) = &cases.puzzles {
            CasesOf::Puzzles(puzzles.iter().map(|puzzle| puzzle.get_ref().clone()).collect())
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
        GroupRow {
            name,
            share: cases.share,
            hidden_until,
            vary: None,
            is_redrawn: false,
            cases: from,
        }
    }

    fn row(
        &mut self,
        row: &Spanned<Row>,
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
                self.wrong(at.clone(), format!("`{value}` is not a {noun}: {written}"));
            }
            values.extend(read);
        }
        let result = row.result.as_ref().and_then(|value| {
            let read = values::result(value, contract.gives, contract.tolerance, word_bits);
            if read.is_none() {
                let written = values::written(contract.gives);
                self.wrong(at.clone(), format!("`{value}` is not a result: {written}"));
            }
            read
        });
        if row.output.is_some() && !contract.prints {
            self.wrong(at.clone(), "the function does not print: say `prints = true`");
        }
        if row.input.is_some() && contract.reads.is_none() {
            self.wrong(at, "the function does not read: say `input = []`");
        }
        let written = Written { result, output: row.output.clone() };
        let input = row.input.clone().unwrap_or_default();
        (mistakes == self.mistakes.len()).then_some(CaseRow { values, input, written })
    }
}

/// Whether this is written as a date, such as `2026-12-01`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_number = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|b| b.is_ascii_digit())
    };
    matches!(parts[..], [y, m, d] if is_number(y, 4) && is_number(m, 2) && is_number(d, 2))
}
