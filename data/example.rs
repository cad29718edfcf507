//! Lists the embedded files of one algorithm, with their sizes.

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() {
    for (name, bytes) in data::files().filter(|(name, _)| name.starts_with("asm/links")) {
        println!("{:>7} bytes  {}", bytes.len(), name.display());
    }
}
