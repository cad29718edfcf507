//! Disguises: a function written so that it looks like another one.

use std::collections::BTreeMap;

/// Random numbers that are the same each time.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number below an end, by splitmix64.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) >> 1) as usize % end
    }

    pub(super) fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}

/// The same function in disguise: all of it at once.
pub(super) fn disguised(function: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = function.lines().map(|line| line.trim().to_owned()).collect();
    larger_frame(&mut lines, random);
    helpers_first(&mut lines);
    lines = lines.iter().flat_map(|line| replaced(line, random)).collect();
    for _ in 0..lines.len() {
        exchange(&mut lines, random);
    }
    moved_blocks(&mut lines, random);
    dead_code(&mut lines, random);
    rename(&mut lines, random);
    layout(&lines, random)
}

fn words(line: &str) -> Vec<&str> {
    let code = line.split('#').next().unwrap_or("");
    code.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect()
}

fn is_label(line: &str) -> bool {
    line.ends_with(':')
}

/// Frames larger by 16, with their contents moved up.
fn larger_frame(lines: &mut [String], random: &mut Random) {
    let by = 16 * (1 + random.below(3) as i64);
    let first = lines.iter().find(|line| line.starts_with("addiu   $sp, $sp, -"));
    let Some(first) = first.cloned() else { return };
    // Only where all frames are alike, and no address of one is taken.
    let size: i64 = words(&first)[3].trim_start_matches('-').parse().expect("a number");
    let is_other = |line: &String| {
        line.contains("$sp, $sp") && words(line)[3].trim_start_matches('-') != size.to_string()
            || line.contains(", $sp, 24")
    };
    if lines.iter().any(is_other) {
        return;
    }
    for line in lines {
        if line.contains("$sp, $sp, -") {
            *line = format!("addiu $sp, $sp, -{}", size + by);
        } else if line.contains("$sp, $sp, ") {
            *line = format!("addiu $sp, $sp, {}", size + by);
        } else if line.contains("($sp)") {
            let parts = words(line);
            let at: i64 = parts[2].trim_end_matches("($sp)").parse().expect("a number");
            *line = format!("{} {}, {}($sp)", parts[0], parts[1], at + by);
        }
    }
}

/// The last helper before the function, where a helper follows it.
fn helpers_first(lines: &mut [String]) {
    let ends = |line: &String| line.starts_with("jr ");
    let begins: Vec<usize> = (1..lines.len())
        .filter(|&at| {
            is_label(&lines[at])
                && ends(&lines[at - 1])
                && lines[at..].iter().any(|l| l.contains("$ra, 28"))
        })
        .filter(|&at| {
            lines.iter().any(|line| {
                line.starts_with("jal") && line.ends_with(lines[at].trim_end_matches(':'))
            })
        })
        .collect();
    if let Some(&at) = begins.last() {
        lines.rotate_left(at);
    }
}

/// A line as one or more that do the same.
fn replaced(line: &str, random: &mut Random) -> Vec<String> {
    let of = words(line);
    let number = |text: &str| {
        let negative = text.starts_with('-');
        let digits = text.trim_start_matches('-');
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.to_owned();
        }
        let value: u32 = digits.parse().expect("a number");
        format!("{}{value:#x}", if negative { "-" } else { "" })
    };
    let way = random.below(4);
    let one = |text: String| vec![text];
    match (of.as_slice(), way) {
        (["move", to, from], 0) => one(format!("addu {to}, {from}, $zero")),
        (["move", to, from], 1) => one(format!("or {to}, $zero, {from}")),
        (["move", to, from], 2) => one(format!("addiu {to}, {from}, 0")),
        (["li", to, value], 0) if !value.starts_with('\'') => {
            one(format!("addiu {to}, $zero, {}", number(value)))
        }
        (["li", to, value], 1) => {
            let value = match *value {
                "'.'" => "46",
                "'0'" => "48",
                "'1'" => "49",
                "'9'" => "57",
                other => other,
            };
            if value.starts_with('-') {
                one(line.to_owned())
            } else {
                one(format!("ori {to}, $zero, {}", number(value)))
            }
        }
        (["addu" | "and" | "or" | "xor", to, a, b], 0 | 1) if b.starts_with('$') => {
            one(format!("{} {to}, {b}, {a}", of[0]))
        }
        (["addiu", to, a, value], 0) if value.starts_with('-') && !a.contains("sp") => {
            vec![format!("li $t9, {}", &value[1..]), format!("subu {to}, {a}, $t9")]
        }
        (["addiu", to, a, value], 1) if !a.contains("sp") => {
            one(format!("addiu {to}, {a}, {}", number(value)))
        }
        (["sll", to, a, "1"], 0 | 1) => one(format!("addu {to}, {a}, {a}")),
        (["b" | "j", to], 0) => one(format!("beq $zero, $zero, {to}")),
        (["b" | "j", to], 1) => one(format!("j {to}")),
        (["slti", to, a, value], 0) => {
            vec![format!("li $t9, {value}"), format!("slt {to}, {a}, $t9")]
        }
        _ => replaced_branch(line, &of, way, random),
    }
}

/// A branch as one or more that go the same ways.
fn replaced_branch(line: &str, of: &[&str], way: usize, random: &mut Random) -> Vec<String> {
    let one = |text: String| vec![text];
    match (of, way) {
        (["beqz", a, to], 0) => one(format!("beq $zero, {a}, {to}")),
        (["bnez", a, to], 0) => one(format!("bne {a}, $zero, {to}")),
        (["beq", a, b, to], 0) if b.starts_with('$') => one(format!("beq {b}, {a}, {to}")),
        (["bne", a, b, to], 0) if b.starts_with('$') => one(format!("bne {b}, {a}, {to}")),
        (["blt", a, b, to], 0) if b.starts_with('$') => one(format!("bgt {b}, {a}, {to}")),
        (["bge", a, b, to], 0) if b.starts_with('$') => one(format!("ble {b}, {a}, {to}")),
        (["beq", a, b, to], 1) if b.starts_with('$') => {
            inverted("bne", &format!("{a}, {b}"), to, random)
        }
        (["bne", a, b, to], 1) if b.starts_with('$') => {
            inverted("beq", &format!("{a}, {b}"), to, random)
        }
        (["beqz", a, to], 1) => inverted("bnez", a, to, random),
        (["bnez", a, to], 1) => inverted("beqz", a, to, random),
        (["bgtz", a, to], 1) => inverted("blez", a, to, random),
        _ => one(line.to_owned()),
    }
}

fn inverted(name: &str, operands: &str, to: &str, random: &mut Random) -> Vec<String> {
    let label = format!("inv_{:x}", random.below(1 << 30));
    vec![format!("{name} {operands}, {label}"), format!("b {to}"), format!("{label}:")]
}

/// Names of instructions whose last operands are read and whose first is written.
const COMPUTES: [&str; 15] = [
    "addu", "addiu", "subu", "and", "andi", "or", "ori", "xor", "xori", "sll", "srl", "slt",
    "slti", "move", "li",
];

/// Exchanges two neighbours that do not depend on each other.
fn exchange(lines: &mut [String], random: &mut Random) {
    if lines.len() < 3 {
        return;
    }
    let at = random.below(lines.len() - 1);
    let (one, two) = (words(&lines[at]), words(&lines[at + 1]));
    let fits =
        |of: &[&str]| of.first().is_some_and(|name| COMPUTES.contains(name) || *name == "lb");
    if !fits(&one) || !fits(&two) {
        return;
    }
    let reads = |of: &[&str], register: &str| of[2..].iter().any(|word| word.contains(register));
    if one[1] != two[1]
        && !reads(&one, two[1])
        && !reads(&two, one[1])
        && !one[1].contains("sp")
        && !two[1].contains("sp")
    {
        lines.swap(at, at + 1);
    }
}

/// A block moved after the end, with jumps there and back.
fn moved_blocks(lines: &mut Vec<String>, random: &mut Random) {
    if lines.len() < 8 || !lines.last().is_some_and(|line| line.starts_with("jr")) {
        return;
    }
    let start = 1 + random.below(lines.len() - 5);
    let end = start + 2 + random.below(lines.len() - start - 3);
    let (out, back) = (random.below(1 << 30), random.below(1 << 30));
    let mut block = vec![format!("out_{out:x}:")];
    block.extend(lines.drain(start..end));
    block.push(format!("b back_{back:x}"));
    lines.insert(start, format!("back_{back:x}:"));
    lines.insert(start, format!("b out_{out:x}"));
    // A function's own label stays where it is found.
    lines.extend(block);
}

/// Instructions that do nothing, and some whose results are never used.
fn dead_code(lines: &mut Vec<String>, random: &mut Random) {
    for _ in 0..2 + lines.len() / 5 {
        let at = 1 + random.below(lines.len() - 1);
        let before = words(&lines[at - 1]);
        // What a replacement needs of a spare register stays together.
        if before.get(1) == Some(&"$t9") {
            continue;
        }
        let number = random.below(100);
        let dead = match random.below(6) {
            0 => "nop".to_owned(),
            1 => format!("li $t8, {number}"),
            2 => format!("addiu $t8, $zero, {number}"),
            3 => "move $t8, $t8".to_owned(),
            4 => "xor $t8, $t8, $t8".to_owned(),
            _ => format!("unused_{:x}:", random.below(1 << 30)),
        };
        lines.insert(at, dead);
    }
}

/// Other registers and other labels.
fn rename(lines: &mut [String], random: &mut Random) {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (letter, count) in [("t", 7), ("s", 8)] {
        let mut to: Vec<usize> = (0..count).collect();
        random.shuffle(&mut to);
        for (from, to) in to.into_iter().enumerate() {
            names.insert(format!("${letter}{from}"), format!("${letter}{to}"));
        }
    }
    let labels = lines.iter().filter(|line| is_label(line)).map(|line| line.trim_end_matches(':'));
    let own = labels.filter(|label| !super::class::FUNCTIONS.contains(label));
    for label in own.map(str::to_owned).collect::<Vec<_>>() {
        names.insert(label, format!("L{:x}", random.below(1 << 30)));
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    for line in lines {
        let mut made = String::new();
        let mut word = String::new();
        for c in line.chars().chain(['\n']) {
            if is_part(c) {
                word.push(c);
            } else {
                made.push_str(names.get(&word).unwrap_or(&word));
                word.clear();
                made.push(c);
            }
        }
        *line = made.trim_end().to_owned();
    }
}

/// Other blanks, other lines and other comments.
fn layout(lines: &[String], random: &mut Random) -> String {
    let comments = ["", "", "  # go on", "  # next one", "\t# keep this", " # as in the lecture"];
    let mut text = String::new();
    for line in lines {
        let indent = if is_label(line) { "" } else { ["  ", "\t", "    "][random.below(3)] };
        text.push_str(indent);
        text.push_str(line);
        text.push_str(comments[random.below(comments.len())]);
        text.push('\n');
        if random.below(6) == 0 {
            text.push('\n');
        }
    }
    text
}
