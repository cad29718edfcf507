//! A class made up: solutions written apart, and copies in disguise.

use std::fs;

use super::disguise::{Random, disguised};
use super::root;

const CASES: &str = "harness/grading/tests/similar/ways";
const SEPARATOR: &str = "#### Do not move this separator";
pub(super) const FUNCTIONS: [&str; 4] =
    ["num_candidates", "rule_out_of_cell", "count_solved_cells", "solve_board"];

/// Functions that two who wrote apart may have written the same way, letter for letter.
const MOST_SAME: usize = 2;

/// A made-up class of an assignment.
pub(super) struct Class {
    /// The sources, in order.
    pub(super) texts: Vec<String>,
    /// Copies with what each was copied from.
    pub(super) copies: Vec<[usize; 2]>,
}

/// Ways to write each function, a text each.
pub(super) fn ways(function: &str) -> Vec<String> {
    let file = root().join(CASES).join(function).with_extension("s");
    let text = fs::read_to_string(file).expect("the cases are there");
    let parts = text.split("### ").skip(1);
    parts.map(|part| part.split_once('\n').expect("a name and a function").1.to_owned()).collect()
}

/// A class of N students with their own solutions, and N with disguised copies.
pub(super) fn class(own: usize, copied: usize, seed: u64, machine: Machine) -> Class {
    let mut random = Random::new(seed);
    let ways = FUNCTIONS.map(ways);
    let mut chosen: Vec<[usize; 4]> = Vec::new();
    let mut all: Vec<[String; 4]> = Vec::new();
    while all.len() < own {
        let ways_of = [0, 1, 2, 3].map(|at| random.below(ways[at].len()));
        let same = |other: &[usize; 4]| other.iter().zip(&ways_of).filter(|(a, b)| a == b).count();
        if chosen.iter().all(|other| same(other) <= MOST_SAME) {
            chosen.push(ways_of);
            all.push(written(&ways, ways_of, &mut random));
        }
    }
    let mut copies = Vec::new();
    for at in 0..copied {
        // Some are copied from more than once.
        let from = (at * 7 / 2) % own;
        let copy = all[from].clone().map(|function| disguised(&function, &mut random));
        copies.push([from, all.len()]);
        all.push(copy);
    }
    let texts = all.iter().map(|functions| machine.source(functions, &mut random)).collect();
    Class { texts, copies }
}

/// Functions as one student writes them, in these ways.
pub(super) fn written(
    ways: &[Vec<String>; 4],
    chosen: [usize; 4],
    random: &mut Random,
) -> [String; 4] {
    let [number, out, count, board] = [0, 1, 2, 3].map(|at| ways[at][chosen[at]].clone());
    [number, out, count_of(&count, random), board_of(&board, random)]
}

/// Whether the cell at `$a0` is solved, as somebody likes to ask.
fn asked(random: &mut Random) -> &'static str {
    [
        "        jal     is_cell_solved\n",
        "        jal     num_candidates\n        xori    $v0, $v0, 1\n        sltiu   $v0, $v0, 1\n",
        "        jal     num_candidates\n        slti    $v0, $v0, 2\n",
        "        jal     num_candidates\n        sltiu   $t0, $v0, 2\n        sltu    $t1, $zero, $v0\n        and     $v0, $t0, $t1\n",
    ][[0, 1, 3][random.below(3)]]
}

/// A way to count cells.
fn count_of(way: &str, random: &mut Random) -> String {
    way.replace("        jal     is_cell_solved\n", asked(random))
}

/// A way to solve a board, with cells tested and ruled out as somebody likes it.
fn board_of(way: &str, random: &mut Random) -> String {
    let solved = format!("        move    $a0, $s1\n{}", asked(random));
    let mut kinds = ["row", "col", "box"];
    random.shuffle(&mut kinds);
    let calls = |board: &str, cell: &str| -> String {
        let call = |kind: &&str| {
            format!(
                "        move    $a0, {board}\n        move    $a1, {cell}\n        jal     rule_out_of_{kind}\n"
            )
        };
        kinds.iter().map(call).collect()
    };
    let (each, helper) = match random.below(4) {
        0 | 1 => (calls("$s0", "$s1"), String::new()),
        // The helper has the board and the cell; or the cell's offset.
        style => {
            let cell = if style == 2 { "$a1" } else { "$a0, $a1" };
            let (copy, given) = if style == 2 {
                ("move", "        move    $a1, $s1\n")
            } else {
                ("addu", "        subu    $a1, $s1, $s0\n")
            };
            let body = calls("$s6", "$s7");
            let helper = format!(
                "sb_each:\n        addiu   $sp, $sp, -48\n        sw      $ra, 44($sp)\n        sw      $s6, 40($sp)\n        sw      $s7, 36($sp)\n        {copy}    $s7, {cell}\n        move    $s6, $a0\n{body}        lw      $s7, 36($sp)\n        lw      $s6, 40($sp)\n        lw      $ra, 44($sp)\n        addiu   $sp, $sp, 48\n        jr      $ra\n"
            );
            (format!("        move    $a0, $s0\n{given}        jal     sb_each\n"), helper)
        }
    };
    way.replace("@SOLVED\n", &solved).replace("@EACH\n", &each) + &helper
}

/// The machine that sources are for; they are written for the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Machine {
    Mips,
    RiscV,
}

impl Machine {
    /// The assignment's name.
    pub(super) fn assignment(self) -> &'static str {
        match self {
            Machine::Mips => "csee3827",
            Machine::RiscV => "csee3827-rars",
        }
    }

    /// Functions in the scaffold's frame, in an order of their own.
    pub(super) fn source(self, functions: &[String; 4], random: &mut Random) -> String {
        let folder = root().join("asm/assignments").join(self.assignment());
        let scaffold = fs::read_to_string(folder.join("scaffold.s")).expect("it is there");
        let rest = scaffold.rsplit_once(SEPARATOR).expect("it has separators").1;
        let rest = rest.split_once('\n').expect("the separator's line ends").1;
        let mut order = [0, 1, 2, 3];
        if random.below(4) == 0 {
            random.shuffle(&mut order);
        }
        let mut text = "        .text\n".to_owned();
        for at in order {
            text.push_str(&self.spelled(&functions[at]));
            text.push_str(SEPARATOR);
            text.push('\n');
        }
        text + rest
    }

    fn spelled(self, function: &str) -> String {
        if self == Machine::Mips {
            return function.to_owned();
        }
        function.lines().map(|line| riscv(line) + "\n").collect()
    }
}

/// A line of MIPS as one of RISC-V, or several.
fn riscv(line: &str) -> String {
    let (code, comment) = line.split_once('#').unwrap_or((line, ""));
    let comment = if comment.is_empty() { String::new() } else { format!("#{comment}") };
    let mut code = code.to_owned();
    for (from, to) in [
        ("$v0", "a7"),
        ("$v1", "a6"),
        ("$t8", "t5"),
        ("$t9", "t6"),
        ("$t5", "a3"),
        ("$t6", "a5"),
        ("$", ""),
        ("'.'", "46"),
        ("'0'", "48"),
        ("'1'", "49"),
        ("'9'", "57"),
    ] {
        code = code.replace(from, to);
    }
    let words: Vec<&str> = code.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
    let is_number = |at: usize| {
        words.get(at).is_some_and(|word| {
            word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit())
        })
    };
    let operands = |from: usize| words[from..].join(", ");
    let made = match words.first().copied().unwrap_or("") {
        "addu" if is_number(3) => format!("addi {}", operands(1)),
        "subu" if is_number(3) => format!("addi {}, {}, -{}", words[1], words[2], words[3]),
        "addu" => format!("add {}", operands(1)),
        "subu" => format!("sub {}", operands(1)),
        "addiu" => format!("addi {}", operands(1)),
        "sll" => format!("slli {}", operands(1)),
        "srl" => format!("srli {}", operands(1)),
        "move" => format!("mv {}", operands(1)),
        "b" => format!("j {}", operands(1)),
        "jal" => format!("jal ra, {}\n        mv a7, a0", words[1]),
        "jr" => "mv a0, a7\n        jr ra".to_owned(),
        name @ ("beq" | "bne" | "blt" | "bge" | "bgt" | "ble") if is_number(2) => {
            format!("li a4, {}\n        {name} {}, a4, {}", words[2], words[1], words[3])
        }
        _ => return code + &comment,
    };
    format!("        {made} {comment}")
}
