//! Files of the host, and its output.

use machine::cells::{CellTrouble, NameKind, ShortName};
use machine::{Limit, Output};

use super::{Context, OptionLetters, characters};
use crate::functions::tables::new_record;
use crate::value::{Heap, Value, ValueError, line, parse, show, table};

type Result<T = Value> = std::result::Result<T, ValueError>;

/// Prints one line, with tabs between the arguments.
///
/// Source: SPLWare/esProc, `fn.Output`.
pub(super) fn output(context: &mut Context<'_>, args: &[Value]) -> Result {
    let mut line = String::new();
    for (at, &value) in args[1..].iter().enumerate() {
        let text = match value {
            Value::Sequence(place) => table(context.heap, place)?,
            _ => None,
        };
        line.push_str(if at > 0 { "\t" } else { "" });
        line.push_str(&text.map_or_else(|| show(context.heap, value), Ok)?);
        context.heap.room(line.len())?;
    }
    let end = if context.options.has('s') { "" } else { "\n" };
    print(&mut context.host.output, &line, end).map(|()| Value::Null)
}

/// Prints text and a terminator.
fn print(output: &mut Output, text: &str, end: &str) -> Result<()> {
    if !output.write(format!("{text}{end}").as_bytes()) {
        return Err(ValueError::Limit(Limit::Output));
    }
    Ok(())
}

/// Prints the result of a script: a table with a header line, a sequence in one line.
pub(crate) fn print_result(heap: &Heap, value: Value, output: &mut Output) -> Result<()> {
    let text = match value {
        Value::Null | Value::Absent => return Ok(()),
        Value::Sequence(place) => match table(heap, place)? {
            Some(table) => table,
            None => line(heap, heap.members(place))?,
        },
        Value::Record(place) => line(heap, heap.members(place))?,
        other => show(heap, other)?,
    };
    print(output, &text, "\n")
}

pub(super) fn file(context: &mut Context<'_>, args: &[Value]) -> Result {
    characters(context.heap, args, 1)?;
    match args[1] {
        Value::Text(name) => Ok(Value::File(name)),
        other => Err(ValueError::Kind(1, other.kind())),
    }
}

/// Name of the receiver file, as the host knows it.
fn file_name<'h>(heap: &'h Heap, args: &[Value]) -> Result<&'h str> {
    match args[0] {
        Value::File(name) => {
            let name = heap.characters(name);
            Ok(name.strip_prefix("./").unwrap_or(name))
        }
        other => Err(ValueError::Kind(0, other.kind())),
    }
}

/// Content of the file as text; invalid UTF-8 becomes replacement characters.
fn content(context: &Context<'_>, args: &[Value]) -> Result<String> {
    let name = file_name(context.heap, args)?;
    let Some(bytes) = context.host.files.get(name.as_bytes()) else {
        let name = ShortName::new(name);
        return Err(ValueError::Cell(CellTrouble::Missing { sought: NameKind::File, name }));
    };
    context.heap.room(bytes.len())?;
    context.heap.spend(bytes.len() as u64 / 8)?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

pub(super) fn exists(context: &mut Context<'_>, args: &[Value]) -> Result {
    let name = file_name(context.heap, args)?;
    Ok(Value::Truth(context.host.files.contains(name.as_bytes())))
}

pub(super) fn name(_: &mut Context<'_>, args: &[Value]) -> Result {
    match args[0] {
        Value::File(name) => Ok(Value::Text(name)),
        other => Err(ValueError::Kind(0, other.kind())),
    }
}

/// Sequence of the lines of a text.
fn lines(heap: &mut Heap, text: &str) -> Result {
    let (at, mut list) = heap.start(text.lines().count())?;
    for line in text.lines() {
        list.push(heap.text(line.to_owned())?);
    }
    Ok(heap.finish(at, list))
}

pub(super) fn read(context: &mut Context<'_>, args: &[Value]) -> Result {
    let text = content(context, args)?;
    if context.options.has('n') { lines(context.heap, &text) } else { context.heap.text(text) }
}

/// Format of the fields of a line in `import` and `export`.
struct Shape {
    options: OptionLetters,
}

impl Shape {
    fn between(&self) -> &'static str {
        if self.options.has('c') { "," } else { "\t" }
    }

    /// Values of a line.
    fn values(&self, heap: &mut Heap, line: &str) -> Result<Vec<Value>> {
        if self.options.has('s') {
            return Ok(vec![heap.text(line.to_owned())?]);
        }
        line.split(self.between()).map(|field| parse(heap, field, true)).collect()
    }
}

/// Imports a text file as a table, a sequence of one column, or a sequence of rows.
///
/// Source: SPLWare/esProc, `mfn.file.Import`, and the options of `f.import()` in its reference.
pub(super) fn import(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (text, shape) = (content(context, args)?, Shape { options: context.options });
    let options = context.options;
    let mut lines = text.lines();
    let head = if options.has('t') { lines.next() } else { None };
    let head: Option<Vec<&str>> =
        head.map(|line| line.split(shape.between()).map(str::trim).collect());
    let (mut rows, mut bytes) = (Vec::new(), 0);
    for line in lines {
        let row = shape.values(context.heap, line)?;
        // Includes the allocator's overhead and the growth of the list of rows.
        bytes += 3 * size_of_val(&row) + size_of_val(&row[..]);
        context.heap.room(bytes)?;
        rows.push(row);
    }
    let heap = &mut *context.heap;
    if options.has('w') {
        let (at, mut list) = heap.start(rows.len())?;
        for row in rows {
            list.push(heap.sequence(&row)?);
        }
        return Ok(heap.finish(at, list));
    }
    let fields = head.as_ref().map(Vec::len).or(rows.first().map(Vec::len)).unwrap_or(0);
    if options.has('i') && fields <= 1 {
        let column: Vec<Value> =
            rows.iter().map(|row| row.first().copied().unwrap_or_default()).collect();
        return heap.sequence(&column);
    }
    if fields == 0 {
        return Ok(Value::Null);
    }
    as_table(heap, head, fields, &rows)
}

/// Makes a table; fields without a name are named `_1`, `_2`.
fn as_table(
    heap: &mut Heap,
    head: Option<Vec<&str>>,
    fields: usize,
    rows: &[Vec<Value>],
) -> Result {
    let head = head.unwrap_or_default();
    let (names, mut list) = heap.start(fields)?;
    for at in 0..fields {
        let name = head.get(at).map_or_else(|| format!("_{}", at + 1), |name| (*name).to_owned());
        list.push(heap.text(name)?);
    }
    heap.finish(names, list);
    let (table, mut list) = heap.start(rows.len())?;
    for row in rows {
        list.push(new_record(heap, names, row)?);
    }
    let made = heap.finish(table, list);
    heap.set_names(table, names);
    Ok(made)
}

/// Writes text to the file, or appends it.
fn put(context: &mut Context<'_>, args: &[Value], text: &str) -> Result {
    let name = file_name(context.heap, args)?.as_bytes();
    let files = &mut context.host.files;
    let put = match files.get(name).filter(|_| context.options.has('a')) {
        Some(content) => files.write(name, content.len(), text.as_bytes()),
        None => files.put(name, text.as_bytes().to_vec()),
    };
    context.host.work.charge(text.len() as u64);
    if context.host.work.is_spent() {
        return Err(ValueError::Limit(Limit::Work));
    }
    put.map(|()| Value::Null).map_err(|_| ValueError::Limit(Limit::Files))
}

pub(super) fn write(context: &mut Context<'_>, args: &[Value]) -> Result {
    let text = match args[1] {
        Value::Sequence(place) => {
            let mut text = String::new();
            for &member in context.heap.members(place) {
                text.push_str(&show(context.heap, member)?);
                text.push('\n');
                context.heap.room(text.len())?;
            }
            text
        }
        Value::Null => String::new(),
        other => show(context.heap, other)?,
    };
    put(context, args, &text)
}

/// Writes the records of a table, or the members of a sequence, as lines.
pub(super) fn export(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (place, shape) = (super::sequence(args, 1)?, Shape { options: context.options });
    let heap = &*context.heap;
    let mut text = String::new();
    let mut add = |values: &[Value]| -> Result<()> {
        for (at, &value) in values.iter().enumerate() {
            text.push_str(if at > 0 { shape.between() } else { "" });
            if !matches!(value, Value::Null) {
                text.push_str(&show(heap, value)?);
            }
        }
        text.push('\n');
        heap.room(text.len())
    };
    if let Some(names) = heap.names(place).filter(|_| context.options.has('t')) {
        add(heap.members(names))?;
    }
    for &member in heap.members(place) {
        match member {
            Value::Record(record) => add(heap.members(record))?,
            Value::Sequence(row) => add(heap.members(row))?,
            other => add(&[other])?,
        }
    }
    put(context, args, &text)
}
