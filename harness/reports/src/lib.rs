//! What a comparison of lanes says: as tables in several formats, as data for other programs, and as a page.
//!
//! A [`Document`](document::Document) has everything in words and tables ([`tables`] draws them up), and each format
//! writes any document: a terminal and a page say the same. [`data`] has the numbers of each run.

pub mod against;
pub mod data;
pub mod document;
pub mod html;
pub mod latex;
pub mod markdown;
pub mod page;
pub mod profile;
pub mod svg;
pub mod table;
pub mod tables;
pub mod text;
