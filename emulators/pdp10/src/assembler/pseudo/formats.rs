//! Programs for the linking loader STINK, and operations that it executes.
//!
//! Source: *MIDAS manual*, "Pseudos"; MIDAS 458, `ARELOC`, `A.LIB`, `A.LDCV` and `A.LOP`.

use super::super::context::{Assembler, Outcome, Read, Unwind};
use super::super::location::Location;
use super::super::messages;
use super::super::name::Name;
use super::super::stink::{BlockType, Command, code};
use super::super::syllable::Syllable;
use crate::Word36;

/// Flags of a name in a list of names: "or", "not known" and "global".
const OR: u64 = 1 << 35;
const NOT: u64 = 1 << 34;
const GLOBAL: u64 = 1 << 32;

/// Conditions of values, with the number that the loader knows them by.
const CONDITIONS: &[(&str, u32)] =
    &[(".LIFL", 1), (".LIFE", 2), (".LIFLE", 3), (".LIFGE", 5), (".LIFN", 6), (".LIFG", 7)];

/// An output format that is not supported.
pub(super) fn not_offered(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    Err(asm.fatal(&messages::NOT_OFFERED, Some(name)))
}

/// RELOCATABLE: selects the format of STINK, and starts at the program's own address 0.
pub(super) fn relocatable(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.must_stand_alone(name);
    start(asm);
    Ok(None)
}

fn start(asm: &mut Assembler<'_>) {
    asm.end_output_block();
    asm.program.relocatable = true;
    let location = &mut asm.program.location;
    *location = Location { counter: 0, relocated: true, ..location.clone() };
    let stink = &mut asm.program.stink;
    stink.clear();
    stink.moved = true;
    stink.kind = BlockType::Relocatable;
    stink.set_type(BlockType::Relocatable);
}

/// Reports an operation that needs a relocatable program.
fn needs_loader(asm: &mut Assembler<'_>, name: Name) -> Read<()> {
    asm.must_stand_alone(name);
    if !asm.is_relocatable() {
        return Err(asm.abandon(&messages::STINK_ONLY, Some(name)));
    }
    Ok(())
}

/// .LIBRARY: the loader skips the program unless a name is wanted; it is relocatable.
pub(super) fn library(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    needs_loader(asm, name)?;
    names(asm, BlockType::Library)?;
    start(asm);
    Ok(None)
}

/// .LIFS: the loader skips a part unless names are known.
pub(super) fn if_known(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    needs_loader(asm, name)?;
    names(asm, BlockType::IfKnown)?;
    asm.program.conditionals += 1;
    Err(Unwind::Statement)
}

/// Reads names with `,`, `+` and `-` between them as a block.
fn names(asm: &mut Assembler<'_>, kind: BlockType) -> Read<()> {
    asm.end_output_block();
    let mut flags = 0;
    loop {
        let syllable = asm.next_syllable()?;
        if !matches!(syllable, Syllable::Nothing) {
            let name = asm.state.syllable.bits();
            asm.stink_word(Word36::new(flags | GLOBAL | name));
            flags &= !OR;
        }
        if asm.state.terminator.ends_word() {
            break;
        }
        match asm.source.input.last() {
            b',' => flags = OR,
            b'+' => flags &= !NOT,
            b'-' => flags |= NOT,
            _ => {}
        }
    }
    asm.program.stink.set_type(kind);
    asm.program.stink.end_block();
    Ok(())
}

/// .LIFE and the like: the loader skips a part unless a value has a property.
pub(super) fn if_value(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    needs_loader(asm, name)?;
    let value = asm.argument_word(name)?;
    let condition = CONDITIONS.iter().find(|(known, _)| Name::new(known) == name);
    asm.program.stink.set_condition(condition.map_or(0, |(_, number)| *number));
    asm.punch_command(Command::IfValue, value);
    asm.program.stink.set_condition(0);
    asm.program.conditionals += 1;
    Err(Unwind::Statement)
}

/// .ELDC: ends such a part.
pub(super) fn end_if(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    needs_loader(asm, name)?;
    let stink = &mut asm.program.stink;
    stink.end_block();
    stink.set_type(BlockType::EndIf);
    stink.moved = true;
    stink.end_block();
    asm.program.conditionals = asm.program.conditionals.saturating_sub(1);
    Err(Unwind::Statement)
}

/// .LOP: an instruction that the loader executes, with its operands.
pub(super) fn loader_operation(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    needs_loader(asm, name)?;
    asm.program.stink.end_block();
    for _ in 0..3 {
        let value = asm.field_apart()?;
        asm.punch(value, false);
    }
    asm.program.stink.end_command(Command::Execute);
    Err(Unwind::Statement)
}

/// .LIBRQ: names that libraries must define.
pub(super) fn request(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    needs_loader(asm, name)?;
    while let Some(wanted) = asm.name()? {
        asm.program.stink.second(code::REQUEST);
        asm.stink_word(Word36::new(GLOBAL | wanted.bits()));
    }
    Ok(None)
}

/// .LNKOT: writes the heads of all chains of uses.
pub(super) fn chains(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.must_stand_alone(name);
    asm.punch_chains();
    Ok(None)
}
