//! Table of directives.

use asmkit::words::{Kind, Word};
use asmkit::{Diagnostic, OpenError, Span};

use super::cursor::Cursor;
use super::data::RESERVE_LIMIT_BYTES;
use super::expression::Expr;
use super::object::{Align, Fill, Location, Place, Tail};
use super::symbols::Meaning;
use super::{Assembler, DEPTH_LIMIT, Outcome, expression, messages};

/// First byte of the first file.
const START: Span = Span { file: asmkit::FileId(0), start: 0, end: 0 };

/// Action of a directive.
#[derive(Debug, Clone, Copy)]
enum Does {
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
const DIRECTIVES: &[(&str, Does)] = &[
    (".if", Does::Condition), (".ifeq", Does::Condition), (".ifne", Does::Condition), (".iflt", Does::Condition),
    (".ifle", Does::Condition), (".ifgt", Does::Condition), (".ifge", Does::Condition), (".ifdef", Does::Condition),
    (".ifndef", Does::Condition), (".ifnotdef", Does::Condition), (".ifb", Does::Condition), (".ifnb", Does::Condition),
    (".ifc", Does::Condition), (".ifnc", Does::Condition), (".ifeqs", Does::Condition), (".ifnes", Does::Condition),
    (".else", Does::Condition), (".elseif", Does::Condition), (".endif", Does::Condition),

    (".byte", Does::Numbers(1)), (".2byte", Does::Numbers(2)), (".half", Does::Numbers(2)), (".short", Does::Numbers(2)),
    (".hword", Does::Numbers(2)), (".4byte", Does::Numbers(4)), (".word", Does::Numbers(4)), (".long", Does::Numbers(4)),
    (".int", Does::Numbers(4)), (".8byte", Does::Numbers(8)), (".dword", Does::Numbers(8)), (".quad", Does::Numbers(8)),
    (".octa", Does::Numbers(16)), (".float", Does::Floats(4)), (".single", Does::Floats(4)), (".double", Does::Floats(8)),
    (".ascii", Does::Strings { zero: false, width: 1 }), (".asciz", Does::Strings { zero: true, width: 1 }),
    (".asciiz", Does::Strings { zero: true, width: 1 }), (".string", Does::Strings { zero: true, width: 1 }),
    (".string8", Does::Strings { zero: true, width: 1 }), (".string16", Does::Strings { zero: true, width: 2 }),
    (".string32", Does::Strings { zero: true, width: 4 }),
    (".uleb128", Does::Leb(false)), (".sleb128", Does::Leb(true)),

    (".align", Does::Align { power: true, width: 1 }), (".p2align", Does::Align { power: true, width: 1 }),
    (".p2alignw", Does::Align { power: true, width: 2 }), (".p2alignl", Does::Align { power: true, width: 4 }),
    (".balign", Does::Align { power: false, width: 1 }), (".balignw", Does::Align { power: false, width: 2 }),
    (".balignl", Does::Align { power: false, width: 4 }),
    (".skip", Does::Skip), (".space", Does::Skip), (".zero", Does::Zero), (".fill", Does::Fill), (".org", Does::Org),

    (".text", Does::Section(".text")), (".data", Does::Section(".data")), (".bss", Does::Section(".bss")),
    (".rodata", Does::Section(".rodata")), (".section", Does::AnySection), (".pushsection", Does::PushSection),
    (".popsection", Does::PopSection), (".previous", Does::Previous), (".subsection", Does::Subsection),

    (".set", Does::Set(true)), (".equ", Does::Set(true)), (".equiv", Does::Set(false)), (".eqv", Does::Set(false)),
    (".globl", Does::Global), (".global", Does::Global), (".weak", Does::Weak), (".local", Does::Local),
    (".comm", Does::Common { local: false }), (".common", Does::Common { local: false }),
    (".lcomm", Does::Common { local: true }), (".type", Does::Type), (".size", Does::Size),
    (".option", Does::Option), (".attribute", Does::Attribute), (".insn", Does::Insn),

    (".macro", Does::Macro), (".endm", Does::Stray(".macro")), (".endmacro", Does::Stray(".macro")), (".purgem", Does::Purge),
    (".exitm", Does::Exit), (".rept", Does::Repeat), (".irp", Does::RepeatFor { characters: false }),
    (".irpc", Does::RepeatFor { characters: true }), (".endr", Does::Stray(".rept")),
    (".include", Does::Include), (".incbin", Does::IncludeBytes), (".error", Does::Error), (".err", Does::Fail),
    (".warning", Does::Warning), (".print", Does::Warning), (".end", Does::End),

    (".ident", Does::Nothing), (".file", Does::Nothing), (".loc", Does::Nothing), (".line", Does::Nothing), (".ln", Does::Nothing),
    (".variant_cc", Does::Nothing), (".addrsig", Does::Nothing), (".addrsig_sym", Does::Nothing), (".version", Does::Nothing),
    (".hidden", Does::Nothing), (".protected", Does::Nothing), (".internal", Does::Nothing), (".noaltmacro", Does::Nothing),
    (".list", Does::Nothing), (".nolist", Does::Nothing), (".title", Does::Nothing), (".sbttl", Does::Nothing),
    (".eject", Does::Nothing), (".psize", Does::Nothing), (".loc_mark_labels", Does::Nothing),
];

/// All directives as vocabulary.
pub(super) fn words() -> impl Iterator<Item = Word> {
    DIRECTIVES.iter().map(|(name, does)| Word::new(Kind::Directive, *name).doing(does.meaning()))
}

impl Does {
    /// Description of the action in one line.
    fn meaning(self) -> String {
        let text = match self {
            Does::Condition => "assembles or skips the next lines, depending on a condition",
            Does::Numbers(1) => "stores one-byte integers",
            Does::Numbers(size) => return format!("stores {size}-byte integers"),
            Does::Floats(size) => return format!("stores {size}-byte floating-point numbers"),
            Does::Strings { zero: false, .. } => "text",
            Does::Strings { width: 1, .. } => "stores text and a zero byte",
            Does::Strings { width, .. } => {
                return format!("stores text and a zero, {width} bytes per character");
            }
            Does::Leb(true) => "stores integers as signed LEB128",
            Does::Leb(false) => "stores integers as unsigned LEB128",
            Does::Align { power: true, .. } => "aligns to a power of two, given its exponent",
            Does::Align { power: false, .. } => "aligns to a multiple of N bytes",
            Does::Skip => "reserves N bytes, optionally filled with a value",
            Does::Zero => "stores N zero bytes",
            Does::Fill => "stores a value N times",
            Does::Org => "continues at an offset in the section",
            Does::Section(name) => return format!("continues in the section `{name}`"),
            Does::AnySection => "continues in the named section",
            Does::PushSection => "continues in the named section until `.popsection`",
            Does::PopSection => "returns to the section before `.pushsection`",
            Does::Previous => "returns to the previous section",
            Does::Subsection => "continues in a subsection",
            Does::Set(true) => "gives a symbol a value, which may change later",
            Does::Set(false) => "gives a symbol a value, only once",
            Does::Global => "makes symbols visible in all files",
            Does::Weak => "makes symbols visible unless a global symbol has the same name",
            Does::Local => "makes symbols local to their file",
            Does::Common { local: false } => "reserves bytes for a symbol shared by all files",
            Does::Common { local: true } => "reserves bytes for a symbol local to this file",
            Does::Type => "states whether a symbol is a function",
            Does::Size => "states the size of a symbol's object",
            Does::Option => "sets options for the next instructions",
            Does::Attribute => "states the target of the program",
            Does::Insn => "encodes an instruction from its format and fields",
            Does::Macro => "begins a macro",
            Does::Purge => "deletes a macro",
            Does::Exit => "exits the macro",
            Does::Repeat => "repeats the next lines",
            Does::RepeatFor { characters: false } => "repeats the next lines for each value",
            Does::RepeatFor { characters: true } => "repeats the next lines for each character",
            Does::Include => "inserts another source file",
            Does::IncludeBytes => "inserts the bytes of a file",
            Does::Error => "reports an error with this text",
            Does::Warning => "reports a warning with this text",
            Does::Fail => "reports an error",
            Does::End => "ends the source",
            Does::Nothing => "has no effect",
            Does::Stray(opener) => return format!("ends `{opener}`"),
        };
        text.to_owned()
    }
}

pub(super) fn is_condition(name: &str) -> bool {
    matches!(find(name), Some(Does::Condition))
}

fn find(name: &str) -> Option<Does> {
    DIRECTIVES.iter().find(|(known, _)| *known == name).map(|(_, does)| *does)
}

impl Assembler<'_> {
    /// Executes a directive whose name has been parsed.
    pub(super) fn directive(&mut self, cursor: &mut Cursor<'_>, name: &str, at: Span) -> Outcome {
        let Some(does) = find(name) else {
            if name.starts_with(".cfi_") {
                return Ok(());
            }
            let nearest = asmkit::nearest(name, DIRECTIVES.iter().map(|(known, _)| *known));
            return Err(Box::new(messages::unknown_directive(at, name, nearest)));
        };
        match does {
            Does::Condition => self.condition(cursor, name, at),
            Does::Numbers(size) => self.numbers(cursor, size),
            Does::Floats(size) => self.floats(cursor, size),
            Does::Strings { zero, width } => self.strings(cursor, zero, width),
            Does::Leb(signed) => self.leb(cursor, signed),
            Does::Align { power, width } => self.alignment(cursor, at, power, width),
            Does::Skip => self.skip(cursor, at, true),
            Does::Zero => self.skip(cursor, at, false),
            Does::Fill => self.fill(cursor, at),
            Does::Org => self.org(cursor),
            Does::Section(name) => self.usual_section(cursor, name),
            Does::AnySection => self.any_section(cursor),
            Does::PushSection => self.push_section(cursor),
            Does::PopSection => self.pop_section(cursor, at),
            Does::Previous => self.previous_section(cursor),
            Does::Subsection => self.subsection(cursor),
            Does::Set(again) => self.set(cursor, again),
            Does::Global | Does::Weak | Does::Local => self.binding(cursor, does),
            Does::Common { local } => self.common(cursor, local),
            Does::Type => self.symbol_type(cursor),
            Does::Size => self.symbol_size(cursor),
            Does::Option => self.option(cursor),
            Does::Attribute => self.attribute(cursor),
            Does::Insn => self.insn(cursor, at),
            Does::Macro => self.define_macro(cursor, at),
            Does::Purge => self.forget_macro(cursor),
            Does::Exit => self.exit_macro(at),
            Does::Repeat => self.repeat(cursor, at),
            Does::RepeatFor { characters } => self.repeat_for(cursor, at, characters),
            Does::Include => self.include(cursor),
            Does::IncludeBytes => self.include_bytes(cursor),
            Does::Error | Does::Warning => self.say(cursor, at, name),
            Does::Fail => Err(Box::new(messages::asked_to_fail(at))),
            Does::End => {
                self.stopped = true;
                Ok(())
            }
            Does::Nothing => Ok(()),
            Does::Stray(opener) => {
                self.report(messages::stray(at, name, opener));
                Ok(())
            }
        }
    }

    fn set(&mut self, cursor: &mut Cursor<'_>, again: bool) -> Outcome {
        let at = cursor.span();
        let name = symbol_name(cursor)?;
        if !cursor.eat(",") {
            return Err(Box::new(messages::unexpected(cursor.span(), cursor.found())));
        }
        self.assignment(cursor, name, at, again)
    }

    /// `.globl` and similar directives, with any number of names.
    fn binding(&mut self, cursor: &mut Cursor<'_>, does: Does) -> Outcome {
        loop {
            let at = cursor.span();
            let name = symbol_name(cursor)?;
            let id = self.object.symbols.intern(name);
            let symbol = self.object.symbols.get_mut(id);
            symbol.used_at.get_or_insert(at);
            match does {
                Does::Local => (symbol.local, symbol.global) = (true, false),
                Does::Weak => (symbol.weak, symbol.global) = (true, true),
                _ => symbol.global = true,
            }
            if !cursor.comma()? {
                return Ok(());
            }
        }
    }

    /// `.comm` and `.lcomm`: name, size, and an alignment in bytes.
    fn common(&mut self, cursor: &mut Cursor<'_>, local: bool) -> Outcome {
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
            let from = Place { span: symbol.defined_at.unwrap_or(START), used_at: None };
            bss.close(Tail::Skip { count, unit: vec![0], place: from }, false);
            self.object.symbols.get_mut(id).meaning = Meaning::Label(place);
        }
    }

    fn symbol_type(&mut self, cursor: &mut Cursor<'_>) -> Outcome {
        let name = symbol_name(cursor)?;
        cursor.eat(",");
        let function = cursor.rest().trim_start_matches(['@', '%', '#', '"']);
        let function = function.starts_with("function") || function.starts_with("STT_FUNC");
        let id = self.object.symbols.intern(name);
        self.object.symbols.get_mut(id).function = function;
        Ok(())
    }

    fn symbol_size(&mut self, cursor: &mut Cursor<'_>) -> Outcome {
        let name = symbol_name(cursor)?;
        cursor.eat(",");
        let size = self.with_scope(|scope| expression::parse(cursor, scope))?;
        let id = self.object.symbols.intern(name);
        self.object.symbols.get_mut(id).size = Some(size);
        cursor.end()
    }

    /// Opens the file that a directive names; returns its span, name and bytes.
    fn open(&mut self, cursor: &mut Cursor<'_>) -> Outcome<(Span, String, Vec<u8>)> {
        let at = cursor.span();
        let name = String::from_utf8_lossy(&cursor.string()?).into_owned();
        let from = self.input.file().map_or("", |file| self.sources.name(file));
        let opened = self.library.open(from, &name);
        let (name, bytes) = opened.map_err(|error| not_opened(at, &name, &error))?;
        Ok((at, name, bytes))
    }

    fn include(&mut self, cursor: &mut Cursor<'_>) -> Outcome {
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
    fn include_bytes(&mut self, cursor: &mut Cursor<'_>) -> Outcome {
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
    fn say(&mut self, cursor: &mut Cursor<'_>, at: Span, name: &str) -> Outcome {
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
fn symbol_name<'a>(cursor: &mut Cursor<'a>) -> Outcome<&'a str> {
    let (at, found) = (cursor.span(), cursor.found());
    cursor.name().ok_or_else(|| Box::new(messages::name_expected(at, found)))
}

fn not_opened(at: Span, name: &str, error: &OpenError) -> Box<Diagnostic> {
    Box::new(messages::not_opened(at, name, error))
}
