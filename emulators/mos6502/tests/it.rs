//! The 6502: instructions and cycles, dialects, systems, and files.

#[expect(
    dead_code,
    reason = "two dialects have their own set-up, and instructions differ in length"
)]
#[path = "../../kit/tests/support/tests.rs"]
mod support;

use std::cell::Cell;
use std::path::Path;

use architecture::{Choices, Setup};
use asmkit::{NoLibrary, Sources};
use machine::{Access, Cause, Host, Image, Input, Machine as _, Stop};
use mos6502::ARCHITECTURE;
use mos6502::cycles::{Registers, record};
use proptest::prelude::*;
use support::{assembled, followed, image, loaded, outcome};

/// The machine with a dialect and switches.
fn set_up(dialect: &str, switches: &[(&'static str, &str)]) -> Box<dyn Setup> {
    let dialect = ARCHITECTURE.dialects().iter().find(|it| it.name == dialect).expect("a dialect");
    ARCHITECTURE.set_up(dialect, &Choices::with(switches)).expect("they fit")
}

/// Result of a program with an input: the stop, the output, and the cycles.
fn ran(setup: &dyn Setup, image: &Image, input: &str) -> (Stop, String, u64) {
    let mut machine = loaded(setup, image);
    let mut host = Host::with_input(input.as_bytes());
    host.program = b"test".to_vec();
    host.arguments = vec![b"one".to_vec(), b"two".to_vec()];
    let stop = machine.run(&mut host, 100_000, &mut ());
    let output = String::from_utf8_lossy(host.output.bytes()).into_owned();
    (stop, output, machine.counts().cycles[0].cycles)
}

fn ran_source(setup: &dyn Setup, source: &str, input: &str) -> (Stop, String, u64) {
    let image = assembled(setup, source).unwrap_or_else(|messages| panic!("{messages}"));
    ran(setup, &image, input)
}

const EXIT: Stop = Stop::Exit { status: 0 };

#[test]
fn every_fact_about_the_65c02_holds_and_every_instruction_has_one() {
    let setup = set_up("ca65", &[("cpu", "65c02")]);
    support::facts(&*setup, include_str!("cases/65c02.txt"), "{}\n", 1);
}

/// Registers after an instruction of the NMOS 6502, the bytes at $10 and $11, and the cycles.
fn step(bytes: &[u8], before: Registers) -> (Registers, [u8; 2], usize) {
    let memory = vec![Cell::new(0); 1 << 16];
    for (at, byte) in [(0x10, 0x3c), (0x1000, 0x12), (0x10ff, 0x34), (0x1100, 0x56)] {
        let cell: &Cell<u8> = &memory[at];
        cell.set(byte);
    }
    memory[0x0200..].iter().zip(bytes).for_each(|(cell, byte)| cell.set(*byte));
    let mut registers = before;
    let (cycles, _) = record::<false>(&mut registers, &memory).expect("it continues");
    (registers, [memory[0x10].get(), memory[0x11].get()], cycles.len())
}

/// A, and P without D, after `ADC` or `SBC` in decimal mode.
///
/// Source: the sequences 1 to 4 in Bruce Clark, "Decimal Mode" (6502.org), appendix A.
fn decimal(is_cmos: bool, adds: bool, a: i32, b: i32, c: i32) -> (u8, u8) {
    let (low, high) = (|n: i32| n & 0x0f, |n: i32| n & 0xf0);
    let signed = |n: i32| i32::from(n as u8 as i8);
    let (result, internal, binary, is_over);
    if adds {
        let digit = low(a) + low(b) + c;
        let digit = if digit >= 0x0a { low(digit + 6) + 0x10 } else { digit };
        let sum = high(a) + high(b) + digit;
        result = if sum >= 0xa0 { sum + 0x60 } else { sum };
        internal = signed(high(a)) + signed(high(b)) + digit;
        (binary, is_over) = (a + b + c, !(-128..128).contains(&internal));
    } else {
        binary = a - b + c - 1;
        let digit = low(a) - low(b) + c - 1;
        result = if is_cmos {
            let corrected = if binary < 0 { binary - 0x60 } else { binary };
            if digit < 0 { corrected - 6 } else { corrected }
        } else {
            let digit = if digit < 0 { low(digit - 6) - 0x10 } else { digit };
            let difference = high(a) - high(b) + digit;
            if difference < 0 { difference - 0x60 } else { difference }
        };
        internal = binary;
        is_over = !(-128..128).contains(&(signed(a) - signed(b) + c - 1));
    }
    let carry = if adds { result >= 0x100 } else { binary >= 0 };
    let [n, z] = if is_cmos { [result, result] } else { [internal, binary] };
    let flags = [(0x80, n & 0x80 != 0), (0x40, is_over), (0x02, z & 0xff == 0), (0x01, carry)];
    let p = flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag).sum();
    (result as u8, p)
}

#[test]
fn decimal_mode_is_that_of_the_chips_for_all_digits() {
    let memory = vec![Cell::new(0); 1 << 16];
    for (opcode, a, b, c) in (0..0x40000).map(|n| (n >> 17, n & 0xff, n >> 8 & 0xff, n >> 16 & 1)) {
        let adds = opcode == 0;
        memory[0x0200].set(if adds { 0x69 } else { 0xe9 });
        memory[0x0201].set(b as u8);
        let p = 0x28 | c as u8;
        let before = Registers { pc: 0x0200, s: 0xff, a: a as u8, x: 0, y: 0, p };
        for is_cmos in [false, true] {
            let mut found = before;
            let step = if is_cmos { record::<true> } else { record::<false> };
            step(&mut found, &memory).expect("it continues");
            let expected = decimal(is_cmos, adds, a, b, c);
            assert_eq!((found.a, found.p & !0x28), expected, "{is_cmos} {adds} {a:x} {b:x} {c}");
        }
    }
}

#[test]
fn the_nmos_processor_has_its_own_habits() {
    let new = Registers { pc: 0x0200, s: 0xff, a: 0, x: 0, y: 0, p: 0x24 };
    let after = |bytes: &[u8], before| {
        let (Registers { pc, a, x, p, .. }, memory, cycles) = step(bytes, before);
        (pc, [a, x, p], memory[0], cycles)
    };
    // The high byte of an indirect jump is from the same page.
    assert_eq!(after(&[0x6c, 0xff, 0x10], new), (0x1234, [0, 0, 0x24], 0x3c, 5));
    // In decimal mode, N and Z are those of steps within the addition.
    let decimal = Registers { a: 0x99, p: 0x28, ..new };
    assert_eq!(after(&[0x69, 0x01], decimal), (0x0202, [0x00, 0, 0xa9], 0x3c, 2));
    // Undocumented: SLO, RLA, SRE, RRA, SAX, LAX, DCP, ISC, ALR, ANC, ARR, AXS, ANE.
    let set = Registers { a: 0x0f, x: 0xf3, ..new };
    for (bytes, [a, x, p], memory, cycles) in [
        (&[0x07, 0x10][..], [0x7f, 0xf3, 0x24], 0x78, 5),
        (&[0x27, 0x10], [0x08, 0xf3, 0x24], 0x78, 5),
        (&[0x47, 0x10], [0x11, 0xf3, 0x24], 0x1e, 5),
        (&[0x67, 0x10], [0x2d, 0xf3, 0x24], 0x1e, 5),
        (&[0x87, 0x10], [0x0f, 0xf3, 0x24], 0x03, 3),
        (&[0xa7, 0x10], [0x3c, 0x3c, 0x24], 0x3c, 3),
        (&[0xc7, 0x10], [0x0f, 0xf3, 0xa4], 0x3b, 5),
        (&[0xe7, 0x10], [0xd1, 0xf3, 0xa4], 0x3d, 5),
        (&[0x4b, 0x03], [0x01, 0xf3, 0x25], 0x3c, 2),
        (&[0x0b, 0xff], [0x0f, 0xf3, 0x24], 0x3c, 2),
        (&[0x6b, 0xff], [0x07, 0xf3, 0x24], 0x3c, 2),
        (&[0xcb, 0x04], [0x0f, 0xff, 0xa4], 0x3c, 2),
        (&[0x8b, 0xff], [0xe3, 0xf3, 0xa4], 0x3c, 2),
    ] {
        let pc = 0x0200 + bytes.len() as u16;
        assert_eq!(after(bytes, set), (pc, [a, x, p], memory, cycles), "{bytes:x?}");
    }
}

proptest! {
    #[test]
    fn the_cycles_of_the_table_are_the_accesses_to_the_bus(
        is_cmos in any::<bool>(),
        state in any::<[u8; 6]>(),
        pc in any::<u16>(),
        bytes in proptest::collection::vec(any::<u8>(), 1 << 8),
    ) {
        let memory: Vec<Cell<u8>> =
            (0..1 << 16).map(|at: usize| Cell::new(bytes[at * 7 % 256])).collect();
        let [s, a, x, y, p, _] = state;
        for opcode in 0..=0xff {
            memory[usize::from(pc)].set(opcode);
            let mut registers = Registers { pc, s, a, x, y, p: p & !0x10 | 0x20 };
            let record = if is_cmos { record::<true> } else { record::<false> };
            if let Some((cycles, counted)) = record(&mut registers, &memory) {
                let found = cycles.len() as u64;
                // Nothing is known of what the bus does in most cycles of this `NOP`.
                let is_known = !is_cmos || opcode != 0x5c;
                prop_assert!(found == counted || !is_known, "${opcode:02x}: {cycles:x?}");
            }
        }
    }
}

#[test]
fn slices_and_tracked_values_change_nothing() {
    let cpu = prop_oneof![Just("6502"), Just("6502x"), Just("65c02")];
    let programs = (proptest::collection::vec(any::<u8>(), 1..512), cpu);
    support::slices_and_tracked_values_change_nothing(programs, |(bytes, cpu)| {
        let setup = set_up("mos", &[("cpu", cpu)]);
        let units: Vec<u64> = bytes.iter().copied().map(u64::from).collect();
        loaded(&*setup, &image(&*setup, 0x0200, &units))
    });
}

#[test]
fn both_dialects_write_the_same_program() {
    let ca65 = "\
size = 3
        .org    $0300
start:  ldx     #<table+1       ; the low byte
@next:  lda     table-1,x
        sta     $10,x
        sta     a_word,y
        dex
        bne     @next
        asl     a
        asl     a
        jmp     ($fffe)
        lda     ($10),y
        lda     ($10,x)
        .res    2, $ff
table:  .byte   1, %10, 'a', \"bc\", >start
a_word: .word   start, size
";
    let mos = "\
SIZE = 3
        * = $0300
START   LDX     #<TABLE+1
NEXT    LDA     TABLE-1,X
        STA     $10,X
        STA     AWORD,Y
        DEX
        BNE     NEXT
        ASL     A
        ASL     A
        JMP     ($FFFE)
        LDA     ($10),Y
        LDA     ($10,X)
        .BYTE   $FF,$FF
table   .BYTE   1,%10,'a',\"bc\",>START
AWORD   .WORD   START,SIZE
";
    let bytes = |dialect, source| {
        let setup = set_up(dialect, &[]);
        let made = assembled(&*setup, source).unwrap_or_else(|messages| panic!("{messages}"));
        setup.write(&made.into(), Some("bin"), None).expect("it can be written")
    };
    let expected = [
        0xa2, 0x1b, 0xbd, 0x19, 0x03, 0x95, 0x10, 0x99, 0x20, 0x03, 0xca, 0xd0, 0xf5, 0x0a, 0x0a,
        0x6c, 0xfe, 0xff, 0xb1, 0x10, 0xa1, 0x10, 0xff, 0xff, 1, 2, b'a', b'b', b'c', 3, 0x00,
        0x03, 3, 0,
    ];
    let found = bytes("ca65", ca65);
    assert_eq!(found.len(), expected.len());
    assert_eq!(bytes("mos", mos), found);
}

/// ca65 writes one byte of 0, after the last text.
#[test]
fn texts_of_asciiz_are_joined() {
    let setup = set_up("ca65", &[]);
    let made = assembled(&*setup, "        .asciiz \"a\",\"bc\"\n        .asciiz \"d\"\n");
    let made = made.unwrap_or_else(|messages| panic!("{messages}"));
    let bytes = setup.write(&made.into(), Some("bin"), None).expect("it can be written");
    assert_eq!(bytes, b"abc\0d\0");
}

#[test]
fn every_error_is_reported_at_its_location() {
    for (source, expected) in [
        ("        ldaa #1", ["unknown instruction `ldaa`", "x.s:1:9", "`LDA`?"]),
        ("        lda #256", ["[A004]", "x.s:1:14", "from -128 to 255"]),
        ("        lda (300),y", ["[A004]", "x.s:1:14", "from 0 to 255"]),
        ("        bne $0300", ["[A004]", "x.s:1:13", "from 386 to 641"]),
        ("        lda here", ["[A010]", "x.s:1:13", "undefined label `here`"]),
        ("        lda #", ["[A902]", "x.s:1:14", "`LDA #n`"]),
        ("        .bite 1", ["[A903]", "x.s:1:9", "`.byte`?"]),
        ("        byte 1", ["[A001]", "x.s:1:9", "`.byte`?"]),
        ("        .asciiz \"a\",", ["[A902]", "x.s:1:21", "`.asciiz \"text\", ...`"]),
        ("        .asciiz \"a\", 1", ["[A902]", "x.s:1:22", "`.asciiz \"text\", ...`"]),
        ("        .asciiz \"a\" \"b\"", ["[A902]", "x.s:1:21", "`.asciiz \"text\", ...`"]),
    ] {
        support::refused(&*set_up("ca65", &[]), source, &expected);
    }
}

#[test]
fn the_calls_of_sim65_read_write_open_and_exit() {
    let source = "\
sp = $00
        lda #<name_args
        ldx #>name_args
        jsr args
        lda #1                  ; read only
        ldy #6
        jsr $fff4               ; open
        sta from+2
        lda #<from
        ldx #>from
        jsr args
        lda #2
        ldx #0
        jsr $fff6               ; read
        jsr print
        jsr arguments
        jsr print               ; their number
        lda from+2
        ldx #0
        jsr $fff5               ; close
        lda #7
        jmp $fff9
arguments:
        lda #0                  ; they go below the stack of C
        ldx #$80
        jsr args
        lda #<list
        ldx #>list
        jsr $fff8
        ora #'0'
        sta text
        lda #1
        rts
print:  ldx #<to
        stx sp
        ldx #>to
        stx sp+1
        ldx #0
        jmp $fff7               ; write, and return from here
args:   sta sp
        stx sp+1
        rts
name_args: .word 1, 1, name
from:   .word text, 0
to:     .word text, 1
list:   .word 0
name:   .asciiz \"file\"
text:   .res 3
";
    let setup = set_up("ca65", &[]);
    let mut machine = loaded(&*setup, &assembled(&*setup, source).expect("it is right"));
    let mut host = Host::default();
    host.files.give("file", "xyz");
    host.arguments.push(b"one".to_vec());
    let stop = machine.run(&mut host, 1000, &mut ());
    assert_eq!(stop, Stop::Exit { status: 7 });
    assert_eq!(String::from_utf8_lossy(host.output.bytes()), "xy2");
}

#[test]
fn the_console_of_py65mon_echoes_until_the_input_ends() {
    let source = "next lda $f004\n beq end\n sta $f001\n jmp next\nend brk\n";
    let setup = set_up("mos", &[]);
    let (stop, output, cycles) = ran_source(&*setup, source, "abc");
    // py65mon stops before a `BRK` (monitor.py, `_run`), which takes no cycles then.
    assert_eq!((stop, &*output, cycles), (EXIT, "abc", 3 * (4 + 2 + 4 + 3) + 4 + 3));
    let mut machine = loaded(&*setup, &assembled(&*setup, source).expect("it is right"));
    let mut host = Host { input: Input::open(), ..Host::default() };
    assert_eq!(machine.run(&mut host, 100, &mut ()), Stop::Input);
    host.input.feed(b"x");
    assert_eq!(machine.run(&mut host, 100, &mut ()), Stop::Input);
    assert_eq!(host.output.bytes(), b"x");
}

#[test]
fn a_brk_outside_of_the_program_does_not_end_it_in_silence() {
    let setup = set_up("mos", &[]);
    // It falls off its end, or returns to an address that nothing put there.
    assert_eq!(ran_source(&*setup, " lda #1\n", "").0, Stop::End);
    let image = assembled(&*setup, " lda #3\n pha\n pha\n rts\n").expect("it is right");
    let mut machine = loaded(&*setup, &image);
    let Stop::Fault(fault) = machine.run(&mut Host::default(), 100, &mut ()) else {
        panic!("it is lost")
    };
    let unmapped = Cause::Unmapped { access: Access::Fetch, address: 0x0304 };
    assert_eq!((fault.pc, fault.cause), (0x0204, unmapped));
    // Code that a program copies ends as its own.
    let copied = " lda #$ea\n sta $0800\n jmp $0800\n";
    assert_eq!(ran_source(&*setup, copied, "").0, EXIT);
}

#[test]
fn registers_and_memory_are_random_if_the_user_asks() {
    let source = " stx $10\n sty $11\n sta $12\n brk\n";
    let state = |seed: &str| {
        let setup = set_up("mos", &[("randomize", seed)]);
        let mut machine = loaded(&*setup, &assembled(&*setup, source).expect("it is right"));
        assert_eq!(machine.run(&mut Host::default(), 100, &mut ()), EXIT);
        let memory = [0x10, 0x11, 0x12, 0x4000, 0x4001].map(|at| machine.peek(at));
        (memory, machine.register("S"), machine.register("P").map(|p| p & 0x0c))
    };
    assert_eq!(state("1"), state("1"));
    assert_ne!(state("1").0, state("2").0);
    assert_eq!((state("1").1, state("1").2), (Some(0xff), Some(0x04)));
}

/// A program with a port at $BFFC, a routine for each interrupt, and an end in which `BRK` ends it.
fn interrupted(body: &str) -> String {
    let vectors: String = [("irq", "$fffe"), ("nmi", "$fffa")]
        .iter()
        .map(|(name, at)| format!(" lda #<{name}\n sta {at}\n lda #>{name}\n sta {at}+1\n"))
        .collect();
    format!(
        "port = $bffc\nputc = $f001\n{vectors}{body}
        lda #0
        sta $fffe
        sta $ffff
        brk
irq     pha
        lda #'i'
        php                     ; at $01FB
        plp
        sta putc
        lda #0
        sta port
        pla
        rti
nmi     pha
        lda #'n'
        sta putc
        pla
        rti
"
    )
}

#[test]
fn interrupts_are_entered_as_their_flags_allow() {
    let request = " lda #1\n sta port\n lda #'a'\n";
    for (body, expected) in [
        // IRQ is a level that I masks: a request waits.
        (" lda #1\n sta port\n lda #'a'\n sta putc\n cli\n nop\n nop\n sta putc\n", "aia"),
        (" lda #1\n sta port\n lda #0\n sta port\n cli\n nop\n nop\n", ""),
        (" cli\n lda #1\n sta port\n lda #'a'\n sta putc\n", "ia"),
        // `CLI`, `SEI` and `PLP` change I too late for an interrupt between them and the next
        // instruction, but `RTI` does not.
        (&format!("{request} cli\n sta putc\n sta putc\n"), "aia"),
        (&format!("{request} cli\n sei\n sta putc\n"), "ia"),
        (&format!("{request} cli\n cli\n sta putc\n"), "ia"),
        (&format!("{request} ldx #0\n cli\n sei\n sta putc\n php\n plp\n sta putc\n"), "iaa"),
        (&format!(" lda #0\n pha\n{request} plp\n sta putc\n sta putc\n"), "aia"),
        (
            &format!(
                " lda #>on\n pha\n lda #<on\n pha\n lda #0\n pha\n{request} rti\non sta putc\n"
            ),
            "ia",
        ),
        // NMI is an edge that I does not mask.
        (" lda #2\n sta port\n sta port\n lda #'a'\n sta putc\n", "na"),
        (" lda #2\n sta port\n ldx #0\n stx port\n sta port\n", "nn"),
        (" lda #2\n ldx #3\n sta port\n stx port\n cli\n nop\n", "ni"),
        // It comes before IRQ, whose routine cannot interrupt that of NMI.
        (" cli\n lda #3\n sta port\n lda #'a'\n sta putc\n", "nia"),
    ] {
        for cpu in ["6502", "65c02"] {
            let setup = set_up("mos", &[("interrupt-port", "$BFFC"), ("cpu", cpu)]);
            let image = assembled(&*setup, &interrupted(body)).expect("it is right");
            let (stop, output, _) = ran(&*setup, &image, "");
            assert_eq!((stop, &*output), (EXIT, expected), "{cpu}:\n{body}");
            let machine = loaded(&*setup, &image);
            let whole = outcome(machine.clone(), b"", 2000);
            assert_eq!(outcome(machine.clone(), b"", 1), whole, "{cpu}:\n{body}");
            assert_eq!(followed(machine, b""), whole, "{cpu}:\n{body}");
        }
    }
}

#[test]
fn an_interrupt_takes_seven_cycles_after_an_instruction() {
    let source = interrupted(" sed\n sec\n cli\n lda #1\n sta port\nback lda #2\n");
    for (cpu, d) in [("6502", 0x08), ("65c02", 0x00)] {
        let counts = |switches: &[(&'static str, &str)]| {
            let setup = set_up("mos", switches);
            let mut machine = loaded(&*setup, &assembled(&*setup, &source).expect("it is right"));
            assert_eq!(machine.run(&mut Host::default(), 1000, &mut ()), EXIT);
            let counts = machine.counts();
            (machine, counts.instructions, counts.cycles[0].cycles)
        };
        let (_, instructions, cycles) = counts(&[("cpu", cpu)]);
        let (machine, with, cycles_with) = counts(&[("cpu", cpu), ("interrupt-port", "$BFFC")]);
        assert_eq!(with - instructions, 9, "{cpu}: those of the routine");
        let routine = 3 + 2 + 3 + 4 + 4 + 2 + 4 + 4 + 6;
        assert_eq!(cycles_with - cycles, 7 + routine, "{cpu}");
        // B is 0 in the byte that the interrupt pushed; `PHP` pushed the flags of the routine.
        assert_eq!(machine.peek(0x01fd), Some(0x29), "{cpu}");
        assert_eq!(machine.peek(0x01fb), Some(0x35 | d), "{cpu}");
    }
    // A run that stops after the instruction, and each copy of the machine, is in the routine.
    let setup = set_up("mos", &[("interrupt-port", "$BFFC")]);
    let mut machine = loaded(&*setup, &assembled(&*setup, &source).expect("it is right"));
    let before = machine.clone();
    assert_eq!(machine.run(&mut Host::default(), 13, &mut ()), Stop::Budget);
    assert_eq!(machine.disassemble(machine.pc()).as_deref(), Some("PHA"));
    assert_eq!((machine.attempted(), machine.register("S")), (13, Some(0xfc)));
    let mut copy = before.clone();
    assert_eq!(copy.run(&mut Host::default(), 12, &mut ()), Stop::Budget);
    assert_eq!(copy.disassemble(copy.pc()).as_deref(), Some("STA $BFFC"));
    assert_eq!(copy.run(&mut Host::default(), 1, &mut ()), Stop::Budget);
    assert_eq!((copy.pc(), copy.registers()), (machine.pc(), machine.registers()));
}

#[test]
fn a_65c02_that_waits_continues_when_irq_is_requested() {
    let setup = set_up("mos", &[("interrupt-port", "$BFFC"), ("cpu", "65c02")]);
    for (body, expected) in [
        // With I, it only continues.
        (" lda #1\n sta port\n wai\n lda #'a'\n sta putc\n", "a"),
        (" lda #1\n sta port\n cli\n wai\n lda #'a'\n sta putc\n", "ia"),
        (" lda #'a'\n sta putc\n wai\n sta putc\n", "a"),
    ] {
        let (stop, output, _) = ran_source(&*setup, &interrupted(body), "");
        assert_eq!((stop, &*output), (EXIT, expected), "{body}");
    }
}

#[test]
fn undocumented_instructions_need_their_option() {
    let source = "        lda #5\n        lax $10\n        jmp $fff9\n";
    let (stop, ..) = ran_source(&*set_up("ca65", &[]), source, "");
    let Stop::Fault(fault) = stop else { panic!("{stop:?}") };
    assert_eq!((fault.pc, fault.cause.id()), (0x202, "M004"));
    assert_eq!(ran_source(&*set_up("ca65", &[("cpu", "6502x")]), source, "").0, EXIT);
}

#[test]
fn files_are_read_as_they_are_written() {
    let source = "sp = $02\n        .org $0400\n        nop\nstart:  lda #7\n        jmp $fff9\n";
    let setup = set_up("ca65", &[("cpu", "65c02")]);
    let made = assembled(&*setup, source).expect("it is right");
    for (format, name, switches) in [
        ("sim65", "x", &[][..]),
        ("prg", "x.prg", &[]),
        ("bin", "x.BIN", &[("load", "$400")]),
        ("bin", "x.bin", &[("load", "1024"), ("start", "0x401")]),
    ] {
        let bytes = setup.write(&made.clone().into(), Some(format), None).expect("it is written");
        let opened = ARCHITECTURE.open(Path::new(name), &bytes, &Choices::with(switches));
        let opened = opened.expect("the format is known").expect("it is right");
        let stop = ran(&*opened.setup, &opened.made.image, "").0;
        assert_eq!(stop, Stop::Exit { status: 7 }, "{name}");
        let again = opened.setup.write(&opened.made, Some(format), None).expect("it is written");
        assert!(again == bytes || switches.len() == 2 || format != "sim65", "{name}");
    }
    for (name, bytes) in
        [("x", &b"sim65\x02\x00\x00"[..]), ("x", b"sim65\x02\x09\0\0\x02\0\x02"), ("x.prg", b"\0")]
    {
        let opened = ARCHITECTURE.open(Path::new(name), bytes, &Choices::default());
        assert!(opened.expect("the format is known").is_err(), "{bytes:?}");
    }
    assert!(ARCHITECTURE.open(Path::new("x.s"), b"\0", &Choices::default()).is_none());
    // A program that reaches the vectors starts where they say.
    let mut memory = vec![0; 1 << 16];
    memory[0x0300..0x0305].copy_from_slice(&[0xa9, 7, 0x4c, 0xf9, 0xff]);
    memory[0xfffc..0xfffe].copy_from_slice(&[0x00, 0x03]);
    let open = |dialect| {
        let mut given = Choices::default();
        given.dialect = dialect;
        ARCHITECTURE.open(Path::new("x.bin"), &memory, &given)
    };
    assert!(open(None).is_none() && open(Some("gnu")).is_none(), "others have such files, too");
    let opened = open(Some("ca65"));
    let opened = opened.expect("the format is known").expect("it is right");
    assert_eq!(ran(&*opened.setup, &opened.made.image, "").0, Stop::Exit { status: 7 });
}

#[test]
fn a_program_is_disassembled_as_it_is_written() {
    let setup = set_up("ca65", &[]);
    let source =
        "LDA #$05\nLDA $10,X\nLDA $1234,Y\nLDA ($10),Y\nJMP ($1234)\nASL A\nBNE $0200\nRTS\n";
    let mut sources = Sources::new();
    let file = sources.add("x.s", source.as_bytes());
    let made = setup.assemble(&mut sources, &[file], &NoLibrary).expect("it is right");
    let machine = loaded(&*setup, &made.image);
    let lines = made.image.lines.iter().map(|line| machine.disassemble(line.address));
    let found: Vec<String> = lines.flatten().collect();
    assert_eq!(found, source.lines().collect::<Vec<_>>());
}

/// Source: ca65 2.19 lists `6A ror`, `0A asl`, `2A rol` and `4A lsr`, and `3A dec`, `1A inc` for the 65C02.
#[test]
fn the_accumulator_need_not_be_written() {
    for (dialect, switches, names) in [
        ("ca65", &[][..], &["ror", "asl", "rol", "lsr"][..]),
        ("mos", &[], &["ROR", "ASL", "ROL", "LSR"]),
        ("ca65", &[("cpu", "65c02")], &["dec", "inc"]),
    ] {
        let setup = set_up(dialect, switches);
        for name in names {
            let [bare, full] = [format!(" {name}\n"), format!(" {name} a\n")].map(|source| {
                assembled(&*setup, &source).unwrap_or_else(|messages| panic!("{messages}")).segments
            });
            assert_eq!(bare, full, "{name}");
        }
    }
}
