//! A search for programs that the default engine runs slower than the plain engine.
//!
//! A program is some nested loops of random [pieces](Pieces) for one machine: loops over arrays,
//! floating point, calls through tables, instructions that change, system calls, traps, devices, delay
//! slots. A seed gives the same programs everywhere; only their times differ.

use std::path::{Path, PathBuf};

use super::programs::written;
use super::{Peer, Program, ours};
use crate::peers::Peers;

/// Assembly language with its machine's options, and files with the [parts](Pieces) of its programs.
struct Language {
    name: &'static str,
    /// End of a program's name.
    extension: &'static str,
    switches: &'static [&'static str],
    files: &'static [&'static str],
}

const LINUX: &str = include_str!("search/linux.txt");
const VIRT: &str = include_str!("search/virt.txt");
const RISCV: &str = include_str!("search/riscv.txt");
const MIPS: &str = include_str!("search/mips.txt");
const PDP10: &str = include_str!("search/pdp10.txt");

const LANGUAGES: [Language; 5] = [
    Language {
        name: "RISC-V on Linux",
        extension: "linux.s",
        switches: &["--dialect", "gnu", "--self-modifying"],
        files: &[LINUX, RISCV],
    },
    Language {
        name: "RISC-V on a board",
        extension: "virt.s",
        switches: &["--dialect", "gnu", "--board", "virt"],
        files: &[VIRT, RISCV],
    },
    Language {
        name: "MIPS32",
        extension: "mars.s",
        switches: &["--dialect", "mars", "--self-modifying"],
        files: &[MIPS],
    },
    Language {
        name: "MIPS32 with delay slots",
        extension: "delayed.s",
        switches: &["--dialect", "mars", "--delayed-branches", "--self-modifying"],
        files: &[MIPS],
    },
    Language { name: "PDP-10", extension: "mid", switches: &["--bare"], files: &[PDP10] },
];

/// Parts of a language's programs. In its files each follows a line such as `== piece: a call`; parts of
/// the same kind are joined, except pieces.
#[derive(Default)]
struct Pieces {
    begin: String,
    end: String,
    /// Begin and end of a loop.
    looping: String,
    again: String,
    /// A few instructions each, which any other piece may follow.
    pieces: Vec<String>,
}

impl Pieces {
    fn of(language: &Language) -> Pieces {
        let mut all = Pieces::default();
        for part in language.files.iter().flat_map(|file| file.split("== ")) {
            let (title, text) = part.split_once('\n').unwrap_or_default();
            match title.split(':').next() {
                Some("begin") => all.begin += text,
                Some("end") => all.end += text,
                Some("loop") => all.looping += text,
                Some("again") => all.again += text,
                Some("piece") => all.pieces.push(text.to_owned()),
                _ => {}
            }
        }
        all
    }
}

/// Accepted time of the default engine, relative to the plain engine's, and further seconds.
const MOST_RATIO: f64 = 1.1;
const MOST_MORE: f64 = 0.005;

/// Runs of each program in each engine; more before a program is reported.
const RUNS: usize = 2;
const MORE_RUNS: usize = 8;

/// Pieces that a program runs, about.
const WORK: u64 = 600_000;

/// Programs of a search.
pub(crate) const COUNT: u64 = 100;

/// Tries programs, and returns 1 if one is slower than accepted.
pub(crate) fn search(root: &Path, isagrid: &Path, seed: u64) -> Result<u8, String> {
    let peers = Peers::new(root, isagrid, "speed")?;
    let mut worst: Vec<(f64, String)> = Vec::new();
    let mut slower = 0;
    for number in 0..COUNT {
        let mut random = Random(seed.wrapping_mul(1 << 32).wrapping_add(number + 1));
        let language = &LANGUAGES[(number % LANGUAGES.len() as u64) as usize];
        let text = program(language, &mut random);
        let name = format!("search-{seed}-{number}.{}", language.extension);
        let file = written(&peers, &name, &text)?;
        let (mut auto, mut plain) = both(&peers, language, &file, RUNS)?;
        if !is_accepted(auto, plain) {
            let more = both(&peers, language, &file, MORE_RUNS)?;
            (auto, plain) = (auto.min(more.0), plain.min(more.1));
        }
        let row = format!("{name:<28} {auto:>7.3} {plain:>7.3} {:>6.2}", auto / plain);
        if !is_accepted(auto, plain) {
            println!("slower: {row}");
            slower += 1;
        }
        worst.push(((auto - MOST_MORE) / plain, row));
    }
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!(
        "the worst of {COUNT} programs of seed {seed}\n{:<28}    auto   plain  ratio",
        "program"
    );
    worst.iter().take(10).for_each(|(_, row)| println!("{row}"));
    println!("{slower} slower than accepted; the programs are in {}", peers.scratch.display());
    Ok(u8::from(slower > 0))
}

fn is_accepted(auto: f64, plain: f64) -> bool {
    auto <= MOST_RATIO * plain + MOST_MORE
}

/// Seconds of the fastest runs in the default and in the plain engine, in turn.
fn both(
    peers: &Peers<'_>,
    language: &Language,
    file: &Path,
    runs: usize,
) -> Result<(f64, f64), String> {
    let (peer, file) = (Peer::Qemu(""), PathBuf::from(file));
    let program =
        Program { name: language.name, file, switches: language.switches, input: Vec::new(), peer };
    let mut best = [f64::INFINITY; 2];
    for _ in 0..runs {
        let [auto, plain] = ["auto", "plain"].map(|engine| ours(peers, &program, engine));
        let (auto, plain) = (auto?, plain?);
        if (&auto.left, auto.count) != (&plain.left, plain.count) {
            return Err(format!("the engines differ on {}", program.file.display()));
        }
        best = [best[0].min(auto.seconds), best[1].min(plain.seconds)];
    }
    Ok((best[0], best[1]))
}

/// A random program of up to three kinds of pieces.
fn program(language: &Language, random: &mut Random) -> String {
    let all = Pieces::of(language);
    let kinds = 1 + random.below(3);
    let kinds =
        (0..kinds).map(|_| all.pieces[random.below(all.pieces.len() as u64) as usize].as_str());
    let kinds = kinds.collect();
    let mut maker = Maker { all: &all, random, text: all.begin.clone(), labels: 0, kinds };
    for _ in 0..1 + maker.random.below(3) {
        let depth = 1 + maker.random.below(3) as usize;
        maker.nest(depth, WORK / 3);
    }
    maker.text + &all.end
}

/// A program under construction.
struct Maker<'a> {
    all: &'a Pieces,
    random: &'a mut Random,
    text: String,
    labels: u64,
    /// The pieces that this program consists of.
    kinds: Vec<&'a str>,
}

impl Maker<'_> {
    /// Adds a loop with inner loops, which all together run this many pieces.
    fn nest(&mut self, depth: usize, work: u64) {
        let here = 1 + self.random.below(4);
        // Rounds of this loop: any order of magnitude.
        let most = (work / here).max(2).ilog2();
        let rounds = if depth == 1 { work / here } else { 1 << self.random.below(most.into()) };
        let label = self.label();
        let all = self.all;
        self.add(&all.looping, depth, rounds.max(1), label);
        for _ in 0..here {
            self.piece();
        }
        if depth > 1 {
            self.nest(depth - 1, work / rounds.max(1));
            self.piece();
        }
        self.add(&all.again, depth, rounds, label);
    }

    fn piece(&mut self) {
        let kind = self.random.below(self.kinds.len() as u64) as usize;
        let (number, label) = (1 << self.random.below(8), self.label());
        self.add(self.kinds[kind], 0, number, label);
    }

    /// Adds text, in which `{d}` is a depth, `{n}` a number and `{l}` the number of a label.
    fn add(&mut self, text: &str, depth: usize, number: u64, label: u64) {
        let text = text.replace("{d}", &depth.to_string()).replace("{n}", &number.to_string());
        self.text += &text.replace("{l}", &label.to_string());
    }

    fn label(&mut self) -> u64 {
        self.labels += 1;
        self.labels
    }
}

/// A generator of random numbers: xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % most.max(1)
    }
}
