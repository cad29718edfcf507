//! Pseudo-instructions of Venus and their expansions.

use asmkit::words::{self, Word, stands_for};

use super::lexer::{Kind, Token};
use super::number::integer;

/// Part of an operand that an instruction takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandPart {
    /// Whole operand.
    Whole,
    /// Upper 20 bits of its distance.
    High,
    /// Lower 12 bits of its distance from the previous instruction.
    Low,
}

/// Operand of an instruction.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    pub(super) token: Token,
    pub(super) part: OperandPart,
}

/// Instruction with its source operands, before it is looked up.
#[derive(Debug, Clone)]
pub(super) struct PseudoStatement {
    pub(super) name: String,
    pub(super) operands: Vec<Operand>,
}

/// Name, number of operands, and instructions: a digit is that operand, and `high` or `low` before
/// it takes that part of its distance.
///
/// Source: Venus, `assembler/pseudos`; the expansions were measured on the build of 2020-07-03.
#[rustfmt::skip]
const PSEUDOS: &[(&str, usize, &[&str])] = &[
    ("beqz", 2, &["beq 1 x0 2"]),
    ("bnez", 2, &["bne 1 x0 2"]),
    ("bgez", 2, &["bge 1 x0 2"]),
    ("bltz", 2, &["blt 1 x0 2"]),
    ("bgtz", 2, &["blt x0 1 2"]),
    ("blez", 2, &["bge x0 1 2"]),
    ("bgt",  3, &["blt 2 1 3"]),
    ("bgtu", 3, &["bltu 2 1 3"]),
    ("ble",  3, &["bge 2 1 3"]),
    ("bleu", 3, &["bgeu 2 1 3"]),
    ("j",    1, &["jal x0 1"]),
    ("jal",  1, &["jal x1 1"]),
    ("jr",   1, &["jalr x0 1 +0"]),
    ("jalr", 1, &["jalr x1 1 +0"]),
    ("ret",  0, &["jalr x0 x1 +0"]),
    ("call", 1, &["auipc x6 high1", "jalr x1 x6 low1"]),
    ("tail", 1, &["auipc x6 high1", "jalr x0 x6 low1"]),
    ("la",   2, &["auipc 1 high2", "addi 1 1 low2"]),
    ("lb",   2, &["auipc 1 high2", "lb 1 low2 1"]),
    ("lbu",  2, &["auipc 1 high2", "lbu 1 low2 1"]),
    ("lh",   2, &["auipc 1 high2", "lh 1 low2 1"]),
    ("lhu",  2, &["auipc 1 high2", "lhu 1 low2 1"]),
    ("lw",   2, &["auipc 1 high2", "lw 1 low2 1"]),
    ("mv",   2, &["addi 1 2 +0"]),
    ("neg",  2, &["sub 1 x0 2"]),
    ("nop",  0, &["addi x0 x0 +0"]),
    ("not",  2, &["xori 1 2 -1"]),
    ("seqz", 2, &["sltiu 1 2 +1"]),
    ("snez", 2, &["sltu 1 x0 2"]),
    ("sltz", 2, &["slt 1 2 x0"]),
    ("sgtz", 2, &["slt 1 x0 2"]),
    ("seq",  3, &["sub 1 2 3", "sltiu 1 1 +1"]),
    ("sne",  3, &["sub 1 2 3", "sltu 1 x0 1"]),
    ("sge",  3, &["slt 1 2 3", "xori 1 1 +1"]),
    ("sgeu", 3, &["sltu 1 2 3", "xori 1 1 +1"]),
    ("sgt",  3, &["slt 1 3 2"]),
    ("sgtu", 3, &["sltu 1 3 2"]),
    ("sle",  3, &["slt 1 3 2", "xori 1 1 +1"]),
    ("sleu", 3, &["sltu 1 3 2", "xori 1 1 +1"]),
    ("fmv.s",  2, &["fsgnj.s 1 2 2"]),
    ("fabs.s", 2, &["fsgnjx.s 1 2 2"]),
    ("fneg.s", 2, &["fsgnjn.s 1 2 2"]),
    ("fmv.d",  2, &["fsgnj.d 1 2 2"]),
    ("fabs.d", 2, &["fsgnjx.d 1 2 2"]),
    ("fneg.d", 2, &["fsgnjn.d 1 2 2"]),
];

/// Stores to a label, with a register for its address as third operand.
const STORES: &[&str] = &["sb", "sh", "sw", "fsw", "fsd"];

/// All names with their possible numbers of operands.
pub(super) fn names() -> impl Iterator<Item = (&'static str, usize)> {
    PSEUDOS.iter().map(|&(name, count, _)| (name, count)).chain([("li", 2)])
}

/// All pseudo-instructions as vocabulary, with operand numbers.
pub(super) fn words() -> impl Iterator<Item = Word> {
    let numbered = |count: usize| {
        let numbers: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
        numbers.join(", ")
    };
    let row = move |&(name, count, lines): &(&'static str, usize, &[&str])| {
        let meaning = stands_for(&lines.join("; "));
        Word::new(words::WordKind::Pseudo, name).taking(numbered(count)).doing(meaning)
    };
    let load = Word::new(words::WordKind::Pseudo, "li").taking("rd, number");
    let load = load.doing("rd = number; one instruction if that is enough, otherwise two");
    let all = PSEUDOS.iter().map(row).chain([load]);
    all.map(Word::in_any_case)
}

/// Instructions for one source instruction, usually only itself.
pub(super) fn expand(name: &Token, operands: Vec<Token>) -> Vec<PseudoStatement> {
    let written = name.text.to_lowercase();
    if written == "li" && operands.len() == 2 {
        return load_immediate(name, &operands);
    }
    if STORES.contains(&written.as_str()) && is_store_to_label(&operands) {
        let store = format!("{written} 1 low2 3");
        return fill(name, &operands, &["auipc 3 high2", &store]);
    }
    let pseudo =
        PSEUDOS.iter().find(|(pseudo, count, _)| *pseudo == written && *count == operands.len());
    // `lw a0, (sp)` has no label: it is the instruction itself, without its number.
    let is_load = |lines: &[&str]| lines.last().is_some_and(|line| line.starts_with(&*written));
    let has_base = operands.last().is_some_and(|last| last.kind == Kind::Base);
    match pseudo {
        Some((.., lines)) if !(has_base && is_load(lines)) => fill(name, &operands, lines),
        _ => {
            let whole = |token| Operand { token, part: OperandPart::Whole };
            vec![PseudoStatement {
                name: written,
                operands: operands.into_iter().map(whole).collect(),
            }]
        }
    }
}

fn is_store_to_label(operands: &[Token]) -> bool {
    matches!(operands, [_, label, address]
        if address.kind == Kind::Word && integer(&label.text).is_none())
}

/// `li`: one `addi` if that is enough, otherwise `lui` and always `addi`.
fn load_immediate(name: &Token, operands: &[Token]) -> Vec<PseudoStatement> {
    let Some(value) = integer(&operands[1].text).filter(|value| !(-2048..2048).contains(value))
    else {
        return fill(name, operands, &["addi 1 x0 2"]);
    };
    let high = (value.wrapping_add(0x800) as u32) >> 12;
    let low = value.wrapping_sub((high << 12) as i32);
    fill(name, operands, &[&format!("lui 1 +{high}"), &format!("addi 1 1 {low:+}")])
}

/// Expands templates; fixed operands have the source place of the pseudo-instruction's name.
fn fill(name: &Token, operands: &[Token], lines: &[&str]) -> Vec<PseudoStatement> {
    let operand = |word: &str| {
        let (part, word) = match (word.strip_prefix("high"), word.strip_prefix("low")) {
            (Some(word), _) => (OperandPart::High, word),
            (_, Some(word)) => (OperandPart::Low, word),
            _ => (OperandPart::Whole, word),
        };
        let given = word.parse().ok().filter(|_| !word.starts_with(['+', '-']));
        let given = given.and_then(|index: usize| operands.get(index.checked_sub(1)?));
        let token = given.cloned().unwrap_or_else(|| Token {
            kind: Kind::Word,
            text: word.to_owned(),
            span: name.span,
        });
        Operand { token, part }
    };
    let statement = |line: &&str| {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default().to_owned();
        PseudoStatement { name, operands: words.map(operand).collect() }
    };
    lines.iter().map(statement).collect()
}
