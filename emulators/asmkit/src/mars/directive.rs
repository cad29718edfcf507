//! Directives.

use crate::words::{self, Word};

/// A directive.
#[derive(Debug, PartialEq, Eq)]
pub struct Directive {
    /// What it does.
    pub action: Action,
    /// Its name with the dot.
    pub name: &'static str,
    /// An example of its use.
    pub usage: &'static str,
}

/// What a directive does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Data follows.
    Data,
    /// Instructions follow.
    Text,
    /// Data of the kernel follows.
    KernelData,
    /// Instructions of the kernel follow.
    KernelText,
    /// Data or instructions follow, by the name of the section.
    Section,
    /// Stores integers of eight bytes.
    Dword,
    /// Stores integers of four bytes.
    Word,
    /// Stores integers of two bytes.
    Half,
    /// Stores integers of one byte.
    Byte,
    /// Stores single precision numbers.
    Float,
    /// Stores double precision numbers.
    Double,
    /// Stores text.
    Ascii,
    /// Stores text and a zero byte.
    Asciiz,
    /// Goes on at a multiple of a power of two.
    Align,
    /// Reserves bytes.
    Space,
    /// Reserves bytes for all files.
    Extern,
    /// Makes labels known to all files.
    Global,
    /// Is accepted and ignored.
    Set,
    /// Gives a name to a text.
    Eqv,
    /// Begins a macro.
    Macro,
    /// Ends a macro.
    EndMacro,
    /// Puts another file in this place.
    Include,
}

impl Action {
    /// What a directive that does this is for, in one line.
    fn meaning(self) -> &'static str {
        match self {
            Action::Data => "data follow",
            Action::Text => "instructions follow",
            Action::KernelData => "data of the kernel follow",
            Action::KernelText => "instructions of the kernel follow",
            Action::Section => "data or instructions follow, by the name of the section",
            Action::Dword => "integers of eight bytes",
            Action::Word => "integers of four bytes",
            Action::Half => "integers of two bytes",
            Action::Byte => "integers of one byte",
            Action::Float => "single precision numbers",
            Action::Double => "double precision numbers",
            Action::Ascii => "text",
            Action::Asciiz => "text and a zero byte",
            Action::Align => "goes on at a multiple of a power of two",
            Action::Space => "reserves bytes",
            Action::Extern => "reserves bytes for all files",
            Action::Global => "makes labels known to all files",
            Action::Set => "is accepted and ignored",
            Action::Eqv => "gives a name to a text",
            Action::Macro => "begins a macro",
            Action::EndMacro => "ends a macro",
            Action::Include => "puts another file in this place",
        }
    }
}

impl Directive {
    /// The directive as a word of its language.
    pub(super) fn word(&self) -> Word {
        let example = self.usage.strip_prefix(self.name).unwrap_or_default().trim_start();
        Word::new(words::Kind::Directive, self.name)
            .taking(example)
            .doing(self.action.meaning())
            .in_any_case()
    }

    /// A row of a table of directives.
    #[must_use]
    pub const fn new(action: Action, name: &'static str, usage: &'static str) -> Directive {
        Directive { action, name, usage }
    }

    /// Bytes of one value, and whether values are real; `None` unless it stores numbers.
    pub(super) fn number(&self) -> Option<(u32, bool)> {
        Some(match self.action {
            Action::Dword => (8, false),
            Action::Word => (4, false),
            Action::Half => (2, false),
            Action::Byte => (1, false),
            Action::Float => (4, true),
            Action::Double => (8, true),
            _ => return None,
        })
    }

    /// Whether it stores text.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.action, Action::Ascii | Action::Asciiz)
    }
}
