//! A tiny machine of 36-bit words in octal implements the contract, which does not require bytes.

use machine::follow::Follow;
use machine::{
    Access, AnyMachine, Cause, Counts, Cycles, Data, Engine, Fault, Host, Image, InstructionCount,
    Line, Load, LoadError, Machine, Model, Observer, Radix, Segment, Spec, Stop, Store, Symbol,
};

/// Memory size in words.
const WORDS: usize = 0o1000;
/// All ones in 36 bits.
const MASK: u64 = 0o777777_777777;

static SPEC: Spec = Spec {
    name: "toy36",
    unit_bits: 36,
    word_bits: 36,
    address_bits: 18,
    radix: Radix::Octal,
    syntax: machine::Syntax::PLAIN,
    models: &[Model {
        name: "unit",
        unit: "cycles",
        meaning: "one cycle an instruction",
        source: "definition",
    }],
};

/// One accumulator; the left half of a word is the operation, the right half an address.
#[derive(Clone)]
struct Toy {
    memory: Vec<u64>,
    times: Vec<u64>,
    ac: u64,
    pc: u64,
}

impl Toy {
    fn new() -> Self {
        Toy { memory: vec![0; WORDS], times: vec![0; WORDS], ac: 0, pc: 0 }
    }

    /// 1 load, 2 add, 3 store, 4 print as octal digits, 5 halt, 6 jump if the accumulator is zero.
    fn step<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let pc = self.pc;
        let fault = |cause| Err(Stop::Fault(Fault { pc, cause }));
        let word = self.memory[pc as usize];
        let (operation, address) = (word >> 18, word & 0o777777);
        let Some(operand) = self.memory.get_mut(address as usize) else {
            return fault(Cause::Unmapped { access: Access::Load, address });
        };
        if O::LOADS && matches!(operation, 1 | 2) {
            observer.loaded(Load { address, size: 1 });
        }
        self.pc += 1;
        match operation {
            1 => self.ac = *operand,
            2 => self.ac = (self.ac + *operand) & MASK,
            3 => {
                *operand = self.ac;
                if O::STORES {
                    observer.stored(Store { address, size: 1, value: self.ac });
                }
            }
            4 if !host.output.write(format!("{:012o}\n", self.ac).as_bytes()) => {
                return Err(Stop::Limit(machine::Limit::Output));
            }
            4 => {}
            5 => return Err(Stop::Exit { status: 0 }),
            6 if self.ac == 0 => self.pc = address,
            6 => {}
            _ => return fault(Cause::Illegal { word }),
        }
        self.times[pc as usize] += 1;
        Ok(())
    }
}

impl Machine for Toy {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        *self = Toy::new();
        for segment in &image.segments {
            let Data::Words(words) = &segment.data else {
                return Err(LoadError::WrongUnits { segment: segment.name.clone() });
            };
            let (base, size) = (segment.base, segment.size);
            let outside = LoadError::OutOfMemory { segment: segment.name.clone(), base, size };
            let room = self.memory.get_mut(base as usize..(base + size) as usize).ok_or(outside)?;
            room[..words.len()].copy_from_slice(words);
        }
        self.pc = image.entry;
        Ok(())
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        for _ in 0..budget_instrs {
            if O::MARKS && observer.is_mark(self.pc) {
                observer.arrived(self.pc);
                if observer.pauses() {
                    return Stop::Pause;
                }
            }
            if let Err(stop) = self.step(host, observer) {
                return stop;
            }
        }
        Stop::Budget
    }

    fn counts(&self) -> Counts {
        let instructions = self.times.iter().sum();
        let cycles = vec![Cycles { model: "unit", cycles: instructions }];
        Counts { instructions, cycles, ..Counts::default() }
    }

    fn executed(&self) -> Vec<InstructionCount> {
        let ran = self.times.iter().enumerate().filter(|&(_, &times)| times > 0);
        ran.map(|(at, &times)| InstructionCount {
            address: at as u64,
            times,
            turned: 0,
            class: "any",
        })
        .collect()
    }

    fn pc(&self) -> u64 {
        self.pc
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        vec![("AC", self.ac)]
    }

    fn peek(&self, address: u64) -> Option<u64> {
        self.memory.get(usize::try_from(address).ok()?).copied()
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        let names = ["", "LOAD", "ADD", "STORE", "PRINT", "HALT", "JUMPZ"];
        let word = self.peek(address)?;
        let name = names.get((word >> 18) as usize).filter(|name| !name.is_empty())?;
        Some(format!("{name} {:o}", word & 0o777777))
    }

    fn set_pc(&mut self, address: u64) {
        self.pc = address;
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        self.ac = if name == "AC" { value & MASK } else { self.ac };
        name == "AC"
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        let word = usize::try_from(address).ok().and_then(|at| self.memory.get_mut(at));
        word.map(|word| *word = unit & MASK).is_some()
    }
}

/// Loads all ones and one, adds them, prints and stores the sum.
fn program() -> Image {
    let words = vec![
        0o1_000110,
        0o2_000111,
        0o4_000000,
        0o3_000112,
        0o5_000000,
        0,
        0,
        0,
        0o777777_777777,
        1,
    ];
    Image {
        isa: "toy36".into(),
        entry: 0o100,
        segments: vec![Segment {
            name: "low".into(),
            base: 0o100,
            size: 0o20,
            data: Data::Words(words),
            executable: true,
            writable: true,
        }],
        symbols: vec![Symbol { name: "GO".into(), value: 0o100, global: true, address: true }],
        lines: vec![Line { address: 0o100, file: 0, line: 1, used_at: None }],
        files: vec!["toy.mid".into()],
        ..Image::default()
    }
}

#[derive(Default)]
struct Watcher {
    arrivals: u64,
    stores: Vec<Store>,
    pauses: bool,
}

impl Observer for Watcher {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        address == 0o102
    }

    fn arrived(&mut self, _: u64) {
        self.arrivals += 1;
    }

    fn stored(&mut self, store: Store) {
        self.stores.push(store);
    }

    fn pauses(&self) -> bool {
        self.pauses
    }
}

/// Everything that the program reads.
#[derive(Default)]
struct Reader(Vec<u64>);

impl Observer for Reader {
    const LOADS: bool = true;

    fn loaded(&mut self, load: Load) {
        self.0.push(load.address);
    }

    fn may_pause(&self) -> bool {
        false
    }
}

#[test]
fn a_word_machine_runs_counts_and_is_observed() {
    let (mut toy, mut host, mut watcher) = (Toy::new(), Host::default(), Watcher::default());
    toy.load(&program()).expect("it fits");
    assert_eq!(toy.run(&mut host, 2, &mut ()), Stop::Budget);
    assert_eq!(toy.run(&mut host, 100, &mut (&mut watcher, ())), Stop::Exit { status: 0 });
    assert_eq!(host.output.bytes(), b"000000000000\n");
    assert_eq!(watcher.arrivals, 1);
    assert_eq!(watcher.stores, [Store { address: 0o112, size: 1, value: 0 }]);
    assert_eq!(toy.counts().instructions, 4);
    assert_eq!(toy.counts().cycles_by("unit"), Some(4));
    assert_eq!(toy.executed().len(), 4);
    assert_eq!(toy.disassemble(0o101).as_deref(), Some("ADD 111"));
}

#[test]
fn faults_and_addresses_are_shown_in_octal() {
    let mut image = program();
    image.segments[0].data = Data::Words(vec![0o7_000000]);
    let mut toy = Toy::new();
    toy.load(&image).expect("it fits");
    let stop = toy.run(&mut Host::default(), 10, &mut ());
    let Stop::Fault(fault) = stop else { panic!("{stop:?}") };
    assert_eq!(fault.pc, 0o100);
    assert_eq!(fault.cause.sentence(toy.spec()), "the word 000007000000 is not an instruction");
    assert_eq!(image.nearest_symbol(0o104).map(|(s, by)| (s.name.as_str(), by)), Some(("GO", 4)));
}

#[test]
fn bytes_are_refused_and_so_is_a_segment_outside_memory() {
    let mut image = program();
    image.segments[0].data = Data::Bytes(vec![0]);
    let wrong = Toy::new().load(&image);
    assert_eq!(wrong, Err(LoadError::WrongUnits { segment: "low".into() }));
    let mut image = program();
    image.segments[0].base = 0o770;
    let outside = Toy::new().load(&image);
    assert!(matches!(outside, Err(LoadError::OutOfMemory { base: 0o770, .. })), "{outside:?}");
}

/// The toy as a trait object, which is the same machine.
fn boxed() -> AnyMachine {
    let mut machine = AnyMachine::new(Toy::new());
    machine.load(&program()).expect("it fits");
    machine
}

#[test]
fn a_machine_behind_a_trait_object_runs_as_itself() {
    let (mut toy, mut any) = (Toy::new(), boxed());
    toy.load(&program()).expect("it fits");
    let (mut host, mut other) = (Host::default(), Host::default());
    assert_eq!(toy.run(&mut host, 3, &mut ()), any.run(&mut other, 3, &mut ()));
    assert_eq!(host.output.bytes(), other.output.bytes());
    assert_eq!((any.pc(), any.registers()), (0o103, toy.registers()));
    assert_eq!((any.counts(), any.attempted()), (toy.counts(), 3));
    assert_eq!(any.executed(), toy.executed());
    assert_eq!(any.spec().name, "toy36");
    assert_eq!([any.peek(0o110), any.peek(0o1000)], [Some(MASK), None]);
    assert_eq!(any.disassemble(0o101).as_deref(), Some("ADD 111"));
    assert_eq!((any.register("AC"), any.register("PC")), (Some(0), None));
    assert_eq!(format!("{any:?}"), "toy36 { pc: 67, .. }");
    // A copy goes its own way.
    let mut copy = any.clone();
    copy.set_pc(0o104);
    assert!(copy.set_register("AC", 5) && !copy.set_register("PC", 5));
    assert!(copy.poke(0o112, 7) && !copy.poke(0o1000, 7));
    assert!(copy.poke_all(0o110, &[1, 2]) && !copy.poke_all(0o777, &[1, 2]));
    assert_eq!([0o110, 0o111, 0o112, 0o777].map(|at| copy.peek(at)), [1, 2, 7, 1].map(Some));
    assert_eq!((copy.pc(), copy.register("AC")), (0o104, Some(5)));
    assert_eq!((any.pc(), any.peek(0o112)), (0o103, Some(0)));
    let bytes = Image { segments: Vec::new(), ..program() };
    copy.load(&bytes).expect("nothing is to be placed");
    assert_eq!(copy.peek(0o112), Some(0));
}

#[test]
fn a_trait_object_reports_the_events_that_are_asked_for() {
    let run = |observer: &mut (Watcher, Reader)| {
        let mut any = boxed();
        any.watch(0o112, 0o113);
        any.run(&mut Host::default(), 100, observer)
    };
    let ends = Stop::Exit { status: 0 };
    let mut both = (Watcher::default(), Reader::default());
    assert_eq!(run(&mut both), ends);
    assert_eq!((both.0.arrivals, both.0.stores.len(), &*both.1.0), (1, 1, &[0o110, 0o111][..]));
    let mut pausing = (Watcher { pauses: true, ..Watcher::default() }, Reader::default());
    assert_eq!(run(&mut pausing), Stop::Pause);
    // One of the two kinds, or both without loads.
    let mut watcher = Watcher::default();
    assert_eq!(boxed().run(&mut Host::default(), 100, &mut watcher), ends);
    assert_eq!((watcher.arrivals, watcher.stores.len()), (1, 1));
    let mut reader = Reader::default();
    assert_eq!(boxed().run(&mut Host::default(), 100, &mut &mut reader), ends);
    assert_eq!(reader.0, [0o110, 0o111]);
    assert!(!reader.may_pause() && (Watcher::default(), reader).may_pause());
}

/// A machine has to say only what it knows; a trait object adds nothing.
#[test]
fn what_a_machine_does_not_say_is_unknown() {
    let mut any = boxed();
    any.set_engine(Engine::Careful, None);
    let fault = Fault { pc: 0o100, cause: Cause::DivideByZero };
    assert_eq!((any.advice(&fault), any.value("GO"), any.slot("AC")), (None, None, None));
    assert_eq!((any.role(0o100), any.recorded(0o100), any.picture()), (None, None, None));
    assert!(any.remarks(true).is_empty() && any.open_files().is_empty());
    assert_eq!(any.run_followed(&mut Host::default(), 1, &mut Follow::new()), None);
    // The notation without customs of its own: words after the first may be registers.
    let syntax = &any.spec().syntax;
    assert_eq!((syntax.registers)("ADD $1, 5(X)"), ["$1", "", "5", "X", ""]);
    assert_eq!((syntax.symbolic)("ADD 111", &program()), "ADD 111");
    assert_eq!((syntax.data)(5), ".word");
    assert!(!(syntax.is_load)("LOAD 1") && !(syntax.compares_unsigned)("ADD 1"));
    assert_eq!(syntax.place(&program(), 0o100), None);
}
