//! What a verification came to, as a table, as messages about what is wrong, and as JSON.

mod failure;
mod formats;
mod json;
pub mod text;

pub use failure::{failures, side_by_side};
pub use formats::{FORMATS, Format};
pub use json::{json, schema};

use machine::numbers::counted;
use machines::escape::{aligned, grouped};

use crate::compare::statistics::percentile;
use crate::root::Root;
use crate::verify::{Change, Checks, DecisionCheck, GridCheck, LaneOutcome, Run, Verified};

/// The table: a line a lane, then what the columns mean.
///
/// `grids` and `decisions` count the puzzles that are right. Cycles are named by their model and
/// defined below the table.
#[must_use]
pub fn table(verified: &Verified) -> String {
    let models = models(verified);
    let mut header = vec!["lane", "puzzles", "grids ok", "decisions ok", "instructions", ""];
    let names: Vec<String> = models.iter().map(|model| machines::models::name(model)).collect();
    for name in &names {
        header.push(name);
    }
    header.push("against golden");
    let mut second = vec![String::new(); 4];
    second.extend(["median".to_owned(), "max".to_owned()]);
    second.resize(second.len() + models.len(), "median".to_owned());
    second.push(String::new());
    let mut rows = vec![header.into_iter().map(str::to_owned).collect(), second];
    rows.extend(verified.lanes.iter().map(|lane| row(lane, &models)));
    let last = rows.first().map_or(0, |row| row.len() - 1);
    let mut text = aligned(&rows, |column| column == 0 || column == last);
    text.push_str(
        "\ninstructions: machine instructions retired, start-up code of the dialect included; cells executed by a script\n\
         decisions: calls of the lane's node label and stores to its grid, event by event as the twin's\n",
    );
    for model in models {
        text.push_str(&machines::models::definition(model));
    }
    text
}

/// The models of all lanes, each once.
fn models(verified: &Verified) -> Vec<&'static machine::Model> {
    let mut models: Vec<&'static machine::Model> = Vec::new();
    for model in verified.lanes.iter().flat_map(|lane| lane.models) {
        if !models.iter().any(|known| known.name == model.name) {
            models.push(model);
        }
    }
    models
}

fn row(lane: &LaneOutcome, models: &[&machine::Model]) -> Vec<String> {
    let mut row = vec![lane.lane.name.clone()];
    if let Some(broken) = &lane.broken {
        row.extend(vec!["-".to_owned(); 5 + models.len()]);
        row.push(broken.verdict().to_owned());
        return row;
    }
    let count = |right: &dyn Fn(&Run) -> bool| {
        lane.runs.iter().filter(|run| right(run)).count().to_string()
    };
    let not_run = lane.not_run.map_or(0, |not_run| not_run.count);
    row.push(match lane.left_out + lane.passed_over + not_run {
        0 => lane.runs.len().to_string(),
        left_out => format!("{} of {}", lane.runs.len(), lane.runs.len() + left_out),
    });
    let checks = lane.lane.checks;
    let checked = |is: bool, right: &dyn Fn(&Run) -> bool| {
        if is { count(right) } else { "-".to_owned() }
    };
    let is_right = |run: &Run| run.grid == GridCheck::Right && run.stopped.is_none();
    row.push(checked(checks.grids, &is_right));
    row.push(checked(checks.decisions, &|run| run.decisions == DecisionCheck::Same));
    let shown = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), grouped);
    let instructions: Vec<u64> = lane.runs.iter().map(|run| run.cost.instructions).collect();
    row.push(shown(percentile(&instructions, 50)));
    row.push(shown(instructions.iter().max().copied()));
    for model in models {
        let cycles = lane.runs.iter().filter_map(|run| run.cost.cycles.get(model.name).copied());
        row.push(shown(percentile(&cycles.collect::<Vec<u64>>(), 50)));
    }
    row.push(against_golden(lane));
    row
}

fn against_golden(lane: &LaneOutcome) -> String {
    let count = |wanted: &dyn Fn(&Change) -> bool| {
        lane.runs.iter().filter(|run| wanted(&run.change)).count()
    };
    let new = count(&|change| *change == Change::New);
    let changed = count(&|change| matches!(change, Change::Changed(_)));
    let within = count(&|change| matches!(change, Change::Within(_)));
    match (new, changed) {
        _ if lane.runs.is_empty() => "nothing was run".to_owned(),
        _ if !lane.lane.checks.counts => "not checked".to_owned(),
        (0, 0) if within > 0 => format!("{within} changed within what is allowed"),
        (0, 0) => "same".to_owned(),
        (0, changed) => format!("{changed} changed"),
        (new, 0) => format!("{new} without golden"),
        (new, changed) => format!("{changed} changed, {new} without golden"),
    }
}

/// One line that says how a lane did, for a log.
#[must_use]
pub fn lane_line(lane: &LaneOutcome) -> String {
    let name = &lane.lane.name;
    if let Some(broken) = &lane.broken {
        return format!("{name}: {}", broken.verdict());
    }
    let right = lane.runs.iter().filter(|run| run.is_right()).count();
    let left_out = match (lane.left_out, lane.lane.most_nodes) {
        (1.., Some(most)) => {
            format!(" ({} with more than {} nodes left out)", lane.left_out, grouped(most))
        }
        _ => String::new(),
    };
    let passed_over = match lane.passed_over {
        0 => String::new(),
        count => format!(" ({} passed over, to be quick)", counted(count, "puzzle")),
    };
    let from_cache = if lane.from_cache { " (kept from an earlier time)" } else { "" };
    let not_run = lane.not_run.map_or_else(String::new, |it| format!(" ({it})"));
    let left_out = left_out + &passed_over + &not_run + from_cache;
    if lane.runs.is_empty() {
        return format!("{name}: nothing was run{left_out}");
    }
    let all = counted(lane.runs.len(), "puzzle");
    let checks = lane.lane.checks;
    let unchecked: String = Checks::NAMES
        .into_iter()
        .filter(|name| *name != "counts" && !checks.names().contains(name))
        .map(|name| format!(", {name} not checked"))
        .collect();
    let against = if checks.counts { against_golden(lane) } else { "not checked".to_owned() };
    format!("{name}: {right} of {all} right{left_out}{unchecked}, counts against golden: {against}")
}

/// The last line: how many lanes and runs there were, and whether all of it is as it should be.
#[must_use]
pub fn verdict(verified: &Verified, is_blessed: bool) -> String {
    let runs: usize = verified.lanes.iter().map(|lane| lane.runs.len()).sum();
    let lanes = counted(verified.lanes.len(), "lane");
    let whose = if verified.root == Root::Bundled { " that came with isagrid" } else { "" };
    let left = verified.lanes.iter().map(|it| it.passed_over + it.not_run.map_or(0, |it| it.count));
    let (runs, noun) = match left.sum::<usize>() {
        0 => (grouped(runs as u64), if runs == 1 { "run" } else { "runs" }),
        left => {
            let all = grouped((runs + left) as u64);
            (format!("{} of {all}", grouped(runs as u64)), "runs")
        }
    };
    let quick = if verified.choice.quick { ", to be quick" } else { "" };
    let well = verified.is_golden();
    let what = match verified.checks() {
        // What was accepted a moment ago was compared with nothing.
        Checks::ALL if well && is_blessed => "all right, and accepted as golden:".to_owned(),
        Checks::ALL if well => format!("all as golden{}", within(verified)),
        Checks::ALL => "NOT as golden".to_owned(),
        checks if well && is_blessed => {
            format!("all right (checked: {checks}), and accepted as golden:")
        }
        checks if well => format!("all right{}; checked: {checks}", within(verified)),
        checks => format!("NOT right; checked: {checks}"),
    };
    let less = if is_blessed { String::new() } else { checked_less(verified) };
    format!("{lanes}{whose}, {runs} {noun}{quick}: {what}{less}")
}

/// How many runs have other counts than the golden ones, which are allowed.
fn within(verified: &Verified) -> String {
    let runs = verified.lanes.iter().flat_map(|lane| &lane.runs);
    match runs.filter(|run| matches!(run.change, Change::Within(_))).count() {
        0 => String::new(),
        some => {
            format!(", but for the counts of {}, within what is allowed", counted(some, "run"))
        }
    }
}

/// Of how many lanes something was not checked that was checked of others.
fn checked_less(verified: &Verified) -> String {
    let lanes_without = |name: &&str| {
        let lanes = verified.lanes.iter().map(|lane| lane.lane.checks.names());
        lanes.filter(|names| !names.contains(name)).count()
    };
    let names = verified.checks().names();
    let less = names.iter().filter(|name| lanes_without(name) > 0);
    let less: Vec<String> =
        less.map(|name| format!("{name} of {}", counted(lanes_without(name), "lane"))).collect();
    if less.is_empty() { String::new() } else { format!("; not checked: {}", less.join(", ")) }
}
