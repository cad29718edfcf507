//! Values in rows of the file `assignment.toml`.

use toml::Value as Toml;

use crate::assignment::{Argument, Gives, Item, Nodes};
use crate::value::{self, Answer, Branch, ChainEnd, Number, Structure, Value};

/// Value of an argument; `None` if the argument cannot have it.
pub(super) fn read(value: &Toml, argument: Argument) -> Option<Value> {
    match argument {
        Argument::Cell => value.as_str().and_then(value::read_cell).map(Value::Cell),
        Argument::Board => value.as_str().and_then(value::read_board).map(Value::Board),
        Argument::Place => {
            let index = usize::try_from(value.as_integer()?).ok()?;
            (index < value::CELLS).then_some(Value::Place(index))
        }
        Argument::Number(item) => number(value, item).map(Value::Number),
        Argument::Size(..) => None,
        Argument::Array { count, item, is_sorted } => {
            let numbers = numbers(value, item).filter(|numbers| count.has(numbers.len()))?;
            let rises = numbers.is_sorted_by(|a, b| a.real() <= b.real());
            (rises || !is_sorted).then_some(Value::Array(numbers))
        }
        Argument::Matrix { rows, columns, item, .. } => {
            let all: Option<Vec<Vec<Number>>> =
                value.as_array()?.iter().map(|row| numbers(row, item)).collect();
            let all = all.filter(|all| rows.has(all.len()))?;
            let is_even = all.windows(2).all(|pair| pair[0].len() == pair[1].len());
            let is_wide = all.first().is_none_or(|row| columns.has(row.len()));
            (is_even && is_wide).then_some(Value::Matrix(all))
        }
        Argument::Text(most) => text(value, most).map(Value::Text),
        Argument::Texts { count, most } => {
            let texts = value.as_array().filter(|texts| count.has(texts.len()))?;
            let texts: Option<Vec<String>> = texts.iter().map(|value| text(value, most)).collect();
            texts.map(Value::Texts)
        }
        Argument::List(nodes) => {
            let numbers = numbers(value, nodes.item)?;
            let values: Vec<i64> = numbers.into_iter().map(Number::int).collect();
            let is_one = nodes.count.has(values.len()) && (values.is_sorted() || !nodes.is_sorted);
            is_one.then_some(Value::List(values))
        }
        Argument::Tree(nodes) => {
            let tree = tree(value, Some(nodes))?;
            let is_one = nodes.count.has(tree.count()) && (tree.is_sorted() || !nodes.is_sorted);
            is_one.then_some(Value::Tree(tree))
        }
    }
}

fn number(value: &Toml, item: Item) -> Option<Number> {
    let number = match value {
        Toml::Integer(number) if item.width.is_real() => Number::Real(*number as f64),
        Toml::Integer(number) => Number::Int(*number),
        Toml::Float(number) if item.width.is_real() => Number::Real(*number),
        _ => return None,
    };
    item.has(number).then_some(number)
}

fn numbers(value: &Toml, item: Item) -> Option<Vec<Number>> {
    value.as_array()?.iter().map(|value| number(value, item)).collect()
}

fn text(value: &Toml, most: u16) -> Option<String> {
    let text = value.as_str().filter(|text| text.len() <= usize::from(most))?;
    let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    is_plain.then(|| text.to_owned())
}

/// Levels of brackets that a tree may have.
const MOST_LEVELS: usize = 200;

/// A tree: `[]`, `[value]` or `[value, left, right]`; of values that its nodes may have.
fn tree(value: &Toml, nodes: Option<Nodes>) -> Option<Branch> {
    fn branch(value: &Toml, nodes: Option<Nodes>, levels: usize) -> Option<Branch> {
        let parts = value.as_array().filter(|_| levels > 0)?;
        let Some(first) = parts.first() else { return Some(Branch::Empty) };
        let number = match nodes {
            Some(nodes) => number(first, nodes.item)?.int(),
            None => first.as_integer()?,
        };
        let (left, right) = match &parts[1..] {
            [] => (Branch::Empty, Branch::Empty),
            [left, right] => (branch(left, nodes, levels - 1)?, branch(right, nodes, levels - 1)?),
            _ => return None,
        };
        Some(Branch::node(number, left, right))
    }
    branch(value, nodes, MOST_LEVELS)
}

/// A result as a row has it; `None` if the function cannot give it.
pub(super) fn result(value: &Toml, gives: Gives, tolerance: f64, word_bits: u32) -> Option<Answer> {
    Some(match gives {
        Gives::Nothing => return None,
        Gives::Skip => Answer::Skips(u64::try_from(value.as_integer()?).ok()?),
        Gives::Number => Answer::Number(value::signed(value.as_integer()? as u64, word_bits)),
        Gives::Long => Answer::Number(value.as_integer()?),
        Gives::Single | Gives::Double => {
            let number = value.as_float().or_else(|| Some(value.as_integer()? as f64))?;
            let is_single = gives == Gives::Single && word_bits == 32;
            let number = if is_single { f64::from(number as f32) } else { number };
            Answer::Real(number, tolerance)
        }
        Gives::Text { .. } => {
            let bytes = value.as_str()?.bytes().collect();
            Answer::Structure(Structure::Text(bytes, ChainEnd::Proper))
        }
        Gives::List(_) => {
            let values: Option<Vec<i64>> = value.as_array()?.iter().map(Toml::as_integer).collect();
            Answer::Structure(Structure::List(values?, ChainEnd::Proper))
        }
        Gives::Tree(_) => Answer::Structure(Structure::Tree(tree(value, None)?)),
    })
}

/// Notation of a result in a row.
pub(super) fn written(gives: Gives) -> &'static str {
    match gives {
        Gives::Nothing => "left out: the function returns nothing",
        Gives::Skip => "number of instructions it skips",
        Gives::Number | Gives::Long => "a number",
        Gives::Single | Gives::Double => "a number such as 1.5",
        Gives::Text { .. } => "a text",
        Gives::List(_) => "the values of a list, such as [1, 2]",
        Gives::Tree(_) => "a tree such as [2, [1], []]",
    }
}
