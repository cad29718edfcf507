//! Puzzle input: read ahead on a separate thread, a bounded number at a time.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{BufReader, IsTerminal as _, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use reference::{Format, ParsedPuzzle, ReadError, Reader, is_blank};
use targets::files;

use crate::Usage;

/// Number of puzzles that are read ahead.
const AHEAD: usize = 1024;

/// Number of puzzles that are solved before the first answer is printed.
pub(crate) const BATCH: usize = 512;

/// A source of puzzles.
#[derive(Debug)]
pub(crate) enum Source {
    /// A file that could be opened, and its length at that time.
    File {
        path: PathBuf,
        bytes: Option<u64>,
        /// A pipe or device, kept open: a second open would wait for a second writer.
        stream: Option<File>,
    },
    /// Standard input.
    Standard,
    /// A word of the command line.
    Argument(String),
}

/// A puzzle or an unreadable line, with its location.
pub(crate) struct Item {
    /// Name of the source in messages.
    pub(crate) source: Arc<str>,
    /// Number of the puzzle across all sources, from 1.
    pub(crate) number: u64,
    pub(crate) found: Result<ParsedPuzzle, ReadError>,
}

impl Item {
    /// Number of its first line.
    pub(crate) fn line(&self) -> usize {
        self.found.as_ref().map_or_else(|error| error.error.line, |found| found.line)
    }

    /// Location in its source.
    pub(crate) fn place(&self) -> PuzzleLocation {
        PuzzleLocation { source: Arc::clone(&self.source), line: self.line() }
    }
}

/// Location of a puzzle; its `Display` form is used in messages.
#[derive(Debug, Clone, Default)]
pub(crate) struct PuzzleLocation {
    source: Arc<str>,
    line: usize,
}

impl fmt::Display for PuzzleLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: line {}", self.source, self.line)
    }
}

/// Stream of puzzles.
pub(crate) struct Input {
    pub(crate) items: Receiver<Result<Item, String>>,
    /// Number of bytes read so far.
    pub(crate) bytes_read: Arc<AtomicU64>,
}

impl Input {
    /// Waits for the next puzzles and returns those available, at most [`BATCH`]; `None` at the end.
    pub(crate) fn batch(&self) -> Option<Vec<Result<Item, String>>> {
        let first = self.items.recv().ok()?;
        Some(std::iter::once(first).chain(self.items.try_iter().take(BATCH - 1)).collect())
    }
}

impl Source {
    /// Name in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::File { path, .. } => files::shown(path),
            Source::Standard => "standard input".to_owned(),
            Source::Argument(_) => "the puzzle".to_owned(),
        }
    }

    /// Length in bytes, if known before reading.
    pub(crate) fn bytes(&self) -> Option<u64> {
        match self {
            Source::File { bytes, .. } => *bytes,
            Source::Standard => None,
            Source::Argument(text) => Some(text.len() as u64),
        }
    }

    /// Whether the input comes from a keyboard.
    pub(crate) fn is_typed(&self) -> bool {
        matches!(self, Source::Standard) && std::io::stdin().is_terminal()
    }

    fn open(self) -> Result<Box<dyn Read>, String> {
        match self {
            Source::File { stream: Some(stream), .. } => Ok(Box::new(stream)),
            Source::File { ref path, .. } => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => {
                    Err(format!("cannot read {}: {}", self.name(), files::reason(&error)))
                }
            },
            Source::Standard => Ok(Box::new(std::io::stdin())),
            // With a line end, so that an empty argument is a line too.
            Source::Argument(text) => Ok(Box::new(std::io::Cursor::new(text + "\n"))),
        }
    }
}

/// Value of `--from`: a format, or `None` to detect it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InputFormat(pub(crate) Option<Format>);

/// Parser for the values of `--from`.
pub(crate) fn formats() -> impl clap::builder::TypedValueParser<Value = InputFormat> {
    let names = Format::ALL.into_iter().map(Format::name);
    PossibleValuesParser::new(std::iter::once("auto").chain(names)).try_map(|name| {
        let format = (!name.eq_ignore_ascii_case("auto")).then(|| name.parse::<Format>());
        format.transpose().map(InputFormat)
    })
}

/// Sources named by command-line arguments: files, puzzles, or standard input for `-` or no argument.
pub(crate) fn sources(words: &[OsString], format: Option<Format>) -> Result<Vec<Source>, Usage> {
    if words.is_empty() {
        Ok(vec![Source::Standard])
    } else {
        words.iter().map(|word| source(word, format)).collect()
    }
}

/// An existing file, or a puzzle.
///
/// An argument that is neither but looks like cells counts as a puzzle, to get a better message.
fn source(word: &OsString, format: Option<Format>) -> Result<Source, Usage> {
    let text = word.to_string_lossy();
    let is_there = word == "-" || Path::new(word).exists();
    if !is_there && (is_puzzle(word, format) || looks_like_cells(&text)) {
        return Ok(Source::Argument(text.into_owned()));
    }
    if !is_there && !looks_like_a_path(&text) {
        let word = asmkit::plain(&text);
        return Err(Usage(format!("`{word}` is neither a puzzle nor an existing file")));
    }
    file(word)
}

/// Whether a command-line argument is a puzzle.
pub(crate) fn is_puzzle(word: &OsString, format: Option<Format>) -> bool {
    let text = word.to_string_lossy();
    Reader::new(text.as_bytes(), format).any(|found| found.is_ok())
}

/// A file that can be opened, or standard input for `-`; reports a wrong name before any work.
pub(crate) fn file(word: &OsString) -> Result<Source, Usage> {
    if word == "-" {
        return Ok(Source::Standard);
    }
    let path = PathBuf::from(word);
    let shown = files::shown(&path);
    let opened = File::open(&path).and_then(|file| Ok((file.metadata()?, file)));
    match opened {
        Ok((meta, _)) if meta.is_dir() => {
            Err(Usage(format!("cannot read {shown}: it is a directory, not a file")))
        }
        Ok((meta, file)) => {
            let bytes = meta.is_file().then_some(meta.len());
            let stream = (!meta.is_file()).then_some(file);
            Ok(Source::File { path, bytes, stream })
        }
        Err(error) => Err(Usage(format!("cannot read {shown}: {}", files::reason(&error)))),
    }
}

/// Whether a text has more than six cells and consists mostly of them.
fn looks_like_cells(text: &str) -> bool {
    let is_cell = |c: &char| c.is_ascii_digit() || is_blank(*c);
    let (cells, others): (Vec<char>, Vec<char>) = text.chars().partition(is_cell);
    cells.len() > 6 && cells.len() > others.len()
}

fn looks_like_a_path(text: &str) -> bool {
    let has_extension = Path::new(text).extension().is_some_and(|end| end.len() <= 4);
    text.contains('/') || (has_extension && text.contains(char::is_alphabetic))
}

/// Reads all sources in order.
///
/// The thread ends when the receiver is dropped, or with the process: it may wait for standard
/// input forever.
pub(crate) fn open(sources: Vec<Source>, format: Option<Format>) -> Input {
    let (sender, items) = sync_channel(AHEAD);
    let bytes_read = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&bytes_read);
    std::thread::spawn(move || read_all(sources, format, &counter, &sender));
    Input { items, bytes_read }
}

fn read_all(
    sources: Vec<Source>,
    format: Option<Format>,
    counter: &Arc<AtomicU64>,
    sender: &SyncSender<Result<Item, String>>,
) {
    let mut number = 0;
    for source in sources {
        let name: Arc<str> = source.name().into();
        let opened = match source.open() {
            Ok(input) => input,
            Err(message) => match sender.send(Err(message)) {
                Ok(()) => continue,
                Err(_) => return,
            },
        };
        let input = BufReader::with_capacity(1 << 16, CountingReader(opened, Arc::clone(counter)));
        for found in Reader::new(input, format) {
            number += 1;
            if sender.send(Ok(Item { source: Arc::clone(&name), number, found })).is_err() {
                return;
            }
        }
    }
}

/// Reader that counts bytes.
struct CountingReader(Box<dyn Read>, Arc<AtomicU64>);

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.0.read(buffer)?;
        self.1.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}
