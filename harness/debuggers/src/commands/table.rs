//! The table of commands: one row each with names, arguments and function.

use super::{Arguments, CommandDebugger, CommandResult, Next};

/// A command.
pub(super) struct Row {
    /// The name that is shown, and aliases.
    pub(super) names: &'static [&'static str],
    /// Arguments, as help shows them.
    arguments: &'static str,
    help: &'static str,
    group: Group,
    /// Whether an empty line repeats it.
    pub(super) repeats: bool,
    /// Whether the repetition continues where it ended, without its arguments.
    pub(super) goes_on: bool,
    pub(super) act: fn(&mut CommandDebugger<'_, '_>, Arguments<'_>) -> CommandResult,
}

/// Topic of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Running,
    Reverse,
    Stops,
    Showing,
    Changing,
    Session,
}

const GROUPS: &[(Group, &str)] = &[
    (Group::Running, "running"),
    (Group::Reverse, "going back"),
    (Group::Stops, "breakpoints and watchpoints"),
    (Group::Showing, "showing"),
    (Group::Changing, "changing"),
    (Group::Session, "the session"),
];

/// Repetition of a row by an empty line.
const ONCE: (bool, bool) = (false, false);
const AGAIN: (bool, bool) = (true, false);
const ON: (bool, bool) = (true, true);

type Act = fn(&mut CommandDebugger<'_, '_>, Arguments<'_>) -> CommandResult;

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
    row(&["run", "r"],                       "",               Group::Running, ONCE,  "start or restart the program, up to the first stop", |w, t| w.run(t)),
    row(&["start"],                          "",               Group::Running, ONCE,  "start the program and stop at main", |w, t| w.start(t)),
    row(&["continue", "c", "cont", "go", "resume"], "[N]",            Group::Running, AGAIN, "continue to the next stop; pass the breakpoint here N-1 times", |w, t| w.go_on(t)),
    row(&["step", "s"],                      "[N]",            Group::Running, AGAIN, "run to the next source line, into calls; N times", |w, t| w.step(t)),
    row(&["next", "n", "stepover"],          "[N]",            Group::Running, AGAIN, "the same, but step over calls", |w, t| w.next(t)),
    row(&["stepi", "si"],                    "[N]",            Group::Running, AGAIN, "run one machine instruction or script cell; N of them", |w, t| w.step_instruction(t)),
    row(&["nexti", "ni"],                    "[N]",            Group::Running, AGAIN, "the same, but step over calls", |w, t| w.next_instruction(t)),
    row(&["finish", "fin", "out", "stepout"],"",               Group::Running, AGAIN, "run until this subroutine returns", |w, t| w.finish(t)),
    row(&["until", "u"],                     "[PLACE]",        Group::Running, AGAIN, "run to a place; without PLACE, past this line, out of a loop", |w, t| w.until(t)),
    row(&["advance"],                        "PLACE",          Group::Running, AGAIN, "run to a place", |w, t| w.advance(t)),
    row(&["jump", "j"],                      "PLACE",          Group::Running, ONCE,  "continue from another place", |w, t| w.jump(t)),
    row(&["input", "type"],                  "[TEXT]",         Group::Running, ONCE,  "give the program a line to read; without TEXT, end its input", |w, t| w.input(t)),
    row(&["back", "backstep", "reverse-step", "rs", "undo"], "[N]", Group::Reverse, AGAIN, "go back to the start of the previous source line; N times", |w, t| w.back(t)),
    row(&["backi", "reverse-stepi", "rsi"],  "[N]",            Group::Reverse,  AGAIN, "go back one instruction; N instructions", |w, t| w.back_instruction(t)),
    row(&["reverse-continue", "rc"],         "",               Group::Reverse,  AGAIN, "go back to the last stop", |w, t| w.back_to_stop(t)),
    row(&["reset", "reinitialize", "reinit", "kill", "k"], "", Group::Reverse,  ONCE,  "reload the program and go back to the beginning; keep breakpoints", |w, t| w.reset(t)),
    row(&["break", "b", "br", "breakpoint", "brk"], "[PLACE] [if COND]", Group::Stops, ONCE, "stop before the instruction at a label, line, file:line or *address", |w, t| w.set_break(t)),
    row(&["tbreak", "tb"],                   "[PLACE] [if COND]", Group::Stops, ONCE, "the same, but only once", |w, t| w.set_temporary(t)),
    row(&["watch", "w"],                     "EXPR [if COND]", Group::Stops, ONCE,  "stop when the value of memory or a register changes", |w, t| w.watch(t)),
    row(&["delete", "d", "del", "clear"],    "[N|PLACE]...",   Group::Stops, ONCE,  "delete breakpoints; without arguments, all", |w, t| w.delete(t)),
    row(&["disable", "dis"],                 "[N|PLACE]...",   Group::Stops, ONCE,  "ignore breakpoints until enabled", |w, t| w.disable(t)),
    row(&["enable", "en"],                   "[N|PLACE]...",   Group::Stops, ONCE,  "stop at breakpoints again", |w, t| w.enable(t)),
    row(&["condition", "cond"],              "N [COND]",       Group::Stops, ONCE,  "stop at breakpoint N only if COND is not 0; without COND, always", |w, t| w.condition(t)),
    row(&["ignore"],                         "N COUNT",        Group::Stops, ONCE,  "ignore breakpoint N the next COUNT times", |w, t| w.ignore(t)),
    row(&["print", "p", "inspect", "output"],"[/FMT] EXPR",    Group::Showing, ONCE, "print the value of an expression, such as $t0, total, *0x10010000, grid[3]", |w, t| w.print(t)),
    row(&["x", "examine", "memory", "mem", "m"],                  "[/NFU] EXPR",    Group::Showing, ON,  "show memory: N values in format F (x d u o t c s f i a) of size U (b h w g)", |w, t| w.examine(t)),
    row(&["registers", "regs", "reg", "print_all_regs", "print_regs"], "[NAME]...", Group::Showing, ONCE, "show registers", |w, t| w.registers(t)),
    row(&["where", "backtrace", "bt", "stack"], "",            Group::Showing, ONCE, "show the chain of calls", |w, t| w.chain(t)),
    row(&["frame", "f", "status"],           "",               Group::Showing, ONCE, "show where the program is", |w, t| w.frame(t)),
    row(&["list", "l"],                      "[PLACE|A,B]",    Group::Showing, ON,  "show source lines around a place, or the cells of a script", |w, t| w.list(t)),
    row(&["disassemble", "disas"],           "[PLACE]",        Group::Showing, ONCE, "show instructions", |w, t| w.disassemble(t)),
    row(&["display"],                        "[/FMT] EXPR",    Group::Showing, ONCE, "print an expression at every stop", |w, t| w.display(t)),
    row(&["undisplay"],                      "[N]...",         Group::Showing, ONCE, "stop displaying; without arguments, all", |w, t| w.undisplay(t)),
    row(&["symbols", "print_symbols", "labels"], "[LETTERS]",  Group::Showing, ONCE, "list labels and their addresses", |w, t| w.symbols(t)),
    row(&["counts", "stat"],                 "",               Group::Showing, ONCE, "show instructions and cycles so far", |w, t| w.counts(t)),
    row(&["info", "i", "show"],              "WHAT",           Group::Showing, ONCE, "show registers, breakpoints, display, line, symbol, frame, functions, counts", |w, t| w.info(t)),
    row(&["set"],                            "WHAT = EXPR",    Group::Changing, ONCE, "set a register or memory: set $t0 = 5, set total = 5", |w, t| w.set(t)),
    row(&["execute", "exec"],                "INSTRUCTION",    Group::Changing, ONCE, "execute an instruction of the program's language: execute addi $t0, $t0, 1", |w, t| w.execute(t)),
    row(&["help", "h", "?"],                 "[COMMAND]",      Group::Session, ONCE, "show this list, or details of one command", |w, t| w.help(t)),
    row(&["quit", "q", "exit"],              "",               Group::Session, ONCE, "leave the debugger", |_, _| Ok(Next::Leave)),
];

/// Commands of other debuggers, and the answer to them.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["rwatch", "awatch"], "only writes can be watched: machines report stores, not loads"),
    (
        &["file", "load", "read", "exec-file", "target", "attach"],
        "a session has one program: leave and run `isagrid debug FILE`",
    ),
    (
        &["layout", "tui", "focus", "winheight"],
        "there are no windows: use `display/i $pc` and `display $t0` to show values at every stop",
    ),
    (
        &["reverse-next", "rn", "reverse-nexti", "reverse-finish"],
        "`back` goes back by lines, into calls; use `break` and `reverse-continue` to step over them",
    ),
    (
        &["up", "down", "thread", "threads"],
        "registers are the current ones in every frame: `where` shows the chain, `finish` leaves a call",
    ),
    (
        &["pause", "stop", "interrupt"],
        "Ctrl-C stops a program in a terminal; --max-instructions limits each command",
    ),
    (
        &["assemble", "save", "dump"],
        "use `isagrid asm` to assemble, `isagrid run --trace` to trace a run",
    ),
    (
        &["commands", "source", "python", "define", "shell", "call", "handle", "signal"],
        "not supported; `help` lists the commands",
    ),
    (
        &["locals", "args", "ptype", "whatis"],
        "assembly has no variables: `symbols` lists labels, `registers` registers",
    ),
];

/// Topics of `info`: names and functions.
const ABOUT: &[(&[&str], Act)] = &[
    (&["registers", "regs", "r", "reg", "all-registers"], |w, t| w.registers(t)),
    (&["breakpoints", "b", "break", "watchpoints"], |w, _| {
        w.list_points();
        Ok(Next::Go)
    }),
    (&["display"], |w, t| w.display(Arguments { rest: "", ..t })),
    (&["line", "symbol", "address", "scope"], |w, t| w.about(t.rest)),
    (&["frame", "f"], |w, t| w.frame(t)),
    (&["stack", "s"], |w, t| w.chain(t)),
    (&["program", "proc", "source", "inferiors", "threads"], |w, t| w.frame(t)),
    (&["functions", "variables", "symbols", "labels"], |w, t| w.symbols(t)),
    (&["counts", "record"], |w, t| w.counts(t)),
    (&["locals", "args"], |_, _| {
        Err("assembly has no variables: `symbols` lists labels, `registers` registers".to_owned())
    }),
];

/// All command names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().flat_map(|row| row.names.iter().copied())
}

/// The command with a name, or the only one whose name starts with it.
///
/// # Errors
/// A message that names the likely commands.
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
            let near = near.map_or("; `help` lists them".to_owned(), |near| {
                format!("; did you mean `{near}`?")
            });
            Err(format!("unknown command `{}`{}", asmkit::plain_name(typed), near))
        }
        _ => {
            let all: Vec<&str> = begun.iter().map(|row| row.names[0]).collect();
            Err(format!("`{}` is ambiguous: {}", asmkit::plain_name(typed), all.join(", ")))
        }
    }
}

impl CommandDebugger<'_, '_> {
    /// `info WHAT`.
    fn info(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let (what, rest) =
            arguments.rest.split_once(char::is_whitespace).unwrap_or((arguments.rest, ""));
        let exact = ABOUT.iter().find(|(names, _)| names.contains(&what));
        let begins = |(names, _): &&(&[&str], Act)| names.iter().any(|name| name.starts_with(what));
        let found = exact.or_else(|| ABOUT.iter().find(begins).filter(|_| !what.is_empty()));
        let known = ABOUT.iter().map(|(names, _)| names[0]);
        let Some((_, act)) = found else {
            let known: Vec<&str> = known.collect();
            return Err(format!("`info` shows {}", known.join(", ")));
        };
        act(self, Arguments { format: arguments.format, rest: rest.trim() })
    }

    /// `help` about all commands or one.
    fn help(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let text = match arguments.rest {
            "" | "all" => all(),
            name => one(find(name)?),
        };
        self.console.say(&text);
        Ok(Next::Go)
    }
}

/// A command and its arguments.
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
    text + "An empty line repeats step, continue, list or x. A unique start of a name is enough;\n\
            `help COMMAND` shows other names. Numbers are written as in the machine's manual.\n"
}

fn one(row: &Row) -> String {
    let others = row.names[1..].join(", ");
    let others = if others.is_empty() { String::new() } else { format!("\nalso {others}") };
    format!("{}: {}{others}\n", usage(row), row.help)
}

/// The table of commands in Markdown.
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
