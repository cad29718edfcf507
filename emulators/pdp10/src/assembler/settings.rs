//! Quantities of the assembler that a program reads, and sets by `=`.

use std::ops::{Index, IndexMut};

use crate::Word36;

/// A quantity of the assembler that has a name.
///
/// Source: *MIDAS manual*, "Pseudos"; MIDAS 458, the uses of `INTSYM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    /// `.MLLIT`: positive where literals may have several lines, zero where the line ends them,
    /// negative where that is an error.
    MultiLine,
    /// `.PASS`: the number of the pass.
    Pass,
    /// `.PPASS`: how many there will be.
    Passes,
    /// `.HKALL`: nonzero where labels are half-killed.
    HalfKill,
    /// `.STGSW`: nonzero where storage words are errors.
    NoStorage,
    /// `.LITSW`: nonzero where literals are errors.
    NoLiterals,
    /// `.AVAL1`: the accumulator after `.AOP`.
    First,
    /// `.AVAL2`: the memory operand after it.
    Second,
    /// `.ASKIP`: nonzero when its instruction skipped.
    Skipped,
    /// `.ERRCNT`: the errors so far.
    Errors,
    /// `.CURLN`: the line being read, less one.
    Line,
    /// `.CURPG`: its page, less one.
    Page,
    /// `.QMTCH`: nonzero where quotes have to be closed.
    QuotesMatch,
    /// `.STPLN`: the line to stop at.
    StopLine,
    /// `.STPPG`: its page.
    StopPage,
    /// `.BYTC`: the bytes assembled since `.BYTE`.
    Bytes,
    /// `.FNAM1`: the first name of the source file, as it was asked for.
    Name1,
    /// `.FNAM2`: its second name.
    Name2,
    /// `.FVERS`: its version.
    Version,
    /// `.IFNM1`: the first name of the file that the one being read put in last, or its own.
    Input1,
    /// `.IFNM2`: its second name.
    Input2,
    /// `.IFVRS`: its version.
    InputVersion,
    /// `.OFNM1`: the first name of the output file.
    Output1,
    /// `.OFNM2`: its second name.
    Output2,
    /// `.TTYFLG`: positive where nothing is typed.
    Silent,
    /// `.CRFIL`: for listings of cross-references.
    CrossReference,
}

const COUNT: usize = Setting::CrossReference as usize + 1;

/// The values.
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

/// The names of the settings.
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
