//! Table of directives.

use asmkit::words::{Word, WordKind};
use asmkit::{Diagnostic, OpenError, Span};

use super::cursor::Cursor;
use super::data::RESERVE_LIMIT_BYTES;
use super::expression::Expr;
use super::object::{Align, Fill, Location, SourcePlace, Tail};
use super::symbols::Meaning;
use super::{AsmResult, Assembler, DEPTH_LIMIT, expression, messages};

/// First byte of the first file.
const START: Span = Span { file: asmkit::FileId(0), start: 0, end: 0 };

/// Action of a directive.
#[derive(Debug, Clone, Copy)]
enum DirectiveKind {
    /// Conditional assembly.
    Condition,
    /// Integers of `n` bytes.
    Numbers(u8),
    /// IEEE numbers of `n` bytes.
    Floats(u8),
    /// Strings, with an optional zero at the end, of characters of `width` bytes.
    Strings {
        zero: bool,
        width: u8,
    },
    /// LEB128, signed or unsigned.
    Leb(bool),
    /// Alignment to a power of 2 or to a number of bytes, with a fill value of `width` bytes.
    Align {
        power: bool,
        width: u8,
    },
    Skip,
    Zero,
    Fill,
    Org,
    /// Section with this name.
    Section(&'static str),
    AnySection,
    PushSection,
    PopSection,
    Previous,
    Subsection,
    /// Assignment to a symbol; `true` if it may be repeated.
    Set(bool),
    Global,
    Weak,
    Local,
    Common {
        local: bool,
    },
    Type,
    Size,
    Option,
    Attribute,
    Insn,
    Macro,
    Purge,
    Exit,
    Repeat,
    RepeatFor {
        characters: bool,
    },
    Include,
    IncludeBytes,
    Error,
    Warning,
    Fail,
    End,
    /// Directives for debuggers, listings and dynamic linkers, which are ignored.
    Nothing,
    /// End of a block that was not opened by this directive.
    Stray(&'static str),
}

/// Source: GNU as, "Assembler Directives" and "RISC-V Directives".
#[rustfmt::skip]
const DIRECTIVES: &[(&str, DirectiveKind)] = &[
    (".if", DirectiveKind::Condition), (".ifeq", DirectiveKind::Condition), (".ifne", DirectiveKind::Condition), (".iflt", DirectiveKind::Condition),
    (".ifle", DirectiveKind::Condition), (".ifgt", DirectiveKind::Condition), (".ifge", DirectiveKind::Condition), (".ifdef", DirectiveKind::Condition),
    (".ifndef", DirectiveKind::Condition), (".ifnotdef", DirectiveKind::Condition), (".ifb", DirectiveKind::Condition), (".ifnb", DirectiveKind::Condition),
    (".ifc", DirectiveKind::Condition), (".ifnc", DirectiveKind::Condition), (".ifeqs", DirectiveKind::Condition), (".ifnes", DirectiveKind::Condition),
    (".else", DirectiveKind::Condition), (".elseif", DirectiveKind::Condition), (".endif", DirectiveKind::Condition),

    (".byte", DirectiveKind::Numbers(1)), (".2byte", DirectiveKind::Numbers(2)), (".half", DirectiveKind::Numbers(2)), (".short", DirectiveKind::Numbers(2)),
    (".hword", DirectiveKind::Numbers(2)), (".4byte", DirectiveKind::Numbers(4)), (".word", DirectiveKind::Numbers(4)), (".long", DirectiveKind::Numbers(4)),
    (".int", DirectiveKind::Numbers(4)), (".8byte", DirectiveKind::Numbers(8)), (".dword", DirectiveKind::Numbers(8)), (".quad", DirectiveKind::Numbers(8)),
    (".octa", DirectiveKind::Numbers(16)), (".float", DirectiveKind::Floats(4)), (".single", DirectiveKind::Floats(4)), (".double", DirectiveKind::Floats(8)),
    (".ascii", DirectiveKind::Strings { zero: false, width: 1 }), (".asciz", DirectiveKind::Strings { zero: true, width: 1 }),
    (".asciiz", DirectiveKind::Strings { zero: true, width: 1 }), (".string", DirectiveKind::Strings { zero: true, width: 1 }),
    (".string8", DirectiveKind::Strings { zero: true, width: 1 }), (".string16", DirectiveKind::Strings { zero: true, width: 2 }),
    (".string32", DirectiveKind::Strings { zero: true, width: 4 }),
    (".uleb128", DirectiveKind::Leb(false)), (".sleb128", DirectiveKind::Leb(true)),

    (".align", DirectiveKind::Align { power: true, width: 1 }), (".p2align", DirectiveKind::Align { power: true, width: 1 }),
    (".p2alignw", DirectiveKind::Align { power: true, width: 2 }), (".p2alignl", DirectiveKind::Align { power: true, width: 4 }),
    (".balign", DirectiveKind::Align { power: false, width: 1 }), (".balignw", DirectiveKind::Align { power: false, width: 2 }),
    (".balignl", DirectiveKind::Align { power: false, width: 4 }),
    (".skip", DirectiveKind::Skip), (".space", DirectiveKind::Skip), (".zero", DirectiveKind::Zero), (".fill", DirectiveKind::Fill), (".org", DirectiveKind::Org),

    (".text", DirectiveKind::Section(".text")), (".data", DirectiveKind::Section(".data")), (".bss", DirectiveKind::Section(".bss")),
    (".rodata", DirectiveKind::Section(".rodata")), (".section", DirectiveKind::AnySection), (".pushsection", DirectiveKind::PushSection),
    (".popsection", DirectiveKind::PopSection), (".previous", DirectiveKind::Previous), (".subsection", DirectiveKind::Subsection),

    (".set", DirectiveKind::Set(true)), (".equ", DirectiveKind::Set(true)), (".equiv", DirectiveKind::Set(false)), (".eqv", DirectiveKind::Set(false)),
    (".globl", DirectiveKind::Global), (".global", DirectiveKind::Global), (".weak", DirectiveKind::Weak), (".local", DirectiveKind::Local),
    (".comm", DirectiveKind::Common { local: false }), (".common", DirectiveKind::Common { local: false }),
    (".lcomm", DirectiveKind::Common { local: true }), (".type", DirectiveKind::Type), (".size", DirectiveKind::Size),
    (".option", DirectiveKind::Option), (".attribute", DirectiveKind::Attribute), (".insn", DirectiveKind::Insn),

    (".macro", DirectiveKind::Macro), (".endm", DirectiveKind::Stray(".macro")), (".endmacro", DirectiveKind::Stray(".macro")), (".purgem", DirectiveKind::Purge),
    (".exitm", DirectiveKind::Exit), (".rept", DirectiveKind::Repeat), (".irp", DirectiveKind::RepeatFor { characters: false }),
    (".irpc", DirectiveKind::RepeatFor { characters: true }), (".endr", DirectiveKind::Stray(".rept")),
    (".include", DirectiveKind::Include), (".incbin", DirectiveKind::IncludeBytes), (".error", DirectiveKind::Error), (".err", DirectiveKind::Fail),
    (".warning", DirectiveKind::Warning), (".print", DirectiveKind::Warning), (".end", DirectiveKind::End),

    (".ident", DirectiveKind::Nothing), (".file", DirectiveKind::Nothing), (".loc", DirectiveKind::Nothing), (".line", DirectiveKind::Nothing), (".ln", DirectiveKind::Nothing),
    (".variant_cc", DirectiveKind::Nothing), (".addrsig", DirectiveKind::Nothing), (".addrsig_sym", DirectiveKind::Nothing), (".version", DirectiveKind::Nothing),
    (".hidden", DirectiveKind::Nothing), (".protected", DirectiveKind::Nothing), (".internal", DirectiveKind::Nothing), (".noaltmacro", DirectiveKind::Nothing),
    (".list", DirectiveKind::Nothing), (".nolist", DirectiveKind::Nothing), (".title", DirectiveKind::Nothing), (".sbttl", DirectiveKind::Nothing),
    (".eject", DirectiveKind::Nothing), (".psize", DirectiveKind::Nothing), (".loc_mark_labels", DirectiveKind::Nothing),
];

/// All directives as vocabulary.
pub(super) fn words() -> impl Iterator<Item = Word> {
    DIRECTIVES
        .iter()
        .map(|(name, does)| Word::new(WordKind::Directive, *name).doing(does.meaning()))
}

impl DirectiveKind {
    /// Description of the action in one line.
    fn meaning(self) -> String {
        let text = match self {
            Self::Condition => "assembles or skips the next lines, depending on a condition",
            Self::Numbers(1) => "stores one-byte integers",
            Self::Numbers(size) => return format!("stores {size}-byte integers"),
            Self::Floats(size) => {
                return format!("stores {size}-byte floating-point numbers");
            }
            Self::Strings { zero: false, .. } => "text",
            Self::Strings { width: 1, .. } => "stores text and a zero byte",
            Self::Strings { width, .. } => {
                return format!("stores text and a zero, {width} bytes per character");
            }
            Self::Leb(true) => "stores integers as signed LEB128",
            Self::Leb(false) => "stores integers as unsigned LEB128",
            Self::Align { power: true, .. } => "aligns to a power of two, given its exponent",
            Self::Align { power: false, .. } => "aligns to a multiple of N bytes",
            Self::Skip => "reserves N bytes, optionally filled with a value",
            Self::Zero => "stores N zero bytes",
            Self::Fill => "stores a value N times",
            Self::Org => "continues at an offset in the section",
            Self::Section(name) => return format!("continues in the section `{name}`"),
            Self::AnySection => "continues in the named section",
            Self::PushSection => "continues in the named section until `.popsection`",
            Self::PopSection => "returns to the section before `.pushsection`",
            Self::Previous => "returns to the previous section",
            Self::Subsection => "continues in a subsection",
            Self::Set(true) => "gives a symbol a value, which may change later",
            Self::Set(false) => "gives a symbol a value, only once",
            Self::Global => "makes symbols visible in all files",
            Self::Weak => "makes symbols visible unless a global symbol has the same name",
            Self::Local => "makes symbols local to their file",
            Self::Common { local: false } => "reserves bytes for a symbol shared by all files",
            Self::Common { local: true } => "reserves bytes for a symbol local to this file",
            Self::Type => "states whether a symbol is a function",
            Self::Size => "states the size of a symbol's object",
            Self::Option => "sets options for the next instructions",
            Self::Attribute => "states the target of the program",
            Self::Insn => "encodes an instruction from its format and fields",
            Self::Macro => "begins a macro",
            Self::Purge => "deletes a macro",
            Self::Exit => "exits the macro",
            Self::Repeat => "repeats the next lines",
            Self::RepeatFor { characters: false } => "repeats the next lines for each value",
            Self::RepeatFor { characters: true } => "repeats the next lines for each character",
            Self::Include => "inserts another source file",
            Self::IncludeBytes => "inserts the bytes of a file",
            Self::Error => "reports an error with this text",
            Self::Warning => "reports a warning with this text",
            Self::Fail => "reports an error",
            Self::End => "ends the source",
            Self::Nothing => "has no effect",
            Self::Stray(opener) => return format!("ends `{opener}`"),
        };
        text.to_owned()
    }
}

pub(super) fn is_condition(name: &str) -> bool {
    matches!(find(name), Some(DirectiveKind::Condition))
}

fn find(name: &str) -> Option<DirectiveKind> {
    DIRECTIVES.iter().find(|(known, _)| *known == name).map(|(_, does)| *does)
}

impl Assembler<'_> {
    /// Executes a directive whose name has been parsed.
    pub(super) fn directive(&mut self, cursor: &mut Cursor<'_>, name: &str, at: Span) -> AsmResult {
        let Some(does) = find(name) else {
            if name.starts_with(".cfi_") {
                return Ok(());
            }
            let nearest = asmkit::nearest(name, DIRECTIVES.iter().map(|(known, _)| *known));
            return Err(Box::new(messages::unknown_directive(at, name, nearest)));
        };
        match does {
            DirectiveKind::Condition => self.condition(cursor, name, at),
            DirectiveKind::Numbers(size) => self.numbers(cursor, size),
            DirectiveKind::Floats(size) => self.floats(cursor, size),
            DirectiveKind::Strings { zero, width } => self.strings(cursor, zero, width),
            DirectiveKind::Leb(signed) => self.leb(cursor, signed),
            DirectiveKind::Align { power, width } => self.alignment(cursor, at, power, width),
            DirectiveKind::Skip => self.skip(cursor, at, true),
            DirectiveKind::Zero => self.skip(cursor, at, false),
            DirectiveKind::Fill => self.fill(cursor, at),
            DirectiveKind::Org => self.org(cursor),
            DirectiveKind::Section(name) => self.usual_section(cursor, name),
            DirectiveKind::AnySection => self.any_section(cursor),
            DirectiveKind::PushSection => self.push_section(cursor),
            DirectiveKind::PopSection => self.pop_section(cursor, at),
            DirectiveKind::Previous => self.previous_section(cursor),
            DirectiveKind::Subsection => self.subsection(cursor),
            DirectiveKind::Set(again) => self.set(cursor, again),
            DirectiveKind::Global | DirectiveKind::Weak | DirectiveKind::Local => {
                self.binding(cursor, does)
            }
            DirectiveKind::Common { local } => self.common(cursor, local),
            DirectiveKind::Type => self.symbol_type(cursor),
            DirectiveKind::Size => self.symbol_size(cursor),
            DirectiveKind::Option => self.option(cursor),
            DirectiveKind::Attribute => self.attribute(cursor),
            DirectiveKind::Insn => self.insn(cursor, at),
            DirectiveKind::Macro => self.define_macro(cursor, at),
            DirectiveKind::Purge => self.forget_macro(cursor),
            DirectiveKind::Exit => self.exit_macro(at),
            DirectiveKind::Repeat => self.repeat(cursor, at),
            DirectiveKind::RepeatFor { characters } => self.repeat_for(cursor, at, characters),
            DirectiveKind::Include => self.include(cursor),
            DirectiveKind::IncludeBytes => self.include_bytes(cursor),
            DirectiveKind::Error | DirectiveKind::Warning => self.say(cursor, at, name),
            DirectiveKind::Fail => Err(Box::new(messages::asked_to_fail(at))),
            DirectiveKind::End => {
                self.stopped = true;
                Ok(())
            }
            DirectiveKind::Nothing => Ok(()),
            DirectiveKind::Stray(opener) => {
                self.report(messages::stray(at, name, opener));
                Ok(())
            }
        }
    }

    fn set(&mut self, cursor: &mut Cursor<'_>, again: bool) -> AsmResult {
        let at = cursor.span();
        let name = symbol_name(cursor)?;
        if !cursor.eat(",") {
            return Err(Box::new(messages::unexpected(cursor.span(), cursor.found())));
        }
        self.assignment(cursor, name, at, again)
    }

    /// `.globl` and similar directives, with any number of names.
    fn binding(&mut self, cursor: &mut Cursor<'_>, does: DirectiveKind) -> AsmResult {
        loop {
            let at = cursor.span();
            let name = symbol_name(cursor)?;
            let id = self.object.symbols.intern(name);
            let symbol = self.object.symbols.get_mut(id);
            symbol.used_at.get_or_insert(at);
            match does {
                DirectiveKind::Local => (symbol.local, symbol.global) = (true, false),
                DirectiveKind::Weak => (symbol.weak, symbol.global) = (true, true),
                _ => symbol.global = true,
            }
            if !cursor.comma()? {
                return Ok(());
            }
        }
    }

    /// `.comm` and `.lcomm`: name, size, and an alignment in bytes.
    fn common(&mut self, cursor: &mut Cursor<'_>, local: bool) -> AsmResult {
        let at = cursor.span();
        let name = symbol_name(cursor)?;
        cursor.comma()?;
        let size_at = cursor.span();
        let size = self.number_now(cursor, ".comm")?;
        let size = u64::try_from(size).map_err(|_| messages::negative_size(size_at))?;
        if size > RESERVE_LIMIT_BYTES {
            return Err(Box::new(messages::too_much_reserved(size_at, RESERVE_LIMIT_BYTES)));
        }
        let mut align = if size >= 8 { 8 } else { size.next_power_of_two().min(4) };
        if cursor.comma()? {
            let align_at = cursor.span();
            let bytes = self.number_now(cursor, ".comm")?;
            align = u64::try_from(bytes).unwrap_or(0);
            if !align.is_power_of_two() || align > 1 << 31 {
                return Err(Box::new(messages::not_a_power(align_at, bytes)));
            }
        }
        cursor.end()?;
        let id = self.object.symbols.intern(name);
        let symbol = self.object.symbols.get_mut(id);
        if !matches!(symbol.meaning, Meaning::Unknown | Meaning::Common { .. }) {
            let first = symbol.defined_at;
            return Err(Box::new(messages::defined_twice(at, name, first)));
        }
        symbol.meaning = Meaning::Common { size, align };
        symbol.size = Some(Expr::Number(size as i64));
        symbol.local |= local;
        symbol.global |= !symbol.local;
        if symbol.defined_at.replace(at).is_none() {
            self.commons.push(id);
        }
        Ok(())
    }

    /// Puts the common symbols that are local to this file at the end of `.bss`.
    pub(super) fn place_local_commons(&mut self) {
        const BSS: usize = 2;
        for id in std::mem::take(&mut self.commons) {
            let symbol = self.object.symbols.get(id);
            let Meaning::Common { size, align } = symbol.meaning else { continue };
            if !symbol.local {
                continue;
            }
            let bss = &mut self.object.sections[BSS];
            let power = align.max(1).trailing_zeros();
            bss.align = bss.align.max(power);
            bss.close(
                Tail::Align(Align { power, most: u64::MAX, fill: Fill::Bytes(vec![0]) }),
                false,
            );
            let piece = bss.pieces.len() - 1;
            let place = Location { section: BSS, piece, offset: 0 };
            let count = Expr::Number(size as i64);
            let from = SourcePlace { span: symbol.defined_at.unwrap_or(START), used_at: None };
            bss.close(Tail::Skip { count, unit: vec![0], place: from }, false);
            self.object.symbols.get_mut(id).meaning = Meaning::Label(place);
        }
    }

    fn symbol_type(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let name = symbol_name(cursor)?;
        cursor.eat(",");
        let function = cursor.rest().trim_start_matches(['@', '%', '#', '"']);
        let function = function.starts_with("function") || function.starts_with("STT_FUNC");
        let id = self.object.symbols.intern(name);
        self.object.symbols.get_mut(id).function = function;
        Ok(())
    }

    fn symbol_size(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let name = symbol_name(cursor)?;
        cursor.eat(",");
        let size = self.with_scope(|scope| expression::parse(cursor, scope))?;
        let id = self.object.symbols.intern(name);
        self.object.symbols.get_mut(id).size = Some(size);
        cursor.end()
    }

    /// Opens the file that a directive names; returns its span, name and bytes.
    fn open(&mut self, cursor: &mut Cursor<'_>) -> AsmResult<(Span, String, Vec<u8>)> {
        let at = cursor.span();
        let name = String::from_utf8_lossy(&cursor.string()?).into_owned();
        let from = self.input.file().map_or("", |file| self.sources.name(file));
        let opened = self.library.open(from, &name);
        let (name, bytes) = opened.map_err(|error| not_opened(at, &name, &error))?;
        Ok((at, name, bytes))
    }

    fn include(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let (at, name, bytes) = self.open(cursor)?;
        cursor.end()?;
        if self.input.depth() >= DEPTH_LIMIT {
            self.stopped = true;
            return Err(Box::new(messages::nested_too_deep(at)));
        }
        const FILE_COST_BYTES: usize = 4096;
        self.take_expansion(bytes.len() + FILE_COST_BYTES, at)?;
        let file = self.sources.add(&name, &bytes);
        self.input.push_file(self.sources, file)
    }

    /// `.incbin`: file, number of bytes to skip, number of bytes to take.
    fn include_bytes(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let (at, _, bytes) = self.open(cursor)?;
        let mut limits = Vec::new();
        while cursor.comma()? {
            let value = self.number_now(cursor, ".incbin")?;
            limits.push(usize::try_from(value).map_err(|_| messages::negative_size(at))?);
        }
        let skipped = limits.first().copied().unwrap_or(0);
        let bytes = bytes.get(skipped..).unwrap_or_default();
        let count = limits.get(1).copied().unwrap_or(bytes.len());
        self.bytes(&bytes[..count.min(bytes.len())])
    }

    /// `.error`, `.warning` and `.print`.
    fn say(&mut self, cursor: &mut Cursor<'_>, at: Span, name: &str) -> AsmResult {
        let text = if cursor.at_end() { Vec::new() } else { cursor.string()? };
        let text = String::from_utf8_lossy(&text);
        cursor.end()?;
        let message = messages::program_message(at, name, &text);
        if name == ".error" {
            return Err(Box::new(message));
        }
        self.report(message);
        Ok(())
    }
}

/// Parses the name of a symbol.
fn symbol_name<'a>(cursor: &mut Cursor<'a>) -> AsmResult<&'a str> {
    let (at, found) = (cursor.span(), cursor.found());
    cursor.name().ok_or_else(|| Box::new(messages::name_expected(at, found)))
}

fn not_opened(at: Span, name: &str, error: &OpenError) -> Box<Diagnostic> {
    Box::new(messages::not_opened(at, name, error))
}
