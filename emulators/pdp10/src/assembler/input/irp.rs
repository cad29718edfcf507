//! How the IRPs divide their lists.
//!
//! Source: *MIDAS manual*, "Particular types of IRP".

use super::super::name::Name;
use super::text::{Code, Piece, Text};

/// How a list is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// IRP: at commas and line ends; the outermost brackets are dropped and hide them.
    Elements,
    /// IRPC: into characters.
    Characters,
    /// IRPS: into runs of characters of names, and what ends each.
    Syllables,
    /// IRPW: into lines that are not empty, at their first semicolon.
    Lines,
    /// IRPNC: into groups of so many characters.
    Chunks(usize),
}

/// A list, two dummies, and how far it is divided.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    list: Text,
    rule: Rule,
    /// Where the part starts that is not divided yet.
    at: usize,
}

impl Group {
    /// A list from its start.
    pub(crate) fn new(list: Text, rule: Rule) -> Self {
        Group { list, rule, at: 0 }
    }

    /// What the two dummies are on the next pass, and whether there was anything left; both are
    /// empty when there was not.
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

    /// Passes over pieces.
    fn skip(&mut self, passes: impl Fn(&Piece) -> bool) {
        let rest = &self.list.pieces()[self.at..];
        self.at += rest.iter().take_while(|piece| passes(piece)).count();
    }

    /// Takes so many pieces, fewer at the end.
    fn take(&mut self, count: usize) -> Text {
        let end = self.list.pieces().len().min(self.at + count);
        let taken = self.list.part(self.at..end);
        self.at = end;
        taken
    }

    /// Takes pieces while they belong together.
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
        // As MIDAS counts: a bracket that closes none leaves the count lower for good.
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

/// Whether IRPS takes this for a part of a syllable: a character of a name, or `!`.
fn in_syllable(piece: &Piece) -> bool {
    piece.character().is_some_and(|character| Name::takes(character) || character == b'!')
}

fn ends_line(piece: &Piece) -> bool {
    piece.is(b'\r') || piece.is(b'\n')
}
