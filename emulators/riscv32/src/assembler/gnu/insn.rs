//! `.insn`: instructions given by their bit fields.

use asmkit::Span;
use machine::bits::Pattern;

use super::cursor::{Cursor, is_name};
use super::expression;
use super::object::{Fix, Relocation};
use super::operands::register_number;
use super::{AsmResult, Assembler, messages};
use crate::isa::Extension;
use crate::isa::operand::Immediate;

/// Instruction format.
struct InstructionFormat {
    name: &'static str,
    /// Letters of the pattern, in source order.
    operands: &'static str,
    pattern: Pattern,
}

const fn format(
    name: &'static str,
    operands: &'static str,
    bits: &'static str,
) -> InstructionFormat {
    InstructionFormat { name, operands, pattern: Pattern::new(bits) }
}

/// Letters: `o` opcode, `f` and `F` function bits, `d s t r` registers, `v w` registers 8 to 15,
/// other letters immediates; `b j K J` are targets.
///
/// Source: GNU as, "RISC-V Instruction Formats".
#[rustfmt::skip]
const FORMATS: &[InstructionFormat] = &[
    format("r",   "o, f, F, d, s, t",    "FFFFFFF ttttt sssss fff ddddd ooooooo"),
    format("r",   "o, f, F, d, s, t, r", "rrrrr FF ttttt sssss fff ddddd ooooooo"),
    format("r4",  "o, f, F, d, s, t, r", "rrrrr FF ttttt sssss fff ddddd ooooooo"),
    format("i",   "o, f, d, s, i",       "iiiiiiiiiiii sssss fff ddddd ooooooo"),
    format("i",   "o, f, d, i(s)",       "iiiiiiiiiiii sssss fff ddddd ooooooo"),
    format("s",   "o, f, t, i(s)",       "iiiiiii ttttt sssss fff iiiii ooooooo"),
    format("b",   "o, f, s, t, b",       "bbbbbbb ttttt sssss fff bbbbb ooooooo"),
    format("sb",  "o, f, s, t, b",       "bbbbbbb ttttt sssss fff bbbbb ooooooo"),
    format("u",   "o, d, U",             "UUUUUUUUUUUUUUUUUUUU ddddd ooooooo"),
    format("j",   "o, d, j",             "jjjjjjjjjjjjjjjjjjjj ddddd ooooooo"),
    format("uj",  "o, d, j",             "jjjjjjjjjjjjjjjjjjjj ddddd ooooooo"),
    format("cr",  "o, f, d, t",          "ffff ddddd ttttt oo"),
    format("ci",  "o, f, d, I",          "fff I ddddd IIIII oo"),
    format("ciw", "o, f, w, u",          "fff uuuuuuuu www oo"),
    format("css", "o, f, t, u",          "fff uuuuuu ttttt oo"),
    format("cl",  "o, f, w, u(v)",       "fff uuu vvv uu www oo"),
    format("cs",  "o, f, w, u(v)",       "fff uuu vvv uu www oo"),
    format("ca",  "o, f, F, v, w",       "ffffff vvv FF www oo"),
    format("cb",  "o, f, v, K",          "fff KKK vvv KKKKK oo"),
    format("cj",  "o, f, J",             "fff JJJJJJJJJJJ oo"),
];

/// Names of major opcodes. Source: RISC-V Unprivileged ISA, "RISC-V base opcode map".
#[rustfmt::skip]
const OPCODES: &[(&str, u64)] = &[
    ("C0", 0), ("C1", 1), ("C2", 2),
    ("LOAD", 0x03), ("LOAD_FP", 0x07), ("CUSTOM_0", 0x0b), ("MISC_MEM", 0x0f), ("OP_IMM", 0x13), ("AUIPC", 0x17),
    ("OP_IMM_32", 0x1b), ("STORE", 0x23), ("STORE_FP", 0x27), ("CUSTOM_1", 0x2b), ("AMO", 0x2f), ("OP", 0x33),
    ("LUI", 0x37), ("OP_32", 0x3b), ("MADD", 0x43), ("MSUB", 0x47), ("NMSUB", 0x4b), ("NMADD", 0x4f), ("OP_FP", 0x53),
    ("OP_V", 0x57), ("CUSTOM_2", 0x5b), ("BRANCH", 0x63), ("JALR", 0x67), ("JAL", 0x6f), ("SYSTEM", 0x73), ("CUSTOM_3", 0x7b),
];

impl Assembler<'_> {
    pub(super) fn insn(&mut self, cursor: &mut Cursor<'_>, at: Span) -> AsmResult {
        if cursor.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return self.raw_instruction(cursor, at);
        }
        let name_at = cursor.span();
        let name = cursor.take(cursor.run(is_name)).to_ascii_lowercase();
        let formats: Vec<&InstructionFormat> =
            FORMATS.iter().filter(|format| format.name == name).collect();
        if formats.is_empty() {
            let nearest = asmkit::nearest(&name, FORMATS.iter().map(|format| format.name));
            return Err(Box::new(messages::unknown_format(name_at, &name, nearest)));
        }
        cursor.eat(",");
        let start = cursor.at();
        let mut furthest: Option<(usize, Box<asmkit::Diagnostic>)> = None;
        for format in formats {
            cursor.go(start);
            match self.formatted(cursor, format) {
                Ok((word, fix)) => {
                    let size = (format.pattern.width() / 8) as usize;
                    if size == 2 {
                        self.need(Extension::C, ".insn", at)?;
                    }
                    if let Some((what, value)) = fix {
                        let (at, place) = (self.here(), self.place());
                        let fixes = &mut self.section_mut().fixes;
                        fixes.push(Fix { at, what, value, relax: false, place });
                    }
                    return self.code_bytes(&word.to_le_bytes()[..size]);
                }
                Err(problem) => {
                    if furthest.as_ref().is_none_or(|(reached, _)| cursor.at() > *reached) {
                        furthest = Some((cursor.at(), problem));
                    }
                }
            }
        }
        Err(furthest.map_or_else(
            || Box::new(messages::unknown_format(name_at, &name, None)),
            |(_, problem)| problem,
        ))
    }

    /// Instruction word for the operands, and the fixup if one is an address.
    fn formatted(
        &mut self,
        cursor: &mut Cursor<'_>,
        format: &InstructionFormat,
    ) -> AsmResult<(u64, Option<(Relocation, expression::Expr)>)> {
        let (mut word, mut fix) = (0, None);
        for letter in format.operands.chars().filter(|letter| *letter != ' ') {
            let at = cursor.span();
            match letter {
                ',' | '(' | ')' => {
                    if !cursor.eat(letter.encode_utf8(&mut [0; 4])) {
                        return Err(Box::new(messages::unexpected(at, cursor.found())));
                    }
                }
                'b' | 'j' | 'K' | 'J' => {
                    let target = self.with_scope(|scope| expression::parse(cursor, scope))?;
                    let what = match letter {
                        'b' => Relocation::Branch,
                        'j' => Relocation::Jal,
                        'K' => Relocation::ShortBranch,
                        _ => Relocation::ShortJump,
                    };
                    fix = Some((what, target));
                }
                letter => {
                    let field = self.insn_field(cursor, letter, format.pattern)?;
                    word = format.pattern.with_field(word, letter, field);
                }
            }
        }
        cursor.end()?;
        Ok((word, fix))
    }

    /// Bits of an operand that is not a target.
    fn insn_field(
        &mut self,
        cursor: &mut Cursor<'_>,
        letter: char,
        pattern: Pattern,
    ) -> AsmResult<u64> {
        let at = cursor.span();
        let word = &cursor.rest()[..cursor.run(is_name)];
        if matches!(letter, 'd' | 's' | 't' | 'r' | 'v' | 'w') {
            let number = register_number(word, false).or_else(|| register_number(word, true));
            let first = if matches!(letter, 'v' | 'w') { 8 } else { 0 };
            let fits = number.filter(|number| first == 0 || (8..16).contains(number));
            let number = fits.ok_or_else(|| messages::register_expected(at, word))?;
            cursor.take(word.len());
            return Ok((number - first).into());
        }
        if let Some((_, opcode)) = OPCODES.iter().find(|(name, _)| letter == 'o' && *name == word) {
            cursor.take(word.len());
            return Ok(*opcode);
        }
        if letter == 'i' && cursor.peek() == Some(b'(') {
            return Ok(0);
        }
        let start = cursor.at();
        let value = self.number_now(cursor, ".insn")?;
        let width = pattern.field_width(letter);
        let (low, high) = match Immediate::of(letter).filter(|_| letter != 'c') {
            Some(immediate) if matches!(letter, 'i' | 'I' | 'U') => immediate.range(),
            _ => (0, (1 << width) - 1),
        };
        let value =
            if matches!(letter, 'i' | 'I') { super::operands::wrapped(value) } else { value };
        if (low..=high).contains(&value) {
            Ok(value as u64)
        } else {
            Err(Box::new(messages::operand_range(cursor.since(start), low, high)))
        }
    }

    /// `.insn 4, 0x00b50533`: size and value, or only the value.
    fn raw_instruction(&mut self, cursor: &mut Cursor<'_>, at: Span) -> AsmResult {
        let first = self.number_now(cursor, ".insn")?;
        let (size, value) = if cursor.comma()? {
            (Some(first), self.number_now(cursor, ".insn")?)
        } else {
            (None, first)
        };
        cursor.end()?;
        // The two lowest bits of an instruction determine its size of two or four bytes.
        let own = if value & 3 == 3 { 4 } else { 2 };
        if size.is_some_and(|size| size != own) || value < 0 || value >> (8 * own) != 0 {
            return Err(Box::new(messages::raw_instruction(at)));
        }
        self.code_bytes(&value.to_le_bytes()[..own as usize])
    }
}
