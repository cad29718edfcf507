//! Contracts on the PDP-10, in MIDAS under ITS.

use super::{Machine, Shape};

#[test]
fn every_shape_is_graded() {
    MACHINE.is_graded();
}

const MACHINE: Machine = Machine {
    head: "title = \"Shapes\"\nmachine = \"pdp10\"\ndialect = \"midas\"\nsubmission = \"hw.mid\"\n\
           scaffold = \"scaffold.mid\"\nreference = \"reference.mid\"\nseparator = \";;;; Do not move\"\n\
           [names]\nA = \"1\"\nB = \"2\"\nC = \"3\"\nD = \"4\"\nP = \"17\"\n",
    ending: "mid",
    before: "\tTITLE HW\nA=1\nB=2\nC=3\nD=4\nP=17\n;;;; Do not move: names above\n",
    after: "GO:\t.LOGOUT 1,\n\tEND GO\n",
    returns: "\tPOPJ P,\n",
    between: "\n;;;; Do not move: a function above\n",
    shapes: &[
        Shape {
            contract: "
arguments = [\"int 0..9\"]
in = [\"A\"]
clobbers = [\"A\"]
prints = true
[[cases]]
every = true
",
            right: "
DIGIT:\t.OPEN 1,[.UAO,,'TTY]
\t .LOSE %LSFIL
\tADDI A,\"0
\t.IOT 1,A
\tPOPJ P,
",
            mistake: ("ADDI A,\"0", "ADDI A,\"1"),
            says: "`DIGIT` with 0 prints \"1\", expected \"0\"",
        },
        Shape {
            contract: "
arguments = [\"list 8 -99..99\"]
in = [\"A\"]
result = \"int -792..792\"
out = \"B\"
clobbers = [\"A\"]
[[cases]]
draw = 20
",
            right: "
TOTAL:\tSETZ B,
TOTAL1:\tJUMPE A,TOTAL2
\tADD B,(A)
\tHRRZ A,1(A)
\tJRST TOTAL1
TOTAL2:\tPOPJ P,
",
            mistake: ("HRRZ A,1(A)", "SETZ A,"),
            says: "`TOTAL` with [",
        },
        Shape {
            contract: "
arguments = [\"list 8 -99..99\"]
in = [\"A\"]
result = \"list\"
out = \"B\"
writes = [\"1\"]
clobbers = [\"A\", \"C\"]
[[cases]]
draw = 20
",
            right: "
TURN:\tSETZ B,
TURN1:\tJUMPE A,TURN2
\tHRRZ C,1(A)
\tMOVEM B,1(A)
\tMOVE B,A
\tMOVE A,C
\tJRST TURN1
TURN2:\tPOPJ P,
",
            mistake: ("MOVEM B,1(A)", "MOVEM A,1(A)"),
            says: "`TURN` with [-99] returns [-99, <back to node 1>], expected [-99]",
        },
        Shape {
            contract: "
arguments = [\"tree 6 0..99\"]
in = [\"A\"]
result = \"int 0..6\"
out = \"B\"
clobbers = [\"A\"]
[[cases]]
draw = 20
",
            right: "
NODES:\tSETZ B,
\tJUMPE A,NODES1
\tPUSH P,C
\tPUSH P,D
\tMOVE C,A
\tHRRZ A,1(C)
\tPUSHJ P,NODES
\tMOVE D,B
\tHRRZ A,2(C)
\tPUSHJ P,NODES
\tADDI B,1
\tADD B,D
\tPOP P,D
\tPOP P,C
NODES1:\tPOPJ P,
",
            mistake: ("ADDI B,1", "ADDI B,2"),
            says: "`NODES` with [0] returns 2, expected 1",
        },
        Shape {
            contract: "
arguments = [\"texts 1..4 7\", \"length 1\"]
in = [\"A\", \"B\"]
result = \"text\"
out = \"A\"
clobbers = [\"B\"]
[[cases]]
draw = 20
",
            right: "
LAST:\tADDI A,-1(B)
\tMOVE A,(A)
\tPOPJ P,
",
            mistake: ("ADDI A,-1(B)", "ADDI A,0"),
            says: "`LAST` with [",
        },
        Shape {
            contract: "
arguments = [\"int 0..9\", \"int 0..9\"]
in = [\"stack\", \"stack\"]
result = \"int -9..9\"
out = \"A\"
clobbers = [\"A\"]
[[cases]]
every = true
",
            right: "
APART:\tMOVE A,-2(P)
\tSUB A,-1(P)
\tPOPJ P,
",
            mistake: ("SUB A,-1(P)", "ADD A,-1(P)"),
            says: "`APART` with 0 and 1 returns 1, expected -1",
        },
        Shape {
            contract: "
arguments = [\"float -8..8\", \"float -8..8\"]
in = [\"A\", \"B\"]
result = \"float\"
out = \"A\"
clobbers = [\"A\"]
[[cases]]
draw = 20
",
            right: "
TIMES:\tFMPR A,B
\tPOPJ P,
",
            mistake: ("FMPR A,B", "FADR A,B"),
            says: "`TIMES` with -8.0 and -8.0 returns -16.0, expected 64.0",
        },
        Shape {
            contract: "
arguments = [\"matrix 2 3 -9..9\"]
in = [\"A\"]
result = \"int -9..9\"
out = \"B\"
clobbers = [\"B\"]
[[cases]]
rows = [{ arguments = [[[1, 2, 3], [4, 5, 6]]], result = 6 }]
",
            right: "
CORNER:\tMOVE B,5(A)
\tPOPJ P,
",
            mistake: ("MOVE B,5(A)", "MOVE B,4(A)"),
            says: "`CORNER` with [[1, 2, 3], [4, 5, 6]] returns 5, expected 6",
        },
    ],
};

#[test]
fn word_memory_has_no_bytes_and_no_heap() {
    let folder = tempfile::tempdir().unwrap();
    MACHINE.write(folder.path());
    let path = folder.path().join("hw/assignment.toml");
    let toml = std::fs::read_to_string(&path).unwrap();
    let toml = toml.replace("[\"matrix 2 3 -9..9\"]", "[\"bytes 2 0..9\"]\nheap = true");
    std::fs::write(&path, toml).unwrap();
    let done = crate::support::isagrid(folder.path(), &["assignment", "check", "hw"], b"");
    assert!(done.printed().contains("memory of PDP-10 has only words"), "{}", done.printed());
    assert!(done.printed().contains("programs of PDP-10 have no heap"), "{}", done.printed());
}
