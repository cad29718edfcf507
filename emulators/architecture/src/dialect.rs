//! Source languages, and processors by the names that lanes have for them.

/// A source language.
#[derive(Debug, PartialEq, Eq)]
pub struct Dialect {
    /// As lanes and command lines spell it.
    pub name: &'static str,
    /// Whose it is, such as `MARS 4.6 (MIPS)`.
    pub about: &'static str,
    /// Whether it is taken where nothing but the machine is known, of several.
    pub is_first: bool,
    /// Whether a source may have NULs in it.
    pub has_nuls: bool,
}

impl Dialect {
    /// A language of texts.
    #[must_use]
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Dialect { name, about, is_first: false, has_nuls: false }
    }

    /// The one that is taken of several.
    #[must_use]
    pub const fn first(self) -> Self {
        Dialect { is_first: true, ..self }
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
