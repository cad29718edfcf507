//! The page of monitor calls: which calls of the real system are implemented.

use std::fmt::Write;

use asmkit::words::{Word, WordKind};

use crate::isa::monitor::{CALLS as NUMBERED, OPERS};

use super::calls::{CALLS, ChannelArgument, Row};
use super::uuos::{self, OLDER_CALLS};

/// Name of the page among those of the machine.
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
    page.push_str("\nThese are not implemented and stop the program with their name:\n\n");
    for row in CALLS.iter().filter(|row| row.run.is_none()) {
        let _ = writeln!(page, "- `{}`: {}", row.name, row.meaning);
    }
    page.push_str("\n## Older calls\n\n| call | what it does |\n|---|---|\n");
    for (name, meaning) in BY_OPCODE {
        let _ = writeln!(page, "| `{name}` | {meaning} |");
    }
    for old in OLDER_CALLS {
        let _ = writeln!(page, "| `.{}` | {} |", old.name, old.meaning);
    }
    let absent = OPERS.iter().chain(NUMBERED).filter(|name| uuos::find(name).is_none());
    let absent: Vec<String> = absent.map(|name| format!("`.{name}`")).collect();
    let _ = writeln!(
        page,
        "\nThese are not implemented and stop the program with their name: {}.",
        absent.join(", ")
    );
    page
}

/// The monitor calls as words: older ones as they are written, symbolic ones with the name that
/// goes into their block.
pub(crate) fn services() -> impl Iterator<Item = Word> {
    let absent = |meaning: &str| format!("{meaning}; not implemented, stops the program");
    let numbered = OPERS.iter().chain(NUMBERED).map(move |name| {
        let word = Word::new(WordKind::Service, format!(".{name}")).in_any_case().on(NAME);
        word.doing(match uuos::find(name) {
            Some(old) => old.meaning.to_owned(),
            None => absent("ITS call"),
        })
    });
    let symbolic = CALLS.iter().map(move |row| {
        let meaning = if row.run.is_some() { row.meaning.to_owned() } else { absent(row.meaning) };
        let word = Word::new(WordKind::Service, format!("SIXBIT/{}/", row.name)).on(NAME);
        word.taking(arguments(row)).doing(meaning)
    });
    numbered.chain(symbolic)
}

const INTRODUCTION: &str = "# ITS monitor calls

One job with files and a terminal runs under DDT, with the jobs that it makes (`USR:`). Calls that
need networks or other devices are not implemented: they stop the program with their name. A call
that ITS does not know fails with error 43, as on ITS. Interrupts come from instructions, calls,
inferiors that stop, characters typed while the program waits, and clocks: a clock interrupts at
the next call, or while the program waits.
";

/// Calls with their own opcode.
const BY_OPCODE: &[(&str, &str)] = &[
    (".IOT", "reads or writes a datum or a block"),
    (".OPEN", "opens a file or a device"),
    (".USET", "reads and sets variables of the job that a channel has open"),
    (".BREAK", "sends DDT a request, or ends the program"),
    (".STATUS", "returns the state of a channel"),
    (".ACCESS", "sets the position in a file"),
];

fn arguments(row: &Row) -> String {
    let channel =
        if row.channel == ChannelArgument::None { "" } else { ", the first one a channel" };
    match row.arguments {
        0 => "none needed".to_owned(),
        count => format!("{count} or more{channel}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{BY_OPCODE, CALLS, OLDER_CALLS, page};

    #[test]
    fn the_page_names_every_call() {
        let page = page();
        for row in CALLS {
            let begins = if row.run.is_some() { "| " } else { "- " };
            assert!(page.contains(&format!("\n{begins}`{}`", row.name)), "{}", row.name);
        }
        let lines = page.lines().filter(|line| line.starts_with("| `"));
        let done = CALLS.iter().filter(|row| row.run.is_some());
        assert_eq!(lines.count(), done.count() + BY_OPCODE.len() + OLDER_CALLS.len());
    }
}
