//! For tests of machines: runs one program in every engine; all results must be the same.

#![expect(clippy::print_stderr, reason = "what was not compared")]

use std::sync::{Arc, OnceLock};

use machine::native::Library;
use machine::{Counts, Engine, Host, Image, InstructionCount, Machine, Stop};
use translate::Cranelift;

/// Engines to compare; the result of the first is the expected one.
pub(crate) const ENGINES: [Engine; 3] = [Engine::Plain, Engine::Careful, Engine::Translate];

/// Units of a segment's memory to compare.
const MOST_UNITS: u64 = 1 << 12;

/// Sets a machine's engine, with its own native code; prints a note if there is no translator.
pub(crate) fn set(machine: &mut impl Machine, engine: Engine) {
    static CRANELIFT: OnceLock<Option<Arc<Cranelift>>> = OnceLock::new();
    let cranelift = CRANELIFT.get_or_init(|| {
        let cranelift = Cranelift::for_host();
        if cranelift.is_none() {
            eprintln!("no native code for this host: the plain engine runs in its place");
        }
        cranelift.map(Arc::new)
    });
    let library = cranelift.clone().map(|cranelift| Arc::new(Library::new(cranelift)));
    machine.set_engine(engine, library.as_ref());
}

/// Result of a run.
#[derive(Debug, PartialEq)]
pub(crate) struct EndState {
    stop: Stop,
    pc: u64,
    counts: Counts,
    registers: Vec<(&'static str, u64)>,
    output: [Vec<u8>; 2],
    input: Vec<u8>,
    files: Vec<(Vec<u8>, Vec<u8>)>,
    clock_nanos: u64,
    notes: String,
    memory: Vec<Vec<Option<u64>>>,
    executed: Vec<InstructionCount>,
}

impl EndState {
    pub(crate) fn of(machine: &impl Machine, image: &Image, host: &Host, stop: Stop) -> Self {
        let files = host.files.iter().map(|(name, bytes)| (name.to_vec(), bytes.to_vec()));
        let memory = image.segments.iter().map(|segment| {
            let units = segment.base..segment.base + segment.size.min(MOST_UNITS);
            units.map(|address| machine.peek(address)).collect()
        });
        EndState {
            stop,
            pc: machine.pc(),
            counts: machine.counts(),
            registers: machine.registers(),
            output: [host.output.bytes().to_vec(), host.errors.bytes().to_vec()],
            input: host.input.rest().to_vec(),
            files: files.collect(),
            clock_nanos: host.clock_nanos,
            notes: format!("{:?}", host.notes),
            memory: memory.collect(),
            executed: machine.executed(),
        }
    }

    /// The first lines that differ from the expected result.
    fn differences_from(&self, expected: &Self) -> String {
        let (here, there) = (format!("{self:#?}"), format!("{expected:#?}"));
        let differ = here.lines().zip(there.lines()).filter(|(here, there)| here != there);
        let differ =
            differ.take(8).map(|(here, there)| format!("{} and not {}", here.trim(), there.trim()));
        differ.collect::<Vec<_>>().join("; ")
    }
}

/// Runs a program in every engine, each with its own machine and host.
///
/// Returns the first engine's machine and stop. `set_up` prepares a loaded machine. Panics if
/// engines differ.
pub(crate) fn agreed<M: Machine>(
    name: &str,
    image: &Image,
    host: &Host,
    budget_instrs: u64,
    new: impl Fn() -> M,
    set_up: impl Fn(&mut M),
) -> (M, Host, Stop) {
    let run = |engine| {
        let (mut machine, mut host) = (new(), host.clone());
        set(&mut machine, engine);
        machine.load(image).unwrap_or_else(|error| panic!("{name}: {error}"));
        set_up(&mut machine);
        let stop = machine.run(&mut host, budget_instrs, &mut ());
        (machine, host, stop)
    };
    let first = run(ENGINES[0]);
    let expected = EndState::of(&first.0, image, &first.1, first.2);
    for engine in &ENGINES[1..] {
        let (machine, host, stop) = run(*engine);
        let left = EndState::of(&machine, image, &host, stop);
        assert!(left == expected, "{name}: {engine:?} leaves {}", left.differences_from(&expected));
    }
    first
}
