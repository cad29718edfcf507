//! A comparison as text and tables, independent of the output format.

use lanes::compare::metric::{By, SIZES};
use lanes::compare::{Comparison, ComparisonGroup};
use machine::numbers;
use targets::escape::{counted, grouped};

use crate::table::Table;
use crate::{summary, tables};

/// Text and tables of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Title.
    pub title: String,
    /// Command line that makes it.
    pub made_by: String,
    /// Summary, in paragraphs.
    pub about: Vec<String>,
    /// Each algorithm on each machine, if there is anything to compare.
    pub summary: Option<Table>,
    /// Table of all lanes, if there are several groups.
    pub overview: Option<Table>,
    /// One section per group.
    pub sections: Vec<LaneSection>,
    /// Lanes that could not be measured, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// Meaning of each number in files.
    pub meanings: Vec<Meaning>,
}

/// Lanes of one algorithm and size.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneSection {
    /// Algorithm and size, as one word.
    pub id: String,
    /// Title.
    pub title: String,
    /// Puzzles and decisions, in paragraphs.
    pub about: Vec<String>,
    /// Tables.
    pub tables: Vec<Table>,
}

/// Meaning of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// Name in files.
    pub id: String,
    /// Unit.
    pub unit: &'static str,
    /// Description, with its source if any.
    pub meaning: String,
}

/// Limits of the comparison, each with its reason.
pub static LIMITS: &[(&str, &str)] = &[
    (
        "Counts are not speed.",
        "An instruction is not a unit of time, and no two of these machines share a clock. Cycles are those of the \
         named model and comparable only within one machine.",
    ),
    (
        "Words differ.",
        "A PDP-10 has words of 36 bits and moves one at a time; MIPS32 and RISC-V have registers of 32 bits, and address bytes. \
         One instruction on one machine can do the work of several on another, and vice versa.",
    ),
    (
        "Programmers differ.",
        "Each hand-written lane is one person's program. A better program for the same machine may differ more than \
         another machine does. A compiled lane shows the compiler and its options as much as the instruction set.",
    ),
    (
        "Caches are not modelled.",
        "All loads and stores count the same, and branches are not predicted, except where a cycle model says otherwise.",
    ),
    (
        "Input and output differ.",
        "Reading the puzzle and printing the grid are counted, and lanes use different formats; this matters most for \
         short searches. The work of system calls is not counted.",
    ),
    (
        "Puzzles are chosen.",
        "The numbers describe the puzzles named, or the sets that they were evenly selected from by their nodes, not all \
         Sudoku. Intervals show how much a number varies between samples from the same strata of nodes. A mean of whole \
         runs depends on the nodes of the sample, because of the fixed cost; the cost of a node hardly does.",
    ),
];

/// Document of a comparison, with numbers by puzzle, node or place; `made_by` is the command line.
#[must_use]
pub fn of(comparison: &Comparison, by: By, made_by: &str) -> Document {
    let several = comparison.groups.len() > 1;
    let left_out = comparison.left_out.iter().map(|out| (out.lane.clone(), out.why.clone()));
    Document {
        title: "Lanes compared".to_owned(),
        made_by: made_by.to_owned(),
        about: about(comparison),
        summary: summary::of(&comparison.groups),
        overview: several.then(|| tables::overview(&comparison.groups)),
        sections: comparison.groups.iter().map(|group| section(group, by)).collect(),
        left_out: left_out.collect(),
        meanings: meanings(comparison),
    }
}

fn about(comparison: &Comparison) -> Vec<String> {
    let rows: usize = comparison.groups.iter().map(|group| group.rows.len()).sum();
    let apart: usize = comparison.groups.iter().map(|group| group.apart.len()).sum();
    let lanes = if rows == 1 {
        "The one lane compared".to_owned()
    } else {
        format!("Each of {}", numbers::counted(rows, "lane"))
    };
    let same = format!(
        "{lanes} took the decisions of the reference model of its algorithm on every puzzle compared, and printed {}.",
        printed(comparison)
    );
    let others = match apart {
        0 => None,
        1 => Some("One lane did not: it is shown separately and excluded from ratios.".to_owned()),
        apart => Some(format!(
            "{apart} lanes did not: they are shown separately and excluded from ratios."
        )),
    };
    let problems = comparison.problems.iter().map(|problem| format!("Golden: {problem}"));
    std::iter::once(same).filter(|_| rows > 0).chain(others).chain(problems).collect()
}

/// What all runs printed: the grid, or that the algorithm does not find it.
pub(crate) fn printed(comparison: &Comparison) -> String {
    let (mut runs, mut unsolved) = (0, 0);
    for group in &comparison.groups {
        let failed = group.puzzles.iter().filter(|at| !at.decisions.solves).count();
        runs += (group.rows.len() * group.puzzles.len()) as u64;
        unsolved += (group.rows.len() * failed) as u64;
    }
    match unsolved {
        0 => "the correct grid".to_owned(),
        _ => format!(
            "the correct grid in {} runs and \"not solved\" in {}, where the algorithm finds no solution",
            grouped(runs - unsolved),
            grouped(unsolved)
        ),
    }
}

/// Name of a group as one word.
#[must_use]
pub fn id(group: &ComparisonGroup) -> String {
    format!("{}-{side}x{side}", group.algorithm.name(), side = group.size.side())
}

fn section(group: &ComparisonGroup, by: By) -> LaneSection {
    let side = group.size.side();
    LaneSection {
        id: id(group),
        title: format!("{}, {side}x{side}", group.algorithm.name()),
        about: about_group(group),
        tables: tables::of(group, by),
    }
}

/// Puzzles of a group, and that its lanes took the same decisions, in paragraphs.
pub(crate) fn about_group(group: &ComparisonGroup) -> Vec<String> {
    vec![puzzles(group), statement(group)]
}

/// Puzzles of a group, with their nodes.
fn puzzles(group: &ComparisonGroup) -> String {
    let mut sets: Vec<(&str, Vec<usize>)> = Vec::new();
    for at in &group.puzzles {
        match sets.last_mut() {
            Some((set, numbers)) if *set == at.id.set => numbers.push(at.id.number),
            _ => sets.push((&at.id.set, vec![at.id.number])),
        }
    }
    let sets: Vec<String> = sets.iter().map(|(set, numbers)| chosen(set, numbers)).collect();
    let nodes = || group.puzzles.iter().map(|at| at.decisions.digest.nodes);
    let (least, most) = (nodes().min().unwrap_or(0), nodes().max().unwrap_or(0));
    let count = group.puzzles.len();
    let range = match count {
        1 => counted(least, "node"),
        _ if least == most => {
            format!("{} each, {} together", counted(least, "node"), grouped(group.nodes()))
        }
        _ => format!(
            "{} to {} nodes each, {} together",
            grouped(least),
            grouped(most),
            grouped(group.nodes())
        ),
    };
    let left_out = match group.passed_over {
        0 => String::new(),
        1 => " One more puzzle needs more nodes than a lane or --most-nodes allows.".to_owned(),
        more => format!(
            " {} more puzzles need more nodes than a lane or --most-nodes allows.",
            grouped(more as u64)
        ),
    };
    let noun = if count == 1 { "puzzle" } else { "puzzles" };
    let spread = if group.spread_over > count {
        format!(", evenly selected by nodes from {}", grouped(group.spread_over as u64))
    } else {
        String::new()
    };
    let sets = sets.join(", ");
    format!("{} {noun}{spread} ({sets}) of {range}.{left_out}", grouped(count as u64))
}

/// Most ranges of puzzle numbers that are listed.
const RUNS: usize = 3;

/// Puzzles of a set as ranges, or only their number if there are many ranges.
fn chosen(set: &str, numbers: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    if runs.len() > RUNS {
        return format!("{} of {set}", numbers.len());
    }
    let ranges = runs.iter().map(|&(first, last)| {
        if first == last { format!("{set}:{first}") } else { format!("{set}:{first}-{last}") }
    });
    ranges.collect::<Vec<_>>().join(", ")
}

/// Statement about the decisions of all rows.
fn statement(group: &ComparisonGroup) -> String {
    let (rows, digests) = (group.rows.len(), group.puzzles.iter().map(|at| at.decisions.digest));
    let (mut nodes, mut others) = (0, 0);
    for digest in digests {
        nodes += digest.nodes;
        others += digest.places + digest.undos + digest.ruled_out;
    }
    let unsolved = group.puzzles.iter().filter(|at| !at.decisions.solves).count();
    let unsolved = match unsolved {
        0 => String::new(),
        1 => " This algorithm does not solve one of the puzzles; all lanes report that.".to_owned(),
        _ => format!(
            " This algorithm does not solve {unsolved} of the puzzles; all lanes report that."
        ),
    };
    let together = format!("{} nodes and {} cell changes", grouped(nodes), grouped(others));
    let same = match rows {
        0 => "No lane took the decisions of the reference model.".to_owned(),
        1 => format!(
            "The lane took the decisions of the reference model, {together}, in the same order."
        ),
        2 => format!(
            "Both lanes took the decisions of the reference model on all puzzles, {together}, in the same order."
        ),
        _ => format!(
            "All {rows} lanes took the decisions of the reference model on all puzzles, {together}, in the same order."
        ),
    };
    same + &unsolved
}

/// Every number in files, once.
#[must_use]
pub fn meanings(comparison: &Comparison) -> Vec<Meaning> {
    let mut found: Vec<Meaning> = SIZES
        .iter()
        .map(|it| Meaning { id: it.id.to_owned(), unit: it.unit, meaning: it.meaning.to_owned() })
        .collect();
    for quantity in comparison.groups.iter().flat_map(ComparisonGroup::quantities) {
        let (id, unit, meaning) = (quantity.id(), quantity.unit(), quantity.meaning());
        if found.iter().all(|known| known.id != id) {
            found.push(Meaning { id, unit, meaning });
        }
    }
    found
}
