//! Adds the numbers 1 to 4 in SPL cells, and prints the number of executed cells.

use std::error::Error;

use esproc::{Esproc, Options, Script};
use machine::{Host, Machine as _, Stop};

const SUM: &str = "\
=to(4)\t=0
for A1\t>B1=B1+A2
return B1
";

/// Output of the script, and number of executed cells.
fn ran() -> Result<(String, u64), Box<dyn Error>> {
    let script = Script::parse(SUM).map_err(|errors| errors[0].to_string())?;

    let mut machine = Esproc::new(Options::default());
    machine.load(&script.image("sum.spl"))?;
    let mut host = Host::default();
    match machine.run(&mut host, 1_000_000, &mut ()) {
        Stop::Exit { .. } => {}
        other => return Err(format!("it did not end well: {other:?}").into()),
    }
    let printed = String::from_utf8_lossy(host.output.bytes()).into_owned();
    Ok((printed, machine.counts().instructions))
}

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), Box<dyn Error>> {
    let (printed, cells) = ran()?;
    println!("{} after {cells} cells", printed.trim_end());
    Ok(())
}

#[test]
fn the_sum_is_right_and_costs_what_it_costs() {
    assert_eq!(ran().unwrap(), ("10\n".to_owned(), 12));
    assert!(main().is_ok());
}
