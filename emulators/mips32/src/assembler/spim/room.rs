//! Limits of the segments.

use asmkit::Span;

use super::{Assembler, Outcome};
use crate::assembler::messages as shared;
use crate::memory::spim;
use asmkit::program::Section;

/// First and last address of a segment at its maximum size.
///
/// SPIM tries to grow a full data segment, which fails, so the last byte is not available.
///
/// Source: facts of SPIM 9.1, its default sizes and limits.
fn reach(section: Section) -> (u32, u32) {
    match section {
        Section::Text => spim::TEXT,
        Section::Data | Section::Extern => (spim::DATA, spim::DATA + spim::DATA_LIMIT_BYTES - 2),
        Section::KernelText => spim::KERNEL_TEXT,
        Section::KernelData => (spim::KERNEL_DATA, spim::KERNEL_DATA + spim::DATA_LIMIT_BYTES - 2),
    }
}

impl Assembler<'_> {
    /// Checks that this many bytes fit at the current address.
    pub(super) fn check_space(&self, bytes: u64, span: Span) -> Outcome {
        if !self.in_text {
            return self.check_data_space(bytes, span);
        }
        let here = self.here();
        let section = self.text_section();
        let (first, last) = reach(section);
        // Kernel text may also be in the user text segment; the reverse ends SPIM.
        let (user_first, user_last) = reach(Section::Text);
        let inside = (first..=last).contains(&here)
            || section == Section::KernelText && (user_first..=user_last).contains(&here);
        if inside && here.is_multiple_of(4) {
            Ok(())
        } else {
            Err(Box::new(shared::outside_text(span, here)))
        }
    }

    /// Checks that this many bytes fit at the current data address, even in the text segment.
    pub(super) fn check_data_space(&self, bytes: u64, span: Span) -> Outcome {
        let here = self.data_here();
        let reached = [self.data_section(), Section::Data].map(reach);
        let Some((_, last)) =
            reached.into_iter().find(|(first, last)| (*first..=*last).contains(&here))
        else {
            // An address alone is not an error.
            return match bytes {
                0 => Ok(()),
                _ => Err(Box::new(shared::outside_data(span, here))),
            };
        };
        let room = u64::from(last) + 1 - u64::from(here);
        if bytes <= room {
            Ok(())
        } else {
            Err(Box::new(shared::space_too_large(span, bytes, room)))
        }
    }
}
