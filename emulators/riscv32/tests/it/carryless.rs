//! Carry-less multiplication: every bit of both words, and known products.

use asmkit::{NoLibrary, Sources};
use machine::{Host, Machine, Stop};
use riscv32::{Dialect, Options, Riscv32, assembler};

/// Results of the three instructions for two words.
fn products(a: u32, b: u32) -> [u64; 3] {
    let program = format!(
        ".globl _start\n_start: li a1, {a}\n li a2, {b}\n clmul s0, a1, a2\n clmulh s1, a1, a2\n \
         clmulr s2, a1, a2\n li a0, 0\n li a7, 93\n ecall"
    );
    let options = Options::of(Dialect::Gnu);
    let mut sources = Sources::new();
    let file = sources.add("clmul.s", program.as_bytes());
    let image = assembler::assemble(&mut sources, &[file], &options, &NoLibrary).expect("good");
    let mut machine = Riscv32::new(options);
    machine.load(&image.image).expect("it fits");
    let stop = machine.run(&mut Host::default(), 100, &mut ());
    assert_eq!(stop, Stop::Exit { status: 0 });
    let registers = machine.registers();
    let value = |name| registers.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    ["s0", "s1", "s2"].map(|name| value(name).expect("a register"))
}

/// Source: RISC-V Unprivileged ISA, chapter "B", clmul, clmulh and clmulr.
fn expected(a: u32, b: u32) -> [u64; 3] {
    let bits = (0..32).filter(|bit| b >> bit & 1 == 1);
    let product = bits.fold(0u64, |sum, bit| sum ^ u64::from(a) << bit);
    [product & 0xffff_ffff, product >> 32, product >> 31 & 0xffff_ffff]
}

#[test]
fn products_are_those_of_polynomials_over_two_elements() {
    for bit in 0..32 {
        for (a, b) in [(1 << bit, u32::MAX), (0x8000_0001, 1 << bit), (0xdead_beef, !0 >> bit)] {
            assert_eq!(products(a, b), expected(a, b), "{a:#x} {b:#x}");
        }
    }
    // x + 1 squared is x^2 + 1; the reversed product is the product of the reversed words.
    assert_eq!(products(3, 3)[0], 5);
    let (a, b) = (0x1234_5678u32, 0x9abc_def0u32);
    let reversed = products(a.reverse_bits(), b.reverse_bits())[0] as u32;
    assert_eq!(products(a, b)[2], u64::from(reversed.reverse_bits()));
}
