//! Shows a message about a source line, with a suggestion.

use asmkit::messages::unknown_instruction;
use asmkit::{Sources, Span, nearest, render};

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() {
    let mut sources = Sources::new();
    let file = sources.add("sum.s", b"main:   addd $t0, $t1\n");
    let span = Span { file, start: 8, end: 12 };
    let error = unknown_instruction(span, "addd", nearest("addd", ["add", "sub", "and"]));
    println!("{}", render(&error, &sources, false));
}
