//! Rules of a size as sets of literals of which exactly one is true.
//!
//! There are two kinds of statements: "this cell holds this digit", and "in this line this digit
//! is in this box", lines being rows and columns. Where a line and a box cross, either one of their
//! common cells holds the digit or the second kind is denied; and each line has its digit in one of
//! its boxes, each box in one of its rows and one of its columns. Naked and hidden singles and
//! locked candidates all follow from these sets, and no statement is in more than three.

use std::sync::OnceLock;

use crate::Size;

/// A statement or its denial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Literal(u16);

impl Literal {
    pub(super) fn holds(statement: usize) -> Self {
        Self(2 * statement as u16)
    }

    pub(super) fn of_code(code: u16) -> Self {
        Self(code)
    }

    /// Index of the literal, from 0.
    pub(super) fn code(self) -> u16 {
        self.0
    }

    pub(super) fn index(self) -> usize {
        self.0.into()
    }

    pub(super) fn denied(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(super) fn statement(self) -> usize {
        usize::from(self.0 / 2)
    }
}

/// The tables of a size.
#[derive(Debug)]
pub(super) struct Cover {
    /// Sets of literals of which exactly one is true; the sets of cells come first, in order.
    pub(super) sets: Lists<Literal>,
    /// Sets of each literal.
    pub(super) sets_of: Lists<u16>,
    /// Statements are numbered from 0: those of the first cell, digit by digit, and so on.
    pub(super) statements: usize,
}

/// Tables of a size, built once.
pub(super) fn of(size: Size) -> &'static Cover {
    static TABLES: [OnceLock<Cover>; 4] = [const { OnceLock::new() }; 4];
    TABLES[size as usize].get_or_init(|| Cover::new(size))
}

impl Cover {
    fn new(size: Size) -> Self {
        let statements = (size.cells() + 2 * size.side() * size.order()) * size.side();
        let mut sets = cells(size);
        for across in [false, true] {
            for digit in 0..size.side() {
                sets.extend(DigitLines { size, across, digit }.sets());
            }
        }
        let mut sets_of = vec![Vec::new(); 2 * statements];
        for (number, set) in sets.iter().enumerate() {
            set.iter().for_each(|literal| sets_of[literal.index()].push(number as u16));
        }
        Self { sets: Lists::of(&sets), sets_of: Lists::of(&sets_of), statements }
    }
}

fn in_cell(size: Size, cell: usize, digit: usize) -> Literal {
    Literal::holds(cell * size.side() + digit)
}

fn cells(size: Size) -> Vec<Vec<Literal>> {
    let digits = |cell| (0..size.side()).map(|digit| in_cell(size, cell, digit)).collect();
    (0..size.cells()).map(digits).collect()
}

/// A digit in all rows, or in all columns.
struct DigitLines {
    size: Size,
    /// Whether the lines are columns.
    across: bool,
    digit: usize,
}

impl DigitLines {
    fn sets(self) -> impl Iterator<Item = Vec<Literal>> {
        let order = self.size.order();
        let boxes =
            (0..self.size.side()).flat_map(move |line| (0..order).map(move |at| (line, at)));
        boxes.flat_map(move |(line, at)| {
            // Each line once, and each box once, by its first line.
            let of_line = (at == 0).then(|| (0..order).map(|at| self.in_box(line, at)).collect());
            let lines = line..line + order;
            let of_box =
                (line % order == 0).then(|| lines.map(|line| self.in_box(line, at)).collect());
            [Some(self.crossing(line, at)), of_line, of_box].into_iter().flatten()
        })
    }

    /// In this line the digit is in the box at this place along it.
    fn in_box(&self, line: usize, at: usize) -> Literal {
        let side = self.size.side();
        let line = usize::from(self.across) * side + line;
        Literal::holds((self.size.cells() + line * self.size.order() + at) * side + self.digit)
    }

    /// Crossing of a line and a box.
    fn crossing(&self, line: usize, at: usize) -> Vec<Literal> {
        let (side, order) = (self.size.side(), self.size.order());
        let cells = (at * order..(at + 1) * order)
            .map(|along| if self.across { along * side + line } else { line * side + along });
        let holds = cells.map(|cell| in_cell(self.size, cell, self.digit));
        holds.chain([self.in_box(line, at).denied()]).collect()
    }
}

/// Concatenated lists.
#[derive(Debug)]
pub(super) struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    fn of(lists: &[Vec<T>]) -> Self {
        let ends = lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        });
        Self { starts: [0].into_iter().chain(ends).collect(), items: lists.concat() }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn get(&self, number: usize) -> &[T] {
        &self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each cell, each digit in each unit, and each crossing of a line and a box.
    #[test]
    fn sets_and_statements_are_as_many_as_the_rules_say() {
        for size in Size::ALL {
            let (cover, side, order) = (of(size), size.side(), size.order());
            let crossings = 2 * side * order * side;
            assert_eq!(cover.sets.len(), size.cells() + 4 * side * side + crossings);
            assert_eq!(cover.statements, size.cells() * side + crossings);
            assert!(2 * cover.statements <= 1 << 16, "literals are numbered by 16 bits");
            for statement in 0..cover.statements {
                let literal = Literal::holds(statement);
                let sets = cover.sets_of.get(literal.index()).len();
                let denying = cover.sets_of.get(literal.denied().index()).len();
                let expected = if statement < size.cells() * side { (3, 0) } else { (2, 1) };
                assert_eq!((sets, denying), expected);
            }
        }
    }

    /// A complete grid makes exactly one literal of each set true, and a wrong one does not.
    #[test]
    fn the_sets_are_the_rules() {
        for size in Size::ALL {
            let mut grid = crate::generate_with_givens(size, 1, size.cells()).solution;
            assert!(of(size).sets_that_fail(&grid, size).is_empty(), "{size}");
            let wrong = grid.cells()[0] % size.side() as u8 + 1;
            grid.set(0, wrong);
            assert!(!of(size).sets_that_fail(&grid, size).is_empty(), "{size}");
        }
    }

    impl Cover {
        fn sets_that_fail(&self, grid: &crate::Grid, size: Size) -> Vec<usize> {
            let (side, order) = (size.side(), size.order());
            let mut is_true = vec![false; self.statements];
            for (cell, &digit) in grid.cells().iter().enumerate() {
                let (row, column, digit) =
                    (size.row(cell), size.column(cell), usize::from(digit) - 1);
                is_true[cell * side + digit] = true;
                let lines = [(row, column), (side + column, row)];
                for (line, along) in lines {
                    is_true[(size.cells() + line * order + along / order) * side + digit] = true;
                }
            }
            let holds = |literal: &Literal| {
                is_true[literal.statement()] == (*literal == Literal::holds(literal.statement()))
            };
            let fails = |set: &usize| {
                self.sets.get(*set).iter().filter(|literal| holds(literal)).count() != 1
            };
            (0..self.sets.len()).filter(fails).collect()
        }
    }
}
