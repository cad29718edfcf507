//! Sections: `.section` and similar directives.

use super::cursor::{Cursor, is_name};
use super::object::{Section, SectionKind, usual_kind};
use super::{AsmResult, Assembler, messages};

/// Maximum number of sections in a program.
const SECTION_LIMIT: usize = 10_000;

/// Prefixes of sections for tools, which are never loaded.
const TOOLS: &[&str] =
    &[".debug", ".comment", ".note", ".stab", ".line", ".riscv", ".llvm", ".gnu"];

impl Assembler<'_> {
    /// Switches to another section.
    fn enter(&mut self, section: usize) {
        self.previous = self.section;
        self.section = section;
    }

    /// Finds or creates the section with this name.
    fn find_section(&mut self, name: &str, kind: impl FnOnce() -> SectionKind) -> AsmResult<usize> {
        let known = self.object.sections.iter().position(|section| section.name == name);
        if let Some(number) = known {
            return Ok(number);
        }
        if self.object.sections.len() >= SECTION_LIMIT {
            self.stopped = true;
            return Err(Box::new(messages::too_many_sections(self.place().span, SECTION_LIMIT)));
        }
        self.object.sections.push(Section::new(name, kind()));
        Ok(self.object.sections.len() - 1)
    }

    /// `.text`, `.data` and `.bss`.
    pub(super) fn usual_section(&mut self, cursor: &mut Cursor<'_>, name: &str) -> AsmResult {
        let section = self.find_section(name, || usual_kind(name).unwrap_or_default())?;
        self.enter(section);
        self.subsection(cursor)
    }

    /// `.subsection`: checks the number of a subsection, by which GNU as would sort the parts.
    pub(super) fn subsection(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        if cursor.at_end() {
            return Ok(());
        }
        let at = cursor.span();
        let number = self.number_now(cursor, ".subsection")?;
        if number != 0 {
            self.report(messages::subsection(at));
        }
        cursor.end()
    }

    /// `.section`
    pub(super) fn any_section(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let section = self.declared(cursor)?;
        self.enter(section);
        Ok(())
    }

    /// `.pushsection`
    pub(super) fn push_section(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let section = self.declared(cursor)?;
        self.pushed.push((self.section, self.previous));
        self.enter(section);
        Ok(())
    }

    /// `.popsection`
    pub(super) fn pop_section(&mut self, cursor: &mut Cursor<'_>, at: asmkit::Span) -> AsmResult {
        match self.pushed.pop() {
            Some(before) => (self.section, self.previous) = before,
            None => return Err(Box::new(messages::nothing_pushed(at, ".pushsection"))),
        }
        cursor.end()
    }

    /// `.previous`
    pub(super) fn previous_section(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        std::mem::swap(&mut self.section, &mut self.previous);
        cursor.end()
    }

    /// Parses a section name with optional flags and type: `.rodata.str, "aMS", @progbits, 1`.
    fn declared(&mut self, cursor: &mut Cursor<'_>) -> AsmResult<usize> {
        let at = cursor.span();
        let name = match cursor.peek() {
            Some(b'"') => cursor.name().unwrap_or_default(),
            _ => cursor.take(cursor.run(|byte| is_name(byte) || byte == b'-')),
        };
        if name.is_empty() {
            return Err(Box::new(messages::section_name_expected(at, cursor.found())));
        }
        let usual = usual_kind(name);
        let kind = if cursor.eat(",") { Some(flags(cursor)?) } else { None };
        let tool = TOOLS.iter().any(|known| name.starts_with(known));
        if kind.is_none() && usual.is_none() && !tool && !self.has_section(name) {
            self.report(messages::section_not_loaded(at, name));
        }
        self.find_section(name, || kind.or(usual).unwrap_or_default())
    }

    fn has_section(&self, name: &str) -> bool {
        self.object.sections.iter().any(|section| section.name == name)
    }
}

/// Parses flags, type and the rest of a declaration.
fn flags(cursor: &mut Cursor<'_>) -> AsmResult<SectionKind> {
    let at = cursor.span();
    let mut kind = SectionKind::default();
    for flag in cursor.string()? {
        match flag {
            b'a' => kind.loaded = true,
            b'w' => kind.writable = true,
            b'x' => kind.executable = true,
            b'M' => kind.mergeable = true,
            b'S' | b'G' | b'T' | b'o' | b'?' | b'e' | b'R' | b'0'..=b'9' => {}
            other => return Err(Box::new(messages::unknown_flag(at, other))),
        }
    }
    if cursor.comma()? {
        let at = cursor.span();
        let sign = matches!(cursor.peek(), Some(b'@' | b'%' | b'"' | b'#'));
        if sign {
            cursor.take(1);
        }
        match cursor.take(cursor.run(is_name)) {
            "progbits" | "note" | "init_array" | "fini_array" | "preinit_array" => {}
            "nobits" => kind.empty = true,
            _ => return Err(Box::new(messages::unknown_section_type(at))),
        }
    }
    // Entry sizes, group names and the like matter only to linkers that merge.
    Ok(kind)
}
