//! UART and USB-Serial-JTAG.

use super::*;
use crate::esp32c3::MOST_VAIN_LOOKS;

const UART0: u32 = 0x6000_0000;
const UART1: u32 = 0x6001_0000;
const USB: u32 = 0x6004_3000;

/// Source: TRM, "UART Controller": UART_FIFO_REG, UART_STATUS_REG with RXFIFO_CNT in bits 0 to 9
/// and TXFIFO_CNT in bits 16 to 25.
#[test]
fn a_uart_sends_and_receives_bytes() {
    let mut bench = BoardBench::new(b"ab");
    assert_eq!(bench.load(UART0 + 0x1c), 0xe000_c002);
    assert_eq!([bench.load(UART0), bench.load(UART0), bench.load(UART0)], [0x61, 0x62, 0]);
    assert_eq!(bench.load(UART0 + 0x1c) & 0x03ff_03ff, 0);
    let now = bench.now();
    bench.store(UART0, 0x1_0048);
    bench.board.store(UART0, 1, 0x69, &now, &mut bench.host).expect("a byte");
    assert_eq!(bench.host.output.bytes(), b"Hi");
}

#[test]
fn the_receiver_shows_as_much_as_its_queue_holds() {
    let mut bench = BoardBench::new(&[7; 200]);
    assert_eq!(bench.load(UART0 + 0x1c) & 0x3ff, 128);
    bench.load(UART0);
    assert_eq!(bench.load(UART0 + 0x1c) & 0x3ff, 128);
}

#[test]
fn nothing_is_connected_to_the_second_uart() {
    let mut bench = BoardBench::new(b"x");
    bench.store(UART1, 0x41);
    assert_eq!(bench.host.output.bytes(), b"");
    assert_eq!([bench.load(UART1 + 0x1c) & 0x3ff, bench.load(UART1)], [0, 0]);
}

/// Source: TRM, "UART Controller": interrupts RXFIFO_FULL 0, TXFIFO_EMPTY 1, RXFIFO_TOUT 8,
/// TX_DONE 14; UART_CONF1_REG with RXFIFO_FULL_THRHD in bits 0 to 8 and RX_TOUT_EN at 21.
#[test]
fn a_uart_asks_for_interrupts() {
    let mut bench = BoardBench::new(b"abc");
    bench.route(21, 5);
    assert_eq!(bench.interrupt(), None);
    bench.store(UART0 + 0x24, 3);
    bench.store(UART0 + 0x0c, 1);
    assert_eq!([bench.load(UART0 + 0x04), bench.load(UART0 + 0x08)], [0b11, 0b01]);
    assert_eq!(bench.interrupt(), Some(5));
    bench.load(UART0);
    assert_eq!(bench.interrupt(), None);
    bench.store(UART0 + 0x24, 1 << 21 | 3);
    bench.store(UART0 + 0x0c, 1 << 8);
    assert_eq!(bench.interrupt(), Some(5));

    bench.store(UART0 + 0x0c, 1 << 14);
    assert_eq!(bench.interrupt(), None);
    bench.store(UART0, 0x41);
    assert_eq!(bench.interrupt(), Some(5));
    bench.store(UART0 + 0x10, 1 << 14);
    assert_eq!(bench.interrupt(), None);
}

#[test]
fn full_output_stops_the_program() {
    let mut bench = BoardBench::new(b"");
    bench.host.output = machine::Output::with_cap(1);
    bench.store(UART0, 0x41);
    assert_eq!(bench.try_store(UART0, 0x42), Err(CallAnswer::Limit(machine::Limit::Output)));
    assert_eq!(bench.try_store(USB, 0x42), Err(CallAnswer::Limit(machine::Limit::Output)));
    assert_eq!(bench.host.output.bytes(), b"A");
}

/// Source: TRM, "USB Serial/JTAG Controller": EP1, EP1_CONF with SERIAL_IN_EP_DATA_FREE at 1 and
/// SERIAL_OUT_EP_DATA_AVAIL at 2, SOF at bit 1 of INT_RAW, a frame each millisecond.
#[test]
fn usb_is_a_console_with_frames() {
    let mut bench = BoardBench::new(b"z");
    assert_eq!([bench.load(USB + 4), bench.load(USB), bench.load(USB + 4)], [0b110, 0x7a, 0b010]);
    bench.store(USB, 0x48);
    bench.store(USB + 4, 1);
    assert_eq!(bench.host.output.bytes(), b"H");
    assert_eq!(bench.load(USB + 8), 0b1010);
    bench.store(USB + 0x14, 0b1010);
    assert_eq!(bench.load(USB + 8), 0);
    bench.cycles = CYCLES_A_MILLISECOND;
    assert_eq!([bench.load(USB + 8), bench.load(USB + 0x24)], [0b0010, 1]);
}

/// A user at a terminal is asked for input if the program only polls for it, but not if it polls
/// occasionally while it sends.
#[test]
fn a_program_that_only_looks_for_input_waits_for_it() {
    let mut bench = BoardBench::new(b"");
    bench.host.input = Input::open();
    for _ in 0..MOST_VAIN_LOOKS {
        bench.load(UART0 + 0x1c);
        bench.store(UART0, 0x2e);
    }
    assert!(!bench.board.waits_for_input());
    for _ in 0..MOST_VAIN_LOOKS {
        assert!(!bench.board.waits_for_input());
        bench.load(UART0 + 0x1c);
    }
    assert!(bench.board.waits_for_input() && !bench.board.waits_for_input());
    bench.host.input.feed(b"x");
    assert_eq!(bench.load(UART0 + 0x1c) & 0x3ff, 1);
}
