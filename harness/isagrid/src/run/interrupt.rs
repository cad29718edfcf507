//! ^C while a program runs: it stops where it is, and that is told. A second one ends all.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Hears ^C.
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    #[cfg(unix)]
    pub(crate) fn listen() -> Self {
        use signal_hook::consts::SIGINT;
        let heard = Arc::new(AtomicBool::new(false));
        // In this order, so that the first one only sets the flag. Who cannot listen is ended by it.
        let _ = signal_hook::flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&heard))
            .and_then(|_| signal_hook::flag::register(SIGINT, Arc::clone(&heard)));
        Interrupt(heard)
    }

    /// Elsewhere the system ends the command.
    #[cfg(not(unix))]
    pub(crate) fn listen() -> Self {
        Interrupt(Arc::new(AtomicBool::new(false)))
    }

    /// Whether it was heard.
    pub(crate) fn is_heard(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Waits until standard input has something; false when ^C came first.
    #[cfg(unix)]
    pub(crate) fn wait_for_input(&self) -> io::Result<bool> {
        use rustix::event::{PollFd, PollFlags, poll};
        let stdin = rustix::stdio::stdin();
        while !self.is_heard() {
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
