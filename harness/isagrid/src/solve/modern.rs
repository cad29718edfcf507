//! Modern mode: all formats and sizes, one answer per puzzle.

use std::io::{self, Write};

use reference::dupree::{self, Band, Cells};
use reference::{Grid, Layout, ParsedPuzzle, Solutions, solutions, solutions_of};
use serde::Serialize;
use targets::escape::grouped;

use super::answer::{Answer, Verdict};
use super::output::Output;
use super::pipeline::{AnswerSink, Mode, Tally, first_of};
use super::{Args, DEFAULT_LIMIT, SolveStyle};
use crate::input::{Item, PuzzleLocation, Source};
use crate::{CommandResult, Ending, Usage};

/// Modern mode with its options.
pub(super) struct Modern {
    show: Show,
    /// Print all solutions found, not only a unique one.
    lists: bool,
    count: bool,
    first: bool,
    /// Check whether there are more solutions than the limit.
    peeks: bool,
    limit: u64,
    limit_is_chosen: bool,
    budget_nodes: u64,
    sources: String,
}

/// Output style of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Show {
    Json,
    Line,
    Drawn(Layout),
    /// Records of a puzzle format.
    Records,
}

/// Reason why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SearchEnd {
    /// All solutions were found.
    End,
    /// The limit; there may be others.
    Limit,
    /// The budget; there may be others.
    Budget,
}

/// JSON fields before the solutions.
#[derive(Serialize)]
struct Head<'i> {
    source: &'i str,
    line: usize,
    format: &'static str,
    puzzle: String,
    givens: usize,
}

/// JSON fields after the solutions; score, band and depth only for 9x9 puzzles with one solution.
#[derive(Serialize)]
struct Tail {
    outcome: &'static str,
    count: u64,
    complete: bool,
    score: Option<u64>,
    band: Option<&'static str>,
    depth: Option<u32>,
}

/// JSON object of an invalid line.
#[derive(Serialize)]
struct InvalidLine<'i> {
    source: &'i str,
    line: usize,
    outcome: &'static str,
    error: String,
}

impl Modern {
    pub(super) fn new(args: &Args, sources: &[Source]) -> Self {
        let show = match (args.to, args.format) {
            (Some(_), _) => Show::Records,
            (None, None | Some(SolveStyle::Line)) => Show::Line,
            (None, Some(SolveStyle::Json)) => Show::Json,
            (None, Some(SolveStyle::Grid)) => Show::Drawn(Layout::Plain),
            (None, Some(SolveStyle::Box)) => Show::Drawn(Layout::Box),
        };
        let (first, count) = (args.dupree.first, args.dupree.count);
        let all = args.all || count;
        let limit = args.limit(if all { DEFAULT_LIMIT } else { 2 });
        let names: Vec<String> = sources.iter().map(Source::name).collect();
        Modern {
            show,
            lists: show == Show::Json || all || first || args.limit.is_some(),
            count,
            first,
            peeks: !first && (all || args.limit.is_some()),
            limit,
            limit_is_chosen: first || args.limit.is_some() || !all,
            budget_nodes: args.budget_nodes(limit),
            sources: names.join(", "),
        }
    }

    /// Prints the answer to a puzzle; returns the number of solutions and why the search ended.
    fn solve(
        &self,
        found: &ParsedPuzzle,
        sink: &mut AnswerSink<'_>,
    ) -> io::Result<(u64, SearchEnd)> {
        if let Show::Drawn(layout) = self.show {
            write!(sink, "{}", found.puzzle.show(layout))?;
        }
        let mut only = None;
        let (count, reached) = self.search(found, |nth, grid| {
            if self.lists {
                return self.print(found, nth, grid, sink);
            }
            only.get_or_insert(grid);
            Ok(())
        })?;
        if let (Some(grid), 1, SearchEnd::End) = (only, count, reached) {
            self.print(found, 1, grid, sink)?;
        } else if (count == 0 || !self.lists) && matches!(self.show, Show::Line | Show::Drawn(_)) {
            writeln!(sink, "{}", in_words(count, reached))?;
        }
        Ok((count, reached))
    }

    /// Finds solutions, numbered from 1, up to the limit.
    fn search(
        &self,
        found: &ParsedPuzzle,
        mut each: impl FnMut(u64, Grid) -> io::Result<()>,
    ) -> io::Result<(u64, SearchEnd)> {
        let mut solutions = solutions_for(found).with_budget(self.budget_nodes);
        let mut count = 0;
        for grid in solutions.by_ref().take(usize::try_from(self.limit).unwrap_or(usize::MAX)) {
            count += 1;
            each(count, grid)?;
        }
        let more = count == self.limit && (!self.peeks || solutions.next().is_some());
        Ok((
            count,
            match (more, solutions.ran_out()) {
                (true, _) => SearchEnd::Limit,
                (false, true) => SearchEnd::Budget,
                (false, false) => SearchEnd::End,
            },
        ))
    }

    fn print(
        &self,
        found: &ParsedPuzzle,
        nth: u64,
        grid: Grid,
        sink: &mut AnswerSink<'_>,
    ) -> io::Result<()> {
        match self.show {
            // One write: digit by digit would take as long as reading the puzzles.
            Show::Line => sink.write_all(format!("{grid}\n").as_bytes()),
            Show::Drawn(layout) => write!(sink, "{}", grid.show(layout)),
            Show::Json => write!(sink, "{}\"{grid}\"", if nth == 1 { "" } else { "," }),
            Show::Records => sink.solution(&found.puzzle, grid),
        }
    }

    /// Number of solutions, and why counting ended.
    fn count(&self, found: &ParsedPuzzle) -> (u64, SearchEnd) {
        let counted = solutions_for(found)
            .with_budget(self.budget_nodes)
            .count_up_to(self.limit.saturating_add(1));
        let reached = match counted.complete {
            _ if counted.found > self.limit => SearchEnd::Limit,
            true => SearchEnd::End,
            false => SearchEnd::Budget,
        };
        (counted.found.min(self.limit), reached)
    }

    fn answer_in_text(
        &self,
        found: &ParsedPuzzle,
        sink: &mut AnswerSink<'_>,
    ) -> io::Result<(u64, SearchEnd)> {
        if !self.count {
            return self.solve(found, sink);
        }
        let (count, reached) = self.count(found);
        let more = if reached == SearchEnd::End { "" } else { " or more" };
        writeln!(sink, "{count}{more}")?;
        Ok((count, reached))
    }

    /// Prints one object: the puzzle, its solutions and the result.
    fn answer_in_json(
        &self,
        item: &Item,
        found: &ParsedPuzzle,
        sink: &mut AnswerSink<'_>,
    ) -> io::Result<(u64, SearchEnd)> {
        let head = Head {
            source: item.source.trim_matches('`'),
            line: found.line,
            format: found.format.name(),
            puzzle: found.puzzle.to_string(),
            givens: found.puzzle.givens().filled(),
        };
        write!(sink, "{}", json(&head)?.trim_end_matches('}'))?;
        let (count, reached) = if self.count {
            self.count(found)
        } else {
            write!(sink, ",\"solutions\":[")?;
            let ended = self.solve(found, sink)?;
            write!(sink, "]")?;
            ended
        };
        let is_one = count == 1 && reached == SearchEnd::End;
        let scored = if is_one { scored(found) } else { None };
        let tail = Tail {
            outcome: outcome(count, reached),
            count,
            complete: reached == SearchEnd::End,
            score: scored.map(|(score, _)| score),
            band: scored.map(|(score, _)| Band::of(score).name()),
            depth: scored.map(|(_, depth)| depth),
        };
        writeln!(sink, ",{}", json(&tail)?.trim_start_matches('{'))?;
        Ok((count, reached))
    }

    fn verdict(&self, count: u64, reached: SearchEnd) -> Verdict {
        match (count, reached) {
            (0, SearchEnd::End) => Verdict::None,
            (1, SearchEnd::End) => Verdict::One,
            (1, SearchEnd::Limit) if self.first => Verdict::One,
            (2.., SearchEnd::Budget) if !self.lists => Verdict::Several,
            (_, SearchEnd::Budget) => Verdict::Cut { solved: count > 0 },
            (_, SearchEnd::Limit) if !self.limit_is_chosen => Verdict::Cut { solved: true },
            _ => Verdict::Several,
        }
    }

    /// Error message for a puzzle that was cut short or cannot be written.
    fn error(
        &self,
        place: &PuzzleLocation,
        verdict: Verdict,
        reached: SearchEnd,
    ) -> Option<String> {
        let limit = grouped(self.limit);
        Some(match (verdict, reached) {
            (Verdict::Cut { .. }, SearchEnd::Limit) => {
                format!("{place}: stopped after {limit} solutions; raise --limit for more")
            }
            (Verdict::Cut { .. }, _) => {
                format!("{place}: not finished; raise --budget for more trials")
            }
            (Verdict::None, _) if self.show == Show::Records => format!("{place}: no solution"),
            (Verdict::Several, _) if self.show == Show::Records && !self.lists => {
                format!("{place}: several solutions; use --limit or --all to write them")
            }
            _ => return None,
        })
    }
}

impl Mode for Modern {
    fn answer(&self, item: &Item, sink: &mut AnswerSink<'_>) -> io::Result<Answer> {
        let found = match &item.found {
            Ok(found) => found,
            Err(error) => {
                if self.show == Show::Json {
                    let source = item.source.trim_matches('`');
                    let (line, error) = (error.error.line, error.to_string());
                    let broken = InvalidLine { source, line, outcome: "broken", error };
                    writeln!(sink, "{}", json(&broken)?)?;
                }
                let reject = format!("{}\n", error.text);
                let error = Some(format!("{}: {error}", item.source));
                return Ok(Answer { reject, error, ..Answer::new(Verdict::Broken) });
            }
        };
        let (count, reached) = match self.show {
            Show::Json => self.answer_in_json(item, found, sink)?,
            _ => self.answer_in_text(found, sink)?,
        };
        let verdict = self.verdict(count, reached);
        let place = item.place();
        let (mut reject, mut warning) = (String::new(), None);
        if verdict == Verdict::None {
            reject = format!("{}\n", found.text);
            let conflict = found.puzzle.conflicts().into_iter().next();
            warning = conflict.map(|conflict| format!("{place}: {conflict}"));
        }
        Ok(Answer { verdict, reject, error: self.error(&place, verdict, reached), warning })
    }

    fn end(&self, _: &Tally, _: &mut Output) -> io::Result<()> {
        Ok(())
    }

    fn ending(&self, tally: &Tally) -> CommandResult {
        if tally.puzzles == 0 && !tally.amiss {
            return Err(Usage(format!("{}: no puzzle found", self.sources)));
        }
        Ok(first_of(&[
            (tally.cut > 0, Ending::Incomplete),
            (tally.broken > 0 || tally.amiss, Ending::Unreadable),
            (tally.several > 0 || tally.none > 0, Ending::Failed),
        ]))
    }
}

fn json(object: &impl Serialize) -> io::Result<String> {
    serde_json::to_string(object).map_err(io::Error::from)
}

fn solutions_for(found: &ParsedPuzzle) -> Solutions {
    match &found.candidates {
        Some(candidates) => solutions_of(candidates),
        None => solutions(&found.puzzle),
    }
}

fn in_words(count: u64, reached: SearchEnd) -> &'static str {
    match (count, reached) {
        (0, SearchEnd::End) => "no solution",
        (2.., _) => "several solutions",
        _ => "not finished",
    }
}

fn outcome(count: u64, reached: SearchEnd) -> &'static str {
    match (count, reached) {
        (0, SearchEnd::End) => "none",
        (1, SearchEnd::End) => "one",
        (2.., _) => "several",
        (1, SearchEnd::Limit) => "some",
        _ => "unfinished",
    }
}

/// Score and depth of version 1.20, for puzzles that it accepts.
fn scored(found: &ParsedPuzzle) -> Option<(u64, u32)> {
    let cells = Cells::try_from(found.puzzle.cells()).ok()?;
    let report = dupree::solve(&cells, &dupree::Options::default(), &mut ());
    (report.complete && found.candidates.is_none()).then_some((report.score, report.depth))
}
