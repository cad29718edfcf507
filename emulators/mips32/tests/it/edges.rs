//! Values at the edges of the manuals: coprocessor 0, control registers, the r3000's cycles, ends of
//! memory areas. Each program runs in every engine.

use asmkit::{NoLibrary, Sources};
use machine::{Access, Cause, Data, Fault, Host, Image, Machine, Stop};
use mips32::{Dialect, Handler, Mips32, Options, assembler};

use crate::engines;

fn image(options: &Options, source: &str) -> Image {
    let mut sources = Sources::new();
    let file = sources.add("edge.s", source.as_bytes());
    let assembly = assembler::assemble(&mut sources, &[file], options, &NoLibrary);
    assembly.unwrap_or_else(|errors| panic!("{errors:?}\n{source}")).image
}

/// Machine and stop after at most `budget` instructions.
fn run(options: Options, source: &str, budget: u64) -> (Mips32, Stop) {
    run_image(options, &image(&options, source), budget)
}

fn run_image(options: Options, image: &Image, budget: u64) -> (Mips32, Stop) {
    let (new, host) = (|| Mips32::new(options), Host::default());
    let (machine, _, stop) = engines::agreed("edge.s", image, &host, budget, new, |_| {});
    (machine, stop)
}

fn register(machine: &Mips32, name: &str) -> u64 {
    machine.register(name).unwrap_or_else(|| panic!("no register {name}"))
}

fn mars() -> Options {
    Options::of(Dialect::Mars)
}

/// SPIM without its exception handler and start-up code.
fn spim() -> Options {
    Options { handler: Handler::None, ..Options::of(Dialect::Spim) }
}

/// Cycles of the model `r3000` for MARS.
fn r3000(source: &str) -> u64 {
    let (machine, _) = run(mars(), source, 100);
    let counts = machine.counts();
    counts.cycles.iter().find(|cycles| cycles.model == "r3000").expect("a model").cycles
}

#[test]
fn cause_says_whether_the_instruction_was_in_a_delay_slot() {
    const HANDLER: &str = "\n.ktext 0x80000180\nmfc0 $k0, $13\nmfc0 $k1, $14\n\
                           li $v0, 10\nsyscall\n";
    let delayed = Options { delayed_branches: true, ..mars() };
    // EPC is the address of the branch.
    let slot = format!("main: b out\nlw $t0, 1($zero)\nout: nop\n{HANDLER}");
    let (machine, _) = run(delayed, &slot, 100);
    assert_eq!((register(&machine, "k0"), register(&machine, "k1")), (0x8000_0010, 0x0040_0000));
    let alone = format!("main: nop\nlw $t0, 1($zero)\n{HANDLER}");
    let (machine, _) = run(delayed, &alone, 100);
    assert_eq!((register(&machine, "k0"), register(&machine, "k1")), (0x0000_0010, 0x0040_0004));
}

/// Source: SPIM 9.1 sets it to 0 before its handler returns.
#[test]
fn failed_load_leaves_zero_in_spim() {
    for load in ["lw $t0, 1($zero)", "lh $t0, 1($sp)", "lb $t0, 0($zero)", "lwl $t0, 0($zero)"] {
        let source = format!(".globl main\nmain: li $t0, 77\n{load}\njr $ra\n");
        let (machine, _) = run(Options::of(Dialect::Spim), &source, 1000);
        assert_eq!(register(&machine, "t0"), 0, "{load}");
    }
}

#[test]
fn count_register_advances_every_ten_thousand_instructions() {
    let source = ".globl __start\n__start: mfc0 $t0, $9\nb __start\n";
    for (budget, expected) in [(9_999, 0), (10_000, 0), (10_001, 1), (19_999, 1), (20_001, 2)] {
        let (machine, _) = run(spim(), source, budget);
        assert_eq!(register(&machine, "t0"), expected, "after {budget} instructions");
    }
}

/// Source: MIPS32 volume II, RDHWR: register 2 counts cycles, and register 3 is its resolution.
#[test]
fn hardware_registers_are_cycles_and_their_resolution() {
    let source = ".globl __start\n__start: nop\nnop\n.word 0x7c08103b, 0x7c09183b\n";
    let (machine, _) = run(spim(), source, 4);
    assert_eq!((register(&machine, "t0"), register(&machine, "t1")), (2, 1));
}

/// Source: SPIM 9.1, which masks what is written, and MARS 4.6.
#[test]
fn written_bits_of_control_registers() {
    for (number, kept) in [(16, 0x000f_c380), (13, 0x8000_ff7c), (12, 0xf000_ffff_u64)] {
        let source = format!(
            ".globl __start\n__start: li $t0, -1\nmtc0 $t0, ${number}\nmfc0 $t1, ${number}\nout: b out\n"
        );
        let (machine, _) = run(spim(), &source, 9);
        assert_eq!(register(&machine, "t1"), kept, "register {number}");
    }
    // The conditions, and the bits that MARS holds. Its assembler has no `ctc1 $t0, $31` and
    // `cfc1 $t1, $31`, but a file may.
    let mut image = image(&mars(), "main: li $t0, -1\nnop\nnop\n");
    let text = image.segments.iter_mut().find(|segment| segment.executable).expect("a text");
    let Data::Bytes(bytes) = &mut text.data else { panic!("bytes") };
    bytes[4..12].copy_from_slice(&[0x44c8_f800_u32, 0x4449_f800].map(u32::to_le_bytes).concat());
    let (machine, _) = run_image(mars(), &image, 3);
    assert_eq!(register(&machine, "t1"), 0xff83_ffff);
}

#[test]
fn results_of_the_r3000_are_waited_for() {
    for between in 0..40 {
        let source =
            format!("main: li $t1, 3\ndiv $t0, $t1\n{}mflo $t2\n", "nop\n".repeat(between));
        // `li`, the division's start, what is between, the rest of 35 cycles, `mflo`.
        assert_eq!(r3000(&source), 1 + 35.max(1 + between as u64) + 1, "{between} between");
    }
    let data = ".data\nword: .word 5\n.text\nmain: lui $s0, 0x1001\n";
    for (next, stall) in [
        ("addu $t1, $t0, $t0", 1),
        ("addu $t1, $t2, $t0", 1),
        ("addu $t1, $t2, $t3", 0),
        ("lw $t0, 0($s0)", 0),
        ("sw $t0, 0($s0)", 1),
    ] {
        assert_eq!(r3000(&format!("{data}lw $t0, 0($s0)\n{next}\n")), 3 + stall, "{next}");
    }
}

/// Source: SPIM 9.1 takes accesses within 16 MiB below the stack for a stack that grows.
#[test]
fn stores_far_below_the_stack_overflow_it() {
    // Without a handler, the stack's area is from 0x7ffc0000.
    let store = |address: u32| {
        let source = format!(".globl __start\n__start: li $t0, {address:#x}\nsw $t0, 0($t0)\n");
        run(spim(), &source, 10).1
    };
    for (below, overflows) in [(4, true), (12 << 20, true), (16 << 20, true), (17 << 20, false)] {
        let address = 0x7ffc_0000 - below;
        let cause = if overflows {
            Cause::StackOverflow { address: address.into() }
        } else {
            Cause::Unmapped { access: Access::Store, address: address.into() }
        };
        let stop = store(address);
        assert!(matches!(stop, Stop::Fault(Fault { cause: it, .. }) if it == cause), "{stop:?}");
    }
}

/// Source: SPIM 9.1, whose data segment grows by `sbrk`.
#[test]
fn spim_data_ends_at_its_last_byte() {
    const FIRST: u32 = 0x1002_0000;
    let end = |grow: &str, at: u32| {
        let source =
            format!(".globl __start\n__start: {grow}li $t0, {at:#x}\nsb $t0, 0($t0)\nout: b out\n");
        run(spim(), &source, 20).1
    };
    assert_eq!(end("", FIRST - 1), Stop::Budget);
    assert!(matches!(end("", FIRST), Stop::Fault(_)));
    // `sbrk` of 4096 moves the end by as much.
    let grow = "li $a0, 4096\nli $v0, 9\nsyscall\n";
    assert_eq!(end(grow, FIRST + 4095), Stop::Budget);
    assert!(matches!(end(grow, FIRST + 4096), Stop::Fault(_)));
}

#[test]
fn insert_of_all_bits_replaces_the_register() {
    for (word, expected) in [
        // `ins $t0, $t1, 0, 32`, `ins $t0, $t1, 31, 1`, `ins $t0, $t1, 1, 31`.
        (0x7d28_f804_u32, 0x8000_0001_u64),
        (0x7d28_ffc4, 0xffff_ffff),
        (0x7d28_f844, 0x0000_0003),
    ] {
        let source = format!(
            ".globl __start\n__start: li $t0, 0x7fffffff\nlui $t1, 0x8000\nori $t1, $t1, 1\n\
             .word {word:#x}\n"
        );
        let (machine, _) = run(spim(), &source, 5);
        assert_eq!(register(&machine, "t0"), expected, "{word:#x}");
    }
}
