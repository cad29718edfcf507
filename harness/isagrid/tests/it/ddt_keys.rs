//! `isagrid debug --ddt` on a terminal that the test opens: DDT reads single keys.
//!
//! If no terminal can be opened, the tests print a message and pass.
//!
//! Source of the sessions: ITS 1648 with DDT 1546, measured (`0/   0   ` and the line feed after it,
//! `101)   JRST 101   ` for ^Z); ITS, *DDT ORDER*.

use std::os::fd::OwnedFd;

use rustix::process::Signal;
use rustix::termios::{InputModes, LocalModes, OutputModes, tcgetattr};

use crate::terminal::Terminal;

/// Program that prints its command line and ends.
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

/// Program that prints the successor of each character it reads; at `l` it loops forever.
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

/// Terminal with DDT.
struct Ddt {
    terminal: Terminal,
    before: ModesOf,
    _folder: tempfile::TempDir,
}

type ModesOf = (LocalModes, InputModes, OutputModes);

fn modes(line: &OwnedFd) -> ModesOf {
    let modes = tcgetattr(line).unwrap();
    (modes.local_modes, modes.input_modes, modes.output_modes)
}

impl Ddt {
    /// DDT with a program on a new terminal.
    fn with(name: &str, source: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), source).unwrap();
        let (keys, line) = match crate::terminal::opened() {
            Ok(sides) => sides,
            Err(error) => {
                #[expect(clippy::print_stderr, reason = "a test that does less says so")]
                {
                    eprintln!("no terminal can be opened ({error}): DDT at the key is not tested");
                }
                return None;
            }
        };
        let before = modes(&line);
        let terminal = Terminal::on(keys, line, folder.path(), &["debug", "--ddt", name]);
        Some(Ddt { terminal, before, _folder: folder })
    }

    fn modes(&self) -> ModesOf {
        modes(&self.terminal.line)
    }

    /// Waits for exactly this output.
    fn shows(&mut self, expected: &str) {
        // The terminal converts line ends.
        let plain = |seen: &str| seen.replace("\r\n", "\n");
        while plain(&self.terminal.seen).len() < expected.len() && self.terminal.look() {}
        let mut seen = plain(&self.terminal.seen);
        let new: String = seen.chars().take(expected.chars().count()).collect();
        assert_eq!(new, expected, "and then {:?}", &seen[new.len()..]);
        self.terminal.seen = seen.split_off(expected.len());
    }

    /// Waits for the greeting.
    fn greets(&mut self, job: &str) {
        self.shows(&format!(
            "{job}$J   (this is ITS's DDT; at * type $G to run, ^Z to stop, :HELP for more, :KILL to \
             leave; $ is ESC)\n*"
        ));
    }

    /// Presses keys, and waits for exactly this output.
    fn press(&mut self, keys: &str, expected: &str) {
        self.terminal.press(keys);
        self.shows(expected);
    }

    /// Exit status of DDT; `None` if a signal ended it.
    fn ended(mut self) -> Option<i32> {
        let status = self.terminal.ended();
        assert!(self.modes() == self.before, "the terminal is as it was");
        status
    }
}

#[test]
fn keys_open_words() {
    let Some(mut ddt) = Ddt::with("greet.mid", GREET) else { return };
    ddt.greets("GREET");
    assert!(ddt.modes() != ddt.before);
    ddt.press("GO+2/", "GO+2/   .BREAK 12,LINE+12   ");
    ddt.press("\n", "\nGO+3/   MOVE 2,LINE+13   ");
    ddt.press("^", "^\nGO+2/   .BREAK 12,LINE+12   ");
    ddt.press("\r", "\n");
    // A value and a line feed deposit, rubout erases, tab follows the address in the word.
    ddt.press("LINE/", "LINE/   0   ");
    ddt.press("124\x7f\x7f\x7f", "124\x08 \x08\x08 \x08\x08 \x08");
    ddt.press("5,,GO\n", "5,,GO\nLINE+1/   0   ");
    ddt.press("^", "^\nLINE/   5,,GO   ");
    ddt.press("\t", "\nGO/   .OPEN 1,LINE+11   ");
    ddt.press("\r", "\n");
    ddt.press("1+2=", "1+2=   3   ");
    ddt.press("5\x1b_3=", "5$_3=   50   ");
    ddt.press("FOO+", "FOO+ ?U?  `FOO` is not defined\n");
    ddt.press("\x1bZ", "$Z OP?  unknown command `$Z`; :HELP lists the commands\n");
    // Typed-ahead keys go to the next reader.
    ddt.press("$0G\x0e\x0e\x0eab\x04", "$0G\nGO>>.OPEN 1,LINE+11   ");
    ddt.shows("^N\nGO+2>>.BREAK 12,LINE+12   ^N\nGO+3>>MOVE 2,LINE+13   ");
    ddt.shows("^N\nNEXT>>ILDB 3,2   ab XXX? ");
    ddt.press("5$X", "5$X\n(the word 000000000005 is not an instruction)\nILOPR; 34>>0   ");
    ddt.press("$$U", "$$U\n");
    assert_eq!(ddt.ended(), Some(0));
}

#[test]
fn program_runs_by_name_with_its_command_line() {
    let Some(mut ddt) = Ddt::with("greet.mid", GREET) else { return };
    ddt.greets("GREET");
    ddt.press(":GREET one two\r", ":GREET one two\none two\n:KILL\n*");
    // Also by its title.
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
    // Another job, without a program.
    ddt.press("FOO$J", "FOO$J   !   ");
    ddt.press("$\x18.", "$^X.\nGREET$J\n*");
    ddt.press("FOO$U", "FOO$U ??  there is no login: the program's user is GUEST; $$U leaves\n");
    ddt.press(":FROB 1\r", ":FROB 1\n");
    ddt.shows(
        "OP?  unknown command `:FROB`, and there is no program TS FROB on the disk; :HELP lists the \
         commands\n",
    );
    ddt.press(":KILL\r", ":KILL\n");
    assert_eq!(ddt.ended(), Some(0));
}

#[test]
fn running_program_gets_the_keys() {
    let Some(mut ddt) = Ddt::with("next.mid", NEXT) else { return };
    ddt.greets("NEXT");
    ddt.press("$G", "$G\n");
    ddt.press("a", "ab");
    ddt.press("xy", "xyyz");
    ddt.press("\x1a", "\nLOOP)   .IOT 1,1   ");
    ddt.press("$P", "$P\n");
    ddt.press("\x01", "^A^B");
    ddt.press("l", "l");
    // In an endless loop, keys typed before ^Z are not read.
    ddt.press("$$U\x1a", "\nLOOP+2)   JRST LOOP+2   ");
    ddt.press("\x1a", "^Z ??  ^Z stops a running program, and none is running\n");
    ddt.press("$P", "$P\n");
    ddt.terminal.signal(Signal::TERM);
    assert_eq!(ddt.ended(), None);
}

#[test]
fn program_output_cannot_control_the_terminal() {
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
    let Some(mut ddt) = Ddt::with("evil.mid", source) else { return };
    ddt.greets("EVIL");
    ddt.press("$G", "$G\n\u{fffd}c\n:KILL\n*");
    ddt.press("$$U", "$$U\n");
    assert_eq!(ddt.ended(), Some(0));
}
