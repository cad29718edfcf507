//! Messages about wrong grids.

use reference::{BadCells, Grid, Layout, Puzzle, Size, Unit, Violation};

fn grid(text: &str) -> Grid {
    text.parse().expect("a grid")
}

fn said(grid: &Grid, puzzle: &Puzzle) -> Vec<String> {
    grid.violations_of(puzzle).iter().map(Violation::to_string).collect()
}

#[test]
fn a_solution_has_no_violations() {
    let puzzle = Puzzle::parse("...3..4114..3...").unwrap();
    let solution = grid("4123234114323214");
    assert_eq!(solution.violations(), []);
    assert!(solution.solves(&puzzle));
}

#[test]
fn every_violation_names_its_cells() {
    let puzzle = Puzzle::parse("...3..4114..3...").unwrap();
    assert_eq!(
        said(&grid("412.134114323214"), &puzzle),
        [
            "the given 3 at row 1, column 4 is missing",
            "the cell at row 1, column 4 is empty",
            "1 occurs twice in row 2: at row 2, column 1 and at row 2, column 4",
            "1 occurs twice in column 1: at row 2, column 1 and at row 3, column 1",
            "1 occurs twice in box 1: at row 1, column 2 and at row 2, column 1",
        ]
    );
    assert_eq!(
        said(&grid("4124234114323214"), &puzzle)[0],
        "the given 3 at row 1, column 4 was changed to 4"
    );
    let nine = Grid::empty(Size::Nine);
    assert_eq!(said(&nine, &puzzle), ["the grid is 9x9: the puzzle is 4x4"]);
}

#[test]
fn conflicts_of_givens() {
    let mut givens = Grid::empty(Size::Sixteen);
    givens.set(0, 16);
    givens.set(32, 16);
    let conflicts = Puzzle::from(givens).conflicts();
    assert_eq!(
        conflicts.iter().map(|c| c.unit).collect::<Vec<_>>(),
        [Unit::Column(0), Unit::Box(0)]
    );
    assert_eq!(
        conflicts[0].to_string(),
        "G occurs twice in column 1: at row 1, column 1 and at row 3, column 1"
    );
}

#[test]
fn cells_that_are_no_grid() {
    let error = Grid::from_cells(vec![0; 80]).unwrap_err();
    assert_eq!(error, BadCells::Count(80));
    assert_eq!(error.to_string(), "80 cells: a grid has 16, 81, 256 or 625");
    let mut cells = vec![0; 81];
    cells[10] = 10;
    let error = Grid::from_cells(cells).unwrap_err();
    assert_eq!(error.to_string(), "10 at row 2, column 2: 9x9 goes up to 9");
}

#[test]
fn layouts() {
    let grid = grid("1..4 ..1. .3.. 4..3");
    assert_eq!(grid.show(Layout::Line).to_string(), "1..4..1..3..4..3");
    assert_eq!(grid.show(Layout::Rows).blank('0').to_string(), "1004\n0010\n0300\n4003\n");
    assert_eq!(grid.show(Layout::Numbers).to_string(), "1 0 0 4\n0 0 1 0\n0 3 0 0\n4 0 0 3\n");
    assert_eq!(
        grid.show(Layout::Plain).to_string(),
        "\
+-----+-----+
| 1 . | . 4 |
| . . | 1 . |
+-----+-----+
| . 3 | . . |
| 4 . | . 3 |
+-----+-----+
"
    );
    assert_eq!(
        grid.show(Layout::Ruled).to_string(),
        "\
||===|===||===|===||
|| 1 |   ||   | 4 ||
||---|---||---|---||
||   |   || 1 |   ||
||===|===||===|===||
||   | 3 ||   |   ||
||---|---||---|---||
|| 4 |   ||   | 3 ||
||===|===||===|===||
"
    );
}

/// The drawing of the founding document, line for line.
#[test]
fn the_founding_drawing() {
    let drawing = include_str!("../cases/ok/founding_drawing.txt");
    assert_eq!(grid(drawing).show(Layout::Ruled).to_string(), drawing);
}

/// `-` is a rule in most files, but a first row here: without it there are three rows.
#[test]
fn a_row_of_dashes_is_read_where_the_text_is_no_grid_without_it() {
    let grid = Grid::parse("----\n3412\n2143\n4321\n").expect("a grid");
    assert_eq!(grid.to_string(), "....341221434321");
    let error = Grid::parse("----\n3412\n2143\n").expect_err("three rows");
    assert_eq!((error.line, error.column), (3, 5));
}
