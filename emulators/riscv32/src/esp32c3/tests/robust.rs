//! The board handles everything that a program or a file does.

use proptest::prelude::*;

use super::super::image;
use super::*;

/// Registers of every peripheral that has an effect, and some unknown ones.
fn address() -> impl Strategy<Value = u32> {
    let blocks = prop::sample::select(vec![
        0x6000_0000u32,
        0x6000_4000,
        0x6000_8000,
        0x6001_f000,
        0x6002_3000,
        0x6002_6000,
        0x6004_3000,
        0x600c_0000,
        0x600c_2000,
        0x600c_5000,
        0x6001_3000,
    ]);
    (blocks, 0u32..0x200).prop_map(|(block, offset)| block + offset)
}

/// Values that fill fields: few bits, all bits, watchdog keys.
fn value() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        (0u32..32).prop_map(|bit| 1 << bit),
        Just(u32::MAX),
        Just(0),
        Just(0x50d8_3aa1),
    ]
}

#[derive(Debug, Clone)]
enum Act {
    Load(u32, u8),
    Store(u32, u8, u32),
    Pass(u64),
    Wait,
}

fn act() -> impl Strategy<Value = Act> {
    let units = || prop::sample::select(vec![1u8, 2, 4]);
    prop_oneof![
        3 => (address(), units()).prop_map(|(at, units)| Act::Load(at, units)),
        6 => (address(), units(), value()).prop_map(|(at, units, value)| Act::Store(at, units, value)),
        2 => prop_oneof![0u64..1000, 0u64..1 << 50].prop_map(Act::Pass),
        1 => Just(Act::Wait),
    ]
}

proptest! {
    /// Deadlines are never in the past, and waiting finds the same interrupts.
    #[test]
    fn devices_take_everything(acts in prop::collection::vec(act(), 1..120)) {
        let mut bench = BoardBench::new(b"some input");
        for act in acts {
            let now = bench.now();
            match act {
                Act::Load(at, units) => {
                    let _ = bench.board.load(at, units, &now, &mut bench.host);
                }
                Act::Store(at, units, value) => {
                    let _ = bench.board.store(at, units, value, &now, &mut bench.host);
                }
                Act::Pass(cycles) => bench.cycles += cycles,
                Act::Wait => {
                    if let Err(CallAnswer::Fault(Cause::Reset { .. })) = bench.board.wait(&now, &mut bench.host) {
                        return Ok(());
                    }
                }
            }
            let now = bench.now();
            if bench.board.interrupt(&now, &mut bench.host).is_err() {
                return Ok(());
            }
            let deadline = bench.board.deadline(&now, &bench.host);
            prop_assert!(deadline.is_none_or(|at| at >= now.cycles), "{deadline:?} {now:?}");
        }
    }

    #[test]
    fn files_are_images_or_errors(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        header in any::<bool>(),
    ) {
        let start = b"\xe9\x01\x02\x2f\x00\x00\x38\x40\xee\x00\x00\x00\x05\x00";
        let file = if header { [&start[..], &bytes].concat() } else { bytes };
        if let Err(error) = image::read(&file) {
            prop_assert!(error.offset <= file.len() as u64 + 0x0001_0000, "{error}");
        }
    }
}
