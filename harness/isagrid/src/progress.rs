//! Progress bars on standard error, removed at the end.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use lanes::golden::PreparationStep;
use targets::escape;

use crate::Usage;

/// Bar with a length and a template; `msg` is the current item. Hidden if standard error is not a
/// terminal that can erase a line.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    if !is_shown() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    // Without UTF-8, a terminal cannot show block characters.
    let style = if is_utf8() {
        style.progress_chars("█▉▊▋▌▍▎▏ ")
    } else {
        style.progress_chars("=> ")
    };
    ProgressBar::new(length).with_style(style)
}

/// Progress of lane runs.
///
/// The bar counts nodes, because run time depends on them and the longest runs come first.
pub(crate) struct Runs {
    bar: ProgressBar,
    all: u64,
    done: AtomicU64,
}

impl Runs {
    /// Starts with the number of runs and of their nodes.
    pub(crate) fn new((runs, nodes): (usize, u64)) -> Self {
        let bar = bar(nodes, "{msg} [{bar:24}] {eta} left");
        Runs { bar, all: runs as u64, done: AtomicU64::new(0) }
    }

    /// Records a finished run of a lane, with its nodes.
    pub(crate) fn done(&self, lane: &str, nodes: u64) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let rate = done as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        let (done, all) = (escape::grouped(done), escape::grouped(self.all));
        self.bar.set_message(format!("{lane:<20} {done} of {all} runs, {rate:.0}/s"));
        self.bar.inc(nodes);
    }

    /// Removes the bar.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}

/// Progress of generating and solving puzzles before the runs.
pub(crate) struct PuzzleProgress(ProgressBar);

impl PuzzleProgress {
    /// Starts hidden; short work never shows a bar.
    pub(crate) fn new() -> Self {
        PuzzleProgress(bar(0, "{msg} [{bar:24}] {pos} of {len}, {eta} left"))
    }

    /// Records that a step has finished `done` of a set's puzzles.
    pub(crate) fn done(&self, step: PreparationStep, done: usize, all: usize) {
        const EACH: usize = 100;
        // Small sets finish so fast that a bar would only flicker.
        if all < 1000 || !done.is_multiple_of(EACH) {
            return;
        }
        if done > EACH {
            return self.0.set_position(done as u64);
        }
        self.0.set_message(match step {
            PreparationStep::Made => "puzzles generated",
            PreparationStep::Solved => "puzzles solved",
        });
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
        self.0.reset_eta();
        // Draw now, so that even a short step shows its name.
        self.0.force_draw();
    }

    /// Removes the bar.
    pub(crate) fn end(self) {
        self.0.finish_and_clear();
    }
}

/// Parses a positive number.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "expected a whole number of at least 1".to_owned())
}

/// Limits all parallel work to `jobs` cores; must be called before any starts.
pub(crate) fn on_cores(jobs: Option<usize>) -> Result<(), Usage> {
    let Some(jobs) = jobs else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global();
    pool.map_err(|error| Usage(error.to_string()))
}

/// Whether progress is visible.
pub(crate) fn is_shown() -> bool {
    std::io::stderr().is_terminal() && variable("TERM").is_none_or(|term| term != "dumb")
}

/// Whether the locale uses UTF-8.
///
/// Source: POSIX.1-2024, Base Definitions, 8.2: the first of these that is set and not empty counts.
fn is_utf8() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.iter().find_map(|name| variable(name)).unwrap_or_default();
    is_locale_of_utf8(&locale) || cfg!(windows)
}

/// Whether a locale's codeset is UTF-8, as in `de_DE.UTF-8@euro`.
fn is_locale_of_utf8(locale: &str) -> bool {
    let codeset = locale.split_once('.').map_or("", |(_, codeset)| codeset);
    let codeset = codeset.split('@').next().unwrap_or_default().replace('-', "");
    codeset.eq_ignore_ascii_case("utf8")
}

/// Environment variable that is set and not empty.
#[expect(clippy::disallowed_methods, reason = "only the environment describes the terminal")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_locales_are_recognized() {
        for utf8 in ["C.UTF-8", "en_US.utf8", "de_DE.UTF-8@euro"] {
            assert!(is_locale_of_utf8(utf8), "{utf8}");
        }
        for other in ["", "C", "POSIX", "de_DE@euro", "ja_JP.eucJP", "en_US.ISO-8859-1"] {
            assert!(!is_locale_of_utf8(other), "{other}");
        }
    }
}
