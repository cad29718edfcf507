//! A string on the input stack.

use std::rc::Rc;

use asmkit::{FileId, Span};

use super::super::name::Name;
use super::file::FileText;
use super::irp::Group;
use super::text::{Piece, Text};
use crate::Word36;

/// A string being read, with the position.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    /// Text to read; empty for a file.
    pub(super) text: Text,
    /// Values of the dummies in `text`.
    pub(super) arguments: Rc<[Text]>,
    at: usize,
    /// A character to read again.
    pub(super) pending: Option<Piece>,
    /// Use of the outermost expansion it belongs to.
    pub(super) used: Span,
    /// Number of strings between it and the file that used it; 0 for a file.
    pub(super) above: usize,
}

/// Kind of string.
#[derive(Debug)]
pub(super) enum FrameKind {
    File(FilePosition),
    Macro,
    Argument,
    Repeat {
        /// Remaining iterations.
        left: u64,
        /// `.RPCNT` outside.
        outer: Option<u64>,
    },
    Irp {
        groups: Vec<Group>,
        /// `.IRPCNT` outside.
        outer: Option<u64>,
    },
}

/// Position in a file.
#[derive(Debug)]
pub(super) struct FilePosition {
    text: Rc<FileText>,
    /// Number of characters read.
    length: usize,
    /// Line feeds read on this page.
    line: u32,
    /// Form feeds read.
    page: u32,
    /// Place of the last form feed, both from 1.
    page_end: Option<(u32, u32)>,
}

/// Position of what has none.
pub(super) const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

impl Frame {
    pub(super) fn file(text: Rc<FileText>) -> Self {
        let kind = FrameKind::File(FilePosition {
            length: text.len(),
            text,
            line: 0,
            page: 0,
            page_end: None,
        });
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

    /// The same, read to its end: a loop starts with its first step.
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

    /// Span of a file's last character.
    pub(super) fn last_span(&self) -> Span {
        match &self.kind {
            FrameKind::File(file) => file.text.span(self.at.saturating_sub(1), self.at),
            _ => self.used,
        }
    }

    /// Position that requests what starts now: the name before the last character of a file, or
    /// this expansion's use.
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

    /// Page and line of a file's last form feed.
    pub(super) fn page_end(&self) -> Option<(u32, u32)> {
        match &self.kind {
            FrameKind::File(file) => file.page_end,
            _ => None,
        }
    }

    /// Adds a line end to the end of a file; false if that was read too.
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

    /// Abandons the rest of a file.
    pub(super) fn leave(&mut self) {
        self.at = usize::MAX;
        self.pending = None;
    }

    /// Restarts the text.
    pub(super) fn rewind(&mut self) {
        self.at = 0;
    }

    /// Binds the dummies of an IRP for the next iteration; false if every group is at its end.
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

    /// Ends this iteration and, with `all`, all further ones.
    pub(super) fn stop(&mut self, all: bool) {
        self.at = self.text.pieces().len();
        match &mut self.kind {
            FrameKind::Repeat { left, .. } if all => *left = 0,
            FrameKind::Irp { groups, .. } if all => groups.clear(),
            _ => {}
        }
    }

    /// Continues at an index of the text.
    pub(super) fn go(&mut self, at: usize) {
        self.at = at;
        self.pending = None;
    }
}

impl FilePosition {
    pub(super) fn names(&self) -> [Word36; 3] {
        self.text.names
    }

    fn count(&mut self, piece: Piece) {
        if piece.is(b'\n') {
            self.line += 1;
        } else if piece.is(b'\x0c') {
            self.page_end = Some((self.page + 1, self.line + 1));
            self.page += 1;
            self.line = 0;
        }
    }
}
