//! Prints the file `page/src/simulator.ts`.
#![expect(clippy::print_stdout, reason = "a command line program")]

fn main() {
    print!("{}", web::contract());
}
