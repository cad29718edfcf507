//! The connection to the debugger, and other events of a session.
//!
//! Threads read; the session receives [`Event`]s from one channel, so that it can wait for the
//! debugger and the program's input at once.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};

use super::packets::framed;

/// An external event.
#[derive(Debug)]
pub enum Event {
    /// Bytes from the debugger.
    Client(Vec<u8>),
    /// The debugger disconnected.
    Gone,
    /// Input for the program; empty input ends it.
    Input(Vec<u8>),
}

/// A connection to a debugger.
pub struct Link {
    events: Receiver<Event>,
    to_client: Box<dyn Write>,
    unread: VecDeque<u8>,
    input: VecDeque<Vec<u8>>,
    gone: bool,
    /// Whether packets are acknowledged; a debugger may turn this off.
    pub(super) acknowledges: bool,
    /// The last packets sent, for resending.
    last: Vec<u8>,
}

/// Maximum pending events; further senders wait.
const MOST_EVENTS: usize = 16;

impl Link {
    /// A connection that writes to `to_client`, and the channel for what is read.
    #[must_use]
    pub fn new(to_client: impl Write + 'static) -> (Self, SyncSender<Event>) {
        let (sender, events) = sync_channel(MOST_EVENTS);
        let link = Link {
            events,
            to_client: Box::new(io::BufWriter::new(to_client)),
            unread: VecDeque::new(),
            input: VecDeque::new(),
            gone: false,
            acknowledges: true,
            last: Vec::new(),
        };
        (link, sender)
    }

    /// Waits for the next byte from the debugger; `None` after it disconnects.
    pub(super) fn next(&mut self) -> Option<u8> {
        while self.unread.is_empty() && !self.gone {
            let event = self.events.recv().unwrap_or(Event::Gone);
            self.take(event);
        }
        self.unread.pop_front()
    }

    /// A byte from the debugger, if any; inner `None` after it disconnects.
    pub(super) fn poll(&mut self) -> Option<Option<u8>> {
        while self.unread.is_empty() && !self.gone {
            match self.events.try_recv() {
                Ok(event) => self.take(event),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.gone = true,
            }
        }
        match self.unread.pop_front() {
            None if self.gone => Some(None),
            byte => byte.map(Some),
        }
    }

    /// Waits for input for the program, or something from the debugger.
    pub(super) fn input(&mut self) -> Option<Vec<u8>> {
        while self.input.is_empty() && self.unread.is_empty() && !self.gone {
            let event = self.events.recv().unwrap_or(Event::Gone);
            self.take(event);
        }
        self.input.pop_front()
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Client(bytes) => self.unread.extend(bytes),
            Event::Gone => self.gone = true,
            Event::Input(bytes) => self.input.push_back(bytes),
        }
    }

    /// Shows text on the debugger's console; only while the program runs.
    pub(super) fn console(&mut self, text: &str) -> io::Result<()> {
        for chunk in text.as_bytes().chunks(CONSOLE_CHUNK_BYTES) {
            let mut packet = String::from("O");
            chunk.iter().for_each(|byte| packet.push_str(&format!("{byte:02x}")));
            self.send(&framed(packet.as_bytes()))?;
        }
        Ok(())
    }

    /// Sends packets, if there are any.
    pub(super) fn send(&mut self, packets: &[u8]) -> io::Result<()> {
        if packets.is_empty() {
            return Ok(());
        }
        packets.clone_into(&mut self.last);
        self.to_client.write_all(packets)?;
        self.to_client.flush()
    }

    /// Acknowledges a packet, or asks for it again, if acknowledgements are on.
    pub(super) fn acknowledge(&mut self, well: bool) -> io::Result<()> {
        if self.acknowledges {
            self.to_client.write_all(if well { b"+" } else { b"-" })?;
            self.to_client.flush()?;
        }
        Ok(())
    }

    /// Resends the last packets.
    pub(super) fn resend(&mut self) -> io::Result<()> {
        if self.acknowledges {
            self.to_client.write_all(&self.last)?;
            self.to_client.flush()?;
        }
        Ok(())
    }
}

/// Bytes of text per packet, small enough for the smallest debugger buffer.
const CONSOLE_CHUNK_BYTES: usize = 150;

/// Forwards a reader's bytes until it ends; meant for a separate thread.
pub fn pass_on(mut from: impl Read, to: &SyncSender<Event>, event: impl Fn(Vec<u8>) -> Event) {
    let mut buffer = [0; 4096];
    loop {
        match from.read(&mut buffer) {
            Ok(count @ 1..) if to.send(event(buffer[..count].to_vec())).is_ok() => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            _ => break,
        }
    }
}

/// Listens on an address that only this computer can reach.
///
/// `PORT`, `:PORT` and `localhost:PORT` mean 127.0.0.1; port 0 is any free one.
///
/// # Errors
/// A message if the address is invalid, reachable from outside, or unavailable.
pub fn listen(address: &str) -> Result<TcpListener, String> {
    let shown = asmkit::plain(address);
    let port = address.strip_prefix("localhost:").or(address.strip_prefix(':')).unwrap_or(address);
    let parsed = match port.parse::<u16>() {
        Ok(port) => SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
        Err(_) => address.parse().map_err(|_| {
            format!("--listen needs an address and a port such as 127.0.0.1:3333, not `{shown}`")
        })?,
    };
    if !parsed.ip().is_loopback() {
        return Err(format!(
            "other computers may reach {shown}, and a debugger can do anything to the program: \
             --listen takes only loopback addresses such as 127.0.0.1:{}",
            parsed.port()
        ));
    }
    TcpListener::bind(parsed).map_err(|error| format!("cannot listen at {parsed}: {error}"))
}
