//! Output of answers: results, rejects, messages and progress.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use reference::{Format, Grid, Puzzle, Record, WriteError, Writer};
use targets::escape::{TerminalFilter, grouped};
use targets::files;

use super::Args;
use super::answer::Answer;
use crate::input::{Item, PuzzleLocation, Source};
use crate::{Usage, say};

/// Messages about single puzzles shown before the rest is only counted.
const MOST_MESSAGES: u64 = 20;

/// Time after which progress is shown.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// All outputs of the command.
pub(super) struct Output {
    out: Sink,
    rejects: Option<Sink>,
    writer: Option<(Format, Writer)>,
    /// Location of the current puzzle.
    place: PuzzleLocation,
    /// Whether a solution was not written because the format cannot represent it.
    short: bool,
    messages: u64,
    quiet: bool,
    progress: Progress,
}

impl Output {
    /// Opens the outputs, which must not be inputs.
    pub(super) fn new(args: &Args, sources: &[Source]) -> Result<Self, Usage> {
        let named = |path: &Path| {
            if sources.iter().any(|source| source.is(path)) {
                Err(format!("cannot write {}: it is an input file", files::shown(path)))
            } else {
                Sink::named(path)
            }
        };
        let (output, rejects) = (args.dupree.output.as_deref(), args.dupree.rejects.as_deref());
        let rejects = match rejects {
            Some(path) => Some(named(path)?),
            None => args.is_classic().then(|| Sink::to(io::stderr())),
        };
        let typed = sources.iter().any(Source::is_typed);
        if typed && !args.quiet {
            say::note("reading puzzles from the keyboard; press Control-D to end");
        }
        Ok(Output {
            out: output.map_or_else(|| Ok(Sink::to(io::stdout())), named)?,
            rejects,
            writer: args.to.map(writer).transpose()?,
            place: PuzzleLocation::default(),
            short: false,
            messages: 0,
            quiet: args.quiet,
            progress: Progress::new(args, sources),
        })
    }

    /// Writes the header of the format.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        self.written(|writer, text| writer.begin(text))
    }

    /// Writes the end of the format, and flushes.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.written(|writer, text| writer.end(text))?;
        if self.messages > MOST_MESSAGES {
            let more = grouped(self.messages - MOST_MESSAGES);
            self.message(|| say::note(&format!("{more} more such messages not shown")));
        }
        self.progress.finish();
        self.flush()
    }

    /// Writes one solution in the format of `--to`.
    pub(super) fn solution(&mut self, puzzle: &Puzzle, grid: Grid) -> io::Result<()> {
        let csv = self.writer.as_ref().is_some_and(|(format, _)| *format == Format::Csv);
        self.written(|writer, text| {
            if csv {
                writer.record(text, &Record { solutions: &[grid], ..Record::new(puzzle) })
            } else {
                writer.record(text, &Record::new(&grid.into()))
            }
        })
    }

    fn written(
        &mut self,
        write: impl FnOnce(&mut Writer, &mut String) -> Result<(), WriteError>,
    ) -> io::Result<()> {
        let Some((_, writer)) = &mut self.writer else { return Ok(()) };
        let mut text = String::new();
        match write(writer, &mut text) {
            Ok(()) => self.out.write_all(text.as_bytes()),
            Err(error) => {
                self.short = true;
                let place = self.place.clone();
                self.one_of_many(|| say::error(&format!("{place}: {error}")));
                Ok(())
            }
        }
    }

    /// Sets the current puzzle.
    pub(super) fn turn_to(&mut self, item: &Item) {
        self.place = item.place();
    }

    /// Whether a solution is missing from the output.
    pub(super) fn is_short(&self) -> bool {
        self.short
    }

    /// Writes the rejects and messages of an answer.
    pub(super) fn report(&mut self, answer: &Answer) -> io::Result<()> {
        if let (Some(rejects), false) = (&mut self.rejects, answer.reject.is_empty()) {
            self.out.flush()?;
            rejects.write_all(answer.reject.as_bytes())?;
            rejects.flush()?;
        }
        if let Some(error) = &answer.error {
            self.one_of_many(|| say::error(error));
        }
        if let (Some(warning), false) = (&answer.warning, self.quiet) {
            self.one_of_many(|| say::warning(warning));
        }
        Ok(())
    }

    /// Prints a warning about the whole input.
    pub(super) fn warn(&mut self, text: &str) {
        if !self.quiet {
            self.message(|| say::warning(text));
        }
    }

    /// Prints a message that may occur for every puzzle, up to a limit.
    fn one_of_many(&mut self, say: impl FnOnce()) {
        self.messages += 1;
        if self.messages <= MOST_MESSAGES {
            self.message(say);
        }
    }

    /// Prints a message after all previous output.
    pub(super) fn message(&mut self, say: impl FnOnce()) {
        // A failure is reported by the next write.
        let _ = self.out.flush();
        self.progress.suspend(say);
    }

    /// Flushes the output and updates progress.
    pub(super) fn show(&mut self, bytes_read: u64) -> io::Result<()> {
        self.progress.set(bytes_read);
        self.flush()
    }
}

fn writer(format: Format) -> Result<(Format, Writer), String> {
    Writer::new(format).map(|writer| (format, writer)).map_err(|error| error.to_string())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Source {
    /// Whether the source is the file at a path.
    fn is(&self, other: &Path) -> bool {
        let Source::File { path, .. } = self else { return false };
        path.canonicalize().is_ok_and(|path| other.canonicalize().is_ok_and(|other| path == other))
    }
}

/// An output, filtered if it is a terminal.
struct Sink {
    stream: BufWriter<Box<dyn Write>>,
    filter: Option<TerminalFilter>,
}

impl Sink {
    fn to(stream: impl Write + io::IsTerminal + 'static) -> Self {
        let filter = stream.is_terminal().then(TerminalFilter::default);
        Sink { stream: BufWriter::with_capacity(1 << 16, Box::new(stream)), filter }
    }

    fn named(path: &Path) -> Result<Self, String> {
        if path == Path::new("-") {
            return Ok(Sink::to(io::stdout()));
        }
        let failed =
            |error| format!("cannot write {}: {}", files::shown(path), files::reason(&error));
        emptied(path).map(Sink::to).map_err(failed)
    }
}

/// Opens and truncates a file that several outputs may share.
fn emptied(path: &Path) -> io::Result<File> {
    // Append mode, so that results and rejects in one file do not overwrite each other.
    let file = File::options().append(true).create(true).open(path)?;
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(file)
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.filter {
            Some(filter) => self.stream.write_all(filter.pass(bytes).as_bytes())?,
            None => self.stream.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Progress of a long run, on a terminal without other output.
struct Progress {
    started: Instant,
    bytes: Option<u64>,
    wanted: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    #[expect(clippy::disallowed_methods, reason = "the progress display depends on the clock")]
    fn new(args: &Args, sources: &[Source]) -> Self {
        let busy = args.dupree.output.is_none() && io::stdout().is_terminal();
        let typed = sources.iter().any(Source::is_typed);
        Progress {
            started: Instant::now(),
            bytes: sources.iter().map(Source::bytes).sum(),
            wanted: io::stderr().is_terminal() && !args.quiet && !busy && !typed,
            bar: None,
        }
    }

    fn set(&mut self, bytes_read: u64) {
        if self.wanted && self.bar.is_none() && self.started.elapsed() > SHOWN_AFTER {
            self.bar = Some(bar(self.bytes));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(bytes_read);
        }
    }

    fn suspend(&self, say: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(bytes: Option<u64>) -> ProgressBar {
    let (bar, template) = match bytes {
        Some(bytes) => {
            (ProgressBar::new(bytes), "{bar:40} {percent}% of {total_bytes}, {eta} left")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {bytes} read, {elapsed}"),
    };
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
