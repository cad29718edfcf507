//! Programs for the ESP32-C3 board: their output and their end.
//!
//! The chip's behaviour is from its Technical Reference Manual (TRM), that of images from the
//! documentation of esptool and of direct boot. Each program runs in every engine, with the same
//! result.

use std::path::Path;

use architecture::Setup;
use asmkit::{NoLibrary, Sources};
use machine::{Access, Cause, Data, Fault, Host, Image, Machine, Segment, Stop};
use riscv32::esp32c3::image::{read, write_app, write_direct_boot};
use riscv32::{Options, Riscv32, assembler};

use crate::engines;

/// Result of a run.
struct RunResult {
    stop: Stop,
    output: String,
    cycles: u64,
    host: Host,
}

fn image(name: &str) -> Image {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/esp32c3");
    let name = format!("{name}.s");
    let source = std::fs::read(folder.join(&name)).expect("a program");
    let mut sources = Sources::new();
    let file = sources.add(&name, &source);
    let assembled = assembler::assemble(&mut sources, &[file], &Options::esp32c3(), &NoLibrary);
    match assembled {
        Ok(assembly) => assembly.image,
        Err(messages) => panic!("{name}: {messages:?}"),
    }
}

fn run_image(image: &Image, options: Options, input: &[u8]) -> RunResult {
    let host = Host::with_input(input);
    let (machine, mut host, stop) = engines::agreed(
        image.files.first().map_or("an image", String::as_str),
        image,
        &host,
        10_000_000,
        || Riscv32::new(options),
        |_| {},
    );
    let output = String::from_utf8(host.output.take()).expect("text");
    let cycles = machine.counts().cycles_by("esp32c3").expect("the model");
    RunResult { stop, output, cycles, host }
}

fn run(name: &str, input: &[u8]) -> RunResult {
    run_image(&image(name), Options::esp32c3(), input)
}

/// Cause of a fault, and its source line.
fn fault(image: &Image, stop: Stop) -> (Cause, u32) {
    let Stop::Fault(fault) = stop else { panic!("it stopped with {stop:?}") };
    (fault.cause, image.line(fault.pc).expect("a line").line)
}

/// TRM, "UART Controller": FIFO, and the counts of both queues in STATUS.
///
/// The exit is SYS_EXIT_EXTENDED of the RISC-V semihosting specification.
#[test]
fn a_program_talks_over_its_uart() {
    let ran = run("uart", b"Hello\nmore");
    assert_eq!(ran.stop, Stop::Exit { status: 0 });
    assert_eq!(ran.output, "type: HELLO\n");
    assert_eq!(ran.host.input.rest(), b"more");
}

/// TRM, "System Timer", "Interrupt Matrix", "ESP-RISC-V CPU" on vectored mtvec: alarms one
/// millisecond apart, and an interrupt of higher priority that must wait for `mret`.
#[test]
fn timer_and_software_interrupt_a_waiting_program() {
    let ran = run("interrupts", b"");
    assert_eq!(ran.stop, Stop::Exit { status: 0 });
    assert_eq!(ran.output, "line 3\r\nline 3\r\nline 17\r\nline 3\r\n");
    assert!((480_000..481_000).contains(&ran.cycles), "{} cycles", ran.cycles);
}

/// TRM, "Timer Group (TIMG)": 100 ticks of 160 cycles; an iteration of the loop takes three cycles,
/// and the instructions before it a few more.
#[test]
fn a_timer_interrupts_a_busy_loop() {
    let ran = run("preempt", b"");
    assert_eq!(ran.stop, Stop::Exit { status: 0 });
    let turns: u64 = ran.output.trim_end().parse().expect("a number");
    assert!((16_000 / 3 - 3..=16_000 / 3).contains(&turns), "{turns} turns");
}

/// TRM, "UART Controller" and "USB Serial/JTAG Controller": RXFIFO_FULL with a threshold of 1, EP1.
#[test]
fn a_program_is_woken_by_what_it_receives() {
    let ran = run("receive", b"ping\nmore");
    assert_eq!((ran.stop, ran.output.as_str()), (Stop::Exit { status: 0 }, "ping\n"));
    let endless = run("receive", b"ping");
    let Stop::Fault(fault) = endless.stop else { panic!("it stopped with {:?}", endless.stop) };
    assert_eq!((fault.cause, endless.output.as_str()), (Cause::Asleep, "ping"));
}

/// Input that arrives later wakes the program, with the same result.
#[test]
fn a_sleeping_program_waits_for_input() {
    for engine in engines::ENGINES {
        let mut machine = Riscv32::new(Options::esp32c3());
        engines::set(&mut machine, engine);
        machine.load(&image("receive")).expect("it fits");
        let mut host = Host { input: machine::Input::open(), ..Host::default() };
        assert_eq!(machine.run(&mut host, 10_000, &mut ()), Stop::Input);
        host.input.feed(b"pi");
        assert_eq!(machine.run(&mut host, 10_000, &mut ()), Stop::Input);
        host.input.feed(b"ng\n");
        assert_eq!(machine.run(&mut host, 10_000, &mut ()), Stop::Exit { status: 0 });
        assert_eq!(host.output.bytes(), b"ping\n");
    }
}

#[test]
fn a_run_in_slices_is_the_same_run() {
    for name in ["interrupts", "preempt", "receive", "counters", "watchdog"] {
        let image = image(name);
        let whole = run_image(&image, Options::esp32c3(), b"ping\n");
        for engine in engines::ENGINES {
            let mut machine = Riscv32::new(Options::esp32c3());
            engines::set(&mut machine, engine);
            machine.load(&image).expect("it fits");
            let mut host = Host::with_input(b"ping\n");
            let stop = loop {
                match machine.run(&mut host, 97, &mut ()) {
                    Stop::Budget => {}
                    stop => break stop,
                }
            };
            assert_eq!(stop, whole.stop, "{name}");
            assert_eq!(host.output.bytes(), whole.output.as_bytes(), "{name}");
            assert_eq!(machine.counts().cycles_by("esp32c3"), Some(whole.cycles), "{name}");
        }
    }
}

/// TRM, "System and Memory": SRAM 1 is at 0x3fc80000 for data and at 0x40380000 for instructions.
#[test]
fn instructions_written_as_data_run() {
    assert_eq!(run("alias", b"").stop, Stop::Exit { status: 43 });
}

/// TRM, "ESP-RISC-V CPU", mpcer: 11 instructions, one of them delayed by a load, and two taken
/// branches, each of which costs one cycle under the model.
#[test]
fn the_counters_count_what_was_chosen() {
    let ran = run("counters", b"");
    assert_eq!(ran.output, "14\r\n11\r\n1\r\n2\r\n");
}

/// TRM, "ESP-RISC-V CPU", list of CSRs: there is no `cycle`.
#[test]
fn a_standard_counter_faults_and_the_message_says_what_there_is() {
    let image = image("rdcycle");
    let ran = run_image(&image, Options::esp32c3(), b"");
    let (cause, line) = fault(&image, ran.stop);
    assert_eq!((cause.id(), line), ("M024", 4));
    let help = cause.help().expect("advice");
    assert!(help.contains("csrr a0, 0x7e2"), "{help}");
}

/// TRM, "Watchdog Timers": stage 0 and stage 1 of a millisecond each, then a system reset.
#[test]
fn an_unfed_watchdog_resets_the_chip() {
    let options = Options { restarts: 0, ..Options::esp32c3() };
    let ran = run_image(&image("watchdog"), options, b"");
    let Stop::Fault(fault) = ran.stop else { panic!("it stopped with {:?}", ran.stop) };
    assert_eq!(fault.cause, Cause::Reset { by: "the watchdog of timer group 0 (MWDT0)" });
    assert!((320_000..320_100).contains(&ran.cycles), "{} cycles", ran.cycles);
}

/// TRM, "ESP-RISC-V CPU", mcause: there are no exceptions for misaligned loads and stores.
#[test]
fn loads_and_stores_need_no_alignment_unless_strict() {
    assert_eq!(run("misaligned", b"").stop, Stop::Exit { status: 0 });
    let image = image("misaligned");
    let strict = Options { strict_align: true, ..Options::esp32c3() };
    let (cause, line) = fault(&image, run_image(&image, strict, b"").stop);
    assert_eq!((cause.id(), line), ("M002", 4));
}

#[test]
fn a_peripheral_that_is_not_simulated_is_noted_or_refused() {
    let ran = run("unknown", b"");
    assert_eq!(ran.stop, Stop::Exit { status: 0 });
    let places: Vec<_> = ran.host.notes.iter().map(|note| note.after_instrs).collect();
    assert_eq!(places, [1]);
    let image = image("unknown");
    let strict = Options { strict_mmio: true, ..Options::esp32c3() };
    let message = fault(&image, run_image(&image, strict, b"").stop);
    let cause = Cause::Unmodelled { access: Access::Load, address: 0x6001_9004, device: "LEDC" };
    assert_eq!(message, (cause, 4));
}

/// esptool documentation, "Firmware Image Format": a program behaves the same when run from an
/// image.
#[test]
fn application_images_run_as_their_programs_do() {
    let programs = ["uart", "interrupts", "alias", "counters", "misaligned", "flash", "unknown"];
    for name in programs {
        let plain = image(name);
        let file = write_app(&plain).expect("an image");
        let from_image = read(&file).expect("an image");
        let [plain, flashed] =
            [plain, from_image].map(|image| run_image(&image, Options::esp32c3(), b"line\n"));
        assert_eq!((flashed.stop, flashed.output), (plain.stop, plain.output), "{name}");
        assert_eq!(flashed.cycles, plain.cycles, "{name}");
    }
}

#[test]
fn constants_are_read_from_flash() {
    let ran = run("flash", b"");
    assert_eq!((ran.stop, ran.output.as_str()), (Stop::Exit { status: 5 }, "from flash\n"));
}

/// Espressif's esp32c3-direct-boot-example: magic bytes, then the program.
#[test]
fn a_direct_boot_image_runs() {
    let plain = image("directboot");
    let file = write_direct_boot(&plain).expect("an image");
    assert!(riscv32::esp32c3::image::is_image(&file));
    let ran = run_image(&read(&file).expect("an image"), Options::esp32c3(), b"");
    assert_eq!(ran.stop, Stop::Exit { status: 7 });
    assert_eq!(ran.output, "direct boot, 2026\r\n");
    assert!(write_direct_boot(&image("flash")).is_err(), "it has data in RAM");
}

/// Result of a source, in every engine.
fn run_source(source: &str, options: Options) -> (Riscv32, Host, Stop) {
    let mut sources = Sources::new();
    let file = sources.add("board.s", source.as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = assembled.unwrap_or_else(|messages| panic!("{messages:?}")).image;
    let new = || Riscv32::new(options);
    engines::agreed(source, &image, &Host::default(), 1_000_000, new, |_| {})
}

/// Exit with the value in `a0`.
const EXIT: &str = "li a7, 93\n ecall\n";

/// TRM, "System and Memory": internal memory and flash are both executable.
#[test]
fn an_elf_file_may_have_instructions_in_memory_and_in_flash() {
    let source = format!(
        ".section .iram,\"ax\"\nf: ret\n.section .flash.text,\"ax\"\n.globl _start\n\
         _start: li a0, 5\n{EXIT}"
    );
    let mut sources = Sources::new();
    let file = sources.add("two.s", source.as_bytes());
    let options = Options::esp32c3();
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = assembled.unwrap_or_else(|messages| panic!("{messages:?}")).image;
    let target =
        asmkit::elf::Target { isa: "riscv32".into(), machine: 243, flags: 1, big_endian: false };
    let file = asmkit::elf::write(&image, &target, None).expect("a file");
    let read = asmkit::elf::read(&file, "riscv32", 243).expect("a program");
    let opened = riscv32::ARCHITECTURE.open_elf(read, &architecture::Choices::default());
    let image = opened.expect("it is not too large").made.image;
    let bases: Vec<u64> = image.segments.iter().map(|segment| segment.base >> 24).collect();
    assert!(bases.contains(&0x40) && bases.contains(&0x42), "{bases:x?}");
    assert_eq!(run_image(&image, options, b"").stop, Stop::Exit { status: 5 });
}

/// A published analysis of the boot ROM: it enables interrupts in `mstatus` before the program.
#[test]
fn interrupts_arrive_without_being_enabled_in_mstatus() {
    let source = "
        .globl _start
        .balign 256
vec:    .rept 32
        j isr
        .endr
isr:    li t0, 0
        csrw mtvec, t0
        li a0, 7
        li a7, 93
        ecall
_start: la t0, vec
        csrw mtvec, t0
        li t0, 0x600c2000       # interrupt matrix
        li t1, 1
        sw t1, 0x0c8(t0)        # source 50, FROM_CPU_INTR0, to line 1
        sw t1, 0x118(t0)        # priority 1 for line 1
        li t1, 2
        sw t1, 0x104(t0)        # line 1 enabled
        li t0, 0x600c0028
        li t1, 1
        sw t1, 0(t0)            # request it
1:      j 1b";
    let (_, _, stop) = run_source(source, Options::esp32c3());
    assert_eq!(stop, Stop::Exit { status: 7 });
}

/// An interrupt that waits while it is disabled is taken after the instruction that enables it.
#[test]
fn a_waiting_interrupt_is_taken_when_it_is_enabled() {
    for enable in ["csrsi mstatus, 8", "la t2, 2f\n csrw mepc, t2\n csrw mstatus, t3\n mret\n2:"] {
        let source = format!(
            "
        .globl _start
        .balign 256
vec:    .rept 32
        j isr
        .endr
isr:    csrw mtvec, zero
        li a7, 93
        ecall
_start: la t0, vec
        csrw mtvec, t0
        csrci mstatus, 8
        li t3, 0x1880
        li t0, 0x600c2000
        li t1, 1
        sw t1, 0x0c8(t0)
        sw t1, 0x118(t0)
        li t1, 2
        sw t1, 0x104(t0)
        li t0, 0x600c0028
        li t1, 1
        sw t1, 0(t0)
        li a0, 1
        li a0, 2
        {enable}
        li a0, 3
        j ."
        );
        let (_, _, stop) = run_source(&source, Options::esp32c3());
        assert_eq!(stop, Stop::Exit { status: 2 }, "{enable}");
    }
}

/// TRM, "ESP-RISC-V CPU", mpccr and the registers at 0x800 for user mode.
#[test]
fn both_counters_run_from_the_start() {
    for counter in ["0x7e2", "0x802"] {
        let source = format!(
            ".globl _start\n_start: csrr a0, {counter}\n li t0, 100\n1: addi t0, t0, -1\n\
             bnez t0, 1b\n csrr a1, {counter}\n sub a0, a1, a0\n csrwi 0x803, 1\n csrr a2, 0x803\n\
             add a0, a0, a2\n srli a0, a0, 1\n {EXIT}"
        );
        let (_, _, stop) = run_source(&source, Options::esp32c3());
        assert_eq!(stop, Stop::Exit { status: 151 }, "{counter}");
    }
}

/// TRM, "Reset and Clock": after a software reset the program starts again, with reason 3.
#[test]
fn a_reset_starts_the_program_again_with_its_reason() {
    let source = format!(
        ".data\nx: .word 5\n.text\n.globl _start\n_start: la t0, x\n lw a0, (t0)\n sw zero, (t0)\n\
         li t1, 0x60008000\n lw t2, 0x38(t1)\n andi t2, t2, 63\n add a0, a0, t2\n\
         lw t3, 0x50(t1)\n bnez t3, 1f\n li t3, 1\n sw t3, 0x50(t1)\n li t0, 0x40000090\n\
         jr t0\n1: {EXIT}"
    );
    let (machine, _, stop) = run_source(&source, Options::esp32c3());
    assert_eq!(stop, Stop::Exit { status: 8 });
    assert_eq!(machine.remarks(false).len(), 1);
    let once = Options { restarts: 0, ..Options::esp32c3() };
    let (_, _, stop) = run_source(&source, once);
    let Stop::Fault(Fault { cause, .. }) = stop else { panic!("{stop:?}") };
    assert_eq!(cause, Cause::Reset { by: "software_reset" });
}

/// A program that resets the chip forever ends after the last allowed restart.
#[test]
fn watchdogs_and_waiting_programs_restart_too() {
    let options = Options { restarts: 2, ..Options::esp32c3() };
    let ran = run_image(&image("watchdog"), options, b"");
    assert!(matches!(ran.stop, Stop::Fault(Fault { cause: Cause::Reset { .. }, .. })));
    assert!((960_000..960_300).contains(&ran.cycles), "{} cycles", ran.cycles);
    let asleep = "
        .globl _start
_start: li t0, 0x6001f000
        li t1, 8000 << 16
        sw t1, 0x4c(t0)
        li t1, 10
        sw t1, 0x50(t0)
        li t1, 1<<31 | 3<<29
        sw t1, 0x48(t0)
        wfi
        li a0, 1
        li a7, 93
        ecall";
    let (machine, _, stop) = run_source(asleep, options);
    assert!(matches!(stop, Stop::Fault(Fault { cause: Cause::Reset { .. }, .. })), "{stop:?}");
    assert!(machine.counts().cycles_by("esp32c3") > Some(480_000));
}

/// C standard, `qsort`: the ROM calls the program's comparison; without elements it does nothing.
#[test]
fn the_rom_sorts_with_a_comparison_of_the_program() {
    let ran = run("sort", b"");
    assert_eq!((ran.output.as_str(), ran.stop), ("adeorst", Stop::Exit { status: 3 }));
}

/// Source: ESP-IDF Programming Guide, "Partition Tables"; TRM, "System and Memory".
#[test]
fn the_windows_show_the_pages_of_the_flash_chip() {
    let file = write_app(&image("flash-pages")).expect("an application");
    let image = read(&file).expect("an image");
    let ran = run_image(&image, Options::esp32c3(), b"");
    assert_eq!(ran.stop, Stop::Budget);
    let lines =
        ["000000e9", "00c0ffee", "000050aa", "ffffffff", "12345678", "00000077", "ffffffff"];
    assert_eq!(ran.output.lines().collect::<Vec<_>>(), lines);
    assert_eq!(ran.host.notes, []);
}

/// Source: TRM, chapters "SHA Accelerator" and "GDMA Controller"; FIPS 180-4.
#[test]
fn mapping_pages_counts_for_the_budget() {
    let source = ".globl _start\n_start: li t0, 0x600c5000\nloop: addi t1, t1, 1\n\
                  andi t2, t1, 7\nsw t2, 0(t0)\nj loop\n";
    let (machine, _, stop) = run_source(source, Options::esp32c3());
    assert_eq!(stop, Stop::Budget);
    // Each page has 64 KiB, and each round four instructions.
    let rounds = machine.attempted() / 4;
    assert!(rounds <= 1_000_000 / (64 << 10) + 1, "{rounds} rounds");
}

#[test]
fn the_dma_feeds_the_accelerator_and_copies_instructions() {
    let ran = run("sha-dma", b"");
    assert_eq!(ran.output, "bf1678ba\n00000011\n00000022\n");
    assert_eq!(ran.host.notes, []);
}

/// ELF file of a ROM in which each of these addresses has a function that returns a number.
fn rom(functions: &[(u64, u32)]) -> Vec<u8> {
    let segment = |&(base, number): &(u64, u32)| Segment {
        name: ".fixed.text".to_owned(),
        base,
        size: 8,
        data: Data::Bytes([number << 20 | 0x513, 0x8067].map(u32::to_le_bytes).concat()),
        executable: true,
        writable: false,
    };
    let segments = functions.iter().map(segment).collect();
    let image = Image { isa: "riscv32".to_owned(), segments, ..Image::default() };
    let target = Options::esp32c3().elf().expect("ELF");
    asmkit::elf::write(&image, &target, None).expect("a file")
}

#[test]
fn a_file_of_the_rom_has_the_functions_that_are_not_simulated() {
    let mut image = image("rom-file");
    let alone = run_image(&image, Options::esp32c3(), b"");
    let cause = Cause::Unmodelled { access: Access::Fetch, address: 0x4000_0640, device: "" };
    assert_eq!((alone.output.as_str(), fault(&image, alone.stop).0), ("3", cause));

    let wrong = Options::esp32c3().add_rom(&mut image, &rom(&[(0x4200_0000, 1)]));
    let why = "no section is between 0x40000000 and 0x4005efff, where the ROM is";
    assert_eq!(wrong, Err(why.to_owned()));
    let file = rom(&[(0x4000_0374, 9), (0x4000_0640, u32::from(b'R'))]);
    assert_eq!(Options::esp32c3().add_rom(&mut image, &file), Ok(true));
    let ran = run_image(&image, Options::esp32c3(), b"");
    assert_eq!((ran.output.as_str(), ran.stop), ("3R", Stop::Budget));
}
