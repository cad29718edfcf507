//! A picture of a terminal: commands and their output, in colours.

use std::path::Path;
use std::process::Command;

use anstyle_svg::{Term, WIN10_CONSOLE};

/// A command in the picture.
pub(crate) struct ShownCommand {
    /// Arguments of `isagrid`, separated by single blanks.
    pub(crate) arguments: &'static str,
    /// Start of the first line to show: its paragraph is shown, and the last line. Empty: all lines.
    pub(crate) from: &'static str,
    /// Columns of a line that are shown.
    pub(crate) columns: usize,
}

/// The picture, as SVG.
///
/// It has its own background, so that it looks the same on a light page and on a dark one.
pub(crate) fn of(root: &Path, isagrid: &Path, shown: &[ShownCommand]) -> Result<String, String> {
    let mut text = String::new();
    for shown in shown {
        let arguments = shown.arguments;
        let mut command = Command::new(isagrid);
        let command = command.args(arguments.split(' ')).current_dir(root);
        let done = command.env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR").output();
        let done = done.map_err(|error| format!("{}: {error}", isagrid.display()))?;
        let printed = [done.stdout, done.stderr].concat();
        let printed = shown.of(&String::from_utf8_lossy(&printed));
        text += &format!("\x1b[1m$ isagrid {arguments}\x1b[0m\n{printed}\n");
    }
    Ok(Term::new().palette(WIN10_CONSOLE).render_svg(text.trim_end()))
}

impl ShownCommand {
    fn of(&self, printed: &str) -> String {
        let lines: Vec<&str> = printed.trim_end().lines().collect();
        let from = lines.iter().position(|line| line.starts_with(self.from)).unwrap_or(0);
        let mut kept: Vec<String> = Vec::new();
        for line in &lines[from..] {
            if !self.from.is_empty() && line.is_empty() {
                kept.extend(lines.last().map(|last| format!("...\n{last}")));
                break;
            }
            kept.push(cut(line, self.columns));
        }
        kept.join("\n") + "\n"
    }
}

/// First columns of a line, with every change of colour.
fn cut(line: &str, columns: usize) -> String {
    let (mut column, mut is_escape) = (0, false);
    let keep = |&c: &char| {
        is_escape |= c == '\x1b';
        let is_kept = is_escape || column < columns;
        column += usize::from(!is_escape);
        is_escape &= !c.is_ascii_alphabetic();
        is_kept
    };
    line.chars().filter(keep).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_colours_are_not() {
        assert_eq!(cut("\x1b[1mabc\x1b[0mdef", 4), "\x1b[1mabc\x1b[0md");
        assert_eq!(cut("a  \x1b[91mb\x1b[0m", 2), "a \x1b[91m\x1b[0m");
    }

    #[test]
    fn a_paragraph_and_the_last_line_are_shown() {
        let shown = ShownCommand { arguments: "", from: "lane ", columns: 6 };
        assert_eq!(shown.of("text\n\nlane a b\nx\n\nmore\n\nall\n"), "lane a\nx\n...\nall\n");
        let all = ShownCommand { arguments: "", from: "", columns: 6 };
        assert_eq!(all.of("a\n\nb\n"), "a\n\nb\n");
    }
}
