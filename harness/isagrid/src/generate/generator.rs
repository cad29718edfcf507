//! Puzzle generation for many seeds: on all cores, returned in seed order.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use reference::{GenerateError, GeneratedPuzzle, PuzzleRequest, generate_requested, rating};

use crate::puzzle_writer::PuzzleWriter;

/// Generator of puzzles for consecutive seeds.
pub(super) struct Generator {
    wanted: Arc<PuzzleRequest>,
    first: u64,
    /// Numbers of puzzles not yet started, from 0.
    numbers: Range<u64>,
    started: VecDeque<(u64, Receiver<PuzzleResult>)>,
}

/// A puzzle with its comment, or the reason why none was found.
pub(super) type PuzzleResult = Result<(String, GeneratedPuzzle), String>;

/// Limit of puzzles started before the first of them is printed.
const AHEAD: usize = 1024;

impl Generator {
    pub(super) fn new(wanted: PuzzleRequest, first: u64, count: u64) -> Self {
        Self { wanted: Arc::new(wanted), first, numbers: 0..count, started: VecDeque::new() }
    }

    /// Next seed and its puzzle; flushes output before waiting, and returns `None` if that is closed.
    pub(super) fn next(&mut self, written: &mut PuzzleWriter) -> Option<(u64, PuzzleResult)> {
        for number in self.numbers.by_ref().take(AHEAD - self.started.len()) {
            let seed = self.first.wrapping_add(number);
            self.started.push_back((seed, begin(&self.wanted, seed)));
        }
        let (seed, result) = self.started.pop_front()?;
        let made = match result.try_recv() {
            Ok(made) => made,
            Err(_) if written.flush() => wait(seed, &result)?,
            Err(_) => return None,
        };
        Some((seed, made))
    }
}

/// Starts generation of a puzzle on the next free core.
fn begin(wanted: &Arc<PuzzleRequest>, seed: u64) -> Receiver<PuzzleResult> {
    let (sender, made) = channel();
    let wanted = Arc::clone(wanted);
    rayon::spawn_fifo(move || {
        let _ = sender.send(make(&wanted, seed));
    });
    made
}

fn make(wanted: &PuzzleRequest, seed: u64) -> PuzzleResult {
    match generate_requested(wanted, seed) {
        Ok(made) => Ok((format!("seed {seed}, {made}{}", rated(wanted, &made)), made)),
        Err(why) => Err(match &why {
            GenerateError::GaveUp { nearest, .. } => format!("{why}{}", rated(wanted, nearest)),
            GenerateError::Impossible(_) => why.to_string(),
        }),
    }
}

/// Rating, if one was requested.
fn rated(wanted: &PuzzleRequest, made: &GeneratedPuzzle) -> String {
    let rating = wanted.rating.as_ref().and_then(|_| made.rating());
    rating.map_or_else(String::new, |tenths| format!(", rating {}", rating::written(tenths)))
}

/// Time after which waiting is shown on a terminal.
const PATIENCE: Duration = Duration::from_secs(2);

/// Waits for a puzzle; a long wait is shown on a terminal.
fn wait<T>(seed: u64, result: &Receiver<T>) -> Option<T> {
    match result.recv_timeout(PATIENCE) {
        Err(RecvTimeoutError::Timeout) => {}
        made => return made.ok(),
    }
    let bar =
        ProgressBar::new_spinner().with_message(format!("searching for the puzzle of seed {seed}"));
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(PATIENCE / 10);
    let made = result.recv().ok();
    bar.finish_and_clear();
    made
}
