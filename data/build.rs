//! Embeds the folders again if a file was added to one, which the compiler does not see by itself.

#[expect(clippy::print_stdout, reason = "cargo reads it")]
fn main() {
    for folder in ["asm", "golden", "docs/examples"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
