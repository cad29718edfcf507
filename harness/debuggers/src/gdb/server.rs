//! Server side of the protocol: packets in, replies out, for any packet.
//!
//! The `gdbstub` package fails on packets it cannot parse. So it receives only bodies of whole
//! packets and only collects replies here: where it fails, the answer is an error, and it restarts.
//! Checksums and acknowledgements belong to the [`Link`](super::Link).

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use gdbstub::common::Signal;
use gdbstub::conn::Connection;
use gdbstub::stub::state_machine::GdbStubStateMachine;
use gdbstub::stub::{DisconnectReason, GdbStub, GdbStubError, SingleThreadStopReason};

use super::SessionEnd;
use super::packets::{INTERRUPT, framed};
use super::session::GdbSession;

type State<'p> = GdbStubStateMachine<'static, GdbSession<'p>, Replies>;
type ServerError = GdbStubError<Infallible, Infallible>;

/// Reply to a meaningless packet: `EINVAL`.
pub(super) const BAD_PACKET: &[u8] = b"E16";

/// Collects replies.
#[derive(Debug, Clone, Default)]
struct Replies(Rc<RefCell<Vec<u8>>>);

impl Connection for Replies {
    type Error = Infallible;

    fn write(&mut self, byte: u8) -> Result<(), Infallible> {
        self.0.borrow_mut().push(byte);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// A server that runs until the debugger detaches or the program ends.
pub(super) struct Server<'p> {
    /// Always present, except while a packet is processed.
    state: Option<State<'p>>,
    replies: Replies,
}

impl<'p> Server<'p> {
    /// A server with a stopped program.
    ///
    /// # Errors
    /// A message if `gdbstub` does not accept the session, which is a bug.
    pub(super) fn new(session: &mut GdbSession<'p>) -> Result<Self, String> {
        let replies = Replies::default();
        let stub = GdbStub::new(replies.clone());
        let state = stub.run_state_machine(session).map_err(|error| error.to_string())?;
        let mut server = Server { state: Some(state), replies };
        // It does not handle acknowledgements.
        server.feed(session, &framed(b"QStartNoAckMode")).map_err(|error| error.to_string())?;
        server.replies();
        Ok(server)
    }

    pub(super) fn is_running(&self) -> bool {
        matches!(self.state, Some(State::Running(_)))
    }

    /// End of the session, if it has ended.
    pub(super) fn ended(&self) -> Option<SessionEnd> {
        let Some(State::Disconnected(over)) = &self.state else { return None };
        Some(match over.get_reason() {
            DisconnectReason::TargetExited(status) => SessionEnd::Exited(status),
            DisconnectReason::TargetTerminated(_) => SessionEnd::Killed,
            DisconnectReason::Disconnect | DisconnectReason::Kill => SessionEnd::Left,
        })
    }

    /// Pending replies as whole packets.
    pub(super) fn replies(&mut self) -> Vec<u8> {
        self.replies.0.take()
    }

    /// Answers a packet.
    ///
    /// # Errors
    /// As [`Server::new`].
    pub(super) fn packet(
        &mut self,
        session: &mut GdbSession<'p>,
        body: &[u8],
    ) -> Result<(), String> {
        let body = match body {
            // gdbstub does not know that the features may be omitted.
            b"qSupported" => b"qSupported:none",
            body => body,
        };
        let (was_running, resume_mode) = (self.is_running(), session.resume_mode);
        if self.feed(session, &framed(body)).is_ok() {
            return Ok(());
        }
        *self = Server::new(session)?;
        if was_running {
            self.feed(session, &framed(b"vCont;c")).map_err(|error| error.to_string())?;
            session.resume_mode = resume_mode;
        }
        *self.replies.0.borrow_mut() = framed(BAD_PACKET);
        Ok(())
    }

    /// Stops the program, or keeps it from running.
    ///
    /// # Errors
    /// A message if `gdbstub` does not accept it, which is a bug.
    pub(super) fn interrupt(&mut self, session: &mut GdbSession<'p>) -> Result<(), String> {
        self.feed(session, &[INTERRUPT]).map_err(|error| error.to_string())
    }

    /// Reports why the program stopped.
    ///
    /// # Errors
    /// As [`Server::interrupt`].
    pub(super) fn report(
        &mut self,
        session: &mut GdbSession<'p>,
        stop: SingleThreadStopReason<u64>,
    ) -> Result<(), String> {
        self.state = match self.state.take() {
            Some(State::Running(running)) => {
                Some(running.report_stop(session, stop).map_err(|error| error.to_string())?)
            }
            state => state,
        };
        Ok(())
    }

    fn feed(&mut self, session: &mut GdbSession<'p>, bytes: &[u8]) -> Result<(), ServerError> {
        for &byte in bytes {
            let state = match self.state.take() {
                Some(State::Idle(idle)) => idle.incoming_data(session, byte)?,
                Some(State::Running(running)) => running.incoming_data(session, byte)?,
                Some(state) => state,
                None => return Ok(()),
            };
            self.state = Some(match state {
                State::CtrlCInterrupt(interrupt) => {
                    let stop = SingleThreadStopReason::Signal(Signal::SIGINT);
                    session.interrupt();
                    interrupt.interrupt_handled(session, Some(stop))?
                }
                state => state,
            });
        }
        Ok(())
    }
}
