//! Instructions: selection of the form that fits the operands, and its encoding.

use std::collections::HashMap;
use std::sync::LazyLock;

use asmkit::words::Word;
use asmkit::{Diagnostic, Span};

use super::cursor::Cursor;
use super::expression::Expr;
use super::object::{Branch, Fix, Relocation, Tail};
use super::operands::{
    self, AddressPart, Arg, Mismatch, MismatchKind, fence_bits, high, low, register_number,
};
use super::pseudo::{Expansion, PSEUDOS, Pseudo};
use super::{AsmResult, Assembler, messages};
use crate::assembler::foreign;
use crate::isa::{
    COMPRESSED, Class, Compressed, EncodeError, Extension, Extensions, ROWS, Row, compressed,
    csr_number, row,
};

// Rows used in the expansion of pseudo-instructions.
const ADD: &Row = row("add");
const ADDI: &Row = row("addi");
const AUIPC: &Row = row("auipc");
const JALR: &Row = row("jalr");
const LUI: &Row = row("lui");
const LW: &Row = row("lw");

/// Syntax of an instruction.
#[derive(Debug, Clone, Copy)]
enum Form {
    Row(&'static Row, u8),
    Short(&'static Compressed),
    Pseudo(&'static Pseudo),
    /// Load from or store to the address of a symbol, through a register.
    Memory(&'static Row, &'static str),
}

impl Form {
    fn operands(&self) -> &'static str {
        match self {
            Form::Row(row, _) => row.operands,
            Form::Short(short) => short.operands,
            Form::Pseudo(pseudo) => pseudo.operands,
            Form::Memory(_, operands) => operands,
        }
    }
}

/// Forms of every name, in the order in which they are tried.
static FORMS: LazyLock<HashMap<String, Vec<Form>>> = LazyLock::new(|| {
    let mut forms: HashMap<String, Vec<Form>> = HashMap::new();
    let mut add = |name: &str, form| forms.entry(name.to_owned()).or_default().push(form);
    for row in ROWS {
        for (name, ordering) in spellings(row) {
            add(&name, Form::Row(row, ordering));
        }
        match row.operands {
            "d, i(s)" if row.class == Class::Load => add(row.name, Form::Memory(row, "d, E")),
            "D, i(s)" => add(row.name, Form::Memory(row, "D, E, s")),
            "t, i(s)" => add(row.name, Form::Memory(row, "t, E, s")),
            "T, i(s)" => add(row.name, Form::Memory(row, "T, E, s")),
            _ => {}
        }
    }
    PSEUDOS.iter().for_each(|pseudo| add(pseudo.name, Form::Pseudo(pseudo)));
    COMPRESSED.iter().for_each(|short| add(short.name, Form::Short(short)));
    forms
});

/// Names of all instructions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let rows = ROWS.iter().map(|row| row.name);
    rows.chain(COMPRESSED.iter().map(|short| short.name))
        .chain(PSEUDOS.iter().map(|pseudo| pseudo.name))
}

/// All instructions as vocabulary.
pub(super) fn words() -> Vec<Word> {
    let mut words = Vec::new();
    for row in ROWS {
        words.extend(spellings(row).map(|(name, _)| Word { name, ..row.as_word() }));
    }
    words.extend(COMPRESSED.iter().map(Compressed::as_word));
    words.extend(PSEUDOS.iter().map(Pseudo::as_word));
    words.into_iter().map(Word::in_any_case).collect()
}

/// Names of a row, each with the memory ordering it requests.
fn spellings(row: &Row) -> impl Iterator<Item = (String, u8)> {
    let suffixes = if row.pattern.field_width('o') > 0 { 4 } else { 1 };
    let suffixes = ["", ".rl", ".aq", ".aqrl"].into_iter().take(suffixes);
    suffixes.zip(0..).map(|(suffix, ordering)| (format!("{}{suffix}", row.name), ordering))
}

impl Assembler<'_> {
    /// Assembles an instruction whose name has been parsed.
    pub(super) fn instruction(
        &mut self,
        cursor: &mut Cursor<'_>,
        name: &str,
        at: Span,
    ) -> AsmResult {
        let lower = name.to_ascii_lowercase();
        let Some(forms) = FORMS.get(&lower) else {
            return Err(Box::new(self.unknown_instruction(at, name)));
        };
        let start = cursor.at();
        let mut best: Option<Mismatch> = None;
        for form in forms {
            cursor.go(start);
            let read = self.with_scope(|scope| operands::read(cursor, scope, form.operands()));
            match read {
                Ok(args) => return self.form(*form, args, at),
                Err(mismatch) => {
                    if best.as_ref().is_none_or(|best| rank(&mismatch) > rank(best)) {
                        best = Some(mismatch);
                    }
                }
            }
        }
        let shown: Vec<String> =
            forms.iter().map(|form| operands::shown(&lower, form.operands())).collect();
        cursor.go(start);
        Err(Box::new(match best {
            Some(mismatch) => explained(mismatch, cursor, at, &lower, &shown),
            None => messages::unknown_instruction(at, name, None),
        }))
    }

    fn unknown_instruction(&self, at: Span, name: &str) -> Diagnostic {
        if let Some(instead) = foreign::instead(name) {
            return messages::foreign_instruction(at, name, instead);
        }
        let nearest = asmkit::nearest(name, names());
        let nearest = nearest.or_else(|| asmkit::nearest(name, self.macro_names()));
        messages::unknown_instruction(at, name, nearest)
    }

    fn form(&mut self, form: Form, args: Vec<Arg>, at: Span) -> AsmResult {
        match form {
            Form::Row(row, ordering) => self.row(row, ordering, &args, None, at),
            Form::Short(short) => self.short(short, &args, at),
            Form::Memory(row, _) => self.memory(row, &args, at),
            Form::Pseudo(pseudo) => self.pseudo(pseudo, &args, at),
        }
    }

    /// Requires an extension.
    pub(super) fn need(&self, extension: Extension, name: &str, at: Span) -> AsmResult {
        let assumed =
            matches!(extension, Extension::Machine | Extension::N | Extension::Supervisor);
        if assumed || self.code.extensions.has(extension) {
            Ok(())
        } else {
            let extension = extension.name().unwrap_or_default();
            let isa = self.code.extensions.to_string();
            Err(Box::new(messages::extension_missing(at, name, extension, &isa)))
        }
    }

    /// Encodes an instruction of the table, possibly written as a pseudo-instruction.
    fn row(
        &mut self,
        row: &'static Row,
        ordering: u8,
        args: &[Arg],
        written: Option<&Pseudo>,
        at: Span,
    ) -> AsmResult {
        self.need(row.extension, row.name, at)?;
        let values = values(args);
        let encoded = row.encode(&values, 0);
        let word = encoded.map_err(|error| encode_problem(error, at, row.name))?;
        let word = row.pattern.with_field(word.into(), 'o', ordering.into()) as u32;
        let long = args.iter().any(|arg| matches!(arg, Arg::Long(_)));
        let fix = args.iter().find(|arg| arg.number().is_none());
        match fix {
            Some(Arg::Address(target)) => {
                let half = self.short_branch(
                    row,
                    &values,
                    written.is_some_and(|pseudo| pseudo.name == "j"),
                );
                self.branch(word, half, row.class == Class::Jump, target.clone())
            }
            Some(Arg::Part(part, value)) => {
                let what = what(*part, row.class == Class::Store);
                self.word_with_fix(word, what, value.clone())
            }
            _ => {
                let set = self.code.extensions_to_compress();
                let set = set.filter(|_| !long && shortens(row, &values, written));
                let move_first = written.is_none_or(|pseudo| pseudo.name != "add");
                match set.and_then(|set| shortened(row, &values, move_first, set)) {
                    Some(half) => self.code_bytes(&half.to_le_bytes()),
                    None => self.code_bytes(&word.to_le_bytes()),
                }
            }
        }
    }

    /// Equivalent two-byte branch or jump, without its target.
    fn short_branch(&self, row: &Row, values: &[i64], short_jump: bool) -> Option<u16> {
        self.code.extensions_to_compress()?;
        let (short, operand) = match (row.name, values) {
            ("beq", [s, 0, _]) => (const { compressed("c.beqz", "v, K") }, Some(*s)),
            ("bne", [s, 0, _]) => (const { compressed("c.bnez", "v, K") }, Some(*s)),
            ("jal", [0, _]) if short_jump => (const { compressed("c.j", "J") }, None),
            ("jal", [1, _]) if short_jump => (const { compressed("c.jal", "J") }, None),
            _ => return None,
        };
        let values: Vec<i64> = operand.into_iter().chain([0]).collect();
        short.encode(&values, 0).ok()
    }

    /// Encodes a compressed instruction that is written as one.
    fn short(&mut self, short: &'static Compressed, args: &[Arg], at: Span) -> AsmResult {
        let there = self.code.extensions_to_compress().is_some();
        if !there {
            let isa = self.code.extensions.to_string();
            return Err(Box::new(messages::extension_missing(at, short.name, "c", &isa)));
        }
        self.need(short.extension, short.name, at)?;
        if let Some(Arg::Address(target)) = args.iter().find(|arg| arg.number().is_none()) {
            let jump = args.len() == 1;
            let register = args.first().and_then(Arg::number).unwrap_or(0);
            let values = match short.name {
                "c.j" => vec![0, 0],
                "c.jal" => vec![1, 0],
                _ => vec![register, 0, 0],
            };
            let word = short.base.encode(&values, 0);
            let word = word.map_err(|error| encode_problem(error, at, short.name))?;
            let half = self.short_branch(short.base, &values, true);
            return self.branch(word, half, jump, target.clone());
        }
        let values = values(args);
        // A shift by zero is a hint.
        if short.operands.ends_with('h') && values.last() == Some(&0) {
            return Err(Box::new(messages::operand_range(at, 1, 31)));
        }
        let half = short.encode(&values, 0);
        let half = half.map_err(|error| encode_problem(error, at, short.name))?;
        self.code_bytes(&half.to_le_bytes())
    }

    fn pseudo(&mut self, pseudo: &'static Pseudo, args: &[Arg], at: Span) -> AsmResult {
        use Arg::{Address, Value};
        match (pseudo.expansion, args) {
            (Expansion::One(row, operands), _) => {
                self.row(row, 0, &becoming(operands, pseudo, args), Some(pseudo), at)
            }
            (Expansion::Short(short, operands), _) => {
                self.short(short, &becoming(operands, pseudo, args), at)
            }
            (Expansion::Illegal, _) => match (pseudo.name, self.code.extensions_to_compress()) {
                ("c.unimp", None) => self.need(Extension::C, pseudo.name, at),
                (_, Some(_)) => self.code_bytes(&[0, 0]),
                _ => self.code_bytes(&0xc000_1073u32.to_le_bytes()),
            },
            (Expansion::Number, &[Value(d), Value(value)]) => self.number(d, value, at),
            (Expansion::Call, [Address(target)]) => self.call(1, 1, target),
            (Expansion::Call, [Value(d), Address(target)]) => self.call(6, *d, target),
            (Expansion::Tail, [Address(target)] | [Address(target), Value(0)]) => {
                self.call(6, 0, target)
            }
            (Expansion::Tail, [Address(target), Value(d)]) => self.call(*d, 0, target),
            (
                Expansion::Address | Expansion::LocalAddress | Expansion::GlobalAddress,
                [Value(d), Address(address)],
            ) => self.address(pseudo.expansion, *d, address, at),
            _ => unreachable!("`{}` has operands that its row does not name", pseudo.name),
        }
    }

    /// Loads the address of a symbol into a register.
    fn address(&mut self, expansion: Expansion, d: i64, address: &Expr, at: Span) -> AsmResult {
        let known = self.with_scope(|scope| super::expression::known(address, scope));
        if let Some(value) = known {
            return self.number(d, value, at);
        }
        match expansion {
            Expansion::GlobalAddress => self.pcrel(d, d, LW, true, address, at),
            Expansion::Address if self.code.pic => self.pcrel(d, d, LW, true, address, at),
            _ => self.pcrel(d, d, ADDI, false, address, at),
        }
    }

    /// Loads a number into a register, with the same instructions as GNU as.
    fn number(&mut self, d: i64, written: i64, at: Span) -> AsmResult {
        if !(i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&written) {
            self.report(messages::number_cut(at, written));
        }
        // GNU as keeps the upper bits of large numbers long enough to emit a `lui` for them.
        let value = if written < i64::from(i32::MIN) {
            (written as i32).into()
        } else {
            operands::wrapped(written)
        };
        let upper = value.wrapping_sub(low(value));
        let lower = Arg::Value(low(value));
        if upper == 0 {
            // A number written outside the signed range takes the four-byte form.
            let lower = if written == value && d != 0 { lower } else { Arg::Long(value) };
            return self.row(ADDI, 0, &[Arg::Value(d), Arg::Value(0), lower], None, at);
        }
        self.row(LUI, 0, &[Arg::Value(d), Arg::Value(high(value))], None, at)?;
        match lower {
            Arg::Value(0) if d != 0 => Ok(()),
            lower => self.row(ADDI, 0, &[Arg::Value(d), Arg::Value(d), lower], None, at),
        }
    }

    /// `auipc` into one register, and an instruction with the lower bits: load, store or addition.
    fn pcrel(
        &mut self,
        temporary: i64,
        register: i64,
        row: &'static Row,
        from_table: bool,
        address: &Expr,
        at: Span,
    ) -> AsmResult {
        let here = Expr::At(self.here());
        let part = if from_table { AddressPart::GotHi } else { AddressPart::PcrelHi };
        let upper = [Arg::Value(temporary), Arg::Part(part, address.clone())];
        self.row(AUIPC, 0, &upper, None, at)?;
        let low = Arg::Part(AddressPart::PcrelLo, here);
        let args = match row.operands {
            "d, s, i" => [Arg::Value(register), Arg::Value(temporary), low],
            _ => [Arg::Value(register), low, Arg::Value(temporary)],
        };
        self.row(row, 0, &args, None, at)
    }

    /// Loads from or stores to the address of a symbol.
    fn memory(&mut self, row: &'static Row, args: &[Arg], at: Span) -> AsmResult {
        let (register, address, temporary) = match args {
            [Arg::Value(d), Arg::Address(address)] => (d, address, d),
            [Arg::Value(t), Arg::Address(address), Arg::Value(s)] => (t, address, s),
            _ => unreachable!("`{}` has operands that its form does not name", row.name),
        };
        self.need(row.extension, row.name, at)?;
        self.pcrel(*temporary, *register, row, false, address, at)
    }

    /// `auipc` and `jalr`, which the linker may combine into one jump.
    fn call(&mut self, temporary: i64, link: i64, target: &Expr) -> AsmResult {
        let upper = AUIPC.encode(&[temporary, 0], 0).expect("registers and zeros fit");
        let jump = JALR.encode(&[link, 0, temporary], 0).expect("registers and zeros fit");
        self.fix(Relocation::Call, target.clone());
        self.code_bytes(&upper.to_le_bytes())?;
        self.code_bytes(&jump.to_le_bytes())?;
        self.end_piece(self.code.relax)
    }

    fn word_with_fix(&mut self, word: u32, what: Relocation, value: Expr) -> AsmResult {
        self.fix(what, value);
        self.code_bytes(&word.to_le_bytes())?;
        if self.code.relax && matches!(what, Relocation::Hi | Relocation::PcrelHi) {
            self.end_piece(true)
        } else {
            Ok(())
        }
    }

    /// Records that the next bytes depend on an address.
    fn fix(&mut self, what: Relocation, value: Expr) {
        let (at, place, relax) = (self.here(), self.place(), self.code.relax);
        self.section_mut().fixes.push(Fix { at, what, value, relax, place });
    }

    fn branch(&mut self, word: u32, half: Option<u16>, jump: bool, target: Expr) -> AsmResult {
        let place = self.place();
        self.line();
        let branch = Branch { word, half, jump, target, place };
        self.close_piece(Tail::Branch(Box::new(branch)), false)
    }
}

/// Relocation for a part of an address.
fn what(part: AddressPart, store: bool) -> Relocation {
    match (part, store) {
        (AddressPart::Hi, _) => Relocation::Hi,
        (AddressPart::PcrelHi, _) => Relocation::PcrelHi,
        (AddressPart::GotHi, _) => Relocation::GotHi,
        (AddressPart::Lo, false) => Relocation::Lo,
        (AddressPart::Lo, true) => Relocation::LoStore,
        (AddressPart::PcrelLo, false) => Relocation::PcrelLo,
        (AddressPart::PcrelLo, true) => Relocation::PcrelLoStore,
    }
}

/// Values of operands, zero for those that the linker computes.
fn values(args: &[Arg]) -> Vec<i64> {
    args.iter().map(|arg| arg.number().unwrap_or(0)).collect()
}

/// Whether GNU as chooses the equivalent two-byte instruction. It does not if the result is
/// discarded or the shift amount is zero, nor for every spelling.
fn shortens(row: &Row, values: &[i64], written: Option<&Pseudo>) -> bool {
    const STACK_POINTER: i64 = 2;
    let thrown_away = row.operands.starts_with('d') && values.first() == Some(&0);
    let added = written.is_some_and(|pseudo| pseudo.name == "add");
    match (row.name, values) {
        ("addi", [d, s, _]) if added && d != s && *s != STACK_POINTER => false,
        ("addi", [_, STACK_POINTER, 0]) if added => false,
        ("addi", [0, 0, 0]) => written.is_none_or(|pseudo| pseudo.name == "nop"),
        ("addi", [_, 0, 0]) => !thrown_away && written.is_none(),
        ("add", [_, _, 0]) | ("slli" | "srli" | "srai", [_, _, 0]) => false,
        // Only `ret`, and `jr` and `jalr` with only a register.
        ("jalr", _) => written.is_some_and(|pseudo| pseudo.operands.len() <= 1),
        _ => !thrown_away,
    }
}

/// Equivalent two-byte instruction; for a register move, `c.mv` as in GNU as.
fn shortened(
    row: &'static Row,
    values: &[i64],
    move_first: bool,
    extensions: Extensions,
) -> Option<u16> {
    match (row.name, values) {
        ("addi", [d, s, 0]) if *s != 0 && move_first => ADD.compress(&[*d, 0, *s], 0, extensions),
        _ => row.compress(values, 0, extensions),
    }
}

/// Operands of the expansion, from those of the pseudo-instruction.
fn becoming(operands: &str, pseudo: &Pseudo, args: &[Arg]) -> Vec<Arg> {
    let arg_of = |letter: char| {
        let mut known = pseudo.operands.chars().filter(char::is_ascii_alphanumeric);
        known.position(|other| other == letter).and_then(|index| args.get(index)).cloned()
    };
    let pieces = operands.trim_start().split(", ").filter(|piece| !piece.is_empty());
    let values = pieces.map(|piece| {
        let mut letters = piece.chars();
        let single = letters.next().filter(|_| letters.next().is_none());
        single.and_then(arg_of).unwrap_or_else(|| Arg::Value(constant(piece)))
    });
    values.collect()
}

/// Value of a register, CSR, fence set or number in the table of pseudo-instructions.
fn constant(piece: &str) -> i64 {
    let register = register_number(piece, false).map(i64::from);
    let csr = || csr_number(piece).map(i64::from);
    let parsed = || piece.parse().ok().or_else(|| fence_bits(piece));
    let known = register.or_else(csr).or_else(parsed);
    known.expect("the table of pseudo-instructions names operands that there are")
}

/// Similarity of a form to the source.
///
/// A form in which only a number is out of range ranks highest; otherwise, the further right the
/// mismatch, the higher.
fn rank(mismatch: &Mismatch) -> (bool, usize, u8) {
    let (number, kind) = match mismatch.why {
        MismatchKind::TooFew | MismatchKind::TooMany => (false, 0),
        MismatchKind::Expected(_) => (false, 1),
        MismatchKind::Multiple(_) | MismatchKind::Range(..) => (true, 2),
        MismatchKind::Wrong(_) => (false, 3),
    };
    (number, mismatch.at, kind)
}

fn explained(
    mismatch: Mismatch,
    cursor: &mut Cursor<'_>,
    at: Span,
    name: &str,
    forms: &[String],
) -> Diagnostic {
    cursor.go(mismatch.at);
    let found = cursor.found();
    match mismatch.why {
        MismatchKind::Wrong(problem) => *problem,
        MismatchKind::Expected(noun) => {
            messages::operand_kind(mismatch.span, found, name, noun, forms)
        }
        MismatchKind::Range(low, high) => messages::operand_range(mismatch.span, low, high),
        MismatchKind::Multiple(multiple) => messages::operand_multiple(mismatch.span, multiple),
        MismatchKind::TooMany => messages::too_many_operands(mismatch.span, name, forms),
        MismatchKind::TooFew => messages::too_few_operands(at, name, forms),
    }
}

fn encode_problem(error: EncodeError, at: Span, name: &str) -> Box<Diagnostic> {
    Box::new(match error {
        EncodeError::OutOfRange { low, high, .. } => messages::operand_range(at, low, high),
        EncodeError::Misaligned { multiple, .. } => messages::operand_multiple(at, multiple),
        EncodeError::Excluded => messages::reserved(at, name),
    })
}
