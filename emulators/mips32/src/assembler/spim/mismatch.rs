//! Messages about operands that match no form of an instruction.

use asmkit::{Diagnostic, Span};

use super::messages;
use super::operands::{NumberSyntax, Operand};
use super::symbols::Symbols;
use super::words::ParsedForm;

/// Message about operands that match none of the forms.
pub(super) fn mismatch<'w>(
    symbols: &Symbols,
    at: Span,
    name: &str,
    operands: &[(Operand, Span)],
    ways: impl Iterator<Item = &'w ParsedForm>,
) -> Diagnostic {
    let is_comma = |operand: &Operand| matches!(operand, Operand::Real { comma: true, .. });
    if let Some((_, place)) = operands.iter().find(|(operand, _)| is_comma(operand)) {
        return messages::comma_number(*place);
    }
    for (operand, place) in operands {
        let Operand::Number { value, written: NumberSyntax::Label } = operand else { continue };
        let name = value.symbol.map_or("", |symbol| symbols.get(symbol).name.as_str());
        if name.starts_with('$') {
            return messages::no_register(*place, name);
        }
    }
    let bare = operands.iter().find_map(|(operand, place)| {
        let Operand::Number { value, written: NumberSyntax::Label } = operand else { return None };
        let name = symbols.get(value.symbol?).name.as_str();
        is_register(name).then_some((*place, name))
    });
    if let Some((place, register)) = bare {
        return messages::bare_register(at, name, place, register);
    }
    // The form of the machine instruction comes first.
    let is_own = |way: &&ParsedForm| way.gives.len() == 1 && way.gives[0].shape.name == name;
    let (mut ways, others): (Vec<&ParsedForm>, Vec<&ParsedForm>) = ways.partition(is_own);
    ways.extend(others);
    let found: Vec<&str> = operands.iter().map(|(operand, _)| describe(*operand)).collect();
    let help = lone_label(operands, &ways, name).or_else(|| written_as(name, &ways));
    messages::wrong_operands(at, name, &found, help)
}

/// Whether a name is that of a register without its dollar sign.
pub(super) fn is_register(name: &str) -> bool {
    crate::isa::REGISTERS.contains(&name)
}

/// Kind of an operand, for messages.
fn describe(operand: Operand) -> &'static str {
    match operand {
        Operand::Register(_) => "a register",
        Operand::Float(_) => "a floating point register",
        Operand::Real { .. } => "a number with a fraction",
        Operand::Number { written: NumberSyntax::Label, .. } => "a label",
        Operand::Number { written: NumberSyntax::LabelSum | NumberSyntax::SumLabel, .. } => {
            "a label with a number"
        }
        Operand::Number { .. } => "a number",
        Operand::Address { .. } => "an address with a base register",
    }
}

/// Help on the most common mistake: a label instead of a number.
fn lone_label(operands: &[(Operand, Span)], ways: &[&ParsedForm], name: &str) -> Option<String> {
    let (last, _) = operands.last()?;
    let is_label = matches!(last, Operand::Number { written: NumberSyntax::Label, .. });
    let wants_number = |way: &&&ParsedForm| {
        let number = matches!(way.takes.last(), Some('v' | 'I' | 'U' | 'N' | 'n' | 'H' | 'R'));
        number && way.takes.len() == operands.len()
    };
    (is_label && ways.iter().any(|way| wants_number(&way)))
        .then(|| format!("`{name}` does not take a label; load an address with `la $t0, label`"))
}

fn written_as(name: &str, ways: &[&ParsedForm]) -> Option<String> {
    let mut shown: Vec<String> = Vec::new();
    for way in ways.iter().filter(|way| !way.gives.is_empty() && !way.takes.contains(&'z')) {
        let example = example(name, &way.takes);
        if !way.takes.contains(&'0') && !shown.contains(&example) {
            shown.push(example);
        }
    }
    let (last, first) = shown.split_last()?;
    Some(match first {
        [] => format!("write {last}"),
        _ => format!("write {} or {last}", first.join(", ")),
    })
}

/// Instruction with example operands.
fn example(name: &str, takes: &[char]) -> String {
    let mut general = ["$t0", "$t1", "$t2"].into_iter();
    let mut float = ["$f0", "$f2", "$f4"].into_iter();
    let operands = takes.iter().map(|letter| match letter {
        'd' | 's' | 't' | '0' => general.next().unwrap_or("$t3"),
        'f' | 'g' | 'h' => float.next().unwrap_or("$f6"),
        'k' if name.ends_with('0') => "$12",
        'k' => "$f0",
        'L' => "label",
        'a' | 'A' => "4($t1)",
        'r' => "1.5",
        'c' => "1",
        _ => "5",
    });
    let operands: Vec<&str> = operands.collect();
    format!("`{name} {}`", operands.join(", ")).replace(" `", "`")
}
