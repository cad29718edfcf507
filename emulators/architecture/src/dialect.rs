//! Source languages, and processors as lanes name them.

/// A source language.
///
/// Two are equal when they have the same name.
#[derive(Debug)]
pub struct Dialect {
    /// Name in lanes and on command lines.
    pub name: &'static str,
    /// Description, such as `MARS 4.6 (MIPS)`.
    pub about: &'static str,
    /// Whether it is the default dialect of its machine.
    pub is_first: bool,
    /// Whether a source may contain NULs.
    pub has_nuls: bool,
    /// Whether a character can be part of a name.
    pub letters: fn(char) -> bool,
    /// Number of significant characters of a name, if limited.
    pub counted: Option<usize>,
    /// Start of a comment that ends with the line.
    pub comments: &'static [&'static str],
    /// Whether comments start only at the beginning of a cell.
    pub comments_begin_cells: bool,
    /// Whether a word is an instruction or a directive, where labels need no colon: any other word
    /// at the beginning of a statement is a label. `None` if labels need one.
    pub operations: Option<fn(&str) -> bool>,
    /// How a few instructions are assembled alone, for a place in a program; `None` if they cannot be.
    pub fragment: Option<Fragment>,
}

/// How to write instructions for a given address, with names that are defined elsewhere.
///
/// In the texts, `{name}` stands for a name and `{value}` for a number in the radix of the machine.
/// Names of the program that the instructions, the kept lines or the end mention are defined.
#[derive(Debug)]
pub struct Fragment {
    /// Gives a name the value of an address.
    pub label: &'static str,
    /// Gives a name the value of a number.
    pub constant: &'static str,
    /// Directive whose lines are kept from the program's sources, because it defines names that are
    /// not symbols of the program; may be empty.
    pub kept: &'static str,
    /// Begins the instructions.
    pub origin: Origin,
    /// Ends them.
    pub end: &'static str,
}

/// How to begin at an address.
#[derive(Debug, Clone, Copy)]
pub enum Origin {
    /// By a directive.
    Address(&'static str),
    /// By lines in front, each of which takes this many units.
    Filled(&'static str, u64),
}

impl PartialEq for Dialect {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Dialect {}

impl Dialect {
    /// Language with these characters in names, and `#` for comments.
    #[must_use]
    pub const fn new(name: &'static str, about: &'static str, letters: fn(char) -> bool) -> Self {
        Dialect {
            name,
            about,
            is_first: false,
            has_nuls: false,
            letters,
            counted: None,
            comments: &["#"],
            comments_begin_cells: false,
            operations: None,
            fragment: None,
        }
    }

    /// Makes it the default dialect.
    #[must_use]
    pub const fn first(self) -> Self {
        Dialect { is_first: true, ..self }
    }

    /// Limits the significant characters of names.
    #[must_use]
    pub const fn counting(self, characters: usize) -> Self {
        Dialect { counted: Some(characters), ..self }
    }

    /// Sets the start of comments.
    #[must_use]
    pub const fn with_comments(self, comments: &'static [&'static str]) -> Self {
        Dialect { comments, ..self }
    }

    /// Sets the start of comments, which are whole cells.
    #[must_use]
    pub const fn with_comment_cells(self, comments: &'static [&'static str]) -> Self {
        Dialect { comments, comments_begin_cells: true, ..self }
    }

    /// Allows labels without a colon before these instructions and directives.
    #[must_use]
    pub const fn with_bare_labels(self, operations: fn(&str) -> bool) -> Self {
        Dialect { operations: Some(operations), ..self }
    }

    /// Sets how a few instructions are assembled alone.
    #[must_use]
    pub const fn with_fragment(self, fragment: Fragment) -> Self {
        Dialect { fragment: Some(fragment), ..self }
    }

    /// Allows NULs in sources.
    #[must_use]
    pub const fn with_nuls(self) -> Self {
        Dialect { has_nuls: true, ..self }
    }
}

/// A machine that a lane can name.
#[derive(Debug)]
pub struct Processor {
    /// Name.
    pub name: &'static str,
    /// Its dialects.
    pub dialects: &'static [&'static str],
    /// Switches that it implies.
    pub switches: &'static [(&'static str, &'static str)],
}
