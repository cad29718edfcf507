//! Characters and bytes, as each of the two programs has them belong together.

use super::Fork;

impl Fork {
    /// Bytes of the program's as they are printed.
    pub(super) fn shown(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Fork::Mars => bytes.iter().copied().map(char::from).collect::<String>(),
            Fork::Rars => decode(bytes),
        }
        .into_bytes()
    }

    /// A line as the program finds it in a buffer with room for so many bytes and a NUL, and
    /// whether it was cut; a newline is added where there is room.
    pub(super) fn kept(self, line: &str, room: usize) -> (Vec<u8>, bool) {
        let units = line.encode_utf16().take(room);
        let (mut bytes, whole): (Vec<u8>, _) = match self {
            // A character keeps its low byte only.
            Fork::Mars => (units.map(|unit| unit as u8).collect(), line.encode_utf16().count()),
            Fork::Rars => {
                let letters = char::decode_utf16(units).map(|letter| letter.unwrap_or('?'));
                (letters.collect::<String>().into_bytes(), line.len())
            }
        };
        bytes.truncate(room);
        if bytes.len() < room {
            bytes.push(b'\n');
        }
        bytes.push(0);
        (bytes, whole > room)
    }
}

/// UTF-8 with a replacement character for what is not; a surrogate's bytes together are one.
pub(super) fn decode(bytes: &[u8]) -> String {
    let mut well_formed = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        let surrogate = first == 0xed && matches!(tail.first(), Some(0xa0..=0xbf));
        let length = match tail.get(1) {
            Some(0x80..=0xbf) if surrogate => 3,
            _ if surrogate => 2,
            _ => 1,
        };
        match length {
            1 => well_formed.push(first),
            _ => well_formed.extend("\u{fffd}".as_bytes()),
        }
        rest = &rest[length..];
    }
    String::from_utf8_lossy(&well_formed).into_owned()
}
