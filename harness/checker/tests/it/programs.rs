//! Correct programs that are unusual, and in which nothing may be found.

use machine::Stop;

use crate::support::{checked, lines};

/// Checks that a program ends, prints this, and that nothing is found.
fn clean(dialect: &str, text: &str, output: &str) {
    let checked = checked(dialect, &[("program.s", text)], "", 1_000_000).expect("it assembles");
    assert_eq!(lines(&checked.report), Vec::<String>::new(), "{text}");
    assert_eq!(checked.output, output, "{:?}: {text}", checked.stop);
}

#[test]
fn procedures_that_push_and_pop_for_their_caller_are_right() {
    clean(
        "mars",
        "main: li $a0, 7\n jal push\n li $a0, 5\n jal push\n jal pop\n move $a0, $v0\n \
         li $v0, 1\n syscall\n jal pop\n li $v0, 10\n syscall\n\
         push: addi $sp, $sp, -4\n sw $a0, 0($sp)\n jr $ra\n\
         pop: lw $v0, 0($sp)\n addi $sp, $sp, 4\n jr $ra\n",
        "5",
    );
}

#[test]
fn threads_with_their_own_stacks_are_right() {
    // Two threads that yield to each other: each has a stack in the data.
    clean(
        "rars",
        "\
         .data\n\
         stack1: .space 256\n\
         stack2: .space 256\n\
         other: .word 0\n\
         .text\n\
         main: la t0, stack2\n addi t0, t0, 240\n la t1, second\n sw t1, 0(t0)\n\
         la t2, other\n sw t0, 0(t2)\n la sp, stack1\n addi sp, sp, 240\n\
         first: li s0, 3\n\
         loop1: li a0, 65\n li a7, 11\n ecall\n jal yield\n addi s0, s0, -1\n bnez s0, loop1\n\
         li a7, 10\n ecall\n\
         second: li s0, 9\n\
         loop2: li a0, 66\n li a7, 11\n ecall\n jal yield\n addi s0, s0, -1\n bnez s0, loop2\n\
         li a7, 10\n ecall\n\
         yield: addi sp, sp, -16\n sw ra, 0(sp)\n sw s0, 4(sp)\n\
         la t0, other\n lw t1, 0(t0)\n sw sp, 0(t0)\n mv sp, t1\n\
         lw ra, 0(sp)\n lw s0, 4(sp)\n addi sp, sp, 16\n ret\n",
        "ABABAB",
    );
}

#[test]
fn a_long_jump_out_of_procedures_is_right() {
    clean(
        "mars",
        "\
         .data\n\
         buffer: .word 0, 0, 0\n\
         .text\n\
         main: jal set\n bnez $v0, back\n jal deep\n li $v0, 10\n syscall\n\
         back: li $a0, 42\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n\
         set: la $t0, buffer\n sw $ra, 0($t0)\n sw $sp, 4($t0)\n sw $s0, 8($t0)\n li $v0, 0\n jr $ra\n\
         deep: addi $sp, $sp, -8\n sw $ra, 4($sp)\n jal deeper\n lw $ra, 4($sp)\n\
         addi $sp, $sp, 8\n jr $ra\n\
         deeper: addi $sp, $sp, -8\n la $t0, buffer\n lw $ra, 0($t0)\n lw $sp, 4($t0)\n\
         lw $s0, 8($t0)\n li $v0, 1\n jr $ra\n",
        "42",
    );
}

#[test]
fn a_handler_of_exceptions_is_right() {
    clean(
        "mars",
        "\
         .data\n\
         save: .word 0\n\
         .text\n\
         main: li $t0, 5\n jal work\n move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n\
         work: li $v0, 9\n teqi $v0, 9\n addi $v0, $v0, 1\n jr $ra\n\
         .ktext 0x80000180\n\
         mfc0 $k0, $14\n addi $k0, $k0, 4\n mtc0 $k0, $14\n eret\n",
        "10",
    );
}

#[test]
fn tail_calls_and_mutual_recursion_are_right() {
    clean(
        "rars",
        "\
         main: li a0, 10\n jal even\n li a7, 1\n ecall\n li a7, 10\n ecall\n\
         even: beqz a0, yes\n addi a0, a0, -1\n j odd\n\
         odd: beqz a0, no\n addi a0, a0, -1\n j even\n\
         yes: li a0, 1\n ret\n\
         no: li a0, 0\n ret\n",
        "1",
    );
}

#[test]
fn one_loop_over_arrays_of_the_same_form_is_right() {
    clean(
        "mars",
        "\
         .data\n\
         rows: .space 12\n\
         columns: .space 12\n\
         .text\n\
         main: la $t0, rows\n li $t1, 6\n li $t2, 8\n\
         loop: sw $t2, 0($t0)\n addi $t0, $t0, 4\n addi $t1, $t1, -1\n bgtz $t1, loop\n\
         lw $a0, columns\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n",
        "8",
    );
}

#[test]
fn a_result_in_a_temporary_is_right() {
    clean(
        "mars",
        "main: jal get\n move $a0, $t0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n\
         get: li $t0, 6\n jr $ra\n",
        "6",
    );
}

#[test]
fn a_procedure_that_pops_its_arguments_is_right() {
    clean(
        "mars",
        "main: addi $sp, $sp, -8\n li $t0, 7\n sw $t0, 0($sp)\n sw $t0, 4($sp)\n jal sum\n \
         move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n\
         sum: lw $t1, 0($sp)\n lw $t2, 4($sp)\n addi $sp, $sp, 8\n\
         addi $sp, $sp, -4\n sw $s0, 0($sp)\n add $s0, $t1, $t2\n move $v0, $s0\n\
         lw $s0, 0($sp)\n addi $sp, $sp, 4\n jr $ra\n",
        "14",
    );
}

#[test]
fn words_that_are_stored_before_their_frame_is_allocated_are_right() {
    clean(
        "spim",
        "main: move $fp, $sp\n addi $fp, $fp, -8\n li $t0, 3\n sw $t0, 0($fp)\n \
         sw $ra, 4($fp)\n move $sp, $fp\n jal show\n lw $t0, 0($fp)\n move $a0, $t0\n \
         li $v0, 1\n syscall\n lw $ra, 4($fp)\n addi $sp, $sp, 8\n li $v0, 10\n syscall\n\
         show: li $a0, 5\n li $v0, 1\n syscall\n jr $ra\n",
        "53",
    );
}

#[test]
fn a_stack_pointer_may_point_to_data() {
    // Tests of processors use every register for addresses.
    clean(
        "rars",
        "\
         .data\n\
         words: .word 3, 4, 5\n\
         .text\n\
         main: la sp, words\n addi sp, sp, 2000\n addi sp, sp, -1992\n lw a0, -4(sp)\n li a7, 1\n ecall\n\
         la sp, words\n addi sp, sp, 8\n addi sp, sp, -4\n lw a0, 0(sp)\n li a7, 1\n ecall\n\
         li a7, 10\n ecall\n",
        "44",
    );
}

#[test]
fn memory_of_a_label_that_is_never_used_belongs_to_its_neighbour() {
    // A tower grows down from its label.
    clean(
        "mars",
        "\
         .data\n\
         below: .word 0, 0, 3\n\
         tower: .word 0\n\
         .text\n\
         main: la $t0, tower\n lw $a0, -4($t0)\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n",
        "3",
    );
}

#[test]
fn a_program_may_test_its_number_of_arguments() {
    clean(
        "rars",
        "main: beqz a0, none\n lw a0, 0(a1)\n li a7, 4\n ecall\n\
         none: li a7, 10\n ecall\n",
        "",
    );
}

#[test]
fn a_result_may_be_the_value_that_its_register_had() {
    let text = "main: li a7, 5\n ecall\n beqz a0, none\n nop\nnone: li a7, 10\n ecall\n";
    let checked = checked("rars", &[("program.s", text)], "0\n", 100).unwrap();
    assert_eq!(lines(&checked.report), Vec::<String>::new());
    clean(
        "midas",
        "\
         A==1\n\
         GO:\t.RDTIM A,\n\tCAIN A,5\n\tJFCL\n\t.CALL [SETZ ? SIXBIT /CNSGET/ ? MOVEI 1 ? SETZM 2]\n\
         \tJFCL\n\tCAIN 2,5\n\tJFCL\n\t.LOGOUT 1,\n\tEND GO\n",
        "",
    );
}

#[test]
fn memory_that_a_semihosting_call_fills_is_defined() {
    let text = "\
         .globl _start\n\
         _start: addi sp, sp, -32\n li a0, 1\n la a1, open\n jal call\n la a1, read\n\
         sw a0, 0(a1)\n sw sp, 4(a1)\n li a0, 6\n jal call\n lbu t0, 0(sp)\n\
         addi t0, t0, -0x53\n bnez t0, end\n addi sp, sp, 32\n li a0, 0\n\
         end: li a7, 93\n ecall\n\
         .balign 16\n .option norvc\n call: slli x0, x0, 0x1f\n ebreak\n srai x0, x0, 7\n ret\n\
         .data\n open: .word name, 0, 21\n read: .word 0, 0, 4\n\
         name: .asciz \":semihosting-features\"\n";
    let checked = checked("gnu", &[("program.s", text)], "", 100).unwrap();
    assert_eq!(lines(&checked.report), Vec::<String>::new());
    assert_eq!(checked.stop, Stop::Exit { status: 0 });
}

#[test]
fn a_load_from_a_frame_that_was_just_freed_is_one_finding() {
    let text = "\
         main: jal work\n li $v0, 10\n syscall\n\
         work: addi $sp, $sp, -8\n sw $s0, 4($sp)\n li $s0, 3\n addi $sp, $sp, 8\n\
         lw $s0, -4($sp)\n jr $ra\n";
    let lines = lines(&checked("mars", &[("program.s", text)], "", 100).unwrap().report);
    assert!(lines[0].contains("its frame is already freed [CC23]"), "{lines:?}");
    assert_eq!(lines.len(), 1, "{lines:?}");
}

/// A Linux program that moves the end of its data, calls this, and stores in the last word that it
/// had.
fn moves_break(and: &str) -> Vec<String> {
    let text = format!(
        "\
         .globl _start\n\
         _start: li a0, 0\n li a7, 214\n ecall\n mv s0, a0\n addi a0, s0, 64\n ecall\n\
         sw zero, 60(s0)\n mv a0, s0\n ecall\n{and}\
         sw zero, 60(s0)\n li a0, 0\n li a7, 93\n ecall\n"
    );
    lines(&checked("gnu", &[("program.s", &text)], "", 100).expect("it assembles").report)
}

#[test]
fn memory_below_the_break_may_be_used_and_no_other() {
    assert_eq!(moves_break(" addi a0, s0, 128\n ecall\n"), Vec::<String>::new());
    let lines = moves_break("");
    assert!(lines[0].contains("which line 10 has freed [CC04]"), "{lines:?}");
}

#[test]
fn a_block_that_is_reallocated_is_another() {
    let text = |kept: &str| {
        format!(
            "main: li a0, 0x3cc\n li a6, 1\n li a1, 8\n ecall\n mv s0, a0\n\
             li a0, 0x3cc\n li a6, 3\n mv a1, s0\n li a2, 64\n ecall\n sw x0, 60(a0)\n\
             {kept}\n li a0, 10\n ecall\n"
        )
    };
    clean("venus", &text("sw x0, 0(a0)"), "");
    let found = |kept: &str| {
        let checked = checked("venus", &[("program.s", &text(kept))], "", 100).unwrap();
        lines(&checked.report)
    };
    let lines = found("sw x0, 4(s0)");
    assert!(lines[0].contains("which line 10 has freed [CC04]"), "{lines:?}");
    let lines = found("sw x0, 64(a0)");
    assert!(lines[0].contains("past the end of a block of the heap"), "{lines:?}");
}

#[test]
fn text_of_memory_that_was_never_written_is_reported() {
    let text = "main: addi $sp, $sp, -8\n move $a0, $sp\n li $v0, 4\n syscall\n \
                addi $sp, $sp, 8\n li $v0, 10\n syscall\n";
    let checked = checked("mars", &[("program.s", text)], "", 100).unwrap();
    let lines = lines(&checked.report);
    let expected = "4: line 4 reads a word of the stack that was not written";
    assert!(lines[0].starts_with(expected), "{lines:?}");
}

#[test]
fn a_file_that_is_left_open_is_a_note() {
    let text = ".data\nname: .asciiz \"out.txt\"\n.text\nmain: la $a0, name\n li $a1, 1\n \
                li $a2, 0\n li $v0, 13\n syscall\n li $v0, 10\n syscall\n";
    let checked = checked("mars", &[("program.s", text)], "", 100).unwrap();
    assert!(checked.report.is_clean());
    assert_eq!(lines(&checked.report), ["the file `out.txt` was not closed"]);
}

#[test]
fn a_program_that_uses_registers_without_values_is_not_clean() {
    let text = "main: add $a0, $t0, $t1\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n";
    let checked = checked("mars", &[("program.s", text)], "", 100).unwrap();
    let lines = lines(&checked.report);
    assert!(lines[0].starts_with("1: line 1 reads `$t0` before it is set"), "{lines:?}");
    let summary = checked.report.summary();
    assert_eq!(summary, "check: 1 finding (5 instructions, 0 calls)");
}

#[test]
fn a_number_that_was_read_is_set_even_if_its_register_has_the_same_bits() {
    let text = "main: li $v0, 7\n syscall\n add.d $f12, $f0, $f0\n li $v0, 3\n syscall\n \
                li $v0, 10\n syscall\n";
    for (dialect, text, output) in [
        ("mars", text, "0.0"),
        ("spim", text, "0"),
        (
            "rars",
            "main: li a7, 7\n ecall\n fadd.d fa0, fa0, fa0\n li a7, 3\n ecall\n \
             li a7, 10\n ecall\n",
            "0.0",
        ),
    ] {
        let checked = checked(dialect, &[("program.s", text)], "0\n", 1000).expect("it assembles");
        assert_eq!(lines(&checked.report), Vec::<String>::new(), "{dialect}");
        assert_eq!(checked.output, output, "{dialect}");
    }
}

#[test]
fn several_labels_of_one_object_are_no_end_of_it() {
    clean(
        "mars",
        "\
         .data\n\
         .globl begin\n\
         begin:\n\
         row:\n\
         row1: .byte 1\n\
         row2: .byte 2\n\
         row3: .byte 3\n\
         .text\n\
         main: la $t0, row\n addi $t0, $t0, 1\n lb $a0, 1($t0)\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n",
        "3",
    );
}

#[test]
fn return_addresses_that_a_6502_program_makes_are_right() {
    clean(
        "ca65",
        "        ldx #1\n\
         jsr dispatch\n\
         jsr print\n\
         .asciiz \"hi\"\n\
         lda #0\n\
         jmp $fff9\n\
         dispatch: txa\n asl a\n tax\n lda table+1,x\n pha\n lda table,x\n pha\n rts\n\
         table: .word one-1, two-1\n\
         one: lda #'1'\n jmp put\n\
         two: lda #'2'\n jmp put\n\
         print: pla\n sta $10\n pla\n sta $11\n\
         loop: inc $10\n bne next\n inc $11\n\
         next: ldy #0\n lda ($10),y\n beq done\n jsr put\n jmp loop\n\
         done: lda $11\n pha\n lda $10\n pha\n rts\n\
         put: sta char\n lda #<args\n sta sp\n lda #>args\n sta sp+1\n lda #1\n ldx #0\n jmp $fff7\n\
         args: .word char, 1\n\
         char: .byte 0\n\
         sp = $00\n",
        "2hi",
    );
}

#[test]
fn a_jump_to_the_return_address_by_another_register_is_a_return() {
    // The frame of `f` is free after each return, and `main` stores there.
    for back in ["jr $ra", "jalr $zero, $ra", "jalr $t9, $ra", "move $t9, $ra\n jr $t9"] {
        let text = format!(
            "main: li $s1, 3\nloop: jal f\n addiu $sp, $sp, -8\n sw $s1, 4($sp)\n sw $s1, 0($sp)\n\
             addiu $sp, $sp, 8\n addiu $s1, $s1, -1\n bnez $s1, loop\n li $v0, 10\n syscall\n\
             f: addiu $sp, $sp, -8\n sw $ra, 4($sp)\n sw $s0, 0($sp)\n li $s0, 7\n jal g\n\
             lw $s0, 0($sp)\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n {back}\n\
             g: jr $ra\n"
        );
        clean("mars", &text, "");
    }
}

#[test]
fn a_register_that_some_caller_needs_is_not_said_to_be_free() {
    let said = |first: &str| {
        let text = format!(
            "main: jal f\n{first}\n move $a0, $s0\n li $v0, 10\n syscall\nf: li $s0, 9\n jr $ra\n"
        );
        lines(&checked("mars", &[("program.s", &text)], "", 1_000_000).unwrap().report)
    };
    let free = "`f` changes `$s0` and does not restore it (line 6); no caller has a value in it";
    assert_eq!(said(" nop"), [free]);
    let found = said(" li $s0, 5\n jal f");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("[CC01]"), "{found:?}");
}
