//! Functions that make records: pairs `x:F` of a value and a field name.

use super::{Compiler, Result, no_expression};
use crate::code::{Op, StoredResults};
use crate::functions::{AGGREGATES, Function, INSERT_FIELDS, KEYS, OptionLetters};
use crate::grid::CellError;
use crate::syntax::{Argument, Call, Literal, Node, Tree, field_of};

/// Values and the names of their fields.
type Columns<'c> = Vec<(&'c Node, String)>;

impl Compiler<'_> {
    /// `A.new(x:F,...)` and `A.derive(x:F,...)`.
    ///
    /// The function receives the names and, for each member, the sequence of its values.
    pub(super) fn records(
        &mut self,
        call: &Call,
        found: Vec<&'static Function>,
        at: usize,
    ) -> Result {
        let null = Node { at, depth: 1, tree: Tree::Literal(Literal::Null) };
        let columns = columns(&call.arguments, 0, at, Some(&null))?;
        self.names_of(columns.iter().map(|(_, name)| name.as_str()));
        let each = self.begin_each(1, found[0].name, StoredResults::All);
        let values: Vec<&Node> = columns.iter().map(|(value, _)| *value).collect();
        self.each_body(each, &values, true)?;
        self.native(found, OptionLetters::of(&call.options), 3);
        self.end_each(each);
        Ok(())
    }

    /// `A.groups(x:F,...;y:G,...)`, where y is an aggregate such as `sum(z)` or `count(z)`.
    ///
    /// The function receives the names of all fields, those of the aggregates and, for each member,
    /// x, ..., z, ...
    pub(super) fn groups(
        &mut self,
        call: &Call,
        found: Vec<&'static Function>,
        at: usize,
    ) -> Result {
        let keys = match call.arguments[..] {
            [] | [Argument::Absent] => Vec::new(),
            _ => columns(&call.arguments, 0, at, None)?,
        };
        let totals = columns(&call.after_semicolon, keys.len(), at, None)?;
        let current = current(at);
        let mut values: Vec<&Node> = keys.iter().map(|(value, _)| *value).collect();
        let mut aggregates = Vec::new();
        for (total, _) in &totals {
            let Tree::Call(Call { name, arguments, .. }) = &total.tree else {
                return Err(no_aggregate(total.at));
            };
            if !AGGREGATES.contains(&name.as_str()) {
                return Err(no_aggregate(total.at));
            }
            values.push(match &arguments[..] {
                [] => &current,
                [Argument::Value(value)] => value,
                _ => return Err(no_expression(total.at)),
            });
            aggregates.push(name.as_str());
        }
        self.names_of(keys.iter().chain(&totals).map(|(_, name)| name.as_str()));
        self.names_of(aggregates.into_iter());
        let each = self.begin_each(2, found[0].name, StoredResults::All);
        self.each_body(each, &values, true)?;
        self.native(found, OptionLetters::of(&call.options), 4);
        self.end_each(each);
        Ok(())
    }

    /// `A.align(B:x,y)`: the function receives B's values of x and A's values of y.
    pub(super) fn align(
        &mut self,
        call: &Call,
        found: Vec<&'static Function>,
        at: usize,
    ) -> Result {
        let current = current(at);
        let (base, key) = match call.arguments.first() {
            Some(Argument::Value(base)) => (base, &current),
            Some(Argument::Range(Some(base), Some(key))) => (base, key),
            _ => return Err(no_expression(at)),
        };
        let value = match &call.arguments[1..] {
            [] => &current,
            [Argument::Value(value)] => value,
            _ => return Err(no_expression(at)),
        };
        self.expression(base)?;
        self.emit(Op::Copy);
        let keys = self.begin_each(0, found[0].name, StoredResults::All);
        self.each_body(keys, &[key], false)?;
        self.native(vec![&KEYS], OptionLetters::default(), 2);
        self.end_each(keys);
        let each = self.begin_each(2, found[0].name, StoredResults::All);
        self.each_body(each, &[value], false)?;
        self.native(found, OptionLetters::of(&call.options), 4);
        self.end_each(each);
        Ok(())
    }

    /// `A.top(n)`, `A.top(n,x)` and `A.top(n;x,...)`; `A.ptop(n,x,...)`.
    ///
    /// The function receives n, whether to return members instead of values of x, and these values.
    pub(super) fn top_of(
        &mut self,
        call: &Call,
        found: Vec<&'static Function>,
        at: usize,
    ) -> Result {
        let [Argument::Value(count), value @ ..] = &call.arguments[..] else {
            return Err(no_expression(at));
        };
        self.expression(count)?;
        self.emit(Op::Truth(value.is_empty()));
        let wanted = if value.is_empty() { &call.after_semicolon[..] } else { value };
        let mut values = Vec::new();
        for argument in wanted {
            let Argument::Value(value) = argument else { return Err(no_expression(at)) };
            values.push(value);
        }
        let current = current(at);
        if values.is_empty() {
            values.push(&current);
        }
        let each = self.begin_each(2, found[0].name, StoredResults::All);
        self.each_body(each, &values, values.len() > 1)?;
        self.native(found, OptionLetters::of(&call.options), 4);
        self.end_each(each);
        Ok(())
    }

    /// `A.run(x,...)`, where a pair `x:F` assigns x to the field F of the member.
    pub(super) fn run_all(
        &mut self,
        call: &Call,
        found: Vec<&'static Function>,
        at: usize,
    ) -> Result {
        let each = self.begin_each(0, found[0].name, StoredResults::All);
        self.loops += 1;
        for (number, argument) in call.arguments.iter().enumerate() {
            if number > 0 {
                self.emit(Op::Drop);
            }
            match argument {
                Argument::Value(value) => self.expression(value)?,
                Argument::Range(Some(value), Some(field)) => {
                    self.expression(value)?;
                    let name = field_of(field).ok_or_else(|| no_field_name(field.at))?;
                    let name = self.text(name);
                    self.emit(Op::SetCurrentField(name));
                }
                _ => return Err(no_expression(at)),
            }
        }
        self.loops -= 1;
        self.emit(Op::Again(each as u32));
        self.program.each[each].after = self.here();
        self.native(found, OptionLetters::of(&call.options), 2);
        self.end_each(each);
        Ok(())
    }

    /// `T.insert(k,x:F,...)`: the function receives k, the values and the names of their fields.
    pub(super) fn insert_fields(&mut self, call: &Call, at: usize) -> Result {
        let [place, fields @ ..] = &call.arguments[..] else { return Err(no_expression(at)) };
        self.argument(place, at)?;
        let mut names = Vec::new();
        for field in fields {
            let Argument::Range(Some(value), Some(name)) = field else {
                let message = "insert a record as values or as pairs `x:F`, not as a mixture";
                return Err(CellError::new(at, message));
            };
            self.expression(value)?;
            names.push(field_of(name).ok_or_else(|| no_field_name(name.at))?);
        }
        self.emit(Op::Sequence(names.len() as u32));
        self.names_of(names.into_iter());
        self.native(vec![&INSERT_FIELDS], OptionLetters::of(&call.options), 4);
        Ok(())
    }

    /// `join(A:F,x;B:G,y)`: the function receives each table, its keys and its name.
    pub(super) fn join(&mut self, call: &Call, found: Vec<&'static Function>, at: usize) -> Result {
        self.emit(Op::Absent);
        for side in [&call.arguments, &call.after_semicolon] {
            let [Argument::Range(Some(table), Some(name)), keys @ ..] = &side[..] else {
                return Err(CellError::new(at, "write a join as `join(A:a,x;B:b,y)`"));
            };
            self.expression(table)?;
            self.emit(Op::Copy);
            let mut values = Vec::new();
            for key in keys {
                let Argument::Value(value) = key else { return Err(no_expression(at)) };
                values.push(value);
            }
            let current = current(at);
            if values.is_empty() {
                values.push(&current);
            }
            let each = self.begin_each(0, found[0].name, StoredResults::All);
            self.each_body(each, &values, values.len() > 1)?;
            self.native(vec![&KEYS], OptionLetters::default(), 2);
            self.end_each(each);
            let name = field_of(name).ok_or_else(|| no_field_name(name.at))?;
            let name = self.text(name);
            self.emit(Op::Text(name));
        }
        self.native(found, OptionLetters::of(&call.options), 7);
        Ok(())
    }

    /// Pushes a sequence of names.
    pub(super) fn names_of<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        let mut count = 0;
        for name in names {
            let text = self.text(name);
            self.emit(Op::Text(text));
            count += 1;
        }
        self.emit(Op::Sequence(count));
    }
}

/// Pairs `x:F`; a value without a name gives its field its own name, or its number. A name without
/// a value has the value `absent`, if there is one.
fn columns<'c>(
    arguments: &'c [Argument],
    before: usize,
    at: usize,
    absent: Option<&'c Node>,
) -> Result<Columns<'c>> {
    let mut columns = Vec::<(&Node, String)>::new();
    for (number, argument) in arguments.iter().enumerate() {
        let (value, name) = match argument {
            Argument::Value(value) => (value, field_of(value).map(str::to_owned)),
            Argument::Range(value, Some(name)) => {
                let value = value.as_ref().or(absent).ok_or_else(|| no_expression(at))?;
                let name = field_of(name).ok_or_else(|| no_field_name(name.at))?;
                (value, Some(name.to_owned()))
            }
            _ => return Err(no_expression(at)),
        };
        let name = name.unwrap_or_else(|| format!("_{}", before + number + 1));
        if columns.iter().any(|(_, other)| *other == name) {
            return Err(CellError::new(value.at, format!("duplicate field `{name}`")));
        }
        columns.push((value, name));
    }
    Ok(columns)
}

/// Node of the current member.
pub(super) fn current(at: usize) -> Node {
    Node { at, depth: 1, tree: Tree::Current }
}

fn no_field_name(at: usize) -> CellError {
    CellError::new(at, "expected the name of a field after `:`")
}

fn no_aggregate(at: usize) -> CellError {
    let names = AGGREGATES.join("`, `");
    CellError::new(at, "expected an aggregate function for the group")
        .help(Some(format!("use one of `{names}`; after `A.group(x)`, any expression is allowed")))
}

/// Whether a function after a point has pairs with field names.
pub(super) fn has_fields(call: &Call) -> bool {
    call.arguments.iter().any(|argument| matches!(argument, Argument::Range(..)))
}
