//! Instructions of Venus: from names and tokens to a row and its operand values.

use asmkit::words::Word;
use asmkit::{Diagnostic, Span};

use super::lexer::{Kind, Token};
use super::messages;
use super::number::integer;
use super::pseudo::{self, Operand, OperandPart, PseudoStatement};
use crate::isa::{Extension, FLOAT_REGISTERS, REGISTERS, ROWS, Row, ordered};

/// Instruction whose labels have no addresses yet.
#[derive(Debug)]
pub(super) struct PendingInstruction {
    pub(super) row: &'static Row,
    pub(super) ordering: u8,
    /// Values in the order of the row's operands.
    pub(super) values: Vec<OperandValue>,
    /// Span of the whole statement.
    pub(super) span: Span,
    /// Offset from the start of the file's text.
    pub(super) offset: u32,
}

/// Operand value and its source place.
#[derive(Debug)]
pub(super) struct OperandValue {
    pub(super) value: SymbolicValue,
    pub(super) span: Span,
    pub(super) text: String,
}

/// Value of an operand.
#[derive(Debug)]
pub(super) enum SymbolicValue {
    /// Register number or immediate.
    Number(i64),
    /// Value of a sum.
    Sum(SymbolSum),
    /// Upper 20 bits of the distance to a sum.
    High(SymbolSum),
    /// Lower 12 bits of the distance to a sum from the previous instruction.
    Low(SymbolSum),
    /// Target of a branch or jump: a label, `1f`, `1b`, or a distance.
    Target(String),
}

/// Label or constant, with an optional addend.
#[derive(Debug, Clone)]
pub(super) struct SymbolSum {
    /// Empty if there is no name.
    pub(super) name: String,
    /// Sign and value of the addend.
    pub(super) added: Option<(i64, Addend)>,
}

#[derive(Debug, Clone)]
pub(super) enum Addend {
    Number(i64),
    Name(String),
}

impl SymbolSum {
    /// Parses `name`, `name+4`, `name-other` or `-name`.
    pub(super) fn of(text: &str) -> SymbolSum {
        let Some(at) = text.find(['+', '-']) else {
            return SymbolSum { name: text.to_owned(), added: None };
        };
        let (name, rest) = text.split_at(at);
        let sign = if rest.starts_with('-') { -1 } else { 1 };
        let addend = match rest[1..].parse::<u32>() {
            Ok(number) => Addend::Number(number.into()),
            Err(_) => Addend::Name(rest[1..].to_owned()),
        };
        SymbolSum { name: name.to_owned(), added: Some((sign, addend)) }
    }
}

/// Instructions of a statement, at offsets from `offset`.
///
/// # Errors
/// The first error in it.
pub(super) fn instructions(
    name: &Token,
    operands: Vec<Token>,
    offset: u32,
) -> Result<Vec<PendingInstruction>, Box<Diagnostic>> {
    let span = operands.last().map_or(name.span, |last| name.span.to(last.span));
    let statements = pseudo::expand(name, operands);
    let coded = statements.iter().zip((offset..).step_by(4)).map(|(statement, offset)| {
        let (row, ordering) = row(&statement.name).ok_or_else(|| unknown(name, statement))?;
        let values = values(row, name, statement)?;
        Ok(PendingInstruction { row, ordering, values, span, offset })
    });
    coded.collect()
}

/// All instructions as vocabulary, with operands in Venus's order.
pub(super) fn words() -> impl Iterator<Item = Word> {
    let names = ROWS.iter().map(|row| row.name).chain(RENAMED.iter().map(|(name, _)| *name));
    names.filter_map(|name| {
        let (row, _) = row(name)?;
        let form = form(row, &order(row));
        let operands = form.split_once(' ').map_or("", |(_, operands)| operands);
        Some(Word { name: name.to_owned(), ..row.as_word() }.taking(operands).in_any_case())
    })
}

/// Instructions whose names in Venus differ from the table.
const RENAMED: [(&str, &str); 2] = [("fmv.s.x", "fmv.w.x"), ("fmv.x.s", "fmv.x.w")];

/// Row with this name in Venus, and its memory ordering.
///
/// Source: Venus, `riscv/InitInstructions.kt`.
fn row(name: &str) -> Option<(&'static Row, u8)> {
    let both = name.strip_suffix(".aq.rl").or_else(|| name.strip_suffix(".rl.aq"));
    let renamed = RENAMED.iter().find(|(ours, _)| *ours == name);
    let (row, ordering) = match (name, both) {
        (_, Some(base)) => ordered(&format!("{base}.aqrl"))?,
        _ if let Some((_, row)) = renamed => ordered(row)?,
        ("fdiv.d" | "fence.tso", _) => return None,
        _ if RENAMED.iter().any(|(_, row)| *row == name) => return None,
        _ if name.ends_with(".aqrl") => return None,
        _ => ordered(name)?,
    };
    is_known(row).then_some((row, ordering))
}

fn is_known(row: &Row) -> bool {
    use Extension::{A, D, F, I, M, Zicsr, Zifencei};
    matches!(row.extension, I | M | A | F | D | Zicsr | Zifencei)
}

fn unknown(name: &Token, statement: &PseudoStatement) -> Box<Diagnostic> {
    if let Some((_, count)) = pseudo::names().find(|(known, _)| *known == statement.name) {
        return messages::operand_count(
            name.span,
            &name.text,
            statement.operands.len(),
            count,
            None,
        );
    }
    if is_comment(&name.text) {
        return messages::comment(name.span, &name.text);
    }
    let rows = ROWS.iter().filter(|row| is_known(row)).map(|row| row.name);
    let known = rows.chain(pseudo::names().map(|(name, _)| name));
    messages::unknown_instruction(name.span, &name.text, asmkit::nearest(&name.text, known))
}

/// Operand letters in Venus's order.
///
/// The address of `jalr` and of the atomic instructions has no parentheses; rounding modes and
/// fence sets are omitted.
fn order(row: &Row) -> Vec<char> {
    match row.name {
        "jalr" => vec!['d', 's', 'i'],
        "lr.w" => vec!['d', 't', 's'],
        "fence" => Vec::new(),
        _ => row.letters().filter(|letter| !"rn".contains(*letter)).collect(),
    }
}

/// Whether its address has the form `4(sp)`.
fn has_address(row: &Row) -> bool {
    row.operands.ends_with("i(s)") && row.name != "jalr"
}

fn values(
    row: &Row,
    name: &Token,
    statement: &PseudoStatement,
) -> Result<Vec<OperandValue>, Box<Diagnostic>> {
    let order = order(row);
    let operands = &statement.operands;
    let form = form(row, &order);
    if operands.len() != order.len() {
        if let Some(comment) = operands.iter().find(|operand| is_comment(&operand.token.text)) {
            return Err(messages::comment(comment.token.span, &comment.token.text));
        }
        if let [_, last] = &operands[..]
            && last.token.kind == Kind::Base
            && has_address(row)
        {
            return Err(messages::no_offset(last.token.span, row.name, &last.token.text));
        }
        let (found, expected) = (operands.len(), order.len());
        return Err(messages::operand_count(name.span, &name.text, found, expected, Some(form)));
    }
    let is_address = |letter: char| letter == 's' && has_address(row);
    let pairs = order.iter().copied().zip(operands);
    let is_wrong = |(letter, operand): &(char, &Operand)| {
        operand.token.kind == Kind::Base && !is_address(*letter)
    };
    if let Some((_, operand)) = pairs.clone().find(is_wrong) {
        return Err(messages::parentheses(operand.token.span, row.name, &form));
    }
    let mut given = Vec::new();
    for (letter, operand) in pairs {
        if "dst".contains(letter) && integer(&operand.token.text).is_some() {
            let Token { text, span, .. } = &operand.token;
            let form = immediate_form(row.name).filter(|_| letter == 't');
            return Err(messages::number_for_register(*span, text, form));
        }
        given.push((letter, value(letter, operand)?));
    }
    let of_row = |letter: char| {
        let at = given.iter().position(|(of, _)| *of == letter);
        at.map_or_else(|| unwritten(name), |at| given.swap_remove(at).1)
    };
    let values = row.letters().map(of_row).collect();
    match given.first() {
        // A remaining operand is the second source of `lr.w`, which does not use it.
        Some((_, OperandValue { value: SymbolicValue::Number(0), .. })) | None => Ok(values),
        Some((_, other)) => Err(messages::must_be_zero(other.span, &other.text)),
    }
}

/// Whether a word starts a comment in other languages.
pub(super) fn is_comment(word: &str) -> bool {
    word.starts_with("//") || word.starts_with("/*") || word.starts_with(';')
}

/// Equivalent instruction with a number as its second source.
fn immediate_form(name: &str) -> Option<&'static str> {
    let forms = [
        ("add", "addi"),
        ("and", "andi"),
        ("or", "ori"),
        ("xor", "xori"),
        ("sll", "slli"),
        ("srl", "srli"),
        ("sra", "srai"),
        ("slt", "slti"),
        ("sltu", "sltiu"),
    ];
    forms.into_iter().find(|(of, _)| *of == name).map(|(_, form)| form)
}

/// Value that Venus puts in an omitted field.
fn unwritten(name: &Token) -> OperandValue {
    OperandValue { value: SymbolicValue::Number(0), span: name.span, text: String::new() }
}

fn value(letter: char, operand: &Operand) -> Result<OperandValue, Box<Diagnostic>> {
    let Token { text, span, .. } = &operand.token;
    let value = match letter {
        'd' | 's' | 't' | 'z' => SymbolicValue::Number(register(text, &REGISTERS, 'x', *span)?),
        'D' | 'S' | 'T' | 'R' => {
            SymbolicValue::Number(register(text, &FLOAT_REGISTERS, 'f', *span)?)
        }
        'b' | 'j' => SymbolicValue::Target(text.clone()),
        _ if operand.token.kind != Kind::Word && integer(text).is_none() => {
            return Err(messages::no_number(*span, text));
        }
        _ => match (operand.part, integer(text)) {
            (OperandPart::High, _) => SymbolicValue::High(SymbolSum::of(text)),
            (OperandPart::Low, _) => SymbolicValue::Low(SymbolSum::of(text)),
            (OperandPart::Whole, Some(number)) if letter == 'c' && (-2048..0).contains(&number) => {
                SymbolicValue::Number(i64::from(number & 0xfff))
            }
            (OperandPart::Whole, Some(number)) => SymbolicValue::Number(number.into()),
            (OperandPart::Whole, None) => SymbolicValue::Sum(SymbolSum::of(text)),
        },
    };
    Ok(OperandValue { value, span: *span, text: text.clone() })
}

/// Number of a register of one kind.
fn register(
    text: &str,
    names: &[&str; 32],
    letter: char,
    span: Span,
) -> Result<i64, Box<Diagnostic>> {
    let named = |names: &[&str; 32], letter: char| {
        let numbered = text.strip_prefix(letter).and_then(|number| number.parse::<u8>().ok());
        let named = names.iter().position(|name| *name == text).map(|at| at as u8);
        named.or_else(|| numbered.filter(|&number| number < 32))
    };
    let found = named(names, letter).or_else(|| (text == "fp" && letter == 'x').then_some(8));
    let is_other = || named(&REGISTERS, 'x').or_else(|| named(&FLOAT_REGISTERS, 'f')).is_some();
    found.map(i64::from).ok_or_else(|| {
        if is_other() {
            messages::wrong_register(span, text, letter == 'f')
        } else {
            messages::no_register(span, text)
        }
    })
}

/// Syntax of an instruction, such as `lw rd, number(rs1)`.
fn form(row: &Row, order: &[char]) -> String {
    let operand = |letter: &char| match letter {
        'd' => "rd",
        's' => "rs1",
        't' => "rs2",
        'D' => "fd",
        'S' => "fs1",
        'T' => "fs2",
        'R' => "fs3",
        'b' | 'j' => "label",
        'c' => "csr",
        'z' => "register-number",
        _ => "number",
    };
    let operands: Vec<&str> = order.iter().map(operand).collect();
    match (has_address(row), &operands[..]) {
        (true, [register, ..]) => format!("{} {register}, number(rs1)", row.name),
        _ => format!("{} {}", row.name, operands.join(", ")).trim_end().to_owned(),
    }
}
