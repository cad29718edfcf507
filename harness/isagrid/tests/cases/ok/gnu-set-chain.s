# isagrid: --dialect gnu --exit-code
# A chain of names, forward and long, and one that doubles at each step; both come to a number.
        .text
        .globl  _start
_start: la      a0, chain0
        la      t0, double0
        seqz    t0, t0
        add     a0, a0, t0
        li      a7, 93
        ecall
        .set    chain0, chain1
        .set    double0, double1 + double1
        .set    chain1, chain2
        .set    double1, double2 + double2
        .set    chain2, chain3
        .set    double2, double3 + double3
        .set    chain3, chain4
        .set    double3, double4 + double4
        .set    chain4, chain5
        .set    double4, double5 + double5
        .set    chain5, chain6
        .set    double5, double6 + double6
        .set    chain6, chain7
        .set    double6, double7 + double7
        .set    chain7, chain8
        .set    double7, double8 + double8
        .set    chain8, chain9
        .set    double8, double9 + double9
        .set    chain9, chain10
        .set    double9, double10 + double10
        .set    chain10, chain11
        .set    double10, double11 + double11
        .set    chain11, chain12
        .set    double11, double12 + double12
        .set    chain12, chain13
        .set    double12, double13 + double13
        .set    chain13, chain14
        .set    double13, double14 + double14
        .set    chain14, chain15
        .set    double14, double15 + double15
        .set    chain15, chain16
        .set    double15, double16 + double16
        .set    chain16, chain17
        .set    double16, double17 + double17
        .set    chain17, chain18
        .set    double17, double18 + double18
        .set    chain18, chain19
        .set    double18, double19 + double19
        .set    chain19, chain20
        .set    double19, double20 + double20
        .set    chain20, chain21
        .set    double20, double21 + double21
        .set    chain21, chain22
        .set    double21, double22 + double22
        .set    chain22, chain23
        .set    double22, double23 + double23
        .set    chain23, chain24
        .set    double23, double24 + double24
        .set    chain24, chain25
        .set    double24, double25 + double25
        .set    chain25, chain26
        .set    double25, double26 + double26
        .set    chain26, chain27
        .set    double26, double27 + double27
        .set    chain27, chain28
        .set    double27, double28 + double28
        .set    chain28, chain29
        .set    double28, double29 + double29
        .set    chain29, chain30
        .set    double29, double30 + double30
        .set    chain30, chain31
        .set    double30, double31 + double31
        .set    chain31, chain32
        .set    double31, double32 + double32
        .set    chain32, chain33
        .set    double32, double33 + double33
        .set    chain33, chain34
        .set    double33, double34 + double34
        .set    chain34, chain35
        .set    double34, double35 + double35
        .set    chain35, chain36
        .set    double35, double36 + double36
        .set    chain36, chain37
        .set    double36, double37 + double37
        .set    chain37, chain38
        .set    double37, double38 + double38
        .set    chain38, chain39
        .set    double38, double39 + double39
        .set    chain39, chain40
        .set    double39, double40 + double40
        .set    chain40, chain41
        .set    double40, double41 + double41
        .set    chain41, chain42
        .set    double41, double42 + double42
        .set    chain42, chain43
        .set    double42, double43 + double43
        .set    chain43, chain44
        .set    double43, double44 + double44
        .set    chain44, chain45
        .set    double44, double45 + double45
        .set    chain45, chain46
        .set    double45, double46 + double46
        .set    chain46, chain47
        .set    double46, double47 + double47
        .set    chain47, chain48
        .set    double47, double48 + double48
        .set    chain48, chain49
        .set    double48, double49 + double49
        .set    chain49, chain50
        .set    double49, double50 + double50
        .set    chain50, chain51
        .set    double50, double51 + double51
        .set    chain51, chain52
        .set    double51, double52 + double52
        .set    chain52, chain53
        .set    double52, double53 + double53
        .set    chain53, chain54
        .set    double53, double54 + double54
        .set    chain54, chain55
        .set    double54, double55 + double55
        .set    chain55, chain56
        .set    double55, double56 + double56
        .set    chain56, chain57
        .set    double56, double57 + double57
        .set    chain57, chain58
        .set    double57, double58 + double58
        .set    chain58, chain59
        .set    double58, double59 + double59
        .set    chain59, chain60
        .set    double59, double60 + double60
        .set    chain60, chain61
        .set    double60, double61 + double61
        .set    chain61, chain62
        .set    double61, double62 + double62
        .set    chain62, chain63
        .set    double62, double63 + double63
        .set    chain63, chain64
        .set    double63, double64 + double64
        .set    chain64, chain65
        .set    double64, double65 + double65
        .set    chain65, chain66
        .set    double65, double66 + double66
        .set    chain66, chain67
        .set    double66, double67 + double67
        .set    chain67, chain68
        .set    double67, double68 + double68
        .set    chain68, chain69
        .set    double68, double69 + double69
        .set    chain69, chain70
        .set    double69, double70 + double70
        .set    chain70, chain71
        .set    double70, double71 + double71
        .set    chain71, chain72
        .set    double71, double72 + double72
        .set    chain72, chain73
        .set    double72, double73 + double73
        .set    chain73, chain74
        .set    double73, double74 + double74
        .set    chain74, chain75
        .set    double74, double75 + double75
        .set    chain75, chain76
        .set    double75, double76 + double76
        .set    chain76, chain77
        .set    double76, double77 + double77
        .set    chain77, chain78
        .set    double77, double78 + double78
        .set    chain78, chain79
        .set    double78, double79 + double79
        .set    chain79, chain80
        .set    double79, double80 + double80
        .set    chain80, chain81
        .set    double80, double81 + double81
        .set    chain81, chain82
        .set    double81, double82 + double82
        .set    chain82, chain83
        .set    double82, double83 + double83
        .set    chain83, chain84
        .set    double83, double84 + double84
        .set    chain84, chain85
        .set    double84, double85 + double85
        .set    chain85, chain86
        .set    double85, double86 + double86
        .set    chain86, chain87
        .set    double86, double87 + double87
        .set    chain87, chain88
        .set    double87, double88 + double88
        .set    chain88, chain89
        .set    double88, double89 + double89
        .set    chain89, chain90
        .set    double89, double90 + double90
        .set    chain90, chain91
        .set    double90, double91 + double91
        .set    chain91, chain92
        .set    double91, double92 + double92
        .set    chain92, chain93
        .set    double92, double93 + double93
        .set    chain93, chain94
        .set    double93, double94 + double94
        .set    chain94, chain95
        .set    double94, double95 + double95
        .set    chain95, chain96
        .set    double95, double96 + double96
        .set    chain96, chain97
        .set    double96, double97 + double97
        .set    chain97, chain98
        .set    double97, double98 + double98
        .set    chain98, chain99
        .set    double98, double99 + double99
        .set    chain99, chain100
        .set    double99, double100 + double100
        .set    chain100, -1
        .set    double100, 1
