//! Operations on names.

use super::super::context::{Assembler, Outcome, Unwind};
use super::super::messages;
use super::super::name::Name;
use super::super::syllable::Syllable;
use super::super::symbols::{Meaning, SymbolFlags};
use crate::Word36;

/// Maximum symbols, and words of literals, in MIDAS.
const MOST_SYMBOLS: i64 = 0o60000;
const MOST_LITERALS: i64 = 0o20000;

/// .TYPE: kind of symbol of a name, as a number; -1 for a number.
pub(super) fn kind(asm: &mut Assembler<'_>, of: Name) -> Outcome {
    let name = match asm.unvalued()? {
        Syllable::Nothing => {
            asm.error(&messages::NO_ARGUMENT, Some(of));
            return Ok(Some(Word36::from(0o17).into()));
        }
        Syllable::Value(_) => return Ok(Some(Word36::from_signed(-1).into())),
        Syllable::Name(name) => name,
    };
    let number = match asm.program.symbols.find(name) {
        None => 0o17,
        Some(Meaning::Pseudo(_) | Meaning::Setting(_) | Meaning::Macro(_) | Meaning::Device(_)) => {
            1
        }
        Some(Meaning::Number { global: false, .. }) => 2,
        Some(Meaning::Undefined { global: false }) => 3,
        Some(Meaning::Variable { global: false, .. }) => 4,
        Some(Meaning::Unplaced { global: false, .. }) => 5,
        Some(Meaning::Variable { .. }) => 6,
        Some(Meaning::Unplaced { .. }) => 7,
        Some(Meaning::Number { .. }) => 0o10,
        Some(Meaning::Undefined { .. }) => 0o11,
    };
    Ok(Some(Word36::from(number).into()))
}

/// .SYMCN: number of symbols.
pub(super) fn count(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let count = asm.program.symbols.all().count() as u64;
    Ok(Some(Word36::new(count).into()))
}

/// EXPUNGE: deletes names.
pub(super) fn expunge(asm: &mut Assembler<'_>, of: Name) -> Outcome {
    asm.must_stand_alone(of);
    while let Some(name) = asm.name()? {
        asm.punch_expunged(name);
        asm.program.symbols.expunge(name);
    }
    Ok(None)
}

/// EQUALS: gives the first name the meaning of the second.
pub(super) fn equals(asm: &mut Assembler<'_>, of: Name) -> Outcome {
    asm.must_stand_alone(of);
    let Some(first) = asm.name()? else {
        return Err(asm.abandon(&messages::TOO_FEW_NAMES, None));
    };
    let wanted = asm.program.symbols.wanted;
    let Some(second) = asm.name()? else {
        return Err(asm.abandon(&messages::TOO_FEW_NAMES, None));
    };
    let found = asm.program.symbols.number(second);
    asm.program.symbols.wanted = wanted;
    let Some(found) = found else {
        asm.program.symbols.expunge(first);
        return Ok(None);
    };
    let (meaning, marks) =
        (asm.program.symbols.at(found).meaning, asm.program.symbols.at(found).marks);
    let number = asm.program.symbols.own_or_new(first, meaning);
    let symbol = asm.program.symbols.at_mut(number);
    (symbol.meaning, symbol.marks) = (meaning, marks);
    Ok(None)
}

/// .KILL and .HKILL: sets symbol table flags of names; on pass 2.
pub(super) fn mark(asm: &mut Assembler<'_>, of: Name, set: fn(&mut SymbolFlags)) -> Outcome {
    asm.must_stand_alone(of);
    while let Some(name) = asm.name()? {
        if asm.state.pass == 2 {
            let number = local(asm, name);
            set(&mut asm.program.symbols.at_mut(number).marks);
        }
    }
    Ok(None)
}

/// .BIND: puts names in this block, regardless of outer blocks.
pub(super) fn bind(asm: &mut Assembler<'_>, of: Name) -> Outcome {
    asm.must_stand_alone(of);
    while let Some(name) = asm.name()? {
        local(asm, name);
    }
    Ok(None)
}

/// Symbol of a name in this block, undefined if it is new.
fn local(asm: &mut Assembler<'_>, name: Name) -> usize {
    let known = asm.program.symbols.own(name);
    known.unwrap_or_else(|| {
        let number = asm.program.symbols.own_or_new(name, Meaning::Undefined { global: false });
        asm.program.symbols.at_mut(number).marks.may_be_macro = true;
        number
    })
}

/// .SEE: names only for cross-reference listings.
pub(super) fn see(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    while asm.name()?.is_some() {}
    Ok(None)
}

/// .SYMTAB: expected number of symbols and literals.
pub(super) fn table_size(asm: &mut Assembler<'_>, of: Name) -> Outcome {
    asm.must_stand_alone(of);
    let symbols = asm.argument(of)?.signed();
    let literals = asm.argument(of)?.signed();
    let words = asm.argument(of)?.signed();
    let refused = match (symbols, literals, words) {
        (MOST_SYMBOLS.., ..) => &messages::SYMTAB_TOO_BIG,
        (_, MOST_LITERALS.., _) => &messages::SYMTAB_LITERALS,
        (.., 0 | 3) => {
            asm.program.symbols.make_room(usize::try_from(symbols).unwrap_or(0));
            return Err(Unwind::Statement);
        }
        _ => &messages::SYMTAB_WORDS,
    };
    Err(asm.fatal(refused, None))
}
