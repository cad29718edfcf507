//! Values that are drawn: first the edges, where most mistakes are, then any.

use reference::Random;

use super::{CaseRow, boards};
use crate::assignment::{Argument, Boards, ElementCount, Item, Nodes};
use crate::value::{Branch, Number, Value};

/// Cases of these arguments, without sizes that follow, and with lines of input of these values.
pub(super) fn rows(
    arguments: &[Argument],
    reads: &[Argument],
    count: u32,
    from: Boards,
    random: &mut Random,
) -> Vec<CaseRow> {
    let drawn: Vec<Argument> = arguments
        .iter()
        .copied()
        .filter(|argument| !matches!(argument, Argument::Size(..)))
        .collect();
    let edges: Vec<Vec<Value>> = drawn.iter().map(|&kind| edges(kind, random)).collect();
    let lines: Vec<Vec<Value>> = reads.iter().map(|&kind| self::edges(kind, random)).collect();
    let rows = (0..count as usize).map(|number| {
        let mut values: Vec<Value> = Vec::new();
        for (&kind, edges) in drawn.iter().zip(&edges) {
            let edge = edges.get(number).cloned();
            let value = edge.unwrap_or_else(|| any(kind, &values, from, random));
            values.push(value);
        }
        let mut input = String::new();
        for (&kind, edges) in reads.iter().zip(&lines) {
            let edge = edges.get(number).cloned();
            input += &line(&edge.unwrap_or_else(|| any(kind, &[], from, random)));
        }
        CaseRow { values, input, ..CaseRow::default() }
    });
    rows.collect()
}

/// Values of these kinds for the case of a number, without sizes that follow.
pub(super) fn values(arguments: &[Argument], number: usize, random: &mut Random) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for &kind in arguments.iter().filter(|kind| !matches!(kind, Argument::Size(..))) {
        let edge = edges(kind, random).into_iter().nth(number);
        let value = edge.unwrap_or_else(|| any(kind, &values, Boards::Any, random));
        values.push(value);
    }
    values
}

/// A value as a line of input.
fn line(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("{text}\n"),
        value => format!("{value}\n"),
    }
}

fn any(kind: Argument, before: &[Value], from: Boards, random: &mut Random) -> Value {
    match kind {
        Argument::Cell => Value::Cell(random.below(usize::from(crate::value::OPEN) + 1) as u16),
        Argument::Board => Value::Board(boards::board(from, random)),
        Argument::Place => Value::Place(boards::solved_place(before, random)),
        Argument::Number(item) => Value::Number(number(item, random)),
        Argument::Size(..) => Value::Number(Number::Int(0)),
        Argument::Array { count, item, is_sorted } => {
            let length = length(count, random);
            Value::Array(numbers(length, item, is_sorted, random))
        }
        Argument::Matrix { rows, columns, item, .. } => {
            matrix(length(rows, random), length(columns, random), item, random)
        }
        Argument::Text(most) => Value::Text(text(random.below(usize::from(most) + 1), random)),
        Argument::Texts { count, most } => {
            let count = length(count, random);
            let mut one = || text(random.below(usize::from(most) + 1), random);
            Value::Texts((0..count).map(|_| one()).collect())
        }
        Argument::List(nodes) => list(nodes, length(nodes.count, random), random),
        Argument::Tree(nodes) => {
            let count = length(nodes.count, random);
            let values = tree_values(nodes, count, random);
            Value::Tree(tree(&values, &mut |count| random.below(count)))
        }
    }
}

/// Values at the edges of what there is, in the order in which they are tried.
fn edges(kind: Argument, random: &mut Random) -> Vec<Value> {
    match kind {
        Argument::Number(item) => {
            let values = [item.low, item.high, of(item, 0), of(item, 1), of(item, -1)];
            let mut all: Vec<Number> = Vec::new();
            for number in values {
                if item.has(number) && !all.contains(&number) {
                    all.push(number);
                }
            }
            all.into_iter().map(Value::Number).collect()
        }
        Argument::Array { count, item, is_sorted } => {
            let mut all = alike(count, item);
            all.push(numbers(count.high.into(), item, is_sorted, random));
            all.into_iter().map(Value::Array).collect()
        }
        Argument::List(nodes) => {
            let ints = |all: Vec<Number>| Value::List(all.into_iter().map(Number::int).collect());
            let mut all: Vec<Value> =
                alike(nodes.count, nodes.item).into_iter().map(ints).collect();
            all.push(list(nodes, nodes.count.high.into(), random));
            all
        }
        Argument::Matrix { rows, columns, item, .. } => {
            let same = |rows: u16, columns: u16, number| {
                Value::Matrix(vec![vec![number; columns.into()]; rows.into()])
            };
            vec![
                same(rows.low, columns.low, item.low),
                same(rows.high, columns.high, item.high),
                matrix(rows.high.into(), columns.high.into(), item, random),
            ]
        }
        Argument::Text(most) => {
            let lengths = [0, 1, most.into()];
            lengths.map(|length| Value::Text(text(length, random))).to_vec()
        }
        Argument::Texts { count, most } => {
            let empty = |count: u16| Value::Texts(vec![String::new(); count.into()]);
            let longest: Vec<String> = (0..count.high).map(|_| text(most.into(), random)).collect();
            vec![empty(count.low), empty(count.high), Value::Texts(longest)]
        }
        Argument::Tree(nodes) => trees(nodes, random),
        Argument::Cell | Argument::Board | Argument::Place | Argument::Size(..) => Vec::new(),
    }
}

/// Nothing, one number and the most numbers, all of them the smallest and all the largest.
fn alike(count: ElementCount, item: Item) -> Vec<Vec<Number>> {
    let mut all: Vec<Vec<Number>> = Vec::new();
    for length in [0, 1, usize::from(count.high)] {
        for number in [item.low, item.high] {
            let numbers = vec![number; length];
            if count.has(length) && !all.contains(&numbers) {
                all.push(numbers);
            }
        }
    }
    all
}

/// No node, one, chains to the left and to the right, and the most nodes.
fn trees(nodes: Nodes, random: &mut Random) -> Vec<Value> {
    let one = |value: Number| Branch::node(value.int(), Branch::Empty, Branch::Empty);
    let mut all = vec![Branch::Empty, one(nodes.item.low), one(nodes.item.high)];
    let values = tree_values(nodes, nodes.count.high.into(), random);
    all.push(tree(&values, &mut |count| count - 1));
    all.push(tree(&values, &mut |_| 0));
    all.push(tree(&values, &mut |count| random.below(count)));
    all.retain(|tree| nodes.count.has(tree.count()));
    all.dedup();
    all.into_iter().map(Value::Tree).collect()
}

/// A tree of these values from left to right, whose roots are chosen.
fn tree(values: &[i64], root: &mut dyn FnMut(usize) -> usize) -> Branch {
    if values.is_empty() {
        return Branch::Empty;
    }
    let at = root(values.len());
    let left = tree(&values[..at], root);
    Branch::node(values[at], left, tree(&values[at + 1..], root))
}

/// The values of a tree from left to right: of a search tree they rise, and none comes twice.
fn tree_values(nodes: Nodes, count: usize, random: &mut Random) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    let span = nodes.item.high.int().abs_diff(nodes.item.low.int()).saturating_add(1);
    let count =
        if nodes.is_sorted { count.min(usize::try_from(span).unwrap_or(count)) } else { count };
    while values.len() < count {
        let value = number(nodes.item, random).int();
        if !nodes.is_sorted || !values.contains(&value) {
            values.push(value);
        }
    }
    if nodes.is_sorted {
        values.sort_unstable();
    }
    values
}

fn list(nodes: Nodes, length: usize, random: &mut Random) -> Value {
    let values = numbers(length, nodes.item, nodes.is_sorted, random);
    Value::List(values.into_iter().map(Number::int).collect())
}

fn matrix(rows: usize, columns: usize, item: Item, random: &mut Random) -> Value {
    Value::Matrix((0..rows).map(|_| numbers(columns, item, false, random)).collect())
}

fn length(count: ElementCount, random: &mut Random) -> usize {
    usize::from(count.low) + random.below(usize::from(count.high - count.low) + 1)
}

fn numbers(length: usize, item: Item, is_sorted: bool, random: &mut Random) -> Vec<Number> {
    let mut all: Vec<Number> = (0..length).map(|_| number(item, random)).collect();
    if is_sorted {
        all.sort_by(|a, b| a.real().total_cmp(&b.real()));
    }
    all
}

/// Steps that floating-point numbers are drawn in, where there is room for them: such a number is exact,
/// and short to read.
const STEP: f64 = 0.125;

/// Numbers between two that are less than a step apart.
const FINE_STEPS: f64 = 1024.0;

fn number(item: Item, random: &mut Random) -> Number {
    let (low, high) = match (item.low, item.high) {
        (Number::Int(low), Number::Int(high)) => return Number::Int(between(low, high, random)),
        (low, high) => (low.real(), high.real()),
    };
    let step = if high - low > 1.0 { STEP } else { (high - low) / FINE_STEPS };
    let steps = ((high - low) / step).min(f64::from(u32::MAX - 1)) as usize;
    let number = low + random.below(steps + 1) as f64 * step;
    // As near to a multiple of the step as the lowest number is not.
    let round = (number / STEP).round() * STEP;
    Number::Real(if step == STEP && (low..=high).contains(&round) { round } else { number })
}

fn between(low: i64, high: i64, random: &mut Random) -> i64 {
    let count = u128::from(high.abs_diff(low)) + 1;
    let above = match u32::try_from(count) {
        Ok(count) => random.below(count as usize) as u128,
        Err(_) => (u128::from(random.next_u64()) * count) >> 64,
    };
    (i128::from(low) + above as i128) as i64
}

/// An integer as a number of the item's kind.
fn of(item: Item, number: i64) -> Number {
    if item.width.is_real() { Number::Real(number as f64) } else { Number::Int(number) }
}

/// Characters of drawn texts.
const CHARACTERS: &[u8] = b" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn text(length: usize, random: &mut Random) -> String {
    let text = (0..length).map(|_| CHARACTERS[random.below(CHARACTERS.len())]);
    text.map(char::from).collect()
}
