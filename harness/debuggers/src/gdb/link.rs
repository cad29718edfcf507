//! The connection to the debugger, and the other things a session waits for.
//!
//! Threads read; the session takes what they read as [`Event`]s from one channel, so that it can
//! wait for the debugger and for the program's input at once.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};

use super::packets::framed;

/// Something from outside.
#[derive(Debug)]
pub enum Event {
    /// Bytes from the debugger.
    Client(Vec<u8>),
    /// The debugger is gone.
    Gone,
    /// Input for the program; none at all ends it.
    Input(Vec<u8>),
}

/// A connection to a debugger.
pub struct Link {
    events: Receiver<Event>,
    to_client: Box<dyn Write>,
    unread: VecDeque<u8>,
    input: VecDeque<Vec<u8>>,
    gone: bool,
    /// Whether packets are acknowledged, which a debugger may turn off.
    pub(super) acknowledges: bool,
    /// What was sent last, should it be wanted again.
    last: Vec<u8>,
}

/// Events that are read ahead; who sends more has to wait.
const MOST_EVENTS: usize = 16;

impl Link {
    /// A connection that writes here, and the channel that what is read goes to.
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

    /// The next byte from the debugger, waited for; `None` when it is gone.
    pub(super) fn next(&mut self) -> Option<u8> {
        while self.unread.is_empty() && !self.gone {
            let event = self.events.recv().unwrap_or(Event::Gone);
            self.take(event);
        }
        self.unread.pop_front()
    }

    /// A byte from the debugger if one is there; `None` in it when the debugger is gone.
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

    /// Waits until there is input for the program, or something from the debugger.
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

    /// Says that a packet came well, or that it is to be sent again, where that is wanted.
    pub(super) fn acknowledge(&mut self, well: bool) -> io::Result<()> {
        if self.acknowledges {
            self.to_client.write_all(if well { b"+" } else { b"-" })?;
            self.to_client.flush()?;
        }
        Ok(())
    }

    /// Sends again what was sent last.
    pub(super) fn resend(&mut self) -> io::Result<()> {
        if self.acknowledges {
            self.to_client.write_all(&self.last)?;
            self.to_client.flush()?;
        }
        Ok(())
    }
}

/// Bytes of text in one packet: what fits in the smallest buffer a debugger has.
const CONSOLE_CHUNK_BYTES: usize = 150;

/// Passes on what a reader gives until it ends; meant for a thread of its own.
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

/// Listens at an address of this computer that no other can reach.
///
/// `PORT`, `:PORT` and `localhost:PORT` are at 127.0.0.1; port 0 is any that is free.
///
/// # Errors
/// A sentence when the address is none, can be reached from outside, or cannot be had.
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
