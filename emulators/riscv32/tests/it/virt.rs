//! Programs for QEMU's board `virt`: output and status as in QEMU 7.2.
//!
//! The programs are in `tests/virt`, each with the output that QEMU printed. `cargo xtask peers virt`
//! compares them again.

use std::path::{Path, PathBuf};

use architecture::Choices;
use asmkit::{NoLibrary, Sources};
use machine::{Host, Image, Stop};
use riscv32::{ARCHITECTURE, Options, Riscv32, assembler};

use crate::engines;

const INPUT: &[u8] = b"Hello\n";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/virt")
}

fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder").map(|entry| {
        let path = entry.expect("an entry").path();
        let is_output = path.extension().is_some_and(|extension| extension == "out");
        is_output.then(|| path.file_stem().expect("a name").to_string_lossy().into_owned())
    });
    let mut names: Vec<String> = entries.flatten().collect();
    names.sort();
    names
}

fn image(name: &str) -> Image {
    let mut sources = Sources::new();
    let files = [name, "support"].map(|name| {
        let name = format!("{name}.s");
        let source = std::fs::read(folder().join(&name)).expect("a source");
        sources.add(&name, &source)
    });
    let assembled = assembler::assemble(&mut sources, &files, &Options::virt(), &NoLibrary);
    assembled.unwrap_or_else(|messages| panic!("{name}: {messages:?}")).image
}

fn expected(name: &str) -> (String, i32) {
    let output = std::fs::read_to_string(folder().join(format!("{name}.out"))).expect("text");
    (output, if name == "exit42" { 42 } else { 0 })
}

fn run(name: &str, image: &Image) -> (String, i32) {
    let new = || Riscv32::new(Options::virt());
    let host = Host::with_input(INPUT);
    let (_, mut host, stop) = engines::agreed(name, image, &host, 1_000_000, new, |_| {});
    let Stop::Exit { status } = stop else { panic!("{name}: {stop:?}") };
    let output = [host.output.take(), host.errors.take()].concat();
    (String::from_utf8(output).expect("text"), status)
}

#[test]
fn programs_end_as_in_qemu() {
    let names = names();
    assert!(names.len() >= 57, "{names:?}");
    for name in names {
        assert_eq!(run(&name, &image(&name)), expected(&name), "{name}");
    }
}

/// A file that is not a text is a program for the start of the memory.
#[test]
fn a_raw_binary_starts_at_the_start_of_memory() {
    let image = image("hello");
    let mut bytes = vec![0; 0x4000];
    for segment in &image.segments {
        let machine::Data::Bytes(data) = &segment.data else { continue };
        let at = (segment.base - 0x8000_0000) as usize;
        bytes[at..at + data.len()].copy_from_slice(data);
    }
    let mut given = Choices::default();
    given.set("board", "virt".to_owned());
    let open = |name: &str, bytes: &[u8]| ARCHITECTURE.open(Path::new(name), bytes, &given);
    let opened = open("hello.bin", &bytes).expect("a binary").expect("a program");
    assert_eq!(run("hello", &opened.made.image), expected("hello"));
    assert!(open("hello.s", b"_start: nop\n").is_none(), "a source");
}

/// A write of 0x7777 to the finisher resets the board: the program starts again.
#[test]
fn a_reset_starts_the_program_again() {
    let source = "
        .data
x:      .word 0
        .text
        .globl _start
_start: li t0, 0x80800000
        lw t1, 0(t0)
        addi t1, t1, 1
        sw t1, 0(t0)
        li a0, 0x100000
        li t2, 3
        li t3, 0x43333
        beq t1, t2, 1f
        li t3, 0x7777
1:      sw t3, 0(a0)
        j 1b";
    let mut sources = Sources::new();
    let file = sources.add("reset.s", source.as_bytes());
    let made = assembler::assemble(&mut sources, &[file], &Options::virt(), &NoLibrary);
    let image = made.unwrap_or_else(|messages| panic!("{messages:?}")).image;
    assert_eq!(run("reset", &image), (String::new(), 4));
}
