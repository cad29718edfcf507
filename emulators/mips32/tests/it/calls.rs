//! Calls and returns whose targets are known before they run, in every engine.

use asmkit::{NoLibrary, Sources};
use machine::{Host, Stop};
use mips32::{Dialect, Mips32, Options, assembler};

use crate::engines;

/// Result of a hundred rounds of a loop with this call, the same in all engines.
fn stop(call: &str, delayed_branches: bool) -> Stop {
    let program = format!(
        "main: li $s0, 100\nloop: {call}\nnop\naddi $s0, $s0, -1\nbnez $s0, loop\nnop\nli $v0, 10\n\
         syscall\nf: jr $ra\nnop\n"
    );
    let options = Options { delayed_branches, ..Options::of(Dialect::Mars) };
    let mut sources = Sources::new();
    let file = sources.add("calls.s", program.as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = assembled.expect("it assembles").image;
    let new = || Mips32::new(options);
    engines::agreed(call, &image, &Host::default(), 10_000, new, |_| {}).2
}

/// The return address is known if there is only one call.
#[test]
fn a_call_comes_back() {
    for delayed_branches in [false, true] {
        assert_eq!(stop("jal f", delayed_branches), Stop::Exit { status: 0 });
    }
}

#[test]
fn a_call_by_a_register_whose_value_is_known_comes_back() {
    for delayed_branches in [false, true] {
        assert_eq!(stop("la $t0, f\njalr $t0", delayed_branches), Stop::Exit { status: 0 });
    }
}
