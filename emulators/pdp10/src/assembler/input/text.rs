//! Text to read again: bodies of macros and loops, and arguments.

use std::ops::Range;
use std::rc::Rc;

use asmkit::{FileId, Span};

/// A byte of a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file.
    pub(crate) file: FileId,
    /// The byte.
    pub(crate) at: u32,
}

impl Place {
    /// The byte as a span.
    pub(crate) fn span(self) -> Span {
        Span { file: self.file, start: self.at, end: self.at + 1 }
    }
}

/// An element of a text, with its source position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Content.
    pub(crate) code: Code,
    /// Source position.
    pub(crate) place: Place,
}

/// Content of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// A character.
    Character(u8),
    /// The value of this dummy, counted from 0, is inserted here.
    Dummy(u8),
}

impl Piece {
    /// The character, if it is one.
    pub(crate) fn character(self) -> Option<u8> {
        match self.code {
            Code::Character(character) => Some(character),
            Code::Dummy(_) => None,
        }
    }

    /// Whether it is this character.
    pub(crate) fn is(self, character: u8) -> bool {
        self.code == Code::Character(character)
    }
}

/// A text, or part of one; copies share it.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pieces: Rc<[Piece]>,
    start: usize,
    end: usize,
}

impl Default for Text {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl From<Vec<Piece>> for Text {
    fn from(pieces: Vec<Piece>) -> Self {
        Text { start: 0, end: pieces.len(), pieces: pieces.into() }
    }
}

impl Text {
    /// Its elements.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces[self.start..self.end]
    }

    /// Its characters; dummies are left out.
    pub(crate) fn characters(&self) -> impl Iterator<Item = u8> {
        self.pieces().iter().filter_map(|piece| piece.character())
    }

    /// A part of it.
    pub(crate) fn part(&self, range: Range<usize>) -> Text {
        let end = (self.start + range.end).min(self.end);
        Text { start: (self.start + range.start).min(end), end, ..self.clone() }
    }
}
