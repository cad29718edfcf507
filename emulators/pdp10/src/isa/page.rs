//! The instruction table as a Markdown page.

use std::fmt::Write;

use asmkit::words::{Word, WordKind};

use super::{ALIASES, FAMILIES, Family};

/// Name of the page among those of the machine.
pub(crate) const NAME: &str = "pdp10";

/// The page: one line per family, with its opcodes and their mnemonics.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(
        "# The instructions of the PDP-10\n\n\
         Generated from the instruction table by `cargo isagrid isa pdp10`; a test keeps it up to date.\n\n\
         The processor is a KA10 in user mode. `E` is the effective address, `C(E)` the word at E.\n\
         Modes: `I` uses E itself as the operand, `M` stores the result in memory, `B` in both, `S` takes the\n\
         operand from memory and stores the result there (and in AC, unless AC is 0). Conditions: `L E LE A GE N G`;\n\
         no letter means never. Numbers are octal.\n\n\
         | opcodes | instructions | class | meaning |\n\
         | --- | --- | --- | --- |\n",
    );
    for family in FAMILIES {
        // Writing to a string does not fail.
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            codes(family),
            names(family),
            family.class.name(),
            family.meaning
        );
    }
    page.push_str(
        "\n## Other names\n\n\
         Opcodes with a fixed AC field, and alternative names. An opcode without a name is illegal.\n\n\
         | name | word | meaning |\n\
         | --- | --- | --- |\n",
    );
    for alias in ALIASES {
        let _ = writeln!(page, "| `{}` | {} | {} |", alias.name, alias.word(), alias.meaning);
    }
    page
}

/// All mnemonics as words.
pub(crate) fn words() -> impl Iterator<Item = Word> {
    let word = |name, meaning: &'static str| {
        let word = Word::new(WordKind::Instruction, name).taking("AC,E").doing(meaning);
        word.on(NAME).in_any_case()
    };
    let opcodes =
        FAMILIES.iter().flat_map(|family| family.opcodes.iter().map(move |op| (op, family)));
    let opcodes = opcodes.filter(|(opcode, _)| !opcode.name.is_empty());
    let opcodes = opcodes.map(move |(opcode, family)| word(opcode.name, family.meaning));
    opcodes.chain(ALIASES.iter().map(move |alias| word(alias.name, alias.meaning)))
}

fn codes(family: &Family) -> String {
    let (Some(first), Some(last)) = (family.opcodes.first(), family.opcodes.last()) else {
        return String::new();
    };
    match last.code + last.codes - 1 {
        last if last == first.code => format!("{last:03o}"),
        last => format!("{:03o}-{last:03o}", first.code),
    }
}

fn names(family: &Family) -> String {
    let named = family.opcodes.iter().filter(|opcode| !opcode.name.is_empty());
    let names: Vec<String> = named.map(|opcode| format!("`{}`", opcode.name)).collect();
    if names.is_empty() { family.name.to_owned() } else { names.join(" ") }
}
