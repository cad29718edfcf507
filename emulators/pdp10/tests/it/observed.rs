//! Events reported to an observer: marks and stores; pauses it requests; and that a copy of a
//! machine continues like the original.

use machine::{Data, Host, Image, Load, LoadError, Machine, Observer, Segment, Stop, Store};
use pdp10::{Options, Pdp10, System, Word36, isa};

#[derive(Default)]
struct Watcher {
    mark: u64,
    arrivals: u64,
    stores: Vec<Store>,
    /// Store or arrival at which to pause.
    pause_at_store: Option<usize>,
    pause_at_arrival: Option<u64>,
}

impl Observer for Watcher {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        address == self.mark
    }

    fn arrived(&mut self, _: u64) {
        self.arrivals += 1;
    }

    fn stored(&mut self, store: Store) {
        self.stores.push(store);
    }

    fn pauses(&self) -> bool {
        self.pause_at_store == Some(self.stores.len())
            || self.pause_at_arrival == Some(self.arrivals)
    }
}

const LOOP: u64 = 0o101;
const GRID: u64 = 0o200;

/// Stores to the grid and around it, three times; then three words by `BLT`.
const PROGRAM: &[(&str, u32, u32, u32)] = &[
    ("MOVEI", 1, 0, 3),
    ("MOVEM", 1, 0, GRID as u32 - 1),
    ("MOVEM", 1, 0, GRID as u32 + 1),
    ("MOVEM", 1, 0, GRID as u32 + 2),
    ("SOJG", 1, 0, LOOP as u32),
    ("MOVE", 2, 0, 0o110),
    ("BLT", 2, 0, GRID as u32 + 2),
    ("HALT", 0, 0, 0),
];

fn word((name, ac, index, y): (&str, u32, u32, u32)) -> u64 {
    let (_, base) = isa::opcodes().find(|(known, _)| *known == name).expect("an instruction");
    base.bits() | Word36::halves(ac << 5 | index, y).bits()
}

fn image() -> Image {
    let mut words: Vec<u64> = PROGRAM.iter().map(|&line| word(line)).collect();
    // Three words from 100 to 177 on.
    words.push(Word36::halves(0o100, 0o177).bits());
    image_of(words)
}

/// A program at 100.
fn image_of(words: Vec<u64>) -> Image {
    let segment = Segment {
        name: "impure".into(),
        base: 0o100,
        size: 0o400,
        data: Data::Words(words),
        executable: true,
        writable: true,
    };
    Image { isa: "pdp10".into(), entry: 0o100, segments: vec![segment], ..Image::default() }
}

fn machine() -> Pdp10 {
    let mut machine = Pdp10::new(Options { system: System::Bare, ..Options::default() });
    machine.load(&image()).expect("it fits");
    machine
}

#[test]
fn only_requested_events_are_reported() {
    let mut watched = machine();
    watched.watch(GRID, GRID + 2);
    let mut watcher = Watcher { mark: LOOP, ..Watcher::default() };
    let mut host = Host::default();
    assert_eq!(watched.run(&mut host, 1000, &mut watcher), Stop::Exit { status: 0 });
    assert_eq!(watcher.arrivals, 3);
    let store = |address, value| Store { address, size: 1, value };
    let mut expected: Vec<Store> = [3, 2, 1].map(|value| store(GRID + 1, value)).into();
    expected.extend([0, 1].map(|at| store(GRID + at, word(PROGRAM[at as usize + 1]))));
    assert_eq!(watcher.stores, expected);
    // Each arrival is reported once, however the run is sliced.
    for slice in 1..8 {
        let mut machine = machine();
        let mut watcher = Watcher { mark: LOOP, ..Watcher::default() };
        while machine.run(&mut host, slice, &mut watcher) == Stop::Budget {}
        assert_eq!(watcher.arrivals, 3, "in slices of {slice}");
    }
    // Watching does not change counts.
    let mut plain = machine();
    plain.run(&mut host, 1000, &mut ());
    assert_eq!(plain.counts(), watched.counts());
    assert_eq!(plain.executed(), watched.executed());
}

/// Everything that instructions read and write.
#[derive(Debug, Default)]
struct Accesses {
    loads: Vec<u64>,
    stores: Vec<u64>,
}

impl Observer for Accesses {
    const STORES: bool = true;
    const LOADS: bool = true;

    fn loaded(&mut self, load: Load) {
        assert_eq!(load.size, 1);
        self.loads.push(load.address);
    }

    fn stored(&mut self, store: Store) {
        self.stores.push(store.address);
    }
}

/// Indirect words, bytes with their pointers, and pushdown lists are memory; accumulators are not,
/// regardless of how they are addressed.
#[test]
fn every_memory_read_is_reported() {
    let indirect = Word36::halves(0o20, 0o120).bits();
    let mut words: Vec<u64> = [
        ("MOVE", 1, 0, 0),
        ("ADD", 1, 0, 2),
        ("MOVEI", 4, 0, 0o131),
        ("MOVE", 3, 4, 0),
        ("MOVEI", 5, 0, 6),
        ("MOVE", 3, 5, 0),
        ("ILDB", 6, 0, 0o121),
        ("AOS", 0, 0, 0o133),
        ("MOVEI", 7, 0, 0o140),
        ("PUSH", 7, 0, 0o134),
        ("MOVE", 2, 0, 0o122),
        ("BLT", 2, 0, 0o151),
        ("HALT", 0, 0, 0),
    ]
    .map(word)
    .into();
    words[0] |= indirect;
    words.resize(0o20, 0);
    words.push(0o130);
    words.push(Word36::halves(0o440700, 0o132).bits());
    words.push(Word36::halves(0o130, 0o150).bits());
    let mut machine = Pdp10::new(Options { system: System::Bare, ..Options::default() });
    machine.load(&image_of(words)).expect("it fits");
    machine.watch(0o20, 0o1000000);
    let mut seen = Accesses::default();
    let stop = machine.run(&mut Host::default(), 1000, &mut seen);
    assert_eq!(stop, Stop::Exit { status: 0 });
    let loads = [0o120, 0o130, 0o131, 0o121, 0o132, 0o133, 0o134, 0o122, 0o130, 0o131];
    assert_eq!(seen.loads, loads);
    assert_eq!(seen.stores, [0o121, 0o133, 0o141, 0o150, 0o151]);
}

#[test]
fn a_run_pauses_before_a_mark_and_after_a_store() {
    let mut machine = machine();
    machine.watch(GRID, GRID + 2);
    let mut host = Host::default();
    let mut watcher = Watcher { mark: LOOP, pause_at_arrival: Some(2), ..Watcher::default() };
    assert_eq!(machine.run(&mut host, 1000, &mut watcher), Stop::Pause);
    assert_eq!((machine.pc(), machine.counts().instructions), (LOOP, 5));
    let mut watcher = Watcher { pause_at_store: Some(1), ..Watcher::default() };
    assert_eq!(machine.run(&mut host, 1000, &mut watcher), Stop::Pause);
    assert_eq!((machine.pc(), machine.counts().instructions), (LOOP + 2, 7));
    assert_eq!(machine.run(&mut host, 1000, &mut ()), Stop::Exit { status: 0 });
}

#[test]
fn a_copy_continues_like_the_machine() {
    let mut machine = machine();
    let mut host = Host::default();
    assert_eq!(machine.run(&mut host, 9, &mut ()), Stop::Budget);
    let (mut copy, mut copied_host) = (machine.clone(), host.clone());
    machine.run(&mut host, 1000, &mut ());
    copy.run(&mut copied_host, 1000, &mut ());
    assert_eq!(machine.registers(), copy.registers());
    assert_eq!(machine.counts(), copy.counts());
    assert_eq!(machine.executed(), copy.executed());
}

#[test]
fn registers_memory_and_place_can_be_given_values() {
    let mut machine = machine();
    let mut host = Host::default();
    machine.run(&mut host, 6, &mut ());
    assert!(machine.set_register("AC17", 7) && machine.set_register("FLAGS", 0o400000));
    assert!(!machine.set_register("AC20", 1));
    let value = |machine: &Pdp10, name| {
        machine.registers().into_iter().find(|(register, _)| *register == name).map(|(_, v)| v)
    };
    assert_eq!((value(&machine, "AC17"), value(&machine, "FLAGS")), (Some(7), Some(0o410000)));
    // A word of a block that has run becomes `MOVEI 5,7`.
    assert!(machine.poke(LOOP + 1, word(("MOVEI", 5, 0, 7))) && !machine.poke(1 << 18, 0));
    machine.set_pc(LOOP + 1);
    machine.run(&mut host, 1, &mut ());
    assert_eq!((machine.pc(), value(&machine, "AC5")), (LOOP + 2, Some(7)));
    assert_eq!(machine.disassemble(LOOP + 1).as_deref(), Some("MOVEI 5,7"));
}

#[test]
fn images_that_do_not_fit_are_refused() {
    let mut machine = Pdp10::new(Options::default());
    let other = Image { isa: "mips32".into(), ..image() };
    assert!(matches!(machine.load(&other), Err(LoadError::WrongMachine { .. })));
    let with = |base: u64, size: u64, data: Data| {
        let mut image = image();
        let segment = &mut image.segments[0];
        (segment.base, segment.size, segment.data) = (base, size, data);
        image
    };
    for (base, size) in [(0o777777, 2), (1 << 18, 1), (u64::MAX, 1), (0, u64::MAX)] {
        let image = with(base, size, Data::Words(vec![1]));
        assert!(matches!(machine.load(&image), Err(LoadError::OutOfMemory { .. })), "{base:o}");
    }
    let bytes = with(0o100, 1, Data::Bytes(vec![1]));
    assert!(matches!(machine.load(&bytes), Err(LoadError::WrongUnits { .. })));
}

#[test]
fn a_program_without_a_start_does_not_run() {
    let mut machine = Pdp10::new(Options { system: System::Bare, ..Options::default() });
    machine.load(&Image { entry: 0, ..image() }).expect("it fits");
    let stop = machine.run(&mut Host::default(), 10, &mut ());
    assert!(matches!(stop, Stop::Fault(fault) if fault.cause == machine::Cause::NoStart));
}
