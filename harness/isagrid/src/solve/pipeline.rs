//! Pipeline of the solver: read ahead, answer on all cores, print in order.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use reference::{Grid, Puzzle};

use super::answer::{Answer, Verdict};
use super::output::Output;
use crate::input::{BATCH, Input, Item};
use crate::{CommandResult, Ending, say};

/// Memory for answers that wait for their turn; an answer longer than its share is computed again
/// when printed.
const DRAFTS_BYTES: usize = 1 << 26;

/// A mode of the command.
pub(super) trait Mode: Sync {
    /// Answers one puzzle.
    ///
    /// Fails only if the output cannot take the answer.
    fn answer(&self, item: &Item, sink: &mut AnswerSink<'_>) -> io::Result<Answer>;

    /// Number of puzzles answered before the first answer is printed.
    fn together(&self) -> usize {
        BATCH
    }

    /// Prints the summary after all answers.
    fn end(&self, tally: &Tally, output: &mut Output) -> io::Result<()>;

    /// Ending of the command; a usage error if there was no puzzle.
    fn ending(&self, tally: &Tally) -> CommandResult;
}

/// Number of puzzles per verdict.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) puzzles: u64,
    pub(super) solved: u64,
    pub(super) several: u64,
    pub(super) none: u64,
    pub(super) cut: u64,
    pub(super) broken: u64,
    /// Whether a source could not be opened, or the format cannot represent a solution.
    pub(super) amiss: bool,
}

/// Destination of an answer.
pub(super) enum AnswerSink<'d> {
    /// Kept until its turn.
    Draft(Draft),
    /// Printed at once.
    Print(&'d mut Output),
}

/// An answer waiting for its turn.
#[derive(Debug)]
pub(super) struct Draft {
    text: Vec<u8>,
    grids: Vec<Grid>,
    most_bytes: usize,
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        self.puzzles += 1;
        self.solved += u64::from(matches!(
            verdict,
            Verdict::One | Verdict::Several | Verdict::Cut { solved: true }
        ));
        match verdict {
            Verdict::One => {}
            Verdict::Several => self.several += 1,
            Verdict::None => self.none += 1,
            Verdict::Cut { .. } => self.cut += 1,
            Verdict::Broken => self.broken += 1,
        }
    }
}

impl AnswerSink<'_> {
    /// Number of 9x9 solutions that still fit.
    pub(super) fn room(&self) -> u64 {
        match self {
            AnswerSink::Draft(draft) => {
                draft.most_bytes.saturating_sub(draft.text.len()) as u64 / 128
            }
            AnswerSink::Print(_) => u64::MAX,
        }
    }

    /// Writes a solution in the format of `--to`.
    pub(super) fn solution(&mut self, puzzle: &Puzzle, grid: Grid) -> io::Result<()> {
        match self {
            AnswerSink::Draft(Draft { grids, most_bytes, .. }) => {
                if grids.len() * grid.cells().len() > *most_bytes {
                    return full();
                }
                grids.push(grid);
                Ok(())
            }
            AnswerSink::Print(output) => output.solution(puzzle, grid),
        }
    }
}

impl Write for AnswerSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            AnswerSink::Draft(draft) if draft.text.len() + bytes.len() > draft.most_bytes => full(),
            AnswerSink::Draft(draft) => draft.text.write(bytes),
            AnswerSink::Print(output) => output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn full<T>() -> io::Result<T> {
    Err(io::ErrorKind::StorageFull.into())
}

/// Answers all puzzles of the input.
pub(super) fn run(mode: &impl Mode, input: &Input, mut output: Output) -> CommandResult {
    let mut tally = Tally::default();
    match answer_all(mode, input, &mut output, &mut tally) {
        Ok(()) => mode.ending(&tally),
        Err(error) => {
            say::lost(&error);
            Ok(Ending::Well)
        }
    }
}

fn answer_all(
    mode: &impl Mode,
    input: &Input,
    output: &mut Output,
    tally: &mut Tally,
) -> io::Result<()> {
    output.begin()?;
    while let Some(batch) = input.batch() {
        for items in batch.chunks(mode.together()) {
            answer(mode, items, output, tally)?;
            output.show(input.bytes_read.load(Ordering::Relaxed))?;
        }
    }
    tally.amiss |= output.is_short();
    mode.end(tally, output)?;
    output.end()
}

/// Answers several puzzles in parallel and prints the answers in order.
fn answer(
    mode: &impl Mode,
    items: &[Result<Item, String>],
    output: &mut Output,
    tally: &mut Tally,
) -> io::Result<()> {
    let share = DRAFTS_BYTES / mode.together();
    let drafts: Vec<Option<(Answer, Draft)>> =
        items.par_iter().map(|item| draft(mode, item.as_ref().ok()?, share)).collect();
    for (item, draft) in items.iter().zip(drafts) {
        match item {
            Ok(item) => print(mode, item, draft, output, tally)?,
            Err(message) => {
                tally.amiss = true;
                output.message(|| say::error(message));
            }
        }
    }
    Ok(())
}

/// Answer to a puzzle, unless it is too long to keep.
fn draft(mode: &impl Mode, item: &Item, most_bytes: usize) -> Option<(Answer, Draft)> {
    let mut sink = AnswerSink::Draft(Draft { text: Vec::new(), grids: Vec::new(), most_bytes });
    let answer = mode.answer(item, &mut sink).ok()?;
    match sink {
        AnswerSink::Draft(draft) => Some((answer, draft)),
        AnswerSink::Print(_) => None,
    }
}

fn print(
    mode: &impl Mode,
    item: &Item,
    draft: Option<(Answer, Draft)>,
    output: &mut Output,
    tally: &mut Tally,
) -> io::Result<()> {
    output.turn_to(item);
    let answer = match draft {
        None => mode.answer(item, &mut AnswerSink::Print(output))?,
        Some((answer, draft)) => {
            output.write_all(&draft.text)?;
            if let Ok(found) = &item.found {
                let mut grids = draft.grids.into_iter();
                grids.try_for_each(|grid| output.solution(&found.puzzle, grid))?;
            }
            answer
        }
    };
    tally.add(answer.verdict);
    output.report(&answer)
}

/// First ending that applies.
pub(super) fn first_of(endings: &[(bool, Ending)]) -> Ending {
    endings.iter().find(|(applies, _)| *applies).map_or(Ending::Well, |(_, ending)| *ending)
}
