//! The end of the program, and its file format.

use super::super::context::{Assembler, Outcome, Unwind};
use super::super::messages;
use super::super::name::Name;
use super::super::output::Format;
use super::super::settings::Setting;
use super::super::stink::Command;
use super::super::symbols::MAIN;
use crate::Word36;

/// JRST, the opcode of a start instruction without one.
const JRST: u32 = 0o254000;

/// END: places variables and literals, and sets the start from the word after it.
pub(super) fn end(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.must_stand_alone(name);
    asm.leave_groupings();
    asm.report_conditionals();
    if asm.program.symbols.current() != MAIN {
        asm.error(&messages::BLOCKS_UNMATCHED, None);
    }
    asm.reread_end();
    let line = asm.program.listing.set_line_aside();
    asm.place_variables();
    asm.place_literals()?;
    asm.punch_chains();
    asm.program.output.end_block();
    if asm.punches() {
        asm.end_output_block();
    }
    asm.flush_listing_of_word();
    asm.program.listing.resume_line(line);
    asm.program.output.end = asm.program.location.counter;
    if asm.state.pass == 1 {
        asm.read_word()?;
        return Err(Unwind::Pass);
    }
    asm.state.reading.word_seen = false;
    let value = asm.argument_word(name)?;
    let mut start = value.word;
    asm.program.listing.assigned(start);
    asm.flush_listing_of_word();
    if asm.is_relocatable() {
        asm.program.stink.set_right(asm.program.location.counter);
        asm.punch_command(Command::Start, value);
        asm.report_literals();
        return Err(Unwind::Pass);
    }
    let is_operation = match asm.program.output.format {
        Format::DecSave => start.left() != 0,
        _ => start.left() & 0o777000 != 0,
    };
    if !is_operation {
        start = start | Word36::halves(JRST, 0);
    }
    if start.signed() <= 0 {
        asm.error(&messages::START_NEGATIVE, None);
        start = Word36::halves(JRST, start.right());
    }
    asm.program.output.start = Some(start);
    asm.report_literals();
    Err(Unwind::Pass)
}

/// NOSYMS: the file has no symbols.
pub(super) fn no_symbols(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.must_stand_alone(name);
    asm.program.output.symbols = false;
    Ok(None)
}

/// .SBLK: selects the default format.
pub(super) fn sblk(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    set_format(asm, Format::Sblk)
}

/// .SLDR: refused. In MIDAS it writes another loader among the program's words, after the one that
/// an SBLK file starts with; DDT cannot load such a file.
pub(super) fn second_loader(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    Err(asm.fatal(&messages::SECOND_LOADER, Some(name)))
}

/// SBLK: the same as .SBLK, with a message.
pub(super) fn sblk_reported(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.report(&format!("{name} Encountered\r\n"));
    set_format(asm, Format::Sblk)
}

/// RIM10: starts the file with a paper tape loader.
pub(super) fn rim10(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.report(&format!("{name} Encountered\r\n"));
    set_format(asm, Format::Rim10)
}

/// .DECSAV: selects a DEC save file.
pub(super) fn dec_save(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    set_format(asm, Format::DecSave)
}

fn set_format(asm: &mut Assembler<'_>, format: Format) -> Outcome {
    if asm.is_relocatable() {
        return Err(asm.fatal(&messages::TWO_FORMATS, None));
    }
    asm.program.output.end_block();
    asm.program.output.format = format;
    Ok(None)
}

/// WORD: a word for the file without an address.
pub(super) fn raw_word(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.must_stand_alone(name);
    asm.program.output.end_block();
    let word = asm.read_word()?.word;
    asm.skip_text()?;
    if asm.state.pass == 2 {
        let before = asm.program.output.blocks.len();
        asm.program.output.raw.push((before, word));
    }
    Err(Unwind::Statement)
}

/// .NSTGW and .YSTGW: makes words errors, or no longer; each .NSTGW needs a .YSTGW.
pub(super) fn storage(asm: &mut Assembler<'_>, step: i64) -> Outcome {
    let depth = (asm.program.settings[Setting::NoStorage].signed() + step).max(0);
    asm.program.settings[Setting::NoStorage] = Word36::from_signed(depth);
    Ok(None)
}

/// .LSTON and .LSTOFF.
pub(super) fn list(asm: &mut Assembler<'_>, on: bool) -> Outcome {
    asm.list(on);
    Ok(None)
}
