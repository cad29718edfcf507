//! The table of commands: names, what stands behind them, and what they do, a row each.

use super::{Done, Next, Typing, Words};

/// A command.
pub(super) struct Row {
    /// The name that is shown, and others that mean the same.
    pub(super) names: &'static [&'static str],
    /// What stands behind it.
    arguments: &'static str,
    help: &'static str,
    group: Group,
    /// Whether an empty line does it again.
    pub(super) repeats: bool,
    /// Whether it then goes on where it ended, without its arguments.
    pub(super) goes_on: bool,
    pub(super) act: fn(&mut Words<'_, '_>, Typing<'_>) -> Done,
}

/// What a command is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Going,
    Back,
    Stops,
    Looking,
    Changing,
    Session,
}

const GROUPS: &[(Group, &str)] = &[
    (Group::Going, "letting the program go"),
    (Group::Back, "going back"),
    (Group::Stops, "where it stops"),
    (Group::Looking, "looking"),
    (Group::Changing, "changing"),
    (Group::Session, "the session"),
];

/// How a row is done again by an empty line.
const ONCE: (bool, bool) = (false, false);
const AGAIN: (bool, bool) = (true, false);
const ON: (bool, bool) = (true, true);

type Act = fn(&mut Words<'_, '_>, Typing<'_>) -> Done;

const fn row(
    names: &'static [&'static str],
    arguments: &'static str,
    group: Group,
    (repeats, goes_on): (bool, bool),
    help: &'static str,
    act: Act,
) -> Row {
    Row { names, arguments, help, group, repeats, goes_on, act }
}

#[rustfmt::skip]
static ROWS: &[Row] = &[
    row(&["run", "r"],                       "",               Group::Going, ONCE,  "start the program, again if it ran before, up to the first stop", |w, t| w.run(t)),
    row(&["start"],                          "",               Group::Going, ONCE,  "start it and stop at main", |w, t| w.start(t)),
    row(&["continue", "c", "cont", "go", "resume"], "[N]",            Group::Going, AGAIN, "go on to the next stop; past the breakpoint here N-1 times", |w, t| w.go_on(t)),
    row(&["step", "s"],                      "[N]",            Group::Going, AGAIN, "go on to the next source line, also into a call; N times", |w, t| w.step(t)),
    row(&["next", "n", "stepover"],          "[N]",            Group::Going, AGAIN, "the same, but a call is done whole", |w, t| w.next(t)),
    row(&["stepi", "si"],                    "[N]",            Group::Going, AGAIN, "one instruction of the machine, or cell of a script; N of them", |w, t| w.step_instruction(t)),
    row(&["nexti", "ni"],                    "[N]",            Group::Going, AGAIN, "the same, but a call is done whole", |w, t| w.next_instruction(t)),
    row(&["finish", "fin", "out", "stepout"],"",               Group::Going, AGAIN, "go on until this subroutine comes back", |w, t| w.finish(t)),
    row(&["until", "u"],                     "[PLACE]",        Group::Going, AGAIN, "go on to a place; without one behind this line, out of a loop", |w, t| w.until(t)),
    row(&["advance"],                        "PLACE",          Group::Going, AGAIN, "go on to a place", |w, t| w.advance(t)),
    row(&["jump", "j"],                      "PLACE",          Group::Going, ONCE,  "go on from another place", |w, t| w.jump(t)),
    row(&["input", "type"],                  "[TEXT]",         Group::Going, ONCE,  "a line for the program to read; without one its input ends", |w, t| w.input(t)),
    row(&["back", "backstep", "reverse-step", "rs", "undo"], "[N]", Group::Back, AGAIN, "go back to where the source line before began; N times", |w, t| w.back(t)),
    row(&["backi", "reverse-stepi", "rsi"],  "[N]",            Group::Back,  AGAIN, "go back by one instruction; by N", |w, t| w.back_instruction(t)),
    row(&["reverse-continue", "rc"],         "",               Group::Back,  AGAIN, "go back to the last stop", |w, t| w.back_to_stop(t)),
    row(&["reset", "reinitialize", "reinit", "kill", "k"], "", Group::Back,  ONCE,  "back to the beginning, the program loaded anew; breakpoints stay", |w, t| w.reset(t)),
    row(&["break", "b", "br", "breakpoint", "brk"], "[PLACE] [if COND]", Group::Stops, ONCE, "stop before the instruction at a label, line, file:line or *address", |w, t| w.set_break(t)),
    row(&["tbreak", "tb"],                   "[PLACE] [if COND]", Group::Stops, ONCE, "the same, once", |w, t| w.set_temporary(t)),
    row(&["watch", "w"],                     "EXPR [if COND]", Group::Stops, ONCE,  "stop when memory or a register gets another value", |w, t| w.watch(t)),
    row(&["delete", "d", "del", "clear"],    "[N|PLACE]...",   Group::Stops, ONCE,  "delete breakpoints; all when none is named", |w, t| w.delete(t)),
    row(&["disable", "dis"],                 "[N|PLACE]...",   Group::Stops, ONCE,  "pass over breakpoints for now", |w, t| w.disable(t)),
    row(&["enable", "en"],                   "[N|PLACE]...",   Group::Stops, ONCE,  "stop at them again", |w, t| w.enable(t)),
    row(&["condition", "cond"],              "N [COND]",       Group::Stops, ONCE,  "stop at breakpoint N only where this is not 0", |w, t| w.condition(t)),
    row(&["ignore"],                         "N COUNT",        Group::Stops, ONCE,  "pass over breakpoint N so many times", |w, t| w.ignore(t)),
    row(&["print", "p", "inspect", "output"],"[/FMT] EXPR",    Group::Looking, ONCE, "the value of an expression, such as $t0, total, *0x10010000, grid[3]", |w, t| w.print(t)),
    row(&["x", "examine", "memory", "mem", "m"],                  "[/NFU] EXPR",    Group::Looking, ON,  "memory: N values in format F (x d u o t c s f i a) of size U (b h w g)", |w, t| w.examine(t)),
    row(&["registers", "regs", "reg", "print_all_regs", "print_regs"], "[NAME]...", Group::Looking, ONCE, "registers", |w, t| w.registers(t)),
    row(&["where", "backtrace", "bt", "stack"], "",            Group::Looking, ONCE, "the calls that led here", |w, t| w.chain(t)),
    row(&["frame", "f", "status"],           "",               Group::Looking, ONCE, "where the program stands", |w, t| w.frame(t)),
    row(&["list", "l"],                      "[PLACE|A,B]",    Group::Looking, ON,  "source lines around a place, or the cells of a script", |w, t| w.list(t)),
    row(&["disassemble", "disas"],           "[PLACE]",        Group::Looking, ONCE, "instructions", |w, t| w.disassemble(t)),
    row(&["display"],                        "[/FMT] EXPR",    Group::Looking, ONCE, "print this at every stop", |w, t| w.display(t)),
    row(&["undisplay"],                      "[N]...",         Group::Looking, ONCE, "no more; all when none is named", |w, t| w.undisplay(t)),
    row(&["symbols", "print_symbols", "labels"], "[LETTERS]",  Group::Looking, ONCE, "labels and their addresses", |w, t| w.symbols(t)),
    row(&["counts", "stat"],                 "",               Group::Looking, ONCE, "instructions and cycles until here", |w, t| w.counts(t)),
    row(&["info", "i", "show"],              "WHAT",           Group::Looking, ONCE, "registers, breakpoints, display, line, symbol, frame, functions, counts", |w, t| w.info(t)),
    row(&["set"],                            "WHAT = EXPR",    Group::Changing, ONCE, "give a register or memory a value: set $t0 = 5, set total = 5", |w, t| w.set(t)),
    row(&["help", "h", "?"],                 "[COMMAND]",      Group::Session, ONCE, "this list, or more of one command", |w, t| w.help(t)),
    row(&["quit", "q", "exit"],              "",               Group::Session, ONCE, "leave", |_, _| Ok(Next::Leave)),
];

/// Words that are known elsewhere, and what is said of them.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["rwatch", "awatch"], "only writing can be watched: machines tell of stores, not of loads"),
    (
        &["file", "load", "read", "exec-file", "target", "attach"],
        "a session is about one program: leave, and `isagrid debug FILE`",
    ),
    (
        &["layout", "tui", "focus", "winheight"],
        "there are no windows here: `display/i $pc` and `display $t0` show at every stop",
    ),
    (
        &["reverse-next", "rn", "reverse-nexti", "reverse-finish"],
        "`back` goes back by lines, into calls too; `break` and `reverse-continue` pass over them",
    ),
    (
        &["up", "down", "thread", "threads"],
        "registers are those of now in all of the chain: `where` shows it, `finish` leaves a call",
    ),
    (
        &["pause", "stop", "interrupt"],
        "Ctrl-C stops a program that runs at a terminal; --max-instructions limits each command",
    ),
    (
        &["assemble", "save", "dump"],
        "`isagrid asm` assembles, and `isagrid run --trace` tells a whole run",
    ),
    (
        &["commands", "source", "python", "define", "shell", "call", "handle", "signal"],
        "there is nothing like it here; `help` lists what there is",
    ),
    (
        &["locals", "args", "ptype", "whatis"],
        "assembly tells no variables: `symbols` lists labels, `registers` registers",
    ),
];

/// What `info` tells about: names and the function.
const ABOUT: &[(&[&str], Act)] = &[
    (&["registers", "regs", "r", "reg", "all-registers"], |w, t| w.registers(t)),
    (&["breakpoints", "b", "break", "watchpoints"], |w, _| {
        w.list_points();
        Ok(Next::Go)
    }),
    (&["display"], |w, t| w.display(Typing { rest: "", ..t })),
    (&["line", "symbol", "address", "scope"], |w, t| w.about(t.rest)),
    (&["frame", "f"], |w, t| w.frame(t)),
    (&["stack", "s"], |w, t| w.chain(t)),
    (&["program", "proc", "source", "inferiors", "threads"], |w, t| w.frame(t)),
    (&["functions", "variables", "symbols", "labels"], |w, t| w.symbols(t)),
    (&["counts", "record"], |w, t| w.counts(t)),
    (&["locals", "args"], |_, _| {
        Err("assembly tells no variables: `symbols` lists labels, `registers` registers".to_owned())
    }),
];

/// All names of commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().flat_map(|row| row.names.iter().copied())
}

/// The command of a name, or of the only one that begins so.
///
/// # Errors
/// A sentence that names what may have been meant.
pub(super) fn find(typed: &str) -> Result<&'static Row, String> {
    let name = typed.to_lowercase();
    let exact = ROWS.iter().find(|row| row.names.contains(&name.as_str()));
    if let Some(row) = exact {
        return Ok(row);
    }
    if let Some((_, why)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&name.as_str())) {
        return Err((*why).to_owned());
    }
    let begins = |row: &&Row| row.names.iter().any(|known| known.starts_with(&name));
    let begun: Vec<&Row> = ROWS.iter().filter(begins).collect();
    match begun[..] {
        [row] => Ok(row),
        [] => {
            let near = asmkit::nearest(&name, names());
            let near = near.map(|near| format!("; perhaps `{near}` is meant"));
            Err(format!(
                "there is no command `{}`{}; `help` lists them",
                asmkit::plain_name(typed),
                near.unwrap_or_default()
            ))
        }
        _ => {
            let all: Vec<&str> = begun.iter().map(|row| row.names[0]).collect();
            Err(format!("`{}` may be {}", asmkit::plain_name(typed), all.join(", ")))
        }
    }
}

impl Words<'_, '_> {
    /// `info WHAT`.
    fn info(&mut self, typing: Typing<'_>) -> Done {
        let (what, rest) = typing.rest.split_once(char::is_whitespace).unwrap_or((typing.rest, ""));
        let exact = ABOUT.iter().find(|(names, _)| names.contains(&what));
        let begins = |(names, _): &&(&[&str], Act)| names.iter().any(|name| name.starts_with(what));
        let found = exact.or_else(|| ABOUT.iter().find(begins).filter(|_| !what.is_empty()));
        let known = ABOUT.iter().map(|(names, _)| names[0]);
        let Some((_, act)) = found else {
            let known: Vec<&str> = known.collect();
            return Err(format!("`info` tells about {}", known.join(", ")));
        };
        act(self, Typing { format: typing.format, rest: rest.trim() })
    }

    /// `help`, of all or of one.
    fn help(&mut self, typing: Typing<'_>) -> Done {
        let text = match typing.rest {
            "" | "all" => all(),
            name => one(find(name)?),
        };
        self.console.say(&text);
        Ok(Next::Go)
    }
}

/// A command and what stands behind it.
fn usage(row: &Row) -> String {
    let blank = if row.arguments.is_empty() || row.arguments.starts_with("[/") { "" } else { " " };
    format!("{}{blank}{}", row.names[0], row.arguments)
}

fn all() -> String {
    let mut text = String::new();
    for (group, title) in GROUPS {
        text += &format!("{title}\n");
        for row in ROWS.iter().filter(|row| row.group == *group) {
            text += &format!("  {:<25} {}\n", usage(row), row.help);
        }
    }
    text + "An empty line does a step, continue, list or x again. A unique beginning of a name is enough;\n\
            `help COMMAND` tells other names. Numbers are as the machine's manual has them.\n"
}

fn one(row: &Row) -> String {
    let others = row.names[1..].join(", ");
    let others = if others.is_empty() { String::new() } else { format!("\nalso {others}") };
    format!("{}: {}{others}\n", usage(row), row.help)
}

/// The table of commands as a page of Markdown has it.
#[must_use]
pub fn page() -> String {
    let mut text = String::from("| command | also | what it does |\n|---|---|---|\n");
    for row in ROWS {
        let quoted: Vec<String> = row.names[1..].iter().map(|name| format!("`{name}`")).collect();
        let usage = usage(row).replace('|', "\\|");
        text += &format!("| `{usage}` | {} | {} |\n", quoted.join(", "), row.help);
    }
    text
}
