//! `isagrid explain`: explains a message, with examples.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, stderr};
use std::sync::Mutex;

use clap::Args as ClapArgs;
use grading::checks::Check;
use grading::checks::examples::{Example, examples, without};
use messages::{Family, Lookup, Page, Part};

use crate::{CommandResult, Ending, Usage, say};

const EXAMPLES: &str = "\
Examples:
  isagrid explain M014        explain error[M014], with a wrong and a right program
  isagrid explain             list all codes with their titles
  isagrid explain --markdown  print all pages as one document";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Message codes, such as M014 in `error[M014]` [default: list all codes]
    #[arg(value_name = "CODE")]
    codes: Vec<String>,
    /// Print all pages as one Markdown document
    #[arg(long, conflicts_with = "codes")]
    markdown: bool,
}

pub(crate) fn explain(args: &Args) -> CommandResult {
    let text = if args.markdown {
        messages::markdown()
    } else if args.codes.is_empty() {
        let messages = messages::families().iter().map(listed);
        messages.chain([findings()]).collect::<Vec<_>>().join("\n")
    } else {
        let explained = |code: &String| match grading::checks::check(code) {
            Some(check) => Ok(checked(check)),
            None => page(code).map(shown),
        };
        let pages: Result<Vec<_>, _> = args.codes.iter().map(explained).collect();
        pages?.join("\n")
    };
    say::out(&text);
    Ok(Ending::Well)
}

fn listed(family: &Family) -> String {
    let mut text = format!("\x1b[1m{}\x1b[0m\n", family.title);
    for page in &family.pages {
        let _ = writeln!(text, "  {}  {}", page.code, page.title);
    }
    text
}

/// List of the findings of grading.
fn findings() -> String {
    let mut text = "\x1b[1mFindings of grading\x1b[0m\n".to_owned();
    for check in grading::checks::CHECKS {
        let _ = writeln!(text, "  {}  {}", check.id, check.finds);
    }
    text
}

/// Page of a grading check.
fn checked(check: &Check) -> String {
    let mut text =
        format!("\x1b[1m{}: {}\x1b[0m\n\n{}", check.id, check.finds, check.explanation());
    let of_check = examples().iter().filter(|example| example.check == check.id);
    for Example { assignment, function, wrong, right, .. } in of_check {
        let _ = writeln!(text, "\n\x1b[1mIn {function} of {assignment}, wrong:\x1b[0m\n");
        text.push_str(&indented(wrong));
        let _ = writeln!(text, "\n\x1b[1mand right:\x1b[0m\n");
        text.push_str(&indented(right));
    }
    if let Some([wrong, right]) = checker::example(check.id) {
        let _ = writeln!(text, "\n\x1b[1mWrong:\x1b[0m\n\n{}", indented(wrong));
        let _ = writeln!(text, "\x1b[1mRight:\x1b[0m\n\n{}", indented(right));
        return text;
    }
    if let Some(why) = without(check.id, None) {
        let _ = writeln!(text, "\nThere is no example: {why}.");
    }
    text
}

/// Source lines, indented for a page.
fn indented(source: &str) -> String {
    source.lines().map(|line| format!("    {line}\n")).collect()
}

fn page(code: &str) -> Result<&'static Page, Usage> {
    let shown = asmkit::plain_name(code);
    Err(Usage(match messages::find(code) {
        Lookup::Page(page) => return Ok(page),
        Lookup::None { nearest, range: Some((first, last)) } => format!(
            "unknown message code {shown}: codes of this family are {first} to {last}; the nearest is \
             {nearest}"
        ),
        Lookup::None { .. } => {
            format!("unknown message code {shown}; run `isagrid explain` for the list")
        }
        Lookup::NoCode => format!(
            "`{shown}` is not a message code: expected letters and digits, such as M014 in \
             error[M014]"
        ),
    }))
}

fn shown(page: &Page) -> String {
    let mut text = format!("\x1b[1m{}: {}\x1b[0m\n", page.code, page.title);
    for part in &page.parts {
        match part {
            Part::Text(paragraphs) => {
                let _ = write!(text, "\n{paragraphs}\n");
            }
            Part::Example(example) => {
                for (above, piece) in example.pieces() {
                    let _ = write!(text, "\n\x1b[1m{}\x1b[0m\n\n", above.replace('`', ""));
                    for line in piece.lines() {
                        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
                    }
                }
            }
        }
    }
    text
}

/// Codes of reported errors, in order.
static REPORTED: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

/// Records the code of a reported error.
pub(crate) fn record(code: &'static str) {
    let mut all = REPORTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !all.contains(&code) && all.len() < MOST_NAMED {
        all.push(code);
    }
}

/// Number of codes named in the hint.
const MOST_NAMED: usize = 4;

/// Names the command that explains the reported errors, on a terminal only.
pub(crate) fn hint() {
    let all = REPORTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !all.is_empty() && stderr().is_terminal() {
        let these = if all.len() == 1 { "this error" } else { "these errors" };
        say::note(&format!("for more about {these}, run: isagrid explain {}", all.join(" ")));
    }
}
