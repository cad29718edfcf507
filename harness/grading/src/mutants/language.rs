//! Facts about a machine's sources that mutants need, as data.

use machine::Spec;

/// A line of a source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Line {
    /// The label with its colon, if it has one; empty if there is no label.
    pub(super) label: String,
    /// The instruction or directive.
    pub(super) word: String,
    /// Its operands.
    pub(super) operands: Vec<String>,
    comma: &'static str,
}

impl Line {
    pub(super) fn text(&self) -> String {
        format!("{}\t{}\t{}", self.label, self.word, self.operands.join(self.comma))
    }

    /// The instruction as messages have it.
    pub(super) fn shown(&self) -> String {
        format!("{} {}", self.word, self.operands.join(self.comma)).trim().to_owned()
    }

    pub(super) fn label_only(&self) -> String {
        self.label.clone()
    }

    pub(super) fn without_label(&self) -> String {
        Line { label: String::new(), ..self.clone() }.text()
    }

    pub(super) fn with_operand(&self, place: usize, operand: &str) -> String {
        let mut line = self.clone();
        line.operands[place] = operand.to_owned();
        line.text()
    }

    pub(super) fn with_word(&self, word: &str) -> String {
        Line { word: word.to_owned(), ..self.clone() }.text()
    }
}

type Insertion = (&'static str, &'static str, &'static str, &'static [&'static str]);

/// Syntax of a machine's sources for mutants.
pub(super) struct Language {
    comment: char,
    comma: &'static str,
    /// Instructions that call, return, store and load.
    pub(super) calls: &'static [&'static str],
    returns: &'static [&'static str],
    stores: &'static [&'static str],
    loads: &'static [&'static str],
    /// Notation of a stack operand.
    stack: &'static str,
    /// Amount by which a stack adjustment is mutated.
    pub(super) stack_step: i64,
    /// From a cell to the next.
    pub(super) cell_units: i64,
    /// The register of a result, and another.
    pub(super) results: (&'static str, &'static str),
    opposites: &'static [(&'static str, &'static str)],
    /// Comparisons with a number that take it in, and the same without it.
    bounds: &'static [(&'static str, &'static str)],
    /// Jump that replaces a call.
    jump: &'static str,
    /// System call, and a line before it that changes the output, whose `@` is the
    /// call's last operand.
    system_call: (&'static str, &'static str),
    /// Register from which floating-point numbers are printed, if separate.
    printed_float: Option<&'static str>,
    /// Registers that take another's place through a function.
    pub(super) swaps: &'static [(&'static str, &'static str, &'static str)],
    /// Lines that a function can begin with.
    pub(super) insertions: &'static [Insertion],
    numbers: Numbers,
}

/// Notation of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Decimal,
    /// Octal; registers are numbers, too.
    Octal,
    /// Decimal after `#`.
    Hash,
}

const PRESERVED: &[&str] = &["CC01"];
const SYSTEM: &[&str] = &["CC13"];
const ENDLESS: &[&str] = &["CC14"];
const STACK: &[&str] = &["CC02", "CC03", "CC17", "CC10", "CC14"];
const CONSTANT: &[&str] = &["CC05", "GR01"];
const RESERVED: &[&str] = &["CC18", "CC17"];

static MIPS: Language = Language {
    comment: '#',
    comma: ", ",
    calls: &["jal", "jalr"],
    returns: &["jr"],
    stores: &["sw", "sb", "sh"],
    loads: &["lw", "lb", "lbu"],
    stack: "($sp)",
    stack_step: 4,
    cell_units: 10,
    results: ("$v0", "$v1"),
    opposites: &[
        ("beq", "bne"),
        ("beqz", "bnez"),
        ("blt", "bge"),
        ("ble", "bgt"),
        ("bltz", "bgez"),
        ("blez", "bgtz"),
        ("addiu", "subu"),
        ("addu", "subu"),
        ("addi", "sub"),
    ],
    bounds: &[("blt", "ble"), ("bge", "bgt"), ("bltu", "bleu"), ("bgeu", "bgtu")],
    jump: "j",
    system_call: ("syscall", "\taddiu\t$a0, $a0, 1"),
    printed_float: Some("f12"),
    swaps: &[
        ("$s0", "$t0", "temporary"),
        ("$s1", "$t1", "temporary"),
        ("$s2", "$t2", "temporary"),
        ("$v0", "$v1", "other"),
        ("$a0", "$a2", "other"),
        ("$a1", "$a3", "other"),
        ("$t0", "$s5", "unsaved"),
        ("$t1", "$s6", "unsaved"),
    ],
    insertions: &[
        ("prints", "\tli $v0, 1\n\tsyscall", "printing a number", SYSTEM),
        ("ends", "\tli $v0, 10\n\tsyscall", "ending the program", SYSTEM),
        ("endless", "mutant_here: b mutant_here", "a branch to itself", ENDLESS),
        ("stack-low", "\taddiu $sp, $sp, -8", "allocating stack space that it never frees", STACK),
        ("stack-high", "\taddiu $sp, $sp, 8", "freeing stack space that it never allocated", STACK),
        ("store-to-constant", "\tsb $zero, 0($a0)", "a store to read-only memory", CONSTANT),
        ("clobber-gp", "\tli $gp, 7", "another value in `$gp`", RESERVED),
        ("clobber-k0", "\tli $k1, 7", "another value in `$k1`", RESERVED),
        ("clobber-s3", "\tli $s3, 7", "another value in `$s3`", PRESERVED),
        ("clobber-s4", "\tli $s4, 7", "another value in `$s4`", PRESERVED),
        ("clobber-s5", "\tli $s5, 7", "another value in `$s5`", PRESERVED),
        ("clobber-s6", "\tli $s6, 7", "another value in `$s6`", PRESERVED),
        ("clobber-s7", "\tli $s7, 7", "another value in `$s7`", PRESERVED),
        ("clobber-fp", "\tli $fp, 7", "another value in `$fp`", PRESERVED),
    ],
    numbers: Numbers::Decimal,
};

static RISCV: Language = Language {
    comment: '#',
    comma: ", ",
    calls: &["jal", "call", "jalr"],
    returns: &["ret", "jr"],
    stores: &["sw", "sb", "sh"],
    loads: &["lw", "lb", "lbu"],
    stack: "(sp)",
    stack_step: 16,
    cell_units: 10,
    results: ("a0", "a1"),
    opposites: &[
        ("beq", "bne"),
        ("beqz", "bnez"),
        ("blt", "bge"),
        ("bltu", "bgeu"),
        ("bltz", "bgez"),
        ("add", "sub"),
    ],
    bounds: &[],
    jump: "j",
    system_call: ("ecall", "\taddi\ta0, a0, 1"),
    printed_float: Some("fa0"),
    swaps: &[
        ("s0", "t3", "temporary"),
        ("s1", "t4", "temporary"),
        ("s2", "t5", "temporary"),
        ("a1", "a3", "other"),
        ("t0", "s5", "unsaved"),
        ("t1", "s6", "unsaved"),
        ("t2", "s7", "unsaved"),
    ],
    insertions: &[
        ("endless", "mutant_here: j mutant_here", "a branch to itself", ENDLESS),
        ("stack-low", "\taddi sp, sp, -16", "allocating stack space that it never frees", STACK),
        ("stack-high", "\taddi sp, sp, 16", "freeing stack space that it never allocated", STACK),
        ("store-to-constant", "\tsb zero, 0(a0)", "a store to read-only memory", CONSTANT),
        ("clobber-gp", "\tli gp, 7", "another value in `gp`", RESERVED),
        ("clobber-tp", "\tli tp, 7", "another value in `tp`", RESERVED),
        ("calls", "\tecall", "a system call", &["CC13", "CC17"]),
        ("clobber-s3", "\tli s3, 7", "another value in `s3`", PRESERVED),
        ("clobber-s4", "\tli s4, 7", "another value in `s4`", PRESERVED),
        ("clobber-s5", "\tli s5, 7", "another value in `s5`", PRESERVED),
        ("clobber-s6", "\tli s6, 7", "another value in `s6`", PRESERVED),
        ("clobber-s7", "\tli s7, 7", "another value in `s7`", PRESERVED),
        ("clobber-s11", "\tli s11, 7", "another value in `s11`", PRESERVED),
    ],
    numbers: Numbers::Decimal,
};

static MIDAS: Language = Language {
    comment: ';',
    comma: ",",
    calls: &["PUSHJ"],
    returns: &["POPJ"],
    stores: &["MOVEM", "DPB", "IDPB", "SETZM"],
    loads: &["MOVE", "LDB", "ILDB"],
    stack: "(P)",
    stack_step: 1,
    cell_units: 2,
    results: ("", ""),
    opposites: &[
        ("CAIE", "CAIN"),
        ("CAIL", "CAIGE"),
        ("CAIG", "CAILE"),
        ("CAME", "CAMN"),
        ("CAML", "CAMGE"),
        ("CAMG", "CAMLE"),
        ("JUMPE", "JUMPN"),
        ("JUMPL", "JUMPGE"),
        ("JUMPG", "JUMPLE"),
        ("SKIPE", "SKIPN"),
        ("SOJG", "SOJGE"),
        ("SOJN", "SOJE"),
        ("AOJL", "AOJLE"),
        ("AOJN", "AOJE"),
        ("SOSE", "SOSN"),
        ("AOS", "SOS"),
        ("ADD", "SUB"),
        ("ADDI", "SUBI"),
        ("PUSH", "POP"),
        ("ILDB", "LDB"),
        ("IDPB", "DPB"),
        ("AOJA", "JRST"),
    ],
    bounds: &[("CAIL", "CAILE"), ("CAIG", "CAIGE")],
    jump: "JRST",
    system_call: (".IOT", "\tADDI\t@,1"),
    printed_float: None,
    swaps: &[],
    insertions: &[
        ("endless", "\tJRST .", "a jump to itself", ENDLESS),
        (
            "pushes",
            "\tPUSH 17,0",
            "a word pushed that is never popped",
            &["CC02", "CC03", "CC06", "CC17", "CC14"],
        ),
        (
            "pops",
            "\tSUB 17,[1,,1]",
            "a word popped that was never pushed",
            &["CC02", "CC03", "CC06", "CC17", "CC14"],
        ),
        ("skips", "\tAOS (17)", "one skip too many", &["CC19", "GR01"]),
        ("clobber-10", "\tMOVEI 10,7", "another value in 10", PRESERVED),
        ("clobber-11", "\tMOVEI 11,7", "another value in 11", PRESERVED),
        ("clobber-12", "\tMOVEI 12,7", "another value in 12", PRESERVED),
        ("clobber-13", "\tMOVEI 13,7", "another value in 13", PRESERVED),
        ("clobber-14", "\tMOVEI 14,7", "another value in 14", PRESERVED),
        ("clobber-15", "\tMOVEI 15,7", "another value in 15", PRESERVED),
        ("clobber-16", "\tSETZM 16", "zero in 16", PRESERVED),
        ("clobber-0", "\tSETZ 0,", "zero in 0", PRESERVED),
        ("store-to-constant", "\tSETZM (1)", "a store to read-only memory", CONSTANT),
        ("calls", "\t.LOGOUT 1,", "the end of the job", SYSTEM),
    ],
    numbers: Numbers::Octal,
};

static LC3: Language = Language {
    comment: ';',
    comma: ", ",
    calls: &["JSR", "JSRR"],
    returns: &["RET"],
    stores: &["ST", "STR", "STI"],
    loads: &["LD", "LDR", "LDI"],
    stack: "R6",
    stack_step: 1,
    cell_units: 1,
    results: ("", ""),
    opposites: &[("BRz", "BRnp"), ("BRn", "BRzp"), ("BRp", "BRnz"), ("ADD", "AND"), ("LD", "LEA")],
    bounds: &[("BRp", "BRzp"), ("BRn", "BRnz")],
    jump: "BRnzp",
    system_call: ("OUT", "\tADD\tR0, R0, #1"),
    printed_float: None,
    swaps: &[],
    insertions: &[],
    numbers: Numbers::Hash,
};

impl Language {
    /// That of a machine: of words of 36 bits or fewer, or of bytes with a sign before registers or
    /// without.
    pub(super) fn of(spec: &Spec) -> &'static Self {
        match (spec.unit_bits, spec.syntax.sigil) {
            (8, "$") => &MIPS,
            (8, _) => &RISCV,
            (36, _) => &MIDAS,
            _ => &LC3,
        }
    }

    /// Splits a line into its parts, without the comment; `is_operation` as in
    /// [`Dialect`](architecture::Dialect).
    pub(super) fn read(&self, text: &str, is_operation: Option<fn(&str) -> bool>) -> Line {
        let code = code(text, self.comment);
        let first = code.split_whitespace().next().unwrap_or_default();
        let is_label = |word: &str| is_operation.is_some_and(|is_operation| !is_operation(word));
        let (label, rest) = match code.split_once(':') {
            Some((label, rest)) if !label.trim().contains([' ', '\t', '"', '\'']) => {
                (format!("{label}:"), rest)
            }
            _ if !first.is_empty() && is_label(first) => {
                (first.to_owned(), code.trim_start().strip_prefix(first).unwrap_or_default())
            }
            _ => (String::new(), code),
        };
        let rest = rest.trim();
        let (word, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let operands = operands.trim();
        let operands = if operands.is_empty() {
            Vec::new()
        } else {
            operands.split(',').map(|operand| operand.trim().to_owned()).collect()
        };
        Line { label, word: word.to_owned(), operands, comma: self.comma }
    }

    pub(super) fn is_call(&self, line: &Line) -> bool {
        self.calls.contains(&line.word.as_str())
    }

    pub(super) fn is_return(&self, line: &Line) -> bool {
        self.returns.contains(&line.word.as_str())
    }

    pub(super) fn is_store(&self, line: &Line) -> bool {
        self.stores.contains(&line.word.as_str())
    }

    fn has_stack(&self, line: &Line) -> bool {
        line.operands.iter().any(|operand| operand.contains(self.stack))
    }

    pub(super) fn is_save(&self, line: &Line) -> bool {
        self.is_store(line) && self.has_stack(line) || line.word == "PUSH"
    }

    pub(super) fn is_restore(&self, line: &Line) -> bool {
        self.loads.contains(&line.word.as_str()) && self.has_stack(line) || line.word == "POP"
    }

    /// Whether it moves the stack pointer.
    pub(super) fn is_stack_step(&self, line: &Line) -> bool {
        let name = self.stack.trim_matches(['(', ')']);
        line.operands.len() == 3 && line.operands[0] == name && line.operands[1] == name
    }

    /// The number in an operand, with the text before and after it.
    pub(super) fn number<'o>(&self, operand: &'o str) -> Option<(&'o str, i64, &'o str)> {
        if self.numbers == Numbers::Hash {
            let digits = operand.strip_prefix('#')?;
            return Some(("#", digits.parse().ok()?, ""));
        }
        if self.numbers == Numbers::Octal {
            // A bare number may be an accumulator; one with an index or of an immediate is not.
            let number = operand.strip_prefix(['[', '(']).map_or(operand, |_| "");
            let value = i64::from_str_radix(number, 8).ok()?;
            return (value > 0o17).then_some(("", value, ""));
        }
        let end = operand.find('(').unwrap_or(operand.len());
        let value: i64 = operand[..end].trim().parse().ok()?;
        Some(("", value, &operand[end..]))
    }

    pub(super) fn show(&self, number: i64) -> String {
        if self.numbers == Numbers::Octal { format!("{number:o}") } else { number.to_string() }
    }

    /// Opposite instruction.
    pub(super) fn opposite(&self, word: &str) -> Option<String> {
        other_of(self.opposites, word)
    }

    /// The comparison with a number that takes it in where this one does not. Of two registers either
    /// may be right: the larger of two that are the same is either.
    pub(super) fn other_bound(&self, line: &Line) -> Option<String> {
        let bound = line.operands.get(1)?;
        let is_number = bound.starts_with(|c: char| c.is_ascii_digit() || "-'\"".contains(c));
        other_of(self.bounds, &line.word).filter(|_| is_number)
    }

    pub(super) fn is_system_call(&self, line: &Line) -> bool {
        line.word == self.system_call.0
    }

    /// A line before a system call that changes what it prints.
    pub(super) fn spoiled(&self, line: &Line) -> Option<String> {
        let last = line.operands.last().map_or("", String::as_str);
        self.is_system_call(line).then(|| self.system_call.1.replace('@', last))
    }

    /// Whether a text prints floating-point numbers, which are in a register of their own.
    pub(super) fn prints_floats(&self, text: &str) -> bool {
        self.printed_float.is_some_and(|register| text.contains(register))
    }

    /// The jump to where a call goes, which is to a label.
    pub(super) fn jump_for(&self, line: &Line) -> Option<Line> {
        let target = line.operands.last().filter(|_| self.is_call(line) && line.word != "jalr")?;
        let operands = vec![target.clone()];
        Some(Line { word: self.jump.to_owned(), operands, ..line.clone() })
    }

    /// An operand with a register in the place of another; `None` if it does not name it.
    pub(super) fn renamed(&self, operand: &str, from: &str, to: &str) -> Option<String> {
        if operand == from {
            return Some(to.to_owned());
        }
        let inside = format!("({from})");
        operand.contains(&inside).then(|| operand.replace(&inside, &format!("({to})")))
    }
}

/// The counterpart of a word in a table of pairs.
fn other_of(pairs: &[(&str, &str)], word: &str) -> Option<String> {
    let found = pairs.iter().find_map(|&(a, b)| match word {
        word if word == a => Some(b),
        word if word == b => Some(a),
        _ => None,
    });
    found.map(str::to_owned)
}

/// A line without its comment.
fn code(text: &str, comment: char) -> &str {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == comment => return &text[..at],
            None if c == '"' || c == '\'' => quote = Some(c),
            None => {}
        }
    }
    text
}
