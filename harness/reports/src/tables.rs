//! The tables of a group of lanes.

use lanes::compare::fusion::IDIOMS;
use lanes::compare::metric::{By, Quantity, SIZES};
use lanes::compare::{Group, Kind, Row};

use crate::table::{Cell, Column, Table};

/// All tables of a group, its numbers by puzzle, node or place.
#[must_use]
pub fn of(group: &Group, by: By) -> Vec<Table> {
    let mut tables = Vec::new();
    if !group.rows.is_empty() {
        tables.extend([
            work(group, by),
            ratios(group),
            programs(group),
            memory(group, by),
            mix(group),
        ]);
        tables.extend(
            [cycles(group, by), fusions(group)].into_iter().filter(|it| !it.rows.is_empty()),
        );
    }
    if !group.apart.is_empty() {
        tables.push(apart(group));
    }
    tables
}

/// A quantity that all machines have, by the name files have for it.
fn metric(group: &Group, id: &str) -> Quantity {
    Quantity::named(group, id).expect("every group has the metrics of the table")
}

fn each(by: By) -> String {
    format!("a {}", by.name())
}

/// A value by puzzle is a whole number.
fn value(value: f64, by: By) -> Cell {
    match by {
        By::Puzzle => Cell::Count(value as u64),
        By::Node | By::Place => Cell::Number(value, 1),
    }
}

fn median(group: &Group, row: &Row, quantity: &Quantity, by: By) -> Cell {
    row.summary(&group.puzzles, quantity, by).map_or(Cell::Nothing, |it| value(it.median, by))
}

/// All of a quantity by all steps of the search.
fn per_step(group: &Group, row: &Row, quantity: &Quantity, by: By) -> Cell {
    let steps: u64 = group.puzzles.iter().map(|at| by.of(at)).sum();
    match row.total(quantity) {
        Some(total) if steps > 0 => Cell::Number(total as f64 / steps as f64, 1),
        _ => Cell::Nothing,
    }
}

fn lane(row: &Row) -> Cell {
    Cell::Words(row.lane.name.clone())
}

fn columns(first: &str, numbers: &[&str]) -> Vec<Column> {
    let numbers = numbers.iter().map(|name| Column::number(name));
    std::iter::once(Column::words(first)).chain(numbers).collect()
}

/// All lanes of all groups, in a line each.
#[must_use]
pub fn overview(groups: &[Group]) -> Table {
    let mut rows = Vec::new();
    for group in groups {
        let (instructions, bits) = (metric(group, "instructions"), metric(group, "fetched-bits"));
        for row in &group.rows {
            let ratio = group.baseline().and_then(|base| row.ratio(base, &instructions));
            rows.push(vec![
                Cell::Words(group.algorithm.name().to_owned()),
                lane(row),
                Cell::Count(group.puzzles.len() as u64),
                median(group, row, &instructions, By::Puzzle),
                per_step(group, row, &instructions, By::Node),
                median(group, row, &bits, By::Puzzle),
                Cell::Count(row.size.instruction_bits),
                ratio.map_or(Cell::Nothing, |ratio| Cell::Number(ratio.mean, 3)),
            ]);
        }
    }
    let mut columns = columns(
        "algorithm",
        &["lane", "puzzles", "instructions", "a node", "bits fetched", "bits of program", "ratio"],
    );
    columns[1].is_words = true;
    Table {
        caption: "All lanes".to_owned(),
        columns,
        rows,
        notes: vec![
            "instructions and bits fetched are those of the puzzle in the middle; a node: all instructions by all \
             nodes; ratio: instructions to those of the baseline, the lane with ratio 1, puzzle by puzzle, the \
             geometric mean. Only lanes of one algorithm and one set of puzzles did the same work."
                .to_owned(),
        ],
    }
}

fn work(group: &Group, by: By) -> Table {
    let instructions = metric(group, "instructions");
    let row = |row: &Row| {
        let summary = row.summary(&group.puzzles, &instructions, by);
        let of = |pick: fn(&lanes::compare::metric::Summary) -> f64| {
            summary.as_ref().map_or(Cell::Nothing, |summary| value(pick(summary), by))
        };
        vec![
            lane(row),
            of(|it| it.least),
            of(|it| it.median),
            of(|it| it.percentile_90),
            of(|it| it.most),
            per_step(group, row, &instructions, By::Node),
            per_step(group, row, &instructions, By::Place),
            Cell::Words(row.lane.written_in()),
        ]
    };
    let mut columns =
        columns("lane", &["least", "median", "90 %", "most", "a node", "a place", "written"]);
    columns[7].is_words = true;
    Table {
        caption: format!("Instructions for {}", each(by)),
        columns,
        rows: group.rows.iter().map(row).collect(),
        notes: vec![
            "machine instructions retired, from the first one to the end. Nine of ten puzzles need no more than \
             what stands under 90 %. a node, a place: all instructions by all nodes of the search, and by all \
             digits placed, so reading and printing are in it."
                .to_owned(),
        ],
    }
}

/// The quantities whose ratios are told.
const COMPARED: &[(&str, &str)] =
    &[("fetched-bits", "bits fetched"), ("loads", "loads"), ("stores", "stores")];

fn ratios(group: &Group) -> Table {
    let base = group.baseline();
    let instructions = metric(group, "instructions");
    let row = |row: &Row| {
        let ratio = base.and_then(|base| row.ratio(base, &instructions));
        let number = |number: Option<f64>| number.map_or(Cell::Nothing, |it| Cell::Number(it, 3));
        let mut cells = vec![
            lane(row),
            number(ratio.map(|it| it.mean)),
            number(ratio.map(|it| it.deviation)),
            number(ratio.map(|it| it.interval.0)),
            number(ratio.map(|it| it.interval.1)),
            number(ratio.map(|it| it.range.0)),
            number(ratio.map(|it| it.range.1)),
        ];
        for (id, _) in COMPARED {
            let ratio = base.and_then(|base| row.ratio(base, &metric(group, id)));
            cells.push(number(ratio.map(|it| it.mean)));
        }
        cells
    };
    let mut names = vec!["instructions", "deviation", "from", "to", "least", "most"];
    names.extend(COMPARED.iter().map(|(_, name)| name));
    let to = base.map_or("no lane", |base| &base.lane.name);
    let missing = if base.is_some() {
        ""
    } else {
        " The baseline that was asked for is apart, so there are none."
    };
    Table {
        caption: format!("Ratios to {to}"),
        columns: columns("lane", &names),
        rows: group.rows.iter().map(row).collect(),
        notes: vec![format!(
            "each puzzle's number by the baseline's on the same puzzle: geometric means over the puzzles, and of \
             instructions the geometric standard deviation, the interval in which 95 of 100 means of as many drawn \
             puzzles lie (bootstrap, 2,000 draws), the least and the most.{missing}"
        )],
    }
}

fn programs(group: &Group) -> Table {
    let row = |row: &Row| {
        let mut cells = vec![lane(row)];
        cells.extend(SIZES.iter().map(|size| Cell::Count((size.of)(&row.size))));
        cells
    };
    Table {
        caption: "Programs in memory".to_owned(),
        columns: columns("lane", &["instructions", "their bits", "bits of data", "never run"]),
        rows: group.rows.iter().map(row).collect(),
        notes: vec![
            "instructions that lie in memory, start-up and library code of the program's own among them; on the \
             PDP-10, where any word may be one, those that the entry leads to and those that ran. Data is everything else the \
             program takes from the start, not what it asks for or touches later. never run: by none of these puzzles."
                .to_owned(),
        ],
    }
}

/// The columns of the table of memory: their names, and the names that files have for the numbers.
const MEMORY: &[(&str, &str)] = &[
    ("bits fetched", "fetched-bits"),
    ("loads: grid", "loads.grid"),
    ("stack", "loads.stack"),
    ("tables", "loads.tables"),
    ("bits", "loads.bits"),
    ("stores: grid", "stores.grid"),
    ("stack", "stores.stack"),
    ("tables", "stores.tables"),
    ("bits", "stores.bits"),
    ("stack, bits", "stack-bits"),
];

fn memory(group: &Group, by: By) -> Table {
    let row = |row: &Row| {
        let mut cells = vec![lane(row)];
        for (_, id) in MEMORY {
            // A stack has a depth, whatever is done how often.
            let by = if *id == "stack-bits" { By::Puzzle } else { by };
            cells.push(median(group, row, &metric(group, id), by));
        }
        cells
    };
    let names: Vec<&str> = MEMORY.iter().map(|(name, _)| *name).collect();
    Table {
        caption: format!("Memory for {}, medians", each(by)),
        columns: columns("lane", &names),
        rows: group.rows.iter().map(row).collect(),
        notes: vec![
            "loads and stores of instructions: those of cells of the grid, of the stack, and of anything else; then the \
             bits that all of them move. The last column is the stack at its deepest. A word of the PDP-10 has 36 bits."
                .to_owned(),
        ],
    }
}

/// The kinds that have a column each: where the flow goes.
const FLOW: &[(Kind, &str)] = &[
    (Kind::Taken, "branch taken"),
    (Kind::NotTaken, "not"),
    (Kind::Skipped, "skip taken"),
    (Kind::NotSkipped, "not"),
    (Kind::Jump, "jump"),
    (Kind::Call, "call"),
    (Kind::Return, "return"),
];

fn mix(group: &Group) -> Table {
    let row = |row: &Row| {
        let all = row.total(&metric(group, "instructions")).unwrap_or(0).max(1);
        let share = |kind: Kind| {
            let times = row.total(&Quantity::Kind(kind)).unwrap_or(0);
            times as f64 * 100.0 / all as f64
        };
        let mut cells = vec![lane(row)];
        for (kind, _) in FLOW {
            let never = row.total(&Quantity::Kind(*kind)) == Some(0);
            cells.push(if never { Cell::Nothing } else { Cell::Number(share(*kind), 1) });
        }
        let classes = group.kinds().into_iter().filter(|kind| matches!(kind, Kind::Class(_)));
        let mut classes: Vec<(f64, &str)> =
            classes.map(|kind| (share(kind), kind.name())).collect();
        classes.sort_by(|one, other| other.0.total_cmp(&one.0));
        let told = classes.iter().filter(|(share, _)| *share >= 0.05);
        let told: Vec<String> = told.map(|(share, name)| format!("{name} {share:.1}")).collect();
        cells.push(Cell::Words(told.join(", ")));
        cells
    };
    let mut names: Vec<&str> = FLOW.iter().map(|(_, name)| *name).collect();
    names.push("the rest by class");
    let mut columns = columns("lane", &names);
    columns[names.len()].is_words = true;
    Table {
        caption: "Mix, in percent of all instructions".to_owned(),
        columns,
        rows: group.rows.iter().map(row).collect(),
        notes: vec![
            "branches and conditional jumps by whether they were taken, skips by whether they skipped; the rest by the classes of \
             the instruction tables (`isagrid isa`). A call is what leaves a way back, a return what takes it. Below 0.05 is not told."
                .to_owned(),
        ],
    }
}

fn cycles(group: &Group, by: By) -> Table {
    let mut rows = Vec::new();
    let mut notes = vec![
        "what the named model charges for the instructions that ran, not what a computer took; nothing here knows of caches."
            .to_owned(),
    ];
    let quantities = group.quantities();
    for quantity in &quantities {
        let Quantity::Cycles(model) = quantity else { continue };
        notes.push(format!("{}: {}", model.name, quantity.meaning()));
    }
    for row in &group.rows {
        for quantity in &quantities {
            let Quantity::Cycles(model) = quantity else { continue };
            let (Some(total), Some(all)) =
                (row.total(quantity), row.total(&metric(group, "instructions")))
            else {
                continue;
            };
            rows.push(vec![
                lane(row),
                Cell::Words(model.name.to_owned()),
                Cell::Words(model.unit.to_owned()),
                median(group, row, quantity, by),
                per_step(group, row, quantity, By::Node),
                Cell::Number(total as f64 / all.max(1) as f64, 2),
            ]);
        }
    }
    let mut columns = columns("lane", &["model", "unit", "median", "a node", "an instruction"]);
    columns[1].is_words = true;
    columns[2].is_words = true;
    Table { caption: format!("Cycles by model for {}", each(by)), columns, rows, notes }
}

fn fusions(group: &Group) -> Table {
    let instructions = metric(group, "instructions");
    let fused = metric(group, "fused");
    let idioms: Vec<_> =
        IDIOMS.iter().filter(|idiom| has(group, &Quantity::Fusion(idiom))).collect();
    let mut rows = Vec::new();
    for row in group.rows.iter().filter(|row| row.runs.iter().any(|run| !run.fusions.is_empty())) {
        let (all, left) = (row.total(&instructions).unwrap_or(0), row.total(&fused).unwrap_or(0));
        let mut cells = vec![
            lane(row),
            Cell::Count(all),
            Cell::Count(left),
            Cell::Number((all - left) as f64 * 100.0 / all.max(1) as f64, 1),
        ];
        for idiom in &idioms {
            let times = row.total(&Quantity::Fusion(idiom));
            cells.push(times.map_or(Cell::Nothing, Cell::Count));
        }
        rows.push(cells);
    }
    let mut names = vec!["instructions", "fused", "fewer, %"];
    names.extend(idioms.iter().map(|idiom| idiom.name));
    let mut notes = vec![
        "all puzzles together. fused: each pair or three in a row that a core could do at once counts as one, by the \
         idioms of Celio, Dabbelt, Patterson and Asanovic (UCB/EECS-2016-130); no core has to. The columns behind it say how \
         often each ran; those that are not of the paper are told and not taken off."
            .to_owned(),
    ];
    for idiom in &idioms {
        let whose = if idiom.is_of_paper { "" } else { ", not of the paper" };
        notes.push(format!("{}: {}{whose}", idiom.name, idiom.meaning));
    }
    Table {
        caption: "RISC-V with fused pairs".to_owned(),
        columns: columns("lane", &names),
        rows,
        notes,
    }
}

/// Whether a lane has any of it.
fn has(group: &Group, quantity: &Quantity) -> bool {
    group.rows.iter().any(|row| row.total(quantity).is_some_and(|times| times > 0))
}

fn apart(group: &Group) -> Table {
    let instructions = metric(group, "instructions");
    let rows = group.apart.iter().map(|apart| {
        vec![
            lane(&apart.row),
            median(group, &apart.row, &instructions, By::Puzzle),
            Cell::Count(apart.wrong as u64),
            Cell::Words(apart.why.clone()),
        ]
    });
    let mut columns = columns("lane", &["instructions", "wrong puzzles", "the first one"]);
    columns[3].is_words = true;
    Table {
        caption: "Apart: other decisions, or a wrong end".to_owned(),
        columns,
        rows: rows.collect(),
        notes: vec!["these lanes did other work, so no ratio has them.".to_owned()],
    }
}
