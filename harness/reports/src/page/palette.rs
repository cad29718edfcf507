//! Colours of a page in light and dark schemes, and their uses.
//!
//! Marks are those of Okabe and Ito (*Color Universal Design*, 2008), darkened on light paper and lightened on
//! dark paper for enough contrast with the paper, and with text in the paper's colour on them.

use std::fmt::Write as _;

/// Colour in both schemes, as `#rrggbb`.
#[derive(Debug)]
pub struct Colour {
    /// Name in the style sheet.
    pub name: &'static str,
    /// Value on light paper.
    pub light: &'static str,
    /// Value on dark paper.
    pub dark: &'static str,
    /// Use, which determines the required contrast.
    pub used: Use,
}

/// Use of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Background.
    Paper,
    /// Text on every background.
    Text,
    /// Marks and bars on the first background, with text in that background's colour on them.
    Mark,
    /// Meaningful lines, such as axes.
    Line,
    /// Decorative lines.
    Hair,
}

#[rustfmt::skip]
const fn colour(name: &'static str, light: &'static str, dark: &'static str, used: Use) -> Colour {
    Colour { name, light, dark, used }
}

/// Number of machine colours; further machines reuse them with other marks.
pub const MACHINES: usize = 4;

/// All colours; the first is the background of plots.
#[rustfmt::skip]
pub static COLOURS: &[Colour] = &[
    colour("paper",       "#fffefb", "#16181b", Use::Paper),
    colour("tint",        "#f6f3ec", "#1f2226", Use::Paper),
    colour("ink",         "#1d1c1a", "#e9e6df", Use::Text),
    colour("quiet",       "#5b5851", "#aba79e", Use::Text),
    colour("link",        "#0a568c", "#7fc3f2", Use::Text),
    colour("wrong",       "#a8321c", "#ff9a80", Use::Text),
    colour("axis",        "#7d7a72", "#85827b", Use::Line),
    colour("compiled",    "#85827a", "#807d76", Use::Line),
    colour("hair",        "#e4e0d6", "#33373c", Use::Hair),
    // Machines, in order of appearance.
    colour("machine-0",   "#0072b2", "#56b4e9", Use::Mark),
    colour("machine-1",   "#bd4a00", "#f08a4b", Use::Mark),
    colour("machine-2",   "#007a5a", "#2fc39a", Use::Mark),
    colour("machine-3",   "#9d4a80", "#e3a0c8", Use::Mark),
    // Families of instructions.
    colour("moves",       "#4a3f8f", "#a9a0f0", Use::Mark),
    colour("arithmetic",  "#8f5f00", "#e0a030", Use::Mark),
    colour("branches",    "#8c4272", "#de9cc4", Use::Mark),
    colour("jumps",       "#4f4c47", "#c4c0b8", Use::Mark),
    colour("other",       "#2f6b6b", "#74c4c0", Use::Mark),
];

/// CSS custom properties of one scheme.
#[must_use]
pub fn properties(value: fn(&Colour) -> &'static str) -> String {
    let mut text = String::new();
    for colour in COLOURS {
        let _ = write!(text, "--{}:{};", colour.name, value(colour));
    }
    text
}
