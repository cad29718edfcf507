//! Instructions that the user types, on every machine and in every dialect.

use super::*;

/// A program in the dialect that waits in a loop after a subroutine, for commands at its third
/// instruction.
const RARS_LOOP: &str = "\
.eqv SEVEN 7
.data
total: .word 5
.text
main: li s0, 3
 li s1, 4
loop: add s2, s0, s1
 j loop
double: add a0, a0, a0
 ret
";

fn said(dialect: &str, source: &str, commands: &[&str]) -> Vec<String> {
    let script: String = commands.iter().map(|command| format!("{command}\n")).collect();
    let said = session(dialect, source, &script);
    let answers = said.split(PROMPT).skip(1);
    let answers = answers.map(|answer| answer.split_once('\n').map_or("", |(_, rest)| rest));
    answers.map(|answer| answer.trim_end().to_owned()).collect()
}

#[test]
fn probe2() {
    println!(
        "{:#?}",
        said(
            "gnu",
            ".text\n.globl _start\n_start: li t0, 1\nloop: addi t0, t0, 1\n j loop\nf: li a0, 9\n ret\n",
            &["stepi", "exec call f"]
        )
    );
    println!(
        "{:#?}",
        said(
            "midas",
            MIDAS,
            &["stepi 2", "exec SKIPA", "exec JRST LOOP+1", "exec AOJA 1,LOOP", "exec MOVE 3,[5]"]
        )
    );
}

#[test]
fn probe() {
    let rars = said(
        "rars",
        RARS_LOOP,
        &[
            "stepi 2",
            "execute addi t0, zero, SEVEN",
            "execute la t1, total",
            "execute lw t2, total",
            "exec jal double",
            "stepi 2",
            "backi",
            "backi",
            "backi 1",
            "back",
            "exec beq s0, s0, main",
            "print $pc",
            "execute addd t0, t0, 1",
            "exec lw t0, 0(zero)",
            "exec li a7, 10",
            "exec ecall",
            "backi",
            "exec j loop",
            "exec ebreak",
            "counts",
        ],
    );
    for line in rars {
        println!("{line}\n--");
    }
    let mips = said(
        "mars",
        MARS,
        &[
            "execute addi $t0, $t0, 7",
            "execute jal square",
            "finish",
            "execute b loop",
            "exec bge $t0, $zero, loop",
            "exec li $v0 5",
            "exec syscall",
            "exec mul $a0, 3, 4",
            "exec foo: addi $t0, $t0, 1",
            "exec .word 5",
            "exec",
            "exec j here",
            "exec lw $t0, tota",
        ],
    );
    for line in mips {
        println!("{line}\n--");
    }
    for (dialect, source, commands) in [
        (
            "spim",
            ".data\nx: .word 5\n.text\nsize = 12\n.globl main\nmain: li $t0, 1\nloop: addi $t0, $t0, 1\n j loop\nf: li $v0, 9\n jr $ra\n",
            &[
                "tbreak loop\nrun",
                "exec addi $t1, $t1, size",
                "exec lw $t2, x",
                "exec jal f",
                "stepi 2",
                "exec la $a0, x",
                "exec jal main",
                "exec lw $t0, 1($zero)",
                "where",
                "exec addd $t0, $t0, 1",
            ][..],
        ),
        (
            "gnu",
            ".data\nx: .word 5\n.equ size, -12\n.text\n.globl _start\n_start: li t0, 1\nloop: addi t0, t0, 1\n j loop\nf: li a0, 9\n ret\n",
            &[
                "stepi",
                "exec addi t1, t1, size",
                "exec lw t2, x",
                "exec call f",
                "stepi 2",
                "exec la a0, x",
                "exec c.addi a0, 1",
                "exec jal _start",
                "exec lw t0, 1(zero)",
                "exec addd t0, t0, 1",
                "exec j .",
            ][..],
        ),
        (
            "venus",
            ".data\nx: .word 5\n.equ size -12\n.text\nmain: li t0, 1\nloop: addi t0, t0, 1\n j loop\nf: li a0, 9\n ret\n",
            &[
                "exec jal f",
                "stepi 2",
                "stepi",
                "exec addi t1, t1, size",
                "exec lw t2, x",
                "exec jal f",
                "stepi 2",
                "exec la a0, x",
                "exec jal main",
                "exec lw t0, 1(zero)",
                "exec addd t0, t0, 1",
            ][..],
        ),
        (
            "lc3",
            ".ORIG x3000\n AND R0,R0,#0\nLOOP ADD R0,R0,#1\n BR LOOP\nF ADD R1,R1,#2\n RET\nX .FILL #5\n.END\n",
            &[
                "stepi",
                "exec add r2, r2, #3",
                "exec LD R3, X",
                "exec JSR F",
                "stepi 2",
                "exec LEA R4, loop",
                "exec BR LOOP",
                "exec OUT",
                "exec GETC",
                "exec FOO R1",
                "exec RTI",
            ][..],
        ),
        (
            "ca65",
            "X = $20\n LDA #1\nloop: CLC\n ADC #1\n JMP loop\nf: LDX #9\n RTS\n",
            &[
                "exec jsr f",
                "stepi 2",
                "stepi",
                "exec LDA #3",
                "exec STA X",
                "exec JSR f",
                "stepi 2",
                "exec PHA",
                "exec JMP loop",
                "exec FOO",
                "exec LDA #500",
            ][..],
        ),
        (
            "mos",
            "X = $20\n LDA #1\nLOOP CLC\n ADC #1\n JMP LOOP\nF LDX #9\n RTS\n",
            &[
                "stepi",
                "exec LDA #3",
                "exec STA X",
                "exec JSR f",
                "stepi 2",
                "exec JMP LOOP",
                "exec FOO",
            ][..],
        ),
        (
            "midas",
            MIDAS,
            &[
                "stepi 2",
                "exec MOVEI 2,5",
                "exec MOVEM 2,TOTAL",
                "exec PUSHJ P,SQUARE",
                "exec SKIPA",
                "exec SKIPE 2",
                "exec JRST LOOP+1",
                "exec AOJA 1,LOOP",
                "exec MOVE 3,[5]",
                "exec FOO 1",
                "exec XCT .",
                "exec .IOT 1,2",
                "backi",
                "exec MOVE 1,FOO",
                "exec .LOGOUT 1,",
                "exec MOVEI 1",
            ][..],
        ),
        ("spl", SPL, &["exec 1"][..]),
    ] {
        println!("======== {dialect}");
        for (command, line) in commands.iter().zip(said(dialect, source, commands)) {
            println!("> {command}\n{line}");
        }
    }
}
