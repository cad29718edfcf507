//! Time of every instruction: combines the row's column, the modes and the model.

use std::fmt::Write;

use super::Timing;
use crate::Word36;
use crate::isa::FAMILIES;

/// Nanoseconds of each family's opcodes in order: with the operand in memory, and in an accumulator
/// if that differs.
fn times() -> String {
    let timing = Timing::new(false);
    let mut lines = String::new();
    for family in FAMILIES {
        let times: Vec<String> =
            family.opcodes.iter().map(|row| of_code(timing, row.code)).collect();
        let runs = times.chunk_by(|one, next| one == next);
        let times: Vec<String> = runs.map(run).collect();
        // Writing to a string does not fail.
        let _ =
            writeln!(lines, "{:03o} {:8} {}", family.opcodes[0].code, family.name, times.join(" "));
    }
    lines
}

/// Consecutive opcodes with the same time.
fn run(same: &[String]) -> String {
    if same.len() == 1 { same[0].clone() } else { format!("{}*{}", same[0], same.len()) }
}

fn of_code(timing: Timing, code: u16) -> String {
    let fixed = |right| timing.fixed(Word36::halves(u32::from(code) << 9, right), 0o1000);
    let (memory, fast) = (fixed(0o2000), fixed(0));
    if memory == fast { memory.to_string() } else { format!("{memory}/{fast}") }
}

#[test]
fn times_of_every_opcode() {
    insta::assert_snapshot!(times(), @r"
    001 1 to 37  2410
    040 .IOT     2410
    041 .OPEN    2410
    042 .OPER    2410
    043 .CALL    2410
    044 .USET    2410
    045 .BREAK   2410
    046 .STATUS  2410
    047 .ACCESS  2410
    130 UFA      6510/6060
    131 DFN      3510/3100
    132 FSC      4050
    140 FAD      6510/6060 7355/6905 7510/6540*2 6990/6540 6180 7990/7020*2
    150 FSB      6690/6240 7535/7085 7690/6720*2 7170/6720 6360 8170/7200*2
    160 FMP      10390/9940 11235/10785 11390/10420*2 10870/10420 10060 11870/10900*2
    170 FDV      14180/13730 15835/15385 15180/14210*2 14180/13730 13370 15180/14210*2
    133 IBP      2950/2540
    134 ILDB     3845/3615
    135 LDB      3435/2985
    136 IDPB     4445/4215
    137 DPB      4035/3585
    200 MOVE     2310/1860 1410 2550/2030 2840/2430
    204 MOVS     2310/1860 1410 2550/2030 2840/2430
    210 MOVN     2490/2040 1590 2730/2210 3020/2610
    214 MOVM     2490/2040 1590 2730/2210 3020/2610
    250 EXCH     2980/2570
    251 BLT      1485
    220 IMUL     9690/9240 8790 10690/9720*2
    224 MUL      10695/10245 9795 11540/10570 11695/10725
    230 IDIV     16115/15665 15215 16960/15990 17115/16145
    234 DIV      16335/15885 15435 17180/16210 17335/16365
    270 ADD      2630/2180 1730 3160/2750*2
    274 SUB      2630/2180 1730 3160/2750*2
    240 ASH      1860
    241 ROT      1860
    242 LSH      1860
    243 JFFO     2190
    244 ASHC     2235
    245 ROTC     2235
    246 LSHC     2235
    252 AOBJP    1730
    253 AOBJN    1730
    254 JRST     1410
    255 JFCL     1410
    256 XCT      1410
    257 MAP      1410
    260 PUSHJ    3080
    261 PUSH     3980/3530
    262 POP      4060/3540
    263 POPJ     3060
    264 JSR      2760/2240
    265 JSP      1410
    266 JSA      2900/2380
    267 JRA      3020
    300 CAI      1730*8
    310 CAM      2630/2180*8
    320 JUMP     1730*8
    330 SKIP     2490/2040*8
    340 AOJ      1730*8
    350 AOS      3020/2610*8
    360 SOJ      1730*8
    370 SOS      3020/2610*8
    400 SETZ     1410*2 2410/1890*2
    404 AND      2450/2000 1550 2980/2570*2
    410 ANDCA    2800/2350 1900 3330/2920*2
    414 SETM     2310/1860 1410 2840/2430*2
    420 ANDCM    2450/2000 1550 2980/2570*2
    424 SETA     1550*2 2550/2030*2
    430 XOR      2450/2000 1550 2980/2570*2
    434 IOR      2450/2000 1550 2980/2570*2
    440 ANDCB    2800/2350 1900 3330/2920*2
    444 EQV      2450/2000 1550 2980/2570*2
    450 SETCA    1550*2 2550/2030*2
    454 ORCA     2800/2350 1900 3330/2920*2
    460 SETCM    2310/1860 1410 2840/2430*2
    464 ORCM     2450/2000 1550 2980/2570*2
    470 ORCB     2800/2350 1900 3330/2920*2
    474 SETO     1410*2 2410/1890*2
    500 HLL      2450/2000 1550 2980/2570 2840/2430
    504 HRL      2800/2350 1900 2980/2570 2840/2430
    510 HLLZ     2310/1860 1410 2550/2030 2840/2430
    514 HRLZ     2310/1860 1410 2550/2030 2840/2430
    520 HLLO     2310/1860 1410 2550/2030 2840/2430
    524 HRLO     2310/1860 1410 2550/2030 2840/2430
    530 HLLE     2310/1860 1410 2550/2030 2840/2430
    534 HRLE     2310/1860 1410 2550/2030 2840/2430
    540 HRR      2450/2000 1550 2980/2570 2840/2430
    544 HLR      2800/2350 1900 2980/2570 2840/2430
    550 HRRZ     2310/1860 1410 2550/2030 2840/2430
    554 HLRZ     2310/1860 1410 2550/2030 2840/2430
    560 HRRO     2310/1860 1410 2550/2030 2840/2430
    564 HLRO     2310/1860 1410 2550/2030 2840/2430
    570 HRRE     2310/1860 1410 2550/2030 2840/2430
    574 HLRE     2310/1860 1410 2550/2030 2840/2430
    600 N        1900*8 2800/2350*8
    620 Z        1900*8 2800/2350*8
    640 C        1900*8 2800/2350*8
    660 O        1900*8 2800/2350*8
    ");
}

/// Work on a byte at the left end of a word, and the same if the pointer crossed to it.
#[test]
fn times_of_bytes() {
    let timing = Timing::new(false);
    let rows = FAMILIES.iter().filter(|family| family.class == crate::isa::Class::Byte);
    let mut lines = String::new();
    for row in rows.flat_map(|family| family.opcodes) {
        let (word, pointer) =
            (Word36::halves(u32::from(row.code) << 9, 0), Word36::halves(0o350700, 0));
        let of = |at, crossed| timing.byte(word, [pointer; 2], at, crossed);
        let _ = writeln!(
            lines,
            "{:4} {} {} {}",
            row.name,
            of(0o2000, false),
            of(0, false),
            of(0o2000, true)
        );
    }
    insta::assert_snapshot!(lines, @r"
    IBP  0 0 260
    ILDB 6330 5880 6590
    LDB  6330 5880 6590
    IDPB 7330 6360 7590
    DPB  7330 6360 7590
    ");
}
