//! `isagrid debug` on a terminal: line editing, interrupts, and input for the program.
//!
//! If no terminal can be opened, the tests print a message and pass.

use std::path::Path;
use std::time::Duration;

use rustix::process::Signal;

use crate::support::root;
use crate::terminal::Terminal;

/// The debugger with a program on a new terminal.
struct Debugger(Terminal);

impl Debugger {
    fn with(folder: &Path, program: &str) -> Option<Self> {
        // Endless programs are interrupted long before this limit.
        let limit = ["--max-instructions", "1000000000000"];
        let arguments = [&["debug"], &limit[..], &[program]].concat();
        Terminal::with(folder, &arguments).map(Debugger)
    }

    /// Types at the prompt and waits for this output.
    fn press(&mut self, keys: &str, expected: &str) {
        self.0.shows("(isagrid) ");
        self.0.press(keys);
        self.0.shows(expected);
    }

    fn ended(mut self) -> Option<i32> {
        self.0.ended()
    }
}

#[test]
fn lines_are_edited_and_recalled() {
    let folder = root().join("harness/isagrid/tests/programs");
    for (program, place) in
        [("debug-mips32.s", "debug-mips32.s:32"), ("debug-riscv32.s", "debug-riscv32.s:32")]
    {
        let Some(mut terminal) = Debugger::with(&folder, program) else { return };
        // Rubout, and completion of a label.
        terminal.press("breaj\x7fk squ\t\r", &format!("breakpoint 1 at {place}"));
        terminal.press("run\r", &format!("breakpoint 1, {place}"));
        // The previous line, and a cancelled one.
        terminal.press("where\r", "#2");
        terminal.press("\x1b[A\r", "#2");
        terminal.press("nonsense\x03", "\n");
        terminal.press("\x04", "\n");
        assert_eq!(terminal.ended(), Some(0));
    }
}

#[test]
fn running_program_stops_and_waiting_program_gets_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let source = "main: li $v0, 5\n syscall\n move $s0, $v0\nloop: b loop\n";
    std::fs::write(folder.path().join("w.s"), source).unwrap();
    let Some(mut terminal) = Debugger::with(folder.path(), "w.s") else { return };
    terminal.press("run\r", "(the program's input) ");
    terminal.0.press("42\r");
    // After the line, the program runs.
    std::thread::sleep(Duration::from_secs(1));
    terminal.0.signal(Signal::INT);
    terminal.0.shows("interrupted, w.s:4");
    terminal.press("print $s0\r", "(42)");
    terminal.press("quit\r", "\n");
    assert_eq!(terminal.ended(), Some(0));
}

#[test]
fn pdp10_programs_and_scripts_have_the_same_commands() {
    let folder = tempfile::tempdir().unwrap();
    let midas = "\tTITLE X\nGO:\tMOVEI 1,5\n\tADDI 1,3\n\t.LOGOUT 1,\n\tEND GO\n";
    std::fs::write(folder.path().join("x.mid"), midas).unwrap();
    let Some(mut terminal) = Debugger::with(folder.path(), "x.mid") else { return };
    terminal.press("step 2\r", ".LOGOUT 1,");
    terminal.press("print AC1\r", "(8.)");
    terminal.press("back\r", "ADDI 1,3");
    terminal.press("q\r", "\n");
    assert_eq!(terminal.ended(), Some(0));
    std::fs::write(folder.path().join("x.spl"), "=1+2\t=A1*2\n").unwrap();
    let Some(mut terminal) = Debugger::with(folder.path(), "x.spl") else { return };
    terminal.press("step\r", "=A1*2");
    terminal.press("print A1\r", "A1 = 3");
    terminal.press("q\r", "\n");
    assert_eq!(terminal.ended(), Some(0));
}
