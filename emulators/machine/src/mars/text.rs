//! Text encodings of the two simulators.

use super::Simulator;

impl Simulator {
    /// Output for a program's bytes.
    pub(super) fn shown(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Simulator::Mars => bytes.iter().copied().map(char::from).collect::<String>(),
            Simulator::Rars => decode(bytes),
        }
        .into_bytes()
    }

    /// Encodes a line for a buffer of `room` bytes and a NUL; returns whether it was truncated.
    ///
    /// A newline is added if it fits.
    pub(super) fn kept(self, line: &str, room: usize) -> (Vec<u8>, bool) {
        let units = line.encode_utf16().take(room);
        let (mut bytes, whole): (Vec<u8>, _) = match self {
            // A character keeps its low byte only.
            Simulator::Mars => {
                (units.map(|unit| unit as u8).collect(), line.encode_utf16().count())
            }
            Simulator::Rars => {
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

/// Decodes UTF-8 with replacement characters; an encoded surrogate becomes a single one.
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
