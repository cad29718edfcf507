//! Terminal of isagrid's debugger: line editing, and the interrupt key.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use debuggers::commands::{LineInput, Terminal};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor as Lines, Helper};

/// An interactive terminal.
pub(crate) struct Editor {
    lines: Lines<Words, MemHistory>,
    is_interrupted: Arc<AtomicBool>,
}

impl Editor {
    /// Opens the terminal of standard input and output.
    ///
    /// # Errors
    /// An error message if the terminal cannot be set up.
    pub(crate) fn new() -> Result<Self, String> {
        let config = Config::builder().auto_add_history(false).build();
        let history = MemHistory::with_config(&config);
        let lines = Lines::with_history(config, history)
            .map_err(|error| format!("cannot set up the terminal for the debugger: {error}"))?;
        let is_interrupted = Arc::new(AtomicBool::new(false));
        catch_interrupts(&is_interrupted)
            .map_err(|error| format!("cannot catch the interrupt key: {error}"))?;
        Ok(Editor { lines, is_interrupted })
    }
}

/// Catches the interrupt key, which would otherwise end the command.
#[cfg(unix)]
pub(crate) fn catch_interrupts(heard: &Arc<AtomicBool>) -> io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(heard)).map(drop)
}

/// Without signals, the interrupt key ends the command.
#[cfg(not(unix))]
pub(crate) fn catch_interrupts(_: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

impl Terminal for Editor {
    fn line(&mut self, prompt: &str) -> io::Result<LineInput> {
        let read = self.lines.readline(prompt);
        self.is_interrupted.store(false, Ordering::Relaxed);
        match read {
            Ok(line) => {
                let kept = Some(&line).filter(|line| !line.trim().is_empty());
                if let Some(line) = kept {
                    self.lines.add_history_entry(line.as_str()).map_err(io::Error::other)?;
                }
                Ok(LineInput::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(LineInput::Interrupted),
            Err(ReadlineError::Eof) => Ok(LineInput::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn is_interrupted(&mut self) -> bool {
        self.is_interrupted.swap(false, Ordering::Relaxed)
    }

    fn offer(&mut self, words: Vec<String>) {
        self.lines.set_helper(Some(Words(words.into_iter().collect())));
    }
}

/// Completions for a word.
struct Words(BTreeSet<String>);

/// Number of completions offered at once.
const OFFERED: usize = 100;

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let start = before.rfind([' ', '*', '&', '(', ',']).map_or(0, |at| at + 1);
        let begun = &before[start..];
        let known = self.0.range(begun.to_owned()..).take_while(|word| word.starts_with(begun));
        Ok((start, known.take(OFFERED).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
