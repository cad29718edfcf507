//! No source makes the SPIM assembler panic or hang.

use std::path::Path;

use asmkit::{NoLibrary, Sources, render};
use mips32::assembler::assemble;
use mips32::{Dialect, Handler, Options};
use proptest::prelude::*;

#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "add", "addi", "li", "la", "lw", "sw", "beq", "bge", "j", "jal", "div", "mulo", "rol", "ulh",
    "sub", "nor", "seb", "pref", "cop2", "li.d", "c.eq.s", "bc1t", "movf", "syscall", "break",
    "$t0", "$1", "$32", "$f2", "$f99", "$x", "$", "0", "5", "-3", "99999999999999999999", "0x",
    "0xffffffff", "-2147483648", "1.5", "1,2", "1.5e", "main", "later", "x", "=", ":", "(", ")",
    "+", "-", "*", "/", ">", ">>", ",", ";", "\n", "\r\n", "# c", "\"s\"", "\"\\\\\"", "\"", "'a'",
    "'\\n'", "'\\''", "'", ".word", ".byte", ".half", ".float", ".double", ".asciiz", ".space",
    ".align", ".data", ".text", ".kdata", ".ktext", ".comm", ".lcomm", ".extern", ".globl", ".lab",
    ".set", ".err", ".bogus", "?", "[", "%", "é", "\u{0}", "\u{1}", "\u{202e}", "\t",
];

/// Assembles with some switches and renders every message.
fn try_out(text: &[u8], switches: u8) {
    let mut options = Options::of(Dialect::Spim);
    options.big_endian = switches & 1 != 0;
    options.pseudo = switches & 2 == 0;
    options.bare = switches & 4 != 0;
    if switches & 8 != 0 {
        options.handler = Handler::None;
    }
    let mut sources = Sources::new();
    let file = sources.add("soup.s", text);
    let messages = match assemble(&mut sources, &[file], &options, &NoLibrary) {
        Ok(assembly) => assembly.warnings,
        Err(messages) => messages,
    };
    for message in &messages {
        assert!(!render(message, &sources, false).is_empty());
    }
}

/// Valid programs, to be damaged.
fn programs() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/spim/ok");
    let entries = std::fs::read_dir(folder).expect("the folder of the cases");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a case")).collect()
}

proptest! {
    #[test]
    fn token_soup(
        tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..40),
        gaps in prop::collection::vec(prop::sample::select(&["", " ", " ", "\n"][..]), 40),
        switches: u8,
    ) {
        let text: String = tokens.iter().zip(&gaps).flat_map(|(token, gap)| [*token, *gap]).collect();
        try_out(text.as_bytes(), switches);
    }

    #[test]
    fn damaged_programs(
        which: prop::sample::Index,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..8),
        switches: u8,
    ) {
        let programs = programs();
        let mut text = which.get(&programs).clone();
        for (place, byte, kind) in edits {
            let at = place.index(text.len() + 1);
            match kind {
                0 => text.insert(at, byte),
                1 if at < text.len() => { text.remove(at); }
                _ if at < text.len() => text[at] = byte,
                _ => {}
            }
        }
        try_out(&text, switches);
    }

    #[test]
    fn bytes(text in prop::collection::vec(any::<u8>(), 0..200), switches: u8) {
        try_out(&text, switches);
    }
}

/// Each would take minutes if some step took quadratic time.
#[test]
fn large_sources_take_no_longer_than_they_must() {
    let sources: [String; 8] = [
        (0..50_000).map(|at| format!("label{at}:\n")).collect(),
        (0..50_000).map(|at| format!("        j       nowhere{at}\n")).collect(),
        format!("        .data\n        .word {}", "(".repeat(1_000_000)),
        "        addi    $t0, $t0, 70000\n".repeat(50_000),
        format!("        .data\n{}", "        .data 0x10010000\n .word 0:200000\n".repeat(5_000)),
        format!("x: {}", "\"".repeat(200_001)),
        format!("x: {}", "\\\"\n".repeat(100_000)),
        (0..20_000).map(|at| format!(".data\n.word later\n.text\nj f{at}\nf{at}: nop\n")).collect(),
    ];
    for source in &sources {
        try_out(source.as_bytes(), 0);
    }
}
