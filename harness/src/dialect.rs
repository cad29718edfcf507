//! The source languages, and which of them a source was written in, told from the source alone.

mod midas;
mod mips;
mod riscv;
mod spl;

use std::path::Path;

/// A source language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// MARS 4.6, for MIPS.
    Mars,
    /// SPIM 9.1, for MIPS.
    Spim,
    /// GNU as 2.40, for RISC-V.
    Gnu,
    /// RARS 1.6, for RISC-V.
    Rars,
    /// Venus, for RISC-V.
    Venus,
    /// MIDAS, for the PDP-10.
    Midas,
    /// SPL, the cell grids of esProc.
    Spl,
}

impl Dialect {
    /// As lanes and command lines spell it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Mars => "mars",
            Dialect::Spim => "spim",
            Dialect::Gnu => "gnu",
            Dialect::Rars => "rars",
            Dialect::Venus => "venus",
            Dialect::Midas => "midas",
            Dialect::Spl => "spl",
        }
    }
}

/// The dialect that the name of a source tells: `.mid` and `.midas` are MIDAS, `.spl` is SPL.
///
/// ```
/// use harness::dialect::{Dialect, by_name};
/// assert_eq!(by_name("sudoku.mid".as_ref()), Some(Dialect::Midas));
/// assert_eq!(by_name("sudoku.spl".as_ref()), Some(Dialect::Spl));
/// assert_eq!(by_name("sudoku.s".as_ref()), None);
/// ```
#[must_use]
pub fn by_name(path: &Path) -> Option<Dialect> {
    match path.extension()?.to_ascii_lowercase().to_str()? {
        "mid" | "midas" => Some(Dialect::Midas),
        "spl" => Some(Dialect::Spl),
        _ => None,
    }
}

/// A dialect and what gave it away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// The dialect.
    pub dialect: Dialect,
    /// What gave it away, with its line; `None` when nothing did, and MARS or RARS was taken.
    pub because: Option<String>,
}

/// Guesses the dialect of a source.
///
/// A script of SPL begins with `=`. A statement of MIDAS, of ITS or of the PDP-10 alone is MIDAS. An `ecall` is RISC-V; without one, a `syscall` or a register with a `$` is MIPS, and a register
/// without it is RISC-V, whichever comes first.
/// Of MIPS, `.eqv`, `.macro`, `.include` and system calls from 30 on are MARS's alone; `NAME = 9`
/// is SPIM's alone, and a label `main` that is neither first nor global works only in SPIM. Of
/// RISC-V, `.eqv` and macros with `%` are RARS's, `.equ`, numbered labels and what else only the
/// GNU assembler has are its own, and so are `.section` and `_start` where no system call is
/// RARS's; calls without a number in `a7` are Venus's.
///
/// ```
/// use harness::dialect::{Dialect, guess};
/// let told = guess(".eqv SIZE 9\nmain: li $v0, 10\n").because.unwrap();
/// assert_eq!(told, "line 1 has .eqv, which only MARS knows");
/// assert_eq!(guess("li a0, 10\necall\n").dialect, Dialect::Venus);
/// ```
#[must_use]
pub fn guess(source: &str) -> Guess {
    if let Some(because) = spl::gives_away(source) {
        return told(Dialect::Spl, because);
    }
    if let Some(because) = midas::gives_away(source) {
        return told(Dialect::Midas, because);
    }
    let lines = || source.lines().enumerate().map(|(index, line)| (index + 1, words(line)));
    let calls = lines().any(|(_, words)| words.contains(&"ecall"));
    let names = || lines().find_map(|(_, words)| riscv::is_riscv(&words));
    if calls || names() == Some(true) { riscv::guess(source) } else { mips::guess(source) }
}

fn told(dialect: Dialect, because: String) -> Guess {
    Guess { dialect, because: Some(because) }
}

/// The words of a line without its comment; commas and parentheses part them.
fn words(line: &str) -> Vec<&str> {
    let part = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')');
    without_comment(line).split(part).filter(|word| !word.is_empty()).collect()
}

/// The line up to a `#` that is not in a string or a character.
fn without_comment(line: &str) -> &str {
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => return &line[..at],
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_that_give_themselves_away() {
        let cases = [
            ("SIZE = 9\nmain: jr $ra", Dialect::Spim),
            ("x: jr $ra\nmain: jal x", Dialect::Spim),
            ("x: jr $ra\n.globl main\nmain: jal x", Dialect::Mars),
            ("main: jal x\nx: jr $ra", Dialect::Mars),
            (".data\nx: .word 1\n.text\nmain: jr $ra", Dialect::Mars),
            ("li $v0, 42\nsyscall", Dialect::Mars),
            ("# .macro\nx: .asciiz \"a = # b\"\ny: nop\nmain: nop", Dialect::Spim),
            ("", Dialect::Mars),
            ("main: li a7, 10\necall", Dialect::Rars),
            (".eqv N, 3\nmain: li a7, 10\necall", Dialect::Rars),
            ("li a0, 1\nli a1, 5\necall", Dialect::Venus),
            (".import util.s\nmain: jal ra, f", Dialect::Venus),
            (".equ N, 3\n_start: li a7, 93\necall", Dialect::Gnu),
            ("1: addi a0, a0, -1\nbnez a0, 1b\nli a7, 93\necall", Dialect::Gnu),
            (".macro add3 a b\naddi \\a, \\b, 3\n.endm\nadd3 t0 t1", Dialect::Gnu),
            (".macro inc(%r)\naddi %r, %r, 1\n.end_macro\ninc(t0)", Dialect::Rars),
            (".globl _start\n_start: ecall", Dialect::Gnu),
            (".globl _start\n_start: li a7, 10\necall", Dialect::Rars),
            (".section .text\naddi x17, x0, 4\necall", Dialect::Rars),
            (".extern f\nmain: li a7, 93\necall", Dialect::Gnu),
            (".extern f 4\nmain: li a7, 93\necall", Dialect::Rars),
            ("la $a0, x\nli $a7, 4\necall", Dialect::Rars),
            ("la a0, x\nli a7, 4\nsyscall", Dialect::Rars),
            ("\n=file(\"a.txt\")\t=A1.read()\n", Dialect::Spl),
            ("TITLE HELLO\nGO: .LOGOUT 1,\nEND GO", Dialect::Midas),
            ("; what ecall does\na=1\nfoo:\tmovei a,[asciz /hi/]\n", Dialect::Midas),
            ("A==1\nGO::\t.IOT 1,A\n", Dialect::Midas),
            ("title: .asciiz \"TITLE\"\nmain: jr $ra # JRST", Dialect::Mars),
            ("END: li a7, 10 # END\necall", Dialect::Rars),
        ];
        for (source, dialect) in cases {
            assert_eq!(guess(source).dialect, dialect, "{source}");
        }
        assert!(guess("li $v0, 42\nsyscall").because.unwrap().starts_with("line 2 makes system"));
        assert_eq!(guess("main: li $v0, 10\nsyscall").because, None);
    }
}
