//! The interrupt matrix, and waiting for interrupts.

use super::*;

/// SYSTEM_CPU_INTR_FROM_CPU_n, sources 50 to 53.
const FROM_CPU: u32 = 0x600c_0028;

/// Source: TRM, "Interrupt Matrix" and "ESP-RISC-V CPU": priority, threshold, lowest number first.
#[test]
fn the_highest_priority_goes_first_and_the_threshold_holds_back() {
    let mut bench = BoardBench::new(b"");
    for (source, line) in [(50, 7), (51, 4), (52, 31)] {
        bench.route(source, line);
        bench.store(FROM_CPU + (source - 50) * 4, 1);
    }
    assert_eq!(bench.interrupt(), Some(4));
    bench.store(MATRIX + 0x114 + 31 * 4, 3);
    assert_eq!(bench.interrupt(), Some(31));
    bench.store(MATRIX + 0x194, 4);
    assert_eq!(bench.interrupt(), None);
    bench.store(MATRIX + 0x194, 3);
    assert_eq!(bench.interrupt(), Some(31));
    bench.store(MATRIX + 0x114 + 31 * 4, 0);
    bench.store(MATRIX + 0x194, 0);
    assert_eq!(bench.interrupt(), Some(4), "priority 0 is off");
    assert_eq!(bench.load(MATRIX + 0xfc), 0b111 << (50 - 32));
    assert_eq!(bench.load(MATRIX + 0x110), 1 << 31 | 1 << 7 | 1 << 4);
    bench.store(FROM_CPU + 4, 0);
    assert_eq!(bench.interrupt(), Some(7));
}

/// Source: TRM, "ESP-RISC-V CPU": an edge stays pending until cleared.
#[test]
fn an_edge_stays_until_cleared() {
    let mut bench = BoardBench::new(b"");
    bench.route(50, 2);
    bench.store(MATRIX + 0x108, 1 << 2);
    bench.store(FROM_CPU, 1);
    assert_eq!(bench.interrupt(), Some(2));
    bench.store(FROM_CPU, 0);
    assert_eq!(bench.interrupt(), Some(2));
    bench.store(MATRIX + 0x10c, 1 << 2);
    assert_eq!(bench.interrupt(), None);
    bench.store(MATRIX + 0x10c, 0);
    bench.store(FROM_CPU, 1);
    assert_eq!(bench.interrupt(), Some(2));
}

#[test]
fn a_line_without_enable_stays_quiet() {
    let mut bench = BoardBench::new(b"");
    bench.route(50, 2);
    bench.store(MATRIX + 0x104, 0);
    bench.store(FROM_CPU, 1);
    assert_eq!(bench.interrupt(), None);
}

#[test]
fn waiting_goes_on_to_the_interrupt_and_ends_without_one() {
    let mut bench = BoardBench::new(b"");
    let now = bench.now();
    assert_eq!(bench.board.wait(&now, &mut bench.host), Err(CallAnswer::Fault(Cause::Asleep)));
    bench.host.input = Input::open();
    assert_eq!(bench.board.wait(&now, &mut bench.host), Err(CallAnswer::Input));
    bench.route(37, 1);
    bench.store(0x6002_3034, 1 << 30 | 1600);
    bench.store(0x6002_3050, 1);
    bench.store(0x6002_3064, 1);
    bench.store(0x6002_3000, 1 << 30 | 1 << 24);
    assert_eq!(bench.board.wait(&now, &mut bench.host), Ok(()));
    assert_eq!(bench.interrupt(), Some(1));
    assert_eq!(bench.board.waited(), 16_000);
}

#[test]
fn an_alarm_without_a_line_does_not_wake() {
    let mut bench = BoardBench::new(b"");
    bench.store(0x6002_3034, 1 << 30 | 1600);
    bench.store(0x6002_3050, 1);
    bench.store(0x6002_3064, 1);
    bench.store(0x6002_3000, 1 << 30 | 1 << 24);
    let now = bench.now();
    assert_eq!(bench.board.wait(&now, &mut bench.host), Err(CallAnswer::Fault(Cause::Asleep)));
}
