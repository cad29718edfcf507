//! A source file as MIDAS sees it.

use asmkit::{FileId, Sources, Span};

use super::FOREIGN;
use super::text::{Code, Piece, Place};
use crate::files::evacuate;
use crate::{Word36, text};

/// Characters of a file: lines end in CR LF, and every character is ASCII.
#[derive(Debug)]
pub(crate) struct FileText {
    file: FileId,
    characters: Vec<u8>,
    /// Offset of each character in the source, followed by the source's length.
    offsets: Vec<u32>,
    /// Number of characters, without the line end that MIDAS adds to the last file.
    length: usize,
    /// Names and version, as MIDAS reports them.
    pub(super) names: [Word36; 3],
    /// A character whose interpretation may surprise.
    pub(crate) unexpected: Option<Span>,
}

impl FileText {
    /// Converts a source file.
    ///
    /// ^C and NUL end the file, as on ITS. Non-ASCII bytes are in the [`evacuate`] encoding, used
    /// by the sources in the public ITS repository; an invalid one becomes [`FOREIGN`].
    pub(crate) fn new(file: FileId, sources: &Sources) -> Self {
        let kept = sources.text(file).trim_end_matches(['\u{3}', '\0']);
        let bytes = bytes(file, kept, sources);
        let (mut characters, mut offsets) = (Vec::new(), Vec::new());
        let mut rest = bytes.as_slice();
        while let Some(&(byte, at)) = rest.first() {
            let mut taken = 1;
            match byte {
                // The line feed produces both.
                b'\r' if rest.get(1).is_some_and(|&(next, _)| next == b'\n') => {}
                ..evacuate::WORD => characters.extend(evacuate::meaning(byte)),
                _ if characters.len() % text::CHARS_PER_WORD == 0
                    && rest.len() >= evacuate::WORD_BYTES =>
                {
                    taken = evacuate::WORD_BYTES;
                    let bits = rest[..taken]
                        .iter()
                        .fold(0, |bits, (byte, _)| bits << 8 | u64::from(*byte));
                    characters.extend(text::characters(Word36::new(bits)));
                }
                _ => characters.push(FOREIGN),
            }
            offsets.resize(characters.len(), at);
            rest = &rest[taken..];
        }
        let length = characters.len();
        characters.extend(*b"\r\n");
        offsets.extend([kept.len() as u32; 3]);
        let names = file_words(sources.name(file));
        let unexpected = unexpected(file, kept, sources);
        FileText { file, characters, offsets, length, names, unexpected }
    }

    /// Number of characters.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Character at an index.
    pub(super) fn piece(&self, at: usize) -> Option<Piece> {
        let &character = self.characters.get(at)?;
        let place = Place { file: self.file, at: self.offsets[at] };
        Some(Piece { code: Code::Character(character), place })
    }

    /// Span of characters in the source.
    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        let offset = |at: usize| self.offsets[at.min(self.characters.len())];
        Span { file: self.file, start: offset(from), end: offset(to) }
    }

    /// The characters.
    pub(super) fn characters(&self) -> &[u8] {
        &self.characters
    }
}

/// Bytes of a text with their offsets in the source.
fn bytes(file: FileId, kept: &str, sources: &Sources) -> Vec<(u8, u32)> {
    let mut all = Vec::with_capacity(kept.len());
    for (at, character) in kept.char_indices() {
        let at = at as u32;
        if character.is_ascii() {
            all.push((character as u8, at));
            continue;
        }
        let span = Span { file, start: at, end: at + character.len_utf8() as u32 };
        all.extend(sources.bytes(span).iter().map(|&byte| (byte, at)));
    }
    all
}

/// First character that a user today may have meant literally: non-ASCII, before any `;` on its
/// line, in a text that is entirely UTF-8.
fn unexpected(file: FileId, kept: &str, sources: &Sources) -> Option<Span> {
    if sources.replaced_at(file).is_some() || kept.is_ascii() {
        return None;
    }
    let mut in_comment = false;
    let found = kept.char_indices().find(|&(_, character)| {
        in_comment = character != '\n' && (in_comment || character == ';');
        !in_comment && !character.is_ascii()
    });
    let (at, character) = found?;
    Some(Span { file, start: at as u32, end: (at + character.len_utf8()) as u32 })
}

/// The two ITS names of a file, from `DIR;NAME KIND` or `folder/name.kind`.
pub(crate) fn file_names(shown: &str) -> (String, String) {
    let name = shown.rsplit(['/', ';', '\\', ':']).next().unwrap_or(shown).trim();
    let (first, second) = match name.split_once(' ') {
        Some(parts) => parts,
        None => name.rsplit_once('.').unwrap_or((name, "")),
    };
    let cut = |part: &str| part.trim().chars().take(6).collect::<String>().to_ascii_uppercase();
    (cut(first), cut(second))
}

/// The same in SIXBIT, plus the version number in the second name, or -1.
pub(crate) fn file_words(shown: &str) -> [Word36; 3] {
    let (first, second) = file_names(shown);
    let version = second.parse().map_or(Word36::from_signed(-1), Word36::new);
    [text::sixbit(&first), text::sixbit(&second), version]
}
