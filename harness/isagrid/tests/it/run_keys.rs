//! `isagrid run` on a terminal: start of messages, ^C, and progress.

use std::time::Duration;

use rustix::process::Signal;

use crate::terminal::Terminal;

fn with(source: &str, more: &[&str]) -> Option<(Terminal, tempfile::TempDir)> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.s"), source).unwrap();
    let terminal =
        Terminal::with(folder.path(), &[&["run", "--dialect", "mars", "p.s"], more].concat());
    terminal.map(|terminal| (terminal, folder))
}

#[test]
fn message_starts_on_a_new_line() {
    let asks = "main: li $v0, 11\n li $a0, 'x'\n syscall\n lw $t0, 2($zero)\n";
    let Some((mut terminal, _folder)) = with(asks, &[]) else { return };
    assert_eq!(terminal.shows("error"), "x\r\n\u{1b}[1m\u{1b}[91m");
    assert_eq!(terminal.ended(), Some(1));
    // Typed input ends the line.
    let reads =
        "main: li $v0, 11\n li $a0, '?'\n syscall\n li $v0, 5\n syscall\n lw $t0, 2($zero)\n";
    let Some((mut terminal, _folder)) = with(reads, &[]) else { return };
    terminal.shows("?");
    terminal.press("42\r");
    assert_eq!(terminal.shows("error"), "42\r\n\u{1b}[1m\u{1b}[91m");
    assert_eq!(terminal.ended(), Some(1));
}

#[test]
fn interrupt_shows_the_position() {
    let source = "main: li $v0, 11\n li $a0, 'x'\n syscall\nloop: addiu $t0, $t0, 1\n j loop\n";
    let Some((mut terminal, _folder)) = with(source, &["--max-instructions", "1000000000000000"])
    else {
        return;
    };
    terminal.shows("x");
    terminal.signal(Signal::INT);
    terminal.shows("you stopped the program: it is at p.s:");
    terminal.shows("it loops in lines 4 to 5 of p.s");
    assert_eq!(terminal.ended(), Some(130));
    let long = &["--max-instructions", "1000000000000000"];
    let Some((mut terminal, _folder)) = with(source, long) else { return };
    terminal.shows("x");
    terminal.signal(Signal::TERM);
    terminal.shows("a signal stopped the program: it is at p.s:");
    assert_eq!(terminal.ended(), Some(143));
    // A waiting program stops too.
    let Some((mut terminal, _folder)) = with("main: li $v0, 5\n syscall\n", &[]) else { return };
    std::thread::sleep(Duration::from_millis(500));
    terminal.signal(Signal::INT);
    terminal.shows("you stopped the program: it is at p.s:2");
    assert_eq!(terminal.ended(), Some(130));
}

#[test]
fn long_run_shows_progress() {
    let source = "main: addiu $t0, $t0, 1\n j main\n";
    let Some((mut terminal, _folder)) = with(source, &["--max-instructions", "1000000000000000"])
    else {
        return;
    };
    terminal.shows(" million instructions, at p.s:");
    terminal.signal(Signal::INT);
    terminal.shows("you stopped the program");
    assert_eq!(terminal.ended(), Some(130));
}
