//! Source languages, and processors by the names that lanes have for them.

/// A source language.
///
/// Two are equal when they have the same name.
#[derive(Debug)]
pub struct Dialect {
    /// As lanes and command lines spell it.
    pub name: &'static str,
    /// Whose it is, such as `MARS 4.6 (MIPS)`.
    pub about: &'static str,
    /// Whether it is taken where nothing but the machine is known, of several.
    pub is_first: bool,
    /// Whether a source may have NULs in it.
    pub has_nuls: bool,
    /// Whether a character can be part of a name, as the language's own reader has it.
    pub letters: fn(char) -> bool,
    /// So many characters of a name count, where not all of them do.
    pub counted: Option<usize>,
    /// What begins a comment up to the end of the line.
    pub comments: &'static [&'static str],
    /// Whether that does so only where a cell of the source begins.
    pub comments_begin_cells: bool,
}

impl PartialEq for Dialect {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Dialect {}

impl Dialect {
    /// A language of texts in which these characters make names, and `#` begins a comment.
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
        }
    }

    /// The one that is taken of several.
    #[must_use]
    pub const fn first(self) -> Self {
        Dialect { is_first: true, ..self }
    }

    /// One of whose names so many characters count.
    #[must_use]
    pub const fn counting(self, characters: usize) -> Self {
        Dialect { counted: Some(characters), ..self }
    }

    /// One whose comments begin with these.
    #[must_use]
    pub const fn with_comments(self, comments: &'static [&'static str]) -> Self {
        Dialect { comments, ..self }
    }

    /// One whose comments are cells that begin with this.
    #[must_use]
    pub const fn with_comment_cells(self, comments: &'static [&'static str]) -> Self {
        Dialect { comments, comments_begin_cells: true, ..self }
    }

    /// One whose sources may have NULs.
    #[must_use]
    pub const fn with_nuls(self) -> Self {
        Dialect { has_nuls: true, ..self }
    }
}

/// What a lane can name as its machine.
#[derive(Debug)]
pub struct Processor {
    /// The name.
    pub name: &'static str,
    /// The dialects it is programmed in.
    pub dialects: &'static [&'static str],
    /// The switches it stands for.
    pub switches: &'static [(&'static str, &'static str)],
}
