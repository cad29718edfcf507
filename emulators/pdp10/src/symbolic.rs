//! Addresses of a word machine's instructions as the program's own names.

use machine::Image;

/// How far from its label an address may be to be told by it; of accumulators none is.
const REACH: u64 = 0o100;

/// Where memory begins behind the accumulators.
const ACCUMULATORS_END: u64 = 0o20;

/// The text of an instruction with its address as a label, where there is one for it:
/// `JRST 123` becomes `JRST LOOP+2`. What is no address but a number itself, as in `MOVEI 1,123`, is
/// told by a label only where it is exactly one.
///
/// The text is as DDT types it: name, accumulator and comma, `@`, address, index in parentheses.
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

/// Whether the address of an operation is its operand, or how far it shifts.
fn is_immediate(name: &str) -> bool {
    const SHIFTS: [&str; 6] = ["ASH", "ASHC", "LSH", "LSHC", "ROT", "ROTC"];
    let starts = ["CAI", "TR", "TL"].iter().any(|start| name.starts_with(start));
    name.ends_with('I') || starts || SHIFTS.contains(&name)
}

/// A label with the distance from it.
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
