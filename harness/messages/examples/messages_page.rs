//! Prints the title of a message's page, and the programs on it.

use messages::Lookup;

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() {
    let code = std::env::args().nth(1).unwrap_or("M002".to_owned());
    let Lookup::Page(page) = messages::find(&code) else {
        println!("there is no page for {code}");
        return;
    };
    println!("{}: {}", page.code, page.title);
    for (heading, text) in page.examples().flat_map(messages::Example::pieces) {
        println!("{heading}\n{text}");
    }
}
