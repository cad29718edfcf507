//! Formulas as statements: `.I` (integers) and `.F` (floating point) become instructions.
//!
//! Source: *MIDAS manual*, ".I and .F"; MIDAS 458 and 433, measured.

use super::context::{Assembler, Outcome, Read, Unwind};
use super::input::{Code, Piece};
use super::messages;
use super::name::Name;

/// Accumulators a formula may use: those with the names A0 to A9.
const ACCUMULATORS: u8 = 10;
/// Maximum nesting of brackets, assignments and operators.
const DEPTH: u32 = 40;
/// Longest number of an immediate instruction.
const IMMEDIATE_DIGITS: usize = 5;

/// Precedences, from the weakest.
mod precedence {
    pub(super) const LOWEST: u8 = 0;
    pub(super) const SUM: u8 = 2;
    pub(super) const PRODUCT: u8 = 4;
    pub(super) const UNARY: u8 = 5;
    pub(super) const POWER: u8 = 6;
}

/// `.I` and `.F`: reads the formula up to the end of its line and assembles its instructions.
pub(super) fn statement(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let (used, place) = (asm.source.input.used_here(), asm.source.input.piece().place);
    let formula = read(asm)?;
    let code = formula.and_then(|text| translate(&text, name == Name::new(".I")));
    match code {
        Ok(code) => {
            let piece = |character| Piece { code: Code::Character(character), place };
            let body: Vec<Piece> = code.bytes().map(piece).collect();
            asm.source.input.push_repeat(used, body.into(), 1);
            Ok(None)
        }
        Err(problem) => {
            asm.error_with(&messages::BAD_FORMULA, Some(name), problem);
            Err(Unwind::Statement)
        }
    }
}

/// Reads up to the line feed; a `$` continues the formula after the next line's `.I` or `.F`.
fn read(asm: &mut Assembler<'_>) -> Read<Result<Vec<u8>, &'static str>> {
    let mut text = Vec::new();
    loop {
        match asm.next()? {
            b'$' => {
                if [asm.next()?, asm.next()?, asm.next()?] != *b"\r\n." {
                    return Ok(Err("`$` is not followed by a line with `.I` or `.F`"));
                }
                // The letter and the blank after it.
                asm.next()?;
                asm.next()?;
            }
            b';' | b'\r' => break,
            b'\n' => return Ok(Ok(text)),
            character => text.push(character),
        }
    }
    while asm.next()? != b'\n' {}
    Ok(Ok(text))
}

/// Instructions of a formula, one per line, or the problem.
fn translate(text: &[u8], integer: bool) -> Result<String, &'static str> {
    let text = text.iter().copied().filter(|&c| !matches!(c, b' ' | b'\t')).collect();
    let mut formula = Formula { text, at: 0, integer, free: 0, depth: 0, code: String::new() };
    let list = formula.list()?;
    if formula.peek().is_some() {
        return Err("closing bracket without an opening one");
    }
    formula.load(list.first)?;
    Ok(formula.code)
}

/// A part of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Operand {
    /// Left out: the accumulator for it keeps its value.
    Missing,
    /// A name or number that is not in an accumulator yet.
    Written(String),
    /// The value in the accumulator used last.
    Accumulator,
}

/// Parts between commas, each of several in an accumulator.
struct List {
    /// The first one, which is the value of all.
    first: Operand,
    count: u8,
}

/// A formula being translated.
struct Formula {
    /// Without blanks.
    text: Vec<u8>,
    at: usize,
    integer: bool,
    /// The first accumulator that is not in use.
    free: u8,
    depth: u32,
    code: String,
}

impl Formula {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn accept(&mut self, wanted: &[u8]) -> bool {
        let found = self.peek().is_some_and(|next| wanted.contains(&next));
        self.at += usize::from(found);
        found
    }

    fn emit(&mut self, operation: &str, accumulator: u8, operand: &str) {
        self.code.push_str(&format!("\t{operation} A{accumulator},{operand}\r\n"));
    }

    /// Takes the next accumulator.
    fn take(&mut self) -> Result<u8, &'static str> {
        if self.free == ACCUMULATORS {
            return Err("it needs more than ten accumulators");
        }
        self.free += 1;
        Ok(self.free - 1)
    }

    /// Puts an operand into an accumulator.
    fn load(&mut self, operand: Operand) -> Result<(), &'static str> {
        self.load_by("MOVE", operand)
    }

    /// The same with another instruction than MOVE. A `&` stands for a value that is there already.
    fn load_by(&mut self, operation: &str, operand: Operand) -> Result<(), &'static str> {
        match operand {
            Operand::Accumulator => Ok(()),
            Operand::Missing => self.take().map(|_| ()),
            Operand::Written(text) if text.starts_with('&') => self.take().map(|_| ()),
            Operand::Written(text) => {
                let accumulator = self.take()?;
                self.emit(&immediate(operation, &text), accumulator, &shown(&text));
                Ok(())
            }
        }
    }

    /// Reads parts between commas; if there are several, all are in accumulators, and the first one
    /// is used last.
    fn list(&mut self) -> Result<List, &'static str> {
        let base = self.free;
        let (mut first, mut count) = (self.expression(precedence::LOWEST)?, 1);
        while self.accept(b",") {
            self.load(std::mem::replace(&mut first, Operand::Accumulator))?;
            let next = self.expression(precedence::LOWEST)?;
            self.load(next)?;
            count += 1;
        }
        if count > 1 {
            self.free = base + 1;
        }
        Ok(List { first, count })
    }

    /// Operators that bind more tightly than this precedence, with their operands.
    fn expression(&mut self, above: u8) -> Result<Operand, &'static str> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("it is nested too deeply");
        }
        let mut left = self.operand()?;
        while let Some((operator, binds)) = self.peek().and_then(binary).filter(|o| o.1 > above) {
            self.at += 1;
            if left == Operand::Missing {
                return Err("`^` needs an operand before it");
            }
            self.load(left)?;
            let right = self.expression(binds)?;
            if right == Operand::Missing {
                return Err("an operand is missing after an operator");
            }
            match operator {
                b'^' => self.power(right)?,
                _ => self.apply(operator, right),
            }
            left = Operand::Accumulator;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// Combines the accumulator used last with an operand.
    fn apply(&mut self, operator: u8, right: Operand) {
        let operation = self.operation(operator);
        match right {
            Operand::Written(text) => {
                let (_, integer) = operations(operator);
                let is_immediate = is_immediate(&text);
                let operation = if is_immediate { format!("{integer}I") } else { operation.into() };
                self.emit(&operation, self.free - 1, &shown(&text));
            }
            _ => {
                self.free -= 1;
                self.emit(operation, self.free - 1, &format!("A{}", self.free));
            }
        }
    }

    fn operation(&self, operator: u8) -> &'static str {
        let (floating, integer) = operations(operator);
        if self.integer { integer } else { floating }
    }

    /// A power: by multiplication for 1 to 4, and otherwise by the function EXPLOG.
    fn power(&mut self, right: Operand) -> Result<(), &'static str> {
        let (multiply, top) = (self.operation(b'*'), self.free - 1);
        let squared = |formula: &mut Self, at: u8| formula.emit(multiply, at, &format!("A{at}"));
        match right {
            Operand::Written(text) if text == "1" => {}
            Operand::Written(text) if text == "2" => squared(self, top),
            Operand::Written(text) if text == "3" => {
                let copy = self.take()?;
                self.emit("MOVE", copy, &format!("A{top}"));
                squared(self, copy);
                self.free -= 1;
                self.emit(multiply, top, &format!("A{copy}"));
            }
            Operand::Written(text) if text == "4" => {
                squared(self, top);
                squared(self, top);
            }
            right => {
                let base = if right == Operand::Accumulator { top - 1 } else { top };
                self.load(right)?;
                self.free = base + 1;
                self.call("EXPLOG", 2);
            }
        }
        Ok(())
    }

    /// Calls a function with arguments from the accumulator used last; functions take them from A0.
    fn call(&mut self, function: &str, count: u8) {
        let base = self.free - 1;
        let exchange = |formula: &mut Self, rank: u8| {
            if base > 0 {
                formula.emit("EXCH", rank, &format!("A{}", base + rank));
            }
        };
        (0..count).for_each(|rank| exchange(self, rank));
        self.code.push_str(&format!("\tPUSHJ P,{}\r\n", shown(function)));
        (0..count).rev().for_each(|rank| exchange(self, rank));
    }

    /// An operand with the signs before it.
    fn operand(&mut self) -> Result<Operand, &'static str> {
        while self.accept(b"+*") {}
        let Some(sign) = self.peek().filter(|sign| b"-/\\".contains(sign)) else {
            return self.primary();
        };
        self.at += 1;
        if sign == b'/' && self.integer {
            return Err("`/` needs an operand before it among integers");
        }
        let operand = self.expression(precedence::UNARY)?;
        match (sign, operand) {
            (_, Operand::Missing) => return Err("an operand is missing after a sign"),
            (b'/', operand) => self.reciprocal(operand)?,
            (sign, Operand::Accumulator) => {
                let operation = if sign == b'-' { "MOVNS" } else { "MOVMS" };
                self.code.push_str(&format!("\t{operation} A{}\r\n", self.free - 1));
            }
            (sign, written) => {
                self.load_by(if sign == b'-' { "MOVN" } else { "MOVM" }, written)?;
            }
        }
        Ok(Operand::Accumulator)
    }

    /// One divided by an operand.
    fn reciprocal(&mut self, operand: Operand) -> Result<(), &'static str> {
        const ONE: &str = "201400";
        if operand == Operand::Accumulator {
            let (from, to) = (self.free - 1, self.take()?);
            self.emit("MOVE", to, &format!("A{from}"));
            self.emit("HRLZI", from, ONE);
        } else {
            let accumulator = self.take()?;
            self.emit("HRLZI", accumulator, ONE);
        }
        self.apply(b'/', operand);
        Ok(())
    }

    /// A bracketed list, a name or number, a call, or an assignment.
    fn primary(&mut self) -> Result<Operand, &'static str> {
        let base = self.free;
        if self.accept(b"(<") {
            let list = self.list()?;
            return self.close(b",)>").map(|()| list.first);
        }
        let text = self.written()?;
        if text.is_empty() {
            return Ok(Operand::Missing);
        }
        let ends = self.peek();
        if is_number(&text) && matches!(ends, Some(b'=' | b'<')) {
            return Err("a number cannot be assigned or called");
        }
        if self.accept(b"=") {
            let value = self.list()?.first;
            self.load(value)?;
            self.emit("MOVEM", base, &shown(&text));
        } else if self.accept(b"<") {
            let list = self.list()?;
            self.load(list.first)?;
            self.close(b",)>")?;
            self.call(&text, list.count);
        } else {
            return Ok(Operand::Written(text));
        }
        Ok(Operand::Accumulator)
    }

    /// Reads a closing bracket, which an operator or one of these characters follows.
    fn close(&mut self, before: &[u8]) -> Result<(), &'static str> {
        if !self.accept(b")>") {
            return Err("a bracket is not closed");
        }
        match self.peek() {
            Some(next) if binary(next).is_none() && !before.contains(&next) => {
                Err("an operator is missing after a closing bracket")
            }
            _ => Ok(()),
        }
    }

    /// A name or number with its index, as the instruction has it; empty if there is none.
    fn written(&mut self) -> Result<String, &'static str> {
        let mut text = String::new();
        while let Some(next) = self.peek() {
            match next {
                b'^' if is_number(&text) => {}
                b'(' if !text.is_empty() => {
                    if is_number(&text) {
                        return Err("an operator is missing before a bracket");
                    }
                    self.at += 1;
                    text.push_str(&self.index()?);
                    self.close(b",)>=")?;
                    break;
                }
                b'(' | b')' | b'<' | b'>' | b'=' | b',' => break,
                b'*' | b'+' | b'-' | b'/' | b'\\' | b'^' => break,
                _ => {}
            }
            self.at += 1;
            text.push(char::from(next));
        }
        Ok(text)
    }

    /// An index: registers in parentheses, and numbers added to the address.
    fn index(&mut self) -> Result<String, &'static str> {
        let end = self.text[self.at..].iter().position(|&c| c == b')');
        let end = self.at + end.ok_or("a bracket is not closed")?;
        let inside = String::from_utf8_lossy(&self.text[self.at..end]).into_owned();
        self.at = end;
        let second = inside.char_indices().skip(1).find(|(_, c)| matches!(c, '+' | '-'));
        let (first, rest) = inside.split_at(second.map_or(inside.len(), |(at, _)| at));
        Ok(match (first.chars().next(), rest) {
            (Some('0'..='9'), "") => format!("+{first}"),
            (Some('0'..='9'), rest) => format!("+{first}({rest})"),
            (Some('+' | '-'), "") => first.to_owned(),
            (Some('+' | '-'), rest) => format!("{first}({rest})"),
            (_, rest) => format!("({first}){rest}"),
        })
    }
}

/// A binary operator with its precedence.
fn binary(character: u8) -> Option<(u8, u8)> {
    let binds = match character {
        b'+' | b'-' => precedence::SUM,
        b'*' | b'/' => precedence::PRODUCT,
        b'^' => precedence::POWER,
        _ => return None,
    };
    Some((character, binds))
}

/// Instructions for a binary operator, of floating point and of integers.
fn operations(operator: u8) -> (&'static str, &'static str) {
    match operator {
        b'+' => ("FADR", "ADD"),
        b'-' => ("FSBR", "SUB"),
        b'*' => ("FMPR", "IMUL"),
        _ => ("FDVR", "IDIV"),
    }
}

/// Whether MIDAS takes it for a number.
fn is_number(text: &str) -> bool {
    text.bytes().next().is_some_and(|first| first < b'@')
}

/// Whether it is the operand of an immediate instruction: a short integer, or an address after `#`.
fn is_immediate(text: &str) -> bool {
    let is_integer = || {
        let digits = text.strip_suffix('.').unwrap_or(text);
        text.len() <= IMMEDIATE_DIGITS && digits.bytes().all(|c| c < b'@' && c != b'.')
    };
    text.starts_with('#') || is_number(text) && is_integer()
}

/// An instruction, or its immediate form for this operand.
fn immediate(operation: &str, text: &str) -> String {
    if is_immediate(text) { format!("{operation}I") } else { operation.to_owned() }
}

/// An operand in an instruction: a number that is not immediate is a literal.
fn shown(text: &str) -> String {
    match text.strip_prefix('#') {
        Some(address) => address.to_owned(),
        None if is_number(text) && !is_immediate(text) => format!("[{text}]"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::translate;

    /// Instructions separated by semicolons.
    fn made(formula: &str, integer: bool) -> String {
        let code = translate(formula.as_bytes(), integer).unwrap_or_else(|problem| problem.into());
        code.trim().replace("\r\n\t", "; ")
    }

    #[test]
    fn integers() {
        for (formula, expected) in [
            ("A=B+5", "MOVE A0,B; ADDI A0,5; MOVEM A0,A"),
            ("C-E", "MOVE A0,C; SUB A0,E"),
            ("X=Y=1000000.", "MOVE A0,[1000000.]; MOVEM A0,Y; MOVEM A0,X"),
            ("X=#TABLE", "MOVEI A0,TABLE; MOVEM A0,X"),
            ("-X*(Y-1)", "MOVN A0,X; MOVE A1,Y; SUBI A1,1; IMUL A0,A1"),
            ("-(X+Y)", "MOVE A0,X; ADD A0,Y; MOVNS A0"),
            ("X=A,Y=B", "MOVE A0,A; MOVE A1,B; MOVEM A1,Y; MOVEM A0,X"),
            ("X=,Y=", "MOVEM A1,Y; MOVEM A0,X"),
            (",X", "MOVE A1,X"),
            ("F<>", "PUSHJ P,F"),
            (
                "X+F<Y,2>",
                "MOVE A0,X; MOVE A1,Y; MOVEI A2,2; EXCH A0,A1; EXCH A1,A2; PUSHJ P,F; \
                          EXCH A1,A2; EXCH A0,A1; ADD A0,A1",
            ),
            ("T(Z+3)+T(2)", "MOVE A0,T(Z)+3; ADD A0,T+2"),
            ("T(1)=X", "MOVE A0,X; MOVEM A0,T+1"),
            ("X^3", "MOVE A0,X; MOVE A1,A0; IMUL A1,A1; IMUL A0,A1"),
            ("\\X", "MOVM A0,X"),
        ] {
            assert_eq!(made(formula, true), expected, "{formula}");
        }
    }

    #[test]
    fn floating_point() {
        for (formula, expected) in [
            ("X=Y*2.0-Z", "MOVE A0,Y; FMPR A0,[2.0]; FSBR A0,Z; MOVEM A0,X"),
            ("/X", "HRLZI A0,201400; FDVR A0,X"),
            ("/(X+Y)", "MOVE A0,X; FADR A0,Y; MOVE A1,A0; HRLZI A0,201400; FDVR A0,A1"),
            ("X^Y", "MOVE A0,X; MOVE A1,Y; PUSHJ P,EXPLOG"),
            (
                "(1.0-P=F/C)*R",
                "MOVE A0,[1.0]; MOVE A1,F; FDVR A1,C; MOVEM A1,P; FSBR A0,A1; \
                               FMPR A0,R",
            ),
        ] {
            assert_eq!(made(formula, false), expected, "{formula}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for formula in [
            "X+",
            "X)",
            "(X",
            "5=X",
            "5(X)",
            "(X)Y",
            "^2",
            "/2",
            "-",
            "T(Z",
            "A=1+(1+(1+(1+(1+(1+(1+(1+(1+(1+(1+1))))))))))",
        ] {
            assert!(translate(formula.as_bytes(), true).is_err(), "{formula}");
        }
        assert!(translate("(".repeat(100_000).as_bytes(), true).is_err());
        assert!(translate("X=".repeat(100_000).as_bytes(), true).is_err());
        assert!(translate("-".repeat(100_000).as_bytes(), true).is_err());
        assert!(translate("X^".repeat(100_000).as_bytes(), true).is_err());
    }
}
