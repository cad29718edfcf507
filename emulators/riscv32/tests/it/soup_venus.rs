//! No source makes the Venus assembler panic or hang.

use std::path::Path;

use asmkit::{Library, OpenError, Severity, Sources, render};
use proptest::prelude::*;
use riscv32::assembler::assemble;
use riscv32::{Dialect, Options};

/// Library in which every file imports itself and more.
struct Endless;

impl Library for Endless {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let text = format!(".import \"{name}x\"\n.import \"{name}\"\nx: j x\n.data\n.byte 1\n");
        Ok((format!("{from}/{name}"), text.into_bytes()))
    }
}

#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "add", "addi", "li", "la", "lw", "sw", "beq", "bgtz", "j", "jal", "jalr", "call", "div", "sge", "fadd.s", "lr.w",
    "amoadd.w.aq.rl", "csrrwi", "fence", "ecall", "nop", "ret", "a0", "x5", "x32", "x", "fp", "fa0", "f32", "$t0", "0",
    "5", "-3", "99999999999999999999", "0x", "0xffffffff", "-0b1", "1.5", "1e400", "NaN", "main", "main:", "x:", "1:",
    "1f", "1b", "99999999999f", "main+4", "x-main", "-x", "x+", "=", ":", "(", ")", "(sp)", "( a0 )", "+", "-", ",",
    ";", "\n", "\r\n", "# c", "#define", "#define x 4(sp)\n", "#undef x\n", "#if", "\"s\"", "\"\\\"", "\"", "'a'",
    "'\\n'", "'\\0'", "'", ".word", ".byte", ".half", ".float", ".double", ".asciiz", ".space", ".align", ".data",
    ".text", ".globl", ".import", ".equ", ".equiv", ".set", ".data_start", ".bogus", "?", "%hi(x)", "é", "\u{0}",
    "\u{202e}", "\t",
];

/// Assembles a source, and renders every message.
fn try_out(text: &[u8], library: &dyn Library) {
    let mut sources = Sources::new();
    let file = sources.add("soup.s", text);
    let assembled = assemble(&mut sources, &[file], &Options::of(Dialect::Venus), library);
    let (messages, accepted) = match assembled {
        Ok(assembly) => (assembly.warnings, true),
        Err(messages) => (messages, false),
    };
    let errors = messages.iter().filter(|message| message.severity == Severity::Error).count();
    assert_eq!(errors == 0, accepted);
    for message in messages.iter().take(20) {
        assert!(!render(message, &sources, false).is_empty());
    }
}

/// Programs that assemble, to be damaged.
fn programs() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/venus/ok");
    let entries = std::fs::read_dir(folder).expect("the folder of the cases");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a case")).collect()
}

/// Library without files.
const NONE: &dyn Library = &asmkit::NoLibrary;

proptest! {
    #[test]
    fn token_soup(
        tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..40),
        gaps in prop::collection::vec(prop::sample::select(&["", " ", " ", "\n"][..]), 40),
    ) {
        let text: String = tokens.iter().zip(&gaps).flat_map(|(token, gap)| [*token, *gap]).collect();
        try_out(text.as_bytes(), NONE);
    }

    #[test]
    fn damaged_programs(
        program in prop::sample::select(programs()),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut program = program;
        for (at, byte) in damage {
            let at = at.index(program.len());
            program[at] = byte;
        }
        try_out(&program, NONE);
    }
}

#[test]
fn imports_without_end_do_end() {
    try_out(b".import \"a\"\n", &Endless);
}
