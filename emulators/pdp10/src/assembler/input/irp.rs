//! Division of lists by IRP and its variants.
//!
//! Source: *MIDAS manual*, "Particular types of IRP".

use super::super::name::Name;
use super::text::{Code, Piece, Text};

/// Rule for dividing a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// IRP: at commas and line ends; the outermost brackets are dropped and hide them.
    Elements,
    /// IRPC: into characters.
    Characters,
    /// IRPS: into runs of name characters, and the character that ends each.
    Syllables,
    /// IRPW: into nonempty lines, split at their first semicolon.
    Lines,
    /// IRPNC: into groups of this many characters.
    Chunks(usize),
}

/// A list, two dummies, and the current position.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    list: Text,
    rule: Rule,
    /// Start of the undivided rest.
    at: usize,
}

impl Group {
    /// A list at its start.
    pub(crate) fn new(list: Text, rule: Rule) -> Self {
        Group { list, rule, at: 0 }
    }

    /// Values of the two dummies in the next iteration, and whether anything was left; both are
    /// empty otherwise.
    pub(super) fn step(&mut self) -> (bool, Text, Text) {
        if matches!(self.rule, Rule::Syllables) {
            self.skip(|piece| !in_syllable(piece));
        } else if matches!(self.rule, Rule::Lines) {
            self.skip(ends_line);
        }
        let rest = self.rest();
        if rest.pieces().is_empty() {
            return (false, Text::default(), Text::default());
        }
        let (first, second) = match self.rule {
            Rule::Elements => self.element(),
            Rule::Characters => self.chunk(1),
            Rule::Chunks(size) => self.chunk(size),
            Rule::Syllables => self.syllable(),
            Rule::Lines => self.line(),
        };
        (true, first, second)
    }

    fn rest(&self) -> Text {
        self.list.part(self.at..self.list.pieces().len())
    }

    /// Skips pieces.
    fn skip(&mut self, passes: impl Fn(&Piece) -> bool) {
        let rest = &self.list.pieces()[self.at..];
        self.at += rest.iter().take_while(|piece| passes(piece)).count();
    }

    /// Takes this many pieces, fewer at the end.
    fn take(&mut self, count: usize) -> Text {
        let end = self.list.pieces().len().min(self.at + count);
        let taken = self.list.part(self.at..end);
        self.at = end;
        taken
    }

    /// Takes pieces while `belongs` holds.
    fn run(&mut self, belongs: impl Fn(&Piece) -> bool) -> Text {
        let start = self.at;
        self.skip(belongs);
        self.list.part(start..self.at)
    }

    fn chunk(&mut self, size: usize) -> (Text, Text) {
        (self.take(size), self.rest())
    }

    fn syllable(&mut self) -> (Text, Text) {
        (self.run(in_syllable), self.take(1))
    }

    fn line(&mut self) -> (Text, Text) {
        let first = self.run(|piece| !ends_line(piece) && !piece.is(b';'));
        let mut second = Text::default();
        if self.list.pieces().get(self.at).is_some_and(|piece| piece.is(b';')) {
            self.at += 1;
            second = self.run(|piece| !ends_line(piece));
        }
        (first, second)
    }

    fn element(&mut self) -> (Text, Text) {
        let (mut element, mut ended) = (Vec::new(), false);
        // Like MIDAS: a stray closing bracket leaves the count lower for good.
        let mut depth = -1;
        while !ended {
            let Some(&piece) = self.list.pieces().get(self.at) else { break };
            self.at += 1;
            let kept = match piece.code {
                Code::Character(b'[') => {
                    depth += 1;
                    depth != 0
                }
                Code::Character(b']') => {
                    depth -= 1;
                    depth >= 0
                }
                Code::Character(b',' | b'\n') if depth < 0 => {
                    ended = true;
                    false
                }
                Code::Character(b'\r') if depth < 0 => false,
                _ => true,
            };
            if kept {
                element.push(piece);
            }
        }
        (element.into(), if ended { self.rest() } else { Text::default() })
    }
}

/// Whether IRPS treats this as part of a syllable: a name character or `!`.
fn in_syllable(piece: &Piece) -> bool {
    piece.character().is_some_and(|character| Name::takes(character) || character == b'!')
}

fn ends_line(piece: &Piece) -> bool {
    piece.is(b'\r') || piece.is(b'\n')
}
