# Default exception handler of SPIM, for a program without its own handler.
#
# Reports the exception on standard output and continues after the instruction that caused it.
# Ends the program only if no instruction follows. An interrupt has no such instruction: the
# program continues with the next one.
#
# Changes $k0 and $k1, as every handler may. Also works with delayed branches and delayed loads:
# the instruction after a branch never matters, and no register is used in the instruction after
# its load.

        .kdata
opening_text:   .asciiz "  Exception "
closing_text:   .asciiz " occurred and ignored\n"
name_0:         .asciiz "  [Interrupt] "
name_1:         .asciiz "  [TLB]"
name_2:         .asciiz "  [TLB]"
name_3:         .asciiz "  [TLB]"
name_4:         .asciiz "  [Address error in inst/data fetch] "
name_5:         .asciiz "  [Address error in store] "
name_6:         .asciiz "  [Bad instruction address] "
name_7:         .asciiz "  [Bad data address] "
name_8:         .asciiz "  [Error in syscall] "
name_9:         .asciiz "  [Breakpoint] "
name_10:        .asciiz "  [Reserved instruction] "
name_11:        .asciiz ""
name_12:        .asciiz "  [Arithmetic overflow] "
name_13:        .asciiz "  [Trap] "
name_14:        .asciiz ""
name_15:        .asciiz "  [Floating point] "
name_16:        .asciiz ""
name_17:        .asciiz ""
name_18:        .asciiz "  [Coproc 2]"
name_19:        .asciiz ""
name_20:        .asciiz ""
name_21:        .asciiz ""
name_22:        .asciiz "  [MDMX]"
name_23:        .asciiz "  [Watch]"
name_24:        .asciiz "  [Machine check]"
name_25:        .asciiz ""
name_26:        .asciiz ""
name_27:        .asciiz ""
name_28:        .asciiz ""
name_29:        .asciiz ""
name_30:        .asciiz "  [Cache]"
name_31:        .asciiz ""

# Addresses of the names of the exception codes, indexed by the code times 4.
names:          .word   name_0,  name_1,  name_2,  name_3,  name_4,  name_5,  name_6,  name_7
                .word   name_8,  name_9,  name_10, name_11, name_12, name_13, name_14, name_15
                .word   name_16, name_17, name_18, name_19, name_20, name_21, name_22, name_23
                .word   name_24, name_25, name_26, name_27, name_28, name_29, name_30, name_31

# Saved registers of the program; its stack may be the cause of the exception.
kept_v0:        .word   0
kept_a0:        .word   0

        .ktext  0x80000180
        .set    noat
        move    $k1, $at
        .set    at
        sw      $v0, kept_v0
        sw      $a0, kept_a0

# "  Exception N  [name]  occurred and ignored"
        li      $v0, 4                  # print_string
        la      $a0, opening_text
        syscall
        mfc0    $k0, $13                # Cause, with the code in bits 2 to 6
        srl     $a0, $k0, 2
        andi    $a0, $a0, 0x1f
        li      $v0, 1                  # print_int
        syscall
        andi    $a0, $k0, 0x7c
        lw      $a0, names($a0)
        li      $v0, 4
        syscall

# No instruction can be fetched from an address that is not a multiple of 4.
        srl     $a0, $k0, 2
        andi    $a0, $a0, 0x1f
        bne     $a0, 6, tell_rest
        nop
        mfc0    $a0, $14                # EPC
        andi    $a0, $a0, 3
        beq     $a0, 0, tell_rest
        nop
        li      $v0, 10                 # exit
        syscall

tell_rest:
        la      $a0, closing_text
        li      $v0, 4
        syscall

# Continue after the instruction at EPC, or with it after an interrupt.
        srl     $a0, $k0, 2
        andi    $a0, $a0, 0x1f
        beq     $a0, 0, restore
        nop
        mfc0    $k0, $14
        addiu   $k0, $k0, 4
        mtc0    $k0, $14

restore:
        lw      $v0, kept_v0
        lw      $a0, kept_a0
        mtc0    $0, $13                 # nothing is pending any more
        mfc0    $k0, $12
        ori     $k0, $k0, 1             # interrupts are on from here
        mtc0    $k0, $12
        .set    noat
        move    $at, $k1
        .set    at
        eret
        nop                             # fetched behind eret, never done
