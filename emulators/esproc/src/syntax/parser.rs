//! Parses tokens into a syntax tree.

use super::lexer::{Token, TokenKind, tokens};
use super::tree::Call;
use super::{Argument, Infix, Literal, Member, Node, Prefix, Tree};
use crate::grid::CellError;

/// Maximum nesting of an expression.
const MOST_DEPTH: u32 = 250;
/// Maximum nesting of brackets.
const MOST_BRACKETS: u32 = 80;

/// Parses the expression of a cell; expressions separated by commas are evaluated in turn.
///
/// `left` is the receiver of a text that begins with a point.
pub(crate) fn expression(text: &str, at: usize, left: Option<Tree>) -> Result<Node, CellError> {
    let mut parser = Parser::new(text, at)?;
    let node = match left {
        Some(tree) if parser.peek_symbol(".") => parser.go_on(tree)?,
        _ => parser.comma()?,
    };
    parser.end()?;
    Ok(node)
}

/// Parses the arguments of a statement: expressions separated by commas.
pub(crate) fn arguments(text: &str, at: usize) -> Result<Vec<Node>, CellError> {
    let mut parser = Parser::new(text, at)?;
    let mut nodes = Vec::new();
    while !parser.is_done() {
        nodes.push(parser.assignment()?);
        if !parser.is_done() {
            parser.expect(",")?;
            parser.operand_follows()?;
        }
    }
    Ok(nodes)
}

/// Position in the tokens of a text.
#[derive(Debug)]
pub(crate) struct Parser {
    tokens: Vec<Token>,
    next: usize,
    end_at: usize,
    brackets: u32,
}

impl Parser {
    pub(crate) fn new(text: &str, at: usize) -> Result<Self, CellError> {
        let tokens = tokens(text, at)?;
        Ok(Parser { tokens, next: 0, end_at: at + text.chars().count(), brackets: 0 })
    }

    /// Whether all tokens are consumed.
    pub(crate) fn is_done(&self) -> bool {
        self.next == self.tokens.len()
    }

    /// Whether the next token is this symbol.
    pub(crate) fn peek_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Some(TokenKind::Symbol(found)) if *found == symbol)
    }

    /// Skips this symbol if it is the next token.
    pub(crate) fn accept(&mut self, symbol: &str) -> bool {
        let found = self.peek_symbol(symbol);
        self.next += usize::from(found);
        found
    }

    /// Parses a name.
    pub(crate) fn name(&mut self) -> Result<String, CellError> {
        match self.peek() {
            Some(TokenKind::Name(name, _)) => {
                let name = name.clone();
                self.next += 1;
                Ok(name)
            }
            _ => Err(CellError::new(self.at(), format!("expected a name, found {}", self.found()))),
        }
    }

    /// Position of the next token.
    pub(crate) fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end_at, |token| token.at)
    }

    /// Checks that all tokens are consumed.
    pub(crate) fn end(&self) -> Result<(), CellError> {
        match self.peek() {
            None => Ok(()),
            Some(TokenKind::Symbol(close @ (")" | "]"))) => {
                Err(CellError::new(self.at(), format!("unmatched `{close}`")))
            }
            Some(_) => Err(CellError::new(
                self.at(),
                format!("expected an operator, found {}", self.found()),
            )),
        }
    }

    /// Requires this symbol.
    pub(crate) fn expect(&mut self, symbol: &'static str) -> Result<(), CellError> {
        if self.accept(symbol) {
            return Ok(());
        }
        let message = format!("expected `{symbol}`, found {}", self.found());
        Err(CellError::new(self.at(), message))
    }

    fn operand_follows(&self) -> Result<(), CellError> {
        if self.is_done() {
            return Err(CellError::new(self.at(), "expected a value after this comma"));
        }
        Ok(())
    }

    fn peek(&self) -> Option<&TokenKind> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    /// Next token, for messages.
    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the cell".to_owned(),
            Some(TokenKind::Literal(Literal::Text(_))) => "text".to_owned(),
            Some(TokenKind::Literal(_)) => "a constant".to_owned(),
            Some(TokenKind::Name(name, _)) => format!("`{name}`"),
            Some(TokenKind::Options(options)) => format!("`@{options}`"),
            Some(TokenKind::Symbol(symbol)) => format!("`{symbol}`"),
        }
    }

    fn node(&self, at: usize, tree: Tree) -> Result<Node, CellError> {
        let depth = 1 + tree.parts().iter().map(|part| part.depth).max().unwrap_or(0);
        if depth > MOST_DEPTH {
            return Err(too_deep(at));
        }
        Ok(Node { at, depth, tree })
    }

    fn comma(&mut self) -> Result<Node, CellError> {
        let first = self.assignment()?;
        if !self.peek_symbol(",") {
            return Ok(first);
        }
        let (at, mut parts) = (first.at, vec![first]);
        while self.accept(",") {
            self.operand_follows()?;
            parts.push(self.assignment()?);
        }
        self.node(at, Tree::Comma(parts))
    }

    /// Parses `a=b`, and operators with a higher precedence.
    pub(crate) fn assignment(&mut self) -> Result<Node, CellError> {
        let left = self.infix(1)?;
        self.assigned(left)
    }

    fn assigned(&mut self, left: Node) -> Result<Node, CellError> {
        let operator = match self.peek() {
            Some(TokenKind::Symbol("=")) => None,
            Some(TokenKind::Symbol(symbol))
                if Infix::of(symbol).is_none() && symbol.ends_with('=') =>
            {
                Infix::of(symbol.trim_end_matches('=')).map(|(infix, _)| infix)
            }
            _ => return Ok(left),
        };
        let left = as_member(left);
        check_place(&left, self.at())?;
        let at = self.at();
        self.next += 1;
        self.enter(at)?;
        let right = self.assignment()?;
        self.brackets -= 1;
        self.node(at, Tree::Assign(operator, Box::new(left), Box::new(right)))
    }

    /// Continues after a value that precedes the text.
    fn go_on(&mut self, tree: Tree) -> Result<Node, CellError> {
        let first = self.node(self.at(), tree)?;
        let first = self.suffixes(first)?;
        let first = self.infix_from(first, 1)?;
        self.assigned(first)
    }

    fn infix(&mut self, least: u8) -> Result<Node, CellError> {
        let left = self.prefix()?;
        self.infix_from(left, least)
    }

    fn infix_from(&mut self, mut left: Node, least: u8) -> Result<Node, CellError> {
        while let Some(TokenKind::Symbol(symbol)) = self.peek() {
            let Some((infix, rank)) = Infix::of(symbol).filter(|(_, rank)| *rank >= least) else {
                break;
            };
            let at = self.at();
            self.next += 1;
            let right = self.infix(rank + 1)?;
            left = self.node(at, Tree::Infix(infix, Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    /// Signs have a higher precedence than all binary operators.
    fn prefix(&mut self) -> Result<Node, CellError> {
        let at = self.at();
        let prefix = match self.peek() {
            Some(TokenKind::Symbol("-")) => Prefix::Minus,
            Some(TokenKind::Symbol("+")) => Prefix::Plus,
            Some(TokenKind::Symbol("!")) => Prefix::Not,
            _ => {
                let primary = self.primary()?;
                return self.suffixes(primary);
            }
        };
        self.next += 1;
        self.enter(at)?;
        let operand = self.prefix()?;
        self.brackets -= 1;
        self.node(at, Tree::Prefix(prefix, Box::new(operand)))
    }

    fn enter(&mut self, at: usize) -> Result<(), CellError> {
        self.brackets += 1;
        if self.brackets > MOST_BRACKETS {
            return Err(too_deep(at));
        }
        Ok(())
    }

    fn primary(&mut self) -> Result<Node, CellError> {
        let at = self.at();
        let Some(kind) = self.peek().cloned() else {
            return Err(CellError::new(at, "expected a value, found the end of the cell"));
        };
        self.next += 1;
        let tree = match kind {
            TokenKind::Literal(literal) => Tree::Literal(literal),
            TokenKind::Name(name, quoted) => return self.named(at, name, quoted),
            TokenKind::Symbol("~") => Tree::Current,
            TokenKind::Symbol("~~") => Tree::Previous,
            TokenKind::Symbol("?") => Tree::Tested,
            TokenKind::Symbol("#") => self.turns(),
            TokenKind::Symbol("(") => {
                let inside = self.inside(at, ")", Self::comma)?;
                // In parentheses, it is a value and not an assignment target.
                Tree::Comma(vec![inside])
            }
            TokenKind::Symbol("[") => Tree::Sequence(self.inside(at, "]", Self::members)?),
            _ => {
                self.next -= 1;
                let message = format!("expected a value, found {}", self.found());
                return Err(CellError::new(at, message).help(self.absent_form()));
            }
        };
        self.node(at, tree)
    }

    /// Message about syntax of esProc that is not supported.
    fn absent_form(&self) -> Option<String> {
        let form = match self.peek()? {
            TokenKind::Symbol("{") => "a range in `{}`",
            TokenKind::Options(_) => "`@`, the cell itself,",
            _ => return None,
        };
        Some(format!("{form} is not supported"))
    }

    /// Parses the content up to the closing bracket.
    fn inside<T>(
        &mut self,
        at: usize,
        close: &'static str,
        read: fn(&mut Self) -> Result<T, CellError>,
    ) -> Result<T, CellError> {
        self.enter(at)?;
        let inside = read(self)?;
        self.brackets -= 1;
        if self.is_done() {
            let open = if close == ")" { '(' } else { '[' };
            return Err(CellError::new(at, format!("unmatched `{open}`")));
        }
        self.expect(close)?;
        Ok(inside)
    }

    /// Parses the optional argument of `A.(x)`.
    fn each(&mut self) -> Result<Argument, CellError> {
        if self.peek_symbol(")") {
            return Ok(Argument::Absent);
        }
        Ok(Argument::Value(self.comma()?))
    }

    fn members(&mut self) -> Result<Vec<Option<Node>>, CellError> {
        let mut members = Vec::new();
        if self.peek_symbol("]") {
            return Ok(members);
        }
        loop {
            let absent = self.peek_symbol(",") || self.peek_symbol("]");
            members.push(if absent { None } else { Some(self.assignment()?) });
            if !self.accept(",") {
                return Ok(members);
            }
        }
    }

    /// `#`, or `#B9`.
    fn turns(&mut self) -> Tree {
        if let Some(TokenKind::Name(name, false)) = self.peek()
            && let Some((row, column)) = cell_name(name)
        {
            self.next += 1;
            return Tree::Turns(row, column);
        }
        Tree::Position
    }

    fn named(&mut self, at: usize, name: String, quoted: bool) -> Result<Node, CellError> {
        if !quoted && let Some((row, column)) = cell_name(&name) {
            return self.node(at, Tree::Cell(row, column));
        }
        let tree = match self.call(name)? {
            Ok(call) => Tree::Call(call),
            Err(name) => Tree::Name(name),
        };
        self.node(at, tree)
    }

    /// Parses a call if options or a parenthesis follow the name; otherwise returns the name.
    fn call(&mut self, name: String) -> Result<Result<Call, String>, CellError> {
        let options = match self.peek() {
            Some(TokenKind::Options(options)) => Some(options.clone()),
            _ => None,
        };
        self.next += usize::from(options.is_some());
        let at = self.at();
        if !self.accept("(") {
            if options.is_some() {
                return Err(CellError::new(at, format!("expected `(`, found {}", self.found())));
            }
            return Ok(Err(name));
        }
        let (arguments, after_semicolon) = self.inside(at, ")", Self::call_arguments)?;
        Ok(Ok(Call { name, options: options.unwrap_or_default(), arguments, after_semicolon }))
    }

    /// Parses arguments before a `;`, and those after it.
    fn call_arguments(&mut self) -> Result<(Vec<Argument>, Vec<Argument>), CellError> {
        let arguments = self.argument_list()?;
        let after_semicolon = if self.accept(";") { self.argument_list()? } else { Vec::new() };
        Ok((arguments, after_semicolon))
    }

    fn argument_list(&mut self) -> Result<Vec<Argument>, CellError> {
        let mut arguments = Vec::new();
        if self.peek_symbol(")") || self.peek_symbol(";") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.argument()?);
            if !self.accept(",") {
                return Ok(arguments);
            }
        }
    }

    fn argument(&mut self) -> Result<Argument, CellError> {
        let ends = |parser: &Self| {
            [",", ")", "]", ";", ":"].into_iter().any(|symbol| parser.peek_symbol(symbol))
        };
        let first = if ends(self) { None } else { Some(self.assignment()?) };
        if self.accept(":") {
            let last = if ends(self) { None } else { Some(self.assignment()?) };
            return Ok(Argument::Range(first, last));
        }
        Ok(first.map_or(Argument::Absent, Argument::Value))
    }

    /// Parses `A(i)`, `A.f()`, `~[i]` and further suffixes.
    fn suffixes(&mut self, mut node: Node) -> Result<Node, CellError> {
        loop {
            let at = self.at();
            let tree = if self.accept("(") {
                let index = self.inside(at, ")", Self::assignment)?;
                Tree::Index(Box::new(node), Box::new(index))
            } else if self.accept("[") {
                let near = self.inside(at, "]", Self::near)?;
                Tree::Near(Box::new(node), Box::new(near))
            } else if self.accept(".") {
                let member = self.member()?;
                Tree::Dot(Box::new(node), member)
            } else {
                return Ok(node);
            };
            node = self.node(at, tree)?;
        }
    }

    /// Parses the argument of `~[i]`; `~[a,b]` is `~[a:b]`.
    fn near(&mut self) -> Result<Argument, CellError> {
        let first = self.argument()?;
        let at = self.at();
        if !self.accept(",") {
            return Ok(first);
        }
        let value = |argument| match argument {
            Argument::Absent => Ok(None),
            Argument::Value(node) => Ok(Some(node)),
            Argument::Range(..) => Err(CellError::new(at, "a range has two ends")),
        };
        Ok(Argument::Range(value(first)?, value(self.argument()?)?))
    }

    fn member(&mut self) -> Result<Member, CellError> {
        let at = self.at();
        match self.peek().cloned() {
            Some(TokenKind::Symbol("~")) => {
                self.next += 1;
                Ok(Member::Current)
            }
            Some(TokenKind::Symbol("#")) => {
                self.next += 1;
                Ok(Member::Position)
            }
            Some(TokenKind::Symbol("(")) => {
                self.next += 1;
                let each = self.inside(at, ")", Self::each)?;
                Ok(Member::Each(Box::new(each)))
            }
            Some(TokenKind::Name(name, _)) => {
                self.next += 1;
                Ok(match self.call(name)? {
                    Ok(call) => Member::Call(call),
                    Err(name) => Member::Field(name),
                })
            }
            _ => {
                let message = format!(
                    "expected a function or a field after the point, found {}",
                    self.found()
                );
                Err(CellError::new(at, message))
            }
        }
    }
}

/// Row and column, from 0, if a name is that of a cell; ignores `$` in it.
pub(crate) fn cell_name(name: &str) -> Option<(usize, usize)> {
    let name = name.replace('$', "");
    let split = name.find(|c: char| !c.is_ascii_uppercase())?;
    let (letters, digits) = name.split_at(split);
    let is_row = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    if letters.is_empty() || letters.len() > 3 || digits.len() > 9 || !is_row {
        return None;
    }
    let column = letters.bytes().fold(0, |number, b| number * 26 + usize::from(b - b'A') + 1);
    Some((digits.parse::<usize>().ok()? - 1, column - 1))
}

/// Converts an apparent call to a member of a variable if it is assigned to.
fn as_member(left: Node) -> Node {
    let Node { at, depth, tree: Tree::Call(call) } = left else {
        return left;
    };
    match member_of_name(at, &call) {
        Some(tree) => Node { at, depth: depth + 1, tree },
        None => Node { at, depth, tree: Tree::Call(call) },
    }
}

/// Interprets `a(i)` as a member of the variable `a`.
pub(crate) fn member_of_name(at: usize, call: &Call) -> Option<Tree> {
    match &call.arguments[..] {
        [Argument::Value(index)] if call.options.is_empty() && call.after_semicolon.is_empty() => {
            let name = Node { at, depth: 1, tree: Tree::Name(call.name.clone()) };
            Some(Tree::Index(Box::new(name), Box::new(index.clone())))
        }
        _ => None,
    }
}

fn too_deep(at: usize) -> CellError {
    CellError::new(at, "this expression is nested too deeply")
        .help(Some("calculate parts of it in separate cells".to_owned()))
}

/// Checks that an expression can be assigned to.
fn check_place(left: &Node, at: usize) -> Result<(), CellError> {
    match &left.tree {
        Tree::Cell(..) | Tree::Name(_) | Tree::Index(..) | Tree::Current => Ok(()),
        Tree::Dot(_, Member::Field(_)) => Ok(()),
        _ => Err(CellError::new(at, "cannot assign to the left side")
            .help(Some("compare with `==`; assign to a cell, a variable or a member".to_owned()))),
    }
}
