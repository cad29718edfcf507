//! Tables of a group of lanes.

use lanes::compare::fusion::IDIOMS;
use lanes::compare::metric::{By, Quantity, SIZES};
use lanes::compare::{ComparisonGroup, ComparisonRow, InstructionKind};

use crate::table::{Cell, Column, Table};

/// All tables of a group, with numbers by puzzle, node or place.
#[must_use]
pub fn of(group: &ComparisonGroup, by: By) -> Vec<Table> {
    let mut tables = Vec::new();
    if !group.rows.is_empty() {
        tables.extend(Some(laws(group)).filter(|it| !it.rows.is_empty()));
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

/// Quantity of all machines, by its name in files.
pub(crate) fn metric(group: &ComparisonGroup, id: &str) -> Quantity {
    Quantity::named(group, id).expect("every group has the metrics of the table")
}

fn each(by: By) -> String {
    format!("per {}", by.name())
}

/// Cell of a value; values by puzzle are whole numbers.
fn value(value: f64, by: By) -> Cell {
    match by {
        By::Puzzle => Cell::Count(value.round() as u64),
        By::Node | By::Place => Cell::Number(value, 1),
    }
}

fn median(group: &ComparisonGroup, row: &ComparisonRow, quantity: &Quantity, by: By) -> Cell {
    row.summary(&group.puzzles, quantity, by).map_or(Cell::Nothing, |it| value(it.median, by))
}

/// Total of a quantity divided by the number of search steps.
pub(crate) fn per_step(
    group: &ComparisonGroup,
    row: &ComparisonRow,
    quantity: &Quantity,
    by: By,
) -> Cell {
    let steps: u64 = group.puzzles.iter().map(|at| by.of(at)).sum();
    match row.total(quantity) {
        Some(total) if steps > 0 => Cell::Number(total as f64 / steps as f64, 1),
        _ => Cell::Nothing,
    }
}

/// Cell of a number that may be missing, with this number of decimal places.
pub(crate) fn optional(number: Option<f64>, places: usize) -> Cell {
    number.map_or(Cell::Nothing, |number| Cell::Number(number, places))
}

fn lane(row: &ComparisonRow) -> Cell {
    Cell::Words(row.lane.name.clone())
}

fn columns(first: &str, numbers: &[&str]) -> Vec<Column> {
    let numbers = numbers.iter().map(|name| Column::number(name));
    std::iter::once(Column::words(first)).chain(numbers).collect()
}

/// Table of all lanes of all groups.
#[must_use]
pub fn overview(groups: &[ComparisonGroup]) -> Table {
    let mut rows = Vec::new();
    for group in groups {
        let [instructions, around, bits] =
            ["instructions", "around", "fetched-bits"].map(|id| metric(group, id));
        for row in &group.rows {
            let (law, slopes) = (group.law(row), group.slope_ratio(row));
            rows.push(vec![
                Cell::Words(group.algorithm.name().to_owned()),
                lane(row),
                optional(law.map(|law| law.per_node), 1),
                optional(law.map(|law| law.r_squared), 4),
                optional(slopes.map(|slopes| slopes.ratio), 3),
                optional(group.ratio(row, &instructions).map(|ratio| ratio.mean), 3),
                median(group, row, &instructions, By::Puzzle),
                median(group, row, &around, By::Puzzle),
                median(group, row, &bits, By::Puzzle),
                Cell::Count(row.size.instruction_bits),
            ]);
        }
    }
    let names = [
        "per node",
        "R2",
        "ratio",
        "runs",
        "instructions",
        "around",
        "bits fetched",
        "bits of text",
    ];
    let mut columns = columns("algorithm", &["lane"]);
    columns[1].is_words = true;
    columns.extend(names.map(Column::number));
    Table {
        caption: "All lanes".to_owned(),
        columns,
        rows,
        notes: vec![
            "per node, R2, ratio: the law of the search, and its cost of a node as a ratio to the baseline's, the lane with \
             ratio 1; runs: geometric mean of whole runs, as ratios to the baseline's; instructions, around, bits fetched: \
             medians over the puzzles, of whole runs; around is the part of the instructions outside the search: starting, \
             reading, preparing, printing. Only lanes with the same algorithm and puzzles did the same work."
                .to_owned(),
        ],
    }
}

/// Fixed cost and cost of a node of each lane; empty if the algorithm does not search.
fn laws(group: &ComparisonGroup) -> Table {
    let row = |row: &ComparisonRow| {
        let (law, slopes) = (group.law(row)?, group.slope_ratio(row));
        let interval = slopes.and_then(|slopes| slopes.interval);
        Some(vec![
            lane(row),
            Cell::Number(law.around, 0),
            Cell::Number(law.fixed, 0),
            Cell::Number(law.per_node, 2),
            Cell::Number(law.r_squared, 5),
            Cell::Number(law.residual * 100.0, 2),
            optional(slopes.map(|slopes| slopes.ratio), 4),
            optional(interval.map(|it| it.0), 4),
            optional(interval.map(|it| it.1), 4),
        ])
    };
    let names = ["around", "fixed", "per node", "R2", "residual, %", "ratio", "from", "to"];
    let to = group.baseline().map_or("no lane", |base| &base.lane.name);
    Table {
        caption: format!("Law: instructions = around + fixed + per node * nodes; ratios to {to}"),
        columns: columns("lane", &names),
        rows: group.rows.iter().filter_map(row).collect(),
        notes: vec![
            "around: mean of the instructions outside the search (starting, reading, preparing, printing), measured. fixed, \
             per node: least squares over the puzzles with weights 1/nodes; a negative fixed cost means that nodes near the \
             root cost less. Each node but the first follows a digit placed, so the cost of a digit is the same. R2: of the \
             search; residual: root mean square, relative to whole runs. ratio: of the costs of a node; from, to: its 95 % \
             interval (bootstrap over strata of five puzzles with similar nodes, 2,000 draws, one fewer from each stratum)."
                .to_owned(),
        ],
    }
}

fn work(group: &ComparisonGroup, by: By) -> Table {
    let [instructions, around] = ["instructions", "around"].map(|id| metric(group, id));
    let row = |row: &ComparisonRow| {
        let summary = row.summary(&group.puzzles, &instructions, by);
        let of = |pick: fn(&lanes::compare::metric::MetricSummary) -> f64| {
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
            median(group, row, &around, by),
            Cell::Words(row.lane.written_in()),
        ]
    };
    let names = ["least", "median", "90 %", "most", "per node", "per place", "around", "written"];
    let mut columns = columns("lane", &names);
    columns[names.len()].is_words = true;
    Table {
        caption: format!("Instructions {}", each(by)),
        columns,
        rows: group.rows.iter().map(row).collect(),
        notes: vec![
            "machine instructions retired in the whole run. 90 %: nine of ten puzzles need no more. per node, per place: \
             all instructions divided by all nodes of the search, or by all digits placed. around: the part of the whole run \
             outside the search (starting, reading, preparing, printing), median."
                .to_owned(),
        ],
    }
}

/// Quantities whose ratios are shown, besides instructions.
const COMPARED: &[(&str, &str)] = &[
    ("search", "search"),
    ("fetched-bits", "bits fetched"),
    ("loads", "loads"),
    ("stores", "stores"),
];

fn ratios(group: &ComparisonGroup) -> Table {
    let base = group.baseline();
    let instructions = metric(group, "instructions");
    let row = |row: &ComparisonRow| {
        let ratio = group.ratio(row, &instructions);
        let interval = ratio.and_then(|it| it.interval);
        let number = |number: Option<f64>| optional(number, 3);
        let mut cells = vec![
            lane(row),
            number(ratio.map(|it| it.mean)),
            number(ratio.and_then(|it| it.deviation)),
            number(interval.map(|it| it.0)),
            number(interval.map(|it| it.1)),
            number(ratio.map(|it| it.range.0)),
            number(ratio.map(|it| it.range.1)),
        ];
        for (id, _) in COMPARED {
            cells.push(number(group.ratio(row, &metric(group, id)).map(|it| it.mean)));
        }
        cells
    };
    let mut names = vec!["instructions", "deviation", "from", "to", "least", "most"];
    names.extend(COMPARED.iter().map(|(_, name)| name));
    let to = base.map_or("no lane", |base| &base.lane.name);
    let missing =
        if base.is_some() { "" } else { " There are no ratios, because the baseline is excluded." };
    Table {
        caption: format!("Ratios to {to}"),
        columns: columns("lane", &names),
        rows: group.rows.iter().map(row).collect(),
        notes: vec![format!(
            "each puzzle's number divided by the baseline's on the same puzzle: geometric means over the puzzles; for \
             instructions also the geometric standard deviation, the 95 % interval of the mean (bootstrap over \
             strata of nodes, 2,000 draws), the least and the most. search: instructions of the search only; all others are \
             of whole runs, with reading and printing. One puzzle has no deviation and no interval.{missing}"
        )],
    }
}

fn programs(group: &ComparisonGroup) -> Table {
    let row = |row: &ComparisonRow| {
        let mut cells = vec![lane(row)];
        cells.extend(SIZES.iter().map(|size| Cell::Count((size.of)(&row.size))));
        cells
    };
    Table {
        caption: "Programs in memory".to_owned(),
        columns: columns("lane", &["instructions", "their bits", "bits of data", "never run"]),
        rows: group.rows.iter().map(row).collect(),
        notes: vec![
            "instructions in memory: the program's sections of code, without what a system adds (SPIM's start-up code and \
             exception handler); on the PDP-10, where any word may be an instruction, those reachable from the entry and \
             those that ran. Data is all other initial memory of the program, without memory allocated or accessed later. \
             never run: on none of these puzzles."
                .to_owned(),
        ],
    }
}

/// Columns of the memory table: name, and name of the number in files.
const MEMORY: &[(&str, &str)] = &[
    ("bits fetched", "fetched-bits"),
    ("in search", "search.fetched-bits"),
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

fn memory(group: &ComparisonGroup, by: By) -> Table {
    let row = |row: &ComparisonRow| {
        let mut cells = vec![lane(row)];
        for (_, id) in MEMORY {
            // The depth of a stack is not divided by steps.
            let by = if *id == "stack-bits" { By::Puzzle } else { by };
            cells.push(median(group, row, &metric(group, id), by));
        }
        cells
    };
    let names: Vec<&str> = MEMORY.iter().map(|(name, _)| *name).collect();
    Table {
        caption: format!("Memory {}, medians", each(by)),
        columns: columns("lane", &names),
        rows: group.rows.iter().map(row).collect(),
        notes: vec![
            "of whole runs. in search: the part of the bits fetched that is not for starting, reading, preparing and printing. \
             loads and stores of grid cells, of the stack, and of anything else, then the bits moved by all of them. The \
             last column is the maximum stack depth. A PDP-10 word has 36 bits; its accumulators are registers, also as \
             addresses 0 to 17, so operands there are not loads."
                .to_owned(),
        ],
    }
}

/// Kinds of control flow, with a column each.
const FLOW: &[(InstructionKind, &str)] = &[
    (InstructionKind::Taken, "branch taken"),
    (InstructionKind::NotTaken, "not"),
    (InstructionKind::Skipped, "skip taken"),
    (InstructionKind::NotSkipped, "not"),
    (InstructionKind::Jump, "jump"),
    (InstructionKind::Call, "call"),
    (InstructionKind::Return, "return"),
];

fn mix(group: &ComparisonGroup) -> Table {
    let row = |row: &ComparisonRow| {
        let all = row.total(&metric(group, "instructions")).unwrap_or(0).max(1);
        let share = |kind: InstructionKind| {
            let times = row.total(&Quantity::Kind(kind)).unwrap_or(0);
            times as f64 * 100.0 / all as f64
        };
        let around = row.total(&metric(group, "around")).unwrap_or(0);
        let mut cells = vec![lane(row), Cell::Number(around as f64 * 100.0 / all as f64, 1)];
        for (kind, _) in FLOW {
            let never = row.total(&Quantity::Kind(*kind)) == Some(0);
            cells.push(if never { Cell::Nothing } else { Cell::Number(share(*kind), 1) });
        }
        let classes =
            group.kinds().into_iter().filter(|kind| matches!(kind, InstructionKind::Class(_)));
        let mut classes: Vec<(f64, &str)> =
            classes.map(|kind| (share(kind), kind.name())).collect();
        classes.sort_by(|one, other| other.0.total_cmp(&one.0));
        let shown = classes.iter().filter(|(share, _)| *share >= 0.05);
        let shown: Vec<String> = shown.map(|(share, name)| format!("{name} {share:.1}")).collect();
        cells.push(Cell::Words(shown.join(", ")));
        cells
    };
    let mut names = vec!["around"];
    names.extend(FLOW.iter().map(|(_, name)| name));
    names.push("others, by class");
    let mut columns = columns("lane", &names);
    columns[names.len()].is_words = true;
    Table {
        caption: "Instruction mix, percent".to_owned(),
        columns,
        rows: group.rows.iter().map(row).collect(),
        notes: vec![
            "of whole runs. around: instructions of any kind outside the search. The others are all instructions by kind: \
             branches and conditional jumps, taken or not; skips, taken or not; all others by the classes of the instruction \
             tables (`isagrid isa`). An unconditional branch, such as MIPS `b`, is a jump. A call saves a return address, a \
             return uses it. Classes below 0.05 % are not shown."
                .to_owned(),
        ],
    }
}

fn cycles(group: &ComparisonGroup, by: By) -> Table {
    let mut rows = Vec::new();
    let mut notes = vec![
        "cycles that the named model charges for the instructions of whole runs, with reading and printing, not measured \
         time; caches are not modelled."
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
    let mut columns = columns("lane", &["model", "unit", "median", "per node", "per instruction"]);
    columns[1].is_words = true;
    columns[2].is_words = true;
    Table { caption: format!("Cycles by model, {}", each(by)), columns, rows, notes }
}

fn fusions(group: &ComparisonGroup) -> Table {
    let [instructions, around, fused] =
        ["instructions", "around", "fused"].map(|id| metric(group, id));
    let idioms: Vec<_> =
        IDIOMS.iter().filter(|idiom| has(group, &Quantity::Fusion(idiom))).collect();
    let mut rows = Vec::new();
    for row in group.rows.iter().filter(|row| row.runs.iter().any(|run| !run.fusions.is_empty())) {
        let (all, left) = (row.total(&instructions).unwrap_or(0), row.total(&fused).unwrap_or(0));
        let mut cells = vec![
            lane(row),
            Cell::Count(all),
            row.total(&around).map_or(Cell::Nothing, Cell::Count),
            Cell::Count(left),
            Cell::Number((all - left) as f64 * 100.0 / all.max(1) as f64, 1),
        ];
        for idiom in &idioms {
            let times = row.total(&Quantity::Fusion(idiom));
            cells.push(times.map_or(Cell::Nothing, Cell::Count));
        }
        rows.push(cells);
    }
    let mut names = vec!["instructions", "around", "fused", "saved, %"];
    names.extend(idioms.iter().map(|idiom| idiom.name));
    let mut notes = vec![
        "sums over all puzzles, of whole runs; around: the part of the instructions outside the search. fused: each sequence of two or three instructions that a core could fuse counts as one, by \
         the idioms of Celio, Dabbelt, Patterson and Asanovic (UCB/EECS-2016-130); no core is required to. The other \
         columns count how often each idiom ran; idioms not in the paper are not subtracted."
            .to_owned(),
    ];
    for idiom in &idioms {
        let whose = if idiom.is_of_paper { "" } else { ", not in the paper" };
        notes.push(format!("{}: {}{whose}", idiom.name, idiom.meaning));
    }
    Table {
        caption: "RISC-V with fused pairs".to_owned(),
        columns: columns("lane", &names),
        rows,
        notes,
    }
}

/// Whether any lane has a nonzero total.
fn has(group: &ComparisonGroup, quantity: &Quantity) -> bool {
    group.rows.iter().any(|row| row.total(quantity).is_some_and(|times| times > 0))
}

fn apart(group: &ComparisonGroup) -> Table {
    let [instructions, around] = ["instructions", "around"].map(|id| metric(group, id));
    let rows = group.apart.iter().map(|apart| {
        vec![
            lane(&apart.row),
            median(group, &apart.row, &instructions, By::Puzzle),
            median(group, &apart.row, &around, By::Puzzle),
            Cell::Count(apart.wrong as u64),
            Cell::Words(apart.why.clone()),
        ]
    });
    let names = ["instructions", "around", "failed puzzles", "first failure"];
    let mut columns = columns("lane", &names);
    columns[names.len()].is_words = true;
    Table {
        caption: "Excluded: different decisions, or an abnormal end".to_owned(),
        columns,
        rows: rows.collect(),
        notes: vec![
            "these lanes did different work and are excluded from ratios. instructions: median of whole runs; around: of \
             the part outside the search."
                .to_owned(),
        ],
    }
}
