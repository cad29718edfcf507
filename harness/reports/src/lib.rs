//! What a comparison of lanes says: as tables in five formats, as data for other programs, and as a page.
//!
//! [`tables`] draws up the tables; each format writes any table. A page and a terminal say the same.

pub mod html;
pub mod page;
pub mod profile;
pub mod svg;
pub mod table;
