//! Sessions driven packet by packet, without a debugger.
//!
//! Source of the packets: Debugging with GDB, appendix "gdb Remote Serial Protocol".

mod hostile;

use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use asmkit::Sources;
use machine::{Host, Image, Input};

use super::{Event, GdbSession, Link, SessionEnd, serve};
use crate::Program;
use targets::files::Folder;
use targets::target::Target;

/// Time limit; nothing here takes a second or waits forever.
const PATIENCE: Duration = Duration::from_secs(600);

/// Passes the server's output to the test.
struct ToTest(Sender<Vec<u8>>);

impl Write for ToTest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A debugger at the other end.
struct Client {
    to: SyncSender<Event>,
    from: Receiver<Vec<u8>>,
    unread: Vec<u8>,
    server: JoinHandle<Result<SessionEnd, String>>,
    /// Text for the console.
    console: String,
}

impl Client {
    fn new(target: Target, image: Image, input: Input) -> Self {
        let mut client = Client::acknowledging(target, image, input);
        assert_eq!(client.ask("QStartNoAckMode"), "OK");
        client
    }

    /// A client before the first packet.
    fn acknowledging(target: Target, image: Image, input: Input) -> Self {
        let (sender, from) = channel();
        let (message, to) = channel();
        let server = std::thread::spawn(move || {
            let sources = Sources::new();
            let program = Program { target: &target, image: &image, sources: &sources };
            let host = Host { input, ..Host::default() };
            let mut session = GdbSession::new(program, host, None).map_err(|e| e.to_string())?;
            let (link, events) = Link::new(ToTest(sender));
            message.send(events).map_err(|e| e.to_string())?;
            serve(&mut session, link)
        });
        let to = to.recv_timeout(PATIENCE).expect("the session begins");
        Client { to, from, unread: Vec::new(), server, console: String::new() }
    }

    /// A MARS program with closed input.
    fn mars(source: &str, switches: &[&str]) -> Self {
        let (target, image) = assembled(source, switches);
        Client::new(target, image, Input::closed(b""))
    }

    fn send(&self, packet: &str) {
        let sum = packet.bytes().fold(0u8, u8::wrapping_add);
        let bytes = format!("${packet}#{sum:02x}").into_bytes();
        self.to.send(Event::Client(bytes)).expect("the server hears");
    }

    fn byte(&mut self) -> u8 {
        while self.unread.is_empty() {
            self.unread = self.from.recv_timeout(PATIENCE).expect("the server answers");
            self.unread.reverse();
        }
        self.unread.pop().expect("there is a byte")
    }

    /// The next packet, with its runs expanded.
    fn packet(&mut self) -> String {
        while self.byte() != b'$' {}
        let mut text = String::new();
        loop {
            match self.byte() {
                b'#' => break,
                b'*' => {
                    let (last, times) = (text.pop().expect("a run has a letter"), self.byte() - 28);
                    text.extend(std::iter::repeat_n(last, usize::from(times)));
                }
                byte => text.push(byte.into()),
            }
        }
        let _sum = (self.byte(), self.byte());
        text
    }

    /// The next packet that is not for the console.
    fn answer(&mut self) -> String {
        loop {
            let packet = self.packet();
            match packet.strip_prefix('O').filter(|text| *text != "K") {
                Some(text) => self.console.push_str(&String::from_utf8_lossy(&bytes(text))),
                None => return packet,
            }
        }
    }

    fn ask(&mut self, packet: &str) -> String {
        self.send(packet);
        self.answer()
    }

    /// A register by number, as a little-endian machine sends it.
    fn register(&mut self, number: usize) -> u32 {
        let word = bytes(&self.ask(&format!("p{number:x}")));
        u32::from_le_bytes(word.try_into().expect("a register has four bytes"))
    }

    /// Runs the program until it has printed this many dots, and a little further.
    fn run_until_dots(&mut self, dots: usize) {
        self.send("vCont;c");
        while self.console.len() < dots {
            let packet = self.packet();
            self.console.push_str(&String::from_utf8_lossy(&bytes(&packet[1..])));
        }
        self.to.send(Event::Client(vec![3])).unwrap();
        assert_eq!(self.answer(), "S02");
    }

    fn ended(self) -> Result<SessionEnd, String> {
        self.server.join().expect("the server does not panic")
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u32> = hex.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

fn assembled(source: &str, switches: &[&str]) -> (Target, Image) {
    let switches: Vec<String> = switches.iter().map(|&switch| switch.to_owned()).collect();
    let target = Target::named("mips32", "mars", &switches).unwrap();
    let mut sources = Sources::new();
    let file = sources.add("test.s", source.as_bytes());
    let assembly = target.assemble(&mut sources, &[file], &Folder::with(Path::new("test.s"), &[]));
    (target, assembly.expect("the program assembles").image)
}

/// Adds 3, 2 and 1 to `total`, prints it and exits with 3.
const SUM: &str = "
        .data
total:  .word 0
        .text
main:   li   $t0, 3             # 400000
loop:   lw   $t1, total         # 400004
        addu $t1, $t1, $t0      # 40000c
        sw   $t1, total         # 400010, the store itself at 400014
        addiu $t0, $t0, -1      # 400018
        bnez $t0, loop          # 40001c
        lw   $a0, total         # 400020
        li   $v0, 1
        syscall
        li   $v0, 17
        li   $a0, 3
        syscall
";

/// Register numbers in the description: general ones first.
const T0: usize = 8;
const PC: usize = 34;

#[test]
fn a_session_announces_features_and_registers() {
    let mut client = Client::mars(SUM, &[]);
    let features = client.ask("qSupported:multiprocess+;swbreak+;hwbreak+;xmlRegisters=i386");
    for feature in ["ReverseStep+", "ReverseContinue+", "swbreak+", "qXfer:features:read+"] {
        assert!(features.contains(feature), "{features}");
    }
    let mut description = String::new();
    loop {
        let request = format!("qXfer:features:read:target.xml:{:x},200", description.len());
        let part = client.ask(&request);
        description.push_str(&part[1..]);
        if part.starts_with('l') {
            break;
        }
    }
    assert!(description.contains("<architecture>mips:isa32</architecture>"), "{description}");
    assert!(description.contains(r#"<reg name="pc" bitsize="32" type="code_ptr" regnum="34"/>"#));
    assert_eq!(client.ask("?"), "T05thread:p01.01;");
    assert_eq!(client.ask("vCont?"), "vCont;c;C;s;S;r");
    assert_eq!(client.ask("D"), "OK");
    assert_eq!(client.ended(), Ok(SessionEnd::Left));
}

#[test]
fn registers_and_memory_are_read_and_written_in_the_machines_order() {
    for big_endian in [false, true] {
        let mut client = Client::mars(SUM, if big_endian { &["big-endian"] } else { &[] });
        let word = |value: u32| {
            if big_endian { format!("{value:08x}") } else { format!("{:08x}", value.swap_bytes()) }
        };
        let all = client.ask("g");
        assert_eq!(all[PC * 8..PC * 8 + 8], word(0x40_0000));
        assert_eq!(client.ask(&format!("P8={}", word(0x1234_5678))), "OK");
        assert_eq!(client.ask("p8"), word(0x1234_5678));
        assert_eq!(client.ask(&format!("P0={}", word(1))), "E16", "$zero stays zero");
        assert_eq!(client.ask("P8=12"), "E16", "a register has four bytes");
        assert_eq!(client.ask("p400"), "E16");
        assert_eq!(client.ask("m400000,4"), word(0x2408_0003), "addiu $t0, $zero, 3");
        assert_eq!(client.ask("M10010000,2:beef"), "OK");
        assert_eq!(client.ask("m10010000,4"), "beef0000");
        assert_eq!(client.ask("mffffffff10010000,2"), "beef", "addresses may carry their sign");
        assert_eq!(client.ask("m0,4"), "E0e");
        assert_eq!(client.ask("M0,1:00"), "E0e");
        // The floating-point condition flags are part of FCSR: flag 0, and flag 7.
        let fcsr = all.len() / 8 - 3;
        assert_eq!(client.ask(&format!("P{fcsr:x}={}", word(0x8080_0003))), "OK");
        assert_eq!(client.ask(&format!("p{fcsr:x}")), word(0x8080_0003));
    }
}

#[test]
fn breakpoints_stop_before_and_going_back_finds_them_again() {
    let mut client = Client::mars(SUM, &[]);
    assert_eq!(client.ask("Z0,400018,4"), "OK");
    assert_eq!(client.ask("Z1,400004,4"), "OK");
    assert_eq!(client.ask("Z0,0,4"), "E16", "there is nothing");
    assert_eq!(client.ask("vCont;c"), "T05thread:01;hwbreak:;");
    for expected in [3, 2] {
        assert_eq!(client.ask("vCont;s"), "S05");
        assert_eq!(client.ask("vCont;c"), "T05thread:01;swbreak:;");
        assert_eq!((client.register(PC), client.register(T0)), (0x40_0018, expected));
        if expected == 3 {
            assert_eq!(client.ask("vCont;s"), "S05");
            assert_eq!(client.ask("vCont;c"), "T05thread:01;hwbreak:;");
        }
    }
    assert_eq!(client.ask("bs"), "S05");
    assert_eq!(client.register(PC), 0x40_0014);
    assert_eq!(client.ask("bc"), "T05thread:01;hwbreak:;");
    assert_eq!((client.register(PC), client.register(T0)), (0x40_0004, 2));
    assert_eq!(client.ask("z1,400004,4"), "OK");
    assert_eq!(client.ask("bc"), "T05thread:01;swbreak:;");
    assert_eq!((client.register(PC), client.register(T0)), (0x40_0018, 3));
    assert_eq!(client.ask("bc"), "T05replaylog:begin;");
    assert_eq!(client.ask("bs"), "T05replaylog:begin;");
    assert_eq!(client.register(PC), 0x40_0000);
    assert_eq!(client.ask("z0,400018,4"), "OK");
    assert_eq!(client.ask("vCont;c"), "W03");
    assert_eq!(client.console, "6");
    assert_eq!(client.ended(), Ok(SessionEnd::Exited(3)));
}

#[test]
fn a_watchpoint_of_mips_stops_before_the_store_in_both_directions() {
    let mut client = Client::mars(SUM, &[]);
    assert_eq!(client.ask("Z3,10010000,4"), "E16", "loads cannot be watched");
    assert_eq!(client.ask("Z4,10010000,4"), "E16");
    assert_eq!(client.ask("Z2,10010000,4"), "OK");
    assert_eq!(client.ask("vCont;c"), "T05thread:01;watch:10010000;");
    assert_eq!((client.register(PC), client.ask("m10010000,1").as_str()), (0x40_0014, "00"));
    assert_eq!(client.ask("z2,10010000,4"), "OK");
    assert_eq!(client.ask("vCont;s"), "S05");
    assert_eq!(client.ask("m10010000,1"), "03");
    assert_eq!(client.ask("Z2,10010000,4"), "OK");
    assert_eq!(client.ask("vCont;c"), "T05thread:01;watch:10010000;");
    assert_eq!(client.ask("m10010000,1"), "03");
    assert_eq!(client.ask("bc"), "T05thread:01;watch:10010000;");
    assert_eq!((client.register(PC), client.ask("m10010000,1").as_str()), (0x40_0018, "03"));
}

#[test]
fn steps_go_through_a_line_and_stop_at_breakpoints_in_it() {
    let mut client = Client::mars(SUM, &[]);
    assert_eq!(client.ask("vCont;r400000,400004:1"), "S05");
    assert_eq!(client.register(PC), 0x40_0004);
    assert_eq!(client.ask("vCont;r400004,400020:1"), "S05", "the loop runs to its end");
    assert_eq!((client.register(PC), client.register(T0)), (0x40_0020, 0));
    assert_eq!(client.ask("bc"), "T05replaylog:begin;");
    assert_eq!(client.ask("Z0,400018,4"), "OK");
    assert_eq!(client.ask("vCont;r400000,400020:1"), "T05thread:01;swbreak:;");
    assert_eq!(client.register(T0), 3);
}

#[test]
fn going_back_undoes_user_changes() {
    let mut client = Client::mars(SUM, &[]);
    (0..5).for_each(|_| assert_eq!(client.ask("vCont;s"), "S05"));
    assert_eq!(client.ask("P8=07000000"), "OK");
    (0..3).for_each(|_| assert_eq!(client.ask("vCont;s"), "S05"));
    assert_eq!(client.register(T0), 6);
    (0..2).for_each(|_| assert_eq!(client.ask("bs"), "S05"));
    assert_eq!(client.register(T0), 7);
    (0..3).for_each(|_| assert_eq!(client.ask("bs"), "S05"));
    assert_eq!(client.register(T0), 3);
    assert_eq!(client.ask("vCont;c"), "W03");
    assert_eq!(client.console, "6");
}

#[test]
fn a_fault_is_a_signal_with_our_words_and_ends_the_program_when_passed_on() {
    let cases = [
        ("lw $t1, 3($zero)", "0a", "M002"),
        ("lw $t1, 0x2000($zero)", "0b", "M001"),
        ("break 3", "05", "M009"),
        ("li $t0, 0x7fffffff\naddi $t0, $t0, 1", "08", "M007"),
        ("li $v0, 999\nsyscall", "0c", "M012"),
    ];
    for (source, signal, id) in cases {
        let mut client = Client::mars(&format!("main: nop\n{source}\n"), &[]);
        assert_eq!(client.ask("vCont;c"), format!("S{signal}"), "{source}");
        assert!(client.console.starts_with(&format!("error[{id}]: ")), "{}", client.console);
        assert_eq!(client.ask(&format!("vCont;C{signal}")), format!("X{signal}"));
        assert_eq!(client.ended(), Ok(SessionEnd::Killed));
    }
    let mut client = Client::mars(SUM, &[]);
    assert_eq!(client.ask("M400004,4:ffffffff"), "OK");
    assert_eq!(client.ask("vCont;c"), "S04");
}

/// Counts in `$t0` forever and prints a dot about every 2,000,000 instructions.
const ENDLESS: &str = "
main:   li $a0, '.'
        li $v0, 11
        syscall
        addiu $t1, $t0, 1000000
count:  addiu $t0, $t0, 1
        bne $t0, $t1, count
        b main
";

#[test]
fn an_endless_program_is_interrupted_and_goes_back() {
    let mut client = Client::mars(ENDLESS, &[]);
    client.run_until_dots(1);
    let (pc, count) = (client.register(PC), client.register(T0));
    assert_eq!(client.ask("bs"), "S05");
    assert_eq!(client.ask("vCont;s"), "S05");
    assert_eq!((client.register(PC), client.register(T0)), (pc, count));
}

#[test]
fn a_debugger_that_vanishes_ends_the_session() {
    let idle = Client::mars(ENDLESS, &[]);
    idle.to.send(Event::Gone).unwrap();
    assert_eq!(idle.ended(), Ok(SessionEnd::Left));
    let running = Client::mars(ENDLESS, &[]);
    running.send("vCont;c");
    running.to.send(Event::Gone).unwrap();
    assert_eq!(running.ended(), Ok(SessionEnd::Left));
}

/// Reads two numbers and exits with their sum.
const TWO_NUMBERS: &str = "
main:   li $v0, 5
        syscall
        move $t0, $v0
        li $v0, 5
        syscall
        addu $a0, $v0, $t0
        li $v0, 17
        syscall
";

#[test]
fn input_is_waited_for_and_read_again_after_going_back() {
    let (target, image) = assembled(TWO_NUMBERS, &[]);
    let mut client = Client::new(target, image, Input::open());
    client.send("vCont;c");
    client.to.send(Event::Input(b"40\n".to_vec())).unwrap();
    client.to.send(Event::Client(vec![3])).unwrap();
    assert_eq!(client.answer(), "S02", "the second number is not there yet");
    assert_eq!(client.ask("bc"), "T05replaylog:begin;");
    client.send("vCont;c");
    client.to.send(Event::Input(b"2\n".to_vec())).unwrap();
    assert_eq!(client.answer(), "W2a");
    assert_eq!(client.ended(), Ok(SessionEnd::Exited(42)));
}

#[test]
fn nothing_the_program_prints_drives_a_terminal() {
    let source = ".data\ntext: .asciiz \"\\033[2Jok\"\n.text\nla $a0, text\nli $v0, 4\nsyscall\n";
    // MARS has no \033; it is inserted byte by byte.
    let source = source.replace("\\033", "?") + "li $v0, 10\nsyscall\n";
    let mut client = Client::mars(&source, &[]);
    assert_eq!(client.ask("M10010000,1:1b"), "OK");
    assert_eq!(client.ask("vCont;c"), "W00");
    assert_eq!(client.console, "\u{fffd}[2Jok");
}

#[test]
fn monitor_tells_counts_and_place() {
    let mut client = Client::mars(SUM, &[]);
    let mut monitor = |command: &str| {
        let hex: String = command.bytes().map(|byte| format!("{byte:02x}")).collect();
        client.console.clear();
        assert_eq!(client.ask(&format!("qRcmd,{hex}")), "OK");
        client.console.clone()
    };
    assert!(monitor("help").contains("monitor counts"));
    assert!(monitor("nonsense").starts_with("unknown command `monitor nonsense`"));
    assert!(monitor("counts").starts_with("instructions                0  "));
    assert_eq!(monitor("position"), "after 0 instructions; recorded from 0 to 0\n");
}

/// A long way back: through snapshots that were made, thinned out and made again.
#[test]
fn a_long_run_goes_back_to_any_place() {
    let mut client = Client::mars(ENDLESS, &[]);
    assert_eq!(client.ask("P8=01000000"), "OK");
    client.run_until_dots(20);
    let end = client.register(T0);
    assert!(end > 19_000_000, "{end}");
    assert_eq!(client.ask("Z0,400018,4"), "OK");
    for back in 1..6 {
        assert_eq!(client.ask("bc"), "T05thread:01;swbreak:;");
        assert_eq!(client.register(T0), end - back);
    }
    assert_eq!(client.ask("z0,400018,4"), "OK");
    // The dot before the last one: a hit in an earlier part of the past. The number of dots depends
    // on when the interrupt arrived.
    let last = (client.register(T0) - 1) / 1_000_000;
    assert!(last >= 19, "{last}");
    assert_eq!(client.ask("Z0,400008,4"), "OK");
    for dots in [last, last - 1] {
        assert_eq!(client.ask("bc"), "T05thread:01;swbreak:;");
        assert_eq!(client.register(T0), dots * 1_000_000 + 1);
    }
    assert_eq!(client.ask("z0,400008,4"), "OK");
    assert_eq!(client.ask("bc"), "T05replaylog:begin;");
    assert_eq!(client.register(T0), 1);
}

/// `li t0, 5; again: addi t0, t0, -1; sw t0, 0(sp); bnez t0, again; li a7, 93; li a0, 4; ecall`, as
/// encoded by GNU as for rv32imc.
#[rustfmt::skip]
const RISCV: &[u8] = &[
    0x95, 0x42, 0xfd, 0x12, 0x16, 0xc0, 0xe3, 0x9e, 0x02, 0xfe,
    0x93, 0x08, 0xd0, 0x05, 0x11, 0x45, 0x73, 0x00, 0x00, 0x00,
];

fn riscv() -> (Target, Image) {
    let segment = machine::Segment {
        name: ".text".to_owned(),
        base: 0x1_0000,
        size: RISCV.len() as u64,
        data: machine::Data::Bytes(RISCV.to_vec()),
        executable: true,
        writable: true,
    };
    let (isa, entry) = ("riscv32".to_owned(), 0x1_0000);
    let image = Image { isa, entry, segments: vec![segment], ..Image::default() };
    (Target::of("gnu").unwrap(), image)
}

#[test]
fn a_watchpoint_of_riscv_stops_before_the_store_in_both_directions() {
    let (target, image) = riscv();
    let mut client = Client::new(target, image, Input::closed(b""));
    let description = client.ask("qXfer:features:read:target.xml:0,1000");
    assert!(description.contains("<architecture>riscv:rv32</architecture>"), "{description}");
    let (sp, t0, pc) = (2, 5, 32);
    let stack = client.register(sp);
    let (set, clear) = (format!("Z2,{stack:x},4"), format!("z2,{stack:x},4"));
    let (watch, read) = (format!("T05thread:01;watch:{stack:x};"), format!("m{stack:x},1"));
    assert_eq!(client.ask(&set), "OK");
    for expected in ["01", "04"] {
        assert_eq!(client.ask("vCont;c"), watch);
        assert_eq!((client.register(pc), client.ask(&read).as_str()), (0x1_0004, expected));
        assert_eq!(client.ask(&clear), "OK");
        assert_eq!(client.ask("vCont;s"), "S05");
        assert_eq!(client.ask(&set), "OK");
    }
    assert_eq!(client.ask("bc"), watch);
    assert_eq!((client.register(pc), client.register(t0)), (0x1_0006, 3));
    assert_eq!(client.ask(&clear), "OK");
    assert_eq!(client.ask("bs"), "S05");
    assert_eq!(client.ask(&read), "04");
    assert_eq!(client.ask("vCont;c"), "W04");
}
