//! The part `[program]` of the file `assignment.toml`.

mod cases;
mod places;

use std::collections::BTreeMap;
use std::ops::Range;

use lanes::exchange::{Feed, Read};
use reference::Size;
use serde::Deserialize;
use targets::target::Target;
use toml::Spanned;

use super::{AssignmentFile, Reader, rules_of};
use crate::assignment::{Decisions, Program, ProgramGroup, Sudoku};
use crate::graded::{Points, PointsCategory};
use crate::program::compare::Compare;
use crate::rules::Rules;
use cases::{CompareKeys, ParsedGroup, ProgramCasesRow};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ProgramRow {
    size: Option<Spanned<u8>>,
    feed: Option<Feed>,
    read: Option<Read>,
    #[serde(default)]
    points: BTreeMap<PointsCategory, f64>,
    leaderboard: Option<Spanned<String>>,
    rules: Option<Spanned<Rules>>,
    // `instructions` is its name for functions.
    #[serde(alias = "instructions")]
    max_instructions: Option<u64>,
    decisions: Option<Spanned<Decisions>>,
    compare: Option<Spanned<String>>,
    exact: Option<Spanned<bool>>,
    tolerance: Option<Spanned<f64>>,
    #[serde(default)]
    cases: Vec<Spanned<ProgramCasesRow>>,
}

/// The whole program that is being read, as far as its cases depend on it.
struct Context<'c> {
    file: &'c AssignmentFile,
    target: &'c Target,
    names: &'c BTreeMap<String, &'static str>,
    size: Option<Size>,
    comparing: CompareKeys<'c>,
}

impl Reader<'_> {
    pub(super) fn program(
        &mut self,
        row: &Spanned<ProgramRow>,
        file: &AssignmentFile,
        target: &Target,
        names: &BTreeMap<String, &'static str>,
    ) -> Program {
        let (at, program) = (row.span(), row.get_ref());
        let mut sudoku = self.sudoku(row, target);
        let leaderboard = program.leaderboard.as_ref();
        if let Some(other) = leaderboard.filter(|name| name.get_ref() != "instructions") {
            self.wrong(other.span(), "only `instructions` can be compared");
        }
        if program.cases.is_empty() {
            self.wrong(at.clone(), "the program has no cases: nothing would be tested");
        }
        let comparing = CompareKeys {
            compare: program.compare.as_ref(),
            exact: program.exact.as_ref(),
            tolerance: program.tolerance.as_ref(),
        };
        // Its errors are reported here, not again for each group.
        let before = self.mistakes.len();
        let compare = self.compare(&comparing, &CompareKeys::default());
        if let Some(sudoku) = &mut sudoku {
            sudoku.compare = compare.unwrap_or_default();
            let is_known = matches!(compare, Some(Compare::Blanks | Compare::Exact));
            if let Some(name) = program.compare.as_ref().filter(|_| !is_known) {
                self.wrong(name.span(), "grids are compared by `blanks` or `exact`");
            }
        }
        let is_sound = self.mistakes.len() == before;
        let comparing = if is_sound { comparing } else { CompareKeys::default() };
        let size = sudoku.as_ref().map(|sudoku| sudoku.size);
        let context = Context { file, target, names, size, comparing };
        let groups = program.cases.iter().map(|cases| self.program_group(cases, &context));
        let groups: Vec<ParsedGroup> = groups.collect();
        let (points, groups) = self.program_points(row, groups, sudoku.as_ref());
        Program {
            sudoku,
            points,
            max_instructions: program.max_instructions,
            leaderboard: leaderboard.is_some(),
            rules: rules_of(program.rules.as_ref()),
            groups,
        }
    }

    /// Format of puzzles and grids, if the program solves puzzles.
    fn sudoku(&mut self, row: &Spanned<ProgramRow>, target: &Target) -> Option<Sudoku> {
        let (at, program) = (row.span(), row.get_ref());
        let Some(side) = &program.size else {
            let keys = [
                ("feed", program.feed.is_some()),
                ("read", program.read.is_some()),
                ("decisions", program.decisions.is_some()),
            ];
            if let Some((key, _)) = keys.iter().find(|(_, is_given)| *is_given) {
                self.wrong(at, format!("`{key}` is for programs that solve puzzles: give `size`"));
            }
            return None;
        };
        let size = match side.get_ref() {
            4 => Size::Four,
            9 => Size::Nine,
            other => {
                let why = format!("a program's puzzles must have size 4 or 9, not {other}");
                self.wrong(side.span(), why);
                Size::Nine
            }
        };
        let (Some(feed), Some(read)) = (program.feed, program.read) else {
            let why = "a program that solves puzzles needs `feed` and `read`, such as \"rows\"";
            self.wrong(side.span(), why);
            return None;
        };
        let decisions = program.decisions.as_ref().map(|decisions| {
            let Decisions { algorithm, node, grid } = decisions.get_ref();
            if let Err(why) = grid.check(*algorithm, size, target.spec().unit_bits) {
                self.wrong(decisions.span(), why);
            }
            for label in [node, &grid.symbol] {
                self.labels_used.push((decisions.span(), label.clone()));
            }
            decisions.get_ref().clone()
        });
        let place = program.decisions.as_ref().map_or(side.span(), Spanned::span);
        let decisions_line = self.line(&place);
        Some(Sudoku { size, feed, read, compare: Compare::Blanks, decisions, decisions_line })
    }

    /// Points by kind, and the groups with their shares.
    fn program_points(
        &mut self,
        row: &Spanned<ProgramRow>,
        groups: Vec<ParsedGroup>,
        sudoku: Option<&Sudoku>,
    ) -> (BTreeMap<PointsCategory, Points>, Vec<ProgramGroup>) {
        let at = row.span();
        let mut points = self.points(&row.get_ref().points, &at);
        let decisions = sudoku.is_some_and(|sudoku| sudoku.decisions.is_some());
        let is_known = |of| {
            matches!(of, PointsCategory::Results | PointsCategory::Rules)
                || of == PointsCategory::Decisions && decisions
        };
        if let Some(of) = points.keys().find(|&&of| !is_known(of)) {
            let why = match of {
                PointsCategory::Decisions => {
                    "points for decisions need `decisions`, which names the algorithm".to_owned()
                }
                other => format!(
                    "a program earns points for results, decisions and rules, not for {}",
                    other.name()
                ),
            };
            self.wrong(at.clone(), why);
        }
        let of_groups: Vec<Points> = groups.iter().filter_map(|group| group.points).collect();
        if let Some(without) = groups.iter().find(|group| group.points.is_none())
            && !of_groups.is_empty()
        {
            let why = format!(
                "`{}` has no points, but other groups have: give `points` to all groups or to none",
                without.group.name
            );
            self.wrong(without.at.clone(), why);
        } else if !of_groups.is_empty() {
            let sum = of_groups.into_iter().sum();
            if let Some(other) =
                points.insert(PointsCategory::Results, sum).filter(|other| *other != sum)
            {
                let why = format!(
                    "points for results are {}, but those of all groups together {}: leave one out",
                    other.show(),
                    sum.show()
                );
                self.wrong(at.clone(), why);
            }
        }
        if points.is_empty() {
            let why = "nothing earns points: give `points = { results = 100 }`, or `points` to each group";
            self.wrong(at, why);
        }
        let with_share = |given: ParsedGroup| {
            let share = given.points.map_or(given.group.share, |points| points.0);
            ProgramGroup { share, ..given.group }
        };
        (points, groups.into_iter().map(with_share).collect())
    }

    /// How outputs are compared, by the keys of a group or else by those of the program; none by a
    /// pattern.
    fn compare(&mut self, own: &CompareKeys<'_>, program: &CompareKeys<'_>) -> Option<Compare> {
        let is_exact = |keys: &CompareKeys<'_>| keys.exact.is_some_and(|exact| *exact.get_ref());
        if let Some(name) = own.compare.filter(|name| is_exact(own) && name.get_ref() != "exact") {
            let why =
                format!("`exact = true` and `compare = \"{}\"` contradict each other", plain(name));
            self.wrong(name.span(), why);
        }
        if is_exact(own) || own.compare.is_none() && own.exact.is_none() && is_exact(program) {
            return Some(Compare::Exact);
        }
        let name = own.compare.or(program.compare);
        let tolerance = own.tolerance.or(program.tolerance);
        let is_numbers = name.is_some_and(|name| name.get_ref() == "numbers");
        if let Some(tolerance) = own.tolerance.filter(|_| !is_numbers) {
            self.wrong(tolerance.span(), "a tolerance is for `compare = \"numbers\"`");
        }
        let Some(name) = name else { return Some(Compare::Blanks) };
        Some(match name.get_ref().as_str() {
            "exact" => Compare::Exact,
            "blanks" => Compare::Blanks,
            "tokens" => Compare::Tokens,
            "contains" => Compare::Contains,
            "regex" => return None,
            "numbers" => {
                let number = tolerance.map_or(-1.0, |tolerance| *tolerance.get_ref());
                if !(number.is_finite() && number >= 0.0) {
                    let why = "numbers are compared within a `tolerance`, such as 0.001";
                    self.wrong(tolerance.map_or(name.span(), Spanned::span), why);
                }
                Compare::Numbers(number)
            }
            _ => {
                let why = format!(
                    "`{}` is not a comparison: use blanks, exact, tokens, numbers, contains or regex",
                    plain(name)
                );
                self.wrong(name.span(), why);
                Compare::Blanks
            }
        })
    }

    /// The line of a place in the file, from 1.
    fn line(&self, at: &Range<usize>) -> usize {
        self.text.get(..at.start).map_or(1, |before| before.matches('\n').count() + 1)
    }
}

/// A word of the file as messages show it.
fn plain(word: &Spanned<String>) -> String {
    asmkit::plain_name(word.get_ref())
}
