//! Facts about an assembly language.

/// An assembly language; everything but the instructions and registers, which are in the rows.
#[derive(Debug)]
pub struct Language {
    /// Starts of a comment that ends with the line.
    pub comments: &'static [&'static str],
    /// Whether a character can be part of a name; no name starts with a digit.
    pub letters: fn(char) -> bool,
    /// Notations of numbers, in the order in which they are tried.
    pub numbers: &'static [Notation],
    /// Whether case does not matter in names of instructions, directives and registers.
    pub any_case: bool,
    /// Whether case does not matter in labels.
    pub labels_any_case: bool,
    /// Sign after a label.
    pub label_sign: char,
    /// Whether a label needs no sign after it.
    pub bare_labels: bool,
    /// Whether a comma is a blank: operands may be separated by either.
    pub commas_are_blanks: bool,
    /// First character of labels that are known only up to the next other label.
    pub local: Option<char>,
    /// Sign for the address of the current statement in an expression.
    pub here: Option<char>,
    /// Whether numbers may be computed, with the operators and the precedence of C.
    pub arithmetic: bool,
    /// The directives.
    pub directives: &'static [Directive],
    /// Address of the first statement; `None` if it must be given by [`Action::Origin`].
    pub origin: Option<u64>,
}

impl Language {
    /// Names of letters, digits, `_` and `.`; colons after labels; decimal numbers; no directives.
    pub const PLAIN: Language = Language {
        comments: &["#"],
        letters: is_plain_letter,
        numbers: &[Notation::prefixed("", 10)],
        any_case: false,
        labels_any_case: false,
        label_sign: ':',
        bare_labels: false,
        commas_are_blanks: false,
        local: None,
        here: None,
        arithmetic: false,
        directives: &[],
        origin: None,
    };
}

/// Whether a character is a letter, a digit, `_` or `.`.
#[must_use]
pub fn is_plain_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

/// Notation of numbers in a radix.
#[derive(Debug, Clone, Copy)]
pub struct Notation {
    /// Text before the digits, in any case.
    pub prefix: &'static str,
    /// Text after the digits, in any case.
    pub suffix: &'static str,
    /// Radix.
    pub radix: u32,
    /// Whether a minus sign may be between prefix and digits.
    pub inner_sign: bool,
}

impl Notation {
    /// Digits after a prefix.
    #[must_use]
    pub const fn prefixed(prefix: &'static str, radix: u32) -> Notation {
        Notation { prefix, suffix: "", radix, inner_sign: false }
    }

    /// Digits before a suffix.
    #[must_use]
    pub const fn suffixed(suffix: &'static str, radix: u32) -> Notation {
        Notation { prefix: "", suffix, radix, inner_sign: false }
    }

    /// Allows a minus sign after the prefix.
    #[must_use]
    pub const fn or_negative(self) -> Notation {
        Notation { inner_sign: true, ..self }
    }
}

/// A directive.
#[derive(Debug)]
pub struct Directive {
    /// Name.
    pub name: &'static str,
    /// Operands, for messages and the page.
    pub operands: &'static str,
    /// Meaning, in words.
    pub meaning: &'static str,
    /// Effect.
    pub action: Action,
}

impl Directive {
    /// A row of the table of directives.
    #[must_use]
    pub const fn new(
        name: &'static str,
        operands: &'static str,
        meaning: &'static str,
        action: Action,
    ) -> Directive {
        Directive { name, operands, meaning, action }
    }
}

/// Effect of a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Places the following statements at an address, in a new segment.
    Origin,
    /// Ends the segment; statements need a new [`Origin`](Action::Origin), unless the language has
    /// a default.
    End,
    /// Numbers of this many units each, separated by commas; a text stands for its characters.
    Numbers(u8),
    /// One number of this many units.
    Number(u8),
    /// This many units for each of a number of elements, zero or with the low bits of a second
    /// operand.
    Space(u8),
    /// A text, one character in each unit, and a zero after it if true.
    Text(bool),
    /// Texts separated by commas, and a zero after the last.
    Texts,
    /// Moves to the next multiple of a number.
    Align,
    /// Gives a label a value instead of an address.
    Equate,
    /// Reads another file here.
    Include,
    /// Has no effect on the program, such as a name that a linker needs.
    Ignore,
}
