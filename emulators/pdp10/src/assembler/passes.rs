//! The two passes.
//!
//! Source: MIDAS 458, `P1INI` and `P2INI`.

use std::rc::Rc;

use asmkit::{Diagnostic, FileId, Library, Sources, Span};

use super::bytes::BytePattern;
use super::context::{
    AfterStatement, Assembler, AssemblyResults, Source, SyntaxState, Terminator, Unwind, ValueUser,
    WordState,
};
use super::input::{FileText, Input, file_names, file_words};
use super::listing::Listing;
use super::literals::Literals;
use super::location::{FIRST, Location};
use super::macros::Macros;
use super::name::Name;
use super::output::Output;
use super::settings::{Setting, Settings};
use super::stink::StinkFile;
use super::variables::Variables;
use super::word::FORMAT_TABLE;
use super::{Assembled, pseudo};
use crate::{Options, Word36, text};

/// Assembles files in order: the result, and the diagnostics.
pub(super) fn assemble(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    library: &dyn Library,
) -> (Assembled, Vec<Diagnostic>) {
    let mut assembler = Assembler::new(sources, options, library);
    let finished = assembler.run(1, files).and_then(|()| assembler.run(2, files));
    let mut assembled = assembler.finish(finished.is_ok());
    assembled.listing = assembler.program.listing.finish();
    assembled.console = assembler.program.console;
    assembled.assembly.warnings = assembler.program.diagnostics.clone();
    (assembled, assembler.program.diagnostics)
}

impl<'a> Assembler<'a> {
    fn new(files: &'a mut Sources, options: &Options, library: &'a dyn Library) -> Self {
        let (input, macros) = (Input::default(), Macros::default());
        Assembler {
            source: Source { files, library, input, macros },
            state: SyntaxState::new(),
            program: AssemblyResults::new(options),
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
        self.state.pass = pass;
        self.source.input = Input::default();
        for (index, &file) in files.iter().enumerate() {
            let text = self.text_of(file);
            match index {
                0 => self.source.input.push_file(text),
                _ => self.source.input.append_file(text),
            }
        }
        self.name_files(files);
        self.source.macros.start_pass();
        self.program.symbols.close_blocks();
        self.state.radix = 8;
        self.state.formats = FORMAT_TABLE.map(Word36::new);
        for setting in [Setting::HalfKill, Setting::NoStorage, Setting::QuotesMatch] {
            self.program.settings[setting] = Word36::default();
        }
        self.program.settings[Setting::MultiLine] = Word36::from(1);
        (self.state.then, self.state.inherited) = (AfterStatement::Statement, (false, false));
        self.state.reading = WordState::default();
        self.state.groupings.clear();
        self.state.literal_depth = 0;
        self.state.text = None;
        self.state.within_text = false;
        self.program.location = Location { counter: FIRST, ..Location::default() };
        self.program.literals.restart();
        self.program.variables.restart();
        self.state.bytes.restart();
        self.program.output.restart();
        self.program.stink.restart(pass == 2);
        self.list(pass == 2);
    }

    /// Text of a file as MIDAS reads it; reports surprising characters on pass 1.
    pub(crate) fn text_of(&mut self, file: FileId) -> Rc<FileText> {
        let text = FileText::new(file, self.source.files);
        if let Some(at) = text.unexpected.filter(|_| self.state.pass == 1) {
            let message =
                "this is not an ITS character: its bytes are read as rubouts and characters";
            self.program.diagnostics.push(
                Diagnostic::warning("P086", at, message.to_owned()).label("not ASCII").help(Some(
                    "write it in ASCII; the public ITS repository encodes rubouts this way"
                        .to_owned(),
                )),
            );
        }
        Rc::new(text)
    }

    /// Switches the listing on or off.
    pub(crate) fn list(&mut self, on: bool) {
        if on && self.state.pass == 2 {
            self.source.input.start_echo();
        } else {
            self.source.input.stop_echo();
        }
        self.program.listing.on = on && self.state.pass == 2;
    }

    /// Sets the names of the program's files.
    fn name_files(&mut self, files: &[FileId]) {
        let Some(&first) = files.first() else { return };
        let names = file_words(self.source.files.name(first));
        for (setting, word) in
            [Setting::Name1, Setting::Name2, Setting::Version].into_iter().zip(names)
        {
            self.program.settings[setting] = word;
        }
        self.program.settings[Setting::Output1] = names[0];
        self.program.settings[Setting::Output2] = text::sixbit("BIN");
    }

    /// First name of a file on ITS.
    pub(crate) fn first_name(&self, file: FileId) -> String {
        file_names(self.source.files.name(file)).0
    }
}

impl SyntaxState {
    /// State before the first pass, which sets most of it.
    fn new() -> Self {
        let nowhere = Span { file: FileId(0), start: 0, end: 0 };
        SyntaxState {
            pass: 0,
            radix: 8,
            formats: FORMAT_TABLE.map(Word36::new),
            terminator: Terminator::Word,
            syllable: Name::default(),
            syllable_at: nowhere,
            reading: WordState::default(),
            asker: ValueUser::Equals,
            argument_given: false,
            fields_open: 0,
            groupings: Vec::new(),
            literal_depth: 0,
            inherited: (false, false),
            then: AfterStatement::Statement,
            bytes: BytePattern::default(),
            text: None,
            within_text: false,
            statement_at: (nowhere, None),
        }
    }
}

impl AssemblyResults {
    /// A program with only MIDAS's predefined symbols.
    fn new(options: &Options) -> Self {
        let mut settings = Settings::default();
        settings[Setting::Passes] = Word36::from(2);
        AssemblyResults {
            title: Name::new(".MAIN"),
            symbols: pseudo::initial_symbols(options.device_names),
            settings,
            literals: Literals::default(),
            variables: Variables::default(),
            location: Location::default(),
            output: Output::default(),
            relocatable: false,
            stink: StinkFile::default(),
            conditionals: 0,
            listing: Listing::default(),
            site: options.machine,
            machine: None,
            console: String::new(),
            diagnostics: Vec::new(),
        }
    }
}
