//! A source file as MIDAS sees it.

use asmkit::{FileId, Sources, Span};

use super::FOREIGN;
use super::text::{Code, Piece, Place};
use crate::files::evacuate;

/// The characters of a file: lines end in CR LF, and every character is one of ASCII.
#[derive(Debug)]
pub(crate) struct FileText {
    file: FileId,
    characters: Vec<u8>,
    /// Where each character starts in the source, and then the source's length.
    offsets: Vec<u32>,
    /// Characters of the file; behind them is the line end that MIDAS makes up for the last file.
    length: usize,
}

impl FileText {
    /// The characters of a source file.
    ///
    /// What ends a file on ITS, ^C and NUL, ends it here. Bytes that are not UTF-8 are those of the
    /// [`evacuate`] encoding, in which the public repository of ITS has its sources; in UTF-8, what
    /// is not ASCII becomes [`FOREIGN`].
    pub(crate) fn new(file: FileId, sources: &Sources) -> Self {
        let evacuated = sources.replaced_at(file).is_some();
        let kept = sources.text(file).trim_end_matches(['\u{3}', '\0']);
        let (mut characters, mut offsets) = (Vec::new(), Vec::new());
        for (at, character) in kept.char_indices() {
            let end = at + character.len_utf8();
            let span = Span { file, start: at as u32, end: end as u32 };
            match character {
                // The line feed is both.
                '\r' if kept[end..].starts_with('\n') => {}
                _ if character.is_ascii() => characters.extend(evacuate::meaning(character as u8)),
                _ if evacuated => characters.extend(meaning(&sources.bytes(span))),
                _ => characters.push(FOREIGN),
            }
            offsets.resize(characters.len(), at as u32);
        }
        let length = characters.len();
        characters.extend(*b"\r\n");
        offsets.extend([kept.len() as u32; 3]);
        FileText { file, characters, offsets, length }
    }

    /// Characters in it.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The character at a place.
    pub(super) fn piece(&self, at: usize) -> Option<Piece> {
        let &character = self.characters.get(at)?;
        let place = Place { file: self.file, at: self.offsets[at] };
        Some(Piece { code: Code::Character(character), place })
    }

    /// Where characters are in the source.
    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        let offset = |at: usize| self.offsets[at.min(self.characters.len())];
        Span { file: self.file, start: offset(from), end: offset(to) }
    }

    /// The characters.
    pub(super) fn characters(&self) -> &[u8] {
        &self.characters
    }
}

/// What bytes mean that are not ASCII.
fn meaning(bytes: &[u8]) -> Vec<u8> {
    match bytes.iter().all(|&byte| byte < evacuate::WORD) {
        true => bytes.iter().flat_map(|&byte| evacuate::meaning(byte)).collect(),
        false => vec![FOREIGN],
    }
}
