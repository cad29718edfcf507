//! Input that is written with places for values: `{1}` is the first, `{2:lines}` the second with a word
//! a line, `{2:count}` how many words it has.

use super::values::words;
use crate::assignment::Argument;
use crate::value::Value;

/// A text with places for values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Bytes(Vec<u8>),
    Value(usize, Form),
}

/// Format of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// In one line, words with a blank between them.
    Line,
    /// A word a line.
    Lines,
    /// Number of its words.
    Count,
}

impl Template {
    /// Text without places.
    #[must_use]
    pub fn plain(bytes: Vec<u8>) -> Self {
        Template(vec![Piece::Bytes(bytes)])
    }

    /// A line for each of this many values.
    #[must_use]
    pub fn lines(values: usize) -> Self {
        let line = |value| [Piece::Value(value, Form::Line), Piece::Bytes(b"\n".to_vec())];
        Template((0..values).flat_map(line).collect())
    }

    /// Reads a text with places for these values; `{{` and `}}` are braces.
    ///
    /// # Errors
    /// An error message about a place without a value.
    pub fn read(text: &str, values: &[Argument]) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, brace) = rest.split_at(at);
            pieces.push(Piece::Bytes(before.as_bytes().to_vec()));
            let doubled = ["{{", "}}"].into_iter().find(|both| brace.starts_with(both));
            if let Some(both) = doubled {
                pieces.push(Piece::Bytes(both.as_bytes()[..1].to_vec()));
                rest = &brace[2..];
                continue;
            }
            let inside = brace.strip_prefix('{').and_then(|inside| inside.split_once('}'));
            let (inside, after) =
                inside.ok_or("unpaired brace: write a value as `{1}`, and a brace twice, `{{`")?;
            pieces.push(place(inside, values)?);
            rest = after;
        }
        pieces.push(Piece::Bytes(rest.as_bytes().to_vec()));
        Ok(Template(pieces))
    }

    /// The text with values in their places.
    #[must_use]
    pub fn with(&self, values: &[Value]) -> Vec<u8> {
        let piece = |piece: &Piece| match piece {
            Piece::Bytes(bytes) => bytes.clone(),
            Piece::Value(at, form) => {
                values.get(*at).map_or_else(Vec::new, |value| printed(value, *form).into_bytes())
            }
        };
        self.0.iter().flat_map(piece).collect()
    }
}

/// The place that the words between two braces name.
fn place(inside: &str, values: &[Argument]) -> Result<Piece, String> {
    let (number, form) = inside.split_once(':').unwrap_or((inside, ""));
    let form = match form {
        "" => Form::Line,
        "lines" => Form::Lines,
        "count" => Form::Count,
        other => {
            let other = asmkit::plain_name(other);
            return Err(format!(
                "a value is written `{{1}}`, `{{1:lines}}` or `{{1:count}}`, not with `{other}`"
            ));
        }
    };
    let number: Option<usize> = number.trim().parse().ok();
    number.and_then(|number| number.checked_sub(1)).filter(|&at| at < values.len()).map_or_else(
        || {
            let inside = asmkit::plain_name(inside);
            Err(format!("`{{{inside}}}` is not a value: `values` has {}", values.len()))
        },
        |at| Ok(Piece::Value(at, form)),
    )
}

/// A value as text.
fn printed(value: &Value, form: Form) -> String {
    let words = words(value);
    match form {
        Form::Line => words.join(" "),
        Form::Lines => words.join("\n"),
        Form::Count => words.len().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Number;

    #[test]
    fn values_stand_in_their_places() {
        let kinds = ["int 0..9", "words 3 -9..9"].map(|kind| Argument::named(kind).unwrap());
        let numbers = [1, -2, 3].map(Number::Int).to_vec();
        let values = [Value::Number(Number::Int(7)), Value::Array(numbers)];
        let made = |text| {
            let template = Template::read(text, &kinds)?;
            Ok::<_, String>(String::from_utf8(template.with(&values)).unwrap())
        };
        assert_eq!(made("{1} {{}} {2}\n").as_deref(), Ok("7 {} 1 -2 3\n"));
        assert_eq!(made("{2:count}\n{2:lines}\n").as_deref(), Ok("3\n1\n-2\n3\n"));
        assert_eq!(Template::lines(2).with(&values), b"7\n1 -2 3\n");
        for wrong in ["{3}", "{0}", "{x}", "{", "a } b", "{1:words}"] {
            assert!(made(wrong).is_err(), "{wrong}");
        }
    }
}
