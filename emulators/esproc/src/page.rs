//! Markdown page of the language: functions and operators.

use std::fmt::Write;

use asmkit::words::{Word, WordKind};

use crate::functions::{FUNCTIONS, Function, Receiver};
use crate::grid::keywords;
use crate::syntax::INFIX;

/// Name of the page.
pub(crate) const NAME: &str = "spl";

/// Markdown page, which `isagrid isa spl` prints.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    page.push_str("\n## Operators, lowest precedence first\n\n| operator | meaning |\n|---|---|\n");
    for (spelling, _, _, meaning) in INFIX {
        // Writing to a string does not fail.
        let _ = writeln!(page, "| `{}` | {meaning} |", spelling.replace('|', "\\|"));
    }
    for (on, title) in SECTIONS {
        let _ = writeln!(page, "\n## {title}\n\n| function | options | meaning |\n|---|---|---|");
        for row in FUNCTIONS.iter().filter(|row| row.on == *on) {
            let _ = writeln!(page, "| `{}` | {} | {} |", shape(row), options(row), row.meaning);
        }
    }
    page.push_str(DIFFERENCES);
    page
}

/// Functions and statements as vocabulary.
pub(crate) fn words() -> Vec<Word> {
    let function = |row: &Function| {
        let written = shape(row);
        let arguments = written.find('(').map_or("", |at| &written[at..]);
        let on = SECTIONS.iter().find(|(on, _)| *on == row.on).map_or("", |(_, title)| title);
        let on = on.strip_prefix("Functions ").map(|on| format!(" ({on})")).unwrap_or_default();
        let word = Word::new(WordKind::Function, row.name).taking(arguments).on(NAME);
        word.doing(format!("{}{on}", row.meaning))
    };
    let statement = |name| Word::new(WordKind::Directive, name).doing("statement").on(NAME);
    FUNCTIONS.iter().map(function).chain(keywords().map(statement)).collect()
}

/// Differences from esProc that a script can observe.
const DIFFERENCES: &str = "
## Differences from esProc

- Integers always have 64 bits; esProc's 32-bit integers overflow on subtraction. There are no
  decimals, dates, cursors or databases.
- The whole script is checked before it runs: an unknown name, a cell outside the grid or an `else`
  without its `if` is an error even in a cell that never runs.
- A constant that is a call without its mark, such as `to(9)`, or a mistyped statement is an error;
  begin such text with a `'`.
- At the end a script prints the value that it returned, otherwise that of the last `=` cell whose value
  is not null; esProc takes the last `=` cell even if its value is null.
- Nested calls end at 10,000 levels, with a message; in esProc, a Java stack overflow ends them.
- Values take at most 256 MiB, and a cell that processes very many members uses more of a budget.
- Files are those in the folder of the script; written files stay in memory until the run saves them.
- Random numbers come from a seed: the same run gives the same numbers.
";

const SECTIONS: &[(Receiver, &str)] = &[
    (Receiver::Nothing, "Functions"),
    (Receiver::Sequence, "Functions of a sequence or a table"),
    (Receiver::Record, "Functions of a record"),
    (Receiver::Text, "Functions of text"),
    (Receiver::File, "Functions of a file"),
];

/// Call of a function with all the arguments that it takes.
fn shape(row: &Function) -> String {
    let point = if row.on == Receiver::Nothing { "" } else { "." };
    let arguments = match row.arguments {
        (0, 0) => String::new(),
        (1, 1) => "x".to_owned(),
        (0, 255) => "[x, ...]".to_owned(),
        (least, 255) => format!("{}, ...", names(least)),
        (0, most) => format!("[{}]", names(most)),
        (least, most) if least == most => names(most),
        (least, most) => {
            let all = names(most);
            let (needed, more) = all.split_at(names(least).len());
            format!("{needed}[{more}]")
        }
    };
    format!("{point}{}({arguments})", row.name)
}

fn names(count: u8) -> String {
    let names = ["x", "y", "z", "u"].into_iter().take(count.into());
    names.collect::<Vec<_>>().join(",")
}

fn options(row: &Function) -> String {
    match row.options {
        "" => String::new(),
        letters => format!("`@{letters}`"),
    }
}

const INTRODUCTION: &str = "# SPL: the supported part

Printed by `isagrid isa spl`, from the tables of operators and functions.

A program is a grid of cells: lines of text with tabs between the cells.

- `=x` stores the value of an expression in its cell, `>x` only evaluates it.
- `==x` and `>>x` do the same and then skip the block of the cell. An expression that ends with `,`, `;` or
  `(` continues in the next cells of its block.
- `/` begins a comment, `//` a comment with its block.
- Any other cell is a constant or a statement: `if`, `else`, `elseif`, `for`, `next`, `break`, `goto`,
  `func`, `return`, `result`, `end`, `clear`.

The block of a cell is the cells to the right of its column, in its row and in the following rows whose
cells up to that column are blank.

`A1` is the value of a cell and `A1(i)` its i-th member, counted from 1. `A1(i)=x` changes the sequence in
place, also for every other cell that holds it. In `A1.(x)` and in functions that evaluate x for every
member, `~` is the member, `#` its number, `~[-1]` the previous member, `~[-1:1]` the member with its two
neighbours, and a name is a field of the member.
";

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, INFIX, page, shape};

    #[test]
    fn the_page_has_one_line_for_each_operator_and_function() {
        let page = page();
        let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        assert_eq!(lines.len(), INFIX.len() + FUNCTIONS.len());
        for row in FUNCTIONS {
            let begins = format!("| `{}` | ", shape(row));
            assert!(lines.iter().any(|line| line.starts_with(&begins)), "{begins}");
        }
    }
}
