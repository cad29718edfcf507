//! Result of a verification as text.

use machine::numbers::counted;
use targets::escape::grouped;

use super::lane_summary::LaneSummary;
use super::tables;
use super::tally::Tally;
use crate::root::Root;
use crate::verify::{Checks, Choice, LaneError, LaneOutcome, Verification};

/// Result of a verification as text.
#[derive(Debug)]
pub struct Summary {
    root: Root,
    problems: Vec<String>,
    choice: Choice,
    lanes: Vec<LaneSummary>,
}

impl Summary {
    /// Summary of a whole verification.
    #[must_use]
    pub fn of(verified: &Verification) -> Self {
        let Verification { root, problems, choice, lanes, .. } = verified;
        let lane = |outcome: &LaneOutcome| {
            let mut tally = Tally::default();
            for run in &outcome.runs {
                tally.count(run);
                tally.failures.run(&outcome.lane, run, (root, choice));
            }
            LaneSummary::of(outcome, &tally, root)
        };
        Summary {
            root: root.clone(),
            problems: problems.clone(),
            choice: choice.clone(),
            lanes: lanes.iter().map(lane).collect(),
        }
    }

    /// Root of the lanes.
    #[must_use]
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// Problems of the golden puzzles and solutions themselves.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Choice of the user.
    #[must_use]
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// For each lane whether everything matches the golden results, and its line for a log.
    pub fn each_lane(&self) -> impl Iterator<Item = (bool, &str)> {
        self.lanes.iter().map(|lane| (lane.is_golden, lane.line.as_str()))
    }

    /// Whether everything matches the golden results.
    #[must_use]
    pub fn is_golden(&self) -> bool {
        self.problems.is_empty() && self.lanes.iter().all(|lane| lane.is_golden)
    }

    /// Reason why some lane cannot run at all; a wrong table comes first.
    #[must_use]
    pub fn broken(&self) -> Option<&LaneError> {
        LaneError::worst(self.lanes.iter().filter_map(|lane| lane.broken.as_ref()))
    }

    /// Names of the lanes that are wrong in more than their counts.
    #[must_use]
    pub fn wrong(&self) -> Vec<&str> {
        let wrong = self.lanes.iter().filter(|lane| !lane.is_correct);
        wrong.map(|lane| lane.name.as_str()).collect()
    }

    /// The usual table, at most 30 lines of 120 columns with the verdict: each lane, or groups if they are many.
    #[must_use]
    pub fn table(&self) -> String {
        tables::usual(&self.lanes)
    }

    /// The table of every lane, with the median cycles by each model.
    #[must_use]
    pub fn table_with_cycles(&self) -> String {
        tables::with_cycles(&self.lanes)
    }

    /// Everything that is wrong, in paragraphs; empty if nothing is.
    #[must_use]
    pub fn failures(&self) -> String {
        let problems = self.problems.iter().map(|problem| format!("golden: {problem}\n\n"));
        problems.chain(self.lanes.iter().map(|lane| lane.failures.clone())).collect()
    }

    /// The last line: the number of lanes and runs, and whether all of them are as expected.
    #[must_use]
    pub fn verdict(&self, is_blessed: bool) -> String {
        let noun = if self.root == Root::Bundled { "bundled lane" } else { "lane" };
        let lanes = counted(self.lanes.len(), noun);
        let quick = if self.choice.quick { " (--quick)" } else { "" };
        let checks = self.checks();
        let result = match checks {
            // Counts saved a moment ago were compared with nothing.
            Checks::ALL if is_blessed => self.result("all correct; saved to the golden files:"),
            Checks::ALL => self.result("all match the golden results"),
            _ if is_blessed && self.is_golden() => {
                format!("all correct (checked: {checks}); saved to the golden files:")
            }
            _ => format!("{}; checked: {checks}", self.result("all correct")),
        };
        let less = if is_blessed { String::new() } else { self.checked_less() };
        format!("{lanes}, {}{quick}: {result}{less}", self.runs())
    }

    /// Number of runs, out of those there would be without `--quick` and failures.
    fn runs(&self) -> String {
        let runs: usize = self.lanes.iter().map(|lane| lane.runs).sum();
        let skipped: usize = self.lanes.iter().map(|lane| lane.skipped).sum();
        match (runs, skipped) {
            (1, 0) => "1 run".to_owned(),
            (runs, 0) => format!("{} runs", grouped(runs as u64)),
            (runs, skipped) => {
                let all = grouped((runs + skipped) as u64);
                format!("{} of {all} runs", grouped(runs as u64))
            }
        }
    }

    /// What the verdict says: these words if all is well, or how many lanes are not.
    fn result(&self, well: &str) -> String {
        let failed = self.lanes.iter().filter(|lane| !lane.is_golden).count();
        let within: usize = self.lanes.iter().map(|lane| lane.differences.within).sum();
        match (failed, within) {
            _ if self.is_golden() && within == 0 => well.to_owned(),
            (0, _) if !self.problems.is_empty() => "golden files are missing or wrong".to_owned(),
            (0, within) => {
                format!("{well}, except the counts of {} within the limit", counted(within, "run"))
            }
            (1, _) => "1 lane FAILED".to_owned(),
            (failed, _) => format!("{failed} lanes FAILED"),
        }
    }

    /// Checks that at least one lane had.
    fn checks(&self) -> Checks {
        self.lanes.iter().map(|lane| lane.checks).fold(Checks::NONE, Checks::or)
    }

    /// For each check that some lanes had, the number of lanes that did not have it.
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
