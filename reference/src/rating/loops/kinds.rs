//! Consequences of a loop: the four types.

use super::Loop;
use crate::rating::board::{Board, UnitKind, bit};
use crate::rating::{RatingStep, Technique, subsets, tuples, words};
use crate::symbol;

/// Steps of a loop, each with its type from 1 to 4.
pub(super) fn steps(board: &Board, found: &Loop) -> Vec<(u8, RatingStep)> {
    let cells = found.extra_cells(board);
    let extra = cells.iter().fold(0, |mask, &cell| mask | board.candidates(cell)) & !found.digits;
    let deadly = Deadly { board, found, extra, cells: &cells };
    let mut steps = Vec::new();
    match cells.len() {
        0 => {}
        1 => steps.extend(deadly.type_1().map(|step| (1, step))),
        _ if extra.is_power_of_two() => steps.extend(deadly.type_2().map(|step| (2, step))),
        2 => steps.extend(deadly.type_3().map(|step| (3, step))),
        _ => {}
    }
    if cells.len() == 2 {
        steps.extend(deadly.type_4().map(|step| (4, step)));
    }
    steps
}

/// Tenths added to the rating for the number of cells of a loop.
pub(super) fn more(cells: usize) -> u16 {
    match cells {
        ..8 => 0,
        8..10 => 1,
        _ => 4,
    }
}

/// A loop, the digits its cells have beyond its two, and the cells that have them.
struct Deadly<'b> {
    board: &'b Board,
    found: &'b Loop,
    extra: u32,
    cells: &'b [usize],
}

impl Deadly<'_> {
    /// One cell has more: it holds neither of the two digits.
    fn type_1(&self) -> Option<RatingStep> {
        let techniques = [Technique::UniqueRectangle1, Technique::UniqueLoop1];
        let cells = self.cells.iter().copied();
        let step = self.step(techniques, &[]).removes(self.board, cells, self.found.digits);
        step.because(|| self.reason(String::new()))
    }

    /// One digit more: a cell that sees all cells with it does not hold it.
    fn type_2(&self) -> Option<RatingStep> {
        let digit = self.extra.trailing_zeros() as usize + 1;
        let seeing = self.board.that_see_all(self.cells, digit);
        let techniques = [Technique::UniqueRectangle2, Technique::UniqueLoop2];
        let step = self.step(techniques, &[]).removes(self.board, seeing, self.extra);
        step.because(|| self.reason(format!(", so one of them holds {}", symbol(digit as u8))))
    }

    /// Two cells have several digits more: they are as one cell that holds one of those.
    fn type_3(&self) -> impl Iterator<Item = RatingStep> {
        let largest = self.board.side() - 2;
        (2..=largest)
            .flat_map(|degree| self.shared_units().map(move |unit| (degree, unit)))
            .flat_map(|(degree, unit)| {
                [self.naked(degree, unit), self.hidden(degree, unit)].into_iter().flatten()
            })
    }

    /// That one cell makes a naked set with others of the unit.
    fn naked(&self, degree: usize, unit: usize) -> Option<RatingStep> {
        let board = self.board;
        if 2 * degree > board.blanks(unit) {
            return None;
        }
        let in_both = self.cells.iter().fold(self.extra, |mask, &c| mask & board.candidates(c));
        let others = board.cells(unit).enumerate().filter(|(_, cell)| !self.cells.contains(cell));
        let candidates = others.map(|(position, cell)| (position, board.candidates(cell)));
        let sets = subsets::of_degree(candidates, degree);
        tuples::extend(&sets, degree - 1, degree, (0, self.extra), &mut |positions, digits| {
            let with = board.cells_at(unit, positions);
            if with.iter().fold(in_both, |mask, &cell| mask | board.candidates(cell)) != digits {
                return None;
            }
            let set = [self.cells, &with].concat();
            let rest = board.cells(unit).filter(|cell| !set.contains(cell));
            let techniques = [Technique::UniqueRectangle3, Technique::UniqueLoop3];
            let step = self.step(techniques, &[unit]).more(with.len() as u16);
            step.removes(board, rest, digits).because(|| {
                self.reason(format!(
                    ", so one of them holds {}, and with {} they hold {}",
                    words::digits(self.extra, "or"),
                    words::at(board, &with),
                    words::digits(digits, "and")
                ))
            })
        })
    }

    /// The two digits of the loop make a hidden set with others: one of the two cells is in it.
    fn hidden(&self, degree: usize, unit: usize) -> Option<RatingStep> {
        let board = self.board;
        if 2 * degree >= board.blanks(unit) {
            return None;
        }
        let [first, second] = [self.cells[0], self.cells[1]].map(|c| 1 << board.position(unit, c));
        let places = |digit| board.places(unit, digit) & !second;
        let is_free = |&digit: &usize| (self.found.digits | self.extra) & bit(digit) == 0;
        let free = (1..=board.side()).filter(is_free).map(|digit| (digit - 1, places(digit)));
        let sets: Vec<(usize, u32)> = free.filter(|set| set.1 != 0).collect();
        let [low, high] = self.found.both().map(places);
        let start = (self.found.digits, low | high);
        tuples::extend(&sets, degree - 2, degree, start, &mut |digits, positions| {
            let with = board.cells_at(unit, positions & !first);
            let techniques = [Technique::UniqueRectangle3, Technique::UniqueLoop3];
            let step = self.step(techniques, &[unit]).more(with.len() as u16 - 1);
            step.removes(board, with.iter().copied(), !digits).because(|| {
                self.reason(format!(
                    ", so one of them holds another digit, and {} of {} are in the other and at {}",
                    words::digits(digits, "and"),
                    words::unit(board.size, unit),
                    words::at(board, &with)
                ))
            })
        })
    }

    /// Two cells have more, and must have one of the two digits: they do not have the other.
    fn type_4(&self) -> Option<RatingStep> {
        let board = self.board;
        let locked = |digit: usize| {
            let only = |&unit: &usize| board.places(unit, digit).count_ones() == 2;
            self.shared_units().filter(only).last().map(|unit| (digit, unit))
        };
        let (digit, unit) = self.found.both().into_iter().find_map(locked)?;
        let techniques = [Technique::UniqueRectangle4, Technique::UniqueLoop4];
        let other = self.found.digits & !bit(digit);
        let cells = self.cells.iter().copied();
        self.step(techniques, &[unit]).removes(board, cells, other).because(|| {
            let (digit, unit) = (symbol(digit as u8), words::unit(board.size, unit));
            self.reason(format!(", and one of them is the {digit} of {unit}"))
        })
    }

    /// The units that have the first two cells with more, boxes first.
    fn shared_units(&self) -> impl Iterator<Item = usize> {
        [UnitKind::Box, UnitKind::Row, UnitKind::Column].into_iter().filter_map(|kind| {
            let [first, second] = [0, 1].map(|n| self.board.unit_of(kind, self.cells[n]));
            (first == second).then_some(first)
        })
    }

    /// A step of one of these techniques: that of a rectangle, or that of a longer loop.
    fn step(&self, [rectangle, longer]: [Technique; 2], units: &[usize]) -> RatingStep {
        let Loop { cells, digits } = self.found;
        let technique = if cells.len() == 4 { rectangle } else { longer };
        RatingStep::new(self.board, technique, *digits, cells, units).more(more(cells.len()))
    }

    fn reason(&self, end: String) -> String {
        format!(
            "{} could be swapped in {} if {} could hold no more{end}",
            words::digits(self.found.digits, "and"),
            words::at(self.board, &self.found.cells),
            words::at(self.board, self.cells),
        )
    }
}
