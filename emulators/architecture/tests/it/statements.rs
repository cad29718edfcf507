//! Statements of sources: their parts, and those in the text segment.

use std::path::Path;

use architecture::{Source, Statement, statements, text};

fn source(text: &str) -> Source<'_> {
    Source { name: Path::new("x.s"), text }
}

#[test]
fn a_statement_has_an_operation_and_operands() {
    let sources = [source("a: lw $t0, 4($sp)\n.word 1\nN = 2\nb:")];
    let all = statements(&sources, &["#"]);
    let parts = |statement: &Statement<'_>| (statement.first().len(), statement.operands().len());
    assert_eq!(all.iter().map(parts).collect::<Vec<_>>(), [(2, 3), (5, 1), (1, 2), (0, 0)]);
    let instructions = all.iter().filter(|statement| statement.is_instruction());
    assert_eq!(instructions.map(Statement::first).collect::<Vec<_>>(), ["lw"]);
}

#[test]
fn each_file_starts_in_the_text_segment() {
    let first = "nop\n.data\n.word 1\n.text\nret\n.macro m\nadd\n.end_macro\nsub\n.bss\n";
    let sources = [source(first), source("mul\n.macro m\ndiv\n.endm\nrem\n.rdata\nand\n")];
    let all = statements(&sources, &["#"]);
    let words: Vec<&str> = text(&all).map(Statement::first).collect();
    let expected = ["nop", ".text", "ret", ".end_macro", "sub", "mul", ".endm", "rem"];
    assert_eq!(words, expected);
}

#[test]
fn a_long_source_is_read_in_part() {
    let long = "nop\n".repeat((1 << 17) + 9);
    assert_eq!(statements(&[source(&long), source("ret")], &["#"]).len(), 1 << 17);
}
