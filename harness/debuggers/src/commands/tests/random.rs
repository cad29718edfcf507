//! Random commands: none panics, and each is answered.

use machine::Random;

use super::*;

/// Building blocks of commands.
const PIECES: &[&str] = &[
    "break",
    "b",
    "tbreak",
    "watch",
    "delete",
    "disable",
    "enable",
    "condition",
    "ignore",
    "print",
    "p/x",
    "p/c",
    "p/f",
    "p/s",
    "x/4xw",
    "x/3i",
    "x/2s",
    "x/9g",
    "x",
    "registers",
    "where",
    "list",
    "disas",
    "display",
    "undisplay",
    "symbols",
    "counts",
    "info",
    "info b",
    "info line",
    "set",
    "execute",
    "exec addi $t0, $t0, 1",
    "step",
    "next",
    "stepi",
    "nexti",
    "finish",
    "until",
    "advance",
    "jump",
    "continue",
    "run",
    "start",
    "reset",
    "back",
    "backi",
    "reverse-continue",
    "input",
    "help",
    "$t0",
    "$sp",
    "$pc",
    "$a0",
    "total",
    "loop",
    "square",
    "GO",
    "TOTAL",
    "AC1",
    "A1",
    "B1",
    "0",
    "1",
    "2",
    "-1",
    "7777777777777777",
    "0xffffffff",
    "99",
    "3",
    "if",
    "==",
    "=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "(",
    ")",
    "&",
    "|",
    "<<",
    ">>",
    "~",
    "!",
    "{int}",
    "(int *)",
    "[",
    "]",
    "'a'",
    "'",
    "\"",
    ",",
    ":",
    "sum.s:9",
    "*",
    "word(",
    "byte(",
    "\u{e9}",
    "\u{1b}[2J",
    "\t",
    "$",
    ".",
];

/// Total number of commands, on the four machines.
const COMMANDS: u64 = 10_000;

#[test]
fn no_command_panics() {
    for (seed, (dialect, source)) in
        [("mars", MARS), ("rars", RARS), ("midas", MIDAS), ("spl", SPL)].into_iter().enumerate()
    {
        let mut random = Random::seeded(seed as u64);
        let mut pick = |below: usize| (random.next_u64() % below as u64) as usize;
        let mut script = String::new();
        let mut asked = 0;
        while asked < COMMANDS / 4 {
            let pieces = 1 + pick(5);
            let line: Vec<&str> = (0..pieces).map(|_| PIECES[pick(PIECES.len())]).collect();
            script += &(line.join(if pick(4) == 0 { "" } else { " " }) + "\n");
            asked += 1;
        }
        let host = Host { input: Input::open(), output: Output::with_cap(1000), ..Host::default() };
        let said = session_of(dialect, source, host, 2000, &script);
        assert_eq!(said.matches(PROMPT.trim_end()).count() as u64, COMMANDS / 4, "{dialect}");
        assert!(!said.contains('\u{1b}'));
    }
}
