//! Runs: effects, counts, faults, observers, tracked values.

use std::ops::Range;

use architecture::Setup;
use kit::Simple;
use machine::follow::Follow;
use machine::{
    AnyMachine, Cause, Data, Fault, Host, Image, InstructionCount, Load, LoadError, Machine as _,
    Observer, Segment, Stop, Store,
};

use crate::probe::{MEMORY, Probe, ROWS, assembled, loaded, setup};

/// Runs a program at 0x100 to the instruction that leaves its end to the system.
fn run(machine: &mut AnyMachine) -> Stop {
    machine.run(&mut Host::default(), 1000, &mut ())
}

/// The fault at which every program here ends.
fn asked(pc: u64) -> Stop {
    Stop::Fault(Fault { pc, cause: Cause::Illegal { word: 0 } })
}

#[test]
fn effects_and_costs_are_those_of_the_rows() {
    let mut machine =
        loaded("set r0, 5\nadd r0, r0\nwait r0\ncall sub\nask 0\nask 0\nsub: set r1, 7\nret");
    assert_eq!(run(&mut machine), asked(0x108));
    assert_eq!(machine.register("r0"), Some(10));
    assert_eq!((machine.register("r1"), machine.register("r3")), (Some(7), Some(0x108)));
    let counts = machine.counts();
    assert_eq!((counts.instructions, counts.cancelled_instructions), (6, 0));
    // Two plain ones, 1 and the 10 of r0, 2 of the call, 1, and 2 of the return.
    assert_eq!((counts.cycles[0].model, counts.cycles[0].cycles), ("probe", 18));
    let row = |address, times, turned, class| InstructionCount { address, times, turned, class };
    let expected = [
        row(0x100, 1, 0, "plain"),
        row(0x102, 1, 0, "plain"),
        row(0x104, 1, 0, "plain"),
        row(0x106, 1, 1, "call"),
        row(0x10c, 1, 0, "plain"),
        row(0x10e, 1, 1, "return"),
    ];
    assert_eq!(machine.executed(), expected);
}

#[test]
fn words_are_in_memory_high_byte_first() {
    let mut machine = loaded(
        "ld r0, data(r2)\nstb r0, 0x83(r2)\nldb r1, data(r2)\nst r0, 0x84(r2)\n\
                              ask 0\n.org 0x80\ndata: .word 0x12345678",
    );
    assert_eq!(run(&mut machine), asked(0x108));
    assert_eq!((machine.register("r0"), machine.register("r1")), (Some(0x12345678), Some(0x12)));
    let bytes: Vec<_> = (0x80..0x88).map_while(|at| machine.peek(at)).collect();
    assert_eq!(bytes, [0x12, 0x34, 0x56, 0x78, 0x12, 0x34, 0x56, 0x78]);
    assert_eq!(machine.peek(MEMORY), None);
}

#[test]
fn faults_are_at_their_instructions() {
    for (source, address, code, pc) in [
        ("add r0, r0\nld r0, 1(r1)", 0, "M002", 0x102),
        ("st r0, 2(r1)", 0, "M002", 0x100),
        ("ld r0, 0(r1)", 0x1000, "M001", 0x100),
        ("st r0, 0(r1)", 0xffc_0000, "M001", 0x100),
        ("stb r0, 0(r1)", 0x1000, "M001", 0x100),
        ("add r3, r1\nret", 0x2000, "M001", 0x102),
        ("add r0, r0\n.byte 0", 0, "M004", 0x102),
        ("over", 0, "M007", 0x100),
        ("brk", 0, "M009", 0x100),
        ("cond r0", 0, "M010", 0x100),
        ("flt", 0, "M011", 0x100),
        ("bad", 0, "M004", 0x100),
    ] {
        let mut machine = loaded(source);
        assert!(machine.set_register("r1", address));
        let registers = machine.registers();
        let Stop::Fault(fault) = run(&mut machine) else { panic!("{source} runs") };
        assert_eq!((fault.cause.id(), fault.pc), (code, pc), "{source}");
        assert_eq!(machine.registers()[..3], registers[..3], "{source}: nothing is changed");
    }
    let mut machine = loaded("set r0, 1\ncond r0\nask 0");
    assert_eq!(run(&mut machine), asked(0x104), "the condition does not hold");
}

#[test]
fn only_its_own_programs_are_loaded() {
    let segment = |base, size, data| Segment {
        name: "s".to_owned(),
        base,
        size,
        data,
        executable: true,
        writable: true,
    };
    let load = |isa: &str, segment: Segment| {
        let image = Image { isa: isa.to_owned(), segments: vec![segment], ..Image::default() };
        setup(Probe).machine().load(&image)
    };
    let bytes = || Data::Bytes(vec![0; 4]);
    assert_eq!(load("probe", segment(MEMORY - 4, 4, bytes())), Ok(()));
    let wrong = LoadError::WrongMachine { found: "other".to_owned(), expected: "probe" };
    assert_eq!(load("other", segment(0, 4, bytes())), Err(wrong));
    for (base, size) in [(MEMORY - 3, 4), (0, MEMORY + 1), (u64::MAX, 4)] {
        let outside = LoadError::OutOfMemory { segment: "s".to_owned(), base, size };
        assert_eq!(load("probe", segment(base, size, bytes())), Err(outside));
    }
    let words = load("probe", segment(0, 1, Data::Words(vec![0])));
    assert_eq!(words, Err(LoadError::WrongUnits { segment: "s".to_owned() }));
}

#[test]
fn registers_keep_to_their_width() {
    let mut machine = loaded("ret");
    assert!(machine.set_register("r2", 0xffff_ffff));
    assert!(!machine.set_register("r2", 1 << 32) && !machine.set_register("r9", 0));
    assert_eq!((machine.register("r2"), machine.register("r9")), (Some(0xffff_ffff), None));
    let names: Vec<&str> = machine.registers().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["r0", "r1", "r2", "r3"]);
    assert_eq!((machine.slot("r2"), machine.slot("r9")), (Some(2), None));
    machine.set_pc(0x200);
    assert_eq!(machine.pc(), 0x200);
    assert_eq!(machine.remarks(true), Vec::<String>::new());
    assert_eq!(machine.advice(&Fault { pc: 0, cause: Cause::Overflow }), None);
}

#[test]
fn a_role_has_registers_and_targets() {
    let machine = loaded("ld r1, 4(r2)\ncall 0x200\nbz r1, 0x100\nret\nask 1\nwait r2");
    let role = |address| machine.role(address).expect("an instruction");
    assert_eq!((role(0x100).reads, role(0x100).writes), (vec!["r2"], vec!["r1"]));
    assert!(role(0x100).falls && !role(0x100).turns);
    let call = role(0x102);
    assert_eq!((call.writes, call.target, call.falls), (vec!["r3"], Some(0x200), false));
    let branch = role(0x104);
    assert!(branch.falls && branch.turns);
    assert_eq!((branch.reads, branch.target), (vec!["r1"], Some(0x100)));
    assert_eq!((role(0x106).reads, role(0x106).target), (vec!["r3"], None));
    assert!(role(0x108).is_open(), "the row does not say what the system does");
    assert_eq!(role(0x10a).reads, ["r2"]);
    assert_eq!(machine.role(0), None);
}

/// Notes what it is shown, and pauses at marks or stores.
#[derive(Default)]
struct Notes<const ALL: bool> {
    arrivals: Vec<u64>,
    stores: Vec<Store>,
    loads: Vec<Load>,
}

impl<const ALL: bool> Observer for Notes<ALL> {
    const MARKS: bool = true;
    const STORES: bool = ALL;
    const LOADS: bool = ALL;

    fn is_mark(&self, address: u64) -> bool {
        address == 0x104
    }

    fn arrived(&mut self, address: u64) {
        self.arrivals.push(address);
    }

    fn stored(&mut self, store: Store) {
        self.stores.push(store);
    }

    fn loaded(&mut self, load: Load) {
        self.loads.push(load);
    }

    fn pauses(&self) -> bool {
        self.arrivals.len() + self.stores.len() > 0
    }
}

const STORING: &str = "ld r0, 0x80(r1)\nst r0, 0x90(r1)\nstb r0, 0x94(r1)\nask 0";

#[test]
fn an_observer_sees_accesses_and_pauses_after_stores() {
    let mut machine = loaded(STORING);
    let (mut host, mut notes) = (Host::default(), Notes::<true>::default());
    assert_eq!(machine.run(&mut host, 9, &mut notes), Stop::Pause);
    assert_eq!(machine.pc(), 0x104, "after the instruction that stores");
    assert_eq!(notes.loads, [Load { address: 0x80, size: 4 }]);
    assert_eq!(notes.stores, [Store { address: 0x90, size: 4, value: 0 }]);
    assert_eq!(machine.run(&mut host, 9, &mut notes), Stop::Pause);
    assert_eq!((notes.arrivals.as_slice(), machine.pc()), (&[0x104][..], 0x104));
}

#[test]
fn an_observer_pauses_before_marks_and_sees_what_is_watched() {
    let mut machine = loaded(STORING);
    let mut notes = Notes::<false>::default();
    assert_eq!(machine.run(&mut Host::default(), 9, &mut notes), Stop::Pause);
    assert_eq!((machine.pc(), machine.counts().instructions), (0x104, 2));
    let mut machine = loaded(STORING);
    machine.watch(0x92, 0x93);
    let mut notes = Notes::<true>::default();
    assert_eq!(machine.run(&mut Host::default(), 2, &mut notes), Stop::Pause);
    assert_eq!(notes.stores.len(), 1, "a store that overlaps");
    let mut machine = loaded(STORING);
    machine.watch(0x88, 0x90);
    let mut notes = Notes::<true>::default();
    assert_eq!(machine.run(&mut Host::default(), 2, &mut notes), Stop::Budget);
    assert_eq!(notes.stores, []);
}

#[test]
fn instructions_may_be_overwritten() {
    let mut machine = loaded("set r0, 1\nadd r3, r0\nstb r2, 1(r1)\nask 0");
    assert!(machine.set_register("r1", 0x100) && machine.set_register("r2", 9));
    assert_eq!(run(&mut machine), asked(0x106));
    machine.set_pc(0x100);
    assert_eq!(run(&mut machine), asked(0x106));
    assert_eq!(machine.register("r3"), Some(1 + 9), "`set r0, 9` has taken the place");
    machine.set_pc(0x100);
    assert!(machine.poke(0x101, 30), "from outside, too");
    assert_eq!(run(&mut machine), asked(0x106));
    assert_eq!(machine.register("r3"), Some(1 + 9 + 30));
    assert!(!machine.poke(MEMORY, 0));
}

/// Follows the code at these addresses.
fn follow(home: Range<u64>) -> Follow {
    let mut follow = Follow::new();
    follow.home.push(home);
    follow.allowed.push(0..MEMORY);
    follow
}

#[test]
fn tracked_values_are_the_same_values() {
    let source = "set r0, 5\nst r0, 0x80(r1)\nld r2, 0x80(r1)\nwait r2\ncall sub\nask 7\nsub: ret";
    let (mut plain, mut tracked) = (loaded(source), loaded(source));
    let stop = run(&mut plain);
    let mut follow = follow(0..MEMORY);
    let stopped = tracked.run_followed(&mut Host::default(), 1000, &mut follow);
    assert_eq!(stopped, Some(stop));
    assert_eq!((tracked.registers(), tracked.counts()), (plain.registers(), plain.counts()));
    assert_eq!(follow.unit(0x80).bits, 0, "a defined value");
}

#[test]
fn a_followed_run_pauses_at_stops_and_outside() {
    let source = "set r0, 5\nset r1, 6\ncall out\nask 0\nout: ret";
    let mut machine = loaded(source);
    let mut follow = follow(0x100..0x108);
    follow.stops.push(0x102);
    let mut run = |machine: &mut AnyMachine| {
        let stop = machine.run_followed(&mut Host::default(), 100, &mut follow);
        (stop, machine.pc())
    };
    assert_eq!(run(&mut machine), (Some(Stop::Pause), 0x102));
    assert_eq!(run(&mut machine), (Some(Stop::Pause), 0x108));
}

#[test]
fn rows_and_machines_are_shown_in_short() {
    assert_eq!(format!("{:?} {:?}", ROWS[0], ROWS[0].run), "set a, n Interpretations");
    let shown = format!("{:?}", Simple::new(Probe));
    assert!(shown.starts_with("Simple {") && shown.contains("Code { entries: "), "{shown}");
}

#[test]
fn a_program_without_instructions_starts_nowhere() {
    let image = assembled(".org 0x100\n.byte 0").expect("right");
    let mut machine = setup(Probe).machine();
    machine.load(&image).expect("it fits");
    let Stop::Fault(fault) = run(&mut machine) else { panic!("it runs") };
    assert_eq!(fault.cause, Cause::Illegal { word: 0 });
    assert_eq!(machine.disassemble(0x100), None);
}
