//! Messages of the assembler, and what it accepts.

use machine::Image;

use crate::support::assembled;

/// Identifier, line and column, label or help of each message.
const MISTAKES: &[(&str, &[&str])] = &[
    (
        "addd r1, r2, r3",
        &["error[A001]: unknown instruction `addd`", "x.little:1:1", "did you mean `add`?"],
    ),
    (
        "add r1, r2, r8",
        &["error[A005]: unknown register `r8`", "x.little:1:13", "registers are r0 to r7"],
    ),
    ("add r9, r2, r8", &["unknown register `r9`", "unknown register `r8`"]),
    ("here: beq r0, r0, hare", &["error[A010]: undefined label `hare`", "did you mean `here`?"]),
    (
        "x: halt r0\nx: halt r0",
        &["error[A011]: the label `x` is defined twice", "x.little:2:1", "first definition"],
    ),
    ("li r1, 16777216", &["error[A004]: the number 16777216", "from -16777216 to 16777215"]),
    ("ld r1, 2097152(r2)", &["error[A004]", "from -2097152 to 2097151"]),
    ("jal r6, 0x102", &["error[A047]: the target 0x00000102 is not a multiple of 4"]),
    ("li r1, 4x", &["error[A900]: `4x` is not a number"]),
    ("li r1, --4", &["error[A900]: `--4` is not a number"]),
    ("1st: halt r0", &["error[A901]: `1st` is not a valid name"]),
    ("ld r1, r2", &["error[A902]: invalid operands for `ld`", "write `ld d, n(a)`"]),
    (
        "add r1, r2",
        &["error[A902]: invalid operands for `add`", "x.little:1:11", "write `add d, a, b`"],
    ),
    ("halt r0, r1", &["error[A902]", "x.little:1:8", "write `halt a`"]),
    (".data 4", &["error[A902]: invalid operands for `.data`", "write `.data`"]),
    (".data\n.word 1 2", &["error[A902]", "write `.word n, n, ...`"]),
    (".data\n.space", &["error[A902]", "write `.space count`"]),
    (".wrod 4", &["error[A903]: unknown directive `.wrod`", "did you mean `.word`?"]),
    (".word 4", &["error[A032]: `.word` is not allowed in the text segment"]),
    (".data\nhalt r0", &["error[A041]: an instruction cannot be stored at 0x00000100"]),
    (".data\n.space 65536", &["error[A043]: 262144 bytes do not fit", "261888 bytes are left"]),
    (".data\n.space 99999999999", &["error[A900]"]),
    (".data\n.space -1", &["error[A004]"]),
];

#[test]
fn every_error_is_reported_at_its_location() {
    for (source, expected) in MISTAKES {
        let reported = assembled(source).expect_err(source);
        for part in *expected {
            assert!(reported.contains(part), "{source}: {part} is not in\n{reported}");
        }
    }
}

#[test]
fn errors_are_reported_in_line_order_up_to_a_limit() {
    let reported = assembled("jr hare\nlo r1, 1\nhalt r9\n").expect_err("three mistakes");
    let lines: Vec<_> = reported.lines().filter(|line| line.contains("x.little:")).collect();
    assert_eq!(lines.len(), 3, "{reported}");
    assert!(lines.iter().zip(1..).all(|(line, at)| line.contains(&format!("x.little:{at}:"))));
    let reported = assembled(&"lo r1, 1\n".repeat(300)).expect_err("300 mistakes");
    assert!(reported.contains("error[A061]: more than 200 errors"));
}

#[test]
fn no_text_panics() {
    for source in
        ["", ":", "(", "a:b:", "-", "li", "li ,", ".word", ".data\n.word ,", "\u{e9}: \0", "x:"]
    {
        let _ = assembled(source);
    }
}

#[test]
fn labels_name_what_follows_and_data_follow_the_last_instruction() {
    let source = "a: b: li r1, c # a comment: with `,`\n.data\nc: .word a, -1\n.text\nd:halt r0";
    let image: Image = assembled(source).expect("it is right");
    let addresses = ["a", "b", "c", "d"].map(|name| image.symbol(name).expect("a label"));
    assert_eq!(addresses, [0x100, 0x100, 0x108, 0x104]);
    let lines: Vec<_> = image.lines.iter().map(|line| (line.address, line.line)).collect();
    assert_eq!(lines, [(0x100, 1), (0x104, 5)]);
    let machine = crate::support::loaded(&image, &[]);
    let bytes: Vec<_> =
        (0x108..0x110).filter_map(|at| machine::Machine::peek(&machine, at)).collect();
    assert_eq!(bytes, [0, 1, 0, 0, 0xff, 0xff, 0xff, 0xff]);
}
