//! The page about a machine, and the words of its language, from its tables.

use asmkit::words::{Word, WordKind};

use crate::assembler::Language;
use crate::design::Design;

/// The page, in Markdown: what the machine writes, the instructions, the directives and the cycle
/// model.
#[must_use]
pub fn page<D: Design>(head: &str, language: &Language) -> String {
    let has_cycles = D::model().is_some();
    let (title, line) = if has_cycles { (" cycles |", "---|") } else { ("", "") };
    let mut page = format!(
        "{head}\n| instruction | bits | class |{title} meaning |\n|---|---|---|{line}---|\n"
    );
    for row in D::rows() {
        let form = format!("{} {}", row.name, row.operands);
        let cycles = if has_cycles { format!(" {} |", row.class.cycles) } else { String::new() };
        let (form, bits, class) = (form.trim_end(), row.pattern.text(), row.class.name);
        page += &format!("| `{form}` | `{bits}` | {class} |{cycles} {} |\n", row.meaning);
    }
    page += "\n| directive | meaning |\n|---|---|\n";
    for row in language.directives {
        let form = format!("{} {}", row.name, row.operands);
        page += &format!("| `{}` | {} |\n", form.trim_end(), row.meaning);
    }
    if let Some(model) = D::model() {
        let (name, meaning, source) = (model.name, model.meaning, model.source);
        page += &format!("\nCycles are from the model `{name}`: {meaning}. Source: {source}.\n");
    }
    page
}

/// Words of all tables; `page` is the name of the page.
#[must_use]
pub fn words<D: Design>(page: &'static str, language: &Language) -> Vec<Word> {
    let cased = |word: Word| if language.any_case { word.in_any_case() } else { word };
    let word = |kind, name, operands, meaning| {
        cased(Word::new(kind, name).taking(operands).doing(meaning).on(page))
    };
    let rows = D::rows().iter();
    let rows = rows.map(|row| word(WordKind::Instruction, row.name, row.operands, row.meaning));
    let directives = language.directives.iter();
    let directives =
        directives.map(|row| word(WordKind::Directive, row.name, row.operands, row.meaning));
    let registers = D::REGISTERS.iter();
    let registers = registers.map(|register| cased(Word::new(WordKind::Register, register.name)));
    let aliases = D::aliases().iter();
    let aliases = aliases.map(|(alias, name)| {
        let meaning = asmkit::words::stands_for(name);
        cased(Word::new(WordKind::Pseudo, *alias).doing(meaning).on(page))
    });
    rows.chain(aliases).chain(directives).chain(registers).collect()
}
