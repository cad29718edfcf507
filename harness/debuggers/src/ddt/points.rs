//! Breakpoints, and a watched word.

use pdp10::Word36;

use super::Ddt;
use super::reader::{Command, CommandError};
use super::typeout::Mode;

/// A breakpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Breakpoint {
    pub(super) address: u32,
    /// Hits remaining before the program stops.
    pub(super) count: u64,
    /// Whether it is only reported and the program continues.
    pub(super) passes: bool,
}

impl Ddt<'_> {
    /// `$B` and related commands: sets and clears breakpoints.
    pub(super) fn breakpoint(&mut self, command: &Command) -> Result<(), CommandError> {
        let infix = command.infix.map(Word36::bits);
        let numbered = match infix {
            None | Some(0) => None,
            Some(number @ 1..=8) => Some(number as usize - 1),
            Some(_) => return Err(CommandError::operation("breakpoints are 1 to 8")),
        };
        let passes = command.altmodes == 2;
        match (command.argument.map(Word36::right), infix, numbered) {
            (None, None, _) if passes => self.job.breakpoints = [None; 8],
            (None, None, _) => match self.job.stopped_at.take() {
                Some(at) => self.job.breakpoints[at] = None,
                None => return Err(CommandError::refused("the program is not at a breakpoint")),
            },
            (None, ..) => return Err(CommandError::refused("give an address before $B")),
            (Some(0), _, Some(at)) => self.job.breakpoints[at] = None,
            (Some(address), Some(0), _) => {
                let found = self
                    .job
                    .breakpoints
                    .iter_mut()
                    .find(|p| p.is_some_and(|p| p.address == address));
                *found.ok_or_else(|| {
                    CommandError::refused("there is no breakpoint at this address")
                })? = None;
            }
            (Some(address), _, at) => {
                if self.word_at(address).is_none() {
                    return Err(CommandError::refused("the program has no memory there"));
                }
                let free = || self.job.breakpoints.iter().position(Option::is_none);
                let at = at.or_else(free);
                let at = at.ok_or_else(|| {
                    CommandError::refused("all eight breakpoints are set; $$B clears them")
                })?;
                self.job.breakpoints[at] = Some(Breakpoint { address, count: 1, passes });
            }
        }
        self.console.done();
        Ok(())
    }

    /// Lists the breakpoints, for `:LISTB`.
    pub(super) fn list_breakpoints(&mut self) {
        let set = self.job.breakpoints.iter().enumerate().filter_map(|(at, p)| Some((at, (*p)?)));
        let line = |(at, p): (usize, Breakpoint)| {
            let altmodes = if p.passes { "$$" } else { "$" };
            format!("{}{altmodes}{}B", self.address(p.address), at + 1)
        };
        let lines: Vec<String> = set.map(line).collect();
        let text = if lines.is_empty() { "no breakpoints".to_owned() } else { lines.join("\n") };
        self.console.say(&text);
    }

    /// `FOO$2I` and `$I`: sets and clears the MAR, a word that stops the program when written.
    pub(super) fn watch_word(&mut self, command: &Command) -> Result<(), CommandError> {
        const WRITES: u64 = 2;
        let Some(word) = command.argument else {
            self.job.run.stops.watches.clear();
            self.console.prompt();
            return Ok(());
        };
        if command.infix.map(Word36::bits) != Some(WRITES) {
            return Err(CommandError::refused("only writes can be watched: FOO$2I"));
        }
        if word.right() < 0o20 {
            return Err(CommandError::refused("accumulators cannot be watched"));
        }
        let address = u64::from(word.right());
        self.job.run.stops.watches = std::iter::once(address..address + 1).collect();
        self.console.prompt();
        Ok(())
    }

    /// Message when the word is written.
    pub(super) fn watched(&self) -> String {
        let at = self.job.run.stops.watches.first().map_or(0, |word| word.start as u32);
        let word = self.shown(self.word_at(at).unwrap_or_default(), Mode::default());
        format!("MAR; {}/   {word}\n", self.address(at))
    }
}
