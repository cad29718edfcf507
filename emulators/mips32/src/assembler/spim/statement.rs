//! Statements: labels, constants, instructions, directives.

use asmkit::{Diagnostic, Span};

use super::cursor::Cursor;
use super::expressions;
use super::operands;
use super::scan::Statement;
use super::symbols::Symbols;
use super::token::{Lexeme, Token};
use super::words::{self, Keyword};
use super::{Assembler, Outcome, messages, names, start};
use crate::assembler::foreign;

impl Assembler<'_> {
    /// Assembles a statement and reports its errors.
    pub(super) fn statement(&mut self, statement: &Statement<'_>, symbols: &mut Symbols) {
        let lexemes = &statement.lexemes;
        symbols.begin_statement();
        let outcome = match &statement.problem {
            // The valid part may still define the label before it.
            Some(problem) => {
                let label = match lexemes.get(..2) {
                    Some(first) => self.label(first, symbols).map(drop),
                    None => Ok(()),
                };
                label.and(Err(Box::new(problem.clone())))
            }
            None => self.parts(lexemes, statement.end, symbols),
        };
        if let Err(problem) = outcome {
            self.report(*problem);
            symbols.forget_statement();
            self.settle_labels(symbols);
        }
    }

    fn parts(&mut self, lexemes: &[Lexeme<'_>], end: Span, symbols: &mut Symbols) -> Outcome {
        let mut rest = lexemes;
        if self.label(rest, symbols)? {
            rest = &rest[2..];
            if is_label(rest) {
                return Err(Box::new(messages::second_label(rest[0].span)));
            }
        } else if let [
            Lexeme { token: Token::Word(_), .. },
            Lexeme { token: Token::Mark('='), .. },
            ..,
        ] = rest
        {
            let taken = self.constant_definition(rest, end, symbols)?;
            rest = &rest[taken..];
        }
        let Some(first) = rest.first() else { return Ok(()) };
        let outcome = self.command(first, &rest[1..], end, symbols);
        self.settle_labels(symbols);
        outcome
    }

    /// Defines the label of a statement, if there is one.
    fn label(
        &mut self,
        lexemes: &[Lexeme<'_>],
        symbols: &mut Symbols,
    ) -> Result<bool, Box<Diagnostic>> {
        let [Lexeme { token: Token::Word(name), span }, ..] = lexemes else { return Ok(false) };
        if !is_label(lexemes) {
            return Ok(false);
        }
        if words::keyword(name, self.pseudo).is_some() {
            return Err(Box::new(messages::reserved_name(*span, name)));
        }
        if symbols.constant(name).is_some() {
            return Err(Box::new(messages::constant_again(*span, name)));
        }
        let id = symbols.intern(name);
        let defined = symbols.define(id, self.here(), *span);
        defined.map_err(|first| Box::new(start::defined_twice(*span, name, first)))?;
        self.pending.push((id, *span));
        Ok(true)
    }

    /// Defines a constant and returns the number of tokens used.
    fn constant_definition(
        &mut self,
        lexemes: &[Lexeme<'_>],
        end: Span,
        symbols: &mut Symbols,
    ) -> Result<usize, Box<Diagnostic>> {
        let [Lexeme { token: Token::Word(name), span }, _, rest @ ..] = lexemes else {
            return Ok(0);
        };
        if words::keyword(name, self.pseudo).is_some() {
            return Err(Box::new(messages::reserved_name(*span, name)));
        }
        if symbols.constant(name).is_some() {
            return Err(Box::new(messages::constant_again(*span, name)));
        }
        let mut cursor = Cursor::new(rest, end, symbols, self.pseudo);
        let value = expressions::defined(&mut cursor)?;
        let taken = cursor.position() + 2;
        self.define(symbols, name, value as u32, *span)?;
        let id = symbols.intern(name);
        symbols.get_mut(id).constant = true;
        self.settle_labels(symbols);
        Ok(taken)
    }

    /// Assembles an instruction or a directive.
    fn command(
        &mut self,
        first: &Lexeme<'_>,
        rest: &[Lexeme<'_>],
        end: Span,
        symbols: &mut Symbols,
    ) -> Outcome {
        let span = first.span;
        let Token::Word(name) = first.token else {
            return Err(Box::new(messages::no_statement(span, &first.token)));
        };
        let Some(keyword) = words::keyword(name, self.pseudo) else {
            return Err(Box::new(self.unknown(name, span, rest.is_empty(), symbols)));
        };
        let whole = rest.last().map_or(span, |last| span.to(last.span));
        let mut cursor = Cursor::new(rest, end, symbols, self.pseudo);
        match keyword {
            Keyword::Misencoded => Err(Box::new(messages::misencoded_instruction(span, name))),
            Keyword::Rejected => Err(Box::new(messages::rejected_instruction(span, name))),
            Keyword::Directive => {
                self.directive(name, span, &mut cursor)?;
                cursor.finish()
            }
            Keyword::Instruction(ways) => {
                let operands = operands::operands(&mut cursor)?;
                self.expand(symbols, name, ways, &operands, whole)
            }
        }
    }

    /// Message about a word that is neither an instruction nor a directive.
    fn unknown(&self, name: &str, span: Span, alone: bool, symbols: &Symbols) -> Diagnostic {
        if words::keyword(name, true).is_some() {
            return messages::pseudo_is_off(span, name);
        }
        if symbols.constant(name).is_some() {
            return messages::constant_again(span, name);
        }
        if name.starts_with('.') {
            return messages::unknown_directive(
                span,
                name,
                asmkit::nearest_directive(name, names::directives()),
            );
        }
        let foreign_help = foreign::help(name).filter(|_| !alone || foreign::has_no_operands(name));
        if let Some(help) = foreign_help {
            return messages::foreign_instruction(span, name, help);
        }
        let nearest = usual(name)
            .or_else(|| asmkit::dotted_directive(name, names::directives()))
            .or_else(|| asmkit::nearest(name, words::mnemonics()));
        match nearest {
            None if alone => messages::colon_missing(span, name),
            nearest => messages::unknown_instruction(span, name, nearest),
        }
    }
}

/// SPIM's name for an instruction of another machine or of MARS.
fn usual(name: &str) -> Option<&'static str> {
    Some(match name {
        "mulu" => "mul",
        "jump" => "j",
        _ => return None,
    })
}

fn is_label(lexemes: &[Lexeme<'_>]) -> bool {
    use Token::{Mark, Word};
    matches!(lexemes, [Lexeme { token: Word(_), .. }, Lexeme { token: Mark(':'), .. }, ..])
}
