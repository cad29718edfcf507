//! Classic mode: the fields, counts, rejects and statuses of DuPree's solver 1.20.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use reference::dupree::{self, Cells, Diagnosis, GridDrawing, Markup, Step, StepObserver};
use reference::{Count, Format, ParsedPuzzle, Puzzle, Reader, Size, solutions};
use targets::escape::grouped;

use super::answer::{Answer, Verdict};
use super::output::Output;
use super::pipeline::{AnswerSink, Mode, Tally, first_of};
use super::{Args, DEFAULT_LIMIT, DuPree};
use crate::input::{BATCH, Item};
use crate::{CommandResult, Ending};

/// Classic mode with its options.
pub(super) struct Classic<'a> {
    asked: &'a DuPree,
    /// Print the solutions.
    answer: bool,
    limit: u64,
    limit_is_chosen: bool,
    budget: Option<u64>,
    budget_nodes: u64,
    /// Whether no input format was given.
    reads_lines: bool,
}

/// A puzzle as version 1.20 reads it.
struct Line<'i> {
    number: u64,
    puzzle: &'i Puzzle,
    cells: Cells,
    givens: usize,
    /// Its first 81 characters, unchanged.
    text: String,
}

/// Result for a puzzle.
struct ClassicResult {
    count: u64,
    /// Solutions in the order found; empty if they are not printed.
    digits: Vec<Cells>,
    score: u64,
    depth: u32,
    /// Reason why the search was cut short.
    stop: Option<Stop>,
    diagnosis: Option<Diagnosis>,
}

/// Reason why there may be more solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// There are more solutions than the limit.
    Limit,
    /// The limit of trials was reached.
    Budget,
}

impl<'a> Classic<'a> {
    pub(super) fn new(args: &'a Args) -> Self {
        let asked = &args.dupree;
        let DuPree { count, depth, explain, grid, givens, mask, number, score, .. } = *asked;
        let limit = args.limit(DEFAULT_LIMIT);
        Classic {
            asked,
            // Without an option, 1.20 prints nothing; the solution is more useful.
            answer: asked.answer
                || ![count, depth, explain, grid, givens, mask, number, score].contains(&true),
            limit,
            limit_is_chosen: args.limit.is_some(),
            budget: args.budget,
            budget_nodes: args.budget_nodes(limit),
            reads_lines: args.from.is_none(),
        }
    }

    /// Whether to print a line for each solution and a summary at the end.
    fn prints_lines(&self) -> bool {
        let DuPree { depth, grid, givens, mask, number, score, .. } = *self.asked;
        [self.answer, depth, grid, givens, mask, number, score].contains(&true)
    }

    /// Whether the order of solutions matters.
    fn shows_digits(&self) -> bool {
        self.answer || self.asked.grid
    }

    /// Result of the fast engine, or of DuPree's if its order, score, depth or steps are requested.
    fn solve(&self, line: &Line<'_>, sink: &mut AnswerSink<'_>) -> io::Result<ClassicResult> {
        let (quick, several) = self.quickly(line, sink)?;
        let ordered = several && self.shows_digits();
        let DuPree { score, depth, explain, .. } = *self.asked;
        if score || depth || explain || ordered || quick.count == 0 {
            self.as_dupree(line, quick.stop, sink)
        } else {
            Ok(quick)
        }
    }

    /// Number of solutions, the digits of one, and whether there may be others.
    ///
    /// Fails if the output has no space for a line each.
    fn quickly(&self, line: &Line<'_>, sink: &AnswerSink<'_>) -> io::Result<(ClassicResult, bool)> {
        let room = if self.prints_lines() { sink.room() } else { u64::MAX };
        let enough = self.limit.min(room);
        let mut found = solutions(line.puzzle).with_budget(self.budget_nodes);
        let first = found.next();
        let ran_out = found.ran_out();
        // One solution more than `enough` shows whether there are more.
        let others = match &first {
            Some(_) => found.count_up_to(enough),
            None => Count { found: 0, complete: !ran_out },
        };
        let count = u64::from(first.is_some()) + others.found;
        if !self.asked.first && count > room {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let stop = match others.complete {
            // With -1, further solutions do not matter.
            false if self.asked.first && first.is_some() => None,
            false => Some(Stop::Budget),
            true => (count > self.limit).then_some(Stop::Limit),
        };
        let digits = first.iter().filter_map(|grid| grid.cells().try_into().ok()).collect();
        let several = count > 1 || !others.complete;
        Ok((ClassicResult { digits, ..ClassicResult::new(count.min(self.limit), stop) }, several))
    }

    /// Result of DuPree's engine, with its steps if requested.
    fn as_dupree(
        &self,
        line: &Line<'_>,
        stop: Option<Stop>,
        sink: &mut AnswerSink<'_>,
    ) -> io::Result<ClassicResult> {
        let usual = dupree::Options::default();
        let trials = self.budget.unwrap_or(usual.trials);
        let options = dupree::Options { first_only: self.asked.first, limit: self.limit, trials };
        let report = if self.asked.explain {
            let mut printer = StepPrinter { sink, text: String::new(), failed: None };
            let report = dupree::solve(&line.cells, &options, &mut printer);
            printer.failed.map_or(Ok(()), Err)?;
            report
        } else {
            dupree::solve(&line.cells, &options, &mut ())
        };
        let count = report.solutions.len() as u64;
        let unfinished = !report.complete && count < self.limit;
        Ok(ClassicResult {
            count,
            digits: report.solutions.into_iter().map(|solution| solution.digits).collect(),
            score: if self.asked.first { 0 } else { report.score },
            depth: report.depth,
            stop: if unfinished { Some(Stop::Budget) } else { stop },
            diagnosis: report.diagnosis,
        })
    }

    fn print(
        &self,
        line: &Line<'_>,
        solved: &ClassicResult,
        sink: &mut AnswerSink<'_>,
    ) -> io::Result<()> {
        if self.prints_lines() {
            let mut text = String::new();
            for nth in 1..=solved.count {
                text.clear();
                // Writing to a string does not fail.
                let _ = self.fields(line, solved, nth, &mut text);
                sink.write_all(text.as_bytes())?;
            }
        }
        if self.asked.count && solved.count > 0 {
            writeln!(sink, "count: {}", solved.count)
        } else {
            Ok(())
        }
    }

    /// Writes the fields of one solution, in the fixed order of 1.20.
    fn fields(
        &self,
        line: &Line<'_>,
        solved: &ClassicResult,
        nth: u64,
        text: &mut String,
    ) -> std::fmt::Result {
        match self.asked.number {
            true if self.asked.first => write!(text, "{}: ", line.number)?,
            true => write!(text, "{}:{nth} ", line.number)?,
            false => {}
        }
        if self.asked.score {
            write!(text, "score: {:<7} ", if nth == 1 { solved.score } else { 0 })?;
        }
        if self.asked.depth {
            write!(text, "depth: {:<3} ", solved.depth)?;
        }
        // The last solution found is printed first.
        let digits = solved.digits.iter().nth_back(nth as usize - 1);
        if let (Some(digits), true) = (digits, self.answer) {
            text.extend(digits.iter().map(|digit| char::from(b'0' + digit)));
        }
        if self.asked.mask {
            write!(text, " {}", dupree::octal_mask(&line.cells))?;
        }
        if self.asked.givens {
            write!(text, " {}", line.givens)?;
        }
        if let (Some(digits), true) = (digits, self.asked.grid) {
            write!(text, "\n{}", GridDrawing(digits))?;
        }
        writeln!(text)
    }

    fn limit_reached(&self, item: &Item, stop: Stop) -> Option<String> {
        let place = item.place();
        match stop {
            Stop::Limit if self.limit_is_chosen || self.asked.first => None,
            Stop::Limit => {
                let limit = grouped(self.limit);
                Some(format!("{place}: stopped after {limit} solutions; raise --limit for more"))
            }
            Stop::Budget => Some(format!("{place}: not finished; raise --budget for more trials")),
        }
    }
}

impl Mode for Classic<'_> {
    fn together(&self) -> usize {
        // Explanations are long.
        if self.asked.explain { 64 } else { BATCH }
    }

    fn answer(&self, item: &Item, sink: &mut AnswerSink<'_>) -> io::Result<Answer> {
        let found = match &item.found {
            Ok(found) => found,
            Err(error) => {
                let warning = advice(item, None, &error.text);
                return Ok(Answer { warning, ..invalid(item.number, &error.text) });
            }
        };
        let warning = advice(item, Some(found), &found.text);
        let Some(line) = Line::new(item.number, found) else {
            return Ok(Answer { warning, ..invalid(item.number, &found.text) });
        };
        let solved = self.solve(&line, sink)?;
        self.print(&line, &solved, sink)?;
        let cut = solved.stop.and_then(|stop| self.limit_reached(item, stop));
        let verdict = match solved.count {
            count if cut.is_some() => Verdict::Cut { solved: count > 0 },
            0 => Verdict::None,
            2.. if !self.asked.first => Verdict::Several,
            _ => Verdict::One,
        };
        let reject = match verdict {
            Verdict::None => insoluble(&line, &solved),
            _ => String::new(),
        };
        Ok(Answer { verdict, reject, error: cut, warning })
    }

    fn end(&self, tally: &Tally, output: &mut Output) -> io::Result<()> {
        let Tally { puzzles, solved, none, broken, .. } = *tally;
        if self.prints_lines() {
            writeln!(
                output,
                "\nPuzzles: {puzzles}, Solved: {solved}, Insoluble: {none}, Invalid: {broken}"
            )?;
        }
        if self.reads_lines && broken > 1 && broken == puzzles {
            output.warn("no line is a puzzle of version 1.20; use `--from auto` for other formats");
        }
        Ok(())
    }

    fn ending(&self, tally: &Tally) -> CommandResult {
        // As in 1.20, invalid lines do not count.
        Ok(first_of(&[
            (tally.cut > 0, Ending::Incomplete),
            (tally.several > 0 || tally.none > 0 || tally.amiss, Ending::Failed),
        ]))
    }
}

impl<'i> Line<'i> {
    /// Puzzle that 1.20 accepts: 9x9, with enough givens and no candidates.
    fn new(number: u64, found: &'i ParsedPuzzle) -> Option<Self> {
        let cells = Cells::try_from(found.puzzle.cells()).ok()?;
        let givens = cells.iter().filter(|&&digit| digit != 0).count();
        let text = match found.format {
            Format::DuPree => found.text.chars().take(81).collect(),
            _ => found.puzzle.to_string(),
        };
        let fits = found.candidates.is_none() && givens >= dupree::FEWEST_GIVENS;
        fits.then_some(Line { number, puzzle: &found.puzzle, cells, givens, text })
    }
}

impl ClassicResult {
    fn new(count: u64, stop: Option<Stop>) -> Self {
        ClassicResult { count, digits: Vec::new(), score: 0, depth: 0, stop, diagnosis: None }
    }
}

/// Whether the characters after those that 1.20 reads are another puzzle, not a solution.
fn has_another(text: &str) -> bool {
    let rest: String = text.chars().skip(81).collect();
    let is_open = |found: &ParsedPuzzle| found.puzzle.givens().cells().contains(&0);
    rest.len() > 81
        && Reader::new(rest.as_bytes(), Some(Format::Line)).flatten().any(|found| is_open(&found))
}

/// Warning for a puzzle that other options would read differently.
fn advice(item: &Item, found: Option<&ParsedPuzzle>, text: &str) -> Option<String> {
    if found.is_some_and(|found| found.format == Format::DuPree) && has_another(text) {
        let place = item.place();
        return Some(format!(
            "{place}: another puzzle follows on the line; version 1.20 reads the first, \
             `--format line` all"
        ));
    }
    let read = found.filter(|found| found.format != Format::DuPree);
    let size = match read {
        Some(found) => found.puzzle.size(),
        None => Size::from_cells(text.trim().chars().count())?,
    };
    let why = match (read, size) {
        (Some(found), Size::Nine) if found.candidates.is_some() => "candidates".to_owned(),
        (_, Size::Nine) => return None,
        (None, size) if size > Size::Nine => {
            format!("the first 81 characters of a {size} puzzle")
        }
        (_, size) => format!("a {size} puzzle"),
    };
    let place = item.place();
    Some(format!("{place}: {why}: version 1.20 reads only 9x9 givens, `--format line` reads more"))
}

fn invalid(number: u64, text: &str) -> Answer {
    let reject = format!("{number}: {text} invalid puzzle format\n");
    Answer { reject, ..Answer::new(Verdict::Broken) }
}

/// Rejects entry: diagnosis, puzzle, and its candidates drawn.
fn insoluble(line: &Line<'_>, solved: &ClassicResult) -> String {
    let text = solved.diagnosis.as_ref().map(ToString::to_string).unwrap_or_default();
    let drawn = solved.diagnosis.as_ref().map(|why| Markup(why.candidates()).to_string());
    let drawn = drawn.unwrap_or_default();
    let sentences = text.strip_suffix(&drawn).unwrap_or_default();
    format!("{sentences}{}: {} insoluble\n\n{drawn}", line.number, line.text)
}

/// Prints each step of the solver.
struct StepPrinter<'p, 'd> {
    sink: &'p mut AnswerSink<'d>,
    text: String,
    failed: Option<io::Error>,
}

impl StepObserver for StepPrinter<'_, '_> {
    fn step(&mut self, step: &Step) {
        if self.failed.is_none() {
            self.text.clear();
            step.add_to(&mut self.text);
            self.failed = self.sink.write_all(self.text.as_bytes()).err();
        }
    }

    fn is_done(&self) -> bool {
        self.failed.is_some()
    }
}
