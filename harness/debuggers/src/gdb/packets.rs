//! Packets of gdb's protocol in a byte stream: `$`, a body, `#`, two digits.
//!
//! Malformed packets are recognised here, so that no input ends the server.
//!
//! Source: Debugging with GDB, appendix "gdb Remote Serial Protocol": overview, interrupts.

/// Maximum body length; with its frame it equals the announced `PacketSize`.
pub(super) const BODY_LIMIT_BYTES: usize = 4096 - 4;

/// Result of a received byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReceivedByte {
    /// Body of a packet with a correct checksum.
    Packet(Vec<u8>),
    /// A packet with a wrong or missing checksum.
    Broken,
    /// A packet that is too long; its content is dropped.
    TooLong,
    /// The debugger requests the last packet again.
    Resend,
    /// Request to interrupt the program.
    Interrupt,
}

/// Splits a byte stream into packets.
#[derive(Debug, Default)]
pub(super) struct Unpacker {
    at: PacketState,
    body: Vec<u8>,
    sum: u8,
    is_too_long: bool,
}

#[derive(Debug, Default, Clone, Copy)]
enum PacketState {
    #[default]
    Between,
    Body,
    /// Before the checksum, or after its first digit.
    Checksum(Option<u8>),
}

impl Unpacker {
    /// Processes a byte, and returns what it completes.
    ///
    /// Between packets everything except `-` and the interrupt is ignored; a `$` always starts a
    /// new packet.
    pub(super) fn take(&mut self, byte: u8) -> Option<ReceivedByte> {
        match (self.at, byte) {
            (PacketState::Between | PacketState::Body, b'$') => {
                *self = Unpacker { at: PacketState::Body, ..Unpacker::default() };
            }
            (PacketState::Between, b'-') => return Some(ReceivedByte::Resend),
            (PacketState::Between, INTERRUPT) => return Some(ReceivedByte::Interrupt),
            (PacketState::Between, _) => {}
            (PacketState::Body, b'#') => self.at = PacketState::Checksum(None),
            (PacketState::Body, byte) => {
                self.sum = self.sum.wrapping_add(byte);
                match self.body.len() {
                    ..BODY_LIMIT_BYTES => self.body.push(byte),
                    _ => self.is_too_long = true,
                }
            }
            (PacketState::Checksum(None), digit) => self.at = PacketState::Checksum(Some(digit)),
            (PacketState::Checksum(Some(first)), second) => {
                return Some(self.complete([first, second]));
            }
        }
        None
    }

    fn complete(&mut self, digits: [u8; 2]) -> ReceivedByte {
        let packet = std::mem::take(self);
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let sum = digit(digits[0]).zip(digit(digits[1])).map(|(high, low)| high << 4 | low);
        match packet {
            _ if sum != Some(packet.sum.into()) => ReceivedByte::Broken,
            Unpacker { is_too_long: true, .. } => ReceivedByte::TooLong,
            Unpacker { body, .. } => ReceivedByte::Packet(body),
        }
    }
}

/// Byte sent by gdb for Ctrl-C.
pub(super) const INTERRUPT: u8 = 3;

/// Frames a body as a packet.
pub(super) fn framed(body: &[u8]) -> Vec<u8> {
    let sum = body.iter().copied().fold(0u8, u8::wrapping_add);
    [b"$", body, format!("#{sum:02x}").as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(bytes: &[u8]) -> Vec<ReceivedByte> {
        let mut unpacker = Unpacker::default();
        bytes.iter().filter_map(|&byte| unpacker.take(byte)).collect()
    }

    #[test]
    fn packets_are_found_between_other_bytes() {
        let packet = |body: &[u8]| ReceivedByte::Packet(body.to_vec());
        assert_eq!(received(b"$OK#9a"), [packet(b"OK")]);
        assert_eq!(received(b"+ x#$OK#9A$#00"), [packet(b"OK"), packet(b"")]);
        assert_eq!(received(b"-\x03"), [ReceivedByte::Resend, ReceivedByte::Interrupt]);
        assert_eq!(received(b"$m12$OK#9a"), [packet(b"OK")]);
        assert_eq!(received(b"$\x03#03"), [packet(b"\x03")]);
        assert_eq!(received(&framed(b"qSupported")), [packet(b"qSupported")]);
    }

    #[test]
    fn a_wrong_checksum_is_reported() {
        for bytes in [&b"$OK#9b"[..], b"$OK#zz", b"$OK#+9", b"$OK#9\xff", b"$OK#$9a", b"$##00"] {
            assert_eq!(received(bytes), [ReceivedByte::Broken], "{}", bytes.escape_ascii());
        }
        assert_eq!(received(b"$OK#9b$OK#9a")[1], ReceivedByte::Packet(b"OK".to_vec()));
    }

    #[test]
    fn no_more_is_kept_than_a_packet_may_have() {
        let longest = vec![b'a'; BODY_LIMIT_BYTES];
        assert_eq!(received(&framed(&longest)), [ReceivedByte::Packet(longest.clone())]);
        let mut unpacker = Unpacker::default();
        unpacker.take(b'$');
        for _ in 0..100 * BODY_LIMIT_BYTES {
            unpacker.take(b'a');
        }
        assert_eq!(unpacker.body, longest);
        assert_eq!(received(&framed(&[longest, vec![b'a']].concat())), [ReceivedByte::TooLong]);
    }
}
