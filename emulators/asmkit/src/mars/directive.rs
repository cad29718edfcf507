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
            Action::Data => "data follows",
            Action::Text => "instructions follow",
            Action::KernelData => "kernel data follows",
            Action::KernelText => "kernel instructions follow",
            Action::Section => "data or instructions follow, depending on the section",
            Action::Dword => "stores 8-byte integers",
            Action::Word => "stores 4-byte integers",
            Action::Half => "stores 2-byte integers",
            Action::Byte => "stores 1-byte integers",
            Action::Float => "stores single precision numbers",
            Action::Double => "stores double precision numbers",
            Action::Ascii => "stores text",
            Action::Asciiz => "stores text and a zero byte",
            Action::Align => "aligns to a power of two",
            Action::Space => "reserves bytes",
            Action::Extern => "reserves bytes shared by all files",
            Action::Global => "makes labels global",
            Action::Set => "is ignored",
            Action::Eqv => "defines a name for a text",
            Action::Macro => "starts a macro",
            Action::EndMacro => "ends a macro",
            Action::Include => "includes another file",
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
