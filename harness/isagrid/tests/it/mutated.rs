//! Program files and sources with random changes: they load and run, or are refused with a message,
//! but never panic.
//!
//! `ISAGRID_MUTATIONS=20000 cargo test -p isagrid --test it mutated -- --nocapture` tries more, and
//! prints the slowest file of each format.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use architecture::{Choices, Executable};
use asmkit::{NoLibrary, Sources, elf};
use machine::{Host, Image, Machine as _, Random, Work};
use pdp10::files::{Packing, pdump, rim10, sblk, write_save};
use riscv32::esp32c3;
use targets::target::Target;

use crate::support::root;

/// Default number of files per format.
const DRAW: usize = 150;

/// Instruction limit for accepted programs.
const BUDGET_INSTRS: u64 = 3000;

fn draw() -> usize {
    #[expect(clippy::disallowed_methods, reason = "the user of the test may request more cases")]
    let asked = std::env::var("ISAGRID_MUTATIONS").ok();
    asked.and_then(|number| number.parse().ok()).unwrap_or(DRAW)
}

/// Changes files of a format and hands each to `read`.
fn mutate(format: &str, seeds: &[Vec<u8>], read: impl Fn(&[u8])) {
    assert!(!seeds.is_empty(), "{format}");
    let mut random = Random::seeded(20261122);
    let mut slowest = (0, 0);
    for number in 0..draw() {
        let bytes = mutated(seeds, &mut random);
        let millis = measured(|| read(&bytes));
        slowest = slowest.max((millis, number));
    }
    if draw() > DRAW {
        reported(format, slowest);
    }
}

#[expect(clippy::print_stdout, reason = "a larger draw was requested")]
fn reported(format: &str, (millis, number): (u128, usize)) {
    println!("{format}: {} files, number {number} took longest, {millis} ms", draw());
}

/// Duration in milliseconds.
#[expect(clippy::disallowed_methods, reason = "only reported, and nothing depends on it")]
fn measured(work: impl FnOnce()) -> u128 {
    let started = Instant::now();
    work();
    started.elapsed().as_millis()
}

/// Boundary values.
const EDGES: [u32; 9] = [0, 1, 4, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut below = |limit: usize| (random.next_u64() % limit.max(1) as u64) as usize;
    let mut bytes = seeds[below(seeds.len())].clone();
    for _ in 0..=below(5) {
        let at = below(bytes.len());
        let length = below(64).min(bytes.len() - at);
        match below(8) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << below(8),
            1 if !bytes.is_empty() => bytes[at] = below(256) as u8,
            2 => drop(bytes.drain(at..at + length)),
            3 => bytes.truncate(at),
            4 => {
                let again = bytes[at..at + length].to_vec();
                let to = below(bytes.len());
                bytes.splice(to..to, again);
            }
            5 => {
                let edge = EDGES[below(EDGES.len())];
                let edge = if below(2) == 0 { edge.to_le_bytes() } else { edge.to_be_bytes() };
                let at = at & !3;
                bytes.iter_mut().skip(at).zip(edge).for_each(|(byte, edge)| *byte = edge);
            }
            6 => {
                let edge = EDGES[below(EDGES.len())].to_string();
                bytes.splice(at..at, edge.into_bytes());
            }
            _ => {
                let other = &seeds[below(seeds.len())];
                let from = below(other.len());
                let part = &other[from..other.len().min(from + 200)];
                bytes.splice(at..at, part.to_vec());
            }
        }
    }
    bytes
}

/// Loads and runs an accepted program.
fn run(target: &Target, image: &Image) {
    let mut machine = target.machine();
    if let Err(error) = machine.load(image) {
        return assert!(!error.to_string().is_empty());
    }
    let mut host = Host { work: Work::limited(1 << 20), ..Host::with_input(b"1\n2\n") };
    let _ = machine.run(&mut host, BUDGET_INSTRS, &mut ());
    let _ = machine.disassemble(machine.pc());
}

/// Texts of files with an extension below these folders.
fn texts(folders: &[&str], end: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders {
        below(&root().join(folder), end, &mut paths);
    }
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn below(folder: &Path, end: &str, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => below(&path, end, paths),
            false if path.to_string_lossy().ends_with(end) => paths.push(path),
            false => {}
        }
    }
}

fn sources(dialect: &str, seeds: &[Vec<u8>]) {
    let target = Target::of(dialect).unwrap();
    mutate(dialect, seeds, |bytes| {
        let mut sources = Sources::new();
        let file = sources.add("mutated", bytes);
        match target.assemble(&mut sources, &[file], &NoLibrary) {
            Ok(assembly) => run(&target, &assembly.image),
            Err(messages) => {
                assert!(!messages.is_empty(), "refused without a message");
                for message in messages.iter().take(5) {
                    let shown = asmkit::render(message, &sources, false);
                    assert!(
                        shown.chars().all(|c| c == '\n' || asmkit::is_harmless(c)),
                        "{shown:?}"
                    );
                }
            }
        }
    });
}

#[test]
fn sources_of_mars() {
    sources("mars", &texts(&["emulators/mips32/tests/cases/mars"], ".s"));
}

#[test]
fn sources_of_spim() {
    sources("spim", &texts(&["emulators/mips32/tests/cases/spim"], ".s"));
}

#[test]
fn sources_of_rars() {
    sources("rars", &texts(&["emulators/riscv32/tests/cases/rars"], ".s"));
}

#[test]
fn sources_of_venus() {
    sources("venus", &texts(&["emulators/riscv32/tests/cases/venus"], ".s"));
}

#[test]
fn sources_of_gnu() {
    sources("gnu", &texts(&["emulators/riscv32/tests/cases/gnu"], ".s"));
}

#[test]
fn sources_of_midas() {
    sources("midas", &texts(&["asm", "harness/isagrid/tests/cases"], ".mid"));
}

#[test]
fn scripts_of_spl() {
    sources("spl", &texts(&["asm", "harness/isagrid/tests/cases"], ".spl"));
}

/// Image of a source of the repository in a dialect.
fn image(dialect: &str, path: &str) -> Image {
    let mut sources = Sources::new();
    let file = sources.add(path, &fs::read(root().join(path)).unwrap());
    let made = Target::of(dialect).unwrap().assemble(&mut sources, &[file], &NoLibrary);
    made.unwrap_or_else(|messages| panic!("{path}: {messages:?}")).image
}

#[test]
fn elf_files() {
    let made = [
        ("mars", "asm/backtrack/mips32-mars-9x9.s"),
        ("spim", "asm/backtrack/mips32-spim-9x9.s"),
        ("rars", "asm/backtrack/riscv32-rars-9x9.s"),
        ("gnu", "asm/backtrack/riscv32-gnu-9x9.s"),
    ];
    let seeds = made.map(|(dialect, path)| {
        let target = Target::of(dialect).unwrap();
        debuggers::gdb::elf(&target, &image(dialect, path), "").unwrap()
    });
    let targets = [Target::of("spim").unwrap(), Target::of("gnu").unwrap()];
    mutate("elf", &seeds, |bytes| {
        for target in &targets {
            let described = target.elf().unwrap();
            match elf::read(bytes, target.isa(), described.machine) {
                Ok(read) => {
                    let finished = target.architecture().open_elf(read, &Choices::default());
                    if let Ok(Executable { setup, made }) = finished {
                        run(&setup.into(), &made.image);
                    }
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    });
}

#[test]
fn images_of_the_esp32c3() {
    let board = Target::named("esp32c3", "gnu", &[]).unwrap();
    let mut sources = Sources::new();
    let path = "asm/backtrack/riscv32-esp32c3-9x9.s";
    let file = sources.add(path, &fs::read(root().join(path)).unwrap());
    let image = board.assemble(&mut sources, &[file], &NoLibrary).unwrap().image;
    let seeds = [
        esp32c3::image::write_app(&image).unwrap(),
        esp32c3::image::write_direct_boot(&image).unwrap(),
    ];
    mutate("esp32c3", &seeds, |bytes| match esp32c3::image::read(bytes) {
        Ok(image) => run(&board, &image),
        Err(error) => assert!(!error.to_string().is_empty()),
    });
}

#[test]
fn files_of_the_pdp10() {
    let mut sources = Sources::new();
    let path = "asm/backtrack/pdp10.mid";
    let file = sources.add(path, &fs::read(root().join(path)).unwrap());
    let options = pdp10::Options::default();
    let made = pdp10::assembler::assemble(&mut sources, &[file], &options, &NoLibrary).unwrap();
    let binary = &made.binary;
    let files = [
        sblk::write(binary),
        pdump::write(binary),
        rim10::write(binary),
        write_save(binary, 0o1000, "MAIN"),
    ];
    let packings = [Packing::Evacuated, Packing::CoreDump, Packing::HighDensity, Packing::Simh];
    let seeds: Vec<Vec<u8>> =
        files.iter().flat_map(|words| packings.map(|packing| packing.pack(words))).collect();
    let target = Target::of("midas").unwrap();
    mutate("pdp10", &seeds, |bytes| match pdp10::files::read(bytes) {
        Ok(loaded) => run(&target, &loaded.binary.image()),
        Err(error) => assert!(!error.to_string().is_empty()),
    });
}
