//! Positions in sources in UTF-16 units, as editors count them.

use asmkit::{Sources, Span};
use machine::{Image, Spec};
use serde::Serialize;
use targets::diagnose;
use ts_rs::TS;

/// A run of text in a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Place {
    /// File name.
    pub file: String,
    /// Line of its start, from 1.
    pub line: u32,
    /// Start in the text of the file, in UTF-16 units from 0.
    pub start: u32,
    /// End, in UTF-16 units (exclusive).
    pub end: u32,
}

impl Place {
    pub(crate) fn of(span: Span, sources: &Sources) -> Self {
        let text = sources.text(span.file);
        let units = |end: u32| {
            let before = &text[..text.floor_char_boundary(end as usize)];
            before.encode_utf16().count() as u32
        };
        let file = asmkit::plain_name(sources.name(span.file));
        let (line, _) = sources.line_column(span);
        Place { file, line, start: units(span.start), end: units(span.end) }
    }
}

/// An address of a program, in words, and its source line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Spot {
    /// The address.
    pub address: u64,
    /// The address, as the machine's manual prints it.
    pub shown: String,
    /// Line, address and label in words.
    pub words: String,
    /// File of its source line, if it has one.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
}

impl Spot {
    pub(crate) fn of(address: u64, image: &Image, spec: &Spec) -> Self {
        let line = image.line(address);
        let name = line.and_then(|line| image.files.get(line.file as usize));
        Spot {
            address,
            shown: spec.show_address(address),
            words: diagnose::place(image, address, spec),
            file: name.map(|name| asmkit::plain_name(name)),
            line: line.map(|line| line.line),
        }
    }
}
