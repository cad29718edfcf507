//! A verification in words: lanes are told one by one, so that none has to stay in memory.

use std::collections::BTreeMap;

use machine::Model;
use machine::numbers::counted;
use machines::escape::{aligned, grouped};

use super::failure::Failures;
use crate::compare::statistics::percentile;
use crate::lane::Lane;
use crate::root::Root;
use crate::verify::{
    Broken, Change, Checks, Choice, DecisionCheck, GridCheck, LaneOutcome, Run, Verified,
};

/// What a verification came to, in words.
#[derive(Debug)]
pub struct Summary {
    root: Root,
    problems: Vec<String>,
    choice: Choice,
    lanes: Vec<Told>,
}

/// What is told of a lane.
#[derive(Debug)]
struct Told {
    name: String,
    line: String,
    /// Its row of the table up to the cycles.
    cells: Vec<String>,
    /// The median of each model's cycles.
    cycles: Vec<(&'static Model, Option<u64>)>,
    against_golden: String,
    failures: String,
    checks: Checks,
    runs: usize,
    /// Runs whose counts are others than the golden ones, and allowed.
    within: usize,
    /// Puzzles that were passed over, or left behind failures.
    left: usize,
    broken: Option<Broken>,
    is_right: bool,
    is_golden: bool,
}

impl Summary {
    /// One of no lane yet, whose golden files have these problems.
    #[must_use]
    pub fn new(root: &Root, problems: &[String], choice: &Choice) -> Self {
        let (root, problems) = (root.clone(), problems.to_vec());
        Summary { root, problems, choice: choice.clone(), lanes: Vec::new() }
    }

    /// All of a verification.
    #[must_use]
    pub fn of(verified: &Verified) -> Self {
        let mut summary = Summary::new(&verified.root, &verified.problems, &verified.choice);
        verified.lanes.iter().for_each(|lane| summary.add(lane));
        summary
    }

    /// Adds a lane, in the order of the table.
    pub fn add(&mut self, lane: &LaneOutcome) {
        let mut tally = Tally::default();
        lane.runs.iter().for_each(|run| self.count(&mut tally, &lane.lane, run));
        self.add_counted(lane, &tally);
    }

    /// Counts a run of a lane that is added when all of its runs have been counted.
    pub fn count(&self, tally: &mut Tally, lane: &Lane, run: &Run) {
        tally.count(run);
        tally.failures.run(lane, run, (&self.root, &self.choice));
    }

    /// Adds a lane whose runs have been counted, whatever runs it has.
    pub fn add_counted(&mut self, lane: &LaneOutcome, tally: &Tally) {
        let mut failures = String::new();
        tally.failures.write(&mut failures, lane, &self.root);
        let medians = lane.models.iter().map(|model| {
            let cycles = tally.cycles.get(model.name);
            (model, cycles.and_then(|cycles| percentile(cycles, 50)))
        });
        let is_right =
            lane.broken.is_none() && lane.not_run.is_none() && tally.right == tally.runs();
        self.lanes.push(Told {
            name: lane.lane.name.clone(),
            line: lane_line(lane, tally),
            cells: cells(lane, tally),
            cycles: medians.collect(),
            against_golden: lane
                .broken
                .as_ref()
                .map_or_else(|| tally.against_golden(lane), |broken| broken.verdict().to_owned()),
            failures,
            checks: lane.lane.checks,
            runs: tally.runs(),
            within: tally.within,
            left: lane.passed_over + lane.not_run.map_or(0, |not_run| not_run.count),
            broken: lane.broken.clone(),
            is_right,
            is_golden: is_right && tally.golden == tally.runs(),
        });
    }

    /// Where the lanes lie.
    pub(super) fn root(&self) -> &Root {
        &self.root
    }

    /// What is wrong with the golden puzzles and solutions themselves.
    pub(super) fn problems(&self) -> &[String] {
        &self.problems
    }

    /// What was asked for.
    pub(super) fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Of each lane whether all of it is right, the counts too, and the line that says how it did.
    pub(super) fn each_lane(&self) -> impl Iterator<Item = (bool, &str)> {
        self.lanes.iter().map(|lane| (lane.is_golden, lane.line.as_str()))
    }

    /// Whether everything is right, the counts too.
    #[must_use]
    pub fn is_golden(&self) -> bool {
        self.problems.is_empty() && self.lanes.iter().all(|lane| lane.is_golden)
    }

    /// What keeps some lane from running at all; a wrong table first.
    #[must_use]
    pub fn broken(&self) -> Option<&Broken> {
        Broken::worst(self.lanes.iter().filter_map(|lane| lane.broken.as_ref()))
    }

    /// The names of lanes that are wrong in more than their counts.
    #[must_use]
    pub fn wrong(&self) -> Vec<&str> {
        let wrong = self.lanes.iter().filter(|lane| !lane.is_right);
        wrong.map(|lane| lane.name.as_str()).collect()
    }

    /// A line a lane that says how it did.
    #[must_use]
    pub fn lines(&self) -> String {
        self.lanes.iter().map(|lane| format!("{}\n", lane.line)).collect()
    }

    /// The table: a line a lane, then what the columns mean.
    ///
    /// `grids` and `decisions` count the puzzles that are right. Cycles are named by their model and
    /// defined below the table.
    #[must_use]
    pub fn table(&self) -> String {
        let models = self.models();
        let mut header = vec!["lane", "puzzles", "grids ok", "decisions ok", "instructions", ""];
        let names: Vec<String> = models.iter().map(|model| machines::models::name(model)).collect();
        header.extend(names.iter().map(String::as_str));
        header.push("against golden");
        let mut second = vec![String::new(); 4];
        second.extend(["median".to_owned(), "max".to_owned()]);
        second.resize(second.len() + models.len(), "median".to_owned());
        second.push(String::new());
        let mut rows = vec![header.into_iter().map(str::to_owned).collect(), second];
        rows.extend(self.lanes.iter().map(|lane| lane.row(&models)));
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
    fn models(&self) -> Vec<&'static Model> {
        super::models(self.lanes.iter().flat_map(|lane| &lane.cycles).map(|(model, _)| *model))
    }

    /// Everything that is wrong, in paragraphs; empty when nothing is.
    #[must_use]
    pub fn failures(&self) -> String {
        let problems = self.problems.iter().map(|problem| format!("golden: {problem}\n\n"));
        problems.chain(self.lanes.iter().map(|lane| lane.failures.clone())).collect()
    }

    /// The last line: how many lanes and runs there were, and whether all of it is as it should be.
    #[must_use]
    pub fn verdict(&self, is_blessed: bool) -> String {
        let runs: usize = self.lanes.iter().map(|lane| lane.runs).sum();
        let lanes = counted(self.lanes.len(), "lane");
        let whose = if self.root == Root::Bundled { " that came with isagrid" } else { "" };
        let (runs, noun) = match self.lanes.iter().map(|lane| lane.left).sum::<usize>() {
            0 => (grouped(runs as u64), if runs == 1 { "run" } else { "runs" }),
            left => {
                let all = grouped((runs + left) as u64);
                (format!("{} of {all}", grouped(runs as u64)), "runs")
            }
        };
        let quick = if self.choice.quick { ", to be quick" } else { "" };
        let well = self.is_golden();
        let what = match self.checks() {
            // What was accepted a moment ago was compared with nothing.
            Checks::ALL if well && is_blessed => "all right, and accepted as golden:".to_owned(),
            Checks::ALL if well => format!("all as golden{}", self.within()),
            Checks::ALL => "NOT as golden".to_owned(),
            checks if well && is_blessed => {
                format!("all right (checked: {checks}), and accepted as golden:")
            }
            checks if well => format!("all right{}; checked: {checks}", self.within()),
            checks => format!("NOT right; checked: {checks}"),
        };
        let less = if is_blessed { String::new() } else { self.checked_less() };
        format!("{lanes}{whose}, {runs} {noun}{quick}: {what}{less}")
    }

    /// How many runs have other counts than the golden ones, which are allowed.
    fn within(&self) -> String {
        match self.lanes.iter().map(|lane| lane.within).sum::<usize>() {
            0 => String::new(),
            some => {
                format!(", but for the counts of {}, within what is allowed", counted(some, "run"))
            }
        }
    }

    /// What was checked of some lane.
    fn checks(&self) -> Checks {
        self.lanes.iter().map(|lane| lane.checks).fold(Checks::NONE, Checks::or)
    }

    /// Of how many lanes something was not checked that was checked of others.
    fn checked_less(&self) -> String {
        let lanes_without = |name: &&str| {
            let lanes = self.lanes.iter().map(|lane| lane.checks.names());
            lanes.filter(|names| !names.contains(name)).count()
        };
        let names = self.checks().names();
        let less = names.iter().filter(|name| lanes_without(name) > 0);
        let less: Vec<String> = less
            .map(|name| format!("{name} of {}", counted(lanes_without(name), "lane")))
            .collect();
        if less.is_empty() { String::new() } else { format!("; not checked: {}", less.join(", ")) }
    }
}

impl Told {
    /// Its row of the table, which has these models.
    fn row(&self, models: &[&'static Model]) -> Vec<String> {
        let mut row = vec![self.name.clone()];
        row.extend(self.cells.iter().cloned());
        for model in models {
            let of_model = self.cycles.iter().find(|(known, _)| known.name == model.name);
            row.push(shown(of_model.and_then(|(_, median)| *median)));
        }
        row.push(self.against_golden.clone());
        row
    }
}

fn shown(number: Option<u64>) -> String {
    number.map_or_else(|| "-".to_owned(), grouped)
}

/// The runs of a lane, counted one by one: what is told of them needs none of them again.
#[derive(Debug, Default)]
pub struct Tally {
    /// What each took.
    instructions: Vec<u64>,
    /// The same by model.
    cycles: BTreeMap<String, Vec<u64>>,
    right: usize,
    golden: usize,
    /// Runs with the right grid that ended well, and with the right decisions.
    grids: usize,
    decisions: usize,
    new: usize,
    changed: usize,
    /// Runs whose counts are others than the golden ones, and allowed.
    within: usize,
    failures: Failures,
}

impl Tally {
    fn count(&mut self, run: &Run) {
        self.instructions.push(run.cost.instructions);
        for (model, cycles) in &run.cost.cycles {
            if let Some(all) = self.cycles.get_mut(model) {
                all.push(*cycles);
            } else {
                self.cycles.insert(model.clone(), vec![*cycles]);
            }
        }
        self.right += usize::from(run.is_right());
        self.golden += usize::from(run.is_golden());
        self.grids += usize::from(run.grid == GridCheck::Right && run.stopped.is_none());
        self.decisions += usize::from(run.decisions == DecisionCheck::Same);
        self.new += usize::from(run.change == Change::New);
        self.changed += usize::from(matches!(run.change, Change::Changed(_)));
        self.within += usize::from(matches!(run.change, Change::Within(_)));
    }

    fn runs(&self) -> usize {
        self.instructions.len()
    }

    fn against_golden(&self, lane: &LaneOutcome) -> String {
        let Tally { new, changed, within, .. } = *self;
        match (new, changed) {
            _ if self.runs() == 0 => "nothing was run".to_owned(),
            _ if !lane.lane.checks.counts => "not checked".to_owned(),
            (0, 0) if within > 0 => format!("{within} changed within what is allowed"),
            (0, 0) => "same".to_owned(),
            (0, changed) => format!("{changed} changed"),
            (new, 0) => format!("{new} without golden"),
            (new, changed) => format!("{changed} changed, {new} without golden"),
        }
    }
}

/// Puzzles, grids, decisions, and the median and most of the instructions.
fn cells(lane: &LaneOutcome, tally: &Tally) -> Vec<String> {
    if lane.broken.is_some() {
        return vec!["-".to_owned(); 5];
    }
    let not_run = lane.not_run.map_or(0, |not_run| not_run.count);
    let puzzles = match lane.left_out + lane.passed_over + not_run {
        0 => tally.runs().to_string(),
        left_out => format!("{} of {}", tally.runs(), tally.runs() + left_out),
    };
    let checks = lane.lane.checks;
    let checked = |is: bool, right: usize| if is { right.to_string() } else { "-".to_owned() };
    vec![
        puzzles,
        checked(checks.grids, tally.grids),
        checked(checks.decisions, tally.decisions),
        shown(percentile(&tally.instructions, 50)),
        shown(tally.instructions.iter().max().copied()),
    ]
}

/// One line that says how a lane did, for a log.
fn lane_line(lane: &LaneOutcome, tally: &Tally) -> String {
    let name = &lane.lane.name;
    if let Some(broken) = &lane.broken {
        return format!("{name}: {}", broken.verdict());
    }
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
    if tally.runs() == 0 {
        return format!("{name}: nothing was run{left_out}");
    }
    let (right, all) = (tally.right, counted(tally.runs(), "puzzle"));
    let checks = lane.lane.checks;
    let unchecked: String = Checks::NAMES
        .into_iter()
        .filter(|name| *name != "counts" && !checks.names().contains(name))
        .map(|name| format!(", {name} not checked"))
        .collect();
    let against = if checks.counts { tally.against_golden(lane) } else { "not checked".to_owned() };
    format!("{name}: {right} of {all} right{left_out}{unchecked}, counts against golden: {against}")
}
