//! The monitor calls as a page: which of the real system's are here.

use std::fmt::Write;

use asmkit::words::{Kind, Word};

use crate::isa::monitor::{CALLS as NUMBERED, OPERS};

use super::calls::{CALLS, Channel, Row};
use super::uuos::{self, OLD};

/// The page's name among those of the machine.
pub(crate) const NAME: &str = "its";

/// The page in Markdown, which `isagrid isa its` prints.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    page.push_str("\n## Symbolic calls\n\n| call | arguments | what it does |\n|---|---|---|\n");
    for row in CALLS.iter().filter(|row| row.run.is_some()) {
        // Writing to a string does not fail.
        let _ = writeln!(page, "| `{}` | {} | {} |", row.name, arguments(row), row.meaning);
    }
    page.push_str("\nThese stop a program with their name:\n\n");
    for row in CALLS.iter().filter(|row| row.run.is_none()) {
        let _ = writeln!(page, "- `{}`: {}", row.name, row.meaning);
    }
    page.push_str("\n## Calls of old\n\n| call | what it does |\n|---|---|\n");
    for (name, meaning) in BY_OPCODE {
        let _ = writeln!(page, "| `{name}` | {meaning} |");
    }
    for old in OLD {
        let _ = writeln!(page, "| `.{}` | {} |", old.name, old.meaning);
    }
    let absent = OPERS.iter().chain(NUMBERED).filter(|name| uuos::find(name).is_none());
    let absent: Vec<String> = absent.map(|name| format!("`.{name}`")).collect();
    let _ = writeln!(page, "\nThese stop a program with their name: {}.", absent.join(", "));
    page
}

/// What a program can ask the system for, as words: calls of old as they are written, symbolic ones
/// with the name that is put into their block.
pub(crate) fn services() -> impl Iterator<Item = Word> {
    let absent = |meaning: &str| format!("{meaning}; stops a program here");
    let numbered = OPERS.iter().chain(NUMBERED).map(move |name| {
        let word = Word::new(Kind::Service, format!(".{name}")).in_any_case().on(NAME);
        word.doing(match uuos::find(name) {
            Some(old) => old.meaning.to_owned(),
            None => absent("a call of ITS"),
        })
    });
    let symbolic = CALLS.iter().map(move |row| {
        let meaning = if row.run.is_some() { row.meaning.to_owned() } else { absent(row.meaning) };
        let word = Word::new(Kind::Service, format!("SIXBIT/{}/", row.name)).on(NAME);
        word.taking(arguments(row)).doing(meaning)
    });
    numbered.chain(symbolic)
}

const INTRODUCTION: &str = "# Monitor calls of ITS

One job with files and a terminal, and DDT above it. What needs other jobs, networks or other
devices is not here: a program that asks for it stops with the name of the call. A call ITS does not
know fails with error 43, as there. Interrupts come from instructions, from calls, and from characters
typed while the program waits; clocks do not interrupt.
";

/// Calls with an opcode of their own.
const BY_OPCODE: &[(&str, &str)] = &[
    (".IOT", "reads or writes a datum or a block"),
    (".OPEN", "opens a file or a device"),
    (".USET", "reads variables of the job itself by a channel to it"),
    (".BREAK", "asks DDT for something, or ends the program"),
    (".STATUS", "gives the state of a channel"),
    (".ACCESS", "sets where a file is read or written next"),
];

fn arguments(row: &Row) -> String {
    let channel = if row.channel == Channel::None { "" } else { ", the first a channel" };
    match row.arguments {
        0 => "none needed".to_owned(),
        count => format!("{count} or more{channel}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{BY_OPCODE, CALLS, OLD, page};

    #[test]
    fn the_page_names_every_call() {
        let page = page();
        for row in CALLS {
            let begins = if row.run.is_some() { "| " } else { "- " };
            assert!(page.contains(&format!("\n{begins}`{}`", row.name)), "{}", row.name);
        }
        let lines = page.lines().filter(|line| line.starts_with("| `"));
        let done = CALLS.iter().filter(|row| row.run.is_some());
        assert_eq!(lines.count(), done.count() + BY_OPCODE.len() + OLD.len());
    }
}
