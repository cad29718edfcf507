//! ^C or a termination signal while a program runs: the first stops and reports the program, the
//! second ends isagrid.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Signal handler: number of the received signal, or 0.
pub(crate) struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// Installs the handler.
    #[cfg(unix)]
    pub(crate) fn listen() -> Self {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::flag;
        let heard = Arc::new(AtomicUsize::new(0));
        let again = Arc::new(std::sync::atomic::AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order the first signal only sets the flags. If registration fails, it ends isagrid.
            let _ = flag::register_conditional_shutdown(signal, status(signal), Arc::clone(&again))
                .and_then(|_| flag::register(signal, Arc::clone(&again)))
                .and_then(|_| flag::register_usize(signal, Arc::clone(&heard), signal as usize));
        }
        Interrupt(heard)
    }

    /// On other systems, the signal ends the command.
    #[cfg(not(unix))]
    pub(crate) fn listen() -> Self {
        Interrupt(Arc::new(AtomicUsize::new(0)))
    }

    /// Number of the received signal.
    pub(crate) fn heard(&self) -> Option<i32> {
        let signal = self.0.load(Ordering::Relaxed);
        i32::try_from(signal).ok().filter(|&signal| signal != 0)
    }

    /// Waits for standard input; false if a signal arrives first.
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

/// Exit status of a command ended by a signal, as in shells.
pub(crate) fn status(signal: i32) -> i32 {
    128 + signal
}

/// Reason of the stop, for a message.
pub(crate) fn reason(signal: i32) -> &'static str {
    if signal == INTERRUPT { "you stopped the program" } else { "a signal stopped the program" }
}

/// Signal sent by ^C.
///
/// Source: POSIX.1-2017, `kill`: signal 2 is SIGINT.
const INTERRUPT: i32 = 2;
