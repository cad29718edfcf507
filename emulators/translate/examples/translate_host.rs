//! Offers native code to machines: they share a library, which compiles what is hot.

use std::sync::Arc;

use machine::native::Library;
use translate::Cranelift;

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() {
    let Some(cranelift) = Cranelift::for_host() else {
        println!("there is no native code for this processor");
        return;
    };
    let processor = cranelift.target();
    // For each machine: `machine.set_engine(Engine::Auto, Some(&library))`.
    let library = Arc::new(Library::new(Arc::new(cranelift)));
    println!("native code for {processor}; {} regions so far", library.at(0).len());
}
