//! The page about the machine, made of its tables.

use asmkit::words::{Kind, Word};

use crate::assembler::TEXT_BASE;
use crate::assembler::reader::DIRECTIVES;
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
        "\nThe first instruction lies at {TEXT_BASE:#x} and runs first; data lie behind the last one.\n"
    );
    for model in SPEC.models {
        let (name, meaning, source) = (model.name, model.meaning, model.source);
        page +=
            &format!("\nCycles are those of the model `{name}`: {meaning}. Source: {source}.\n");
    }
    page
}

/// The tables as words.
pub(crate) fn words() -> Vec<Word> {
    let word = |kind, name, operands, meaning| {
        Word::new(kind, name).taking(operands).doing(meaning).on(SPEC.name)
    };
    let ops = OPS.iter().map(|op| word(Kind::Instruction, op.name, op.operands, op.meaning));
    let directives = DIRECTIVES.iter();
    let directives =
        directives.map(|row| word(Kind::Directive, row.name, row.operands, row.meaning));
    let registers = REGISTERS.map(|name| Word::new(Kind::Register, name));
    ops.chain(directives).chain(registers).collect()
}

const HEAD: &str = "\
# The little machine

Eight registers of 32 bits, `r0` to `r7`, all zero at the begin and none of them special. Memory is bytes from address 0 on,
65536 words where `--words` says nothing else; words are read and written whole, at multiples of 4, the lowest byte first.
A program cannot write over its instructions unless it runs with `--writable-text`.

In the table, `d` is the register that is set, `a` and `b` are registers that are read, `n` is a number with a sign and `t` the
address of an instruction, which is kept without its two lowest bits. Both can be labels.
";

const LANGUAGE: &str = "\
A line is labels, each with a colon, an instruction or a directive, and a comment from `#` on, and may leave out any of them.
Numbers are `42`, `-42` or `0x2a`.
";
