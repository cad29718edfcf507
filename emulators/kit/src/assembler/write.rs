//! The second pass: values, and the image.

use asmkit::{Assembly, Diagnostic, ERROR_LIMIT, Sources, Span, messages as shared, nearest};
use machine::{Data, Image, Line, Segment, Symbol};

use super::expression::{Expression, Missing};
use super::forms::{Chosen, Operand};
use super::layout::{Content, Item, Layout, Number};
use super::messages;
use crate::design::Design;
use crate::operand::{Field, Misfit};

/// The image of a program, or all messages about it.
pub(super) fn write<D: Design>(
    layout: Layout<'_, D>,
    sources: &Sources,
) -> Result<Assembly, Vec<Diagnostic>> {
    let mut writer = Writer { layout: &layout, problems: Vec::new() };
    let mut segments: Vec<Segment> = Vec::new();
    let mut order: Vec<&Item<D>> = layout.items.iter().filter(|item| item.units > 0).collect();
    let values: Vec<(u64, Vec<u64>)> =
        order.iter().map(|item| (item.address, writer.item(item))).collect();
    let mut end = (usize::MAX, false);
    for (item, (base, units)) in order.iter().zip(values) {
        let is_instruction = matches!(item.content, Content::Instruction(_));
        if end != (item.segment, is_instruction) || segments.is_empty() {
            end = (item.segment, is_instruction);
            segments.push(segment::<D>(base, is_instruction));
        }
        let Some(last) = segments.last_mut() else { continue };
        last.size += units.len() as u64;
        match &mut last.data {
            Data::Bytes(bytes) => bytes.extend(units.iter().map(|&unit| unit as u8)),
            Data::Words(words) => words.extend(units),
        }
    }
    let mut problems = writer.problems;
    let entry = entry(&order);
    order.sort_by_key(|item| item.address);
    let overlaps = order.windows(2).find(|pair| pair[0].address + pair[0].units > pair[1].address);
    if let Some(&[first, second]) = overlaps {
        let at = D::SPEC.show_address(second.address);
        let [first, second] = if first.span.start < second.span.start {
            [first.span, second.span]
        } else {
            [second.span, first.span]
        };
        problems.push(messages::overlap(second, &at, first));
    }
    problems.extend(layout.problems.iter().cloned());
    refuse(problems)?;
    let is_instruction = |item: &&&Item<D>| matches!(item.content, Content::Instruction(_));
    let lines = order.iter().filter(is_instruction).map(|item| line(item, sources)).collect();
    segments.sort_by_key(|segment| segment.base);
    let image = Image {
        isa: D::SPEC.name.to_owned(),
        entry,
        segments,
        symbols: symbols(&layout),
        lines,
        files: sources.names(),
        ..Image::default()
    };
    Ok(Assembly { image, warnings: Vec::new() })
}

/// Start of the first segment that has instructions, or of the first segment.
fn entry<D: Design>(items: &[&Item<D>]) -> u64 {
    let is_instruction = |item: &&&Item<D>| matches!(item.content, Content::Instruction(_));
    let segment = items.iter().find(is_instruction).or(items.first()).map(|item| item.segment);
    let first = items.iter().find(|item| Some(item.segment) == segment);
    first.map_or(0, |item| item.address)
}

/// Fails with the messages in order, up to a limit, if there are any.
fn refuse(mut problems: Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    if problems.is_empty() {
        return Ok(());
    }
    problems.sort_by_key(|problem| (problem.span.file, problem.span.start));
    if let Some(last) = problems.get(ERROR_LIMIT).map(|problem| problem.span) {
        problems.truncate(ERROR_LIMIT);
        problems.push(shared::too_many_errors(last, ERROR_LIMIT));
    }
    Err(problems)
}

/// An empty segment of instructions or of data.
fn segment<D: Design>(base: u64, executable: bool) -> Segment {
    Segment {
        name: if executable { ".text" } else { ".data" }.to_owned(),
        base,
        size: 0,
        data: if D::UNIT_BITS == 8 { Data::Bytes(Vec::new()) } else { Data::Words(Vec::new()) },
        executable,
        writable: true,
    }
}

fn symbols<D: Design>(layout: &Layout<'_, D>) -> Vec<Symbol> {
    let symbol = |label: &super::layout::Label| Symbol {
        name: label.name.clone(),
        value: label.value.cast_unsigned(),
        global: true,
        address: label.is_address,
    };
    layout.labels.values().map(symbol).collect()
}

fn line<D: Design>(item: &Item<D>, sources: &Sources) -> Line {
    let line = sources.line_column(item.span).0;
    Line { address: item.address, file: item.span.file.0, line, used_at: None }
}

struct Writer<'l, 'a, D: Design> {
    layout: &'l Layout<'a, D>,
    problems: Vec<Diagnostic>,
}

impl<D: Design> Writer<'_, '_, D> {
    /// Units of a statement.
    fn item(&mut self, item: &Item<D>) -> Vec<u64> {
        match &item.content {
            Content::Instruction(chosen) => {
                let word = self.instruction(item, chosen);
                units::<D>(word, item.units)
            }
            Content::Numbers(each, numbers) => {
                let each = u64::from(*each);
                let number = |number: &Number| match number {
                    Number::Known(value) => units::<D>(*value, each),
                    Number::Computed(expression) => {
                        units::<D>(self.data(item, expression, each), each)
                    }
                };
                numbers.iter().flat_map(number).collect()
            }
            Content::Fill(value) => {
                let value = value.as_ref().map_or(0, |value| self.data(item, value, 1));
                vec![value & (u64::MAX >> (64 - D::UNIT_BITS)); item.units as usize]
            }
        }
    }

    /// Number in memory, of this many units.
    fn data(&mut self, item: &Item<D>, expression: &Expression, units: u64) -> u64 {
        let bits = (D::UNIT_BITS * units as u32).min(63);
        let [low, high] = [-1i64 << (bits - 1), (1i64 << bits).wrapping_sub(1)];
        match self.number(item, expression) {
            Some(number) if (low..=high).contains(&number) => number.cast_unsigned(),
            Some(number) => self.misfit(expression.span(), number, Misfit::Range(low, high)),
            None => 0,
        }
    }

    /// Encodes an instruction.
    fn instruction(&mut self, item: &Item<D>, chosen: &Chosen<D>) -> u64 {
        let pattern = &chosen.row.pattern;
        let mut word = pattern.value();
        for (letter, kind, operand) in &chosen.operands {
            let bits = match operand {
                Operand::Register(field) => *field,
                Operand::Number(expression) => {
                    let Some(number) = self.number(item, expression) else { continue };
                    let is_plain = expression.is_plain();
                    let field = Field { is_plain, ..chosen.row.field(*letter, item.address) };
                    match (kind.encode)(number, field) {
                        Ok(bits) => bits,
                        Err(misfit) => self.misfit(expression.span(), number, misfit),
                    }
                }
            };
            word = pattern.with_field(word, *letter, bits);
        }
        word
    }

    /// Reports a number that does not fit; 0 stands for it.
    fn misfit(&mut self, at: Span, number: i64, misfit: Misfit) -> u64 {
        self.problems.push(match misfit {
            Misfit::Range(low, high) => {
                let problem = shared::operand_range(at, &number.to_string(), low, high);
                // The bits of a negative number, as some assemblers allow.
                let negative = number - 2 * (high.saturating_add(1));
                if low < 0 && number > 0 && (low..0).contains(&negative) {
                    problem.help(format!("for the bits of {number}, write {negative}"))
                } else {
                    problem
                }
            }
            Misfit::Multiple(of) => messages::not_a_multiple(at, number, of),
        });
        0
    }

    /// Value of an expression; `None` if it has none, which is reported.
    fn number(&mut self, item: &Item<D>, expression: &Expression) -> Option<i64> {
        let labels = &self.layout.labels;
        let label =
            |name: &str| labels.get(&self.layout.key(name, &item.scope)).map(|label| label.value);
        let missing = match expression.value(item.address, label) {
            Ok(number) => return Some(number),
            Err(missing) => missing,
        };
        self.problems.push(match &missing {
            Missing::Label(name, at) => {
                let near = nearest(name, labels.values().map(|label| label.name.as_str()));
                shared::undefined_label(*at, name, near)
            }
            Missing::Zero(at) => messages::division_by_zero(*at),
        });
        None
    }
}

/// A value as units of memory, in order of address.
fn units<D: Design>(value: u64, count: u64) -> Vec<u64> {
    let unit = |at: u64| {
        let at = if D::BIG_ENDIAN { count - 1 - at } else { at };
        value.unbounded_shr(at as u32 * D::UNIT_BITS) & (u64::MAX >> (64 - D::UNIT_BITS))
    };
    (0..count).map(unit).collect()
}
