//! Cases: rows of a file, all values there are, or drawn with a seed.

use reference::{Puzzle, Random, Size, generate_with_givens};

use crate::assignment::{Argument, Boards, CasesOf, GroupRow};
use crate::value::{CELLS, OPEN, Value, only, read_board};

/// What a function is given once, and what a person wrote that it gives.
#[derive(Debug, Clone)]
pub struct Case {
    /// As `--case` takes it: the group's number, from 1, and the case's within it.
    pub id: String,
    /// Its group, by index.
    pub group: usize,
    /// The arguments.
    pub values: Vec<Value>,
    /// The result as the file has it.
    pub written: Option<i64>,
}

/// All cases of groups, in their order.
#[must_use]
pub fn of(groups: &[GroupRow], arguments: &[Argument], seed: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        let values: Vec<(Vec<Value>, Option<i64>)> = match &group.cases {
            CasesOf::Every => every(arguments).into_iter().map(|values| (values, None)).collect(),
            CasesOf::Rows(rows) => rows.clone(),
            CasesOf::Draw { count, from } => {
                let mut random = Random::new(seed ^ (number as u64 + 1) << 32);
                let drawn = (0..*count).map(|_| draw(arguments, *from, &mut random));
                drawn.map(|values| (values, None)).collect()
            }
        };
        cases.extend(values.into_iter().enumerate().map(|(at, (values, written))| Case {
            id: format!("{}.{}", number + 1, at + 1),
            group: number,
            values,
            written,
        }));
    }
    cases
}

/// Every value of every argument with every other's.
fn every(arguments: &[Argument]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for argument in arguments {
        let values: Vec<Value> = match *argument {
            Argument::Cell => (0..=OPEN).map(Value::Cell).collect(),
            Argument::Int(low, high) => (low..=high).map(Value::Int).collect(),
            Argument::Place => (0..CELLS).map(Value::Place).collect(),
            Argument::Board | Argument::Words(..) | Argument::Text(_) => Vec::new(),
        };
        let with = |row: &Vec<Value>| {
            let row = row.clone();
            values.clone().into_iter().map(move |value| [row.clone(), vec![value]].concat())
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

pub(crate) fn draw(arguments: &[Argument], from: Boards, random: &mut Random) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for argument in arguments {
        let value = match *argument {
            Argument::Cell => Value::Cell(random.below(usize::from(OPEN) + 1) as u16),
            Argument::Board => Value::Board(board(from, random)),
            Argument::Place => Value::Place(solved_place(&values, random)),
            Argument::Int(low, high) => Value::Int(between(low, high, random)),
            Argument::Words(count, low, high) => {
                Value::Words((0..count).map(|_| between(low, high, random)).collect())
            }
            Argument::Text(most) => {
                let length = random.below(usize::from(most) + 1);
                let text = (0..length).map(|_| CHARACTERS[random.below(CHARACTERS.len())]);
                Value::Text(text.map(char::from).collect(), most)
            }
        };
        values.push(value);
    }
    values
}

/// What drawn texts are made of.
const CHARACTERS: &[u8] = b" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn between(low: i64, high: i64, random: &mut Random) -> i64 {
    let count = usize::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(usize::MAX);
    low + random.below(count) as i64
}

/// How many cases every value of every argument with every other's makes; none where nobody counts them.
#[must_use]
pub fn count_of_all(arguments: &[Argument]) -> Option<u64> {
    arguments.iter().try_fold(1u64, |all, argument| {
        let values = match *argument {
            Argument::Cell => u64::from(OPEN) + 1,
            Argument::Int(low, high) => high.abs_diff(low).saturating_add(1),
            Argument::Place => CELLS as u64,
            Argument::Board | Argument::Words(..) | Argument::Text(_) => return None,
        };
        all.checked_mul(values)
    })
}

/// A solved cell of the last board, or any where none is.
fn solved_place(values: &[Value], random: &mut Random) -> usize {
    let board = values.iter().rev().find_map(|value| match value {
        Value::Board(cells) => Some(cells),
        _ => None,
    });
    let solved: Vec<usize> =
        board.map_or_else(Vec::new, |cells| (0..CELLS).filter(|&at| only(cells[at]) > 0).collect());
    if solved.is_empty() { random.below(CELLS) } else { solved[random.below(solved.len())] }
}

/// Givens of puzzles that are drawn: few enough to need several passes.
const GIVENS: [usize; 4] = [30, 32, 34, 38];

/// Puzzles looked at for one that elimination solves.
const MOST_TRIED: usize = 1000;

fn board(from: Boards, random: &mut Random) -> Vec<u16> {
    if from == Boards::Any {
        return (0..CELLS).map(|_| random.below(usize::from(OPEN) + 1) as u16).collect();
    }
    let mut begun = vec![OPEN; CELLS];
    let mut steps = Vec::new();
    for _ in 0..MOST_TRIED {
        let givens = GIVENS[random.below(GIVENS.len())];
        let generated = generate_with_givens(Size::Nine, random.next_u64(), givens);
        begun = open_board(&generated.puzzle);
        steps = elimination(begun.clone());
        if steps.last().is_some_and(|end| end.iter().all(|&cell| only(cell) > 0)) {
            break;
        }
    }
    match from {
        Boards::HalfSolved if !steps.is_empty() => steps.swap_remove(random.below(steps.len())),
        Boards::Solved => steps.pop().unwrap_or(begun),
        _ => begun,
    }
}

fn open_board(puzzle: &Puzzle) -> Vec<u16> {
    read_board(&puzzle.to_string()).unwrap_or_else(|| vec![OPEN; CELLS])
}

/// The board after each solved cell's digit was ruled out of its row, column and box, until nothing
/// changes: what the homework's solver does.
fn elimination(mut board: Vec<u16>) -> Vec<Vec<u16>> {
    let mut steps = Vec::new();
    loop {
        let before = board.clone();
        for cell in 0..CELLS {
            if only(board[cell]) > 0 {
                rule_out(&mut board, cell);
                if board != before {
                    steps.push(board.clone());
                }
            }
        }
        if board == before {
            return steps;
        }
    }
}

fn rule_out(board: &mut [u16], cell: usize) {
    let size = Size::Nine;
    let sees = |other: usize| {
        size.row(other) == size.row(cell)
            || size.column(other) == size.column(cell)
            || size.box_of(other) == size.box_of(cell)
    };
    let digit = board[cell];
    for other in (0..CELLS).filter(|&other| other != cell && sees(other)) {
        board[other] &= !digit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(cases: CasesOf) -> GroupRow {
        GroupRow { name: String::new(), share: 1, hidden_until: None, cases }
    }

    #[test]
    fn every_cell_and_digit_is_a_case_once() {
        let arguments = [Argument::Cell, Argument::Int(1, 9)];
        let cases = of(&[group(CasesOf::Every)], &arguments, 1);
        assert_eq!(cases.len(), 512 * 9);
        let mut seen: Vec<String> =
            cases.iter().map(|case| format!("{} {}", case.values[0], case.values[1])).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 512 * 9);
    }

    #[test]
    fn a_seed_draws_the_same_boards_and_elimination_solves_them() {
        let row = group(CasesOf::Draw { count: 3, from: Boards::Puzzles });
        let cases = of(std::slice::from_ref(&row), &[Argument::Board], 7);
        let again = of(std::slice::from_ref(&row), &[Argument::Board], 7);
        for (case, other) in cases.iter().zip(&again) {
            assert_eq!(case.values, other.values);
            let Value::Board(cells) = &case.values[0] else { panic!("a board was asked for") };
            let end = elimination(cells.clone()).pop().unwrap();
            assert!(end.iter().all(|&cell| only(cell) > 0));
        }
    }
}
