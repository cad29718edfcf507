//! Form of a cell, determined by its first characters.
//!
//! Source: SPLWare/esProc, `PgmNormalCell.setExpString`, `Command.parse`.

/// Form of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Blank.
    Blank,
    /// `/`: comment.
    Note,
    /// `//`: comment with its whole block.
    NoteBlock,
    /// Constant.
    Constant,
    /// `=`: expression whose value is stored.
    Value,
    /// `==`: expression whose value is stored and whose block is skipped.
    ValueBlock,
    /// `>`: expression that is only evaluated.
    Action,
    /// `>>`: expression that is only evaluated and whose block is skipped.
    ActionBlock,
    /// Statement.
    Command(Command),
}

/// Statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[rustfmt::skip]
pub(crate) enum Command {
    If, Else, ElseIf, For, Next, Break, Goto, Func, Return, Result, End, Clear,
    /// Statement of esProc that is not supported.
    Absent(&'static str),
}

/// Statements by keyword.
#[rustfmt::skip]
const COMMANDS: &[(&str, Command)] = &[
    ("if", Command::If), ("else", Command::Else), ("elseif", Command::ElseIf),
    ("for", Command::For), ("next", Command::Next), ("break", Command::Break),
    ("goto", Command::Goto), ("func", Command::Func), ("return", Command::Return),
    ("result", Command::Result), ("end", Command::End), ("clear", Command::Clear),
    ("fork", Command::Absent("fork")), ("reduce", Command::Absent("reduce")),
    ("cursor", Command::Absent("cursor")), ("try", Command::Absent("try")),
    ("iff", Command::Absent("iff")), ("forr", Command::Absent("forr")),
];

/// Start of a cell that is a comment.
pub(crate) const NOTE: &str = "/";

/// Keywords of the supported statements.
pub(crate) fn keywords() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter(|(_, c)| !matches!(c, Command::Absent(_))).map(|(word, _)| *word)
}

impl Form {
    /// Form of a cell's text, and the length of its mark or keyword in characters.
    pub(crate) fn of(text: &str) -> (Form, usize) {
        let marks = [
            ("==", Form::ValueBlock),
            ("=", Form::Value),
            (">>", Form::ActionBlock),
            (">", Form::Action),
            ("//", Form::NoteBlock),
            (NOTE, Form::Note),
        ];
        if text.is_empty() {
            return (Form::Blank, 0);
        }
        if let Some((mark, form)) = marks.into_iter().find(|(mark, _)| text.starts_with(mark)) {
            return (form, mark.len());
        }
        if text.starts_with('$') {
            return (Form::Command(Command::Absent("$")), 1);
        }
        let word = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let command = COMMANDS.iter().find(|(name, _)| *name == &text[..word]);
        match command {
            Some((_, Command::Else)) => else_or_elseif(text),
            Some((_, command)) => (Form::Command(*command), word),
            None => (Form::Constant, 0),
        }
    }

    /// Whether the flow skips it.
    pub(crate) fn is_passed(self) -> bool {
        matches!(self, Form::Blank | Form::Note | Form::Constant)
    }

    /// Whether it is an expression or a statement.
    pub(crate) fn does_something(self) -> bool {
        self.is_expression() || matches!(self, Form::Command(_))
    }

    /// Whether it is an expression.
    pub(crate) fn is_expression(self) -> bool {
        self.is_value() || matches!(self, Form::Action | Form::ActionBlock)
    }

    /// Whether its value can be the result of a script.
    pub(crate) fn is_value(self) -> bool {
        matches!(self, Form::Value | Form::ValueBlock)
    }
}

/// `else`, or `else if` in two words.
fn else_or_elseif(text: &str) -> (Form, usize) {
    let rest = text["else".len()..].trim_start();
    match rest.strip_prefix("if") {
        Some(after) => (Form::Command(Command::ElseIf), text.len() - after.len()),
        None => (Form::Command(Command::Else), "else".len()),
    }
}
