//! Programs made of words.

use machine::{Data, Image, Segment};

/// An image that starts at an address, from words with their addresses.
pub(crate) fn image(entry: u64, parts: Vec<(u64, Vec<u64>)>) -> Image {
    let segment = |(base, words): (u64, Vec<u64>)| Segment {
        name: String::new(),
        base,
        size: words.len() as u64,
        data: Data::Words(words),
        executable: true,
        writable: true,
    };
    Image {
        isa: "pdp10".to_owned(),
        entry,
        segments: parts.into_iter().map(segment).collect(),
        ..Image::default()
    }
}
