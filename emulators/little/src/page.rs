//! The page about the machine, generated from its tables.

use asmkit::words::{Word, WordKind};

use crate::assembler::reader::{DIRECTIVES, TEXT_BASE};
use crate::isa::REGISTERS;
use crate::isa::table::OPS;
use crate::processor::SPEC;

/// The page, in Markdown.
pub(crate) fn page() -> String {
    let mut page = format!(
        "{HEAD}\n| instruction | bits | class | cycles | meaning |\n|---|---|---|---|---|\n"
    );
    for op in &OPS {
        let (name, operands, bits, class) = (op.name, op.operands, op.pattern.text(), op.class);
        let (class, cycles, meaning) = (class.name(), class.cycles(), op.meaning);
        page += &format!("| `{name} {operands}` | `{bits}` | {class} | {cycles} | {meaning} |\n");
    }
    page += &format!("\n{LANGUAGE}\n| directive | meaning |\n|---|---|\n");
    for row in &DIRECTIVES {
        let form = format!("{} {}", row.name, row.operands);
        page += &format!("| `{}` | {} |\n", form.trim_end(), row.meaning);
    }
    page += &format!(
        "\nExecution starts at {TEXT_BASE:#x}, the address of the first instruction; data follow the last one.\n"
    );
    for model in SPEC.models {
        let (name, meaning, source) = (model.name, model.meaning, model.source);
        page += &format!("\nCycles are from the model `{name}`: {meaning}. Source: {source}.\n");
    }
    page
}

/// Words of all tables.
pub(crate) fn words() -> Vec<Word> {
    let word = |kind, name, operands, meaning| {
        Word::new(kind, name).taking(operands).doing(meaning).on(SPEC.name)
    };
    let ops = OPS.iter().map(|op| word(WordKind::Instruction, op.name, op.operands, op.meaning));
    let directives = DIRECTIVES.iter();
    let directives =
        directives.map(|row| word(WordKind::Directive, row.name, row.operands, row.meaning));
    let registers = REGISTERS.map(|name| Word::new(WordKind::Register, name));
    ops.chain(directives).chain(registers).collect()
}

const HEAD: &str = "\
# The little machine

The machine has eight 32-bit registers, `r0` to `r7`, which are initially zero; none of them is special. Memory starts at
address 0 and has 65536 words unless `--words` is given. Instructions access whole words at multiples of 4, little-endian.
A program cannot overwrite its instructions unless it runs with `--writable-text`.

In the table, `d` is the destination register, `a` and `b` are source registers, `n` is a signed number, and `t` is the
address of an instruction, stored without its two lowest bits. `n` and `t` can be labels.
";

const LANGUAGE: &str = "\
A line consists of labels, each with a colon, an instruction or a directive, and a comment after `#`. All are optional.
Numbers are `42`, `-42` or `0x2a`.
";
