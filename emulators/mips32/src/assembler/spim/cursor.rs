//! Cursor over the tokens of a statement.

use asmkit::{Diagnostic, Span};

use super::messages;
use super::symbols::{SymbolId, Symbols};
use super::token::{Lexeme, Token};
use super::words;

/// Reads the tokens of a statement, with constants replaced by their numbers.
#[derive(Debug)]
pub(super) struct Cursor<'a, 'l> {
    lexemes: &'l [Lexeme<'a>],
    at: usize,
    end: Span,
    symbols: &'l mut Symbols,
    pseudo: bool,
}

impl<'a, 'l> Cursor<'a, 'l> {
    /// Creates a cursor; `pseudo` reserves the names of pseudo-instructions.
    pub(super) fn new(
        lexemes: &'l [Lexeme<'a>],
        end: Span,
        symbols: &'l mut Symbols,
        pseudo: bool,
    ) -> Self {
        Cursor { lexemes, at: 0, end, symbols, pseudo }
    }

    pub(super) fn symbols(&mut self) -> &mut Symbols {
        self.symbols
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.lexemes.len()
    }

    /// Number of tokens read.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Span of the next token.
    pub(super) fn here(&self) -> Span {
        self.lexemes.get(self.at).map_or(self.end, |lexeme| lexeme.span)
    }

    /// Span of the last token read.
    pub(super) fn before(&self) -> Span {
        let before = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        before.map_or(self.end, |lexeme| lexeme.span)
    }

    /// Next token, without taking it.
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        let token = self.lexemes.get(self.at)?.token.clone();
        Some(match token {
            Token::Word(name) if words::keyword(name, self.pseudo).is_none() => {
                self.symbols.constant(name).map_or(Token::Word(name), Token::Int)
            }
            other => other,
        })
    }

    /// Takes the next token, which must not be a reserved word.
    pub(super) fn next(&mut self) -> Result<Token<'a>, Box<Diagnostic>> {
        let Some(token) = self.peek() else {
            return Err(Box::new(messages::statement_ends(self.end)));
        };
        if let Token::Word(name) = token
            && words::keyword(name, self.pseudo).is_some()
        {
            return Err(Box::new(messages::reserved_name(self.here(), name)));
        }
        self.at += 1;
        Ok(token)
    }

    /// Takes a punctuation mark.
    pub(super) fn expect(&mut self, mark: char) -> Result<(), Box<Diagnostic>> {
        match self.next()? {
            Token::Mark(found) if found == mark => Ok(()),
            _ => Err(Box::new(messages::expected(self.before(), &format!("`{mark}`")))),
        }
    }

    /// Takes an integer.
    pub(super) fn int(&mut self) -> Result<i32, Box<Diagnostic>> {
        match self.next()? {
            Token::Int(value) => Ok(value),
            Token::Real { comma: true, .. } => Err(Box::new(messages::comma_number(self.before()))),
            _ => Err(Box::new(messages::expected(self.before(), "an integer"))),
        }
    }

    /// Takes an integer if there is one.
    pub(super) fn optional_int(&mut self) -> Option<i32> {
        match self.peek() {
            Some(Token::Int(value)) => {
                self.at += 1;
                Some(value)
            }
            _ => None,
        }
    }

    /// Takes a name that is not a constant.
    pub(super) fn name(&mut self) -> Result<&'a str, Box<Diagnostic>> {
        match self.next()? {
            Token::Word(name) => Ok(name),
            Token::Int(_) => Err(Box::new(messages::number_for_name(self.before()))),
            _ => Err(Box::new(messages::expected(self.before(), "a name"))),
        }
    }

    /// Takes a name and notes its use.
    pub(super) fn name_use(&mut self) -> Result<SymbolId, Box<Diagnostic>> {
        let name = self.name()?;
        Ok(self.use_symbol(name))
    }

    /// Notes the use of the name read last; returns its symbol.
    pub(super) fn use_symbol(&mut self, name: &str) -> SymbolId {
        let span = self.before();
        let id = self.symbols.intern(name);
        self.symbols.note_use(id, span);
        id
    }

    /// Checks that no token follows.
    pub(super) fn finish(&self) -> Result<(), Box<Diagnostic>> {
        match self.peek() {
            None => Ok(()),
            Some(Token::Real { comma: true, .. }) => {
                Err(Box::new(messages::comma_number(self.here())))
            }
            Some(_) => {
                let rest = self.here().to(self.end);
                Err(Box::new(messages::too_much(rest)))
            }
        }
    }
}
