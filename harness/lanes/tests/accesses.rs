//! Loads and stores that an observer receives, compared with the instructions that make them.

use std::collections::BTreeMap;
use std::path::Path;

use lanes::golden;
use lanes::lane;
use lanes::root::Root;
use machine::{Load, Machine as _, Observer, Stop, Store};

/// How often memory is read and written by instructions, and how many units that is.
#[derive(Debug, Default)]
struct Meter {
    loads: u64,
    loaded_units: u64,
    stores: u64,
    stored_units: u64,
    by_system: u64,
}

impl Observer for Meter {
    const STORES: bool = true;
    const LOADS: bool = true;

    fn loaded(&mut self, load: Load) {
        self.loads += 1;
        self.loaded_units += u64::from(load.size);
    }

    fn stored(&mut self, store: Store) {
        self.stores += 1;
        self.stored_units += u64::from(store.size);
    }

    fn stored_by_system(&mut self, _: Store) {
        self.by_system += 1;
    }
}

/// Every load and store of the lanes' programs is reported once, and nothing else; counts do not change. On
/// MIPS32 and RISC-V an instruction says by itself that it loads or stores, and how much.
#[test]
fn every_access_is_reported_once() {
    let root = Root::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    for lane in lane::read_table(&root).unwrap() {
        if !["mips32", "riscv32"].contains(&lane.target.isa()) {
            continue;
        }
        let set = golden::read_puzzles(&root, &lane.sets[0]).unwrap();
        let (target, image) = lane.program(&root).unwrap();
        let mut machine = target.machine();
        machine.load(&image).unwrap();
        machine.watch(0, u64::from(u32::MAX));
        let mut host = lane.feed.host(&set[2].puzzle);
        let mut meter = Meter::default();
        let stop = machine.run(&mut host, u64::MAX, &mut meter);
        let board = lane.name.contains("esp32c3");
        assert!(matches!(stop, Stop::Exit { .. } | Stop::End), "{}: {stop:?}", lane.name);
        let counts = golden::read_counts(&root, &lane.name).unwrap();
        let id = format!("{}:3", lane.sets[0]).parse().unwrap();
        assert_eq!(machine.counts().instructions, counts[&id].instructions, "{}", lane.name);
        let mut classes: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
        for ran in machine.executed() {
            let text = machine.disassemble(ran.address).unwrap_or_default();
            let units = match text.split([' ', '.']).find(|word| *word != "c").unwrap_or_default() {
                "lb" | "lbu" | "sb" => 1,
                "lh" | "lhu" | "sh" => 2,
                _ => 4,
            };
            let class = classes.entry(ran.class).or_default();
            class[0] += ran.times;
            class[1] += ran.times * units;
        }
        let [loads, stores] =
            ["load", "store"].map(|class| classes.get(class).copied().unwrap_or_default());
        // What goes to the board's devices goes to no memory.
        if !board {
            assert_eq!([meter.loads, meter.loaded_units], loads, "loads of {}", lane.name);
            assert_eq!([meter.stores, meter.stored_units], stores, "stores of {}", lane.name);
        }
    }
}
