//! Progress on a terminal: drawn again and again on standard error, and taken away at the end.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use lanes::golden::Step;
use machines::escape;

use crate::Usage;

/// A bar of a length that is drawn by this template, with `msg` for what is under way; hidden where
/// standard error is no terminal that can take a line back.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    if !is_shown() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    // A terminal that is told letters of ASCII shows no blocks.
    let style = if is_utf8() {
        style.progress_chars("█▉▊▋▌▍▎▏ ")
    } else {
        style.progress_chars("=> ")
    };
    ProgressBar::new(length).with_style(style)
}

/// Runs of lanes that are under way.
///
/// The bar goes by nodes, which is what a run takes time by: the longest runs come first.
pub(crate) struct Runs {
    bar: ProgressBar,
    all: u64,
    done: AtomicU64,
}

impl Runs {
    /// None of so many is done yet, nor any of their nodes.
    pub(crate) fn new((runs, nodes): (usize, u64)) -> Self {
        let bar = bar(nodes, "{msg} [{bar:24}] {eta} left");
        Runs { bar, all: runs as u64, done: AtomicU64::new(0) }
    }

    /// A lane's run of so many nodes is done.
    pub(crate) fn done(&self, lane: &str, nodes: u64) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let rate = done as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        let (done, all) = (escape::grouped(done), escape::grouped(self.all));
        self.bar.set_message(format!("{lane:<20} {done} of {all} runs, {rate:.0}/s"));
        self.bar.inc(nodes);
    }

    /// All are done: nothing of it stays on the terminal.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}

/// Puzzles that are made and solved before anything runs.
pub(crate) struct Making(ProgressBar);

impl Making {
    /// None yet; nothing is shown where all is done at once.
    pub(crate) fn new() -> Self {
        Making(bar(0, "{msg} [{bar:24}] {pos} of {len}, {eta} left"))
    }

    /// A step is done with so many of a set's puzzles.
    pub(crate) fn done(&self, step: Step, done: usize, all: usize) {
        const EACH: usize = 100;
        // A few come so soon that a line would only flicker.
        if all < 1000 || !done.is_multiple_of(EACH) {
            return;
        }
        if done > EACH {
            return self.0.set_position(done as u64);
        }
        self.0.set_message(match step {
            Step::Made => "puzzles made of seeds",
            Step::Solved => "puzzles solved",
        });
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
        self.0.reset_eta();
        // However short a step is, whoever looks has seen its name: a bar is else drawn only so often.
        self.0.force_draw();
    }

    /// All are ready: nothing of it stays on the terminal.
    pub(crate) fn end(self) {
        self.0.finish_and_clear();
    }
}

/// A number of cores from a command line.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "expected a whole number from 1 on".to_owned())
}

/// Has everything run on so many cores, where that is said; before anything else runs on several.
pub(crate) fn on_cores(jobs: Option<usize>) -> Result<(), Usage> {
    let Some(jobs) = jobs else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global();
    pool.map_err(|error| Usage(error.to_string()))
}

/// Whether anybody sees progress.
pub(crate) fn is_shown() -> bool {
    std::io::stderr().is_terminal() && variable("TERM").is_none_or(|term| term != "dumb")
}

/// Whether the locale says UTF-8.
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

/// A variable of the environment that is set and not empty.
#[expect(clippy::disallowed_methods, reason = "what a terminal can show is told there alone")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_its_codeset() {
        for utf8 in ["C.UTF-8", "en_US.utf8", "de_DE.UTF-8@euro"] {
            assert!(is_locale_of_utf8(utf8), "{utf8}");
        }
        for other in ["", "C", "POSIX", "de_DE@euro", "ja_JP.eucJP", "en_US.ISO-8859-1"] {
            assert!(!is_locale_of_utf8(other), "{other}");
        }
    }
}
