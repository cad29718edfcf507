//! A source line with the origin of each byte.

use std::ops::Range;

use crate::Span;

/// A line, possibly changed by `.eqv` and macros.
#[derive(Debug, Clone)]
pub(super) struct Text {
    string: String,
    /// Start offsets of the pieces in ascending order, each with its origin.
    pieces: Vec<(usize, Origin)>,
}

#[derive(Debug, Clone, Copy)]
enum Origin {
    /// Copied byte by byte from this span.
    Copied(Span),
    /// A replacement of this span as a whole.
    Inserted(Span),
}

impl Text {
    /// Creates an unchanged line; the span is that of `string`.
    pub(super) fn new(string: &str, span: Span) -> Self {
        Text { string: string.to_owned(), pieces: vec![(0, Origin::Copied(span))] }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.string
    }

    /// Source span of a range of the line.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        let index = self.pieces.partition_point(|&(start, _)| start <= range.start) - 1;
        let (start, origin) = self.pieces[index];
        match origin {
            Origin::Inserted(span) => span,
            Origin::Copied(span) => {
                let piece_end = self.pieces.get(index + 1).map_or(usize::MAX, |&(start, _)| start);
                let at = |offset: usize| (span.start + (offset - start) as u32).min(span.end);
                let (first, last) = (at(range.start), at(range.end.min(piece_end)));
                Span { file: span.file, start: first, end: last }
            }
        }
    }

    /// Whether the byte at an offset comes from a replacement.
    pub(super) fn is_inserted(&self, at: usize) -> bool {
        let index = self.pieces.partition_point(|&(start, _)| start <= at) - 1;
        matches!(self.pieces[index].1, Origin::Inserted(_))
    }

    /// Replaces a range by `with`, which gets the source span of the range.
    pub(super) fn replace(&mut self, range: Range<usize>, with: &str) {
        let inserted = Origin::Inserted(self.span(range.clone()));
        let rest = self.origin_at(range.end);
        let end = range.start + with.len();
        let first = self.pieces.partition_point(|&(start, _)| start < range.start);
        let after = self.pieces.partition_point(|&(start, _)| start <= range.end);
        for (start, _) in &mut self.pieces[after..] {
            *start = *start - range.end + end;
        }
        self.pieces.splice(first..after, [(range.start, inserted), (end, rest)]);
        if with.is_empty() {
            self.pieces.remove(first);
        }
        self.string.replace_range(range, with);
    }

    /// Origin of the bytes from an offset on.
    fn origin_at(&self, offset: usize) -> Origin {
        let index = self.pieces.partition_point(|&(start, _)| start <= offset) - 1;
        let (start, origin) = self.pieces[index];
        match origin {
            Origin::Inserted(_) => origin,
            Origin::Copied(span) => {
                let first = (span.start + (offset - start) as u32).min(span.end);
                Origin::Copied(Span { start: first, ..span })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::FileId;

    use super::*;

    #[test]
    fn a_replacement_has_the_span_of_the_replaced_text() {
        let span = |start, end| Span { file: FileId(3), start, end };
        let mut text = Text::new("li $t0, N+N", span(100, 111));
        text.replace(8..9, "1000");
        text.replace(13..14, "");
        assert_eq!(text.as_str(), "li $t0, 1000+");
        assert_eq!(text.span(0..2), span(100, 102));
        assert_eq!(text.span(8..12), span(108, 109));
        assert_eq!(text.span(12..13), span(109, 110));
        assert!(text.is_inserted(9) && !text.is_inserted(12));
    }
}
