//! Shows addresses in instructions of a word machine as labels.

use machine::Image;

/// Maximum distance of an address from its label; accumulators have no labels.
const REACH: u64 = 0o100;

/// First address after the accumulators.
const ACCUMULATORS_END: u64 = 0o20;

/// Instruction text with its address as a label, if there is one: `JRST 123` becomes `JRST LOOP+2`.
/// An immediate number, as in `MOVEI 1,123`, becomes a label only if it equals one.
///
/// The text is in DDT's format: name, accumulator and comma, `@`, address, index in parentheses.
pub(crate) fn symbolic(text: &str, image: &Image) -> String {
    let start = text.rfind([' ', ',', '@']).map_or(0, |at| at + 1);
    let end = text[start..].find('(').map_or(text.len(), |at| start + at);
    let address = u64::from_str_radix(&text[start..end], 8).ok();
    let is_number = is_immediate(text.split(' ').next().unwrap_or_default()) && !text.contains('@');
    let label = address.and_then(|address| label(address, image));
    match label.filter(|label| !(is_number && label.contains('+'))) {
        Some(label) => format!("{}{label}{}", &text[..start], &text[end..]),
        None => text.to_owned(),
    }
}

/// Whether an operation's address is its operand or a shift count.
fn is_immediate(name: &str) -> bool {
    const SHIFTS: [&str; 6] = ["ASH", "ASHC", "LSH", "LSHC", "ROT", "ROTC"];
    let starts = ["CAI", "TR", "TL"].iter().any(|start| name.starts_with(start));
    name.ends_with('I') || starts || SHIFTS.contains(&name)
}

/// A label plus distance.
fn label(address: u64, image: &Image) -> Option<String> {
    let (symbol, distance) = image.nearest_symbol(address)?;
    let name = asmkit::plain_name(&symbol.name);
    match distance {
        0 => Some(name),
        1..=REACH if symbol.value >= ACCUMULATORS_END => Some(format!("{name}+{distance:o}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use machine::{Data, Segment, Symbol};

    use super::*;

    #[test]
    fn addresses_in_the_program_have_names() {
        let image = Image {
            segments: vec![Segment {
                name: "impure".to_owned(),
                base: 0o100,
                size: 0o200,
                data: Data::Words(Vec::new()),
                executable: true,
                writable: true,
            }],
            symbols: vec![Symbol {
                name: "LOOP".to_owned(),
                value: 0o120,
                global: false,
                address: true,
            }],
            ..Image::default()
        };
        let cases = [
            ("JRST 120", "JRST LOOP"),
            ("MOVE 2,@123(3)", "MOVE 2,@LOOP+3(3)"),
            ("MOVEI 1,5", "MOVEI 1,5"),
            ("MOVEI 1,123", "MOVEI 1,123"),
            ("MOVEI 1,120", "MOVEI 1,LOOP"),
            ("MOVEI 1,@123", "MOVEI 1,@LOOP+3"),
            ("CAIE 2,123", "CAIE 2,123"),
            ("CAME 2,123", "CAME 2,LOOP+3"),
            ("TRNE 2,123", "TRNE 2,123"),
            ("LSH 2,122", "LSH 2,122"),
            ("SOJA 1,117", "SOJA 1,117"),
            ("MOVE 1,250", "MOVE 1,250"),
            ("MOVE 1,400", "MOVE 1,400"),
            (".LOGOUT", ".LOGOUT"),
            ("POPJ 17,", "POPJ 17,"),
        ];
        for (numeric, named) in cases {
            assert_eq!(symbolic(numeric, &image), named);
        }
    }
}
