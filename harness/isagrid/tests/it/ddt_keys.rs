//! `isagrid debug --ddt` on a terminal of its own: DDT hears each key.
//!
//! The terminal is opened by the test. Where none can be opened, this says so and tests nothing.
//!
//! Source of the sessions: ITS 1648 with DDT 1546, measured (`0/   0   ` and the line feed behind it,
//! `101)   JRST 101   ` for ^Z); ITS, *DDT ORDER*.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{InputModes, LocalModes, OutputModes, tcgetattr};

/// Nothing here takes a second, and nothing waits for ever.
const PATIENCE: Duration = Duration::from_secs(60);
const MOST_LOOKS: u32 = 3000;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Types its command line, and ends.
const GREET: &str = "\
	TITLE HELLO
GO:	.OPEN 1,[.UAO,,'TTY]
	 .LOSE
	.BREAK 12,[5,,LINE]
	MOVE 2,[440700,,LINE]
NEXT:	ILDB 3,2
	JUMPE 3,DONE
	.IOT 1,3
	JRST NEXT
DONE:	.LOGOUT 1,
LINE:	BLOCK 10
	-1
	END GO
";

/// Types the character behind each one it reads; at `l` it counts for ever.
const NEXT: &str = "\
	TITLE NEXT
GO:	.OPEN 1,[.UAI,,'TTY]
	 .LOSE
	.OPEN 2,[.UAO,,'TTY]
	 .LOSE
LOOP:	.IOT 1,1
	CAIN 1,\"l
	 JRST .
	ADDI 1,1
	.IOT 2,1
	JRST LOOP
	END GO
";

/// A terminal with DDT on it.
struct Terminal {
    keys: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
    /// The other side, whose modes are looked at.
    line: OwnedFd,
    before: ModesOf,
    ddt: Child,
    _folder: tempfile::TempDir,
}

type ModesOf = (LocalModes, InputModes, OutputModes);

fn modes(line: &OwnedFd) -> ModesOf {
    let modes = tcgetattr(line).unwrap();
    (modes.local_modes, modes.input_modes, modes.output_modes)
}

/// Both sides of a new terminal.
pub(crate) fn opened() -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&keys)?;
    unlockpt(&keys)?;
    let name = ptsname(&keys, Vec::new())?;
    let line = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty())?;
    Ok((keys, line))
}

impl Terminal {
    /// DDT with a program on a new terminal.
    fn with(name: &str, source: &str) -> Option<Self> {
        let (keys, line) = match opened() {
            Ok(sides) => sides,
            Err(error) => {
                #[expect(clippy::print_stderr, reason = "a test that does less says so")]
                {
                    eprintln!("no terminal can be opened ({error}): DDT at the key is not tested");
                }
                return None;
            }
        };
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), source).unwrap();
        let before = modes(&line);
        let side = || line.try_clone().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
        command.args(["debug", "--ddt", name]).current_dir(folder.path());
        let ddt = command.stdin(side()).stdout(side()).stderr(side()).spawn().unwrap();
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
        let seen = String::new();
        Some(Terminal { keys, screen, seen, line, before, ddt, _folder: folder })
    }

    /// The next thing that is to be seen is just this.
    fn shows(&mut self, expected: &str) {
        while self.seen.len() < expected.len() {
            match self.screen.recv_timeout(PATIENCE) {
                // The terminal ends lines as its user wants them.
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes).replace("\r\n", "\n"),
                Err(_) => break,
            }
        }
        let new: String = self.seen.chars().take(expected.chars().count()).collect();
        assert_eq!(new, expected, "and then {:?}", &self.seen[new.len()..]);
        self.seen.drain(..expected.len());
    }

    /// Its first line says what it is and how to leave.
    fn greets(&mut self, job: &str) {
        self.shows(&format!(
            "{job}$J   (this is ITS's DDT; at * type $G to run, ^Z to stop, :HELP for more, :KILL to \
             leave; $ is ESC)\n*"
        ));
    }

    /// Presses keys, and sees just this.
    fn press(&mut self, keys: &str, expected: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.shows(expected);
    }

    /// The status DDT ends with; nothing when a signal ended it.
    fn ended(mut self) -> Option<i32> {
        let mut looks = 0;
        while self.ddt.try_wait().unwrap().is_none() {
            looks += 1;
            assert!(looks < MOST_LOOKS, "it does not end: {:?}", self.seen);
            std::thread::sleep(BETWEEN_LOOKS);
        }
        let status = self.ddt.wait().unwrap().code();
        assert!(modes(&self.line) == self.before, "the terminal is as it was");
        status
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Where a test failed it may still be there.
        let _ = self.ddt.kill();
        let _ = self.ddt.wait();
    }
}

#[test]
fn words_are_opened_as_their_keys_are_pressed() {
    let Some(mut ddt) = Terminal::with("greet.mid", GREET) else { return };
    ddt.greets("GREET");
    assert!(modes(&ddt.line) != ddt.before);
    ddt.press("GO+2/", "GO+2/   .BREAK 12,LINE+12   ");
    ddt.press("\n", "\nGO+3/   MOVE 2,LINE+13   ");
    ddt.press("^", "^\nGO+2/   .BREAK 12,LINE+12   ");
    ddt.press("\r", "\n");
    // A value and a line feed deposit, rubout takes back, tab goes where the word points.
    ddt.press("LINE/", "LINE/   0   ");
    ddt.press("124\x7f\x7f\x7f", "124\x08 \x08\x08 \x08\x08 \x08");
    ddt.press("5,,GO\n", "5,,GO\nLINE+1/   0   ");
    ddt.press("^", "^\nLINE/   5,,GO   ");
    ddt.press("\t", "\nGO/   .OPEN 1,LINE+11   ");
    ddt.press("\r", "\n");
    ddt.press("1+2=", "1+2=   3   ");
    ddt.press("5\x1b_3=", "5$_3=   50   ");
    ddt.press("FOO+", "FOO+ ?U?  `FOO` is not defined\n");
    ddt.press("\x1bZ", "$Z OP?  there is no command `$Z` here; :HELP lists those there are\n");
    // What is typed ahead is for who reads it.
    ddt.press("$0G\x0e\x0e\x0eab\x04", "$0G\nGO>>.OPEN 1,LINE+11   ");
    ddt.shows("^N\nGO+2>>.BREAK 12,LINE+12   ^N\nGO+3>>MOVE 2,LINE+13   ");
    ddt.shows("^N\nNEXT>>ILDB 3,2   ab XXX? ");
    ddt.press("5$X", "5$X\n(the word 000000000005 is no instruction)\nILOPR; 34>>0   ");
    ddt.press("$$U", "$$U\n");
    assert_eq!(ddt.ended(), Some(0));
}

#[test]
fn a_program_is_run_by_its_name_with_its_command_line() {
    let Some(mut ddt) = Terminal::with("greet.mid", GREET) else { return };
    ddt.greets("GREET");
    ddt.press(":GREET one two\r", ":GREET one two\none two\n:KILL\n*");
    // By its title, too.
    ddt.press("$:hello There\r", "$:hello There\nThere\n:KILL\n*");
    ddt.press(":JCLPRT\r", ":JCLPRT\nThere\n*");
    ddt.press("\x1bJ", "$J\nHELLO$J\n*");
    ddt.press("NEXT$B", "NEXT$B   ");
    ddt.press("greet\x0b", "greet^K\n$1B; NEXT>>ILDB 3,2   ");
    ddt.press("\x1b\x1bJ", "$$J\nGUEST GREET 1B\n*");
    ddt.press("2\x10", "2^P\n:KILL\n*");
    ddt.press("\x1bL\r", "$L\n*");
    ddt.press("$$V", "$$V\n* GREET -\n*");
    ddt.press("$L SYS;TS FOO\r", "$L SYS;TS FOO\n??  DSK: SYS; TS FOO - FILE NOT FOUND\n");
    ddt.press("FOO$J", "FOO$J ??  there is one job here, and it is GREET\n");
    ddt.press("FOO$U", "FOO$U ??  nobody logs in here: a program's user is GUEST; $$U leaves\n");
    ddt.press(":FROB 1\r", ":FROB 1\n");
    ddt.shows(
        "OP?  there is no command `:FROB` here, and no program TS FROB on the disk; :HELP lists the \
         commands\n",
    );
    ddt.press(":KILL\r", ":KILL\n");
    assert_eq!(ddt.ended(), Some(0));
}

#[test]
fn the_keys_are_the_programs_while_it_runs() {
    let Some(mut ddt) = Terminal::with("next.mid", NEXT) else { return };
    ddt.greets("NEXT");
    ddt.press("$G", "$G\n");
    ddt.press("a", "ab");
    ddt.press("xy", "xyyz");
    ddt.press("\x1a", "\nLOOP)   .IOT 1,1   ");
    ddt.press("$P", "$P\n");
    ddt.press("\x01", "^A^B");
    ddt.press("l", "l");
    // Behind an endless loop nobody reads what was typed before ^Z.
    ddt.press("$$U\x1a", "\nLOOP+2)   JRST LOOP+2   ");
    ddt.press("\x1a", "^Z ??  ^Z stops a program, and none is running\n");
    ddt.press("$P", "$P\n");
    let process = Pid::from_child(&ddt.ddt);
    kill_process(process, Signal::TERM).unwrap();
    assert_eq!(ddt.ended(), None);
}

#[test]
fn no_byte_of_a_program_drives_the_terminal() {
    let source = "\
	TITLE EVIL
GO:	.OPEN 1,[%TJSIO+.UIO,,'TTY]
	 .LOSE
	.IOT 1,[33]
	.IOT 1,[\"c]
	.LOGOUT 1,
	%TJSIO==2000
	END GO
";
    let Some(mut ddt) = Terminal::with("evil.mid", source) else { return };
    ddt.greets("EVIL");
    ddt.press("$G", "$G\n\u{fffd}c\n:KILL\n*");
    ddt.press("$$U", "$$U\n");
    assert_eq!(ddt.ended(), Some(0));
}
