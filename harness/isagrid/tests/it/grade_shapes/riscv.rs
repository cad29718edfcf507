//! Contracts on RISC-V, in the dialect of RARS.

use super::{Machine, Shape};

#[test]
fn every_shape_is_graded() {
    MACHINE.is_graded();
}

const MACHINE: Machine = Machine {
    head: "title = \"Shapes\"\nmachine = \"riscv32\"\ndialect = \"rars\"\nsubmission = \"hw.s\"\n\
           scaffold = \"scaffold.s\"\nreference = \"reference.s\"\nprofile = \"abi\"\n",
    ending: "s",
    before: "        .text\nmain:   ret\n",
    after: "",
    returns: "\n        ret\n",
    between: "\n",
    shapes: &[
        Shape {
            contract: "
arguments = [\"text 9\"]
prints = true
[[cases]]
draw = 20
",
            right: "
greet:  li      a7, 4
        ecall
        li      a0, '!'
        li      a7, 11
        ecall
        li      a0, '\\n'
        ecall
        ret
",
            mistake: ("li      a0, '!'", "li      a0, '?'"),
            says: "`greet` with \"\" prints \"?\\n\", expected \"!\\n\"",
        },
        Shape {
            contract: "
arguments = [\"list 6 0..99 sorted\", \"int 0..99\"]
result = \"list\"
writes = [\"1\"]
heap = true
[[cases]]
draw = 40
",
            right: "
put:    mv      t3, a0
        li      a0, 8
        li      a7, 9
        ecall
        sw      a1, 0(a0)
        li      t1, 0
        mv      t0, t3
put_next:
        beqz    t0, put_here
        lw      t2, 0(t0)
        bge     t2, a1, put_here
        mv      t1, t0
        lw      t0, 4(t0)
        j       put_next
put_here:
        sw      t0, 4(a0)
        beqz    t1, put_first
        sw      a0, 4(t1)
        mv      a0, t3
put_first:
        ret
",
            mistake: ("sw      t0, 4(a0)", "sw      a0, 4(a0)"),
            says: "<back to node 1>], expected [0]",
        },
        Shape {
            contract: "
arguments = [\"tree 7 -9..9\"]
result = \"int 0..7\"
[[cases]]
draw = 30
",
            right: "
depth:  beqz    a0, depth_none
        addi    sp, sp, -16
        sw      ra, 12(sp)
        sw      s0, 8(sp)
        sw      s1, 4(sp)
        mv      s0, a0
        lw      a0, 4(s0)
        jal     depth
        mv      s1, a0
        lw      a0, 8(s0)
        jal     depth
        bge     a0, s1, depth_right
        mv      a0, s1
depth_right:
        addi    a0, a0, 1
        lw      s1, 4(sp)
        lw      s0, 8(sp)
        lw      ra, 12(sp)
        addi    sp, sp, 16
depth_none:
        ret
",
            mistake: ("lw      a0, 8(s0)", "lw      a0, 4(s0)"),
            says: "`depth` with [",
        },
        Shape {
            contract: "
arguments = [\"int 0..9\", \"int 0..9\", \"int 0..9\", \"int 0..9\", \"int 0..9\", \"int 0..9\", \"int 0..9\", \"int64 0..9000000000\", \"int 0..9\"]
result = \"int64\"
[[cases]]
draw = 10
",
            right: "
nine:   lw      t0, 0(sp)
        lw      t1, 4(sp)
        add     a0, a7, t1
        sltu    t2, a0, a7
        add     a1, t0, t2
        ret
",
            mistake: ("lw      t1, 4(sp)", "li      t1, 0"),
            says: "returns 9000000000, expected 9000000009",
        },
        Shape {
            contract: "
arguments = [\"int 1..9\", \"double -8..8\", \"float -8..8\"]
result = \"float\"
[[cases]]
draw = 20
",
            right: "
scale:  fcvt.d.w ft0, a0
        fmul.d  ft0, ft0, fa0
        fcvt.s.d ft1, ft0
        fadd.s  fa0, ft1, fa1
        ret
",
            mistake: ("fadd.s  fa0", "fsub.s  fa0"),
            says: "`scale` with 1 and -8.0 and -8.0 returns 0.0, expected -16.0",
        },
        Shape {
            contract: "
arguments = [\"doubles 1..4 -8..8\", \"length 1\"]
result = \"double\"
[[cases]]
draw = 20
",
            right: "
sum:    fcvt.d.w fa0, zero
sum_next:
        blez    a1, sum_end
        fld     ft0, 0(a0)
        fadd.d  fa0, fa0, ft0
        addi    a0, a0, 8
        addi    a1, a1, -1
        j       sum_next
sum_end:
        ret
",
            mistake: ("addi    a0, a0, 8", "addi    a0, a0, 0"),
            says: ", expected ",
        },
        Shape {
            contract: "
arguments = [\"halves 4 -300..300\"]
writes = [\"1\"]
[[cases]]
draw = 10
",
            right: "
negate: li      t0, 4
negate_next:
        lh      t1, 0(a0)
        neg     t1, t1
        sh      t1, 0(a0)
        addi    a0, a0, 2
        addi    t0, t0, -1
        bnez    t0, negate_next
        ret
",
            mistake: ("li      t0, 4", "li      t0, 3"),
            says: "element 3 of the array, counted from 0, is -300, expected 300",
        },
        Shape {
            contract: "
arguments = [\"text 6\"]
result = \"text new\"
heap = true
[[cases]]
draw = 10
",
            right: "
twin:   mv      t0, a0
        li      a0, 8
        li      a7, 9
        ecall
        mv      t1, a0
twin_next:
        lbu     t2, 0(t0)
        sb      t2, 0(t1)
        addi    t0, t0, 1
        addi    t1, t1, 1
        bnez    t2, twin_next
        ret
",
            mistake: ("        bnez    t2, twin_next\n", "        addi    a0, t0, -1\n"),
            says: "`twin` with \"\" returns \"\" <a pointer to the argument, not to a copy>, expected \"\"",
        },
    ],
};
