//! Vocabulary of a simulator of the family, generated from its tables.

use super::dialect::Dialect;
use super::expansion::{Notation, Pseudo};
use super::forms::{Slot, separator};
use crate::words::{Word, WordKind, stands_for};

impl Dialect {
    /// Directives as words.
    pub fn directive_words(&self) -> impl Iterator<Item = Word> {
        self.directives.iter().map(super::Directive::word)
    }
}

impl Notation {
    /// Rows of a table of pseudo-instructions as words of this kind.
    pub fn words<'n>(
        &'n self,
        rows: &'n [Pseudo],
        kind: WordKind,
    ) -> impl Iterator<Item = Word> + use<'n> {
        rows.iter().flat_map(move |&(names, operands, steps, _)| {
            names.split(' ').map(move |name| {
                let (name, own) = name.split_once('=').unwrap_or((name, name));
                let meaning = match steps {
                    "" => "cannot be assembled by the real simulator either".to_owned(),
                    steps => stands_for(&self.written(own, steps)),
                };
                Word::new(kind, name).taking(self.named(operands)).doing(meaning).in_any_case()
            })
        })
    }

    /// Operands with the letters that the instructions use for them.
    fn named(&self, operands: &str) -> String {
        let mut letters = "abcd".chars();
        let mut text = String::new();
        let slots = self.slots(operands);
        for (at, slot) in slots.iter().enumerate() {
            if let Some(before) = at.checked_sub(1) {
                text += separator(Some(slots[before]), *slot);
            }
            match (slot, slot.short()) {
                (Slot::Function(name), _) => text += name,
                (Slot::Open, _) => text.push('('),
                (Slot::Close, _) => text.push(')'),
                (_, name) => {
                    text += name.unwrap_or_default();
                    text.push(' ');
                    text.extend(letters.next());
                }
            }
        }
        text
    }

    /// Instructions of a row with all names expanded.
    fn written(&self, own: &str, steps: &str) -> String {
        let step = |step: &str| {
            let (name, operands) = step.split_once(' ').unwrap_or((step, ""));
            let short = self.shorthands.iter().find(|(shorthand, _)| *shorthand == name);
            match (short, name) {
                (Some((_, meaning)), _) => meaning.replace("{}", operands),
                (None, "*") => format!("{own} {operands}"),
                (None, _) => step.to_owned(),
            }
        };
        let steps: Vec<String> = steps.split("; ").map(step).collect();
        steps.join("; ").replace(',', ", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_shown_with_the_letters_of_its_instructions() {
        let notation = Notation {
            slots: &[('r', Slot::Register), ('w', Slot::Number(i32::MIN, i32::MAX))],
            instruction: |_, _| None,
            pieces: &[],
            constants: &[],
            shorthands: &[("big", "lui at,hi {}; ori at,at,lu {}")],
        };
        let rows = [("and ori=or", "r,w(r)", "big b; * a,c,at", "")];
        let words: Vec<Word> = notation.words(&rows, WordKind::Pseudo).collect();
        assert_eq!(words[1].name, "ori");
        assert_eq!(words[1].operands, "reg a, number b(reg c)");
        assert_eq!(words[1].meaning, "stands for `lui at, hi b; ori at, at, lu b; or a, c, at`");
        assert!(words[0].meaning.ends_with("; and a, c, at`"), "{}", words[0].meaning);
    }
}
