//! Runs the command on a terminal that the test opens.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Time limit of a wait.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);
const MOST_LOOKS: u32 = 3000;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Both sides of a new terminal.
pub(crate) fn opened() -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&keys)?;
    unlockpt(&keys)?;
    let name = ptsname(&keys, Vec::new())?;
    let line = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty())?;
    Ok((keys, line))
}

/// A terminal with the command on it.
pub(crate) struct Terminal {
    keys: File,
    screen: Receiver<Vec<u8>>,
    /// Output that was received but not yet waited for.
    pub(crate) seen: String,
    /// Controlling side of the terminal.
    pub(crate) line: OwnedFd,
    command: Child,
}

impl Terminal {
    /// Starts the command in a folder on a new terminal; `None`, with a message, if none can be opened.
    pub(crate) fn with(folder: &Path, arguments: &[&str]) -> Option<Self> {
        let (keys, line) = match opened() {
            Ok(sides) => sides,
            Err(error) => {
                #[expect(clippy::print_stderr, reason = "a test that does less says so")]
                {
                    eprintln!("no terminal can be opened ({error}): {arguments:?} is not tested");
                }
                return None;
            }
        };
        Some(Terminal::on(keys, line, folder, arguments))
    }

    /// Starts the command on an open terminal.
    pub(crate) fn on(keys: OwnedFd, line: OwnedFd, folder: &Path, arguments: &[&str]) -> Self {
        let side = || line.try_clone().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
        command.args(arguments).current_dir(folder).env("TERM", "xterm").env_remove("NO_COLOR");
        let command = command.stdin(side()).stdout(side()).stderr(side()).spawn().unwrap();
        let keys = File::from(keys);
        let (mut reader, (sender, screen)) = (keys.try_clone().unwrap(), channel());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { keys, screen, seen: String::new(), line, command }
    }

    /// Receives output; false at the end.
    pub(crate) fn look(&mut self) -> bool {
        match self.screen.recv_timeout(PATIENCE) {
            Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
            Err(_) => return false,
        }
        true
    }

    /// Waits for a text after the previous one; returns the text before it.
    pub(crate) fn shows(&mut self, expected: &str) -> String {
        while !self.seen.contains(expected) {
            assert!(self.look(), "{expected:?} does not show: {:?}", self.seen);
        }
        let start = self.seen.find(expected).unwrap();
        let before = self.seen[..start].to_owned();
        self.seen.drain(..start + expected.len());
        before
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Sends a signal, as terminal keys do.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.command), signal).unwrap();
    }

    /// Exit status; `None` if a signal ended it.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        let mut looks = 0;
        while self.command.try_wait().unwrap().is_none() {
            looks += 1;
            assert!(looks < MOST_LOOKS, "it does not end: {:?}", self.seen);
            std::thread::sleep(BETWEEN_LOOKS);
        }
        self.command.wait().unwrap().code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // After a failed test it may still run.
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}
