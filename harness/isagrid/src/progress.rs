//! Progress on a terminal: drawn again and again on standard error, and taken away at the end.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of a length that is drawn by this template, with `msg` for what is under way; hidden where
/// standard error is no terminal that can take a line back.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    if !is_shown() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    // A terminal that is told letters of ASCII shows no blocks.
    let style = if is_utf8() {
        style.progress_chars("█▉▊▋▌▍▎▏ ")
    } else {
        style.progress_chars("=> ")
    };
    ProgressBar::new(length).with_style(style)
}

/// Whether anybody sees progress.
pub(crate) fn is_shown() -> bool {
    std::io::stderr().is_terminal() && variable("TERM").is_none_or(|term| term != "dumb")
}

/// Whether the locale says UTF-8.
///
/// Source: POSIX.1-2024, Base Definitions, 8.2: the first of these that is set and not empty counts.
fn is_utf8() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.iter().find_map(|name| variable(name)).unwrap_or_default();
    is_locale_of_utf8(&locale) || cfg!(windows)
}

/// Whether a locale's codeset is UTF-8, as in `de_DE.UTF-8@euro`.
fn is_locale_of_utf8(locale: &str) -> bool {
    let codeset = locale.split_once('.').map_or("", |(_, codeset)| codeset);
    let codeset = codeset.split('@').next().unwrap_or_default().replace('-', "");
    codeset.eq_ignore_ascii_case("utf8")
}

/// A variable of the environment that is set and not empty.
#[expect(clippy::disallowed_methods, reason = "what a terminal can show is told there alone")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_its_codeset() {
        for utf8 in ["C.UTF-8", "en_US.utf8", "de_DE.UTF-8@euro"] {
            assert!(is_locale_of_utf8(utf8), "{utf8}");
        }
        for other in ["", "C", "POSIX", "de_DE@euro", "ja_JP.eucJP", "en_US.ISO-8859-1"] {
            assert!(!is_locale_of_utf8(other), "{other}");
        }
    }
}
