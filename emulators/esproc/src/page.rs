//! The language as a page: its functions and operators.

use std::fmt::Write;

use asmkit::words::{Kind, Word};

use crate::functions::{FUNCTIONS, Function, On};
use crate::grid::keywords;
use crate::syntax::INFIX;

/// The page's name among those of the machine.
pub(crate) const NAME: &str = "spl";

/// The page in Markdown, which `isagrid isa spl` prints.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    page.push_str("\n## Operators, the loosest first\n\n| operator | meaning |\n|---|---|\n");
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

/// The functions and statements as words.
pub(crate) fn words() -> Vec<Word> {
    let function = |row: &Function| {
        let written = shape(row);
        let arguments = written.find('(').map_or("", |at| &written[at..]);
        let on = SECTIONS.iter().find(|(on, _)| *on == row.on).map_or("", |(_, title)| title);
        let on = on.strip_prefix("Functions ").map(|on| format!(" ({on})")).unwrap_or_default();
        let word = Word::new(Kind::Function, row.name).taking(arguments).on(NAME);
        word.doing(format!("{}{on}", row.meaning))
    };
    let statement = |name| Word::new(Kind::Directive, name).doing("a statement").on(NAME);
    FUNCTIONS.iter().map(function).chain(keywords().map(statement)).collect()
}

/// What a script would notice.
const DIFFERENCES: &str = "
## Different from esProc

- Whole numbers have 64 bits, always; esProc's of 32 bits overflow where it subtracts. There are no
  decimals, dates, cursors or databases.
- A script is checked whole before it runs: an unknown name, a cell outside the grid or an `else`
  without its `if` is told at once, also where the flow never comes.
- A constant that is a call without its mark, such as `to(9)`, or a mistyped statement is refused;
  text that begins so stands behind a `'`.
- At the end a script prints what it returned, else the last cell with `=` whose value is not null;
  esProc takes the last such cell even when it is null.
- Calls inside calls end at 10,000, with a message; in esProc the Java stack ends them.
- Values take at most 256 MiB, and a cell that looks at very many members costs more of a budget.
- Files are those beside the script; what is written stays in memory until the run keeps it.
- Numbers by chance come from a seed: the same run gives the same numbers.
";

const SECTIONS: &[(On, &str)] = &[
    (On::Nothing, "Functions"),
    (On::Sequence, "Functions of a sequence or a table"),
    (On::Record, "Functions of a record"),
    (On::Text, "Functions of text"),
    (On::File, "Functions of a file"),
];

/// A function with its name and as many arguments as it takes.
fn shape(row: &Function) -> String {
    let point = if row.on == On::Nothing { "" } else { "." };
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

const INTRODUCTION: &str = "# SPL, the part of it that is here

Printed by `isagrid isa spl`, from the tables of operators and functions.

A program is a grid of cells: lines of text with tabs between the cells. `=x` keeps the value of an
expression in its cell, `>x` only carries it out, `==x` and `>>x` pass over the cell's block behind that:
an expression that ends with `,`, `;` or `(` goes on in the next cells of its block. `/` begins a comment (`//` one with its block), and anything else is a constant or a statement: `if`,
`else`, `elseif`, `for`, `next`, `break`, `goto`, `func`, `return`, `result`, `end`, `clear`. The block of a
cell is what stands right of its column, in its row and in the rows below whose cells up to that
column are blank.

`A1` is the value of a cell, `A1(i)` its member from 1, `A1(i)=x` assigns in place, and whoever holds
the sequence sees it. In `A1.(x)` and the functions that calculate x for every member, `~` is the
member, `#` its number, `~[-1]` the one before, `~[-1:1]` three of them, and a name a field of the
member.
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
