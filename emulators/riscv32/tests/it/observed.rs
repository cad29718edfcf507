//! Notifications of an observer: marks, stores of instructions, and stores of environment calls;
//! its pauses; and copies of a machine, which continue like the original.

use asmkit::{NoLibrary, Sources};
use machine::{Host, Image, Machine, Observer, Stop, Store};
use riscv32::{Dialect, Options, Riscv32, assembler};

#[derive(Default)]
struct Watcher {
    mark: u64,
    arrivals: u64,
    stores: Vec<Store>,
    /// Number of stores, and of arrivals, after which to pause.
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
main:   li t0, 3
        la t1, grid
loop:   sw t0, -4(t1)
        sb t0, 1(t1)
        sw t0, 8(t1)
        addi t0, t0, -1
        bnez t0, loop
        la a0, before           # read_string over `before` and the first bytes of the grid
        li a1, 7
        li a7, 8
        ecall
        li t2, 0x01020304       # half a word above the grid's end, half in it
        sw t2, 6(t1)
";

fn image() -> Image {
    let mut sources = Sources::new();
    let file = sources.add("observed.s", PROGRAM.as_bytes());
    let options = Options::of(Dialect::Rars);
    assembler::assemble(&mut sources, &[file], &options, &NoLibrary).expect("it assembles").image
}

fn machine(image: &Image) -> Riscv32 {
    let options = Options { strict_align: false, ..Options::of(Dialect::Rars) };
    let mut machine = Riscv32::new(options);
    machine.load(image).expect("it fits");
    machine
}

fn symbol(image: &Image, name: &str) -> u64 {
    image.symbol(name).expect("a label")
}

#[test]
fn only_requested_events_are_reported() {
    let image = image();
    let grid = symbol(&image, "grid");
    let mut watched = machine(&image);
    watched.watch(grid, grid + 8);
    let mut watcher = Watcher { mark: symbol(&image, "loop"), ..Watcher::default() };
    let mut host = Host::with_input(b"abcdef\n");
    assert_eq!(watched.run(&mut host, 1000, &mut watcher), Stop::End);
    assert_eq!(watcher.arrivals, 3);
    let store = |address, value| Store { address, size: 1, value };
    let digits = [3, 2, 1].map(|digit| store(grid + 1, digit));
    // Six characters and a NUL from four bytes below the grid: three of them are in it.
    let line = [store(grid, b'e'.into()), store(grid + 1, b'f'.into()), store(grid + 2, 0)];
    let across = [Store { address: grid + 6, size: 4, value: 0x0102_0304 }];
    assert_eq!(watcher.stores, [&digits[..], &line[..], &across[..]].concat());
    // Each arrival is reported once, with any slicing of the run.
    for slice in 1..8 {
        let mut machine = machine(&image);
        let mut watcher = Watcher { mark: symbol(&image, "loop"), ..Watcher::default() };
        let mut host = Host::with_input(b"abcdef\n");
        while machine.run(&mut host, slice, &mut watcher) == Stop::Budget {}
        assert_eq!(watcher.arrivals, 3, "in slices of {slice}");
    }
    // Watching does not change the counts.
    let mut plain = machine(&image);
    plain.run(&mut Host::with_input(b"abcdef\n"), 1000, &mut ());
    assert_eq!(plain.counts(), watched.counts());
    assert_eq!(plain.executed(), watched.executed());
}

#[test]
fn a_run_pauses_before_a_mark_and_after_a_store() {
    let image = image();
    let (grid, mark) = (symbol(&image, "grid"), symbol(&image, "loop"));
    let mut machine = machine(&image);
    machine.watch(grid, grid + 8);
    let mut host = Host::with_input(b"abcdef\n");
    let mut watcher = Watcher { mark, pause_at_arrival: Some(2), ..Watcher::default() };
    assert_eq!(machine.run(&mut host, 1000, &mut watcher), Stop::Pause);
    assert_eq!((machine.pc(), machine.counts().instructions), (mark, 8));
    let mut watcher = Watcher { pause_at_store: Some(1), ..Watcher::default() };
    assert_eq!(machine.run(&mut host, 1000, &mut watcher), Stop::Pause);
    assert_eq!((machine.pc(), machine.counts().instructions), (mark + 8, 10));
    assert_eq!(machine.run(&mut host, 1000, &mut ()), Stop::End);
}

#[test]
fn a_copy_goes_on_as_the_machine_does() {
    let image = image();
    let mut machine = machine(&image);
    let mut host = Host::with_input(b"abcdef\n");
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
    let image = image();
    let mut machine = machine(&image);
    let mut host = Host::default();
    machine.run(&mut host, 3, &mut ());
    let loop_at = symbol(&image, "loop");
    assert!(machine.set_register("t0", 1) && machine.set_register("ft1", 7 << 40));
    assert!(!machine.set_register("zero", 1) && !machine.set_register("mstatus", 0));
    let value = |machine: &Riscv32, name| {
        machine.registers().into_iter().find(|(register, _)| *register == name).map(|(_, v)| v)
    };
    assert_eq!((value(&machine, "t0"), value(&machine, "ft1")), (Some(1), Some(7 << 40)));
    // The branch at the end of the loop becomes `addi a0, zero, 5` after it has run.
    assert_eq!(machine.run(&mut host, 10, &mut ()), Stop::Budget);
    for (offset, byte) in 0x0050_0513u32.to_le_bytes().into_iter().enumerate() {
        assert!(machine.poke(loop_at + 16 + offset as u64, byte.into()));
    }
    machine.set_pc(loop_at + 16);
    machine.run(&mut host, 1, &mut ());
    assert_eq!((machine.pc(), value(&machine, "a0")), (loop_at + 20, Some(5)));
    assert_eq!(machine.disassemble(loop_at + 16).as_deref(), Some("addi a0, zero, 5"));
    assert!(!machine.poke(0, 0));
}
