//! Programs in files: those of sim65, `.prg` files of Commodore, and plain memory.

use std::path::Path;

use architecture::Format;
use machine::{Data, Image, Segment, Symbol};

use crate::machine::SPEC;
use crate::options::{Cpu, Options};
use crate::system::C_SP;

/// Formats that are written besides ELF.
pub(crate) const FORMATS: &[Format] = &[
    Format { name: "sim65", about: "6502 program for sim65 of cc65" },
    Format { name: "prg", about: "6502 program with the load address in its first two bytes" },
    Format { name: "bin", about: "bytes of a 6502 program, without an address" },
];

/// Description of the formats that are read.
pub(crate) const KINDS: &str =
    "programs of sim65, .prg files of the 6502, and its .bin files with `--dialect ca65`";

/// Start of a file of sim65, with the version of the format.
const SIM65: &[u8] = b"sim65\x02";
/// Processors in such a file, by their numbers.
const CPUS: [Cpu; 3] = [Cpu::Nmos, Cpu::Cmos, Cpu::NmosUndocumented];

/// Where the processor finds the address of the first instruction.
const RESET: usize = 0xfffc;

/// A program from a file, with changes to the options; `None` if the file is in no known format.
///
/// Many programs are in files with the end `.bin`: it is one of the 6502 only if the user chose
/// this machine.
pub(crate) fn open(
    name: &Path,
    bytes: &[u8],
    is_chosen: bool,
    options: &mut Options,
) -> Option<Result<Image, String>> {
    if let Some(rest) = bytes.strip_prefix(SIM65) {
        return Some(open_sim65(rest, options));
    }
    let extension = name.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "prg" => {
            let short = || "the file is shorter than its load address".to_owned();
            let read = bytes.split_first_chunk().ok_or_else(short);
            Some(read.and_then(|(load, rest)| {
                let load = u16::from_le_bytes(*load);
                image(load, options.start.unwrap_or(load), rest)
            }))
        }
        "bin" if is_chosen => {
            // A file that reaches the vectors says where it starts.
            let load = options.load;
            let reset = RESET.checked_sub(load.into()).and_then(|at| bytes.get(at..at + 2));
            let reset = reset.and_then(<[u8]>::first_chunk).map(|at| u16::from_le_bytes(*at));
            Some(image(load, options.start.or(reset).unwrap_or(load), bytes))
        }
        _ => None,
    }
}

fn open_sim65(bytes: &[u8], options: &mut Options) -> Result<Image, String> {
    let Some((&[cpu, c_sp, load_low, load_high, start_low, start_high], rest)) =
        bytes.split_first_chunk()
    else {
        return Err("the file ends within sim65's header".to_owned());
    };
    let unknown = || format!("sim65's header has the unknown processor {cpu}");
    options.cpu = *CPUS.get(usize::from(cpu)).ok_or_else(unknown)?;
    let [load, start] = [[load_low, load_high], [start_low, start_high]].map(u16::from_le_bytes);
    let mut image = image(load, start, rest)?;
    image.symbols.push(Symbol {
        name: C_SP[0].to_owned(),
        value: c_sp.into(),
        global: true,
        address: true,
    });
    Ok(image)
}

/// A program of one segment.
fn image(load: u16, start: u16, bytes: &[u8]) -> Result<Image, String> {
    let room = (1 << 16) - usize::from(load);
    if bytes.len() > room {
        let found = bytes.len();
        return Err(format!(
            "the program has {found} bytes, but there are {room} from ${load:04X} on"
        ));
    }
    let segment = Segment {
        name: ".text".to_owned(),
        base: load.into(),
        size: bytes.len() as u64,
        data: Data::Bytes(bytes.to_vec()),
        executable: true,
        writable: true,
    };
    let isa = SPEC.name.to_owned();
    Ok(Image { isa, entry: start.into(), segments: vec![segment], ..Image::default() })
}

/// Writes a program in one of [`FORMATS`].
pub(crate) fn write(cpu: Cpu, image: &Image, format: Option<&str>) -> Result<Vec<u8>, String> {
    let end = image.segments.iter().map(|segment| segment.base + segment.size).max();
    let load = image.segments.iter().map(|segment| segment.base).min().unwrap_or_default();
    let mut bytes = vec![0; (end.unwrap_or_default() - load) as usize];
    for segment in &image.segments {
        if let Data::Bytes(data) = &segment.data {
            let at = (segment.base - load) as usize;
            bytes[at..at + data.len()].copy_from_slice(data);
        }
    }
    let [load, start] = [load, image.entry].map(|address| (address as u16).to_le_bytes());
    let header = match format {
        Some("bin") => Vec::new(),
        Some("prg") => load.to_vec(),
        Some("sim65") => {
            let number = CPUS.iter().position(|known| *known == cpu).unwrap_or_default();
            [SIM65, &[number as u8, c_sp(image) as u8], &load, &start].concat()
        }
        _ => return Err("programs of the 6502 are written as elf, sim65, prg or bin".to_owned()),
    };
    Ok([header, bytes].concat())
}

/// Address in page zero of the stack pointer of C.
pub(crate) fn c_sp(image: &Image) -> u64 {
    let symbol = image.symbols.iter().find(|symbol| C_SP.contains(&&*symbol.name));
    symbol.map_or(0, |symbol| symbol.value & 0xff)
}
