//! Lists the instructions of the LC-3.

use asmkit::words::WordKind;
use lc3::ARCHITECTURE;

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() {
    let words = ARCHITECTURE.words(&ARCHITECTURE.dialects()[0]);
    for word in words.iter().filter(|word| word.kind == WordKind::Instruction) {
        println!("{} {}: {}", word.name, word.operands, word.meaning);
    }
}
