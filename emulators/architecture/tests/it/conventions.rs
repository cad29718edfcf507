//! Roles of registers, and effects of calls on stack frames.

use architecture::{Back, Convention, FrameEffect};
use asmkit::words::{Word, WordKind};

const CONVENTION: Convention = Convention {
    arguments: &["a0", "a1"],
    results: &["a0", "v0"],
    volatile: &["a0", "a1", "v0", "t0"],
    preserved: &["s0"],
    reserved: &["k0"],
    stack: "sp",
    back: Back::Register("ra"),
    ..Convention::EMPTY
};

#[test]
fn registers_have_roles() {
    let cases = [
        ("a0", "an argument and a result"),
        ("a1", "an argument"),
        ("v0", "a result"),
        ("sp", "the stack pointer"),
        ("ra", "the return address"),
        ("s0", "preserved across calls"),
        ("k0", "reserved for the system or the linker"),
        ("t0", "may be changed by any call"),
    ];
    for (register, role) in cases {
        assert_eq!(CONVENTION.role(register), Some(role), "{register}");
    }
    assert_eq!(CONVENTION.role("x9"), None);
    assert_eq!(Convention { back: Back::Pushed, ..CONVENTION }.role("ra"), None);
}

#[test]
fn a_role_is_the_meaning_of_a_register_without_one() {
    let register = |name: &str| Word::new(WordKind::Register, name);
    assert_eq!(CONVENTION.with_role(register("$sp")).meaning, "the stack pointer");
    let known = register("$sp").doing("of the program");
    assert_eq!(CONVENTION.with_role(known.clone()), known);
    let instruction = Word::new(WordKind::Instruction, "a1");
    assert_eq!(CONVENTION.with_role(instruction.clone()), instruction);
    assert_eq!(CONVENTION.with_role(register("x9")), register("x9"));
}

#[test]
fn a_call_has_a_hexadecimal_address() {
    assert_eq!(FrameEffect::call("0x1000"), Some(FrameEffect::Call(0x1000)));
    assert_eq!(FrameEffect::call("1000"), None);
    assert_eq!(FrameEffect::call("0xmain"), None);
}
