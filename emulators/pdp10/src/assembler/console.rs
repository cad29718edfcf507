//! MIDAS's typed errors in its own format, each with a diagnostic of ours.

use std::fmt::Write;

use asmkit::{Diagnostic, ERROR_LIMIT, Span, nearest};

use super::context::{Assembler, Unwind};
use super::foreign_names;
use super::macros::OpenPseudo;
use super::messages::{self, Message};
use super::name::Name;
use super::settings::Setting;

/// Errors after which the assembly stops; MIDAS continues forever.
const GIVE_UP: u64 = 10 * ERROR_LIMIT as u64;

/// Significant characters of a name.
const NAME_LENGTH: usize = 6;

impl Assembler<'_> {
    /// Types a text, also in the listing.
    pub(crate) fn report(&mut self, text: &str) {
        self.program.console.push_str(text);
        if self.program.listing.on {
            self.program.listing.insert(text);
        }
    }

    /// Reports an error at the last syllable if it has a name, or else at the last character; the
    /// name precedes the message, as in MIDAS.
    pub(crate) fn error(&mut self, message: &'static Message, name: Option<Name>) {
        self.error_with(message, name, "");
    }

    /// The same with text after MIDAS's message.
    pub(crate) fn error_with(
        &mut self,
        message: &'static Message,
        name: Option<Name>,
        after: &str,
    ) {
        let mut line = self.start_error(name);
        if let Some(name) = name {
            let _ = write!(line, "{name}\t");
        }
        let _ = write!(line, "{}{after}\r\n", message.midas);
        self.finish_error(message, name, line);
    }

    /// Start of an error line: the last label and the distance from it, the location, the depth of
    /// macros, page and line.
    ///
    /// Source: MIDAS 458, `ERRH`.
    pub(crate) fn start_error(&mut self, name: Option<Name>) -> String {
        self.flush_listing();
        if name.is_some() && name == self.program.location.label.map(|(name, _)| name) {
            self.program.location.label = self.program.location.label_before;
        }
        self.program.settings[Setting::Errors] =
            self.program.settings[Setting::Errors] + 1u32.into();
        let counter = self.program.location.counter;
        let mut tag = String::new();
        if let Some((label, at)) = self.program.location.label {
            let distance = counter.wrapping_sub(at) & 0o777777;
            tag = label.to_string();
            if distance != 0 {
                let _ = write!(tag, "+{distance:o}");
            }
        }
        let gap = if tag.len() < 8 { "\t\t" } else { "\t" };
        let (page, line) = self.source.input.page_and_line();
        let depth = self.source.input.depth();
        // The loader adds to it what only it knows.
        let global = if self.program.location.global { "GL+" } else { "" };
        format!("{tag}{gap}{global}{counter:o}\t{depth:2}.{page:6}-{line:03}\t")
    }

    /// Types an error line, and turns it into a diagnostic.
    pub(crate) fn finish_error(
        &mut self,
        message: &'static Message,
        name: Option<Name>,
        mut line: String,
    ) {
        let inside = self.source.macros.inside;
        if let Some(inside) =
            inside.filter(|inside| inside.start != self.source.input.page_and_line())
        {
            let (page, at) = inside.start;
            let _ = write!(line, "\tin {} Starting at {page}-{at:03}\r\n", inside.name);
            // Repeats once per line, a bug of MIDAS.
            self.source.macros.inside = Some(OpenPseudo { start: (page, at + 1), ..inside });
        }
        self.report(&line);
        let first = line.lines().next().unwrap_or("");
        let columns = first.split('\t').map(str::trim).filter(|column| !column.is_empty());
        let label = format!("MIDAS: {}", columns.collect::<Vec<_>>().join("  "));
        let span = if name.is_some() { self.state.syllable_at } else { self.error_span() };
        let swallowed = inside.filter(|_| message.id == messages::NO_END.id).map(|inside| {
            let line = inside.start.1;
            let name = inside.name.to_string();
            let what = if name == "DEFINE" || name.starts_with("IRP") {
                "TERMIN"
            } else {
                "closing bracket"
            };
            format!("the {name} in line {line} has no {what}, so it includes the END")
        });
        self.diagnose(message, name, span, label, swallowed);
    }

    /// Adds a diagnostic, unless the other pass added the same.
    fn diagnose(
        &mut self,
        message: &'static Message,
        name: Option<Name>,
        span: Span,
        label: String,
        help: Option<String>,
    ) {
        let shown = name.map(|name| name.to_string()).unwrap_or_default();
        let sentence = if message.midas.is_empty() {
            format!("{} {}", message.sentence, label.rsplit("  ").next().unwrap_or(""))
        } else {
            message.sentence.replace("{}", &shown)
        };
        let same = |other: &Diagnostic| other.span == span && other.message == sentence;
        if self.program.diagnostics.len() >= ERROR_LIMIT
            || self.program.diagnostics.iter().any(same)
        {
            return;
        }
        let near = name.filter(|_| message.id == messages::UNDEFINED.id).and_then(|_| {
            if let Some(instead) = foreign_names::instead(&shown) {
                return Some(instead);
            }
            let mut known: Vec<String> = self.program.symbols.defined_names().collect();
            known.sort();
            let near = nearest(&shown, known.iter().map(String::as_str))?;
            Some(format!("did you mean `{near}`?"))
        });
        let help = help.or(near).or_else(|| self.cut_name(message, span));
        let help = help.or_else(|| message.help.map(str::to_owned));
        let diagnostic = Diagnostic::error(message.id, span, sentence).label(label).help(help);
        self.program.diagnostics.push(diagnostic);
    }

    /// Help for a name defined twice that differs only after its significant characters.
    fn cut_name(&self, message: &Message, span: Span) -> Option<String> {
        if message.id != messages::MULTIPLY_DEFINED.id {
            return None;
        }
        let text = self.source.files.text(span.file).get(span.start as usize..)?;
        let written = text.split(|c: char| !c.is_ascii() || !Name::takes(c as u8)).next()?;
        let taken = written.get(..NAME_LENGTH)?;
        (taken.len() < written.len()).then(|| {
            format!("only the first six characters of a name count: `{written}` is `{taken}`")
        })
    }

    /// Adds a warning.
    pub(crate) fn warn(&mut self, message: &'static Message) {
        let warning = Diagnostic::warning(message.id, self.error_span(), message.sentence);
        if !self.program.diagnostics.contains(&warning) {
            self.program.diagnostics.push(warning.help(message.help.map(str::to_owned)));
        }
    }

    /// Span of the last character, or the statement if that ends its line.
    fn error_span(&self) -> Span {
        let at = self.source.input.span();
        let statement = self.state.statement_at.1.unwrap_or(self.state.statement_at.0);
        match self.source.input.last() {
            b'\r' | b'\n' if statement.file == at.file && statement.start <= at.start => {
                Span { end: at.start.max(statement.end), ..statement }
            }
            _ => at,
        }
    }

    /// Reports an error and abandons the current statement: `return Err(asm.abandon(..))`.
    pub(crate) fn abandon(&mut self, message: &'static Message, name: Option<Name>) -> Unwind {
        self.error(message, name);
        self.source.macros.inside = None;
        self.state.within_text = false;
        Unwind::Statement
    }

    /// Reports an error and stops the assembly.
    pub(crate) fn fatal(&mut self, message: &'static Message, name: Option<Name>) -> Unwind {
        self.error(message, name);
        self.give_up()
    }

    /// Stops the assembly.
    pub(crate) fn give_up(&mut self) -> Unwind {
        if !self.state.groupings.is_empty() {
            self.list_groupings();
        }
        self.report_conditionals();
        self.report("Error is fatal.\r\n");
        Unwind::Assembly
    }

    /// Whether the error limit is exceeded.
    pub(crate) fn too_many_errors(&self) -> bool {
        self.program.settings[Setting::Errors].bits() >= GIVE_UP
    }

    /// Reports open bracketed conditionals.
    pub(crate) fn report_conditionals(&mut self) {
        if self.source.macros.open == 0 {
            return;
        }
        self.warn(&messages::UNTERMINATED);
        let (page, line) = self.source.macros.first_open;
        let file = self.source.input.file().map(|file| self.first_name(file)).unwrap_or_default();
        self.report(&format!(
            "Unterminated successful bracketed conditionals\r\n\
             The first was at {page}-{line:03} of file {file}\r\n"
        ));
    }

    /// Reports open brackets, the innermost first, and closes them all.
    ///
    /// Source: MIDAS 458, `CONFL3`.
    pub(crate) fn list_groupings(&mut self) {
        let mut text = "Within groupings: ".to_owned();
        let mut between = "";
        while let Some(open) = self.state.groupings.pop() {
            let (page, line) = open.at;
            let _ = write!(text, "{between}{} at {page}-{line:03}", open.kind.opening() as char);
            between = ", ";
            self.program.location.label = open.label;
            self.resume(open);
        }
        text.push_str("\r\n");
        self.report(&text);
    }
}
