//! One string that is being read.

use std::rc::Rc;

use asmkit::{FileId, Span};

use super::super::name::Name;
use super::file::FileText;
use super::irp::Group;
use super::text::{Piece, Text};
use crate::Word36;

/// A string that is being read, and how far.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    /// What is read; of a file, nothing.
    pub(super) text: Text,
    /// The values of dummies in `text`.
    pub(super) arguments: Rc<[Text]>,
    at: usize,
    /// A character that is to be read again.
    pub(super) pending: Option<Piece>,
    /// Where the outermost expansion it belongs to was asked for.
    pub(super) used: Span,
    /// How many strings the file it was asked for in is below it; 0 of a file.
    pub(super) above: usize,
}

/// What a string is.
#[derive(Debug)]
pub(super) enum FrameKind {
    File(File),
    Macro,
    Argument,
    Repeat {
        /// Passes to come.
        left: u64,
        /// `.RPCNT` around it.
        outer: Option<u64>,
    },
    Irp {
        groups: Vec<Group>,
        /// `.IRPCNT` around it.
        outer: Option<u64>,
    },
}

/// How far a file is read.
#[derive(Debug)]
pub(super) struct File {
    text: Rc<FileText>,
    /// Characters of it that are read.
    length: usize,
    /// Line feeds read on this page.
    line: u32,
    /// Form feeds read.
    page: u32,
}

/// The place of what has none.
pub(super) const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

impl Frame {
    pub(super) fn file(text: Rc<FileText>) -> Self {
        let kind = FrameKind::File(File { length: text.len(), text, line: 0, page: 0 });
        Self::expansion(NOWHERE, Text::default(), Rc::default(), kind)
    }

    pub(super) fn expansion(
        used: Span,
        text: Text,
        arguments: Rc<[Text]>,
        kind: FrameKind,
    ) -> Self {
        Frame { kind, text, arguments, at: 0, pending: None, used, above: 0 }
    }

    /// The same, read to its end: a loop starts by its first step.
    pub(super) fn spent(mut self) -> Self {
        self.at = self.text.pieces().len();
        self
    }

    pub(super) fn is_file(&self) -> bool {
        matches!(self.kind, FrameKind::File(_))
    }

    pub(super) fn next(&mut self) -> Option<Piece> {
        let piece = match &mut self.kind {
            FrameKind::File(file) if self.at >= file.length => return None,
            FrameKind::File(file) => {
                let piece = file.text.piece(self.at)?;
                file.count(piece);
                piece
            }
            _ => *self.text.pieces().get(self.at)?,
        };
        self.at += 1;
        Some(piece)
    }

    /// Of a file: where its last character is.
    pub(super) fn last_span(&self) -> Span {
        match &self.kind {
            FrameKind::File(file) => file.text.span(self.at.saturating_sub(1), self.at),
            _ => self.used,
        }
    }

    /// Where something that starts now was asked for: the name before the last character of a
    /// file, or where this expansion was asked for.
    pub(super) fn used_from_here(&self) -> Span {
        let FrameKind::File(file) = &self.kind else { return self.used };
        let end = self.at.saturating_sub(1);
        let name = file.text.characters()[..end].iter().rev().take_while(|&&c| Name::takes(c));
        match name.count() {
            0 => self.last_span(),
            length => file.text.span(end - length, end),
        }
    }

    pub(super) fn page_and_line(&self) -> (u32, u32) {
        match &self.kind {
            FrameKind::File(file) => (file.page + 1, file.line + 1),
            _ => (1, 1),
        }
    }

    /// Goes on with a line end behind the end of a file; false when that was read too.
    pub(super) fn end_line(&mut self) -> bool {
        match &mut self.kind {
            FrameKind::File(file) if file.length == file.text.len() => {
                self.at = file.length;
                file.length += 2;
                true
            }
            _ => false,
        }
    }

    /// Gives up the rest of a file.
    pub(super) fn leave(&mut self) {
        self.at = usize::MAX;
        self.pending = None;
    }

    /// Reads the text again.
    pub(super) fn rewind(&mut self) {
        self.at = 0;
    }

    /// Binds the dummies of an IRP for the next pass; false when every group is at its end.
    pub(super) fn step(&mut self) -> bool {
        let FrameKind::Irp { groups, .. } = &mut self.kind else { return false };
        let mut more = false;
        let mut arguments = Vec::with_capacity(2 * groups.len());
        for group in groups {
            let (found, first, second) = group.step();
            more |= found;
            arguments.extend([first, second]);
        }
        self.arguments = arguments.into();
        more
    }

    /// Ends this pass through the text; with `all`, those to come too.
    pub(super) fn stop(&mut self, all: bool) {
        self.at = self.text.pieces().len();
        match &mut self.kind {
            FrameKind::Repeat { left, .. } if all => *left = 0,
            FrameKind::Irp { groups, .. } if all => groups.clear(),
            _ => {}
        }
    }

    /// Goes on at a place of the text.
    pub(super) fn go(&mut self, at: usize) {
        self.at = at;
        self.pending = None;
    }
}

impl File {
    pub(super) fn names(&self) -> [Word36; 3] {
        self.text.names
    }

    fn count(&mut self, piece: Piece) {
        if piece.is(b'\n') {
            self.line += 1;
        } else if piece.is(b'\x0c') {
            self.page += 1;
            self.line = 0;
        }
    }
}
