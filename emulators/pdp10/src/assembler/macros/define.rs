//! DEFINE and related operations.

use asmkit::Diagnostic;

use super::super::context::{Assembler, Outcome, Read, Unwind};
use super::super::input::Text;
use super::super::name::Name;
use super::scan::{ArgumentScan, ends_line};
use super::{Definition, NOTHING, OmittedDummy, Parameter, Syntax, body, call, messages, named};

/// Maximum number of dummies.
pub(super) const DUMMY_LIMIT: usize = 32;

/// DEFINE: a name, dummies to the end of the line, and the body.
pub(super) fn define(asm: &mut Assembler<'_>, of: Name) -> Outcome {
    asm.inside(of, |asm| {
        let name = asm.name()?;
        if name.is_none() {
            asm.error(&messages::NO_NAME, Some(of));
        }
        // The line end, which `name` leaves, belongs to the definition.
        asm.source.input.forget_reread();
        let definition = definition(asm)?;
        if let Some(name) = name {
            let number = asm.source.macros.add(definition);
            if !asm.program.symbols.define_macro(name, number) {
                asm.error(&messages::NOT_A_MACRO, Some(name));
            }
        }
        Err(Unwind::Statement)
    })
}

/// .TTYMAC: an unnamed macro called at once, with arguments from the terminal.
///
/// The library has the answers. Without one the arguments are an empty line, with a warning.
pub(super) fn terminal_macro(asm: &mut Assembler<'_>, of: Name) -> Outcome {
    let used = asm.source.input.used_here();
    let definition = asm.inside(of, definition)?;
    let question = asm.source.macros.questions;
    asm.source.macros.questions += 1;
    if let Some(answer) = asm.source.library.answer(question) {
        return call::expand_answered(asm, used, &definition, of, &answer);
    }
    let message = "`.TTYMAC` asks the terminal, and there is no answer";
    if asm.state.pass == 1 {
        asm.program.diagnostics.push(
            Diagnostic::warning("P060", used, message)
                .label("assembled as if the line were empty")
                .help(Some("answer with `--answer TEXT`".to_owned())),
        );
    }
    asm.source.input.deepen();
    call::expand_unspecified(asm, used, &definition);
    NOTHING
}

/// TERMIN and .QUOTE outside a body.
pub(super) fn outside(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.error(&messages::NOT_IN_MACRO, Some(name));
    NOTHING
}

/// Reads the dummies in the rest of the line, and the body.
fn definition(asm: &mut Assembler<'_>) -> Read<Definition> {
    let (dummies, parameters) = parameters(asm)?;
    if asm.next()? != b'\n' {
        asm.source.input.reread();
    }
    let body = body::read(asm, &dummies)?;
    Ok(Definition { parameters, body })
}

/// Reads the dummies of a definition; the last character read may set the syntax of the first.
fn parameters(asm: &mut Assembler<'_>) -> Read<(Vec<Name>, Vec<Parameter>)> {
    let (mut dummies, mut parameters) = (Vec::new(), Vec::new());
    let mut class = ParameterStyle::default();
    loop {
        let last = asm.source.input.last();
        if ends_line(last) {
            return Ok((dummies, parameters));
        }
        if last == b';' {
            while !ends_line(asm.next()?) {}
            continue;
        }
        class.change(last);
        let word = asm.word()?;
        if asm.source.input.last() == b'/' {
            class.toggle(Syntax::WholeLine);
        }
        if word.is_empty() {
            continue;
        }
        if dummies.len() == DUMMY_LIMIT {
            return Err(asm.fatal(&messages::TOO_MANY_DUMMIES, None));
        }
        dummies.push(named(&word));
        let default = (asm.source.input.last() == b'=').then(|| default(asm)).transpose()?;
        parameters.push(class.parameter(word, default));
    }
}

fn default(asm: &mut Assembler<'_>) -> Read<Text> {
    ArgumentScan::argument(asm)?.map_or_else(|| Ok(Text::default()), |scan| scan.text(asm))
}

/// Style of the following dummies.
struct ParameterStyle {
    syntax: Syntax,
    keyword: bool,
    generated: bool,
}

impl Default for ParameterStyle {
    fn default() -> Self {
        ParameterStyle { syntax: Syntax::Normal, keyword: false, generated: false }
    }
}

impl ParameterStyle {
    fn change(&mut self, delimiter: u8) {
        match delimiter {
            b'{' | b'[' | b'<' | b'(' => self.syntax = Syntax::Balanced,
            b'}' | b']' | b'>' | b')' => self.syntax = Syntax::Normal,
            b'?' => self.toggle(Syntax::Balanced),
            b'-' => self.toggle(Syntax::WholeLine),
            b'*' => self.toggle(Syntax::Strung),
            b'&' => self.toggle(Syntax::KeepStrung),
            b'#' => self.toggle(Syntax::Evaluated),
            b'+' => self.keyword = !self.keyword,
            b'\\' => self.generated = !self.generated,
            b':' => *self = ParameterStyle::default(),
            _ => {}
        }
    }

    fn toggle(&mut self, syntax: Syntax) {
        self.syntax = if self.syntax == syntax { Syntax::Normal } else { syntax };
    }

    fn parameter(&self, word: Vec<u8>, default: Option<Text>) -> Parameter {
        Parameter {
            syntax: self.syntax,
            keyword: self.keyword.then_some(word),
            missing: match default {
                Some(text) => OmittedDummy::Default(text),
                None if self.generated => OmittedDummy::Generated,
                None => OmittedDummy::Null,
            },
        }
    }
}
