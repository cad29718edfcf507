//! Calls and returns with targets known in advance, in every engine.

use asmkit::{NoLibrary, Sources};
use machine::{Host, Stop};
use pdp10::{Options, Pdp10, assembler};

use crate::engines;

/// Final stop of a hundred loop iterations with this call, which must be equal in all engines.
fn stop(call: &str) -> Stop {
    let program = format!(
        "A=1\nB=2\nC=3\nP=17\nGO: MOVE P,[-20,,PDL]\n MOVEI A,100.\nLOOP: {call}\n SOJG A,LOOP\n .LOGOUT 1,\n\
         F: JRST (B)\nG: POPJ P,\nPDL: BLOCK 20\nEND GO\n"
    );
    let options = Options::default();
    let mut sources = Sources::new();
    let file = sources.add("calls.mid", program.as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = assembled.expect("it assembles").binary.image();
    let new = || Pdp10::new(options);
    engines::agreed(call, &image, &Host::default(), 10_000, new, |_| {}).2
}

/// The return address is known if only one place calls.
#[test]
fn a_call_returns() {
    assert_eq!(stop("JSP B,F"), Stop::Exit { status: 0 });
}

#[test]
fn a_stack_call_returns() {
    assert_eq!(stop("PUSHJ P,G"), Stop::Exit { status: 0 });
}

#[test]
fn calls_by_an_accumulator_whose_value_is_known_come_back() {
    assert_eq!(stop("MOVEI C,G\n PUSHJ P,(C)"), Stop::Exit { status: 0 });
    assert_eq!(stop("MOVEI C,F\n JSP B,(C)"), Stop::Exit { status: 0 });
}
