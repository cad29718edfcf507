//! Progress of a long run, on a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::progress::is_shown;
use crate::say;

/// Time without output after which progress is shown.
const SILENT: Duration = Duration::from_secs(2);

/// Time between updates.
const BETWEEN: Duration = Duration::from_millis(200);

#[expect(clippy::disallowed_methods, reason = "the progress display depends on the clock")]
fn now() -> Instant {
    Instant::now()
}

/// Line on standard error that is erased before other output.
pub(crate) struct ProgressLine {
    is_wanted: bool,
    since: Instant,
    shown: Instant,
    bar: Option<ProgressBar>,
}

impl ProgressLine {
    /// Starts hidden.
    pub(crate) fn new() -> Self {
        let now = now();
        let is_wanted = is_shown();
        ProgressLine { is_wanted, since: now, shown: now, bar: None }
    }

    /// Updates the line; `what` describes the program's position.
    pub(crate) fn tick(&mut self, what: impl FnOnce() -> String) {
        let now = now();
        let is_time = now - self.since >= SILENT && now - self.shown >= BETWEEN;
        if !self.is_wanted || !is_time || say::is_mid_line() {
            return;
        }
        self.shown = now;
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_style(
                ProgressStyle::with_template("{wide_msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_spinner()),
            );
            bar
        });
        bar.set_message(what());
        bar.tick();
    }

    /// Erases the line, because the program writes, waits or has ended.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.since = now();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}
