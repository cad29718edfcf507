//! Reports: [formats](mod@format) for any of them, those of a [`verification`], and those of a comparison of lanes.
//!
//! A comparison is written as tables in several formats, as data for other programs, and as a page.
//! A [`Document`](document::Document) has all text and tables ([`tables`] makes them), and each format writes any
//! document. [`data`] has the numbers of each run.

pub mod against;
pub mod data;
pub mod document;
mod families;
pub mod format;
pub mod html;
pub mod latex;
pub mod markdown;
pub mod page;
pub mod profile;
pub mod summary;
pub mod svg;
pub mod table;
pub mod tables;
pub mod text;
pub mod verification;
