//! Settings of the assembler that programs read, and set with `=`.

use std::ops::{Index, IndexMut};

use crate::Word36;

/// A named setting of the assembler.
///
/// Source: *MIDAS manual*, "Pseudos"; MIDAS 458, the uses of `INTSYM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    /// `.MLLIT`: positive if literals may have several lines, zero if the line end closes them,
    /// negative if that is an error.
    MultiLine,
    /// `.PASS`: number of the pass.
    Pass,
    /// `.PPASS`: number of passes.
    Passes,
    /// `.HKALL`: nonzero to half-kill labels.
    HalfKill,
    /// `.STGSW`: nonzero to make storage words errors.
    NoStorage,
    /// `.LITSW`: nonzero to make literals errors.
    NoLiterals,
    /// `.AVAL1`: the accumulator after `.AOP`.
    First,
    /// `.AVAL2`: the memory operand after it.
    Second,
    /// `.ASKIP`: nonzero if its instruction skipped.
    Skipped,
    /// `.ERRCNT`: number of errors so far.
    Errors,
    /// `.CURLN`: current line, minus one.
    Line,
    /// `.CURPG`: current page, minus one.
    Page,
    /// `.QMTCH`: nonzero if quotes must be closed.
    QuotesMatch,
    /// `.STPLN`: line to stop at.
    StopLine,
    /// `.STPPG`: page to stop at.
    StopPage,
    /// `.BYTC`: bytes assembled since `.BYTE`.
    Bytes,
    /// `.FNAM1`: first name of the source file, as requested.
    Name1,
    /// `.FNAM2`: its second name.
    Name2,
    /// `.FVERS`: its version.
    Version,
    /// `.IFNM1`: first name of the file inserted last by the current file, or of the current file.
    Input1,
    /// `.IFNM2`: its second name.
    Input2,
    /// `.IFVRS`: its version.
    InputVersion,
    /// `.OFNM1`: the first name of the output file.
    Output1,
    /// `.OFNM2`: its second name.
    Output2,
    /// `.TTYFLG`: positive to type nothing.
    Silent,
    /// `.CRFIL`: for listings of cross-references.
    CrossReference,
}

const COUNT: usize = Setting::CrossReference as usize + 1;

/// Values of the settings.
#[derive(Debug, Clone)]
pub(crate) struct Settings([Word36; COUNT]);

impl Default for Settings {
    fn default() -> Self {
        Settings([Word36::default(); COUNT])
    }
}

impl Index<Setting> for Settings {
    type Output = Word36;

    fn index(&self, setting: Setting) -> &Word36 {
        &self.0[setting as usize]
    }
}

impl IndexMut<Setting> for Settings {
    fn index_mut(&mut self, setting: Setting) -> &mut Word36 {
        &mut self.0[setting as usize]
    }
}

/// Names of the settings.
#[rustfmt::skip]
pub(crate) const SETTINGS: &[(&str, Setting)] = &[
    (".MLLIT", Setting::MultiLine), (".PASS", Setting::Pass), (".PPASS", Setting::Passes),
    (".HKALL", Setting::HalfKill), (".STGSW", Setting::NoStorage),
    (".LITSW", Setting::NoLiterals), (".AVAL1", Setting::First), (".AVAL2", Setting::Second),
    (".ASKIP", Setting::Skipped), (".ERRCN", Setting::Errors), (".CURLN", Setting::Line),
    (".CURPG", Setting::Page), (".QMTCH", Setting::QuotesMatch), (".STPLN", Setting::StopLine),
    (".STPPG", Setting::StopPage), (".BYTC", Setting::Bytes),
    (".FNAM1", Setting::Name1),
    (".FNAM2", Setting::Name2), (".FVERS", Setting::Version), (".IFNM1", Setting::Input1),
    (".IFNM2", Setting::Input2), (".IFVRS", Setting::InputVersion), (".OFNM1", Setting::Output1),
    (".OFNM2", Setting::Output2), (".TTYFL", Setting::Silent), (".CRFIL", Setting::CrossReference),
];
