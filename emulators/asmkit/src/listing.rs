//! Listings: assembled words next to their source lines.

use std::fmt::Write;

use machine::{Image, Spec};

use crate::{FileId, Sources, plain};

/// Lists address, word, line number and source line of every instruction, in the machine's radix.
///
/// The source line is shown only at its first instruction. `word` returns the instruction at an
/// address as text.
#[must_use]
pub fn listing(
    image: &Image,
    sources: &Sources,
    spec: &Spec,
    word: impl Fn(u64) -> Option<String>,
) -> String {
    let mut text = String::new();
    let width = spec.show_word(0).len();
    let mut shown = None;
    for line in &image.lines {
        let place = (line.file, line.line, line.used_at);
        let source = if shown == Some(place) {
            ""
        } else {
            sources.line_text(FileId(line.file), line.line).unwrap_or("")
        };
        shown = Some(place);
        let at = spec.show_address(line.address);
        let word = word(line.address).unwrap_or_default();
        let row = format!("{at}  {word:width$}  {:>5}  {}", line.line, plain(source));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use machine::{Data, Line, Radix, Segment};

    use super::*;

    #[test]
    fn a_machine_of_words_is_listed_in_octal() {
        static SPEC: Spec = Spec {
            name: "toy36",
            unit_bits: 36,
            word_bits: 36,
            address_bits: 18,
            radix: Radix::Octal,
            models: &[],
            syntax: machine::Syntax::PLAIN,
        };
        let mut sources = Sources::new();
        sources.add("toy.mid", b"GO:\tMOVEI 1,100\n\tJRST GO\n");
        let line = |address, line| Line { address, file: 0, line, used_at: None };
        let image = Image {
            segments: vec![Segment {
                name: "low".into(),
                base: 0o100,
                size: 2,
                data: Data::Words(vec![0o201040_000100, 0o254000_000100]),
                executable: true,
                writable: true,
            }],
            lines: vec![line(0o100, 1), line(0o101, 2)],
            ..Image::default()
        };
        let word = |address: u64| match &image.segments[0].data {
            Data::Words(words) => {
                words.get((address - 0o100) as usize).map(|&word| SPEC.show_word(word))
            }
            Data::Bytes(_) => None,
        };
        assert_eq!(
            listing(&image, &sources, &SPEC, word),
            "000100  201040000100      1  GO:\tMOVEI 1,100\n000101  254000000100      2  \tJRST GO\n"
        );
    }
}
