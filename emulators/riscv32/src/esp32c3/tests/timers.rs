//! Timers and watchdogs.

use proptest::prelude::*;

use super::super::systimer::SystemTimer;
use super::*;

const SYSTIMER: u32 = 0x6002_3000;
const TIMG0: u32 = 0x6001_f000;
const RTC: u32 = 0x6000_8000;

fn system_time(bench: &mut BoardBench) -> u32 {
    bench.store(SYSTIMER + 0x04, 1 << 30);
    assert_eq!(bench.load(SYSTIMER + 0x04), 1 << 29, "valid");
    bench.load(SYSTIMER + 0x44)
}

/// Source: TRM, "System Timer": 16 MHz, UNIT0 works after reset, UPDATE at bit 30, VALID at 29;
/// SYSTIMER_CONF_REG is 0x46000000 after reset.
#[test]
fn the_system_timer_counts_sixteen_a_microsecond() {
    let mut bench = BoardBench::new(b"");
    assert_eq!(bench.load(SYSTIMER), 0x4600_0000);
    bench.cycles = 160;
    assert_eq!(system_time(&mut bench), 16);
    bench.store(SYSTIMER + 0x0c, 0xf_ffff);
    bench.store(SYSTIMER + 0x10, u32::MAX);
    bench.store(SYSTIMER + 0x5c, 1);
    bench.cycles += 20;
    assert_eq!(system_time(&mut bench), 1, "52 bits");
    bench.store(SYSTIMER, 0);
    bench.cycles += 1000;
    assert_eq!(system_time(&mut bench), 1, "stopped");
}

/// Source: TRM, "System Timer": the mode is chosen after the period was loaded, as in ESP-IDF.
#[test]
fn periods_begin_when_the_mode_is_chosen() {
    let mut bench = BoardBench::new(b"");
    bench.route(37, 9);
    bench.store(SYSTIMER + 0x34, 16_000);
    bench.store(SYSTIMER + 0x50, 1);
    bench.store(SYSTIMER, 1 << 30 | 1 << 24);
    bench.store(SYSTIMER + 0x6c, 1);
    bench.store(SYSTIMER + 0x34, 1 << 30 | 16_000);
    bench.store(SYSTIMER + 0x64, 1);
    for _ in 0..3 {
        assert_eq!(bench.interrupt(), None);
        bench.cycles += CYCLES_A_MILLISECOND;
        assert_eq!(bench.interrupt(), Some(9));
        bench.store(SYSTIMER + 0x6c, 1);
    }
}

/// Source: TRM, "System Timer": target mode; an alarm in the past fires immediately.
#[test]
fn an_alarm_of_the_system_timer_comes_once() {
    let mut bench = BoardBench::new(b"");
    bench.route(38, 9);
    bench.store(SYSTIMER + 0x28, 100);
    bench.store(SYSTIMER + 0x54, 1);
    bench.store(SYSTIMER + 0x64, 0b010);
    bench.store(SYSTIMER, 1 << 30 | 1 << 23);
    let now = bench.now();
    assert_eq!(bench.board.deadline(&now, &bench.host), Some(1000));
    bench.cycles = 999;
    assert_eq!(bench.interrupt(), None);
    bench.cycles = 1000;
    assert_eq!(bench.interrupt(), Some(9));
    bench.store(SYSTIMER + 0x6c, 0b010);
    bench.cycles = 5000;
    assert_eq!(bench.interrupt(), None);
    bench.store(SYSTIMER + 0x54, 1);
    assert_eq!(bench.interrupt(), Some(9));
}

/// Source: TRM, "System Timer": period mode, TARGETx_CONF with PERIOD_MODE at bit 30.
#[test]
fn an_alarm_of_the_system_timer_comes_again_and_again() {
    let mut bench = BoardBench::new(b"");
    bench.store(SYSTIMER + 0x34, 1 << 30 | 16_000);
    bench.store(SYSTIMER + 0x50, 1);
    bench.store(SYSTIMER, 1 << 30 | 1 << 24);
    for period in 1..4 {
        bench.cycles = period * CYCLES_A_MILLISECOND - 1;
        assert_eq!(bench.load(SYSTIMER + 0x68), 0);
        bench.cycles += 1;
        assert_eq!(bench.load(SYSTIMER + 0x68), 1);
        bench.store(SYSTIMER + 0x6c, 1);
    }
    bench.cycles += 10 * CYCLES_A_MILLISECOND + 5;
    assert_eq!(bench.load(SYSTIMER + 0x68), 1, "late, but once");
    bench.store(SYSTIMER + 0x64, 1);
    let now = bench.now();
    assert_eq!(bench.board.deadline(&now, &bench.host), None, "it is raised already");
    bench.store(SYSTIMER + 0x6c, 1);
    assert_eq!(bench.board.deadline(&now, &bench.host), Some(14 * CYCLES_A_MILLISECOND));
}

/// Source: TRM, "Timer Group": T0CONFIG with EN 31, INCREASE 30, AUTORELOAD 29, divider from 13,
/// ALARM_EN 10, which the alarm clears.
#[test]
fn a_timer_group_counts_reloads_and_alarms() {
    let mut bench = BoardBench::new(b"");
    bench.route(32, 3);
    bench.store(TIMG0 + 0x10, 100);
    bench.store(TIMG0 + 0x70, 1);
    bench.store(TIMG0, 1 << 31 | 1 << 30 | 1 << 29 | 80 << 13 | 1 << 10);
    bench.cycles = 160 * 99;
    assert_eq!(bench.interrupt(), None);
    bench.store(TIMG0 + 0x0c, 1 << 31);
    assert_eq!(bench.load(TIMG0 + 0x04), 99);
    bench.cycles = 160 * 130;
    assert_eq!(bench.interrupt(), Some(3));
    bench.store(TIMG0 + 0x0c, 1 << 31);
    assert_eq!(bench.load(TIMG0 + 0x04), 30, "reloaded at 100");
    assert_eq!(bench.load(TIMG0) & 1 << 10, 0);
    bench.store(TIMG0 + 0x7c, 1);
    assert_eq!(bench.interrupt(), None);
}

#[test]
fn a_timer_group_counts_down() {
    let mut bench = BoardBench::new(b"");
    bench.store(TIMG0 + 0x18, 50);
    bench.store(TIMG0 + 0x20, 1);
    bench.store(TIMG0 + 0x10, 10);
    bench.store(TIMG0, 1 << 31 | 2 << 13 | 1 << 10);
    bench.cycles = 4 * 39;
    assert_eq!(bench.load(TIMG0 + 0x74), 0);
    bench.cycles = 4 * 40;
    assert_eq!(bench.load(TIMG0 + 0x74), 1);
}

/// Source: TRM, "Watchdog Timers": stages, key 0x50d83aa1, WDTCONFIG0 with EN 31 and actions from
/// 29 down, 1 for an interrupt and 3 for a system reset.
#[test]
fn a_watchdog_resets_the_chip_unless_fed() {
    let mut bench = BoardBench::new(b"");
    bench.store(TIMG0 + 0x4c, 40_000 << 16); // half a millisecond a tick
    bench.store(TIMG0 + 0x50, 10);
    bench.store(TIMG0 + 0x54, 4);
    bench.store(TIMG0 + 0x48, 1 << 31 | 1 << 29 | 3 << 27);
    bench.store(TIMG0 + 0x64, 0);
    bench.store(TIMG0 + 0x48, 0);
    bench.cycles = 5 * CYCLES_A_MILLISECOND;
    assert_eq!(bench.interrupt(), None, "locked, so still on");
    assert_eq!(bench.load(TIMG0 + 0x74), 0b10, "first stage");
    bench.store(TIMG0 + 0x64, 0x50d8_3aa1);
    bench.store(TIMG0 + 0x60, 1);
    bench.cycles = 12 * CYCLES_A_MILLISECOND - 1;
    assert_eq!(bench.interrupt(), None);
    let now = bench.now();
    assert_eq!(bench.board.deadline(&now, &bench.host), Some(12 * CYCLES_A_MILLISECOND));
    bench.cycles += 1;
    let now = bench.now();
    let reset = bench.board.interrupt(&now, &mut bench.host);
    assert_eq!(reset, Err(Cause::Reset { by: "the watchdog of timer group 0 (MWDT0)" }));
}

/// Source: TRM, "Watchdog Timers": RWDT at 136 kHz; its first stage takes twice the written time.
#[test]
fn the_rtc_watchdog_needs_its_key() {
    let mut bench = BoardBench::new(b"");
    bench.store(RTC + 0x90, 1 << 31 | 4 << 28);
    assert_eq!(bench.load(RTC + 0x90), 0x0001_3214, "locked after reset");
    bench.store(RTC + 0xa8, 0x50d8_3aa1);
    bench.store(RTC + 0x94, 68);
    bench.store(RTC + 0x90, 1 << 31 | 4 << 28);
    bench.cycles = CYCLES_A_MILLISECOND - 1;
    assert_eq!(bench.interrupt(), None);
    bench.cycles += 1;
    let now = bench.now();
    let reset = bench.board.interrupt(&now, &mut bench.host);
    assert_eq!(reset, Err(Cause::Reset { by: "the RTC watchdog (RWDT)" }));
}

/// Source: TRM, "Watchdog Timers": SWD_CONF_REG after its key 0x8f1d312a.
#[test]
fn the_super_watchdog_can_be_switched_off_with_its_key() {
    let mut bench = BoardBench::new(b"");
    bench.store(RTC + 0xac, 1 << 30);
    assert_eq!(bench.load(RTC + 0xac), 0x04b0_0000);
    bench.store(RTC + 0xb0, 0x8f1d_312a);
    bench.store(RTC + 0xac, 1 << 30);
    assert_eq!(bench.load(RTC + 0xac), 1 << 30);
}

/// Source: TRM, "Timer Group": RTCCALICFG with START 31, MAX from 16, RDY 15; the value is in
/// periods of the crystal's 40 MHz, from bit 7 of RTCCALICFG1.
#[test]
fn the_slow_clock_is_measured_at_once() {
    let mut bench = BoardBench::new(b"");
    bench.store(TIMG0 + 0x68, 1 << 31 | 1360 << 16);
    assert_ne!(bench.load(TIMG0 + 0x68) & 1 << 15, 0);
    assert_eq!(bench.load(TIMG0 + 0x6c) >> 7, 400_000);
}

#[test]
fn the_slow_clock_counts() {
    let mut bench = BoardBench::new(b"");
    bench.cycles = 1000 * CYCLES_A_MILLISECOND;
    bench.store(RTC + 0x0c, 1 << 31);
    assert_eq!([bench.load(RTC + 0x10), bench.load(RTC + 0x14)], [136_000, 0]);
}

/// Write to a register of the system timer that sets alarms, modes, counters or interrupts.
fn timer_write() -> impl Strategy<Value = (u32, u32)> {
    let conf = (0u32..64).prop_map(|bits| (0x00, (bits & 3) << 29 | bits >> 2 << 22));
    let target = (0u32..6, 0u32..400).prop_map(|(at, value)| (0x1c + at * 4, value * (at % 2)));
    let mode = (0u32..3, 0u32..400, 0u32..4);
    let mode = mode.prop_map(|(at, period, bits)| (0x34 + at * 4, bits << 30 | period));
    let load = prop::sample::select(vec![0x50, 0x54, 0x58, 0x5c, 0x60]).prop_map(|at| (at, 1));
    let counter = (0u32..400).prop_map(|value| (0x10, value));
    let interrupts = (prop::sample::select(vec![0x64, 0x6c]), 0u32..8);
    let update = Just((0x04, 1 << 30));
    prop_oneof![conf, target, mode, load, counter, interrupts, update]
}

proptest! {
    /// Alarms fire at their times, no matter when the program looks at the timer.
    #[test]
    fn alarms_do_not_depend_on_looks(
        acts in prop::collection::vec((0u64..2000, any::<bool>(), timer_write()), 1..60),
    ) {
        let (mut seen, mut unseen) = (SystemTimer::default(), SystemTimer::default());
        let mut time = 0;
        for (passed, is_write, (at, value)) in acts {
            time += passed;
            if is_write {
                seen.store(at, value, time);
                unseen.store(at, value, time);
            } else {
                // One cycle after the other, as no program can.
                (time - passed..=time).for_each(|now| {
                    seen.levels(now);
                });
            }
        }
        for register in [0x44, 0x64, 0x68, 0x70] {
            prop_assert_eq!(seen.load(register, time), unseen.load(register, time));
        }
        prop_assert_eq!(seen.deadline(time), unseen.deadline(time));
    }
}
