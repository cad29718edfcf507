//! Text functions. They count characters, not bytes.

use super::{Context, characters, given, whole};
use crate::value::{self, Value, ValueError, show};

type Result = std::result::Result<Value, ValueError>;

/// Makes a new text from a text; null remains null.
fn of_text(context: &mut Context<'_>, args: &[Value], make: impl Fn(&str) -> String) -> Result {
    if matches!(args[1], Value::Null) {
        return Ok(Value::Null);
    }
    let text = make(characters(context.heap, args, 1)?);
    context.heap.text(text)
}

pub(super) fn string(context: &mut Context<'_>, args: &[Value]) -> Result {
    match args[1] {
        Value::Null | Value::Text(_) => Ok(args[1]),
        other => {
            let text = show(context.heap, other)?;
            context.heap.text(text)
        }
    }
}

pub(super) fn parse(context: &mut Context<'_>, args: &[Value]) -> Result {
    let text = characters(context.heap, args, 1)?.to_owned();
    value::parse(context.heap, &text, true)
}

pub(super) fn len(context: &mut Context<'_>, args: &[Value]) -> Result {
    match args[1] {
        Value::Null => Ok(Value::Int(0)),
        _ => Ok(Value::Int(characters(context.heap, args, 1)?.chars().count() as i64)),
    }
}

/// Number of characters, at least zero.
fn length(args: &[Value], at: usize) -> std::result::Result<usize, ValueError> {
    Ok(usize::try_from(whole(args, at)?).unwrap_or(0))
}

pub(super) fn mid(context: &mut Context<'_>, args: &[Value]) -> Result {
    let first = whole(args, 2)?;
    let before =
        usize::try_from(first.saturating_sub(1)).map_err(|_| ValueError::Value(2, first))?;
    let most = if given(args, 3).is_some() { length(args, 3)? } else { usize::MAX };
    of_text(context, args, |text| text.chars().skip(before).take(most).collect())
}

/// Number of characters for `number`, or for all but `-number` if it is negative.
fn share(text: &str, number: i64) -> usize {
    let all = text.chars().count();
    let wanted = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
    if number < 0 { all.saturating_sub(wanted) } else { wanted.min(all) }
}

pub(super) fn left(context: &mut Context<'_>, args: &[Value]) -> Result {
    let number = whole(args, 2)?;
    of_text(context, args, |text| text.chars().take(share(text, number)).collect())
}

pub(super) fn right(context: &mut Context<'_>, args: &[Value]) -> Result {
    let number = whole(args, 2)?;
    of_text(context, args, |text| {
        text.chars().skip(text.chars().count() - share(text, number)).collect()
    })
}

pub(super) fn pos(context: &mut Context<'_>, args: &[Value]) -> Result {
    if matches!(args[1], Value::Null) {
        return Ok(Value::Null);
    }
    let (text, wanted) = (characters(context.heap, args, 1)?, characters(context.heap, args, 2)?);
    let before = if given(args, 3).is_some() { length(args, 3)?.saturating_sub(1) } else { 0 };
    let start = text.char_indices().nth(before).map_or(text.len(), |(at, _)| at);
    let found = text[start..].find(wanted).map(|at| text[..start + at].chars().count() as i64 + 1);
    Ok(found.map_or(Value::Null, Value::Int))
}

pub(super) fn replace(context: &mut Context<'_>, args: &[Value]) -> Result {
    let from = characters(context.heap, args, 2)?.to_owned();
    let to = characters(context.heap, args, 3)?.to_owned();
    if from.is_empty() {
        return Ok(args[1]);
    }
    let most = if context.options.has('1') { 1 } else { usize::MAX };
    if let Value::Text(text) = args[1] {
        let times = context.heap.characters(text).matches(from.as_str()).count().min(most);
        context.heap.room_for_text(times.saturating_mul(to.len()))?;
    }
    of_text(context, args, |text| text.replacen(&from, &to, most))
}

pub(super) fn trim(context: &mut Context<'_>, args: &[Value]) -> Result {
    let options = context.options;
    of_text(context, args, |text| {
        let text = if options.has('r') { text } else { text.trim_start() };
        let text = if options.has('l') { text } else { text.trim_end() };
        text.to_owned()
    })
}

pub(super) fn upper(context: &mut Context<'_>, args: &[Value]) -> Result {
    of_text(context, args, str::to_uppercase)
}

pub(super) fn lower(context: &mut Context<'_>, args: &[Value]) -> Result {
    of_text(context, args, str::to_lowercase)
}

pub(super) fn fill(context: &mut Context<'_>, args: &[Value]) -> Result {
    let times = length(args, 2)?;
    context.heap.room_for_text(characters(context.heap, args, 1)?.len().saturating_mul(times))?;
    of_text(context, args, |text| text.repeat(times))
}

pub(super) fn pad(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (filling, wanted) = (characters(context.heap, args, 2)?.to_owned(), length(args, 3)?);
    context.heap.room_for_text(wanted.saturating_mul(4))?;
    let at_end = context.options.has('r');
    of_text(context, args, |text| {
        let missing = wanted.saturating_sub(text.chars().count());
        let filling = filling.chars().cycle().take(missing);
        if at_end {
            text.chars().chain(filling).collect()
        } else {
            filling.chain(text.chars()).collect()
        }
    })
}

/// Concatenates values as text; null is empty.
fn joined(context: &mut Context<'_>, values: &[Value], between: &str) -> Result {
    let mut text = String::new();
    for (at, &value) in values.iter().enumerate() {
        text.push_str(if at > 0 { between } else { "" });
        if !matches!(value, Value::Null | Value::Absent) {
            text.push_str(&show(context.heap, value)?);
        }
        context.heap.room_for_text(text.len())?;
    }
    context.heap.spend(values.len() as u64)?;
    context.heap.text(text)
}

pub(super) fn concat_arguments(context: &mut Context<'_>, args: &[Value]) -> Result {
    joined(context, &args[1..], "")
}

pub(super) fn concat(context: &mut Context<'_>, args: &[Value]) -> Result {
    let between = match given(args, 1) {
        None => String::new(),
        Some(_) => characters(context.heap, args, 1)?.to_owned(),
    };
    let members = context.heap.copied(super::sequence(args, 0)?)?;
    joined(context, &members, &between)
}

pub(super) fn like(context: &mut Context<'_>, args: &[Value]) -> Result {
    if matches!(args[1], Value::Null) {
        return Ok(Value::Truth(false));
    }
    let fold = |text: &str| -> Vec<char> {
        if context.options.has('c') {
            text.to_lowercase().chars().collect()
        } else {
            text.chars().collect()
        }
    };
    let text = fold(characters(context.heap, args, 1)?);
    let pattern = fold(characters(context.heap, args, 2)?);
    context.heap.spend(text.len() as u64 * pattern.len() as u64)?;
    Ok(Value::Truth(matches_pattern(&text, &pattern)))
}

/// Backtracks no further than to the last `*`.
fn matches_pattern(text: &[char], pattern: &[char]) -> bool {
    let (mut at, mut in_pattern, mut star) = (0, 0, None);
    while at < text.len() {
        match pattern.get(in_pattern) {
            Some('*') => {
                star = Some((at, in_pattern));
                in_pattern += 1;
            }
            Some(&wanted) if wanted == '?' || wanted == text[at] => {
                (at, in_pattern) = (at + 1, in_pattern + 1);
            }
            _ => match &mut star {
                Some((from, back)) => {
                    *from += 1;
                    (at, in_pattern) = (*from, *back + 1);
                }
                None => return false,
            },
        }
    }
    pattern[in_pattern..].iter().all(|&wanted| wanted == '*')
}

pub(super) fn asc(context: &mut Context<'_>, args: &[Value]) -> Result {
    let text = characters(context.heap, args, 1)?;
    let before = if given(args, 2).is_some() { length(args, 2)?.saturating_sub(1) } else { 0 };
    let found = text.chars().nth(before);
    Ok(found.map_or(Value::Null, |c| Value::Int(i64::from(u32::from(c)))))
}

pub(super) fn char_of(context: &mut Context<'_>, args: &[Value]) -> Result {
    let number = whole(args, 1)?;
    let found = u32::try_from(number).ok().and_then(char::from_u32);
    context.heap.text(found.ok_or(ValueError::Value(1, number))?.to_string())
}

fn all(context: &Context<'_>, args: &[Value], is: fn(&char) -> bool) -> Result {
    Ok(Value::Truth(match args[1] {
        Value::Text(text) => {
            let text = context.heap.characters(text);
            !text.is_empty() && text.chars().all(|c| is(&c))
        }
        _ => false,
    }))
}

pub(super) fn is_digit(context: &mut Context<'_>, args: &[Value]) -> Result {
    all(context, args, char::is_ascii_digit)
}

pub(super) fn is_alpha(context: &mut Context<'_>, args: &[Value]) -> Result {
    all(context, args, char::is_ascii_alphabetic)
}

pub(super) fn is_lower(context: &mut Context<'_>, args: &[Value]) -> Result {
    all(context, args, char::is_ascii_lowercase)
}

pub(super) fn is_upper(context: &mut Context<'_>, args: &[Value]) -> Result {
    all(context, args, char::is_ascii_uppercase)
}

/// Parts of a text, as text or as parsed constants.
///
/// Source: SPLWare/esProc, `mfn.string.Split`, `Sequence.toSequence`.
pub(super) fn split(context: &mut Context<'_>, args: &[Value]) -> Result {
    let text = characters(context.heap, args, 0)?.to_owned();
    let separator = match given(args, 1) {
        None => String::new(),
        Some(_) => characters(context.heap, args, 1)?.to_owned(),
    };
    let most = if context.options.has('1') { 2 } else { usize::MAX };
    let count = match separator.as_str() {
        "" => text.chars().count(),
        separator => most.min(text.matches(separator).count() + 1),
    };
    let (at, mut list) = context.heap.start(count)?;
    let parts: Vec<&str> = match separator.as_str() {
        "" => text.split_inclusive(|_| true).collect(),
        separator => text.splitn(most, separator).collect(),
    };
    for part in parts {
        let part = if context.options.has('t') { part.trim() } else { part };
        list.push(if context.options.has('p') {
            value::parse(context.heap, part, true)?
        } else {
            context.heap.text(part.to_owned())?
        });
    }
    Ok(context.heap.finish(at, list))
}
