//! A host, the outside world of a program as plain data: numbers come in, and their sum goes out.

use machine::numbers::c_integer;
use machine::{Host, InputRead};

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() {
    let mut host = Host::with_input(b"3\n4 apples\n");
    let mut sum = 0;
    while let InputRead::Bytes(line) = host.input.line(255) {
        sum += c_integer(&line).0;
    }
    // False would mean that the output is full.
    assert!(host.output.write(format!("the sum is {sum}").as_bytes()));
    println!("{}", String::from_utf8_lossy(host.output.bytes()));
}
