//! Random programs give the same bytes here and with the real GNU as and ld.
//!
//! They exercise the decisions of the linker: near and far branches, calls, addresses of data,
//! alignments, in two files. If the tools are not installed, the test reports that.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use asmkit::{NoLibrary, Sources, elf, render};
use machine::{Data, Image, Random};
use riscv32::assembler::{Placement, assemble_placed};
use riscv32::{Dialect, Options, Profile};

const AS: &str = "riscv64-unknown-elf-as";
const LD: &str = "riscv64-unknown-elf-ld";

/// `e_machine` of RISC-V.
const RISCV: u16 = 243;

/// Number of pairs of files, each linked in four ways.
const PROGRAMS: u64 = 20;

struct Writer {
    text: String,
    random: Random,
    /// Letters of this file's labels in text and data.
    own: (char, char),
    /// Letters of the other file's labels, of which 0 and 1 are global.
    other: (char, char),
}

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.next_u64() % limit
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    fn register(&mut self) -> &'static str {
        self.one(&["a0", "a1", "s0", "s1", "t0", "a5", "t3"])
    }

    fn label(&mut self, labels: u64) -> String {
        let number = self.below(labels);
        format!("{}{number}", self.own.0)
    }

    fn datum(&mut self) -> String {
        match self.below(6) {
            number @ 0..2 => format!("{}{number}", self.other.1),
            number => format!("{}{}", self.own.1, number - 2),
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "\t{line}");
    }

    fn instruction(&mut self, labels: u64) {
        let (r, q) = (self.register(), self.register());
        let (near, d) = (self.label(labels), self.datum());
        let far = match self.below(6) {
            number @ 0..2 => format!("{}{number}", self.other.0),
            _ => self.label(labels),
        };
        let number = self.below(140_000) as i64 - 70_000;
        let line = match self.below(24) {
            0 => format!("call {far}"),
            1 => format!("tail {far}"),
            2 => format!("j {near}"),
            3 => format!("jal {near}"),
            4 => format!("beqz {r}, {near}"),
            5 => format!("bnez {r}, {near}"),
            6 => format!("blt {r}, {q}, {near}"),
            7 => format!("la {r}, {d}"),
            8 => format!("la {r}, {d}+4"),
            9 => format!("lla {r}, {near}"),
            10 => format!("lw {r}, {d}"),
            11 => format!("sw {r}, {d}, {q}"),
            12 => format!("lui {r}, %hi({d})\n\taddi {r}, {r}, %lo({d})"),
            13 => format!("lui {r}, %hi({d})\n\tsw {q}, %lo({d})({r})"),
            14 => format!("li {r}, {number}"),
            15 => format!("mv {r}, {q}"),
            16 => format!("add {r}, {r}, {q}"),
            17 => format!("lw {r}, {}(sp)", number & 0x3fc),
            18 => format!("addi {r}, {r}, {}", number % 40),
            19 => format!(".align {}", 1 + number.rem_euclid(4)),
            20 => format!(".option push\n\t.option norelax\n\tla {r}, {d}\n\t.option pop"),
            21 => format!(".option push\n\t.option norvc\n\tadd {r}, {r}, {q}\n\t.option pop"),
            22 => format!(".word {near}, {near} - {}0", self.own.0),
            _ => format!("flw fa0, {d}, {q}"),
        };
        self.line(&line);
    }

    /// Enough instructions to put their surroundings out of reach, or just within it.
    fn distance(&mut self) {
        let counts = ["62", "63", "64", "65", "510", "511", "512", "1020", "1022", "1023", "1024"];
        let count = self.one(&counts);
        let add = ".option push\n\t.option norvc";
        self.line(&format!("{add}\n\t.rept {count}\n\tadd a0, a0, a1\n\t.endr\n\t.option pop"));
    }

    fn file(mut self, start: bool) -> String {
        let (text, data) = self.own;
        self.line(&format!(".globl {text}0, {text}1, {data}0, {data}1"));
        if start {
            self.line(".globl _start\n_start: .option push\n\t.option norelax");
            self.line("la gp, __global_pointer$\n\t.option pop");
        }
        let labels = 3 + self.below(8);
        let far = self.below(2) == 0;
        for label in 0..labels {
            let _ = writeln!(self.text, "{text}{label}:");
            for _ in 0..=self.below(8) {
                self.instruction(labels);
            }
            if far && self.below(4) == 0 {
                self.distance();
            }
        }
        let room = self.one(&["0", "4", "100", "2040", "4000"]);
        self.line(&format!(".data\n\t.space {room}"));
        for datum in 0..4 {
            let (align, value) = (self.below(6), self.one(&["0", "1", "2"]));
            self.line(&format!(".align {align}\n{data}{datum}: .word {text}{value}, {align}"));
            if self.below(3) == 0 {
                let size = self.one(&["4", "8", "100"]);
                self.line(&format!(".size {data}{datum}, {size}"));
            }
            let gap = self.one(&["0", "0", "8", "1000", "2000"]);
            self.line(&format!(".space {gap}"));
        }
        self.text
    }
}

/// Both files of a program.
fn program(seed: u64) -> [String; 2] {
    let writer =
        |seed, own, other| Writer { text: String::new(), random: Random::seeded(seed), own, other };
    [
        writer(2 * seed, ('L', 'd'), ('M', 'e')).file(true),
        writer(2 * seed + 1, ('M', 'e'), ('L', 'd')).file(false),
    ]
}

fn run(tool: &str, arguments: &[&str], folder: &Path) {
    let output = Command::new(tool).args(arguments).current_dir(folder).output();
    let output = output.expect("the tool ran before");
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Output of GNU as and ld for the files.
fn theirs(files: &[String; 2], march: &str, relax: bool, folder: &Path) -> Image {
    let march = format!("-march={march}_zicsr_zifencei");
    let relax_as = if relax { "-mrelax" } else { "-mno-relax" };
    for (text, name) in files.iter().zip(["a", "b"]) {
        let (source, object) = (format!("{name}.s"), format!("{name}.o"));
        std::fs::write(folder.join(&source), text).expect("the folder is ours");
        run(AS, &[&march, "-mabi=ilp32", relax_as, "-o", &object, &source], folder);
    }
    let relax_ld = if relax { "--relax" } else { "--no-relax" };
    let places = ["-Ttext=0x10000", "-Tdata=0x20000"];
    let arguments = ["-melf32lriscv", relax_ld, places[0], places[1], "-o", "p", "a.o", "b.o"];
    run(LD, &arguments, folder);
    let bytes = std::fs::read(folder.join("p")).expect("the linker wrote it");
    elf::read(&bytes, "riscv32", RISCV).expect("an executable").image
}

fn ours(files: &[String; 2], march: &str, relax: bool) -> Image {
    let profile = Profile::named(march).expect("a profile");
    let options = Options { profile, relax, ..Options::of(Dialect::Gnu) };
    let mut sources = Sources::new();
    let ids = files.each_ref().map(|text| sources.add("p.s", text.as_bytes()));
    let starts = [(".text", 0x10000), (".data", 0x20000)];
    let placement = Placement { starts: &starts };
    match assemble_placed(&mut sources, &ids, &options, &placement, &NoLibrary) {
        Ok(assembly) => assembly.image,
        Err(messages) => panic!("{}", render(&messages[0], &sources, false)),
    }
}

/// Bytes from an address, as far as there are any.
fn bytes_at(image: &Image, address: u64) -> Vec<u8> {
    let inside = |segment: &&machine::Segment| {
        (segment.base..segment.base + segment.size).contains(&address)
    };
    let Some(segment) = image.segments.iter().find(inside) else { return Vec::new() };
    let Data::Bytes(bytes) = &segment.data else { return Vec::new() };
    let mut bytes = bytes.clone();
    bytes.resize(segment.size as usize, 0);
    bytes.split_off((address - segment.base) as usize)
}

#[test]
fn random_programs_are_linked_alike() {
    let there = |tool| Command::new(tool).arg("--version").output().is_ok();
    if !there(AS) || !there(LD) {
        println!("not checked: {AS} and {LD} are not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder that vanishes by itself");
    for seed in 0..PROGRAMS {
        let files = program(seed);
        for march in ["rv32imafd", "rv32imafdc"] {
            for relax in [false, true] {
                let theirs = theirs(&files, march, relax, folder.path());
                let ours = ours(&files, march, relax);
                for address in [0x10000, 0x20000] {
                    let (ours, theirs) = (bytes_at(&ours, address), bytes_at(&theirs, address));
                    assert!(!theirs.is_empty(), "seed {seed}: nothing at {address:#x}");
                    assert!(ours == theirs, "seed {seed} {march} relax {relax} at {address:#x}");
                }
            }
        }
    }
}
