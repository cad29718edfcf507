//! The two passes.
//!
//! Source: MIDAS 458, `P1INI` and `P2INI`.

use std::rc::Rc;

use asmkit::{Diagnostic, FileId, Library, Sources, Span};

use super::input::{FileText, Input, file_names, file_words};
use super::listing::Listing;
use super::literals::Literals;
use super::location::{FIRST, Location};
use super::macros::Macros;
use super::name::Name;
use super::output::Output;
use super::session::{Asker, Assembler, Reading, Terminator, Then, Unwind};
use super::settings::{Setting, Settings};
use super::variables::Variables;
use super::word::FORMAT_TABLE;
use super::{Assembled, pseudo};
use crate::{Word36, text};

/// Assembles files, one behind the other: what comes of it, and what is to be said.
pub(super) fn assemble(
    sources: &mut Sources,
    files: &[FileId],
    library: &dyn Library,
) -> (Assembled, Vec<Diagnostic>) {
    let mut assembler = Assembler::new(sources, library);
    let finished = assembler.run(1, files).and_then(|()| assembler.run(2, files));
    let mut assembled = assembler.finish(finished.is_ok());
    assembled.listing = assembler.listing.finish();
    assembled.console = assembler.console;
    assembled.assembly.warnings = assembler.diagnostics.clone();
    (assembled, assembler.diagnostics)
}

impl<'a> Assembler<'a> {
    fn new(sources: &'a mut Sources, library: &'a dyn Library) -> Self {
        let nowhere = Span { file: FileId(0), start: 0, end: 0 };
        let mut settings = Settings::default();
        settings[Setting::Passes] = Word36::from(2);
        Assembler {
            sources,
            library,
            input: Input::default(),
            macros: Macros::default(),
            symbols: pseudo::initial_symbols(),
            settings,
            pass: 0,
            radix: 8,
            formats: FORMAT_TABLE.map(Word36::new),
            terminator: Terminator::Word,
            syllable: Name::default(),
            reading: Reading::default(),
            asker: Asker::Equals,
            argument_given: false,
            fields_open: 0,
            groupings: Vec::new(),
            then: Then::Statement,
            inherited: (false, false),
            literal_depth: 0,
            literals: Literals::default(),
            variables: Variables::default(),
            location: Location::default(),
            bytes: super::bytes::Bytes::default(),
            text: None,
            output: Output::default(),
            listing: Listing::default(),
            statement_at: (nowhere, None),
            syllable_at: nowhere,
            title: Name::new(".MAIN"),
            machine: None,
            console: String::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Runs a pass.
    fn run(&mut self, pass: u8, files: &[FileId]) -> Result<(), Unwind> {
        self.start(pass, files);
        match self.statements(true) {
            Ok(()) | Err(Unwind::Pass) => Ok(()),
            Err(other) => Err(other),
        }
    }

    fn start(&mut self, pass: u8, files: &[FileId]) {
        self.pass = pass;
        self.input = Input::default();
        for (index, &file) in files.iter().enumerate() {
            let text = self.text_of(file);
            match index {
                0 => self.input.push_file(text),
                _ => self.input.append_file(text),
            }
        }
        self.name_files(files);
        self.macros.start_pass();
        self.symbols.close_blocks();
        self.radix = 8;
        self.formats = FORMAT_TABLE.map(Word36::new);
        for setting in [Setting::HalfKill, Setting::NoStorage, Setting::QuotesMatch] {
            self.settings[setting] = Word36::default();
        }
        self.settings[Setting::MultiLine] = Word36::from(1);
        (self.then, self.inherited) = (Then::Statement, (false, false));
        self.reading = Reading::default();
        self.groupings.clear();
        self.literal_depth = 0;
        self.text = None;
        self.location = Location { counter: FIRST, ..Location::default() };
        self.literals.restart();
        self.variables.restart();
        self.bytes.restart();
        self.output.restart();
        self.list(pass == 2);
    }

    /// What MIDAS reads of a file; on pass 1 it is told where that may surprise.
    pub(crate) fn text_of(&mut self, file: FileId) -> Rc<FileText> {
        let text = FileText::new(file, self.sources);
        if let Some(at) = text.unexpected.filter(|_| self.pass == 1) {
            let told = "this is no character of ITS: its bytes are read as rubouts and characters";
            self.diagnostics.push(
                Diagnostic::warning("P086", at, told.to_owned()).label("not one of ASCII").help(
                    Some(
                        "write it in ASCII; the public repository of ITS encodes rubouts so"
                            .to_owned(),
                    ),
                ),
            );
        }
        Rc::new(text)
    }

    /// Lists what is read, or no longer.
    pub(crate) fn list(&mut self, on: bool) {
        if on && self.pass == 2 {
            self.input.start_echo();
        } else {
            self.input.stop_echo();
        }
        self.listing.on = on && self.pass == 2;
    }

    /// Tells the program the names of its files.
    fn name_files(&mut self, files: &[FileId]) {
        let Some(&first) = files.first() else { return };
        let names = file_words(self.sources.name(first));
        for (setting, word) in
            [Setting::Name1, Setting::Name2, Setting::Version].into_iter().zip(names)
        {
            self.settings[setting] = word;
        }
        self.settings[Setting::Output1] = names[0];
        self.settings[Setting::Output2] = text::sixbit("BIN");
    }

    /// The first name of a file, as ITS has it.
    pub(crate) fn first_name(&self, file: FileId) -> String {
        file_names(self.sources.name(file)).0
    }
}
