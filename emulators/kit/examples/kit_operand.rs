//! Encodes the target of a branch as its distance from the following instruction.

use kit::{Field, Kind};

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() {
    let field = Field { width: 9, address: 0x3000, following: 0x3001, is_plain: false };
    for target in [0x3000, 0x3010, 0x4000] {
        println!("{target:#x}: {:x?}", (Kind::RELATIVE.encode)(target, field));
    }
}
