//! Events reported to an observer: marks, stores of instructions, and stores of system calls.

use asmkit::{NoLibrary, Sources};
use machine::{Host, Machine, Observer, Stop, Store};
use mips32::{Dialect, Mips32, Options, assembler};

#[derive(Default)]
struct Watcher {
    mark: u64,
    arrivals: u64,
    stores: Vec<Store>,
    /// Store after which to pause, and arrival at which to pause.
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

const PROGRAM: &str = "
        .data
before: .word 0
grid:   .space 8
after:  .word 0
        .text
main:   li $t0, 3
        la $t1, grid
loop:   sw $t0, before
        sb $t0, 1($t1)
        sw $t0, after
        addi $t0, $t0, -1
        bnez $t0, loop
        la $a0, before          # read_string over `before` and the first bytes of the grid
        li $a1, 7
        li $v0, 8
        syscall
";

#[test]
fn only_requested_events_are_reported() {
    let mut sources = Sources::new();
    let file = sources.add("observed.s", PROGRAM.as_bytes());
    let options = Options::of(Dialect::Mars);
    let assembly = assembler::assemble(&mut sources, &[file], &options, &NoLibrary).expect("fine");
    let symbol = |name| assembly.image.symbol(name).expect("a label");
    let grid = symbol("grid");
    let mut machine = Mips32::new(options);
    machine.load(&assembly.image).expect("it fits");
    machine.watch(grid, grid + 8);
    let mut watcher = Watcher { mark: symbol("loop"), ..Watcher::default() };
    let mut host = Host::with_input(b"abcdef\n");
    assert_eq!(machine.run(&mut host, 1000, &mut watcher), Stop::End);
    assert_eq!(watcher.arrivals, 3);
    let store = |address, value| Store { address, size: 1, value };
    let digits = [3, 2, 1].map(|digit| store(grid + 1, digit));
    // Six characters and a NUL from four bytes below the grid: three of them are in it.
    let line = [store(grid, b'e'.into()), store(grid + 1, b'f'.into()), store(grid + 2, 0)];
    assert_eq!(watcher.stores, [&digits[..], &line[..]].concat());
    // Watching does not change the counts.
    let mut plain = Mips32::new(options);
    plain.load(&assembly.image).expect("it fits");
    plain.run(&mut Host::with_input(b"abcdef\n"), 1000, &mut ());
    assert_eq!(plain.counts(), machine.counts());
}

#[test]
fn a_run_pauses_before_a_mark_and_after_a_store() {
    let mut sources = Sources::new();
    let file = sources.add("observed.s", PROGRAM.as_bytes());
    let options = Options::of(Dialect::Mars);
    let assembly = assembler::assemble(&mut sources, &[file], &options, &NoLibrary).expect("fine");
    let symbol = |name| assembly.image.symbol(name).expect("a label");
    let (grid, mark) = (symbol("grid"), symbol("loop"));
    let mut machine = Mips32::new(options);
    machine.load(&assembly.image).expect("it fits");
    machine.watch(grid, grid + 8);
    let mut host = Host::with_input(b"abcdef\n");
    let mut watcher = Watcher { mark, pause_at_arrival: Some(2), ..Watcher::default() };
    assert_eq!(machine.run(&mut host, 1000, &mut watcher), Stop::Pause);
    assert_eq!(machine.pc(), mark);
    let (before, copy) = (machine.counts().instructions, machine.clone());
    let mut watcher = Watcher { pause_at_store: Some(1), ..Watcher::default() };
    assert_eq!(machine.run(&mut host, 1000, &mut watcher), Stop::Pause);
    // `sw` with a label is two instructions.
    assert_eq!((machine.pc(), machine.counts().instructions - before), (mark + 12, 3));
    assert_eq!((copy.pc(), copy.counts().instructions), (mark, before));
    assert_eq!(machine.run(&mut host, 1000, &mut ()), Stop::End);
}
