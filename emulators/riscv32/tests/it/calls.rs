//! Calls and returns whose targets are statically known, in every engine.

use asmkit::{NoLibrary, Sources};
use machine::{Host, Stop};
use riscv32::{Dialect, Options, Riscv32, assembler};

use crate::engines;

/// Stop of a hundred iterations of a loop with this call, which must be the same in all engines.
fn stop(call: &str) -> Stop {
    let program = format!(
        ".option norvc\n.globl _start\n_start: li s0, 100\nloop: {call}\naddi s0, s0, -1\n\
         bnez s0, loop\nli a0, 0\nli a7, 93\necall\nf: ret\n.data\nplace: .word f\n"
    );
    let options = Options { relax: false, ..Options::of(Dialect::Gnu) };
    let mut sources = Sources::new();
    let file = sources.add("calls.s", program.as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = assembled.expect("it assembles").image;
    let new = || Riscv32::new(options);
    engines::agreed(call, &image, &Host::default(), 10_000, new, |_| {}).2
}

#[test]
fn a_call_by_a_register_comes_back() {
    assert_eq!(stop("lw t1, place\njalr t1"), Stop::Exit { status: 0 });
}

/// The return address is known if there is only one call.
#[test]
fn a_near_call_comes_back() {
    assert_eq!(stop("jal f"), Stop::Exit { status: 0 });
}

/// `auipc` and `jalr`: the target of the pair is known.
#[test]
fn a_far_call_comes_back() {
    assert_eq!(stop("call f"), Stop::Exit { status: 0 });
}

#[test]
fn a_far_jump_arrives() {
    assert_eq!(stop("tail on\non:"), Stop::Exit { status: 0 });
}
