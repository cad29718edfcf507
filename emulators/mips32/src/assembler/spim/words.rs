//! The vocabulary of SPIM: all mnemonics with their forms.

use std::collections::HashMap;
use std::sync::LazyLock;

use asmkit::words::{Word, WordKind};
use machine::bits::Pattern;

use super::forms::{self, FormCondition};
use super::names;
use crate::isa::{REGISTERS, ROWS, Row};

/// Name, operands and encoding of an instruction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) name: &'static str,
    /// See [`Row::operands`](crate::isa::Row::operands).
    pub(super) operands: &'static str,
    pub(super) pattern: Pattern,
}

impl Shape {
    /// Letters of the operands, in source order.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.operands.chars().filter(char::is_ascii_alphabetic)
    }

    pub(super) fn is_load_or_store(&self) -> bool {
        self.operands.contains('(')
    }
}

/// Instructions that SPIM assembles and the machine does not have: executing one is an exception
/// in both.
#[rustfmt::skip]
static FOREIGN: &[Shape] = &[
    foreign("lwc2",  "T, i(s)", "110010 sssss TTTTT iiiiiiiiiiiiiiii"),
    foreign("ldc2",  "T, i(s)", "110110 sssss TTTTT iiiiiiiiiiiiiiii"),
    foreign("swc2",  "T, i(s)", "111010 sssss TTTTT iiiiiiiiiiiiiiii"),
    foreign("sdc2",  "T, i(s)", "111110 sssss TTTTT iiiiiiiiiiiiiiii"),
    foreign("mfc2",  "w, k",    "010010 00000 wwwww kkkkk 00000000000"),
    foreign("mtc2",  "w, k",    "010010 00100 wwwww kkkkk 00000000000"),
    foreign("cfc2",  "w, k",    "010010 00010 wwwww kkkkk 00000000000"),
    foreign("ctc2",  "w, k",    "010010 00110 wwwww kkkkk 00000000000"),
    foreign("bc2f",  "q, b",    "010010 01000 qqq 00 bbbbbbbbbbbbbbbb"),
    foreign("bc2t",  "q, b",    "010010 01000 qqq 01 bbbbbbbbbbbbbbbb"),
    foreign("bc2fl", "q, b",    "010010 01000 qqq 10 bbbbbbbbbbbbbbbb"),
    foreign("bc2tl", "q, b",    "010010 01000 qqq 11 bbbbbbbbbbbbbbbb"),
    foreign("cop2",  "u",       "010010 1000000000 uuuuuuuuuuuuuuuu"),
    foreign("rfe",   "",        "010000 10000 00000 00000 00000 010000"),
];

const fn foreign(name: &'static str, operands: &'static str, bits: &'static str) -> Shape {
    Shape { name, operands, pattern: Pattern::new(bits) }
}

/// Instructions for which only [`forms`] defines the syntax.
const FORMS_ONLY: &[&str] = &["syscall", "break", "movf", "movt"];

/// A reserved word.
#[derive(Debug, Clone, Copy)]
pub(super) enum Keyword {
    /// A mnemonic and its forms.
    Instruction(&'static [ParsedForm]),
    /// A mnemonic that SPIM recognizes but rejects.
    Rejected,
    /// A mnemonic that SPIM encodes wrongly.
    Misencoded,
    Directive,
}

/// A parsed form of an instruction, with its expansion.
#[derive(Debug)]
pub(super) struct ParsedForm {
    /// Operand letters of [`forms`].
    pub(super) takes: Vec<char>,
    /// Expansion; empty if SPIM rejects the form.
    pub(super) gives: Vec<Template>,
    pub(super) only: FormCondition,
}

/// An instruction of an expansion.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) shape: &'static Shape,
    /// Source of each operand of the shape.
    pub(super) pieces: Vec<OperandSource>,
}

/// Source of an operand of an expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandSource {
    Register(u8),
    Number(i32),
    /// Distance from the branch in bytes.
    Ahead(i32),
    /// The operand with this letter.
    Operand {
        letter: char,
        plus: i32,
        negated: bool,
    },
    /// Bits of the number with a fraction: a single, or half of a double.
    Single,
    LowHalf,
    HighHalf,
}

/// Looks up a word; includes pseudo-instructions only if `pseudo` is set.
pub(super) fn keyword(word: &str, pseudo: bool) -> Option<Keyword> {
    match ENTRIES.get(word)? {
        Entry::Other(keyword) => Some(*keyword),
        Entry::Mnemonic { pseudo: true, .. } if !pseudo => None,
        Entry::Mnemonic { ways, .. } => Some(Keyword::Instruction(ways)),
    }
}

/// Instruction with this name.
pub(super) fn shape(name: &str) -> Option<&'static Shape> {
    SHAPES.iter().find(|shape| shape.name == name)
}

/// Instruction that every MIPS has.
///
/// # Panics
/// If the instruction table does not have it, which is a bug.
pub(super) fn known_shape(name: &str) -> &'static Shape {
    shape(name).expect("the instruction table has every instruction that immediates need")
}

/// All mnemonics, for suggestions.
pub(super) fn mnemonics() -> impl Iterator<Item = &'static str> {
    let forms = forms::PSEUDO.iter().map(|form| form.name);
    SHAPES.iter().map(|shape| shape.name).chain(forms)
}

/// Vocabulary of SPIM: registers, directives, instructions and pseudo-instructions.
pub(in crate::assembler) fn vocabulary() -> impl Iterator<Item = Word> {
    let rows = ROWS.iter().filter(|row| shape(row.name).is_some());
    let rows = rows.filter(|row| !FORMS_ONLY.contains(&row.name)).map(Row::as_word);
    let foreign = FOREIGN.iter().map(|shape| {
        let meaning = "for a coprocessor that the machine does not have; raises an exception";
        Word::new(WordKind::Instruction, shape.name).doing(meaning)
    });
    let otherwise = forms::EXTRA.iter().map(|form| {
        let row = ROWS.iter().find(|row| row.name == form.name);
        let word = form.word(WordKind::Instruction);
        let meaning = row.map(|row| format!("{}; {}", row.meaning, word.meaning));
        Word { meaning: meaning.unwrap_or_else(|| word.meaning.clone()), ..word }
    });
    let pseudo = forms::PSEUDO.iter().map(|form| form.word(WordKind::Pseudo));
    let numbers = (0..32).map(|number| format!("${number}"));
    let named = REGISTERS.iter().map(|register| format!("${register}")).chain(numbers);
    let registers = named.chain((0..32).map(|number| format!("$f{number}")));
    let registers = registers.map(|name| Word::new(WordKind::Register, name));
    rows.chain(otherwise).chain(foreign).chain(pseudo).chain(names::words()).chain(registers)
}

#[derive(Debug)]
enum Entry {
    Mnemonic { ways: Vec<ParsedForm>, pseudo: bool },
    Other(Keyword),
}

/// All instructions that can be assembled.
static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let others = [forms::REJECTED, forms::MISENCODED, forms::UNKNOWN];
    let known = |name: &str| !others.iter().any(|names| names.contains(&name));
    let rows = ROWS.iter().filter(|row| known(row.name));
    let rows =
        rows.map(|row| Shape { name: row.name, operands: row.operands, pattern: row.pattern });
    rows.chain(FOREIGN.iter().copied()).collect()
});

static ENTRIES: LazyLock<HashMap<&'static str, Entry>> = LazyLock::new(|| {
    let mnemonics = mnemonic_entries().into_iter();
    let mnemonics =
        mnemonics.map(|(name, (ways, pseudo))| (name, Entry::Mnemonic { ways, pseudo }));
    let other = |keyword| move |name| (name, Entry::Other(keyword));
    let refused = forms::REJECTED.iter().copied().map(other(Keyword::Rejected));
    let garbled = forms::MISENCODED.iter().copied().map(other(Keyword::Misencoded));
    let directives = names::directives().map(other(Keyword::Directive));
    mnemonics.chain(refused).chain(garbled).chain(directives).collect()
});

/// All mnemonics with their forms, and whether each is a pseudo-instruction.
fn mnemonic_entries() -> HashMap<&'static str, (Vec<ParsedForm>, bool)> {
    let mut entries: HashMap<&'static str, (Vec<ParsedForm>, bool)> = HashMap::new();
    let shape_of: HashMap<_, _> = SHAPES.iter().map(|shape| (shape.name, shape)).collect();
    let written = forms::PSEUDO.iter().map(|form| (form, true));
    let written = written.chain(forms::EXTRA.iter().map(|form| (form, false)));
    for (form, pseudo) in written {
        let (ways, _) = entries.entry(form.name).or_insert_with(|| (Vec::new(), pseudo));
        let lines = form.gives.split("; ").filter(|line| !line.is_empty());
        ways.push(ParsedForm {
            takes: form.takes.split_whitespace().filter_map(|word| word.chars().next()).collect(),
            gives: lines.filter_map(|line| parse_line(line, &shape_of)).collect(),
            only: form.only,
        });
    }
    let own = SHAPES.iter().filter(|shape| !FORMS_ONLY.contains(&shape.name));
    for shape in own {
        let (ways, _) = entries.entry(shape.name).or_default();
        ways.extend(own_ways(shape));
    }
    entries
}

/// Forms that follow from the operands in the instruction table.
fn own_ways(shape: &'static Shape) -> Vec<ParsedForm> {
    let (takes, pieces) = own_operands(shape);
    let way = |takes: Vec<char>, pieces| ParsedForm {
        takes,
        gives: vec![Template { shape, pieces }],
        only: FormCondition::Always,
    };
    // An omitted condition flag is flag 0.
    let without_flag = takes.iter().position(|&letter| letter == 'c').map(|at| {
        let mut fewer = takes.clone();
        fewer.remove(at);
        let flag = |piece: &OperandSource| match piece {
            OperandSource::Operand { letter: 'c', .. } => OperandSource::Number(0),
            other => *other,
        };
        way(fewer, pieces.iter().map(flag).collect())
    });
    let mut ways = vec![way(takes, pieces)];
    ways.extend(without_flag);
    ways
}

/// Operand letters of the form, and sources of the instruction's fields.
fn own_operands(shape: &Shape) -> (Vec<char>, Vec<OperandSource>) {
    let mut general = ['d', 's', 't'].into_iter();
    let mut float = ['f', 'g', 'h'].into_iter();
    let mut takes = Vec::new();
    let mut pieces = Vec::new();
    let plain = |letter| OperandSource::Operand { letter, plus: 0, negated: false };
    for operand in shape.operands.split(", ").filter(|operand| !operand.is_empty()) {
        if operand.contains('(') {
            takes.push('a');
            pieces.extend([plain('o'), plain('b')]);
            continue;
        }
        let letter = match operand {
            "S" | "T" | "W" | "X" => float.next().unwrap_or('h'),
            "i" => 'I',
            "u" if shape.name == "cop2" => 'v',
            "u" => 'U',
            "b" | "j" => 'L',
            "h" => 'H',
            "q" => 'c',
            "c" | "o" => 'n',
            "k" | "v" => 'k',
            _ => general.next().unwrap_or('t'),
        };
        takes.push(letter);
        pieces.push(plain(letter));
    }
    // A register of any kind names a register of coprocessor 2.
    if shape.name.ends_with("c2") && shape.is_load_or_store() {
        takes[0] = 'k';
        pieces[0] = plain('k');
    }
    (takes, pieces)
}

fn parse_line(line: &str, shapes: &HashMap<&'static str, &'static Shape>) -> Option<Template> {
    let (name, operands) = line.split_once(' ').unwrap_or((line, ""));
    let mut pieces = Vec::new();
    for operand in operands.split(", ").filter(|operand| !operand.is_empty()) {
        let (first, base) = operand.split_once('(').unwrap_or((operand, ""));
        pieces.push(parse_piece(first)?);
        if !base.is_empty() {
            pieces.push(parse_piece(base.trim_end_matches(')'))?);
        }
    }
    let shape = *shapes.get(name)?;
    (pieces.len() == shape.letters().count()).then_some(Template { shape, pieces })
}

fn parse_piece(text: &str) -> Option<OperandSource> {
    match text {
        "r.single" => return Some(OperandSource::Single),
        "r.low" => return Some(OperandSource::LowHalf),
        "r.high" => return Some(OperandSource::HighHalf),
        _ => {}
    }
    if let Some(number) = text.strip_prefix('$') {
        return number.parse().ok().map(OperandSource::Register);
    }
    if let Some(distance) = text.strip_prefix(".+") {
        return distance.parse().ok().map(OperandSource::Ahead);
    }
    if let Ok(number) = text.parse() {
        return Some(OperandSource::Number(number));
    }
    let negated = text.starts_with('-');
    let text = text.trim_start_matches('-');
    let (letter, plus) = text.split_once('+').unwrap_or((text, "0"));
    let letter = letter.chars().next()?;
    Some(OperandSource::Operand { letter, plus: plus.parse().ok()?, negated })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(name: &str) -> (&'static [ParsedForm], bool) {
        match &ENTRIES[name] {
            Entry::Mnemonic { ways, pseudo } => (ways, *pseudo),
            Entry::Other(_) => panic!("{name} is no mnemonic"),
        }
    }

    #[test]
    fn every_form_is_read() {
        for form in forms::PSEUDO.iter().chain(forms::EXTRA) {
            let ways = ways(form.name).0;
            let takes: Vec<char> = form.takes.split_whitespace().flat_map(str::chars).collect();
            let way = ways.iter().find(|way| way.takes == takes && way.only == form.only);
            let lines = form.gives.split("; ").filter(|line| !line.is_empty()).count();
            assert_eq!(way.map(|way| way.gives.len()), Some(lines), "{form:?}");
        }
    }

    #[test]
    fn pseudo_instructions_are_no_instructions_of_the_machine() {
        for form in forms::PSEUDO {
            assert!(!SHAPES.iter().any(|shape| shape.name == form.name), "{form:?}");
            assert!(ways(form.name).1, "{form:?}");
        }
        for form in forms::EXTRA.iter().filter(|form| form.name != "ssnop") {
            assert!(SHAPES.iter().any(|shape| shape.name == form.name), "{form:?}");
        }
    }

    #[test]
    fn refused_words_are_not_assembled() {
        for name in forms::REJECTED.iter().chain(forms::UNKNOWN) {
            assert!(shape(name).is_none(), "{name}");
        }
    }
}
