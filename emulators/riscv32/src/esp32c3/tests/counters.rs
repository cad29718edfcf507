//! The performance counters.

use super::*;
use crate::engine::timing::Events;

const MPCER: u16 = 0x7e0;
const MPCMR: u16 = 0x7e1;
const MPCCR: u16 = 0x7e2;

const EVENTS: Events = Events {
    cycles: 1000,
    instructions: 500,
    load_hazards: 7,
    jump_hazards: 11,
    loads: 100,
    stores: 50,
    jumps: 30,
    branches: 40,
    branches_taken: 20,
    compressed: 200,
};

fn times(events: &Events, factor: u64) -> Events {
    Events {
        cycles: events.cycles * factor,
        instructions: events.instructions * factor,
        load_hazards: events.load_hazards * factor,
        jump_hazards: events.jump_hazards * factor,
        loads: events.loads * factor,
        stores: events.stores * factor,
        jumps: events.jumps * factor,
        branches: events.branches * factor,
        branches_taken: events.branches_taken * factor,
        compressed: events.compressed * factor,
    }
}

fn read(board: &Esp32c3, csr: u16, events: &Events) -> Option<u32> {
    board.read_csr(csr, events.cycles, &|| *events)
}

fn counted(chosen: u32) -> Option<u32> {
    let mut board = BoardBench::new(b"").board;
    board.write_csr(MPCMR, 0, &EVENTS);
    board.write_csr(MPCCR, 0, &EVENTS);
    board.write_csr(MPCER, chosen, &EVENTS);
    board.write_csr(MPCMR, 1, &EVENTS);
    read(&board, MPCCR, &times(&EVENTS, 2))
}

/// Source: TRM, "ESP-RISC-V CPU", mpcer: bit 0 cycles, 1 instructions, 2 and 3 hazards of loads
/// and jumps, 5 loads, 6 stores, 7 jumps, 8 branches, 9 those taken, 10 compressed.
#[test]
fn each_event_is_counted_while_it_is_chosen() {
    let counts: Vec<_> = (0..11).filter_map(|bit| counted(1 << bit)).collect();
    assert_eq!(counts, [1000, 500, 7, 11, 0, 100, 50, 30, 40, 20, 200]);
}

/// Source: TRM, mpcer: events of the same cycle count once.
#[test]
fn events_together_count_once() {
    assert_eq!(counted(0b11), Some(1000));
    assert_eq!(counted(1 << 1 | 1 << 5 | 1 << 8), Some(500));
    assert_eq!(counted(1 << 8 | 1 << 9), Some(40));
    assert_eq!(counted(1 << 5 | 1 << 6), Some(150));
}

/// Source: TRM, mpcmr: bit 0 enables, bit 1 saturates; mpccr is writable.
#[test]
fn the_counter_starts_stops_wraps_and_saturates() {
    let mut board = BoardBench::new(b"").board;
    let after = |factor| times(&EVENTS, factor);
    board.write_csr(MPCMR, 0, &after(0));
    board.write_csr(MPCER, 1, &after(0));
    assert_eq!(read(&board, MPCCR, &after(3)), Some(0), "not enabled");
    board.write_csr(MPCMR, 1, &after(3));
    assert_eq!(read(&board, MPCCR, &after(5)), Some(2000));
    board.write_csr(MPCMR, 0, &after(5));
    assert_eq!(read(&board, MPCCR, &after(9)), Some(2000));
    board.write_csr(MPCCR, u32::MAX - 10, &after(9));
    board.write_csr(MPCMR, 1, &after(9));
    assert_eq!(read(&board, MPCCR, &after(10)), Some(989));
    board.write_csr(MPCMR, 0b11, &after(9));
    assert_eq!(read(&board, MPCCR, &after(10)), Some(u32::MAX));
    assert_eq!([MPCER, MPCMR].map(|csr| read(&board, csr, &after(0))), [Some(1), Some(3)]);
}

/// The ROM configures the user-mode counter to count cycles.
#[test]
fn registers_for_user_mode_and_of_the_pins() {
    let mut board = BoardBench::new(b"").board;
    assert_eq!(read(&board, 0x802, &EVENTS), Some(1000));
    board.write_csr(0x805, 0x1ff, &EVENTS);
    assert_eq!(read(&board, 0x805, &EVENTS), Some(0xff));
    assert_eq!(read(&board, 0x806, &EVENTS), None);
    assert_eq!(read(&board, 0xc00, &EVENTS), None);
}
