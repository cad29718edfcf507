//! Object files of lc3as and lc3tools, and tables of symbols.
//!
//! Sources: the file `docs/OBJ.md` of lc3tools, and the output of lc3as.

use std::path::Path;

use architecture::{Format, ProgramFile};
use machine::{Data, Image, Segment, Symbol};

use crate::processor::SPEC;

/// First bytes of an object file of lc3tools: its mark and version.
const LC3TOOLS: &[u8] = b"\x1c\x30\x15\xc0\x01\x01\x01";

/// Formats of the assembler's output; the first is the default.
pub(crate) const FORMATS: &[Format] = &[
    Format { name: "obj", about: "Origin and words, as lc3as writes them [default] (LC-3)" },
    Format { name: "lc3tools", about: "Segments with source text, as lc3tools writes them (LC-3)" },
    Format { name: "sym", about: "Table of symbols, as lc3as writes it (LC-3)" },
];

/// Reads an object file: one of lc3tools by its mark, one of lc3as by its name.
pub(crate) fn read(name: &Path, bytes: &[u8]) -> Option<Result<Image, String>> {
    if let Some(entries) = bytes.strip_prefix(LC3TOOLS) {
        let segments = segments_of(entries);
        return Some(segments.map(image).ok_or_else(|| damaged("ends in the middle of an entry")));
    }
    let is_named = name.extension().is_some_and(|end| end.eq_ignore_ascii_case("obj"));
    if !is_named {
        return None;
    }
    let words: Vec<u64> =
        bytes.chunks_exact(2).map(|pair| u64::from(pair[0]) << 8 | u64::from(pair[1])).collect();
    let Some((&origin, words)) = words.split_first().filter(|_| bytes.len().is_multiple_of(2))
    else {
        return Some(Err(damaged("does not consist of words of 16 bits")));
    };
    Some(Ok(image(vec![(origin, words.to_vec())])))
}

fn damaged(why: &str) -> String {
    format!("this LC-3 object file is damaged: it {why}")
}

/// Segments of a file of lc3tools: entries of a word, whether it is an origin, and a source line.
fn segments_of(mut entries: &[u8]) -> Option<Vec<(u64, Vec<u64>)>> {
    let mut segments: Vec<(u64, Vec<u64>)> = Vec::new();
    while !entries.is_empty() {
        let ([low, high, is_origin, length @ ..], rest) = entries.split_first_chunk::<7>()?;
        let word = u64::from(*high) << 8 | u64::from(*low);
        let length = u32::from_le_bytes(*length);
        entries = rest.get(usize::try_from(length).ok()?..)?;
        match segments.last_mut() {
            _ if *is_origin != 0 => segments.push((word, Vec::new())),
            Some((_, words)) => words.push(word),
            None => return None,
        }
    }
    Some(segments)
}

fn image(segments: Vec<(u64, Vec<u64>)>) -> Image {
    let entry = segments.first().map_or(0, |(origin, _)| *origin);
    let segment = |(base, words): (u64, Vec<u64>)| Segment {
        name: ".text".to_owned(),
        base,
        size: words.len() as u64,
        data: Data::Words(words),
        executable: true,
        writable: true,
    };
    let segments = segments.into_iter().map(segment).collect();
    Image { isa: SPEC.name.to_owned(), entry, segments, ..Image::default() }
}

/// Words of a program in runs without gaps, in order of address.
fn runs(image: &Image) -> Vec<(u64, Vec<u64>)> {
    let mut runs: Vec<(u64, Vec<u64>)> = Vec::new();
    for segment in &image.segments {
        let Data::Words(words) = &segment.data else { continue };
        match runs.last_mut() {
            Some((base, run)) if *base + run.len() as u64 == segment.base => run.extend(words),
            _ => runs.push((segment.base, words.clone())),
        }
    }
    runs
}

/// Writes a program in a format.
pub(crate) fn write(made: &ProgramFile, format: Option<&str>) -> Result<Vec<u8>, String> {
    let mut runs = runs(&made.image);
    // The first segment is where execution starts.
    runs.sort_by_key(|(base, words)| {
        !(*base..*base + words.len() as u64).contains(&made.image.entry)
    });
    match format {
        None | Some("obj") => {
            let [(origin, words)] = runs.as_slice() else {
                return Err("an object file of lc3as has one segment: use --format lc3tools \
                            for programs with several `.ORIG`"
                    .to_owned());
            };
            let all = std::iter::once(origin).chain(words);
            Ok(all.flat_map(|&word| (word as u16).to_be_bytes()).collect())
        }
        Some("lc3tools") => {
            let mut bytes = LC3TOOLS.to_vec();
            for (origin, words) in runs {
                entry(&mut bytes, origin, true);
                words.iter().for_each(|&word| entry(&mut bytes, word, false));
            }
            Ok(bytes)
        }
        Some(_) => Ok(symbols(&made.image.symbols).into_bytes()),
    }
}

/// An entry of a file of lc3tools, without its source line.
fn entry(bytes: &mut Vec<u8>, word: u64, is_origin: bool) {
    bytes.extend((word as u16).to_le_bytes());
    bytes.push(is_origin.into());
    bytes.extend(0u32.to_le_bytes());
}

/// Table of symbols, in order of address.
fn symbols(symbols: &[Symbol]) -> String {
    let mut text = "// Symbol table\n// Scope level 0:\n//\tSymbol Name       Page Address\n\
                    //\t----------------  ------------\n"
        .to_owned();
    let mut order: Vec<&Symbol> = symbols.iter().filter(|symbol| symbol.address).collect();
    order.sort_by_key(|symbol| symbol.value);
    for symbol in order {
        text += &format!("//\t{:<16}  {:04X}\n", symbol.name, symbol.value);
    }
    text + "\n"
}
