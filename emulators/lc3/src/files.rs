//! Object files of lc3as and lc3tools, programs as digits, and tables of symbols.
//!
//! Sources: the file `docs/OBJ.md` of lc3tools, the output of lc3as, and the textbook's chapter 6 for
//! programs in binary.

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

/// Reads an object file: one of lc3tools by its mark, one of lc3as or of digits by its name.
pub(crate) fn read(name: &Path, bytes: &[u8]) -> Option<Result<Image, String>> {
    if let Some(entries) = bytes.strip_prefix(LC3TOOLS) {
        let segments = segments_of(entries);
        return Some(segments.map(image).ok_or_else(|| damaged("ends in the middle of an entry")));
    }
    let is_named = |end: &str| name.extension().is_some_and(|own| own.eq_ignore_ascii_case(end));
    for (end, radix) in [("bin", 2), ("hex", 16)] {
        if is_named(end)
            && let Ok(text) = std::str::from_utf8(bytes)
            && let Some(words) = digits(text, radix)
        {
            return Some(words.map(|(origin, words)| image(vec![(origin, words)])));
        }
    }
    if !is_named("obj") {
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

/// Origin and words of a program that is written as digits, a word in each line, with comments after
/// `;`; `None` if its first line is no such word.
fn digits(text: &str, radix: u32) -> Option<Result<(u64, Vec<u64>), String>> {
    let most = if radix == 2 { 16 } else { 4 };
    let lines = (1..).zip(text.lines()).filter_map(|(number, line)| {
        let code = line.split(';').next().unwrap_or_default();
        let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        (!digits.is_empty()).then_some((number, digits))
    });
    let word = |(number, digits): (u32, String)| {
        let is_word = digits.len() == most && digits.chars().all(|c| c.is_digit(radix));
        let value = u64::from_str_radix(&digits, radix).ok().filter(|_| is_word);
        value.ok_or_else(|| {
            let digits = asmkit::plain_name(&digits);
            format!("line {number}: `{digits}` is not a word of {most} digits in radix {radix}")
        })
    };
    let mut words = lines.map(word);
    let origin = words.next()?.ok()?;
    Some(words.collect::<Result<Vec<u64>, String>>().map(|words| (origin, words)))
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
            if runs.is_empty() {
                return Err("the program is empty".to_owned());
            }
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
