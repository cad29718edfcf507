//! Contracts on MIPS32, in the dialect of MARS.

use super::{Machine, Shape};

#[test]
fn every_shape_is_graded() {
    MACHINE.is_graded();
}

const MACHINE: Machine = Machine {
    head: "title = \"Shapes\"\nmachine = \"mips32\"\ndialect = \"mars\"\nsubmission = \"hw.s\"\n\
           scaffold = \"scaffold.s\"\nreference = \"reference.s\"\nprofile = \"abi\"\n",
    ending: "s",
    before: "        .text\nmain:   jr      $ra\n",
    after: "",
    returns: "\n        jr      $ra\n",
    between: "\n",
    shapes: &[
        Shape {
            contract: "
arguments = [\"int 0..1000\"]
prints = true
[[cases]]
draw = 20
",
            right: "
stars:  move    $t0, $a0
stars_next:
        blez    $t0, stars_end
        li      $a0, '*'
        li      $v0, 11
        syscall
        sra     $t0, $t0, 1
        b       stars_next
stars_end:
        li      $a0, '\\n'
        li      $v0, 11
        syscall
        jr      $ra
",
            mistake: ("li      $a0, '*'", "li      $a0, '+'"),
            says: "`stars` with 1000 prints \"++++++++++\\n\", expected \"**********\\n\"",
        },
        Shape {
            contract: "
result = \"int -200..200\"
input = [\"int -99..99\", \"int -99..99\"]
prints = true
[[cases]]
draw = 10
",
            right: "
ask:    li      $v0, 5
        syscall
        move    $t0, $v0
        li      $v0, 5
        syscall
        addu    $t0, $t0, $v0
        move    $a0, $t0
        li      $v0, 1
        syscall
        move    $v0, $t0
        jr      $ra
",
            mistake: ("addu    $t0", "subu    $t0"),
            says: "returns 0, expected -198",
        },
        Shape {
            contract: "
arguments = [\"list 8 -99..99\"]
result = \"int -792..792\"
[[cases]]
draw = 20
",
            right: "
total:  li      $v0, 0
total_next:
        beqz    $a0, total_end
        lw      $t0, 0($a0)
        addu    $v0, $v0, $t0
        lw      $a0, 4($a0)
        b       total_next
total_end:
        jr      $ra
",
            mistake: ("lw      $a0, 4($a0)", "addiu   $a0, $a0, 8"),
            says: "that is just past the end of the list, which has 8 bytes",
        },
        Shape {
            contract: "
arguments = [\"list 8 -99..99 links-first\"]
result = \"list links-first\"
writes = [\"1\"]
[[cases]]
draw = 20
",
            right: "
turn:   li      $v0, 0
turn_next:
        beqz    $a0, turn_end
        lw      $t0, 0($a0)
        sw      $v0, 0($a0)
        move    $v0, $a0
        move    $a0, $t0
        b       turn_next
turn_end:
        jr      $ra
",
            mistake: ("sw      $v0, 0($a0)", "sw      $a0, 0($a0)"),
            says: "`turn` with [-99] returns [-99, <back to node 1>], expected [-99]",
        },
        Shape {
            contract: "
arguments = [\"list 6 -9..9\"]
result = \"list\"
heap = true
[[cases]]
draw = 20
",
            right: "
copy:   move    $t0, $a0
        li      $t1, 0
        li      $t3, 0
copy_next:
        beqz    $t0, copy_end
        li      $a0, 8
        li      $v0, 9
        syscall
        lw      $t2, 0($t0)
        sw      $t2, 0($v0)
        sw      $zero, 4($v0)
        beqz    $t1, copy_first
        sw      $v0, 4($t1)
        b       copy_on
copy_first:
        move    $t3, $v0
copy_on:
        move    $t1, $v0
        lw      $t0, 4($t0)
        b       copy_next
copy_end:
        move    $v0, $t3
        jr      $ra
",
            mistake: ("li      $a0, 8\n", "li      $a0, 4\n"),
            says: "error[CC04]",
        },
        Shape {
            contract: "
arguments = [\"tree 6 0..20 sorted\", \"int 0..20\"]
result = \"tree\"
writes = [\"1\"]
heap = true
[[cases]]
draw = 30
",
            right: "
insert: move    $t0, $a0
        li      $t1, 0
insert_down:
        beqz    $t0, insert_new
        lw      $t2, 0($t0)
        beq     $t2, $a1, insert_old
        addiu   $t1, $t0, 4
        blt     $a1, $t2, insert_left
        addiu   $t1, $t0, 8
insert_left:
        lw      $t0, 0($t1)
        b       insert_down
insert_new:
        move    $t3, $a0
        li      $a0, 12
        li      $v0, 9
        syscall
        sw      $a1, 0($v0)
        beqz    $t1, insert_end
        sw      $v0, 0($t1)
        move    $a0, $t3
insert_old:
        move    $v0, $a0
insert_end:
        jr      $ra
",
            mistake: ("blt     $a1, $t2", "bgt     $a1, $t2"),
            says: "returns [",
        },
        Shape {
            contract: "
arguments = [\"texts 1..4 6\", \"length 1\"]
result = \"text\"
[[cases]]
draw = 20
",
            right: "
last:   addiu   $t0, $a1, -1
        sll     $t0, $t0, 2
        addu    $t0, $a0, $t0
        lw      $v0, 0($t0)
        jr      $ra
",
            mistake: ("lw      $v0, 0($t0)", "lw      $v0, 0($a0)"),
            says: "`last` with [",
        },
        Shape {
            contract: "
arguments = [\"texts 2 5\"]
writes = [\"texts 2 5\"]
[[cases]]
rows = [{ arguments = [[\"ab\", \"cde\"]] }, { arguments = [[\"\", \"x\"]] }]
",
            right: "
swap:   lw      $t0, 0($a0)
        lw      $t1, 4($a0)
        sw      $t1, 0($a0)
        sw      $t0, 4($a0)
        jr      $ra
",
            mistake: ("sw      $t0, 4($a0)", "sw      $t1, 4($a0)"),
            says: "the table of texts is [\"cde\", \"cde\"], expected [\"cde\", \"ab\"]",
        },
        Shape {
            contract: "
arguments = [\"matrix 1..3 1..4 -9..9\", \"rows 1\", \"columns 1\"]
result = \"int -108..108\"
[[cases]]
draw = 30
",
            right: "
whole:  mult    $a1, $a2
        mflo    $t0
        li      $v0, 0
whole_next:
        beqz    $t0, whole_end
        lw      $t1, 0($a0)
        addu    $v0, $v0, $t1
        addiu   $a0, $a0, 4
        addiu   $t0, $t0, -1
        b       whole_next
whole_end:
        jr      $ra
",
            mistake: ("mult    $a1, $a2", "mult    $a1, $a1"),
            says: "`whole` with [[9, 9, 9, 9], [9, 9, 9, 9], [9, 9, 9, 9]] and 3 and 4 returns 81, expected 108",
        },
        Shape {
            contract: "
arguments = [\"row-pointers 2 2 0..9\"]
result = \"int 0..9\"
[[cases]]
rows = [{ arguments = [[[1, 2], [3, 4]]], result = 4 }]
",
            right: "
corner: lw      $t0, 4($a0)
        lw      $v0, 4($t0)
        jr      $ra
",
            mistake: ("lw      $v0, 4($t0)", "lw      $v0, 0($t0)"),
            says: "`corner` with [[1, 2], [3, 4]] returns 3, expected 4",
        },
        Shape {
            contract: "
arguments = [\"bytes 0..5 0..255\", \"length 1\"]
result = \"int 0..1275\"
[[cases]]
draw = 20
",
            right: "
check:  li      $v0, 0
check_next:
        beqz    $a1, check_end
        lbu     $t0, 0($a0)
        addu    $v0, $v0, $t0
        addiu   $a0, $a0, 1
        addiu   $a1, $a1, -1
        b       check_next
check_end:
        jr      $ra
",
            mistake: ("lbu     $t0", "lb      $t0"),
            says: "`check` with [255] and 1 returns -1, expected 255",
        },
        Shape {
            contract: "
arguments = [\"int 1..9\", \"int 1..9\", \"int 1..9\", \"int 1..9\", \"int 1..9\", \"int 1..9\"]
result = \"int 1..9\"
[[cases]]
rows = [{ arguments = [1, 2, 3, 4, 5, 6], result = 56 }]
",
            right: "
six:    lw      $t0, 16($sp)
        lw      $t1, 20($sp)
        li      $t2, 10
        mult    $t0, $t2
        mflo    $t0
        addu    $v0, $t0, $t1
        sw      $v0, 20($sp)
        jr      $ra
",
            mistake: ("lw      $t1, 20($sp)", "lw      $t1, 24($sp)"),
            says: "`six` with 1 and 2 and 3 and 4 and 5 and 6 returns",
        },
        Shape {
            contract: "
arguments = [\"double -9..9\", \"float -9..9\", \"int 1..9\"]
result = \"double\"
tolerance = 0.001
[[cases]]
draw = 20
",
            right: "
mean:   cvt.d.s $f4, $f14
        add.d   $f4, $f12, $f4
        mtc1    $a3, $f6
        cvt.d.w $f6, $f6
        div.d   $f0, $f4, $f6
        jr      $ra
",
            mistake: ("add.d   $f4", "sub.d   $f4"),
            says: "`mean` with -9.0 and -9.0 and 1 returns 0.0, expected -18.0",
        },
        Shape {
            contract: "
arguments = [\"floats 1..4 -8..8\", \"length 1\"]
writes = [\"floats 1..4 -8..8\"]
tolerance = 0.01
[[cases]]
draw = 10
",
            right: "
halve:  li      $t0, 2
        mtc1    $t0, $f4
        cvt.s.w $f4, $f4
halve_next:
        blez    $a1, halve_end
        lwc1    $f6, 0($a0)
        div.s   $f6, $f6, $f4
        swc1    $f6, 0($a0)
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        b       halve_next
halve_end:
        jr      $ra
",
            mistake: ("li      $t0, 2", "li      $t0, 4"),
            says: "the array is [-2.0], expected [-4.0]",
        },
        Shape {
            contract: "
arguments = [\"int64 -9000000000..9000000000\", \"int64 0..5000000000\"]
result = \"int64\"
[[cases]]
draw = 20
",
            right: "
add64:  addu    $v0, $a0, $a2
        sltu    $t0, $v0, $a0
        addu    $v1, $a1, $a3
        addu    $v1, $v1, $t0
        jr      $ra
",
            mistake: ("        addu    $v1, $v1, $t0\n", ""),
            says: ", expected ",
        },
    ],
};
