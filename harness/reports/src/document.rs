//! A comparison as words and tables, whatever it is written in.

use lanes::compare::metric::{By, SIZES};
use lanes::compare::{Comparison, Group};
use machine::numbers;
use machines::escape::{counted, grouped};

use crate::table::Table;
use crate::tables;

/// Words and tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// The command line that makes it again.
    pub made_by: String,
    /// What was compared, in paragraphs.
    pub about: Vec<String>,
    /// A table of all lanes, where there are several groups.
    pub overview: Option<Table>,
    /// A section for each group.
    pub sections: Vec<Section>,
    /// Lanes that could not be measured, each with why.
    pub left_out: Vec<(String, String)>,
    /// What each number means that files have.
    pub meanings: Vec<Meaning>,
}

/// Lanes of one algorithm and size.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// The algorithm and the size, as one word.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What was compared, and that all lanes did the same, in paragraphs.
    pub about: Vec<String>,
    /// Its tables.
    pub tables: Vec<Table>,
}

/// What a number means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// The name that files have for it.
    pub id: String,
    /// What it counts in.
    pub unit: &'static str,
    /// What it is, in a sentence, with its source where it has one.
    pub meaning: String,
}

/// What no number here says, each with why.
pub static LIMITS: &[(&str, &str)] = &[
    (
        "Counts are no speed.",
        "An instruction is not a unit of time, and no two of these machines ever ran on one clock. Where there are cycles, they \
         are by the named model, within one machine.",
    ),
    (
        "Words differ.",
        "A PDP-10 has words of 36 bits and moves one at a time; MIPS32 and RISC-V have registers of 32 bits, and address bytes. \
         One instruction on one does what takes several on another, and the other way round.",
    ),
    (
        "Programmers differ.",
        "Lanes written by hand are each one person's program. A better one on the same machine may be further away than \
         another machine is. What a compiler made shows the compiler and its options as much as the instruction set.",
    ),
    (
        "There are no caches.",
        "Loads and stores are counted as if all of them took as long, and no branch is predicted, except where a model of cycles \
         says so.",
    ),
    (
        "The way in and out differs.",
        "Reading the puzzle and printing the grid are counted, and lanes do it in different formats; it weighs most where the \
         search is short. What a system does for a call is not counted at all.",
    ),
    (
        "Puzzles are chosen.",
        "Other puzzles give other numbers. Intervals say how much these puzzles scatter, not whether they are a fair sample of \
         all there are.",
    ),
];

/// A comparison in words and tables, its numbers by puzzle, node or place; `made_by` is the command line.
#[must_use]
pub fn of(comparison: &Comparison, by: By, made_by: &str) -> Document {
    let several = comparison.groups.len() > 1;
    let left_out = comparison.left_out.iter().map(|out| (out.lane.clone(), out.why.clone()));
    Document {
        title: "Lanes compared".to_owned(),
        made_by: made_by.to_owned(),
        about: about(comparison),
        overview: several.then(|| tables::overview(&comparison.groups)),
        sections: comparison.groups.iter().map(|group| section(group, by)).collect(),
        left_out: left_out.collect(),
        meanings: meanings(comparison),
    }
}

fn about(comparison: &Comparison) -> Vec<String> {
    let rows: usize = comparison.groups.iter().map(|group| group.rows.len()).sum();
    let apart: usize = comparison.groups.iter().map(|group| group.apart.len()).sum();
    let same = format!(
        "{} took every decision of the twin of its algorithm, and printed the right grid, on every puzzle it is compared by.",
        if rows == 1 {
            "The one lane compared".to_owned()
        } else {
            format!("Each of {}", numbers::counted(rows, "lane"))
        }
    );
    let others = match apart {
        0 => None,
        1 => Some("One lane did not: it is shown apart, and is part of no ratio.".to_owned()),
        apart => {
            Some(format!("{apart} lanes did not: they are shown apart, and are part of no ratio."))
        }
    };
    let problems = comparison.problems.iter().map(|problem| format!("Golden: {problem}"));
    std::iter::once(same).filter(|_| rows > 0).chain(others).chain(problems).collect()
}

/// A group as one word.
#[must_use]
pub fn id(group: &Group) -> String {
    format!("{}-{side}x{side}", group.algorithm.name(), side = group.size.side())
}

fn section(group: &Group, by: By) -> Section {
    let side = group.size.side();
    Section {
        id: id(group),
        title: format!("{}, {side}x{side}", group.algorithm.name()),
        about: about_group(group),
        tables: tables::of(group, by),
    }
}

/// Which puzzles a group was compared over, and that its lanes did the same on them, in paragraphs.
pub(crate) fn about_group(group: &Group) -> Vec<String> {
    vec![puzzles(group), statement(group)]
}

/// Which puzzles, and how much there is to do in them.
fn puzzles(group: &Group) -> String {
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
        1 => " One more takes more nodes than a lane takes up, or than --most-nodes allows."
            .to_owned(),
        more => format!(
            " {} more take more nodes than a lane takes up, or than --most-nodes allows.",
            grouped(more as u64)
        ),
    };
    let noun = if count == 1 { "puzzle" } else { "puzzles" };
    let spread = if group.spread_over > count {
        format!(", evenly spread over {}", grouped(group.spread_over as u64))
    } else {
        String::new()
    };
    let sets = sets.join(", ");
    format!("{} {noun}{spread} ({sets}) of {range}.{left_out}", grouped(count as u64))
}

/// How many runs of numbers are told one by one.
const RUNS: usize = 3;

/// Some puzzles of a set, in few words.
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
    let told = runs.iter().map(|&(first, last)| {
        if first == last { format!("{set}:{first}") } else { format!("{set}:{first}-{last}") }
    });
    told.collect::<Vec<_>>().join(", ")
}

/// That all rows did the same, or what did not.
fn statement(group: &Group) -> String {
    let (rows, digests) = (group.rows.len(), group.puzzles.iter().map(|at| at.decisions.digest));
    let (mut nodes, mut others) = (0, 0);
    for digest in digests {
        nodes += digest.nodes;
        others += digest.places + digest.undos + digest.ruled_out;
    }
    let unsolved = group.puzzles.iter().filter(|at| !at.decisions.solves).count();
    let unsolved = match unsolved {
        0 => String::new(),
        1 => " One of the puzzles is not solved by this algorithm; all lanes say so.".to_owned(),
        _ => format!(
            " {unsolved} of the puzzles are not solved by this algorithm; all lanes say so."
        ),
    };
    let together = format!("{} nodes and {} changes of cells", grouped(nodes), grouped(others));
    let same = match rows {
        0 => "No lane took the twin's decisions.".to_owned(),
        1 => format!("The lane took the twin's decisions, {together}, in its order."),
        2 => format!(
            "Both lanes took the twin's decisions on all puzzles, {together}, in the same order."
        ),
        _ => format!(
            "All {rows} lanes took the twin's decisions on all puzzles, {together}, in the same order."
        ),
    };
    same + &unsolved
}

/// Every number that files have, once.
#[must_use]
pub fn meanings(comparison: &Comparison) -> Vec<Meaning> {
    let mut found: Vec<Meaning> = SIZES
        .iter()
        .map(|it| Meaning { id: it.id.to_owned(), unit: it.unit, meaning: it.meaning.to_owned() })
        .collect();
    for quantity in comparison.groups.iter().flat_map(Group::quantities) {
        let (id, unit, meaning) = (quantity.id(), quantity.unit(), quantity.meaning());
        if found.iter().all(|known| known.id != id) {
            found.push(Meaning { id, unit, meaning });
        }
    }
    found
}
