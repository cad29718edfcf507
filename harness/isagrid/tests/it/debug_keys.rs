//! `isagrid debug` on a terminal of its own: lines are edited, a running program is stopped, and one
//! that reads is given lines.
//!
//! The terminal is opened by the test. Where none can be opened, this says so and tests nothing.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::ddt_keys::opened;
use crate::support::root;

/// Nothing here takes a second, and nothing waits for ever.
const PATIENCE: Duration = Duration::from_secs(60);
const MOST_LOOKS: u32 = 3000;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

struct Terminal {
    keys: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
    debugger: Child,
}

impl Terminal {
    fn with(folder: &Path, program: &str) -> Option<Self> {
        let (keys, line) = match opened() {
            Ok(sides) => sides,
            Err(error) => {
                #[expect(clippy::print_stderr, reason = "a test that does less says so")]
                {
                    eprintln!("no terminal can be opened ({error}): lines are not tested");
                }
                return None;
            }
        };
        let side = || line.try_clone().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
        command.args(["debug", program]).current_dir(folder).env("TERM", "xterm");
        let debugger = command.stdin(side()).stdout(side()).stderr(side()).spawn().unwrap();
        drop(command);
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
        Some(Terminal { keys, screen, seen: String::new(), debugger })
    }

    /// Waits until this is to be seen, behind what was waited for before.
    fn shows(&mut self, expected: &str) {
        while !self.seen.contains(expected) {
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("{expected:?} does not show: {:?}", self.seen),
            }
        }
        let end = self.seen.find(expected).unwrap() + expected.len();
        self.seen.drain(..end);
    }

    fn press(&mut self, keys: &str, expected: &str) {
        self.shows("(isagrid) ");
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.shows(expected);
    }

    fn ended(mut self) -> Option<i32> {
        let mut looks = 0;
        while self.debugger.try_wait().unwrap().is_none() {
            looks += 1;
            assert!(looks < MOST_LOOKS, "it does not end: {:?}", self.seen);
            std::thread::sleep(BETWEEN_LOOKS);
        }
        self.debugger.wait().unwrap().code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Where a test failed it may still be there.
        let _ = self.debugger.kill();
        let _ = self.debugger.wait();
    }
}

#[test]
fn lines_are_edited_and_kept() {
    let folder = root().join("harness/isagrid/tests/programs");
    for (program, place) in
        [("debug-mips32.s", "debug-mips32.s:32"), ("debug-riscv32.s", "debug-riscv32.s:32")]
    {
        let Some(mut terminal) = Terminal::with(&folder, program) else { return };
        // Rubout, and the rest of a label out of the table.
        terminal.press("breaj\x7fk squ\t\r", &format!("breakpoint 1 at {place}"));
        terminal.press("run\r", &format!("breakpoint 1, {place}"));
        // The line before, and one that is dropped.
        terminal.press("where\r", "#2");
        terminal.press("\x1b[A\r", "#2");
        terminal.press("nonsense\x03", "\n");
        terminal.press("\x04", "\n");
        assert_eq!(terminal.ended(), Some(0));
    }
}

#[test]
fn a_running_program_is_stopped_and_a_waiting_one_given_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let source = "main: li $v0, 5\n syscall\n move $s0, $v0\nloop: b loop\n";
    std::fs::write(folder.path().join("w.s"), source).unwrap();
    let Some(mut terminal) = Terminal::with(folder.path(), "w.s") else { return };
    terminal.press("run\r", "(the program's input) ");
    terminal.keys.write_all(b"42\r").unwrap();
    // When the line was taken the program runs.
    std::thread::sleep(Duration::from_secs(1));
    kill_process(Pid::from_child(&terminal.debugger), Signal::INT).unwrap();
    terminal.shows("interrupted, w.s:4");
    terminal.press("print $s0\r", "(42)");
    terminal.press("quit\r", "\n");
    assert_eq!(terminal.ended(), Some(0));
}

#[test]
fn programs_of_the_pdp_10_and_scripts_have_the_same_words() {
    let folder = tempfile::tempdir().unwrap();
    let midas = "\tTITLE X\nGO:\tMOVEI 1,5\n\tADDI 1,3\n\t.LOGOUT 1,\n\tEND GO\n";
    std::fs::write(folder.path().join("x.mid"), midas).unwrap();
    let Some(mut terminal) = Terminal::with(folder.path(), "x.mid") else { return };
    terminal.press("step 2\r", ".LOGOUT 1,");
    terminal.press("print AC1\r", "(8.)");
    terminal.press("back\r", "ADDI 1,3");
    terminal.press("q\r", "\n");
    assert_eq!(terminal.ended(), Some(0));
    std::fs::write(folder.path().join("x.spl"), "=1+2\t=A1*2\n").unwrap();
    let Some(mut terminal) = Terminal::with(folder.path(), "x.spl") else { return };
    terminal.press("step\r", "=A1*2");
    terminal.press("print A1\r", "A1 = 3");
    terminal.press("q\r", "\n");
    assert_eq!(terminal.ended(), Some(0));
}
