//! Macros: definition, expansion, and substitution of arguments.

use std::collections::HashMap;
use std::rc::Rc;

use asmkit::Span;

use super::cursor::{Cursor, is_name};
use super::source::{Statement, quoted_length};
use super::{
    AsmResult, Assembler, DEPTH_LIMIT, PARAMETER_COST_BYTES, STATEMENT_COST_BYTES, messages,
};

/// Parameter of a macro.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    name: String,
    default: String,
    /// `:req`
    required: bool,
    /// `:vararg`
    rest: bool,
}

/// Index of the value that each name stands for.
pub(super) type Indices = HashMap<String, usize>;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    name: String,
    parameters: Vec<Parameter>,
    /// Index of the parameter with each name.
    indices: Indices,
    body: Vec<Statement>,
    defined_at: Span,
}

/// Macros of a file; their names ignore case.
#[derive(Debug, Default)]
pub(super) struct Macros {
    known: HashMap<String, Rc<Macro>>,
    /// Number of macro expansions so far: `\@`.
    uses: usize,
}

impl Macros {
    pub(super) fn contains(&self, name: &str) -> bool {
        !self.known.is_empty() && self.known.contains_key(&name.to_ascii_lowercase())
    }
}

impl Assembler<'_> {
    pub(super) fn macro_names(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self.macros.known.keys().map(String::as_str).collect();
        names.sort_unstable();
        names.into_iter()
    }

    /// `.macro`
    pub(super) fn define_macro(&mut self, cursor: &mut Cursor<'_>, at: Span) -> AsmResult {
        let name_at = cursor.span();
        let name = cursor.name().map(str::to_ascii_lowercase);
        let parameters = match name {
            Some(_) => parameters(cursor),
            None => Err(Box::new(messages::macro_name_expected(name_at))),
        };
        let body = self.body(at, ".macro", &[".macro"], &[".endm", ".endmacro"])?;
        let (Some(name), (parameters, indices)) = (name, parameters?) else { return Ok(()) };
        if let Some(first) = self.macros.known.get(&name) {
            return Err(Box::new(messages::macro_twice(name_at, &name, first.defined_at)));
        }
        let known = Macro { name: name.clone(), parameters, indices, body, defined_at: name_at };
        self.macros.known.insert(name, Rc::new(known));
        Ok(())
    }

    /// `.purgem`
    pub(super) fn forget_macro(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let at = cursor.span();
        let name = cursor.name().unwrap_or_default();
        match self.macros.known.remove(&name.to_ascii_lowercase()) {
            Some(_) => cursor.end(),
            None => {
                let nearest = asmkit::nearest(name, self.macro_names());
                Err(Box::new(messages::unknown_macro(at, name, nearest)))
            }
        }
    }

    /// `.exitm`
    pub(super) fn exit_macro(&mut self, at: Span) -> AsmResult {
        match self.input.leave_macro() {
            Some(conditions) => {
                self.conditions.leave(conditions);
                Ok(())
            }
            None => {
                self.report(messages::not_in_macro(at));
                Ok(())
            }
        }
    }

    /// Returns the statements up to the directive that ends them, which is skipped.
    pub(super) fn body(
        &mut self,
        at: Span,
        opener: &str,
        openers: &[&str],
        closers: &[&str],
    ) -> AsmResult<Vec<Statement>> {
        let (mut body, mut depth) = (Vec::new(), 0);
        while let Some(statement) = self.input.next() {
            let word = first_directive(&statement);
            if closers.contains(&word.as_str()) {
                if depth == 0 {
                    return Ok(body);
                }
                depth -= 1;
            } else if openers.contains(&word.as_str()) {
                depth += 1;
            }
            body.push(statement);
        }
        Err(Box::new(messages::open_body(at, opener, closers[0])))
    }

    /// Expands a macro.
    pub(super) fn use_macro(&mut self, cursor: &mut Cursor<'_>, name: &str, at: Span) -> AsmResult {
        let Some(known) = self.macros.known.get(&name.to_ascii_lowercase()).cloned() else {
            return Ok(());
        };
        self.take_expansion(known.parameters.len() * PARAMETER_COST_BYTES, at)?;
        let values = arguments(cursor, &known)?;
        let number = self.macros.uses;
        self.macros.uses += 1;
        self.expand(&known.body, &known.indices, [values.as_slice()], Some(number), at)
    }

    /// Inserts statements with values for names, once for each list of values.
    pub(super) fn expand<'v>(
        &mut self,
        body: &[Statement],
        names: &Indices,
        rounds: impl IntoIterator<Item = &'v [String]>,
        number: Option<usize>,
        at: Span,
    ) -> AsmResult {
        if self.input.depth() >= DEPTH_LIMIT {
            self.stopped = true;
            return Err(Box::new(messages::nested_too_deep(at)));
        }
        let used_at = self.statement.as_ref().and_then(|statement| statement.used_at);
        // A repetition stays at its source line; only a macro is used elsewhere.
        let used_at = used_at.or_else(|| number.is_some().then_some(at));
        let count = number.unwrap_or(self.macros.uses.saturating_sub(1));
        let mut expanded = Vec::new();
        for values in rounds {
            for statement in body {
                let text = substitute(&statement.text, names, values, count);
                let length = text.as_ref().map_or(statement.text.len(), String::len);
                self.take_expansion(length + STATEMENT_COST_BYTES, at)?;
                expanded.push(Statement {
                    span: statement.span,
                    exact: statement.exact && text.is_none(),
                    text: text.map_or_else(|| statement.text.clone(), Into::into),
                    used_at,
                });
            }
        }
        self.input.push_expansion(expanded, number.is_some(), self.conditions.depth());
        Ok(())
    }
}

/// Directive of a statement after its labels; empty if there is none.
fn first_directive(statement: &Statement) -> String {
    let mut cursor = Cursor::new(statement);
    loop {
        let word = cursor.take(cursor.run(is_name));
        if !cursor.eat(":") {
            return word.to_ascii_lowercase();
        }
    }
}

/// Parses the parameters of a definition, as in `.macro name a, b=5, c:req, d:vararg`.
fn parameters(cursor: &mut Cursor<'_>) -> AsmResult<(Vec<Parameter>, Indices)> {
    let (mut found, mut indices) = (Vec::new(), Indices::new());
    cursor.eat(",");
    while !cursor.at_end() {
        let at = cursor.span();
        // A parameter may be written with the backslash of its use.
        cursor.eat("\\");
        let name = cursor.name();
        let name = name.ok_or_else(|| messages::parameter_expected(at, cursor.found()))?;
        if indices.insert(name.to_owned(), found.len()).is_some() {
            return Err(Box::new(messages::parameter_twice(at, name)));
        }
        let name = name.to_owned();
        let default = String::new();
        let mut parameter = Parameter { name, default, required: false, rest: false };
        if cursor.eat(":") {
            let at = cursor.span();
            match cursor.name() {
                Some("req") => parameter.required = true,
                Some("vararg") => parameter.rest = true,
                _ => return Err(Box::new(messages::parameter_kind(at))),
            }
        }
        if cursor.eat("=") {
            parameter.default = argument(cursor, |byte| byte == b',');
        }
        found.push(parameter);
        cursor.eat(",");
    }
    Ok((found, indices))
}

/// Parses the arguments of a use, one for each parameter.
fn arguments(cursor: &mut Cursor<'_>, known: &Macro) -> AsmResult<Vec<String>> {
    let mut values: Vec<Option<String>> = vec![None; known.parameters.len()];
    let mut next = 0;
    while !cursor.at_end() {
        let at = cursor.span();
        let keyword = keyword(cursor, known);
        let index = keyword.unwrap_or(next);
        let Some(parameter) = known.parameters.get(index) else {
            let (name, most) = (&known.name, known.parameters.len());
            return Err(Box::new(messages::too_many_arguments(at, name, most, known.defined_at)));
        };
        if parameter.rest {
            values[index] = Some(cursor.rest().trim_end().to_owned());
            break;
        }
        values[index] = Some(argument(cursor, |byte| byte == b','));
        next = index + 1;
        cursor.eat(",");
    }
    let values = known.parameters.iter().zip(values).map(|(parameter, value)| {
        let given = value.filter(|value| !value.is_empty());
        match given {
            None if parameter.required => {
                let (at, name) = (cursor.statement().span, &parameter.name);
                Err(Box::new(messages::argument_missing(at, name, &known.name, known.defined_at)))
            }
            given => Ok(given.unwrap_or_else(|| parameter.default.clone())),
        }
    });
    values.collect()
}

/// Parses `name=` and returns the parameter that it selects.
fn keyword(cursor: &mut Cursor<'_>, known: &Macro) -> Option<usize> {
    let start = cursor.at();
    let index = cursor.name().and_then(|name| known.indices.get(name).copied());
    if index.is_some() && !cursor.rest().starts_with("==") && cursor.eat("=") {
        return index;
    }
    cursor.go(start);
    None
}

/// Parses an argument up to a separator, or to a blank between words; removes surrounding quotes.
pub(super) fn argument(cursor: &mut Cursor<'_>, separates: impl Fn(u8) -> bool) -> String {
    if cursor.peek() == Some(b'"') {
        let text = cursor.rest();
        let length = quoted_length(text.as_bytes());
        let inside = text[1..length].strip_suffix('"').filter(|_| length > 1);
        let inside = inside.unwrap_or(&text[1..length]).replace("\\\"", "\"");
        cursor.take(length);
        return inside;
    }
    let text = cursor.rest();
    let bytes = text.as_bytes();
    let (mut at, mut open) = (0, 0usize);
    let mut value = String::new();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            _ if separates(byte) => break,
            b'"' | b'\'' => {
                let length = quoted_length(&bytes[at..]);
                value.push_str(&text[at..at + length]);
                at += length;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                let gap = bytes[at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
                // Blanks next to an operator are ignored; between words they separate.
                let is_word = |byte: &u8| is_name(*byte) || matches!(byte, b'"' | b'\\' | b'%');
                let between = at > 0 && is_word(&bytes[at - 1]);
                let separating = between && bytes.get(at + gap).is_some_and(is_word);
                if separating && open == 0 {
                    break;
                }
                if separating {
                    value.push(' ');
                }
                at += gap;
                continue;
            }
            b'(' | b'[' => open += 1,
            b')' | b']' => open = open.saturating_sub(1),
            _ => {}
        }
        let length = text[at..].chars().next().map_or(1, char::len_utf8);
        value.push_str(&text[at..at + length]);
        at += length;
    }
    cursor.take(at);
    value
}

/// Replaces `\name` by its value, `\@` by the number of the expansion, and `\()` by nothing.
///
/// `None` if there is nothing to replace.
fn substitute(text: &str, names: &Indices, values: &[String], number: usize) -> Option<String> {
    let (mut out, mut rest) = (String::new(), text);
    let mut changed = false;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let length = after.bytes().take_while(|&byte| is_name(byte)).count();
        let name = &after[..length];
        let (value, length) = if let Some(&index) = names.get(name) {
            (values.get(index).cloned().unwrap_or_default(), length)
        } else if after.starts_with('@') {
            (number.to_string(), 1)
        } else if after.starts_with("()") {
            (String::new(), 2)
        } else {
            // A backslash in a string stays with the character that it escapes.
            let kept = after.chars().next().map_or(0, char::len_utf8);
            out.push('\\');
            out.push_str(&after[..kept]);
            rest = &after[kept..];
            continue;
        };
        changed = true;
        out.push_str(&value);
        rest = &after[length..];
    }
    out.push_str(rest);
    changed.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_where_their_names_stand() {
        let names = Indices::from([("a".to_owned(), 0), ("ab".to_owned(), 1)]);
        let put = |text| substitute(text, &names, &["1".to_owned(), "2".to_owned()], 7);
        assert_eq!(put("li \\a, \\ab"), Some("li 1, 2".to_owned()));
        assert_eq!(put("l\\@: x\\()y"), Some("l7: xy".to_owned()));
        assert_eq!(put(".ascii \"\\n\""), None);
    }
}
