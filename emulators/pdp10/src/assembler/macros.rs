//! Text expansion: macros, loops, conditionals, and inserted files.
//!
//! Everything here works on characters before they have a meaning: a body is stored as written,
//! with marks for its dummies, and read again in place of its use.
//!
//! Sources: *MIDAS manual*, "Macros", "Assembly-time loops", "Conditional assembly"; MIDAS 458 for
//! details such as which characters are consumed.

mod body;
mod call;
mod conditional;
mod define;
mod flow;
mod insert;
mod irp;
mod messages;
mod scan;

use std::collections::HashMap;
use std::rc::Rc;

use super::context::{Assembler, Outcome, Read};
use super::input::{FileText, Piece, Text};
use super::name::Name;
use super::symbols::Operation;
use crate::Word36;

pub(crate) use call::call;

/// Macro definitions, and state of conditionals.
#[derive(Debug, Default)]
pub(crate) struct Macros {
    definitions: Vec<Rc<Definition>>,
    /// Number of symbols generated in this pass, `.GSCNT`.
    generated: u64,
    /// Whether the last conditional was true, `.SUCCESS`.
    success: bool,
    /// Open brackets of true conditionals in the innermost literal, see
    /// [`close`](Assembler::close).
    ///
    /// The code that starts a literal saves this number, sets it to 0, and adds it again when the
    /// literal ends.
    pub(crate) open: u32,
    /// Page and line of the outermost open one.
    pub(crate) first_open: (u32, u32),
    /// The long pseudo-operation or macro call being read, for messages.
    pub(crate) inside: Option<OpenPseudo>,
    /// Number of questions asked in this pass.
    questions: usize,
    /// Nesting depth of evaluated arguments.
    evaluating: u32,
    /// Inserted files, by the inserting file and the given name.
    inserted: HashMap<(String, String), Rc<FileText>>,
}

/// A pseudo-operation whose end may be lines away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OpenPseudo {
    /// Its name.
    pub(crate) name: Name,
    /// Page and line of its start; messages there need not mention it.
    pub(crate) start: (u32, u32),
}

/// A macro.
#[derive(Debug)]
struct Definition {
    parameters: Vec<Parameter>,
    body: Text,
}

/// A dummy as declared by DEFINE.
#[derive(Debug, Clone)]
struct Parameter {
    syntax: Syntax,
    /// Keyword in calls, if it is a keyword dummy.
    keyword: Option<Vec<u8>>,
    missing: OmittedDummy,
}

/// Syntax of a dummy's value in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Normal,
    WholeLine,
    Balanced,
    Strung,
    KeepStrung,
    Evaluated,
}

/// Value of a dummy omitted in a call.
#[derive(Debug, Clone)]
enum OmittedDummy {
    Null,
    Generated,
    Default(Text),
}

/// Maximum nesting of evaluated arguments.
const EVALUATION_LIMIT: u32 = 100;

/// Pseudo-operations of this module, by name.
#[rustfmt::skip]
pub(crate) static PSEUDOS: &[(&str, Operation)] = &[
    ("DEFINE", define::define),       (".TTYMAC", define::terminal_macro),
    ("TERMIN", define::outside),      (".QUOTE", define::outside),
    (".GSSET", flow::set_generated),  (".GSCNT", flow::generated),
    ("REPEAT", flow::repeat),         (".RPCNT", flow::repeat_count),
    ("IRP", irp::elements),           ("IRPC", irp::characters),
    ("IRPS", irp::syllables),         ("IRPW", irp::lines),
    ("IRPNC", irp::chunks),           (".IRPCNT", flow::irp_count),
    (".STOP", flow::stop),            (".ISTOP", flow::stop_all),
    (".GO", flow::go),                (".TAG", flow::tag),
    ("IFE", |a, n| conditional::number(a, n, |x| x == 0)),
    ("IFN", |a, n| conditional::number(a, n, |x| x != 0)),
    ("IFG", |a, n| conditional::number(a, n, |x| x > 0)),
    ("IFL", |a, n| conditional::number(a, n, |x| x < 0)),
    ("IFGE", |a, n| conditional::number(a, n, |x| x >= 0)),
    ("IFLE", |a, n| conditional::number(a, n, |x| x <= 0)),
    ("IFDEF", |a, n| conditional::defined(a, n, true)),
    ("IFNDEF", |a, n| conditional::defined(a, n, false)),
    ("IFSE", |a, n| conditional::same(a, n, true)),
    ("IFSN", |a, n| conditional::same(a, n, false)),
    ("IFB", |a, n| conditional::squoze(a, n, |letters, _| letters == 0)),
    ("IFNB", |a, n| conditional::squoze(a, n, |letters, _| letters > 0)),
    ("IFSQ", |a, n| conditional::squoze(a, n, |_, others| others == 0)),
    ("IFNSQ", |a, n| conditional::squoze(a, n, |_, others| others > 0)),
    ("IF1", |a, n| conditional::pass(a, n, 1)),
    ("IF2", |a, n| conditional::pass(a, n, 2)),
    (".ELSE", |a, n| conditional::success(a, n, false)),
    (".ALSO", |a, n| conditional::success(a, n, true)),
    (".SUCCESS", conditional::last),
    ("NULL", conditional::null),      ("SUBTTL", conditional::null),
    (".INSRT", insert::insert),       (".INEOF", insert::end_of_file),
];

impl Macros {
    /// Resets what a new pass forgets.
    pub(crate) fn start_pass(&mut self) {
        (self.generated, self.open, self.inside, self.questions) = (0, 0, None, 0);
    }

    fn add(&mut self, definition: Definition) -> usize {
        self.definitions.push(Rc::new(definition));
        self.definitions.len() - 1
    }
}

impl Assembler<'_> {
    /// Reads something long; messages meanwhile mention it and where it started.
    pub(crate) fn inside<T>(
        &mut self,
        name: Name,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        let outer = self.source.macros.inside;
        if outer.is_none() {
            self.source.macros.inside =
                Some(OpenPseudo { name, start: self.source.input.page_and_line() });
        }
        let result = read(self);
        self.source.macros.inside = outer;
        result
    }

    /// Handles a `]` or `}`; returns whether it ends a true conditional, and then has no other
    /// meaning.
    pub(crate) fn close(&mut self, character: u8) -> bool {
        match (character, self.source.macros.open) {
            (b'}', _) => {}
            (b']', 1..) => self.source.macros.open -= 1,
            _ => return false,
        }
        self.source.macros.success = true;
        true
    }

    /// The last character as an element of a text.
    fn piece(&self) -> Piece {
        self.source.input.piece()
    }

    /// An argument that must be known now, with limited nesting.
    fn evaluate(&mut self, of: Name) -> Read<Word36> {
        if self.source.macros.evaluating >= EVALUATION_LIMIT {
            return Err(self.fatal(&messages::NESTED, Some(of)));
        }
        self.source.macros.evaluating += 1;
        let value = self.argument(of);
        self.source.macros.evaluating -= 1;
        value
    }

    /// Reads a name without looking it up, such as a dummy or tag, and its terminator.
    fn word(&mut self) -> Read<Vec<u8>> {
        let mut word = Vec::new();
        while Name::takes(self.next()?) {
            word.push(self.source.input.last());
        }
        Ok(word)
    }
}

/// Name made of these characters.
fn named(word: &[u8]) -> Name {
    Name::new(&String::from_utf8_lossy(word))
}

/// Result of a pseudo-operation without a value.
const NOTHING: Outcome = Ok(None);
