//! The colours of a page, for light and dark, and which of them lie on each other.
//!
//! Marks are those of Okabe and Ito (*Color Universal Design*, 2008), darker on light paper and lighter on
//! dark, until each can be told from the paper and holds text in the paper's colour.

use std::fmt::Write as _;

/// A colour: its name in the style, and what it is in both schemes, as `#rrggbb`.
#[derive(Debug)]
pub struct Colour {
    /// Its name.
    pub name: &'static str,
    /// On light paper.
    pub light: &'static str,
    /// On dark paper.
    pub dark: &'static str,
    /// How it is used, which says what it must be told from.
    pub used: Use,
}

/// What a colour is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Text and everything else lies on it.
    Paper,
    /// Text is written in it, on every paper.
    Text,
    /// Marks and bars are drawn in it on the first paper, and text in that paper's colour lies on them.
    Mark,
    /// Lines that carry meaning, such as axes.
    Line,
    /// Lines that only make it easier on the eye.
    Hair,
}

#[rustfmt::skip]
const fn colour(name: &'static str, light: &'static str, dark: &'static str, used: Use) -> Colour {
    Colour { name, light, dark, used }
}

/// How many machines have a colour of their own; more begin again, with other marks.
pub const MACHINES: usize = 4;

/// Every colour; the first is the paper that plots are drawn on.
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
    // Machines, in the order they come in.
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

/// The custom properties of one scheme.
#[must_use]
pub fn properties(value: fn(&Colour) -> &'static str) -> String {
    let mut text = String::new();
    for colour in COLOURS {
        let _ = write!(text, "--{}:{};", colour.name, value(colour));
    }
    text
}
