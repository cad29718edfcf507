//! Prints the file `page/src/desk.ts`.
#![expect(clippy::print_stdout, reason = "a command line program")]

fn main() {
    print!("{}", web::contract());
}
