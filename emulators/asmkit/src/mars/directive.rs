//! Directives of the MARS family.

use crate::words::{self, Word};

/// A directive.
#[derive(Debug, PartialEq, Eq)]
pub struct Directive {
    /// Effect.
    pub action: Action,
    /// Name, with the dot.
    pub name: &'static str,
    /// Example.
    pub usage: &'static str,
}

/// Effect of a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Data follows.
    Data,
    /// Instructions follow.
    Text,
    /// Kernel data follows.
    KernelData,
    /// Kernel instructions follow.
    KernelText,
    /// Data or instructions follow, depending on the section name.
    Section,
    /// Stores 8-byte integers.
    Dword,
    /// Stores 4-byte integers.
    Word,
    /// Stores 2-byte integers.
    Half,
    /// Stores 1-byte integers.
    Byte,
    /// Stores single precision numbers.
    Float,
    /// Stores double precision numbers.
    Double,
    /// Stores text.
    Ascii,
    /// Stores text and a zero byte.
    Asciiz,
    /// Aligns to a power of two.
    Align,
    /// Reserves bytes.
    Space,
    /// Reserves bytes shared by all files.
    Extern,
    /// Makes labels global.
    Global,
    /// No effect.
    Set,
    /// Defines a name for a text.
    Eqv,
    /// Starts a macro.
    Macro,
    /// Ends a macro.
    EndMacro,
    /// Includes another file.
    Include,
}

impl Action {
    /// Description of a directive with this effect, in one line.
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
    /// Entry in the vocabulary of the dialect.
    pub(super) fn word(&self) -> Word {
        let example = self.usage.strip_prefix(self.name).unwrap_or_default().trim_start();
        Word::new(words::WordKind::Directive, self.name)
            .taking(example)
            .doing(self.action.meaning())
            .in_any_case()
    }

    /// Creates a row of a table of directives.
    #[must_use]
    pub const fn new(action: Action, name: &'static str, usage: &'static str) -> Directive {
        Directive { action, name, usage }
    }

    /// Size of a value in bytes and whether values are real; `None` unless it stores numbers.
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
