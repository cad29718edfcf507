//! `A.enum(E,y)`: conditions that are texts, compiled before the script runs.

use super::records::current;
use super::{Compiler, Result, no_expression};
use crate::code::StoredResults;
use crate::functions::{Function, OptionLetters};
use crate::grid::{CellError, Form};
use crate::syntax::{Argument, Call, Literal, Node, Tree, expression};
use crate::value::{Heap, Value, parse};

/// Memory limit for the constant of a cell.
const MOST_BYTES: usize = 1 << 20;

/// Value that `?` stands for, and the number of open loops where it is computed.
pub(super) type ConditionValue = (Node, u32);

impl Compiler<'_> {
    /// `A.enum(E,y)`: the function receives E, the texts of its conditions and, for each member, whether each condition
    /// is true of y.
    pub(super) fn enumeration(
        &mut self,
        call: &Call,
        found: Vec<&'static Function>,
        at: usize,
    ) -> Result {
        let [Argument::Value(list), value @ ..] = &call.arguments[..] else {
            return Err(no_expression(at));
        };
        let value = match value {
            [] => current(at),
            [Argument::Value(value)] => value.clone(),
            _ => return Err(no_expression(at)),
        };
        let texts = self.texts_of(list)?;
        let in_list = |error: CellError| {
            let message = format!("in a condition of `{}`: {}", call.name, error.message);
            CellError { at: list.at, message, ..error }
        };
        let conditions: std::result::Result<Vec<Node>, CellError> =
            texts.iter().map(|text| expression(text, 0, None)).collect();
        let conditions = conditions.map_err(in_list)?;
        self.expression(list)?;
        self.names_of(texts.iter().map(String::as_str));
        let each = self.begin_each(2, found[0].name, StoredResults::All);
        let outer = self.condition.replace((value, self.loops + 1));
        let nodes: Vec<&Node> = conditions.iter().collect();
        let body = self.each_body(each, &nodes, true).map_err(in_list);
        self.condition = outer;
        body?;
        self.native(found, OptionLetters::of(&call.options), 4);
        self.end_each(each);
        Ok(())
    }

    /// Texts of a list, which is written here or is the constant of a cell.
    fn texts_of(&self, list: &Node) -> Result<Vec<String>> {
        let texts = match &list.tree {
            Tree::Sequence(parts) => parts.iter().map(|part| text_in(part.as_ref()?)).collect(),
            Tree::Cell(row, column) => self.texts_in_cell(*row, *column),
            _ => None,
        };
        texts.ok_or_else(|| {
            let message =
                "the conditions of `enum` must be texts that are known before the script runs";
            let help =
                "write them as `[\"?>5\",\"?<=5\"]`, or as the constant `[?>5,?<=5]` of a cell";
            CellError::new(list.at, message).help(Some(help.to_owned()))
        })
    }

    fn texts_in_cell(&self, row: usize, column: usize) -> Option<Vec<String>> {
        let cell = self.grid.index(row, column);
        let text = &self.grid.cells.get(cell).filter(|_| column < self.grid.width)?.text;
        if self.blocks.form(cell) != Form::Constant {
            return None;
        }
        let mut heap = Heap::new(MOST_BYTES);
        let Ok(Value::Sequence(list)) = parse(&mut heap, text, false) else { return None };
        let texts = heap.members(list).iter().map(|member| match member {
            &Value::Text(text) => Some(heap.characters(text).to_owned()),
            _ => None,
        });
        texts.collect()
    }

    /// `?`: the value of which a condition is tested.
    pub(super) fn condition_value(&mut self, at: usize) -> Result {
        let Some((value, loops)) = self.condition.take() else {
            let help = "it stands for the value that a condition of `enum` tests";
            return Err(CellError::new(at, "`?` outside a condition").help(Some(help.to_owned())));
        };
        if loops != self.loops {
            return Err(CellError::new(at, "`?` is not supported in a loop over other members"));
        }
        let done = self.expression(&value);
        self.condition = Some((value, loops));
        done
    }
}

fn text_in(node: &Node) -> Option<String> {
    match &node.tree {
        Tree::Literal(Literal::Text(text)) => Some(text.clone()),
        _ => None,
    }
}
