//! ^C, or a signal to end, while a program runs: it stops where it is, and that is told. A second one
//! ends all.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Hears ^C and its like: the number of the signal, or 0.
pub(crate) struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// Listens from now on.
    #[cfg(unix)]
    pub(crate) fn listen() -> Self {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::flag;
        let heard = Arc::new(AtomicUsize::new(0));
        let again = Arc::new(std::sync::atomic::AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order, so that the first one only sets the flags. Who cannot listen is ended.
            let _ = flag::register_conditional_shutdown(signal, status(signal), Arc::clone(&again))
                .and_then(|_| flag::register(signal, Arc::clone(&again)))
                .and_then(|_| flag::register_usize(signal, Arc::clone(&heard), signal as usize));
        }
        Interrupt(heard)
    }

    /// Elsewhere the system ends the command.
    #[cfg(not(unix))]
    pub(crate) fn listen() -> Self {
        Interrupt(Arc::new(AtomicUsize::new(0)))
    }

    /// The number of the signal, if one was heard.
    pub(crate) fn heard(&self) -> Option<i32> {
        let signal = self.0.load(Ordering::Relaxed);
        i32::try_from(signal).ok().filter(|&signal| signal != 0)
    }

    /// Waits until standard input has something; false when ^C came first.
    #[cfg(unix)]
    pub(crate) fn wait_for_input(&self) -> io::Result<bool> {
        use rustix::event::{PollFd, PollFlags, poll};
        let stdin = rustix::stdio::stdin();
        while self.heard().is_none() {
            match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], None) {
                Ok(_) => return Ok(true),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(false)
    }

    #[cfg(not(unix))]
    pub(crate) fn wait_for_input(&self) -> io::Result<bool> {
        Ok(true)
    }
}

/// The status of a command that a signal ends, as shells have it.
pub(crate) fn status(signal: i32) -> i32 {
    128 + signal
}

/// Who stopped the program.
pub(crate) fn told(signal: i32) -> &'static str {
    if signal == INTERRUPT { "you stopped the program" } else { "a signal stopped the program" }
}

/// The signal of ^C.
///
/// Source: POSIX.1-2017, `kill`: signal 2 is SIGINT.
const INTERRUPT: i32 = 2;
