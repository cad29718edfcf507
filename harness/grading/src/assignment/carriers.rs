//! Which registers and words of the stack carry a function's arguments and its result.

use architecture::{Back, Convention};

use super::{Argument, Gives};

/// Carrier of an argument's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// A register.
    Register(&'static str),
    /// A register of floating-point numbers: alone it carries all bits, next to another the low word is
    /// in the first.
    Float(&'static str),
    /// A word on the stack, this far from the stack pointer: above it, or below the word with the way
    /// back where calls push that.
    Stack(u64),
}

/// Bytes of a word on the stack.
const WORD_BYTES: u64 = 4;

/// The carriers of each argument as the convention has them, low word first in floating-point registers,
/// in the order of memory elsewhere.
pub(super) fn of_arguments(convention: &Convention, arguments: &[Argument]) -> Vec<Vec<Carrier>> {
    let registers = convention.arguments.len();
    let on_stack = |at: usize| {
        let above = (at - registers) as u64 * WORD_BYTES;
        Carrier::Stack(convention.stack_arguments_from + above)
    };
    let carrier = |at: usize| {
        convention.arguments.get(at).map_or_else(|| on_stack(at), |name| Carrier::Register(name))
    };
    let (mut next, mut floats, mut only_floats) = (0, 0, true);
    let mut all = Vec::new();
    for argument in arguments {
        let (words, is_real) = argument.carried();
        // There is an even number of registers, so that the stack begins at an even place.
        if words == 2 && (convention.pairs_are_even || next >= registers) {
            next = next.next_multiple_of(2);
        }
        only_floats &= is_real;
        let float =
            convention.floats.filter(|known| is_real && (only_floats || !known.only_leading));
        match float.and_then(|known| Some((known, known.arguments.get(floats)?))) {
            Some((known, names)) => {
                floats += 1;
                next += if known.only_leading { words } else { 0 };
                all.push(names.iter().take(words).map(|name| Carrier::Float(name)).collect());
            }
            None => {
                all.push((next..next + words).map(carrier).collect());
                next += words;
            }
        }
    }
    all
}

/// Carriers of arguments that the file lists in order; none if their number does not match.
///
/// `None` among the names is a word on the stack.
pub(super) fn named(
    back: Back,
    arguments: &[Argument],
    names: &[Option<&'static str>],
) -> Option<Vec<Vec<Carrier>>> {
    let words: usize = arguments.iter().map(|argument| argument.carried().0).sum();
    if words != names.len() {
        return None;
    }
    let pushed = names.iter().filter(|name| name.is_none()).count() as u64;
    let mut on_stack = 0;
    let mut carriers = names.iter().map(|name| match name {
        Some(name) => Carrier::Register(name),
        None => {
            on_stack += 1;
            Carrier::Stack(match back {
                Back::Pushed => pushed - on_stack + 1,
                Back::Register(_) => (on_stack - 1) * WORD_BYTES,
            })
        }
    });
    Some(
        arguments
            .iter()
            .map(|argument| carriers.by_ref().take(argument.carried().0).collect())
            .collect(),
    )
}

/// The registers of a result as the convention has them.
pub(super) fn of_result(convention: &Convention, gives: Gives) -> Vec<&'static str> {
    let words = gives.words();
    let floats = convention.floats.filter(|_| gives.is_real());
    let names = floats.map_or(convention.results, |floats| floats.results);
    names.iter().copied().take(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::Argument;

    fn shown(machine: &str, arguments: &[&str]) -> String {
        let machine = targets::table::machine(machine).expect("a machine");
        let convention = machine.convention().expect("a convention");
        let arguments: Vec<Argument> =
            arguments.iter().map(|name| Argument::named(name).expect("an argument")).collect();
        let words = of_arguments(convention, &arguments).into_iter().map(|words| {
            let words = words.into_iter().map(|carrier| match carrier {
                Carrier::Register(name) | Carrier::Float(name) => name.to_owned(),
                Carrier::Stack(at) => at.to_string(),
            });
            words.collect::<Vec<_>>().join(":")
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// The rows of the table in the System V ABI's MIPS supplement, figure 3-21, and more.
    #[test]
    fn o32_passes_arguments_as_its_table_has_them() {
        let (d, s, n) = ("double 0..1", "float 0..1", "int 0..1");
        for (arguments, carriers) in [
            (&[d, d][..], "f12:f13 f14:f15"),
            (&[s, s], "f12 f14"),
            (&[s, d], "f12 f14:f15"),
            (&[d, s], "f12:f13 f14"),
            (&[n, n, n, n], "a0 a1 a2 a3"),
            (&[d, n, d], "f12:f13 a2 16:20"),
            (&[d, n, n], "f12:f13 a2 a3"),
            (&[s, n, n], "f12 a1 a2"),
            (&[n, n, n, d], "a0 a1 a2 16:20"),
            (&[n, n, n, s], "a0 a1 a2 a3"),
            (&[n, n, d], "a0 a1 a2:a3"),
            (&[n, d], "a0 a2:a3"),
            (&[s, s, s, s], "f12 f14 a2 a3"),
            (&[s, n, s, n], "f12 a1 a2 a3"),
            (&[n, "int64 0..1", n], "a0 a2:a3 16"),
            (&[n, n, n, n, n, n], "a0 a1 a2 a3 16 20"),
        ] {
            assert_eq!(shown("mips32", arguments), carriers, "{arguments:?}");
        }
    }

    #[test]
    fn risc_v_counts_its_floating_point_registers_apart() {
        let (d, n, long) = ("double 0..1", "int 0..1", "int64 0..1");
        for (arguments, carriers) in [
            (&[n, d, n, "float 0..1"][..], "a0 fa0 a1 fa1"),
            (&[n, long], "a0 a1:a2"),
            (&[n, n, n, n, n, n, n, long, n], "a0 a1 a2 a3 a4 a5 a6 a7:0 4"),
            (&[n, n, n, n, n, n, n, n, n, long], "a0 a1 a2 a3 a4 a5 a6 a7 0 8:12"),
        ] {
            assert_eq!(shown("riscv32", arguments), carriers, "{arguments:?}");
        }
    }

    #[test]
    fn names_of_the_file_stand_for_words_one_after_the_other() {
        let two =
            [Argument::named("int 0..1").expect("one"), Argument::named("int 0..1").expect("one")];
        let pushed = named(Back::Pushed, &two, &[None, None]);
        assert_eq!(pushed, Some(vec![vec![Carrier::Stack(2)], vec![Carrier::Stack(1)]]));
        assert_eq!(named(Back::Pushed, &two, &[Some("AC1")]), None);
    }
}
