//! `**MORE**`: output pauses at the end of a screen until a character is typed.
//!
//! Source: *ITS TTY*, "**MORE** processing".

use machine::Host;

use super::{Terminal, option, status};

/// Lines after a wait for input that do not pause on a screen that does not scroll.
const LAST_LINES: u32 = 5;

/// A pause of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pause {
    None,
    /// Output waits for a character, and then continues at the top or on the next line.
    Waiting {
        /// Whether it continues at the top.
        goes_home: bool,
    },
}

impl Terminal {
    /// Whether output waits for a character.
    pub(super) fn is_paused(&self) -> bool {
        self.pause != Pause::None
    }

    /// Whether output through a channel with these options is to pause now.
    pub(in crate::its) fn pauses(&self, options: u32) -> bool {
        if options & option::NO_MORE != 0 {
            return false;
        }
        let is_full = self.screen().is_some_and(|screen| {
            let enough = if screen.scrolls { screen.height() - 1 } else { LAST_LINES };
            screen.is_at_end() && screen.fed >= enough
        });
        self.is_paused() || is_full && !self.has(status::NO_MORE)
    }

    /// Starts to count lines again: the program waited for input, or handles the pause itself.
    pub(in crate::its) fn restart_lines(&mut self) {
        if let Some(screen) = self.screen_mut() {
            screen.fed = 0;
        }
    }

    /// Types `**MORE**`, once; returns whether the pause is over. A space that ends it is not input.
    pub(in crate::its) fn pause(&mut self, host: &mut Host, out: &mut Vec<u8>) -> bool {
        if !self.is_paused() {
            for &character in b"**MORE**" {
                self.print(character, option::NO_MORE, out);
            }
            self.pause = Pause::Waiting { goes_home: true };
        }
        let Pause::Waiting { goes_home } = self.pause else { return true };
        match host.input.rest().first() {
            None if host.input.is_open() => return false,
            Some(b' ') => {
                self.echoed = self.echoed.max(1);
                let _ = self.read(host, false);
            }
            _ => {}
        }
        self.pause = Pause::None;
        self.restart_lines();
        if let Some(screen) = self.screen_mut() {
            screen.continue_after_pause(goes_home, out);
        }
        true
    }
}
