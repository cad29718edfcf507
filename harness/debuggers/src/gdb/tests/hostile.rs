//! Packets that no debugger would send: each is answered, and so is the next good one.

use super::*;
use crate::gdb::packets::{BODY_LIMIT_BYTES, framed};

/// An endless program, so that resume packets end no session.
const LOOP: &str = "
        .data
total:  .word 0
        .text
main:   nop
        b    main
";

fn client(acknowledges: bool) -> Client {
    let (target, image) = assembled(LOOP, &[]);
    let client = if acknowledges { Client::acknowledging } else { Client::new };
    client(target, image, Input::closed(b""))
}

impl Client {
    fn raw(&self, bytes: &[u8]) {
        self.to.send(Event::Client(bytes.to_vec())).expect("the server hears");
    }

    /// The next bytes as received.
    fn bytes(&mut self, count: usize) -> String {
        (0..count).map(|_| char::from(self.byte())).collect()
    }

    /// Whether a good packet is answered, after anything else.
    fn is_well(&mut self, round: u32) {
        self.raw(&[3]);
        self.send(&format!("M10010000,4:{round:08x}"));
        self.send("m10010000,4");
        while self.answer() != format!("{round:08x}") {}
    }
}

#[test]
fn a_wrong_checksum_asks_for_the_packet_again() {
    let mut client = client(true);
    client.raw(b"$?#40");
    assert_eq!(client.bytes(1), "-");
    client.raw(b"$?#zz");
    assert_eq!(client.bytes(1), "-");
    client.raw(b"$?#3f");
    assert_eq!(client.bytes(1), "+");
    let reason = client.packet();
    client.raw(b"-");
    assert_eq!(client.packet(), reason);
    client.raw(b"+");
    client.send("QStartNoAckMode");
    assert_eq!(client.bytes(7), "+$OK#9a");
    client.raw(b"-");
    client.raw(b"$?#40");
    assert_eq!(client.bytes(7), "$E16#ac");
    client.is_well(1);
}

#[test]
fn an_invalid_request_is_an_error() {
    let mut client = client(false);
    let supported = client.ask("qSupported:swbreak+");
    assert!(supported.starts_with("PacketSize=1000;"), "{supported}");
    assert_eq!(client.ask("qSupported"), supported);
    client.raw(&framed(&vec![b'm'; BODY_LIMIT_BYTES + 1]));
    assert_eq!(client.answer(), "E16");
    for packet in
        ["m", "m,", "mg,4", "M10010000,4:12g4", "Z0", "Z0,400000", "p", "pq", "vCont;x", "Hx"]
    {
        let answer = client.ask(packet);
        assert!(answer.is_empty() || answer.starts_with('E'), "{packet}: {answer}");
    }
    for packet in ["", "x", "vMustReplyEmpty", "qNothing", "\u{ff}"] {
        assert_eq!(client.ask(packet), "", "{packet}");
    }
    client.is_well(2);
}

#[test]
fn a_malformed_packet_does_not_stop_the_program() {
    let mut client = client(false);
    client.send("vCont;c");
    client.send("m,");
    assert_eq!(client.answer(), "E16");
    client.raw(&[3]);
    assert_eq!(client.answer(), "S02");
    client.is_well(3);
}

#[test]
fn no_more_stops_are_kept_than_any_program_needs() {
    let mut client = client(false);
    let answers = (0..10_050).map(|at| client.ask(&format!("Z{},{:x},4", 1 + at % 2, 4 * at)));
    assert_eq!(answers.filter(|answer| answer == "OK").count(), 10_000);
    client.is_well(4);
}

/// Building blocks of the random packets; none lets the program end or detaches.
const PACKETS: [&str; 25] = [
    "qSupported",
    "qSupported:swbreak+;hwbreak+",
    "m10010000,4",
    "m400000,ffffffffffffffff",
    "M10010000,2:beef",
    "X10010000,1:a",
    "Z0,400000,4",
    "z0,400000,4",
    "Z2,10010000,4",
    "vCont;c",
    "vCont;s",
    "vCont;r400000,400008:1",
    "bs",
    "p8",
    "g",
    "qRcmd,68656c70",
    "?",
    "Hg0",
    "qfThreadInfo",
    "qXfer:features:read:target.xml:0,200",
    "qAttached",
    "s",
    "c",
    "T1",
    "!",
];

#[test]
fn random_packets_end_no_session() {
    let mut random = reference::Random::new(11);
    for acknowledges in [true, false] {
        let mut client = client(acknowledges);
        for round in 0..150 {
            let mut packet = PACKETS[random.below(PACKETS.len())].as_bytes().to_vec();
            for _ in 0..random.below(3) {
                let at = random.below(packet.len());
                packet[at] = b"0123456789abcdef,:;=-+zZ#$}*\x03\xff"[random.below(30)];
            }
            packet.truncate(packet.len() - random.below(packet.len()));
            let mut packet = framed(&packet);
            for _ in 0..random.below(2) {
                let at = random.below(packet.len());
                packet[at] = random.below(256) as u8;
            }
            // A `$` restarts after an unfinished packet.
            client.raw(&packet);
            client.raw(b"$#00");
            client.is_well(round);
        }
    }
}

/// Some of these change registers or end the session, so that only its end is certain.
#[test]
fn damaged_packets_are_not_bugs() {
    let packets = [
        "qSupported:multiprocess+",
        "g",
        "p8",
        "P8=01000000",
        "m400000,4",
        "M10010000,2:beef",
        "X10010000,1:a",
        "Z0,400018,4",
        "z0,400018,4",
        "Z2,10010000,4",
        "vCont;c",
        "vCont;s",
        "vCont;r400000,400010:1",
        "vCont;C0b",
        "bs",
        "bc",
        "qRcmd,68656c70",
        "?",
        "Hg0",
        "qfThreadInfo",
        "qXfer:features:read:target.xml:0,200",
        "vKill;1",
        "qAttached",
        "qC",
        "s",
        "c",
        "T1",
        "!",
    ];
    let mut random = reference::Random::new(11);
    for _ in 0..150 {
        let client = Client::mars(SUM, &[]);
        for _ in 0..8 {
            let mut packet = packets[random.below(packets.len())].as_bytes().to_vec();
            for _ in 0..random.below(3) {
                let at = random.below(packet.len());
                packet[at] = b"0123456789abcdef,:;=-+zZ"[random.below(24)];
            }
            let packet = String::from_utf8_lossy(&packet).into_owned();
            let sum = packet.bytes().fold(0u8, u8::wrapping_add);
            // A session that has ended reads nothing more.
            let _ = client.to.send(Event::Client(format!("${packet}#{sum:02x}").into_bytes()));
        }
        let _ = client.to.send(Event::Gone);
        assert!(client.ended().is_ok());
    }
}
