//! Reports about a comparison of lanes: tables in several formats, data for other programs, and a page.
//!
//! A [`Document`](document::Document) has all text and tables ([`tables`] makes them), and each format writes any
//! document. [`data`] has the numbers of each run.

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
