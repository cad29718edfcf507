//! Text out of text: macros, loops, conditionals, and files put in.
//!
//! Everything here works on characters before they mean anything: a body is kept as it was written,
//! with marks where its dummies stand, and read again in place of the use.
//!
//! Sources: *MIDAS manual*, "Macros", "Assembly-time loops", "Conditional assembly"; MIDAS 458 for
//! what they leave open, such as which characters are read and which are left.

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

/// Definitions, and what conditionals remember.
#[derive(Debug, Default)]
pub(crate) struct Macros {
    definitions: Vec<Rc<Definition>>,
    /// Generated symbols of this pass, `.GSCNT`.
    generated: u64,
    /// Whether the last conditional was true, `.SUCCESS`.
    success: bool,
    /// Brackets of true conditionals that are open in the innermost literal, see
    /// [`close`](Assembler::close).
    ///
    /// Whoever starts a literal keeps this number and sets it to 0, and adds it when the literal
    /// ends.
    pub(crate) open: u32,
    /// Page and line of the outermost one that is open.
    pub(crate) first_open: (u32, u32),
    /// The long pseudo-operation or macro call being read, for messages.
    pub(crate) inside: Option<OpenPseudo>,
    /// Arguments being evaluated, each within the one before.
    evaluating: u32,
    /// Files put in, by the files that ask for them and the names they give.
    inserted: HashMap<(String, String), Rc<FileText>>,
}

/// A pseudo-operation whose end may be lines away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OpenPseudo {
    /// Its name.
    pub(crate) name: Name,
    /// Page and line where it starts; messages there need not say that they are in it.
    pub(crate) start: (u32, u32),
}

/// A macro.
#[derive(Debug)]
struct Definition {
    parameters: Vec<Parameter>,
    body: Text,
}

/// What DEFINE says of a dummy.
#[derive(Debug, Clone)]
struct Parameter {
    syntax: Syntax,
    /// The name to give it by, when it is given by its name.
    keyword: Option<Vec<u8>>,
    missing: Omitted,
}

/// How the value of a dummy is written in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Normal,
    WholeLine,
    Balanced,
    Strung,
    KeepStrung,
    Evaluated,
}

/// What a dummy is that a call leaves out.
#[derive(Debug, Clone)]
enum Omitted {
    Null,
    Generated,
    Default(Text),
}

/// Arguments that may be evaluated at a time, each within the one before.
const EVALUATION_LIMIT: u32 = 100;

/// The pseudo-operations of this part, by name.
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
    /// What a new pass forgets.
    pub(crate) fn start_pass(&mut self) {
        (self.generated, self.open, self.inside) = (0, 0, None);
    }

    fn add(&mut self, definition: Definition) -> usize {
        self.definitions.push(Rc::new(definition));
        self.definitions.len() - 1
    }
}

impl Assembler<'_> {
    /// Reads something long: messages meanwhile say that they are in it and where it started.
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

    /// A `]` or `}` was read: whether it ends a true conditional, and means nothing else then.
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

    /// An argument that must be known now; arguments in arguments have a limit.
    fn evaluate(&mut self, of: Name) -> Read<Word36> {
        if self.source.macros.evaluating >= EVALUATION_LIMIT {
            return Err(self.fatal(&messages::NESTED, Some(of)));
        }
        self.source.macros.evaluating += 1;
        let value = self.argument(of);
        self.source.macros.evaluating -= 1;
        value
    }

    /// A name for which no meaning is looked up, as dummies and tags are: what ended it is read.
    fn word(&mut self) -> Read<Vec<u8>> {
        let mut word = Vec::new();
        while Name::takes(self.next()?) {
            word.push(self.source.input.last());
        }
        Ok(word)
    }
}

/// The name of characters of names.
fn named(word: &[u8]) -> Name {
    Name::new(&String::from_utf8_lossy(word))
}

/// What a pseudo-operation without a value gives.
const NOTHING: Outcome = Ok(None);
