//! Families of instructions, which plots and reasons sum up.

use lanes::compare::InstructionKind;

/// Kinds with the same colour and pattern, in a fixed order.
#[derive(Debug)]
pub(crate) struct Family {
    /// Name.
    pub(crate) name: &'static str,
    /// CSS class of its colour.
    pub(crate) class: &'static str,
    /// Path of its pattern, in a square of eight; empty if it is plain.
    pub(crate) pattern: &'static str,
    /// Its classes of instructions, as named in the instruction tables.
    pub(crate) classes: &'static [&'static str],
}

/// All families.
#[rustfmt::skip]
pub(crate) static FAMILIES: [Family; 5] = [
    Family { name: "moves, loads and stores", class: "moves", pattern: "",
        classes: &["load", "store", "move", "half", "byte", "stack", "block", "atomic", "float-move"] },
    Family { name: "arithmetic and logic", class: "arithmetic", pattern: "M-2 2L2 -2M0 8L8 0M6 10L10 6",
        classes: &["alu", "add", "boolean", "shift", "compare", "test", "multiply", "divide", "hilo"] },
    Family { name: "branches and skips", class: "branches", pattern: "M2 0V8M6 0V8", classes: &["branch"] },
    Family { name: "jumps, calls, returns", class: "jumps", pattern: "M0 2H8M0 6H8", classes: &["jump"] },
    Family { name: "others", class: "other", pattern: "M0 4H8M4 0V8", classes: &[] },
];

/// Index of the family of a kind.
pub(crate) fn family(kind: InstructionKind) -> usize {
    match kind {
        InstructionKind::Taken
        | InstructionKind::NotTaken
        | InstructionKind::Skipped
        | InstructionKind::NotSkipped => 2,
        InstructionKind::Jump | InstructionKind::Call | InstructionKind::Return => 3,
        InstructionKind::Class(class) if class.starts_with("float") && class != "float-move" => 1,
        InstructionKind::Class(class) => {
            let of = |family: &Family| family.classes.contains(&class);
            FAMILIES.iter().position(of).unwrap_or(FAMILIES.len() - 1)
        }
    }
}
