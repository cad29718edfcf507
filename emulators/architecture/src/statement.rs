//! Sources as statements: words outside of strings and comments, for any dialect.

use std::path::Path;

/// A source whose dialect is to be detected.
#[derive(Debug, Clone, Copy)]
pub struct Source<'s> {
    /// File name.
    pub name: &'s Path,
    /// Text.
    pub text: &'s str,
}

/// A statement without its strings and comments.
#[derive(Debug, Default)]
pub struct Statement<'s> {
    /// Index of the source.
    pub file: usize,
    /// Line, from 1.
    pub line: usize,
    /// Labels before it.
    pub labels: Vec<&'s str>,
    /// Words, separated by blanks, commas, colons and parentheses; `=` is a separate word.
    pub words: Vec<&'s str>,
}

impl<'s> Statement<'s> {
    /// The first word: an instruction or a directive.
    #[must_use]
    pub fn first(&self) -> &'s str {
        self.words.first().copied().unwrap_or("")
    }

    /// The words after the first.
    #[must_use]
    pub fn operands(&self) -> &[&'s str] {
        self.words.get(1..).unwrap_or(&[])
    }

    /// Whether it has an instruction: it is not a directive, a definition, or only labels.
    #[must_use]
    pub fn is_instruction(&self) -> bool {
        !self.words.is_empty() && !self.first().starts_with('.') && !self.defines()
    }

    /// Takes a first word that is no operation as a label without a colon.
    pub fn split_label(&mut self, is_operation: fn(&str) -> bool) {
        if !self.defines() && self.words.first().is_some_and(|word| !is_operation(word)) {
            self.labels.push(self.words.remove(0));
        }
    }

    /// Whether it is `NAME = VALUE`.
    #[must_use]
    pub fn defines(&self) -> bool {
        self.words.get(1) == Some(&"=")
    }
}

/// Maximum number of statements analysed, more than anyone writes by hand.
const STATEMENT_LIMIT: usize = 1 << 17;

/// The statements of all sources, in order; `comments` are the starts of comments.
///
/// A semicolon that starts no comment separates statements. `/*` starts a comment unless a
/// semicolon does.
#[must_use]
pub fn statements<'s>(sources: &[Source<'s>], comments: &[&str]) -> Vec<Statement<'s>> {
    let mut all = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        all = Reader::new(file, source.text, comments, all).read();
    }
    all
}

/// Statements in the text segment, where every file starts, except those in macros.
pub fn text<'a, 's>(
    statements: &'a [Statement<'s>],
) -> impl Iterator<Item = &'a Statement<'s>> + use<'a, 's> {
    let (mut file, mut in_text, mut in_macro) = (0, true, false);
    statements.iter().filter(move |statement| {
        if statement.file != file {
            (file, in_text, in_macro) = (statement.file, true, false);
        }
        match statement.first() {
            ".text" => in_text = true,
            ".data" | ".rdata" | ".sdata" | ".kdata" | ".ktext" | ".bss" => in_text = false,
            ".macro" => in_macro = true,
            ".end_macro" | ".endm" => in_macro = false,
            _ => {}
        }
        in_text && !in_macro
    })
}

/// Context of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Code,
    LineComment,
    BlockComment,
    Quote(char),
}

struct Reader<'s, 'c> {
    text: &'s str,
    comments: &'c [&'c str],
    statements: Vec<Statement<'s>>,
    now: Statement<'s>,
    word_from: Option<usize>,
}

impl<'s, 'c> Reader<'s, 'c> {
    fn new(
        file: usize,
        text: &'s str,
        comments: &'c [&'c str],
        statements: Vec<Statement<'s>>,
    ) -> Self {
        let now = Statement { file, line: 1, ..Statement::default() };
        Reader { text, comments, statements, now, word_from: None }
    }

    fn read(mut self) -> Vec<Statement<'s>> {
        let mut part = Part::Code;
        let mut characters = self.text.char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            if self.statements.len() >= STATEMENT_LIMIT {
                return self.statements;
            }
            let next = characters.peek().map(|&(_, next)| next);
            match (part, c) {
                (Part::BlockComment, '\n') => self.end_statement(at, 1),
                (_, '\n') => {
                    self.end_statement(at, 1);
                    part = Part::Code;
                }
                (Part::BlockComment, '*') if next == Some('/') => {
                    characters.next();
                    part = Part::Code;
                }
                (Part::Quote(_), '\\') if next != Some('\n') => drop(characters.next()),
                (Part::Quote(open), c) if c == open => part = Part::Code,
                (Part::Code, c) => part = self.code(at, c, next),
                _ => {}
            }
        }
        self.end_statement(self.text.len(), 0);
        self.statements
    }

    /// Processes a character of code; returns the context of the next one.
    fn code(&mut self, at: usize, c: char, next: Option<char>) -> Part {
        let is_separator = c.is_whitespace() || matches!(c, ',' | '(' | ')' | ':' | '=' | ';');
        let begins = match (c, next) {
            _ if self.is_comment(at, c) => Part::LineComment,
            ('/', Some('*')) if !self.comments.contains(&";") => Part::BlockComment,
            ('"' | '\'', _) => Part::Quote(c),
            _ => Part::Code,
        };
        if begins == Part::Code && !is_separator {
            self.word_from.get_or_insert(at);
            return begins;
        }
        self.end_word(at);
        match c {
            // Only a name at the beginning is a label: `.word 0:10` is a repeated value.
            ':' if self.now.words.len() == 1 => self.now.labels.append(&mut self.now.words),
            '=' => self.now.words.push(&self.text[at..=at]),
            ';' => self.end_statement(at, 0),
            _ => {}
        }
        begins
    }

    /// Whether a line comment starts at a character; most characters start none.
    fn is_comment(&self, at: usize, c: char) -> bool {
        let mut signs = self.comments.iter().filter(|sign| sign.starts_with(c));
        signs.any(|sign| self.text[at..].starts_with(sign))
    }

    fn end_word(&mut self, at: usize) {
        if let Some(from) = self.word_from.take() {
            self.now.words.push(&self.text[from..at]);
        }
    }

    fn end_statement(&mut self, at: usize, lines: usize) {
        self.end_word(at);
        let (file, line) = (self.now.file, self.now.line + lines);
        let next = Statement { file, line, ..Statement::default() };
        let ended = std::mem::replace(&mut self.now, next);
        if !ended.words.is_empty() || !ended.labels.is_empty() {
            self.statements.push(ended);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(usize, Vec<&str>, Vec<&str>)> {
        let source = Source { name: "x.s".as_ref(), text };
        let statements = statements(&[source], &["#", "//"]);
        statements.into_iter().map(|s| (s.line, s.labels, s.words)).collect()
    }

    #[test]
    fn strings_and_comments_contain_no_words() {
        let cases = [
            ("x: .asciz \"0 to 9: \" # 1: nop", (1, vec!["x"], vec![".asciz"])),
            ("li a0, '#' // ecall", (1, vec![], vec!["li", "a0"])),
            ("/* 1:\n .eqv */ nop", (2, vec![], vec!["nop"])),
            (".asciz \"a\\\"b: c\" , x", (1, vec![], vec![".asciz", "x"])),
            ("a: 1:lw $t0,4($sp)", (1, vec!["a", "1"], vec!["lw", "$t0", "4", "$sp"])),
            ("v: .word 0:10", (1, vec!["v"], vec![".word", "0", "10"])),
            ("N=9", (1, vec![], vec!["N", "=", "9"])),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), [expected], "{text}");
        }
    }

    #[test]
    fn labels_may_have_no_colon() {
        let source =
            Source { name: "x.asm".as_ref(), text: "LOOP ADD R0, R0, #1\nEND\nADD R1\nN = 1" };
        let mut all = statements(&[source], &[";"]);
        all.iter_mut().for_each(|statement| statement.split_label(|word| word == "ADD"));
        let read: Vec<_> = all.into_iter().map(|s| (s.labels, s.words.join(" "))).collect();
        let none = Vec::new;
        let of = |text: &str| text.to_owned();
        assert_eq!(
            read,
            [
                (vec!["LOOP"], of("ADD R0 R0 #1")),
                (vec!["END"], of("")),
                (none(), of("ADD R1")),
                (none(), of("N = 1")),
            ]
        );
    }

    #[test]
    fn semicolons_separate_statements_or_start_comments() {
        let source = Source { name: "x.s".as_ref(), text: "ADD R0, R0, #1 ; NOT R1\nHALT" };
        let first = |comments: &[&str]| {
            let all = statements(&[source], comments);
            all.iter().map(|statement| statement.words.join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(first(&["#"]), ["ADD R0 R0", "HALT"]);
        assert_eq!(first(&[]), ["ADD R0 R0 #1", "NOT R1", "HALT"]);
        assert_eq!(first(&[";"]), ["ADD R0 R0 #1", "HALT"]);
    }
}
