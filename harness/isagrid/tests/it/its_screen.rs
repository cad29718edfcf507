//! ITS programs on a display: keys are read one by one, and what is drawn is checked on a model of
//! the host's terminal.
//!
//! If no terminal can be opened, the tests print a message and pass.

use std::fs;

use crate::terminal::Terminal;

/// Program that draws on the screen, and then reads keys: `q` ends it, `b` loops, others are echoed.
///
/// Each word of the table is a character; 20 (`^P`) begins a display code.
const DRAW: &str = "\
	TITLE DRAW
GO:	.OPEN 1,[21,,'TTY]
	 .LOSE
	.OPEN 2,[.UAI,,'TTY]
	 .LOSE
	.CALL [	SETZ ? SIXBIT /CNSGET/ ? MOVEI 1 ? MOVEM 10 ? MOVEM 11 ? MOVEM 12
		MOVEM 13 ? SETZM 14]
	 .LOSE
	MOVSI 1,-LENGTH
NEXT:	MOVE 2,TABLE(1)
	.IOT 1,2
	AOBJN 1,NEXT
KEY:	.IOT 2,3
	CAIN 3,\"b
	 JRST .
	CAIE 3,\"q
	 JRST KEY
	.LOGOUT 1,
TABLE:	20 ? \"C ? \"T ? \"o ? \"p
	20 ? \"V ? 10+3 ? 20 ? \"H ? 10+5 ? \"x ? \"y ? \"z
	20 ? \"H ? 10+6 ? 20 ? \"K
	20 ? \"Z ? \"e ? \"n ? \"d
	20 ? \"T ? 20 ? \"D ? \"? ? 40
LENGTH==.-TABLE
	END GO
";

/// A display of 24 lines of 80 characters with the command on it.
pub(crate) struct Display {
    pub(crate) terminal: Terminal,
    pub(crate) model: vt100::Parser,
    pub(crate) folder: tempfile::TempDir,
}

impl Display {
    fn with(source: &str, options: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x.mid"), source).unwrap();
        Display::on(folder, &[&["run"], options, &["x.mid"]].concat())
    }

    /// The command in a folder; `None`, with a message, if no terminal can be opened.
    pub(crate) fn on(folder: tempfile::TempDir, arguments: &[&str]) -> Option<Self> {
        let terminal = Terminal::with(folder.path(), arguments)?;
        Some(Display { terminal, model: vt100::Parser::default(), folder })
    }

    /// Line of the screen, from 0, without blanks at its end.
    pub(crate) fn line(&self, at: usize) -> String {
        self.model.screen().rows(0, 80).nth(at).unwrap().trim_end().to_owned()
    }

    /// Waits until the screen is as wanted.
    pub(crate) fn until(&mut self, what: &str, is_so: impl Fn(&Display) -> bool) {
        loop {
            self.model.process(std::mem::take(&mut self.terminal.seen).as_bytes());
            if is_so(self) {
                return;
            }
            assert!(self.terminal.look(), "{what}:\n{}", self.model.screen().contents());
        }
    }
}

#[test]
fn display_codes_draw_and_keys_echo() {
    let Some(mut display) = Display::with(DRAW, &[]) else { return };
    display.until("the last code", |display| display.line(1) == "?");
    assert_eq!([0, 3, 23].map(|at| display.line(at)), ["Top", "     x z", "end"]);
    // No return is needed; a control character and a return echo as ITS shows them.
    display.terminal.press("a");
    display.until("a", |display| display.line(1) == "? a");
    display.terminal.press("\x01\x1b\r");
    display.until("return", |display| {
        display.line(1) == "? a^A$" && display.model.screen().cursor_position() == (2, 0)
    });
    display.terminal.press("q");
    // The cursor is left below what is on the screen.
    assert_eq!(display.terminal.ended(), Some(0));
    display.until("the end", |display| display.line(22) == "end");
    assert_eq!(display.model.screen().cursor_position(), (23, 0));
}

#[test]
fn call_key_stops_a_program_that_waits_or_runs() {
    for keys in ["\x1a", "b\x1a"] {
        let Some(mut display) = Display::with(DRAW, &[]) else { return };
        display.until("the last code", |display| display.line(1) == "?");
        display.terminal.press(keys);
        assert_eq!(display.terminal.ended(), Some(0));
        display.until("a message", |display| {
            display.model.screen().contents().contains("you stopped the program with ^Z")
        });
    }
}

/// A program that only prints lines leaves the screen above it alone.
#[test]
fn lines_are_printed_where_the_cursor_is() {
    const LINES: &str = "\
	TITLE LINES
GO:	.OPEN 1,[.UAO,,'TTY]
	 .LOSE
	MOVEI 1,MSG
	MOVEI 2,3
	HRLI 1,440700
AGAIN:	MOVE 4,1
NEXT:	ILDB 3,4
	JUMPE 3,DONE
	.IOT 1,3
	JRST NEXT
DONE:	SOJG 2,AGAIN
	.LOGOUT 1,
MSG:	ASCIZ /Hello
/
	END GO
";
    let Some(mut display) = Display::with(LINES, &[]) else { return };
    assert_eq!(display.terminal.ended(), Some(0));
    display
        .until("three lines", |display| display.model.screen().contents() == "Hello\nHello\nHello");
    assert_eq!(display.model.screen().cursor_position(), (3, 0));
}

/// A program cannot send control sequences of its own.
#[test]
fn programs_cannot_control_the_terminal() {
    const HOSTILE: &str = "\
	TITLE ESC
GO:	.OPEN 1,[MODE,,'TTY]
	 .LOSE
	MOVSI 1,-6
NEXT:	.IOT 1,TEXT(1)
	AOBJN 1,NEXT
	.LOGOUT 1,
TEXT:	33 ? \"] ? \"0 ? \"; ? \"x ? 7
	END GO
";
    // Unit ASCII, image, superimage, display with ^PI.
    for mode in ["1", "5", "41", "45"] {
        let source = HOSTILE.replace("MODE", mode);
        let Some(mut display) = Display::with(&source, &[]) else { return };
        assert_eq!(display.terminal.ended(), Some(0));
        while !display.terminal.seen.contains('\u{7}') && display.terminal.look() {}
        let seen = &display.terminal.seen;
        assert!(!seen.contains('\u{1b}') && seen.contains("]0;x"), "{mode}: {seen:?}");
    }
}

#[test]
fn printing_terminal_reads_lines() {
    let Some(mut display) = Display::with(DRAW, &["--tty", "printing"]) else { return };
    display.terminal.shows("?");
    display.terminal.press("aq\n");
    assert_eq!(display.terminal.ended(), Some(0));
    while display.terminal.look() {
        if display.terminal.seen.contains("aq") {
            break;
        }
    }
    assert!(!display.terminal.seen.contains('\u{1b}'), "{:?}", display.terminal.seen);
}
