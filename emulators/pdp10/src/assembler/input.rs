//! The character stream: a stack of files and expansions.
//!
//! Like in MIDAS, a string read to its end stays on the stack until the next character is
//! requested: until then `.STOP`, `.GO` and depths count it.

mod file;
mod frame;
mod irp;
mod text;

use std::rc::Rc;

use asmkit::{FileId, Span};

use crate::Word36;

pub(crate) use file::{FileText, file_names, file_words};
pub(crate) use irp::{Group, Rule};
pub(crate) use text::{Code, Piece, Place, Text};

use frame::{Frame, FrameKind};

/// Maximum nesting of files, expansions, loops and arguments.
///
/// MIDAS has room for about a hundred.
const FRAME_LIMIT: usize = 2000;

/// Maximum nesting of inserted files.
const FILE_LIMIT: usize = 50;

/// Maximum characters from expansions and inserted files per pass, including those that `.GO`
/// searches.
///
/// They take less than a second, and are twice the limit of all source files together.
const CHARACTER_LIMIT: u64 = 8_000_000;

/// Maximum loop iterations per pass; iterations of an empty body return no character.
const CYCLE_LIMIT: u64 = 10_000_000;

/// Replaces a byte that is invalid in the encoding of sources.
pub(crate) const FOREIGN: u8 = 0o377;

/// The characters of an assembly.
#[derive(Debug, Default)]
pub(crate) struct Input {
    frames: Vec<Frame>,
    /// Names and version of the file inserted last; the current file until it inserts another.
    pub(crate) names: [Word36; 3],
    last: Option<Piece>,
    depth: u32,
    /// Completed iterations of the innermost REPEAT.
    repeat_count: Option<u64>,
    /// Completed iterations of the innermost IRP.
    irp_count: Option<u64>,
    characters: u64,
    cycles: u64,
    overflow: Option<Overflow>,
    /// Place of a form feed just read from a file, until [`turn_page`](Self::turn_page).
    page_end: Option<(u32, u32)>,
    echo: Option<Vec<Echo>>,
}

/// An event for the listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Echo {
    /// A character was read for the first time.
    Read(u8),
    /// An expansion started before the last character.
    Pushed,
    /// An expansion ended before this character.
    Popped(u8),
}

/// A limit that stops the assembly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overflow {
    /// Expansions nested too deeply.
    Depth,
    /// Expansions with endless text.
    Length,
}

impl Input {
    /// Reads the next character; `None` at the end of all input, or after an
    /// [`overflow`](Self::overflow).
    pub(crate) fn next(&mut self) -> Option<u8> {
        if self.overflow.is_some() {
            return None;
        }
        loop {
            let frame = self.frames.last_mut()?;
            let expanded = !frame.is_file();
            let pending = frame.pending.take();
            let Some(piece) = pending.or_else(|| frame.next()) else {
                self.finish()?;
                continue;
            };
            match piece.code {
                Code::Dummy(number) => self.push_argument(number),
                Code::Character(character) => {
                    if character == b'\x0c' && !expanded && pending.is_none() {
                        self.page_end = frame.page_end();
                    }
                    self.last = Some(piece);
                    self.count(u64::from(expanded));
                    if let Some(echo) = self.echo.as_mut().filter(|_| pending.is_none()) {
                        echo.push(Echo::Read(character));
                    }
                    return Some(character);
                }
            }
        }
    }

    /// Makes `next` return the last character again.
    pub(crate) fn reread(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pending = self.last;
        }
    }

    /// Last character read; a carriage return before the first.
    pub(crate) fn last(&self) -> u8 {
        self.last.and_then(Piece::character).unwrap_or(b'\r')
    }

    /// Last character as an element of a text.
    pub(crate) fn piece(&self) -> Piece {
        let start = Place { file: FileId(0), at: 0 };
        self.last.unwrap_or(Piece { code: Code::Character(b'\r'), place: start })
    }

    /// Position of the last character; in an expansion, of its use.
    pub(crate) fn span(&self) -> Span {
        let span = |(frame, used): (&Frame, Option<Span>)| used.unwrap_or(frame.last_span());
        self.use_frame().map_or(frame::NOWHERE, span)
    }

    /// Position where the last character was written and, in an expansion, of its use.
    pub(crate) fn written(&self) -> (Span, Option<Span>) {
        let used = self.use_frame().and_then(|(_, used)| used);
        (self.last.map_or(self.span(), |piece| piece.place.span()), used)
    }

    /// Position that requests something after the last character: the name before it, or in an
    /// expansion its use.
    pub(crate) fn used_here(&self) -> Span {
        self.frames.last().map_or(frame::NOWHERE, Frame::used_from_here)
    }

    /// Current file, and the use of the outermost expansion from it.
    fn use_frame(&self) -> Option<(&Frame, Option<Span>)> {
        let top = self.frames.last()?;
        let file = &self.frames[(self.frames.len() - 1).checked_sub(top.above)?];
        Some((file, (top.above > 0).then_some(top.used)))
    }

    /// Page and line of the current file, both from 1, as MIDAS counts.
    pub(crate) fn page_and_line(&self) -> (u32, u32) {
        let place = || self.use_frame().map_or((1, 1), |(frame, _)| frame.page_and_line());
        self.page_end.unwrap_or_else(place)
    }

    /// Whether the last character is a form feed that was read from a file for the first time; the
    /// page is still the one that it ends.
    pub(crate) fn is_at_page_end(&self) -> bool {
        self.page_end.is_some()
    }

    /// Starts the page after such a form feed.
    pub(crate) fn turn_page(&mut self) {
        self.page_end = None;
    }

    /// Current file.
    pub(crate) fn file(&self) -> Option<FileId> {
        self.use_frame().map(|(frame, _)| frame.last_span().file)
    }

    /// Nesting depth of macro expansions.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Starts reading a macro's arguments: MIDAS already counts one level more.
    pub(crate) fn deepen(&mut self) {
        self.depth += 1;
    }

    /// Cancels a macro expansion.
    pub(crate) fn rise(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// The limit that ended the input.
    pub(crate) fn overflow(&self) -> Option<Overflow> {
        self.overflow
    }

    /// Completed iterations of the innermost REPEAT; `None` if there was none yet.
    pub(crate) fn repeat_count(&self) -> Option<u64> {
        self.repeat_count
    }

    /// Completed iterations of the innermost IRP.
    pub(crate) fn irp_count(&self) -> Option<u64> {
        self.irp_count
    }

    /// Starts recording characters for a listing.
    pub(crate) fn start_echo(&mut self) {
        self.echo = Some(Vec::new());
    }

    /// Events since the last call.
    pub(crate) fn take_echo(&mut self) -> Vec<Echo> {
        self.echo.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Stops recording characters.
    pub(crate) fn stop_echo(&mut self) {
        self.echo = None;
    }

    /// Continues after the last character, even if it was to be read again.
    pub(crate) fn forget_reread(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pending = None;
        }
    }

    /// Reads a file here, then continues.
    pub(crate) fn push_file(&mut self, text: Rc<FileText>) {
        self.count(text.len() as u64);
        if self.overflow.is_none() {
            self.names = text.names;
            self.push(Frame::file(text));
        }
    }

    /// Reads a file after all previous ones.
    pub(crate) fn append_file(&mut self, text: Rc<FileText>) {
        self.frames.insert(0, Frame::file(text));
    }

    /// Expands a macro used at `used`, after [`deepen`](Self::deepen).
    pub(crate) fn push_macro(&mut self, used: Span, body: Text, arguments: Vec<Text>) {
        self.push(Frame::expansion(used, body, arguments.into(), FrameKind::Macro));
    }

    /// Reads a text several times.
    pub(crate) fn push_repeat(&mut self, used: Span, body: Text, times: u64) {
        let kind = FrameKind::Repeat { left: times, outer: self.repeat_count };
        self.repeat_count = None;
        self.push(Frame::expansion(used, body, Rc::default(), kind).spent());
    }

    /// Reads a text once per element of the longest group, with two dummies per group.
    pub(crate) fn push_irp(&mut self, used: Span, body: Text, groups: Vec<Group>) {
        let kind = FrameKind::Irp { groups, outer: self.irp_count };
        self.irp_count = None;
        self.push(Frame::expansion(used, body, Rc::default(), kind).spent());
    }

    fn push_argument(&mut self, number: u8) {
        let arguments = self.frames.last().map(|frame| &frame.arguments);
        let text = arguments.and_then(|arguments| arguments.get(usize::from(number)).cloned());
        let text = text.unwrap_or_default();
        self.push(Frame::expansion(frame::NOWHERE, text, Rc::default(), FrameKind::Argument));
    }

    fn push(&mut self, mut frame: Frame) {
        let files = || self.frames.iter().filter(|frame| frame.is_file()).count();
        if self.frames.len() >= FRAME_LIMIT || frame.is_file() && files() >= FILE_LIMIT {
            self.overflow = Some(Overflow::Depth);
            return;
        }
        if !frame.is_file() {
            frame.above = self.frames.last().map_or(1, |top| top.above + 1);
        }
        if let Some(top) = self.frames.last() {
            if !top.is_file() {
                frame.used = top.used;
            }
            if top.pending.is_some()
                && let Some(echo) = &mut self.echo
            {
                echo.push(Echo::Pushed);
            }
        }
        self.frames.push(frame);
    }

    fn count(&mut self, characters: u64) {
        self.characters += characters;
        if self.characters > CHARACTER_LIMIT {
            self.overflow = Some(Overflow::Length);
        }
    }

    /// Handles the end of the innermost string: the next iteration of a loop, or the string below.
    fn finish(&mut self) -> Option<()> {
        let repeats = match &mut self.frames.last_mut()?.kind {
            FrameKind::Repeat { left: 0, .. } => false,
            FrameKind::Repeat { left, .. } => {
                *left -= 1;
                self.repeat_count = Some(self.repeat_count.map_or(0, |count| count + 1));
                true
            }
            FrameKind::Irp { .. } => {
                self.irp_count = Some(self.irp_count.map_or(0, |count| count + 1));
                self.frames.last_mut().is_some_and(Frame::step)
            }
            _ => false,
        };
        if !repeats {
            return self.pop();
        }
        self.cycles += 1;
        if self.cycles > CYCLE_LIMIT {
            self.overflow = Some(Overflow::Length);
            return None;
        }
        self.frames.last_mut()?.rewind();
        Some(())
    }

    /// Removes the innermost string; `None` if it was the last.
    fn pop(&mut self) -> Option<()> {
        let frame = self.frames.pop()?;
        match frame.kind {
            FrameKind::Macro => self.depth = self.depth.saturating_sub(1),
            FrameKind::Repeat { outer, .. } => self.repeat_count = outer,
            FrameKind::Irp { outer, .. } => self.irp_count = outer,
            FrameKind::File(_) if self.frames.is_empty() => {
                // Errors at the end of all input refer to this position.
                self.frames.push(frame);
                return self.frames[0].end_line().then_some(());
            }
            FrameKind::File(file) => self.names = file.names(),
            _ => {}
        }
        let pending = self.frames.last().and_then(|below| below.pending);
        if let (Some(Code::Character(character)), Some(echo)) =
            (pending.map(|piece| piece.code), &mut self.echo)
        {
            echo.push(Echo::Popped(character));
        }
        Some(())
    }

    /// Ends the innermost string and, with `all`, all its further iterations: `.STOP`, `.ISTOP`.
    pub(crate) fn stop(&mut self, all: bool) {
        if let Some(frame) = self.frames.last_mut().filter(|frame| !frame.is_file()) {
            frame.stop(all);
        }
    }

    /// Continues where `find` returns a position in an expansion's text: the innermost expansion,
    /// or the one it was used in, and so on. False if there is none; the file continues then.
    pub(crate) fn go(&mut self, find: impl Fn(&Text) -> Option<usize>) -> bool {
        while let Some(frame) = self.frames.last_mut().filter(|frame| !frame.is_file()) {
            let searched = frame.text.pieces().len() as u64;
            let found = find(&frame.text).map(|place| frame.go(place));
            self.count(searched);
            if found.is_some() {
                return true;
            }
            self.pop();
        }
        false
    }

    /// Leaves the current file and all expansions in it: `.INEOF`.
    pub(crate) fn leave_file(&mut self) {
        while self.frames.last().is_some_and(|frame| !frame.is_file()) {
            self.pop();
        }
        if let Some(file) = self.frames.last_mut() {
            file.leave();
        }
    }
}

#[cfg(test)]
mod tests;
