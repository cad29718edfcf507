//! Programs for the ESP32-C3 that were built with esp-hal: their output as on the chip.
//!
//! The sources, and the command that builds them, are in `tests/esp-hal`.

use std::path::Path;

use architecture::Choices;
use machine::{Cause, Fault, Host, Image, PinChange, Stop};
use riscv32::{ARCHITECTURE, Options, Riscv32};

use crate::engines;

/// Instructions within which a program reaches its last loop.
const BUDGET: u64 = 3_000_000;

fn image(name: &str) -> Image {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/esp-hal/elf").join(name);
    let file = std::fs::read(path).expect("an executable");
    let read = asmkit::elf::read(&file, "riscv32", 243).expect("an ELF file");
    let opened = ARCHITECTURE.open_elf(read, &Choices::default()).expect("a program");
    opened.made.image
}

fn run(name: &str, host: &Host) -> (String, Host, Stop) {
    let new = || Riscv32::new(Options::esp32c3());
    let (_, mut host, stop) = engines::agreed(name, &image(name), host, BUDGET, new, |_| {});
    assert_eq!(host.notes, [], "{name}");
    (String::from_utf8(host.output.take()).expect("text"), host, stop)
}

/// Output of a program that loops at its end.
fn output(name: &str, input: &[u8]) -> String {
    let (output, _, stop) = run(name, &Host::with_input(input));
    assert_eq!(stop, Stop::Budget, "{name}");
    output
}

fn change(micros: u64, pin: u8, level: bool) -> PinChange {
    PinChange { nanos: micros * 1000, pin, level: Some(level) }
}

#[test]
fn hello_prints_with_delays() {
    assert_eq!(output("hello", b""), "Hello 1\nHello 2\nHello 3\n");
}

#[test]
fn an_led_blinks() {
    let mut host = Host::default();
    host.pins.recording = true;
    let (_, mut host, _) = run("blinky", &host);
    let changes = host.pins.take_changes();
    assert!(changes.iter().all(|change| change.pin == 8), "{changes:?}");
    let steps = changes[2..].windows(2).map(|pair| pair[1].nanos - pair[0].nanos);
    assert!(steps.clone().count() > 5);
    assert!(steps.clone().all(|nanos| (999_000..1_001_000).contains(&nanos)));
    assert!(changes.windows(2).all(|pair| pair[0].level != pair[1].level));
}

#[test]
fn a_button_and_a_switch_are_read_through_their_pulls() {
    assert_eq!(output("button", b""), "pressed false closed false\n");
    let mut host = Host::default();
    host.pins.outside = vec![change(4000, 9, false), change(5000, 9, true), change(6000, 4, true)];
    let lines = [(false, false), (true, false), (false, false), (false, true)];
    let lines = lines.map(|(pressed, closed)| format!("pressed {pressed} closed {closed}\n"));
    assert_eq!(run("button", &host).0, lines.concat());
}

#[test]
fn a_button_interrupts() {
    let mut host = Host::default();
    let presses = (0..3).flat_map(|press| {
        [change(4000 + press * 1000, 9, false), change(4500 + press * 1000, 9, true)]
    });
    host.pins.outside = presses.collect();
    assert_eq!(run("press", &host).0, "ready\npressed\npressed\npressed\n");
}

#[test]
fn both_consoles_answer() {
    assert_eq!(output("echo", b"Hello\nthere\n"), "HELLO\nTHERE\n");
    assert_eq!(output("usb", b"Hello\nyou\n"), "Hello: 5 bytes\nyou: 3 bytes\n");
}

#[test]
fn timers_interrupt_in_their_periods() {
    assert_eq!(output("timers", b""), "ticks 10 tocks 5\n");
}

#[test]
fn random_numbers_are_drawn() {
    assert_eq!(output("random", b""), "all different: true\n");
}

#[test]
fn a_software_reset_restarts() {
    let (output, _, stop) = run("restart", &Host::default());
    let reasons = ["ChipPowerOn", "CoreSw", "CoreSw", "CoreSw"];
    let lines = reasons.map(|reason| format!("started by Some({reason})\n"));
    assert_eq!(output, lines.concat());
    let reset = Cause::Reset { by: "software_reset" };
    assert!(matches!(stop, Stop::Fault(Fault { cause, .. }) if cause == reset), "{stop:?}");
}

#[test]
fn a_panic_prints_its_backtrace() {
    let output = output("panic", b"");
    assert!(output.starts_with("divide 12 by 2\n6\ndivide 12 by 1\n12\ndivide 12 by 0\n"));
    assert!(output.contains("panicked at src/bin/panic.rs:14:5:\ndivision by zero"), "{output}");
    let (_, backtrace) = output.split_once("Backtrace:").expect("a backtrace");
    assert!(backtrace.matches("0x4201").count() >= 4, "{backtrace}");
}

/// The executor waits for interrupts; after the last timer none can come.
#[test]
fn embassy_tasks_wait_for_timers() {
    let (output, _, stop) = run("embassy", &Host::default());
    assert_eq!(output, "tick 1\nmain 1\ntick 2\ntick 3\nmain 2\nmain 3\ndone\n");
    assert!(matches!(stop, Stop::Fault(Fault { cause: Cause::Asleep, .. })), "{stop:?}");
}

#[test]
fn an_i2c_address_without_a_device_is_not_acknowledged() {
    assert_eq!(output("i2c", b""), "Err(AcknowledgeCheckFailed(Unknown))\n".repeat(2));
}

#[test]
fn a_conversion_reads_the_given_value() {
    let mut host = Host::default();
    host.pins.analog = [(0, 1234)].into();
    assert_eq!(run("adc", &host).0, "1234\n".repeat(3));
}
